"""An evaluation from its start to its verdict."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from muster.eval.core.configs.documents import canonical, cases_of, parse_cases, parse_config
from muster.eval.core.decisions import DECIDER
from muster.eval.core.runs.orders import Result, batches, read_order, result_bytes
from muster.eval.core.state import BATCHES, SCORED
from muster.events.eval_commands import ActivateEvalConfig, ActivateGoldenSet, GoldenTask, StartEval, StopEval
from muster.events.eval_events import (
    EvalConfigActivated,
    EvalEnded,
    EvalOutcome,
    EvalStarted,
    EvalStopped,
    GateDecided,
    GateVerdict,
    GoldenSetActivated,
    ScoresMeasured,
    StatusChanged,
    StatusState,
)
from muster.events.eval_results import CaseScore, CasesScored
from muster.events.eval_work import BatchCounted, ResultsAwaited
from muster.events.registry_events import CommitMade, CommitReleased, StoredBytes, VersionPromoted
from muster.events.shared.command_answers import CommandRejected, CommandRepeated, RejectionCode
from muster.events.shared.work_orders import WorkerReported, WorkOrdered, WorkReported
from muster.jobs.documents.refusal import InvalidDocument
from muster.testkit.cores.deciding import Decisions, given

REPOSITORY, COMMIT, PRODUCTION = "repo-k3m5q7aa", "1f" * 20, "2e" * 20
N = 200
BY_ANN: dict[str, Any] = {"tenant": "acme", "requested_by": "ann"}


def made(commit: str) -> CommitMade:
    """A commit of the repository."""
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


def golden(n: int = N) -> bytes:
    """A golden set of `n` independent cases."""
    cases = [{"id": f"c{i:03d}", "task": "extract", "prompt": f"{i}?", "expected": str(i)} for i in range(n)]
    return "\n".join(json.dumps(case) for case in cases).encode()


def config(**changed: Any) -> str:
    """A config over that set."""
    data = {
        "golden_set": "invoices",
        "endpoint": {"model": "m", "url": "http://127.0.0.1:8000/v1"},
        "tasks": {"extract": {"checks": [{"kind": "exact"}]}},
        **changed,
    }
    return canonical(parse_config(data))


def activated(n: int = N, document: str | None = None) -> Decisions:
    """A golden set and a config in force, and two versions."""
    text = parse_cases(golden(n))
    known = given(DECIDER).when(made(COMMIT), made(PRODUCTION))
    return known.when(
        ActivateGoldenSet(name="invoices", digest=text.digest, tasks=text.tasks, source="", **BY_ANN)
    ).when(ActivateEvalConfig(name="release", document=document or config(), **BY_ANN))


def start(run: str = "ci-1", commit: str = COMMIT, **changed: Any) -> StartEval:
    """A command to evaluate a version."""
    command = StartEval(run=run, repository=REPOSITORY, commit=commit, config="release", **BY_ANN)
    return replace(command, **changed)


def test_a_run_without_a_url_is_rejected_with_both_places_for_one() -> None:
    rejected = activated(document=config(endpoint={"model": "m"})).when(start()).decided[0]
    assert isinstance(rejected, CommandRejected)
    assert rejected.message == (
        "url is missing; must be http:// or https:// and a host, in the request (`--url`) or the config"
        " (`endpoint.url`)"
    )


def scored(run: str, *, right: int, n: int = N, unscored: int = 0) -> list[CasesScored]:
    """Results of a run whose first `right` cases are right."""
    order = batches(run, cases_of(parse_cases(golden(n)).lines), parse_config(json.loads(config())))

    def result(case: str) -> CaseScore:
        number = int(case[1:])
        if number >= n - unscored:
            return CaseScore(case=case, task="extract", cluster=f"case:{case}", score=None, code="TIMEOUT")
        return CaseScore(case=case, task="extract", cluster=f"case:{case}", score=float(number < right))

    return [
        CasesScored(run=run, batch=place, results=tuple(result(each.id) for each in batch), tenant="acme")
        for place, batch in enumerate(order)
    ]


def ended(run: str, batches_sent: int, *, attempt: int = 1, code: str = "", reason: str = "") -> WorkReported:
    """A worker's report that its part is over."""
    return WorkReported(
        work_id=run,
        attempt=attempt,
        worker_id="w",
        incarnation=1,
        died=False,
        result=result_bytes(Result(batches=batches_sent, code=code, reason=reason)),
        reason="",
    )


