"""The pin map of the reference board: ESP32-DevKitC V4 with a WROOM-32E.

Plain numbers only, because hardware/ reads this file without running it and checks netlist and wiring
against it. Left alone: strapping pins 0, 2, 5, 12, 15; flash 6 to 11; UART0 1 and 3; PSRAM 16 and 17.
"""

# Display. MOSI and the WS2812 data line share a pin; a solder jumper selects the display.
SPI_SCK = 18
SPI_MOSI = 23
WS2812_DATA = 23
LATCH = 19
OUTPUT_ENABLE = 27  # active low, pulled up on the board: blank until the firmware drives it

# Buttons to ground, 10 k pull-up, 1 k series, 100 nF.
BUTTON_START = 32
BUTTON_SHOT = 33
BUTTON_PAUSE = 25
BUTTON_UNDO = 26
BUTTON_SWAP = 14
BUTTON_EXT = 13

BUZZER = 4  # pulled down at reset: a silent boot

# Ambient light, fuel gauge, small displays.
I2C_SDA = 21
I2C_SCL = 22

# Inputs only; ADC1, because ADC2 cannot be read while Wi-Fi is on.
SUPPLY_SENSE = 34
POWER_GOOD = 35
AMBIENT_LDR = 36  # no interrupts on 36 and 39
HANDSET_PRESENT = 39
