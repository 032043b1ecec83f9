"""Fine-tunes are stored as deltas from their base, and read by all clients as before."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import subprocess
import sys
import threading
import uuid
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import httpx
import numpy as np
import psycopg
import pytest
from muster.identity.devkeys import mint
from muster.registry.config import Settings
from muster.registry.core.storage.cached_copies import PLAIN, WINDOW_MS
from muster.registry.edge.deltas.encoding import Differences
from muster.registry.edge.deltas.tasks import Derived
from muster.registry.edge.projections import TABLES
from muster.registry.edge.removal import sweep
from muster.store.sealed import SealedStore
from muster.testkit.model_files import Array, bf16, gguf_model, model, numbers_of
from muster.testkit.stack.encrypted import encrypted_organisation
from muster.testkit.stack.hub import create_repository
from muster.testkit.stack.product import Product
from muster.testkit.stack.stock_client import stock_client

pytestmark = [pytest.mark.e2e]

HERE = Path(__file__).parent
NUMBERS = np.random.default_rng()
"""New numbers in each run: the registry stores equal xorbs only once."""
BASE = {f"layer.{n}": bf16(NUMBERS.standard_normal((512, 900)) * 0.02) for n in range(4)}


Form: TypeAlias = Callable[[dict[str, Array]], bytes]
"""Makes a file of tensors."""


def tuned(share: float = 0.01, form: Form = model) -> bytes:
    """Return the base with every weight changed a little."""
    spread = 0.02 * share
    changed = {
        name: bf16(numbers_of(bits) + NUMBERS.standard_normal(bits.shape) * spread)
        for name, bits in BASE.items()
    }
    return form(changed)


@dataclass
class Family:
    """A fresh organisation with a base and a fine-tune, pushed by a stock client."""

    product: Product
    http: httpx.Client
    token: str
    tenant: str
    content: bytes

    def stock(self, script: str, *arguments: str, home: Path) -> str:
        """Run a script with a stock client and return its output."""
        url = self.product.endpoints["MUSTER_REGISTRY_URL"]
        lock = HERE / "hub-2.lock"
        return stock_client(lock, HERE / script, *arguments, url=url, token=self.token, home=home).strip()

    def push(self, name: str, content: bytes, home: Path, base: str = "") -> None:
        repo = create_repository(self.http, name=name, organization=self.tenant)
        (home / name).write_bytes(content)
        self.stock("xet_upload.py", repo, str(home / name), home=home / "hf")
        if base:
            card = f"---\nbase_model: {self.tenant}/{base}\n---\n".encode()
            value = {"content": base64.b64encode(card).decode(), "path": "README.md", "encoding": "base64"}
            lines: list[Any] = [
                {"key": "header", "value": {"summary": "card"}},
                {"key": "file", "value": value},
            ]
            body = "\n".join(map(json.dumps, lines))
            self.http.post(f"/api/models/{repo}/commit/main", content=body).raise_for_status()

    def derived(self) -> Derived:
        """Return the task as the reactor creates it; any position that the tables have reached will do."""
        said = self.http.get(f"/api/models/{self.tenant}/tuned").raise_for_status().json()
        return Derived(self.tenant, said["_id"], said["sha"], "registry-events/0/0")

    def read(self, **headers: str) -> httpx.Response:
        url = f"/{self.tenant}/tuned/resolve/main/weights.bin"
        return self.http.get(url, headers=headers, follow_redirects=True)

    def storage(self, name: str) -> dict[str, Any]:
        path = f"/v1/repositories/models/{self.tenant}/{name}/storage"
        return self.http.get(path).raise_for_status().json()

    def usage(self) -> dict[str, Any]:
        return self.http.get("/v1/storage").raise_for_status().json()


@pytest.fixture
def settings(product: Product, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("MUSTER_HOME", str(product.home.root))
    return Settings.load(home=tmp_path, registry_token_file=product.home.registry_token_file)


@pytest.fixture
def family(product: Product, tmp_path: Path, request: pytest.FixtureRequest) -> Generator[Family]:
    form: Form = getattr(request, "param", model)
    with pushed(product, f"org-{uuid.uuid4().hex[:8]}", form, tmp_path) as found:
        yield found


@contextmanager
def pushed(product: Product, tenant: str, form: Form, tmp_path: Path) -> Generator[Family]:
    token = mint(product.home.root, subject="ann", tenant=tenant, roles=["submitter"], ttl_s=3_600, team="v")
    shown = {"Authorization": f"Bearer {token}"}
    url = product.endpoints["MUSTER_REGISTRY_URL"]
    with httpx.Client(base_url=url, headers=shown, timeout=90, trust_env=False) as http:
        found = Family(product, http, token, tenant, tuned(form=form))
        found.push("base", form(BASE), tmp_path)
        found.push("tuned", found.content, tmp_path, "base")
        yield found


@dataclass(frozen=True)
class Held:
    """A xorb that is stored as a delta."""

    object: str
    key: str
    delta_key: str
    bases: dict[str, str]
    size_bytes: int
    delta_bytes: int


def deltas_of(settings: Settings, tenant: str) -> list[Held]:
    with psycopg.connect(settings.postgres_dsn, options=f"-c search_path={TABLES.view_name}") as tables:
        rows = tables.execute(
            "SELECT object, object_key, delta_key, bases, size_bytes, delta_bytes "
            "FROM differences JOIN objects USING (object) WHERE tenant = %s",
            [tenant],
        )
        return [Held(*row) for row in rows]


def day_over(settings: Settings, tenant: str) -> list[Held]:
    """Set the tables and the store to a day later: the xorbs' own bytes are gone."""
    found = deltas_of(settings, tenant)
    store = SealedStore(settings.store())
    with psycopg.connect(settings.postgres_dsn, options=f"-c search_path={TABLES.view_name}") as tables:
        tables.execute("UPDATE differences SET plain_until_ms = 0 WHERE tenant = %s", [tenant])
    for each in found:
        store.delete(each.key)
    return found


