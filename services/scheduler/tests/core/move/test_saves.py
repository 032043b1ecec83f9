"""Checkpoint slots: as many saves as possible are in time, never exceeding the store's bandwidth."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st
from muster.scheduler.core.move.saves import Save, Turns, in_turns
from muster.scheduler.core.state.uploads import Upload

GB = 10**9
NOTICE_MS = 100_000


def save(name: str, gigabytes: int, rate: int = 1, deadline_ms: int = NOTICE_MS) -> Save:
    return Save(name, deadline_ms, gigabytes * GB, rate * GB)


def starts(turns: Turns) -> dict[str, int]:
    return {turn.save.job_id: turn.starts_at_ms for turn in turns.turns}


def test_a_save_that_fits_beside_the_others_starts_at_once() -> None:
    found = in_turns([save("a", 50), save("b", 50)], [], 0, 2 * GB)
    assert starts(found) == {"a": 0, "b": 0}
    assert found.too_large == []


def test_a_save_that_does_not_fit_beside_the_others_follows_them() -> None:
    found = in_turns([save("a", 50), save("b", 30)], [], 0, GB)
    assert starts(found) == {"a": 0, "b": 50_000}


def test_a_save_too_large_for_its_nodes_is_named_with_the_size_that_would_fit() -> None:
    found = in_turns([save("a", 560), save("b", 10)], [], 0, 10 * GB)
    assert [(each.job_id, fits // GB) for each, fits in found.too_large] == [("a", 100)]
    assert starts(found) == {"b": 0}


def test_the_largest_save_is_left_out_if_the_store_cannot_take_all() -> None:
    found = in_turns([save("a", 60), save("b", 30), save("c", 30)], [], 0, GB)
    assert [each.job_id for each, _ in found.too_large] == ["a"]
    assert sorted(starts(found)) == ["b", "c"]


def test_an_earlier_deadline_goes_first() -> None:
    found = in_turns([save("a", 40), save("b", 40, deadline_ms=50_000)], [], 0, GB)
    assert starts(found) == {"b": 0, "a": 40_000}


def test_current_saves_keep_their_bandwidth() -> None:
    found = in_turns([save("a", 40)], [Upload(GB, 30_000)], 0, GB)
    assert starts(found) == {"a": 30_000}
    assert in_turns([save("a", 80)], [Upload(GB, 30_000)], 0, GB).turns == []


def test_saves_share_the_store_where_slots_would_leave_it_idle() -> None:
    saves = [save(name, 70) for name in "abc"]
    found = in_turns(saves, [], 0, 3 * GB)
    assert starts(found) == {"a": 0, "b": 0, "c": 0}
    shared = in_turns(saves, [], 0, 2 * GB + GB // 2)
    assert starts(shared) == {"a": 0, "b": 0, "c": 0}, "slots would leave no time for the third"
    assert {turn.ends_at_ms for turn in shared.turns} == {NOTICE_MS}


def test_an_empty_save_takes_no_time() -> None:
    assert starts(in_turns([save("a", 0)], [], NOTICE_MS, GB)) == {"a": NOTICE_MS}


SAVES = st.lists(
    st.tuples(st.integers(0, 40), st.integers(1, 3), st.sampled_from([20_000, 60_000])), max_size=7
).map(lambda rows: [save(f"j{i}", size, rate, due) for i, (size, rate, due) in enumerate(rows)])


@given(SAVES, st.integers(3, 5))
def test_slots_are_in_time_and_within_the_stores_bandwidth(saves: list[Save], store: int) -> None:
    found = in_turns(saves, [], 0, store * GB)
    assert sorted([t.save.job_id for t in found.turns] + [s.job_id for s, _ in found.too_large]) == sorted(
        s.job_id for s in saves
    )
    for turn in found.turns:
        assert turn.ends_at_ms <= turn.save.deadline_ms
        beside = [t for t in found.turns if t.starts_at_ms <= turn.starts_at_ms < t.ends_at_ms]
        assert sum(t.bytes_per_s for t in beside) <= store * GB
        assert (turn.ends_at_ms - turn.starts_at_ms) * turn.bytes_per_s >= turn.save.size_bytes * 1_000
    for each, fits in found.too_large:
        assert fits >= 0
        assert each.size_bytes > 0


@given(SAVES.map(lambda saves: [each._replace(bytes_per_s=3 * GB) for each in saves]))
def test_no_order_stores_more_if_each_save_needs_the_whole_store(saves: list[Save]) -> None:
    """Moore's rule is optimal for one machine; it is compared with every subset."""

    def feasible(chosen: tuple[Save, ...]) -> bool:
        at_ms = 0
        for each in sorted(chosen, key=lambda s: s.deadline_ms):
            at_ms += each.lasts_ms
            if at_ms > each.deadline_ms:
                return False
        return True

    best = max(
        (size for size in range(len(saves) + 1) if any(map(feasible, combinations(saves, size)))), default=0
    )
    found = len(in_turns(saves, [], 0, 3 * GB).turns)
    assert best - found <= 1, "rounding up to milliseconds may cost one"
