"""HDF5 storage: heaps and trees, by the File Format Specification 3.0, III.

Every step is counted, so a tree that contains itself or never ends is cut off here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from muster.tensors.sources import Source

_READ_BYTES_MAX: Final = 256 << 20
_STEPS_MAX: Final = 1_000_000
_HEAPS_KEPT: Final = 64
_LEVELS_MAX: Final = 64


class StructureUnknown(Exception):
    """The structure of a file is not understood, or is truncated."""


class TooMuch(Exception):
    """A file has more parts or bytes than are followed."""


@dataclass(slots=True)
class Numbers:
    """Reads numbers from bytes, front to back.

    Attributes:
        raw: The bytes.
        address_bytes: Width of an address.
        length_bytes: Width of a length.
        at: Offset of the next number.
    """

    raw: bytes
    address_bytes: int
    length_bytes: int
    at: int = 0

    def take(self, count: int) -> bytes:
        """Take the next `count` bytes.

        Raises:
            StructureUnknown: fewer are left.
        """
        if count < 0 or self.at + count > len(self.raw):
            raise StructureUnknown(f"{len(self.raw) - self.at} bytes where {count} belong")
        self.at += count
        return self.raw[self.at - count : self.at]

    def number(self, count: int) -> int:
        """Read a number of `count` bytes."""
        return int.from_bytes(self.take(count), "little")

    def address(self) -> int | None:
        """Read an address; None: undefined."""
        raw = self.take(self.address_bytes)
        return None if raw == b"\xff" * self.address_bytes else int.from_bytes(raw, "little")

    def length(self) -> int:
        """Read a length."""
        return self.number(self.length_bytes)

    def rest(self) -> bytes:
        """Take all remaining bytes."""
        return self.take(len(self.raw) - self.at)


@dataclass(slots=True)
class Storage:
    """A file read by addresses, with counts of what was read.

    Attributes:
        source: The file from its superblock on; addresses are relative to that.
        address_bytes: Width of an address.
        length_bytes: Width of a length.
    """

    source: Source
    address_bytes: int = 8
    length_bytes: int = 8
    read_bytes: int = 0
    steps: int = 0
    _heaps: dict[int, dict[int, bytes]] = field(default_factory=dict[int, dict[int, bytes]])

    def at(self, address: int, count: int) -> Numbers:
        """Read `count` bytes at an address.

        Raises:
            StructureUnknown: the file is too short.
            TooMuch: a limit on what is read is exceeded.
        """
        if count < 0 or address + count > self.source.size_bytes:
            raise StructureUnknown(f"{count} bytes at {address} of {self.source.size_bytes}")
        self.count(count)
        return self.of(self.source.read(address, address + count))

    def count(self, read_bytes: int = 0) -> None:
        """Count one more step, and bytes read.

        Raises:
            TooMuch: a limit on what is followed is exceeded.
        """
        self.steps += 1
        self.read_bytes += read_bytes
        if self.read_bytes > _READ_BYTES_MAX or self.steps > _STEPS_MAX:
            raise TooMuch(f"{self.steps} parts of HDF5, {self.read_bytes} bytes together")

    def of(self, raw: bytes) -> Numbers:
        """Wrap bytes that were read."""
        return Numbers(raw, self.address_bytes, self.length_bytes)

    def signed(self, address: int, signature: bytes, count: int) -> Numbers:
        """Read `count` bytes behind a signature.

        Raises:
            StructureUnknown: the signature is missing.
        """
        numbers = self.at(address, count + len(signature))
        if numbers.take(len(signature)) != signature:
            raise StructureUnknown(f"no {signature!r} at {address}")
        return numbers

    # ---- texts and values ----------------------------------------------------------------------------------

    def name(self, heap: int, offset: int) -> str:
        """Read a text from a local heap."""
        numbers = self.signed(heap, b"HEAP", 4 + 2 * self.length_bytes + self.address_bytes)
        numbers.take(4)
        size = numbers.length()
        numbers.length()
        data = numbers.address()
        if data is None or offset > size:
            raise StructureUnknown(f"text {offset} of {size} bytes")
        count = min(size - offset, 4096, self.source.size_bytes - data - offset)
        return self.at(data + offset, count).rest().partition(b"\0")[0].decode("utf-8", "replace")

    def shared(self, address: int, index: int) -> bytes:
        """Read an object from a global heap."""
        if address not in self._heaps:
            if len(self._heaps) >= _HEAPS_KEPT:
                self._heaps.clear()
            self._heaps[address] = self._collection(address)
        if index not in self._heaps[address]:
            raise StructureUnknown(f"no object {index} in the heap at {address}")
        return self._heaps[address][index]

    def _collection(self, address: int) -> dict[int, bytes]:
        numbers = self.signed(address, b"GCOL", 4 + self.length_bytes)
        numbers.take(4)
        size, head = numbers.length(), 8 + self.length_bytes
        body, found = self.at(address + head, size - head), dict[int, bytes]()
        while body.at + 8 + self.length_bytes <= len(body.raw):
            index = body.number(2)
            body.take(6)
            count = body.length()
            if index == 0:
                break
            found[index] = body.take(count)
            body.take(min(-count % 8, len(body.raw) - body.at))
        return found

    # ---- groups as they were at first ----------------------------------------------------------------------

    def symbols(self, tree: int, level: int | None = None) -> Iterator[Numbers]:
        """Entries of the symbol tables under a B-tree of version 1.

        Raises:
            StructureUnknown: the address holds no such tree.
        """
        head = self.signed(tree, b"TREE", 4 + 2 * self.address_bytes)
        kind, own, count = head.number(1), head.number(1), head.number(2)
        if kind != 0 or (level is not None and own != level - 1) or own > _LEVELS_MAX:
            raise StructureUnknown(f"a tree of kind {kind}, level {own} at {tree}")
        each = self.length_bytes + self.address_bytes
        body = self.at(tree + 8 + 2 * self.address_bytes, count * each)
        for _ in range(count):
            body.length()
            child = body.address()
            if child is None:
                raise StructureUnknown(f"a tree at {tree} without a child")
            if own == 0:
                yield from self._symbol_table(child)
            else:
                yield from self.symbols(child, own)

    def _symbol_table(self, address: int) -> Iterator[Numbers]:
        head = self.signed(address, b"SNOD", 4)
        head.take(2)
        count, each = head.number(2), 2 * self.address_bytes + 24
        body = self.at(address + 8, count * each)
        for _ in range(count):
            self.count()
            yield self.of(body.take(each))

    def chunks(self, tree: int, rank: int, level: int | None = None) -> Iterator[tuple[int, int, int]]:
        """Address, size and skipped filters of the chunks under a B-tree of version 1.

        Raises:
            StructureUnknown: the address holds no such tree.
        """
        head = self.signed(tree, b"TREE", 4 + 2 * self.address_bytes)
        kind, own, count = head.number(1), head.number(1), head.number(2)
        if kind != 1 or (level is not None and own != level - 1) or own > _LEVELS_MAX:
            raise StructureUnknown(f"a tree of kind {kind}, level {own} at {tree}")
        body = self.at(tree + 8 + 2 * self.address_bytes, count * (8 + 8 * rank + self.address_bytes))
        for _ in range(count):
            self.count()
            size, mask = body.number(4), body.number(4)
            body.take(8 * rank)
            child = body.address()
            if child is None:
                raise StructureUnknown(f"a tree at {tree} without a child")
            if own == 0:
                yield child, size, mask
            else:
                yield from self.chunks(child, rank, own)

    # ---- dense links and attributes ------------------------------------------------------------------------

    def records(self, tree: int) -> Iterator[tuple[int, Numbers]]:
        """Records of a B-tree of version 2, each with the tree's type.

        Raises:
            StructureUnknown: the address holds no such tree.
        """
        head = self.signed(tree, b"BTHD", 14 + self.address_bytes)
        head.take(1)
        kind, node_bytes, record_bytes, depth = (head.number(each) for each in (1, 4, 2, 2))
        head.take(2)
        root, count = head.address(), head.number(2)
        if root is None or count == 0:
            return
        if depth > _LEVELS_MAX or record_bytes == 0 or node_bytes < 10 + record_bytes:
            raise StructureUnknown(f"a tree {depth} deep of records of {record_bytes} bytes")
        widths = _widths(node_bytes, record_bytes, depth, self.address_bytes)
        for raw in self._node(root, count, depth, record_bytes, widths):
            yield kind, self.of(raw)

    def _node(
        self, address: int, count: int, depth: int, record_bytes: int, widths: list[tuple[int, int]]
    ) -> Iterator[bytes]:
        own, below = widths[depth]
        size = count * record_bytes + ((count + 1) * (self.address_bytes + own + below) if depth else 0)
        numbers = self.signed(address, b"BTIN" if depth else b"BTLF", 2 + size)
        numbers.take(2)
        for _ in range(count):
            self.count()
            yield numbers.take(record_bytes)
        for _ in range(count + 1 if depth else 0):
            child, held = numbers.address(), numbers.number(own)
            numbers.take(below)
            if child is None:
                raise StructureUnknown(f"a tree at {address} without a child")
            yield from self._node(child, held, depth - 1, record_bytes, widths)


def _widths(node_bytes: int, record_bytes: int, depth: int, address_bytes: int) -> list[tuple[int, int]]:
    """Widths, at each depth, of the record counts of a child and of its whole subtree (III.A.2)."""
    most = (node_bytes - 10) // record_bytes
    own, total, widths, below = _bytes_of(most), most, [(0, 0)], 0
    for _ in range(depth):
        widths.append((own, below))
        pointer = address_bytes + own + below
        most = (node_bytes - 10 - pointer) // (record_bytes + pointer)
        if most <= 0:
            raise StructureUnknown(f"a node of {node_bytes} bytes holds no record")
        total = (most + 1) * total + most
        below = _bytes_of(total)
    return widths


def _bytes_of(most: int) -> int:
    return max(1, (most.bit_length() + 7) // 8)


@dataclass(frozen=True, slots=True)
class _Shape:
    """Layout of the blocks of a fractal heap (III.G)."""

    offset_bytes: int
    width: int
    first_bytes: int
    direct_bytes: int
    root: int | None
    root_rows: int
    huge: int | None

    def row_bytes(self, row: int) -> int:
        """Size of the blocks in a row."""
        return self.first_bytes << max(0, row - 1)


class FractalHeap:
    """A heap that holds dense links and attributes.

    Raises:
        StructureUnknown: the address holds no heap, or its blocks are filtered.
    """

    def __init__(self, storage: Storage, address: int) -> None:
        self.storage = storage
        wide, long = storage.address_bytes, storage.length_bytes
        head = storage.signed(address, b"FRHP", 10 + 12 * long + 3 * wide + 8)
        head.take(1)
        self.id_bytes, filtered, _flags, managed_bytes = (head.number(each) for each in (2, 2, 1, 4))
        if filtered:
            raise StructureUnknown(f"the heap at {address} is filtered")
        head.length()
        huge = head.address()
        head.length()
        head.address()
        head.take(8 * long)
        width, first, direct, bits = head.number(2), head.length(), head.length(), head.number(2)
        head.take(2)
        root, rows = head.address(), head.number(2)
        if not (_is_power(width) and _is_power(first) and _is_power(direct)) or bits > 64 or direct < first:
            raise StructureUnknown(f"the heap at {address} has blocks of {first} to {direct} bytes")
        self.shape = _Shape((bits + 7) // 8, width, first, direct, root, rows, huge)
        self.length_bytes = min(_bytes_of(direct - 1), _bytes_of(managed_bytes))
        self._huge: dict[int, tuple[int, int]] | None = None

    def object(self, id: bytes) -> bytes:
        """Return the object with an id of the heap."""
        numbers = self.storage.of(id)
        kind = numbers.number(1)
        if kind & 0xC0:
            raise StructureUnknown(f"an id of version {kind >> 6}")
        match kind >> 4 & 3:
            case 0:
                offset = numbers.number(self.shape.offset_bytes)
                return self._managed(offset, numbers.number(self.length_bytes))
            case 1:
                return self._huge_object(numbers)
            case 2:
                return self._tiny(kind, numbers)
            case other:
                raise StructureUnknown(f"an object of type {other} in a heap")

    def _tiny(self, kind: int, numbers: Numbers) -> bytes:
        count = (kind & 15) + 1
        if self.id_bytes > 17:
            count = ((kind & 15) << 8 | numbers.number(1)) + 1
        return numbers.take(count)

    def _huge_object(self, numbers: Numbers) -> bytes:
        storage = self.storage
        if self.id_bytes - 1 >= storage.address_bytes + storage.length_bytes:
            address, count = numbers.address(), numbers.length()
            if address is None:
                raise StructureUnknown("a huge object nowhere")
            return storage.at(address, count).rest()
        if self._huge is None:
            self._huge = dict(self._huge_objects())
        key = numbers.number(min(len(numbers.raw) - 1, storage.length_bytes))
        if key not in self._huge:
            raise StructureUnknown(f"no huge object {key}")
        return storage.at(*self._huge[key]).rest()

    def _huge_objects(self) -> Iterator[tuple[int, tuple[int, int]]]:
        for kind, record in self.storage.records(self.shape.huge) if self.shape.huge is not None else ():
            address, count = record.address(), record.length()
            if kind != 1 or address is None:
                raise StructureUnknown(f"huge objects in a tree of type {kind}")
            yield record.length(), (address, count)

    def _managed(self, offset: int, count: int) -> bytes:
        """Read at an offset, which counts the heads of blocks, from the block it falls into."""
        shape = self.shape
        if shape.root is None:
            raise StructureUnknown("a heap without blocks")
        if shape.root_rows == 0:
            return self._direct(shape.root, offset, count, shape.first_bytes)
        return self._indirect(shape.root, offset, count, shape.root_rows, 0)

    def _direct(self, block: int, offset: int, count: int, block_bytes: int) -> bytes:
        if offset + count > block_bytes:
            raise StructureUnknown(f"{count} bytes at {offset} of a block")
        self.storage.signed(block, b"FHDB", 0)
        return self.storage.at(block + offset, count).rest()

    def _indirect(self, block: int, offset: int, count: int, rows: int, level: int) -> bytes:
        shape, storage = self.shape, self.storage
        if level > _LEVELS_MAX:
            raise StructureUnknown("a heap deeper than any")
        self.storage.signed(block, b"FHIB", 0)
        begin = 0
        for row in range(rows):
            each = shape.row_bytes(row)
            if offset < begin + each * shape.width:
                break
            begin += each * shape.width
        else:
            raise StructureUnknown(f"offset {offset} beyond a heap")
        column = (offset - begin) // each
        place = block + 5 + storage.address_bytes + shape.offset_bytes
        place += (row * shape.width + column) * storage.address_bytes
        child, inner = storage.at(place, storage.address_bytes).address(), (offset - begin) % each
        if child is None:
            raise StructureUnknown(f"offset {offset} in a block that is nowhere")
        if each <= shape.direct_bytes:
            return self._direct(child, inner, count, each)
        below = (each // (shape.first_bytes * shape.width)).bit_length()
        return self._indirect(child, inner, count, below, level + 1)


def _is_power(number: int) -> bool:
    return number > 0 and number & (number - 1) == 0
