"""Logging in, users, API tokens, and pairing."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field

from arbiter_hub.api.access import COOKIE, CallerDep, only
from arbiter_hub.api.models import Done, Name, Strict
from arbiter_hub.deps import HubDep
from arbiter_hub.errors import RefusedError, refusals
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.services.accounts import CODE_LENGTH, SESSION_MS, Role
from arbiter_hub.sites import KEY_PATTERN

router = APIRouter(prefix="/api/v1", tags=["accounts"], responses=refusals(422))

TableName = Annotated[str, Field(pattern=KEY_PATTERN, examples=["1"])]
Id = Annotated[int, Path(ge=1, le=2**53)]

#: Of the person who is logged in; a person is no device.
PersonRole = Literal["direction", "scorer", "referee", "viewer"]


class Login(Strict):
    """Name and password."""

    name: Name
    password: str = Field(min_length=1, max_length=200)


class Me(BaseModel):
    """Who makes the request."""

    name: str
    role: Role
    table: str | None = Field(description="the only table it may write to; null: all")


class NewUser(Strict):
    """A person."""

    name: Name
    role: PersonRole
    password: str = Field(min_length=12, max_length=200)


class UserChange(Strict):
    """What is to be changed; the person is logged out by it."""

    role: PersonRole | None = None
    password: str | None = Field(default=None, min_length=12, max_length=200)
    disabled: bool | None = None


class UserView(BaseModel):
    """A person."""

    id: int
    name: str
    role: Role
    disabled: bool


class NewToken(Strict):
    """A token for a program or a page."""

    name: Name
    role: Role
    table: TableName | None = Field(default=None, description="the only table it may write to")


class TokenView(BaseModel):
    """A token, without its secret."""

    id: int
    name: str
    role: Role
    table: str | None
    revoked: bool


class Secret(BaseModel):
    """A token's secret, told this once."""

    id: int
    token: str


class NewPairing(Strict):
    """A code for somebody who stands at a table."""

    table: TableName
    role: Literal["scorer", "referee", "device"] = "device"


class PairingCode(BaseModel):
    """To be typed in within ten minutes, once."""

    code: str
    expires_at: int = Field(description="ms since 1970")


class Pairing(Strict):
    """The code that was told."""

    code: str = Field(min_length=CODE_LENGTH, max_length=CODE_LENGTH, examples=["7KQM4XHD"])
    name: Name


class BrokerAccess(BaseModel):
    """How a clock reaches the broker."""

    port: int
    user: str | None
    password: str | None
    tls: bool
    ca: str | None = Field(description="certificate authority of the broker, PEM; with TLS only")


class Paired(BaseModel):
    """What the code was good for."""

    site: str
    table: str = Field(description="name on the wire")
    key: str = Field(description="name in this API")
    role: Role
    token: str
    broker: BrokerAccess | None = Field(description="for a device, where the hub runs the broker")


@router.post("/session", responses=refusals(401, 429))
async def log_in(body: Login, hub: HubDep, request: Request, response: Response) -> Me:
    """Log in; the session is in a cookie that scripts cannot read."""
    session = await hub.accounts.log_in(body.name, body.password, _address(request))
    secure = request.url.scheme == "https"
    response.set_cookie(
        COOKIE, session, max_age=SESSION_MS // 1000, httponly=True, samesite="lax", secure=secure, path="/"
    )
    caller = await hub.accounts.by_session(session)
    if caller is None:
        raise RefusedError(
            401, "password", Phrase(N_("a user who was disabled meanwhile")), Phrase(N_("another user"))
        )
    return Me(name=caller.name, role=caller.role, table=caller.table)


@router.get("/session", responses=refusals(401))
async def who_am_i(caller: CallerDep) -> Me | None:
    """Who makes the request; null for the public."""
    return None if caller is None else Me(name=caller.name, role=caller.role, table=caller.table)


@router.delete("/session", responses=refusals(401, 403))
async def log_out(hub: HubDep, request: Request, response: Response, caller: CallerDep) -> Done:
    """Log out."""
    session = request.cookies.get(COOKIE)
    if session is not None and caller is not None:
        await hub.accounts.log_out(session)
    response.delete_cookie(COOKIE, path="/")
    return Done()


@router.get("/users", **only("direction"), responses=refusals(401, 403))
async def list_users(hub: HubDep) -> list[UserView]:
    """Everybody."""
    return [UserView.model_validate(user, from_attributes=True) for user in await hub.accounts.users()]


@router.post("/users", status_code=201, **only("direction"), responses=refusals(401, 403, 409))
async def add_user(body: NewUser, hub: HubDep) -> UserView:
    """A new person."""
    number = await hub.accounts.add_user(body.name, body.role, body.password)
    return UserView(id=number, name=body.name, role=body.role, disabled=False)


@router.patch("/users/{user}", **only("direction"), responses=refusals(401, 403, 404))
async def change_user(user: Id, body: UserChange, hub: HubDep) -> Done:
    """Change a person's role or password, or shut the person out."""
    await hub.accounts.change_user(user, role=body.role, password=body.password, disabled=body.disabled)
    return Done()


@router.get("/tokens", **only("direction"), responses=refusals(401, 403))
async def list_tokens(hub: HubDep) -> list[TokenView]:
    """Every API token."""
    return [TokenView.model_validate(token, from_attributes=True) for token in await hub.accounts.tokens()]


@router.post("/tokens", status_code=201, **only("direction"), responses=refusals(401, 403))
async def add_token(body: NewToken, hub: HubDep) -> Secret:
    """A new API token; the answer is the only place where its secret appears."""
    if body.table is not None:
        hub.sites.address(body.table)
    number, secret = await hub.accounts.add_token(body.name, body.role, body.table)
    return Secret(id=number, token=secret)


@router.delete("/tokens/{token}", **only("direction"), responses=refusals(401, 403, 404))
async def revoke_token(token: Id, hub: HubDep) -> Done:
    """Revoke an API token at once."""
    await hub.accounts.revoke_token(token)
    return Done()


@router.post("/pairings", status_code=201, **only("direction"), responses=refusals(401, 403, 409))
async def start_pairing(body: NewPairing, hub: HubDep) -> PairingCode:
    """A code that pairs whoever types it in with a table."""
    if body.role == "device" and hub.settings.broker == "embedded":
        allowed = Phrase(N_("mosquitto or an external broker, as a clock needs a network"))
        raise RefusedError(409, "broker", hub.settings.broker, allowed)
    hub.sites.address(body.table)
    code, end = await hub.accounts.start_pairing(body.table, body.role)
    return PairingCode(code=code, expires_at=end)


@router.post("/pairings/redeem", responses=refusals(403, 429))
async def redeem_pairing(body: Pairing, hub: HubDep, request: Request) -> Paired:
    """Give a code for a token of its table and role."""
    table, role, token = await hub.accounts.pair(body.code, body.name, _address(request))
    site, name = hub.sites.address(table)
    access = hub.broker.admit(table) if role == "device" else None
    broker = None
    if access is not None:
        broker = BrokerAccess(
            port=access.port,
            user=access.user,
            password=access.password,
            tls=access.tls,
            ca=None if access.ca is None else access.ca.read_text("utf-8", "replace"),
        )
    return Paired(site=site, table=name, key=table, role=role, token=token, broker=broker)


def _address(request: Request) -> str:
    return request.client.host if request.client is not None else ""
