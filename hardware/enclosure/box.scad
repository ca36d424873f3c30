// The display box: back shell, front, clamp bars, and the pixel digit of variant B.
// Choose with -D 'part="base"' (base, front, clamp, mask, mask_back; for pictures assembly, closed, inside, front_view) and -D 'size="compact"'.
include <params.scad>

part = "assembly";
size = "full";
$fn = 40;

s = size == "compact" ? size_compact : size_full;
holes = size == "compact" ? holes_compact : holes_full;
openings = size == "compact" ? openings_compact : openings_full;
inner_w = s[0]; inner_h = s[1]; inner_d = s[2];
digit_w = s[3]; digit_h = s[4]; digit_d = s[5];
board_x = s[6]; board_y = s[7];
outer_w = inner_w + 2 * wall;
outer_h = inner_h + 2 * wall;
shell_d = wall + inner_d;              // the front closes it
digits_w = 2 * digit_w + digit_gap;
digits_x = (outer_w - digits_w) / 2;
digits_y = wall + lamp_row + 6;
lip = 8;
tab_y = [outer_h * 0.25, outer_h * 0.75];
vesa = 75;
e = 0.01;

module rounded(w, h, d, r) {
    hull() for (x = [r, w - r], y = [r, h - r]) translate([x, y, 0]) cylinder(r = r, h = d);
}

module base() {
    difference() {
        rounded(outer_w, outer_h, shell_d, 4);
        translate([wall, wall, wall]) rounded(inner_w, inner_h, shell_d, 2);
        // Lower wall: supply, handset, USB.
        for (o = openings) translate([o[0], -1, o[2]]) cube([o[1] - o[0], wall + 2, o[3] - o[2]]);
        // Right wall: SWAP and EXT, behind the digits.
        for (y = [outer_h / 2 - 20, outer_h / 2 + 20])
            translate([outer_w - wall - 1, y, wall + button_flange / 2 + 1]) rotate([0, 90, 0]) cylinder(d = button_d + 0.4, h = wall + 2);
        // Back wall: monitor mount 75 mm, M4, and slots for warm air at the top.
        for (x = [-1, 1], y = [-1, 1]) translate([outer_w / 2 + x * vesa / 2, outer_h / 2 + y * vesa / 2, -1]) cylinder(d = 4.4, h = wall + 2);
        for (i = [-3 : 3]) translate([outer_w / 2 + i * 12 - 2, outer_h - wall - 14, -1]) cube([4, 10, wall + 2]);
        // Side screws for the front.
        for (y = tab_y, x = [-1, outer_w - wall - 1]) translate([x, y, shell_d - lip / 2]) rotate([0, 90, 0]) cylinder(d = 3.4, h = wall + 2);
    }
    for (p = holes) translate([p[0], p[1], wall - e]) difference() {
        cylinder(d = 7.4, h = standoff + e);
        translate([0, 0, 1]) cylinder(d = 4, h = standoff);
    }
}

// Outside face at z = 0, seen from behind; the players see it mirrored.
module front_plate() {
    difference() {
        rounded(outer_w, outer_h, front, 4);
        // Windows: two millimetres of the digits' rim stay covered.
        for (k = [0, 1]) translate([digits_x + k * (digit_w + digit_gap) + 2, digits_y + 2, -1]) cube([digit_w - 4, digit_h - 4, front + 2]);
        for (i = [0 : 6]) translate([lamp_x(i), wall + lamp_row / 2, -1]) cylinder(d = lamp_d + 0.3, h = front + 2);
        translate([outer_w - wall - 9, wall + lamp_row / 2, -1]) cylinder(d = 6, h = front + 2);
    }
}

function lamp_x(i) = outer_w / 2 - 6 + (i - 3) * (inner_w - 36) / 7;

module tab() {
    // Inside the shell's side wall; a heat-set insert takes the side screw.
    difference() {
        translate([0, -5, 0]) cube([7, 10, lip]);
        translate([-1, 0, lip / 2]) rotate([0, 90, 0]) cylinder(d = 4, h = 7);
    }
}

module front_part() {
    front_plate();
    translate([0, 0, front - e]) {
        for (y = tab_y) {
            translate([wall + 0.3, y, 0]) tab();
            translate([outer_w - wall - 0.3, y, 0]) mirror([1, 0, 0]) tab();
        }
        // Bosses for the clamp bars, as high as pane and digits together.
        for (x = [digits_x - boss / 2 - 0.5, digits_x + digits_w + boss / 2 + 0.5], y = clamp_y())
            translate([x, y, 0]) difference() {
                cylinder(d = 9, h = pane + digit_d + e);
                translate([0, 0, pane + digit_d - 7]) cylinder(d = 4, h = 8);
            }
        // Ribs that keep the pane in place.
        for (y = [digits_y - 2, digits_y + digit_h + 0.5]) translate([digits_x + 5, y, 0]) cube([digits_w - 10, 1.5, pane + 2]);
    }
}

