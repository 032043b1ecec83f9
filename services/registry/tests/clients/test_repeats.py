"""Equal files of one upload: the stock client sends their chunks many times, and they are stored once."""

from __future__ import annotations

import hashlib
import os
import signal
import threading
import uuid
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import psycopg
import pytest
from muster.cas import shards, xorbs
from muster.cas.hashing import Tree, file_hash, to_hex
from muster.cas.shards import File, Shard, Term
from muster.identity.devkeys import mint
from muster.registry.core.state import copies_of
from muster.registry.core.storage.uploads import staging_key
from muster.registry.edge.projections import TABLES
from muster.testkit.patience import until
from muster.testkit.stack.hub import Hub, create_repository, large
from muster.testkit.stack.product import Product
from muster.testkit.stack.role_process import RoleProcess
from muster.testkit.stack.stock_client import stock_client
from muster.testkit.stack.tcp_proxy import TcpProxy

pytestmark = [pytest.mark.e2e]

HERE = Path(__file__).parent
SIZE = 2 * 2**20
PATHS = 50


@contextmanager
def caller(product: Product, tenant: str, url: str = "") -> Generator[httpx.Client]:
    shown = {"Authorization": f"Bearer {token(product, tenant)}"}
    url = url or product.endpoints["MUSTER_REGISTRY_URL"]
    with httpx.Client(base_url=url, headers=shown, timeout=60, trust_env=False) as http:
        yield http


def token(product: Product, tenant: str) -> str:
    return mint(product.home.root, subject="ann", tenant=tenant, roles=["submitter"], ttl_s=3_600)


def stock(product: Product, what: str, repo: str, folder: Path, home: Path) -> None:
    """Upload or download a folder by the stock client."""
    stock_client(
        HERE / "hub-2.lock",
        HERE / "xet_folder.py",
        what,
        repo,
        folder,
        url=product.endpoints["MUSTER_REGISTRY_URL"],
        token=token(product, repo.partition("/")[0]),
        home=home,
        timeout_s=250,
    )


def lying(product: Product, tenant: str) -> dict[str, int]:
    """Sizes of everything in the store that an organisation has uploaded, by key."""
    dsn = product.endpoints["MUSTER_POSTGRES_DSN"]
    with psycopg.connect(dsn, options=f"-c search_path={TABLES.view_name}") as tables:
        found = tables.execute("SELECT upload, object FROM uploads WHERE tenant = %s", [tenant]).fetchall()
    store, sizes = product.store(), dict[str, int]()
    for upload, object_ in found:
        sizes |= store.sizes_bytes(copies_of(object_)) | store.sizes_bytes(staging_key(upload, object_))
    return sizes


