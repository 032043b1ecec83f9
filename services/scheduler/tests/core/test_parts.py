"""Small parts of the core, each by itself: the state machine, waiting lines, ports, backoff, the hash."""

import pytest
from muster.cluster import MIG, Shape
from muster.events.job_commands import Tier
from muster.events.job_events import GangBound, GpuUnhealthy, JobPending, JobRequeued, JobSucceeded
from muster.events.queue_commands import QueueOrder
from muster.jobs.lifecycle import IllegalTransition, JobState, state_after
from muster.scheduler.core import limits
from muster.scheduler.core.batch.context import OutOfSequence
from muster.scheduler.core.canonical import spec_digest
from muster.scheduler.core.inputs.retry import backoff_ms
from muster.scheduler.core.replay.hashing import StateHash, hash_of
from muster.scheduler.core.reserve.planner import ranks_when_empty
from muster.scheduler.core.state.job import (
    Job,
    PlacementClass,
    SchedulingKey,
    placement_class_of,
    scheduling_key,
)
from muster.scheduler.core.state.node import Node, port_for
from muster.scheduler.core.state.pending import AlikeGroups, Pending, SchedulingGroup
from muster.scheduler.core.state.state import DEFAULT_POLICY
from muster.testkit.cores import build
from muster.testkit.cores.scenario import Scenario, given

SHAPE = Shape(1, 1000, (), 1_000, 1_024)


def a_job(place: int, *, not_before_ms: int = 0) -> Job:
    spec = build.job_spec(tier=Tier.INTERACTIVE)
    job = Job(
        job_id=f"job-{place}",
        tenant=build.TENANT,
        spec=spec,
        spec_digest=spec_digest(spec),
        placement_class=placement_class_of(build.TENANT, spec, DEFAULT_POLICY),
        correlation_id="c",
        arrival_seq=place,
        submitted_at_ms=0,
        queued_at_ms=0,
        not_before_ms=not_before_ms,
    )
    job.scheduling_key = scheduling_key(job, ("", "default"), "", QueueOrder.FIFO)
    return job


def a_line() -> SchedulingGroup:
    needs = PlacementClass(SHAPE, 1)
    return SchedulingGroup(SchedulingKey(2, ("", "default"), "", 0, needs), AlikeGroups(needs))


def test_an_impossible_fact_raises_an_error() -> None:
    assert state_after("job-a", JobState.QUEUED, GangBound) is JobState.BOUND
    assert state_after("job-a", JobState.QUEUED, JobPending) is JobState.QUEUED
    with pytest.raises(IllegalTransition, match="JobSucceeded for job-a in state QUEUED; allowed in: BOUND"):
        state_after("job-a", JobState.QUEUED, JobSucceeded)
    with pytest.raises(IllegalTransition):
        state_after("job-a", JobState.CANCELLED, JobRequeued)


def test_a_line_is_ordered_by_place_whatever_the_order_of_arrival() -> None:
    line = a_line()
    for place in (5, 3, 9, 7):
        line.insert(place, f"job-{place}")
    assert line.first_job_id == "job-3"
    assert line.after(3, 2) == [(5, "job-5"), (7, "job-7")]
    line.remove(3)
    line.remove(7)
    assert [place for place, _ in line.after(-1, 10)] == [5, 9]
    assert line.has(5)
    assert not line.has(7)


def test_a_long_line_forgets_jobs_that_have_left() -> None:
    line = a_line()
    for place in range(1_000):
        line.insert(place, f"job-{place}")
    for place in range(900):
        line.remove(place)
    assert line.first_arrival_seq == 900
    line.insert(450, "job-450")
    assert line.first_arrival_seq == 450
    assert len(line) == 101


def test_a_returning_job_gets_a_reason_again() -> None:
    line = a_line()
    line.insert(5, "job-5")
    line.reported_upto = 9
    line.insert(3, "job-3")
    assert line.reported_upto == 2


def test_a_delayed_job_waits_aside_until_its_time() -> None:
    pending = Pending()
    job = a_job(1, not_before_ms=100)
    pending.add(job, 50)
    assert pending.group_of(job) is None
    assert pending.due(99) == []
    assert pending.due(100) == ["job-1"]
    pending.enter(job)
    assert pending.group_of(job) is not None
    pending.remove(job)
    assert (pending.size, list(pending.groups())) == (0, [])


