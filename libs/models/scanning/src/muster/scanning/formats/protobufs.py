"""ONNX and SentencePiece: protocol buffers, walked field by field (onnx.proto)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from muster.scanning.paths import leaves
from muster.scanning.windows import Cursor, Ended
from muster.tensors.sources import Source

Judged = tuple[str, str, int | None]
FIELDS_MAX: Final = 2_000_000
_TEXT_MAX: Final = 4096
_DEEP_MAX: Final = 32
_ONNX_DOMAINS: Final = frozenset(
    (
        "",
        "ai.onnx",
        "ai.onnx.ml",
        "ai.onnx.training",
        "ai.onnx.preview.training",
        "com.microsoft",
        "com.microsoft.nchwc",
    )
)

_RUNNING: Final = frozenset(("PythonOp", "PythonOpGrad", "ATen", "ATenOp"))
"""Operators of onnxruntime that run Python, or any operator of PyTorch by its name."""

Field = tuple[int, int, int, int]
"""Number, wire type, where its value begins, where it ends; a number's value is `begin`."""


class NotProtobuf(Exception):
    """The bytes are not a message."""


def fields(source: Source, begin: int, end: int) -> Iterator[Field]:
    """The fields of a message.

    Raises:
        NotProtobuf: the bytes are not a message.
    """
    cursor = Cursor(source, begin)
    try:
        while cursor.at < end:
            tag = _varint(cursor)
            number, wire = tag >> 3, tag & 7
            if not 1 <= number < 1 << 29:
                raise NotProtobuf
            if wire == 0:
                value = _varint(cursor)
                yield number, wire, value, value
                continue
            size = {1: 8, 5: 4}.get(wire, -1)
            if wire == 2:
                size = _varint(cursor)
            if size < 0 or cursor.at + size > end:
                raise NotProtobuf
            at = cursor.at
            cursor.skip(size)
            yield number, wire, at, at + size
            cursor.seek(at + size)
    except Ended:
        raise NotProtobuf from None


def _varint(cursor: Cursor) -> int:
    value = 0
    for shift in range(0, 70, 7):
        byte = cursor.take(1)[0]
        value |= (byte & 127) << shift
        if byte < 128:
            return value
    raise NotProtobuf


def kind_of(source: Source) -> str | None:
    """Onnx | sentencepiece; None: it is not a message, or neither of these."""
    seen: dict[int, int] = {}
    try:
        for count, (number, wire, _, _) in enumerate(fields(source, 0, source.size_bytes)):
            seen.setdefault(number, wire)
            if count > FIELDS_MAX:
                return None
    except NotProtobuf:
        return None
    texts = {seen.get(2, 2), seen.get(3, 2), seen.get(4, 2)}
    if seen.get(1) == 0 and seen.get(7) == 2 and texts == {2} and set(seen) <= {*range(1, 9), 14, 20, 25, 26}:
        return "onnx"
    if seen.get(1) == 2 and set(seen) <= {1, 2, 3, 4, 5} and all(wire == 2 for wire in seen.values()):
        return "sentencepiece"
    return None


class _Walk:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.left = FIELDS_MAX

    def each(self, begin: int, end: int) -> Iterator[Field]:
        for found in fields(self.source, begin, end):
            self.left -= 1
            if self.left < 0:
                raise NotProtobuf
            yield found

    def text(self, begin: int, end: int) -> str:
        return self.source.read(begin, min(end, begin + _TEXT_MAX)).decode("utf-8", "replace")


def judged_onnx(source: Source) -> Iterator[Judged]:
    """Find weights in other files, and operators of other domains."""
    walk = _Walk(source)
    try:
        for number, wire, begin, end in walk.each(0, source.size_bytes):
            if wire == 2 and number == 7:
                yield from _graph(walk, begin, end, 0)
            elif wire == 2 and number == 25:
                yield from _function(walk, begin, end)
            elif wire == 2 and number == 20:
                yield from _training(walk, begin, end)
    except NotProtobuf:
        yield "document.broken", "an ONNX model that breaks off", None


