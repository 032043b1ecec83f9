"""Subsets of a golden set: who asks held-out cases, and what a change of live cases leaves alone."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from muster.eval.core import comparisons
from muster.eval.core.configs.documents import GoldenText, canonical, cases_of, parse_cases, parse_config
from muster.eval.core.decisions import DECIDER
from muster.eval.core.proposals import similar, with_case
from muster.eval.core.runs.orders import Result, read_order, result_bytes
from muster.events.eval_commands import ActivateEvalConfig, ActivateGoldenSet, GoldenTask, StartEval
from muster.events.eval_events import EvalStarted, GateDecided, GateVerdict, GoldenSetActivated
from muster.events.eval_results import CaseScore, CasesScored, Subset
from muster.events.registry_events import CommitMade, StoredBytes, VersionPromoted
from muster.events.shared.command_answers import CommandRejected
from muster.events.shared.work_orders import WorkerReported, WorkOrdered, WorkReported
from muster.jobs import InvalidDocument
from muster.testkit.cores.deciding import Decisions, given

REPOSITORY, VERSIONS = "repo-k3m5q7aa", ("1f" * 20, "2e" * 20, "3d" * 20)
BY_ANN: dict[str, Any] = {"tenant": "acme", "requested_by": "ann"}
MARKER = "zanzibar"
KEYED = "4e" * 32


def lines(locked: int = 100, live: int = 0, held_out: int = 0, **changed: Any) -> bytes:
    """A golden set."""
    subsets = ["locked"] * locked + ["live"] * live + ["held_out"] * held_out
    cases = [
        {
            "id": f"c{n:03d}",
            "task": "extract",
            "prompt": f"{n}?",
            "expected": "1",
            "subset": subset,
            **changed,
        }
        for n, subset in enumerate(subsets)
    ]
    return "\n".join(map(json.dumps, cases)).encode()


def golden(**parts: Any) -> GoldenText:
    """The same as it is stored, its held-out cases sealed."""
    read = parse_cases(lines(**parts))
    return read.sealed(KEYED, read.held_out_tasks) if read.held_out_lines else read


def activate(text: GoldenText) -> ActivateGoldenSet:
    return ActivateGoldenSet(
        name="invoices",
        digest=text.digest,
        tasks=text.tasks,
        source="",
        comparable=text.comparable,
        held_out=text.held_out,
        held_out_tasks=text.held_out_tasks,
        **BY_ANN,
    )


def configured(text: GoldenText, *, blocking: bool = True) -> Decisions:
    """A golden set and a config in force, three versions, and a worker."""
    config = {
        "golden_set": "invoices",
        "endpoint": {"model": "m", "url": "http://127.0.0.1:8000/v1"},
        "tasks": {"extract": {"checks": [{"kind": "exact"}], "margin": 0.2}},
        "gate": {"blocking": blocking},
    }
    document = canonical(parse_config(config))
    known = given(DECIDER).when(*map(made, VERSIONS)).when(activate(text))
    known.when(ActivateEvalConfig(name="release", document=document, **BY_ANN))
    return known.when(WorkerReported(worker_id="w", incarnation=1, slots=4))


def made(commit: str) -> CommitMade:
    return CommitMade(
        repository=REPOSITORY,
        branch="main",
        commit=commit,
        parent="",
        request_digest="",
        title="",
        description="",
        root="0" * 64,
        files=(),
        deleted=(),
        objects=(),
        card=None,
        at_ms=0,
        tenant="acme",
        requested_by="acme/ann",
        stored=StoredBytes(unique_bytes=0, reserved_bytes=0),
    )


def promoted(commit: str) -> VersionPromoted:
    return VersionPromoted(
        repository=REPOSITORY,
        commit=commit,
        pointer="production",
        former="",
        reason="",
        gates=("release",),
        overridden=False,
        refusal="",
        full_name="acme/extract",
        tenant="acme",
        requested_by="acme/ann",
    )


def started(known: Decisions, run: str, commit: str = VERSIONS[0]) -> EvalStarted:
    known.when(StartEval(run=run, repository=REPOSITORY, commit=commit, config="release", **BY_ANN))
    [fact] = [each for each in known.decided if isinstance(each, EvalStarted)]
    return fact


def ended(known: Decisions, run: str, subsets: list[Subset], *, first_wrong: int = 0) -> GateDecided:
    """Have all cases of a run scored."""
    results = tuple(
        CaseScore(
            case=f"c{n:03d}",
            task="extract",
            cluster=f"case:c{n:03d}",
            score=float(n >= first_wrong),
            subset=subset,
        )
        for n, subset in enumerate(subsets)
    )
    known.when(CasesScored(run=run, batch=0, results=results, tenant="acme"))
    known.when(
        WorkReported(
            work_id=run,
            attempt=1,
            worker_id="w",
            incarnation=1,
            died=False,
            result=result_bytes(Result(batches=1)),
            reason="",
        )
    )
    [gate] = [each for each in known.decided if isinstance(each, GateDecided)]
    return gate


def test_the_stored_lines_of_a_set_have_no_held_out_case() -> None:
    whole = golden(locked=3, live=2, held_out=4)
    assert [case.subset for case in cases_of(whole.lines)] == ["locked"] * 3 + ["live"] * 2
    assert (whole.held_out, whole.held_out_lines) == (KEYED, b"")
    assert whole.held_out_tasks == (GoldenTask(task="extract", cases=4, clusters=4, largest=1),)
    assert parse_cases(lines(locked=1, subset="locked")).digest == golden(locked=1).digest


def test_a_set_without_subsets_is_stored_as_before() -> None:
    plain = b'{"expected":["1"],"id":"a","prompt":"?","task":"t"}\n'
    read = parse_cases(plain)
    assert (read.lines, read.comparable) == (plain, "")
    assert parse_cases(plain.replace(b'"task"', b'"subset":"locked","task"')).lines == plain


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": MARKER * 40},
        {"task": f"{MARKER} {MARKER}"},
        {"prompt": None, "expected": [MARKER]},
        {"sources": {MARKER: 3}},
        {"checks": [{"kind": "pattern", "pattern": f"({MARKER}"}]},
        {"checks": [{"kind": MARKER}]},
        {"kind": "safety", "expected": MARKER, "labels": ["x", "y"]},
        {"kind": "extraction", "expected": f"{{{MARKER}"},
        {MARKER: MARKER},
        {"provenance": {"origin": MARKER}},
        {"metadata": MARKER},
    ],
)
def test_an_error_about_a_held_out_case_shows_nothing_of_it(wrong: dict[str, Any]) -> None:
    case = {"id": "x", "task": "t", "prompt": MARKER, "subset": "held_out", **wrong}
    with pytest.raises(InvalidDocument) as raised:
        parse_cases(json.dumps(case).encode())
    assert MARKER not in str(raised.value)
    assert MARKER not in repr(raised.value.violations)
    assert raised.value.violations[0].field.startswith("line 1")


def test_a_broken_line_or_a_repeated_id_of_a_held_out_case_is_not_shown() -> None:
    case = {"id": MARKER, "task": "t", "prompt": "?", "subset": "held_out"}
    line = json.dumps(case).encode()
    for text in (line[:-1], line + b"\n" + line):
        with pytest.raises(InvalidDocument) as raised:
            parse_cases(text)
        assert MARKER not in repr(raised.value.violations)


def test_held_out_cases_share_no_cluster_with_others() -> None:
    with pytest.raises(InvalidDocument) as raised:
        parse_cases(lines(locked=1, held_out=1, cluster=MARKER))
    [found] = raised.value.violations
    assert (found.field, found.allowed) == ("line 2.cluster", "a cluster of held-out cases alone")
    assert MARKER not in repr(found)


def test_a_final_gate_asks_held_out_cases_and_its_uses_are_on_record() -> None:
    known = configured(golden(locked=60, held_out=40))
    first = started(known, "ci-1")
    assert (first.cases, first.held_out, first.held_out_cases, first.held_out_use) == (100, KEYED, 40, 1)
    [order] = [each for each in known.decided if isinstance(each, WorkOrdered)]
    assert read_order(order.body).held_out == KEYED
    assert started(known, "ci-2", VERSIONS[1]).held_out_use == 2
    known.when(activate(golden(locked=70, live=1, held_out=40)))
    assert started(known, "ci-3", VERSIONS[2]).held_out_use == 3, "the same cases in another set"
    gate = ended(known, "ci-1", [Subset.LOCKED] * 60 + [Subset.HELD_OUT] * 40)
    assert (gate.verdict, gate.tasks[0].cases, gate.warnings) == (GateVerdict.PASSED, 100, ())


def test_an_advisory_gate_leaves_held_out_cases_out_and_says_so() -> None:
    known = configured(golden(locked=60, held_out=40), blocking=False)
    fact = started(known, "ci-1")
    assert (fact.cases, fact.held_out, fact.held_out_cases, fact.held_out_use) == (60, "", 40, 0)
    [order] = [each for each in known.decided if isinstance(each, WorkOrdered)]
    assert read_order(order.body).held_out == ""
    gate = ended(known, "ci-1", [Subset.LOCKED] * 60)
    assert gate.tasks[0].cases == 60
    assert gate.warnings == ("40 held-out cases were not asked: the gate only advises",)


def test_a_task_of_held_out_cases_alone_is_unknown_to_a_gate_that_advises() -> None:
    text = golden(locked=0, held_out=60)
    assert text.tasks == ()
    assert started(configured(text), "ci-1").cases == 60
    known = configured(text, blocking=False)
    known.when(StartEval(run="ci-1", repository=REPOSITORY, commit=VERSIONS[0], config="release", **BY_ANN))
    [answer] = known.decided
    assert isinstance(answer, CommandRejected)


def test_versions_are_compared_across_sets_that_differ_in_live_cases_alone() -> None:
    known = configured(golden(locked=100, live=10))
    before = started(known, "ci-1")
    ended(known, "ci-1", [Subset.LOCKED] * 100 + [Subset.LIVE] * 10)
    known.when(promoted(VERSIONS[0])).when(activate(golden(locked=100, live=50)))
    after = started(known, "ci-2", VERSIONS[1])
    assert (after.config_digest, after.golden_set != before.golden_set) == (before.config_digest, True)
    assert (after.baseline, after.cases) == (VERSIONS[0], 150)
    gate = ended(known, "ci-2", [Subset.LOCKED] * 100 + [Subset.LIVE] * 50, first_wrong=0)
    assert (gate.verdict, gate.baseline) == (GateVerdict.PASSED, VERSIONS[0])
    assert (gate.tasks[0].cases, gate.tasks[0].difference) == (150, 0.0)
    known.when(activate(golden(locked=101, live=50)))
    assert started(known, "ci-3", VERSIONS[2]).config_digest != before.config_digest


def test_live_cases_count_towards_the_threshold_and_in_no_comparison() -> None:
    known = configured(golden(locked=100, live=100))
    ended(known, started(known, "ci-1").run, [Subset.LIVE] * 100 + [Subset.LOCKED] * 100)
    known.when(promoted(VERSIONS[0]))
    started(known, "ci-2", VERSIONS[1])
    gate = ended(known, "ci-2", [Subset.LIVE] * 100 + [Subset.LOCKED] * 100, first_wrong=50)
    [task] = gate.tasks
    assert (task.value, task.difference, gate.verdict) == (0.75, 0.0, GateVerdict.FAILED)


def test_a_set_of_live_cases_alone_is_compared_with_nothing() -> None:
    known = configured(golden(locked=0, live=100))
    ended(known, started(known, "ci-1").run, [Subset.LIVE] * 100)
    known.when(promoted(VERSIONS[0]))
    gate = ended(known, started(known, "ci-2", VERSIONS[1]).run, [Subset.LIVE] * 100)
    assert (gate.verdict, gate.tasks[0].difference) == (GateVerdict.PASSED, None)


def test_two_evaluations_are_compared_if_only_live_cases_of_their_sets_differ() -> None:
    one = comparisons.Evaluation(
        run="ci-1",
        state="completed",
        config_digest="c0",
        golden_set="0a",
        judge_hash="",
        counted={},
        plan=(),
        comparable="0c",
    )
    other = replace(one, run="ci-2", golden_set="0b")
    assert comparisons.violation(other, one) is None
    [warning] = comparisons.warnings(other, one)
    assert warning == "live cases of the golden sets differ; live cases are not compared"
    assert comparisons.violation(replace(other, config_digest="c1", comparable="0d"), one) is not None


def test_a_set_grows_by_live_cases_alone_and_keeps_its_held_out_ones() -> None:
    whole = golden(locked=3, held_out=2)
    case = json.dumps({"id": "new", "task": "extract", "prompt": "0?", "expected": "1"}).encode()
    grown = with_case(whole.lines, case)
    assert [each.subset for each in cases_of(grown.lines)] == ["locked"] * 3 + ["live"]
    assert (grown.held_out, grown.held_out_tasks) == (KEYED, whole.held_out_tasks)
    assert grown.comparable == whole.digest
    assert [each for each, _ in similar(whole.lines, case)] == ["c000"]


def test_a_set_without_the_digest_of_its_held_out_cases_is_rejected() -> None:
    known = configured(golden())
    known.when(replace(activate(golden(locked=2, held_out=2)), held_out=""))
    [answer] = known.decided
    assert isinstance(answer, CommandRejected)
    known.when(activate(golden(locked=2, held_out=2)))
    assert isinstance(known.decided[0], GoldenSetActivated)
