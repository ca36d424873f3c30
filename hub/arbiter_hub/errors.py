"""Refusals: every answer in the 400s says field, found and allowed; a program gets JSON, who opens a page gets a page.

The words are in the language that the request asks for (Accept-Language, or what was chosen on the pages), and in
English where it asks for none.
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, cast

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from arbiter_clock.errors import FieldError
from arbiter_hub.phrases import N_, Phrase, said
from arbiter_hub.validation import allowed as allowed_by
from arbiter_hub.web.catalogues import translations
from arbiter_hub.web.language import wished
from arbiter_hub.web.problem import problem_page, wants_page

ENGLISH = "en"


class Refusal(BaseModel):
    """Why a request was refused."""

    field: str = Field(description="path of the value that does not fit", examples=["state"])
    found: str = Field(description="the value as it came, shortened", examples=["on"])
    allowed: str = Field(description="what would have been accepted", examples=["armed or off"])


class RefusedError(FieldError):
    """A refusal with its HTTP status: 401, 403, 404, 409, 422, 429 or 503."""

    def __init__(self, status: int, field: str, found: object, allowed: str):
        super().__init__(field, found, allowed)
        self.status = status


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route that may answer with these statuses."""
    return {status: {"model": Refusal} for status in statuses}


def refusals_beside(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The same, for a route whose other answers are no JSON."""
    schema = {"$ref": "#/components/schemas/Refusal"}
    content = {"application/json": {"schema": schema}}
    return {status: {"description": HTTPStatus(status).phrase, "content": content} for status in statuses}


def speaker(request: Request) -> Callable[[str], str]:
    """Says a phrase in the language that the request asks for, English if it asks for none."""
    catalogue = translations(wished(request) or ENGLISH)
    return lambda text: said(text, catalogue)


def refusal(
    request: Request,
    status: int,
    *,
    field: str,
    found: str,
    allowed: str,
    headers: dict[str, str] | None = None,
) -> Response:
    """The answer itself."""
    if status >= 400 and wants_page(request):
        response: Response = problem_page(request, status, field=field, found=found, allowed=allowed)
        response.headers.update(headers or {})
        return response
    say = speaker(request)
    body = {"field": field, "found": say(found), "allowed": say(allowed)}
    spoken = {"Content-Language": wished(request) or ENGLISH, "Vary": "Accept-Language, Cookie"}
    return JSONResponse(body, status_code=status, headers={**spoken, **(headers or {})})


def install_error_handlers(app: FastAPI) -> None:
    """Give each kind of refusal its one body."""

    async def on_field_error(request: Request, error: Exception) -> Response:
        fault = cast("FieldError", error)
        status = fault.status if isinstance(fault, RefusedError) else 422
        headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
        return refusal(
            request, status, field=fault.field, found=fault.found, allowed=fault.allowed, headers=headers
        )

    async def on_validation(request: Request, error: Exception) -> Response:
        first = cast("RequestValidationError", error).errors()[0]
        where = [str(part) for part in cast("tuple[object, ...]", first["loc"])]
        field = ".".join(where[1:]) or where[0]
        fault = FieldError(field, first.get("input"), allowed_by(first))
        return refusal(request, 422, field=fault.field, found=fault.found, allowed=fault.allowed)

    async def on_http(request: Request, error: Exception) -> Response:
        problem = cast("HTTPException", error)
        status, headers = problem.status_code, dict(problem.headers or {})
        field, found, allowed = "request", request.method, str(problem.detail)
        if status == 404:
            field, found, allowed = "path", request.url.path, Phrase(N_("an address of this hub"))
        elif status == 405:
            field, allowed = "method", headers.get("Allow", "another method")
        elif status == 413:
            field, found = "body", "more bytes"
        return refusal(request, status, field=field, found=found, allowed=allowed, headers=headers)

    app.add_exception_handler(FieldError, on_field_error)
    app.add_exception_handler(RequestValidationError, on_validation)
    app.add_exception_handler(HTTPException, on_http)
