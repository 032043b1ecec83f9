"""Search keys for fingerprints: related models have a band in common, others seldom do.

A band is the shape of one of the largest tensors and 24 of its marks. Where a part p of the marks differs,
one band is equal with (1 - p) to the power of 24: of the 64 bands of a model of 16 tensors and more, 31 at
3 %, 5 at 10 %; of independent tensors one in 16 million is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from muster.tensors.families.fingerprints import Fingerprint, Mark

TENSORS: Final = 16
"""Number of the largest tensors that have bands."""
BANDS: Final = 4
"""Bands of each of these tensors."""
_BYTES: Final = 3
_SET_MIN: Final = 4
"""Minimum of set and of clear marks in a band: others carry no information, such as those of zeros."""


def bands_of(found: Fingerprint) -> tuple[str, ...]:
    """Return the bands of a fingerprint as texts, unique and sorted."""
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
