"""Versions that are evaluated by themselves, and the jobs that serve them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from muster.eval.core.configs.documents import canonical, cases_of, parse_cases, parse_config
from muster.eval.core.decisions import DECIDER
from muster.eval.core.runs.orders import Result, batches, read_order, result_bytes
from muster.eval.core.state import DEADLINES, LANES, SERVING, SERVING_JOBS
from muster.events.eval_commands import ActivateEvalConfig, ActivateGoldenSet, StartEval, StopEval
from muster.events.eval_events import (
    EvalEnded,
    EvalOutcome,
    EvalServed,
    EvalStarted,
    GateDecided,
    ScoresMeasured,
    StatusChanged,
    StatusState,
)
from muster.events.eval_results import CaseScore, CasesScored, EndpointAnswered
from muster.events.eval_work import Awaited, ServingAwaited, VersionPassedOver, VersionWaits
from muster.events.job_commands import CancelJob, SubmitJob
from muster.events.job_events import (
    GangBound,
    JobCancelled,
    JobFailed,
    JobRequeued,
    JobStarted,
    JobSucceeded,
    JobSuspended,
)
from muster.events.registry_commands import RefKind, RepositoryType, Visibility
from muster.events.registry_events import (
    CommitMade,
    RefCreated,
    RepositoryCreated,
    RepositoryDeleted,
    RepositoryMoved,
    StoredBytes,
)
from muster.events.shared.command_answers import CommandRejected, RejectionCode
from muster.events.shared.work_orders import (
    WorkEnded,
    WorkerReported,
    WorkOrdered,
    WorkQueued,
    WorkReported,
)
from muster.testkit.cores.deciding import Decisions, given
from muster.testkit.laws import seeds

REPOSITORY, N = "repo-k3m5q7aa", 60
FIRST, SECOND, THIRD = "1f" * 20, "2e" * 20, "3d" * 20
BY_ANN: dict[str, Any] = {"tenant": "acme", "requested_by": "ann"}
GOLDEN = parse_cases(
    b"\n".join(
        json.dumps({"id": f"c{i:03d}", "task": "extract", "prompt": f"{i}?", "expected": str(i)}).encode()
        for i in range(N)
    )
)


def config(**changed: Any) -> str:
    """A config whose versions are served by a job."""
    data = {
        "golden_set": "invoices",
        "endpoint": {"model": "m"},
        "tasks": {"extract": {"checks": [{"kind": "exact"}]}},
        "triggers": [{"models": ["acme/*"]}],
        "serve": {"run": "exec serve", "starts_within": "30m", "ready_within": "2m", "env": {"A": "b"}},
        **changed,
    }
    return canonical(parse_config(data))


def named(name: str = "extract", **changed: Any) -> RepositoryCreated:
    """A new repository."""
    created = RepositoryCreated(
        repository=REPOSITORY,
        repository_type=RepositoryType.MODEL,
        namespace="acme",
        name=name,
        visibility=Visibility.PUBLIC,
        tenant="acme",
        requested_by="acme/ann",
        commit="0a" * 20,
        root="0" * 64,
    )
    return replace(created, **changed)


def made(commit: str, branch: str = "main") -> CommitMade:
    """A commit of the repository."""
    return CommitMade(
        repository=REPOSITORY,
        branch=branch,
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


def ref(commit: str, name: str, kind: RefKind = RefKind.TAG) -> RefCreated:
    """A new name of a commit."""
    return RefCreated(
        repository=REPOSITORY,
        kind=kind,
        name=name,
        commit=commit,
        message="",
        tenant="acme",
        requested_by="acme/ann",
    )


def activate(name: str = "release", **changed: Any) -> ActivateEvalConfig:
    """A command to put a config in force."""
    return ActivateEvalConfig(name=name, document=config(**changed), **BY_ANN)


def activated(**changed: Any) -> Decisions:
    """A golden set and a config in force, a repository, and a worker."""
    golden_set = ActivateGoldenSet(
        name="invoices", digest=GOLDEN.digest, tasks=GOLDEN.tasks, source="", **BY_ANN
    )
    worker = WorkerReported(worker_id="w", incarnation=1, slots=4)
    return given(DECIDER).when(named()).when(golden_set).when(activate(**changed)).when(worker)


def of(decisions: Decisions, kind: type[Any]) -> list[Any]:
    """The facts of one kind in the last batch, in their order."""
    return [fact for fact in decisions.decided if isinstance(fact, kind)]


def started(decisions: Decisions) -> EvalStarted:
    """The run that the last batch started."""
    [fact] = of(decisions, EvalStarted)
    return fact


def bound(job_id: str, *, attempt: int = 1, port: int = 29_501, address: str = "10.0.0.7") -> GangBound:
    """A job has its place."""
    return GangBound(
        job_id=job_id,
        attempt=attempt,
        placements=(),
        master_address=address,
        master_port=port,
        waited_ms=0,
    )


def serving(decisions: Decisions, job_id: str) -> Decisions:
    """The same when the job runs and a worker has the run."""
    return decisions.when(bound(job_id), JobStarted(job_id=job_id, attempt=1))


def answered(run: str) -> EndpointAnswered:
    """The server lists the model."""
    return EndpointAnswered(run=run, url="http://10.0.0.7:29501/v1", model="m", tenant="acme")


def scored(run: str, *, right: int = N) -> Sequence[CasesScored]:
    """Results of a run whose first `right` cases are right."""
    order = batches(run, cases_of(GOLDEN.lines), parse_config(json.loads(config())))
    return [
        CasesScored(
            run=run,
            batch=place,
            results=tuple(
                CaseScore(
                    case=each.id,
                    task="extract",
                    cluster=f"case:{each.id}",
                    score=float(int(each.id[1:]) < right),
                )
                for each in batch
            ),
            tenant="acme",
        )
        for place, batch in enumerate(order)
    ]


def reported(run: str, sent: int, code: str = "") -> WorkReported:
    """A worker's report that its part is over."""
    return WorkReported(
        work_id=run,
        attempt=1,
        worker_id="w",
        incarnation=1,
        died=False,
        result=result_bytes(Result(batches=sent, code=code, reason=code)),
        reason="",
    )


