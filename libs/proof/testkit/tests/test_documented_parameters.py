"""The played API refuses what real services refuse: a client that sends it fails its test."""

from __future__ import annotations

import httpx
import pytest
from muster.testkit.api.canned_api import Answer, Api


@pytest.fixture(scope="module")
def url() -> str:
    api = Api()
    api.on("GET", "/v1/costs", Answer(200))
    api.on("GET", "/v1/jobs/*", Answer(200))
    api.on("GET", "/elsewhere", Answer(200))
    return api.url


@pytest.mark.parametrize(
    ("target", "status"),
    [
        ("/v1/costs?by=team&only=a=1&only=b=2", 200),
        ("/v1/costs?bye=team", 422),
        ("/v1/costs?by=team&by=job", 422),
        ("/v1/jobs/job-a?after=cmd-1", 200),
        ("/v1/jobs/job-a?rank=1", 422),
        ("/elsewhere?anything=1", 200),
    ],
)
def test_a_played_route_takes_the_parameters_on_its_page(url: str, target: str, status: int) -> None:
    assert httpx.get(f"{url}{target}", trust_env=False).status_code == status
