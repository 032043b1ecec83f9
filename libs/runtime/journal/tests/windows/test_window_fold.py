"""Closed windows are a function of the log: order, repetitions, wrong clocks and restarts change nothing."""

from __future__ import annotations

import dataclasses
import random
from collections import defaultdict
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.events.scheduler_lease import LeaseRenewed
from muster.events.wire.datum import Record
from muster.events.wire.envelope import Envelope
from muster.journal.windows.fold import OVERFLOW, Aggregation, WindowFold
from muster.journal.windows.rows import Progress, WindowRow
from muster.testkit.processes.window import MINUTE_MS, sums

KEEP_MS = 2 * MINUTE_MS
START_MS = 1_000 * MINUTE_MS
TUMBLING = dataclasses.replace(sums("t"), keep_ms=KEEP_MS, late_ms_max=KEEP_MS)
HOPPING = dataclasses.replace(TUMBLING, step_ms=MINUTE_MS // 3)

Log = Sequence[tuple[int, Envelope[LeaseRenewed]]]
"""Append time and event of each record; offsets are 0, 3, 6 and so on, as between markers of transactions."""


def event(number: int, at_ms: int, epoch: int = 1, key: str = "k") -> Envelope[LeaseRenewed]:
    return Envelope(
        event_id=str(number),
        key=key,
        occurred_at_ms=at_ms,
        producer="test",
        correlation_id="c",
        payload=LeaseRenewed(cell=key, epoch=epoch, leader_id="l"),
    )


def closed_by(
    fold: WindowFold[int], log: Log, *, since: int = 0
) -> tuple[dict[int, tuple[WindowRow, ...]], list[WindowRow]]:
    """Rows that each record from an offset on closes, and all incomplete ones."""
    closed: dict[int, tuple[WindowRow, ...]] = {}
    incomplete: list[WindowRow] = []
    for number, (appended_ms, each) in enumerate(log):
        if 3 * number >= since:
            taken = fold.take(0, 3 * number, appended_ms, each)
            closed[3 * number] = taken.closed
            incomplete += taken.incomplete
    return closed, incomplete


def begun(
    aggregation: Aggregation[int], progress: Progress | None = None, *, first_offset: int = 0
) -> WindowFold[int]:
    fold = WindowFold(aggregation)
    fold.begin(0, progress, first_offset=first_offset)
    return fold


def all_closed(log: Log, aggregation: Aggregation[int] = TUMBLING) -> list[WindowRow]:
    """All windows of a log, with a record behind it that closes them."""
    end_ms = max((appended_ms for appended_ms, _ in log), default=0) + 10 * MINUTE_MS
    closed, _ = closed_by(begun(aggregation), [*log, (end_ms, event(-1, end_ms))])
    return [row for rows in closed.values() for row in rows]


def size_of(each: Envelope[Record]) -> int:
    return MINUTE_MS // (1 + len(each.event_id))


def key_or_none(each: Envelope[Record]) -> str | None:
    return each.key or None


@st.composite
def logs(draw: st.DrawFn) -> Log:
    """Logs with repeated events, wrong clocks, and a broker whose clock is set back at times."""
    now_ms, log = START_MS, list[tuple[int, Envelope[LeaseRenewed]]]()
    for _ in range(draw(st.integers(1, 40))):
        now_ms += draw(st.integers(-MINUTE_MS // 4, MINUTE_MS))
        number = draw(st.integers(0, 25))
        skew_ms = draw(st.sampled_from((0, 0, -MINUTE_MS, -3 * MINUTE_MS, MINUTE_MS // 2, 10**9)))
        known = next((each for _, each in log if each.event_id == str(number)), None)
        log.append(
            (now_ms, known or event(number, now_ms + skew_ms, draw(st.integers(1, 9)), f"k{number % 4}"))
        )
    return log


aggregations = st.sampled_from(
    (
        TUMBLING,
        HOPPING,
        dataclasses.replace(TUMBLING, late_ms_max=MINUTE_MS),
        dataclasses.replace(TUMBLING, late_ms_max=9 * MINUTE_MS),
        dataclasses.replace(TUMBLING, keep_ms=0),
        dataclasses.replace(TUMBLING, keys_max=2),
        dataclasses.replace(TUMBLING, size_of=size_of),
    )
)


@given(logs(), aggregations, st.lists(st.integers(0, 39), max_size=4).map(sorted))
def test_a_worker_restarted_anywhere_closes_what_an_undisturbed_one_closes(
    log: Log, aggregation: Aggregation[int], restarts: list[int]
) -> None:
    undisturbed, _ = closed_by(begun(aggregation), log)
    fold, since, merged = begun(aggregation), 0, dict[int, tuple[WindowRow, ...]]()
    for until in [*(each for each in restarts if each < len(log)), len(log)]:
        closed, incomplete = closed_by(fold, log[:until], since=since)
        assert incomplete == []
        merged |= {offset: rows for offset, rows in closed.items() if rows}
        progress = fold.progress(0)
        fold, since = begun(aggregation, progress), 0 if progress is None else progress.read_from_offset
    assert merged == {offset: rows for offset, rows in undisturbed.items() if rows}


@given(logs(), aggregations, st.integers(0, 39))
def test_windows_closed_from_an_old_progress_are_the_same(
    log: Log, aggregation: Aggregation[int], stored: int
) -> None:
    undisturbed, _ = closed_by(begun(aggregation), log)
    first = begun(aggregation)
    closed_by(first, log[:stored])
    progress = first.progress(0)
    again, _ = closed_by(
        begun(aggregation, progress), log, since=0 if progress is None else progress.read_from_offset
    )
    known = {row.window_id: row for rows in undisturbed.values() for row in rows}
    repeated = {row.window_id: row for rows in again.values() for row in rows}
    assert repeated == {each: known[each] for each in repeated}
    behind = 3 * min(stored, len(log))
    assert {o: rows for o, rows in again.items() if o >= behind} == {
        o: rows for o, rows in undisturbed.items() if o >= behind
    }


@given(logs(), aggregations)
def test_a_restart_reads_at_most_the_life_of_a_window_and_of_a_moved_event(
    log: Log, aggregation: Aggregation[int]
) -> None:
    fold, now_ms = begun(aggregation), 0
    for number, (appended_ms, each) in enumerate(log):
        fold.take(0, 3 * number, appended_ms, each)
        now_ms = max(now_ms, appended_ms)
        progress = fold.progress(0)
        assert progress is not None
        assert progress.read_from_offset <= 3 * number + 1
        first = max(appended for appended, _ in log[: progress.read_from_offset // 3 + 1])
        life_ms = aggregation.size_ms + 2 * aggregation.keep_ms + aggregation.late_ms_max
        assert now_ms - first <= life_ms


@given(
    st.lists(
        st.tuples(st.integers(0, 9 * MINUTE_MS), st.integers(0, KEEP_MS), st.integers(1, 9)), max_size=30
    ),
    st.sampled_from((TUMBLING, HOPPING)),
)
def test_order_and_repetitions_within_the_limit_change_no_total(
    drawn: list[tuple[int, int, int]], aggregation: Aggregation[int]
) -> None:
    log: list[tuple[int, Envelope[LeaseRenewed]]] = []
    totals: dict[int, int] = defaultdict(int)
    for number, (at_ms, delay_ms, epoch) in enumerate(drawn):
        each = event(number, START_MS + at_ms, epoch)
        log += [(START_MS + at_ms + delay_ms, each), (START_MS + at_ms + delay_ms // 2, each)]
        for start_ms in aggregation.starts(START_MS + at_ms):
            totals[start_ms] += epoch
    log.sort(key=lambda record: record[0])
    rows = [row for row in all_closed(log, aggregation) if row.value]
    assert {row.start_ms: row.value for row in rows} == dict(totals)


@given(logs(), st.randoms(use_true_random=False))
def test_a_wrong_clock_changes_nothing_of_other_keys(log: Log, chance: random.Random) -> None:
    def skewed(each: Envelope[LeaseRenewed]) -> Envelope[LeaseRenewed]:
        if each.key != "k0":
            return each
        return dataclasses.replace(each, occurred_at_ms=chance.randrange(2 * START_MS))

    others = [row for row in all_closed(log) if row.key != "k0"]
    wrong = all_closed([(appended_ms, skewed(each)) for appended_ms, each in log])
    assert [row for row in wrong if row.key != "k0"] == others


@given(st.integers(1, 10**9), st.integers(0, KEEP_MS - 1), st.integers(0, MINUTE_MS - 1))
def test_a_repeated_event_of_a_clock_that_is_ahead_counts_once(
    ahead_ms: int, later_ms: int, into_ms: int
) -> None:
    at_ms = START_MS + into_ms
    each = event(0, at_ms + ahead_ms)
    rows = all_closed([(at_ms, each), (at_ms + later_ms, each)])
    assert [(row.start_ms, row.events) for row in rows] == [(START_MS, 1)]


@given(st.lists(st.integers(0, 50), max_size=60), st.integers(1, 5))
def test_keys_beyond_the_bound_share_one_and_no_event_is_lost(keys: list[int], keys_max: int) -> None:
    aggregation = dataclasses.replace(TUMBLING, keys_max=keys_max)
    log = [(START_MS, event(n, START_MS, key=str(key))) for n, key in enumerate(keys)]
    rows = all_closed(log, aggregation)
    first = list(dict.fromkeys(map(str, keys)))[:keys_max]
    assert sum(row.events for row in rows) == len(keys)
    assert {row.key for row in rows} <= {*first, OVERFLOW}
    assert [row.key for row in rows] == sorted(row.key for row in rows)


@given(logs(), aggregations, st.integers(1, 39))
def test_windows_that_lost_events_are_marked(log: Log, aggregation: Aggregation[int], lost: int) -> None:
    every = {row.window_id: row for rows in closed_by(begun(aggregation), log)[0].values() for row in rows}
    fold = begun(aggregation, first_offset=3 * lost)
    closed, incomplete = closed_by(fold, log, since=3 * lost)
    whole = {row.window_id: row for rows in closed.values() for row in rows}
    assert all(row.start_ms >= fold.begins_at(0) for row in whole.values())
    assert all(row.incomplete and row.start_ms < fold.begins_at(0) for row in incomplete)
    if not any(abs(each.occurred_at_ms - at_ms) > aggregation.late_ms_max for at_ms, each in log):
        assert whole.items() <= every.items()


def test_a_partition_that_resumes_behind_a_gap_still_knows_it_after_a_restart() -> None:
    fold = begun(
        TUMBLING, Progress(partition=0, closed_until_ms=0, read_from_offset=5, read_from_ms=0), first_offset=9
    )
    fold.take(0, 9, START_MS + 10, event(0, START_MS))
    fold.take(0, 10, START_MS + MINUTE_MS, event(1, START_MS + MINUTE_MS))
    progress = fold.progress(0)
    assert progress is not None
    assert progress.whole_from_ms == START_MS + 11
    again = begun(TUMBLING, progress)
    again.take(0, 9, START_MS + 10, event(0, START_MS))
    again.take(0, 10, START_MS + MINUTE_MS, event(1, START_MS + MINUTE_MS))
    taken = again.take(0, 11, START_MS + 2 * MINUTE_MS + KEEP_MS, None)
    assert [(row.start_ms, row.incomplete) for row in taken.closed] == [(START_MS + MINUTE_MS, False)]
    assert [(row.start_ms, row.incomplete) for row in taken.incomplete] == [(START_MS, True)]


@given(st.integers(0, 10**13))
def test_every_moment_lies_in_as_many_windows_as_overlap(at_ms: int) -> None:
    assert [TUMBLING.starts(at_ms)[0], len(TUMBLING.starts(at_ms))] == [at_ms - at_ms % MINUTE_MS, 1]
    starts = HOPPING.starts(at_ms)
    assert len(starts) == 3
    assert all(start <= at_ms < start + MINUTE_MS for start in starts)


def test_a_window_closes_with_the_first_record_at_its_end_and_the_time_that_it_is_kept() -> None:
    fold = begun(TUMBLING)
    fold.take(0, 0, START_MS, event(0, START_MS, 3))
    closing_ms = START_MS + MINUTE_MS + KEEP_MS
    taken = fold.take(0, 1, closing_ms - 1, event(1, START_MS + MINUTE_MS - 1, 4))
    assert (taken.closed, taken.moved_ms, taken.late) == ((), 0, 0)
    assert fold.open_windows == 1
    taken = fold.take(0, 2, closing_ms, None)
    [row] = taken.closed
    assert (row.start_ms, row.value, row.events, row.version) == (START_MS, 7, 2, 2)
    assert fold.open_windows == 0
    assert fold.progress(0) == Progress(
        partition=0, closed_until_ms=START_MS + MINUTE_MS, read_from_offset=3, read_from_ms=closing_ms
    )


def test_records_that_were_taken_and_events_without_a_key_change_no_window() -> None:
    fold = begun(dataclasses.replace(TUMBLING, key=key_or_none))
    assert len(fold.take(0, 4, START_MS, event(0, START_MS)).changed) == 1
    assert fold.take(0, 4, START_MS, event(1, START_MS)).changed == ()
    assert fold.take(0, 5, START_MS, event(2, START_MS, key="")).changed == ()
    assert fold.open_windows == 1


def test_events_that_are_too_old_are_late_only_where_the_limit_exceeds_the_time_that_windows_are_kept() -> (
    None
):
    fold = begun(dataclasses.replace(TUMBLING, late_ms_max=10 * KEEP_MS))
    assert fold.take(0, 0, START_MS, event(0, START_MS - 5 * MINUTE_MS)).late == 1
    assert begun(TUMBLING).take(0, 0, START_MS, event(0, START_MS - 5 * MINUTE_MS)).late == 0


@pytest.mark.parametrize(
    "change",
    [
        {"size_ms": 0},
        {"step_ms": 0},
        {"step_ms": 7_000},
        {"keep_ms": -1},
        {"late_ms_max": -1},
        {"keys_max": 0},
        {"size_of": len, "step_ms": MINUTE_MS // 3},
    ],
    ids=str,
)
def test_lengths_out_of_range_are_refused(change: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="must be"):
        dataclasses.replace(TUMBLING, **change)