def finished(decisions: Decisions, run: str = "ci-1", commit: str = COMMIT, **how: Any) -> Decisions:
    """The same after one evaluation."""
    results = scored(run, **how)
    return decisions.when(start(run, commit)).when(*results).when(ended(run, len(results)))


def with_worker(decisions: Decisions) -> Decisions:
    """The same with a worker that has places for several runs."""
    return decisions.when(WorkerReported(worker_id="w", incarnation=1, slots=4))


def of(decisions: Decisions, kind: type[Any]) -> list[Any]:
    """The facts of one kind in the last batch, in their order."""
    return [fact for fact in decisions.decided if isinstance(fact, kind)]


def test_a_run_is_ordered_scored_and_decided() -> None:
    decisions = with_worker(activated()).when(start())
    [started], [order] = of(decisions, EvalStarted), of(decisions, WorkOrdered)
    assert (started.cases, started.baseline, started.gates) == (N, "", ("release",))
    assert read_order(order.body).url == "http://127.0.0.1:8000/v1"
    results = scored("ci-1", right=196)
    decisions = decisions.when(*results).when(ended("ci-1", len(results)))
    [gate], [scores], [ended_] = (of(decisions, kind) for kind in (GateDecided, ScoresMeasured, EvalEnded))
    assert gate.verdict is GateVerdict.PASSED
    assert [(each.metric, each.value, each.cases) for each in scores.scores] == [
        ("score", 0.98, N),
        ("coverage", 1.0, N),
    ]
    assert (ended_.outcome, ended_.cases_done, ended_.code) == (EvalOutcome.COMPLETED, N, "")


@pytest.mark.parametrize(("blocking", "advisory"), [(True, ()), (False, ("release",))])
def test_a_run_announces_whether_its_gate_only_advises(blocking: bool, advisory: tuple[str, ...]) -> None:
    [started] = of(activated(document=config(gate={"blocking": blocking})).when(start()), EvalStarted)
    assert (started.gates, started.advisory) == (("release",), advisory)


def test_the_end_of_work_may_be_read_before_the_last_batch() -> None:
    *first, last = scored("ci-1", right=196)
    decisions = with_worker(activated()).when(start()).when(*first).when(ended("ci-1", len(first) + 1))
    assert isinstance(decisions.decided[-1], ResultsAwaited)
    decisions = decisions.when(last)
    kinds = [type(each).__name__ for each in decisions.decided]
    assert kinds == ["BatchCounted", "ScoresMeasured", "GateDecided", "EvalEnded"]


def test_a_batch_that_is_sent_again_counts_once() -> None:
    results = scored("ci-1", right=196)
    decisions = with_worker(activated()).when(start()).when(*results)
    assert len(of(decisions, BatchCounted)) == len(results)
    again = [f"again-{place}" for place in range(len(results))]
    assert decisions.when(*results, event_ids=again).decided == []


def test_results_of_an_unknown_run_lead_to_nothing() -> None:
    assert activated().when(*scored("other", right=10)).decided == []


def test_a_version_below_the_threshold_fails() -> None:
    [gate] = of(finished(with_worker(activated()), right=120), GateDecided)
    assert (gate.verdict, gate.blocking) == (GateVerdict.FAILED, True)
    assert gate.reason.startswith("extract: 0.6")


