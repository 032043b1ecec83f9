"""Windows hold each event once, whatever the order and however often it comes."""

from __future__ import annotations

import dataclasses
import random
from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.events.scheduler_lease import LeaseRenewed
from muster.events.wire.envelope import Envelope
from muster.journal.windows.fold import Aggregation, WindowFold, WindowRow
from muster.testkit.processes.window import MINUTE_MS, sums

TUMBLING = sums("t")
HOPPING = sums("t", step_ms=MINUTE_MS // 3)


def event(number: int, at_ms: int, epoch: int, key: str = "k") -> Envelope[LeaseRenewed]:
    return Envelope(
        event_id=str(number),
        key=key,
        occurred_at_ms=at_ms,
        producer="test",
        correlation_id="c",
        payload=LeaseRenewed(cell=key, epoch=epoch, leader_id="l"),
    )


def folded(
    events: list[Envelope[LeaseRenewed]], aggregation: Aggregation[int] = TUMBLING
) -> dict[int, WindowRow]:
    fold = WindowFold(aggregation)
    rows: dict[int, WindowRow] = {}
    for offset, each in enumerate(events):
        changed, late = fold.take(0, offset, each)
        assert late == 0
        rows |= {row.start_ms: row for row in changed}
    return rows


@given(
    st.lists(st.tuples(st.integers(0, 9 * MINUTE_MS), st.integers(-5, 5)), max_size=30),
    st.randoms(use_true_random=False),
)
def test_duplicates_and_order_change_no_total(drawn: list[tuple[int, int]], chance: random.Random) -> None:
    events = [event(n, at_ms, epoch) for n, (at_ms, epoch) in enumerate(drawn)]
    shuffled = events + chance.sample(events, len(events) // 2)
    chance.shuffle(shuffled)
    for aggregation in (TUMBLING, HOPPING):
        totals: dict[int, int] = defaultdict(int)
        for each in events:
            for start_ms in aggregation.starts(each.occurred_at_ms):
                totals[start_ms] += each.payload.epoch
        rows = folded(shuffled, aggregation)
        assert {start_ms: row.value for start_ms, row in rows.items()} == dict(totals)


@given(st.integers(0, 10**13))
def test_every_moment_lies_in_as_many_windows_as_overlap(at_ms: int) -> None:
    assert [TUMBLING.starts(at_ms)[0], len(TUMBLING.starts(at_ms))] == [at_ms - at_ms % MINUTE_MS, 1]
    starts = HOPPING.starts(at_ms)
    assert len(starts) == 3
    assert all(start <= at_ms < start + MINUTE_MS for start in starts)


def test_what_comes_after_a_window_is_closed_is_late_and_memory_is_given_back() -> None:
    fold = WindowFold(TUMBLING)
    fold.take(0, 0, event(0, 0, 1))
    last_moment = MINUTE_MS + TUMBLING.keep_ms - 1
    fold.take(0, 1, event(1, last_moment, 1))
    assert fold.open_windows == 2
    [row], late = fold.take(0, 2, event(2, 10, 5))
    assert (row.value, row.events, row.version, late) == (6, 2, 3, 0)
    fold.take(0, 3, event(3, last_moment + 1, 1))
    assert fold.open_windows == 2, "the first is forgotten, that of this event is new"
    assert fold.take(0, 4, event(4, 20, 5)) == ([], 1)
    assert fold.take(1, 0, event(5, 20, 5))[1] == 0, "another partition has a time of its own"


@pytest.mark.parametrize(
    "change", [{"size_ms": 0}, {"step_ms": 0}, {"step_ms": 7_000}, {"keep_ms": -1}], ids=str
)
def test_lengths_out_of_range_are_refused(change: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="allowed"):
        dataclasses.replace(TUMBLING, **change)
