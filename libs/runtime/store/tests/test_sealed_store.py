"""SealedStore with real stores: what is sealed lies there sealed, and what is read is what was sealed."""

from __future__ import annotations

import base64
import hashlib
import io
import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias
from uuid import uuid4

import boto3
import httpx
import pytest
from botocore.client import Config
from muster.store import NoSuchObject, ObjectStore, StoreSettings, StoreUnavailable
from muster.store.sealed import NoAddress, SealedStore
from muster.store.sealed.sealing import HEADER_BYTES, SEGMENT_BYTES, TAG_BYTES, sealed_bytes
from muster.store.sealed.store import PROBES
from muster.store.uses import Operation, Use
from muster.testkit.stores.moto import moto
from muster.testkit.stores.seaweedfs import seaweedfs

pytestmark = [pytest.mark.stack]

MIB = 2**20
STORED = SEGMENT_BYTES + TAG_BYTES
Pair: TypeAlias = tuple[SealedStore, ObjectStore]
"""One that seals, and one that sees what lies there."""


@pytest.fixture(scope="module")
def checking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoreSettings]:
    with seaweedfs(tmp_path_factory.mktemp("seaweedfs")) as settings:
        yield settings


@pytest.fixture(params=["s3", "seaweedfs"])
def server(request: pytest.FixtureRequest) -> StoreSettings:
    if request.param == "seaweedfs":
        return request.getfixturevalue("checking")
    return _stack(request.getfixturevalue("endpoints"))


def _stack(endpoints: Mapping[str, str]) -> StoreSettings:
    return StoreSettings(
        endpoint=endpoints["MUSTER_S3_ENDPOINT"],
        access_key=endpoints["MUSTER_S3_ACCESS_KEY"],
        secret_key=endpoints["MUSTER_S3_SECRET_KEY"],
        bucket=endpoints["MUSTER_S3_BUCKET"],
    )


def _ring(folder: Path, **keys: bytes) -> Path:
    file = folder / "keys.toml"
    said = (f'[keys.{name}]\nsecret = "{base64.b64encode(key).decode()}"\n' for name, key in keys.items())
    file.write_text("".join(said))
    return file


@pytest.fixture
def stores(server: StoreSettings, tmp_path: Path) -> Pair:
    ring = _ring(tmp_path, acme=os.urandom(32), globex=os.urandom(32))
    return SealedStore(replace(server, key_ring_file=ring)), ObjectStore(server)


@pytest.fixture
def under() -> str:
    """A folder of the store whose objects are sealed."""
    return f"tests/{uuid4().hex}~acme/"


@pytest.mark.parametrize("size", [0, 1, SEGMENT_BYTES, SEGMENT_BYTES + 1, 3 * MIB + 5])
def test_objects_are_stored_sealed_and_read_back(stores: Pair, under: str, size: int, tmp_path: Path) -> None:
    store, seen = stores
    data, key = os.urandom(size), f"{under}a"
    assert store.put(key, data) == f"s3://{store.bucket}/{key}"
    stored = seen.get(key)
    assert len(stored) == sealed_bytes(size) == store.sizes_bytes(under)[key]
    assert size < 9 or data[:64] not in stored
    assert store.get(key) == b"".join(store.pieces(key)) == data
    assert store.size_bytes(key) == size
    store.fetch(key, hashlib.sha256(data).hexdigest(), tmp_path / "got")
    assert (tmp_path / "got").read_bytes() == data
    with pytest.raises(NoSuchObject, match="SHA-256"):
        store.fetch(key, hashlib.sha256(b"other").hexdigest(), tmp_path / "got")
    store.delete(key)
    assert store.keys(under) == []


def test_ranges_are_read_of_what_lies_there_now(stores: Pair, under: str) -> None:
    store, _ = stores
    data, key = os.urandom(300_000), f"{under}a"
    store.put(key, data)
    for first, last in ((0, 0), (0, 65_535), (65_535, 65_536), (70_000, 299_999), (299_999, 900_000)):
        assert b"".join(store.pieces(key, first, last)) == data[first : last + 1]
    assert b"".join(store.pieces(key, 131_072)) == data[131_072:]
    with pytest.raises(StoreUnavailable, match="must be non-empty and within 0 to 300000"):
        list(store.pieces(key, 300_000, 300_001))
    other = os.urandom(200_000)
    store.put(key, other)
    assert b"".join(store.pieces(key, 70_000, 199_999)) == other[70_000:]
    with pytest.raises(NoSuchObject):
        list(store.pieces(f"{under}absent", 1, 2))


