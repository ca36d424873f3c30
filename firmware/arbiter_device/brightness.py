"""How bright the display is: set by hand in percent, or following the light in the hall."""

DARKEST = 40  # legible in a dark hall
_FULL_LIGHT = 40000  # of 65535, at and above which the display is at full level


def ambient_level(reading):
    """Level 0 to 255 for a light reading of 0 to 65535."""
    return DARKEST + (255 - DARKEST) * min(reading, _FULL_LIGHT) // _FULL_LIGHT


class Brightness:
    """`level()` is the level to show; `read()` gives ambient light. Changes are taken over in small steps."""

    def __init__(self, config, read):
        self._config = config
        self._read = read
        self._smooth = ambient_level(read())
        self.limit = 255  # while the supply is low, less

    def level(self):
        percent = self._config.get("brightness")
        return min(self.limit, max(1, percent * 255 // 100) if percent else self._smooth)

    def follow(self):
        """Go a quarter of the way to the light in the hall, but not for less than a step that an eye would see."""
        wanted = ambient_level(self._read())
        if abs(wanted - self._smooth) > 3:
            self._smooth += (wanted - self._smooth) // 4
