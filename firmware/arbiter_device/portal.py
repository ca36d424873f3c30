"""Set up from a telephone: an access point of the device's own, and one page on it, until it has a network.

Every name that is asked for is answered with the device's own address, so that a telephone opens the page by
itself. The access point has no password, because a new device has no secret to share; so it is there only while
there is no network in the settings, and the page never shows what is stored.
"""

import asyncio
import socket

from arbiter_clock.errors import FieldError
from arbiter_device import config as settings

HTTP_PORT = 80
DNS_PORT = 53
_FIELDS = (
    ("wifi_ssid", "WLAN"),
    ("wifi_password", "WLAN-Passwort"),
    ("broker_host", "Hub (Adresse)"),
    ("broker_port", "Port"),
    ("broker_user", "Benutzer"),
    ("broker_password", "Passwort"),
    ("site", "Ort"),
    ("table", "Tisch"),
)
_LONGEST_REQUEST = 2048
_TIMEOUT_MS = 5000
_HEAD = "<!doctype html><meta charset=utf-8><meta name=viewport content='width=device-width'><title>Arbiter</title>"


def form(message):
    """The page, with a message above the fields."""
    rows = ["<p><label>" + label + "<br><input name=" + name + "></label>" for name, label in _FIELDS]
    return (
        _HEAD
        + "<h1>Arbiter</h1><p>"
        + escape(message)
        + "<form method=post>"
        + "".join(rows)
        + "<p><button>OK</button></form>"
    )


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;")


def unquote(text):
    """Decode one value of a form; FieldError for an escape that is none."""
    out = bytearray()
    index = 0
    data = text.encode()
    while index < len(data):
        byte = data[index]
        if byte == 0x2B:
            byte = 0x20
        elif byte == 0x25:
            try:
                byte = int(data[index + 1 : index + 3].decode(), 16)
            except ValueError:
                raise FieldError("form", text, "escapes of two hexadecimal digits") from None
            index += 2
        out.append(byte)
        index += 1
    try:
        return bytes(out).decode()
    except UnicodeError:
        raise FieldError("form", "bytes that are no text", "UTF-8") from None


def changes(body):
    """Settings that a submitted form fills in, checked; FieldError names what is wrong, or that there is no network."""
    found = {}
    known = [name for name, _ in _FIELDS]
    for pair in body.split("&"):
        name, _, value = pair.partition("=")
        value = unquote(value)
        if not value or name not in known:
            continue
        if type(settings.SPEC[name][0]) is int and all(char in "0123456789" for char in value):
            value = int(value)
        settings.check(name, value)
        found[name] = value
    if "wifi_ssid" not in found:
        raise FieldError("config.wifi_ssid", "nothing", "the name of a network")
    return found


def dns_answer(query, address):
    """The reply to a query: its own question, and `address` (4 bytes) for an A record; None for what is no query."""
    if len(query) < 17 or query[2] & 0x80 or query[4:6] != b"\x00\x01":
        return None
    end = 12
    while end < len(query) and query[end]:
        end += query[end] + 1
    end += 5
    if end > len(query):
        return None
    is_address = query[end - 4 : end - 2] == b"\x00\x01"
    head = (
        query[:2] + b"\x81\x80\x00\x01" + (b"\x00\x01" if is_address else b"\x00\x00") + b"\x00\x00\x00\x00"
    )
    record = b"\xc0\x0c\x00\x01\x00\x01\x00\x00\x00\x3c\x00\x04" + address if is_address else b""
    return head + query[12:end] + record


class Portal:
    """`access_point` is a WLAN interface, `done()` is called when settings have been kept."""

    def __init__(self, access_point, name, config, done, *, http_port=HTTP_PORT, dns_port=DNS_PORT):
        self._access_point = access_point
        self._name = name
        self._config = config
        self._done = done
        self._http_port = http_port
        self._dns_port = dns_port

    async def run(self, heart):
        self._access_point.active(True)
        self._access_point.config(ssid=self._name, security=0)
        address = self._access_point.ifconfig()[0]
        server = await asyncio.start_server(self._serve, address, self._http_port)
        names = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            names.setblocking(False)
            names.bind(socket.getaddrinfo(address, self._dns_port)[0][-1])
            packed = bytes([int(part) for part in address.split(".")])
            while True:
                heart.beat()
                self._answer_names(names, packed)
                await asyncio.sleep_ms(50)
        finally:
            names.close()
            server.close()

    def _answer_names(self, names, address):
        try:
            query, asker = names.recvfrom(512)
            reply = dns_answer(query, address)
            if reply:
                names.sendto(reply, asker)
        except OSError:
            pass  # nobody has asked, or the asker has gone

    async def _serve(self, reader, writer):
        try:
            kept = await asyncio.wait_for_ms(self._exchange(reader, writer), _TIMEOUT_MS)
        except (OSError, asyncio.TimeoutError, EOFError, ValueError):
            kept = False
        await writer.wait_closed()
        if kept:
            self._done()

    async def _exchange(self, reader, writer):
        """Answer one request; whether settings were kept."""
        method = (await reader.readline()).split(b" ")[0]
        length = 0
        while True:
            line = await reader.readline()
            if line in (b"\r\n", b"\n", b""):
                break
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        kept = False
        message = "Bitte die Daten des Netzes eingeben."
        if method == b"POST" and 0 < length <= _LONGEST_REQUEST:
            body = await reader.readexactly(length)
            try:
                self._config.change(changes(body.decode()))
                kept = True
                message = "Gespeichert. Die Uhr startet neu."
            except FieldError as error:
                message = str(error)
        page = form(message).encode()
        writer.write(
            b"HTTP/1.0 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nCache-Control: no-store\r\n"
            b"Content-Length: " + str(len(page)).encode() + b"\r\n\r\n"
        )
        writer.write(page)
        await writer.drain()
        return kept