def test_a_version_is_compared_with_the_one_in_production() -> None:
    decisions = finished(with_worker(activated()), "prod-1", PRODUCTION, right=196)
    promoted = VersionPromoted(
        repository=REPOSITORY,
        commit=PRODUCTION,
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
    decisions = finished(decisions.when(promoted), right=176)
    worse = of(decisions, GateDecided)[-1]
    assert (worse.baseline, worse.verdict) == (PRODUCTION, GateVerdict.FAILED)
    assert worse.tasks[0].difference == -0.1


def test_a_case_without_a_score_lowers_the_coverage_and_not_the_score() -> None:
    decisions = finished(with_worker(activated()), right=180, unscored=20)
    [gate], [scores], [ended_] = (of(decisions, kind) for kind in (GateDecided, ScoresMeasured, EvalEnded))
    assert gate.verdict is GateVerdict.INCONCLUSIVE
    assert [(each.metric, each.value) for each in scores.scores] == [("score", 1.0), ("coverage", 0.9)]
    assert ended_.cases_done == 180


def test_the_state_keeps_results_of_the_last_run_of_a_version_and_of_no_deleted_one() -> None:
    decisions = finished(with_worker(activated()), "first", right=196)
    decisions = finished(decisions, "second", right=190)
    assert {key.partition("/")[0] for key, _ in decisions.state.scan(BATCHES)} == {"second"}
    released = CommitReleased(
        repository=REPOSITORY,
        commit=COMMIT,
        objects=(),
        ended=True,
        tenant="acme",
        stored=StoredBytes(unique_bytes=0, reserved_bytes=0),
    )
    decisions = decisions.when(released)
    assert list(decisions.state.scan(BATCHES)) == list(decisions.state.scan(SCORED)) == []


def test_an_endpoint_that_failed_for_good_gives_no_verdict() -> None:
    decisions = with_worker(activated()).when(start())
    decisions = decisions.when(ended("ci-1", 0, code="QUOTA_GONE", reason="the quota is used up"))
    [ended_] = of(decisions, EvalEnded)
    assert ended_.outcome is EvalOutcome.FAILED
    assert (ended_.code, ended_.reason) == ("QUOTA_GONE", "the quota is used up")
    assert of(decisions, GateDecided) == []


Results = tuple[CaseScore, ...]


def without_one(results: Results) -> Results:
    return results[1:]


def with_one_twice(results: Results) -> Results:
    return (results[1], *results[1:])


def with_one_beyond(results: Results) -> Results:
    return (replace(results[0], score=5.0), *results[1:])


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        (without_one, "results is 199; must be 200, one for each case"),
        (with_one_twice, "candidate is case 'c"),
        (with_one_beyond, "candidate's score of case 'c"),
    ],
)
def test_results_that_contradict_each_other_give_no_verdict_and_stop_nothing(
    changed: Callable[[Results], Results], reason: str
) -> None:
    first, *rest = scored("ci-1", right=196)
    batch = replace(first, results=changed(first.results))
    decisions = with_worker(activated()).when(start()).when(batch, *rest).when(ended("ci-1", 8))
    [ended_] = of(decisions, EvalEnded)
    assert (ended_.outcome, ended_.code) == (EvalOutcome.FAILED, "RESULTS_CONTRADICT")
    assert ended_.reason.startswith(reason)
    assert of(decisions, GateDecided) == []


def test_a_report_that_is_no_result_fails_the_run() -> None:
    report = replace(ended("ci-1", 0), result=b"[]")
    [ended_] = of(with_worker(activated()).when(start()).when(report), EvalEnded)
    assert (ended_.code, ended_.reason) == ("RESULT_UNREADABLE", "report is b'[]'; must be a result")


def test_a_run_that_kills_its_workers_fails() -> None:
    decisions = with_worker(activated()).when(start())
    for attempt in (1, 2):
        died = replace(ended("ci-1", 0, attempt=attempt), died=True, result=b"", reason="exit code -9")
        decisions = decisions.when(died)
    [ended_] = of(decisions, EvalEnded)
    assert (ended_.outcome, ended_.code) == (EvalOutcome.FAILED, "WORKERS_DIED")


@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        (start(run="A b"), RejectionCode.INVALID, "run is A b; must be"),
        (start(commit="3d" * 20), RejectionCode.NOT_FOUND, "commit is"),
        (start(tenant="globex"), RejectionCode.NOT_FOUND, "commit is"),
        (
            start(config="nightly"),
            RejectionCode.NOT_FOUND,
            "config is nightly; must be",
        ),
        (start(url="file:///etc"), RejectionCode.INVALID, "url is file:///etc; must be http:// or https://"),
    ],
)
def test_a_run_that_cannot_begin_is_rejected(command: StartEval, code: RejectionCode, message: str) -> None:
    [rejected] = of(activated().when(command), CommandRejected)
    assert (rejected.code, rejected.message.startswith(message)) == (code, True)


