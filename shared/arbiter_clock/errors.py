"""The one error for input that does not fit: it names the field, what was found and what is allowed."""


class FieldError(ValueError):
    """A value from outside was refused.

    `field` is the path of the value ("points_to_go.a"), `found` its text as it came (shortened to 80
    characters), `allowed` says in words what would have been accepted.
    """

    def __init__(self, field: str, found: object, allowed: str):
        text = found if isinstance(found, str) else repr(found)
        if len(text) > 80:
            text = text[:77] + "..."
        super().__init__(field + ": found " + text + ", allowed: " + allowed)
        self.field = field
        self.found = text
        self.allowed = allowed
