"""The clock's hardware as data: one netlist, and from it every drawing, list and check."""
