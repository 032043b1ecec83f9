"""Transfers never exceed the rate, whatever their sizes and the gaps between them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.agent.core.pace import Pacer, share_of_node

RATE = 1_000.0


@given(st.lists(st.tuples(st.integers(1, 5_000), st.integers(0, 10_000)), min_size=2, max_size=20))
def test_sent_bytes_never_exceed_the_rate(sends: list[tuple[int, int]]) -> None:
    pacer, now_ms, sent = Pacer(RATE), 0.0, 0
    for size_bytes, gap_ms in sends:
        now_ms += pacer.wait_ms(now_ms, size_bytes)
        assert sent <= RATE * now_ms / 1000 * (1 + 1e-9), "earlier sends had their time"
        sent += size_bytes
        now_ms += gap_ms


def test_a_transfer_after_a_pause_does_not_wait() -> None:
    pacer = Pacer(RATE)
    assert [pacer.wait_ms(now_ms, 1_000) for now_ms in (0, 0, 5_000)] == [0, 1_000, 0]


def test_the_nodes_of_a_job_share_its_rate() -> None:
    shares = [share_of_node(10**9, ranks, 12) for ranks in (8, 4)]
    assert sum(shares) == pytest.approx(10**9)
