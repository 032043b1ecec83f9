"""Behaviour that all object stores share: ObjectStore with the stack's S3 and SeaweedFS, and FolderStore."""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit
from uuid import uuid4

import httpx
import pytest
from muster.store import NoSuchObject, ObjectStore, StoreSettings, StoreUnavailable
from muster.store.folder import MARK, FolderStore
from muster.store.uses import ONCE, Operation, Use
from muster.testkit.stack.tcp_proxy import TcpProxy
from muster.testkit.stores.seaweedfs import seaweedfs

Store: TypeAlias = ObjectStore | FolderStore


def _settings(endpoints: Mapping[str, str], endpoint: str | None = None) -> StoreSettings:
    return StoreSettings(
        endpoint=endpoint or endpoints["MUSTER_S3_ENDPOINT"],
        access_key=endpoints["MUSTER_S3_ACCESS_KEY"],
        secret_key=endpoints["MUSTER_S3_SECRET_KEY"],
        bucket=endpoints["MUSTER_S3_BUCKET"],
    )


@pytest.fixture(scope="module")
def checking(tmp_path_factory: pytest.TempPathFactory) -> Generator[StoreSettings]:
    """A store that refuses what is not as announced, and keeps what lies at a key."""
    with seaweedfs(tmp_path_factory.mktemp("seaweedfs")) as settings:
        yield settings


SERVERS = [pytest.param(name, marks=pytest.mark.stack) for name in ("s3", "seaweedfs")]


