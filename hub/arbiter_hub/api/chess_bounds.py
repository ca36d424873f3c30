"""Requests about correspondence chess: how large they may be, and in which language they are answered."""

from collections.abc import Callable, Coroutine
from typing import Annotated, Any, Final

from fastapi import Depends, Request, Response
from fastapi.routing import APIRoute

from arbiter_hub.errors import RefusedError
from arbiter_hub.services.chess_words import Words
from arbiter_hub.web.language import language_of

MAX_BYTES: Final = 4_000_000


class BoundedRoute(APIRoute):
    """A route that refuses a body of more than 4 MB before it is read, and one that does not say its length."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler, behind the check."""
        handle = super().get_route_handler()

        async def bounded(request: Request) -> Response:
            if request.method in ("POST", "PUT"):
                length = request.headers.get("content-length", "")
                if not length.isdigit():
                    raise RefusedError(411, "Content-Length", length or "nothing", "the length of the body")
                if int(length) > MAX_BYTES:
                    raise RefusedError(413, "body", f"{length} bytes", f"at most {MAX_BYTES} bytes")
            return await handle(request)

        return bounded


def _words(request: Request) -> Words:
    return Words(language_of(request))


#: The words of the asker's language.
WordsDep = Annotated[Words, Depends(_words)]
