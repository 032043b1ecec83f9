"""Guaranteed durations for spot work: what is forecast, and what it does to those who yield."""

from __future__ import annotations

from dataclasses import replace

import pytest
from muster.lab.edge.trace_runs import replay_timed
from muster.lab.loads.gfs import DAYS, HIGH, JOBS_A_DAY, gfs_mix
from muster.lab.loads.load import HOUR_MS, MINUTE_MS, Load

DAY_MS = 24 * HOUR_MS


def days(count: int) -> Load:
    """The beginning of the mix."""
    load = gfs_mix()
    return replace(load, jobs=tuple(job for job in load.jobs if job.arrival_ms < count * DAY_MS))


def test_the_mix_is_that_of_its_parameters() -> None:
    load = gfs_mix()
    of_high = [job for job in load.jobs if job.queue == HIGH]
    assert 0.75 < len(of_high) / len(load.jobs) < 0.77
    sizes = [job.shape.gpu_count for job in load.jobs]
    assert 0.48 < sizes.count(8) / len(sizes) < 0.52
    assert 0.33 < sizes.count(1) / len(sizes) < 0.37
    below = [job.duration_ms <= 384 * MINUTE_MS for job in load.jobs]
    assert 0.88 < sum(below) / len(below) < 0.92
    assert len(load.jobs) > 0.9 * JOBS_A_DAY * DAYS


@pytest.mark.long
def test_fewer_are_stopped_and_nobody_is_refused() -> None:
    load = days(3)
    yielding, guaranteed = (replay_timed(load, name) for name in ("ours-yielding", "ours-guaranteed"))
    assert yielding.finished == guaranteed.finished == len(load.jobs)
    assert guaranteed.preemptions < yielding.preemptions
    headroom = replay_timed(load, "ours-headroom")
    assert headroom.finished == len(load.jobs)
    assert headroom.preemptions < yielding.preemptions
    assert guaranteed.preemptions_requested > 0, "high priority asked for its GPUs"
