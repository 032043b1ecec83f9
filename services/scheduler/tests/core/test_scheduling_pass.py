"""The counted work of a scheduling pass: it grows with the started jobs, not with the waiting groups."""

import pytest
from muster.events.job_commands import SubmitJob
from muster.events.job_events import GangBound
from muster.events.operator_commands import ActivatePolicy
from muster.events.queue_commands import QueueOrder
from muster.events.scheduler_log import SequencedInput
from muster.events.task_events import TaskExited
from muster.scheduler.core import limits
from muster.scheduler.core.decide import next_deadline_ms, step
from muster.scheduler.core.order.contest import Contest
from muster.scheduler.core.state.pending import SchedulingGroup
from muster.scheduler.core.state.state import DEFAULT_POLICY
from muster.testkit.cores.build import exited, job_spec, node, queue, submit
from muster.testkit.cores.scenario import Scenario, given

USERS = 60
SHAPES = 5


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the jobs that had their turn, in order."""
    found: list[str] = []
    following = Contest.next

    def counted(contest: Contest) -> SchedulingGroup | None:
        group = following(contest)
        found.extend([group.first_job_id] if group else [])
        return group

    monkeypatch.setattr(Contest, "next", counted)
    return found


def overloaded(search_work: int) -> Scenario:
    """Fill a node of eight GPUs, and let each of USERS wait for SHAPES different jobs in a queue."""
    policy = type(DEFAULT_POLICY).from_datum(
        DEFAULT_POLICY.to_datum() | {"search_work_per_pass_max": search_work}
    )
    cell = given(
        ActivatePolicy(policy=policy, requested_by="op"),
        node("n1", gpus=8, cpu_milli=64_000),
        queue("shared", order=QueueOrder.DRF),
        *(submit(f"job-runs-{index}", job_spec(gpus=1, queue="shared")) for index in range(8)),
    )
    cell.when(*(waiting(user, shape) for user in range(USERS) for shape in range(SHAPES)))
    while cell.state.pending.round_cut:
        cell.when_time_comes()
    return cell


def waiting(user: int, shape: int) -> SubmitJob:
    """Return a job of a shape; no shape needs at least as much of everything as another."""
    cpu_milli, memory_mib = 1_000 + shape, 1_024 - shape
    spec = job_spec(gpus=1, cpu_milli=cpu_milli, memory_mib=memory_mib, queue="shared", user=f"user-{user}")
    return submit(f"job-{user}-{shape}", spec)


@pytest.mark.plain
def test_failed_tries_do_not_grow_with_the_waiting_groups(turns: list[str]) -> None:
    cell = overloaded(search_work=2_000)
    assert len(list(cell.state.pending.groups())) == USERS * SHAPES
    turns.clear()
    cell.when(*(exited("n1", f"job-runs-{index}") for index in range(3)))
    bound = [fact for fact in cell.decided if isinstance(fact, GangBound)]
    assert len(bound) == 3
    assert len(turns) <= len(bound) + SHAPES


@pytest.mark.plain
def test_jobs_that_need_at_least_as_much_as_one_without_room_are_not_tried(turns: list[str]) -> None:
    cell = given(node("n1", gpus=2, cpu_milli=64_000), submit("job-runs", job_spec(gpus=2)))
    more = (job_spec(gpus=1), job_spec(gpus=1, cpu_milli=2_000), job_spec(gpus=2), job_spec(gpus=1, ranks=2))
    turns.clear()
    cell.when(*(submit(f"job-{index}", spec) for index, spec in enumerate((*more, job_spec(gpus=0)))))
    assert turns == ["job-0", "job-4"]


@pytest.mark.plain
def test_a_pass_that_has_used_up_its_work_is_continued_where_it_stopped(turns: list[str]) -> None:
    cell = overloaded(search_work=2)
    turns.clear()
    cell.when(exited("n1", "job-runs-0"))
    assert len(turns) == 3, "one that starts, and two in vain"
    while cell.state.pending.round_cut:
        before = len(turns)
        cell.when_time_comes()
        assert len(turns) - before <= 2
    assert {job_id[-1] for job_id in turns} == {str(shape) for shape in range(SHAPES)}


@pytest.mark.plain
def test_gpus_freed_meanwhile_wake_no_group_before_the_others_had_their_turn(turns: list[str]) -> None:
    cell = overloaded(search_work=2)
    cell.when(exited("n1", "job-runs-0"))
    cut = list(turns)
    turns.clear()
    cell.when(exited("n1", "job-runs-1"))
    assert cell.state.pending.round_cut
    assert not {*turns} & {*cut}


@pytest.mark.plain
def test_full_batches_share_a_pass_while_more_groups_are_blocked_than_inputs_arrived(
    turns: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cell = overloaded(search_work=2_000)
    monkeypatch.setattr(limits, "INPUTS_OF_FULL_BATCH", 2)
    monkeypatch.setattr(limits, "INPUTS_PER_PASS_MAX", 6)
    turns.clear()
    for first in (0, 2):
        cell.when(exited("n1", f"job-runs-{first}"), exited("n1", f"job-runs-{first + 1}"))
        assert (turns, next_deadline_ms(cell.state)) == ([], cell.state.now_ms)
    cell.when(exited("n1", "job-runs-4"), exited("n1", "job-runs-5"))
    assert len([fact for fact in cell.decided if isinstance(fact, GangBound)]) == 6
    cell.when(exited("n1", "job-runs-6"))
    assert len([fact for fact in cell.decided if isinstance(fact, GangBound)]) == 1, "that batch is not full"


@pytest.mark.plain
def test_batches_that_share_a_pass_decide_the_same_as_one_batch_of_their_inputs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    apart, together = overloaded(search_work=2_000).state, overloaded(search_work=2_000).state
    ends: list[TaskExited] = [exited("n1", f"job-runs-{index}") for index in range(5)]
    inputs = [
        SequencedInput(seq=seq, event_id=f"e{seq}", correlation_id="c", payload=payload)
        for seq, payload in enumerate(ends, apart.seq_next)
    ]
    now_ms = apart.now_ms + 10
    with monkeypatch.context() as patched:
        patched.setattr(limits, "INPUTS_OF_FULL_BATCH", 3)
        first = step(apart, inputs[:3], now_ms)
    assert apart.inputs_deferred == 3
    assert first + step(apart, inputs[3:], now_ms) == step(together, inputs, now_ms)
