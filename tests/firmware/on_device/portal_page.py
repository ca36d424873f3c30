"""The page served for real: a form comes back, wrong input is told, good input is kept and ends the visit."""

import asyncio
import random

import network

from arbiter_device import config, portal


class Heart:
    def beat(self):
        pass


async def ask(port, request):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    await writer.drain()
    answer = await reader.read(-1)
    await writer.wait_closed()
    return answer.decode()


def post(body):
    return f"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()


async def check_a_visit_from_the_first_page_to_the_kept_settings():
    settings = config.Config(".")
    done = []
    port = 30000 + random.getrandbits(14)
    point = network.WLAN(network.AP_IF)
    page = portal.Portal(point, "Arbiter", settings, lambda: done.append(1), http_port=port, dns_port=port)
    task = asyncio.create_task(page.run(Heart()))
    await asyncio.sleep_ms(100)
    assert point.active()
    assert point.settings == {"ssid": "Arbiter", "security": 0}
    assert "<form" in await ask(port, b"GET /hotspot-detect.html HTTP/1.1\r\nHost: captive.example\r\n\r\n")
    assert "config.wifi_ssid" in await ask(port, post("table=4"))
    assert "<form" in await ask(port, b"POST / HTTP/1.1\r\nContent-Length: 999999\r\n\r\n")
    assert settings.source == "defaults"
    assert done == []
    assert "Gespeichert" in await ask(port, post("wifi_ssid=hall&table=4"))
    await asyncio.sleep_ms(50)
    assert done == [1]
    task.cancel()
    assert config.Config(".").get("wifi_ssid") == "hall"
    assert config.Config(".").get("table") == "4"
