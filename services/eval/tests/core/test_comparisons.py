"""Two evaluations compared: the figures of the verdict, and comparisons that are refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from muster.eval.core import verdicts
from muster.eval.core.comparisons import ChangedCase, Evaluation, compare, violation, warnings
from muster.eval.core.configs.documents import canonical, parse_config
from muster.eval.core.state import Run
from muster.events.eval_commands import GoldenTask
from muster.events.eval_events import GateDecided, GateTask
from muster.events.eval_results import CaseScore
from muster.statistics.pairs import paired_difference
from muster.statistics.seeds import seeded_order

PLAN = (GoldenTask(task="reply", cases=200, clusters=100, largest=2),)
RUN = Evaluation(
    run="ci-2",
    state="completed",
    config_digest="c0",
    golden_set="90" * 32,
    judge_hash="7c" * 32,
    counted={"reply": 200},
    plan=PLAN,
)
OTHER = replace(RUN, run="ci-1")


def results(run: str, *, better: float = 0.0) -> list[CaseScore]:
    """Graded results of 200 cases in 100 clusters, in the order of a run."""
    clusters = seeded_order(run, [f"doc-{n:03d}" for n in range(100)])
    return [
        CaseScore(case=f"{cluster}-{n}", task="reply", cluster=cluster, score=score(cluster, n, better))
        for cluster in clusters
        for n in range(2)
    ]


def score(cluster: str, n: int, better: float) -> float | None:
    """A quarter of the cases changes by `better`; two have no score."""
    number = int(cluster[4:]) * 2 + n
    if number in {7, 50}:
        return None
    return min(1.0, max(0.0, (number * 37 % 101) / 101 + (better if number % 4 == 0 else 0)))


def verdict(run_id: str, found: list[CaseScore], before: list[CaseScore], *, whole: bool = True) -> GateTask:
    """The gate's figures."""
    config = {
        "golden_set": "replies",
        "endpoint": {"model": "m", "url": "http://127.0.0.1:8000/v1"},
        "tasks": {"reply": {"threshold": 0.4}},
    }
    run = Run(
        tenant="acme",
        repository="repo-1",
        commit="1f" * 20,
        baseline="2e" * 20,
        config="release",
        config_digest="c0",
        document=canonical(parse_config(config)),
        cases=200,
        tasks=PLAN,
    )
    decide = verdicts.decided if whole else verdicts.stopped
    [gate] = [
        fact.payload for fact in decide(run_id, run, found, before) if isinstance(fact.payload, GateDecided)
    ]
    return gate.tasks[0]


def test_a_comparison_with_the_verdict_s_baseline_has_the_figures_of_the_verdict() -> None:
    before, after = results("ci-1"), results("ci-2", better=-0.3)
    gate = verdict("ci-2", after, before)
    [task] = compare(RUN, after, before).tasks
    assert (task.value, task.difference, task.detectable, task.cases) == (
        gate.value,
        gate.difference,
        gate.detectable,
        gate.cases,
    )
    assert (task.cases, task.pairs, task.coverage) == (198, 198, 0.99)


def test_bounds_of_a_comparison_are_those_of_the_paired_clustered_difference() -> None:
    before, after = results("ci-1"), results("ci-2", better=-0.3)
    [task] = compare(RUN, after, before).tasks
    old = {each.case: each.score for each in before}
    scored = [each for each in after if each.score is not None]
    found = paired_difference(
        [each.score or 0.0 for each in scored],
        [old[each.case] or 0.0 for each in scored],
        [each.cluster for each in scored],
    )
    assert task.difference == pytest.approx(found.estimate.mean, abs=1e-9)
    assert task.lower is not None
    assert task.upper is not None
    reach = 1.6604 * found.estimate.standard_error  # Student's t, 99 degrees of freedom, one-sided 5 %
    assert task.lower <= found.estimate.mean - reach + 1e-5
    assert task.upper >= found.estimate.mean + reach - 1e-5
    assert (task.worsened, task.improved) == (found.worsened, found.improved)


