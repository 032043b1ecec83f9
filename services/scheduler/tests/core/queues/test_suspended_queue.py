"""Suspended queues: no job of a queue or those below starts, running jobs continue, and it is explained."""

from typing import Any

from muster.events.job_commands import SubmitJob
from muster.events.job_events import JobPending, PendingCode
from muster.events.task_events import TaskOutcome
from muster.queues import quotas
from muster.scheduler.core.explain import wording
from muster.scheduler.core.explain.explain import explain
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.replay.snapshot import forked
from muster.testkit.cores.build import TENANT, configure, exited, job_spec, node, queue, started, submit
from muster.testkit.cores.scenario import Scenario, given

WHY = "budget is used up"


def tree() -> Scenario:
    """Create a node, and the queue vision below acme."""
    return given(node("n1", gpus=2), queue("acme"), queue("vision", parent="acme"))


def vision(job_id: str, **spec: Any) -> SubmitJob:
    return submit(job_id, job_spec(queue="vision", **spec))


def pending(scenario: Scenario) -> JobPending:
    [found] = [each for each in scenario.decided if isinstance(each, JobPending)]
    return found


def test_jobs_of_a_suspended_queue_wait_with_the_reason_and_start_when_it_is_resumed() -> None:
    scenario = tree().when(configure("vision", parent="acme", suspended=WHY)).when(vision("job-a"))
    scenario.then("JobQueued job-a", "JobPending job-a QUEUE_SUSPENDED")
    assert pending(scenario).message == f"queue 'vision' is suspended: {WHY}"
    scenario.when(submit("job-b")).then("JobQueued job-b", "GangBound job-b/1 n1[0]", "StartTask n1 job-b/1")
    scenario.when(configure("vision", parent="acme"))
    scenario.then("QueueConfigured vision", "GangBound job-a/1 n1[1]", "StartTask n1 job-a/1")


def test_a_suspended_queue_holds_those_below_it() -> None:
    scenario = tree().when(configure("acme", suspended="")).when(vision("job-a"))
    assert pending(scenario).message == "queue 'acme' is suspended"
    scenario.when(configure("acme")).then(
        "QueueConfigured acme", "GangBound job-a/1 n1[0]", "StartTask n1 job-a/1"
    )


def test_running_jobs_continue_and_a_retry_waits() -> None:
    scenario = tree().when(vision("job-a", attempts=2)).when(started("n1", "job-a"))
    scenario.when(configure("vision", parent="acme", suspended=WHY)).then("QueueConfigured vision")
    scenario.when(exited("n1", "job-a", outcome=TaskOutcome.FAILED, exit_code=1)).when_time_comes()
    assert pending(scenario).code is PendingCode.QUEUE_SUSPENDED


def test_a_suspended_queue_has_no_fair_share_and_its_elastic_jobs_do_not_grow() -> None:
    scenario = given(node("n1", gpus=4), queue("vision", guarantee_gpus=4))
    key = scenario.when(vision("job-a", ranks=8)).state.jobs["job-a"].scheduling_key
    assert key is not None
    named = scenario.state.queues.by_key[TENANT, "vision"]
    gang = key.placement_class._replace(ranks=1)
    assert quotas.jobs_guaranteed(named, gang, key.tier_rank) == 4
    assert quotas.guarantees_gpus(named)
    assert quotas.leaves_room(named, gang, key.tier_rank)
    scenario.when(configure("vision", guarantee_gpus=4, suspended=WHY))
    assert quotas.jobs_guaranteed(named, gang, key.tier_rank) == 0
    assert not quotas.guarantees_gpus(named)
    assert not quotas.leaves_room(named, gang, key.tier_rank)


def test_the_explanation_proposes_to_resume_the_queue() -> None:
    scenario = tree().when(configure("vision", parent="acme", suspended=WHY)).when(vision("job-a"))
    found = explain(scenario.state, "job-a")
    assert found is not None
    parts = dict(wording.parts(found))
    assert parts["Starts now"] == ("in queue 'default'", "if queue 'vision' were resumed")
    assert "not before its queue is resumed" in str(parts)


def test_a_suspension_survives_a_snapshot_and_is_absent_from_the_hash_until_used() -> None:
    scenario = tree()
    before = StateHash().refresh_all(scenario.state)
    suspended = scenario.when(configure("vision", parent="acme", suspended=WHY)).state
    copy = forked(suspended)
    assert StateHash().refresh_all(copy) == StateHash().refresh_all(suspended) != before
    assert copy.queues.by_key[TENANT, "vision"].settings.suspended == WHY
