"""Lost work: the part of an unsuccessful attempt after its last checkpoint, and the reason."""

from __future__ import annotations

from dataclasses import replace

import pytest
from muster.events.job_events import AttemptOutcome, JobStopping, StopCause
from muster.events.usage_events import BindingClosed, Loss, StopOrdered, WorkSaved
from muster.metering.core.ledger import DAY_MS
from muster.testkit.cores import build
from muster.testkit.cores.metered import MINUTE_MS, MeteredCell, bound, ended, queued, saved, stopping


@pytest.fixture
def cell() -> MeteredCell:
    """An attempt holds a GPU from minute 10 on."""
    cell = MeteredCell(DAY_MS)
    cell.tell(0, build.node("n1", gpus=4))
    cell.tell(10, queued("job-a"), bound("job-a", ("n1", (0,))))
    return cell


YIELDING = stopping("job-a")
MOVING = replace(YIELDING, plan_id="", yields_to="")


def closed(cell: MeteredCell, minute: float, outcome: AttemptOutcome) -> tuple[float | None, Loss]:
    """Return the minute from which its work is lost, and the reason."""
    cell.tell(minute, replace(ended("job-a"), outcome=outcome))
    [fact] = [each for each in cell.decided if isinstance(each, BindingClosed)]
    assert fact.opened_at_ms == cell.start_ms + 10 * MINUTE_MS
    assert fact.at_ms == cell.start_ms + minute * MINUTE_MS
    lost_from_ms = fact.lost_from_ms
    return None if lost_from_ms is None else (lost_from_ms - cell.start_ms) / MINUTE_MS, fact.loss


def test_of_what_succeeded_nothing_is_lost(cell: MeteredCell) -> None:
    cell.tell(30, saved("job-a"))
    assert closed(cell, 50, AttemptOutcome.SUCCEEDED) == (None, Loss.NONE)


def test_without_a_checkpoint_all_is_lost(cell: MeteredCell) -> None:
    assert closed(cell, 50, AttemptOutcome.FAILED) == (10, Loss.FAILED)


def test_saved_work_is_not_lost_in_whatever_order_it_is_reported(cell: MeteredCell) -> None:
    cell.tell(40, saved("job-a"))
    cell.tell(30, saved("job-a"))
    cell.tell(45, saved("job-a", attempt=2))
    assert closed(cell, 50, AttemptOutcome.LOST) == (40, Loss.NODE_LOST)


@pytest.mark.parametrize(
    ("order", "loss"),
    [
        (YIELDING, Loss.PREEMPTED),
        (replace(MOVING, cause=StopCause.SPOT_RECLAIM), Loss.RECLAIMED),
        (MOVING, Loss.MOVED),
        (replace(MOVING, requeues=False), Loss.ENDED),
    ],
)
def test_why_it_stopped_is_said(cell: MeteredCell, order: JobStopping, loss: Loss) -> None:
    cell.tell(40, saved("job-a"), order)
    assert closed(cell, 41, AttemptOutcome.STOPPED) == (40, loss)


def test_of_two_orders_the_last_says_why(cell: MeteredCell) -> None:
    cell.tell(40, YIELDING)
    cell.tell(41, replace(MOVING, requeues=False))
    assert closed(cell, 42, AttemptOutcome.STOPPED) == (10, Loss.ENDED)


def test_the_next_attempt_begins_anew(cell: MeteredCell) -> None:
    cell.tell(40, saved("job-a"), YIELDING)
    closed(cell, 41, AttemptOutcome.STOPPED)
    cell.tell(60, bound("job-a", ("n1", (0,)), attempt=2))
    cell.tell(70, replace(ended("job-a", attempt=2), outcome=AttemptOutcome.STOPPED))
    last = [each for each in cell.decided if isinstance(each, BindingClosed)][-1]
    assert (last.lost_from_ms, last.loss) == (cell.start_ms + 60 * MINUTE_MS, Loss.ENDED)


def test_facts_about_an_attempt_without_gpus_are_ignored(cell: MeteredCell) -> None:
    cell.tell(20, saved("job-b"), stopping("job-a", attempt=2))
    assert not [each for each in cell.decided if isinstance(each, WorkSaved | StopOrdered)]
