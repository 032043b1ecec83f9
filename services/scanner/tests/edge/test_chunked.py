"""A file whose xorbs are held as differences is read from the real store; corrupt bytes are reported."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import pytest
from muster.cas import chunk_lists, xorbs
from muster.cas.chunk_lists import KEY_ENDING, ChunkList
from muster.cas.chunking import chunks_of
from muster.cas.hashing import to_hex
from muster.cas.shards import File, Term
from muster.scanner.edge.reading.chunked import chunked_file
from muster.scanner.edge.reading.locating import DifferenceRow
from muster.store import StoreSettings, StoreUnavailable
from muster.store.sealed import SealedStore
from muster.tensors.deltas import Method, Segment, encoded
from muster.tensors.sources import Memory

pytestmark = [pytest.mark.stack]

BASE = bytes(range(256)) * 2_000
TUNED = bytes(value ^ (at % 5 == 0) for at, value in enumerate(BASE))


@pytest.fixture
def store(endpoints: Mapping[str, str]) -> SealedStore:
    names = ("endpoint", "access_key", "secret_key", "bucket")
    said: dict[str, Any] = {name: endpoints[f"MUSTER_S3_{name.upper()}"] for name in names}
    return SealedStore(StoreSettings(**said))


def stored(store: SealedStore, content: bytes) -> tuple[str, ChunkList]:
    """A xorb, with the list of its chunks beside it."""
    data, held = xorbs.encode(list(chunks_of([content])))
    key = f"registry/xorb/{to_hex(held.xorb)}/{uuid4().hex}"
    store.put(key, data)
    store.put(key + KEY_ENDING, chunk_lists.encode(held))
    return key, held


def test_a_xorb_that_is_held_as_a_difference_is_restored_where_it_is_read(store: SealedStore) -> None:
    base_key, base = stored(store, BASE)
    key, held = stored(store, TUNED)
    store.delete(key)
    digits = to_hex(base.xorb)
    segments = [Segment(0, len(TUNED), Method.XOR, base=0)]
    container = b"".join(encoded(Memory(TUNED), segments, {digits: Memory(BASE)}, 64 * 1024))
    assert len(container) < len(TUNED) / 2
    delta_key = f"registry/delta/{uuid4().hex}"
    store.put(delta_key, container)
    term = Term(held.xorb, 0, len(held), held.raw_bytes)
    record = File(bytes(32), (term,), (), None)
    row = DifferenceRow(f"xorb/{to_hex(held.xorb)}", delta_key, {digits: base_key})
    file = chunked_file(store, record, {held.xorb: key}, {held.xorb: row})
    for begin in (0, 1, 200_000, len(TUNED) - 5):
        for end in (begin, begin + 5, len(TUNED)):
            assert file.read(begin, end) == TUNED[begin:end]
    store.put(delta_key, container[:100] + bytes(50) + container[150:])
    damaged = chunked_file(store, record, {held.xorb: key}, {held.xorb: row})
    with pytest.raises(StoreUnavailable, match="block at"):
        damaged.read(0, len(TUNED))
