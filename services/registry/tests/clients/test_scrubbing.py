"""Damaged objects in the store are not served until they are sound again."""

from __future__ import annotations

import asyncio
import os
import threading
import uuid
from pathlib import Path

import pytest
from muster.registry.config import Settings
from muster.registry.core.storage.uploads import copies_prefix
from muster.registry.edge.scrubbing import Scrubber, scrub
from muster.store.sealed import SealedStore
from muster.telemetry import metrics
from muster.testkit.stack.hub import caller, large
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.long]  # every object of the product is read


def test_a_damaged_object_is_refused_on_every_route_until_repaired(
    product: Product, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUSTER_HOME", str(product.home.root))
    settings = Settings.load(home=tmp_path, registry_token_file=product.home.registry_token_file)
    tenant, store, data = f"org-{uuid.uuid4().hex[:8]}", SealedStore(settings.store()), os.urandom(1_000)
    hub = caller(product, tenant=tenant)
    scrubber = Scrubber(store, 2**40, threading.Event())
    with hub.http:
        repo = hub.create(organization=tenant)
        oid = hub.upload(repo, data)
        hub.commit(repo, large("w.bin", oid, len(data))).raise_for_status()
        (key,) = store.keys(f"registry/lfs/{oid[:2]}/{oid}/")
        address = f"/{repo}/resolve/main/w.bin"
        assert hub.http.get(address, follow_redirects=True).content == data

        store.put(key, data[:-1] + bytes([data[-1] ^ 1]))
        assert asyncio.run(scrub(settings, scrubber)) > 0
        refused = hub.http.get(address)
        assert (refused.status_code, "damaged in the store" in refused.text) == (503, True)
        by_lfs = hub.batch(repo, data, operation="download")
        assert "damaged in the store" in by_lfs["error"]["message"]
        assert hub.http.get("/v1/storage").json()["damaged_objects"] == 1
        listed = hub.http.get("/v1/storage/damaged").json()
        (shown,) = listed["items"]
        assert (shown["object"], shown["repositories"]) == (f"lfs/{oid}", [f"model/{repo}"])
        assert "SHA-256" in shown["reason"]
        assert listed["count"] == 1
        damaged = damaged_metric()
        assert damaged >= 1

        store.put(f"{copies_prefix(f'lfs/{oid}', 'backup')}1", data)
        asyncio.run(scrub(settings, scrubber))
        assert hub.http.get(address, follow_redirects=True).content == data
        assert hub.http.get("/v1/storage/damaged").json() == {
            "items": [],
            "next_page_token": None,
            "count": 0,
        }
        assert damaged_metric() == damaged - 1


def damaged_metric() -> float:
    """Value of the gauge of damaged objects, which this process has set."""
    (metric,) = metrics.OBJECTS_DAMAGED.collect()
    return metric.samples[0].value
