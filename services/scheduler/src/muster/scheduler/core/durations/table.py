"""HistogramTable: the histograms of a large cell as rows of one array, which machine code reads (ADR 61).

It gives the same results as lists do (histogram.py). Loading numba takes a moment and 135 MB, so a small cell
keeps lists; a cell that is large enough for the compiled kernel has loaded it already.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from muster.scheduler.core.durations import compiled
from muster.scheduler.core.durations.compiled import Integers
from muster.scheduler.core.durations.histogram import LEAF_BITS, LEAVES, Distribution, Histogram

_ROWS_MIN: Final = 256


class HistogramTable:
    """Rows for histograms.

    Attributes:
        rows: A row each: the sums of Histogram.
        sums: The same as plain integers, row after row.
    """

    def __init__(self) -> None:
        self.rows: Integers = np.zeros((_ROWS_MIN, 2 * LEAVES), np.int64)
        self.sums = self.rows.data.cast("B").cast("q")
        self._free = list(range(_ROWS_MIN))
        self._spread, self._calibration = (np.empty(compiled.MIXTURE_LENGTH, np.int64) for _ in range(2))

    def histogram(self, counts: Sequence[tuple[int, int]] = ()) -> TableHistogram:
        """A new histogram with these (leaf, count)."""
        if not self._free:
            self._free = list(range(len(self.rows), 2 * len(self.rows)))
            self.rows = np.concatenate([self.rows, np.zeros_like(self.rows)])
            self.sums = self.rows.data.cast("B").cast("q")
        found = TableHistogram(self, self._free.pop())
        for leaf, count in counts:
            found.add(leaf << LEAF_BITS, count)
        return found

    def add(self, histograms: Sequence[Histogram], points: Sequence[tuple[int, int]]) -> None:
        """Add the same (position, count) points, at most four, to at most compiled.CHAIN_MAX histograms."""
        rows = _rows(histograms, compiled.CHAIN_MAX)
        numbers = [number for point in points for number in point]
        numbers += [0] * (2 * compiled.POINTS_MAX - len(numbers))
        compiled.add(self.rows, *rows, *numbers)

    def mixture(self, chain: Sequence[Histogram], strength: int) -> Distribution:
        """Mixture(chain, strength), for at most compiled.CHAIN_MAX histograms of this table."""
        return TableMixture(self, _rows(chain, compiled.CHAIN_MAX), strength)

    def quantiles(
        self,
        spread: Sequence[Histogram],
        calibration: Sequence[Histogram],
        strengths: tuple[int, int],
        levels: tuple[int, int],
    ) -> tuple[int, int]:
        """The positions that two mixtures, of run times and of ranks, give for two levels, in thousandths."""
        return compiled.quantiles(
            self.rows,
            self._spread,
            self._calibration,
            *strengths,
            *levels,
            *_rows(spread, compiled.CHAIN_MAX),
            *_rows(calibration, compiled.CALIBRATORS),
        )

    def learn(
        self,
        spread: Sequence[Histogram],
        calibration: Sequence[Histogram],
        strength: int,
        position: int,
        count: int,
    ) -> None:
        """Add a whole attempt: to the run times at a position, and to the three of ranks where it ranks."""
        compiled.learn(
            self.rows,
            self._spread,
            strength,
            position,
            count,
            *_rows(spread, compiled.CHAIN_MAX),
            *_rows(calibration, compiled.CALIBRATORS),
        )

    def free(self, histogram: Histogram) -> None:
        """Take back the row of a histogram that is not used any more."""
        self.rows[histogram.row] = 0
        self._free.append(histogram.row)


class TableHistogram(Histogram):
    """A histogram in a row of a table."""

    __slots__ = ("_table",)

    def __init__(self, table: HistogramTable, row: int) -> None:
        self._table = table
        self.row = row
        self.sums = []

    @property
    def total(self) -> int:
        """The sum of all counts."""
        return self._table.sums[2 * LEAVES * self.row + 1]

    def counts(self) -> list[tuple[int, int]]:
        """(leaf, count) of all non-zero counts, ascending."""
        counts = self._table.rows[self.row, LEAVES:]
        leaves = np.flatnonzero(counts)
        return list(zip(leaves.tolist(), counts[leaves].tolist(), strict=True))

    def add(self, position: int, count: int) -> None:
        """Add a count at a position."""
        self._table.add((self,), ((position, count),))

    def halve(self) -> None:
        """Halve all counts, rounding down."""
        compiled.halve(self._table.rows, self.row)


class TableMixture:
    """Mixture, for histograms of a table.

    Args:
        table: The table.
        rows: The rows of the histograms, finest first; compiled.CHAIN_MAX of them, -1: no more.
        strength: As in Mixture.

    Attributes:
        mass: As in Mixture.
    """

    __slots__ = ("_mixture", "_table", "mass")

    def __init__(self, table: HistogramTable, rows: Sequence[int], strength: int) -> None:
        self._table = table
        self._mixture: Integers = np.empty(compiled.MIXTURE_LENGTH, np.int64)
        compiled.mix(table.rows, self._mixture, strength, *rows)
        self.mass = int(self._mixture[compiled.MASS])

    def mass_below(self, position: int) -> int:
        """Mass below a position; within a leaf the mass is uniform."""
        return compiled.mass_below(self._table.rows, self._mixture, position)

    def position_above(self, mass: int) -> int:
        """The position that has this mass below it; monotonic."""
        return compiled.position_above(self._table.rows, self._mixture, mass)

    def mass_around(self, position: int) -> tuple[int, int]:
        """Mass below the leaf of a position, and in it."""
        leaf = position >> LEAF_BITS
        return self.mass_below(leaf << LEAF_BITS), compiled.mass_in(self._table.rows, self._mixture, leaf)


def _rows(histograms: Sequence[Histogram], count: int) -> list[int]:
    """The rows of at most `count` histograms, then -1 up to that many."""
    rows = [histogram.row for histogram in histograms]
    rows += [-1] * (count - len(rows))
    return rows