def metadata(source: Source) -> Iterator[str]:
    """Yield the texts of an ONNX model's metadata."""
    walk = _Walk(source)
    with suppress(NotProtobuf):
        for number, wire, begin, end in walk.each(0, source.size_bytes):
            if wire == 2 and number == 14:
                for key, kind, first, last in walk.each(begin, end):
                    if key == 2 and kind == 2:
                        yield walk.text(first, last)


def _graph(walk: _Walk, begin: int, end: int, depth: int) -> Iterator[Judged]:
    if depth > _DEEP_MAX:
        yield "document.too-deep", "graphs in graphs", None
        return
    for number, wire, at, behind in walk.each(begin, end):
        if wire == 2 and number == 1:
            yield from _node(walk, at, behind, depth)
        elif wire == 2 and number == 5:
            yield from _tensor(walk, at, behind)
        elif wire == 2 and number == 15:
            yield from _sparse(walk, at, behind)


def _training(walk: _Walk, begin: int, end: int) -> Iterator[Judged]:
    """Graphs that initialise and train a model."""
    for number, wire, at, behind in walk.each(begin, end):
        if wire == 2 and number in (1, 2):
            yield from _graph(walk, at, behind, 0)


def _function(walk: _Walk, begin: int, end: int) -> Iterator[Judged]:
    for number, wire, at, behind in walk.each(begin, end):
        if wire == 2 and number == 7:
            yield from _node(walk, at, behind, 0)
        elif wire == 2 and number == 11:
            yield from _attribute(walk, at, behind, 0)


def _attribute(walk: _Walk, begin: int, end: int, depth: int) -> Iterator[Judged]:
    for number, wire, at, behind in walk.each(begin, end):
        if wire == 2 and number in (6, 11):
            yield from _graph(walk, at, behind, depth + 1)
        elif wire == 2 and number in (5, 10):
            yield from _tensor(walk, at, behind)
        elif wire == 2 and number in (22, 23):
            yield from _sparse(walk, at, behind)


def _sparse(walk: _Walk, begin: int, end: int) -> Iterator[Judged]:
    """Values and indices of a sparse tensor."""
    for number, wire, at, behind in walk.each(begin, end):
        if wire == 2 and number in (1, 2):
            yield from _tensor(walk, at, behind)


def _node(walk: _Walk, begin: int, end: int, depth: int) -> Iterator[Judged]:
    operator = domain = ""
    for number, wire, at, behind in walk.each(begin, end):
        if wire == 2 and number == 4:
            operator = walk.text(at, behind)
        elif wire == 2 and number == 7:
            domain = walk.text(at, behind)
        elif wire == 2 and number == 5:
            yield from _attribute(walk, at, behind, depth)
    if is_custom(domain, operator):
        yield "onnx.custom-operator", f"{domain}.{operator}", begin
    if operator == "EPContext":
        yield from _context(walk, begin, end)


def is_custom(domain: str, operator: str) -> bool:
    """Whether an operator is not one of ONNX, or runs code that it is given."""
    return domain not in _ONNX_DOMAINS or (domain == "com.microsoft" and operator in _RUNNING)


def _context(walk: _Walk, begin: int, end: int) -> Iterator[Judged]:
    """A compiled part of a graph: a text that leads out of the folder is the path of another file."""
    for number, wire, at, behind in walk.each(begin, end):
        if wire == 2 and number == 5:
            held = {
                key: walk.text(first, last) for key, kind, first, last in walk.each(at, behind) if kind == 2
            }
            if held.get(1) == "ep_cache_context" and leaves(held.get(4, "")):
                yield "archive.leaves-folder", f"a compiled graph in {held[4]}", at


def _tensor(walk: _Walk, begin: int, end: int) -> Iterator[Judged]:
    for number, wire, at, behind in walk.each(begin, end):
        if wire == 2 and number == 13:
            pair = {
                inner: walk.text(first, last)
                for inner, kind, first, last in walk.each(at, behind)
                if kind == 2
            }
            where = pair.get(2, "")
            if pair.get(1) == "location" and leaves(where):
                yield "archive.leaves-folder", f"weights in {where}", at