def finished(decisions: Decisions, run: str, job_id: str) -> Decisions:
    """The same after a run whose cases are all right."""
    results = scored(run)
    return serving(decisions, job_id).when(answered(run)).when(*results).when(reported(run, len(results)))


def test_a_new_version_starts_a_run_that_a_job_serves() -> None:
    decisions = activated().when(made(FIRST))
    run = started(decisions)
    assert (run.run.startswith("auto-"), run.trigger, run.requested_by) == (True, "branch main", "")
    [submitted], [waits] = of(decisions, SubmitJob), of(decisions, ServingAwaited)
    assert (submitted.job_id, submitted.tenant) == (run.serving_job, "acme")
    assert submitted.spec.env == {
        "A": "b",
        "SERVE_MODEL": f"m@{FIRST[:12]}",
        "SERVE_REPOSITORY": "acme/extract",
        "SERVE_COMMIT": FIRST,
    }
    assert (submitted.spec.user, submitted.spec.team) == ("eval", "eval")
    assert submitted.spec.labels == {"eval-run": run.run, "eval-config": "release"}
    assert (waits.what, waits.until_ms) == (Awaited.START, decisions.now_ms + 30 * 60_000)
    assert of(decisions, WorkQueued) == []

    decisions = serving(decisions, run.serving_job)
    [served], [order] = of(decisions, EvalServed), of(decisions, WorkOrdered)
    assert served.url == "http://10.0.0.7:29501/v1"
    body = read_order(order.body)
    assert (body.url, body.served_as, body.ready_within_ms) == (
        served.url,
        f"m@{FIRST[:12]}",
        120_000,
    )
    assert of(decisions, ServingAwaited)[-1].until_ms == decisions.now_ms + 120_000 + 15_000

    results = scored(run.run)
    decisions = decisions.when(answered(run.run))
    assert [each.what for each in of(decisions, ServingAwaited)] == [Awaited.NOTHING]
    decisions = decisions.when(*results).when(reported(run.run, len(results)))
    assert [type(each).__name__ for each in decisions.decided][-4:] == [
        "ScoresMeasured",
        "GateDecided",
        "EvalEnded",
        "CancelJob",
    ]
    [cancel] = of(decisions, CancelJob)
    assert (cancel.job_id, cancel.tenant, cancel.requested_by) == (run.serving_job, "acme", "eval")
    state = decisions.state
    assert [*state.scan(SERVING), *state.scan(SERVING_JOBS), *state.scan(LANES)] == []
    assert DEADLINES.first_ms(decisions.state) is None


