"""Who may do what: users with passwords, sessions, API tokens, and codes that pair a device with a table.

A password is checked in a thread, two at a time at most, and takes as long for a name that does not exist. Tokens are
256 random bits, so a plain hash keeps them. The direction's token of the first start is one more way in.
"""

import asyncio
import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from pwdlib import PasswordHash
from sqlalchemy.exc import IntegrityError

from arbiter_hub.errors import RefusedError
from arbiter_hub.log import logger
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.services.direction import DirectionToken
from arbiter_hub.store.accounts import (
    Token,
    User,
    add_pairing,
    add_session,
    add_token,
    add_user,
    all_tokens,
    all_users,
    change_user,
    end_session,
    password_of,
    revoke_token,
    token_by_hash,
    use_pairing,
    user_of_session,
)
from arbiter_hub.store.engine import Store

Role = Literal["direction", "scorer", "referee", "viewer", "device"]
ROLES: tuple[Role, ...] = get_args(Role)

SESSION_MS = 12 * 3600 * 1000
PAIRING_MS = 10 * 60 * 1000
#: Without what looks alike: 0 O, 1 I L.
CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_LENGTH = 8
ATTEMPTS_A_MINUTE = 5

log = logger("accounts")


@dataclass(frozen=True, slots=True)
class Caller:
    """Who makes a request. `table`: the only one it may write to, None for all."""

    name: str
    role: Role
    table: str | None = None


class Accounts:
    """Everything about who somebody is."""

    def __init__(self, store: Store, direction: DirectionToken, utc: Callable[[], int]):
        self._store, self._direction, self._utc = store, direction, utc
        self._passwords = PasswordHash.recommended()
        self._at_once = asyncio.Semaphore(2)
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._attempts = RateLimitItemPerMinute(ATTEMPTS_A_MINUTE)
        self._nobody: str | None = None

    async def by_token(self, token: str) -> Caller | None:
        """The holder of a bearer token."""
        if self._direction.matches(token):
            return Caller("direction", "direction")
        async with self._store.read() as connection:
            found = await token_by_hash(connection, _digest(token))
        return None if found is None else Caller(found.name, _role(found.role), found.table)

    async def by_session(self, session: str) -> Caller | None:
        """Who is logged in."""
        async with self._store.read() as connection:
            user = await user_of_session(connection, _digest(session), self._utc())
        return None if user is None else Caller(user.name, _role(user.role))

    async def log_in(self, name: str, password: str, address: str) -> str:
        """A new session's secret. RefusedError 401 without telling what was wrong, 429 after too many attempts."""
        self._count_attempt("login", name, address)
        async with self._store.read() as connection:
            known = await password_of(connection, name)
        good = await self._verify(password, known[1] if known is not None else await self._hash_of_nobody())
        if known is None or not good:
            log.warning("login refused", address=address)
            raise RefusedError(
                401,
                "password",
                Phrase(N_("a wrong name or password")),
                Phrase(N_("name and password of a user")),
            )
        session = secrets.token_urlsafe(32)
        async with self._store.write() as connection:
            row = {"hash": _digest(session), "user_id": known[0], "expires_at": self._utc() + SESSION_MS}
            await add_session(connection, row)
        return session

    async def log_out(self, session: str) -> None:
        """End a session."""
        async with self._store.write() as connection:
            await end_session(connection, _digest(session), self._utc())

    async def users(self) -> list[User]:
        """Everybody."""
        async with self._store.read() as connection:
            return await all_users(connection)

    async def add_user(self, name: str, role: Role, password: str) -> int:
        """A new user; RefusedError 409 if the name is taken."""
        hashed = await self._hash(password)
        row = {"name": name, "role": role, "password": hashed, "created_at": self._utc()}
        try:
            async with self._store.write() as connection:
                return await add_user(connection, row)
        except IntegrityError:
            raise RefusedError(409, "name", name, Phrase(N_("a name that nobody has"))) from None

    async def change_user(
        self,
        user: int,
        *,
        role: Role | None = None,
        password: str | None = None,
        disabled: bool | None = None,
    ) -> None:
        """Change a user, who is logged out by it; RefusedError 404 if there is none."""
        if all(known.id != user for known in await self.users()):
            raise RefusedError(404, "user", user, Phrase(N_("the id of a user")))
        row: dict[str, object] = {}
        if role is not None:
            row["role"] = role
        if password is not None:
            row["password"] = await self._hash(password)
        if disabled is not None:
            row["disabled_at"] = self._utc() if disabled else None
        if row:
            async with self._store.write() as connection:
                await change_user(connection, user, row)

    async def tokens(self) -> list[Token]:
        """Every API token, without the secret."""
        async with self._store.read() as connection:
            return await all_tokens(connection)

    async def add_token(self, name: str, role: Role, table: str | None) -> tuple[int, str]:
        """(id, secret) of a new token; the secret is told this once."""
        secret = secrets.token_urlsafe(32)
        row = {
            "hash": _digest(secret),
            "name": name,
            "role": role,
            "table_id": table,
            "created_at": self._utc(),
        }
        async with self._store.write() as connection:
            return await add_token(connection, row), secret

    async def revoke_token(self, token: int) -> None:
        """It is refused from now on; RefusedError 404 if there is none."""
        async with self._store.write() as connection:
            if not await revoke_token(connection, token, self._utc()):
                raise RefusedError(404, "token", token, Phrase(N_("the id of a token that is not revoked")))

    async def start_pairing(self, table: str, role: Role) -> tuple[str, int]:
        """(code, end of its validity in ms since 1970)."""
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        end = self._utc() + PAIRING_MS
        async with self._store.write() as connection:
            row = {"hash": _digest(code), "table_id": table, "role": role, "expires_at": end}
            await add_pairing(connection, row)
        return code, end

    async def pair(self, code: str, name: str, address: str) -> tuple[str, Role, str]:
        """(table, role, secret of a new token) for a code, which is used up. RefusedError 403 for a code that is not
        good now, 429 after too many attempts."""
        self._count_attempt("pair", "", address)
        async with self._store.write() as connection:
            used = await use_pairing(connection, _digest(code.upper()), self._utc())
            if used is None:
                raise RefusedError(
                    403,
                    "code",
                    Phrase(N_("a code that is not good")),
                    Phrase(N_("one that is fresh and not used yet")),
                )
            secret = secrets.token_urlsafe(32)
            row = {"hash": _digest(secret), "name": name, "role": used[1], "table_id": used[0]}
            await add_token(connection, {**row, "created_at": self._utc()})
        return used[0], _role(used[1]), secret

    def _count_attempt(self, kind: str, name: str, address: str) -> None:
        if not self._limiter.hit(self._attempts, kind, name, address):
            log.warning("too many attempts", kind=kind, address=address)
            raise RefusedError(
                429,
                "attempts",
                Phrase(N_("more than {most} in a minute"), most=ATTEMPTS_A_MINUTE),
                Phrase(N_("another attempt in a minute")),
            )

    async def _hash(self, password: str) -> str:
        async with self._at_once:
            return await asyncio.to_thread(self._passwords.hash, password)

    async def _verify(self, password: str, hashed: str) -> bool:
        async with self._at_once:
            return await asyncio.to_thread(self._passwords.verify, password, hashed)

    async def _hash_of_nobody(self) -> str:
        if self._nobody is None:
            self._nobody = await self._hash(secrets.token_urlsafe(16))
        return self._nobody


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _role(text: str) -> Role:
    for role in ROLES:
        if role == text:
            return role
    raise ValueError(f"role: found {text}, allowed: {', '.join(ROLES)}")
