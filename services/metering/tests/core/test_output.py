"""Storage of jobs' output, and its cost."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.events.job_events import JobSucceeded, OutputDeleted, OutputRecorded
from muster.events.metering_commands import ActivateRates, RateCard
from muster.events.shared.watermarks import Watermark
from muster.events.usage_events import StorageCharge, StorageCharged, StoredKind
from muster.metering.core.costs.reconciliation import Reconciliation
from muster.metering.core.costs.storage import whole_byte_ms
from muster.metering.core.ledger import DAY_MS
from muster.metering.core.state import OUTPUT, STORED, STORED_DAYS
from muster.testkit.cores.metered import MINUTE_MS, MeteredCell, queued, saved
from muster.testkit.laws import examples

TB = 1_000_000_000_000
DAY = 24 * 60
CARD = RateCard(
    name="autumn",
    currency="USD",
    default_gpu_hour_micros=4_000_000,
    rates=(),
    tier_percent={},
    storage_gb_month_micros=30_000,
)


@pytest.fixture
def cell() -> MeteredCell:
    """Priced, from midnight; a TB for a day costs a dollar."""
    return a_cell()


def a_cell() -> MeteredCell:
    cell = MeteredCell(DAY_MS)
    cell.tell(-30, Watermark(seq=0, at_ms=0))
    cell.tell(0, ActivateRates(card=CARD, starts_at_ms=cell.start_ms, requested_by="bill"))
    cell.tell(0, queued("job-a"), queued("job-b", team="audio"))
    return cell


def wrote(size_bytes: int, job_id: str = "job-a", attempt: int = 1, node_id: str = "n0") -> OutputRecorded:
    return OutputRecorded(job_id=job_id, attempt=attempt, node_id=node_id, size_bytes=size_bytes)


def deleted(job_id: str = "job-a") -> OutputDeleted:
    return OutputDeleted(job_id=job_id, tenant="acme", objects=3)


def charges(cell: MeteredCell, until: int) -> list[tuple[int, StorageCharge]]:
    """Let these days end; return their charges, with the number of the day."""
    cell.tell(until * DAY + 2, Watermark(seq=1, at_ms=0))
    ledger, found = Reconciliation(), list[tuple[int, StorageCharge]]()
    for fact in cell.decided:
        ledger.apply(fact)
        if isinstance(fact, StorageCharged):
            found += [((fact.starts_at_ms - cell.start_ms) // DAY_MS, each) for each in fact.charges]
    assert list(ledger.discrepancies()) == []
    assert len({each.charge_id for _, each in found}) == len(found), "a day of a job's output is charged once"
    assert all(whole_byte_ms(each) >= 0 and each.size_bytes >= 0 for _, each in found)
    return found


def cents(cell: MeteredCell, until: int) -> dict[tuple[int, str, StoredKind], int]:
    return {(day, each.job_id, each.kind): each.cents for day, each in charges(cell, until)}


def test_output_is_charged_while_it_grows_after_the_end_of_its_job_and_until_it_is_deleted(
    cell: MeteredCell,
) -> None:
    cell.tell(DAY / 2, wrote(TB))
    cell.tell(DAY + DAY / 2, wrote(3 * TB))
    cell.tell(DAY + DAY / 2, JobSucceeded(job_id="job-a", attempt=1))
    cell.tell(3 * DAY + DAY / 4, deleted())
    assert cents(cell, 6) == {
        (0, "job-a", StoredKind.OUTPUT): 50,
        (1, "job-a", StoredKind.OUTPUT): 2_00,
        (2, "job-a", StoredKind.OUTPUT): 3_00,
        (3, "job-a", StoredKind.OUTPUT): 75,
    }
    state = cell.core.state
    assert not [*state.scan(OUTPUT), *state.scan(STORED), *state.scan(STORED_DAYS)], "nothing is kept of it"


def test_whoever_pays_for_the_job_pays_for_its_output_also_after_its_end(cell: MeteredCell) -> None:
    cell.tell(0, wrote(TB), wrote(TB, "job-b"))
    cell.tell(1, JobSucceeded(job_id="job-b", attempt=1))
    teams = [(day, each.job_id, each.payer.team) for day, each in charges(cell, 2)]
    assert teams == [(day, *whose) for day in (0, 1) for whose in (("job-a", "vision"), ("job-b", "audio"))]


def test_every_attempt_and_node_of_a_job_counts(cell: MeteredCell) -> None:
    cell.tell(0, wrote(TB), wrote(TB, node_id="n1"), wrote(TB, attempt=2))
    assert cents(cell, 1) == {(0, "job-a", StoredKind.OUTPUT): 3_00}


def test_output_and_checkpoints_of_a_job_are_told_apart(cell: MeteredCell) -> None:
    cell.tell(0, wrote(TB), saved("job-a", size_bytes=2 * TB))
    cell.tell(DAY, deleted())
    assert cents(cell, 2) == {
        (0, "job-a", StoredKind.OUTPUT): 1_00,
        (0, "job-a", StoredKind.CHECKPOINTS): 2_00,
        (1, "job-a", StoredKind.OUTPUT): 0,
        (1, "job-a", StoredKind.CHECKPOINTS): 2_00,
    }


def test_repeated_or_smaller_sizes_change_nothing(cell: MeteredCell) -> None:
    cell.tell(0, wrote(2 * TB), wrote(2 * TB), wrote(TB))
    cell.tell(DAY / 2, deleted(), deleted())
    assert cents(cell, 2) == {(0, "job-a", StoredKind.OUTPUT): 1_00}


def test_deleted_output_that_was_never_told_frees_nothing(cell: MeteredCell) -> None:
    cell.tell(0, deleted("job-x"))
    assert cents(cell, 1) == {}


STEPS = st.lists(
    st.tuples(
        st.integers(0, 9 * DAY),  # minute
        st.sampled_from(("job-a", "job-b")),
        st.integers(1, 2),  # attempt
        st.sampled_from(("n0", "n1")),
        st.one_of(st.none(), st.integers(1, 9 * TB)),  # size in all; None: deleted
        st.integers(1, 2),  # how often it comes
        st.booleans(),  # whether days are charged before the next
    ),
    min_size=1,
    max_size=8,
)


@examples(40)
@given(STEPS)
def test_charges_are_the_integral_of_the_stored_bytes(
    steps: list[tuple[int, str, int, str, int | None, int, bool]],
) -> None:
    """Every byte is charged for as long as it was stored, even if sizes come twice or out of order."""
    cell, end = a_cell(), 11 * DAY
    there = dict[tuple[str, int, str], int]()
    expected = {"job-a": 0, "job-b": 0}
    for number, (minute, job_id, attempt, node_id, size_bytes, often, is_charged) in enumerate(
        sorted(steps, key=lambda step: step[0])
    ):
        before = sum(there.values())
        if size_bytes is None:
            there = {place: has for place, has in there.items() if place[0] != job_id}
        else:
            place = (job_id, attempt, node_id)
            there[place] = max(size_bytes, there.get(place, 0))
        expected[job_id] += (sum(there.values()) - before) * (end - minute) * MINUTE_MS
        fact = deleted(job_id) if size_bytes is None else wrote(size_bytes, job_id, attempt, node_id)
        for _ in range(often):
            (cell.tell if is_charged else cell.read)(minute, fact, event_id=f"fact-{number}")
    found = {"job-a": 0, "job-b": 0}
    for _, each in charges(cell, 11):
        found[each.job_id] += whole_byte_ms(each)
    assert found == expected


@examples(20)
@given(
    st.lists(
        st.tuples(st.sampled_from(("job-a", "job-b")), st.integers(0, DAY - 1), st.integers(1, TB)),
        min_size=1,
        max_size=4,
    )
)
def test_jobs_may_come_in_any_order_among_each_other(moves: list[tuple[str, int, int]]) -> None:
    """As the topic's partitions give them: each job's facts in their order, those of two jobs in any."""
    of = {job_id: sorted(move for move in moves if move[0] == job_id) for job_id in ("job-a", "job-b")}
    sums = set[tuple[tuple[str, int], ...]]()
    for order in set(permutations(job_id for job_id, _, _ in moves)):
        cell = a_cell()
        waiting = {job_id: iter(of[job_id]) for job_id in of}
        for turn in order:
            job_id, minute, size_bytes = next(waiting[turn])
            cell.read(minute, wrote(size_bytes, job_id))
        sums.add(tuple(sorted((each.charge_id, whole_byte_ms(each)) for _, each in charges(cell, 1))))
    assert len(sums) == 1