def test_a_stopped_run_is_compared_by_the_clusters_that_its_verdict_counts() -> None:
    before, after = results("ci-1"), results("ci-2", better=-0.3)
    done = after[:121]  # the last cluster is torn
    gate = verdict("ci-2", done, before, whole=False)
    stopped = replace(RUN, state="stopped", counted={"reply": gate.cases})
    [late] = compare(stopped, after[:150], before).tasks  # results that came after the verdict
    assert (late.value, late.difference, late.detectable, late.cases) == (
        gate.value,
        gate.difference,
        gate.detectable,
        gate.cases,
    )


def test_changed_cases_are_listed_the_worst_first() -> None:
    before = results("ci-1")
    after = [
        replace(each, score={"doc-003-0": 0.0, "doc-004-0": 1.0}.get(each.case, each.score))
        for each in results("ci-2")
    ]
    old = {each.case: each.score or 0.0 for each in before}
    assert compare(RUN, after, before).changed == (
        ChangedCase("reply", "doc-003-0", round(-old["doc-003-0"], 9)),
        ChangedCase("reply", "doc-004-0", round(1 - old["doc-004-0"], 9)),
    )


def test_a_case_without_a_score_in_one_of_both_is_no_pair() -> None:
    before = [replace(each, score=None) if each.case == "doc-001-0" else each for each in results("ci-1")]
    [task] = compare(RUN, results("ci-2"), before).tasks
    assert (task.cases, task.baseline_cases, task.pairs, task.difference) == (198, 197, 197, 0.0)


def test_a_task_that_the_baseline_has_not_has_no_difference() -> None:
    [task] = compare(RUN, results("ci-2"), []).tasks
    assert (task.pairs, task.difference, task.lower, task.upper, task.baseline_value) == (0, *4 * (None,))


@pytest.mark.parametrize(
    ("run", "baseline", "sentence"),
    [
        ({}, {"run": "ci-2"}, "baseline is ci-2; must be another evaluation"),
        (
            {"state": "running"},
            {},
            "run is ci-2, which is still running; must be one that ended with scores",
        ),
        ({"state": "failed"}, {}, "run is ci-2, which is failed; must be one that ended with scores"),
        (
            {"state": "stopped", "counted": {}},
            {},
            "run is ci-2, which stopped before a cluster was whole; must be one that ended with scores",
        ),
        ({}, {"state": "stopped"}, "baseline is ci-1, which is stopped; must be one that did all its cases"),
        (
            {"config_digest": "c1"},
            {"golden_set": "91" * 32},
            "baseline is ci-1, of golden set 919191919191; "
            "must be of the same golden set as ci-2, 909090909090",
        ),
        (
            {"config_digest": "c1"},
            {"judge_hash": ""},
            "baseline is ci-1, scored by checks alone; must be scored as ci-2, by judge 7c7c7c7c7c7c",
        ),
        (
            {"config_digest": "c1", "golden_set": ""},
            {"golden_set": ""},
            "baseline is ci-1, of golden set (not recorded); "
            "must be of the same golden set as ci-2, (not recorded)",
        ),
    ],
)
def test_evaluations_that_cannot_be_compared_are_refused(
    run: dict[str, Any], baseline: dict[str, Any], sentence: str
) -> None:
    found = violation(replace(RUN, **run), replace(OTHER, **baseline))
    assert found is not None
    assert f"{found.field} is {found.value}; must be {found.allowed}" == sentence


def test_other_configs_of_one_set_and_judge_are_compared_with_a_warning() -> None:
    changed = replace(OTHER, config_digest="c1")
    assert (violation(RUN, changed), violation(RUN, OTHER)) == (None, None)
    assert warnings(RUN, changed) == ("the configs differ: checks or sampling may explain differences",)
    assert warnings(RUN, OTHER) == ()
