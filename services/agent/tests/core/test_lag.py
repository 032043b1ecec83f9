"""Step times of a task's ranks: measured by window, reported when they change."""

from __future__ import annotations

from muster.agent.core.lag import At, StepTime, StepTimes

WINDOW_MS = 60_000


def reports(times: StepTimes, until_ms: int, each_ms: dict[int, int], *, from_ms: int = 0) -> list[StepTime]:
    """Return the reports while each rank takes its time of `each_ms` for a step; one look a second."""
    found = [times.look(now_ms, at(each_ms, now_ms)) for now_ms in range(from_ms, until_ms + 1, 1_000)]
    return [each for each in found if each]


def at(each_ms: dict[int, int], now_ms: int) -> dict[int, At]:
    return {rank: At(now_ms // ms, now_ms // ms * ms) for rank, ms in each_ms.items()}


def test_the_slowest_rank_is_reported_beside_the_others_once_until_times_change() -> None:
    (found,) = reports(StepTimes(WINDOW_MS), 5 * WINDOW_MS, {0: 1_000, 1: 3_000, 2: 1_000})
    assert (found.rank, found.step_ms, found.others_step_ms) == (1, 3_000, 1_000)
    assert (found.step, found.step_most, found.window_ms) == (20, 60, WINDOW_MS)


def test_changed_step_times_are_reported_again() -> None:
    times = StepTimes(WINDOW_MS)
    assert [each.step_ms for each in reports(times, WINDOW_MS, {0: 1_000, 1: 1_000})] == [1_000]
    later = reports(times, 3 * WINDOW_MS, {0: 1_000, 1: 1_050}, from_ms=WINDOW_MS + 1_000)
    assert later == [], "a twentieth is noise"
    slow = {0: 1_000, 1: 4_000}
    assert [each.step_ms for each in reports(times, 5 * WINDOW_MS, slow, from_ms=3 * WINDOW_MS)][-1] == 4_000


def test_a_rank_that_makes_no_more_steps_is_as_slow_as_its_standstill_is_long() -> None:
    times, going = StepTimes(WINDOW_MS), {0: At(0, 0), 1: At(0, 0)}
    assert times.look(0, going) is None
    found = times.look(WINDOW_MS, {0: At(60, 60_000), 1: At(10, 10_000)})
    assert found is not None
    assert (found.rank, found.step_ms, found.others_step_ms) == (1, 60_000 // 11, 1_000)
    found = times.look(2 * WINDOW_MS, {0: At(120, 120_000), 1: At(10, 10_000)})
    assert found is not None
    assert (found.rank, found.step_ms) == (1, 110_000), "longer than the window"


def test_steps_shorter_than_a_look_are_counted_not_timed() -> None:
    """Progress files are written and read once a second, so the newest reading is up to two seconds old."""
    times = StepTimes(WINDOW_MS)
    assert times.look(0, {0: At(0, 0)}) is None
    found = times.look(WINDOW_MS, {0: At(580, 58_000)})
    assert found is not None
    assert (found.step_ms, found.others_step_ms) == (100, None)


def test_a_rank_that_is_done_or_restarted_is_no_straggler() -> None:
    times = StepTimes(WINDOW_MS)
    assert times.look(0, {0: At(0, 0), 1: At(90, 0)}) is None
    assert times.look(30_000, {0: At(30, 30_000), 1: At(40, 30_000)}) is None, "from its checkpoint"
    found = times.look(WINDOW_MS, {0: At(60, 60_000), 1: At(70, 60_000)})
    assert found is not None and (found.step_ms, found.others_step_ms) == (1_000, 1_000)
    over = {0: At(60, 60_000, over=True), 1: At(70, 60_000, over=True)}
    assert times.look(2 * WINDOW_MS, over) is None
    assert times.look(3 * WINDOW_MS, {}) is None
