"""Power of paired comparisons: the smallest effect that n cases can show, and the n that an effect takes.

n = (z_alpha + z_power)^2 sd^2 / effect^2, where sd is that of the paired differences (Miller, arXiv
2411.00640, section on power); for clusters times the design effect, the square of the ratio of clustered
and naive error. The two-sided form takes z at alpha / 2 and neglects rejections on the wrong side, which
are below alpha / 2.
"""

from __future__ import annotations

import math

from muster.statistics.arrays import above_zero, probability
from muster.statistics.distributions import normal_quantile, normal_tail


def detectable_effect(
    deviation: float,
    cases: float,
    *,
    alpha: float = 0.05,
    power: float = 0.8,
    two_sided: bool = False,
    design_effect: float = 1.0,
) -> float:
    """Return the smallest true difference that is found with the given power.

    Args:
        deviation: Standard deviation of the paired differences of single cases; 0 gives 0.
        cases: Number of cases.
        alpha: Level of the test.
        power: Probability of finding the effect.
        two_sided: Whether the test is two-sided.
        design_effect: Clustered variance over naive variance of the mean.

    Raises:
        ValueError: An argument is out of range.
    """
    above_zero("cases", cases)
    variance = _variance(deviation, design_effect)
    return _quantiles(alpha, power, two_sided) * math.sqrt(variance / cases)


def cases_for_effect(
    deviation: float,
    effect: float,
    *,
    alpha: float = 0.05,
    power: float = 0.8,
    two_sided: bool = False,
    design_effect: float = 1.0,
) -> int:
    """Return the number of cases that find a true difference with the given power, 2 or more.

    For a gate with a margin, `effect` is the distance of the expected difference from minus the margin.

    Args:
        deviation: Standard deviation of the paired differences of single cases.
        effect: True difference, above 0.
        alpha: Level of the test.
        power: Probability of finding the effect.
        two_sided: Whether the test is two-sided.
        design_effect: Clustered variance over naive variance of the mean.

    Raises:
        ValueError: An argument is out of range.
    """
    above_zero("effect", effect)
    variance = _variance(deviation, design_effect)
    return max(2, math.ceil(_quantiles(alpha, power, two_sided) ** 2 * variance / effect**2))


def power_of(effect: float, standard_error: float, *, alpha: float = 0.05, two_sided: bool = False) -> float:
    """Return the probability that a test finds a true difference.

    Args:
        effect: True difference in the direction of the claim; below 0 it lies on the other side.
        standard_error: Of the mean difference, above 0.
        alpha: Level of the test.
        two_sided: Whether the test is two-sided.

    Raises:
        ValueError: An argument is out of range.
    """
    above_zero("standard_error", standard_error)
    return normal_tail(_critical(alpha, two_sided) - effect / standard_error)


def _quantiles(alpha: float, power: float, two_sided: bool) -> float:
    reach = _critical(alpha, two_sided) + normal_quantile(probability("power", power))
    if reach <= 0:
        raise ValueError(f"power is {power}; must be above alpha")
    return reach


def _critical(alpha: float, two_sided: bool) -> float:
    return normal_quantile(1 - probability("alpha", alpha) / (2 if two_sided else 1))


def _variance(deviation: float, design_effect: float) -> float:
    if not 0 <= deviation < math.inf:
        raise ValueError(f"deviation is {deviation}; must be finite and 0 or more")
    return deviation * deviation * above_zero("design_effect", design_effect)
