"""Equal to scipy, statsmodels, ppi-python and krippendorff within 1e-9, on generated data.

All oracles run in one process of an environment of their own; none is a dependency of the product.
"""

from __future__ import annotations

import json
import math
import subprocess
from pathlib import Path
from typing import Any

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
    sign_flips,
)
from muster.statistics.estimates import Alternative, Estimate
from muster.testkit.environments import environment

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("statistics-oracles")]

Parts = dict[str, dict[str, Any]]

HERE = Path(__file__).parent
DF = (1, 2, 3, 9, 30, 169, 1_318, 100_000, 1_000_000)
PARAMETERS = (
    (0.5, 0.5),
    (1, 1),
    (2, 30),
    (52, 1),
    (9.9, 10.1),
    (500, 20),
    (3_000, 4_000),
    (5e5, 0.5),
    (5e5, 7e5),
)
SHARES = {"easy": 0.5, "hard": 0.3, "other": 0.2}


def near(expected: object) -> Any:
    return pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.fixture(scope="module", name="asked")
def questions() -> Parts:
    drawn = np.random.default_rng(20_261_127)
    skill = drawn.normal(0, 0.2, 24)
    clusters = np.sort(drawn.integers(0, 24, 150))
    scores = np.clip(0.6 + skill[clusters] + drawn.normal(0, 0.2, 150), 0, 1)
    ability = drawn.random(200)
    truth = drawn.integers(1, 6, 300)
    human = drawn.integers(1, 6, 300) / 5
    second = np.clip(truth + drawn.integers(-1, 2, 300), 1, 5)
    raters = [np.clip(truth[:60] + drawn.integers(-1, 2, 60), 1, 5).tolist() for _ in range(3)]
    missing = drawn.random((3, 60)) < 0.2
    return {
        "distributions": {
            "t_quantile": [(p, df) for p in (1e-9, 0.025, 0.4, 0.5, 0.95, 0.9995) for df in DF],
            "t_tail": [(t, df) for t in (-40.0, -1.2, 0.0, 1e-6, 0.7, 3.0, 50.0) for df in DF],
            "beta_below": [(x, a, b) for x in (1e-6, 0.2, 0.43, 0.99) for a, b in PARAMETERS],
            "beta_quantile": [(p, a, b) for p in (1e-6, 0.05, 0.5, 0.975) for a, b in PARAMETERS],
            "normal_quantile": [1e-12, 0.025, 0.5, 0.8, 0.95],
            "chi_square_tail": [(x, df) for x in (1e-6, 0.3, 4.0, 30.0, 400.0) for df in (1, 2, 9, 60, 999)],
            "normal_tail": [-8.0, -1.0, 0.0, 1.96, 30.0],
        },
        "means": {
            "scores": scores.tolist(),
            "clusters": clusters.tolist(),
            "covariate": (0.7 * scores + drawn.normal(0, 0.1, 150)).tolist(),
            "covariate_mean": 0.45,
            "strata": [tuple(SHARES)[cluster % 3] for cluster in clusters.tolist()],
            "shares": list(SHARES),
        },
        "pairs": {
            "candidate": (ability > drawn.random(200)).astype(float).tolist(),
            "baseline": (ability > drawn.random(200)).astype(float).tolist(),
            "clusters": drawn.integers(0, 31, 200).tolist(),
            "flips": [(0, 0), (0, 1), (3, 3), (5, 12), (293, 64), (360, 76), (152, 209), (2_400, 2_300)],
            "sums": [drawn.normal(0.3, 1, size).tolist() for size in (2, 7, 13)]
            + [drawn.integers(-2, 4, 11).astype(float).tolist()],
        },
        "proportions": {
            "counts": [
                (k, n, alpha)
                for k, n in ((0, 10), (10, 10), (52, 52), (1, 7), (475, 500), (4_999, 5_000))
                for alpha in (0.05, 0.1)
            ],
        },
        "others": {
            "p_values": [0.01, 0.04, 0.03, 0.005, 0.04, 0.9, 1.0, 0.0],
            "power": [(0.5, 0.03, 0.05, 0.8), (0.316, 0.04, 0.025, 0.9), (0.3, 0.02, 0.05, 0.5)],
            "first": truth.tolist(),
            "second": second.tolist(),
            "ratings": [
                [None if gone else label for label, gone in zip(rater, row, strict=True)]
                for rater, row in zip(raters, missing.tolist(), strict=True)
            ],
        },
        "corrections": {
            "human": human[:60].tolist(),
            "judge": np.clip(human + drawn.normal(0.1, 0.2, 300), 0, 1)[:60].tolist(),
            "unlabelled": np.clip(human + drawn.normal(0.1, 0.2, 300), 0, 1)[60:].tolist(),
            "weights": [0.0, 0.4, 1.0],
        },
    }


