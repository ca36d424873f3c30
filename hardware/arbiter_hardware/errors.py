"""One error for everything that is wrong in the design: it names the place, what was found and what is allowed."""


class DesignError(ValueError):
    """A fault in the hardware description itself, found while it is read."""

    def __init__(self, place: str, found: object, allowed: object) -> None:
        super().__init__(f"{place}: found {found}, allowed {allowed}")
        self.place = place
        self.found = found
        self.allowed = allowed