def test_the_same_id_again_leads_to_the_same_evaluation() -> None:
    under_way = with_worker(activated()).when(start())
    for decisions in (under_way, finished(with_worker(activated()), right=196)):
        again = decisions.when(start(), event_ids=["again"])
        assert [type(each) for each in again.decided] == [CommandRepeated]


@pytest.mark.parametrize("changed", [{"commit": "2e" * 20}, {"tenant": "globex"}, {"config": "nightly"}])
def test_an_id_is_of_one_version_and_config(changed: dict[str, Any]) -> None:
    decisions = finished(with_worker(activated()), right=196).when(replace(start(), **changed))
    [rejected] = of(decisions, CommandRejected)
    assert rejected.code is RejectionCode.ALREADY_EXISTS
    assert rejected.message == "run is ci-1; must be an id that no other evaluation has"


def test_a_config_whose_gate_can_never_pass_is_rejected() -> None:
    decisions = activated(40, config(gate={"kind": "safety"}))
    [rejected] = of(decisions, CommandRejected)
    assert rejected.code is RejectionCode.INVALID
    assert "59" in rejected.message
    assert of(decisions, EvalConfigActivated) == []


def test_a_config_names_tasks_of_its_set() -> None:
    other = config(tasks={"label": {"checks": [{"kind": "exact"}]}})
    [rejected] = of(activated(N, other), CommandRejected)
    assert rejected.message.startswith("tasks.label is unknown; must be a task of invoices: extract")


def test_a_golden_set_needs_cases() -> None:
    empty = ActivateGoldenSet(name="x", digest="1f" * 32, tasks=(), source="", **BY_ANN)
    decisions = given(DECIDER).when(empty)
    assert of(decisions, GoldenSetActivated) == []
    assert of(decisions, CommandRejected)[0].message.startswith("tasks is empty; must be")


@pytest.mark.parametrize(
    ("tasks", "message"),
    [
        (
            (GoldenTask(task="t", cases=1, clusters=2),),
            "tasks is empty; must be at least one",
        ),
        ((GoldenTask(task="t", cases=10**9, clusters=10**9),), "tasks is 1000000000 cases; must be at most"),
        ((GoldenTask(task="t", cases=1, clusters=1),) * 2, "tasks is 2; must be at most 100, each once"),
    ],
)
def test_a_golden_set_has_bounds_on_the_log(tasks: tuple[GoldenTask, ...], message: str) -> None:
    large = ActivateGoldenSet(name="x", digest="1f" * 32, tasks=tasks, source="", **BY_ANN)
    [rejected] = of(given(DECIDER).when(large), CommandRejected)
    assert rejected.message.startswith(message)


def test_a_config_that_is_nested_without_end_is_rejected() -> None:
    [rejected] = of(activated(N, "[" * 100_000), CommandRejected)
    assert rejected.code is RejectionCode.INVALID


def test_cases_of_a_cluster_follow_each_other_by_their_ids() -> None:
    lines = b"".join(
        json.dumps({"id": each, "task": "extract", "prompt": "?", "cluster": each[0]}).encode() + b"\n"
        for each in ("b2", "a1", "b1", "a2")
    )
    [batch] = batches("ci-1", cases_of(parse_cases(lines).lines), parse_config(json.loads(config())))
    assert [case.id for case in batch] in (["a1", "a2", "b1", "b2"], ["b1", "b2", "a1", "a2"])


def test_the_order_of_a_run_is_the_same_for_every_attempt_and_another_for_another_run() -> None:
    cases = list(cases_of(parse_cases(golden()).lines))
    settings = parse_config(json.loads(config()))
    first = batches("ci-1", cases, settings)
    assert first == batches("ci-1", cases[::-1], settings)
    assert first != batches("ci-2", cases, settings)
    assert sum(map(len, first)) == N


STOP = StopEval(run="ci-1", reason="a newer commit is out", **BY_ANN)


