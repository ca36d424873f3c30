"""Requests made up from the OpenAPI document: no answer is an error of the hub, and every refusal says why."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from chaos import hub_process
from hub.harness import MATCH, TOKEN, Mosquitto, wait_for_port
from hypothesis import HealthCheck, given, settings

from arbiter_hub.broker.base import free_port

HEADERS = {"Authorization": f"Bearer {TOKEN}"}
EXAMPLES = 3
#: Streams do not end, and the rule services of other games have tests of their own.
LEFT_OUT = r"stream|chess|bridge|session|pairings/redeem"


@pytest.fixture(scope="module")
def address(broker: Mosquitto, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    port = free_port()
    hub = hub_process.start(
        {
            "data": str(tmp_path_factory.mktemp("fuzz")),
            "port": port,
            "broker": "external",
            "broker_port": broker.port,
            "site": "fuzz",
            "direction_token": TOKEN,
            "command_ttl_ms": 100,
            "log_level": "error",
        }
    )
    try:
        wait_for_port(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        hub.terminate()
        hub.join(10)


def test_made_up_requests_are_answered_or_refused_with_a_reason(address: str) -> None:
    assert (
        httpx.post(f"{address}/api/v1/tables/1/match", json=MATCH, headers=HEADERS, timeout=30).status_code
        == 201
    )
    schema = schemathesis.openapi.from_url(f"{address}/openapi.json").exclude(path_regex=LEFT_OUT)
    tried = 0
    for found in schema.get_all_operations():
        operation = found.ok()

        @settings(
            max_examples=EXAMPLES, deadline=None, database=None, derandomize=True,
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        @given(operation.as_strategy())
        def answers(case: Any) -> None:
            response = case.call(headers=HEADERS)
            assert response.status_code < 500 or response.status_code == 503, (
                case.as_curl_command(),
                response.text,
            )
            if 400 <= response.status_code < 500:
                assert set(response.json()) == {"field", "found", "allowed"}, case.as_curl_command()

        answers()
        tried += 1
    assert tried > 20


def test_after_all_that_the_hub_is_well(address: str) -> None:
    assert httpx.get(f"{address}/healthz").json()["status"] == "ok"
