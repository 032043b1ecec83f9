"""Memory and time that an HDF5 file claims beyond its own bytes (Specification 3.0, IV).

A shape is a few bytes of a file, and a reader reserves all of it at once; a chunk may unpack to a thousand
times its size, whatever its shape is. Chunks are looked at in the index that h5py writes by default, and
where a dataset is one chunk; those of the other indexes are not unpacked.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from math import prod
from typing import Final

from muster.scanning.formats.hdf5.storage import Numbers, Storage, StructureUnknown
from muster.scanning.pickles.claims import CLAIMED_MAX, SMALL

SHAPE, DATATYPE, LAYOUT, FILTERS = 1, 3, 8, 0x0B
_DEFLATE: Final = 1
_PACKING: Final = frozenset((1, 4, 32000))
"""Gzip, szip and lzf."""
_CHUNKS_MAX: Final = 1_000_000
_UNPACKED_FROM: Final = 1 << 18
"""Stored size from which a chunk is unpacked to see whether it keeps to its shape."""
_OVERHEAD: Final = 1 << 10
"""Bytes that filters may add to a small chunk."""
_PIECE_BYTES: Final = 1 << 20
_SINGLE_CHUNK: Final = 1
Problem = tuple[str, str]
"""A rule, and the value that it reports."""


def count_of(numbers: Numbers) -> int:
    """Number of values of a shape."""
    return prod(_dimensions(numbers))


def _dimensions(numbers: Numbers) -> list[int]:
    version, rank, _flags = (numbers.number(1) for _ in range(3))
    kind = numbers.number(1) if version == 2 else None
    numbers.take(5 if version == 1 else 0)
    if version not in (1, 2):
        raise StructureUnknown(f"a shape of version {version}")
    return [0] if kind == 2 else [numbers.length() for _ in range(rank)]


def item_bytes_of(numbers: Numbers) -> int:
    """Size of one value of a datatype."""
    numbers.take(4)
    return numbers.number(4)


class Claims:
    """Claims of all datasets of a file.

    Args:
        storage: The file.
    """

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.claimed_bytes = 0
        self.is_reported = False

    def dataset(self, parts: Mapping[int, bytes]) -> Iterator[Problem]:
        """Yield the claims of a dataset.

        Args:
            parts: Its messages: shape, datatype, layout and filters.
        """
        if not {SHAPE, DATATYPE, LAYOUT} <= parts.keys():
            return
        dimensions = _dimensions(self.storage.of(parts[SHAPE]))
        item_bytes = item_bytes_of(self.storage.of(parts[DATATYPE]))
        yield from self.reserve(prod(dimensions) * item_bytes, f"values in the shape {dimensions[:8]}")
        layout = _Layout(self.storage, parts[LAYOUT])
        if layout.chunk:
            yield from self.chunks(dimensions, layout)
            yield from self.packed(layout, self.filters(parts.get(FILTERS, b"")))

    def reserve(self, count: int, said: str) -> Iterator[Problem]:
        """Count memory that a reader reserves; report it once when it is far more than the file."""
        self.claimed_bytes += count
        if not self.is_reported and self.is_far_more(self.claimed_bytes):
            self.is_reported = True
            yield "memory.claimed", f"{self.claimed_bytes} bytes by {said}"

    def is_far_more(self, count: int) -> bool:
        """Whether a number of bytes is more than a file of this size can hold, packed or not."""
        return count > max(CLAIMED_MAX, SMALL * self.storage.source.size_bytes)

    def chunks(self, dimensions: list[int], layout: _Layout) -> Iterator[Problem]:
        """Yield chunks that are too large or too many for the file."""
        if self.is_far_more(prod(layout.chunk)):
            yield "memory.claimed", f"a chunk of {prod(layout.chunk)} bytes"
        pairs = zip(dimensions, layout.chunk, strict=False)
        count = prod(-(-length // side) for length, side in pairs if side)
        if count > max(_CHUNKS_MAX, self.storage.source.size_bytes):
            yield "memory.claimed", f"{count} chunks, each of which a reader looks up"

    def filters(self, body: bytes) -> list[int]:
        """Filters of a dataset, in the order in which they were applied."""
        if not body:
            return []
        numbers = self.storage.of(body)
        version, count = numbers.number(1), numbers.number(1)
        numbers.take(6 if version == 1 else 0)
        found: list[int] = []
        for _ in range(count):
            filter = numbers.number(2)
            found.append(filter)
            name_bytes = numbers.number(2) if version == 1 or filter >= 256 else 0
            numbers.take(2)
            values = numbers.number(2)
            numbers.take(name_bytes + (-name_bytes % 8 if version == 1 else 0))
            numbers.take(4 * values + (4 if version == 1 and values % 2 else 0))
        return found

    def packed(self, layout: _Layout, filters: list[int]) -> Iterator[Problem]:
        """Yield chunks that unpack to more than their shape holds."""
        times = sum(each in _PACKING for each in filters)
        if times > 1:
            yield "archive.bomb", f"values packed {times} times, one in the other"
        if _DEFLATE not in filters:
            return
        most = prod(layout.chunk) + prod(layout.chunk) // 100 + _OVERHEAD
        for address, stored, mask in layout.stored():
            is_unpacked = not mask >> filters.index(_DEFLATE) & 1
            is_large = stored >= _UNPACKED_FROM
            if is_unpacked and (stored > most or (is_large and self.grows(address, stored, most))):
                yield (
                    "archive.bomb",
                    f"a chunk of {stored} bytes that unpacks to more than {prod(layout.chunk)}",
                )
                return

    def grows(self, address: int, stored: int, most: int) -> bool:
        """Whether a deflated chunk unpacks to more than `most` bytes; no more than that is unpacked."""
        inflate, left = zlib.decompressobj(), most + 1
        try:
            for at in range(address, address + stored, _PIECE_BYTES):
                piece = self.storage.source.read(at, min(address + stored, at + _PIECE_BYTES))
                while piece and left > 0 and not inflate.eof:
                    left -= len(inflate.decompress(piece, min(left, _PIECE_BYTES)))
                    piece = inflate.unconsumed_tail
        except zlib.error:
            return False  # readers fail as well
        return left <= 0


class _Layout:
    """Layout of a dataset: sides of its chunks with the size of an item, and the index that finds them."""

    def __init__(self, storage: Storage, body: bytes) -> None:
        self.storage = storage
        self.chunk: list[int] = []
        self.tree: int | None = None
        self.single: tuple[int, int, int] | None = None
        numbers = storage.of(body)
        version = numbers.number(1)
        if version < 3:
            rank, kind = numbers.number(1), numbers.number(1)
            numbers.take(5)
            if kind == 2:
                self.tree = numbers.address()
                self.chunk = [numbers.number(4) for _ in range(rank)]
        elif numbers.number(1) == 2:
            if version == 3:
                rank, self.tree = numbers.number(1), numbers.address()
                self.chunk = [numbers.number(4) for _ in range(rank)]
            else:
                self.newer(numbers)

    def newer(self, numbers: Numbers) -> None:
        """Read a layout of version 4 or 5, behind its class."""
        flags, rank, width = (numbers.number(1) for _ in range(3))
        self.chunk = [numbers.number(width) for _ in range(rank)]
        if numbers.number(1) == _SINGLE_CHUNK and flags & 2:
            size, mask, address = numbers.length(), numbers.number(4), numbers.address()
            self.single = (address, size, mask) if address is not None else None

    def stored(self) -> Iterator[tuple[int, int, int]]:
        """Yield address, size and skipped filters of the chunks in the file."""
        if self.single is not None:
            yield self._inside(*self.single)
        if self.tree is not None:
            for each in self.storage.chunks(self.tree, len(self.chunk)):
                yield self._inside(*each)

    def _inside(self, address: int, size: int, mask: int) -> tuple[int, int, int]:
        if address + size > self.storage.source.size_bytes:
            raise StructureUnknown(f"a chunk of {size} bytes at {address}")
        return address, size, mask
