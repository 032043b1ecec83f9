"""Binary files of known structure: each must match its own lengths, counts and checksums.

A magic number alone is not trusted: something else that the format's reader checks must hold as well. The
content is numbers and texts; anything another reader could take for a file is passed on.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator
from typing import Final

from muster.scanning.formats.protobufs import NotProtobuf, fields
from muster.scanning.formats.tables import Table
from muster.scanning.windows import head, part
from muster.tensors.sources import Source

Recogniser = Callable[[Source, bytes], Table | None]
"""Reader of a source and its beginning; None: it is another format."""

_INFLATED_MAX: Final = 64 << 20
_ITEMS_MAX: Final = 200_000
_TFLITE: Final = b"TFL3"


def _little(content: bytes, at: int, count: int) -> int:
    return int.from_bytes(content[at : at + count], "little")


# ---- MATLAB ------------------------------------------------------------------------------------------------

_MATRIX, _COMPRESSED = 14, 15
_CLASSES: Final = frozenset(range(1, 16))
"""Cells, structures, texts, sparse and plain arrays, numbers; objects and functions are none of these."""
_OBJECTS: Final = frozenset((3, 16, 17, 18))


def matlab(source: Source, start: bytes) -> Table | None:
    """Level 5 of MATLAB: a text, then elements with a kind and a length; level 4: one array after another."""
    if start[124:128] in (b"\x00\x01IM", b"\x01\x00MI"):
        order = "little" if start[126:128] == b"IM" else "big"
        return _level5(source, order)
    return Table() if _is_level4(source) else None


def _level5(source: Source, order: str) -> Table | None:
    at = 128
    for _ in range(_ITEMS_MAX):
        if at == source.size_bytes:
            return Table()
        kind, size = (
            int.from_bytes(each, "little" if order == "little" else "big")
            for each in (source.read(at, at + 4), source.read(at + 4, at + 8))
        )
        if at + 8 + size > source.size_bytes:
            return None
        element = source.read(at, min(at + 8 + size, at + 8 + (1 << 16)))
        if kind == _COMPRESSED:
            try:
                element = zlib.decompressobj().decompress(source.read(at + 8, at + 8 + size), 1 << 16)
            except zlib.error:
                return None
            at += 8 + size
        else:
            at += 8 + size + (-size % 8)
        if _array_class(element, order) not in _CLASSES - _OBJECTS:
            return None
    return None


def _array_class(element: bytes, order: str) -> int:
    """The class of an array by its flags; 0: it is not an array."""
    endian = "little" if order == "little" else "big"
    kind, flags = int.from_bytes(element[:4], endian), int.from_bytes(element[8:12], endian)
    return int.from_bytes(element[16:20], endian) & 0xFF if (kind, flags) == (_MATRIX, 6) else 0


def _is_level4(source: Source) -> bool:
    at, count = 0, 0
    while at < source.size_bytes:
        header = source.read(at, at + 20)
        kind, rows, columns, imaginary, name = (_little(header, 4 * index, 4) for index in range(5))
        width = {0: 8, 1: 4, 2: 4, 3: 2, 4: 2, 5: 1}.get(kind // 10 % 10)
        if len(header) < 20 or kind > 52 or kind % 10 > 2 or kind // 100 or width is None or imaginary > 1:
            return False
        text = source.read(at + 20, at + 20 + min(name, 256))
        if not 2 <= name <= 256 or not re.fullmatch(rb"[A-Za-z]\w*\0", text):
            return False
        at += 20 + name + rows * columns * width * (1 + imaginary)
        count += 1
    return at == source.size_bytes and count > 0


# ---- databases ---------------------------------------------------------------------------------------------


def sqlite(source: Source, start: bytes) -> Table | None:
    """SQLite: pages of the size in the header, as many as it says or as the file holds."""
    if not start.startswith(b"SQLite format 3\0") or len(start) < 100:
        return None
    size = int.from_bytes(start[16:18], "big")
    size = 1 << 16 if size == 1 else size
    is_sized = 512 <= size <= 1 << 16 and not size & (size - 1) and source.size_bytes % size == 0
    fractions = start[21:24] == bytes((64, 32, 32))
    return Table() if is_sized and fractions and start[100:101] in (b"\x0d", b"\x05") else None


def duckdb(source: Source, start: bytes) -> Table | None:
    """DuckDB: a checksum and a mark, then blocks."""
    return Table() if start[8:12] == b"DUCK" and source.size_bytes % 4096 == 0 else None


def lmdb(source: Source, start: bytes) -> Table | None:
    """LMDB: two pages that describe the rest, or the table of its readers."""
    if start[:4] == b"\xde\xc0\xef\xbe":
        return Table() if source.size_bytes % 64 == 0 and source.size_bytes <= 1 << 20 else None
    return Table() if start[16:20] == b"\xde\xc0\xef\xbe" and source.size_bytes % 4096 == 0 else None


# ---- TensorFlow --------------------------------------------------------------------------------------------

_SORTED_TABLE: Final = b"\x57\xfb\x80\x8b\x24\x75\x47\xdb"


def sorted_table(source: Source, start: bytes) -> Table | None:
    """A table of LevelDB, such as `variables.index`: its footer locates blocks, each with a checksum."""
    size = source.size_bytes
    footer = source.read(max(0, size - 48), size)
    if footer[-8:] != _SORTED_TABLE:
        return None
    numbers = list(_varints(footer[:40], 4))
    if len(numbers) < 4:
        return None
    for at, length in (numbers[:2], numbers[2:]):
        behind = source.read(at + length, min(size, at + length + 5))
        if at + length + 5 > size - 48 or not _is_masked(
            source.read(at, at + length) + behind[:1], behind[1:]
        ):
            return None
    return Table()


def _varints(content: bytes, most: int) -> Iterator[int]:
    value = shift = found = 0
    for byte in content:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield value
            value, shift, found = 0, 0, found + 1
            if found == most:
                return


def records(source: Source, start: bytes) -> Table | None:
    """Records of TensorFlow, as in data sets and TensorBoard: length and checksum before each."""
    at, count = 0, 0
    while at < source.size_bytes:
        header = source.read(at, min(source.size_bytes, at + 12))
        length = _little(header, 0, 8)
        if len(header) < 12 or at + length + 16 > source.size_bytes or not _is_masked(header[:8], header[8:]):
            return None
        at += length + 16
        count += 1
    return Table() if count else None


def _crc_table() -> tuple[int, ...]:
    found: list[int] = []
    for byte in range(256):
        value = byte
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
        found.append(value)
    return tuple(found)


_CRC: Final = _crc_table()


def _is_masked(content: bytes, told: bytes) -> bool:
    """Whether this is the masked CRC-32C of bytes, as LevelDB computes it."""
    value = 0xFFFFFFFF
    for byte in content:
        value = _CRC[(value ^ byte) & 0xFF] ^ value >> 8
    value ^= 0xFFFFFFFF
    return ((value >> 15 | value << 17) + 0xA282EAD8) & 0xFFFFFFFF == int.from_bytes(told, "little")


def tflite(source: Source, start: bytes) -> Table | None:
    """TensorFlow Lite: a flat buffer whose root lies in it."""
    return Table() if start[4:8] == _TFLITE and _has_root(source, 0, source.size_bytes) else None


def _has_root(source: Source, begin: int, end: int) -> bool:
    """Whether a flat buffer's root and the table of its fields lie in it (flatbuffers.dev/internals)."""
    root = begin + _little(source.read(begin, begin + 4), 0, 4)
    if not begin + 4 <= root <= end - 4:
        return False
    fields_at = root - int.from_bytes(source.read(root, root + 4), "little", signed=True)
    if not begin + 4 <= fields_at <= end - 4:
        return False
    size = _little(source.read(fields_at, fields_at + 2), 0, 2)
    return size >= 4 and size % 2 == 0 and fields_at + size <= end


