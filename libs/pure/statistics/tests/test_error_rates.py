"""Simulated error rates: what bounds promise is held, and where they do not hold it, that is known.

A few hundred draws in every run, 10,000 in `make test-long`. The table of the gates is in
docs/explanation/how-sure-is-a-verdict.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from muster.statistics import adjustments, estimates, pairs, proportions, sequences, sign_flips
from muster.statistics.arrays import FloatArray
from muster.statistics.estimates import Alternative
from muster.statistics.multiplicity import holm

ALPHA = 0.05
MARGIN = 0.02
MANY = pytest.param(10_000, marks=pytest.mark.long)
CHANGED_MIN = 20
"""With fewer changed clusters the t interval is not used: the rule of the page."""

Draw = Callable[[np.random.Generator], FloatArray]


def at_most(errors: int, draws: int, rate: float = ALPHA) -> bool:
    """Whether a number of errors is within four standard errors of a rate, or below it."""
    return errors <= draws * rate + 4 * math.sqrt(draws * rate * (1 - rate))


def flips(worse: float, better: float, cases: int) -> Draw:
    """Differences of right-or-wrong answers, by the shares that get worse and better."""
    odds = (worse, 1 - worse - better, better)
    return lambda drawn: drawn.choice([-1.0, 0.0, 1.0], size=cases, p=odds)


def graded(mean: float, cases: int) -> Draw:
    """Differences of graded scores."""
    return lambda drawn: np.clip(drawn.normal(mean, 0.3, cases), -1, 1)


def _errors(draw: Draw, passes: Callable[[FloatArray], bool], draws: int) -> int:
    drawn = np.random.default_rng(0)
    return sum(passes(draw(drawn)) for _ in range(draws))


def passes_by_t(differences: FloatArray) -> bool:
    return estimates.lower_bound(estimates.mean_estimate(differences), ALPHA) > -MARGIN


def passes_by_betting(differences: FloatArray) -> bool:
    planned = differences.size
    return sequences.betting_lower(differences, low=-1, alpha=ALPHA, planned=planned) > -MARGIN


def passes_by_sign_flips(differences: FloatArray) -> bool:
    found = sign_flips.sign_flip_test(differences, null=-MARGIN, alternative=Alternative.GREATER)
    return found.p_value <= ALPHA


def passes_by_the_rule(differences: FloatArray) -> bool:
    """The t bound where many clusters changed, else the bound for any distribution."""
    compared = pairs.paired_difference(differences, np.zeros(differences.size))
    few = compared.changed_clusters < CHANGED_MIN
    return passes_by_betting(differences) if few else passes_by_t(differences)


def fails_by_t(differences: FloatArray) -> bool:
    found = estimates.mean_estimate(differences)
    return estimates.upper_bound(found, ALPHA) < 0 and found.mean < -MARGIN


@pytest.mark.parametrize("draws", [150, MANY])
@pytest.mark.parametrize(
    "draw",
    [flips(0.02, 0, 30), flips(0.02, 0, 500), flips(0.06, 0.04, 200), graded(-MARGIN, 100)],
    ids=["rare-30", "rare-500", "flips-200", "graded-100"],
)
def test_betting_passes_a_candidate_worse_by_the_margin_at_most_at_its_level(draw: Draw, draws: int) -> None:
    assert at_most(_errors(draw, passes_by_betting, draws), draws)


@pytest.mark.parametrize("draws", [400, MANY])
@pytest.mark.parametrize(
    "draw",
    [flips(0.06, 0.04, 500), graded(-MARGIN, 500), graded(-MARGIN, 40)],
    ids=["flips-500", "graded-500", "graded-40"],
)
def test_the_t_bound_keeps_its_level_where_many_cases_change(draw: Draw, draws: int) -> None:
    assert at_most(_errors(draw, passes_by_t, draws), draws, 0.055)


@pytest.mark.parametrize("draws", [400, MANY])
def test_no_difference_is_called_a_failure_at_most_at_the_level(draws: int) -> None:
    for draw in (flips(0.05, 0.05, 500), graded(0, 500), flips(0.01, 0.01, 500)):
        assert at_most(_errors(draw, fails_by_t, draws), draws, 0.055)


@pytest.mark.slow
@pytest.mark.parametrize("draws", [300, MANY])
def test_t_and_sign_flips_pass_rare_regressions_far_too_often(draws: int) -> None:
    """The trap: 30 cases of which none flipped are certain, and 55 % of such samples have no flip."""
    rare = flips(0.02, 0, 30)
    for passes in (passes_by_t, passes_by_sign_flips):
        assert 0.4 < _errors(rare, passes, draws) / draws < 0.7
    assert _errors(rare, passes_by_the_rule, draws) == 0


@pytest.mark.parametrize("draws", [300, MANY])
def test_sign_flips_keep_their_level_on_graded_scores_of_few_clusters(draws: int) -> None:
    assert at_most(_errors(graded(-MARGIN, 12), passes_by_sign_flips, draws), draws)


@pytest.mark.long
@pytest.mark.parametrize("cases", [30, 100, 500])
@pytest.mark.parametrize("world", ["flips", "some", "rare", "graded"])
def test_the_rule_of_the_page_keeps_its_level_everywhere(world: str, cases: int) -> None:
    worlds = {
        "flips": flips(0.06, 0.04, cases),
        "some": flips(0.03, 0.01, cases),
        "rare": flips(0.02, 0, cases),
        "graded": graded(-MARGIN, cases),
    }
    assert at_most(_errors(worlds[world], passes_by_the_rule, 10_000), 10_000)


@pytest.mark.parametrize("draws", [150, MANY])
def test_sequences_cover_at_every_moment_at_once(draws: int) -> None:
    """Bounds are at their tightest so far, so one that holds at the end has always held."""
    drawn, missed, missed_curve = np.random.default_rng(1), 0, 0
    for _ in range(draws):
        values = drawn.beta(4, 1, 150)
        found, curve = sequences.betting(values, alpha=0.1), sequences.empirical_bernstein(values, alpha=0.1)
        missed += not found.low <= 0.8 <= found.high
        missed_curve += not curve.low[-1] <= 0.8 <= curve.high[-1]
    assert at_most(missed, draws, 0.1)
    assert at_most(missed_curve, draws, 0.1)


@pytest.mark.parametrize("draws", [100, MANY])
def test_a_t_interval_that_is_looked_at_often_misses_and_a_sequence_does_not(draws: int) -> None:
    """A quarter of runs look significant at one of 30 looks although nothing changed."""
    drawn, peeked, sequential = np.random.default_rng(2), 0, 0
    looks = range(20, 620, 20)
    for _ in range(draws):
        values = np.clip(drawn.normal(0, 0.3, 600), -1, 1)
        estimated = (estimates.mean_estimate(values[:look]) for look in looks)
        peeked += any(estimates.p_value(each) <= ALPHA for each in estimated)
        found = sequences.betting(values, low=-1, alpha=ALPHA)
        sequential += not found.low <= 0 <= found.high
    assert peeked > 0.2 * draws
    assert at_most(sequential, draws)


@pytest.mark.parametrize("draws", [150, MANY])
def test_sequences_of_unequal_clusters_cover_the_mean_over_cases(draws: int) -> None:
    """Large clusters are worse here: the mean over cases is 0.5, that of clusters 0.65."""
    drawn, missed = np.random.default_rng(3), 0
    for _ in range(draws):
        large = drawn.random(120) < 0.25
        sizes = np.where(large, 9, 3)
        rates = drawn.binomial(sizes, np.where(large, 0.2, 0.8)) / sizes
        found = sequences.betting(rates, sizes=sizes.tolist(), largest=9, alpha=0.1)
        missed += not found.low <= 0.5 <= found.high
    assert at_most(missed, draws, 0.1)


@pytest.mark.parametrize("draws", [300, MANY])
def test_clustered_intervals_cover_where_naive_ones_do_not(draws: int) -> None:
    drawn, clustered, naive = np.random.default_rng(4), 0, 0
    clusters = [case // 8 for case in range(320)]
    for _ in range(draws):
        values = np.repeat(drawn.normal(0, 0.3, 40), 8) + drawn.normal(0, 0.3, 320)
        for labels in (clusters, None):
            interval = estimates.two_sided(estimates.mean_estimate(values, labels), ALPHA)
            missed = not interval.low <= 0 <= interval.high
            clustered, naive = clustered + (labels is not None) * missed, naive + (labels is None) * missed
    assert at_most(clustered, draws, 0.055)
    assert naive > 0.2 * draws


@pytest.mark.parametrize("draws", [200, MANY])
def test_adjusted_means_of_stopped_runs_cover(draws: int) -> None:
    """Runs stop after 150 of 1,000 cases of known history; the claim is about cases beyond the set."""
    drawn, missed = np.random.default_rng(5), 0
    for _ in range(draws):
        history = drawn.random(1_000)
        values = history[:150] + drawn.normal(0, 0.2, 150)
        found = adjustments.control_variate_mean(
            values, history[:150], covariate_mean=float(history.mean()), covariate_cases=1_000
        )
        interval = estimates.two_sided(found.adjusted, ALPHA)
        missed += not interval.low <= 0.5 <= interval.high
    assert at_most(missed, draws, 0.055)


@pytest.mark.parametrize("draws", [1_000, MANY])
def test_one_of_several_tasks_is_called_a_failure_at_most_at_the_level(draws: int) -> None:
    drawn = np.random.default_rng(6)
    falsely = sum(min(holm(drawn.random(6))) <= ALPHA for _ in range(draws))
    assert at_most(falsely, draws)
    assert falsely > 0.02 * draws


@pytest.mark.parametrize(
    ("threshold", "cases", "wilson", "exact"),
    [
        (0.95, 52, 0.0694, 0),
        (0.95, 59, 0.0485, 0.0485),
        (0.95, 500, 0.0343, 0.0343),
        (0.85, 100, 0.0551, 0.0275),
    ],
)
def test_pass_rates_at_the_threshold_pass_at_known_rates(
    threshold: float, cases: int, wilson: float, exact: float
) -> None:
    """Computed, not simulated: Wilson's bound exceeds its level at some n, the exact one never."""
    for lower, rate in ((proportions.wilson_lower, wilson), (proportions.clopper_pearson_lower, exact)):
        failing = next(passed for passed in range(cases, -1, -1) if lower(passed, cases, ALPHA) < threshold)
        chance = sum(
            math.comb(cases, passed) * threshold**passed * (1 - threshold) ** (cases - passed)
            for passed in range(failing + 1, cases + 1)
        )
        assert round(chance, 4) == rate


@pytest.mark.parametrize("draws", [300, MANY])
def test_rates_of_clusters_keep_their_level_at_their_effective_number(draws: int) -> None:
    drawn, falsely = np.random.default_rng(7), 0
    clusters = [case // 5 for case in range(300)]
    for _ in range(draws):
        values = (drawn.random(300) < np.repeat(drawn.beta(4.25, 0.75, 60), 5)).astype(float)
        falsely += proportions.rate_lower(values, clusters, ALPHA) >= 0.85
    assert at_most(falsely, draws, 0.06)
