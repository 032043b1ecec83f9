"""A chunked file that is read often gets a whole copy, which stock clients read; with kills at each step."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import threading
import uuid
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import httpx
import psycopg
import pytest
from muster.identity.devkeys import mint
from muster.registry.config import Settings
from muster.registry.core.storage.cached_copies import WHOLE, WINDOW_MS, is_copy, wanted_of, whole_of
from muster.registry.edge.projections import TABLES
from muster.registry.edge.removal import sweep
from muster.registry.edge.repacking.copying import Copier
from muster.store import StoreUnavailable
from muster.store.sealed import SealedStore
from muster.testkit.environments import environment
from muster.testkit.stack.encrypted import encrypted_organisation
from muster.testkit.stack.hub import caller, create_repository
from muster.testkit.stack.product import Product
from muster.testkit.stack.stock_client import stock_client
from muster.testkit.stores.registry import registry_over
from muster.testkit.stores.seaweedfs import seaweedfs

pytestmark = [pytest.mark.e2e]

HERE = Path(__file__).parent
SIZE = 3_000_000


@dataclass
class Chunked:
    """A file that a stock client has uploaded in chunks, in a repository of a fresh organisation."""

    product: Product
    settings: Settings
    store: SealedStore
    http: httpx.Client
    token: str
    tenant: str
    content: bytes
    folder: Path

    @property
    def repo(self) -> str:
        return f"{self.tenant}/tiny"

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()

    def stock(self, script: str, *arguments: str, without_xet: bool = False) -> str:
        """Run a script with a stock huggingface_hub and return its output."""
        said = stock_client(
            HERE / "hub-2.lock",
            HERE / script,
            *arguments,
            url=str(self.http.base_url).rstrip("/"),
            token=self.token,
            home=self.folder / uuid.uuid4().hex,
            HF_HUB_DISABLE_XET=str(int(without_xet)),
        )
        return said.strip()

    def smudged(self) -> bytes:
        """Return the file as downloaded by a stock git-lfs."""
        commands = environment(HERE / "git-lfs-3.lock", python="3.12")
        at = self.product.endpoints["MUSTER_REGISTRY_URL"].replace("://", f"://ann:{self.token}@")
        tree = self.folder / uuid.uuid4().hex
        own = {
            "PATH": os.pathsep.join([f"{commands}/bin", os.environ["PATH"]]),
            "HOME": str(self.folder),
            "GIT_TERMINAL_PROMPT": "0",
        }
        for words in (
            ("git", "init", "--quiet", str(tree)),
            ("git", "-C", str(tree), "lfs", "install", "--local"),
            ("git", "-C", str(tree), "remote", "add", "origin", f"{at}/{self.repo}.git"),
        ):
            subprocess.run(words, env=own, check=True, capture_output=True, timeout=60)
        pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{self.sha256}\nsize {SIZE}\n"
        done = subprocess.run(
            ("git", "-C", str(tree), "lfs", "smudge"),
            input=pointer.encode(),
            env=own,
            capture_output=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-4_000:].decode()
        return done.stdout

    def answer(self, **headers: str) -> httpx.Response:
        """Return the first answer to a reader, without following redirects."""
        return self.http.get(f"/{self.repo}/resolve/main/weights.bin", headers=headers)

    def read(self, **headers: str) -> httpx.Response:
        url = f"/{self.repo}/resolve/main/weights.bin"
        return self.http.get(url, headers=headers, follow_redirects=True)

    def rows(self, statement: str) -> list[str]:
        options = f"-c search_path={TABLES.view_name}"
        with psycopg.connect(self.settings.postgres_dsn, options=options) as tables:
            return [row[0] for row in tables.execute(statement.encode(), [self.tenant])]

    @property
    def record(self) -> str:
        (found,) = self.rows("SELECT DISTINCT record FROM xet_uses WHERE tenant = %s")
        return found

    def xorb_keys(self) -> list[str]:
        return self.rows(
            "SELECT object_key FROM tenant_xorbs JOIN objects USING (object) WHERE tenant = %s AND there"
        )

    def make(self, **settings: int) -> None:
        """Make a copy as the role does."""
        with_these = self.settings.model_copy(update=settings)
        Copier(with_these, threading.Event()).make([wanted_of(self.record)])

    def copies(self) -> list[str]:
        """Return the keys of copies, finished or begun."""
        prefix = whole_of(self.record)
        there = [key for key in self.store.keys(prefix) if is_copy(key)]
        return there + self.store.parts_begun(prefix)

    def storage(self) -> dict[str, int]:
        return self.http.get("/v1/storage").raise_for_status().json()


@dataclass
class OfOneFile:
    """The store restricted to whole copies of one file: other tests use the others meanwhile."""

    store: SealedStore
    prefix: str

    def keys(self, prefix: str) -> list[str]:
        return self.store.keys(self.prefix) if prefix == WHOLE else []

    def parts_begun(self, prefix: str) -> list[str]:
        return self.store.parts_begun(self.prefix) if prefix == WHOLE else []

    def delete(self, key: str) -> None:
        self.store.delete(key)

    def abort_parts(self, key: str) -> None:
        self.store.abort_parts(key)


@pytest.fixture
def settings(product: Product, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("MUSTER_HOME", str(product.home.root))
    return Settings.load(home=tmp_path)


@pytest.fixture
def chunked(product: Product, settings: Settings, tmp_path: Path) -> Generator[Chunked]:
    tenant = f"org-{uuid.uuid4().hex[:8]}"
    with sent(product, settings, tmp_path, product.endpoints["MUSTER_REGISTRY_URL"], tenant) as found:
        yield found


@contextmanager
def sent(product: Product, settings: Settings, tmp_path: Path, url: str, tenant: str) -> Generator[Chunked]:
    token = mint(product.home.root, subject="ann", tenant=tenant, roles=["submitter"], ttl_s=3_600, team="v")
    shown = {"Authorization": f"Bearer {token}"}
    store = SealedStore(settings.store())
    with httpx.Client(base_url=url, headers=shown, timeout=60, trust_env=False) as http:
        create_repository(http, name="tiny", organization=tenant)
        found = Chunked(product, settings, store, http, token, tenant, os.urandom(SIZE), tmp_path)
        (tmp_path / "weights.bin").write_bytes(found.content)
        found.stock("xet_upload.py", found.repo, str(tmp_path / "weights.bin"))
        yield found


def test_stock_clients_read_popular_files_from_their_copy(product: Product, chunked: Chunked) -> None:
    before = chunked.storage()["unique_bytes"]
    assert chunked.answer(Range=f"bytes=1000-{SIZE - 1}").status_code == 206, "not yet all of it"
    assert chunked.answer().content == chunked.content
    assert chunked.smudged() == chunked.content
    product.until(lambda: chunked.answer(Range="bytes=0-9").status_code == 302)
    assert chunked.storage()["unique_bytes"] == before, "it counts for nobody"
    for key in chunked.xorb_keys():
        chunked.store.delete(key)
    path = chunked.stock("xet_download.py", chunked.repo, without_xet=True)
    assert Path(path).read_bytes() == chunked.content
    assert chunked.smudged() == chunked.content
    part = chunked.read(Range="bytes=1999999-2000090")
    assert part.content == chunked.content[1_999_999:2_000_091], part.status_code
    assert part.headers["Content-Range"] == f"bytes 1999999-2000090/{SIZE}"
    assert chunked.read(Range=f"bytes={SIZE}-").status_code == 416
    reader = f"/api/models/{chunked.repo}"
    product.until(lambda: chunked.http.get(reader).json()["downloads"] == 1)
    given = 2 * SIZE - 1_000 + 10 + 92
    product.until(lambda: chunked.storage()["downloaded_bytes"] == given, told=lambda: str(chunked.storage()))
    place = f"/api/2.0/mlflow-artifacts/artifacts/{chunked.http.get(reader).json()['_id']}/main/weights.bin"
    by_mlflow = chunked.http.get(place, follow_redirects=True)
    assert (len(by_mlflow.history), by_mlflow.content == chunked.content) == (1, True)


def test_another_store_serves_ranges_of_the_copy(
    product: Product, settings: Settings, tmp_path: Path
) -> None:
    with (
        seaweedfs(tmp_path / "store") as store,
        registry_over(product, store, tmp_path / "api") as api,
    ):
        over = {f"s3_{name}": value for name, value in asdict(store).items()}
        tenant = f"org-{uuid.uuid4().hex[:8]}"
        with sent(product, settings.model_copy(update=over), tmp_path, api.url, tenant) as chunked:
            assert chunked.answer().status_code == 200
            chunked.make()
            for key in chunked.xorb_keys():
                chunked.store.delete(key)
            part = chunked.read(Range="bytes=1999999-2000090")
            assert (part.status_code, part.content) == (206, chunked.content[1_999_999:2_000_091])
            assert chunked.read().content == chunked.content


def test_copies_of_encrypted_files_are_encrypted(
    product: Product, settings: Settings, tmp_path: Path
) -> None:
    ring = {"s3_key_ring_file": product.home.key_ring_file}
    url = product.endpoints["MUSTER_REGISTRY_URL"]
    with (
        encrypted_organisation(product) as tenant,
        sent(product, settings.model_copy(update=ring), tmp_path, url, tenant) as chunked,
    ):
        chunked.make()
        (copy,) = chunked.copies()
        assert chunked.content[1_000:1_064] not in product.store().get(copy)
        assert chunked.answer(Range="bytes=0-9").status_code == 302
        for key in chunked.xorb_keys():
            chunked.store.delete(key)
        path = chunked.stock("xet_download.py", chunked.repo, without_xet=True)
        assert Path(path).read_bytes() == chunked.content
        assert chunked.smudged() == chunked.content


def test_callers_without_read_access_get_no_copy(product: Product, chunked: Chunked) -> None:
    chunked.make()
    assert chunked.answer().status_code == 302
    reviewer = caller(product, "rev", chunked.tenant, "reviewer")
    path = f"/v1/repositories/models/{chunked.repo}/quarantine"
    with reviewer.http as http:
        http.put(path, json={"reason": "it is looked at"}, params={"wait_s": 30}).raise_for_status()
    closed = chunked.answer()
    assert (closed.status_code, "location" in closed.headers) == (403, False)


def test_copies_stay_within_the_limit_and_unused_ones_are_removed(chunked: Chunked) -> None:
    chunked.make(registry_whole_bytes_max=SIZE - 1)
    assert (chunked.copies(), chunked.answer().status_code) == ([], 200)
    chunked.make()
    chunked.make()
    (copy,) = chunked.copies()
    begun = int(copy.rpartition("/")[2].partition("-")[0])
    own = OfOneFile(chunked.store, whole_of(chunked.record))
    sweep(own, (begun + 2) * WINDOW_MS)
    assert chunked.copies() == [copy], "who was given its address goes on reading"
    sweep(own, (begun + 4) * WINDOW_MS)
    assert chunked.store.keys(own.prefix) == []
    assert chunked.answer().content == chunked.content


@pytest.mark.parametrize(
    "point",
    [
        "marked:1",
        pytest.param("put_together:2", marks=pytest.mark.long),
        pytest.param("written:1", marks=pytest.mark.long),
        pytest.param("read_back:1", marks=pytest.mark.long),
    ],
)
def test_a_kill_at_any_step_leaves_the_file_readable_and_the_copy_for_the_next_try(
    product: Product, chunked: Chunked, point: str
) -> None:
    died = subprocess.run(
        [sys.executable, HERE / "make_copy.py", chunked.settings.home, point, chunked.record],
        env={**os.environ, "MUSTER_HOME": str(product.home.root)},
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert died.returncode == -9, died.stderr
    (left,) = chunked.copies()
    assert chunked.answer().status_code == (302 if point == "marked:1" else 200)
    assert chunked.read().content == chunked.content
    chunked.make()
    assert chunked.answer().status_code == 302
    assert chunked.read().content == chunked.content
    begun = int(left.rpartition("/")[2].partition("-")[0])
    sweep(OfOneFile(chunked.store, whole_of(chunked.record)), (begun + 4) * WINDOW_MS)
    assert chunked.copies() == []


def test_corrupt_bytes_get_no_copy(chunked: Chunked) -> None:
    (key,) = chunked.xorb_keys()
    right = chunked.store.get(key)
    chunked.store.put(key, right[:-3_000] + bytes(2_000) + right[-1_000:])
    with pytest.raises(StoreUnavailable, match="returns corrupt bytes"):
        chunked.make()
    assert chunked.copies() == []
    chunked.store.put(key, right)
    chunked.make()
    assert chunked.read().content == chunked.content