def fingerprint(source: Source, start: bytes) -> Table | None:
    """`fingerprint.pb` of a SavedModel: five hashes, a version, an identifier."""
    if source.size_bytes > 512:
        return None
    seen: dict[int, int] = {}
    try:
        for number, wire, begin, end in fields(source, 0, source.size_bytes):
            if number > 7 or seen.get(number) is not None or (wire == 2 and end - begin > 64):
                return None
            seen[number] = wire
    except NotProtobuf:
        return None
    hashes = {number: wire for number, wire in seen.items() if number <= 5}
    rest = {number: wire for number, wire in seen.items() if number > 5}
    is_whole = len(hashes) >= 3 and set(hashes.values()) == {0} and set(rest.values()) <= {2}
    return Table() if is_whole else None


# ---- boosting ----------------------------------------------------------------------------------------------


def catboost(source: Source, start: bytes) -> Table | None:
    """CatBoost: a mark and the length of a flat buffer whose root lies in it."""
    end = 8 + _little(start, 4, 4)
    is_whole = start[:4] == b"CBM1" and 16 <= end <= source.size_bytes
    return Table() if is_whole and _has_root(source, 8, end) else None


def lightgbm(source: Source, start: bytes) -> Table | None:
    """Rows of LightGBM."""
    return Table() if start.startswith(b"______LightGBM_Binary_File_Token______\n") else None


