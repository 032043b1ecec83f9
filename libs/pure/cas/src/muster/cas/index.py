"""Index of the places of chunks: a hint, built from chunk lists; it can be deleted and rebuilt at any time.

A segment is one immutable run of bytes, read in place (a mapped file):

    keys    the first 64 bits of each chunk's hash, ascending
    places  for each key the xorb's number, 51 bits, and the chunk's place in it, 13 bits
    fences  for each value of a key's first bits, how many keys are below it
    xorbs   their hashes
    footer  tag, version, keys, xorbs, bits of a fence

So a chunk takes 16 bytes, and a look-up touches one page of keys and one of places: 10^9 chunks are 16 GB
on disk and 32 MB of fences that stay in memory. Two hashes may share a key (in one of 37 indexes of 10^9), so
a place has to be checked against the xorb's chunk list, which is necessary anyway as the xorb may have been
deleted since. A chunk in several xorbs is found in the newest.

New xorbs make small segments; `to_merge` says when some become one, so that there are few. A merge works
through the key space part by part and leaves out xorbs that are gone.

Clients ask for every 1024th chunk only (`is_key_chunk`) and for the first of a file; their index is the
same with those alone, a thousandth of the size. The whole one serves uploads that are cut here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from mmap import mmap
from struct import Struct
from typing import Final, NamedTuple

import numpy as np
from muster.cas.chunk_lists import ChunkList
from muster.cas.compiled import find
from muster.cas.errors import Malformed
from muster.cas.hashing import HASH_BYTES, is_key_chunk
from numpy.typing import NDArray

PLACE_BITS: Final = 13
"""8,192 chunks of a xorb."""

MERGED_AT: Final = 8
"""Segments of about one size that become one; so of 10^9 chunks there are at most 8 of each of 5 sizes."""

_FORM: Final = "index segment"
_TAG: Final = b"MSTRCIDX"
_VERSION: Final = 1
_FOOTER: Final = Struct("<8sQQQQ")
_BITS_MAX: Final = 40
_NUMBER: Final = np.dtype("<u8")
_KEYS_PER_FENCE: Final = 256
_PARTS: Final = 64
"""A merge holds this part of all keys in memory at a time."""

Numbers = NDArray[np.uint64]
_Sorted = tuple[Numbers, Numbers]
"""Keys, ascending, and their places."""


class Place(NamedTuple):
    """Possible place of a chunk: its xorb's hash, and its number among the xorb's chunks."""

    xorb: bytes
    chunk: int


class Segment:
    """One run of sorted keys.

    Args:
        data: Bytes from `build` or `merge`, read in place.

    Raises:
        Malformed: Not a segment, or incomplete.
    """

    def __init__(self, data: bytes | memoryview | mmap) -> None:
        view = memoryview(data)
        footer = len(view) - _FOOTER.size
        if footer < 0:
            raise Malformed(_FORM, 0, "length", len(view), f"at least {_FOOTER.size} bytes")
        tag, version, self._count, self.xorbs, bits = _FOOTER.unpack_from(view, footer)
        if (tag, version) != (_TAG, _VERSION) or not 0 < bits <= _BITS_MAX:
            allowed = f"{_TAG}, {_VERSION}, 1 to {_BITS_MAX} bits"
            raise Malformed(_FORM, footer, "footer", (tag, version, bits), allowed)
        keys_end = 8 * self._count
        places_end = 2 * keys_end
        fences_end = places_end + 8 * ((1 << bits) + 1)
        if footer != fences_end + HASH_BYTES * self.xorbs:
            expected = fences_end + HASH_BYTES * self.xorbs + _FOOTER.size
            raise Malformed(_FORM, footer, "length", len(view), f"{expected}, by the footer")
        self._keys = np.frombuffer(view[:keys_end], _NUMBER)
        self._places = np.frombuffer(view[keys_end:places_end], _NUMBER)
        self._fences = np.array(np.frombuffer(view[places_end:fences_end], "<i8"))
        self._names = view[fences_end:footer]
        self._shift = 64 - bits

    def __len__(self) -> int:
        return self._count

    def find(self, hashes: bytes | memoryview) -> list[Place | None]:
        """Return the possible places of chunks.

        Args:
            hashes: Hashes of 32 bytes each, one after the other.
        """
        asked = np.ascontiguousarray(_keys_of(hashes))
        found = np.empty(len(asked), np.int64)
        find(asked, self._keys, self._fences, self._shift, found)
        return [None if at < 0 else self._place(at) for at in found.tolist()]

    def xorb(self, number: int) -> bytes:
        """The hash of the xorb with a number."""
        return bytes(self._names[number * HASH_BYTES : (number + 1) * HASH_BYTES])

    def part(self, first_key: int, end_key: int) -> tuple[Numbers, Numbers]:
        """Keys from one up to, not with, another, and their places."""
        low = int(np.searchsorted(self._keys, np.uint64(first_key)))
        high = self._count if end_key >> 64 else int(np.searchsorted(self._keys, np.uint64(end_key)))
        return self._keys[low:high], self._places[low:high]

    def _place(self, at: int) -> Place:
        number, chunk = divmod(int(self._places[at]), 1 << PLACE_BITS)
        return Place(self.xorb(number), chunk)


class Index:
    """Segments, searched one after the other.

    Args:
        segments: The newest first.
    """

    def __init__(self, segments: Sequence[Segment]) -> None:
        self.segments = tuple(segments)

    def find(self, hashes: bytes) -> list[Place | None]:
        """Return the possible places of chunks, by the newest segment that has them.

        Args:
            hashes: Hashes of 32 bytes each, one after the other.
        """
        found: list[Place | None] = [None] * (len(hashes) // HASH_BYTES)
        for segment in self.segments:
            missing = [at for at, place in enumerate(found) if place is None]
            if not missing:
                break
            asked = b"".join(hashes[at * HASH_BYTES : (at + 1) * HASH_BYTES] for at in missing)
            for at, place in zip(missing, segment.find(asked), strict=True):
                found[at] = place
        return found


def build(lists: Iterable[ChunkList], *, first_of_files: frozenset[Place] | None = None) -> bytes:
    """A segment of xorbs, the newest first.

    Args:
        lists: Lists of the xorbs' chunks.
        first_of_files: If given, only chunks that clients ask for are taken: these, and key chunks.
    """
    names: list[bytes] = []
    keys: list[Numbers] = []
    places: list[Numbers] = []
    for number, chunks in enumerate(lists):
        names.append(chunks.xorb)
        here = np.arange(len(chunks), dtype=np.uint64) + np.uint64(number << PLACE_BITS)
        all_keys = _keys_of(chunks.hashes)
        if first_of_files is None:
            keys.append(all_keys)
            places.append(here)
        else:
            taken = _asked_for(chunks, first_of_files)
            keys.append(all_keys[taken])
            places.append(here[taken])
    whole = _sorted(keys, places)
    return b"".join(_written(names, len(whole[0]), lambda: iter((whole,))))


def merge(segments: Sequence[Segment], is_live: Callable[[bytes], bool]) -> Iterator[bytes]:
    """Merge segments, the newest first, into one; yield its bytes in pieces, in order.

    Args:
        segments: At least one.
        is_live: Whether a xorb of this hash is still there.
    """
    numbers: dict[bytes, int] = {}
    renumbered: list[NDArray[np.int64]] = []
    for segment in segments:
        table = np.full(segment.xorbs, -1, np.int64)
        for number in range(segment.xorbs):
            xorb = segment.xorb(number)
            if is_live(xorb):
                table[number] = numbers.setdefault(xorb, len(numbers))
        renumbered.append(table)

    def parts() -> Iterator[_Sorted]:
        return (_merged(segments, renumbered, part) for part in range(_PARTS))

    yield from _written(list(numbers), sum(map(len, segments)), parts)


def to_merge(sizes: Sequence[int]) -> range | None:
    """Choose neighbouring segments to merge next, of segments sorted by age; None: they are few enough.

    Segments of one size, within a factor of eight, are merged when there are eight: each chunk is written
    once for each such factor. One that is smaller than a newer one counts as of its size: however sizes
    alternate, there are at most seven of each.

    Args:
        sizes: Number of keys of each segment, the newest first.
    """
    tiers = list(accumulate((max(size, 1).bit_length() // 3 for size in sizes), max))
    begin = 0
    for at in range(1, len(tiers) + 1):
        if at == len(tiers) or tiers[at] != tiers[begin]:
            if at - begin >= MERGED_AT:
                return range(begin, at)
            begin = at
    return None


def _merged(segments: Sequence[Segment], renumbered: Sequence[NDArray[np.int64]], part: int) -> _Sorted:
    """Merge one part of the key space of all segments, without deleted xorbs."""
    first, end = (part << 64) // _PARTS, ((part + 1) << 64) // _PARTS
    keys: list[Numbers] = []
    places: list[Numbers] = []
    low = np.uint64((1 << PLACE_BITS) - 1)
    for segment, table in zip(segments, renumbered, strict=True):
        some_keys, some_places = segment.part(first, end)
        number = table[(some_places >> np.uint64(PLACE_BITS)).astype(np.int64)]
        kept = number >= 0
        moved = number[kept].astype(np.uint64) << np.uint64(PLACE_BITS)
        keys.append(some_keys[kept])
        places.append(moved | (some_places[kept] & low))
    return _sorted(keys, places)


def _sorted(keys: Sequence[Numbers], places: Sequence[Numbers]) -> _Sorted:
    """Sort by key; the sort is stable."""
    if not keys:
        return np.empty(0, np.uint64), np.empty(0, np.uint64)
    all_keys, all_places = np.concatenate(keys), np.concatenate(places)
    order = np.argsort(all_keys, kind="stable")
    return all_keys[order], all_places[order]


def _written(names: Sequence[bytes], most: int, parts: Callable[[], Iterator[_Sorted]]) -> Iterator[bytes]:
    """The pieces of a segment.

    Args:
        names: Hashes of its xorbs.
        most: Keys that it has at most.
        parts: All of it, in order; asked twice, because all keys come before all places.
    """
    bits = max(1, most // _KEYS_PER_FENCE).bit_length()
    below = np.zeros((1 << bits) + 1, np.int64)
    for keys, _ in parts():
        first_bits = (keys >> np.uint64(64 - bits)).astype(np.int64)
        below[1:] += np.bincount(first_bits, minlength=1 << bits)
        yield keys.astype(_NUMBER).tobytes()
    for _, places in parts():
        yield places.astype(_NUMBER).tobytes()
    yield np.cumsum(below).astype("<i8").tobytes()
    yield b"".join(names)
    yield _FOOTER.pack(_TAG, _VERSION, int(below.sum()), len(names), bits)


def _keys_of(hashes: bytes | memoryview) -> Numbers:
    """The first 64 bits of each hash."""
    return np.frombuffer(hashes, _NUMBER).reshape(-1, HASH_BYTES // 8)[:, 0]


def _asked_for(chunks: ChunkList, first_of_files: frozenset[Place]) -> list[int]:
    return [
        at
        for at in range(len(chunks))
        if is_key_chunk(chunks.chunk(at)) or Place(chunks.xorb, at) in first_of_files
    ]
