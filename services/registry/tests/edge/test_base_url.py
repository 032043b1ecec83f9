"""Answers contain the address that the client used, also behind trusted proxies."""

from __future__ import annotations

from ipaddress import ip_network
from typing import Final

import pytest
from fastapi import Request
from muster.registry.edge.requests.base_url import base_url

FORWARDED: Final = {"x-forwarded-host": "hub.acme.com", "x-forwarded-proto": "https"}


def request(peer: str = "127.0.0.1", root_path: str = "", **headers: str) -> Request:
    """Return a request from an address."""
    named = {"host": "localhost:18105", **headers}
    return Request(
        {
            "type": "http",
            "scheme": "http",
            "path": f"{root_path}/api/repos/create",
            "root_path": root_path,
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in named.items()],
            "client": (peer, 40_000),
            "server": ("127.0.0.1", 18_105),
        }
    )


@pytest.mark.parametrize(
    ("asked", "proxies", "expected"),
    [
        (request(), [], "http://localhost:18105"),
        (request(host="127.0.0.1:18105"), [], "http://127.0.0.1:18105"),
        (request(root_path="/registry"), [], "http://localhost:18105/registry"),
        (request("10.0.0.7", **FORWARDED), [], "http://localhost:18105"),
        (request("10.1.0.7", **FORWARDED), ["10.0.0.0/24"], "http://localhost:18105"),
        (request("10.0.0.7", **FORWARDED), ["10.0.0.0/24"], "https://hub.acme.com"),
        (request("::1", **FORWARDED), ["10.0.0.0/24", "::1/128"], "https://hub.acme.com"),
        (
            request("10.0.0.7", "/registry", **FORWARDED, **{"x-forwarded-prefix": "/models/"}),
            ["10.0.0.7/32"],
            "https://hub.acme.com/models/registry",
        ),
        (request("10.0.0.7", **{"x-forwarded-host": "a.com, b.com"}), ["10.0.0.7/32"], "http://a.com"),
        (request("10.0.0.7", **{"x-forwarded-host": "a.com/?x="}), ["10.0.0.7/32"], "http://localhost:18105"),
        (request("10.0.0.7", **{"x-forwarded-host": "[::1]:80"}), ["10.0.0.7/32"], "http://[::1]:80"),
    ],
)
def test_answers_carry_the_address_that_the_client_used(
    asked: Request, proxies: list[str], expected: str
) -> None:
    assert base_url(asked, [ip_network(each) for each in proxies]) == expected
