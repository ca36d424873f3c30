"""Display drivers over buses they are given. Each has `segments(bits16, status8, brightness)`.

bits16: segments a to g and the point as bits 0 to 7 of the left digit, 8 to 15 of the right one.
status8: lamps in the order of `arbiter_clock.readout`. brightness: 0 (dark) to 255.
Every call sends the whole frame and the display's settings, so that a glitch on the wire or a supply
dip at the display lasts a second at most. Nothing is allocated once a driver exists.
"""
