"""Histogram and Mixture: distributions in integers, so that every machine computes the same results.

A *position* is a point on an axis of POSITIONS steps, divided into LEAVES equal leaves. `position_of` and
`value_at` map values to positions on a logarithmic scale: an octave is OCTAVE steps, linear within (as in
HdrHistogram; Mitchell's approximation of log2), so a leaf is an eighth of an octave. Counts are kept in a
binary tree of partial sums, so adding, summing and searching take log2(LEAVES) steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Protocol

LEAVES: Final = 256
LEAF_BITS: Final = 13
POSITIONS: Final = LEAVES << LEAF_BITS

OCTAVE_BITS: Final = 16
OCTAVE: Final = 1 << OCTAVE_BITS
LOW_BITS: Final = 8
"""Values below 2 ** LOW_BITS are all at position 0, those from 2 ** (LOW_BITS + 32) on at the last one."""

_LEAF_MASK: Final = (1 << LEAF_BITS) - 1
_OCTAVE_MASK: Final = OCTAVE - 1
_WHOLE: Final = 1 << 56
"""The mass of a mixture: large enough that rounding does not show, small enough for fast integers."""

_LUMPS: Final = 4
"""A leaf with more than 1 / _LUMPS of the mass is a lump: the positions of values in it are unknown."""


def position_of(value: int) -> int:
    """The position of a value, 0 to POSITIONS - 1; monotonic."""
    if value < 1 << LOW_BITS:
        return 0
    octave = value.bit_length() - 1
    within = ((value - (1 << octave)) << OCTAVE_BITS) >> octave
    return min(((octave - LOW_BITS) << OCTAVE_BITS) + within, POSITIONS - 1)


def value_at(position: int) -> int:
    """The smallest value of a position; monotonic."""
    octave = (position >> OCTAVE_BITS) + LOW_BITS
    return (1 << octave) + (((position & _OCTAVE_MASK) << octave) >> OCTAVE_BITS)


class Histogram:
    """Counts by position.

    Attributes:
        sums: A heap: the counts of the leaves from index LEAVES on, each inner node the sum of its two
            children, the total at index 1.
        row: Its row where a table holds the sums (durations.table); else -1.
    """

    __slots__ = ("row", "sums")

    def __init__(self, counts: Iterable[tuple[int, int]] = ()) -> None:
        self.row = -1
        self.sums = [0] * (2 * LEAVES)
        known = list(counts)
        for leaf, count in known:
            self.sums[LEAVES + leaf] = count
        if known:
            self._add_up()

    @property
    def total(self) -> int:
        """The sum of all counts."""
        return self.sums[1]

    @property
    def last(self) -> int:
        """The last leaf with a count; -1: there is none."""
        counts = self.counts()
        return counts[-1][0] if counts else -1

    def counts(self) -> list[tuple[int, int]]:
        """(leaf, count) of all non-zero counts, ascending."""
        return [(leaf, count) for leaf, count in enumerate(self.sums[LEAVES:]) if count]

    def add(self, position: int, count: int) -> None:
        """Add a count at a position."""
        sums, node = self.sums, LEAVES + (position >> LEAF_BITS)
        while node:
            sums[node] += count
            node >>= 1

    def halve(self) -> None:
        """Halve all counts, rounding down."""
        for node in range(LEAVES, 2 * LEAVES):
            self.sums[node] >>= 1
        self._add_up()

    def _add_up(self) -> None:
        sums = self.sums
        for node in range(LEAVES - 1, 0, -1):
            sums[node] = sums[2 * node] + sums[2 * node + 1]


class Distribution(Protocol):
    """The queries that a forecast makes to a mixture.

    Attributes:
        mass: Mass of the whole distribution.
    """

    mass: int

    def mass_below(self, position: int) -> int:
        """Mass below a position; within a leaf the mass is uniform."""
        ...

    def position_above(self, mass: int) -> int:
        """The position that has this mass below it; monotonic."""
        ...

    def mass_around(self, position: int) -> tuple[int, int]:
        """Mass below the leaf of a position, and in it."""
        ...


class Table(Protocol):
    """Holds the sums of all histograms of a large cell; durations.table implements it."""

    def histogram(self, counts: Sequence[tuple[int, int]] = ()) -> Histogram:
        """A new histogram with these (leaf, count)."""
        ...

    def add(self, histograms: Sequence[Histogram], points: Sequence[tuple[int, int]]) -> None:
        """Add the same (position, count) points to several histograms of this table."""
        ...

    def mixture(self, chain: Sequence[Histogram], strength: int) -> Distribution:
        """Mixture(chain, strength), for histograms of this table."""
        ...

    def quantiles(
        self,
        spread: Sequence[Histogram],
        calibration: Sequence[Histogram],
        strengths: tuple[int, int],
        levels: tuple[int, int],
    ) -> tuple[int, int]:
        """The positions that two mixtures, of run times and of ranks, give for two levels, in thousandths."""
        ...

    def learn(
        self,
        spread: Sequence[Histogram],
        calibration: Sequence[Histogram],
        strength: int,
        position: int,
        count: int,
    ) -> None:
        """Add a whole attempt: to the run times at a position, and to the three of ranks where it ranks."""
        ...

    def free(self, histogram: Histogram) -> None:
        """Take back the row of a histogram that is not used any more."""
        ...


class Mixture:
    """Several histograms as one distribution: each shrunk to the next, the last to the uniform one.

    A histogram with a total of `n` gets n / (n + strength) of the weight that its predecessors left. The
    mixture is the posterior mean of a chain of Dirichlet processes whose base measures are the next in the
    chain.

    Args:
        chain: The histograms, finest first.
        strength: Weight of the rest of the chain, in counts.

    Attributes:
        mass: Mass of the whole distribution.
    """

    __slots__ = ("_parts", "_uniform", "mass")

    def __init__(self, chain: Iterable[Histogram], strength: int) -> None:
        left = _WHOLE
        parts: list[tuple[int, list[int]]] = []
        for histogram in chain:
            if total := histogram.total:
                weight = left // (total + strength)
                left -= weight * total
                parts.append((weight, histogram.sums))
        self._parts: Sequence[tuple[int, list[int]]] = parts
        self._uniform = left // LEAVES + 1  # never zero: any value is possible
        self.mass = _WHOLE - left + self._uniform * LEAVES

    def mass_below(self, position: int) -> int:
        """Mass below a position; within a leaf the mass is uniform."""
        leaf = position >> LEAF_BITS
        node = LEAVES + leaf
        below = self._uniform * leaf + (self._mass_of(node, 1) * (position & _LEAF_MASK) >> LEAF_BITS)
        while node > 1:
            if node & 1:
                for weight, sums in self._parts:
                    below += weight * sums[node - 1]
            node >>= 1
        return below

    def position_above(self, mass: int) -> int:
        """The position that has this mass below it; monotonic.

        Within a leaf the mass is uniform; a lump counts at the end of its leaf, so that it is not split.
        """
        node, leaves, parts = 1, LEAVES, self._parts
        while node < LEAVES:
            node, leaves = 2 * node, leaves // 2
            left = self._uniform * leaves
            for weight, sums in parts:
                left += weight * sums[node]
            if mass >= left:
                mass -= left
                node += 1
        here = self._mass_of(node, 1)
        lump = here * _LUMPS > self.mass
        within = _LEAF_MASK if lump else min((mass << LEAF_BITS) // here, _LEAF_MASK)
        return ((node - LEAVES) << LEAF_BITS) + within

    def mass_around(self, position: int) -> tuple[int, int]:
        """Mass below the leaf of a position, and in it."""
        leaf = position >> LEAF_BITS
        return self.mass_below(leaf << LEAF_BITS), self._mass_of(LEAVES + leaf, 1)

    def _mass_of(self, node: int, leaves: int) -> int:
        mass = self._uniform * leaves
        for weight, sums in self._parts:
            mass += weight * sums[node]
        return mass
