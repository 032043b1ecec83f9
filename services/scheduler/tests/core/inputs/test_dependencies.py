"""Jobs that start after others (ADR 176)."""

from unittest.mock import patch

import pytest
from muster.events.job_commands import JobSpec, RequiredEnd, SubmitJob
from muster.events.job_events import GangBound, JobCancelled, JobPending, PendingCode
from muster.events.operator_commands import ActivatePolicy
from muster.events.shared.command_answers import CommandRejected
from muster.events.task_events import TaskOutcome
from muster.scheduler.core import limits
from muster.scheduler.core.canonical import canonical, spec_bytes
from muster.scheduler.core.explain.explain import explain
from muster.scheduler.core.explain.wording import parts, summary
from muster.scheduler.core.replay import snapshot
from muster.testkit.cores.build import cancel, exited, job_spec, node, resume, submit, suspend
from muster.testkit.cores.scenario import Scenario, given

OK, ANY, FAILED = RequiredEnd.OK, RequiredEnd.ANY, RequiredEnd.FAILED


def after(job_id: str, **others: RequiredEnd) -> SubmitJob:
    """Submit a job after others: a=OK means job-a."""
    return submit(job_id, waits_for(**others))


def waits_for(**others: RequiredEnd) -> JobSpec:
    return job_spec(after={f"job-{name}": required for name, required in others.items()})


def fails(job_id: str, attempt: int = 1) -> object:
    return exited("n1", job_id, attempt, outcome=TaskOutcome.FAILED, exit_code=1)


def a_runs() -> Scenario:
    return given(node("n1", gpus=2)).when(submit("job-a"))


def test_a_job_waits_for_others_without_a_place_and_starts_when_the_last_ended_as_required() -> None:
    scenario = a_runs().when(submit("job-b"), after("job-c", a=OK, b=ANY))
    scenario.then(
        "JobQueued job-b",
        "JobQueued job-c",
        JobPending(
            job_id="job-c",
            code=PendingCode.WAITS_FOR_JOBS,
            message="it starts after job-a succeeds and job-b ends",
            counts={"jobs_awaited": 2},
        ),
        "GangBound job-b/1 n1[1]",
        "StartTask n1 job-b/1",
    )
    scenario.when(exited("n1", "job-a")).then("AttemptEnded job-a/1 SUCCEEDED", "JobSucceeded job-a/1")
    scenario.when(fails("job-b")).then(
        "AttemptEnded job-b/1 FAILED",
        "JobFailed job-b/1",
        "GangBound job-c/1 n1[0]",
        "StartTask n1 job-c/1",
    )


def test_a_job_is_cancelled_when_another_ends_otherwise_and_those_after_it_follow() -> None:
    scenario = a_runs().when(
        after("job-b", a=OK), after("job-c", b=OK), after("job-d", c=ANY), after("job-e", a=FAILED, c=OK)
    )
    scenario.when(fails("job-a")).then(
        "AttemptEnded job-a/1 FAILED",
        "JobFailed job-a/1",
        JobCancelled(
            job_id="job-b",
            requested_by="",
            reason="job-a failed; this job was to start only after it succeeded",
        ),
        JobCancelled(
            job_id="job-c",
            requested_by="",
            reason="job-b was cancelled; this job was to start only after it succeeded",
        ),
        "JobCancelled job-e",
        "GangBound job-d/1 n1[0]",
        "StartTask n1 job-d/1",
    )


@pytest.mark.parametrize(
    ("ends", "required", "starts"),
    [
        ("succeeds", OK, True), ("succeeds", ANY, True), ("succeeds", FAILED, False),
        ("fails", OK, False), ("fails", ANY, True), ("fails", FAILED, True),
        ("is cancelled", OK, False), ("is cancelled", ANY, True), ("is cancelled", FAILED, False),
    ],
)  # fmt: skip
@pytest.mark.parametrize("submitted_before", [True, False])
def test_another_job_may_end_before_or_after_the_submission(
    ends: str, required: RequiredEnd, *, starts: bool, submitted_before: bool
) -> None:
    ending = {"succeeds": exited("n1", "job-a"), "fails": fails("job-a"), "is cancelled": cancel("job-a")}
    runs_before = [submit("job-x")] if ends == "is cancelled" else []
    scenario = given(node("n1", gpus=1)).when(*runs_before, submit("job-a"))
    events = [after("job-b", a=required), ending[ends]]
    for event in events if submitted_before else reversed(events):
        scenario.when(event)
    if starts:
        assert scenario.state.jobs["job-b"].state == ("QUEUED" if runs_before else "BOUND")
        assert not scenario.state.jobs["job-b"].awaits
    else:
        assert {"job-b", "job-a"} == {*scenario.state.ended}
        assert isinstance(scenario.decided[-1], JobCancelled)


def test_a_retried_or_suspended_job_has_not_ended() -> None:
    scenario = given(node("n1")).when(submit("job-a", job_spec(attempts=2, backoff_ms=0)))
    scenario.when(after("job-b", a=ANY))
    scenario.when(fails("job-a")).then(
        "AttemptEnded job-a/1 FAILED",
        "JobRequeued job-a/2",
        "GangBound job-a/2 n1[0]",
        "StartTask n1 job-a/2",
    )
    scenario.when(suspend("job-a")).when(exited("n1", "job-a", 2, outcome=TaskOutcome.STOPPED))
    assert scenario.state.jobs["job-a"].state == "SUSPENDED"
    assert list(scenario.state.pending.awaiting) == ["job-b"]


