"""Format the progress that a job reports as a few lines. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from muster.client.cli import texts
from muster.client.resources import RankProgress

WIDTH: Final = 20


def progress_lines(ranks: Sequence[RankProgress], now: datetime, *, over: bool) -> Iterator[str]:
    """Yield the slowest rank as a bar with its time left, its metrics, and progress that cannot be read.

    Args:
        ranks: Ranks that have reported.
        now: Current time, for the time left.
        over: Whether the job has ended; then there is no time left.
    """
    said = [(each.step, each) for each in ranks if each.step is not None]
    if said:
        step, slowest = min(said, key=lambda pair: pair[0])
        yield ", ".join(
            filter(None, (_step(slowest), _rate(slowest), "" if over else _time_left(slowest, now)))
        )
        fastest, _ = max(said, key=lambda pair: pair[0])
        if fastest > step:
            yield f"rank {slowest.rank} is the slowest of {len(said)}; the fastest is at step {fastest}"
        if slowest.metrics:
            yield ", ".join(f"{name} {texts.number(value)}" for name, value in slowest.metrics.items())
    for each in ranks:
        if each.problem:
            yield f"rank {each.rank} reports progress that cannot be read: {each.problem}"


def _step(at: RankProgress) -> str:
    if not at.total or at.step is None:
        return f"step {at.step}"
    part = at.step / at.total
    done = int(part * WIDTH)
    return f"{'█' * done}{'░' * (WIDTH - done)} {texts.percent(part)}, step {at.step} of {at.total}"


def _rate(at: RankProgress) -> str:
    return f"{at.steps_per_s:.3g} steps/s" if at.steps_per_s else ""


def _time_left(at: RankProgress, now: datetime) -> str:
    if at.eta_s is None or at.reported_at is None:
        return ""
    left_s = at.eta_s - (now - at.reported_at).total_seconds()
    return f"{texts.duration(left_s)} left" if left_s > 0 else ""