def test_equal_files_of_one_upload_are_stored_once_and_read_everywhere(
    product: Product, tmp_path: Path
) -> None:
    tenant, content = f"org-{uuid.uuid4().hex[:8]}", os.urandom(SIZE)
    (sent := tmp_path / "sent").mkdir()
    for number in range(PATHS):
        (sent / f"{number}.bin").write_bytes(content)
    with caller(product, tenant) as http:
        repo = create_repository(http, name="tiny", organization=tenant)
        stock(product, "up", repo, sent, tmp_path / "home")
        product.until(lambda: sum(lying(product, tenant).values()) <= 1.1 * SIZE)
        assert http.get("/v1/storage").json()["unique_bytes"] <= 1.1 * SIZE
        stock(product, "down", repo, tmp_path / "got", tmp_path / "empty")
        for number in range(PATHS):
            assert (tmp_path / "got" / f"{number}.bin").read_bytes() == content
        assert http.get(f"/{repo}/resolve/main/7.bin").content == content, "put together by the API"

        changed = content[: SIZE // 2] + b"inserted" * 11 + content[SIZE // 2 :]
        (sent / "changed.bin").write_bytes(changed)
        stock(product, "up", repo, sent, tmp_path / "home")  # its cache names the xorb that it has sent
        assert http.get("/v1/storage").json()["unique_bytes"] <= 1.4 * SIZE
        assert http.get(f"/{repo}/resolve/main/changed.bin").content == changed


class Held(TcpProxy):
    """The way to S3, on which one request never arrives.

    Attributes:
        came: Set when the API has sent it.
    """

    def __init__(self, endpoint: str, line: str) -> None:
        address = urlsplit(endpoint)
        super().__init__(address.hostname or "", address.port or 80)
        self._line = line.encode()
        self._goes_on = threading.Event()
        self.came = threading.Event()

    def requests(self, chunks: Iterator[bytes], connection: object) -> Iterator[bytes]:
        for chunk in chunks:
            if chunk.startswith(self._line):
                self.came.set()
                self._goes_on.wait()
                return
            yield chunk

    def close(self) -> None:
        self._goes_on.set()
        super().close()


@pytest.mark.faults
@pytest.mark.parametrize("at", ["stored", "removed"])
def test_kill_9_while_repeats_are_left_out_harms_nothing_and_the_client_goes_on(
    product: Product, tmp_path: Path, at: str
) -> None:
    """The API dies before the distinct chunks are stored, or registered and before the upload is removed."""
    chunks = [os.urandom(64_000) for _ in range(20)]
    (data, sent), content = xorbs.encode(chunks * 2), b"".join(chunks)
    _, stored = xorbs.encode(chunks)
    digits = to_hex(stored.xorb if at == "stored" else sent.xorb)
    line = f"{'PUT' if at == 'stored' else 'DELETE'} /muster/registry/xorb/{digits[:2]}/{digits}/"
    tenant, where = f"org-{uuid.uuid4().hex[:8]}", product.endpoints
    with Held(where["MUSTER_S3_ENDPOINT"], line) as link:
        given = {**where, "MUSTER_S3_ENDPOINT": f"http://127.0.0.1:{link.port}"}
        with (
            closing(RoleProcess("muster.registry", tmp_path, "http", **given)) as api,
            caller(product, tenant) as http,
        ):
            api.until("/readyz", lambda answer: answer.is_success)
            repo = create_repository(http, name="tiny", organization=tenant)
            cas = http.get(f"/api/models/{repo}/xet-write-token/main").json()["casUrl"]
            named = f"default/{to_hex(sent.xorb)}"
            said = {"length": len(data), "checksum": {"algo": "crc64nvme", "value": "0"}}
            grant = http.post(f"{cas}/v1/xorb-grants/{named}", json=said).json()
            httpx.put(grant["url"], content=data, headers=grant["headers"]).raise_for_status()
            end = f"{urlsplit(str(cas)).path}/v1/xorb-commits/{named}/grant/{grant['id']}"
            with ThreadPoolExecutor(1) as pool, caller(product, tenant, api.url) as dying:
                ending = pool.submit(dying.post, end)
                until(link.came.is_set, line)
                api.signal(signal.SIGKILL)
                with pytest.raises(httpx.HTTPError):
                    ending.result(60)
            assert http.post(end).raise_for_status().json() == {"was_inserted": at == "stored"}
            tree = Tree()
            for place in range(len(chunks)):
                tree.add(sent.chunk(place), sent.raw_length(place, place + 1))
            term = Term(sent.xorb, 20, 40, len(content))
            digest = hashlib.sha256(content).hexdigest()
            file = File(file_hash(tree.root()), (term,), (sent.range_hash(20, 40),), digest)
            http.post(f"{cas}/v1/shards", content=shards.encode(Shard((file,)))).raise_for_status()
            Hub(http, "").commit(repo, large("w.bin", digest, len(content))).raise_for_status()
            assert http.get(f"/{repo}/resolve/main/w.bin").content == content
            assert http.get("/v1/storage").json()["unique_bytes"] < 1.1 * len(content)
