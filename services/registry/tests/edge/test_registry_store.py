"""The real store: corrupt bytes are detected; unreferenced objects are removed despite interruptions."""

from __future__ import annotations

import base64
import hashlib
import itertools
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import pytest
from muster.cas import chunk_lists, xorbs
from muster.cas.chunk_lists import KEY_ENDING, ChunkList
from muster.cas.hashing import Tree, file_hash
from muster.cas.shards import File, Term
from muster.events.registry_events import (
    ObjectDeleted,
    ObjectsPlaced,
    ProvenObject,
    StoredBytes,
    UploadEnded,
    XorbRepacked,
)
from muster.events.topics import REGISTRY_EVENTS
from muster.events.wire.envelope import Envelope
from muster.journal import Delivery, Position
from muster.reactors.reactor import Item
from muster.registry.core.storage.cached_copies import WholeCopy, whole_of
from muster.registry.core.storage.collecting import GRACE_MS
from muster.registry.core.storage.uploads import copies_prefix, staging_key
from muster.registry.edge.chunked.xorb_store import XorbStore, object_of, record_of
from muster.registry.edge.content import Content, NotProven
from muster.registry.edge.removal import effects, remove
from muster.registry.edge.tiering.hot import HotFolder
from muster.registry.edge.xet.bridge import Bridge
from muster.store import NoSuchObject, StoreSettings, StoreUnavailable
from muster.store.sealed import NoAddress, SealedStore

pytestmark = [pytest.mark.stack]


@pytest.fixture
def store(endpoints: Mapping[str, str], tmp_path: Path) -> SealedStore:
    names = ("endpoint", "access_key", "secret_key", "bucket")
    said: dict[str, Any] = {name: endpoints[f"MUSTER_S3_{name.upper()}"] for name in names}
    ring = tmp_path / "keys.toml"
    ring.write_text(f'[keys.acme]\nsecret = "{base64.b64encode(os.urandom(32)).decode()}"\n')
    return SealedStore(StoreSettings(**said, key_ring_file=ring))


KEPT: Final = pytest.mark.parametrize("under", ["", "~acme"], ids=["plain", "sealed"])
"""As it is, and under an encryption key."""


class Killed(BaseException):
    """Raised where the process dies."""


@dataclass
class Mortal:
    """The store of a process that dies before its Nth step."""

    store: SealedStore
    steps: int

    def keys(self, prefix: str) -> list[str]:
        return self.store.keys(prefix)

    def delete(self, key: str) -> None:
        self._step()
        self.store.delete(key)

    def abort_parts(self, key: str) -> None:
        self._step()
        self.store.abort_parts(key)

    def parts_begun(self, prefix: str) -> list[str]:
        return self.store.parts_begun(prefix)

    def _step(self) -> None:
        self.steps -= 1
        if self.steps < 0:
            raise Killed


def item(fact: UploadEnded | ObjectDeleted | ObjectsPlaced | XorbRepacked) -> Item:
    (effect,) = effects(delivered(fact))
    return Item(key="k", label=effect.label, payload=effect.payload, attempt=1)


@pytest.mark.parametrize(("kind", "under"), [("lfs", ""), ("lfs", "~acme"), ("xorb", "~acme")])
def test_a_removal_killed_at_any_step_is_completed_by_the_next(
    store: SealedStore, kind: str, under: str
) -> None:
    """Sealed objects of every kind are uploaded in parts."""
    upload, object_ = f"upload-{uuid4().hex}", f"{kind}/{uuid4().hex * 2}{under}"
    copies, staged = copies_prefix(object_, upload), staging_key(upload, object_)
    assert staged.endswith(upload + under)
    for steps in itertools.count():
        for key in (staged, f"{copies}a", f"{copies}b", f"{copies}kept", f"{copies}kept.chunks"):
            store.put(key, b"x")
        begun = store.begin_parts(staged)
        ended = UploadEnded(
            upload=upload, object=object_, kept_key=f"{copies}kept", tenant="acme", stored=NOTHING
        )
        is_killed = False
        try:
            remove(Mortal(store, steps), item(ended))
        except Killed:
            is_killed = True
            remove(store, item(ended))
        assert store.keys(copies) == [f"{copies}kept", f"{copies}kept.chunks"]
        assert not store.exists(staged)
        with pytest.raises(NoSuchObject):
            store.end_parts(staged, begun, [])
        if not is_killed:
            break
    store.delete(f"{copies}kept")
    store.delete(f"{copies}kept.chunks")