def test_a_delayed_job_can_leave() -> None:
    pending = Pending()
    job = a_job(1, not_before_ms=100)
    pending.add(job, 50)
    pending.remove(job)
    assert (pending.size, pending.delayed) == (0, [])


def test_nodes_that_no_job_waits_for_are_forgotten() -> None:
    pending = Pending()
    job = a_job(1)
    pending.add(job, 0)
    pending.remove(job)
    assert pending._by_nodes == {}, "every label that a job ever required would stay"  # pyright: ignore[reportPrivateUsage]


def test_the_lowest_free_port_is_assigned_first() -> None:
    node = Node(build.node("n1", port_count=3))
    assert port_for(node) == 20_000
    node.ports_used = [20_000, 20_002]
    assert port_for(node) == 20_001
    node.ports_used = [20_000, 20_001, 20_002]
    assert port_for(node) == 0
    node.ports_used = [7, 20_001]
    assert port_for(node) == 20_000, "a port of an earlier range does not conflict"


def test_a_gang_waits_for_a_port_but_a_single_rank_needs_none() -> None:
    scenario = given(build.node("n1", port_count=1)).when(build.submit("job-a"), build.submit("job-b"))
    ports = [fact.master_port for fact in scenario.decided if isinstance(fact, GangBound)]
    assert ports == [20_000, 0]
    scenario.when(build.submit("job-gang", build.job_spec(ranks=2))).then(
        "JobQueued job-gang", "JobPending job-gang GANG_SHORT"
    )
    assert "port" in scenario.decided[1].message
    scenario.when(build.exited("n1", "job-a"))
    assert scenario.state.jobs["job-gang"].state == "BOUND"


def test_backoff_doubles_up_to_a_day() -> None:
    assert [backoff_ms(1_000, times) for times in (1, 2, 3)] == [1_000, 2_000, 4_000]
    assert backoff_ms(1_000, 1_000) == limits.BACKOFF_MS_MAX
    assert backoff_ms(0, 5) == 0


@pytest.mark.parametrize(
    ("shape", "ranks"),
    [
        (Shape(2, 1000, (), 1_000, 0), 4),
        (Shape(1, 300, (), 0, 0), 24),
        (Shape(1, 300, (), 0, 0, MIG), 16),
        (Shape(1, 125, (), 40_000, 0, MIG), 1),
        (Shape(1, 1000, ("H100",), 0, 0), 0),
        (Shape(0, 0, (), 30_000, 0), 2),
        (Shape(0, 0, (), 0, 0), 1),
    ],
)
def test_an_empty_node_holds_this_number_of_ranks(shape: Shape, ranks: int) -> None:
    state = given(build.node("n1", gpus=8, cpu_milli=64_000, model="A100-40GB")).state
    assert ranks_when_empty(state, state.nodes["n1"], shape) == ranks


def test_an_unhealthy_gpu_does_not_count() -> None:
    state = given(build.node("n1", gpus=2), GpuUnhealthy(node_id="n1", gpu_index=0, reason="Xid 79")).state
    assert ranks_when_empty(state, state.nodes["n1"], SHAPE) == 1


def test_equal_states_hash_equal_whatever_their_history() -> None:
    def after(*job_ids: str) -> Scenario:
        scenario = Scenario().when(build.elected(), build.founding_queue())
        scenario.when(*(build.submit(job_id) for job_id in job_ids))
        return scenario

    one, other = after("job-a", "job-b"), after("job-a", "job-b")
    often = StateHash()
    often.refresh(one.state)
    one.when(build.cancel("job-a"))
    other.when(build.cancel("job-a"))
    assert often.refresh(one.state) == StateHash().refresh_all(other.state)
    assert often.refresh(one.state) != StateHash().refresh_all(after("job-b", "job-a").state)
    assert hash_of(often.entities) == often.refresh(one.state)


def test_an_input_out_of_sequence_raises_an_error() -> None:
    scenario = Scenario()
    scenario.state.seq_next = 5
    scenario.when(build.elected())
    with pytest.raises(OutOfSequence, match="seq 3"):
        from muster.events.scheduler_log import SequencedInput
        from muster.scheduler.core.decide import step

        step(
            scenario.state,
            [SequencedInput(seq=3, event_id="e", correlation_id="c", payload=build.elected(2))],
            0,
        )
