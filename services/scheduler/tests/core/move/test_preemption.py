"""Preemption plans: checked against the current state, then carried out as a whole or refused (ADR 74)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from muster.events.job_commands import JobSpec, RetryPolicy, Tier
from muster.events.job_events import (
    GangBound,
    GpuUnhealthy,
    HoldReleased,
    HoldReleaseReason,
    JobRequeued,
    JobStopping,
    NodeRecovered,
    PreemptionAccepted,
    PreemptionCause,
    PreemptionRefused,
    RefusalCode,
)
from muster.events.node_commands import StopTask
from muster.events.scheduler_log import ClockTicked
from muster.events.task_events import CheckpointSaved, TaskOutcome
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.replay.snapshot import forked
from muster.scheduler.core.state.state import State
from muster.testkit.cores.build import cancel, exited, job_spec, node, queue, reserve, started, submit, victim
from muster.testkit.cores.build import preemption_plan as plan
from muster.testkit.cores.scenario import QUIET_POLICY, Scenario, given

RAN_MS = QUIET_POLICY.preemption_ran_min_ms
LENT = job_spec(gpus=2, queue="blue", checkpoint=True)
DUE = job_spec(gpus=2, queue="red")


def crowded(spec: JobSpec = LENT, due: JobSpec = DUE) -> Scenario:
    """Fill the node with two jobs of a borrowing queue; one of a queue with a guarantee waits."""
    scenario = given(queue("red", guarantee_gpus=4), queue("blue"), node("n1", gpus=4))
    scenario.when(submit("job-a", spec), submit("job-b", spec))
    scenario.when(started("n1", "job-a"), started("n1", "job-b"))
    return scenario.when(submit("job-due", due), after_ms=RAN_MS)


def stopped(job_id: str, attempt: int = 1) -> Any:
    return exited("n1", job_id, attempt, outcome=TaskOutcome.STOPPED, exit_code=143)


def saved(job_id: str) -> CheckpointSaved:
    return CheckpointSaved(
        node_id="n1", job_id=job_id, attempt=1, rank=0, file="a", uri="s3://b/a", sha256="0", size_bytes=1
    )


def facts(scenario: Scenario, kind: type[Any]) -> list[Any]:
    return [payload for payload in scenario.decided if isinstance(payload, kind)]


def refusal(scenario: Scenario) -> RefusalCode:
    """Return the code of the only refusal; no job may stop."""
    [refused] = facts(scenario, PreemptionRefused)
    assert not facts(scenario, JobStopping)
    assert not scenario.state.holds
    assert refused.reason
    return refused.code


def test_a_plan_stops_its_victim_with_time_for_a_checkpoint_and_binds_the_job_when_it_is_over() -> None:
    scenario = crowded()
    scenario.when(plan("job-due", victim("job-b")))
    [accepted] = facts(scenario, PreemptionAccepted)
    [stopping], [order] = facts(scenario, JobStopping), facts(scenario, StopTask)
    assert (stopping.job_id, stopping.requeues, stopping.yields_to) == ("job-b", True, "job-due")
    assert (stopping.plan_id, accepted.plan_id) == ("plan-job-due", "plan-job-due")
    assert "its queue holds more than its guarantee" in stopping.reason
    assert (order.checkpoint_grace_ms, order.grace_ms) == (60_000, 5_000)
    assert accepted.held_until_ms == scenario.now_ms + 65_000 + QUIET_POLICY.preemption_hold_ms
    scenario.when(saved("job-b"))
    scenario.when(stopped("job-b"))
    scenario.then(
        "AttemptEnded job-b/1 STOPPED",
        "JobRequeued job-b/2",
        "GangBound job-due/1 n1[2,3]",
        "StartTask n1 job-due/1",
        "HoldReleased job-due",
        "JobPending job-b GPUS_BUSY",
    )
    [requeued] = facts(scenario, JobRequeued)
    assert "yields to job-due of queue red" in requeued.reason
    job = scenario.state.jobs["job-b"]
    assert (job.attempts_failed, job.attempts_lost, job.checkpoint is not None) == (0, 0, True)


def test_freed_gpus_are_held_for_the_job_of_the_plan() -> None:
    """A job of a higher tier that would fit arrives while the victim stops, and after it has ended."""
    scenario = given(queue("red", guarantee_gpus=4), queue("blue"), node("n1", gpus=4))
    one = replace(LENT, resources=replace(LENT.resources, gpu_count=1))
    scenario.when(submit("job-a", one), submit("job-b", LENT), submit("job-c", one))
    scenario.when(*(started("n1", job) for job in ("job-a", "job-b", "job-c")))
    scenario.when(submit("job-due", DUE), after_ms=RAN_MS)
    scenario.when(plan("job-due", victim("job-b")))
    high = job_spec(gpus=1, tier=Tier.PRODUCTION_INFERENCE)
    scenario.when(submit("job-high", high), exited("n1", "job-a"))
    assert scenario.state.jobs["job-high"].attempt is None, "the whole node is held"
    scenario.when(stopped("job-b"))
    assert scenario.state.jobs["job-due"].attempt is not None
    assert scenario.state.jobs["job-high"].attempt is not None, "the rest is open again"
    assert not scenario.state.holds


def test_a_hold_lasts_until_the_last_victim_has_ended() -> None:
    scenario = crowded(due=replace(DUE, resources=replace(DUE.resources, gpu_count=4)))
    scenario.when(plan("job-due", victim("job-a"), victim("job-b"))).when(stopped("job-a"))
    assert scenario.state.holds.keys() == {"job-due"}
    scenario.when(stopped("job-b"))
    assert [fact.job_id for fact in facts(scenario, GangBound)] == ["job-due"]


def test_two_plans_together_do_not_cut_into_a_guarantee() -> None:
    """GPUs taken by the first plan are no longer borrowed, although its victim has not ended yet."""
    blue = queue("blue", guarantee_gpus=2)
    scenario = given(queue("red", guarantee_gpus=4), blue, node("n1", gpus=4))
    scenario.when(submit("job-a", LENT), submit("job-b", LENT))
    scenario.when(submit("job-due", DUE), submit("job-next", DUE), after_ms=RAN_MS)
    scenario.when(plan("job-due", victim("job-a")), plan("job-next", victim("job-b")))
    assert [fact.job_id for fact in facts(scenario, PreemptionAccepted)] == ["job-due"]
    [refused] = facts(scenario, PreemptionRefused)
    assert (refused.job_id, refused.code) == ("job-next", RefusalCode.NOT_ENTITLED)


def test_a_victim_that_ends_by_itself_counts_as_freed() -> None:
    scenario = crowded()
    scenario.when(plan("job-due", victim("job-b")))
    scenario.when(exited("n1", "job-b"))
    assert scenario.state.jobs["job-due"].attempt is not None
    [released] = facts(scenario, HoldReleased)
    assert released.reason is HoldReleaseReason.STARTED


def test_a_cancelled_job_gives_up_its_hold() -> None:
    scenario = crowded()
    scenario.when(plan("job-due", victim("job-b")))
    scenario.when(cancel("job-due"))
    [released] = facts(scenario, HoldReleased)
    assert released.reason is HoldReleaseReason.NO_LONGER_WAITS
    scenario.when(stopped("job-b"))
    assert scenario.state.jobs["job-b"].attempts == 2, "the victim resumes on its node"


def test_a_job_placed_elsewhere_first_ends_the_hold_and_its_victims_are_placed_again() -> None:
    """All victims are ordered to stop in the batch of the plan, so none can be spared."""
    scenario = crowded().when(plan("job-due", victim("job-b"))).when(node("n2", gpus=2))
    scenario.then(
        "NodeJoined n2",
        "GangBound job-due/1 n2[0,1]",
        "StartTask n2 job-due/1",
        "HoldReleased job-due",
    )
    assert not scenario.state.holds
    scenario.when(stopped("job-b"))
    [again] = facts(scenario, GangBound)
    assert (again.job_id, again.attempt, again.placements[0].node_id) == ("job-b", 2, "n1")


def test_a_hold_ends_at_its_limit() -> None:
    scenario = crowded()
    scenario.when(plan("job-due", victim("job-b")))
    until_ms = scenario.state.holds["job-due"].until_ms
    while scenario.state.holds:
        scenario.when_time_comes()
    assert scenario.now_ms == until_ms
    [released] = facts(scenario, HoldReleased)
    assert released.reason is HoldReleaseReason.EXPIRED
    scenario.when(stopped("job-b")).when(NodeRecovered(node_id="n1"))
    assert scenario.state.jobs["job-due"].attempt is not None, (
        "what is freed later is anybody's, and it is first"
    )


def test_ended_victims_that_make_no_room_end_the_hold() -> None:
    """The victim's GPUs fail while it stops."""
    scenario = crowded()
    scenario.when(plan("job-due", victim("job-b")))
    scenario.when(GpuUnhealthy(node_id="n1", gpu_index=2, reason="Xid 79"))
    scenario.when(stopped("job-b"))
    [released] = facts(scenario, HoldReleased)
    assert released.reason is HoldReleaseReason.NO_ROOM