@pytest.fixture(scope="module", name="told")
def answers(asked: Parts) -> Parts:
    python = environment(HERE / "statistics-oracles.lock") / "bin/python"
    done = subprocess.run(
        [python, HERE / "oracles.py"], input=json.dumps(asked), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-4_000:]
    return json.loads(done.stdout)


def test_distributions_are_those_of_scipy(asked: Parts, told: Parts) -> None:
    ours, theirs = asked["distributions"], told["distributions"]
    found = {
        "t_quantile": [distributions.student_t_quantile(p, df) for p, df in ours["t_quantile"]],
        "t_tail": [distributions.student_t_tail(t, df) for t, df in ours["t_tail"]],
        "beta_below": [distributions.beta_below(x, a, b) for x, a, b in ours["beta_below"]],
        "beta_quantile": [distributions.beta_quantile(p, a, b) for p, a, b in ours["beta_quantile"]],
        "normal_quantile": [distributions.normal_quantile(p) for p in ours["normal_quantile"]],
        "chi_square_tail": [distributions.chi_square_tail(x, df) for x, df in ours["chi_square_tail"]],
        "normal_tail": [distributions.normal_tail(z) for z in ours["normal_tail"]],
    }
    for name, values in found.items():
        assert values == near(theirs[name]), name


def test_means_and_intervals_are_those_of_statsmodels(asked: Parts, told: Parts) -> None:
    ours, theirs = asked["means"], told["means"]
    plain = estimates.mean_estimate(ours["scores"])
    clustered = estimates.mean_estimate(ours["scores"], ours["clusters"])
    assert _described(plain) == near(theirs["plain"])
    assert _described(clustered) == near(theirs["clustered"])
    assert estimates.p_value(plain, 0.5, Alternative.LESS) == near(theirs["p_less"])
    assert estimates.p_value(plain, 0.5) == near(theirs["p_two_sided"])
    one_sided = estimates.lower_bound(clustered, 0.025), estimates.upper_bound(clustered, 0.025)
    assert one_sided == near(tuple(theirs["clustered"][2:]))


def test_control_variates_are_an_intercept_of_statsmodels(asked: Parts, told: Parts) -> None:
    ours, (mean, error, *_) = asked["means"], told["means"]["adjusted"]
    known = {"covariate_mean": ours["covariate_mean"], "clusters": ours["clusters"]}
    found = adjustments.control_variate_mean(ours["scores"], ours["covariate"], **known)
    assert (found.adjusted.mean, found.adjusted.standard_error) == near((mean, error))
    assert found.plain == estimates.mean_estimate(ours["scores"], ours["clusters"])
    uncertain = adjustments.control_variate_mean(
        ours["scores"], ours["covariate"], **known, covariate_cases=400
    )
    more = found.slope**2 * float(np.var(ours["covariate"], ddof=1)) / 400
    assert uncertain.adjusted.standard_error == near(math.sqrt(error**2 + more))


def test_strata_are_put_together_from_means_of_statsmodels(asked: Parts, told: Parts) -> None:
    ours, parts = asked["means"], told["means"]["strata"]
    found = adjustments.stratified_mean(ours["scores"], ours["strata"], SHARES, ours["clusters"])
    shares = tuple(SHARES.values())
    assert found.mean == near(sum(share * part[0] for share, part in zip(shares, parts, strict=True)))
    squares = sum((share * part[1]) ** 2 for share, part in zip(shares, parts, strict=True))
    assert found.standard_error == near(math.sqrt(squares))


