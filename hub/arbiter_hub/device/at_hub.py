"""`arbiter device update`: an image is uploaded to a hub, and a release ordered there, by its API."""

import http.client
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from arbiter_clock.errors import FieldError
from arbiter_hub.device.release import IMAGE, Setting

#: A hub asks the clocks, and waits for each that does not answer.
TIMEOUT_S = 30


class HubRefusedError(Exception):
    """The hub cannot be reached, or has refused; the text says why."""


@dataclass(frozen=True, slots=True)
class HubClient:
    """A hub by its address, http://HOST:PORT or https://…, and a token of the direction."""

    url: str
    token: str

    def upload(self, image: bytes) -> str:
        """Upload an application image; its hash."""
        boundary = secrets.token_hex(16)
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{IMAGE}"\r\n\r\n'
        body = head.encode() + image + f"\r\n--{boundary}--\r\n".encode()
        return str(self._post("images", body, f"multipart/form-data; boundary={boundary}")["hash"])

    def order(
        self, devices: Sequence[str] | None, image: str | None, settings: Mapping[str, Setting]
    ) -> dict[str, Any]:
        """Order a release for some devices, or for all whose key is registered: the hub's answer."""
        body = {
            "devices": None if devices is None else list(devices),
            "image": image,
            "settings": dict(settings),
        }
        return self._post("releases", json.dumps(body).encode(), "application/json")

    def _post(self, path: str, body: bytes, kind: str) -> dict[str, Any]:
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise FieldError("--hub", self.url, "http://HOST:PORT or https://HOST:PORT")
        kinds = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}
        connection = kinds[parts.scheme](parts.hostname, parts.port, timeout=TIMEOUT_S)
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": kind}
        try:
            connection.request("POST", f"{parts.path.rstrip('/')}/api/v1/{path}", body, headers)
            answer = connection.getresponse()
            told: dict[str, Any] = json.loads(answer.read())
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise HubRefusedError(f"no hub at {self.url} ({error})") from None
        finally:
            connection.close()
        if answer.status >= 400:
            raise HubRefusedError(str(FieldError(told["field"], told["found"], told["allowed"])))
        return told
