"""Control charts: run lengths equal to published ones and to simulations, and the laws of a step.

Published values: Lucas and Saccucci 1990 (tables 3 and 5), Crowder 1987 (table 1), the SAS/QC manual, Steiner
1999 (table 2) and Lucas and Crosier 1982, most of them quoted by R's package spc.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.statistics.charts import cusum, ewma
from muster.statistics.charts.change_points import change_point
from muster.statistics.charts.cusum import Cusum
from muster.statistics.charts.cusum_run_lengths import cusum_distribution, cusum_run_length
from muster.statistics.charts.ewma import Ewma, EwmaState, Start
from muster.statistics.charts.ewma_run_lengths import ewma_distribution, ewma_run_length
from muster.statistics.charts.laws import (
    NormalLaw,
    ScoreLaw,
    counts_of,
    law_of_counts,
    mixed,
    shifted,
    standardised_means,
)
from muster.statistics.charts.signals import Side, Signal
from muster.testkit.laws import examples

SKEWED = ScoreLaw(1.0, 1.0, (0.02, 0.03, 0.10, 0.25, 0.60))
"""In-control scores of the reference: a judge that is mostly content."""

STARTS = st.sampled_from(list(Start))
VALUES = st.lists(st.floats(-4, 4, width=32), max_size=40)


def within(expected: object, relative: float) -> Any:
    return pytest.approx(expected, rel=relative)


def ewma_arls(
    weight: float, limit: float, shifts: Sequence[float], start: Start = Start.FIXED
) -> list[float]:
    chart = Ewma(0.0, 1.0, weight, limit, limit, start)
    return [ewma_run_length(chart, NormalLaw(shift)).mean for shift in shifts]


def simulated_ewma(chart: Ewma, law: ScoreLaw, size: int, runs: int) -> list[int]:
    """Run lengths of charts that step through drawn scores."""
    drawn = np.random.default_rng(20_261_129)
    lengths = list[int]()
    for _ in range(runs):
        state, signal, means = EwmaState(), None, list[float]()
        while signal is None:
            means = means or drawn.choice(law.scores, (500, size), p=law.probabilities).mean(axis=1).tolist()
            state, signal = ewma.step(chart, state, means.pop(), size)
        lengths.append(state.steps)
    return lengths


@pytest.mark.parametrize(
    ("weight", "limit", "published"),
    [
        (0.5, 3.071, [500, 255, 88.8, 35.9, 17.5, 6.53, 3.63, 2.50, 1.93, 1.58, 1.34, 1.07]),
        (0.03, 2.437, [500, 76.7, 29.3, 17.6, 12.6, 8.07, 5.99, 4.80, 4.03, 3.49, 3.11, 2.55]),
    ],
)
def test_run_lengths_are_those_of_lucas_and_saccucci(
    weight: float, limit: float, published: list[float]
) -> None:
    shifts = [0, 0.25, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5]
    assert ewma_arls(weight, limit, shifts) == within(published, 0.004)


@pytest.mark.parametrize(
    ("weight", "limit"), [(0.4, 3.054), (0.25, 2.998), (0.2, 2.962), (0.1, 2.814), (0.05, 2.615)]
)
def test_charts_of_the_textbook_have_a_false_alarm_in_500(weight: float, limit: float) -> None:
    assert ewma_arls(weight, limit, [0]) == within([500], 0.001)


def test_run_lengths_are_those_of_crowder_and_of_sas() -> None:
    assert ewma_arls(0.25, 3.0, [1]) == within([11.154267016], 1e-9)
    assert ewma_arls(0.5, 2.0, [0, 0.25, 0.5, 1, 2]) == within([26.45, 20.12, 11.89, 4.91, 1.94], 0.003)
    assert ewma_arls(0.05, 2.0, [0, 0.25, 0.5, 1, 2]) == within([127.53, 43.94, 18.97, 8.38, 4.04], 0.001)


def test_head_starts_shorten_run_lengths_as_published() -> None:
    """The published 487 is 1.2 % off."""
    heavy = ewma_arls(0.5, 3.071, [0, 0.5, 1, 2, 3, 5], Start.HEAD_START)
    assert heavy[0] == within(487, 0.013)
    assert heavy[1:] == within([86.1, 15.9, 2.87, 1.45, 1.01], 0.005)
    assert ewma_arls(0.03, 2.437, [0, 1, 5], Start.HEAD_START) == within([406, 7.36, 1.57], 0.004)


def test_exact_limits_shorten_run_lengths_as_published() -> None:
    """The published figures for the two largest shifts are 2 and 3 % off; simulations agree with ours."""
    found = ewma_arls(0.05, 3.0, [0, 0.25, 0.5, 0.75, 1], Start.EXACT)
    assert found[:3] == within([1353, 127, 32.5], 0.01)
    assert found[3:] == within([15.6, 9.0], 0.03)
    assert found[3:] == within([15.29, 9.236], 0.005)


def test_cusum_run_lengths_are_those_of_lucas_and_crosier() -> None:
    published = {0: 168, 0.25: 74.2, 0.5: 26.6, 0.75: 13.3, 1: 8.38, 1.5: 4.75, 2: 3.34}
    chart = Cusum(0.0, 1.0, 0.5, 4.0, 4.0)
    assert [cusum_run_length(chart, NormalLaw(shift)).mean for shift in published] == within(
        list(published.values()), 0.003
    )
    fast = Cusum(0.0, 1.0, 0.5, 5.0, 5.0, head_start=0.5)
    assert [cusum_run_length(fast, NormalLaw(shift)).mean for shift in (0, 0.5, 1, 2)] == within(
        [430, 28.7, 6.35, 2.36], 0.002
    )


@pytest.mark.parametrize(
    ("weight", "limit", "known"),
    [
        (0.2, 2.962, {1: 221, 5: 404, 20: 473}),
        (0.1, 2.814, {1: 366, 5: 479, 20: 495}),
        (0.05, 2.615, {1: 507, 5: 504, 20: 500}),
    ],
)
def test_a_nominal_run_length_of_500_is_221_on_skewed_scores(
    weight: float, limit: float, known: dict[int, float]
) -> None:
    chart = Ewma(SKEWED.mean, SKEWED.sigma, weight, limit, limit, Start.FIXED)
    found = [ewma_run_length(chart, SKEWED, size) for size in known]
    assert [each.mean for each in found] == within(list(known.values()), 0.011)
    assert found[0].low_share > found[1].low_share > found[2].low_share > 0.5


@pytest.mark.parametrize(
    ("chart", "law", "size"),
    [
        (Ewma(SKEWED.mean, SKEWED.sigma, 0.2, 2.4, 2.4, Start.FAST), SKEWED, 1),
        (Ewma(SKEWED.mean, SKEWED.sigma, 0.1, 2.0, 2.4, Start.EXACT), shifted(SKEWED, -0.1), 5),
        (Ewma(SKEWED.mean, SKEWED.sigma, 0.1, 2.4, 2.6, Start.HEAD_START), mixed(SKEWED, 0, 0.01), 5),
    ],
)
def test_computed_run_lengths_are_those_of_stepping_charts(chart: Ewma, law: ScoreLaw, size: int) -> None:
    runs = 300
    lengths = simulated_ewma(chart, law, size, runs)
    computed = ewma_run_length(chart, law, size)
    error = float(np.std(lengths)) / math.sqrt(runs)
    assert abs(float(np.mean(lengths)) - computed.mean) < 4 * error
    middle = ewma_distribution(chart, law, size).quantile(0.5)
    assert abs(sum(each <= middle for each in lengths) / runs - 0.5) < 0.1


@pytest.mark.long
@pytest.mark.parametrize(("weight", "limit", "size"), [(0.2, 2.962, 1), (0.1, 2.814, 5), (0.05, 2.615, 20)])
def test_computed_run_lengths_are_within_five_per_cent_of_long_simulations(
    weight: float, limit: float, size: int
) -> None:
    chart = Ewma(SKEWED.mean, SKEWED.sigma, weight, limit, limit, Start.FAST)
    lengths = simulated_ewma(chart, SKEWED, size, 5_000)
    assert float(np.mean(lengths)) == within(ewma_run_length(chart, SKEWED, size).mean, 0.05)


@pytest.mark.parametrize("start", list(Start))
def test_both_ways_to_a_mean_run_length_agree(start: Start) -> None:
    chart = Ewma(SKEWED.mean, SKEWED.sigma, 0.1, 2.2, 2.5, start)
    for law, size in ((SKEWED, 3), (NormalLaw(SKEWED.mean, 1.0), 1)):
        assert ewma_distribution(chart, law, size).mean == within(
            ewma_run_length(chart, law, size).mean, 2e-3
        )


@pytest.mark.parametrize("head_start", [0.0, 0.5])
@pytest.mark.parametrize("law", [SKEWED, NormalLaw(SKEWED.mean, SKEWED.sigma)])
def test_cusum_distributions_have_the_mean_run_length(head_start: float, law: ScoreLaw | NormalLaw) -> None:
    for high in (3.5, math.inf):
        chart = Cusum(SKEWED.mean, SKEWED.sigma, 0.4, 4.0, high, head_start)
        assert cusum_distribution(chart, law, 4).mean == within(cusum_run_length(chart, law, 4).mean, 1e-6)


def test_quantiles_of_a_shewhart_chart_are_geometric() -> None:
    chart = Ewma(0.0, 1.0, 1.0, 2.0, 2.0, Start.FIXED)
    rate = math.erfc(2 / math.sqrt(2))
    found = ewma_distribution(chart, NormalLaw())
    assert found.mean == within(1 / rate, 1e-9)
    for p in (0.01, 0.5, 0.99, 1 - 1e-9):
        assert found.quantile(p) == max(1, math.ceil(math.log(1 - p) / math.log(1 - rate)))


def test_charts_that_cannot_signal_have_an_infinite_run_length() -> None:
    chart = Ewma(SKEWED.mean, SKEWED.sigma, 0.2, math.inf, 8.0)
    assert ewma_run_length(chart, SKEWED).mean == math.inf
    none = Cusum(SKEWED.mean, SKEWED.sigma, 2.0, math.inf, 3.0)
    assert cusum_run_length(none, SKEWED).mean == math.inf
    assert cusum_distribution(none, SKEWED).quantile(0.5) == math.inf


def test_signals_name_the_side_and_the_limit() -> None:
    chart = Ewma(3.0, 2.0, 1.0, 2.0, 3.0, Start.FIXED)
    state, signal = ewma.step(chart, EwmaState(), -1.0)
    assert (state[:3], signal) == ((-2.0, 1, 0.0), None)
    assert ewma.step(chart, EwmaState(), -2.0)[1] == Signal(Side.LOW, -2.5, -2.0)
    assert ewma.step(chart, EwmaState(), 6.25, 4)[1] == Signal(Side.HIGH, 3.25, 3.0)
    sums = Cusum(3.0, 2.0, 0.5, 4.0, 5.0, head_start=0.5)
    after, signal = cusum.step(sums, sums.begin(), 1.0)
    assert (after, signal) == ((2.5, 1.0, 1), None)
    assert cusum.step(sums, after, -2.0)[1] == Signal(Side.LOW, -4.5, -4.0)
    assert cusum.step(sums, after, 9.25, 4)[1] == Signal(Side.HIGH, 6.75, 5.0)


@given(VALUES, st.integers(0, 40), STARTS)
@examples(60)
def test_steps_over_a_list_are_steps_over_its_parts(values: list[float], cut: int, start: Start) -> None:
    chart = Ewma(0.0, 1.0, 0.3, 2.0, 2.5, start)
    whole, signals = _run(chart, EwmaState(), values)
    first, before = _run(chart, EwmaState(), values[:cut])
    last, after = _run(chart, first, values[cut:])
    assert (last, before + after) == (whole, signals)


@given(VALUES, st.integers(-8, 8), st.integers(-20, 20), STARTS)
@examples(60)
def test_charts_do_not_depend_on_the_unit_of_scores(
    values: list[float], power: int, move: int, start: Start
) -> None:
    unit = 2.0**power
    plain, moved = Ewma(0.0, 1.0, 0.3, 2.0, 2.5, start), Ewma(move, unit, 0.3, 2.0, 2.5, start)
    found, signals = _run(plain, EwmaState(), values)
    again, also = _run(moved, EwmaState(), [move + unit * each for each in values])
    assert again.statistic == pytest.approx(found.statistic, abs=1e-9 * (1 + 20 / unit))
    if not any(each and abs(abs(each.statistic) - abs(each.limit)) < 1e-6 for each in signals + also):
        assert [each and each.side for each in signals] == [each and each.side for each in also]


@given(VALUES)
@examples(60)
def test_mirrored_values_signal_on_the_other_side(values: list[float]) -> None:
    chart, mirror = Ewma(0.0, 1.0, 0.3, 1.5, 2.0), Ewma(0.0, 1.0, 0.3, 2.0, 1.5)
    _, signals = _run(chart, EwmaState(), values)
    _, mirrored = _run(mirror, EwmaState(), [-each for each in values])
    other = {Side.LOW: Side.HIGH, Side.HIGH: Side.LOW, None: None}
    assert [each and each.side for each in mirrored] == [other[each and each.side] for each in signals]


@given(st.floats(0.05, 1), st.floats(0.5, 4), st.floats(0.5, 4), STARTS)
@examples(24)
def test_wider_limits_never_signal_sooner(weight: float, low: float, high: float, start: Start) -> None:
    means = [
        ewma_run_length(
            Ewma(SKEWED.mean, SKEWED.sigma, weight, low + more, high + more, start), SKEWED, 2
        ).mean
        for more in (0.0, 0.01, 0.3)
    ]
    assert means[0] <= means[1] * (1 + 1e-9)
    assert means[1] <= means[2] * (1 + 1e-9)


@given(
    st.lists(st.integers(0, 30), min_size=2, max_size=9).filter(lambda counts: sum(c > 0 for c in counts) > 1)
)
@examples(40)
def test_tilted_laws_have_the_wanted_mean_on_the_same_scores(counts: list[int]) -> None:
    law = law_of_counts(1.0, 0.5, counts)
    present = [score for score, count in zip(law.scores, counts, strict=True) if count]
    room = (law.mean - present[0]) / law.sigma
    found = shifted(law, -room / 2)
    assert isinstance(found, ScoreLaw)
    assert found.mean == pytest.approx(law.mean - room / 2 * law.sigma, abs=1e-9)
    assert [p > 0 for p in found.probabilities] == [p > 0 for p in law.probabilities]


@given(st.integers(1, 60))
@examples(20)
def test_means_of_scores_have_the_moments_of_means(size: int) -> None:
    atoms = standardised_means(SKEWED, SKEWED.mean, SKEWED.sigma, size)
    assert float(atoms.probabilities.sum()) == pytest.approx(1, abs=1e-12)
    assert float(atoms.probabilities @ atoms.values) == pytest.approx(0, abs=1e-9)
    assert float(atoms.probabilities @ atoms.values**2) == pytest.approx(1, abs=1e-9)


def test_scores_are_counted_at_the_nearest_point_of_the_grid() -> None:
    assert counts_of([1, 1.24, 1.26, 5, 5.2], 1.0, 0.5, 9) == (2, 1, 0, 0, 0, 0, 0, 0, 2)
    with pytest.raises(ValueError, match=r"scores\[0\] is 5.3; must be 0.75 to 5.25"):
        counts_of([5.3], 1.0, 0.5, 9)


def test_a_change_point_is_the_beginning_of_the_shift() -> None:
    values = [0.1, -0.2, 0.0, 0.1, -2.0, -1.9, -2.2]
    found = change_point(values, 0.0, 1.0, Side.LOW)
    assert (found.began, found.earliest, found.latest) == (4, 2, 5)
    assert found.mean == pytest.approx(-6.1 / 3)
    weighted = change_point([4.4, 4.3, 4.0, 4.1], 4.4, 1.0, Side.LOW, sizes=[50, 50, 100, 300])
    assert (weighted.began, weighted.mean) == (2, pytest.approx(4.075))


@pytest.mark.parametrize("runs", [40, pytest.param(2_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("shift", [0.5, 1.0, 2.0])
def test_intervals_of_change_points_hold_the_truth(shift: float, runs: int) -> None:
    chart, drawn = Ewma(0.0, 1.0, 0.1, 2.814, 2.814, Start.FIXED), np.random.default_rng(7)
    held = judged = 0
    while judged < runs:
        state, signal, values = EwmaState(), None, list[float]()
        while signal is None:
            values.append(float(drawn.normal(shift if len(values) >= 30 else 0.0)))
            state, signal = ewma.step(chart, state, values[-1])
        if len(values) > 30:
            found = change_point(values, 0.0, 1.0, signal.side)
            judged += 1
            held += found.earliest <= 30 <= found.latest
    assert held >= runs * 0.88 - 3 * math.sqrt(runs * 0.1)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Ewma(math.nan, 1, 0.1, 3, 3), "centre is nan; must be finite"),
        (lambda: Ewma(0, 0, 0.1, 3, 3), "sigma is 0; must be finite and above 0"),
        (lambda: Ewma(0, 1, 1.5, 3, 3), "weight is 1.5; must be above 0 and at most 1"),
        (lambda: Ewma(0, 1, 0.1, 0, 3), "low is 0; must be above 0"),
        (lambda: Cusum(0, 1, 0.5, 4, -1), "high is -1; must be above 0"),
        (lambda: Cusum(math.inf, 1, 0.5, 4, 4), "centre is inf; must be finite"),
        (lambda: Cusum(0, 1, 0.5, 4, 4, 1.0), "head_start is 1.0; must be 0 up to 1, exclusive"),
        (lambda: ScoreLaw(1, 1, (0.5, 0.4)), "probabilities add up to 0.9; must add up to 1"),
        (lambda: law_of_counts(1, 1, [0, 0]), "sum of counts is 0.0; must be finite and above 0"),
        (lambda: shifted(SKEWED, 5), "sigmas is 5; must leave the mean between 1.0 and 5.0"),
        (lambda: mixed(SKEWED, 5, 0.1), "place is 5; must be 0 to 4"),
        (lambda: mixed(SKEWED, 0, 1.1), "share is 1.1; must be 0 to 1"),
        (lambda: standardised_means(SKEWED, 4, 1, 0), "size is 0; must be 1 or more"),
        (lambda: change_point([], 0, 1, Side.LOW), "values is 0 numbers; must be 1 or more"),
        (lambda: change_point([1], 0, 1, Side.LOW, sizes=[1, 2]), "sizes is 2 long; must be 1 as the values"),
    ],
)
def test_wrong_arguments_are_refused(make: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message.replace("(", r"\(")):
        make()


def _run(chart: Ewma, state: EwmaState, values: Sequence[float]) -> tuple[EwmaState, list[Signal | None]]:
    signals = list[Signal | None]()
    for value in values:
        state, signal = ewma.step(chart, state, value)
        signals.append(signal)
    return state, signals
