"""Checked inputs: finite numbers in range, cluster labels as indices, probabilities."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
Numbers = Sequence[float] | FloatArray
"""One-dimensional numbers, shape (n,); booleans and integers count as numbers, texts do not."""

Labels = Sequence[str | int]
"""One label a case, shape (n,)."""

_NUMERIC_KINDS: Final = "biuf"


@dataclass(frozen=True, slots=True)
class Grouping:
    """Cases by cluster.

    Attributes:
        index: Cluster of each case, shape (n,); clusters are numbered in order of first appearance.
        count: Number of clusters.
    """

    index: IntArray
    count: int


def numbers(
    field: str, values: Numbers, *, least: int = 1, low: float = -math.inf, high: float = math.inf
) -> FloatArray:
    """Return values as float64, shape (n,), or raise.

    Args:
        field: Name of the argument for error messages.
        values: Shape (n,).
        least: Smallest n allowed.
        low: Smallest value allowed.
        high: Largest value allowed.

    Raises:
        ValueError: They are not numeric, not one-dimensional, too few, not finite, or out of range.
    """
    raw: npt.NDArray[Any] = np.asarray(values)
    if raw.ndim != 1:
        raise ValueError(f"{field} is {raw.ndim}-dimensional; must be one-dimensional")
    if raw.size < least:
        raise ValueError(f"{field} is {raw.size} numbers; must be {least} or more")
    if raw.size and raw.dtype.kind not in _NUMERIC_KINDS:
        raise ValueError(f"{field} is of type {raw.dtype}; must be numeric")
    checked = raw.astype(np.float64)
    wrong = np.flatnonzero(~np.isfinite(checked))
    if wrong.size:
        raise ValueError(f"{field}[{wrong[0]}] is {checked[wrong[0]]}; must be finite")
    wrong = np.flatnonzero((checked < low) | (checked > high))
    if wrong.size:
        raise ValueError(f"{field}[{wrong[0]}] is {checked[wrong[0]]}; must be {low:g} to {high:g}")
    return checked


def require_length(field: str, length: int, other: str, expected: int) -> None:
    """Raise unless two arguments have equal lengths.

    Raises:
        ValueError: They differ.
    """
    if length != expected:
        raise ValueError(f"{field} is {length} long; must be {expected} as {other}")


def grouped(labels: Labels | None, cases: int, *, field: str = "clusters", least: int = 2) -> Grouping:
    """Return the cluster of each case; without labels every case is its own cluster.

    Args:
        labels: Shape (cases,); None: cases are independent.
        cases: Number of cases.
        field: Name of the argument for error messages.
        least: Smallest number of clusters allowed.

    Raises:
        ValueError: Lengths differ, or there are too few clusters.
    """
    if labels is None:
        index, count = np.arange(cases, dtype=np.int64), cases
    else:
        require_length(field, len(labels), "the values", cases)
        numbered = {label: number for number, label in enumerate(dict.fromkeys(labels))}
        index = np.fromiter(map(numbered.__getitem__, labels), dtype=np.int64, count=cases)
        count = len(numbered)
    if count < least:
        raise ValueError(f"{field} is {count} in number; must be {least} or more")
    return Grouping(index, count)


def probability(field: str, value: float) -> float:
    """Return a number strictly between 0 and 1, or raise.

    Raises:
        ValueError: It is not.
    """
    if not 0 < value < 1:
        raise ValueError(f"{field} is {value}; must be above 0 and below 1")
    return value


def above_zero(field: str, value: float) -> float:
    """Return a finite number above 0, or raise.

    Raises:
        ValueError: It is not.
    """
    if not 0 < value < math.inf:
        raise ValueError(f"{field} is {value}; must be finite and above 0")
    return value