def test_large_objects_come_in_parts_and_whole_or_not_at_all(stores: Pair, under: str) -> None:
    store, seen = stores
    data, key = os.urandom(11 * MIB), f"{under}a"

    def broken() -> Iterator[bytes]:
        yield data[: 6 * MIB]
        raise StoreUnavailable("the source is gone")

    with pytest.raises(StoreUnavailable, match="the source is gone"):
        store.put_pieces(key, broken(), 5 * MIB)
    assert (store.keys(under), store.parts_begun(under)) == ([], [])
    store.put_pieces(key, (data[at : at + 700_000] for at in range(0, len(data), 700_000)), 5 * MIB)
    assert store.get(key) == data
    store.put_stream(f"{under}b", io.BytesIO(data))
    assert store.get(f"{under}b") == data
    assert seen.sizes_bytes(under) == dict.fromkeys((key, f"{under}b"), sealed_bytes(len(data)))
    for each in (key, f"{under}b"):
        store.delete(each)


def test_a_copy_is_sealed_as_the_key_says_that_it_goes_to(stores: Pair, under: str) -> None:
    store, seen = stores
    data, folder = os.urandom(400_000), under.removesuffix("~acme/")
    plain, acme, globex = f"{folder}/a", f"{under}a", f"{folder}~globex/a"
    seen.put(plain, data)
    store.copy(plain, acme)
    store.copy(acme, f"{under}b")
    assert seen.get(acme) == seen.get(f"{under}b"), "within a key the store copies"
    store.copy(acme, globex)
    assert seen.get(acme) != seen.get(globex)
    store.copy(globex, f"{folder}/b")
    assert seen.get(f"{folder}/b") == data
    assert store.get(f"{under}b") == store.get(globex) == data
    with pytest.raises(NoSuchObject):
        store.copy(f"{folder}/absent", acme)
    for each in (plain, acme, f"{under}b", globex, f"{folder}/b"):
        store.delete(each)


def test_corrupt_objects_are_never_served(stores: Pair, under: str) -> None:
    store, seen = stores
    data, key = os.urandom(3 * SEGMENT_BYTES), f"{under}a"
    store.put(key, data)
    good = seen.get(key)
    at = HEADER_BYTES + STORED + 5
    swapped = good[:HEADER_BYTES] + good[HEADER_BYTES + STORED :] + good[HEADER_BYTES : HEADER_BYTES + STORED]
    changed = good[:at] + b"!!" + good[at + 2 :]
    for wrong in (b"", b"short", data, good[:-1], good[:-STORED], swapped, changed):
        seen.put(key, wrong)
        got: list[bytes] = []
        with pytest.raises(StoreUnavailable):
            for piece in store.pieces(key):
                got.append(piece)
        assert data.startswith(b"".join(got)), "what was given before was sealed"
        with pytest.raises(StoreUnavailable):
            list(store.pieces(key, SEGMENT_BYTES, 2 * SEGMENT_BYTES + 1))
    seen.put(key, changed)
    with pytest.raises(StoreUnavailable, match=r"a comes back as other bytes: segment 1 is not what was"):
        store.get(key)
    store.delete(key)


def test_missing_or_replaced_keys_are_reported_by_name(
    stores: Pair, server: StoreSettings, under: str, tmp_path: Path
) -> None:
    store, seen = stores
    store.put(f"{under}a", b"data")
    absent = f"{under.removesuffix('~acme/')}~initech/a"
    for ask in (
        lambda: store.put(absent, b"data"),
        lambda: store.put_pieces(absent, iter([b"data"]), 5 * MIB),
        lambda: store.put_stream(absent, io.BytesIO(b"data")),
        lambda: store.get(absent),
        lambda: store.copy(f"{under}a", absent),
        lambda: store.begin_parts(absent),
        lambda: store.presigned(Use(Operation.GET, absent), 60),
        lambda: store.require_key("initech"),
    ):
        with pytest.raises(StoreUnavailable, match="encryption key 'initech' is not in the key ring"):
            ask()
    assert not seen.exists(absent)
    (tmp_path / "other").mkdir()
    ring = _ring(tmp_path / "other", acme=os.urandom(32))
    other = SealedStore(replace(server, key_ring_file=ring))
    for read in (lambda: other.get(f"{under}a"), lambda: list(other.pieces(f"{under}a", 1, 2))):
        with pytest.raises(StoreUnavailable, match="'acme': it was sealed under another secret"):
            read()
    other.delete(f"{under}a")


def test_sealed_objects_have_no_address(stores: Pair, under: str) -> None:
    store, _ = stores
    for operation in Operation:
        assert not store.is_addressed(Use(operation, f"{under}a"))
        with pytest.raises(NoAddress, match=": encrypted; no address"):
            store.presigned(Use(operation, f"{under}a", "1", 1), 60)
    assert store.is_addressed(Use(Operation.PUT, "tests/a"))


