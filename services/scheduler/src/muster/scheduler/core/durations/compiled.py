"""Mixtures of histograms, once more, in the part of Python that numba compiles (ADR 61).

histogram.py defines what is computed here; property tests hold the two together. All numbers are int64 and
exact: products that would not fit are taken apart. As in muster.cluster.ranking.compiled, whatever could
change without this file changing comes in as data, and numba keeps the machine code on disk.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

import numpy as np
from numba import int64, njit, types  # pyright: ignore[reportUnknownVariableType]
from numpy.typing import NDArray

Integers = NDArray[np.int64]

LEAF_BITS = 13
LEAVES = 256
WHOLE = 1 << 56
LUMPS = 4
POSITION_BITS = 21
"""As in histogram.py (POSITIONS is 1 << POSITION_BITS); a test compares them."""

CHAIN_MAX = 5
"""Most histograms of a mixture, or that learn at once."""

CALIBRATORS = 3
"""Histograms of ranks of a forecast."""

LEVELS = 1_000
"""As in forecast.py."""

POINTS_MAX = 4
"""Most points that are added at once."""

UNIFORM, MASS, SIZE, FIRST_PART = range(4)
"""Layout of a mixture: uniform part, mass, number of histograms; then weight and row of each."""

MIXTURE_LENGTH = FIRST_PART + 2 * CHAIN_MAX

_LEAF_MASK = (1 << LEAF_BITS) - 1
_NUMBERS = int64[:, ::1]  # pyright: ignore
_MIXTURE = int64[::1]  # pyright: ignore

_Function = TypeVar("_Function", bound=Callable[..., object])


def _compiled(*signature: object) -> Callable[[_Function], _Function]:
    """Compile to machine code: with a signature immediately and cached on disk, else on first use."""
    return cast(
        "Callable[[_Function], _Function]",
        njit(*signature, cache=bool(signature), error_model="numpy", _nrt=False),  # pyright: ignore
    )


@_compiled()
def _mass_of(table: Integers, mixture: Integers, node: int, leaves: int) -> int:
    """Mixture._mass_of."""
    mass = mixture[UNIFORM] * leaves
    for part in range(FIRST_PART, FIRST_PART + 2 * mixture[SIZE], 2):
        mass += mixture[part] * table[mixture[part + 1], node]
    return mass


@_compiled(types.void(_NUMBERS, *(int64,) * (CHAIN_MAX + 8)))  # pyright: ignore
def add(  # noqa: PLR0917  (numba takes numbers faster than arrays)
    table: Integers,
    a: int,
    b: int,
    c: int,
    d: int,
    e: int,
    first: int,
    first_count: int,
    second: int,
    second_count: int,
    third: int,
    third_count: int,
    fourth: int,
    fourth_count: int,
) -> None:
    """Histogram.add of four positions and counts, for the histograms in these rows; -1: no more."""
    for row in (a, b, c, d, e):
        if row < 0:
            return
        for position, count in (
            (first, first_count),
            (second, second_count),
            (third, third_count),
            (fourth, fourth_count),
        ):
            node = LEAVES + (position >> LEAF_BITS)
            while node and count:
                table[row, node] += count
                node >>= 1


@_compiled(types.void(_NUMBERS, int64))  # pyright: ignore
def halve(table: Integers, row: int) -> None:
    """Histogram.halve, for the histogram in a row of the table."""
    for node in range(LEAVES, 2 * LEAVES):
        table[row, node] >>= 1
    for node in range(LEAVES - 1, 0, -1):
        table[row, node] = table[row, 2 * node] + table[row, 2 * node + 1]


@_compiled(types.void(_NUMBERS, _MIXTURE, int64, int64, int64, int64, int64, int64))  # pyright: ignore
def mix(  # noqa: PLR0917  (numba takes numbers faster than arrays)
    table: Integers, mixture: Integers, strength: int, a: int, b: int, c: int, d: int, e: int
) -> None:
    """Mixture.__init__, for the histograms in these rows, finest first; -1: no more."""
    left, size = WHOLE, 0
    for row in (a, b, c, d, e):
        if row < 0:
            break
        total: int = table[row, 1]
        if total:
            weight = left // (total + strength)
            left -= weight * total
            mixture[FIRST_PART + 2 * size] = weight
            mixture[FIRST_PART + 2 * size + 1] = row
            size += 1
    mixture[UNIFORM] = left // LEAVES + 1
    mixture[MASS] = WHOLE - left + mixture[UNIFORM] * LEAVES
    mixture[SIZE] = size


@_compiled(int64(_NUMBERS, _MIXTURE, int64))  # pyright: ignore
def mass_below(table: Integers, mixture: Integers, position: int) -> int:
    """Mixture.mass_below."""
    leaf = position >> LEAF_BITS
    node, within = LEAVES + leaf, position & _LEAF_MASK
    here = _mass_of(table, mixture, node, 1)
    below = mixture[UNIFORM] * leaf + (here >> LEAF_BITS) * within
    below += (here & _LEAF_MASK) * within >> LEAF_BITS
    while node > 1:
        if node & 1:
            below += _mass_of(table, mixture, node - 1, 0)
        node >>= 1
    return below


@_compiled(int64(_NUMBERS, _MIXTURE, int64))  # pyright: ignore
def mass_in(table: Integers, mixture: Integers, leaf: int) -> int:
    """The mass in a leaf."""
    return _mass_of(table, mixture, LEAVES + leaf, 1)


@_compiled(int64(_NUMBERS, _MIXTURE, int64))  # pyright: ignore
def position_above(table: Integers, mixture: Integers, mass: int) -> int:
    """Mixture.position_above."""
    node, leaves = 1, LEAVES
    while node < LEAVES:
        node, leaves = 2 * node, leaves >> 1
        left = _mass_of(table, mixture, node, leaves)
        if mass >= left:
            mass -= left
            node += 1
    here = _mass_of(table, mixture, node, 1)
    within = _LEAF_MASK
    if here <= mixture[MASS] // LUMPS and mass < here:
        within = 0
        for _ in range(LEAF_BITS):  # (mass << LEAF_BITS) // here, bit by bit
            mass <<= 1
            within <<= 1
            if mass >= here:
                mass -= here
                within += 1
    return ((node - LEAVES) << LEAF_BITS) + within


# -- whole forecasts: forecast.py, without an estimate and with nothing elapsed ---------------------------


@_compiled()
def _read(table: Integers, spread: Integers, calibration: Integers, level: int) -> int:
    """The position that Forecast.quantiles_ms reads at a level."""
    mass: int = calibration[MASS]
    calibrated = mass // LEVELS * level + mass % LEVELS * level // LEVELS
    rank = position_above(table, calibration, calibrated)
    whole: int = spread[MASS]
    low = whole & ((1 << POSITION_BITS) - 1)
    return position_above(table, spread, rank * (whole >> POSITION_BITS) + (rank * low >> POSITION_BITS))


@_compiled()
def _rank(mass: int, whole: int) -> int:
    """Forecast._share: (mass << POSITION_BITS) // whole, bit by bit, at most the last position."""
    if mass >= whole:
        return (1 << POSITION_BITS) - 1
    rank = 0
    for _ in range(POSITION_BITS):
        mass <<= 1
        rank <<= 1
        if mass >= whole:
            mass -= whole
            rank += 1
    return rank


