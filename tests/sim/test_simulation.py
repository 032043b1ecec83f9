"""Histories full of faults, each from one seed: nothing lost, nothing twice, everything replays.

A failure prints SEED=n; `MUSTER_SIM_SEEDS=n..n pytest tests/sim` lives through that history again.
"""

import os

import pytest
from muster.testkit.simulation import Chaos, simulate


def _seeds() -> list[int]:
    first, _, last = os.environ.get("MUSTER_SIM_SEEDS", "1..4").partition("..")
    return list(range(int(first), int(last or first) + 1))


@pytest.mark.parametrize("seed", _seeds())
def test_chaos_loses_nothing_and_gives_nothing_twice(seed: int) -> None:
    report = simulate(seed)
    assert report.breaches == [], f"SEED={seed}"
    assert report.epochs > 1, f"SEED={seed}: no leader ever fell, the history tests nothing"
    assert report.states["SUCCEEDED"] > 0, f"SEED={seed}"


def test_a_seed_is_a_history() -> None:
    chaos = Chaos(turns=150)
    assert simulate(7, chaos) == simulate(7, chaos)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 110))
def test_many_commits_of_unknown_fate(seed: int) -> None:
    report = simulate(seed, Chaos(commit_unknown=0.2, crash=0.05, stall=0.05))
    assert report.breaches == [], f"SEED={seed}"