def test_the_chunk_list_of_a_xorb_stays_while_it_is_stored_as_a_delta(
    store: SealedStore,
) -> None:
    hash_ = uuid4().hex * 2
    key = f"{copies_prefix(f'xorb/{hash_}', 'upload')}nonce"
    for each in (key, key + KEY_ENDING):
        store.put(each, b"bytes")
    repacked = XorbRepacked(
        object=f"xorb/{hash_}",
        object_key=key,
        size_bytes=5,
        bases=(),
        proven=ProvenObject(upload="up", object=f"delta/{hash_}", size_bytes=1, object_key="registry/delta"),
        repository="repo-aaaa",
        base_repository="repo-bbbb",
        tenant="acme",
        requested_by="acme/registry",
        stored=StoredBytes(unique_bytes=5, reserved_bytes=0),
    )
    (effect,) = effects(delivered(repacked))
    assert effect.not_before_ms == delivered(repacked).envelope.occurred_at_ms + GRACE_MS
    remove(store, item(repacked))
    assert store.keys(key) == [key + KEY_ENDING]
    remove(store, item(ObjectDeleted(object=repacked.object, object_key=key)))
    assert store.keys(key) == []


@KEPT
def test_corrupt_records_and_chunk_lists_are_rejected(store: SealedStore, under: str) -> None:
    kept = XorbStore(Content(store))
    chunks = [os.urandom(9_000) for _ in range(3)]
    (data, held), (_, other) = xorbs.encode(chunks), xorbs.encode(chunks[:2])
    key = kept.put(held, object_of(held.xorb, "") + under, f"upload-{uuid4().hex}", data)
    true = record_of(file_of(held, 0, 3))
    record = f"file/{hashlib.sha256(true).hexdigest()}{under}"
    record_key = kept.content.put(record, f"upload-{uuid4().hex}", true)
    assert XorbStore(kept.content).lists({held.xorb: key}) == {held.xorb: held}
    assert XorbStore(kept.content).file(record_key) == file_of(held, 0, 3)
    for wrong in (b"", chunk_lists.encode(held)[:-1], chunk_lists.encode(other)):
        store.put(key + KEY_ENDING, wrong)
        with pytest.raises(StoreUnavailable, match=r"corrupt bytes|another xorb"):
            XorbStore(kept.content).lists({held.xorb: key})
    for wrong in (b"", true[:-1], record_of(file_of(held, 0, 2))):
        store.put(record_key, wrong)
        with pytest.raises(StoreUnavailable, match="corrupt bytes"):
            XorbStore(kept.content).file(record_key)
    kept.content.discard(key)
    kept.content.discard(record_key)
    assert not store.keys(key), "the list beside it goes, too"


def test_recently_read_chunks_are_cached_and_verified_like_those_from_the_store(
    store: SealedStore, tmp_path: Path
) -> None:
    folder = tmp_path / "hot"
    kept, hot = XorbStore(Content(store)), HotFolder(folder, 10_000_000)
    chunks = [os.urandom(90_000) for _ in range(3)]
    data, held = xorbs.encode(chunks)
    key = kept.put(held, object_of(held.xorb, ""), f"upload-{uuid4().hex}", data)
    terms = file_of(held, 0, 3).terms

    def read() -> bytes:
        bridge = Bridge(kept.content, {held.xorb: key}.__getitem__, {held.xorb: held}, hot)
        return b"".join(bridge.pieces(terms, 0, 270_000))

    assert read() == b"".join(chunks)
    store.put(key, b"damaged in the store")
    assert read() == b"".join(chunks)
    (near,) = folder.glob("*/*/*")
    near.write_bytes(near.read_bytes()[:-1] + b"!")
    with pytest.raises(StoreUnavailable, match="returns corrupt bytes"):
        read()
    assert not list(folder.glob("*/*/*")), "nothing is kept that was not proven"
    store.put(key, data)
    assert read() == b"".join(chunks)
    assert list(folder.glob("*/*/*")) == [near]
    kept.content.discard(key)