def test_a_version_that_is_sent_again_starts_no_second_run() -> None:
    decisions = activated().when(made(FIRST), made(FIRST))
    run = started(decisions)
    assert decisions.when(made(FIRST), event_ids=["again"]).decided == []
    decisions = finished(decisions, run.run, run.serving_job)
    assert decisions.when(made(FIRST), event_ids=["later"]).decided == []
    decisions = decisions.when(activate(gate={"coverage": 0.9}))
    assert decisions.when(made(FIRST), event_ids=["with another config"]).decided == []


def test_a_version_with_several_names_is_evaluated_once() -> None:
    both = [{"models": ["acme/extract"], "branches": ["main", "release/*"], "tags": ["v*"]}]
    decisions = activated(triggers=both).when(made(FIRST))
    run = started(decisions)
    assert decisions.when(ref(FIRST, "v1"), ref(FIRST, "release/1", RefKind.BRANCH)).decided == []
    decisions = finished(decisions, run.run, run.serving_job)
    assert decisions.when(ref(FIRST, "v2")).decided == []


@pytest.mark.parametrize(
    ("trigger", "fires"),
    [
        ({"models": ["acme/extract"]}, ["branch main"]),
        (
            {"models": ["ACME/Ext*"], "branches": ["*"]},
            ["branch main", "branch release/1", "branch other"],
        ),
        ({"models": ["acme/*"], "branches": ["release/*"]}, ["branch release/1"]),
        ({"models": ["acme/*"], "tags": ["v*"]}, ["tag v1"]),
        ({"models": ["acme/*"], "branches": ["main"], "tags": ["v1"]}, ["branch main", "tag v1"]),
        ({"models": ["acme/extrac", "globex/*", "a.me/extract"]}, []),
    ],
)
def test_patterns_say_which_models_and_refs_trigger(trigger: dict[str, Any], fires: list[str]) -> None:
    pushes = (
        (made(FIRST),),
        (made(SECOND, "release/1"),),
        (made(THIRD, "other"), ref(THIRD, "v1")),
        (ref(THIRD, "nightly"),),
    )
    decisions = activated(triggers=[trigger])
    found = [fact.trigger for push in pushes for fact in of(decisions.when(*push), EvalStarted)]
    assert found == fires


def test_models_are_known_by_their_newest_name_and_data_sets_trigger_nothing() -> None:
    moved = RepositoryMoved(
        repository=REPOSITORY, namespace="acme", name="other", tenant="acme", requested_by="acme/ann"
    )
    decisions = activated(triggers=[{"models": ["acme/extract"]}]).when(moved)
    assert of(decisions.when(made(FIRST)), EvalStarted) == []
    deleted = RepositoryDeleted(repository=REPOSITORY, tenant="acme", requested_by="acme/ann")
    assert of(activated().when(deleted).when(made(FIRST)), EvalStarted) == []
    dataset = named(repository="repo-data", repository_type=RepositoryType.DATASET)
    assert activated().when(dataset).decided == []


def test_other_organisations_trigger_nothing() -> None:
    decisions = activated(triggers=[{"models": ["*"]}])
    theirs = {"repository": "repo-theirs", "tenant": "globex"}
    decisions = decisions.when(named(**theirs, namespace="globex"))
    other = replace(made(FIRST), **theirs)
    assert of(decisions.when(other), EvalStarted) == []


def test_the_config_in_force_decides_and_an_earlier_one_does_not() -> None:
    decisions = activated().when(activate(triggers=[]))
    assert of(decisions.when(made(FIRST)), EvalStarted) == []
    decisions = decisions.when(activate(), event_ids=["again"])
    assert started(decisions.when(made(SECOND))).commit == SECOND


def test_each_config_that_is_triggered_has_its_run() -> None:
    decisions = activated().when(activate("nightly")).when(made(FIRST))
    assert [each.config for each in of(decisions, EvalStarted)] == ["nightly", "release"]


