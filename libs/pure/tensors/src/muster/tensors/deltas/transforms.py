"""A block of numbers as byte planes, alone or as its difference from the base's block, and back. Exact.

Bytes of the same significance are alike and are compressed together (ZipNN, arXiv 2411.05239); what a
fine-tune changed is small (BitX of ZipLLM, NSDI'26: XOR). Two steps go beyond that. The difference of the bit
patterns as whole numbers has no runs of carried bits, as XOR has. And a change of a given size is the more
units in the last place the smaller the number is. Items in the order of the base's exponents, which are known
when restoring, make planes whose statistics change slowly, so that each part is coded by its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Planes: TypeAlias = list[NDArray[np.uint8]]
"""One plane for each byte of an item, the lowest first, each with one byte per item."""
Items: TypeAlias = NDArray[np.unsignedinteger[Any]]

WIDTHS: Final = (1, 2, 4, 8)


class Method(IntEnum):
    """Encoding of a block. The numbers are stored in containers and never change their meaning."""

    RAW = 0
    """The bytes, unchanged."""
    SAME = 1
    """No bytes: they are the base's."""
    PLANES = 2
    """Byte planes of the items."""
    XOR = 3
    """Byte planes of items XOR base's items."""
    DIFFERENCE = 4
    """Byte planes of items minus base's items as whole numbers; the sign is in the lowest bit."""
    GROUPED = 5
    """Like DIFFERENCE, in the order of the exponents of the base's items."""

    @property
    def needs_base(self) -> bool:
        """Whether restoring needs the base."""
        return self not in (Method.RAW, Method.PLANES)


@dataclass(frozen=True, slots=True)
class Coding:
    """Encoding of a stretch of a file.

    Attributes:
        method: The method.
        width: Bytes of an item: 1, 2, 4 or 8.
        exponent_low: The lowest bit of an item's exponent; for GROUPED.
        exponent_bits: Width of the exponent; at most its eight highest bits order the items.
    """

    method: Method
    width: int = 1
    exponent_low: int = 0
    exponent_bits: int = 0


def planes_of(coding: Coding, target: bytes, base: bytes) -> Planes:
    """The planes of a block; `base` is as long as `target`, or empty where the method needs none."""
    items = _items(target, coding.width)
    match coding.method:
        case Method.PLANES:
            told = items
        case Method.XOR:
            told = items ^ _items(base, coding.width)
        case Method.DIFFERENCE:
            told = _folded(items - _items(base, coding.width))
        case Method.GROUPED:
            of_base = _items(base, coding.width)
            told = _folded(items - of_base)[_order(of_base, coding)]
        case Method.RAW | Method.SAME:
            raise ValueError(f"{coding.method.name} has no planes")
    return [(told >> told.dtype.type(8 * n)).astype(np.uint8) for n in range(coding.width)]


def bytes_of(coding: Coding, planes: Planes, base: bytes) -> bytes:
    """The block whose planes these are."""
    told = planes[0].astype(f"<u{coding.width}")
    for n, plane in enumerate(planes[1:], start=1):
        told |= plane.astype(told.dtype) << told.dtype.type(8 * n)
    match coding.method:
        case Method.PLANES:
            items = told
        case Method.XOR:
            items = told ^ _items(base, coding.width)
        case Method.DIFFERENCE:
            items = _unfolded(told) + _items(base, coding.width)
        case Method.GROUPED:
            of_base = _items(base, coding.width)
            items = np.empty_like(of_base)
            items[_order(of_base, coding)] = _unfolded(told)
            items += of_base
        case Method.RAW | Method.SAME:
            raise ValueError(f"{coding.method.name} has no planes")
    return items.tobytes()


def _items(content: bytes, width: int) -> Items:
    return np.frombuffer(content, dtype=f"<u{width}")


def _folded(difference: Items) -> Items:
    """0, -1, 1, -2, ... as 0, 1, 2, 3, ...: small differences of either sign have high bytes of zero."""
    signed = difference.view(f"<i{difference.itemsize}")
    return ((signed << 1) ^ (signed >> (8 * difference.itemsize - 1))).view(difference.dtype)


def _unfolded(folded: Items) -> Items:
    one = folded.dtype.type(1)
    return (folded >> one) ^ np.negative(folded & one)


def _order(base: Items, coding: Coding) -> NDArray[np.intp]:
    dropped = max(0, coding.exponent_bits - 8)
    exponents = base >> base.dtype.type(coding.exponent_low + dropped)
    exponents &= base.dtype.type((1 << (coding.exponent_bits - dropped)) - 1)
    return np.argsort(exponents.astype(np.uint8), kind="stable")
