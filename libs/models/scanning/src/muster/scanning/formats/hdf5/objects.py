"""Walk an HDF5 file as its readers do: groups, links, attributes, value locations (Specification 3.0, IV).

Starts at the superblock and follows every link in the file; anything not understood is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from muster.scanning.formats.hdf5.claims import DATATYPE, Claims, count_of, item_bytes_of
from muster.scanning.formats.hdf5.storage import FractalHeap, Numbers, Storage, StructureUnknown
from muster.scanning.pickles.claims import CLAIMED_MAX
from muster.tensors.sources import Source

SIGNATURE: Final = b"\x89HDF\r\n\x1a\n"
_PASSED_OVER: Final = frozenset((0, 1, 3, 4, 5, 9, 0x0A, 0x0D, 0x0E, 0x12, 0x13, 0x16, 0x17))
"""NIL, shape, type, fill values, bogus, group info, comment, times, K, counts, file space."""
_SHARED: Final = 2
_SHARED_IN_HEAP: Final = 1
_FILTERS: Final = frozenset((1, 2, 3, 4, 5, 6, 32000))
"""Gzip, shuffle, fletcher32, szip, nbit, scale-offset of the library; lzf, which h5py brings."""
_STRING, _VARIABLE = 3, 9
_NUMBERS: Final = frozenset((0, 1, 2, 4, 7, 8))
"""Integers, floats, times, bits, references, enumerations."""
_VALUES_MAX: Final = 100_000


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute, or the part of it that may be text."""

    name: str
    values: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """Values that lie in another file, or claim more than the file holds.

    Attributes:
        rule: The rule that reports it.
        value: The other file, or the claim.
    """

    rule: str
    value: str


@dataclass(frozen=True, slots=True)
class _Message:
    kind: int
    flags: int
    body: bytes


Seen = Attribute | Problem
_Read = Callable[[Storage, bytes], Iterator[Seen | int]]


def begin_of(source: Source) -> int | None:
    """Offset of a file's superblock: 0, 512, 1024, 2048 and so on; None: it has none."""
    at = 0
    while at + len(SIGNATURE) <= source.size_bytes:
        if source.read(at, at + len(SIGNATURE)) == SIGNATURE:
            return at
        at = 2 * at or 512
    return None


def walked(source: Source) -> Iterator[Seen]:
    """Yield everything that a reader comes across.

    Args:
        source: A file, from its superblock on.

    Raises:
        StructureUnknown: a part is not understood, or is truncated.
        TooMuch: the file has more parts or bytes than are followed.
    """
    storage = Storage(source)
    waiting, seen = list(_roots(storage)), set[int]()
    claims = Claims(storage)
    while waiting:
        address = waiting.pop()
        if address in seen:
            continue
        seen.add(address)
        parts = dict[int, bytes]()
        for message in _messages(storage, address):
            is_committed = message.kind == DATATYPE and message.flags & _SHARED
            parts[message.kind] = _committed(storage, message.body) if is_committed else message.body
            for each in _followed(storage, message):
                if isinstance(each, int):
                    waiting.append(each)
                else:
                    yield each
        yield from (Problem(*each) for each in claims.dataset(parts))


def _roots(storage: Storage) -> Iterator[int]:
    """The objects a superblock names: the root group, and the extension of the superblock."""
    head = storage.signed(0, SIGNATURE, min(100, storage.source.size_bytes - 8))
    version = head.number(1)
    if version > 3:
        raise StructureUnknown(f"superblock {version}")
    if version < 2:
        head.take(4)
    storage.address_bytes, storage.length_bytes = head.number(1), head.number(1)
    if not {storage.address_bytes, storage.length_bytes} <= {2, 4, 8}:
        raise StructureUnknown(f"addresses of {storage.address_bytes}, lengths of {storage.length_bytes}")
    head.address_bytes, head.length_bytes = storage.address_bytes, storage.length_bytes
    if version >= 2:
        head.take(1)
        base, extension, end, root = (head.address() for _ in range(4))
        _whole(storage, base, end)
        yield from (each for each in (root, extension) if each is not None)
        return
    head.take(9 + (4 if version == 1 else 0))
    base, _free, end, driver = (head.address() for _ in range(4))
    _whole(storage, base, end)
    if driver is not None:
        raise StructureUnknown("a driver that keeps the file in several")
    head.take(storage.address_bytes)
    root = head.address()
    if root is not None:
        yield root


def _whole(storage: Storage, base: int | None, end: int | None) -> None:
    if end is None or end - (base or 0) > storage.source.size_bytes:
        raise StructureUnknown(f"{storage.source.size_bytes} bytes of a file that ends at {end}")


# ---- object headers ----------------------------------------------------------------------------------------


