"""Sign-flip permutation over clusters: a test of a mean difference for few clusters.

Under the null hypothesis the sum of a cluster is as likely to be positive as negative, so each of the 2^G
flips of signs is as likely as the data. Up to 40 clusters all of them are counted: sums of the two halves are
enumerated, one half is sorted, and for each sum of the other a binary search counts the partners. Beyond,
flips are drawn from a seed, and the data count as one of the draws (Phipson and Smyth, Stat. Appl. Genet.
Mol. Biol. 9, 2010): the p-value is never 0 and the test keeps its level.

The test is exact for differences that are symmetric about the null hypothesis. It is not for rare regressions
under a margin: thirty cases of which none flipped all lie a margin above the null hypothesis, and the test
rejects (docs/explanation/how-sure-is-a-verdict.md has the measured rates). `sequences` has a bound that holds
for any distribution.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from muster.statistics.arrays import FloatArray, Labels, Numbers, grouped, numbers
from muster.statistics.estimates import Alternative
from muster.statistics.seeds import coins
from muster.statistics.sums import by_cluster

EXACT_CLUSTERS_MAX: Final = 40
"""Up to this number of clusters every flip is counted: two halves of a million sums."""

_TIE: Final = 1e-12
"""Sums that differ by less than this part of all absolute values are equal."""


@dataclass(frozen=True, slots=True)
class SignFlips:
    """Result of the test.

    Attributes:
        p_value: Share of flips that are at least as extreme as the data.
        clusters: Clusters that differ from the null hypothesis; the others have no sign to flip.
        exact: Whether all flips were counted.
    """

    p_value: float
    clusters: int
    exact: bool


def sign_flip_test(
    differences: Numbers,
    clusters: Labels | None = None,
    *,
    null: float = 0.0,
    alternative: Alternative = Alternative.TWO_SIDED,
    seed: str = "",
    draws: int = 10_000,
) -> SignFlips:
    """Test that the mean difference is `null`. Where every cluster equals it, the p-value is 1.

    Args:
        differences: Candidate - baseline of each case, shape (n,).
        clusters: Cluster of each case, shape (n,); None: cases are independent.
        null: Mean difference under the null hypothesis, such as minus the margin.
        alternative: Direction of the claim.
        seed: Of the draws, where there are more than 40 clusters.
        draws: Number of flips drawn then.

    Raises:
        ValueError: A value is not finite, lengths differ, there are no two clusters, or draws is below 1.
    """
    if draws < 1:
        raise ValueError(f"draws is {draws}; must be 1 or more")
    shifted = numbers("differences", differences) - null
    sums = np.array(by_cluster(shifted, grouped(clusters, shifted.size)))
    tie = _TIE * float(np.abs(sums).max(initial=0.0)) * sums.size
    sums = sums[np.abs(sums) > tie]
    if alternative is Alternative.LESS:
        sums = -sums
    two_sided = alternative is Alternative.TWO_SIDED
    observed = float(_added(sums, np.ones((1, sums.size), dtype=np.bool_))[0])
    if two_sided:
        observed = abs(observed)
    exact = sums.size <= EXACT_CLUSTERS_MAX
    if exact:
        share = _exact(sums, observed - tie, two_sided)
    else:
        share = _drawn(sums, observed - tie, two_sided, seed, draws)
    return SignFlips(share, sums.size, exact)


def _exact(sums: FloatArray, least: float, two_sided: bool) -> float:
    """Share of all 2^G flips whose sum is at least `least`, in absolute value if two-sided."""
    half = sums.size // 2
    left, right = _enumerated(sums[:half]), np.sort(_enumerated(sums[half:]))
    reached = right.size * left.size - int(np.searchsorted(right, least - left, side="left").sum())
    if not two_sided:
        return reached / 2**sums.size
    return min(1.0, 2 * reached / 2**sums.size)


def _enumerated(sums: FloatArray) -> FloatArray:
    """Sums of all flips, shape (2^k,)."""
    flipped = np.zeros(1)
    for each in sums.tolist():
        flipped = np.concatenate((flipped + each, flipped - each))
    return flipped


def _drawn(sums: FloatArray, least: float, two_sided: bool, seed: str, draws: int) -> float:
    """Estimated share of flips whose sum is at least `least`; the data count as one more flip."""
    flipped = _added(sums, coins(seed, "sign flips", (draws, sums.size)))
    if two_sided:
        flipped = np.abs(flipped)
    return (1 + int(np.count_nonzero(flipped >= least))) / (1 + draws)


def _added(sums: FloatArray, kept: npt.NDArray[np.bool_]) -> FloatArray:
    """Sums under each row of signs, cluster after cluster: a matrix product differs between machines."""
    flipped: FloatArray = np.zeros(len(kept))
    for place, each in enumerate(list[float](sums.tolist())):
        flipped += np.where(kept[:, place], np.float64(each), np.float64(-each))
    return flipped
