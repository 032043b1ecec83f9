"""A principal exceeds its rate limit: answers have Retry-After, and stock clients respect it."""

from __future__ import annotations

import json
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from muster.testkit.stack.hub import Hub, caller
from muster.testkit.stack.product import Product
from muster.testkit.stack.role_process import RoleProcess
from muster.testkit.stack.stock_client import stock_client

pytestmark = [pytest.mark.e2e]

HERE = Path(__file__).parent
PER_S = 2
BURST = 10 * PER_S


@pytest.fixture(scope="module")
def url(product: Product, tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    """A separate API that allows two requests per second."""
    given = {**product.endpoints, "MUSTER_REGISTRY_REQUESTS_PER_S": str(PER_S)}
    with closing(RoleProcess("muster.registry", tmp_path_factory.mktemp("api"), "http", **given)) as process:
        process.line("registry:http runs")
        process.until("/readyz", lambda answer: answer.is_success)
        yield process.url


def ask(hub: Hub) -> httpx.Response:
    return hub.http.get("/api/whoami-v2")


def exhausted(hub: Hub) -> None:
    """Send as many requests as the burst allows."""
    assert all(ask(hub).is_success for _ in range(BURST))


@pytest.mark.long
def test_excess_requests_wait_and_then_get_429_with_retry_after(product: Product, url: str) -> None:
    ann, bob = caller(product, "ann", url=url), caller(product, "bob", url=url)
    with ann.http, bob.http, ThreadPoolExecutor(100) as pool:
        asked = [pool.submit(ask, ann) for _ in range(100)]
        assert ask(bob).is_success, "others are answered"
        answers = [each.result() for each in asked]
    refused = [each for each in answers if not each.is_success]
    assert BURST < len(answers) - len(refused) < 100, "some have waited, some in vain"
    assert {each.status_code for each in refused} == {429}
    assert all(int(each.headers["Retry-After"]) >= 1 for each in refused)
    assert "principal acme/ann has sent more than 20 requests" in refused[0].json()["detail"]


@pytest.mark.parametrize("client", [pytest.param("hub-1", marks=pytest.mark.long), "hub-2"])
def test_a_stock_client_waits_and_continues(product: Product, url: str, client: str, tmp_path: Path) -> None:
    eve, elsewhere = caller(product, f"eve-{client}", url=url), caller(product, f"eve-{client}")
    with eve.http, elsewhere.http:
        repo = elsewhere.create()
        exhausted(eve)
    said = stock_client(
        HERE / f"{client}.lock",
        HERE / "rated_push.py",
        repo,
        tmp_path,
        url=url,
        token=eve.http.headers["authorization"].partition(" ")[2],
        home=tmp_path / "home",
        timeout_s=200,
        HF_HUB_DISABLE_XET="1",
    )
    assert json.loads(said)[1] == ["README.md", "w.bin"]