@pytest.fixture(params=[*SERVERS, "folder"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    if request.param == "folder":
        return _folder(tmp_path / "shared")
    if request.param == "seaweedfs":
        return ObjectStore(request.getfixturevalue("checking"))
    return ObjectStore(_settings(request.getfixturevalue("endpoints")))


def _folder(root: Path, cell: str = "test") -> FolderStore:
    root.mkdir()
    (root / MARK).write_text(f"{cell}\n")
    return FolderStore(root, "test")


@pytest.fixture
def prefix() -> str:
    return f"tests/{uuid4().hex}/"


def test_stored_objects_are_read_at_their_addresses(store: Store, prefix: str) -> None:
    uri = store.put(f"{prefix}a", b"one")
    assert store.get(store.key(uri)) == b"one"
    assert store.exists(f"{prefix}a")


def test_keys_come_in_order_and_deleting_twice_is_no_error(store: Store, prefix: str) -> None:
    for name in ("b", "a", "c"):
        store.put(prefix + name, name.encode())
    assert store.keys(prefix) == [prefix + name for name in "abc"]
    store.delete(f"{prefix}b")
    store.delete(f"{prefix}b")
    assert store.keys(prefix) == [f"{prefix}a", f"{prefix}c"]


def test_a_fetch_sees_that_the_bytes_are_the_ones_meant(store: Store, prefix: str, tmp_path: Path) -> None:
    data = b"x" * 3_000_000
    store.put_stream(f"{prefix}big", io.BytesIO(data))
    target = tmp_path / "big"
    store.fetch(f"{prefix}big", hashlib.sha256(data).hexdigest(), target)
    assert target.read_bytes() == data
    with pytest.raises(NoSuchObject, match="SHA-256"):
        store.fetch(f"{prefix}big", hashlib.sha256(b"other").hexdigest(), target)
    with pytest.raises(NoSuchObject, match="too large; allowed: at most 1000 bytes"):
        store.fetch(f"{prefix}big", hashlib.sha256(data).hexdigest(), target, bytes_max=1000)


def test_missing_objects_are_reported(store: Store, prefix: str, tmp_path: Path) -> None:
    with pytest.raises(NoSuchObject, match="nothing"):
        store.get(f"{prefix}nothing")
    with pytest.raises(NoSuchObject, match="nothing"):
        store.fetch(f"{prefix}nothing", "0" * 64, tmp_path / "x")
    assert not store.exists(f"{prefix}nothing")
    assert store.keys(prefix) == []


@pytest.mark.stack
def test_put_once_never_overwrites(checking: StoreSettings, prefix: str) -> None:
    store = ObjectStore(checking)
    url = store.presigned(Use(Operation.PUT_ONCE, f"{prefix}a"), 60)
    assert httpx.put(url, content=b"first", headers=ONCE).is_success
    assert httpx.put(url, content=b"second", headers=ONCE).status_code == 412
    assert httpx.put(url, content=b"third").status_code == 403, "without its condition it is not signed"
    assert store.get(f"{prefix}a") == b"first"


@pytest.mark.stack
def test_whether_a_store_writes_once_is_found_out_by_trying(
    endpoints: Mapping[str, str], checking: StoreSettings, prefix: str
) -> None:
    """The stack's own takes the condition, and writes."""
    ours, other = ObjectStore(_settings(endpoints)), ObjectStore(checking)
    assert (ours.writes_once(f"{prefix}a"), other.writes_once(f"{prefix}a")) == (False, True)
    assert (ours.keys(prefix), other.keys(prefix)) == ([], [])


@pytest.fixture(params=SERVERS)
def server(request: pytest.FixtureRequest) -> ObjectStore:
    if request.param == "seaweedfs":
        return ObjectStore(request.getfixturevalue("checking"))
    return ObjectStore(_settings(request.getfixturevalue("endpoints")))


def test_any_bytes_are_stored_at_keys_with_any_characters(server: ObjectStore, prefix: str) -> None:
    for name, data in (("a b+c%41~acme-1", b""), ("é/ü", os.urandom(300_000)), ("=&?.txt", b"x")):
        server.put(f"{prefix}{name}", data)
        assert server.get(f"{prefix}{name}") == data
    assert len(server.keys(prefix)) == 3


def test_an_object_of_pieces_is_there_whole_or_not_at_all(server: ObjectStore, prefix: str) -> None:
    key, data = f"{prefix}a", os.urandom(11 * 2**20)

    def broken() -> Iterator[bytes]:
        yield data[: 6 * 2**20]
        raise StoreUnavailable("the source is gone")

    with pytest.raises(StoreUnavailable, match="the source is gone"):
        server.put_pieces(key, broken(), 5 * 2**20)
    assert (server.keys(prefix), server.parts_begun(prefix)) == ([], [])
    server.begin_parts(f"{prefix}b")
    assert server.parts_begun(prefix) == [f"{prefix}b"]
    server.abort_parts(f"{prefix}b")
    pieces = (data[first : first + 700_000] for first in range(0, len(data), 700_000))
    server.put_pieces(key, pieces, 5 * 2**20)
    assert server.get(key) == data
    assert server.sizes_bytes(prefix) == {key: len(data)}
    server.delete(key)


@pytest.mark.stack
def test_an_outage_is_another_error(endpoints: Mapping[str, str]) -> None:
    nobody_listens = ObjectStore(_settings(endpoints, "http://127.0.0.1:9"))
    with pytest.raises(StoreUnavailable):
        nobody_listens.get("x")


@pytest.mark.stack
def test_a_put_goes_on_when_the_store_has_closed_its_connection(
    endpoints: Mapping[str, str], prefix: str
) -> None:
    at = urlsplit(endpoints["MUSTER_S3_ENDPOINT"])
    with TcpProxy(at.hostname or "", at.port or 80) as link:
        store = ObjectStore(_settings(endpoints, f"http://127.0.0.1:{link.port}"))
        for number in range(3):
            store.put(f"{prefix}{number}", b"one")
            link.reset()
        assert store.keys(prefix) == [f"{prefix}{number}" for number in range(3)]
        link.cut()
        with pytest.raises(StoreUnavailable):
            store.put(f"{prefix}3", b"one")


@pytest.mark.stack
def test_a_put_that_the_store_refuses_is_an_outage(endpoints: Mapping[str, str], prefix: str) -> None:
    stranger = ObjectStore(replace(_settings(endpoints), secret_key="of another store"))
    with pytest.raises(StoreUnavailable, match=r"SignatureDoesNotMatch|Forbidden|403"):
        stranger.put(f"{prefix}a", b"one")


@pytest.mark.parametrize(
    "uri", ["", "s3://other/key", "http://muster/key", "s3://muster/", "s3://muster", "posix://other/key"]
)
def test_an_address_of_another_place_is_refused(store: Store, uri: str) -> None:
    with pytest.raises(ValueError, match=r"must be (s3|posix)://"):
        store.key(uri)


def test_a_folder_that_is_not_the_cell_s_is_neither_read_nor_written(tmp_path: Path) -> None:
    """An unmounted file system is an empty folder of the machine's own disk."""
    empty, other = tmp_path / "empty", tmp_path / "other"
    empty.mkdir()
    _folder(other, "other")
    for root, said in (
        (empty, "is the file system mounted"),
        (tmp_path / "gone", "is the file system mounted"),
        (other, "says 'other'; allowed: test"),
    ):
        folder = FolderStore(root, "test")
        calls: dict[str, Callable[[str], object]] = {
            "put": lambda key, folder=folder: folder.put(key, b""),
            "get": folder.get,
            "delete": folder.delete,
            "keys": folder.keys,
        }
        for call in calls.values():
            with pytest.raises(StoreUnavailable, match=said):
                call("a")
    assert list(empty.iterdir()) == []


@pytest.mark.parametrize("key", ["../a", "/a", "a//b", "a/../../b", ".a", "a/.b", "", MARK])
def test_no_key_leads_out_of_the_folder_or_to_its_mark(tmp_path: Path, key: str) -> None:
    folder = _folder(tmp_path / "shared")
    for call in (folder.get, folder.delete):
        with pytest.raises(NoSuchObject, match="is no key"):
            call(key)
    with pytest.raises(NoSuchObject, match="is no key"):
        folder.put(key, b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["shared"]


def test_a_write_that_ends_in_the_middle_leaves_nothing_to_read(tmp_path: Path) -> None:
    folder = _folder(tmp_path / "shared")

    class Killed(BaseException):
        pass

    def die(size_bytes: int) -> None:
        raise Killed

    with pytest.raises(Killed):
        folder.put_stream("a/b", io.BytesIO(b"whole"), die)
    assert (folder.exists("a/b"), folder.keys("")) == (False, [])
    folder.put_stream("a/b", io.BytesIO(b"whole"))
    assert (folder.get("a/b"), folder.keys("")) == (b"whole", ["a/b"])


def test_folders_that_are_empty_go_with_their_last_object(tmp_path: Path) -> None:
    folder = _folder(tmp_path / "shared")
    for key in ("a/b/c", "a/d"):
        folder.put(key, b"x")
    folder.delete("a/b/c")
    assert sorted(path.name for path in (tmp_path / "shared").rglob("*")) == [MARK, "a", "d"]
    folder.delete("a/d")
    assert [path.name for path in (tmp_path / "shared").rglob("*")] == [MARK]
