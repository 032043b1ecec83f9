"""Chunks of files: a stock client with hf_xet, and hostile requests, against a running product."""

from __future__ import annotations

import hashlib
import json
import os
import uuid
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from muster.cas import shards, xorbs
from muster.cas.chunk_lists import ChunkList
from muster.cas.chunking import chunks_of
from muster.cas.hashing import Tree, file_hash, to_hex
from muster.cas.shards import File, Shard, Term
from muster.identity.devkeys import mint
from muster.store import StoreSettings
from muster.store.sealed import SealedStore
from muster.testkit.stack.hub import create_repository
from muster.testkit.stack.product import Product
from muster.testkit.stack.stock_client import stock_client
from muster.testkit.stack.tcp_proxy import TcpProxy
from muster.testkit.stores.registry import registry_over
from muster.testkit.stores.seaweedfs import seaweedfs

pytestmark = [pytest.mark.e2e]

HERE = Path(__file__).parent


@dataclass
class Client:
    """A caller with a repository, which speaks the protocol of hf_xet."""

    http: httpx.Client
    repo: str
    cas: str

    def send(self, held: ChunkList, data: bytes, sent: bytes | None = None) -> httpx.Response:
        """Upload a xorb to an address of the store, and complete the upload."""
        grant = self.grant(held, data)
        put(grant, data if sent is None else sent).raise_for_status()
        return self.end(held, grant)

    def grant(self, held: ChunkList, data: bytes) -> dict[str, Any]:
        """Request an upload address for a xorb."""
        said = {"length": len(data), "checksum": {"algo": "crc64nvme", "value": "0"}}
        given = self.http.post(f"{self.cas}/v1/xorb-grants/default/{to_hex(held.xorb)}", json=said)
        assert given.status_code == 201, given.text
        return given.json()

    def end(self, held: ChunkList, grant: Mapping[str, Any]) -> httpx.Response:
        """Complete the upload of a xorb."""
        digits = to_hex(held.xorb)
        return self.http.post(f"{self.cas}/v1/xorb-commits/default/{digits}/grant/{grant['id']}")

    def tell(self, *files: File) -> httpx.Response:
        """Send a shard, for a single answer."""
        return self.http.post(f"{self.cas}/v1/shards", content=shards.encode(Shard(files)))

    def commit(self, file: File) -> httpx.Response:
        """Commit the file to main."""
        lines = [
            {"key": "header", "value": {"summary": "weights"}},
            {
                "key": "lfsFile",
                "value": {"path": "w.bin", "algo": "sha256", "oid": file.sha256, "size": file.raw_bytes},
            },
        ]
        body = "\n".join(map(json.dumps, lines))
        return self.http.post(f"/api/models/{self.repo}/commit/main", content=body)

    def read(self, **headers: str) -> httpx.Response:
        """Download the assembled file."""
        return self.http.get(f"/{self.repo}/resolve/main/w.bin", headers=headers)


def put(grant: Mapping[str, Any], data: bytes) -> httpx.Response:
    """Upload bytes as the grant describes."""
    return httpx.put(grant["url"], content=data, headers=grant["headers"])


@contextmanager
def client(product: Product, tenant: str, url: str = "") -> Generator[Client]:
    token = mint(product.home.root, subject="ann", tenant=tenant, roles=["submitter"], ttl_s=3_600, team="v")
    url = url or product.endpoints["MUSTER_REGISTRY_URL"]
    shown = {"Authorization": f"Bearer {token}"}
    name = f"tiny-{uuid.uuid4().hex[:8]}"
    with httpx.Client(base_url=url, headers=shown, timeout=60, trust_env=False) as http:
        create_repository(http, name=name, organization=tenant)
        given = http.get(f"/api/models/{tenant}/{name}/xet-write-token/main").raise_for_status()
        assert given.headers["X-Xet-Cas-Url"] == given.json()["casUrl"]
        assert given.headers["X-Xet-Token-Expiration"] == str(given.json()["exp"])
        assert given.headers["X-Xet-Access-Token"] == given.json()["accessToken"]
        yield Client(http, f"{tenant}/{name}", given.json()["casUrl"])


@pytest.fixture
def ann(product: Product) -> Generator[Client]:
    with client(product, "acme") as caller:
        yield caller


@pytest.fixture
def cat(product: Product) -> Generator[Client]:
    """A client of another organisation."""
    with client(product, "globex") as caller:
        yield caller


def packed(content: bytes) -> tuple[File, bytes, ChunkList]:
    """Return a file of one xorb with its true description."""
    data, held = xorbs.encode(list(chunks_of([content])))
    tree = Tree()
    for place in range(len(held)):
        tree.add(held.chunk(place), held.raw_length(place, place + 1))
    term = Term(held.xorb, 0, len(held), held.raw_bytes)
    digest = hashlib.sha256(content).hexdigest()
    return File(file_hash(tree.root()), (term,), (held.range_hash(0, len(held)),), digest), data, held


