"""Files uploaded whole are split into chunks: by the role of a running product, and by one that is killed."""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import threading
import uuid
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import httpx
import psycopg
import pytest
from muster.cas import shards
from muster.cas.chunking import chunks_of
from muster.cas.hashing import chunk_hash, to_hex
from muster.events.scan_events import ScanCompleted, ScanVerdict
from muster.events.topics import SCAN_EVENTS
from muster.events.wire.stamp import Stamp, stamped
from muster.identity.devkeys import mint
from muster.journal import Outgoing
from muster.journal.kafka import KafkaJournal
from muster.reactors import Undeliverable, Undelivered
from muster.registry.config import Settings
from muster.registry.edge.projections import TABLES
from muster.registry.edge.repacking.repacker import Repacker
from muster.registry.edge.repacking.tasks import Whole
from muster.store.sealed import SealedStore
from muster.testkit.stack.encrypted import encrypted_organisation
from muster.testkit.stack.hub import create_repository
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e]

HERE = Path(__file__).parent


@dataclass
class Client:
    """A caller of a fresh organisation with a repository, which uploads files whole."""

    http: httpx.Client
    tenant: str
    repo: str

    def push(self, path: str, data: bytes) -> str:
        """Upload and commit bytes by git-lfs, and return their hash."""
        oid = hashlib.sha256(data).hexdigest()
        body = {"operation": "upload", "objects": [{"oid": oid, "size": len(data)}]}
        (said,) = self.http.post(f"/{self.repo}.git/info/lfs/objects/batch", json=body).json()["objects"]
        if "actions" in said:
            httpx.put(said["actions"]["upload"]["href"], content=data).raise_for_status()
            self.http.post(said["actions"]["verify"]["href"], json={}).raise_for_status()
        lines = [
            {"key": "header", "value": {"summary": "weights"}},
            {"key": "lfsFile", "value": {"path": path, "algo": "sha256", "oid": oid, "size": len(data)}},
        ]
        commit = f"/api/models/{self.repo}/commit/main"
        self.http.post(commit, content="\n".join(map(json.dumps, lines))).raise_for_status()
        return oid

    def unique_bytes(self) -> int:
        return self.http.get("/v1/storage").json()["unique_bytes"]

    def head(self, path: str) -> httpx.Response:
        return self.http.head(f"/{self.repo}/resolve/main/{path}").raise_for_status()

    def is_in_chunks(self, path: str) -> bool:
        """Whether answers contain its xet hash."""
        return "X-Xet-Hash" in self.head(path).headers

    def read(self, path: str, **headers: str) -> httpx.Response:
        url = f"/{self.repo}/resolve/main/{path}"
        return self.http.get(url, headers=headers, follow_redirects=True)

    def cas(self) -> str:
        given = self.http.get(f"/api/models/{self.repo}/xet-read-token/main").raise_for_status()
        return given.json()["casUrl"]


@pytest.fixture
def ann(product: Product) -> Generator[Client]:
    with client(product, f"org-{uuid.uuid4().hex[:8]}") as found:
        yield found


@contextmanager
def client(product: Product, tenant: str) -> Generator[Client]:
    token = mint(product.home.root, subject="ann", tenant=tenant, roles=["submitter"], ttl_s=3_600, team="v")
    shown = {"Authorization": f"Bearer {token}"}
    url = product.endpoints["MUSTER_REGISTRY_URL"]
    with httpx.Client(base_url=url, headers=shown, timeout=60, trust_env=False) as http:
        create_repository(http, name="tiny", organization=tenant)
        yield Client(http, tenant, f"{tenant}/tiny")


