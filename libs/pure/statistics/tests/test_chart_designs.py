"""Designs of charts: wanted run lengths are reached, by most baselines too, and at a stated cost."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.statistics.charts import budgets
from muster.statistics.charts.cusum_run_lengths import cusum_run_length
from muster.statistics.charts.designs import (
    Baseline,
    cusum_for_baseline,
    cusum_for_normal,
    ewma_for_baseline,
    ewma_for_normal,
)
from muster.statistics.charts.ewma import Start
from muster.statistics.charts.ewma_run_lengths import ewma_run_length
from muster.statistics.charts.laws import ScoreLaw, shifted
from muster.statistics.charts.search import least
from muster.testkit.laws import examples

SKEWED = ScoreLaw(1.0, 1.0, (0.02, 0.03, 0.10, 0.25, 0.60))
COUNTED = Baseline(1.0, 1.0, (20, 30, 100, 250, 600))
EXACT = Start.EXACT
BASELINES = st.builds(
    Baseline,
    st.just(1.0),
    st.just(0.5),
    st.lists(st.integers(20, 200), min_size=3, max_size=6).map(tuple),
)


@pytest.mark.parametrize(
    ("weight", "multiple"),
    [(0.5, 3.071), (0.4, 3.054), (0.25, 2.998), (0.2, 2.962), (0.1, 2.814), (0.03, 2.437)],
)
def test_designs_for_normal_values_are_those_of_the_textbooks(weight: float, multiple: float) -> None:
    design = ewma_for_normal(arl=500, weight=weight)
    assert design.chart.low == design.chart.high == pytest.approx(multiple, abs=0.003)
    assert 500 <= design.in_control.mean < 505
    assert budgets.multiple_for_arl(500, weight) == design.chart.low
    assert budgets.arl_for_multiple(design.chart.low, weight) == pytest.approx(
        design.in_control.mean, rel=1e-5
    )


def test_cusum_designs_for_normal_values_are_those_of_the_textbooks() -> None:
    """A two-sided CUSUM of k = 0.5 with h = 4 has a mean run length of 168, with h = 5 of 465."""
    assert cusum_for_normal(arl=167.6).chart.low == pytest.approx(4, abs=0.003)
    assert cusum_for_normal(arl=465.4).chart.high == pytest.approx(5, abs=0.003)


@pytest.mark.parametrize(
    ("size", "low_share", "start"),
    [(1, 0.5, Start.FIXED), (20, 0.8, Start.FAST), (5, 1.0, Start.HEAD_START), (5, 0.0, Start.EXACT)],
)
def test_designs_reach_the_wanted_run_length_on_the_baselines_own_scores(
    size: int, low_share: float, start: Start
) -> None:
    design = ewma_for_baseline(COUNTED, arl=200, size=size, low_share=low_share, start=start, assurance=None)
    found = ewma_run_length(design.chart, SKEWED, size)
    assert 199.9 < found.mean < 207
    assert found.mean == pytest.approx(design.in_control.mean, rel=1e-5)
    assert found.low_share == pytest.approx(low_share, abs=0.08)
    assert (math.isinf(design.chart.high), math.isinf(design.chart.low)) == (low_share == 1, low_share == 0)


def test_cusum_designs_reach_the_wanted_run_length_on_the_baselines_own_scores() -> None:
    for low_share, head_start in ((0.8, 0.0), (0.8, 0.5), (1.0, 0.5)):
        design = cusum_for_baseline(
            COUNTED, arl=200, size=5, low_share=low_share, head_start=head_start, assurance=None
        )
        found = cusum_run_length(design.chart, SKEWED, 5)
        assert 199.9 < found.mean < 206
        assert found.low_share == pytest.approx(low_share, abs=0.05)


def test_an_assurance_costs_delay_and_less_of_it_with_a_larger_baseline() -> None:
    limits, delays = list[float](), list[float]()
    for times in (2, 20, 1_000):
        counts = tuple(round(count * times) for count in COUNTED.counts)
        design = ewma_for_baseline(Baseline(1.0, 1.0, counts), arl=200, size=5)
        limits.append(design.chart.low)
        delays.append(ewma_run_length(design.chart, shifted(SKEWED, -0.5), 5).mean)
    assert limits == sorted(limits, reverse=True)
    assert delays == sorted(delays, reverse=True)
    free = ewma_for_baseline(COUNTED, arl=200, size=5, assurance=None)
    assert free.chart.low < limits[-1] < free.chart.low + 0.1


@given(BASELINES, st.floats(20, 2_000), st.floats(1.0001, 3), st.sampled_from([None, 0.9]))
@examples(12)
def test_a_longer_run_length_never_narrows_a_limit(
    baseline: Baseline, arl: float, times: float, assurance: float | None
) -> None:
    shorter, longer = (
        ewma_for_baseline(baseline, arl=each, size=4, weight=0.3, start=EXACT, assurance=assurance).chart
        for each in (arl, arl * times)
    )
    assert longer.low >= shorter.low
    assert longer.high >= shorter.high


@given(BASELINES, st.integers(-3, 3), st.floats(-50, 50))
@examples(8)
def test_designs_do_not_depend_on_the_unit_of_scores(baseline: Baseline, power: int, lowest: float) -> None:
    unit = 2.0**power
    moved = Baseline(lowest, unit, baseline.counts)
    plain, other = (
        ewma_for_baseline(each, arl=100, size=4, weight=0.3, start=EXACT) for each in (baseline, moved)
    )
    assert (other.chart.low, other.chart.high) == (plain.chart.low, plain.chart.high)
    assert other.chart.sigma == pytest.approx(plain.chart.sigma * unit / 0.5, abs=1e-8)


@given(st.lists(st.floats(0, 9), min_size=1, max_size=40), st.floats(0.1, 9), st.integers(-5, 60))
@examples(60)
def test_a_search_finds_the_least_number_wherever_it_begins(
    steps: list[float], target: float, guess: int
) -> None:
    figures = np.cumsum(np.square(steps)) + 1e-3
    reached = [number for number, figure in enumerate(figures, 1) if figure >= target]
    expected = min(reached[0] if reached else len(steps) + 1, len(steps) + 1)
    found = least(lambda n: float(figures[n - 1]), target, guess=guess, most=len(steps) + 1, unit=10)
    assert found == expected


@pytest.mark.parametrize(
    ("weight", "size", "known", "draws"),
    [
        (0.2, 5, 500, 6),
        pytest.param(0.2, 1, 100, 400, marks=pytest.mark.long),
        pytest.param(0.2, 1, 2_000, 400, marks=pytest.mark.long),
        pytest.param(0.05, 1, 100, 400, marks=pytest.mark.long),
        pytest.param(0.05, 1, 500, 400, marks=pytest.mark.long),
        pytest.param(0.1, 5, 100, 400, marks=pytest.mark.long),
        pytest.param(0.1, 5, 500, 400, marks=pytest.mark.long),
        pytest.param(0.1, 20, 500, 400, marks=pytest.mark.long),
        pytest.param(0.1, 20, 2_000, 400, marks=pytest.mark.long),
    ],
)
def test_nine_of_ten_baselines_give_charts_that_reach_the_wanted_run_length(
    weight: float, size: int, known: int, draws: int
) -> None:
    drawn, reached = np.random.default_rng(20_261_129), 0
    for _ in range(draws):
        baseline = Baseline(1.0, 1.0, tuple(drawn.multinomial(known, SKEWED.probabilities).tolist()))
        chart = ewma_for_baseline(baseline, arl=500, weight=weight, size=size).chart
        reached += ewma_run_length(chart, SKEWED, size).mean >= 500
    assert reached >= 0.9 * draws - 3 * math.sqrt(draws * 0.09)


@pytest.mark.long
@pytest.mark.parametrize("known", [500, 2_000])
def test_nine_of_ten_baselines_give_cusum_charts_that_reach_the_wanted_run_length(known: int) -> None:
    drawn, reached, draws = np.random.default_rng(1), 0, 300
    for _ in range(draws):
        baseline = Baseline(1.0, 1.0, tuple(drawn.multinomial(known, SKEWED.probabilities).tolist()))
        chart = cusum_for_baseline(baseline, arl=500, size=5).chart
        reached += cusum_run_length(chart, SKEWED, 5).mean >= 500
    assert reached >= 0.9 * draws - 3 * math.sqrt(draws * 0.09)


def test_one_budget_of_false_alarms_is_shared_by_all_series() -> None:
    assert budgets.arl_for_days(30, 24, 50) == 36_000
    assert budgets.days_for_arl(36_000, 24, 50) == 30
    with pytest.raises(ValueError, match=r"days is 0.001; must be above 0.0416667: the time to one mean"):
        budgets.arl_for_days(0.001, 24)
    with pytest.raises(ValueError, match="series is 0; must be 1 or more"):
        budgets.arl_for_days(30, 24, 0)
    with pytest.raises(ValueError, match="series is 0; must be 1 or more"):
        budgets.days_for_arl(500, 24, 0)


def test_impossible_designs_are_refused() -> None:
    with pytest.raises(ValueError, match="baseline is 40 equal scores; must be scores of two values or more"):
        ewma_for_baseline(Baseline(1.0, 1.0, (0, 0, 40)), arl=500)
    with pytest.raises(ValueError, match="arl is 1; must be finite and above 1"):
        ewma_for_baseline(COUNTED, arl=1)
    with pytest.raises(ValueError, match=r"low_share is 1.2; must be 0 to 1"):
        ewma_for_baseline(COUNTED, arl=500, low_share=1.2)
    with pytest.raises(ValueError, match="assurance is 1; must be above 0 and below 1"):
        ewma_for_baseline(COUNTED, arl=500, assurance=1)
    with pytest.raises(ValueError, match="must be within reach of limits up to 16: take a larger baseline"):
        cusum_for_baseline(Baseline(1.0, 1.0, (1, 2, 3, 4, 10)), arl=500)