def _messages(storage: Storage, address: int) -> Iterator[_Message]:
    """Yield the messages of an object, from all its blocks."""
    newer = storage.at(address, 4).rest() == b"OHDR"
    begin, count, ordered = _first_block(storage, address) if newer else _old_block(storage, address)
    waiting, seen = [(begin, count)], set[int]()
    while waiting:
        begin, count = waiting.pop()
        if begin in seen:
            raise StructureUnknown(f"an object at {address} goes on where it was")
        seen.add(begin)
        block = storage.at(begin, count)
        if newer and len(seen) > 1:
            if block.take(4) != b"OCHK":
                raise StructureUnknown(f"no OCHK at {begin}")
            block.raw = block.raw[:-4]
        for message in _in_block(storage, block, newer=newer, ordered=ordered):
            if message.kind == 0x10:
                waiting.append(_continued(storage, message))
            else:
                yield message


def _first_block(storage: Storage, address: int) -> tuple[int, int, bool]:
    head = storage.signed(address, b"OHDR", 2)
    version, flags = head.number(1), head.number(1)
    if version != 2:
        raise StructureUnknown(f"an object of version {version}")
    begin = address + 6 + (16 if flags & 32 else 0) + (4 if flags & 16 else 0)
    width = 1 << (flags & 3)
    return begin + width, storage.at(begin, width).number(width), bool(flags & 4)


def _old_block(storage: Storage, address: int) -> tuple[int, int, bool]:
    head = storage.at(address, 12)
    if head.number(1) != 1:
        raise StructureUnknown(f"no object at {address}")
    head.take(7)
    return address + 16, head.number(4), False


def _in_block(storage: Storage, block: Numbers, *, newer: bool, ordered: bool) -> Iterator[_Message]:
    head = (6 if ordered else 4) if newer else 8
    while block.at + head <= len(block.raw):
        kind, size, flags = block.number(1 if newer else 2), block.number(2), block.number(1)
        block.take(head - (4 if newer else 5))
        storage.count()
        yield _Message(kind, flags, block.take(size))


def _continued(storage: Storage, message: _Message) -> tuple[int, int]:
    numbers = storage.of(message.body)
    begin, count = numbers.address(), numbers.length()
    if begin is None:
        raise StructureUnknown("an object goes on nowhere")
    return begin, count


# ---- messages ----------------------------------------------------------------------------------------------


def _followed(storage: Storage, message: _Message) -> Iterator[Seen | int]:
    """Yield the content of a message, and the objects it refers to."""
    if message.flags & _SHARED and message.kind != DATATYPE:
        raise StructureUnknown(f"a message of type {message.kind} lies elsewhere")
    if message.kind in _PASSED_OVER:
        return
    if message.kind not in _READERS:
        raise StructureUnknown(f"a message of type {message.kind}")
    yield from _READERS[message.kind](storage, message.body)


def _dense(storage: Storage, body: bytes, order_bytes: int, read: _Read) -> Iterator[Seen | int]:
    """Links or attributes in a heap, by every tree that names them: readers differ in which one they use."""
    numbers = storage.of(body)
    numbers.take(1)
    flags = numbers.number(1)
    numbers.take(order_bytes if flags & 1 else 0)
    heap, trees = numbers.address(), [numbers.address()]
    if flags & 2:
        trees.append(numbers.address())
    if heap is None:
        return
    objects, seen = FractalHeap(storage, heap), set[bytes]()
    for tree in trees:
        for kind, record in storage.records(tree) if tree is not None else ():
            match kind:
                case 5:
                    record.take(4)
                    id = record.take(7)
                case 6:
                    record.take(8)
                    id = record.take(7)
                case 8 | 9:
                    id = record.take(8)
                    if record.number(1) & _SHARED:
                        raise StructureUnknown("an attribute lies elsewhere")
                case _:
                    raise StructureUnknown(f"names in a tree of type {kind}")
            if id not in seen:
                seen.add(id)
                yield from read(storage, objects.object(id))


def _dense_links(storage: Storage, body: bytes) -> Iterator[Seen | int]:
    yield from _dense(storage, body, 8, _link)


def _dense_attributes(storage: Storage, body: bytes) -> Iterator[Seen | int]:
    yield from _dense(storage, body, 2, _attribute)


def _link(storage: Storage, body: bytes) -> Iterator[Seen | int]:
    numbers = storage.of(body)
    version, flags = numbers.number(1), numbers.number(1)
    if version != 1:
        raise StructureUnknown(f"a link of version {version}")
    kind = numbers.number(1) if flags & 8 else 0
    numbers.take((8 if flags & 4 else 0) + (1 if flags & 16 else 0))
    name = numbers.take(numbers.number(1 << (flags & 3))).decode("utf-8", "replace")
    if kind == 0:
        address = numbers.address()
        if address is not None:
            yield address
    elif kind == 64:
        value = numbers.take(numbers.number(2))
        yield Problem("hdf5.external-link", value[1:].partition(b"\0")[0].decode("utf-8", "replace"))
    elif kind != 1:
        raise StructureUnknown(f"the link {name} is of type {kind}")


