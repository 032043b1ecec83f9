"""Predicted starts against what comes: where all is as stated they hold, and in mixed cells nearly always."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.cluster import NodeCapacity, Shape
from muster.events.job_commands import Tier
from muster.lab.loads.load import MINUTE_MS, Load, TraceJob
from muster.lab.replay.foresight import Asked, Prediction, in_range, summed_up, was_in_time
from muster.lab.replay.replay import Replay
from muster.scheduler.core.durations.waits import CONFIDENCE_PERCENT
from muster.testkit.laws import examples


def cell(nodes: int, jobs: list[tuple[int, int, int]]) -> Load:
    """Nodes of 8 GPUs; jobs are (minutes after the last one, GPUs, minutes they run and say they do)."""
    found: list[TraceJob] = []
    at_ms = 0
    for number, (after_min, gpus, runs_min) in enumerate(jobs):
        at_ms += after_min * MINUTE_MS
        runs_ms = runs_min * MINUTE_MS
        shape = Shape(gpus, 1_000, (), 1_000, 1_024)
        tier = Tier.STANDARD_TRAINING
        found.append(
            TraceJob(
                f"job-{number:03}", at_ms, runs_ms, runs_ms, shape, 1, tier, "default", estimate_ms=runs_ms
            )
        )
    capacity = tuple(NodeCapacity(f"n{n}", 96_000, 1 << 20, "A100", 8) for n in range(nodes))
    return Load("cell", capacity, tuple(found))


def foretold(load: Load) -> list[Prediction]:
    """Return the prediction at every arrival that got a range, with the outcome."""
    asked = Asked(load, [job.arrival_ms for job in load.jobs])
    Replay(load, asked).run()
    return [said for said in asked.predictions() if said.start.latest_ms is not None]


_minutes = st.integers(5, 100)
_lives = st.lists(st.tuples(st.sampled_from((0, 0, 1, 5)), _minutes), min_size=5, max_size=20)


@examples(30)
@given(st.integers(1, 3), st.sampled_from((1, 8)), _lives)
def test_where_jobs_are_alike_and_run_as_long_as_stated_every_range_holds(
    nodes: int, gpus: int, lives: list[tuple[int, int]]
) -> None:
    for said in foretold(cell(nodes, [(after_min, gpus, runs_min) for after_min, runs_min in lives])):
        assert in_range(said), said


@pytest.mark.slow
def test_where_sizes_are_mixed_nearly_every_range_holds() -> None:
    said: list[Prediction] = []
    for seed in range(12):
        draw = Random(seed)
        jobs = [
            (draw.choice((0, 0, 1, 5)), draw.choice((1, 2, 4, 8)), draw.randint(5, 100)) for _ in range(20)
        ]
        said += foretold(cell(1 + seed % 3, jobs))
    assert len(said) > 100
    assert sum(map(was_in_time, said)) > 0.97 * len(said)
    assert sum(map(in_range, said)) > 0.9 * len(said)


@pytest.mark.slow
def test_ranges_learned_in_a_replay_hold_there_as_often_as_they_claim() -> None:
    """Half a day of jobs on too few nodes."""
    draw, jobs = Random(7), list[tuple[int, int, int]]()
    for _ in range(700):
        jobs.append((draw.choice((0, 0, 1, 1, 2)), draw.choice((1, 1, 2, 4)), draw.randint(5, 100)))
    load = cell(12, jobs)
    asked = Asked(load, [job.arrival_ms for job in load.jobs][::8])
    Replay(load, asked).run()
    found = summed_up("seeded", asked.predictions())
    assert found.ranged > 400
    assert CONFIDENCE_PERCENT - 5 <= found.in_range_pct <= CONFIDENCE_PERCENT + 10
    assert sum(each.ranged for each in found.horizons.values()) == found.ranged


def test_a_range_that_was_missed_counts_as_such() -> None:
    load = cell(1, [(0, 8, 10), (1, 8, 10)])
    (said,) = {said.start: said for said in foretold(load)}.values()
    assert was_in_time(said)
    assert not was_in_time(Prediction(said.at_ms, said.start, None))
    assert not in_range(
        Prediction(said.at_ms, said.start._replace(earliest_ms=said.start.latest_ms), said.started_ms)
    )