def test_of_versions_that_come_quickly_the_newest_waits_and_those_between_are_passed_over() -> None:
    decisions = activated().when(made(FIRST))
    first = started(decisions)
    decisions = decisions.when(made(SECOND))
    [waits] = of(decisions, VersionWaits)
    assert (waits.commit, of(decisions, EvalStarted)) == (SECOND, [])
    decisions = decisions.when(made(THIRD))
    [passed], [waits] = of(decisions, VersionPassedOver), of(decisions, VersionWaits)
    assert (passed.commit, waits.commit) == (SECOND, THIRD)
    assert passed.reason == f"{THIRD} of branch main is newer"
    decisions = finished(decisions, first.run, first.serving_job)
    assert [type(each).__name__ for each in decisions.decided][-5:] == [
        "EvalEnded",
        "CancelJob",
        "EvalStarted",
        "SubmitJob",
        "ServingAwaited",
    ]
    third = started(decisions)
    assert third.commit == THIRD
    decisions = finished(decisions, third.run, third.serving_job)
    assert of(decisions, EvalStarted) == list(decisions.state.scan(LANES)) == []


def test_a_version_that_waits_is_passed_over_once_the_config_names_it_no_more() -> None:
    decisions = activated().when(made(FIRST))
    run = started(decisions)
    decisions = decisions.when(made(SECOND)).when(activate(triggers=[{"models": ["acme/other"]}]))
    decisions = finished(decisions, run.run, run.serving_job)
    [passed] = of(decisions, VersionPassedOver)
    assert passed.reason == "release does not name branch main of acme/extract any more"
    assert list(decisions.state.scan(LANES)) == []


def test_each_tag_is_evaluated_whatever_is_under_way() -> None:
    decisions = activated(triggers=[{"models": ["acme/*"], "tags": ["v*"]}])
    decisions = decisions.when(made(FIRST), made(SECOND), made(THIRD))
    decisions = decisions.when(ref(FIRST, "v1"), ref(SECOND, "v2"), ref(THIRD, "v3"))
    assert [each.trigger for each in of(decisions, EvalStarted)] == ["tag v1", "tag v2", "tag v3"]


def test_a_version_whose_run_cannot_begin_is_passed_over_with_the_reason() -> None:
    text = parse_cases(b'{"id": "a", "task": "other", "prompt": "?", "expected": "a"}')
    another = ActivateGoldenSet(name="invoices", digest=text.digest, tasks=text.tasks, source="", **BY_ANN)
    decisions = activated().when(another).when(made(FIRST))
    [passed] = of(decisions, VersionPassedOver)
    assert passed.reason.startswith("tasks.extract is unknown; must be a task of invoices")
    assert list(decisions.state.scan(LANES)) == []


def test_ids_of_runs_that_start_by_themselves_are_not_for_others() -> None:
    decisions = activated().when(made(FIRST))
    taken = StartEval(run="auto-1", repository=REPOSITORY, commit=FIRST, config="release", **BY_ANN)
    [rejected] = of(decisions.when(taken), CommandRejected)
    assert rejected.message == "run is auto-1; must be an id that does not begin with auto-"


def by_hand(**changed: Any) -> StartEval:
    """A command to evaluate the first version."""
    return StartEval(run="ci-1", repository=REPOSITORY, commit=FIRST, config="release", **BY_ANN, **changed)


def test_a_run_that_somebody_starts_is_served_by_the_job_too_unless_a_url_is_given() -> None:
    decisions = activated(triggers=[]).when(made(FIRST))
    assert started(decisions.when(by_hand())).requested_by == "acme/ann"
    assert len(of(decisions, SubmitJob)) == 1
    decisions = activated(triggers=[]).when(made(FIRST)).when(by_hand(url="http://127.0.0.1:8000/v1"))
    assert (started(decisions).serving_job, of(decisions, SubmitJob)) == ("", [])
    [order] = of(decisions, WorkOrdered)
    body = read_order(order.body)
    assert (body.served_as, body.ready_within_ms, body.config.serve) == ("", None, None)
    assert not {b"served_as", b"ready_within_ms", b"serve"} & set(order.body.split(b'"'))


def ends(decisions: Decisions) -> tuple[str, str]:
    """Code and reason of the run that the last batch ended."""
    [ended] = of(decisions, EvalEnded)
    assert (ended.outcome, of(decisions, GateDecided)) == (EvalOutcome.FAILED, [])
    return ended.code, ended.reason