def test_pairs_are_those_of_statsmodels_and_scipy(asked: Parts, told: Parts) -> None:
    ours, theirs = asked["pairs"], told["pairs"]
    found = pairs.paired_difference(ours["candidate"], ours["baseline"], ours["clusters"])
    assert _described(found.estimate) == near(theirs["clustered"])
    assert (found.correlation, found.unpaired_standard_error) == near(
        (theirs["correlation"], theirs["unpaired"])
    )
    exact = [pairs.mcnemar_exact(b, c) for b, c in ours["flips"]]
    assert exact == pytest.approx(theirs["mcnemar"], rel=1e-9, abs=0)
    greater = [pairs.mcnemar_exact(b, c, Alternative.GREATER) for b, c in ours["flips"][1:]]
    assert greater == pytest.approx(theirs["mcnemar_greater"], rel=1e-9, abs=0)


def test_sign_flips_are_those_of_scipy(asked: Parts, told: Parts) -> None:
    for alternative, name in (
        (Alternative.GREATER, "greater"),
        (Alternative.LESS, "less"),
        (Alternative.TWO_SIDED, "two-sided"),
    ):
        found = [sign_flips.sign_flip_test(sums, alternative=alternative) for sums in asked["pairs"]["sums"]]
        assert all(each.exact for each in found)
        assert [each.p_value for each in found] == near(told["pairs"]["sign_flips"][name])


def test_bounds_of_rates_are_those_of_statsmodels_and_scipy(asked: Parts, told: Parts) -> None:
    counts, theirs = asked["proportions"]["counts"], told["proportions"]
    wilson = [proportions.wilson(*each) for each in counts]
    exact = [proportions.clopper_pearson(*each) for each in counts]
    assert [(each.low, each.high) for each in wilson] == [near(tuple(each)) for each in theirs["wilson"]]
    assert [(each.low, each.high) for each in exact] == [near(tuple(each)) for each in theirs["exact"]]
    lower = [proportions.clopper_pearson_lower(*each) for each in counts]
    assert lower == near(theirs["exact_lower"])


def test_holm_and_power_are_those_of_statsmodels(asked: Parts, told: Parts) -> None:
    assert multiplicity.holm(asked["others"]["p_values"]) == near(told["others"]["holm"])
    found = [
        power.cases_for_effect(sd, effect, alpha=alpha, power=wanted)
        for sd, effect, alpha, wanted in asked["others"]["power"]
    ]
    assert found == [math.ceil(cases) for cases in told["others"]["cases"]]


def test_agreement_is_that_of_statsmodels_and_krippendorff(asked: Parts, told: Parts) -> None:
    ours, theirs, scale = asked["others"], told["others"], [1, 2, 3, 4, 5]
    assert agreement.cohen_kappa(ours["first"], ours["second"], scale) == near(theirs["kappa"])
    quadratic = agreement.cohen_kappa(ours["first"], ours["second"], scale, agreement.Weighting.QUADRATIC)
    assert quadratic == near(theirs["kappa_quadratic"])
    for level in agreement.Level:
        found = agreement.krippendorff_alpha(ours["ratings"], scale, level)
        assert found == near(theirs["alpha"][level]), level


def test_corrected_means_are_those_of_ppi_python(asked: Parts, told: Parts) -> None:
    """It divides variances by n, we by n - 1; tiled cases part its error into that of each mean."""
    ours, theirs = asked["corrections"], told["corrections"]
    data = ours["human"], ours["judge"], ours["unlabelled"]
    labelled, unlabelled = len(ours["human"]), len(ours["unlabelled"])
    tuned = corrections.corrected_mean(*data)
    assert 0 < tuned.weight < 1
    assert tuned.weight == near(theirs["tuned"] * labelled / (labelled - 1))
    for weight, mean, (once, twice) in zip(
        ours["weights"], theirs["estimates"], theirs["errors"], strict=True
    ):
        found = corrections.corrected_mean(*data, weight=weight).corrected
        imputed = 2 * (once**2 - twice**2)
        squared = imputed * unlabelled / (unlabelled - 1) + (once**2 - imputed) * labelled / (labelled - 1)
        assert (found.mean, found.standard_error) == near((mean, math.sqrt(squared)))


def _described(estimate: Estimate) -> list[float]:
    interval = estimates.two_sided(estimate)
    return [estimate.mean, estimate.standard_error, interval.low, interval.high]