@_compiled()
def _count(table: Integers, row: int, position: int, count: int) -> None:
    node = LEAVES + (position >> LEAF_BITS)
    while node:
        table[row, node] += count
        node >>= 1


@_compiled(
    types.UniTuple(int64, 2)(_NUMBERS, _MIXTURE, _MIXTURE, *(int64,) * (CHAIN_MAX + CALIBRATORS + 4))  # pyright: ignore
)
def quantiles(  # noqa: PLR0917  (numba takes numbers faster than arrays)
    table: Integers,
    spread: Integers,
    calibration: Integers,
    spread_strength: int,
    calibration_strength: int,
    low: int,
    high: int,
    a: int,
    b: int,
    c: int,
    d: int,
    e: int,
    user: int,
    alike: int,
    every: int,
) -> tuple[int, int]:
    """The positions of two quantiles of a forecast.

    Args:
        table: The table.
        spread: Room for a mixture, with the next one.
        calibration: Room for a mixture.
        spread_strength: Strength of the mixture of run times.
        calibration_strength: Strength of the mixture of ranks.
        low: A level, in LEVELS.
        high: Another.
        a: Row of a histogram of run times, finest first, with the next four; -1: no more.
        b: As before.
        c: As before.
        d: As before.
        e: As before.
        user: Row of a histogram of ranks, finest first, with the next two; -1: no more.
        alike: As before.
        every: As before.
    """
    mix(table, spread, spread_strength, a, b, c, d, e)
    mix(table, calibration, calibration_strength, user, alike, every, -1, -1)
    return _read(table, spread, calibration, low), _read(table, spread, calibration, high)


@_compiled(
    types.void(_NUMBERS, _MIXTURE, *(int64,) * (CHAIN_MAX + CALIBRATORS + 3))  # pyright: ignore
)
def learn(  # noqa: PLR0917  (numba takes numbers faster than arrays)
    table: Integers,
    spread: Integers,
    strength: int,
    position: int,
    count: int,
    a: int,
    b: int,
    c: int,
    d: int,
    e: int,
    user: int,
    alike: int,
    every: int,
) -> None:
    """Add the points of a whole attempt: Forecast.run_points and Forecast.rank_points.

    Args:
        table: The table.
        spread: Room for a mixture.
        strength: Strength of the mixture of run times.
        position: Of its run time.
        count: What it counts, divisible by four.
        a: Rows of the histograms of run times, as for `quantiles`, with the next four.
        b: As before.
        c: As before.
        d: As before.
        e: As before.
        user: Rows of the histograms of ranks, all of them.
        alike: As before.
        every: As before.
    """
    mix(table, spread, strength, a, b, c, d, e)
    leaf = position >> LEAF_BITS
    below = mass_below(table, spread, leaf << LEAF_BITS)
    width = mass_in(table, spread, leaf)
    for eighth in (1, 3, 5, 7):
        rank = _rank(below + width * eighth // 8, spread[MASS])
        for row in (user, alike, every):
            _count(table, row, rank, count // 4)
    for row in (a, b, c, d, e):
        if row >= 0:
            _count(table, row, position, count)
