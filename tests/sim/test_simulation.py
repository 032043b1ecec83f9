"""Histories full of faults, each from one seed: nothing lost, nothing twice, everything replays.

A failure prints its seed, the command that repeats it, and the smallest history found that fails as well.
`MUSTER_SIM_SEEDS=1..5000 pytest tests/sim -k histories` lives through others.
"""

import os
from collections.abc import Callable

import pytest
from muster.testkit.simulation import Chaos, Report, simulate
from muster.testkit.simulation.many import Tally, live_through, story_of
from muster.testkit.simulation.worlds.chores import simulate_chores
from muster.testkit.simulation.worlds.names import simulate_names
from muster.testkit.simulation.worlds.plans import simulate_plans

HAPPENS = (
    "leads",
    "fenced",
    "stopped",
    "stands still",
    "gave up what was under way",
    "died",
    "died after FOLLOWED",
    "died after FENCED_OTHERS",
    "died after DECIDED",
    "died after COMMITTED",
    "died after LED",
    "died storing a snapshot",
    "is reinstalled",
    "ranks vanish",
    "a process is cut off",
    "a clock is set",
    "a commit's fate is unknown",
    "a node is forgotten",
    "takes no orders",
    "a node that beats is suspected",
    "a node that beats is lost",
    "is down",
    "a job waits for others",
    "a job can never start",
)
"""Events that must occur in many histories: otherwise they test less than they claim."""


def _seeds(usual: str) -> range:
    first, _, last = os.environ.get("MUSTER_SIM_SEEDS", usual).partition("..")
    return range(int(first), int(last or first) + 1)


def _judge(tally: Tally, run: Callable[..., Report] = simulate) -> None:
    if tally.failed:
        seeds = [report.seed for report in tally.failed]
        pytest.fail(f"{len(seeds)} of {tally.histories} failed: {seeds}\n{story_of(tally.failed[0], run)}")


@pytest.mark.parametrize("seeds", ["1..3", pytest.param("4..6", marks=pytest.mark.slow)])
def test_short_runs_of_histories_are_sound(seeds: str) -> None:
    _judge(live_through(_seeds(seeds)))


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.timeout(900)
def test_hundreds_of_histories() -> None:
    tally = live_through(_seeds("1001..1120"))
    _judge(tally)
    assert [what for what in HAPPENS if not tally.counts[what]] == []


@pytest.mark.slow
@pytest.mark.long
def test_histories_of_a_deciding_service() -> None:
    tally = live_through(_seeds("1..100"), simulate_names)
    _judge(tally, simulate_names)
    assert tally.counts["leads"] > 200
    assert tally.counts["fenced"] > 0


@pytest.mark.slow
@pytest.mark.long
def test_histories_of_work_orders() -> None:
    tally = live_through(_seeds("1..60"), simulate_chores)
    _judge(tally, simulate_chores)
    happened = ("leads", "fenced", "a worker died", "work ended", "work lost", "parked")
    assert [what for what in happened if not tally.counts[what]] == []


PLANS_HAPPEN = (
    "PreemptionRequested",
    "PreemptionPlanned",
    "PreemptionDeclined",
    "PreemptionAccepted",
    "PreemptionRefused",
    "HoldReleased",
    "an old plan comes again",
)
"""Events that must occur in histories with plans."""


@pytest.mark.slow
def test_short_runs_of_histories_with_plans_are_sound() -> None:
    _judge(live_through(_seeds("1..4"), simulate_plans), simulate_plans)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.timeout(900)
def test_histories_with_plans() -> None:
    tally = live_through(_seeds("1001..1030"), simulate_plans)
    _judge(tally, simulate_plans)
    assert [what for what in PLANS_HAPPEN if not tally.counts[what]] == []


@pytest.mark.slow
@pytest.mark.parametrize("run", [simulate, simulate_names, simulate_chores, simulate_plans])
def test_a_seed_is_a_history(run: Callable[[int], Report]) -> None:
    assert run(7) == run(7)


@pytest.mark.slow
def test_a_long_history_with_everything_in_it() -> None:
    report = simulate(3, Chaos(rounds=250))
    assert report.breaches == (), report.command
    assert report.epochs > 1
    assert report.states["SUCCEEDED"] > 0


def test_chaos_is_spelled_so_that_it_can_be_repeated() -> None:
    for seed in range(50):
        chaos = Chaos.drawn(seed)
        assert Chaos.parsed(Chaos(), chaos.spelled().split()) == chaos
    with pytest.raises(ValueError, match="must be NAME=VALUE"):
        Chaos.parsed(Chaos(), ["thunder=1"])
