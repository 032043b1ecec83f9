"""The chunk index: what it says is where the chunk lies; merged and made again it says the same."""

import hashlib
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.cas import index
from muster.cas.chunk_lists import ChunkList
from muster.cas.errors import Malformed
from muster.cas.hashing import is_key_chunk
from muster.cas.index import Index, Place, Segment
from muster.testkit.laws import examples


def hash_of(number: int) -> bytes:
    return hashlib.shake_128(b"%d" % number).digest(32)


def xorb(name: int, chunks: list[int]) -> ChunkList:
    ends = range(1, len(chunks) + 1)
    return ChunkList(hash_of(-name - 1), b"".join(map(hash_of, chunks)), ends, ends)


def xorbs_of(chunks: list[list[int]]) -> list[ChunkList]:
    return [xorb(name, some) for name, some in enumerate(chunks)]


xorb_lists = st.builds(
    xorbs_of, st.lists(st.lists(st.integers(0, 400), min_size=1, max_size=40), max_size=12)
)
ASKED = b"".join(map(hash_of, range(420)))


def by_reading(lists: list[ChunkList]) -> list[Place | None]:
    """Return the place of each of ASKED: the first place in the first list."""
    places: dict[bytes, Place] = {}
    for held in lists:
        for at in range(len(held)):
            places.setdefault(held.chunk(at), Place(held.xorb, at))
    return [places.get(hash_of(number)) for number in range(420)]


@given(xorb_lists)
def test_a_segment_says_where_each_chunk_lies_and_no_more(lists: list[ChunkList]) -> None:
    assert Segment(index.build(lists)).find(ASKED) == by_reading(lists)


@examples(40)
@given(xorb_lists, st.lists(st.integers(0, 12), max_size=3), st.sets(st.integers(0, 12), max_size=4))
def test_merged_segments_say_what_a_segment_of_the_living_says(
    lists: list[ChunkList], splits: list[int], gone: set[int]
) -> None:
    at = [0, *sorted(splits), len(lists)]
    segments = [Segment(index.build(lists[begin:end])) for begin, end in itertools.pairwise(at)]
    living = [held for name, held in enumerate(lists) if name not in gone]
    merged = Segment(b"".join(index.merge(segments, {held.xorb for held in living}.__contains__)))
    assert merged.find(ASKED) == by_reading(living)
    assert len(merged) == sum(map(len, living))


@given(xorb_lists, st.integers(0, 12))
def test_several_segments_answer_as_one(lists: list[ChunkList], split: int) -> None:
    several = Index([Segment(index.build(lists[:split])), Segment(index.build(lists[split:]))])
    assert several.find(ASKED) == by_reading(lists)


def test_an_index_for_clients_has_key_chunks_and_the_first_of_files() -> None:
    lists = [xorb(name, list(range(2000 * name, 2000 * (name + 1)))) for name in range(4)]
    first = frozenset({Place(lists[1].xorb, 7)})
    segment = Segment(index.build(lists, first_of_files=first))
    expected = {
        Place(held.xorb, at) for held in lists for at in range(2000) if is_key_chunk(held.chunk(at))
    } | first
    assert {place for held in lists for place in segment.find(held.hashes)} - {None} == expected
    assert 2 <= len(segment) == len(expected) <= 20


def test_a_chunk_takes_sixteen_bytes() -> None:
    lists = [xorb(name, list(range(1000 * name, 1000 * (name + 1)))) for name in range(20)]
    assert len(index.build(lists)) / 20_000 < 16.1


@given(st.binary(max_size=200), st.integers(0, 200))
def test_bytes_that_are_no_whole_segment_are_refused(data: bytes, size: int) -> None:
    whole = index.build([xorb(0, [1, 2, 3])])
    for lie in (data, whole[: size % len(whole)], data + whole[8:] + b"x"):
        with pytest.raises(Malformed):
            Segment(lie)


def test_segments_of_one_size_are_merged_when_they_are_eight() -> None:
    assert index.to_merge([]) is None
    assert index.to_merge([1000] * 7) is None
    assert index.to_merge([1000] * 8 + [100_000]) == range(8)
    assert index.to_merge([1, *[1000] * 8]) == range(1, 9)
    assert index.to_merge([3, 4] * 4) is None
    assert index.to_merge([3, 4] * 5) == range(1, 10), "sizes that alternate between two factors"


@given(st.lists(st.integers(1, 5000), max_size=300))
def test_however_segments_come_few_stay(sizes: list[int]) -> None:
    """The newest comes first; what is merged is as long as its parts."""
    kept: list[int] = []
    for size in sizes:
        kept.insert(0, size)
        while some := index.to_merge(kept):
            kept[some.start : some.stop] = [sum(kept[some.start : some.stop])]
    assert sum(kept) == sum(sizes)
    assert len(kept) <= 7 * len({max(size, 1).bit_length() // 3 for size in range(sum(sizes) + 1)})