function clamp_y() = [digits_y + digit_h * 0.22, digits_y + digit_h * 0.78];

module clamp_bar() {
    length = digits_w + 2 * boss - 2;
    difference() {
        rounded(length, 9, clamp, 3);
        for (x = [(length - digits_w - boss - 1) / 2, (length + digits_w + boss + 1) / 2]) translate([x, 4.5, -1]) cylinder(d = 3.4, h = clamp + 2);
    }
}

// Variant B: a digit of the same outline as the 100 mm one; seven light wells for four pixels each.
seg_l = 40; seg_w = 13; seg_gap = 2.5;

module segment() {
    l = seg_l - seg_gap; w = seg_w;
    linear_extrude(height = 100, center = true)
        polygon([[-l / 2, 0], [-l / 2 + w / 2, w / 2], [l / 2 - w / 2, w / 2], [l / 2, 0], [l / 2 - w / 2, -w / 2], [-l / 2 + w / 2, -w / 2]]);
}

module segments() {
    for (y = [-seg_l, 0, seg_l]) translate([0, y, 0]) segment();
    for (x = [-seg_l / 2, seg_l / 2], y = [-seg_l / 2, seg_l / 2]) translate([x, y, 0]) rotate(90) segment();
    translate([seg_l / 2 + 13, -seg_l - 2, 0]) cylinder(d = 8, h = 100, center = true);
}

module mask() {
    difference() {
        cube([digit_w, digit_h, digit_d - 2]);
        translate([digit_w / 2 - 3, digit_h / 2, 0]) segments();
    }
}

module mask_back() {
    difference() {
        cube([digit_w, digit_h, 2]);
        for (y = [12, digit_h - 12]) translate([digit_w / 2, y, -1]) cylinder(d = 7, h = 4);
    }
}

// What the box holds, for pictures only.
module board() {
    top = wall + standoff + board_t;
    color("darkgreen") translate([board_x, board_y, wall + standoff]) cube([board_w, board_h, board_t]);
    color("dimgray") translate([board_x + 56, board_y + 2, top + 8.5]) cube([28, 54, 4]);
    color("ivory") for (k = [0 : 2]) translate([board_x + 10.2 + 30.5 * k, board_y + board_h - 10, top]) cube([27.4, 5.8, 9.8]);
    color("black") for (k = [0 : 2]) translate([board_x + 9.5 + 30.5 * k, board_y + board_h - 34, top]) cube([26, 9, 9]);
    color("black") translate([board_x + 8, board_y - 0.4, top]) cube([9, 13.5, 11]);
    color("black") translate([board_x + 33.4, board_y - 0.4, top]) cube([15.8, 18, 11.5]);
}

// Digits and pane under their clamp bars, in the front lying on its face.
module clamped() {
    color([0.4, 0.4, 0.45, 0.5]) translate([digits_x, digits_y, front]) cube([digits_w, digit_h, pane]);
    color("dimgray") for (k = [0, 1]) translate([digits_x + k * (digit_w + digit_gap), digits_y, front + pane]) cube([digit_w, digit_h, digit_d]);
    color("orange") for (y = clamp_y()) translate([outer_w / 2 - digits_w / 2 - boss + 1, y - 4.5, front + pane + digit_d]) clamp_bar();
}

module contents() {
    board();
    color("black") for (k = [0, 1]) translate([digits_x + k * (digit_w + digit_gap), digits_y, shell_d - pane - digit_d]) cube([digit_w, digit_h, digit_d]);
    color("red") for (k = [0, 1]) translate([digits_x + k * (digit_w + digit_gap) + digit_w / 2 - 3, digits_y + digit_h / 2, shell_d - pane])
        intersection() { scale(digit_h / 122) segments(); translate([-50, -60, -0.2]) cube([100, 120, 0.6]); }
}

module assembly(gap = 70) {
    color("slategray") base();
    contents();
    translate([0, 0, gap + shell_d + front]) mirror([0, 0, 1]) color("lightsteelblue") front_part();
    color([0.4, 0.4, 0.45, 0.4]) translate([digits_x, digits_y, shell_d - pane + gap / 2]) cube([digits_w, digit_h, pane]);
}

if (part == "base") base();
if (part == "front") front_part();
if (part == "clamp") clamp_bar();
if (part == "mask") mask();
if (part == "mask_back") mask_back();
if (part == "assembly") assembly();
if (part == "inside") { color("slategray") base(); board(); }
if (part == "front_view") { color("lightsteelblue") front_part(); clamped(); }
if (part == "closed") { color("slategray") base(); contents(); translate([0, 0, shell_d + front]) mirror([0, 0, 1]) color("lightsteelblue") front_part(); }
