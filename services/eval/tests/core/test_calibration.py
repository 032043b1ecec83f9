"""Calibration of a judge, on recorded labels and on small ones worked by hand."""

from __future__ import annotations

import csv
import json
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import pytest
from muster.eval.core.people.calibration import Judgement, Labelled, calibration, corrected
from muster.eval.core.people.labelling import stratified

SCALE = {"1": 5, "0": 3, "2": 1}
"""PandaLM's verdicts on the judge's scale: the first answer is better, tie, the second."""

LABEL = Labelled(answer="a1", task="letter", cluster="case:a1", judge=4, person="ann", score=4)


def labels(*rows: tuple[int, int, str], task: str = "letter") -> list[Labelled]:
    """Labels of (judge, score, person), each of an answer of its own unless the person says otherwise."""
    return [
        replace(
            LABEL, answer=f"{task}{n}", cluster=f"{task}{n}", task=task, judge=judge, score=score, person=who
        )
        for n, (judge, score, who) in enumerate(rows)
    ]


@cache
def pandalm() -> list[dict[str, str]]:
    """Recorded verdicts and labels of 999 pairs of answers; `most` is the label of two people or more."""
    folder = Path(__file__).parents[4] / "libs/pure/statistics/tests/data"
    with (folder / "pandalm.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        label, votes = Counter(row[f"annotator{n}"] for n in (1, 2, 3)).most_common(1)[0]
        row["most"] = label if votes > 1 else ""
    return rows


def by_people(*people: str, judge: str = "gpt") -> list[Labelled]:
    """Labels of some of PandaLM's annotators beside a judge's verdicts."""
    return [
        Labelled(
            answer=str(n),
            task=f"application-{row['application']}",
            cluster=row["instruction"],
            judge=SCALE[row[judge]],
            person=person,
            score=SCALE[row[person]],
        )
        for n, row in enumerate(pandalm())
        for person in people
        if row[judge] and row[person]
    ]


@pytest.mark.parametrize(("judge", "kappa", "answers"), [("gpt", 0.493, 974), ("pandalm", 0.435, 999)])
def test_a_judge_s_kappa_is_the_one_published(judge: str, kappa: float, answers: int) -> None:
    found = calibration(by_people("most", judge=judge), seed="judge")["judge"]
    assert (found["pairs"], found["answers"]) == (answers, answers)
    plain, quadratic = found["kappa"], found["quadratic"]
    assert plain is not None
    assert quadratic is not None
    assert (round(plain["value"], 3), plain["low"] is not None) == (kappa, True)
    assert (plain["low"] or 1) < kappa < (plain["high"] or 0)
    assert quadratic["value"] != plain["value"]


@pytest.mark.slow
@pytest.mark.parametrize(("first", "second", "kappa"), [(1, 2, 0.852), (1, 3, 0.879), (2, 3, 0.862)])
def test_the_ceiling_of_two_people_is_the_one_published(first: int, second: int, kappa: float) -> None:
    found = calibration(by_people(f"annotator{first}", f"annotator{second}", judge="pandalm"), seed="judge")
    ceiling = found["ceiling"]["kappa"]
    assert ceiling is not None
    assert (round(ceiling["value"], 3), found["ceiling"]["pairs"]) == (kappa, 999)
    judge = found["judge"]["kappa"]
    assert judge is not None
    assert (judge["high"] or 1) < (ceiling["low"] or 0)


def test_corrected_means_are_as_wide_as_those_published() -> None:
    """With 100 labels a corrected interval is 0.153 wide and one of the labels alone 0.186."""
    every = by_people("most")
    truth = fmean((each.score - 1) / 4 for each in every)
    judged = [
        Judgement(answer=each.answer, case="c1", task="t", cluster=each.answer, judge=each.judge)
        for each in every
    ]
    chance, widths, covered = Random(1), list[tuple[float, float]](), 0
    for _ in range(40):
        found = corrected("ci-1", judged, chance.sample(every, 100))
        assert found is not None
        assert (found["labelled"], found["unlabelled"]) == (100, 874)
        assert 0 <= found["weight"] <= 1
        mean, people = found["corrected"], found["people"]
        widths.append(
            ((mean["high"] or 0) - (mean["low"] or 0), (people["high"] or 0) - (people["low"] or 0))
        )
        covered += (mean["low"] or 1) < truth < (mean["high"] or 0)
    assert fmean(width for width, _ in widths) == pytest.approx(0.153, abs=0.004)
    assert fmean(width for _, width in widths) == pytest.approx(0.186, abs=0.004)
    assert covered >= 35


@pytest.mark.slow
def test_a_mean_corrected_by_the_queue_s_answers_is_unbiased() -> None:
    every = {each.answer: each for each in by_people("most")}
    truth = fmean((each.score - 1) / 4 for each in every.values())
    judged = [
        Judgement(answer=name, case=name, task="t", cluster=name, judge=each.judge)
        for name, each in every.items()
    ]
    means, covered, runs = list[float](), 0, 150
    for run in range(runs):
        queued = stratified(judged, f"ci-{run}")[:100]
        found = corrected("ci-1", judged, [every[each.answer] for each in queued])
        assert found is not None
        mean = found["corrected"]
        means.append(mean["value"])
        covered += (mean["low"] or 1) < truth < (mean["high"] or 0)
    assert abs(fmean(means) - truth) < 3 * stdev(means) / runs**0.5
    assert covered / runs > 0.95 - 4 * (0.95 * 0.05 / runs) ** 0.5
    assert abs(fmean((each.judge - 1) / 4 for each in judged) - truth) > 0.01


@pytest.mark.slow
def test_labels_in_another_order_give_the_same_calibration() -> None:
    every = by_people("annotator1", "annotator2")[:200]
    found = json.dumps(calibration(every, seed="judge"))
    assert json.dumps(calibration(every[::-1], seed="judge")) == found
    assert json.dumps(calibration(every, seed="another")) != found


def test_bias_is_that_of_the_judge_against_the_mean_of_people_by_task() -> None:
    kind = labels((5, 3, "ann"), (4, 3, "ann"))
    kind.append(replace(kind[0], person="bea", score=4))
    strict = labels((1, 2, "ann"), (2, 2, "ann"), task="table")
    every, letter, table = calibration([*strict, *kind], seed="judge")["bias"]
    assert (every["task"], every["answers"], every["bias"]["value"]) == ("", 4, 0.375)
    assert (letter["task"], letter["judge"], letter["people"], letter["bias"]["value"]) == (
        "letter",
        4.5,
        3.25,
        1.25,
    )
    assert (table["task"], table["bias"]["value"]) == ("table", -0.5)
    low, high = letter["bias"]["low"], letter["bias"]["high"]
    assert low is not None
    assert high is not None
    assert low < 1.25 < high


def test_reliability_is_the_people_s_mean_by_the_judge_s_score() -> None:
    found = calibration(labels((5, 5, "ann"), (5, 2, "ann"), (3, 3, "ann")), seed="judge")["reliability"]
    assert found == [
        {"judge": 3, "people": 3.0, "answers": 1},
        {"judge": 5, "people": 3.5, "answers": 2},
    ]


def test_without_labels_there_are_no_figures() -> None:
    found = calibration([], seed="judge")
    assert (found["labels"], found["bias"], found["reliability"]) == (0, [], [])
    assert found["judge"] == {"pairs": 0, "answers": 0, "kappa": None, "quadratic": None}
    assert corrected("ci-1", [], []) is None


def test_one_score_throughout_has_no_kappa_and_one_cluster_no_interval() -> None:
    same = labels((4, 4, "ann"), (4, 4, "ann"))
    assert calibration(same, seed="judge")["judge"]["kappa"] is None
    alone = [replace(each, cluster="one") for each in labels((4, 4, "ann"), (2, 3, "ann"))]
    found = calibration(alone, seed="judge")
    assert found["judge"]["kappa"] == {"value": 0.333333333, "low": None, "high": None}
    assert found["bias"][0]["bias"] == {"value": -0.5, "low": None, "high": None}
