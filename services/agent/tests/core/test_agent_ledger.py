"""Given orders and what came of them, when the next order is read, then this is done."""

from __future__ import annotations

from dataclasses import replace

import pytest
from muster.agent.core import ledger as ledger_module
from muster.agent.core.ledger import (
    Decision,
    Forestall,
    Ignore,
    Ledger,
    Record,
    Refuse,
    Start,
    Stop,
    TaskKey,
    decide,
    evolve,
    fold,
    record_of,
)
from muster.events.node_commands import RankAssignment, StartTask, StopTask
from muster.events.task_events import RefusalReason, TaskExited, TaskOutcome, TaskRefused


def start(
    job: str = "job-a", attempt: int = 1, *, epoch: int = 1, seq: int = 10, gpu: int = 0, milli: int = 1000
):
    return StartTask(
        node_id="n",
        epoch=epoch,
        order_seq=seq,
        job_id=job,
        attempt=attempt,
        tenant="t",
        job_name="j",
        user="u",
        ranks=(RankAssignment(rank=0, gpu_indices=(gpu,), gpu_milli=milli),),
        world_size=1,
        master_address="127.0.0.1",
        master_port=1,
        command=("true",),
        grace_ms=1000,
        checkpoint_enabled=False,
    )


def stop(job: str = "job-a", attempt: int = 1, *, epoch: int = 1, seq: int = 11) -> StopTask:
    return StopTask(
        node_id="n", epoch=epoch, order_seq=seq, job_id=job, attempt=attempt, grace_ms=1000, reason="test"
    )


def exited(job: str = "job-a", attempt: int = 1) -> TaskExited:
    return TaskExited(node_id="n", job_id=job, attempt=attempt, outcome=TaskOutcome.SUCCEEDED, exits=())


def given(*records: Record) -> Ledger:
    return fold(records)


def reason(decision: Decision) -> RefusalReason:
    assert isinstance(decision, Refuse)
    return decision.refusal.reason


def test_a_first_order_is_started() -> None:
    assert decide(given(), start(), gpu_count=2) == Start(start())


def test_the_same_order_again_is_ignored_while_it_runs_and_after_it_ended() -> None:
    assert isinstance(decide(given(start()), start(), gpu_count=2), Ignore)
    assert isinstance(decide(given(start(), exited()), start(), gpu_count=2), Ignore)


def test_a_new_order_for_an_attempt_that_has_begun_before_is_refused_once() -> None:
    """The scheduler has forgotten the job, and its id was used again: it must hear that this never starts."""
    before = given(start(seq=10), exited())
    again = start(seq=99)
    decision = decide(before, again, gpu_count=2)
    assert isinstance(decision, Refuse)
    assert decision.refusal.reason is RefusalReason.CANNOT_START
    assert decision.refusal.order_seq == 99
    assert decision.refusal.message == "attempt 1 of a job with this id has begun here before"
    after = evolve(before, decision.refusal)
    assert isinstance(decide(after, again, gpu_count=2), Ignore)
    assert decide(after, start(attempt=2, seq=100), gpu_count=2) == Start(start(attempt=2, seq=100))


def test_what_runs_is_never_refused() -> None:
    assert isinstance(decide(given(start(seq=10)), start(seq=99), gpu_count=2), Ignore)


def test_an_earlier_attempt_than_one_begun_is_ignored() -> None:
    assert isinstance(
        decide(given(start(attempt=2), exited(attempt=2)), start(attempt=1), gpu_count=2), Ignore
    )


def test_a_later_attempt_is_started() -> None:
    decision = decide(given(start(), exited()), start(attempt=2, seq=20), gpu_count=2)
    assert decision == Start(start(attempt=2, seq=20))


def test_an_order_of_a_replaced_leader_is_refused() -> None:
    decision = decide(given(start(epoch=5)), start("job-b", epoch=4, gpu=1), gpu_count=2)
    assert reason(decision) is RefusalReason.STALE_EPOCH


def test_what_a_replaced_leader_was_refused_the_new_one_may_start() -> None:
    before = given(start(epoch=5))
    refused = decide(before, start("job-b", epoch=4, gpu=1), gpu_count=2)
    record = record_of(refused)
    assert record is not None
    again = start("job-b", epoch=5, gpu=1, seq=12)
    assert decide(evolve(before, record), again, gpu_count=2) == Start(again)


