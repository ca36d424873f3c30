// The handset: shell and lid; four silent buttons in a row, the lead leaves at the lower end.
include <params.scad>

part = "assembly";
$fn = 40;

pitch = 33;
inner_w = button_flange + 14;
inner_l = 4 * pitch + 12;
inner_d = button_depth + 6;
outer_w = inner_w + 2 * wall;
outer_l = inner_l + 2 * wall;
lid = 2.4;
lead_d = 6;
e = 0.01;
posts = [for (x = [wall + 3.5, outer_w - wall - 3.5], y = [wall + 3.5, outer_l - wall - 3.5]) [x, y]];

module rounded(w, h, d, r) {
    hull() for (x = [r, w - r], y = [r, h - r]) translate([x, y, 0]) cylinder(r = r, h = d);
}

module shell() {
    difference() {
        rounded(outer_w, outer_l, wall + inner_d, 6);
        translate([wall, wall, wall]) rounded(inner_w, inner_l, inner_d + 1, 4);
        // The lead, and a slot for the tie that takes its pull.
        translate([outer_w / 2, -1, wall + 8]) rotate([-90, 0, 0]) cylinder(d = lead_d, h = wall + 2);
    }
    for (p = posts) translate([p[0], p[1], wall - e]) difference() {
        cylinder(d = 7.4, h = inner_d + e);
        translate([0, 0, inner_d - 8]) cylinder(d = 4, h = 9);
    }
    // Two pillars: the lead is tied between them.
    for (x = [-5.5, 5.5]) translate([outer_w / 2 + x - 1.5, wall + 6, wall - e]) cube([3, 4, 12]);
    // Seat of the vibration motor.
    translate([outer_w / 2, outer_l - wall - 12, wall - e]) difference() {
        cylinder(d = 14, h = 4);
        translate([0, 0, 1]) cylinder(d = 10.4, h = 4);
    }
}

module cover() {
    difference() {
        rounded(outer_w, outer_l, lid, 6);
        for (i = [0 : 3]) translate([outer_w / 2, wall + 6 + pitch / 2 + i * pitch, -1]) cylinder(d = button_d + 0.4, h = lid + 2);
        for (p = posts) translate([p[0], p[1], -1]) cylinder(d = 3.4, h = lid + 2);
    }
}

module assembly() {
    color("slategray") shell();
    translate([0, 0, wall + inner_d + 30]) {
        color("lightsteelblue") cover();
        for (i = [0 : 3]) color(["red", "white", "gold", "dimgray"][i]) translate([outer_w / 2, wall + 6 + pitch / 2 + i * pitch, lid]) cylinder(d = button_flange, h = 4);
    }
}

if (part == "shell") shell();
if (part == "cover") cover();
if (part == "assembly") assembly();
