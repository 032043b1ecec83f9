"""Splitting files refers to chunks that are already stored, and only if they still exist."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given as for_all
from hypothesis import strategies as st
from muster.cas import shards, xorbs
from muster.cas.chunk_lists import ChunkList
from muster.cas.cutting import Cut
from muster.cas.index import MERGED_AT
from muster.registry.edge.repacking.chunk_index import ChunkIndex, Verified
from muster.testkit.laws import examples


class Store:
    """Xorbs of one organisation, in memory, with an index on disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.index = ChunkIndex(folder)
        self.data: dict[bytes, bytes] = {}
        self.held: dict[bytes, ChunkList] = {}
        self.keys: dict[bytes, str] = {}

    def lists(self, keys: Mapping[bytes, str]) -> Mapping[bytes, ChunkList]:
        return {xorb: self.held[xorb] for xorb in keys}

    def take(self, content: bytes, piece: int = 100_000) -> tuple[shards.File, int]:
        """Split and store a file, and return its places and the number of new bytes."""
        self.index.follow(self.keys, self.lists)
        cut = Cut(Verified(self.index, self.keys, self.lists).find)
        new_bytes = 0
        for data, held in cut.xorbs(content[at : at + piece] for at in range(0, len(content), piece)):
            assert xorbs.verify([data], held.xorb) == held
            self.data[held.xorb], self.held[held.xorb], self.keys[held.xorb] = data, held, "key"
            self.index.add([held])
            new_bytes += len(data)
        assert cut.sha256 == hashlib.sha256(content).hexdigest()
        return cut.file(), new_bytes

    def read(self, file: shards.File) -> bytes:
        shards.prove(file, self.held)
        parts: list[bytes] = []
        for term in file.terms:
            chunks = [unpacked.raw for unpacked in xorbs.Reader().feed(self.data[term.xorb])]
            parts += chunks[term.start : term.end]
        return b"".join(parts)


@for_all(
    seed=st.integers(0, 1_000),
    length=st.integers(1, 900_000),
    at=st.integers(0, 900_000),
    inserted=st.binary(max_size=200),
    piece=st.integers(20_000, 300_000),
)
@examples(15)
def test_an_insertion_anywhere_leaves_the_file_intact_and_adds_little(
    seed: int, length: int, at: int, inserted: bytes, piece: int
) -> None:
    before = random.Random(seed).randbytes(length)
    after = before[:at] + inserted + before[at:]
    with TemporaryDirectory() as folder:
        store = Store(Path(folder))
        first, first_bytes = store.take(before, piece)
        second, second_bytes = store.take(after, piece)
        assert (store.read(first), store.read(second)) == (before, after)
        assert first_bytes <= length + 8 * (length // 8_192 + 1)
        assert second_bytes < 3 * 131_072 + len(inserted) + 64
        again, again_bytes = store.take(after, piece)
        assert (again, again_bytes) == (second, 0)


def test_repeated_content_is_stored_once(tmp_path: Path) -> None:
    store = Store(tmp_path)
    part = random.Random(1).randbytes(500_000)
    file, new_bytes = store.take(part * 5)
    assert store.read(file) == part * 5
    assert new_bytes < 1_000_000


def test_the_index_can_be_reopened_and_rebuilt_and_its_segments_stay_few(tmp_path: Path) -> None:
    store = Store(tmp_path)
    files = [random.Random(seed).randbytes(150_000) for seed in range(3 * MERGED_AT)]
    for content in files:
        store.take(content)
    assert len(list(tmp_path.glob("*.segment"))) <= 2 * MERGED_AT
    again = Store(tmp_path)
    again.held, again.keys, again.data = store.held, store.keys, store.data
    assert again.index.xorbs == set(store.held)
    assert [again.take(content)[1] for content in files] == [0] * len(files)
    for segment in tmp_path.glob("*.segment"):
        segment.write_bytes(segment.read_bytes()[:-1])
    damaged = Store(tmp_path)
    assert damaged.index.xorbs == set(), "what is not whole is left out"
    damaged.held, damaged.keys, damaged.data = store.held, store.keys, store.data
    assert [damaged.take(content)[1] for content in files] == [0] * len(files)


def test_removed_xorbs_are_not_referred_to(tmp_path: Path) -> None:
    store = Store(tmp_path)
    content = random.Random(2).randbytes(300_000)
    file, new_bytes = store.take(content)
    del store.keys[file.terms[0].xorb]
    assert store.take(content)[1] == new_bytes
