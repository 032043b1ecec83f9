"""When each command of a load is due: an open loop, which waits for no answer. Pure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Load:
    """Commands at a steady rate, or all at once.

    Attributes:
        first: Number of the first job; each job of a run has its own.
        jobs: Number of commands.
        rate_per_s: Commands a second; None: all are due at the start.
    """

    first: int
    jobs: int
    rate_per_s: int | None = None

    @property
    def numbers(self) -> range:
        """The jobs' numbers, in the order in which they are due."""
        return range(self.first, self.first + self.jobs)

    def due_s(self, number: int) -> float:
        """When the command of this job is due, seconds from the start."""
        return (number - self.first) / self.rate_per_s if self.rate_per_s else 0.0


def steady(first: int, rate_per_s: int, seconds: float) -> Load:
    """Return a load at a steady rate for `seconds`."""
    return Load(first, round(rate_per_s * seconds), rate_per_s)


def burst(first: int, jobs: int) -> Load:
    """Return a load of jobs all at once, for the throughput of a cell that never waits for work."""
    return Load(first, jobs)