def xgboost(source: Source, start: bytes) -> Table | None:
    """Rows of XGBoost: a mark, then each field with its name."""
    is_matrix = start[:4] == b"\x01\xab\xff\xff" and start[4:12] == b"version:"
    return Table() if is_matrix and b"num_row" in start else None


# ---- vectors -----------------------------------------------------------------------------------------------

_INDEXES: Final = re.compile(rb"I[xwHvB][A-Za-z0-9]{2}")


def faiss(source: Source, start: bytes) -> Table | None:
    """An index of faiss: a name of four letters, dimensions and a count that the file can hold."""
    dimensions, count = _little(start, 4, 4), _little(start, 8, 8)
    is_index = _INDEXES.match(start) is not None and 0 < dimensions <= 1 << 16
    marked = start[16:32] == (1 << 20).to_bytes(8, "little") * 2
    return Table() if is_index and marked and count <= source.size_bytes else None


def fasttext(source: Source, start: bytes) -> Table | None:
    """fastText: a mark, a version and settings, each within its bounds."""
    if start[:4] != (793_712_314).to_bytes(4, "little") or _little(start, 4, 4) > 12:
        return None
    settings = [_little(start, 8 + 4 * index, 4) for index in range(12)]
    return Table() if 0 < settings[0] <= 1 << 16 and max(settings[2:8]) < 1 << 20 else None


def word_vectors(source: Source, start: bytes) -> Table | None:
    """Vectors of word2vec: two counts, then a word and its numbers, so often."""
    found = re.match(rb"(\d{1,9}) (\d{1,5})\n", start)
    if found is None:
        return None
    count, width, at = int(found[1]), 4 * int(found[2]), found.end()
    for _ in range(min(count, _ITEMS_MAX)):
        word = source.read(at, min(source.size_bytes, at + 256))
        end = word.find(b" ")
        if end <= 0:
            return None
        at += end + 1 + width
        if source.read(at, min(source.size_bytes, at + 1)) == b"\n":
            at += 1
    return Table() if at == source.size_bytes or (count > _ITEMS_MAX and at < source.size_bytes) else None


def hnsw(source: Source, start: bytes) -> Table | None:
    """An index of hnswlib: its offsets and counts add up to the size of the file."""
    first, room, count, size, label, data = (_little(start, 8 * index, 8) for index in range(6))
    if first or not 0 < count <= room or not 0 < data < label < size or label + 8 != size:
        return None
    return Table() if 96 + count * size <= source.size_bytes <= 96 + count * size + (count << 12) else None


# ---- tables and arrays -------------------------------------------------------------------------------------


def avro(source: Source, start: bytes) -> Table | None:
    """Avro: a schema, then blocks that each end in the file's own mark."""
    size = source.size_bytes
    if start[:4] != b"Obj\x01" or size < 40:
        return None
    at, table = 4, Table()
    while (count := _zigzag(source, at))[0]:
        number, at = count
        if number < 0:
            _, at = _zigzag(source, at)
        for _ in range(min(abs(number), 1000)):
            pair: list[bytes] = []
            for _ in range(2):
                length, at = _zigzag(source, at)
                if not 0 <= length <= size - at:
                    return None
                pair.append(source.read(at, at + length))
                at += length
            table.add(*pair)
    at = count[1]
    mark = source.read(at, min(size, at + 16))
    at += 16
    while at < size:
        _, at = _zigzag(source, at)
        length, at = _zigzag(source, at)
        at += max(length, 0)
        if at + 16 > size or source.read(at, at + 16) != mark:
            return None
        at += 16
    return table


def _zigzag(source: Source, at: int) -> tuple[int, int]:
    """Read a number in Avro's encoding, and return where the next begins."""
    value = 0
    raw = source.read(min(at, source.size_bytes), min(source.size_bytes, at + 10))
    for index, byte in enumerate(raw):
        value |= (byte & 127) << 7 * index
        if byte < 128:
            return value >> 1 ^ -(value & 1), at + index + 1
    return 0, at


def netcdf(source: Source, start: bytes) -> Table | None:
    """NetCDF in its classic forms: a version, then lists with a mark each."""
    if start[:3] != b"CDF" or start[3:4] not in (b"\1", b"\2", b"\5"):
        return None
    at = 12 if start[3:4] == b"\5" else 8
    return Table() if int.from_bytes(start[at : at + 4], "big") in (0, 10) else None


def orc(source: Source, start: bytes) -> Table | None:
    """ORC: the same mark at the beginning and in the last message, whose length is the last byte."""
    size = source.size_bytes
    if start[:3] != b"ORC" or size < 16:
        return None
    length = source.read(size - 1, size)[0]
    last = part(source, max(0, size - 1 - length), size - 1)
    return Table() if b"ORC" in head(last, 256) else None