@pytest.fixture
def settings(product: Product, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The product's settings with a separate index; the product's own role skips files below 1 MiB."""
    monkeypatch.setenv("MUSTER_HOME", str(product.home.root))
    return Settings.load(home=tmp_path, registry_token_file=product.home.registry_token_file)


def whole(ann: Client, oid: str) -> Whole:
    """Return the task as the reactor creates it; any position that the tables have reached will do."""
    return Whole(ann.tenant, f"lfs/{oid}", "registry-events/0/0")


def gone(settings: Settings, oid: str) -> None:
    """Set the tables to a day later."""
    with psycopg.connect(settings.postgres_dsn, options=f"-c search_path={TABLES.view_name}") as tables:
        done = tables.execute("UPDATE objects SET there = false WHERE object = %s", [f"lfs/{oid}"])
        assert done.rowcount == 1


def test_similar_files_share_chunks_and_read_as_before(
    product: Product, ann: Client, settings: Settings
) -> None:
    # Of random bytes one in a hundred finds its old chunks again so late that the bound below is exceeded.
    before = random.Random(7).randbytes(3_000_000)
    after = before[:1_200_000] + b"inserted" * 11 + before[1_200_000:]
    kept: list[int] = []
    for path, content in (("a.bin", before), ("b.bin", after)):
        oid = ann.push(path, content)
        assert ann.read(path).content == content, "it is read while it is cut"
        product.until(partial(ann.is_in_chunks, path))
        kept.append(ann.unique_bytes())
        assert ann.read(path).content == content
    assert kept[1] - kept[0] < 400_000
    assert ann.push("copy.bin", after) == oid
    gone(settings, oid)
    for path in ("b.bin", "copy.bin"):
        assert ann.read(path).content == after
    part = ann.read("b.bin", Range="bytes=1199999-1200090")
    assert part.headers["Content-Range"].startswith("bytes 1199999-1200090/")
    assert part.content == after[1_199_999:1_200_091]
    body = {"operation": "download", "objects": [{"oid": oid, "size": len(after)}]}
    (said,) = ann.http.post(f"/{ann.repo}.git/info/lfs/objects/batch", json=body).json()["objects"]
    given = said["actions"]["download"]
    assert (
        httpx.get(given["href"], headers=given.get("header"), trust_env=False, follow_redirects=True).content
        == after
    )
    cas, xet = ann.cas(), ann.head("b.bin").headers["X-Xet-Hash"]
    plan = ann.http.get(f"{cas}/v2/reconstructions/{xet}").raise_for_status().json()
    assert sum(term["unpacked_length"] for term in plan["terms"]) == len(after)
    first = to_hex(chunk_hash(next(chunks_of([before]))))
    answer = ann.http.get(f"{cas}/v1/chunks/default/{first}").raise_for_status()
    assert shards.decode(answer.content).xorbs, "who sends chunks learns of those of files that came whole"


@pytest.mark.long
def test_chunks_of_encrypted_files_are_shared_and_encrypted(product: Product) -> None:
    drawn = random.Random(1)  # how many chunks an insertion changes depends on the content
    mark = drawn.randbytes(64)
    before = drawn.randbytes(1_500_000) + mark + drawn.randbytes(1_500_000)
    after = before[:1_200_000] + b"inserted" * 11 + before[1_200_000:]
    with encrypted_organisation(product) as tenant, client(product, tenant) as ann:
        kept: list[int] = []
        for path, content in (("a.bin", before), ("b.bin", after)):
            ann.push(path, content)
            product.until(partial(ann.is_in_chunks, path))
            kept.append(ann.unique_bytes())
            assert ann.read(path).content == content
        assert kept[1] - kept[0] < 400_000
        store = product.store()
        lying = [key for key in store.keys("registry/") if f"~{tenant}" in key]
        assert any("/xorb/" in key for key in lying), lying
        assert not any(mark in store.get(key) for key in lying)


def test_a_scan_verdict_about_a_file_applies_to_its_chunks(
    product: Product, ann: Client, settings: Settings
) -> None:
    content = os.urandom(300_000)
    oid = ann.push("w.bin", content)
    Repacker(settings, threading.Event()).perform(whole(ann, oid))
    gone(settings, oid)
    cas, digits = ann.cas(), ann.head("w.bin").headers["X-Xet-Hash"]
    id_ = ann.http.get(f"/api/models/{ann.repo}").raise_for_status().json()["_id"]
    files = "/api/2.0/mlflow-artifacts"
    places = [
        f"/{ann.repo}/resolve/main/w.bin",
        f"{files}/artifacts/{id_}/main/w.bin",
        f"{files}/presigned/{id_}/main/w.bin",
        f"{cas}/files/{digits}",
        f"{cas}/v1/reconstructions/{digits}",
        f"{cas}/v2/reconstructions/{digits}",
    ]
    body = {"operation": "download", "objects": [{"oid": oid, "size": len(content)}]}

    def answers() -> set[int]:
        (said,) = ann.http.post(f"/{ann.repo}.git/info/lfs/objects/batch", json=body).json()["objects"]
        statuses = {ann.http.get(place).status_code for place in places}
        return statuses | {said["error"]["code"] if "error" in said else 200}

    def judge(verdict: ScanVerdict, rules: str) -> None:
        said = ScanCompleted(
            scan=f"scan-{uuid.uuid4().hex[:8]}",
            object=f"lfs/{oid}",
            rules_version=rules,
            verdict=verdict,
            reason="",
        )
        stamp = Stamp(command_id=f"test-{uuid.uuid4().hex}", now_ms=1_795_233_600_000, producer="test")
        with closing(journal.producer("test")) as producer:
            producer.send(Outgoing(SCAN_EVENTS, stamped(said, said.object, stamp))).result(60)

    assert answers() == {200}
    assert ann.http.get(places[1]).content == content
    assert ann.http.get(ann.http.get(places[2]).json()["url"]).content == content
    reviewer = mint(product.home.root, subject="rev", tenant=ann.tenant, roles=["reviewer"], ttl_s=600)
    shown = {"Authorization": f"Bearer {reviewer}"}
    blocked = ann.http.put("/v1/scan-policy", json={"policy": "block"}, params={"wait_s": 30}, headers=shown)
    blocked.raise_for_status()
    assert answers() == {403}, "nobody has scanned it yet"
    servers = product.endpoints
    kafka, schemas = servers["MUSTER_KAFKA_BOOTSTRAP"], servers["MUSTER_SCHEMA_REGISTRY_URL"]
    with closing(KafkaJournal(kafka, schemas, "test")) as journal:
        judge(ScanVerdict.CLEAN, "1")
        product.until(lambda: answers() == {200}, told=lambda: str(answers()))
        judge(ScanVerdict.MALICIOUS, "2")
        product.until(lambda: answers() == {403}, told=lambda: str(answers()))


@pytest.mark.parametrize("point", ["xorb_stored:1", pytest.param("compared:1", marks=pytest.mark.long)])
def test_a_kill_at_any_step_leaves_the_file_unchanged_for_the_next_try(
    product: Product, ann: Client, settings: Settings, point: str
) -> None:
    content = os.urandom(300_000)
    oid = ann.push("w.bin", content)
    kept = ann.unique_bytes()
    asked = whole(ann, oid)
    command = [sys.executable, HERE / "repack_file.py", settings.home, settings.registry_token_file or ""]
    died = subprocess.run(
        [*command, point, *asked],
        env={**os.environ, "MUSTER_HOME": str(product.home.root)},
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert died.returncode == -9, died.stderr
    assert not ann.is_in_chunks("w.bin")
    assert (ann.unique_bytes(), ann.read("w.bin").content) == (kept, content)
    repacker = Repacker(settings, threading.Event())
    for _ in range(2):
        repacker.perform(asked)
    said = ann.http.get("/v1/storage").json()
    assert ann.unique_bytes() - kept < 5_000, said
    gone(settings, oid)
    assert ann.read("w.bin").content == content


def test_a_lost_index_is_rebuilt_from_the_tables_and_the_store(ann: Client, settings: Settings) -> None:
    before = os.urandom(700_000)
    Repacker(settings, threading.Event()).perform(whole(ann, ann.push("a.bin", before)))
    kept, index = ann.unique_bytes(), settings.home / "state" / "registry-chunks"
    assert list(index.rglob("*.segment"))
    shutil.rmtree(index)
    Repacker(settings, threading.Event()).perform(whole(ann, ann.push("b.bin", before + b"more" * 50)))
    assert ann.unique_bytes() - kept < 200_000, "all but the last chunk are shared"
    assert list(index.rglob("*.segment"))


def test_files_that_cannot_be_repacked_stay_whole(product: Product, ann: Client, settings: Settings) -> None:
    oid = ann.push("w.bin", os.urandom(100_000))
    asked = whole(ann, oid)
    stopped = threading.Event()
    stopped.set()
    with pytest.raises(Undelivered, match="is shutting down"):
        Repacker(settings, stopped).perform(asked)
    without = settings.model_copy(update={"registry_token_file": settings.home / "absent"})
    with pytest.raises(Undelivered, match="MUSTER_REGISTRY_TOKEN_FILE"):
        Repacker(without, threading.Event()).perform(asked)
    store = SealedStore(settings.store())
    (key,) = [key for key in store.keys(f"registry/lfs/{oid[:2]}/{oid}/")]
    store.put(key, os.urandom(100_000))
    with pytest.raises(Undeliverable, match="returns bytes with SHA-256"):
        Repacker(settings, threading.Event()).perform(asked)
    assert not ann.is_in_chunks("w.bin")
    Repacker(settings, threading.Event()).perform(whole(ann, "0" * 64))  # nothing is to be done
    stranger = asked._replace(tenant=f"{ann.tenant}-2")
    Repacker(settings, threading.Event()).perform(stranger)
    assert not ann.is_in_chunks("w.bin")
