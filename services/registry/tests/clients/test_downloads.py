"""Downloads from a running product: counted once, used for sorting, limited by a quota, and reported."""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Generator
from contextlib import ExitStack
from typing import Any, NamedTuple

import httpx
import pytest
from muster.testkit.stack.hub import Hub, caller, file, large
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e]

SIZE = 50_000
HEADER_SIZE = 64


def weights() -> bytes:
    """Return SIZE random bytes that a scanner finds clean."""
    size = SIZE - HEADER_SIZE - 8
    described = {"w": {"dtype": "U8", "shape": [size], "data_offsets": [0, size]}}
    header = json.dumps(described, separators=(",", ":")).encode().ljust(HEADER_SIZE)
    return len(header).to_bytes(8, "little") + header + os.urandom(size)


class Readers(NamedTuple):
    """A public repository of acme, and an organisation whose members read it."""

    repo: str
    tenant: str
    eve: Hub
    ops: Hub


@pytest.fixture
def readers(product: Product) -> Generator[Readers]:
    tenant = f"t{uuid.uuid4().hex[:8]}"
    with ExitStack() as opened:
        ann = caller(product)
        eve, ops = caller(product, "eve", tenant), caller(product, "ops", tenant, "operator")
        for hub in (ann, eve, ops):
            opened.enter_context(hub.http)
        repo = ann.create(visibility="public")
        ann.commit(repo, large("w.safetensors", ann.upload(repo, weights()), SIZE)).raise_for_status()
        ann.commit(repo, file("config.json", b"{}")).raise_for_status()
        yield Readers(repo, tenant, eve, ops)


def read(hub: Hub, repo: str, path: str = "w.safetensors", **headers: str) -> httpx.Response:
    return hub.http.get(f"/{repo}/resolve/main/{path}", follow_redirects=True, headers=headers)


def usage(hub: Hub) -> dict[str, Any]:
    return hub.http.get("/v1/storage").raise_for_status().json()


def downloads(hub: Hub, repo: str) -> int:
    return hub.http.get(f"/api/models/{repo}").raise_for_status().json()["downloads"]


def test_a_range_counts_once_per_reader_and_a_download_per_repository(
    product: Product, readers: Readers
) -> None:
    repo, _, eve, ops = readers
    for _ in range(2):
        assert len(read(eve, repo).content) == SIZE
        assert len(read(eve, repo, Range="bytes=0-999").content) == 1_000
    eve.http.head(f"/{repo}/resolve/main/w.safetensors").raise_for_status()
    product.until(
        lambda: usage(eve)["downloaded_bytes"] == SIZE + 1_000,
        told=lambda: str(usage(eve)["downloaded_bytes"]),
    )
    assert downloads(eve, repo) == 1
    assert read(ops, repo, "config.json").content == b"{}"
    product.until(lambda: downloads(eve, repo) == 2, told=lambda: str(downloads(eve, repo)))

    def most_downloaded() -> list[str]:
        asked = {"sort": "downloads", "author": "acme", "limit": "1000"}
        return [each["id"] for each in eve.http.get("/api/models", params=asked).json() if each["downloads"]]

    product.until(lambda: repo in most_downloaded(), told=lambda: str(most_downloaded()))
    found = eve.http.get("/v1/search", params={"text": repo.split("/")[1], "sort": "downloads"}).json()
    assert [(each["name"], each["downloads"]) for each in found["items"]] == [(repo, 2)]


def test_an_organisation_at_its_download_quota_is_refused_and_notified_before(
    product: Product, readers: Readers
) -> None:
    repo, tenant, eve, ops = readers
    limit = {"quota_bytes": SIZE + 10_000}
    path = f"/v1/storage/{tenant}/download-quota"
    assert eve.http.put(path, json=limit).status_code == 403
    ops.http.put(path, json=limit, params={"wait_s": 30}).raise_for_status()
    product.until(lambda: usage(eve)["download_quota_bytes"] == SIZE + 10_000)
    assert read(eve, repo).is_success
    alerts = product.endpoints["MUSTER_ALERTS_URL"]

    def titles() -> list[str]:
        asked = ops.http.get(f"{alerts}/v1/alerts", params={"series": f"downloads/{tenant}"})
        return [each["title"] for each in asked.raise_for_status().json()["items"]]

    product.until(
        lambda: titles() == [f"{tenant} has used 80 % of its downloads"], told=lambda: str(titles())
    )
    part = read(eve, repo, Range="bytes=0-9999")
    assert part.is_success, part.text
    product.until(lambda: read(eve, repo).status_code == 403)
    refused = read(eve, repo)
    assert (refused.status_code, "within 30 days; must be less than 60000" in refused.text) == (403, True)
    assert "ask an operator" in refused.headers["X-Error-Message"]
    assert eve.http.head(f"/{repo}/resolve/main/w.safetensors").is_success, "a HEAD request is not a download"
    product.until(lambda: len(titles()) == 2, told=lambda: str(titles()))
    ops.http.put(path, json={"quota_bytes": None}, params={"wait_s": 30}).raise_for_status()
    product.until(lambda: read(eve, repo).is_success)
