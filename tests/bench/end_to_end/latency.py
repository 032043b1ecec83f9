"""Waits and their percentiles; the hops on the way from a command to its bind. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from muster.telemetry.percentile import nearest_rank

from end_to_end.observations import Observations

HOPS: Final = {
    "to_broker": "due until the broker appended the command",
    "to_leader": "appended until the leader began to decide on it",
    "to_written": "deciding began until the broker appended the bind",
    "to_seen": "appended until a read-committed consumer saw it: commit and fetch",
}
"""The hops of a bind, in their order."""


@dataclass(frozen=True, slots=True)
class Waits:
    """A distribution of waits, milliseconds."""

    p50_ms: float
    p99_ms: float
    max_ms: float

    @staticmethod
    def of(waits_ms: Iterable[float]) -> Waits:
        """Percentiles by nearest rank; zeros when there are none."""
        ascending = sorted(round(wait * 1_000) for wait in waits_ms)
        p50, p99 = (nearest_rank(ascending, percent) / 1_000 for percent in (50, 99))
        return Waits(p50, p99, ascending[-1] / 1_000 if ascending else 0.0)


def bind_waits(seen: Observations, due_ms: Mapping[int, float]) -> tuple[Waits, dict[str, Waits]]:
    """From when each command was due until its bind was seen: the whole way, and each hop.

    Args:
        seen: The observations.
        due_ms: Time at which each command was due, by the job's number; jobs never bound do not count.
    """
    bound = [number for number in due_ms if number in seen.bound_ms]
    whole = Waits.of(seen.bound_ms[n] - due_ms[n] for n in bound)
    stops = (due_ms, seen.appended_ms, seen.decided_ms, seen.written_ms, seen.bound_ms)
    parts = {
        hop: Waits.of(later[n] - earlier[n] for n in bound)
        for hop, earlier, later in zip(HOPS, stops, stops[1:], strict=False)
    }
    return whole, parts
