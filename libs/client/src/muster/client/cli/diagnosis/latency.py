"""A replica that answers more slowly than it usually does, as its ranks report it. PURE.

`muster.report` adds to each metric that ends with `latency_ms` what it usually is, the median of its last
calls, and its worst of the last minute.
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
"""What `muster.checkpoint.latencies` appends to the name of a latency."""
SPIKE: Final = 3.0
"""So many times as slow as usual is a spike."""


@dataclass(frozen=True, slots=True)
class Spike:
    """One latency of one rank.

    Attributes:
        rank: The rank.
        metric: Name of the latency.
        usual_ms: What it usually is.
        worst_ms: Its worst of the minute before the report.
        now_ms: As reported last.
        reported_at: When, ISO 8601; empty: the rank did not say.
    """

    rank: int
    metric: str
    usual_ms: float
    worst_ms: float
    now_ms: float
    reported_at: str

    @property
    def times(self) -> float:
        """How many times as slow as usual."""
        return self.worst_ms / self.usual_ms

    def data(self) -> dict[str, Any]:
        """For programs."""
        return {
            "rank": self.rank,
            "metric": self.metric,
            "usual_ms": self.usual_ms,
            "worst_ms": self.worst_ms,
            "now_ms": self.now_ms,
            "reported_at": self.reported_at,
        }


def spikes(ranks: Sequence[RankProgress]) -> list[Spike]:
    """Latencies that are far above what is usual, the worst first."""
    found = [spike for rank in ranks for spike in _of(rank) if spike.times >= SPIKE]
    return sorted(found, key=lambda each: (-each.times, each.rank, each.metric))


def _of(rank: RankProgress) -> Iterator[Spike]:
    at = rank.reported_at
    for name, value in rank.metrics.items():
        usual, worst = rank.metrics.get(name + USUAL, 0.0), rank.metrics.get(name + WORST, 0.0)
        if usual > 0:
            yield Spike(rank.rank, name, usual, worst, value, at.isoformat() if at else "")


def parts(found: Sequence[Spike], ranks: int) -> Iterator[tuple[str, Sequence[str]]]:
    """A page about them.

    Args:
        found: At least one, the worst first.
        ranks: How many ranks say how far they are.
    """
    yield "Cause", [f"A replica answers more slowly than it usually does. [{RULE}]"]
    yield "Evidence", [_line(each) for each in found]
    slow = len({each.rank for each in found})
    if slow < ranks:
        yield (
            "Others",
            [f"{ranks - slow} of {ranks} ranks are as usual: it is that rank, its node or its input"],
        )
        change = (
            "Compare its node and its input with those of the others; `muster describe JOB` says where it is."
        )
    else:
        change = (
            "All are slow: more load, longer inputs, or something that all wait for; look at the load first."
        )
    yield "Change", [change]
    yield "Retry", ["no: it runs"]


def _line(each: Spike) -> str:
    over = "over again" if each.now_ms < SPIKE * each.usual_ms else "going on"
    usual, worst = texts.number(each.usual_ms), texts.number(each.worst_ms)
    at = f", reported {each.reported_at}" if each.reported_at else ""
    return (
        f"rank {each.rank}: {each.metric} was {worst}, usually {usual} ({each.times:.1f} times); {over}{at}"
    )