def test_a_stopped_run_is_decided_from_its_first_results_by_bounds_that_hold_at_every_moment() -> None:
    results = scored("ci-1", right=N)
    decisions = with_worker(activated()).when(start()).when(*results[:6]).when(STOP)
    kinds = [type(fact).__name__ for fact in decisions.decided]
    assert kinds == ["EvalStopped", "ScoresMeasured", "GateDecided", "WorkEnded", "EvalEnded"]
    [gate], [ended_] = of(decisions, GateDecided), of(decisions, EvalEnded)
    assert gate.verdict is GateVerdict.PASSED
    assert gate.tasks[0].cases == 149, "the last case is left out: its cluster may have been cut off"
    assert 0.85 < gate.tasks[0].lower < 0.98, "wider than the exact bound of 149 right ones"
    assert (ended_.outcome, ended_.code, ended_.cases_done) == (EvalOutcome.STOPPED, "STOPPED", 150)
    assert ended_.reason == "stopped by acme/ann: a newer commit is out"


def test_batches_behind_a_gap_do_not_count_when_a_run_is_stopped() -> None:
    first, _, *later = scored("ci-1", right=N)
    decisions = with_worker(activated()).when(start()).when(first, *later).when(STOP)
    [gate] = of(decisions, GateDecided)
    assert (gate.verdict, gate.tasks[0].cases) == (GateVerdict.INCONCLUSIVE, 24)
    assert "stopped early after 24 of 200 cases" in gate.reason


def test_a_run_that_is_stopped_before_any_result_has_no_verdict() -> None:
    decisions = with_worker(activated()).when(start()).when(STOP)
    kinds = [type(fact).__name__ for fact in decisions.decided]
    assert kinds == ["EvalStopped", "WorkEnded", "EvalEnded"]


def test_a_run_is_stopped_while_it_waits_and_the_next_one_is_ordered() -> None:
    decisions = activated().when(start()).when(STOP)
    [ended_] = of(decisions, EvalEnded)
    assert ended_.outcome is EvalOutcome.STOPPED
    [order] = of(with_worker(decisions.when(start("ci-2"))), WorkOrdered)
    assert order.work_id == "ci-2"


def with_nightly(slots: int) -> Decisions:
    """A second config, whose gate only advises, and a worker with this many slots."""
    nightly = config(gate={"blocking": False})
    return (
        activated()
        .when(ActivateEvalConfig(name="nightly", document=nightly, **BY_ANN))
        .when(WorkerReported(worker_id="w", incarnation=1, slots=slots))
    )


def orders(decisions: Decisions) -> list[str]:
    return [order.work_id for order in of(decisions, WorkOrdered)]


def test_runs_that_only_advise_leave_a_slot_to_gates_that_hold_a_version() -> None:
    decisions = with_nightly(2).when(start("n-1", config="nightly"), start("n-2", config="nightly"))
    assert orders(decisions) == ["n-1"]
    decisions = decisions.when(start("ci-1"))
    assert orders(decisions) == ["ci-1"]
    decisions = decisions.when(ended("ci-1", 0, code="UNREACHABLE"))
    assert orders(decisions) == []
    assert orders(decisions.when(ended("n-1", 0, code="UNREACHABLE"))) == ["n-2"]


def test_gates_that_hold_a_version_come_first_and_may_take_every_slot() -> None:
    decisions = with_nightly(0).when(start("n-1", config="nightly"), start("ci-1"), start("ci-2"))
    decisions = decisions.when(WorkerReported(worker_id="w", incarnation=1, slots=2))
    assert orders(decisions) == ["ci-1", "ci-2"]


def test_the_only_slot_is_anybody_s() -> None:
    assert orders(with_nightly(1).when(start("n-1", config="nightly"))) == ["n-1"]


def test_a_stopped_run_takes_no_more_results_and_is_no_baseline() -> None:
    results = scored("ci-1", right=N)
    decisions = with_worker(activated()).when(start()).when(*results[:4]).when(STOP)
    assert decisions.when(*results[4:], ended("ci-1", len(results))).decided == []
    assert not list(decisions.state.scan(BATCHES))
    assert not list(decisions.state.scan(SCORED))


def test_a_run_whose_results_are_complete_is_decided_as_if_it_was_not_stopped() -> None:
    results = scored("ci-1", right=196)
    whole = with_worker(activated()).when(start()).when(*results)
    [stopped] = of(whole.when(STOP), GateDecided)
    again = with_worker(activated()).when(start()).when(*results).when(ended("ci-1", len(results)))
    [gate] = of(again, GateDecided)
    assert stopped == gate


