"""npy: a header of Python's syntax, then numbers, or a pickle of objects (numpy/lib/format.py)."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import Any, Final

from muster.scanning.reading import head
from muster.tensors.sources import Source

_HEADER_MAX: Final = 65_536
_SHAPE: Final = re.compile(r"\A\s*\{.*\}\s*\Z", re.DOTALL)


class ArrayInvalid(Exception):
    """A header that numpy would not have written."""


@dataclass(frozen=True, slots=True)
class Array:
    """Where the data begins, and whether it is a pickle."""

    begin: int
    objects: bool


def array_of(source: Source) -> Array:
    """What a header says.

    Raises:
        ArrayInvalid: it is none.
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
    return Array(begin, _has_objects(said["descr"]))


def _has_objects(descr: Any) -> bool:
    if isinstance(descr, str):
        return "O" in descr
    if isinstance(descr, (list, tuple)):
        return any(_has_objects(each) for each in descr)  # pyright: ignore[reportUnknownVariableType]
    return False
