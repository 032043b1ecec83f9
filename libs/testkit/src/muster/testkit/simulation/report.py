"""What a history came to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from muster.testkit.simulation.chaos import Chaos


@dataclass(frozen=True, slots=True)
class Report:
    """What a history came to.

    Attributes:
        seed: Of the history.
        chaos: Of the history.
        jobs: Requests of clients: jobs submitted, commands, work.
        states: How many accepted jobs ended how; empty for deciding services.
        epochs: Leaders there were.
        batches: Batches on the log.
        counts: How often each kind of thing happened.
        breaches: Everything that must not be; empty when all is well.
        lines: What happened, the newest of it.
        world: Which; empty for the scheduler and its agents.
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
        """What lives through the same history again."""
        world = f"{self.world} " if self.world else ""
        return f"python -m muster.testkit.simulation {world}{self.seed} {self.chaos.spelled()}"
