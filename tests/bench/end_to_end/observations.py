"""Observations of jobs, with their times."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class Observations:
    """Times by the job's number, milliseconds since 1970 UTC.

    Attributes:
        appended_ms: The broker appended the command.
        decided_ms: The leader had read it and began to decide.
        written_ms: The broker appended the bind, not committed yet.
        bound_ms: The consumer saw the bind.
        ended_ms: The consumer saw the job's end.
        ends: Jobs by kind of end.
    """

    appended_ms: dict[int, int] = field(default_factory=dict[int, int])
    decided_ms: dict[int, int] = field(default_factory=dict[int, int])
    written_ms: dict[int, int] = field(default_factory=dict[int, int])
    bound_ms: dict[int, float] = field(default_factory=dict[int, float])
    ended_ms: dict[int, float] = field(default_factory=dict[int, float])
    ends: Counter[str] = field(default_factory=Counter[str])