def test_an_elastic_victim_continues_with_fewer_ranks() -> None:
    elastic = job_spec(gpus=1, ranks=4, ranks_min=1, queue="blue", checkpoint=True)
    scenario = given(queue("red", guarantee_gpus=4), queue("blue"), node("n1", gpus=4))
    scenario.when(submit("job-e", elastic))
    scenario.when(started("n1", "job-e"))
    while len(scenario.state.jobs["job-e"].attempt.tasks["n1"].ranks) < 4:  # pyright: ignore[reportOptionalMemberAccess]
        scenario.when_time_comes()
        attempt = scenario.state.jobs["job-e"].attempts
        scenario.when(stopped("job-e", attempt))
        scenario.when(started("n1", "job-e", attempt + 1))
    # it has just been resized, so it is not asked to shrink without a plan
    scenario.when(submit("job-due", DUE))
    attempt = scenario.state.jobs["job-e"].attempts
    scenario.when(plan("job-due", victim("job-e", attempt, ranks_kept=2)))
    assert facts(scenario, PreemptionAccepted)
    scenario.when(stopped("job-e", attempt))
    scenario.then(
        f"AttemptEnded job-e/{attempt} STOPPED",
        f"JobRequeued job-e/{attempt + 1}",
        f"GangBound job-e/{attempt + 1} n1[0] n1[1]",
        f"StartTask n1 job-e/{attempt + 1}",
        "GangBound job-due/1 n1[2,3]",
        "StartTask n1 job-due/1",
        "HoldReleased job-due",
    )
    assert scenario.state.jobs["job-e"].preempted == (), "the victim did not have to wait"


