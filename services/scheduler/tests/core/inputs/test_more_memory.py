"""After an attempt ran out of memory the next gets more, up to the limits of the job and of the nodes."""

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
    """Create a job of 8 GiB whose first attempt ran out of memory."""
    spec = growing(job_spec(memory_mib=8 * GIB, attempts=attempts), memory_max_mib)
    scenario = given(RULES, *NODES).when(submit("job-a", spec))
    return scenario.when(out_of_memory("n1", "job-a"))


def starve(scenario: Scenario, attempt: int) -> Scenario:
    """Let the next attempt start and run out of memory as well."""
    scenario.when_time_comes()
    [bound] = [each for each in scenario.decided if isinstance(each, GangBound)]
    return scenario.when(out_of_memory(bound.placements[0].node_id, "job-a", attempt))


def test_the_next_attempt_gets_half_as_much_again() -> None:
    scenario = starved()
    requeued = scenario.decided[1]
    assert isinstance(requeued, JobRequeued)
    assert requeued.memory_mib == 12 * GIB
    told = "(retry 1 of 8); its next attempt gets 12GiB a rank instead of 8GiB"
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


def test_memory_grows_at_most_to_the_jobs_limit() -> None:
    scenario = starve(starved(10 * GIB), 2)
    failed = scenario.decided[-1]
    assert isinstance(failed, JobFailed)
    assert failed.reason.endswith("; it already had its retry.memory_max, 10GiB)")


def test_memory_grows_at_most_to_the_largest_nodes() -> None:
    scenario = starve(starve(starve(starved(), 2), 3), 4)
    failed = scenario.decided[-1]
    assert isinstance(failed, JobFailed)
    assert failed.reason.endswith("; its next attempt would need 41472MiB a rank; no node has that)")


def test_memory_stops_growing_with_the_last_attempt() -> None:
    failed = starve(starved(attempts=2), 2).decided[-1]
    assert isinstance(failed, JobFailed)
    assert failed.reason.endswith("(no retries left of 1)")


@pytest.mark.parametrize("rules", [(), (RULES,)])
def test_a_job_without_a_memory_limit_is_decided_as_before(rules: tuple[ActivateFailureRules, ...]) -> None:
    spec = job_spec(memory_mib=8 * GIB, attempts=2)
    scenario = given(*rules, *NODES).when(submit("job-a", spec)).when(out_of_memory("n1", "job-a"))
    ended = scenario.decided[-1] if rules else scenario.decided[1]
    if rules:
        assert isinstance(ended, JobFailed)
        assert "permanent [memory.host]" in ended.reason
    else:
        assert isinstance(ended, JobRequeued)
        assert ended.memory_mib is None


def test_a_job_with_grown_memory_survives_a_repeated_submission_a_snapshot_and_a_policy() -> None:
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


def test_the_queues_quota_counts_the_grown_memory() -> None:
    limited = queue("small", maximum=Quota(memory_mib=10 * GIB))
    spec = growing(job_spec(memory_mib=8 * GIB, attempts=3, queue="small"), 64 * GIB)
    scenario = given(RULES, *NODES, limited).when(submit("job-a", spec))
    scenario.when(out_of_memory("n1", "job-a")).when_time_comes()
    [pending] = [each for each in scenario.decided if isinstance(each, JobPending)]
    assert pending.code == "QUOTA_EXHAUSTED"
    assert "holds 0MiB of at most 10GiB memory" in pending.message
