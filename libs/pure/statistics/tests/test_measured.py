"""Figures measured on recorded data: GSM8K answers, PandaLM verdicts beside human labels."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from math import inf
from typing import NamedTuple

import numpy as np
import pytest
from muster.statistics.agreement import cohen_kappa, cohen_kappa_interval
from muster.statistics.arrays import FloatArray
from muster.statistics.corrections import corrected_mean
from muster.statistics.distributions import normal_quantile, normal_tail
from muster.statistics.estimates import Estimate, mean_estimate, two_sided
from muster.statistics.pairs import mcnemar_exact, paired_difference
from muster.statistics.power import cases_for_effect, detectable_effect, power_of
from muster.statistics.proportions import Bound, cases_needed
from recorded import PandaLM, gsm8k, pandalm

SCALE = [0, 1, 2]
WIN = {1: 1.0, 0: 0.5, 2: 0.0}
"""Win rate of the first answer."""


class Measured(NamedTuple):
    """One pair of models; the figures are rounded as the reference has them."""

    baseline: str
    candidate: str
    difference: float
    error: float
    unpaired: float
    correlation: float
    flips: tuple[int, int]
    p_exact: float
    p_unpaired: float


PAIRS = (
    Measured("6b_finetuning", "6b_verification", 0.1736, 0.0135, 0.0176, 0.416, (293, 64), 3.9e-36, 5.6e-23),
    Measured(
        "175b_finetuning", "175b_verification", 0.2153, 0.0147, 0.0189, 0.399, (360, 76), 2.9e-45, 6.0e-30
    ),
    Measured(
        "6b_verification", "175b_finetuning", -0.0432, 0.0144, 0.0188, 0.415, (152, 209), 0.00315, 0.0214
    ),
)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.candidate)
def test_gsm8k_pairs_have_their_measured_differences(pair: Measured) -> None:
    found = paired_difference(gsm8k()[pair.candidate], gsm8k()[pair.baseline])
    assert found.correlation is not None
    assert round(found.estimate.mean, 4) == pair.difference
    assert round(found.estimate.standard_error, 4) == pair.error
    assert round(found.unpaired_standard_error, 4) == pair.unpaired
    assert round(found.correlation, 3) == pair.correlation
    assert (found.improved, found.worsened) == pair.flips
    unpaired = 2 * normal_tail(abs(found.estimate.mean) / found.unpaired_standard_error)
    assert (mcnemar_exact(*pair.flips), unpaired) == pytest.approx((pair.p_exact, pair.p_unpaired), rel=0.02)


def test_clusters_widen_the_error_of_a_judge_s_accuracy() -> None:
    data = pandalm()
    rows = [
        (float(judge == human), instruction, application)
        for human, judge, instruction, application in zip(
            data.majority, data.gpt, data.instructions, data.applications, strict=True
        )
        if judge is not None
    ]
    scores = [row[0] for row in rows]
    naive = mean_estimate(scores)
    by_instruction = mean_estimate(scores, [row[1] for row in rows])
    by_application = mean_estimate(scores, [row[2] for row in rows])
    assert (round(naive.mean, 4), round(naive.standard_error, 4)) == (0.7156, 0.0145)
    assert (by_instruction.clusters, round(by_instruction.standard_error, 4)) == (169, 0.0217)
    assert (by_application.clusters, round(by_application.standard_error, 4)) == (50, 0.0274)
    assert round(by_instruction.standard_error / naive.standard_error, 1) == 1.5
    assert round(by_application.standard_error / naive.standard_error, 1) == 1.9


def test_kappas_are_those_published_and_measured() -> None:
    data = pandalm()
    ceiling = [cohen_kappa(data.people[i], data.people[j], SCALE) for i, j in ((0, 1), (0, 2), (1, 2))]
    assert [round(kappa, 3) for kappa in ceiling] == [0.852, 0.879, 0.862]
    for judge, kappa, count in ((data.gpt, 0.493, 974), (data.pandalm, 0.435, 999)):
        verdicts, labels, clusters = _both(judge, data)
        assert (round(cohen_kappa(verdicts, labels, SCALE), 3), len(labels)) == (kappa, count)
        found = cohen_kappa_interval(verdicts, labels, SCALE, clusters, seed="run-1", draws=400).interval
        assert found.low < kappa < found.high < min(ceiling)
        alone = cohen_kappa_interval(verdicts, labels, SCALE, seed="run-1", draws=400).interval
        assert found.high - found.low > 1.2 * (alone.high - alone.low)


def test_power_is_as_stated() -> None:
    assert round(detectable_effect(0.5, 500, two_sided=True), 3) == 0.063
    assert round(detectable_effect(0.5, 500), 3) == 0.056
    assert round(detectable_effect(0.316, 500, two_sided=True), 2) == 0.04
    assert [cases_for_effect(0.5, each, two_sided=True) for each in (0.03, 0.05, 0.1)] == [2_181, 785, 197]
    equal_model = power_of(0.02, 0.3 / 500**0.5)
    assert round(equal_model, 1) == 0.4


def test_a_threshold_of_95_percent_takes_52_cases() -> None:
    """The number in the issue is Wilson's one-sided bound; the exact one takes 59."""
    assert [cases_needed(each) for each in (0.75, 0.85, 0.95)] == [9, 16, 52]
    assert [cases_needed(each, bound=Bound.EXACT) for each in (0.75, 0.85, 0.95)] == [11, 19, 59]