def test_a_repeated_plan_is_refused_at_every_step_of_the_first() -> None:
    scenario = crowded()
    first = plan("job-due", victim("job-b"))
    scenario.when(first)
    scenario.when(first)
    assert [each.code for each in facts(scenario, PreemptionRefused)] == [RefusalCode.UNDER_WAY]
    scenario.when(stopped("job-b"), first)
    assert [each.code for each in facts(scenario, PreemptionRefused)] == [RefusalCode.UNDER_WAY]
    scenario.when(first)
    assert refusal(scenario) is RefusalCode.NOT_WAITING


def test_overlapping_plans_name_different_victims_or_one_is_refused() -> None:
    scenario = crowded()
    scenario.when(submit("job-due2", DUE))
    scenario.when(plan("job-due", victim("job-b")))
    scenario.when(plan("job-due2", victim("job-b")))
    [refused] = facts(scenario, PreemptionRefused)
    assert refused.code is RefusalCode.VICTIM_GONE
    scenario.when(plan("job-due2", victim("job-a")))
    [refused] = facts(scenario, PreemptionRefused)
    assert refused.code is RefusalCode.NO_ROOM, "the only node is held for the other"


def test_plans_on_different_nodes_run_side_by_side() -> None:
    scenario = given(queue("red", guarantee_gpus=4), queue("blue"), node("n1", gpus=2), node("n2", gpus=2))
    scenario.when(submit("job-a", LENT), submit("job-b", LENT))
    scenario.when(started("n1", "job-a"), started("n2", "job-b"))
    scenario.when(submit("job-due", DUE), submit("job-due2", DUE), after_ms=RAN_MS)
    scenario.when(plan("job-due", victim("job-a")), plan("job-due2", victim("job-b")))
    assert [*scenario.state.holds] == ["job-due", "job-due2"]
    scenario.when(exited("n2", "job-b"))
    assert scenario.state.jobs["job-due2"].attempt is not None
    assert [*scenario.state.holds] == ["job-due"]