def fits(source: Source, start: bytes) -> Table | None:
    """FITS: cards of 80 letters, in records of 2,880 bytes."""
    is_fits = start.startswith(b"SIMPLE  =") and b"END" + b" " * 77 in head(source, 1 << 20)
    return Table() if is_fits and source.size_bytes % 2880 == 0 else None


def statistics(source: Source, start: bytes) -> Table | None:
    """Tables of SPSS, SAS and Stata, by their headers."""
    if start[:4] in (b"$FL2", b"$FL3"):
        return (
            Table()
            if _little(start, 64, 4) in (2, 3) or int.from_bytes(start[64:68], "big") in (2, 3)
            else None
        )
    if start.startswith(b"HEADER RECORD*******LIB"):
        return Table() if source.size_bytes % 80 == 0 else None
    if start.startswith(b"<stata_dta><header><release>"):
        end = source.read(max(0, source.size_bytes - 12), source.size_bytes)
        return Table() if end == b"</stata_dta>" else None
    is_old = 0x69 <= (start[:1] or b"\0")[0] <= 0x73 and start[1:4] in (b"\1\1\0", b"\2\1\0")
    return Table() if is_old and source.size_bytes > 109 else None


def chunk(source: Source, start: bytes) -> Table | None:
    """A chunk of Blosc, as in zarr: its header states its length."""
    is_blosc = start[:1] in (b"\1", b"\2") and len(start) > 16 and _little(start, 12, 4) == source.size_bytes
    return Table() if is_blosc and 0 < _little(start, 8, 4) <= max(_little(start, 4, 4), 1) * 2 else None


# ---- pictures and documents --------------------------------------------------------------------------------

_ACTIONS: Final = re.compile(rb"/(?:JavaScript|JS|Launch|EmbeddedFile|OpenAction|AA|RichMedia)\b")
_BOXES: Final = re.compile(rb"\0\0..(?:ftyp|jP  )", re.DOTALL)


def picture(source: Source, start: bytes) -> Table | None:
    """Pictures whose marks are short: lengths and counts have to agree."""
    size = source.size_bytes
    is_bitmap = (
        start[:2] == b"BM" and _little(start, 2, 4) == size and _little(start, 14, 4) in (12, 40, 108, 124)
    )
    is_tiff = (start[:4] == b"II*\0" and _little(start, 4, 4) < size) or (
        start[:4] == b"MM\0*" and int.from_bytes(start[4:8], "big") < size
    )
    count = _little(start, 4, 2)
    is_icon = (
        start[:4] in (b"\0\0\1\0", b"\0\0\2\0")
        and 0 < count < 256
        and _little(start, 18, 4) == 6 + 16 * count
    )
    is_plain = re.match(rb"P[4-6]\s+(?:#[^\n]*\n)?\d+\s+\d+\s", start) is not None
    is_boxed = _BOXES.match(start) is not None
    return Table() if is_bitmap or is_tiff or is_icon or is_plain or is_boxed else None


def page(source: Source, start: bytes) -> Table | None:
    """PDF without a program or another file in it, as far as it is not compressed."""
    size = source.size_bytes
    if not re.match(rb"%PDF-[12]\.\d", start) or b"%%EOF" not in source.read(max(0, size - 1024), size):
        return None
    return None if _ACTIONS.search(head(source, _INFLATED_MAX)) else Table()


def font(source: Source, start: bytes) -> Table | None:
    """A font: its tables must lie within it."""
    if start[:4] not in (b"\0\1\0\0", b"OTTO", b"true"):
        return None
    count = int.from_bytes(start[4:6], "big")
    ends = [
        int.from_bytes(start[at + 8 : at + 12], "big") + int.from_bytes(start[at + 12 : at + 16], "big")
        for at in range(12, 12 + 16 * count, 16)
    ]
    return Table() if 0 < count < 128 and max(ends) <= source.size_bytes else None


def zeros(source: Source, start: bytes) -> Table | None:
    """Only zeros, as in files with reserved space."""
    if start.count(0) < len(start) or source.size_bytes > _INFLATED_MAX:
        return None
    return Table() if not head(source, _INFLATED_MAX).strip(b"\0") else None


RECOGNISERS: Final[tuple[Recogniser, ...]] = (
    matlab, sqlite, duckdb, lmdb, sorted_table, tflite, fingerprint, catboost, lightgbm, xgboost, faiss, hnsw,
    fasttext, word_vectors, avro, netcdf, orc, fits, statistics, picture, page, font, records, chunk, zeros,
)  # fmt: skip