@pytest.fixture(scope="module")
def saying(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoreSettings]:
    with moto(tmp_path_factory.mktemp("moto")) as settings:
        yield settings


def test_a_store_without_the_kms_key_is_reported(checking: StoreSettings, tmp_path: Path, under: str) -> None:
    """A SeaweedFS without a KMS."""
    ring = tmp_path / "keys.toml"
    ring.write_text('[keys.acme]\nkms = "key-1"\n')
    store = SealedStore(replace(checking, key_ring_file=ring))
    with pytest.raises(StoreUnavailable):
        store.put(f"{under}a", b"data")
    assert ObjectStore(checking).keys(under) == []


@pytest.mark.parametrize("kind", ["s3", "moto"])
def test_a_store_that_says_that_it_encrypts_and_does_not_keeps_nothing(
    request: pytest.FixtureRequest, kind: str, tmp_path: Path, under: str
) -> None:
    """The stack's store and moto confirm any encryption that a request names, and keep plain bytes."""
    settings = (
        request.getfixturevalue("saying") if kind == "moto" else _stack(request.getfixturevalue("endpoints"))
    )
    ring = tmp_path / "keys.toml"
    ring.write_text('[keys.acme]\nkms = "key-1"\n')
    store, seen = SealedStore(replace(settings, key_ring_file=ring)), ObjectStore(settings)
    seen.put(f"{under}plain", b"data")
    for write in (
        lambda: store.require_key("acme"),
        lambda: store.put(f"{under}a", b"data"),
        lambda: store.begin_parts(f"{under}a"),
        lambda: store.copy(f"{under}plain", f"{under}a"),
    ):
        with pytest.raises(StoreUnavailable, match="the store does not encrypt with its key 'key-1'"):
            write()
    assert seen.keys(under) == [f"{under}plain"]
    assert seen.keys(PROBES) == []
    seen.delete(f"{under}plain")


@pytest.fixture(scope="module")
def encrypting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoreSettings]:
    with seaweedfs(tmp_path_factory.mktemp("seaweedfs-kms"), has_kms=True) as settings:
        yield settings


def test_a_store_with_a_kms_encrypts_and_decrypts_for_holders_of_an_address(
    encrypting: StoreSettings, tmp_path: Path, under: str
) -> None:
    ring = tmp_path / "keys.toml"
    ring.write_text('[keys.acme]\nkms = "acme-key"\n')
    store, seen = SealedStore(replace(encrypting, key_ring_file=ring)), ObjectStore(encrypting)
    data, folder = os.urandom(6 * MIB), under.removesuffix("~acme/")
    seen.put(f"{folder}/plain", data)
    store.require_key("acme")
    assert store.keys(PROBES) == []
    store.put(f"{under}put", data)
    store.put_stream(f"{under}stream", io.BytesIO(data))
    store.put_pieces(f"{under}parts", iter([data]), 5 * MIB)
    store.copy(f"{folder}/plain", f"{under}copied")
    store.copy(f"{under}put", f"{under}again")
    client = boto3.client(  # pyright: ignore[reportUnknownMemberType]
        "s3",
        endpoint_url=encrypting.endpoint,
        aws_access_key_id=encrypting.access_key,
        aws_secret_access_key=encrypting.secret_key,
        region_name="us-east-1",
        config=Config(s3={"addressing_style": "path"}),
    )
    for name in ("put", "stream", "parts", "copied", "again"):
        key = under + name
        head = client.head_object(Bucket=encrypting.bucket, Key=key)
        assert (head.get("ServerSideEncryption"), head.get("SSEKMSKeyId")) == ("aws:kms", "acme-key"), name
        assert store.get(key) == data
        assert store.size_bytes(key) == len(data)
        assert b"".join(store.pieces(key, 1_000, 70_000)) == data[1_000:70_001]
        at = store.presigned(Use(Operation.GET, key), 60)
        assert httpx.get(at, headers={"Range": "bytes=5-9"}).content == data[5:10]
    for operation in (Operation.PUT, Operation.PUT_ONCE, Operation.BEGIN):
        with pytest.raises(NoAddress):
            store.presigned(Use(operation, f"{under}put"), 60)
    begun = store.begin_parts(f"{under}sent")
    part = httpx.put(store.presigned(Use(Operation.PART, f"{under}sent", begun, 1), 60), content=data)
    store.end_parts(f"{under}sent", begun, [part.headers["etag"]])
    assert store.get(f"{under}sent") == data
    head = client.head_object(Bucket=encrypting.bucket, Key=f"{under}sent")
    assert head.get("SSEKMSKeyId") == "acme-key", "parts need no header of their own"