def test_current_plans_count_towards_the_guarantee() -> None:
    """The queue is guaranteed two GPUs, and the first plan provides them."""
    scenario = given(queue("red", guarantee_gpus=2), queue("blue"), node("n1", gpus=2), node("n2", gpus=2))
    scenario.when(submit("job-a", LENT), submit("job-b", LENT))
    scenario.when(started("n1", "job-a"), started("n2", "job-b"))
    scenario.when(submit("job-due", DUE), submit("job-due2", DUE), after_ms=RAN_MS)
    scenario.when(plan("job-due", victim("job-a")), plan("job-due2", victim("job-b")))
    assert [each.code for each in facts(scenario, PreemptionRefused)] == [RefusalCode.NOT_ENTITLED]


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"expires_at_ms": 0}, RefusalCode.EXPIRED),
        ({"victims": ()}, RefusalCode.INVALID),
        ({"victims": (victim("job-b"), victim("job-b"))}, RefusalCode.INVALID),
        ({"job_id": ""}, RefusalCode.INVALID),
        ({"reservation": "course"}, RefusalCode.INVALID),
        ({"job_id": "", "reservation": "course"}, RefusalCode.NOT_WAITING),
        ({"job_id": "job-other"}, RefusalCode.NOT_WAITING),
        ({"job_id": "job-a"}, RefusalCode.NOT_WAITING),
        ({"victims": (victim("job-b", 2),)}, RefusalCode.VICTIM_GONE),
        ({"victims": (victim("job-x"),)}, RefusalCode.VICTIM_GONE),
        ({"victims": (victim("job-b", ranks_kept=1),)}, RefusalCode.INVALID),
    ],
)
def test_a_plan_that_contradicts_the_current_state_is_refused(
    more: dict[str, Any], code: RefusalCode
) -> None:
    scenario = crowded()
    scenario.when(replace(plan("job-due", victim("job-b")), **more))
    assert refusal(scenario) is code


def test_a_recently_bound_job_is_not_preempted() -> None:
    scenario = given(queue("red", guarantee_gpus=4), queue("blue"), node("n1", gpus=4))
    scenario.when(submit("job-a", LENT), submit("job-b", LENT))
    scenario.when(submit("job-due", DUE), after_ms=RAN_MS - 1)
    scenario.when(plan("job-due", victim("job-b")), after_ms=0)
    assert refusal(scenario) is RefusalCode.VICTIM_TOO_YOUNG


def test_a_queue_that_does_not_borrow_is_not_preempted() -> None:
    scenario = given(
        queue("red", guarantee_gpus=4), queue("blue", guarantee_gpus=2), queue("grey"), node("n1", gpus=4)
    )
    grey = replace(LENT, queue="grey")
    scenario.when(submit("job-a", LENT), submit("job-b", grey))
    scenario.when(started("n1", "job-a"), started("n1", "job-b"))
    scenario.when(submit("job-due", DUE), after_ms=RAN_MS)
    scenario.when(plan("job-due", victim("job-a")))
    assert refusal(scenario) is RefusalCode.VICTIM_PROTECTED
    scenario.when(plan("job-due", victim("job-b")))
    assert facts(scenario, PreemptionAccepted)


def test_production_inference_is_never_stopped() -> None:
    scenario = crowded(replace(LENT, tier=Tier.PRODUCTION_INFERENCE))
    scenario.when(plan("job-due", victim("job-b")))
    assert refusal(scenario) is RefusalCode.VICTIM_PROTECTED


def test_a_job_without_a_right_to_more_gets_no_victims() -> None:
    scenario = crowded(due=replace(DUE, queue="blue"))
    scenario.when(plan("job-due", victim("job-b")))
    assert refusal(scenario) is RefusalCode.NOT_ENTITLED


