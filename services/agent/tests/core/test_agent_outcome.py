"""Report of a task that has ended."""

from __future__ import annotations

from dataclasses import replace

import pytest
from muster.agent.core.outcome import exit_of
from muster.agent.core.supervision import EndCause
from muster.events.node_commands import RankAssignment, StartTask
from muster.events.task_events import RankExit, TaskOutcome

ORDER = StartTask(
    node_id="n",
    epoch=1,
    order_seq=1,
    job_id="job-a",
    attempt=1,
    tenant="t",
    job_name="j",
    user="u",
    ranks=(),
    world_size=2,
    master_address="",
    master_port=1,
    command=("true",),
    grace_ms=1,
    checkpoint_enabled=False,
)
FINE = RankExit(rank=0, exit_code=0)


def test_a_task_succeeds_if_every_rank_does() -> None:
    report = exit_of(ORDER, EndCause.EXITED, [RankExit(rank=1, exit_code=0), FINE])
    assert (report.outcome, report.message) == (TaskOutcome.SUCCEEDED, "")
    assert [end.rank for end in report.exits] == [0, 1]


def test_the_earliest_failure_is_the_one_reported() -> None:
    """The other ranks were ended because of it: their SIGTERM says nothing."""
    ends = [RankExit(rank=3, exit_code=2), RankExit(rank=0, signal=15)]
    report = exit_of(ORDER, EndCause.EXITED, ends)
    assert (report.outcome, report.message) == (TaskOutcome.FAILED, "rank 3 exited with code 2")


@pytest.mark.parametrize(
    ("number", "text"),
    [(11, "rank 0 was ended by SIGSEGV"), (40, "rank 0 was ended by signal 40")],
)
def test_a_signal_is_named(number: int, text: str) -> None:
    assert exit_of(ORDER, EndCause.EXITED, [RankExit(rank=0, signal=number)]).message == text


@pytest.mark.parametrize(
    ("cause", "outcome"),
    [
        (EndCause.STOPPED, TaskOutcome.STOPPED),
        (EndCause.TIMED_OUT, TaskOutcome.TIMED_OUT),
        (EndCause.LEASE_EXPIRED, TaskOutcome.LOST),
        (EndCause.NODE_STOPPED, TaskOutcome.LOST),
        (EndCause.VANISHED, TaskOutcome.LOST),
    ],
)
def test_an_external_cause_decides_whatever_the_exit_codes(cause: EndCause, outcome: TaskOutcome) -> None:
    assert exit_of(ORDER, cause, [FINE]).outcome is outcome


def test_running_out_of_memory_is_a_failure_that_names_the_limit() -> None:
    ranks = tuple(RankAssignment(rank=r, gpu_indices=(), gpu_milli=0, memory_mib=64) for r in range(2))
    report = exit_of(replace(ORDER, ranks=ranks), EndCause.OUT_OF_MEMORY, [RankExit(rank=0, signal=9)])
    assert report.outcome is TaskOutcome.FAILED
    assert (
        report.message
        == "out of memory: its 2 ranks here used more than the 128 MiB that resources.memory allows"
    )
