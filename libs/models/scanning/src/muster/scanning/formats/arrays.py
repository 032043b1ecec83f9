"""npy: a header of Python's syntax, then numbers, or a pickle of objects (numpy/lib/format.py)."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from math import prod
from typing import Any, Final, cast

from muster.scanning.windows import head
from muster.tensors.sources import Source

_HEADER_MAX: Final = 65_536
_ITEM: Final = re.compile(r"[<>|=]?([a-zA-Z?])(\d*)(?:\[\w+\])?")
_SHAPE: Final = re.compile(r"\A\s*\{.*\}\s*\Z", re.DOTALL)


class ArrayInvalid(Exception):
    """A header that numpy would not have written."""


@dataclass(frozen=True, slots=True)
class Array:
    """Header of an array: begin of its data, whether they are a pickle, and their size if they are not."""

    begin: int
    objects: bool
    size_bytes: int


def array_of(source: Source) -> Array:
    """Parse the header of an array.

    Raises:
        ArrayInvalid: it is not a valid array.
    """
    start = head(source, 12)
    wide = start[6:7] >= b"\x02"
    length = int.from_bytes(start[8:12] if wide else start[8:10], "little")
    begin = (12 if wide else 10) + length
    if length > _HEADER_MAX or begin > source.size_bytes:
        raise ArrayInvalid(f"a header of {length} bytes")
    text = source.read(begin - length, begin).decode("latin-1")
    try:
        said: Any = ast.literal_eval(text.strip()) if _SHAPE.match(text) else None
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        said = None
    if not isinstance(said, dict) or set(said) != {"descr", "fortran_order", "shape"}:  # pyright: ignore[reportUnknownArgumentType]
        raise ArrayInvalid(text[:80])
    shape = cast("Any", said["shape"])
    sizes = cast("tuple[Any, ...]", shape) if isinstance(shape, tuple) else (None,)
    if not all(isinstance(each, int) and each >= 0 for each in sizes):
        raise ArrayInvalid(text[:80])
    return Array(begin, _has_objects(said["descr"]), _item_bytes(said["descr"]) * prod(shape))  # pyright: ignore[reportUnknownArgumentType]


def _item_bytes(descr: Any) -> int:
    """Size of an item in bytes; the smallest for an unknown form."""
    if isinstance(descr, str):
        found = _ITEM.fullmatch(descr)
        return int(found[2] or 1) * (4 if found[1] == "U" else 1) if found is not None else 0
    if isinstance(descr, list):  # fields: name, type, shape perhaps
        fields: list[Any] = [each for each in descr if isinstance(each, tuple) and len(each) > 1]  # pyright: ignore[reportUnknownVariableType,reportUnknownArgumentType]
        return sum(_item_bytes(each[1]) * _items(each[2] if len(each) > 2 else ()) for each in fields)
    return 0


def _items(shape: Any) -> int:
    sizes = cast("tuple[Any, ...]", shape) if isinstance(shape, tuple) else (shape,)
    return prod(each for each in sizes if isinstance(each, int))


def _has_objects(descr: Any) -> bool:
    if isinstance(descr, str):
        return "O" in descr
    if isinstance(descr, (list, tuple)):
        return any(_has_objects(each) for each in descr)  # pyright: ignore[reportUnknownVariableType]
    return False
