"""Entities filed by the time at which they are due."""

from __future__ import annotations

import pytest
from muster.deciding import ByTime, MemoryStore
from muster.deciding.core.entities import Overlay


@pytest.fixture
def state() -> Overlay:
    return Overlay(MemoryStore())


def test_due_entities_are_found_by_their_time_the_earliest_first(state: Overlay) -> None:
    leases = ByTime("lease")
    assert leases.first_ms(state) is None
    for at_ms, what in ((1_000, "b"), (20, "c"), (1_000, "a"), (1_001, "d")):
        leases.file(state, at_ms, what)
    assert leases.first_ms(state) == 20
    assert list(leases.until(state, 1_000)) == ["c", "a", "b"]
    leases.remove(state, 20, "c")
    leases.remove(state, 20, "absent")
    assert leases.first_ms(state) == 1_000


def test_entries_are_kept_as_the_services_have_always_kept_them(state: Overlay) -> None:
    """Snapshots and local stores of services that run hold these keys."""
    ByTime("postponed").file(state, 7, "lfs/9f")
    ByTime("free", separator=" ").file(state, 7, "lfs/9f")
    assert {(kind, key) for kind, key, _ in state.changes()} == {
        ("postponed", "0000000000000007/lfs/9f"),
        ("free", "0000000000000007 lfs/9f"),
    }
