"""How many cases would decide a question, and terms that can never pass. PURE.

The numbers are for a run that does all its planned cases, whose true mean is the one observed, and which
decides with probability 0.8 (`statistics.power`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import numpy as np
from muster.eval.core.gating.bounds import VARIED_CLUSTERS_MIN, Bounded, Series, bounded, is_exact
from muster.eval.core.gating.samples import Plan
from muster.eval.core.gating.terms import GateKind, GateTerms, TaskTerms
from muster.events.shared.command_answers import Violation
from muster.statistics import power, proportions, sequences
from muster.statistics.arrays import Grouping
from muster.statistics.distributions import normal_quantile, normal_tail
from muster.statistics.sums import rounded

POWER: Final = 0.8
CASES_MAX: Final = 2**31 - 1
"""Largest number of cases that an event can hold."""

_CONSTANT_CLUSTERS_MAX: Final = 20_000
_SMALL: Final = 1e-9


def detectable(found: Bounded) -> float:
    """Return the smallest distance from the mean that these cases show with probability 0.8.

    It is the distance to the lower bound and the normal quantile of the power times the standard error.
    """
    return rounded(found.mean - found.lower + normal_quantile(POWER) * found.standard_error)


def cases_needed(found: Bounded, limit: float, alpha: float) -> int:
    """Return how many cases bring the bound past a value, more than there are.

    Args:
        found: The mean so far.
        limit: What the bound on its side has to pass; a mean equal to it takes the most cases.
        alpha: Of the one-sided bound.
    """
    series, effect = found.series, rounded(abs(found.mean - limit))
    if effect == 0:
        return CASES_MAX
    above = found.mean > limit
    deviation = found.standard_error * math.sqrt(series.cases)
    by_student = power.cases_for_effect(deviation, effect, alpha=alpha, power=POWER)
    if is_exact(series):
        perfect = proportions.cases_needed(limit if above else 1 - limit, alpha, proportions.Bound.EXACT)
        return _within(max(by_student, perfect), series.cases)
    # The radius of a betting interval is about sqrt(2 log(1 / alpha)) errors.
    tail = normal_tail(math.sqrt(-2 * math.log(alpha)))
    by_betting = power.cases_for_effect(deviation, effect, alpha=tail, power=POWER)
    enough_vary = series.cases * VARIED_CLUSTERS_MIN / found.varied if found.varied else math.inf
    if enough_vary <= by_betting:
        return _within(max(by_student, enough_vary), series.cases)
    distance = found.mean - series.low if above else 1 - found.mean
    constant = _constant_clusters(rounded(distance), effect, series.low, alpha)
    by_betting = max(by_betting, constant * series.cases / series.clusters.count)
    return _within(min(by_betting, max(by_student, enough_vary)), series.cases)


def violations(terms: GateTerms, planned: Mapping[str, Plan]) -> tuple[Violation, ...]:
    """Return why a gate is not valid, or could never pass even with every case right.

    Args:
        terms: Conditions.
        planned: Of each task, the clusters with their numbers of cases.
    """
    found: list[Violation] = []
    if not 0 < terms.alpha < 0.5:
        found.append(_violation("alpha", terms.alpha, "above 0 and below 0.5"))
    if not 0 < terms.coverage_min <= 1:
        found.append(_violation("coverage_min", terms.coverage_min, "above 0 and at most 1"))
    if terms.kind is GateKind.SAFETY and not terms.blocking:
        found.append(_violation("blocking", "false", "true for a gate of kind safety"))
    if not terms.tasks:
        found.append(_violation("tasks", "empty", "one task or more"))
    names = [task.task for task in terms.tasks]
    for place, task in enumerate(terms.tasks):
        field = f"tasks[{task.task}]"
        if task.task in names[:place]:
            found.append(_violation(field, "there more than once", "a task of its own"))
            continue
        wrong = _invalid(field, task)
        if not wrong and not found:
            wrong = _unreachable(field, task, planned.get(task.task, {}), terms.alpha)
        found += wrong
    return tuple(found)


def _invalid(field: str, task: TaskTerms) -> list[Violation]:
    found: list[Violation] = []
    if task.threshold is None and task.margin is None:
        found.append(_violation(field, "without a threshold and a margin", "one of them or both"))
    if task.threshold is not None and not 0 < task.threshold < 1:
        found.append(_violation(f"{field}.threshold", task.threshold, "above 0 and below 1"))
    if task.margin is not None and not 0 <= task.margin < 1:
        found.append(_violation(f"{field}.margin", task.margin, "0 up to 1, exclusive"))
    return found


def _unreachable(field: str, task: TaskTerms, plan: Plan, alpha: float) -> list[Violation]:
    """Judge a run in which every case is right by the bound that will judge the real one."""
    if not plan:
        return [_violation(f"{field}.cases", 0, "1 or more")]
    if task.threshold is None:
        return []
    perfect = _perfect(plan)
    if bounded(perfect, alpha, complete=True).lower >= task.threshold:
        return []
    if is_exact(perfect):
        least = proportions.cases_needed(task.threshold, alpha, proportions.Bound.EXACT)
        return [
            _violation(
                f"{field}.cases", perfect.cases, f"{least} or more for a threshold of {task.threshold:g}"
            )
        ]
    least = _constant_clusters(1.0, rounded(1 - task.threshold), 0.0, alpha)
    allowed = f"{least} or more of equal size for a threshold of {task.threshold:g}"
    return [_violation(f"{field}.clusters", len(plan), allowed)]


def _perfect(plan: Plan) -> Series:
    sizes = list(plan.values())
    return Series(
        values=np.ones(sum(sizes)),
        clusters=Grouping(np.repeat(np.arange(len(sizes), dtype=np.int64), sizes), len(sizes)),
        low=0.0,
        clusters_planned=len(sizes),
        largest=max(sizes),
    )


@lru_cache(1_024)
def _constant_clusters(distance: float, effect: float, low: float, alpha: float) -> int:
    """Clusters after which a betting bound of a constant passes a value `effect` below it.

    The search begins where the largest bets would reach it, log(1 / alpha) / log(1 + stake * effect), and
    goes on in steps of a hundredth.

    Args:
        distance: From the least possible value up to the constant.
        effect: At most `distance`.
        low: Least possible value.
        alpha: Of the one-sided bound.
    """
    target = max((distance - effect) / (1 - low), _SMALL)
    gain = math.log1p(sequences.BET_MAX / target * effect / (1 - low))
    clusters = max(1, math.ceil(-math.log(alpha) / gain))
    while clusters < _CONSTANT_CLUSTERS_MAX:
        constant = np.full(clusters, low + distance)
        bound = sequences.betting_lower(constant, low=low, alpha=alpha, planned=clusters)
        if rounded(bound) >= rounded(low + distance - effect):
            break
        clusters += max(1, clusters // 100)
    return clusters


def _within(cases: float, so_far: int) -> int:
    """A number of cases above those that did not decide, as far as an event can hold it."""
    return min(CASES_MAX, max(math.ceil(cases), so_far + 1))


def _violation(field: str, value: object, allowed: str) -> Violation:
    return Violation(field=field, value=str(value), allowed=allowed)