def copies(settings: Settings, some: list[Held]) -> list[str]:
    hashes = {each.object.removeprefix("xorb/") for each in some}
    return [key for key in SealedStore(settings.store()).keys(PLAIN) if key.split("/")[4] in hashes]


@pytest.mark.parametrize("family", [model, gguf_model], indirect=True)
def test_a_fine_tune_takes_a_fraction_of_its_bytes_and_reads_as_before(
    family: Family, settings: Settings, tmp_path: Path
) -> None:
    before = family.usage()
    Differences(settings, threading.Event()).perform(family.derived())
    after = family.usage()
    assert after["unique_bytes"] == before["unique_bytes"], "what is charged does not change"
    assert after["reserved_bytes"] == 0
    assert family.read().content == family.content, "its own bytes are read for a day"
    found = day_over(settings, family.tenant)
    assert found
    assert sum(each.delta_bytes for each in found) < 0.5 * sum(each.size_bytes for each in found)
    sizes = [sum(getattr(each, name) for each in found) for name in ("size_bytes", "delta_bytes")]
    base, fine_tune = (family.storage(name) for name in ("base", "tuned"))
    assert [base["derived_bytes"], base["derived_stored_bytes"]] == sizes
    assert base["stored_bytes"] == base["unique_bytes"]
    assert fine_tune["unique_bytes"] - fine_tune["stored_bytes"] == sizes[0] - sizes[1]
    assert copies(settings, found) == []
    assert family.read().content == family.content
    assert len(copies(settings, found)) == len(found)
    part = family.read(Range="bytes=1199999-1200090")
    assert part.headers["Content-Range"].startswith("bytes 1199999-1200090/")
    assert part.content == family.content[1_199_999:1_200_091]
    path = family.stock("xet_download.py", f"{family.tenant}/tuned", home=tmp_path / "fresh")
    assert Path(path).read_bytes() == family.content
    oid = hashlib.sha256(family.content).hexdigest()
    body = {"operation": "download", "objects": [{"oid": oid, "size": len(family.content)}]}
    batch = f"/{family.tenant}/tuned.git/info/lfs/objects/batch"
    (said,) = family.http.post(batch, json=body).raise_for_status().json()["objects"]
    given = said["actions"]["download"]
    assert (
        httpx.get(given["href"], headers=given.get("header"), trust_env=False, follow_redirects=True).content
        == family.content
    )
    assert len(copies(settings, found)) == len(found), "what was made plain is used again"
    store = SealedStore(settings.store())
    now_ms = int(copies(settings, found)[0].split("/")[2]) * WINDOW_MS
    sweep(store, now_ms + WINDOW_MS)
    assert len(copies(settings, found)) == len(found), "who was given an address goes on reading"


@pytest.mark.long
def test_deltas_of_encrypted_models_are_encrypted(
    product: Product, settings: Settings, tmp_path: Path
) -> None:
    of_ring = settings.model_copy(update={"s3_key_ring_file": product.home.key_ring_file})
    with encrypted_organisation(product) as tenant, pushed(product, tenant, model, tmp_path) as family:
        Differences(of_ring, threading.Event()).perform(family.derived())
        found = day_over(of_ring, tenant)
        assert found
        assert sum(each.delta_bytes for each in found) < 0.5 * sum(each.size_bytes for each in found)
        assert all(f"~{tenant}" in each.delta_key for each in found), found
        assert family.read().content == family.content
        path = family.stock("xet_download.py", f"{tenant}/tuned", home=tmp_path / "fresh")
        assert Path(path).read_bytes() == family.content


