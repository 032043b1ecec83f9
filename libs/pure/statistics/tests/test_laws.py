"""Laws of the statistics: symmetry, order, limits, and what must not depend on the order of cases."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from muster.statistics import (
    adjustments,
    agreement,
    corrections,
    distributions,
    estimates,
    multiplicity,
    pairs,
    power,
    proportions,
    scores,
    seeds,
    sequences,
    sign_flips,
    sums,
)
from muster.statistics.estimates import Alternative
from muster.testkit.laws import examples

SCORES = st.floats(0, 1, width=32)
CASES = st.lists(st.tuples(SCORES, st.integers(0, 4)), min_size=3, max_size=25).filter(
    lambda cases: len({cluster for _, cluster in cases}) > 1
)
ALPHAS = st.floats(0.001, 0.4)
LABELS = st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=2, max_size=30)
SCALE = [1, 2, 3, 4, 5]


def near(expected: object) -> Any:
    return pytest.approx(expected, rel=1e-9, abs=1e-9)


@given(CASES, st.randoms(use_true_random=False), st.floats(-3, 3))
@examples(60)
def test_the_order_of_cases_and_the_names_of_clusters_are_without_influence(
    cases: list[tuple[float, int]], shuffler: Any, shift: float
) -> None:
    found = estimates.mean_estimate([score for score, _ in cases], [cluster for _, cluster in cases])
    shuffled = cases.copy()
    shuffler.shuffle(shuffled)
    renamed = [f"cluster {9 - cluster}" for _, cluster in shuffled]
    again = estimates.mean_estimate([score for score, _ in shuffled], renamed)
    assert again.mean == found.mean
    assert again.standard_error == near(found.standard_error)
    moved = estimates.mean_estimate([score + shift for score, _ in cases], [cluster for _, cluster in cases])
    assert (moved.mean, moved.standard_error) == near((found.mean + shift, found.standard_error))


@given(CASES)
@examples(60)
def test_copies_of_cases_within_their_clusters_add_no_certainty(cases: list[tuple[float, int]]) -> None:
    once = estimates.mean_estimate([score for score, _ in cases], [cluster for _, cluster in cases])
    thrice = estimates.mean_estimate([score for score, _ in cases] * 3, [cluster for _, cluster in cases] * 3)
    assert (thrice.mean, thrice.standard_error) == near((once.mean, once.standard_error))


@given(CASES, ALPHAS)
@examples(40)
def test_p_values_and_bounds_agree(cases: list[tuple[float, int]], alpha: float) -> None:
    """A bound at alpha is the null hypothesis with a p-value of alpha."""
    found = estimates.mean_estimate([score for score, _ in cases], [cluster for _, cluster in cases])
    assume(found.standard_error > 1e-3)
    low, high = estimates.lower_bound(found, alpha), estimates.upper_bound(found, alpha)
    assert estimates.p_value(found, low, Alternative.GREATER) == near(alpha)
    assert estimates.p_value(found, high, Alternative.LESS) == near(alpha)
    both = estimates.two_sided(found, alpha)
    assert estimates.p_value(found, both.low) == near(alpha)
    assert both.high - found.mean == near(found.mean - both.low)


@given(st.floats(1e-6, 1 - 1e-6), st.floats(0.5, 1e5))
@examples(60)
def test_quantiles_of_student_s_t_invert_its_tail(p: float, degrees_of_freedom: float) -> None:
    t = distributions.student_t_quantile(p, degrees_of_freedom)
    assert 1 - distributions.student_t_tail(t, degrees_of_freedom) == near(p)


@given(st.floats(1e-6, 1 - 1e-6), st.floats(0.2, 1e4), st.floats(0.2, 1e4))
@examples(60)
def test_beta_probabilities_mirror_and_their_quantiles_invert_them(p: float, a: float, b: float) -> None:
    x = distributions.beta_quantile(p, a, b)
    assert distributions.beta_below(1 - p, b, a) == near(1 - distributions.beta_below(p, a, b))
    assert x in (0, 1) or x < 1e-12 or 1 - x < 1e-12 or distributions.beta_below(x, a, b) == near(p)


@given(CASES, st.randoms(use_true_random=False))
@examples(40)
def test_a_candidate_and_a_baseline_change_places_with_the_sign(
    cases: list[tuple[float, int]], shuffler: Any
) -> None:
    new, clusters = [score for score, _ in cases], [cluster for _, cluster in cases]
    old = new.copy()
    shuffler.shuffle(old)
    there, back = pairs.paired_difference(new, old, clusters), pairs.paired_difference(old, new, clusters)
    assert there.estimate.mean == -back.estimate.mean
    assert there.estimate.standard_error == near(back.estimate.standard_error)
    assert (there.improved, there.worsened) == (back.worsened, back.improved)
    assert there.changed_clusters == back.changed_clusters <= there.estimate.clusters
    assert there.correlation is None or -1 - 1e-9 <= there.correlation <= 1 + 1e-9


@given(st.integers(0, 60), st.integers(0, 60))
@examples(60)
def test_mcnemar_s_sides_add_up(improved: int, worsened: int) -> None:
    greater = pairs.mcnemar_exact(improved, worsened, Alternative.GREATER)
    less = pairs.mcnemar_exact(improved, worsened, Alternative.LESS)
    flips = improved + worsened
    assert greater + less == near(1 + math.comb(flips, improved) / 2**flips)
    assert pairs.mcnemar_exact(improved, worsened) == near(min(1, 2 * min(greater, less)))


@given(st.lists(st.integers(-3, 3), min_size=2, max_size=10), st.sampled_from(Alternative))
@examples(60)
def test_counted_sign_flips_are_those_enumerated_one_by_one(
    values: list[int], alternative: Alternative
) -> None:
    sign = -1 if alternative is Alternative.LESS else 1
    flips = [
        sum(sign * value * flip for value, flip in zip(values, row, strict=True))
        for row in itertools.product((1, -1), repeat=len(values))
    ]
    observed = sign * sum(values)
    if alternative is Alternative.TWO_SIDED:
        flips, observed = [abs(each) for each in flips], abs(observed)
    expected = sum(each >= observed for each in flips) / len(flips)
    found = sign_flips.sign_flip_test([float(value) for value in values], alternative=alternative)
    assert found.p_value == near(expected)
    assert found.clusters == sum(value != 0 for value in values)


def test_drawn_sign_flips_agree_with_counted_ones() -> None:
    values = np.random.default_rng(3).normal(0.25, 1, 20)
    more = np.concatenate((values, np.full(22, 1e-9)))
    for alternative in Alternative:
        counted = sign_flips.sign_flip_test(values, alternative=alternative)
        drawn = sign_flips.sign_flip_test(more, alternative=alternative, seed="run-1")
        again = sign_flips.sign_flip_test(more, alternative=alternative, seed="run-2")
        assert (counted.exact, drawn.exact) == (True, False)
        assert drawn.p_value == pytest.approx(counted.p_value, abs=0.02)
        assert drawn.p_value != again.p_value
        assert drawn.p_value == sign_flips.sign_flip_test(more, alternative=alternative, seed="run-1").p_value


def test_no_draw_makes_a_p_value_of_zero() -> None:
    found = sign_flips.sign_flip_test([1.0] * 60, alternative=Alternative.GREATER, seed="run-1", draws=99)
    assert (found.p_value, found.exact) == (0.01, False)


def test_clusters_flip_as_one() -> None:
    values, clusters = [1.0, 1.0, 1.0, 2.0], ["a", "a", "b", "b"]
    assert sign_flips.sign_flip_test(values, clusters, alternative=Alternative.GREATER).p_value == 0.25
    assert sign_flips.sign_flip_test(values, alternative=Alternative.GREATER).p_value == 1 / 16


def test_data_that_equal_the_null_hypothesis_are_no_evidence() -> None:
    found = sign_flips.sign_flip_test([0.02, 0.02, 0.02], null=0.02)
    assert (found.p_value, found.clusters, found.exact) == (1.0, 0, True)


@given(st.integers(1, 400), st.data(), ALPHAS)
@examples(60)
def test_bounds_of_rates_hold_the_rate_and_shrink_with_alpha(cases: int, data: Any, alpha: float) -> None:
    passed = data.draw(st.integers(0, cases))
    for bound in (proportions.wilson, proportions.clopper_pearson):
        found, wider = bound(passed, cases, alpha), bound(passed, cases, alpha / 2)
        assert 0 <= wider.low <= found.low <= passed / cases <= found.high <= wider.high <= 1
        mirrored = bound(cases - passed, cases, alpha)
        assert mirrored.low == near(1 - found.high)
    for lower, upper in (
        (proportions.wilson_lower, proportions.wilson_upper),
        (proportions.clopper_pearson_lower, proportions.clopper_pearson_upper),
    ):
        assert 1 - upper(cases - passed, cases, alpha) == near(lower(passed, cases, alpha))
        assert passed == 0 or lower(passed - 1, cases, alpha) < lower(passed, cases, alpha)


@given(st.floats(0.05, 0.99), ALPHAS)
@examples(60)
def test_the_cases_needed_are_the_fewest_that_can_pass(threshold: float, alpha: float) -> None:
    for bound, lower in (
        (proportions.Bound.WILSON, proportions.wilson_lower),
        (proportions.Bound.EXACT, proportions.clopper_pearson_lower),
    ):
        needed = proportions.cases_needed(threshold, alpha, bound)
        assert lower(needed, needed, alpha) >= threshold - 1e-9
        assert needed == 1 or lower(needed - 1, needed - 1, alpha) < threshold + 1e-9


def test_the_rule_of_three_is_near_the_exact_bound() -> None:
    for cases in (30, 100, 1_000):
        exact = proportions.clopper_pearson_upper(0, cases)
        assert exact < proportions.rule_of_three(cases) < 1.06 * exact
        assert exact == near(1 - 0.05 ** (1 / cases))
    assert proportions.rule_of_three(2) == 1.0


@given(CASES)
@examples(60)
def test_the_effective_number_of_cases_is_never_above_the_real_one(cases: list[tuple[float, int]]) -> None:
    values, clusters = [score for score, _ in cases], [cluster for _, cluster in cases]
    found = proportions.effective_rate(values, clusters)
    assert 0 < found.cases <= len(cases)
    assert found.rate == estimates.mean_estimate(values).mean
    lower = proportions.rate_lower(values, clusters)
    assert lower == near(proportions.wilson_lower(found.rate * found.cases, found.cases))


def test_perfect_clusters_count_as_one_case_each() -> None:
    perfect = proportions.effective_rate([1.0] * 100, [case % 20 for case in range(100)])
    assert (perfect.rate, perfect.cases) == (1.0, 20)
    assert proportions.rate_lower([1.0] * 100, [case % 20 for case in range(100)]) < 0.95
    assert proportions.rate_lower([1.0] * 52) >= 0.95
    assert proportions.rate_lower([1.0] * 51) < 0.95
    assert proportions.effective_rate([0.0, 1.0] * 4, [1, 1, 2, 2, 3, 3, 4, 4]).cases == 8


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
@examples(60)
def test_holm_lies_between_no_correction_and_bonferroni(p_values: list[float]) -> None:
    adjusted = multiplicity.holm(p_values)
    for raw, found in zip(p_values, adjusted, strict=True):
        assert raw <= found <= min(1.0, len(p_values) * raw) + 1e-12
    assert adjusted[p_values.index(min(p_values))] == near(min(1.0, len(p_values) * min(p_values)))
    by_size = sorted(zip(p_values, adjusted, strict=True))
    assert [found for _, found in by_size] == sorted(adjusted)


@given(st.floats(0.05, 1), st.floats(0.01, 0.5), st.floats(0.01, 0.2), st.floats(0.3, 0.99), st.booleans())
@examples(60)
def test_power_effect_and_cases_are_three_views_of_one_equation(
    deviation: float, effect: float, alpha: float, wanted: float, two_sided: bool
) -> None:
    cases_for = partial(power.cases_for_effect, alpha=alpha, power=wanted, two_sided=two_sided)
    effect_of = partial(power.detectable_effect, alpha=alpha, power=wanted, two_sided=two_sided)
    cases = cases_for(deviation, effect)
    smallest = effect_of(deviation, cases)
    assert smallest <= effect + 1e-9
    assume(cases > 2)
    assert effect_of(deviation, cases - 1) >= effect - 1e-9
    found = power.power_of(smallest, deviation / math.sqrt(cases), alpha=alpha, two_sided=two_sided)
    assert found == near(wanted)
    assert cases_for(deviation, effect, design_effect=4) == near(cases_for(2 * deviation, effect))


@given(st.lists(SCORES, min_size=1, max_size=40), ALPHAS)
@examples(40)
def test_sequences_tighten_and_mirror(values: list[float], alpha: float) -> None:
    whole = sequences.betting(values, alpha=alpha)
    part = sequences.betting(values[: len(values) // 2 + 1], alpha=alpha)
    assert 0 <= part.low <= whole.low
    assert whole.high <= part.high <= 1
    mirrored = sequences.betting_lower([1 - each for each in values], alpha=alpha)
    assert 1 - mirrored == near(sequences.betting_upper(values, alpha=alpha))
    doubled = sequences.betting([2 * each - 1 for each in values], low=-1, high=1, alpha=alpha)
    assert (doubled.low, doubled.high) == near((2 * whole.low - 1, 2 * whole.high - 1))
    assert sequences.betting_lower(values, alpha=alpha / 2) <= sequences.betting_lower(values, alpha=alpha)
    curve = sequences.empirical_bernstein(values, alpha=alpha)
    assert curve.low.shape == curve.high.shape == (len(values),)
    assert (np.diff(curve.low) >= 0).all()
    assert (np.diff(curve.high) <= 0).all()
    ahead = sequences.empirical_bernstein(values[: len(values) // 2 + 1], alpha=alpha)
    assert ahead.low.tolist() == near(curve.low[: ahead.low.size].tolist())


def test_sequences_close_in_on_the_mean() -> None:
    values = (np.random.default_rng(5).random(4_000) < 0.9).astype(float)
    wide, tight = sequences.betting(values[:200]), sequences.betting(values)
    assert wide.low < tight.low < 0.9 < tight.high < wide.high
    assert tight.high - tight.low < 0.05
    planned = sequences.betting(values, planned=4_000)
    assert planned.high - planned.low < tight.high - tight.low
    curve = sequences.empirical_bernstein(values)
    assert 0.86 < curve.low[-1] < tight.low < tight.high < curve.high[-1] < 0.94


def test_weights_of_equal_clusters_change_nothing_and_those_of_others_do() -> None:
    values = np.random.default_rng(6).random(100)
    assert sequences.betting(values, sizes=[7] * 100, largest=7) == sequences.betting(values)
    worse_where_large = [9 if value < 0.3 else 1 for value in values.tolist()]
    assert sequences.betting_upper(values, sizes=worse_where_large, largest=9) < values.mean()


def test_capital_without_limit_is_no_error() -> None:
    assert sequences.betting_lower([1.0] * 20_000) > 0.999
    assert sequences.betting_lower([0.0] * 20_000) == 0.0


@given(LABELS)
@examples(60)
def test_kappa_does_not_depend_on_who_is_first(labels: list[tuple[int, int]]) -> None:
    first, second = [a for a, _ in labels], [b for _, b in labels]
    assume(len({*first, *second}) > 1)
    for weighting in agreement.Weighting:
        found = agreement.cohen_kappa(first, second, SCALE, weighting)
        assert found == agreement.cohen_kappa(second, first, SCALE, weighting) <= 1
    assume(len({*first}) > 1)
    assert agreement.cohen_kappa(first, first, SCALE) == 1
    shifted = [label + 4 for label in first], [label + 4 for label in second]
    assert agreement.cohen_kappa(*shifted, [5, 6, 7, 8, 9]) == agreement.cohen_kappa(first, second, SCALE)


def test_quadratic_weights_forgive_near_misses() -> None:
    first, near_by, far_off = [1, 2, 3, 4, 5] * 4, [2, 3, 2, 5, 4] * 4, [5, 4, 1, 1, 2] * 4
    plain = [agreement.cohen_kappa(first, other, SCALE) for other in (near_by, far_off)]
    weighed = [
        agreement.cohen_kappa(first, other, SCALE, agreement.Weighting.QUADRATIC)
        for other in (near_by, far_off)
    ]
    assert plain == near([-0.25, -0.25])
    assert weighed[0] > 0.6
    assert weighed[1] < 0


def test_intervals_of_kappa_repeat_with_their_seed_and_count_what_is_undefined() -> None:
    first, second = ["a"] * 9 + ["b"], ["a"] * 9 + ["b"]
    found = agreement.cohen_kappa_interval(first, second, ["a", "b"], seed="run-1", draws=200)
    assert (found.interval.low, found.interval.high) == (1.0, 1.0)
    assert 40 < found.undefined < 100  # 0.9^10 of 200: those without the last case
    again = agreement.cohen_kappa_interval(first, second, ["a", "b"], seed="run-1", draws=200)
    other = agreement.cohen_kappa_interval(first, second, ["a", "b"], seed="run-2", draws=200)
    assert found == again != other


@given(LABELS)
@examples(40)
def test_krippendorff_s_alpha_ignores_who_rated_and_cases_rated_once(labels: list[tuple[int, int]]) -> None:
    first, second = [a for a, _ in labels], [b for _, b in labels]
    assume(len({*first, *second}) > 1)
    for level in agreement.Level:
        found = agreement.krippendorff_alpha([first, second], SCALE, level)
        swapped = [b if place % 2 else a for place, (a, b) in enumerate(labels)]
        others = [a if place % 2 else b for place, (a, b) in enumerate(labels)]
        assert found == near(agreement.krippendorff_alpha([swapped, others], SCALE, level))
        longer = [[*first, 3], [*second, None]]
        assert found == near(agreement.krippendorff_alpha(longer, SCALE, level))


@given(CASES, st.lists(SCORES, min_size=2, max_size=20), st.randoms(use_true_random=False))
@examples(40)
def test_a_useless_judge_leaves_the_human_labels_alone(
    cases: list[tuple[float, int]], unseen: list[float], shuffler: Any
) -> None:
    human = [score for score, _ in cases]
    constant = corrections.corrected_mean(human, [0.5] * len(human), [0.5] * len(unseen))
    assert constant.weight == 0
    assert constant.corrected.mean == constant.human_only.mean == estimates.mean_estimate(human).mean
    assert constant.corrected.standard_error == near(constant.human_only.standard_error)
    judge = human.copy()
    shuffler.shuffle(judge)
    tuned = corrections.corrected_mean(human, judge, unseen)
    assert 0 <= tuned.weight <= 1
    fixed = corrections.corrected_mean(human, judge, unseen, weight=tuned.weight)
    assert fixed == tuned


def test_cases_in_clusters_of_their_own_are_independent_cases() -> None:
    drawn = np.random.default_rng(8)
    human, judge, unseen = drawn.random(400), drawn.random(400), drawn.random(900)
    alone = corrections.corrected_mean(human, judge, unseen, weight=0.5)
    clustered = corrections.corrected_mean(
        human, judge, unseen, weight=0.5, clusters=range(400), clusters_unlabelled=range(400, 1_300)
    )
    assert clustered.corrected.mean == alone.corrected.mean
    assert clustered.corrected.standard_error == pytest.approx(alone.corrected.standard_error, rel=0.002)
    shared = corrections.corrected_mean(
        human, judge, unseen, clusters=[case % 100 for case in range(400)], clusters_unlabelled=range(900)
    )
    assert shared.corrected.clusters == 900


def test_a_covariate_helps_as_far_as_its_mean_is_known() -> None:
    drawn = np.random.default_rng(9)
    history = drawn.random(2_000)
    everything = np.clip(history + drawn.normal(0, 0.1, 2_000), 0, 1)
    scored = slice(0, 200)
    adjusted = partial(adjustments.control_variate_mean, covariate_mean=float(history.mean()))
    exact = adjusted(everything[scored], history[scored])
    sample = adjusted(everything[scored], history[scored], covariate_cases=2_000)
    whole = adjusted(everything, history, covariate_cases=2_000)
    assert exact.adjusted.standard_error < 0.5 * exact.plain.standard_error
    assert exact.adjusted.standard_error < sample.adjusted.standard_error < exact.plain.standard_error
    assert whole.adjusted.mean == near(whole.plain.mean)
    assert whole.adjusted.standard_error == pytest.approx(whole.plain.standard_error, rel=1e-3)
    assert abs(exact.adjusted.mean - everything.mean()) < abs(exact.plain.mean - everything.mean())


def test_a_constant_covariate_changes_nothing() -> None:
    found = adjustments.control_variate_mean([0.1, 0.9, 0.4], [2.0, 2.0, 2.0], covariate_mean=5.0)
    assert found.adjusted == found.plain == estimates.mean_estimate([0.1, 0.9, 0.4])
    assert found.slope == 0


def test_strata_take_what_differs_between_them_out_of_the_error() -> None:
    drawn = np.random.default_rng(10)
    strata = [1, 2] * 100
    values = np.array([0.2 if stratum == 1 else 0.8 for stratum in strata]) + drawn.normal(0, 0.05, 200)
    found, plain = (
        adjustments.stratified_mean(values, strata, {1: 0.5, 2: 0.5}),
        estimates.mean_estimate(values),
    )
    assert found.mean == near(plain.mean)
    assert found.standard_error < 0.3 * plain.standard_error
    assert (found.degrees_of_freedom, found.clusters) == (198, 200)
    skewed = adjustments.stratified_mean(values, strata, {1: 0.9, 2: 0.1})
    assert 0.23 < skewed.mean < 0.29


@given(st.lists(st.floats(1, 5), min_size=1, max_size=9))
@examples(60)
def test_scores_keep_their_order_on_the_unit_scale(judged: list[float]) -> None:
    middle = scores.median(judged)
    assert min(judged) <= middle <= max(judged)
    assert 0 <= scores.unit_score(min(judged)) <= scores.unit_score(middle) <= 1


def test_scores_map_as_stated() -> None:
    assert [scores.unit_score(each) for each in (1, 2, 3, 4, 5)] == [0, 0.25, 0.5, 0.75, 1]
    assert (scores.median([1, 5, 4]), scores.median([2, 5, 4, 1])) == (4, 3)


@given(st.lists(st.text(max_size=8), min_size=1, max_size=20, unique=True), st.randoms(use_true_random=False))
@examples(25)
def test_a_seeded_order_depends_on_seed_and_ids_alone(ids: list[str], shuffler: Any) -> None:
    order = seeds.seeded_order("run-1", ids)
    assert sorted(order) == sorted(ids)
    shuffled = ids.copy()
    shuffler.shuffle(shuffled)
    assert seeds.seeded_order("run-1", shuffled) == order
    assert seeds.seeded_order("run-1", ids[1:]) == [each for each in order if each != ids[0]]


def test_seeded_figures_never_change() -> None:
    """An audit draws them again years later, on another machine."""
    ids = [f"case-{number}" for number in range(8)]
    assert seeds.seeded_order("run-1", ids) == [f"case-{number}" for number in (1, 2, 6, 3, 7, 5, 0, 4)]
    assert seeds.indices("run-1", "test", (1, 8), 100).tolist() == [[67, 23, 21, 76, 28, 25, 43, 67]]
    assert seeds.coins("run-1", "test", (1, 8)).astype(int).tolist() == [[0, 0, 1, 0, 1, 0, 0, 0]]


def test_every_first_cluster_is_as_likely() -> None:
    ids = [f"case-{number}" for number in range(10)]
    first = [seeds.seeded_order(f"run-{run}", ids)[0] for run in range(2_000)]
    assert all(140 < first.count(each) < 260 for each in ids)
    drawn = seeds.indices("run-1", "test", (100, 200), 10)
    assert all(1_800 < int((drawn == each).sum()) < 2_200 for each in range(10))
    heads = seeds.coins("run-1", "test", (1_000, 13)).sum(axis=0)
    assert ((heads > 420) & (heads < 580)).all()


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=40), st.randoms(use_true_random=False))
@examples(60)
def test_sums_do_not_depend_on_their_order(values: list[float], shuffler: Any) -> None:
    shuffled = values.copy()
    shuffler.shuffle(shuffled)
    assert sums.total(np.array(values)) == sums.total(np.array(shuffled))
    figure = sums.rounded(values[0])
    assert sums.rounded(figure) == figure
    assert abs(figure - values[0]) <= 0.6e-9
    assert math.copysign(1, sums.rounded(-1e-12)) == 1


def test_estimates_with_infinite_degrees_of_freedom_are_normal() -> None:
    student = estimates.mean_estimate([0.1, 0.4, 0.9, 0.3])
    normal = replace(student, degrees_of_freedom=math.inf)
    assert estimates.two_sided(normal).high - normal.mean == near(1.959963984540054 * normal.standard_error)
    assert estimates.p_value(normal, 0.0) < estimates.p_value(student, 0.0)


def test_clusters_that_agree_exactly_have_no_error() -> None:
    found = estimates.mean_estimate([1.0, 1.0, 1.0])
    assert (found.standard_error, estimates.lower_bound(found)) == (0, 1)
    for constant in (0.1, 1 / 3, 0.7):
        assert estimates.mean_estimate([constant] * 11).standard_error == 0
    assert estimates.p_value(found, 0.9, Alternative.GREATER) == 0
    assert estimates.p_value(found, 1.0, Alternative.GREATER) == 1
    assert estimates.p_value(found, 1.0) == 1
    same = pairs.paired_difference([1, 0, 1], [1, 0, 1])
    assert (same.estimate.standard_error, same.correlation, same.changed_clusters) == (0, near(1), 0)
    flat = pairs.paired_difference([1, 1, 1], [1, 0, 1])
    assert flat.correlation is None