def test_encrypted_content_is_never_cached_in_the_clear(store: SealedStore, tmp_path: Path) -> None:
    kept, hot = XorbStore(Content(store)), HotFolder(tmp_path / "hot", 10_000_000)
    chunks = [os.urandom(90_000) for _ in range(3)]
    data, held = xorbs.encode(chunks)
    key = kept.put(held, object_of(held.xorb, "") + "~acme", f"upload-{uuid4().hex}", data)
    bridge = Bridge(kept.content, {held.xorb: key}.__getitem__, {held.xorb: held}, hot)
    assert b"".join(bridge.pieces(file_of(held, 0, 3).terms, 0, 270_000)) == b"".join(chunks)
    assert not list((tmp_path / "hot").glob("*/*/*"))
    kept.content.discard(key)


def test_a_sealed_upload_is_proven_and_read_like_any_other(store: SealedStore) -> None:
    content, data = Content(store), os.urandom(300_000)
    object_, upload = f"lfs/{hashlib.sha256(data).hexdigest()}~acme", f"upload-{uuid4().hex}"
    with pytest.raises(NoAddress):
        content.write_address(object_, upload)
    assert not content.takes_parts(object_, upload)
    staged = staging_key(upload, object_)
    for wrong in (data[:-1], data + b"!"):
        with pytest.raises(NotProven, match=f"must be {len(data)}, as announced"):
            content.stage(staged, iter([wrong[:9], wrong[9:]]), len(data))
        assert not store.exists(staged), "there whole or not at all"
    content.stage(staged, iter([data[:9], data[9:]]), len(data))
    key = content.prove(object_, upload, len(data))
    assert key.startswith(copies_prefix(object_, upload))
    assert b"".join(content.pieces(key, 70_000, 200_000)) == data[70_000:200_001]
    with pytest.raises(NoAddress):
        content.read_address(key)
    content.stage(staged, iter([data[:-1] + b"!"]), len(data))
    with pytest.raises(NotProven, match="SHA-256"):
        content.prove(object_, upload, len(data))
    for each in (key, staged):
        store.delete(each)


def test_objects_moved_during_their_removal_are_removed_again(store: SealedStore) -> None:
    key = f"{copies_prefix(f'xorb/{uuid4().hex * 2}', f'upload-{uuid4().hex}')}n"
    for each in (key, key + KEY_ENDING):
        store.put(each, b"x")
    placed = ObjectsPlaced(placed=(), gone=(key,), tenant="muster", requested_by="registry")
    remove(store, item(placed))
    assert store.keys(key) == []


def test_whole_copies_are_removed_with_the_record_of_their_file(store: SealedStore) -> None:
    record, other = uuid4().hex * 2, uuid4().hex * 2
    key = f"{copies_prefix(f'file/{record}', 'upload')}nonce"
    copies = [WholeCopy(each, "1-nonce") for each in (record, other)]
    of_copies = [each for copy in copies for each in (copy.key, copy.mark(1))]
    for each in (key, *of_copies):
        store.put(each, b"x")
    remove(store, item(ObjectDeleted(object=f"file/{record}", object_key=key)))
    assert not any(map(store.exists, (key, copies[0].key, copies[0].mark(1))))
    assert store.keys(whole_of(other)) == [copies[1].mark(1), copies[1].key]
    for each in of_copies:
        store.delete(each)


def file_of(held: ChunkList, start: int, end: int) -> File:
    tree = Tree()
    for place in range(start, end):
        tree.add(held.chunk(place), held.raw_length(place, place + 1))
    term = Term(held.xorb, start, end, held.raw_length(start, end))
    return File(file_hash(tree.root()), (term,), (held.range_hash(start, end),), "0" * 64)


def delivered(fact: UploadEnded | ObjectDeleted | ObjectsPlaced | XorbRepacked) -> Delivery[Any]:
    envelope = Envelope(
        key="k", payload=fact, event_id="evt-a", occurred_at_ms=0, producer="test", correlation_id="c"
    )
    return Delivery(Position(REGISTRY_EVENTS.name, 0, 0), 0, envelope)


NOTHING: Final = StoredBytes(unique_bytes=0, reserved_bytes=0)
