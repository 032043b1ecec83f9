"""Plans the best encoding of each tensor of a file by trying every method on a sample of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from muster.tensors.deltas.container import Segment
from muster.tensors.deltas.encoding import Packer
from muster.tensors.deltas.transforms import Coding, Method
from muster.tensors.layouts.dtypes import Dtype, Number
from muster.tensors.layouts.layout import Layout, Tensor
from muster.tensors.sources import Source

PIECE_BYTES: Final = 128 << 10
PIECES: Final = 4
"""A sample is the whole of a small tensor, else four pieces of it, from its begin to its end."""
WORTH: Final = {Method.PLANES: 0.03, Method.XOR: 0.03, Method.DIFFERENCE: 0.0, Method.GROUPED: 0.05}
"""Gain in size for which a method is preferred to those before it, which are faster to restore."""


@dataclass(frozen=True, slots=True)
class Place:
    """Place of a tensor's counterpart.

    Attributes:
        base: Key of the base's file.
        begin: Offset of its first byte there; it has the tensor's length and dtype.
    """

    base: str
    begin: int


def planned(
    target: Source, layout: Layout, places: Mapping[str, Place], bases: Mapping[str, Source]
) -> list[Segment]:
    """Return the segments of a file: the header, each tensor, and the gaps between them.

    Args:
        target: The file.
        layout: Layout of its tensors.
        places: Counterparts by name of the tensor, for those that have one.
        bases: The files that places name, by key.
    """
    choice = _Choice(Packer(), target, bases)
    segments: list[Segment] = []
    cursor = 0
    for tensor in layout.tensors:
        if tensor.begin > cursor:
            segments.append(_between(cursor, tensor.begin))
        if tensor.end > tensor.begin:
            segments.append(choice.segment(tensor, places.get(tensor.name)))
        cursor = max(cursor, tensor.end)
    if cursor < target.size_bytes:
        segments.append(_between(cursor, target.size_bytes))
    return segments


def _between(begin: int, end: int) -> Segment:
    return Segment(begin, end, Method.PLANES)


@dataclass(frozen=True, slots=True)
class _Choice:
    packer: Packer
    target: Source
    bases: Mapping[str, Source]

    def segment(self, tensor: Tensor, place: Place | None) -> Segment:
        sample = _sample(self.target, tensor.begin, tensor)
        if place is None:
            coding = self.smallest(tensor.dtype, sample, b"", has_base=False)
            number, begin = -1, 0
        else:
            of_base = _sample(self.bases[place.base], place.begin, tensor)
            coding = self.smallest(tensor.dtype, sample, of_base, has_base=True)
            leans = coding.method.needs_base
            number, begin = (list(self.bases).index(place.base), place.begin) if leans else (-1, 0)
        how = (coding.method, coding.width, coding.exponent_low, coding.exponent_bits)
        return Segment(tensor.begin, tensor.end, *how, base=number, base_begin=begin)

    def smallest(self, dtype: Dtype, sample: bytes, of_base: bytes, *, has_base: bool) -> Coding:
        if sample == of_base:
            return Coding(Method.XOR, dtype.item_bytes)  # likely frozen: its blocks will be SAME
        best, least = Coding(Method.RAW, dtype.item_bytes), float(len(sample))
        for coding in _codings(dtype, has_base=has_base):
            size = sum(map(len, self.packer.planes(coding, sample, of_base)))
            if size < least * (1 - WORTH[coding.method]):
                best, least = coding, size
        return best


def _codings(dtype: Dtype, *, has_base: bool) -> list[Coding]:
    """The ways for a data type, the fastest to restore first."""
    width = dtype.item_bytes
    ways = [Coding(Method.PLANES, width)]
    if has_base:
        ways += [Coding(Method.XOR, width), Coding(Method.DIFFERENCE, width)]
        if dtype.number is Number.FLOAT:
            ways.append(Coding(Method.GROUPED, width, dtype.mantissa_bits, dtype.exponent_bits))
    return ways


def _sample(source: Source, begin: int, tensor: Tensor) -> bytes:
    """The same stretches of a tensor and of its counterpart, as one block."""
    if tensor.size_bytes <= PIECE_BYTES * PIECES:
        return source.read(begin, begin + tensor.size_bytes)
    step = (tensor.size_bytes - PIECE_BYTES) // (PIECES - 1) // 8 * 8
    return b"".join(source.read(begin + n * step, begin + n * step + PIECE_BYTES) for n in range(PIECES))
