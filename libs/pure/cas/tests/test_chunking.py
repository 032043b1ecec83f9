"""Cuts by content: where the definition has them, however the stream comes, and stable around a change."""

import hashlib
import itertools

from hypothesis import given
from hypothesis import strategies as st
from muster.cas.chunking import CHUNK_LEAST_BYTES, CHUNK_MAX_BYTES, Chunker, chunks_of
from muster.cas.gear import GEAR
from muster.testkit.laws import examples


def noise(size: int, name: str = "noise") -> bytes:
    return hashlib.shake_128(name.encode()).digest(size)


def lengths_by_definition(data: bytes) -> list[int]:
    """Byte by byte: the hash over a chunk's bytes from 65 before the least length on."""
    lengths: list[int] = []
    begin, state = 0, 0
    for at, byte in enumerate(data):
        length = at + 1 - begin
        if length > CHUNK_LEAST_BYTES - 65:
            state = ((state << 1) + GEAR[byte]) % (1 << 64)
        if (length >= CHUNK_LEAST_BYTES and state >> 48 == 0) or length == CHUNK_MAX_BYTES:
            lengths.append(length)
            begin, state = at + 1, 0
    return lengths + [len(data) - begin] * (begin < len(data))


def content(size: int, name: str, zeros: int) -> bytes:
    return noise(size, name) + bytes(zeros)


contents = st.builds(
    content, st.integers(0, 300_000), st.text("ab", max_size=6), st.sampled_from([0, 1, 100_000, 300_000])
)


@examples(15)
@given(contents)
def test_cuts_are_where_the_definition_has_them(data: bytes) -> None:
    assert [len(chunk) for chunk in chunks_of([data])] == lengths_by_definition(data)


@given(contents, st.lists(st.integers(0, 600_000), max_size=8))
def test_a_stream_that_comes_in_other_pieces_gives_the_same_chunks(data: bytes, splits: list[int]) -> None:
    at = [0, *sorted(min(split, len(data)) for split in splits), len(data)]
    pieces = [data[begin:end] for begin, end in itertools.pairwise(at)]
    chunks = list(chunks_of(pieces))
    assert chunks == list(chunks_of([data]))
    assert b"".join(chunks) == data
    assert all(CHUNK_LEAST_BYTES <= len(chunk) <= CHUNK_MAX_BYTES for chunk in chunks[:-1])


def test_every_byte_may_come_alone() -> None:
    data = noise(40_000)
    assert list(chunks_of(data[at : at + 1] for at in range(len(data)))) == list(chunks_of([data]))


def test_a_chunker_starts_again_after_its_last_chunk() -> None:
    chunker = Chunker()
    data = noise(200_000)
    once = chunker.feed(data) + chunker.finish()
    assert chunker.feed(data) + chunker.finish() == once
    assert chunker.finish() == []


@examples(20)
@given(st.integers(0, 4_000_000), st.integers(1, 200), st.booleans())
def test_a_change_of_some_bytes_makes_few_new_chunks(at: int, size: int, is_inserted: bool) -> None:
    data = noise(4_000_000)
    changed = data[:at] + noise(size, "new") + data[at + size * (not is_inserted) :]
    known = set(chunks_of([data]))
    new = [chunk for chunk in chunks_of([changed]) if chunk not in known]
    assert sum(map(len, new)) <= 4 * CHUNK_MAX_BYTES
    assert len(new) <= 6


def test_ninety_bytes_inserted_cost_about_the_chunk_they_fall_into() -> None:
    """The cost depends on the chunk: long ones are hit more often. It is the same for 90 MB as for 4 MB."""
    data = noise(4_000_000)
    known = set(chunks_of([data]))
    sent: list[int] = []
    for at in range(200_000, 4_000_000, 400_000):
        changed = data[:at] + noise(90, "inserted") + data[at:]
        sent.append(sum(len(chunk) for chunk in chunks_of([changed]) if chunk not in known))
    assert sum(sent) / len(sent) <= CHUNK_MAX_BYTES
    assert min(sent) <= 85_313
