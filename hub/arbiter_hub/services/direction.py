"""The direction's bearer token: made at first start, shown once, kept as a hash that only the hub can read."""

import hashlib
import hmac
import secrets

from arbiter_hub.private import write_private
from arbiter_hub.settings import Settings


class DirectionToken:
    """Checks the token. It has 256 random bits, so a plain hash is enough to keep it."""

    def __init__(self, settings: Settings):
        self._path = settings.data / "direction-token.sha256"
        self._configured = settings.direction_token
        self._hash = ""

    def prepare(self) -> str | None:
        """Load the hash; at the first start make the token and return it, for that once."""
        if self._configured is not None:
            self._hash = _digest(self._configured.get_secret_value())
            return None
        if self._path.exists():
            self._hash = self._path.read_text("ascii").strip()
            return None
        token = secrets.token_urlsafe(32)
        self._hash = _digest(token)
        write_private(self._path, self._hash + "\n")
        return token

    def matches(self, token: str) -> bool:
        """Whether this is the token; takes equally long whatever is wrong with it."""
        return hmac.compare_digest(_digest(token), self._hash)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
