"""The gate: its verdicts and their reasons, on made-up and on recorded scores."""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.eval.core.gating import wording
from muster.eval.core.gating.decision import GateDecision, TaskDecision, decide
from muster.eval.core.gating.planning import CASES_MAX, violations
from muster.eval.core.gating.samples import CaseScore, Flip
from muster.eval.core.gating.terms import (
    GateKind,
    GateTerms,
    TaskTerms,
    WhenInconclusive,
    holds_promotion,
)
from muster.events.eval_events import GateVerdict
from muster.statistics.estimates import lower_bound
from muster.statistics.pairs import paired_difference
from muster.statistics.power import detectable_effect
from muster.statistics.seeds import seeded_order
from muster.testkit.laws import examples

PASSED, FAILED, INCONCLUSIVE = GateVerdict.PASSED, GateVerdict.FAILED, GateVerdict.INCONCLUSIVE
SEED = "run-1"
GSM8K = Path(__file__).parents[4] / "libs/pure/statistics/tests/data/gsm8k.csv"
"""Whether four models' recorded answers are right; its README has the source."""

Column = Sequence[float | None]


def gate(*tasks: TaskTerms, **others: Any) -> GateTerms:
    """Terms of a gate; without tasks: extract, at least 0.85, at most 0.02 below production."""
    return GateTerms(gate="quality", tasks=tasks or (TaskTerms(task="extract", threshold=0.85),), **others)


