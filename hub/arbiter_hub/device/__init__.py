"""Real clocks: build what goes onto the chip, flash it, set it up, sign releases, read the log."""
