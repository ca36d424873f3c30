// Made from layout.py and parts.toml by `python hardware/build.py --wiring`; change it there. Unit: mm.
wall = 2.4;
front = 2.4;
pane = 3;
standoff = 8;
clamp = 5;
lamp_d = 10;
lamp_row = 18;
digit_gap = 6;
boss = 12;
board_w = 115;
board_h = 100;
board_t = 1.6;
button_d = 24;
button_depth = 28;
button_flange = 28;
// full: inner w h d, digit w h d, board x y
size_full = [210, 152, 57.9, 90, 122, 16, 4.4, 3];
holes_full = [[8.4, 99], [115.4, 99], [8.4, 7], [115.4, 7]];
openings_full = [[11.1, 23.1, 11.5, 23.5], [37.375, 53.975, 11.6, 25.9], [67.75, 80.75, 20, 29]];
// compact: inner w h d, digit w h d, board x y
size_compact = [148, 101.6, 53.9, 48, 70, 12, 4.4, 3];
holes_compact = [[8.4, 99], [115.4, 99], [8.4, 7], [115.4, 7]];
openings_compact = [[11.1, 23.1, 11.5, 23.5], [37.375, 53.975, 11.6, 25.9], [67.75, 80.75, 20, 29]];
