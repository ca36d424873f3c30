"""Sentences that are English for programs, and for a person in whatever language he reads.

A Phrase is its English sentence and still knows the message that it was made of, so that it can be said again in
another language. It passes through everything that takes a text.
"""

from typing import Self

from babel.support import Translations


def N_(message: str) -> str:  # noqa: N802 - the name by which gettext tools find a message
    """Mark a message for the catalogue; it is translated later."""
    return message


class Phrase(str):
    """A sentence made of a message of the catalogue and facts: `Phrase(N_("at most {most} rows"), most=2000)`.

    `text` is the English sentence where it is not the message itself.
    """

    __slots__ = ("facts", "message")

    message: str
    facts: dict[str, object]

    def __new__(cls, message: str, *, text: str | None = None, **facts: object) -> Self:
        made = super().__new__(cls, message.format(**facts) if text is None else text)
        made.message, made.facts = message, facts
        return made


def said(text: str, catalogue: Translations) -> str:
    """The text in the language of the catalogue; a plain one, like a value that somebody has typed, as it is."""
    if not isinstance(text, Phrase):
        return text
    facts = {
        name: said(fact, catalogue) if isinstance(fact, str) else fact for name, fact in text.facts.items()
    }
    return str(catalogue.gettext(text.message)).format(**facts)
