"""Bad input has one stated outcome each: an error that names field, value and what is allowed."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest
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

NAN, INF = math.nan, math.inf
TEXTS = cast(Any, ["0.5", "0.7"])
NOTHING = cast(Any, [0.5, None])
SQUARE = np.zeros((2, 2))

Takes = Callable[[Any], object]

ONE_SAMPLE: list[tuple[str, Takes]] = [
    ("values", estimates.mean_estimate),
    ("candidate", lambda values: pairs.paired_difference(values, [0.5] * max(1, len(values)))),
    ("differences", sign_flips.sign_flip_test),
    ("values", proportions.effective_rate),
    ("values", proportions.rate_lower),
    ("means", sequences.betting),
    ("means", sequences.betting_lower),
    ("means", sequences.betting_upper),
    ("means", sequences.empirical_bernstein),
    ("p_values", multiplicity.holm),
    ("scores", scores.median),
    ("human", lambda values: corrections.corrected_mean(values, [0.5] * len(values), [0.5, 0.6])),
    ("judge_unlabelled", lambda values: corrections.corrected_mean([0, 1, 1], [0, 1, 0], values)),
    (
        "values",
        lambda values: adjustments.control_variate_mean(values, [0.5] * len(values), covariate_mean=0.5),
    ),
    ("values", lambda values: adjustments.stratified_mean(values, ["a"] * len(values), {"a": 1.0})),
]


@pytest.mark.parametrize(("field", "takes"), ONE_SAMPLE)
@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([], r"{field} is 0 numbers; must be \d or more"),
        ([0.5, NAN, 0.5], r"{field}\[1\] is nan; must be finite"),
        ([0.5, 0.5, INF], r"{field}\[2\] is inf; must be finite"),
        ([-INF, 0.5, 0.5], r"{field}\[0\] is -inf; must be finite"),
        (TEXTS, r"{field} is of type <U3; must be numeric"),
        (NOTHING, r"{field} is of type object; must be numeric"),
        (SQUARE, r"{field} is 2-dimensional; must be one-dimensional"),
    ],
    ids=["empty", "nan", "inf", "minus-inf", "texts", "none", "matrix"],
)
def test_samples_that_are_no_finite_numbers_are_refused(
    field: str, takes: Takes, values: Any, message: str
) -> None:
    with pytest.raises(ValueError, match=f"^{message.format(field=field)}$"):
        takes(values)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: estimates.mean_estimate([0.5]), "clusters is 1 in number; must be 2 or more"),
        (lambda: estimates.mean_estimate([0, 1], ["a", "a"]), "clusters is 1 in number; must be 2 or more"),
        (lambda: estimates.mean_estimate([0, 1], ["a"]), "clusters is 1 long; must be 2 as the values"),
        (lambda: pairs.paired_difference([0, 1], [1]), "baseline is 1 long; must be 2 as candidate"),
        (lambda: pairs.paired_difference([0, 1], [1, NAN]), r"baseline\[1\] is nan; must be finite"),
        (lambda: pairs.mcnemar_exact(-1, 2), "improved is -1; must be 0 or more"),
        (lambda: pairs.mcnemar_exact(1, -2), "worsened is -2; must be 0 or more"),
        (lambda: sign_flips.sign_flip_test([0.5]), "clusters is 1 in number; must be 2 or more"),
        (lambda: sign_flips.sign_flip_test([0, 1], draws=0), "draws is 0; must be 1 or more"),
        (lambda: sequences.betting([1.5]), r"means\[0\] is 1.5; must be 0 to 1"),
        (lambda: sequences.betting([-1.5], low=-1), r"means\[0\] is -1.5; must be -1 to 1"),
        (
            lambda: sequences.betting([0.5], low=1, high=1),
            "low is 1; must be finite and below high, which is 1",
        ),
        (
            lambda: sequences.betting([0.5], high=INF),
            "low is 0.0; must be finite and below high, which is inf",
        ),
        (lambda: sequences.betting([0.5], sizes=[1, 2]), "sizes is 2 long; must be 1 as means"),
        (lambda: sequences.betting([0.5], sizes=[3], largest=2), r"sizes\[0\] is 3.0; must be 1 to 2"),
        (lambda: sequences.betting([0.5], planned=0), "planned is 0; must be 1 or more"),
        (lambda: proportions.wilson(3, 2), "passed is 3; must be 0 to 2"),
        (lambda: proportions.wilson(NAN, 2), "passed is nan; must be 0 to 2"),
        (lambda: proportions.wilson(0, 0), "cases is 0; must be finite and above 0"),
        (lambda: proportions.clopper_pearson(-1, 2), "passed is -1; must be 0 to 2"),
        (lambda: proportions.rule_of_three(0), "cases is 0; must be 1 or more"),
        (lambda: proportions.cases_needed(1.0), "threshold is 1.0; must be above 0 and below 1"),
        (lambda: proportions.cases_needed(0.9, 0.6), "alpha is 0.6; must be above 0 and below 0.5"),
        (lambda: proportions.wilson_lower(1, 2, 0.5), "alpha is 0.5; must be above 0 and below 0.5"),
        (lambda: proportions.effective_rate([0.5, 1.2]), r"values\[1\] is 1.2; must be 0 to 1"),
        (lambda: multiplicity.holm([0.5, 1.2]), r"p_values\[1\] is 1.2; must be 0 to 1"),
        (lambda: power.detectable_effect(-0.1, 5), "deviation is -0.1; must be finite and 0 or more"),
        (lambda: power.detectable_effect(NAN, 5), "deviation is nan; must be finite and 0 or more"),
        (lambda: power.detectable_effect(0.5, 0), "cases is 0; must be finite and above 0"),
        (lambda: power.detectable_effect(0.5, 5, power=0.01), "power is 0.01; must be above alpha"),
        (
            lambda: power.detectable_effect(0.5, 5, design_effect=0),
            "design_effect is 0; must be finite and above 0",
        ),
        (lambda: power.cases_for_effect(0.5, 0), "effect is 0; must be finite and above 0"),
        (lambda: power.power_of(0.1, 0), "standard_error is 0; must be finite and above 0"),
        (lambda: agreement.cohen_kappa([], [], [1, 2]), "first is 0 labels; must be 1 or more"),
        (lambda: agreement.cohen_kappa([1], [1, 2], [1, 2]), "second is 2 long; must be 1 as first"),
        (lambda: agreement.cohen_kappa([1, 3], [1, 2], [1, 2]), r"first\[1\] is 3; must be one of 1, 2"),
        (lambda: agreement.cohen_kappa([1, 1], [1, 7], [1, 2]), r"second\[1\] is 7; must be one of 1, 2"),
        (
            lambda: agreement.cohen_kappa([1], [1], [1]),
            r"categories is \[1\]; must be two or more distinct labels",
        ),
        (lambda: agreement.cohen_kappa([1], [1], [1, 1]), r"categories is \[1, 1\]; must be two or more .*"),
        (lambda: agreement.cohen_kappa([2, 2], [2, 2], [1, 2]), "first and second is 2 throughout; must .*"),
        (
            lambda: agreement.cohen_kappa_interval([1, 2], [1, 2], [1, 2], ["a", "a"], seed=""),
            "clusters is 1 in number; must be 2 or more",
        ),
        (
            lambda: agreement.cohen_kappa_interval([1, 2], [1, 2], [1, 2], seed="", draws=0),
            "draws is 0; must be 1 or more",
        ),
        (
            lambda: agreement.krippendorff_alpha([], [1, 2]),
            "ratings is without a case rated twice; must have one",
        ),
        (
            lambda: agreement.krippendorff_alpha([[1, None], [None, 2]], [1, 2]),
            "ratings is without a case .*",
        ),
        (
            lambda: agreement.krippendorff_alpha([[1, 1], [1]], [1, 2]),
            r"ratings\[1\] is 1 long; must be 2 .*",
        ),
        (
            lambda: agreement.krippendorff_alpha([[1], [9]], [1, 2]),
            r"ratings\[1\]\[0\] is 9; must be one of 1, 2",
        ),
        (lambda: agreement.krippendorff_alpha([[1], [1]], [1, 2]), "ratings is one category throughout; .*"),
        (
            lambda: agreement.krippendorff_alpha([["a"], ["b"]], ["a", "b"], agreement.Level.INTERVAL),
            r"categories is \['a', 'b'\]; must be whole numbers for an interval scale",
        ),
        (lambda: corrections.corrected_mean([1], [1], [1, 0]), "human is 1 numbers; must be 2 or more"),
        (
            lambda: corrections.corrected_mean([1, 0], [1, 0, 1], [1, 0]),
            "judge is 3 long; must be 2 as human",
        ),
        (
            lambda: corrections.corrected_mean([1, 0], [1, 0], [1, 0], weight=1.5),
            "weight is 1.5; must be 0 to 1",
        ),
        (
            lambda: corrections.corrected_mean([1, 0], [1, 0], [1, 0], weight=NAN),
            "weight is nan; must be 0 to 1",
        ),
        (
            lambda: corrections.corrected_mean([1, 0], [1, 0], [1, 0], clusters=["a", "b"]),
            "clusters is given for one kind of cases; must be for both or none",
        ),
        (
            lambda: adjustments.control_variate_mean([1, 0], [1, 0], covariate_mean=0.5),
            "clusters is 2 in number; must be 3 or more",
        ),
        (
            lambda: adjustments.control_variate_mean([1, 0, 1], [1, 0, 1], covariate_mean=NAN),
            r"covariate_mean\[0\] is nan; must be finite",
        ),
        (
            lambda: adjustments.control_variate_mean(
                [1, 0, 1], [1, 0, 1], covariate_mean=0, covariate_cases=2
            ),
            "covariate_cases is 2; must be 3 or more",
        ),
        (
            lambda: adjustments.stratified_mean([1, 0], ["a", "b"], {"a": 1.0}),
            "strata holds 'b'; must be one of 'a'",
        ),
        (
            lambda: adjustments.stratified_mean([1, 0], ["a", "a"], {"a": 0.5, "b": 0.4}),
            "shares is 0.9 together; must be 1",
        ),
        (
            lambda: adjustments.stratified_mean([1, 0], ["a", "a"], {"a": 0.5, "b": -0.5}),
            r"shares\['b'\] is -0.5; must be above 0 and at most 1",
        ),
        (
            lambda: adjustments.stratified_mean([1, 0, 1], ["a", "a", "b"], {"a": 0.5, "b": 0.5}),
            "clusters of 'b' is 1 in number; must be 2 or more",
        ),
        (
            lambda: adjustments.stratified_mean([1, 0], ["a", "b"], {"a": 0.5, "b": 0.5}, [1, 1]),
            "clusters is .*",
        ),
        (
            lambda: adjustments.stratified_mean([1, 0, 1], ["a", "b", "b"], {"a": 0.5, "b": 0.5}, [1, 1, 2]),
            "clusters is shared by strata 'a' and 'b'; must not be",
        ),
        (lambda: scores.unit_score(0.9), "score is 0.9; must be 1 to 5"),
        (lambda: scores.unit_score(NAN), "score is nan; must be 1 to 5"),
        (lambda: seeds.seeded_order("run-1", ["a", "b", "a"]), "ids is 'a' more than once; must be distinct"),
        (lambda: sums.rounded(NAN), "figure is nan; must be finite"),
        (lambda: sums.rounded(INF), "figure is inf; must be finite"),
        (lambda: distributions.normal_quantile(1.0), "p is 1.0; must be above 0 and below 1"),
        (lambda: distributions.student_t_quantile(0.0, 3), "p is 0.0; must be above 0 and below 1"),
        (lambda: distributions.student_t_tail(1.0, 0), "degrees_of_freedom is 0; must be finite and above 0"),
        (lambda: distributions.beta_below(0.5, 0, 1), "a is 0; must be finite and above 0"),
        (lambda: distributions.beta_quantile(0.5, 1, INF), "b is inf; must be finite and above 0"),
    ],
)
def test_arguments_out_of_range_are_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        call()


SAMPLE = estimates.mean_estimate([0.1, 0.5, 0.9])


WITH_ALPHA: list[Takes] = [
    lambda alpha: estimates.two_sided(SAMPLE, alpha),
    lambda alpha: estimates.lower_bound(SAMPLE, alpha),
    lambda alpha: estimates.upper_bound(SAMPLE, alpha),
    lambda alpha: sequences.betting([0.5], alpha=alpha),
    lambda alpha: sequences.betting_lower([0.5], alpha=alpha),
    lambda alpha: sequences.betting_upper([0.5], alpha=alpha),
    lambda alpha: sequences.empirical_bernstein([0.5], alpha=alpha),
    lambda alpha: proportions.wilson(1, 2, alpha),
    lambda alpha: proportions.wilson_lower(1, 2, alpha),
    lambda alpha: proportions.wilson_upper(1, 2, alpha),
    lambda alpha: proportions.clopper_pearson(1, 2, alpha),
    lambda alpha: proportions.clopper_pearson_lower(1, 2, alpha),
    lambda alpha: proportions.clopper_pearson_upper(1, 2, alpha),
    lambda alpha: proportions.effective_rate([0, 1], alpha=alpha),
    lambda alpha: proportions.cases_needed(0.9, alpha),
    lambda alpha: power.detectable_effect(0.5, 10, alpha=alpha),
    lambda alpha: power.cases_for_effect(0.5, 0.1, alpha=alpha),
    lambda alpha: power.power_of(0.1, 0.1, alpha=alpha),
    lambda alpha: agreement.cohen_kappa_interval([1, 2], [1, 2], [1, 2], seed="", alpha=alpha),
]


@pytest.mark.parametrize("alpha", [0.0, 1.0, -0.1, NAN])
@pytest.mark.parametrize("takes", WITH_ALPHA)
def test_an_alpha_that_is_no_probability_is_refused(takes: Takes, alpha: float) -> None:
    with pytest.raises(ValueError, match=r"^alpha is .*; must be above 0 and below (1|0\.5)$"):
        takes(alpha)


def test_booleans_and_whole_numbers_are_numbers() -> None:
    assert estimates.mean_estimate([True, False]) == estimates.mean_estimate(np.array([1, 0]))


def test_infinite_t_has_no_tail() -> None:
    assert (distributions.student_t_tail(INF, 3), distributions.student_t_tail(-INF, 3)) == (0, 1)
    assert (distributions.beta_below(-0.1, 2, 3), distributions.beta_below(1.1, 2, 3)) == (0, 1)
