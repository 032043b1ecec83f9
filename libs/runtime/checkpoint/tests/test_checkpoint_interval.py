"""How often: the published formulas, the cap on overhead, and a job that saves when it is due."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.checkpoint import Checkpointer
from muster.checkpoint.interval import daly_interval_s, default_mtbf_s, interval_s, young_interval_s
from muster.checkpoint.keep import steps_to_keep
from muster.testkit.laws import examples
from muster.testkit.patience import Patience


def test_young_and_daly_by_the_published_formulas() -> None:
    """sqrt(2 C M); Daly's series worked out by hand for C = 60 s, M = 1 h: C / 2M = 1/120."""
    assert young_interval_s(60, 3600) == pytest.approx(657.267)
    assert daly_interval_s(60, 3600) == pytest.approx(657.267 * (1 + 0.0912871 / 3 + 0.00833333 / 9) - 60)
    assert daly_interval_s(60, 3600) == pytest.approx(617.876, rel=1e-5)
    assert daly_interval_s(8000, 3600) == 3600


@given(cost_s=st.floats(0.001, 1000), mtbf_s=st.floats(10, 1e7), cap=st.floats(0.001, 0.5))
@examples(100)
def test_saves_take_no_more_than_their_part_of_time(cost_s: float, mtbf_s: float, cap: float) -> None:
    between_s = interval_s(cost_s, mtbf_s, cap)
    assert cost_s / (cost_s + between_s) <= cap * 1.000001


@given(
    steps=st.sets(st.integers(0, 200), min_size=1),
    last=st.integers(2, 5),
    every=st.none() | st.integers(1, 50),
)
@examples(100)
def test_the_newest_are_kept_and_the_multiples(steps: set[int], last: int, every: int | None) -> None:
    kept = steps_to_keep(steps, last, every)
    assert kept >= set(sorted(steps)[-last:])
    assert all(step % every == 0 for step in kept - set(sorted(steps)[-last:]) if every)
    assert every is not None or len(kept) == min(last, len(steps))


def test_a_large_job_is_taken_to_fail_more_often() -> None:
    assert default_mtbf_s(1) == 24 * 3600
    assert default_mtbf_s(16_384) == pytest.approx(3.05 * 3600, rel=0.01)  # Llama 3: 419 in 54 days


@pytest.mark.parametrize(("told_s", "interval"), [("7200", daly_interval_s(1, 7200)), ("10", 19)])
def test_the_platform_says_how_often_nodes_end_and_the_overhead_stays_capped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told_s: str, interval: float
) -> None:
    monkeypatch.setenv("MUSTER_CHECKPOINT_DIR", str(tmp_path))
    monkeypatch.setenv("MUSTER_MTBF_S", told_s)
    with Checkpointer.from_environment() as checkpoints:
        checkpoints.resume()
        assert checkpoints.interval_s == pytest.approx(interval), "a first save is taken to cost a second"


def test_a_checkpoint_is_due_after_the_interval(tmp_path: Path) -> None:
    with Checkpointer(tmp_path, mtbf_s=1e-9, overhead_max=0.5) as checkpoints:
        checkpoints.resume()
        assert checkpoints.interval_s == pytest.approx(
            1
        )  # nothing measured yet: a second, at half of the time
        began_s, step, patience = time.monotonic(), 1, Patience()
        checkpoints.save(1, {})
        while not checkpoints.should_save(step := step + 1):
            assert not patience.is_over()
        assert time.monotonic() - began_s >= checkpoints.cost.blocked_s * 1.5, "the save, and the interval"
        assert checkpoints.cost.blocked_s > 0
        assert checkpoints.interval_s == pytest.approx(checkpoints.cost.blocked_s, rel=1)
