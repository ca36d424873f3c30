"""`arbiter device` at a hub, by its API: images are uploaded and releases ordered, keys registered, clocks paired."""

import http.client
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, urlsplit

from arbiter_clock.errors import FieldError
from arbiter_hub.device.release import IMAGE, Setting

#: A hub asks the clocks, and waits for each that does not answer.
TIMEOUT_S = 30


class HubRefusedError(Exception):
    """The hub cannot be reached, or has refused; the text says why."""


@dataclass(frozen=True, slots=True)
class HubClient:
    """A hub by its address, http://HOST:PORT or https://…, and a token of the direction where that is needed."""

    url: str
    token: str | None = None

    @property
    def parts(self) -> SplitResult:
        """The parts of the address; FieldError if it is none."""
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise FieldError("--hub", self.url, "http://HOST:PORT or https://HOST:PORT")
        return parts

    def upload(self, image: bytes) -> str:
        """Upload an application image; its hash."""
        boundary = secrets.token_hex(16)
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{IMAGE}"\r\n\r\n'
        body = head.encode() + image + f"\r\n--{boundary}--\r\n".encode()
        return str(self._ask("POST", "images", body, f"multipart/form-data; boundary={boundary}")["hash"])

    def order(
        self, devices: Sequence[str] | None, image: str | None, settings: Mapping[str, Setting]
    ) -> dict[str, Any]:
        """Order a release for some devices, or for all whose key is registered: the hub's answer."""
        body = {
            "devices": None if devices is None else list(devices),
            "image": image,
            "settings": dict(settings),
        }
        return self._ask("POST", "releases", json.dumps(body).encode())

    def require_direction(self) -> None:
        """HubRefusedError unless the hub is there, and the token is good for keys."""
        self._ask("GET", "devices")

    def register_key(self, device: str, key: bytes) -> None:
        """Register the key of a device, or another instead."""
        self._ask("PUT", f"devices/{device}/key", json.dumps({"key": key.hex()}).encode())

    def redeem(self, code: str, name: str) -> dict[str, Any]:
        """Give a pairing code for what it is good for, once. HubRefusedError if it is good for no clock."""
        paired = self._ask("POST", "pairings/redeem", json.dumps({"code": code, "name": name}).encode())
        if paired["role"] != "device":
            told = FieldError(
                "--pair", f"a code for a {paired['role']}, which is used up now", "a code for a clock"
            )
            raise HubRefusedError(str(told))
        return paired

    def _ask(self, method: str, path: str, body: bytes | None = None, kind: str = "application/json") -> Any:
        parts = self.parts
        kinds = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}
        connection = kinds[parts.scheme](str(parts.hostname), parts.port, timeout=TIMEOUT_S)
        headers = {"Content-Type": kind}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        try:
            connection.request(method, f"{parts.path.rstrip('/')}/api/v1/{path}", body, headers)
            answer = connection.getresponse()
            told = json.loads(answer.read())
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise HubRefusedError(f"no hub at {self.url} ({error})") from None
        finally:
            connection.close()
        if answer.status >= 400:
            raise HubRefusedError(str(FieldError(told["field"], told["found"], told["allowed"])))
        return told
