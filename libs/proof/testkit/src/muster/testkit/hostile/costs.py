"""Group 17: small files that cost their loader all its time or memory by their structure; and harmless twins.

Keys that hold one another, numbers of one hash, copies by the memo, shapes and chunks of HDF5 far beyond the
file, chunks that unpack to more than they are, patterns and templates that do not end.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator, Sequence
from typing import Final

from muster.testkit.hostile.case import MARK, STOP, Case, call, protocol, stacked
from muster.testkit.hostile.described import SSTI

PRIME: Final = (1 << 61) - 1
_START: Final = protocol(4)
_UNDEFINED: Final = b"\xff" * 8
_DOUBLED: Final = b"K\1\x85" + b"q\0h\0\x86" * 47 + b"2\x86"
"""A tuple of 2^48 values: 48 times a pair of the one before and itself."""
_DEEP: Final = b")" + b"\x85" * 20_000
_FAR: Final = MARK + b"K\0" * 70 + _DOUBLED + b"h\0" + b"t"
"""Such a pair behind seventy numbers."""


def large(value: int) -> bytes:
    """A whole number of twelve bytes (LONG1)."""
    return b"\x8a\x0c" + value.to_bytes(12, "little", signed=True)


def pickles() -> Iterator[Case]:
    """Pickles whose structure costs more than their bytes."""
    for name, key in (("doubled", _DOUBLED), ("deep", _DEEP), ("far", _FAR)):
        yield _case(f"key-{name}-setitem.pkl", _START + b"}" + key + b"Ns" + STOP)
        yield _case(f"key-{name}-setitems.pkl", _START + b"}(" + key + b"Nu" + STOP)
        yield _case(f"key-{name}-dict.pkl", MARK + key + b"Nd" + STOP)
        yield _case(f"key-{name}-set.pkl", _START + b"\x8f(" + key + b"\x90" + STOP)
        yield _case(f"key-{name}-frozenset.pkl", _START + MARK + key + b"\x91" + STOP)
    yield _case("key-deepest.pkl", _START + b"}" + _DEEP + _DEEP[1:] * 4 + b"Ns" + STOP)
    padding = b"C" + b"\xff" + bytes(255) + b"0"
    yield _case("key-behind.pkl", _START + padding * 1200 + b"}" + _DOUBLED + b"Ns" + STOP)
    numbers = [large(number * PRIME) for number in range(6_000)]
    yield _case("hashes-dict.pkl", _START + b"}(" + b"".join(each + b"N" for each in numbers) + b"u" + STOP)
    yield _case("hashes-set.pkl", _START + b"\x8f(" + b"".join(numbers) + b"\x90" + STOP)
    lines = b"".join(b"L%dL\nN" % (number * PRIME) for number in range(6_000))
    yield _case("hashes-lines.pkl", MARK + lines + b"d" + STOP)
    held = b"B" + (800_000).to_bytes(4, "little") + bytes(800_000) + b"q\0"
    copy = call(stacked("builtins", "bytearray"), b"h\0") + b"0"
    yield _case("copies-bytearray.pkl", _START + held + copy * 2_000 + STOP)
    many = b"](" + b"N" * 100_000 + b"eq\0"
    for name in ("list", "tuple"):
        copy = call(stacked("builtins", name), b"h\0") + b"0"
        yield _case(f"copies-{name}.pkl", _START + many + copy * 3_000 + STOP)
    state = b"(K\1K\1\x85N\x89h\0tb0"
    made = stacked("numpy", "ndarray") + b"K\0\x85C\1b\x87"
    array = stacked("numpy._core.multiarray", "_reconstruct") + made + b"R" + state
    yield _case("copies-array.pkl", _START + held + array * 2_000 + b"N" + STOP)


def hdf5(*datasets: Sequence[tuple[int, bytes]]) -> bytes:
    """An HDF5 file of datasets, by their messages: the layout without checksums (superblock 0, headers 1)."""
    at = 96 + 16 + _header_bytes(datasets)
    out = b""
    links = b""
    for number, messages in enumerate(datasets):
        body = b"".join(map(_message, (each[0] for each in messages), (each[1] for each in messages)))
        links += _message(6, b"\1\0\1" + b"%c" % (97 + number) + struct.pack("<Q", at + len(out)))
        out += struct.pack("<BxHII4x", 1, len(messages), 1, len(body)) + body
    info = _message(2, b"\0\0" + _UNDEFINED * 2)
    group = info + _message(0x0A, b"\0\0") + links
    root = struct.pack("<BxHII4x", 1, 2 + len(datasets), 1, len(group)) + group
    end = at + len(out)
    head = b"\x89HDF\r\n\x1a\n" + bytes(5) + b"\x08\x08\0" + struct.pack("<HHI", 4, 16, 0)
    head += struct.pack("<Q", 0) + _UNDEFINED + struct.pack("<Q", end) + _UNDEFINED
    return head + struct.pack("<QQII16x", 0, 96, 0, 0) + root + out


def _header_bytes(datasets: Sequence[object]) -> int:
    """Size of the messages of the root group."""
    return len(_message(2, bytes(18)) + _message(0x0A, b"\0\0")) + len(datasets) * len(_message(6, bytes(12)))


def _message(kind: int, body: bytes) -> bytes:
    body += bytes(-len(body) % 8)
    return struct.pack("<HHB3x", kind, len(body), 0) + body


def shape(*sides: int) -> tuple[int, bytes]:
    """A dataspace."""
    return 1, struct.pack("<BBBx4x", 1, len(sides), 0) + b"".join(struct.pack("<Q", each) for each in sides)


FLOATS: Final = (3, b"\x11\x20\x1f\0\4\0\0\0" + struct.pack("<HHBBBBI", 0, 32, 23, 8, 0, 23, 127))
"""Floats of four bytes."""
FILL: Final = (5, b"\2\2\2\0")
"""No fill value; space is allocated when values are written."""


def contiguous(size: int) -> tuple[int, bytes]:
    """Values in one place, which were never written."""
    return 8, b"\3\1" + _UNDEFINED + struct.pack("<Q", size)


def chunked(*sides: int, tree: int | None = None) -> tuple[int, bytes]:
    """Values in chunks of these sides, which a tree finds."""
    where = _UNDEFINED if tree is None else struct.pack("<Q", tree)
    body = b"\3\2" + bytes((len(sides) + 1,)) + where
    return 8, body + b"".join(struct.pack("<I", each) for each in (*sides, 4))


def gzip(times: int = 1) -> tuple[int, bytes]:
    """Filters that deflate, several times perhaps."""
    each = struct.pack("<HHHH8sI4x", 1, 8, 1, 1, b"deflate\0", 6)
    return 0x0B, bytes((1, times, 0, 0, 0, 0, 0, 0)) + each * times


def one_chunk(side: int, content: bytes) -> bytes:
    """A file of one dataset of one chunk with this content."""
    plain = [shape(side), FLOATS, FILL, gzip()]
    tree = len(hdf5([*plain, chunked(side, tree=0)]))
    keys = struct.pack("<IIQQ", len(content), 0, 0, 0)
    node = b"TREE\1\0" + struct.pack("<H", 1) + _UNDEFINED * 2 + keys
    begin = tree + len(node) + 8 + 24 + 64 * 56
    node += struct.pack("<Q", begin) + struct.pack("<IIQQ", 0, 0, side, 0)
    made = hdf5([*plain, chunked(side, tree=tree)])
    whole = (made + node).ljust(begin, b"\0") + content
    return whole[:40] + struct.pack("<Q", len(whole)) + whole[48:]


def attribute(sides: int, content: bytes) -> tuple[int, bytes]:
    """An attribute of floats."""
    kind, space = FLOATS[1], shape(sides)[1]
    kind += bytes(-len(kind) % 8)
    parts = b"scale\0\0\0" + kind + space
    return 0x0C, struct.pack("<BxHHH", 1, 6, len(FLOATS[1]), len(space)) + parts + content


def zeros(mebibytes: int) -> bytes:
    """A zlib stream of zeros, written in a millisecond: the compressed form of one mebibyte, repeated."""
    deflate = zlib.compressobj(9)
    begin = deflate.compress(bytes(1 << 20)) + deflate.flush(zlib.Z_FULL_FLUSH)
    adler32 = (mebibytes << 20) % 65_521 << 16 | 1
    return begin + begin[2:] * (mebibytes - 1) + deflate.flush()[:-4] + adler32.to_bytes(4)


def shapes() -> Iterator[Case]:
    """HDF5 whose shapes, chunks and filters take far more than the file has."""
    far = 1 << 40
    yield _case("shape.h5", hdf5([shape(far), FLOATS, FILL, contiguous(4 * far)]))
    yield _case("shapes.h5", hdf5([shape(1 << 18, 1 << 18), FLOATS, FILL, contiguous(1 << 38)]))
    each = [shape(1 << 26), FLOATS, FILL, contiguous(1 << 28)]
    yield _case("many-shapes.h5", hdf5(*[each] * 20))
    yield _case("chunk.h5", hdf5([shape(1 << 20), FLOATS, FILL, chunked((1 << 30) - 1)]))
    yield _case("chunks.h5", hdf5([shape(1 << 27), FLOATS, FILL, chunked(1)]))
    yield _case("unwritten.h5", hdf5([shape(far), FLOATS, FILL, chunked(1 << 20), gzip()]))
    yield _case("twice.h5", hdf5([shape(100), FLOATS, FILL, chunked(100), gzip(2)]))
    yield _case("attribute.h5", hdf5([shape(2), FLOATS, FILL, contiguous(8), attribute(far, bytes(8))]))
    yield _case("bomb-small.h5", one_chunk(64, zeros(16)))
    yield _case("bomb.h5", one_chunk(1 << 17, zeros(300)))


PATTERNS: Final = (
    r"(a+)+$",
    r"(?:\w|\d)*!",
    r"(?:\p{L}+\p{L}*)+\s",
    r"(?:.*a){25}",
    r"(?:[a-z]+[0-9]?)*$",
    r"((?:ab*)|(?:a))*x|(\w+\d+)+$",
    r"(?<word>\s*\S*)+\z",
)
"""Patterns that try every way to split a text."""
ORDINARY_PATTERNS: Final = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+",
    r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    r"<\|startoftext\|>|<\|endoftext\|>|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+",
    r"(\[[^\]]+]|Br?|Cl?|N|O|S|P|F|I|b|c|n|o|s|p|\(|\)|\.|=|#|-|\+|\\|\/|:|~|@|\?|>|\*|\$|\%[0-9]{2}|[0-9])",
    r"(?:\s+\w+)*",
    r"(?>a+)+b|(?:a++)+c",
    r" {2,}|\d{1,3}(?=(?:\d{3})*\b)",
    r"[一-龥]+",
)
"""Patterns of published tokenizers, and some that repeat without harm."""


def tokenizer(pattern: str) -> bytes:
    """The tokenizer.json of a tokenizer that splits by a pattern."""
    split = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}
    steps = {"type": "Sequence", "pretokenizers": [split, {"type": "ByteLevel"}]}
    return json.dumps({"version": "1.0", "pre_tokenizer": steps, "model": {"type": "BPE"}}).encode()


TEMPLATES: Final = {
    "times": "{{ 'a' * 9999999999 }}",
    "times-left": "{% set x = 9999999999 * ['a'] %}",
    "power": "{{ 'a' * 10 ** 12 }}",
    "nested": "{% for a in range(100000) %}{% for b in range(100000) %}x{% endfor %}{% endfor %}",
    "macro": "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(60) }}",
    "centred": "{{ 'a'|center(9999999999) }}",
    "format": "{{ '%9999999999d' % 1 }}",
    "format-braces": "{{ '{:>9999999999}'.format(1) }}",
}
"""Templates that take all memory or do not end."""
ORDINARY_TEMPLATES: Final = (
    "{% for m in messages %}{{ m.content * 2 }}{% for n in range(3) %}-{% endfor %}{% endfor %}",
    "{% macro show(x) %}{{ x }}{% endmacro %}{% macro tree(x) %}{{ tree(x.n) }}{% endmacro %}{{ show(1) }}",
    "{{ '%5d' % 3 }}{{ 'a'|center(80) }}{{ '{:>8}'.format(1) }}{{ 2 ** 3 }}",
)


def texts() -> Iterator[Case]:
    """Patterns and templates that do not end."""
    for number, pattern in enumerate(PATTERNS):
        yield _case(f"pattern-{number}/tokenizer.json", tokenizer(pattern))
    for name, template in TEMPLATES.items():
        yield _case(f"{name}/tokenizer_config.json", json.dumps({"chat_template": template}).encode())
    yield _case("comment/tokenizer_config.json", json.dumps({"chat_template": "{# #}" + SSTI}).encode())


def harmless() -> Iterator[Case]:
    """Ordinary files beside them."""
    pair = b"K\1K\2\x86q\0"
    yield Case("", "tuple-keys.pkl", _START + b"}(" + pair + b"N" + b"h\0h\0\x86N" + b"u" + STOP)
    numbers = b"".join(large(PRIME * 8 + number * 977) + b"N" for number in range(7_000))
    yield Case("", "large-numbers.pkl", _START + b"}(" + numbers + b"u" + STOP)
    same = large(PRIME * 5) * 7_000
    yield Case("", "same-number.pkl", _START + b"](" + same + b"e" + STOP)
    long = MARK + b"K\1\x85" * 200 + b"t"
    yield Case("", "long-key.pkl", _START + b"}" + long + b"Ns" + STOP)
    held = b"B" + (5_000).to_bytes(4, "little") + bytes(5_000) + b"q\0"
    copy = call(stacked("builtins", "bytearray"), b"h\0") + b"0"
    yield Case("", "copied.pkl", _START + held + copy * 20 + STOP)
    yield Case("", "unwritten.h5", hdf5([shape(1 << 20), FLOATS, FILL, chunked(1 << 10), gzip()]))
    values = zlib.compress(bytes(4 * (1 << 10)))
    yield Case("", "chunk.h5", one_chunk(1 << 10, values))
    yield Case("", "zeros.h5", one_chunk(1 << 20, zlib.compress(bytes(4 << 20), 0)))
    yield Case("", "scale.h5", hdf5([shape(2), FLOATS, FILL, contiguous(8), attribute(2, bytes(8))]))
    for number, pattern in enumerate(ORDINARY_PATTERNS):
        yield Case("", f"pattern-{number}/tokenizer.json", tokenizer(pattern))
    for number, template in enumerate(ORDINARY_TEMPLATES):
        body = json.dumps({"chat_template": template}).encode()
        yield Case("", f"template-{number}/tokenizer_config.json", body)


def _case(name: str, content: bytes) -> Case:
    return Case("costs", name, content)