def test_victims_that_do_not_make_room_are_not_stopped() -> None:
    scenario = crowded(due=job_spec(gpus=4, queue="red"))
    scenario.when(plan("job-due", victim("job-b")))
    assert refusal(scenario) is RefusalCode.NO_ROOM


def test_a_job_that_fits_meanwhile_needs_no_victims() -> None:
    scenario = crowded()
    scenario.when(exited("n1", "job-a"), plan("job-due", victim("job-b")))
    assert refusal(scenario) is RefusalCode.NOT_NEEDED


def test_two_jobs_do_not_preempt_each_other_again_and_again() -> None:
    """job-due got the place of job-b, failed there and waits again; job-b has its place back."""
    scenario = crowded(due=replace(DUE, retry=RetryPolicy(attempts_max=2, backoff_ms=60_000)))
    scenario.when(plan("job-due", victim("job-b")))
    scenario.when(stopped("job-b"))
    scenario.when(started("n1", "job-due"))
    scenario.when(exited("n1", "job-due", outcome=TaskOutcome.FAILED, exit_code=1))
    assert scenario.state.jobs["job-b"].attempts == 2
    scenario.when(started("n1", "job-b", 2))
    scenario.when(ClockTicked(), after_ms=RAN_MS)
    scenario.when(plan("job-due", victim("job-b", 2)))
    assert refusal(scenario) is RefusalCode.PAIR


def test_preemptions_of_a_job_within_a_day_are_limited() -> None:
    scenario = crowded()
    most = QUIET_POLICY.preemptions_per_job_day_max
    for number in range(1, most + 1):
        job = f"job-due{number}"
        scenario.when(submit(job, DUE), cancel("job-due"))
        scenario.when(plan(job, victim("job-b", number)))
        assert facts(scenario, PreemptionAccepted), number
        scenario.when(stopped("job-b", number))
        scenario.when(started("n1", job))
        scenario.when(exited("n1", job))
        scenario.when(started("n1", "job-b", number + 1), after_ms=RAN_MS)
    scenario.when(submit("job-last", DUE), after_ms=RAN_MS)
    scenario.when(plan("job-last", victim("job-b", most + 1)))
    assert refusal(scenario) is RefusalCode.VICTIM_LIMIT
    scenario.when(plan("job-last", victim("job-b", most + 1)), after_ms=24 * 3_600_000)
    assert facts(scenario, PreemptionAccepted)


def test_jobs_on_nodes_of_a_reservation_leave_when_it_starts() -> None:
    scenario = given(queue("red"), queue("blue"), node("n1", gpus=2))
    scenario.when(submit("job-b", LENT))
    scenario.when(started("n1", "job-b"))
    starts_at_ms = scenario.now_ms + 1_000
    scenario.when(reserve("course", "red", nodes=1, starts_at_ms=starts_at_ms, ends_at_ms=starts_at_ms * 2))
    course = replace(plan("", victim("job-b")), reservation="course", cause=PreemptionCause.RESERVATION)
    scenario.when(course)
    assert refusal(scenario) is RefusalCode.NOT_WAITING
    scenario.when(ClockTicked(), after_ms=1_000)
    scenario.when(replace(course, victims=(victim("job-b", 2),)))
    assert refusal(scenario) is RefusalCode.VICTIM_GONE
    scenario.when(course)
    scenario.then("PreemptionAccepted course", "JobStopping job-b/1", "StopTask n1 job-b/1")
    assert not scenario.state.holds
    scenario.when(stopped("job-b"))
    scenario.when(submit("job-red", DUE))
    assert scenario.state.jobs["job-b"].attempt is None
    assert scenario.state.jobs["job-red"].attempt is not None


def test_a_hold_survives_a_snapshot() -> None:
    scenario = crowded()
    scenario.when(plan("job-due", victim("job-b")))
    copy: State = forked(scenario.state)
    assert copy.holds == scenario.state.holds
    assert copy.nodes["n1"].held_for == "job-due"
    assert copy.jobs["job-b"].preempted == scenario.state.jobs["job-b"].preempted
    assert StateHash().refresh_all(copy) == StateHash().refresh_all(scenario.state)
