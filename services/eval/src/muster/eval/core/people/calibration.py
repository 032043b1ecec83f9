"""Calibration of a judge: its scores beside those of people on the same answers. PURE.

Each label is compared with the judge's median on the same answer, and the labels of two people on one answer
with each other: what people agree on among themselves is the most that a judge can reach. Intervals come from
resampled clusters with a seed, so the same labels give the same figures.

Nothing is decided by these figures, so they are no facts: they are computed when somebody reads them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean
from typing import Annotated, Final

from muster.statistics.agreement import Weighting, cohen_kappa, cohen_kappa_interval
from muster.statistics.corrections import corrected_mean
from muster.statistics.estimates import Estimate, mean_estimate, two_sided
from muster.statistics.scores import SCORE_MAX, SCORE_MIN, unit_score
from muster.statistics.sums import rounded
from typing_extensions import TypedDict

SCALE: Final = range(SCORE_MIN, SCORE_MAX + 1)
"""Scores of a judge and of people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """A label beside the judge's score of the same answer.

    Attributes:
        answer: Identity of the answer.
        task: Task of its case.
        cluster: Cluster of its case.
        judge: Median of the judge's scores, 1 to 5.
        person: Name of the person.
        score: Score by the person, 1 to 5.
    """

    answer: str
    task: str
    cluster: str
    judge: int
    person: str
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The judge's score of an answer of a run.

    Attributes:
        answer: Identity of the answer.
        case: Its case.
        task: Task of the case.
        cluster: Cluster of the case.
        judge: Median of the judge's scores, 1 to 5.
    """

    answer: str
    case: str
    task: str
    cluster: str
    judge: int


class Figure(TypedDict):
    """A figure with its 95 % interval."""

    value: float
    low: Annotated[float | None, "null: fewer than two clusters."]
    high: float | None


class Agreement(TypedDict):
    """How far two raters agree beyond chance."""

    pairs: Annotated[int, "Pairs of scores of one answer."]
    answers: int
    kappa: Annotated[Figure | None, "Cohen's kappa; null: there is but one score."]
    quadratic: Annotated[
        Figure | None, "The same with quadratic weights: a distance of 2 costs 4 times that of 1."
    ]


class Bias(TypedDict):
    """Mean scores on the scale from 1 to 5; of several people's scores of an answer their mean counts."""

    task: Annotated[str, "Empty: all tasks."]
    answers: int
    judge: float
    people: float
    bias: Annotated[Figure, "Judge minus people: above 0 the judge is too kind."]


class Reliability(TypedDict):
    """Answers to which the judge gave one score."""

    judge: int
    people: Annotated[float, "Mean of the people's scores."]
    answers: int


class Corrected(TypedDict):
    """Mean over the judged cases of a run, on the scale from 0 to 1, corrected by labels (PPI++)."""

    run: str
    labelled: int
    unlabelled: int
    corrected: Figure
    people: Annotated[Figure, "Of the labelled cases alone."]
    judge: Annotated[Figure, "Of the unlabelled cases alone, as biased as the judge."]
    weight: Annotated[float, "Weight of the judge, tuned to the least error: 0, only labels count, to 1."]


class Calibration(TypedDict):
    """A judge beside people."""

    labels: int
    answers: int
    people: Annotated[list[str], "By name."]
    judge: Annotated[Agreement, "Judge and each person."]
    ceiling: Annotated[Agreement, "Two people on the same answer: the most that a judge can reach."]
    bias: Annotated[list[Bias], "Of all tasks, then of each."]
    reliability: Annotated[list[Reliability], "By the judge's score."]


def calibration(labels: Sequence[Labelled], *, seed: str) -> Calibration:
    """Return a judge's calibration.

    Args:
        labels: Each person's last label of each answer, in any order.
        seed: Of the resamples, such as the judge's hash.

    Raises:
        ValueError: A score is not from 1 to 5.
    """
    ordered = sorted(labels, key=lambda each: (each.answer, each.person))
    answers = _by_answer(ordered)
    tasks = sorted({each.task for each in ordered})
    judged = [(each.judge, each.score, each.cluster) for each in ordered]
    shared = [
        (one.score, other.score, one.cluster)
        for given in answers.values()
        for one, other in combinations(given, 2)
    ]
    return {
        "labels": len(ordered),
        "answers": len(answers),
        "people": sorted({each.person for each in ordered}),
        "judge": _agreement(judged, len(answers), f"{seed} judge"),
        "ceiling": _agreement(shared, sum(len(each) > 1 for each in answers.values()), f"{seed} people"),
        "bias": [each for task in ("", *tasks) for each in _bias(task, answers.values())],
        "reliability": reliability(ordered),
    }