@pytest.mark.parametrize("draws", [300, pytest.param(3_000, marks=pytest.mark.long)])
def test_a_corrected_judge_covers_the_human_win_rate_with_fewer_labels(draws: int) -> None:
    human, judge = _win_rates(pandalm())
    covered = _coverage(human, judge, labelled=100, draws=draws)
    noise = 4 * (0.95 * 0.05 / draws) ** 0.5
    assert covered["judge"][0] < 0.85
    for name, width in (("human", 0.186), ("untuned", 0.181), ("tuned", 0.153)):
        assert abs(covered[name][0] - 0.948) < noise, name
        assert covered[name][1] == pytest.approx(width, abs=0.002), name


@pytest.mark.long
@pytest.mark.parametrize(
    ("labelled", "human", "untuned", "tuned"), [(50, 0.264, None, 0.213), (200, 0.132, 0.136, 0.111)]
)
def test_widths_of_3000_corrected_means_are_those_measured(
    labelled: int, human: float, untuned: float | None, tuned: float
) -> None:
    covered = _coverage(*_win_rates(pandalm()), labelled=labelled, draws=3_000)
    for name, width in (("human", human), ("untuned", untuned), ("tuned", tuned)):
        assert 0.93 < covered[name][0] < 0.965, name
        assert width is None or covered[name][1] == pytest.approx(width, abs=0.001), name


def _both(judge: list[int | None], data: PandaLM) -> tuple[list[int], list[int], list[str]]:
    """Verdicts, labels and instructions of the cases that have both."""
    rows = [
        (verdict, label, instruction)
        for verdict, label, instruction in zip(judge, data.majority, data.instructions, strict=True)
        if verdict is not None and label is not None
    ]
    return [row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows]


def _win_rates(data: PandaLM) -> tuple[FloatArray, FloatArray]:
    verdicts, labels, _ = _both(data.gpt, data)
    return np.array([WIN[each] for each in labels]), np.array([WIN[each] for each in verdicts])


def _coverage(
    human: FloatArray, judge: FloatArray, *, labelled: int, draws: int
) -> dict[str, tuple[float, float]]:
    """Share of intervals that hold the true win rate, and their mean width, by kind."""
    drawn, truth = np.random.default_rng(0), float(human.mean())
    missed, width = defaultdict[str, int](int), defaultdict[str, float](float)
    for _ in range(draws):
        picked, others = drawn.integers(0, human.size, labelled), drawn.integers(0, human.size, human.size)
        data = human[picked], judge[picked], judge[others]
        tuned, untuned = corrected_mean(*data), corrected_mean(*data, weight=1.0)
        kinds = {
            "human": tuned.human_only,
            "judge": tuned.judge_only,
            "untuned": untuned.corrected,
            "tuned": tuned.corrected,
        }
        for name, estimate in kinds.items():
            half = normal_quantile(0.975) * estimate.standard_error
            missed[name] += abs(estimate.mean - truth) > half
            width[name] += 2 * half
    return {name: (1 - missed[name] / draws, width[name] / draws) for name in width}


def test_intervals_of_corrected_means_are_normal() -> None:
    human, judge = _win_rates(pandalm())
    found = corrected_mean(human[:50], judge[:50], judge[50:])
    for estimate in (found.corrected, found.human_only, found.judge_only):
        assert two_sided(estimate) == two_sided(_normal(estimate))


def _normal(estimate: Estimate) -> Estimate:
    return replace(estimate, degrees_of_freedom=inf)


HISTORY = (
    (("6b_finetuning", "6b_verification"), (3_721, 3_606, 3_596), 0.167),
    (("6b_finetuning", "175b_finetuning"), (3_819, 3_775, 3_775), 0.227),
    (("6b_verification", "175b_finetuning"), (4_205, 4_186, 4_180), 0.233),
    (("175b_finetuning", "175b_verification"), (4_396, 4_396, 4_352), 0.225),
)


@pytest.mark.parametrize(("pair", "needed", "of_scores"), HISTORY, ids=lambda each: str(each)[:40])
def test_the_history_of_a_case_explains_its_scores_and_hardly_the_difference_of_two_models(
    pair: tuple[str, str], needed: tuple[int, int, int], of_scores: float
) -> None:
    """Cases that show a difference of 2 %: plain, with a control variate, in strata of equal history.

    History is the mean of the two models that are not compared, and its mean is known exactly.
    """
    models = {name: np.array(scores) for name, scores in gsm8k().items()}
    old, new = models[pair[0]], models[pair[1]]
    others = [scores for name, scores in models.items() if name not in pair]
    history: FloatArray = np.array(others).mean(axis=0)
    difference = new - old
    explained = float(np.corrcoef(difference, history)[0, 1]) ** 2
    strata = [difference[history == each] for each in np.unique(history).tolist()]
    within = sum(part.size * float(part.var()) for part in strata) / difference.size
    plain = cases_for_effect(float(difference.std(ddof=1)), 0.02, alpha=0.05, power=0.8)
    of_strata = within / float(difference.var())
    assert (plain, round(plain * (1 - explained)), round(plain * of_strata)) == needed
    of_one = (float(np.corrcoef(scores, history)[0, 1]) ** 2 for scores in (old, new))
    assert of_scores in [round(each, 3) for each in of_one]
