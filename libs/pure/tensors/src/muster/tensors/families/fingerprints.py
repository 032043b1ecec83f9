"""Fingerprints that identify a model's weights, however its files were changed: for blocklists and lineage.

For each of the largest tensors: which of 1,024 numbers at fixed places are above their median. A change of
data type or scale changes none of these marks, quantisation and fine-tuning few; renaming and splitting files
none, as tensors are found by shape. If each weight changes by r of the weights' spread, arctan(r) / pi
of the marks change (the angle between both vectors); of independent tensors half of them differ.

Not recognised: models whose neurons were permuted or whose matrices were transposed, parents that have less
than about a third of a merge, and quantised types other than Q8_0 and Q4_0.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Final

import msgspec
import numpy as np
from muster.tensors.families.models import Model
from muster.tensors.families.quantised import weights_of
from muster.tensors.families.samples import sample_of
from muster.tensors.layouts.dtypes import Dtype, Number
from numpy.typing import NDArray

VERSION: Final = 1
TENSORS: Final = 64
"""Number of the largest tensors that have marks."""
DIFFERING_MAX: Final = 0.35
"""Part of the marks that may differ: weights that changed by twice their spread still match; independent
tensors are 0.5 apart with a deviation of 0.016, the nearest of a thousand about 0.45."""


class Mark(msgspec.Struct, frozen=True, array_like=True):
    """Marks of one tensor.

    Attributes:
        shape: Slowest dimension first.
        bits: 1,024 bits, or as many as it has numbers.
    """

    shape: tuple[int, ...]
    bits: bytes


class Fingerprint(msgspec.Struct, frozen=True, array_like=True):
    """A model's marks, at most TENSORS; fingerprints of another version are not compared."""

    version: int
    marks: tuple[Mark, ...]


def fingerprint(model: Model) -> Fingerprint:
    """Return the marks of a model's largest tensors; reads at most 4 KB of each."""
    largest = sorted(model.tensors, key=lambda held: (-held.tensor.items, held.name))[:TENSORS]
    samples = ((held.tensor.shape, sample_of(held)) for held in largest)
    marks = (Mark(shape, sample.marks.tobytes()) for shape, sample in samples if sample.telling)
    return Fingerprint(VERSION, tuple(sorted(marks, key=lambda mark: (mark.shape, mark.bits))))


@dataclass(frozen=True, slots=True)
class Nearness:
    """Similarity of one model's weights to another's.

    Attributes:
        share: Part of the first's numbers in tensors that the second has too, 0 to 1; above a half, they are
            kin.
        differing: Part of the marks of these tensors that differ, each tensor weighing as many numbers as it
            has: the less, the nearer of several that are kin.
    """

    share: float
    differing: float


def nearness(one: Fingerprint, other: Fingerprint) -> Nearness:
    """Return the similarity of the first to the second.

    Raises:
        ValueError: The fingerprints are of different versions.
    """
    if one.version != other.version:
        raise ValueError(f"version is {other.version}; must be {one.version}, that of the other fingerprint")
    total, alike, differs = sum(map(_items, one.marks)), 0.0, 0.0
    known = _by_shape(other)
    for key, mine in _by_shape(one).items():
        differing = _differing(mine, known[key]) if key in known else np.ones(len(mine))
        near = differing[differing <= DIFFERING_MAX]
        items = float(np.prod(key[0], dtype=np.float64))
        alike += items * len(near)
        differs += items * float(near.sum())
    return Nearness(alike / total if total else 0.0, differs / alike if alike else 1.0)


def likeness(one: Fingerprint, other: Fingerprint) -> float:
    """Part of the first's numbers in tensors that the second has too, 0 to 1; above a half, they are kin.

    Raises:
        ValueError: The fingerprints are of different versions.
    """
    return nearness(one, other).share


def tells_weights(model: Model) -> bool:
    """Whether most of a model's numbers can be decoded: then different marks mean different weights.

    Packed types (I32 of GPTQ, Q4_K) are not unpacked: what they come from is not recognised by them.
    """
    held = sorted(model.tensors, key=lambda held: (-held.tensor.items, held.name))[:TENSORS]
    total = sum(each.tensor.items for each in held)
    return 2 * sum(each.tensor.items for each in held if _is_read(each.tensor.dtype)) > total


def _is_read(dtype: Dtype) -> bool:
    return dtype.number is Number.FLOAT or weights_of(b"", dtype) is not None


def _by_shape(found: Fingerprint) -> dict[tuple[tuple[int, ...], int], NDArray[np.uint8]]:
    """Marks as rows, those of one shape and length together."""

    def key(mark: Mark) -> tuple[tuple[int, ...], int]:
        return mark.shape, len(mark.bits)

    return {
        alike: np.stack([np.frombuffer(mark.bits, np.uint8) for mark in marks])
        for alike, marks in groupby(sorted(found.marks, key=key), key)
    }


def _differing(mine: NDArray[np.uint8], others: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return, for each row, the fraction of its marks that differ from the nearest other row."""
    counts = np.bitwise_count(mine[:, None] ^ others[None]).sum(axis=2, dtype=np.int64)
    return counts.min(axis=1) / (8 * mine.shape[1])


def _items(mark: Mark) -> int:
    return int(np.prod(mark.shape, dtype=np.float64))
