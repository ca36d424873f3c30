"""The shot clock on the ESP32. Everything that touches the chip is in `board` and `drivers`."""