def test_a_job_that_does_not_run_in_time_fails_the_run_and_is_cancelled() -> None:
    decisions = activated().when(made(FIRST))
    run = started(decisions)
    decisions = decisions.when(after_ms=30 * 60_000 - 1)
    assert of(decisions, EvalEnded) == []
    decisions = decisions.when(after_ms=1)
    assert ends(decisions) == ("SERVING_NOT_STARTED", f"job {run.serving_job} does not run within 1800 s")
    assert [each.job_id for each in of(decisions, CancelJob)] == [run.serving_job]
    assert decisions.when(bound(run.serving_job)).decided == []


def test_a_run_without_a_free_worker_does_not_keep_its_job_for_ever() -> None:
    decisions = activated().when(WorkerReported(worker_id="w", incarnation=2, slots=0)).when(made(FIRST))
    run = started(decisions)
    decisions = serving(decisions, run.serving_job)
    for _ in range(200):
        if of(decisions, EvalEnded):
            break
        decisions = decisions.when_time_comes()
    assert ends(decisions) == ("SERVING_NOT_STARTED", "no worker is free for it within 1800 s")
    assert len(of(decisions, CancelJob)) == 1


def test_a_server_that_does_not_list_the_model_in_time_fails_the_run() -> None:
    decisions = activated().when(made(FIRST))
    run = started(decisions)
    decisions = serving(decisions, run.serving_job)
    decisions = decisions.when(after_ms=135_000)
    assert ends(decisions) == (
        "SERVING_NOT_READY",
        f"job {run.serving_job} does not list the model within 120 s",
    )
    assert len(of(decisions, CancelJob)) == 1


def test_a_server_that_lists_the_model_may_take_its_time() -> None:
    decisions = activated().when(made(FIRST))
    run = started(decisions)
    decisions = serving(decisions, run.serving_job).when(answered(run.run))
    assert of(decisions.when(after_ms=7 * 86_400_000), EvalEnded) == []


ENDS: dict[str, tuple[Callable[[str], Any], str, int]] = {
    "succeeded": (lambda job: JobSucceeded(job_id=job, attempt=1), "ended by itself", 0),
    "failed": (
        lambda job: JobFailed(job_id=job, attempt=1, reason="exit code 1", exit_code=1),
        "failed: exit code 1",
        0,
    ),
    "cancelled": (
        lambda job: JobCancelled(job_id=job, requested_by="ann", reason="dear"),
        "was cancelled: dear",
        0,
    ),
    "requeued": (
        lambda job: JobRequeued(job_id=job, attempt_next=2, reason="preempted", not_before_ms=0),
        "lost its place: preempted",
        1,
    ),
    "suspended": (
        lambda job: JobSuspended(job_id=job, requested_by="ann", reason="dear"),
        "lost its place: dear",
        1,
    ),
}
"""How a job ends, how the run's reason ends, and how many commands to cancel it follow."""


@pytest.mark.parametrize("how", ENDS)
@pytest.mark.parametrize("step", range(3))
def test_a_job_that_ends_before_the_run_fails_it(how: str, step: int) -> None:
    end, reason, cancelled = ENDS[how]
    decisions = activated().when(made(FIRST))
    run = started(decisions)
    if step > 0:
        decisions = serving(decisions, run.serving_job)
    if step > 1:
        decisions = decisions.when(answered(run.run)).when(scored(run.run)[0])
    decisions = decisions.when(end(run.serving_job))
    code, said = ends(decisions)
    assert (code, said.endswith(reason)) == ("SERVING_ENDED", True)
    assert len(of(decisions, CancelJob)) == cancelled
    assert [each.work_id for each in of(decisions, WorkEnded)] == [run.run] * min(step, 1)
    assert of(decisions.when(end(run.serving_job), reported(run.run, 1)), EvalEnded) == []
    assert list(decisions.state.scan(SERVING)) == []


