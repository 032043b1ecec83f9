"""Reads are recorded; unread objects move to the store's cold class and are readable there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import uuid
from collections.abc import Generator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from muster.events.registry_events import Tier
from muster.registry.config import Settings
from muster.registry.edge.content import Content
from muster.registry.edge.projections import TABLES
from muster.registry.edge.tiering.placement import Placer
from muster.store.objects import STANDARD
from muster.store.sealed import SealedStore
from muster.testkit.stack.hub import Hub, caller, large
from muster.testkit.stack.product import Product
from muster.testkit.stores.moto import moto

pytestmark = [pytest.mark.e2e]

HERE = Path(__file__).parent
SIZE = 300_000
HEADER_SIZE = 64
ANYWHERE = "registry-events/0/0"
"""Any position that the tables hold is good."""


def weights() -> bytes:
    """Return SIZE random bytes that a scanner finds clean."""
    size = SIZE - HEADER_SIZE - 8
    described = {"w": {"dtype": "U8", "shape": [size], "data_offsets": [0, size]}}
    header = json.dumps(described, separators=(",", ":")).encode().ljust(HEADER_SIZE)
    return len(header).to_bytes(8, "little") + header + os.urandom(size)


@dataclass
class Stored:
    """A file uploaded whole, alone in a repository."""

    hub: Hub
    repo: str
    data: bytes
    object: str
    key: str
    settings: Settings

    def storage(self) -> dict[str, Any]:
        return self.hub.http.get(f"/v1/repositories/models/{self.repo}/storage").raise_for_status().json()

    def tier(self, tier: Tier) -> None:
        """Set the file's tier in the tables, as if days had passed."""
        self._execute("UPDATE objects SET tier = %s WHERE object = %s", [tier.value, self.object])

    def storage_class(self) -> str | None:
        (row,) = self._execute("SELECT storage_class FROM objects WHERE object = %s", [self.object])
        return row[0]

    def _execute(self, statement: str, parameters: list[str]) -> list[Any]:
        options = f"-c search_path={TABLES.view_name}"
        with psycopg.connect(self.settings.postgres_dsn, options=options) as tables:
            done = tables.execute(statement.encode(), parameters)
            assert done.rowcount == 1
            return done.fetchall() if done.description else []


@pytest.fixture
def stored(product: Product, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Stored]:
    monkeypatch.setenv("MUSTER_HOME", str(product.home.root))
    settings = Settings.load(home=tmp_path, registry_token_file=product.home.registry_token_file)
    hub, data = caller(product), weights()
    with hub.http:
        repo = hub.create(visibility="public")
        oid = hub.upload(repo, data)
        hub.commit(repo, large("w.safetensors", oid, SIZE)).raise_for_status()
        (key,) = SealedStore(settings.store()).keys(f"registry/lfs/{oid[:2]}/{oid}/")
        yield Stored(hub, repo, data, f"lfs/{oid}", key, settings)


def test_the_day_of_the_last_read_is_recorded(product: Product, stored: Stored) -> None:
    said = stored.storage()
    assert (said["cold_bytes"], said["warm_bytes"], said["last_read"]) == (0, 0, None)
    assert said["hot_bytes"] == said["unique_bytes"] > SIZE
    path = f"/{stored.repo}/resolve/main/w.safetensors"
    assert stored.hub.http.get(path, follow_redirects=True).content == stored.data
    days = {datetime.now(UTC).date().isoformat()}
    product.until(lambda: stored.storage()["last_read"] is not None)
    assert stored.storage()["last_read"] in days | {datetime.now(UTC).date().isoformat()}
    stored.tier(Tier.COLD)
    said = stored.storage()
    assert (said["cold_bytes"], said["hot_bytes"]) == (SIZE, said["unique_bytes"] - SIZE)


@pytest.mark.long
def test_cold_objects_move_to_the_cold_class_stay_readable_and_return(
    product: Product, stored: Stored, tmp_path: Path
) -> None:
    with moto(tmp_path, stored.settings.s3_bucket) as given:
        settings = stored.settings.model_copy(
            update={
                "s3_endpoint": given.endpoint,
                "s3_access_key": given.access_key,
                "s3_secret_key": given.secret_key,
            }
        )
        store = SealedStore(settings.store())
        store.put(stored.key, stored.data)
        placer, objects = Placer(settings), {stored.object: stored.key}
        placer.place(Tier.COLD, objects, ANYWHERE)
        assert store.storage_class(stored.key) == STANDARD, "the tables say that it is hot"
        stored.tier(Tier.COLD)
        died = subprocess.run(
            [
                *(sys.executable, HERE / "place_objects.py", settings.home),
                *(settings.registry_token_file or "", given.endpoint, "moved:1"),
                *(Tier.COLD.value, stored.object, stored.key),
            ],
            env={**os.environ, "MUSTER_HOME": str(product.home.root)},
            capture_output=True,
            timeout=120,
            check=False,
        )
        assert died.returncode == -9, died.stderr
        assert stored.storage_class() is None
        for _ in range(2):
            placer.place(Tier.COLD, objects, ANYWHERE)
        assert (store.storage_class(stored.key), stored.storage_class()) == ("GLACIER_IR", "GLACIER_IR")
        address = Content(store).read_address(stored.key)
        began_s = time.monotonic()
        with httpx.stream("GET", address) as answer:
            first = next(answer.iter_raw())
            first_byte_s = time.monotonic() - began_s
        assert (answer.status_code, first) == (200, stored.data[: len(first)])
        assert first_byte_s < 60, "an archive class would take minutes to hours"
        stored.tier(Tier.HOT)
        placer.place(Tier.HOT, objects, ANYWHERE)
        assert (store.storage_class(stored.key), stored.storage_class()) == (STANDARD, STANDARD)
        assert store.get(stored.key) == stored.data


def test_a_store_without_classes_is_reported_and_removed_objects_are_skipped(
    stored: Stored, caplog: pytest.LogCaptureFixture
) -> None:
    stored.tier(Tier.COLD)
    placer, absent = Placer(stored.settings), f"lfs/{uuid.uuid4().hex * 2}"
    placer.place(Tier.COLD, {stored.object: stored.key, absent: "registry/lfs/absent"}, ANYWHERE)
    assert stored.storage_class() == ""
    assert "has no storage classes" in caplog.text
    assert SealedStore(stored.settings.store()).get(stored.key) == stored.data


def test_operators_set_the_tier_rule(product: Product) -> None:
    rule: dict[str, int] = {"warm_after_days": 9, "cold_after_days": 99, "prewarmed_max": 3}
    path = "/v1/storage/tier-rule"
    ann, ops = caller(product), caller(product, "ops", "acme", "operator")
    with ann.http, ops.http:
        before = ann.http.get(path).raise_for_status().json()
        assert ann.http.put(path, json=rule).status_code == 403
        wrongs: list[dict[str, int]] = [{name: n} for name, n in rule.items()]
        wrongs += [{**rule, "cold_after_days": 9}, {**rule, "prewarmed_max": 1_001}, {**rule, "more": 1}]
        for wrong in wrongs:
            refused = ops.http.put(path, json=wrong)
            assert (refused.status_code, "warm_after_days < cold_after_days" in refused.text) == (422, True)
        try:
            ops.http.put(path, json=rule, params={"wait_s": 30}).raise_for_status()
            product.until(lambda: ann.http.get(path).json() == rule)
        finally:
            ops.http.put(path, json=before, params={"wait_s": 30}).raise_for_status()