def upload(product: Product, repo: str, file: Path, home: Path, url: str = "") -> None:
    """Upload with the stock client and an empty cache."""
    stock_client(
        HERE / "hub-2.lock",
        HERE / "xet_upload.py",
        repo,
        file,
        url=url or product.endpoints["MUSTER_REGISTRY_URL"],
        token=mint(product.home.root, subject="ann", tenant="acme", roles=["submitter"], ttl_s=3_600),
        home=home,
    )


def test_a_client_without_a_cache_uploads_only_changed_chunks(
    product: Product, ann: Client, tmp_path: Path
) -> None:
    before = os.urandom(6_000_000)
    after = before[:2_500_000] + b"inserted" * 10 + before[2_500_000:]
    unique_bytes: list[int] = []
    for number, content in enumerate((before, after)):
        (tmp_path / "weights").write_bytes(content)
        upload(product, ann.repo, tmp_path / "weights", tmp_path / f"home-{number}")
        unique_bytes.append(ann.http.get("/v1/storage").json()["unique_bytes"])
    assert unique_bytes[1] - unique_bytes[0] < 400_000
    assert ann.http.get(f"/{ann.repo}/resolve/main/weights.bin").content == after


def test_a_lying_client_corrupts_nothing(ann: Client) -> None:
    content = os.urandom(300_000)
    file, data, held = packed(content)
    other = xorbs.encode([content[:100]])[0]
    for lie, words in (
        (b"", "nothing"),
        (other, "its name"),
        (data[:-1], "bytes left"),
        (data + data, "its name"),
    ):
        refused = ann.send(held, data, sent=lie) if lie else ann.tell(file)
        assert refused.status_code == 400, words
    assert "stored" in ann.tell(file).text
    ann.send(held, data).raise_for_status()
    for told, words in (
        (replace(file, hash=bytes(32)[:-1] + b"\1"), "what its chunks give"),
        (replace(file, proofs=(bytes(32),)), "proof of a range"),
        (replace(file, terms=(replace(file.terms[0], raw_bytes=5),)), "bytes of a term is 5"),
    ):
        refused = ann.tell(told)
        assert (refused.status_code, words in refused.text) == (400, True), refused.text
    broken = ann.http.post(f"{ann.cas}/v2/shards", content=b"no shard")
    assert json.loads(broken.text)["type"] == "error"
    assert not json.loads(broken.text)["retryable"]
    assert ann.commit(file).status_code in {400, 503}
    frames = ann.http.post(f"{ann.cas}/v2/shards", content=shards.encode(Shard((file,))))
    assert json.loads(frames.text.splitlines()[-1]) == {"type": "result"}
    ann.commit(file).raise_for_status()
    assert ann.read().content == content


def test_write_once_stores_protect_proven_and_refused_xorbs(product: Product, tmp_path: Path) -> None:
    content = os.urandom(300_000)
    file, data, held = packed(content)
    with (
        seaweedfs(tmp_path / "store") as settings,
        registry_over(product, settings, tmp_path / "api") as api,
        client(product, "acme", api.url) as ann,
    ):
        store, lie = SealedStore(settings), data[:-1] + bytes([data[-1] ^ 1])
        refused = ann.grant(held, data)
        assert put(refused, lie).is_success
        for _ in range(2):
            assert ann.end(held, refused).status_code == 400
            assert put(refused, data).status_code == 412, "it stays refused"
        good = ann.grant(held, data)
        assert good["id"] != refused["id"]
        assert ann.end(held, good).status_code == 400, "nothing is there yet"
        assert put(good, data).is_success
        assert ann.end(held, good).json() == {"was_inserted": True}
        assert (put(good, lie).status_code, ann.end(held, good).json()) == (412, {"was_inserted": False})
        assert put(good | {"headers": {}}, lie).status_code == 403
        api.line("the store supports write-once uploads")
        digits = to_hex(held.xorb)
        at = f"registry/xorb/{digits[:2]}/{digits}/{good['id']}.sent"
        assert store.keys(f"registry/xorb/{digits[:2]}/{digits}/{good['id']}") == [at, f"{at}.chunks"]
        assert store.get(at) == data
        ann.tell(file).raise_for_status()


