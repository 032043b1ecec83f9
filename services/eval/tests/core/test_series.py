"""Scores of a task by version: points, and the picture of them."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

from muster.eval.core.reporting.series import BLOCKED, Point, Series, picture, series_of

SVG = "{http://www.w3.org/2000/svg}"


def task(name: str, value: float, verdict: str) -> dict[str, Any]:
    """A task as the gate's fact has it."""
    figures = {"value": value, "lower": round(value - 0.04, 9), "threshold": 0.8, "cases": 200}
    return {"task": name, "verdict": verdict, **figures}


def evaluation(number: int, verdict: str, *tasks: dict[str, Any], **changed: Any) -> dict[str, Any]:
    """The last evaluation of a version."""
    return {
        "commit": f"{number:040x}",
        "run": f"ci-{number}",
        "config_digest": "c0",
        "verdict": verdict,
        "blocking": True,
        "tasks": tasks,
        "in_production": False,
        **changed,
    }


ROWS = [
    evaluation(1, "passed", task("total", 0.9, "PASSED"), task("tone", 0.9, "PASSED"), in_production=True),
    evaluation(2, "failed", task("total", 0.6, "FAILED"), task("tone", 0.92, "PASSED")),
    evaluation(3, "inconclusive", task("total", 0.82, "INCONCLUSIVE"), blocking=False, config_digest="c1"),
]


def test_each_task_has_its_versions_with_verdict_and_threshold() -> None:
    tone, total = series_of(ROWS)
    assert (tone.task, total.task) == ("tone", "total")
    assert [(each.commit[-1], each.verdict, each.blocked) for each in total.points] == [
        ("1", "passed", False),
        ("2", "failed", True),
        ("3", "inconclusive", False),
    ]
    assert [(each.verdict, each.blocked) for each in tone.points] == [("passed", False), ("passed", True)]
    assert [each.in_production for each in total.points] == [True, False, False]
    assert [each.other_terms for each in total.points] == [False, False, True]
    assert (total.points[1].value, total.points[1].lower, total.points[1].threshold) == (0.6, 0.56, 0.8)


def test_a_version_is_crossed_out_only_where_its_task_did_not_pass() -> None:
    tone, total = series_of(ROWS)

    def crosses(series: Series) -> int:
        lines = ET.fromstring(picture("acme/extract by release", [series])).iter(f"{SVG}polyline")
        return sum(1 for each in lines if each.get("stroke") == BLOCKED) // 2 - 1  # one is the legend's

    assert (crosses(tone), crosses(total)) == (0, 1)


def test_a_picture_names_blocked_versions_production_and_other_terms() -> None:
    written = [
        "".join(each.itertext())
        for each in ET.fromstring(picture("acme/extract by release", series_of(ROWS))).iter(f"{SVG}text")
    ]
    assert {"acme/extract by release", "total", "tone", "production", "other terms"} <= set(written)
    assert "0.600" in written


def test_hostile_names_are_text_of_the_picture() -> None:
    name = "</text><script>alert(1)</script>\u202e"
    found = [Series(name, series_of(ROWS)[1].points)]
    root = ET.fromstring(picture(name, found))
    assert {each.tag.removeprefix(SVG) for each in root.iter()} == {
        *("svg", "rect", "text", "polyline", "circle")
    }


def test_two_hundred_versions_have_few_labels() -> None:
    point = Point(
        commit="1f" * 20,
        run="ci-1",
        cases=200,
        value=0.9,
        lower=None,
        threshold=None,
        verdict="passed",
        blocked=False,
        in_production=False,
        other_terms=False,
    )
    root = ET.fromstring(picture("t", [Series("total", (point,) * 200)]))
    assert sum("".join(each.itertext()) == "1f1f1f1" for each in root.iter(f"{SVG}text")) == 10


def test_a_task_that_was_not_measured_has_no_score_of_0() -> None:
    row = evaluation(1, "failed", {**task("total", 0.0, "FAILED"), "lower": None, "cases": 0})
    [series] = series_of([row])
    assert (series.points[0].value, series.points[0].blocked) == (None, True)
    assert "not measured" in picture("t", [series])