def test_unused_copies_are_removed_and_made_again_on_request(family: Family, settings: Settings) -> None:
    Differences(settings, threading.Event()).perform(family.derived())
    found = day_over(settings, family.tenant)
    store = SealedStore(settings.store())
    former = f"{PLAIN}{{}}/{found[0].object[5:7]}/{found[0].object[5:]}/earlier"
    assert family.read().content == family.content
    (first,) = copies(settings, found[:1])
    window = int(first.split("/")[2])
    store.put(former.format(window - 1), b"of the window before: kept")
    store.put(former.format(window - 2), b"of two windows before: removed")
    sweep(store, window * WINDOW_MS)
    assert copies(settings, found[:1]) == sorted([former.format(window - 1), first])
    sweep(store, (window + 2) * WINDOW_MS)
    assert copies(settings, found) == []


def test_a_fine_tune_of_a_fine_tune_is_a_delta_from_their_common_base(
    family: Family, settings: Settings, tmp_path: Path
) -> None:
    differences = Differences(settings, threading.Event())
    differences.perform(family.derived())
    first = {each.object for each in deltas_of(settings, family.tenant)}
    content = tuned(0.02)
    family.push("again", content, tmp_path, "tuned")
    said = family.http.get(f"/api/models/{family.tenant}/again").raise_for_status().json()
    differences.perform(Derived(family.tenant, said["_id"], said["sha"], "registry-events/0/0"))
    second = [each for each in deltas_of(settings, family.tenant) if each.object not in first]
    assert second
    assert not {f"xorb/{base}" for each in second for base in each.bases} & first
    day_over(settings, family.tenant)
    read = family.http.get(f"/{family.tenant}/again/resolve/main/weights.bin", follow_redirects=True)
    assert read.content == content


@pytest.mark.parametrize("point", ["difference_stored:1", pytest.param("compared:1", marks=pytest.mark.long)])
def test_a_kill_at_any_step_of_encoding_leaves_the_file_unchanged_for_the_next_try(
    product: Product, family: Family, settings: Settings, point: str
) -> None:
    before = family.usage()["unique_bytes"]
    command = [sys.executable, HERE / "differ.py", settings.home, settings.registry_token_file or "", point]
    died = subprocess.run(
        [*command, "tell", *family.derived()],
        env={**os.environ, "MUSTER_HOME": str(product.home.root)},
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert died.returncode == -9, died.stderr
    assert deltas_of(settings, family.tenant) == []
    assert (family.usage()["unique_bytes"], family.read().content) == (before, family.content)
    differences = Differences(settings, threading.Event())
    for _ in range(2):
        differences.perform(family.derived())
    found = day_over(settings, family.tenant)
    assert found
    assert family.read().content == family.content


@pytest.mark.long
@pytest.mark.parametrize("point", ["restored:1", "copied:1"])
def test_a_kill_at_any_step_of_restoring_lets_the_next_read_succeed(
    product: Product, family: Family, settings: Settings, point: str
) -> None:
    Differences(settings, threading.Event()).perform(family.derived())
    found = day_over(settings, family.tenant)
    one = found[0]
    command = [sys.executable, HERE / "differ.py", settings.home, settings.registry_token_file or "", point]
    bases = [part for pair in one.bases.items() for part in pair]
    died = subprocess.run(
        [*command, "make", one.object.removeprefix("xorb/"), one.key, one.delta_key, *bases],
        env={**os.environ, "MUSTER_HOME": str(product.home.root)},
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert died.returncode == -9, died.stderr
    assert len(copies(settings, [one])) == (point == "copied:1")
    assert family.read().content == family.content
    assert len(copies(settings, [one])) == 1


def test_corrupt_bytes_of_a_delta_are_never_served(family: Family, settings: Settings) -> None:
    Differences(settings, threading.Event()).perform(family.derived())
    found = day_over(settings, family.tenant)
    store = SealedStore(settings.store())
    right = {key: store.get(key) for key in (found[0].delta_key, *found[0].bases.values())}
    cas = family.http.get(f"/api/models/{family.tenant}/tuned/xet-read-token/main").json()["casUrl"]
    head = family.http.head(f"/{family.tenant}/tuned/resolve/main/weights.bin").raise_for_status()
    plan = f"{cas}/v2/reconstructions/{head.headers['X-Xet-Hash']}"
    for key, content in right.items():
        store.put(key, content[:-3_000] + bytes(2_000) + content[-1_000:])
        assert family.http.get(plan).status_code == 503
        assert family.read().status_code == 503
        store.put(key, content)
    assert copies(settings, found) == []
    assert family.read().content == family.content