@pytest.mark.parametrize(
    "command",
    [
        replace(STOP, run="ci-9"),
        replace(STOP, tenant="globex"),
    ],
)
def test_only_an_organisation_s_own_running_evaluation_can_be_stopped(command: StopEval) -> None:
    [answer] = with_worker(activated()).when(start()).when(command).decided
    assert isinstance(answer, CommandRejected)
    assert answer.code is RejectionCode.NOT_FOUND
    allowed = "an evaluation or probe of your organisation that has not ended"
    assert answer.message == f"run is {command.run}; must be {allowed}"


def test_a_run_cannot_be_stopped_twice() -> None:
    decisions = with_worker(activated()).when(start()).when(STOP)
    [answer] = decisions.when(STOP, event_ids=["again"]).decided
    assert isinstance(answer, CommandRejected)
    assert not of(decisions, EvalStopped)


SHA = "9c" * 20
HOST: dict[str, Any] = {"status": {"repository": "acme/app", "token": "github"}}


def with_host(**gate: Any) -> Decisions:
    """A config that names a code host, and a worker."""
    return with_worker(activated(document=config(**HOST, gate=gate)))


def test_a_run_for_a_git_commit_is_pending_there_and_then_what_its_verdict_means() -> None:
    decisions = with_host().when(start(sha=SHA))
    [changed] = of(decisions, StatusChanged)
    assert (changed.api, changed.code_repository, changed.sha, changed.token) == (
        "https://api.github.com",
        "acme/app",
        SHA,
        "github",
    )
    assert (changed.context, changed.state) == ("muster/release", StatusState.PENDING)
    assert changed.description == "ci-1: 200 cases are evaluated"
    results = scored("ci-1", right=120)
    decisions.when(*results).when(ended("ci-1", len(results)))
    assert isinstance(decisions.decided[-2], EvalEnded)
    [changed] = of(decisions, StatusChanged)
    assert changed.state is StatusState.FAILURE
    assert changed.description.startswith("ci-1: failed: extract: 0.6")


@pytest.mark.parametrize(
    ("right", "gate", "state"),
    [
        (196, {}, StatusState.SUCCESS),
        (120, {}, StatusState.FAILURE),
        (120, {"blocking": False}, StatusState.SUCCESS),
        (172, {"inconclusive": "advise"}, StatusState.SUCCESS),
        (172, {"inconclusive": "block"}, StatusState.FAILURE),
    ],
)
def test_a_status_fails_only_where_the_verdict_holds_the_version(
    right: int, gate: dict[str, Any], state: StatusState
) -> None:
    results = scored("ci-1", right=right)
    decisions = with_host(**gate).when(start(sha=SHA)).when(*results).when(ended("ci-1", len(results)))
    [changed] = of(decisions, StatusChanged)
    assert changed.state is state
    assert len(changed.description) <= 140


def test_a_run_without_a_verdict_is_an_error_at_the_code_host() -> None:
    decisions = with_host().when(start(sha=SHA)).when(ended("ci-1", 0, code="UNREACHABLE", reason="refused"))
    [changed] = of(decisions, StatusChanged)
    assert (changed.state, changed.description) == (
        StatusState.ERROR,
        "ci-1: no verdict: UNREACHABLE: refused",
    )
    [changed] = of(with_host().when(start(sha=SHA)).when(STOP), StatusChanged)
    assert changed.state is StatusState.ERROR


def test_a_run_without_a_git_commit_has_no_status() -> None:
    assert of(with_host().when(start()), StatusChanged) == []


@pytest.mark.parametrize(
    ("sha", "document", "message"),
    [
        ("main", config(**HOST), "sha is main; must be a Git commit: 40 or 64 of 0-9 and a-f"),
        (SHA, config(), f"sha is {SHA}; must be left out, as the config has no `status`"),
    ],
)
def test_a_git_commit_that_no_status_can_have_is_refused(sha: str, document: str, message: str) -> None:
    [answer] = activated(document=document).when(start(sha=sha)).decided
    assert isinstance(answer, CommandRejected)
    assert answer.message == message


@pytest.mark.parametrize("repository", ["app", "../..", "acme/..", "./x", "acme/app/x", "acme/a b"])
def test_a_code_repository_is_an_owner_and_a_name(repository: str) -> None:
    with pytest.raises(InvalidDocument, match="status"):
        config(status={"repository": repository, "token": "github"})
