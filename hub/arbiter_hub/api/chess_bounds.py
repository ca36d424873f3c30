"""Requests about correspondence chess: how large they may be, and in which language they are answered."""

from typing import Annotated, Final

from fastapi import Depends, Request

from arbiter_hub.api.uploads import bounded_route
from arbiter_hub.services.chess_words import Words
from arbiter_hub.web.language import language_of

MAX_BYTES: Final = 4_000_000


#: Routes that take a body of 4 MB at the most.
BoundedRoute = bounded_route(MAX_BYTES, "body")


def _words(request: Request) -> Words:
    return Words(language_of(request))


#: The words of the asker's language.
WordsDep = Annotated[Words, Depends(_words)]