def _symbol_group(storage: Storage, body: bytes) -> Iterator[Seen | int]:
    numbers = storage.of(body)
    tree, _heap = numbers.address(), numbers.address()
    for entry in storage.symbols(tree) if tree is not None else ():
        entry.take(storage.address_bytes)
        address, cached = entry.address(), entry.number(4)
        if address is not None and cached != 2:
            yield address


def _external_files(storage: Storage, body: bytes) -> Iterator[Seen | int]:
    numbers = storage.of(body)
    numbers.take(6)
    used, heap = numbers.number(2), numbers.address()
    for _ in range(used):
        offset = numbers.length()
        numbers.take(2 * storage.length_bytes)
        yield Problem("hdf5.external-values", storage.name(heap, offset) if heap is not None else "")


def _layout(storage: Storage, body: bytes) -> Iterator[Seen | int]:
    """Only a layout of version 4 and later, class 3, takes its values from other datasets."""
    numbers = storage.of(body)
    if numbers.number(1) < 4 or numbers.number(1) != 3:
        return
    heap, index = numbers.address(), numbers.number(4)
    value = storage.shared(heap, index) if heap is not None else b""
    file = value[1 + storage.length_bytes :].partition(b"\0")[0].decode("utf-8", "replace")
    yield Problem("hdf5.external-values", file)


def _filters(storage: Storage, body: bytes) -> Iterator[Seen | int]:
    numbers = storage.of(body)
    version, count = numbers.number(1), numbers.number(1)
    numbers.take(6 if version == 1 else 0)
    for _ in range(count):
        filter = numbers.number(2)
        name_bytes = numbers.number(2) if version == 1 or filter >= 256 else 0
        numbers.take(2)
        values = numbers.number(2)
        name = numbers.take(name_bytes + (-name_bytes % 8 if version == 1 else 0)).rstrip(b"\0")
        numbers.take(4 * values + (4 if version == 1 and values % 2 else 0))
        if filter not in _FILTERS:
            yield Problem("hdf5.plugin", f"filter {filter} {name.decode('utf-8', 'replace')}".rstrip())


# ---- attributes --------------------------------------------------------------------------------------------


def _attribute(storage: Storage, body: bytes) -> Iterator[Seen | int]:
    numbers = storage.of(body)
    version, flags = numbers.number(1), numbers.number(1)
    if version not in (1, 2, 3):
        raise StructureUnknown(f"an attribute of version {version}")
    sizes = [numbers.number(2) for _ in range(3)]
    numbers.take(1 if version == 3 else 0)
    name, kind, space = (numbers.take(each + (-each % 8 if version == 1 else 0)) for each in sizes)
    if version > 1 and flags & 2:
        raise StructureUnknown("the shape of an attribute lies elsewhere")
    if version > 1 and flags & 1:
        kind = _committed(storage, kind)
    count, item_bytes = count_of(storage.of(space)), item_bytes_of(storage.of(kind))
    held = numbers.rest()
    if count * item_bytes > max(len(held), CLAIMED_MAX):
        yield Problem(
            "memory.claimed", f"an attribute of {count * item_bytes} bytes, of which {len(held)} exist"
        )
        return
    values = tuple(_values(storage, kind, count, held))
    yield Attribute(name.partition(b"\0")[0].decode("utf-8", "replace"), values)


def _committed(storage: Storage, body: bytes) -> bytes:
    """Read a datatype that is stored in an object of its own."""
    numbers = storage.of(body)
    version, kind = numbers.number(1), numbers.number(1)
    numbers.take(6 if version == 1 else 0)
    address = numbers.address() if version < 3 or kind != _SHARED_IN_HEAP else None
    if address is None:
        raise StructureUnknown("a type lies in a heap of the whole file")
    for message in _messages(storage, address):
        if message.kind == DATATYPE and not message.flags & _SHARED:
            return message.body
    raise StructureUnknown(f"no type at {address}")


def _values(storage: Storage, kind: bytes, count: int, data: bytes) -> Iterator[bytes]:
    """Texts one by one; numbers not at all; of any other type, the raw bytes."""
    numbers = storage.of(kind)
    sort = numbers.number(1) & 15
    numbers.take(3)
    size = numbers.number(4)
    if sort not in (_STRING, _VARIABLE) or size == 0:
        if sort not in _NUMBERS:
            yield data
        return
    if count > _VALUES_MAX:
        raise StructureUnknown(f"an attribute of {count} values")
    held = storage.of(data)
    for _ in range(count):
        if sort == _STRING:
            yield held.take(size)
            continue
        held.take(4)
        heap, index = held.address(), held.number(4)
        if heap and index:
            yield storage.shared(heap, index)


_READERS: Final[Mapping[int, _Read]] = {
    0x02: _dense_links,
    0x06: _link,
    0x07: _external_files,
    0x08: _layout,
    0x0B: _filters,
    0x0C: _attribute,
    0x11: _symbol_group,
    0x15: _dense_attributes,
}
