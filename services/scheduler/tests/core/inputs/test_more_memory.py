"""An attempt had too little memory: the next one gets more, as far as the job allows and nodes have it."""

from dataclasses import replace

import pytest
from muster.events.job_events import GangBound, JobFailed, JobPending, JobRequeued
from muster.events.node_commands import StartTask
from muster.events.operator_commands import ActivateFailureRules, ActivatePolicy
from muster.events.queue_commands import Quota
from muster.failures.shipped import shipped_text
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.replay.snapshot import forked
from muster.testkit.cores.build import (
    exited,
    growing,
    job_spec,
    node,
    out_of_memory,
    queue,
    submit,
)
from muster.testkit.cores.scenario import QUIET_POLICY, Scenario, given

GIB = 1024
RULES = ActivateFailureRules(rules=shipped_text(), requested_by="op")
NODES = (node("n1", gpus=1, memory_mib=32 * GIB), node("n2", gpus=1, memory_mib=32 * GIB))


def starved(memory_max_mib: int = 256 * GIB, *, attempts: int = 9) -> Scenario:
    """A job of 8 GiB whose first attempt had too little."""
    spec = growing(job_spec(memory_mib=8 * GIB, attempts=attempts), memory_max_mib)
    scenario = given(RULES, *NODES).when(submit("job-a", spec))
    return scenario.when(out_of_memory("n1", "job-a"))


def again(scenario: Scenario, attempt: int) -> Scenario:
    """The next attempt starts, and has too little, too."""
    scenario.when_time_comes()
    [bound] = [each for each in scenario.decided if isinstance(each, GangBound)]
    return scenario.when(out_of_memory(bound.placements[0].node_id, "job-a", attempt))


def test_the_next_attempt_has_half_as_much_again() -> None:
    scenario = starved()
    requeued = scenario.decided[1]
    assert isinstance(requeued, JobRequeued)
    assert requeued.memory_mib == 12 * GIB
    told = "(attempt 1 of 9); the next has 12GiB instead of 8GiB a rank"
    assert requeued.reason.endswith(told)
    pending = scenario.decided[2]
    assert isinstance(pending, JobPending)
    assert pending.message.endswith(told)
    scenario.when_time_comes()
    [bound, order] = [each for each in scenario.decided if isinstance(each, GangBound | StartTask)]
    assert isinstance(bound, GangBound)
    assert isinstance(order, StartTask)
    assert bound.each is not None
    assert (bound.each.memory_mib, order.ranks[0].memory_mib) == (12 * GIB, 12 * GIB)
    assert scenario.state.queues.by_key["", "default"].used.memory_mib == 12 * GIB


def test_it_ends_at_what_the_job_allows() -> None:
    scenario = again(starved(10 * GIB), 2)
    failed = scenario.decided[-1]
    assert isinstance(failed, JobFailed)
    assert failed.reason.endswith("; it had its retry.memory_max, 10GiB)")


def test_it_ends_at_what_nodes_have() -> None:
    scenario = again(again(again(starved(), 2), 3), 4)
    failed = scenario.decided[-1]
    assert isinstance(failed, JobFailed)
    assert failed.reason.endswith("; no node has 41472MiB, which it would get next)")


def test_it_ends_with_the_attempts_that_were_granted() -> None:
    failed = again(starved(attempts=2), 2).decided[-1]
    assert isinstance(failed, JobFailed)
    assert failed.reason.endswith("(attempt 2 of 2)")


@pytest.mark.parametrize("rules", [(), (RULES,)])
def test_a_job_that_does_not_allow_it_is_decided_as_before(rules: tuple[ActivateFailureRules, ...]) -> None:
    spec = job_spec(memory_mib=8 * GIB, attempts=2)
    scenario = given(*rules, *NODES).when(submit("job-a", spec)).when(out_of_memory("n1", "job-a"))
    ended = scenario.decided[-1] if rules else scenario.decided[1]
    if rules:
        assert isinstance(ended, JobFailed)
        assert "permanent [memory.host]" in ended.reason
    else:
        assert isinstance(ended, JobRequeued)
        assert ended.memory_mib is None


def test_a_submission_again_is_the_same_job_and_all_of_it_survives_a_snapshot_and_a_policy() -> None:
    scenario = starved()
    spec = growing(job_spec(memory_mib=8 * GIB, attempts=9), 256 * GIB)
    scenario.when(submit("job-a", spec)).then("CommandRepeated SubmitJob job-a")
    copy = forked(scenario.state)
    assert StateHash().refresh_all(copy) == StateHash().refresh_all(scenario.state)
    assert copy.jobs["job-a"].shape.memory_mib == 12 * GIB
    scenario.when(ActivatePolicy(policy=replace(QUIET_POLICY, name="other"), requested_by="op"))
    assert scenario.state.jobs["job-a"].shape.memory_mib == 12 * GIB
    scenario.when_time_comes()
    [bound] = [each for each in scenario.decided if isinstance(each, GangBound)]
    scenario.when(exited(bound.placements[0].node_id, "job-a", 2))
    assert not scenario.state.specs.by_digest()


def test_its_queue_s_quota_counts_what_it_gets() -> None:
    limited = queue("small", maximum=Quota(memory_mib=10 * GIB))
    spec = growing(job_spec(memory_mib=8 * GIB, attempts=3, queue="small"), 64 * GIB)
    scenario = given(RULES, *NODES, limited).when(submit("job-a", spec))
    scenario.when(out_of_memory("n1", "job-a")).when_time_comes()
    [pending] = [each for each in scenario.decided if isinstance(each, JobPending)]
    assert pending.code == "QUOTA_EXHAUSTED"
    assert "holds 0MiB of at most 10GiB memory" in pending.message
