"""Bodies and files that are sent to the hub: how large they may be."""

from collections.abc import Callable, Coroutine
from typing import Any, Final, Literal

from fastapi import HTTPException, Request, Response, UploadFile
from fastapi.routing import APIRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arbiter_hub.errors import RefusedError
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.services.csv_import import too_large

#: What a form adds to the file in it.
FORM_BYTES = 4_096
#: What any other route takes.
BODY_BYTES: Final = 500_000


class BoundedRoute(APIRoute):
    """A route that looks itself at the size of what it is sent."""


class BoundedBodies:
    """Reads no more of a body than BODY_BYTES, except for a BoundedRoute. A body is read before it is looked who has
    sent it, so nobody needs a role to fill the hub's memory with one."""

    def __init__(self, app: ASGIApp):
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what comes; HTTPException 413 into whoever reads more."""
        taken = 0

        async def bounded() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > BODY_BYTES and not isinstance(scope.get("route"), BoundedRoute):
                raise HTTPException(413, f"at most {BODY_BYTES} bytes")
            return message

        await self._app(scope, bounded if scope["type"] == "http" else receive, send)


def bounded_route(most_bytes: int, what: Literal["file", "body"] = "file") -> type[APIRoute]:
    """A class of routes that refuse a larger file, or a body, before it is read, and one that does not say its
    length. RefusedError 411, 413."""
    limit = most_bytes + FORM_BYTES if what == "file" else most_bytes

    class Bounded(BoundedRoute):
        def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
            handle = super().get_route_handler()

            async def bounded(request: Request) -> Response:
                if request.method in ("POST", "PUT"):
                    length = request.headers.get("content-length", "")
                    if not length.isdigit():
                        found = length or Phrase(N_("nothing"))
                        raise RefusedError(411, "Content-Length", found, Phrase(N_("the length of the body")))
                    if int(length) > limit:
                        raise RefusedError(413, what, *too_large(int(length), most_bytes))
                return await handle(request)

            return bounded

    return Bounded


async def content_of(file: UploadFile, most_bytes: int) -> bytes:
    """What is in the file; RefusedError 413 if it is too much."""
    content = await file.read(most_bytes + 1)
    if len(content) > most_bytes:
        raise RefusedError(413, "file", *too_large(file.size or len(content), most_bytes))
    return content
