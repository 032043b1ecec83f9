"""Storage of checkpoints, day by day, and its cost."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.events.job_events import CheckpointDeleted
from muster.events.metering_commands import ActivateRates, RateCard
from muster.events.shared.watermarks import Watermark
from muster.events.usage_events import StorageCharged
from muster.metering.core.costs.reconciliation import Reconciliation
from muster.metering.core.costs.storage import cents_of, whole_byte_ms
from muster.metering.core.ledger import DAY_MS
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
    cell = MeteredCell(DAY_MS)
    cell.tell(-30, Watermark(seq=0, at_ms=0))
    cell.tell(0, ActivateRates(card=CARD, starts_at_ms=cell.start_ms, requested_by="bill"))
    cell.tell(1, queued("job-a"), queued("job-b", team="audio"))
    return cell


def removed(job_id: str, freed_bytes: int) -> CheckpointDeleted:
    return CheckpointDeleted(
        job_id=job_id, tenant="acme", attempt=1, rank=0, file="f", uri="u", objects=1, freed_bytes=freed_bytes
    )


def days(cell: MeteredCell, until: int) -> dict[tuple[int, str], tuple[float, int]]:
    """TB on average and cents, by day and job, once these days are over."""
    cell.tell(until * DAY + 2, Watermark(seq=1, at_ms=0))
    found: dict[tuple[int, str], tuple[float, int]] = {}
    ledger = Reconciliation()
    for fact in cell.decided:
        ledger.apply(fact)
        if isinstance(fact, StorageCharged):
            assert fact.cents == cents_of(fact) == sum(each.cents for each in fact.charges)
            assert whole_byte_ms(fact) == sum(map(whole_byte_ms, fact.charges))
            for each in fact.charges:
                place = (fact.starts_at_ms - cell.start_ms) // DAY_MS, each.job_id
                assert place not in found, "a day of a job is charged once"
                found[place] = (whole_byte_ms(each) / DAY_MS / TB, each.cents)
    assert list(ledger.discrepancies()) == []
    return found


def test_each_day_is_charged_by_what_was_there_and_how_long(cell: MeteredCell) -> None:
    cell.tell(DAY / 2, saved("job-a", size_bytes=2 * TB))
    cell.tell(DAY + DAY / 4, removed("job-a", TB))
    cell.tell(2 * DAY + DAY / 4, removed("job-a", TB))
    assert days(cell, 5) == {
        (0, "job-a"): (1.0, 1_00),
        (1, "job-a"): (1.25, 1_25),
        (2, "job-a"): (0.25, 25),
    }, "and nothing once nothing is there"


def test_bytes_shared_by_checkpoints_count_once(cell: MeteredCell) -> None:
    cell.tell(0, saved("job-a", size_bytes=2 * TB), saved("job-a", size_bytes=2 * TB, unchanged_bytes=TB))
    assert days(cell, 1) == {(0, "job-a"): (3.0, 3_00)}


def test_a_fact_told_twice_counts_once(cell: MeteredCell) -> None:
    cell.tell(0, saved("job-a", size_bytes=TB), event_id="once")
    cell.tell(0, saved("job-a", size_bytes=TB), event_id="once")
    assert days(cell, 1) == {(0, "job-a"): (1.0, 1_00)}


def test_cents_are_rounded_once_for_all_jobs(cell: MeteredCell) -> None:
    for number in range(3):
        cell.tell(0, queued(f"job-{number}"), saved(f"job-{number}", size_bytes=5_000_000_000))
    charged = days(cell, 1)
    assert [charged[0, f"job-{number}"][1] for number in range(3)] == [1, 1, 0], "half a cent each"


def test_a_change_before_the_previous_day_is_charged_counts_on_its_own_day(cell: MeteredCell) -> None:
    cell.tell(0, saved("job-a", size_bytes=TB))
    cell.tell(DAY + 0.5, saved("job-a", size_bytes=TB))
    assert days(cell, 2) == {(0, "job-a"): (1.0, 1_00), (1, "job-a"): (pytest.approx(2, rel=1e-3), 2_00)}


def test_a_late_change_counts_on_the_open_day(cell: MeteredCell) -> None:
    cell.tell(0, saved("job-a", size_bytes=TB))
    days(cell, 1)
    cell.tell(DAY / 2, saved("job-a", size_bytes=TB))
    assert days(cell, 2)[1, "job-a"] == (2.5, 2_50)


def test_of_what_was_never_told_nothing_is_removed(cell: MeteredCell) -> None:
    cell.tell(0, removed("job-x", TB))
    assert days(cell, 1) == {}


def test_the_price_at_the_end_of_the_day_holds_and_without_one_it_costs_nothing(cell: MeteredCell) -> None:
    cell.tell(0, saved("job-a", size_bytes=TB))
    twice, free = (replace(CARD, name=str(each), storage_gb_month_micros=each) for each in (60_000, 0))
    for card, minute in ((twice, DAY / 2), (free, DAY)):
        starts_at_ms = cell.start_ms + int(minute * MINUTE_MS)
        cell.tell(2, ActivateRates(card=card, starts_at_ms=starts_at_ms, requested_by="bill"))
    assert [cents for _, cents in days(cell, 2).values()] == [2_00, 0]


def test_bytes_stored_days_after_the_last_were_removed_are_charged_from_then_on(cell: MeteredCell) -> None:
    cell.read(0, saved("job-a", size_bytes=TB))
    cell.read(DAY / 2, removed("job-a", TB))
    cell.read(5 * DAY, saved("job-a", size_bytes=2 * TB))
    found = days(cell, 6)
    assert {place: of for place, of in found.items() if of[1]} == {
        (0, "job-a"): (0.5, 50),
        (5, "job-a"): (2.0, 2_00),
    }


def test_bytes_stored_again_for_a_charged_day_count_on_the_open_day(
    cell: MeteredCell,
) -> None:
    cell.tell(0, saved("job-a", size_bytes=TB), removed("job-a", TB), saved("job-b", size_bytes=TB))
    assert days(cell, 1) == {(0, "job-b"): (1.0, 1_00), (0, "job-a"): (0.0, 0)}
    cell.tell(DAY / 2, saved("job-a", size_bytes=TB))
    found = days(cell, 2)
    assert found[1, "job-a"] == (1.5, 1_50)


STORED_MOVES = st.lists(
    st.tuples(st.integers(0, 9 * DAY), st.booleans(), st.booleans()), min_size=1, max_size=8
)


@examples(30)
@given(STORED_MOVES)
def test_whatever_is_read_before_days_are_charged_every_byte_is_charged(
    moves: list[tuple[int, bool, bool]],
) -> None:
    cell = MeteredCell(DAY_MS)
    cell.tell(-30, Watermark(seq=0, at_ms=0))
    cell.tell(0, queued("job-a"))
    expected, has = 0, 0
    for minute, more, is_charged in sorted(moves):
        fact = saved("job-a", size_bytes=TB) if more or not has else removed("job-a", TB)
        change = TB if more or not has else -TB
        has += change
        expected += change * (11 * DAY - minute) * MINUTE_MS
        (cell.tell if is_charged else cell.read)(minute, fact)
    days(cell, 11)
    facts = [each for each in cell.decided if isinstance(each, StorageCharged)]
    assert sum(map(whole_byte_ms, facts)) == expected


MOVES = st.lists(st.tuples(st.integers(0, DAY - 1), st.integers(1, 9 * TB)), min_size=1, max_size=4)


@examples(20)
@given(MOVES)
def test_in_whatever_order_they_come_the_sum_is_the_same(moves: list[tuple[int, int]]) -> None:
    expected = sum(size * (DAY - minute) * MINUTE_MS for minute, size in moves)
    for order in list(permutations(moves))[:4]:
        cell = MeteredCell(DAY_MS)
        cell.tell(-30, Watermark(seq=0, at_ms=0))
        cell.tell(0, queued("job-a"))
        for minute, size in order:
            cell.tell(minute, saved("job-a", size_bytes=size))
        days(cell, 1)
        [fact] = [each for each in cell.decided if isinstance(each, StorageCharged)]
        assert (whole_byte_ms(fact), fact.currency) == (expected, "")