def test_a_file_is_read_by_ranges_in_every_format(ann: Client) -> None:
    content = os.urandom(700_000)
    file, data, held = packed(content)
    digits = to_hex(held.xorb)
    for is_new in (True, False):
        taken = ann.http.post(f"{ann.cas}/v1/xorbs/default/{digits}", content=data)
        assert taken.json() == {"was_inserted": is_new}
    assert ann.http.post(f"{ann.cas}/v1/xorb-grants/default/{digits}", json={"length": 5}).status_code == 200
    ann.tell(file).raise_for_status()
    ann.commit(file).raise_for_status()
    part = ann.read(Range="bytes=99999-600000")
    assert (part.status_code, part.content) == (206, content[99_999:600_001])
    assert part.headers["Content-Range"] == "bytes 99999-600000/700000"
    assert part.headers["X-Xet-Hash"] == to_hex(file.hash)
    assert ann.read(Range="bytes=700000-").status_code == 416
    for form, field in (("v1", "fetch_info"), ("v2", "xorbs")):
        at = f"{ann.cas}/{form}/reconstructions/{to_hex(file.hash)}"
        plan = ann.http.get(at, headers={"Range": "bytes=350000-350000"}).raise_for_status().json()
        (term,) = plan["terms"]
        (fetch,) = plan[field][digits]
        span = fetch["url_range"] if form == "v1" else fetch["ranges"][0]["bytes"]
        got = httpx.get(fetch["url"], headers={"Range": f"bytes={span['start']}-{span['end']}"})
        (chunk,) = xorbs.Reader().feed(got.content)
        assert len(chunk.raw) == term["unpacked_length"]
        assert chunk.raw[plan["offset_into_first_range"]] == content[350_000]
        assert ann.http.get(at, headers={"Range": "bytes=700000-700001"}).status_code == 416


def test_other_organisations_neither_learn_of_chunks_nor_refer_to_them(ann: Client, cat: Client) -> None:
    file, data, held = packed(os.urandom(200_000))
    ann.send(held, data).raise_for_status()
    ann.tell(file).raise_for_status()
    chunk = f"v1/chunks/default/{to_hex(held.chunk(0))}"
    assert ann.http.get(f"{ann.cas}/{chunk}").status_code == 404, "no commit refers to it yet"
    ann.commit(file).raise_for_status()
    assert shards.decode(ann.http.get(f"{ann.cas}/{chunk}").content).xorbs[0].hash == held.xorb
    assert cat.http.get(f"{cat.cas}/{chunk}").status_code == 404
    assert cat.http.get(f"{ann.cas}/v2/reconstructions/{to_hex(file.hash)}").status_code == 404
    assert cat.http.get(f"{cat.cas}/v2/reconstructions/{to_hex(file.hash)}").status_code == 404
    stolen = cat.tell(file)
    assert (stolen.status_code, "objects are not stored" in stolen.text) == (400, True)
    assert cat.send(held, data).status_code == 200, "who has the bytes sends them"


def test_malformed_hashes_are_refused(ann: Client) -> None:
    for wrong in ("g" * 64, "A" * 64, "1"):
        for path in (f"v1/chunks/default/{wrong}", f"v2/reconstructions/{wrong}"):
            refused = ann.http.get(f"{ann.cas}/{path}")
            assert (refused.status_code, "64 lowercase hexadecimal digits" in refused.text) == (400, True)


def test_corrupt_bytes_from_the_store_are_not_sent(product: Product, ann: Client) -> None:
    file, data, held = packed(os.urandom(400_000))
    ann.send(held, data).raise_for_status()
    ann.tell(file).raise_for_status()
    ann.commit(file).raise_for_status()
    store = SealedStore(_store(product))
    digits = to_hex(held.xorb)
    under = f"registry/xorb/{digits[:2]}/{digits}/"
    (key,) = [key for key in store.keys(under) if not key.endswith(".chunks")]
    middle = len(data) // 2
    store.put(key, data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :])
    answer = ann.read()
    assert (answer.status_code, "returns corrupt bytes" in answer.text) == (503, True)


def _store(product: Product) -> StoreSettings:
    said: dict[str, Any] = {
        name: product.endpoints[f"MUSTER_S3_{name.upper()}"]
        for name in ("endpoint", "access_key", "secret_key", "bucket")
    }
    return StoreSettings(**said)


class AnswerLost(TcpProxy):
    """A link that loses the first answer to a xorb upload, after the store has the bytes."""

    def __init__(self, endpoint: str) -> None:
        address = urlsplit(endpoint)
        super().__init__(address.hostname or "", address.port or 80)
        self.lost = 0
        self._putting: set[object] = set()

    def requests(self, chunks: Iterator[bytes], connection: object) -> Iterator[bytes]:
        for chunk in chunks:
            if chunk.startswith(b"PUT ") and b".sent?" in chunk[:500]:
                self._putting.add(connection)
            yield chunk

    def answers(self, chunks: Iterator[bytes], connection: object) -> Iterator[bytes]:
        for chunk in chunks:
            if connection in self._putting and not self.lost and b" 200 " in chunk[:20]:
                self.lost += 1
                return
            yield chunk


def test_a_xorb_can_be_sent_again_after_a_lost_answer(product: Product, tmp_path: Path) -> None:
    (file := tmp_path / "w.bin").write_bytes(content := os.urandom(300_000))
    with (
        seaweedfs(tmp_path / "store") as settings,
        AnswerLost(settings.endpoint) as link,
        registry_over(
            product, replace(settings, endpoint=f"http://127.0.0.1:{link.port}"), tmp_path / "api"
        ) as api,
        client(product, "acme", api.url) as ann,
    ):
        upload(product, ann.repo, file, tmp_path / "home", api.url)
        assert link.lost == 1
        read = ann.http.get(f"/{ann.repo}/resolve/main/weights.bin")
        assert read.raise_for_status().content == content
