"""Bodies and files that are sent to the hub: how large they may be."""

from collections.abc import Callable, Coroutine
from typing import Any, Literal

from fastapi import Request, Response, UploadFile
from fastapi.routing import APIRoute

from arbiter_hub.errors import RefusedError

#: What a form adds to the file in it.
FORM_BYTES = 4_096


def bounded_route(most_bytes: int, what: Literal["file", "body"] = "file") -> type[APIRoute]:
    """A class of routes that refuse a larger file, or a body, before it is read, and one that does not say its
    length. RefusedError 411, 413."""
    limit = most_bytes + FORM_BYTES if what == "file" else most_bytes

    class Bounded(APIRoute):
        def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
            handle = super().get_route_handler()

            async def bounded(request: Request) -> Response:
                if request.method in ("POST", "PUT"):
                    length = request.headers.get("content-length", "")
                    if not length.isdigit():
                        raise RefusedError(
                            411, "Content-Length", length or "nothing", "the length of the body"
                        )
                    if int(length) > limit:
                        raise RefusedError(413, what, f"{length} bytes", f"at most {most_bytes} bytes")
                return await handle(request)

            return bounded

    return Bounded


async def content_of(file: UploadFile, most_bytes: int) -> bytes:
    """What is in the file; RefusedError 413 if it is too much."""
    content = await file.read(most_bytes + 1)
    if len(content) > most_bytes:
        raise RefusedError(413, "file", f"{file.size} bytes", f"at most {most_bytes} bytes")
    return content