def test_a_job_can_only_name_jobs_of_its_tenant_that_are_known_so_no_cycle_can_arise() -> None:
    scenario = a_runs().when(submit("job-theirs", tenant="rival"))
    for named in ("nobody", "theirs", "b"):
        scenario.when(after("job-b", a=OK, **{named: OK})).then("CommandRejected SubmitJob job-b INVALID")
        [fact] = scenario.decided
        assert isinstance(fact, CommandRejected)
        assert fact.message == (
            f"after is job-{named}; must be a job of tenant acme that has not ended, or is among the last "
            "100,000 that did"
        )
        assert fact.violations[0].field == "after"


def test_a_job_that_was_forgotten_can_no_longer_be_named() -> None:
    forgetful = type(given().state.policy).from_datum(
        {**given().state.policy.to_datum(), "jobs_ended_kept_max": 0}
    )
    scenario = a_runs().when(after("job-b", a=OK), ActivatePolicy(policy=forgetful, requested_by="op"))
    scenario.when(exited("n1", "job-a"))
    assert scenario.state.jobs["job-b"].state == "BOUND"
    scenario.when(after("job-c", a=OK)).then("CommandRejected SubmitJob job-c INVALID")


def test_a_waiting_job_can_be_cancelled_and_those_after_it_follow() -> None:
    scenario = a_runs().when(after("job-b", a=OK), after("job-c", b=OK))
    scenario.when(cancel("job-b")).then("JobCancelled job-b", "JobCancelled job-c")
    assert not scenario.state.dependents.unmet
    scenario.when(exited("n1", "job-a")).then("AttemptEnded job-a/1 SUCCEEDED", "JobSucceeded job-a/1")


def test_a_suspended_job_waits_on_and_is_cancelled_like_others() -> None:
    scenario = a_runs().when(submit("job-x"), after("job-b", a=OK), after("job-c", a=OK, x=OK))
    scenario.when(suspend("job-b"), suspend("job-c")).then("JobSuspended job-b", "JobSuspended job-c")
    scenario.when(resume("job-c")).then("JobResumed job-c", "JobPending job-c WAITS_FOR_JOBS")
    scenario.when(suspend("job-c")).when(exited("n1", "job-a"))
    scenario.when(resume("job-b")).then("JobResumed job-b", "GangBound job-b/1 n1[0]", "StartTask n1 job-b/1")
    scenario.when(fails("job-x")).then(
        "AttemptEnded job-x/1 FAILED", "JobFailed job-x/1", "JobCancelled job-c"
    )


def test_a_jobs_wait_for_resources_begins_when_it_waits_for_no_other_job() -> None:
    scenario = a_runs().when(after("job-b", a=OK)).when(exited("n1", "job-a"), after_ms=60_000)
    [bound] = [fact for fact in scenario.decided if isinstance(fact, GangBound)]
    assert bound.waited_ms == 0
    scenario = given(node("n1", gpus=1)).when(submit("job-a"), submit("job-x"), after("job-b", a=OK))
    scenario.when(exited("n1", "job-a"), after_ms=5_000).then(
        "AttemptEnded job-a/1 SUCCEEDED",
        "JobSucceeded job-a/1",
        "GangBound job-x/1 n1[0]",
        "StartTask n1 job-x/1",
        "JobPending job-b GPUS_BUSY",
    )
    assert scenario.state.jobs["job-b"].queued_at_ms == scenario.now_ms


def test_a_pass_does_not_look_at_jobs_that_wait_for_others() -> None:
    scenario = a_runs().when(*(after(f"job-{n}", a=OK) for n in range(50)))
    assert list(scenario.state.pending.groups()) == []
    assert scenario.state.pending.size == 0


@pytest.mark.plain
def test_long_chains_are_cancelled_in_order_over_several_batches() -> None:
    chain = [after(f"job-{n}", **{str(n - 1) if n else "a": OK}) for n in range(5)]
    scenario = a_runs().when(*chain)
    with patch.object(limits, "DEPENDENTS_CANCELLED_MAX", 2):
        scenario.when(cancel("job-0")).then("JobCancelled job-0", "JobCancelled job-1", "JobCancelled job-2")
        scenario.state = snapshot.forked(scenario.state)
        scenario.when_time_comes().then("JobCancelled job-3", "JobCancelled job-4")
        assert not scenario.state.dependents.unmet


def test_a_loaded_state_knows_who_waits_for_whom() -> None:
    scenario = a_runs().when(after("job-b", a=OK), after("job-c", b=ANY), suspend("job-c"))
    scenario.state = snapshot.forked(scenario.state)
    scenario.when(fails("job-a")).then(
        "AttemptEnded job-a/1 FAILED", "JobFailed job-a/1", "JobCancelled job-b"
    )
    scenario.when(resume("job-c")).then("JobResumed job-c", "GangBound job-c/1 n1[0]", "StartTask n1 job-c/1")


def test_an_explanation_names_the_jobs_that_have_not_ended() -> None:
    others = {name: OK for name in "abcde"}
    scenario = given(node("n1")).when(*(submit(f"job-{name}") for name in others), after("job-z", **others))
    scenario.when(exited("n1", "job-a"))
    found = explain(scenario.state, "job-z")
    assert found is not None
    assert summary(found) == (
        "job-z waits: it starts after job-b succeeds and job-c succeeds and job-d succeeds and 1 other"
    )
    lines = {part.title: part.lines for part in parts(found)}
    assert lines["Reason"][0] == "WAITS_FOR_JOBS (jobs awaited 4)"
    assert lines["Starts"] == ("not before the jobs that it waits for have ended",)


def test_a_spec_without_others_has_the_bytes_it_had_before_the_field_existed() -> None:
    datum = job_spec().to_datum()
    del datum["after"]
    assert spec_bytes(job_spec()) == canonical(datum)
    assert spec_bytes(waits_for(a=OK)) == canonical(waits_for(a=OK).to_datum())