def test_a_repeated_order_of_an_older_epoch_is_ignored_rather_than_refused() -> None:
    """A refusal would tell the scheduler that the running task never began."""
    running = given(start(epoch=1), start("job-b", epoch=2, gpu=1))
    assert isinstance(decide(running, start(epoch=1), gpu_count=2), Ignore)


def test_a_stop_by_a_replaced_leader_is_ignored() -> None:
    assert isinstance(decide(given(start(epoch=5)), stop(epoch=4), gpu_count=2), Ignore)


def test_a_stop_ends_a_live_task_and_may_come_again() -> None:
    assert decide(given(start()), stop(), gpu_count=2) == Stop(stop())
    assert decide(given(start(), stop()), stop(seq=12), gpu_count=2) == Stop(stop(seq=12))


def test_a_stop_before_its_start_refuses_the_start() -> None:
    assert decide(given(), stop(), gpu_count=2) == Forestall(stop())
    assert reason(decide(given(stop()), start(seq=12), gpu_count=2)) is RefusalReason.CANNOT_START


def test_a_stop_forestalls_no_later_attempt() -> None:
    decision = decide(given(stop(attempt=1)), start(attempt=2, seq=12), gpu_count=2)
    assert isinstance(decision, Start)


@pytest.mark.parametrize("gpu", [2, -1])
def test_a_gpu_the_node_has_not_is_refused(gpu: int) -> None:
    assert reason(decide(given(), start(gpu=gpu), gpu_count=2)) is RefusalReason.UNKNOWN_GPU


def test_a_taken_gpu_is_refused_and_free_again_after_the_exit() -> None:
    second = start("job-b", seq=12)
    assert reason(decide(given(start()), second, gpu_count=2)) is RefusalReason.GPU_BUSY
    assert decide(given(start(), exited()), second, gpu_count=2) == Start(second)


def test_a_gpu_that_a_process_is_left_on_is_refused() -> None:
    refused = decide(given(), start(), gpu_count=2, left_on={0: "left on it: process 7 (python)"})
    assert isinstance(refused, Refuse)
    assert refused.refusal.reason is RefusalReason.GPU_BUSY
    assert refused.refusal.message == "GPU 0: left on it: process 7 (python)"


def test_fractions_share_a_gpu_up_to_the_whole() -> None:
    half = given(start(milli=600))
    assert isinstance(decide(half, start("job-b", milli=400), gpu_count=2), Start)
    refused = decide(half, start("job-b", milli=401), gpu_count=2)
    assert isinstance(refused, Refuse)
    assert refused.refusal.message == "GPU 0: 401 thousandths requested; 400 free"


def test_an_order_with_an_image_is_refused_and_names_it() -> None:
    refused = decide(given(), replace(start(), image="pytorch/pytorch:2.9"), gpu_count=2)
    assert isinstance(refused, Refuse)
    assert refused.refusal.reason is RefusalReason.CANNOT_START
    assert refused.refusal.message.startswith("image is pytorch/pytorch:2.9; allowed: absent")


def test_a_refusal_after_the_acceptance_ends_the_task() -> None:
    refusal = TaskRefused(
        node_id="n",
        job_id="job-a",
        attempt=1,
        epoch=1,
        order_seq=10,
        reason=RefusalReason.FILES_UNAVAILABLE,
    )
    after = given(start(), refusal)
    assert after.live == {}
    assert isinstance(decide(after, start(), gpu_count=2), Ignore)


def test_the_ledger_knows_leader_order_and_tasks() -> None:
    after = given(start(epoch=3, seq=10), stop("job-z", epoch=4, seq=12))
    assert (after.epoch, after.order_seq_last, tuple(after.live)) == (4, 12, (TaskKey("job-a", 1),))


def test_ignoring_records_nothing() -> None:
    assert record_of(decide(given(start()), start(), gpu_count=2)) is None


def test_the_job_longest_unheard_of_is_forgotten_unless_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger_module, "JOBS_REMEMBERED_MAX", 2)
    after = given(start("job-a"), stop("job-b"), stop("job-c"))
    assert tuple(after.seen) == ("job-a", "job-c")