def results(scores: Column, size: int = 1) -> list[CaseScore]:
    """Results of cases of which `size` share a cluster, the clusters in the order of the run."""
    order = seeded_order(SEED, [f"k{number}" for number in range(math.ceil(len(scores) / size))])
    return [CaseScore(f"c{number:05d}", order[number // size], score) for number, score in enumerate(scores)]


def decided(
    candidate: Column,
    baseline: Column | None = None,
    *,
    terms: GateTerms | None = None,
    size: int = 1,
    planned: int | None = None,
    complete: bool = True,
) -> tuple[GateDecision, TaskDecision]:
    """Decide a gate with one task; the plan has as many cases as the longer of the two columns."""
    cases = planned if planned is not None else max(len(candidate), len(baseline or ()))
    every = results([1.0] * cases, size)
    place = {each.case: each.cluster for each in every}
    plan: dict[str, int] = {}
    for cluster in place.values():
        plan[cluster] = plan.get(cluster, 0) + 1

    def placed(scores: Column) -> list[CaseScore]:
        return [replace(each, score=score) for each, score in zip(every, scores, strict=False)]

    found = decide(
        terms or gate(),
        {"extract": placed(candidate)},
        None if baseline is None else {"extract": placed(baseline)},
        {"extract": plan},
        complete=complete,
        seed=SEED,
    )
    return found, found.tasks[0]


def right(count: int, of: int) -> list[float]:
    """Scores of cases of which `count` are right and the others are spread evenly."""
    wrong = of - count
    return [float((case + 1) * wrong // of == case * wrong // of) for case in range(of)]


# Verdicts of one task


def test_version_as_good_as_production_passes() -> None:
    scores = right(460, 500)
    found, task = decided(scores, scores)
    assert found.verdict is task.verdict is PASSED
    assert not found.holds
    assert found.reason == (
        "extract: 0.920 (at least 0.897) reaches 0.85; "
        "equal to production (at worst 0.007 below) is within 0.02"
    )
    figures = task.figures
    assert (figures.value, figures.threshold, figures.difference, figures.margin) == (0.92, 0.85, 0, 0.02)
    assert (figures.cases, figures.cases_needed, task.coverage) == (500, None, 1)
    assert figures.lower is not None
    assert figures.lower == round(figures.lower, 9)


def test_version_that_breaks_cases_fails_with_the_worst_first() -> None:
    baseline = [1.0] * 480 + [0.0] * 20
    candidate = [0.0] * 20 + [0.5] * 20 + baseline[40:499] + [1.0]
    found, task = decided(candidate, baseline)
    assert found.verdict is FAILED
    assert found.reason == (
        "extract: 0.902 (at least 0.880) reaches 0.85; 0.058 below production (at best 0.042) is beyond 0.02"
    )
    assert task.worsened[0] == Flip("c00000", -1.0)
    assert [flip.change for flip in task.worsened] == [-1.0] * 20 + [-0.5] * 20
    assert [flip.case for flip in task.worsened] == [f"c{case:05d}" for case in range(40)]
    assert task.improved == (Flip("c00499", 1.0),)


def test_version_below_the_threshold_fails_although_it_improves() -> None:
    found, _ = decided([1.0] * 380 + [0.0] * 120, [1.0] * 340 + [0.0] * 160)
    assert found.verdict is FAILED
    assert found.reason == (
        "extract: 0.760 (at most 0.791) is below 0.85; 0.080 above production (at least 0.060)"
    )


def test_too_few_cases_are_inconclusive_and_say_how_many_decide() -> None:
    scores = right(92, 100)
    found, task = decided(scores, scores)
    assert found.verdict is INCONCLUSIVE
    assert found.reason == (
        "extract: 0.920 (at least 0.860) reaches 0.85; equal to production (at worst 0.034 below) "
        "may not be within 0.02; about 173 cases would decide"
    )
    assert task.figures.cases_needed == 173
    longer = right(160, 173)
    assert decided(longer, longer)[0].verdict is PASSED


def test_mean_on_its_threshold_is_decided_by_no_number_of_cases() -> None:
    found, task = decided(right(85, 100))
    assert found.verdict is INCONCLUSIVE
    assert task.figures.cases_needed == CASES_MAX
    assert "no number of cases decides" in found.reason


def test_version_without_baseline_passes_by_its_threshold_alone() -> None:
    found, task = decided(right(460, 500))
    assert found.verdict is PASSED
    assert found.reason == (
        "extract: 0.920 (at least 0.897) reaches 0.85; not compared: production has no scores"
    )
    assert (task.figures.difference, task.figures.margin, task.difference_lower) == (None, None, None)


def test_gate_that_only_compares_is_inconclusive_without_a_baseline() -> None:
    terms = gate(TaskTerms(task="extract", threshold=None))
    found, _ = decided(right(500, 500), terms=terms)
    assert (found.verdict, found.reason) == (
        INCONCLUSIVE,
        "extract: not compared: production has no scores",
    )


def test_task_that_is_new_is_not_compared() -> None:
    scores = results(right(500, 500))
    plan = {each.cluster: 1 for each in scores}
    found = decide(
        gate(), {"extract": scores}, {"another": scores}, {"extract": plan}, complete=True, seed=SEED
    )
    assert found.verdict is PASSED
    assert found.tasks[0].figures.margin is None


def test_rare_regressions_do_not_pass_by_an_interval_that_is_too_short() -> None:
    """22 of 1,500 cases got worse: Student's lower bound is -0.0198, the exact one -0.0209."""
    baseline = [1.0] * 1_500
    candidate = [0.0] * 22 + [1.0] * 1_478
    student = lower_bound(paired_difference(candidate, baseline).estimate)
    found, task = decided(candidate, baseline)
    assert student > -0.02
    assert found.verdict is INCONCLUSIVE
    assert task.difference_lower is not None
    assert task.difference_lower < -0.02 < student


@pytest.mark.parametrize("size", [1, 5])
def test_few_cases_that_changed_are_bounded_for_any_distribution(size: int) -> None:
    """No change in 100 cases leaves room for a loss of 0.034, of 20 clusters for more."""
    found, task = decided([1.0] * 100, [1.0] * 100, size=size)
    assert found.verdict is INCONCLUSIVE
    assert task.difference_lower is not None
    assert task.difference_lower < -0.03


# What could not be scored


def test_cases_without_a_score_are_neither_zero_nor_out_of_the_coverage() -> None:
    found, task = decided([0.8, None, 0.6], planned=3)
    assert (task.figures.value, task.figures.cases, task.coverage) == (0.7, 2, round(2 / 3, 9))
    assert found.verdict is INCONCLUSIVE
    assert "2 of 3 cases could be scored, fewer than the 3 required" in found.reason


@pytest.mark.parametrize("unscored", [None, math.nan, math.inf, -math.inf])
def test_low_coverage_never_passes_however_good_the_rest(unscored: float | None) -> None:
    found, task = decided([unscored] * 26 + [1.0] * 474, [1.0] * 500)
    again, _ = decided([None] * 26 + [1.0] * 474, [1.0] * 500)
    assert found == again
    assert found.verdict is INCONCLUSIVE
    assert (task.coverage, task.figures.cases, task.figures.cases_needed) == (0.948, 474, None)
    assert decided([None] * 25 + [1.0] * 475, [1.0] * 500)[0].verdict is PASSED


def test_low_coverage_never_fails_however_bad_the_rest() -> None:
    assert decided([None] * 100 + [0.0] * 400, [1.0] * 500)[0].verdict is INCONCLUSIVE


def test_results_that_never_came_count_as_unscored() -> None:
    assert decided([1.0] * 400, planned=500)[1].coverage == 0.8


@pytest.mark.parametrize(
    ("candidate", "planned", "reason"),
    [
        ([], 0, "extract: not measured: there are no cases"),
        ([], 5, "extract: not measured: none of 5 cases could be scored"),
        ([None, math.nan], 2, "extract: not measured: none of 2 cases could be scored"),
    ],
)
def test_task_without_any_score_fails(candidate: Column, planned: int, reason: str) -> None:
    found, task = decided(candidate, planned=planned)
    assert (found.verdict, found.reason) == (FAILED, reason)
    assert (task.figures.cases, task.figures.lower) == (0, None)


def test_gate_without_tasks_fails() -> None:
    found = decide(GateTerms(gate="quality", tasks=()), {}, None, {}, complete=True, seed=SEED)
    assert (found.verdict, found.reason) == (FAILED, "the gate has no tasks")


def test_baseline_with_other_cases_lowers_the_coverage_of_the_comparison() -> None:
    found, task = decided([1.0] * 500, [1.0] * 300, planned=500)
    assert found.verdict is INCONCLUSIVE
    assert found.reason.endswith("production has scores for 300 of 500 cases, fewer than the 475 required")
    assert task.coverage == 1
    more = decided([1.0] * 500, [1.0] * 500)
    extra = [*results([1.0] * 500), CaseScore("removed since", "removed since", 0.0)]
    plan = {each.cluster: 1 for each in results([1.0] * 500)}
    again = decide(
        gate(),
        {"extract": results([1.0] * 500)},
        {"extract": extra},
        {"extract": plan},
        complete=True,
        seed=SEED,
    )
    assert again == more[0]


@pytest.mark.parametrize(
    ("score", "verdict"), [(1.0, INCONCLUSIVE), (0.0, INCONCLUSIVE), (0.5, INCONCLUSIVE)]
)
def test_one_case_decides_nothing(score: float, verdict: GateVerdict) -> None:
    found, task = decided([score], [1.0])
    assert found.verdict is verdict
    assert task.figures.cases == 1
    assert task.figures.cases_needed is not None
    assert task.figures.cases_needed > 1


# Runs that stopped early


def test_bounds_are_never_beyond_the_mean_whatever_the_order() -> None:
    """A sequence keeps its tightest bound: 270 right answers first, then 30 wrong, is no random order."""
    _, task = decided([1.0] * 270 + [0.0] * 30, complete=False)
    assert task.figures.lower == task.figures.value == 0.9


def test_stopped_run_has_wider_bounds_and_says_so() -> None:
    scores = right(268, 300)
    whole, _ = decided(scores, scores)
    stopped, task = decided(scores, [*scores, *[1.0] * 200], complete=False)
    assert (whole.verdict, stopped.verdict) == (PASSED, INCONCLUSIVE)
    assert stopped.reason == (
        "extract: 0.893 (at least 0.843) may be below 0.85; equal to production (at worst 0.012 below) "
        "is within 0.02; about 315 cases would decide; stopped early after 300 of 500 cases"
    )
    assert task.coverage == 1


def test_stopped_run_counts_whole_clusters_before_the_first_gap() -> None:
    """Fast answers from later clusters are no random sample."""
    every = results([1.0] * 40, size=4)
    plan = {each.cluster: 4 for each in every}
    done = [each for place, each in enumerate(every) if place not in (22, 35)]
    found = decide(gate(), {"extract": done}, None, {"extract": plan}, complete=False, seed=SEED)
    assert found.tasks[0].figures.cases == 20
    assert "stopped early after 20 of 40 cases" in found.reason
    assert found.tasks[0].coverage == 1


def test_stopped_run_without_a_whole_cluster_fails() -> None:
    found, _ = decided([1.0] * 3, planned=40, size=4, complete=False)
    assert (found.verdict, found.reason) == (FAILED, "extract: not measured: stopped before any of 40 cases")


# Several tasks


def several(columns: Mapping[str, list[float]], alone: Sequence[str] = ()) -> GateDecision:
    """Decide a gate over these tasks, or over some of them, by the threshold of 0.85."""
    names = alone or list(columns)
    scored = {task: results(column) for task, column in columns.items()}
    terms = gate(*(TaskTerms(task=name, threshold=0.85, margin=None) for name in names))
    plans = {task: {each.cluster: 1 for each in rows} for task, rows in scored.items()}
    return decide(terms, scored, None, plans, complete=True, seed=SEED)


def test_gate_passes_only_if_every_task_does() -> None:
    columns = {"a": right(100, 100), "b": right(95, 100), "c": right(86, 100)}
    assert several(columns, ["a", "b"]).verdict is PASSED
    found = several(columns)
    assert found.verdict is INCONCLUSIVE
    assert [task.verdict for task in found.tasks] == [PASSED, PASSED, INCONCLUSIVE]
    assert found.reason.startswith("c: 0.860 (at least 0.790) may be below 0.85")
    assert "a:" not in found.reason


def test_failure_of_one_task_among_several_takes_stronger_evidence() -> None:
    """78 of 100 right has a p-value of 0.042 at a threshold of 0.85: enough alone, not among two."""
    columns = {"a": right(78, 100), "b": right(100, 100)}
    assert several(columns, ["a"]).verdict is FAILED
    assert several(columns).verdict is INCONCLUSIVE
    assert several({"a": right(70, 100), "b": right(100, 100)}).verdict is FAILED


def test_second_failure_takes_less_evidence_than_the_first() -> None:
    """Holm: after the clear failure of a, b is judged as if alone."""
    found = several({"a": right(60, 100), "b": right(78, 100)})
    assert [task.verdict for task in found.tasks] == [FAILED, FAILED]


def test_sentence_of_many_tasks_names_the_first_few() -> None:
    found = several({name: right(50, 100) for name in "abcde"})
    assert found.reason.count("is below 0.85") == 3
    assert found.reason.endswith("; and 2 more")


# Policy and terms


@pytest.mark.parametrize(
    ("kind", "blocking", "when", "held"),
    [
        (GateKind.GENERAL, True, None, {FAILED}),
        (GateKind.GENERAL, True, WhenInconclusive.BLOCK, {FAILED, INCONCLUSIVE}),
        (GateKind.GENERAL, False, WhenInconclusive.BLOCK, set[GateVerdict]()),
        (GateKind.CREATIVE, True, None, {FAILED}),
        (GateKind.CREATIVE, False, None, set[GateVerdict]()),
        (GateKind.SAFETY, True, None, {FAILED, INCONCLUSIVE}),
        (GateKind.SAFETY, True, WhenInconclusive.ADVISE, {FAILED}),
        (GateKind.SAFETY, False, None, {FAILED, INCONCLUSIVE}),
    ],
)
def test_policy_says_which_verdicts_hold_a_promotion(
    kind: GateKind, blocking: bool, when: WhenInconclusive | None, held: set[GateVerdict]
) -> None:
    terms = gate(kind=kind, blocking=blocking, when_inconclusive=when)
    assert {verdict for verdict in GateVerdict if holds_promotion(terms, verdict)} == held
    undecided, _ = decided(right(85, 100), terms=terms)
    assert (undecided.verdict, undecided.holds) == (INCONCLUSIVE, INCONCLUSIVE in held)
    assert undecided.blocking is bool(held)


@pytest.mark.parametrize(
    ("kind", "threshold", "cases"),
    [(GateKind.GENERAL, 0.85, 19), (GateKind.SAFETY, 0.95, 59), (GateKind.CREATIVE, 0.75, 11)],
)
def test_gate_with_too_few_cases_is_refused_with_the_number_needed(
    kind: GateKind, threshold: float, cases: int
) -> None:
    terms = gate(TaskTerms(task="extract", threshold=kind.threshold), kind=kind)
    enough = {f"k{case}": 1 for case in range(cases)}
    assert violations(terms, {"extract": enough}) == ()
    [wrong] = violations(terms, {"extract": {f"k{case}": 1 for case in range(cases - 1)}})
    assert (wrong.field, wrong.value) == ("tasks[extract].cases", str(cases - 1))
    assert wrong.allowed == f"{cases} or more for a threshold of {threshold:g}"
    assert decided(right(cases, cases), terms=terms)[0].verdict is PASSED


def test_gate_with_too_few_clusters_is_refused_with_the_number_needed() -> None:
    terms = gate(TaskTerms(task="extract", threshold=0.95))
    [wrong] = violations(terms, {"extract": {f"k{each}": 10 for each in range(65)}})
    assert (wrong.field, wrong.value) == ("tasks[extract].clusters", "65")
    assert wrong.allowed == "66 or more of equal size for a threshold of 0.95"
    assert violations(terms, {"extract": {f"k{each}": 10 for each in range(66)}}) == ()
    assert decided([1.0] * 660, terms=terms, size=10)[0].verdict is PASSED


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        (gate(alpha=0.0), "alpha"),
        (gate(alpha=math.nan), "alpha"),
        (gate(coverage_min=0.0), "coverage_min"),
        (gate(coverage_min=1.1), "coverage_min"),
        (gate(kind=GateKind.SAFETY, blocking=False), "blocking"),
        (GateTerms(gate="quality", tasks=()), "tasks"),
        (gate(TaskTerms(task="extract", threshold=1.0)), "tasks[extract].threshold"),
        (gate(TaskTerms(task="extract", threshold=math.nan)), "tasks[extract].threshold"),
        (gate(TaskTerms(task="extract", threshold=0.85, margin=-0.1)), "tasks[extract].margin"),
        (gate(TaskTerms(task="extract", threshold=0.85, margin=1.0)), "tasks[extract].margin"),
        (gate(TaskTerms(task="extract", threshold=None, margin=None)), "tasks[extract]"),
        (gate(*[TaskTerms(task="extract", threshold=0.85)] * 2), "tasks[extract]"),
        (gate(TaskTerms(task="other", threshold=0.85)), "tasks[other].cases"),
    ],
)
def test_terms_that_make_no_gate_are_refused(terms: GateTerms, field: str) -> None:
    found = violations(terms, {"extract": {f"k{case}": 1 for case in range(100)}})
    assert [wrong.field for wrong in found] == [field]


@pytest.mark.parametrize(
    ("candidate", "baseline", "plan", "message"),
    [
        ([("a", "a", 1.2)], [], {"a": 1}, "candidate's score of case 'a' is 1.2; must be 0 to 1"),
        ([], [("a", "a", -1.0)], {"a": 1}, "baseline's score of case 'a' is -1.0; must be 0 to 1"),
        (
            [("a", "a", 1.0), ("a", "b", 1.0)],
            [],
            {"a": 1, "b": 1},
            "candidate is case 'a' more than once; must be distinct cases",
        ),
        (
            [("a", "b", 1.0)],
            [],
            {"a": 1},
            "candidate's cases in cluster 'b' is 1; must be at most 0, as planned",
        ),
        (
            [("a", "k", 1.0), ("b", "k", 1.0)],
            [],
            {"k": 1},
            "candidate's cases in cluster 'k' is 2; must be at most 1, as planned",
        ),
        ([("a", "k", 1.0)], [("a", "m", 1.0)], {"k": 1}, "baseline's cluster of case 'a' is m; must be k"),
        ([], [], {"k": 0}, "planned['k'] is 0; must be 1 or more"),
    ],
)
def test_results_that_contradict_the_plan_are_errors(
    candidate: list[tuple[str, str, float]],
    baseline: list[tuple[str, str, float]],
    plan: dict[str, int],
    message: str,
) -> None:
    with pytest.raises(ValueError) as error:
        decide(
            gate(),
            {"extract": [CaseScore(*each) for each in candidate]},
            {"extract": [CaseScore(*each) for each in baseline]},
            {"extract": plan},
            complete=True,
            seed=SEED,
        )
    assert str(error.value) == message


def test_figures_show_as_many_decimals_as_tell_them_from_the_limit() -> None:
    assert wording.format_figure(0.84996, 0.85) == "0.84996"
    assert wording.format_figure(0.85, 0.85) == "0.850"
    assert wording.format_figure(0.9, 0.85) == "0.900"
    assert wording.format_figure(0.8499999996, 0.85) == "0.850000000"


# Recorded answers of GSM8K


@cache
def gsm8k() -> dict[str, list[float]]:
    """Read whether each model got each problem right, 1 or 0."""
    with GSM8K.open(newline="") as file:
        rows = list(csv.DictReader(file))
    return {model: [float(row[model]) for row in rows] for model in rows[0]}


@pytest.mark.parametrize(
    ("baseline", "candidate", "verdict", "difference", "flips"),
    [
        ("6b_finetuning", "6b_verification", PASSED, 0.1736, (293, 64)),
        ("175b_finetuning", "175b_verification", PASSED, 0.2153, (360, 76)),
        ("6b_verification", "175b_finetuning", FAILED, -0.0432, (152, 209)),
        ("175b_verification", "6b_verification", FAILED, -0.1721, None),
        ("6b_verification", "6b_verification", PASSED, 0.0, (0, 0)),
    ],
)
def test_recorded_models_get_the_verdict_of_their_paired_difference(
    baseline: str, candidate: str, verdict: GateVerdict, difference: float, flips: tuple[int, int] | None
) -> None:
    terms = gate(TaskTerms(task="extract", threshold=None))
    new, old = gsm8k()[candidate], gsm8k()[baseline]
    found, task = decided(new, old, terms=terms)
    assert found.verdict is verdict
    assert task.figures.difference is not None
    assert round(task.figures.difference, 4) == difference
    assert flips is None or (len(task.improved), len(task.worsened)) == flips
    if flips and sum(flips):
        pair = paired_difference(new, old)
        assert task.figures.detectable == pytest.approx(
            detectable_effect(pair.standard_deviation, len(new)), rel=0.01
        )


def test_recorded_difference_of_43_points_in_1000_takes_more_than_500_cases() -> None:
    """The first 500 problems do not tell what all 1,319 do."""
    terms = gate(TaskTerms(task="extract", threshold=None))
    data = gsm8k()
    found, task = decided(data["175b_finetuning"][:300], data["6b_verification"][:300], terms=terms)
    assert found.verdict is INCONCLUSIVE
    assert task.figures.cases_needed is not None
    assert 300 < task.figures.cases_needed < CASES_MAX


# Laws

SCORE = st.one_of(st.none(), st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), st.just(1.0))
ROWS = st.lists(st.tuples(SCORE, SCORE, st.integers(0, 12)), min_size=1, max_size=60)


def tabled(rows: Sequence[tuple[float | None, float | None, int]]) -> tuple[Any, Any, Any]:
    """Candidate, baseline and plan of rows of two scores and a cluster."""
    plan: dict[str, int] = {}
    for *_, cluster in rows:
        plan[f"k{cluster}"] = plan.get(f"k{cluster}", 0) + 1
    new = [CaseScore(f"c{number}", f"k{row[2]}", row[0]) for number, row in enumerate(rows)]
    old = [CaseScore(f"c{number}", f"k{row[2]}", row[1]) for number, row in enumerate(rows)]
    return {"extract": new}, {"extract": old}, {"extract": plan}


@given(ROWS, st.randoms(use_true_random=False), st.booleans())
@examples(80)
def test_order_of_results_changes_nothing(
    rows: list[tuple[float | None, float | None, int]], shuffler: Any, complete: bool
) -> None:
    candidate, baseline, planned = tabled(rows)
    terms = gate(TaskTerms(task="extract", threshold=0.5, margin=0.2), coverage_min=0.5)
    found = decide(terms, candidate, baseline, planned, complete=complete, seed=SEED)
    for scores in (candidate["extract"], baseline["extract"]):
        shuffler.shuffle(scores)
    shuffled = list(planned["extract"].items())
    shuffler.shuffle(shuffled)
    again = decide(terms, candidate, baseline, {"extract": dict(shuffled)}, complete=complete, seed=SEED)
    assert again == found


@given(ROWS, st.integers(1, 8), st.integers(0, 12))
@examples(60)
def test_wrong_cases_never_turn_a_failure_into_a_pass(
    rows: list[tuple[float | None, float | None, int]], wrong: int, cluster: int
) -> None:
    terms = gate(TaskTerms(task="extract", threshold=0.3, margin=0.3), coverage_min=0.5)
    before = decide(terms, *tabled(rows), complete=True, seed=SEED)
    after = decide(terms, *tabled([*rows, *[(0.0, 1.0, cluster)] * wrong]), complete=True, seed=SEED)
    assert before.verdict is not FAILED or after.verdict is not PASSED


@given(ROWS, st.floats(0.1, 0.6), st.floats(0, 0.3), st.floats(0.01, 0.3))
@examples(60)
def test_stricter_terms_never_turn_a_verdict_into_a_pass(
    rows: list[tuple[float | None, float | None, int]], threshold: float, margin: float, stricter: float
) -> None:
    scores = tabled(rows)

    def verdict(threshold: float, margin: float, coverage_min: float) -> GateVerdict:
        task = TaskTerms(task="extract", threshold=threshold, margin=margin)
        return decide(gate(task, coverage_min=coverage_min), *scores, complete=True, seed=SEED).verdict

    if verdict(threshold, margin + stricter, 0.5) is not PASSED:
        assert verdict(threshold, margin, 0.5) is not PASSED
    if verdict(threshold, margin, 0.5) is not PASSED:
        assert verdict(threshold + stricter, margin, 0.5) is not PASSED
        assert verdict(threshold, margin, 0.9) is not PASSED


@given(ROWS)
@examples(60)
def test_figures_are_those_of_the_cases_that_have_scores(
    rows: list[tuple[float | None, float | None, int]],
) -> None:
    found = decide(gate(coverage_min=0.5), *tabled(rows), complete=True, seed=SEED).tasks[0]
    scored = [new for new, *_ in rows if new is not None]
    both = [(new, old) for new, old, _ in rows if new is not None and old is not None]
    figures = found.figures
    assert figures.cases == len(scored)
    assert found.coverage == round(len(scored) / len(rows), 9)
    assert figures.value == pytest.approx(sum(scored) / len(scored) if scored else 0.0, abs=1e-9)
    assert len(found.worsened) == sum(new < old for new, old in both)
    assert len(found.improved) == sum(new > old for new, old in both)
    if both:
        assert figures.difference == pytest.approx(sum(new - old for new, old in both) / len(both), abs=1e-9)
        assert figures.difference is not None
        assert found.difference_lower is not None
        assert -1 <= found.difference_lower <= figures.difference
    if scored:
        assert figures.lower is not None
        assert 0 <= figures.lower <= figures.value


@given(st.floats(0.05, 0.98), st.integers(1, 4))
@examples(30)
def test_refused_gates_are_exactly_those_that_perfect_runs_do_not_pass(threshold: float, size: int) -> None:
    terms = gate(TaskTerms(task="extract", threshold=threshold, margin=None))
    for clusters in (1, 5, 20, 60, 130):
        plan = {f"k{each}": size for each in range(clusters)}
        perfect, _ = decided([1.0] * (clusters * size), terms=terms, size=size)
        assert (violations(terms, {"extract": plan}) == ()) is (perfect.verdict is PASSED)
