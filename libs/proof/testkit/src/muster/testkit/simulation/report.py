"""Result of a simulated history."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from muster.testkit.simulation.chaos import Chaos


@dataclass(frozen=True, slots=True)
class Report:
    """Result of a simulated history.

    Attributes:
        seed: Seed of the history.
        chaos: Faults of the history.
        jobs: Requests of clients: jobs submitted, commands, work.
        states: Number of accepted jobs by final state; empty for deciding services.
        epochs: Number of leaders.
        batches: Number of batches on the log.
        counts: Number of events of each kind.
        breaches: Violated invariants; empty: all is well.
        lines: The most recent events, as text.
        world: Name of the world; empty for the scheduler and its agents.
    """

    seed: int
    chaos: Chaos
    jobs: int = 0
    states: Mapping[str, int] = field(default_factory=dict[str, int])
    epochs: int = 0
    batches: int = 0
    counts: Mapping[str, int] = field(default_factory=dict[str, int])
    breaches: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    world: str = ""

    @property
    def command(self) -> str:
        """Command line that repeats this history."""
        world = f"{self.world} " if self.world else ""
        return f"python -m muster.testkit.simulation {world}{self.seed} {self.chaos.spelled()}"
