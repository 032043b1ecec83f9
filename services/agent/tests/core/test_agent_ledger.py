"""Given orders and their outcomes, when the next order is read, then the agent decides this."""

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


def ledger_of(*records: Record) -> Ledger:
    return fold(records)


def reason(decision: Decision) -> RefusalReason:
    assert isinstance(decision, Refuse)
    return decision.refusal.reason


def test_a_first_order_is_carried_out() -> None:
    assert decide(ledger_of(), start(), gpu_count=2) == Start(start())


def test_the_same_order_again_is_ignored_while_it_runs_and_after_it_ended() -> None:
    assert isinstance(decide(ledger_of(start()), start(), gpu_count=2), Ignore)
    assert isinstance(decide(ledger_of(start(), exited()), start(), gpu_count=2), Ignore)


def test_a_new_order_for_an_attempt_that_began_earlier_is_refused_once() -> None:
    """The scheduler forgot the job, and its id was reused: it must learn that the new one never starts."""
    before = ledger_of(start(seq=10), exited())
    again = start(seq=99)
    decision = decide(before, again, gpu_count=2)
    assert isinstance(decision, Refuse)
    assert decision.refusal.reason is RefusalReason.CANNOT_START
    assert decision.refusal.order_seq == 99
    assert decision.refusal.message == "attempt 1 of a job with this id has begun here before"
    after = evolve(before, decision.refusal)
    assert isinstance(decide(after, again, gpu_count=2), Ignore)
    assert decide(after, start(attempt=2, seq=100), gpu_count=2) == Start(start(attempt=2, seq=100))


def test_an_order_for_a_running_task_is_never_refused() -> None:
    assert isinstance(decide(ledger_of(start(seq=10)), start(seq=99), gpu_count=2), Ignore)


def test_an_earlier_attempt_than_one_begun_is_ignored() -> None:
    assert isinstance(
        decide(ledger_of(start(attempt=2), exited(attempt=2)), start(attempt=1), gpu_count=2), Ignore
    )


def test_a_later_attempt_is_started() -> None:
    decision = decide(ledger_of(start(), exited()), start(attempt=2, seq=20), gpu_count=2)
    assert decision == Start(start(attempt=2, seq=20))


def test_an_order_of_a_replaced_leader_is_refused() -> None:
    decision = decide(ledger_of(start(epoch=5)), start("job-b", epoch=4, gpu=1), gpu_count=2)
    assert reason(decision) is RefusalReason.STALE_EPOCH


def test_an_attempt_refused_to_a_replaced_leader_may_be_started_by_the_new_one() -> None:
    before = ledger_of(start(epoch=5))
    refused = decide(before, start("job-b", epoch=4, gpu=1), gpu_count=2)
    record = record_of(refused)
    assert record is not None
    again = start("job-b", epoch=5, gpu=1, seq=12)
    assert decide(evolve(before, record), again, gpu_count=2) == Start(again)


def test_a_repeated_order_of_an_older_epoch_is_ignored_rather_than_refused() -> None:
    """A refusal would tell the scheduler that the running task never began."""
    running = ledger_of(start(epoch=1), start("job-b", epoch=2, gpu=1))
    assert isinstance(decide(running, start(epoch=1), gpu_count=2), Ignore)


def test_a_stop_by_a_replaced_leader_is_ignored() -> None:
    assert isinstance(decide(ledger_of(start(epoch=5)), stop(epoch=4), gpu_count=2), Ignore)


def test_a_stop_ends_a_live_task_and_may_be_repeated() -> None:
    assert decide(ledger_of(start()), stop(), gpu_count=2) == Stop(stop())
    assert decide(ledger_of(start(), stop()), stop(seq=12), gpu_count=2) == Stop(stop(seq=12))


def test_a_stop_before_its_start_refuses_the_start() -> None:
    assert decide(ledger_of(), stop(), gpu_count=2) == Forestall(stop())
    assert reason(decide(ledger_of(stop()), start(seq=12), gpu_count=2)) is RefusalReason.CANNOT_START


def test_a_stop_forestalls_no_later_attempt() -> None:
    decision = decide(ledger_of(stop(attempt=1)), start(attempt=2, seq=12), gpu_count=2)
    assert isinstance(decision, Start)


@pytest.mark.parametrize("gpu", [2, -1])
def test_an_order_for_a_missing_gpu_is_refused(gpu: int) -> None:
    assert reason(decide(ledger_of(), start(gpu=gpu), gpu_count=2)) is RefusalReason.UNKNOWN_GPU


def test_an_order_for_a_taken_gpu_is_refused_until_the_exit() -> None:
    second = start("job-b", seq=12)
    assert reason(decide(ledger_of(start()), second, gpu_count=2)) is RefusalReason.GPU_BUSY
    assert decide(ledger_of(start(), exited()), second, gpu_count=2) == Start(second)


def test_an_order_for_a_gpu_with_a_leftover_process_is_refused() -> None:
    refused = decide(ledger_of(), start(), gpu_count=2, left_on={0: "left on it: process 7 (python)"})
    assert isinstance(refused, Refuse)
    assert refused.refusal.reason is RefusalReason.GPU_BUSY
    assert refused.refusal.message == "GPU 0: left on it: process 7 (python)"


def test_fractions_share_a_gpu_up_to_the_whole() -> None:
    half = ledger_of(start(milli=600))
    assert isinstance(decide(half, start("job-b", milli=400), gpu_count=2), Start)
    refused = decide(half, start("job-b", milli=401), gpu_count=2)
    assert isinstance(refused, Refuse)
    assert refused.refusal.message == "GPU 0: 401 thousandths requested; 400 free"


def test_an_order_with_an_image_is_refused_and_names_it() -> None:
    refused = decide(ledger_of(), replace(start(), image="pytorch/pytorch:2.9"), gpu_count=2)
    assert isinstance(refused, Refuse)
    assert refused.refusal.reason is RefusalReason.CANNOT_START
    assert refused.refusal.message.startswith("image is pytorch/pytorch:2.9; must be absent")


def test_a_refusal_after_the_acceptance_ends_the_task() -> None:
    refusal = TaskRefused(
        node_id="n",
        job_id="job-a",
        attempt=1,
        epoch=1,
        order_seq=10,
        reason=RefusalReason.FILES_UNAVAILABLE,
    )
    after = ledger_of(start(), refusal)
    assert after.live == {}
    assert isinstance(decide(after, start(), gpu_count=2), Ignore)


def test_the_ledger_records_leader_last_order_and_tasks() -> None:
    after = ledger_of(start(epoch=3, seq=10), stop("job-z", epoch=4, seq=12))
    assert (after.epoch, after.order_seq_last, tuple(after.live)) == (4, 12, (TaskKey("job-a", 1),))


def test_an_ignored_order_leaves_no_record() -> None:
    assert record_of(decide(ledger_of(start()), start(), gpu_count=2)) is None


def test_the_least_recently_ordered_job_is_forgotten_unless_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger_module, "JOBS_REMEMBERED_MAX", 2)
    after = ledger_of(start("job-a"), stop("job-b"), stop("job-c"))
    assert tuple(after.seen) == ("job-a", "job-c")