@pytest.mark.parametrize("step", range(3))
def test_a_run_that_somebody_stops_ends_its_job_and_the_next_version_starts(step: int) -> None:
    decisions = activated().when(made(FIRST))
    run = started(decisions)
    if step > 0:
        decisions = serving(decisions, run.serving_job)
    if step > 1:
        decisions = decisions.when(answered(run.run)).when(scored(run.run)[0])
    decisions = decisions.when(made(SECOND))
    decisions = decisions.when(StopEval(run=run.run, reason="dear", **BY_ANN))
    [ended], [cancelled] = of(decisions, EvalEnded), of(decisions, CancelJob)
    assert (ended.outcome, cancelled.job_id) == (EvalOutcome.STOPPED, run.serving_job)
    assert [each.work_id for each in of(decisions, WorkEnded)] == [run.run] * min(step, 1)
    assert len(of(decisions, GateDecided)) == max(step - 1, 0)
    assert (started(decisions).commit, len(of(decisions, SubmitJob))) == (SECOND, 1)


JUDGE: dict[str, Any] = {"endpoint": {"model": "judge-1", "url": "http://127.0.0.1:9000/v1"}}


def test_kept_answers_are_judged_again_without_a_job_and_under_the_names_they_were_kept_by() -> None:
    decisions = activated().when(made(FIRST))
    run = started(decisions)
    asked = read_order(of(serving(decisions, run.serving_job), WorkOrdered)[0].body)
    decisions = decisions.when(answered(run.run)).when(*scored(run.run)).when(reported(run.run, 3))
    again = ActivateEvalConfig(name="release", document=config(judge=JUDGE), rejudge=5, **BY_ANN)
    decisions = decisions.when(again)
    rejudged, [order] = started(decisions), of(decisions, WorkOrdered)
    body = read_order(order.body)
    assert (rejudged.rejudge, rejudged.commit, rejudged.serving_job) == (True, FIRST, "")
    assert of(decisions, SubmitJob) + of(decisions, ServingAwaited) == []
    assert (body.stored, body.served_as, body.ready_within_ms, body.url) == (True, "", None, "")
    assert body.judge == rejudged.judge_hash != ""
    assert body.config.endpoint.model == asked.config.endpoint.model
    results = scored(rejudged.run)
    decisions = decisions.when(*results).when(reported(rejudged.run, len(results)))
    assert (len(of(decisions, ScoresMeasured)), of(decisions, GateDecided)) == (1, [])
    assert of(decisions, CancelJob) == []


def test_an_order_of_a_served_run_names_its_judge() -> None:
    decisions = activated(judge=JUDGE).when(made(FIRST))
    run = started(decisions)
    [order] = of(serving(decisions, run.serving_job), WorkOrdered)
    assert read_order(order.body).judge == run.judge_hash != ""


def test_a_status_is_posted_only_of_a_run_that_names_a_git_commit() -> None:
    status = {"repository": "acme/app", "token": "github"}
    decisions = activated(status=status).when(made(FIRST))
    assert len(of(decisions, EvalStarted)) == 1
    assert of(decisions, StatusChanged) == []
    decisions = finished(decisions, started(decisions).run, started(decisions).serving_job)
    assert (len(of(decisions, EvalEnded)), of(decisions, StatusChanged)) == (1, [])
    decisions = decisions.when(by_hand(sha="9c" * 20))
    run = started(decisions)
    [pending] = of(decisions, StatusChanged)
    assert (pending.state, len(of(decisions, SubmitJob))) == (StatusState.PENDING, 1)
    decisions = decisions.when(JobCancelled(job_id=run.serving_job, requested_by="ann", reason="dear"))
    [failed] = of(decisions, StatusChanged)
    assert (failed.state, failed.sha) == (StatusState.ERROR, "9c" * 20)


def test_a_worker_that_gives_up_ends_the_job_too() -> None:
    decisions = activated().when(made(FIRST))
    run = started(decisions)
    decisions = serving(decisions, run.serving_job).when(reported(run.run, 0, "SERVING_NOT_READY"))
    assert ends(decisions)[0] == "SERVING_NOT_READY"
    assert len(of(decisions, CancelJob)) == 1