def reliability(labels: Iterable[Labelled]) -> list[Reliability]:
    """Return the people's mean for each score that the judge gave to a labelled answer."""
    answers = sorted(_by_answer(labels).items())
    people = [(each[0].judge, _people(each)) for _, each in answers]
    return [
        {"judge": score, "people": rounded(fmean(chosen)), "answers": len(chosen)}
        for score in SCALE
        if (chosen := [mean for judge, mean in people if judge == score])
    ]


def corrected(run: str, judged: Sequence[Judgement], labels: Iterable[Labelled]) -> Corrected | None:
    """Return the mean of a run, from its labelled cases and the judge's scores of the others.

    It is unbiased if the labelled cases are a random sample of the judged ones, as the labelling queue draws
    them.

    Args:
        run: Id of the run.
        judged: All its cases that the judge scored.
        labels: Labels; those of other answers do not count.

    Returns:
        None where there are fewer than two labelled or unlabelled clusters.
    """
    people = {answer: _people(each) for answer, each in _by_answer(labels).items()}
    known = [each for each in judged if each.answer in people]
    others = [each for each in judged if each.answer not in people]
    clusters, more = [each.cluster for each in known], [each.cluster for each in others]
    if len(set(clusters)) < 2 or len(set(more)) < 2:
        return None
    found = corrected_mean(
        [unit_score(people[each.answer]) for each in known],
        [unit_score(each.judge) for each in known],
        [unit_score(each.judge) for each in others],
        clusters=clusters,
        clusters_unlabelled=more,
    )
    return {
        "run": run,
        "labelled": len(known),
        "unlabelled": len(others),
        "corrected": _figure(found.corrected),
        "people": _figure(found.human_only),
        "judge": _figure(found.judge_only),
        "weight": rounded(found.weight),
    }


def _by_answer(labels: Iterable[Labelled]) -> Mapping[str, list[Labelled]]:
    found: dict[str, list[Labelled]] = {}
    for each in labels:
        found.setdefault(each.answer, []).append(each)
    return found


def _people(labels: Sequence[Labelled]) -> float:
    """Return the mean of several people's scores of one answer."""
    return fmean(each.score for each in labels)


def _agreement(pairs: Sequence[tuple[int, int, str]], answers: int, seed: str) -> Agreement:
    return {
        "pairs": len(pairs),
        "answers": answers,
        "kappa": _kappa(pairs, seed, Weighting.PLAIN),
        "quadratic": _kappa(pairs, seed, Weighting.QUADRATIC),
    }


def _kappa(pairs: Sequence[tuple[int, int, str]], seed: str, weighting: Weighting) -> Figure | None:
    first, second = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    clusters = [pair[2] for pair in pairs]
    if len({*first, *second}) < 2:  # kappa is undefined: no disagreement is expected
        return None
    value = rounded(cohen_kappa(first, second, SCALE, weighting))
    if len(set(clusters)) < 2:
        return {"value": value, "low": None, "high": None}
    found = cohen_kappa_interval(first, second, SCALE, clusters, seed=seed, weighting=weighting).interval
    return {"value": value, "low": rounded(found.low), "high": rounded(found.high)}


def _bias(task: str, answers: Iterable[Sequence[Labelled]]) -> Iterable[Bias]:
    """Yield the bias in one task, or in all where it is empty; nothing where it has no label."""
    chosen = [each for each in answers if not task or each[0].task == task]
    if not chosen:
        return
    people = [_people(each) for each in chosen]
    judge = [each[0].judge for each in chosen]
    differences = [one - other for one, other in zip(judge, people, strict=True)]
    clusters = [each[0].cluster for each in chosen]
    figure: Figure = {"value": rounded(fmean(differences)), "low": None, "high": None}
    if len(set(clusters)) > 1:
        figure = _figure(mean_estimate(differences, clusters))
    yield {
        "task": task,
        "answers": len(chosen),
        "judge": rounded(fmean(judge)),
        "people": rounded(fmean(people)),
        "bias": figure,
    }


def _figure(estimate: Estimate) -> Figure:
    interval = two_sided(estimate)
    return {
        "value": rounded(estimate.mean),
        "low": rounded(interval.low),
        "high": rounded(interval.high),
    }
