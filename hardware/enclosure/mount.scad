// The wall mount: screwed to the box's 75 mm pattern, hung on two wall screws. A 75 mm monitor arm fits as well.
include <params.scad>

part = "plate";
$fn = 40;

vesa = 75;
plate = 100;
thick = 5;
gap = 9;      // between wall and box: room for screw heads
e = 0.01;

module keyhole() {
    // Head 9 mm, shank 4.5 mm; the box slides down onto the shank.
    translate([0, 0, -1]) cylinder(d = 9.5, h = thick + 2);
    hull() for (y = [0, 10]) translate([0, y, -1]) cylinder(d = 4.8, h = thick + 2);
}

module plate_part() {
    difference() {
        union() {
            hull() for (x = [8, plate - 8], y = [8, plate - 8]) translate([x, y, 0]) cylinder(r = 8, h = thick);
            for (x = [-1, 1], y = [-1, 1]) translate([plate / 2 + x * vesa / 2, plate / 2 + y * vesa / 2, thick - e]) cylinder(d = 12, h = gap - thick + e);
        }
        for (x = [-1, 1], y = [-1, 1]) translate([plate / 2 + x * vesa / 2, plate / 2 + y * vesa / 2, -1]) {
            cylinder(d = 4.4, h = gap + 2);
            cylinder(d = 8.5, h = 4.2);
        }
        for (x = [-20, 20]) translate([plate / 2 + x, plate / 2 + 8, 0]) keyhole();
    }
}

plate_part();
