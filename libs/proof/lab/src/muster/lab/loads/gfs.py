"""Work of high priority that comes with the day, and spot work beside it, by the parameters of GFS.

Source: Duan et al., "GFS", ASPLOS'26 (arXiv 2509.11134); its simulator, MachineLearningSystem/26ASPLOS-Spot:

    of the jobs, 24 % are spot work            41,538 and 12,844 in the month that they evaluate
    1, 2, 4 or 8 GPUs: 35, 10, 5 and 50 %      their typical pods
    run times: 90 % up to 6.4 hours            their cluster; here half up to 20 minutes, and none above a day
    a checkpoint each hour, a minute for it and for a restart

How much comes at which hour is our own: between 20 and 180 % of the mean, highest at noon, lowest at
midnight. Everything follows from numbers without chance, so that the load is the same for ever.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from muster.cluster import GPU_MILLI, NodeCapacity, Shape
from muster.events.job_commands import Tier
from muster.events.queue_commands import QueueSettings, Quota
from muster.lab.loads.conditions import Conditions
from muster.lab.loads.load import HOUR_MS, MINUTE_MS, Load, TraceJob

NODES, NODE_GPUS, DAYS = 16, 8, 8
JOBS_A_DAY: Final = 160
"""Together about three quarters of the GPUs on average."""

HIGH, SPOT_WORK = "high", "spot"
SPOT_PERCENT: Final = 24

_BY_HOUR: Final = (
    20, 23, 31, 43, 60, 79, 100, 121, 140, 157, 169, 177,
    180, 177, 169, 157, 140, 121, 100, 79, 60, 43, 31, 23,
)  # fmt: skip
_SIZES: Final = ((35, 1), (45, 2), (50, 4), (100, 8))
_RUN_TIMES_MIN: Final = ((0, 1), (500, 20), (900, 384), (1_000, 1_440))
"""Distribution of run times: thousandths of the jobs, and minutes that they do not exceed."""


def gfs_mix() -> Load:
    """Return jobs of both kinds for some days; those of high priority can reclaim every GPU."""
    nodes = tuple(
        NodeCapacity(f"gfs-{number:02}", 128_000, 1_024 * 1024, "A100", NODE_GPUS) for number in range(NODES)
    )
    whole = QueueSettings(guarantee=Quota(gpu_milli=NODES * NODE_GPUS * GPU_MILLI))
    return Load(
        "gfs-mix",
        nodes,
        tuple(_job(number, at_ms) for number, at_ms in enumerate(_arrivals())),
        ((HIGH, whole), (SPOT_WORK, QueueSettings())),
        Conditions(save_ms=MINUTE_MS, restart_ms=MINUTE_MS),
    )


def _arrivals() -> list[int]:
    """Yield the times at which jobs arrive, milliseconds: evenly within each hour."""
    found: list[int] = []
    for hour in range(DAYS * 24):
        count = JOBS_A_DAY * _BY_HOUR[hour % 24] // sum(_BY_HOUR)
        found += [hour * HOUR_MS + index * HOUR_MS // count for index in range(count)]
    return found


def _job(number: int, arrival_ms: int) -> TraceJob:
    """The kind, the size and the run time follow from three sequences that fill their range evenly."""
    spot = _spread(number, 618_034) * 100 < SPOT_PERCENT * _WHOLE
    size = next(gpus for percent, gpus in _SIZES if _spread(number, 754_878) * 100 < percent * _WHOLE)
    duration_ms = _run_time_ms(_spread(number, 569_840) * 1_000 // _WHOLE)
    return TraceJob(
        job_id=f"job-{number:05}",
        arrival_ms=arrival_ms,
        duration_ms=duration_ms,
        limit_ms=48 * HOUR_MS,
        shape=Shape(size, GPU_MILLI, (), size * 8_000, size * 64 * 1024),
        tier=Tier.BATCH_INFERENCE if spot else Tier.STANDARD_TRAINING,
        queue=SPOT_WORK if spot else HIGH,
        project="gfs",
        checkpoint_ms=HOUR_MS if spot else 0,
    )


_WHOLE: Final = 1_000_000


def _spread(number: int, step: int) -> int:
    """A number below _WHOLE; successive ones fill the range evenly."""
    return (number + 1) * step % _WHOLE


def _run_time_ms(part: int) -> int:
    """Return the run time that `part` thousandths of the jobs do not exceed, interpolated linearly."""
    for (low, from_min), (high, to_min) in pairwise(_RUN_TIMES_MIN):
        if part < high:
            return (from_min + (to_min - from_min) * (part - low) // (high - low)) * MINUTE_MS
    return _RUN_TIMES_MIN[-1][1] * MINUTE_MS
