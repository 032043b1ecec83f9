"""By what fingerprints are looked for among many: two that are kin have a band in common, others seldom do.

A band is the shape of one of the largest tensors and 24 of its marks. Where a part p of the marks differs,
one band is equal with (1 - p) to the power of 24: of the 64 bands of a model of 16 tensors and more, 31 at
3 %, 5 at 10 %; of independent tensors one in 16 million is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from muster.tensors.families.fingerprints import Fingerprint, Mark

TENSORS: Final = 16
"""As many of the largest have bands."""
BANDS: Final = 4
"""Of each of these."""
_BYTES: Final = 3
_SET_MIN: Final = 4
"""Marks that are set in a band at least, and not set: others say nothing, such as those of zeros."""


def bands_of(found: Fingerprint) -> tuple[str, ...]:
    """The bands of a fingerprint, each once, as texts in their order."""
    largest = sorted(found.marks, key=lambda mark: (-_items(mark), mark.shape, mark.bits))[:TENSORS]
    return tuple(sorted({band for mark in largest for band in _bands(mark)}))


def _bands(mark: Mark) -> Iterator[str]:
    step = len(mark.bits) // BANDS
    if step < _BYTES:
        return
    shape = "x".join(map(str, mark.shape))
    for number in range(BANDS):
        bits = mark.bits[number * step : number * step + _BYTES]
        if _SET_MIN <= int.from_bytes(bits, "big").bit_count() <= 8 * _BYTES - _SET_MIN:
            yield f"{shape}:{number}:{bits.hex()}"


def _items(mark: Mark) -> int:
    items = 1
    for length in mark.shape:
        items *= length
    return items
