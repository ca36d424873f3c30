"""Refusals: every answer in the 400s has the body {field, found, allowed}."""

from http import HTTPStatus
from typing import Any, cast

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from arbiter_clock.errors import FieldError


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


def refusal(
    status: int, field: str, found: str, allowed: str, headers: dict[str, str] | None = None
) -> JSONResponse:
    """The answer itself."""
    body = {"field": field, "found": found, "allowed": allowed}
    return JSONResponse(body, status_code=status, headers=headers)


def install_error_handlers(app: FastAPI) -> None:
    """Give each kind of refusal its one body."""

    async def on_field_error(_request: Request, error: Exception) -> JSONResponse:
        found = cast("FieldError", error)
        status = found.status if isinstance(found, RefusedError) else 422
        headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
        return refusal(status, found.field, found.found, found.allowed, headers)

    async def on_validation(_request: Request, error: Exception) -> JSONResponse:
        first = cast("RequestValidationError", error).errors()[0]
        where = [str(part) for part in cast("tuple[object, ...]", first["loc"])]
        field = ".".join(where[1:]) or where[0]
        found = FieldError(field, first.get("input"), str(first["msg"]))
        return refusal(422, found.field, found.found, found.allowed)

    async def on_http(request: Request, error: Exception) -> JSONResponse:
        problem = cast("HTTPException", error)
        headers = dict(problem.headers or {})
        if problem.status_code == 404:
            return refusal(404, "path", request.url.path, "an address of this hub", headers)
        if problem.status_code == 405:
            return refusal(405, "method", request.method, headers.get("Allow", "another method"), headers)
        return refusal(problem.status_code, "request", request.method, str(problem.detail), headers)

    app.add_exception_handler(FieldError, on_field_error)
    app.add_exception_handler(RequestValidationError, on_validation)
    app.add_exception_handler(HTTPException, on_http)
