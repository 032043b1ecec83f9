"""Detect replicas that answer more slowly than usual, from the metrics of their ranks. PURE.

For each metric whose name ends with `latency_ms`, `muster.report` adds its usual value (the median of the
last calls) and its worst value of the last minute.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from muster.client.cli import texts
from muster.client.resources import RankProgress

RULE: Final = "latency.spike"
USUAL: Final = "_usual"
WORST: Final = "_worst"
"""Suffix that `muster.checkpoint.latencies` appends to the name of a latency."""
SPIKE: Final = 3.0
"""Ratio to the usual latency that counts as a spike."""


@dataclass(frozen=True, slots=True)
class Spike:
    """A spike of one latency of one rank.

    Attributes:
        rank: The rank.
        metric: Name of the latency.
        usual_ms: Its usual value.
        worst_ms: Its worst value in the minute before the report.
        now_ms: Its latest reported value.
        reported_at: Time of the report, ISO 8601; empty if the rank gave none.
    """

    rank: int
    metric: str
    usual_ms: float
    worst_ms: float
    now_ms: float
    reported_at: str

    @property
    def times(self) -> float:
        """Ratio of the worst value to the usual one."""
        return self.worst_ms / self.usual_ms

    def data(self) -> dict[str, Any]:
        """Return the spike as data."""
        return {
            "rank": self.rank,
            "metric": self.metric,
            "usual_ms": self.usual_ms,
            "worst_ms": self.worst_ms,
            "now_ms": self.now_ms,
            "reported_at": self.reported_at,
        }


def spikes(ranks: Sequence[RankProgress]) -> list[Spike]:
    """Return the latencies far above their usual value, worst first."""
    found = [spike for rank in ranks for spike in _of(rank) if spike.times >= SPIKE]
    return sorted(found, key=lambda each: (-each.times, each.rank, each.metric))


def _of(rank: RankProgress) -> Iterator[Spike]:
    at = rank.reported_at
    for name, value in rank.metrics.items():
        usual, worst = rank.metrics.get(name + USUAL, 0.0), rank.metrics.get(name + WORST, 0.0)
        if usual > 0:
            yield Spike(rank.rank, name, usual, worst, value, at.isoformat() if at else "")


def parts(found: Sequence[Spike], ranks: int) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the parts of a page about spikes.

    Args:
        found: At least one spike, worst first.
        ranks: Number of ranks that report progress.
    """
    yield "Cause", [f"A replica answers more slowly than usual. [{RULE}]"]
    yield "Evidence", [_line(each) for each in found]
    slow = len({each.rank for each in found})
    if slow < ranks:
        yield (
            "Others",
            [f"{ranks - slow} of {ranks} ranks are as fast as usual: suspect the slow rank's node or input"],
        )
        change = (
            "Compare its node and its input with those of the others; `muster describe JOB` shows its node."
        )
    else:
        change = (
            "All are slow: more load, longer inputs, or something they all wait for. Check the load first."
        )
    yield "Change", [change]
    yield "Retry", ["no: it is running"]


def _line(each: Spike) -> str:
    over = "now over" if each.now_ms < SPIKE * each.usual_ms else "continuing"
    usual, worst = texts.number(each.usual_ms), texts.number(each.worst_ms)
    at = f", reported {each.reported_at}" if each.reported_at else ""
    return (
        f"rank {each.rank}: {each.metric} was {worst}, usually {usual} ({each.times:.1f} times); {over}{at}"
    )