def test_a_job_that_the_scheduler_refuses_fails_the_run_and_another_answer_does_not() -> None:
    decisions = activated().when(made(FIRST))
    run = started(decisions)
    command_id = next(
        serving.command_id
        for _, serving in decisions.state.scan(SERVING)
        if serving.job_id == run.serving_job
    )

    def refusal(command_id: str) -> CommandRejected:
        return CommandRejected(
            command_id=command_id,
            command="SubmitJob",
            subject=run.serving_job,
            tenant="acme",
            code=RejectionCode.NOT_FOUND,
            message="queue is gpu; must be a queue of your organisation",
            violations=(),
            detail_code="",
        )

    assert decisions.when(refusal("another")).decided == []
    decisions = decisions.when(refusal(command_id))
    assert ends(decisions) == ("SERVING_REFUSED", "queue is gpu; must be a queue of your organisation")
    assert of(decisions, CancelJob) == []


def test_a_job_without_a_port_fails_the_run() -> None:
    decisions = activated().when(made(FIRST))
    decisions = decisions.when(bound(started(decisions).serving_job, port=0))
    assert ends(decisions)[0] == "SERVING_NOT_STARTED"


def test_addresses_of_ipv6_are_in_brackets() -> None:
    decisions = activated().when(made(FIRST))
    decisions = decisions.when(bound(started(decisions).serving_job, address="fd00::7"))
    assert of(decisions, EvalServed)[0].url == "http://[fd00::7]:29501/v1"


def test_jobs_of_others_lead_to_nothing() -> None:
    decisions = activated().when(made(FIRST))
    other = "job-0123456789"
    assert decisions.when(bound(other), JobStarted(job_id=other, attempt=1)).decided == []


def test_a_config_with_triggers_needs_a_job_that_serves() -> None:
    document = json.dumps({**json.loads(config()), "serve": None})
    command = ActivateEvalConfig(name="release", document=document, **BY_ANN)
    [rejected] = of(activated().when(command, event_ids=["x"]), CommandRejected)
    assert rejected.message.startswith("serve is missing; must be a job: nothing else serves a version that")


COMMITS = (FIRST, SECOND, THIRD)
CHANCES = (
    *("made", "tag", "bound", "started", "answered", "scored", "reported", "failed", "requeued", "time"),
    *("stopped", "judge"),
)
STEPS = 60


@pytest.mark.parametrize("seed", seeds(40, quick=8))
def test_no_version_is_evaluated_twice_and_no_job_outlives_its_run(seed: int) -> None:
    drawn = random.Random(seed)
    both = [{"models": ["acme/*"], "branches": ["main"], "tags": ["*"]}]
    decisions = activated(triggers=both)
    runs: list[EvalStarted] = []
    running: set[str] = set()
    for number in range(STEPS):
        chance, which = drawn.choice(CHANCES), drawn.randrange(len(COMMITS))
        of_run = runs[which % len(runs)] if runs else None
        job = of_run.serving_job if of_run else "job-0123456789"
        run = of_run.run if of_run else "auto-none"
        happened: dict[str, Any] = {
            "made": made(COMMITS[which]),
            "tag": ref(COMMITS[which], "v1"),
            "bound": bound(job),
            "started": JobStarted(job_id=job, attempt=1),
            "answered": answered(run),
            "scored": scored(run)[which],
            "reported": reported(run, which + 1),
            "failed": JobFailed(job_id=job, attempt=1, reason="exit code 1", exit_code=1),
            "requeued": JobRequeued(job_id=job, attempt_next=2, reason="preempted", not_before_ms=0),
            "stopped": StopEval(run=run, **BY_ANN),
            "judge": ActivateEvalConfig(
                name="release",
                document=config(triggers=both, judge={**JUDGE, "samples": (1, 3, 5)[which]}),
                rejudge=5,
                **BY_ANN,
            ),
        }
        if chance == "time":
            decisions.when(after_ms=20 * 60_000)
        else:
            decisions.when(happened[chance], event_ids=[f"{chance}-{number}"])
        if chance == "failed":
            running.discard(job)
        runs += of(decisions, EvalStarted)
        running |= {each.job_id for each in of(decisions, SubmitJob)}
        running -= {each.job_id for each in of(decisions, CancelJob)}
        assert all(each.rejudge == (not each.serving_job) for each in of(decisions, EvalStarted))
        assert running <= {job for job, _ in decisions.state.scan(SERVING_JOBS)}
    evaluated = [each.commit for each in runs if not each.rejudge]
    assert len(evaluated) == len(set(evaluated))
