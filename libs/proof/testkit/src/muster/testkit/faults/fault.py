"""Definition of a fault: how it is inflicted and healed, and its required outcome."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from muster.testkit.faults.site import Site

Inflict: TypeAlias = "Callable[[Site, ExitStack], Callable[[], None]]"
"""Prepares the fault and returns what inflicts it; how to heal it is added to the stack."""


class Impossible(Exception):
    """The fault cannot be inflicted on this machine; says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sleeper:
    """A job that runs when the fault comes.

    Attributes:
        run_s: Run time, seconds.
        attempts: Number of attempts that it must have needed in the end.
    """

    run_s: int
    attempts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Crowd:
    """Several tenants that submit at the same pace, with room for all of their jobs.

    Attributes:
        tenants: Number of tenants.
        every_s: Time between two jobs of one of them, seconds.
        before_s: Time for which they submit before the fault, seconds.
        nodes: Simulated nodes that join for their jobs.
    """

    tenants: int
    every_s: float
    before_s: float
    nodes: int

    @property
    def jobs_per_s(self) -> float:
        """Jobs per second of all tenants together."""
        return self.tenants / self.every_s


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One fault.

    Attributes:
        name: Name for the command line and the tests.
        title: Description for the table.
        outcome: Required outcome, for the table.
        inflict: Does it and undoes it.
        hold_s: Duration, seconds; if leadership must change, until it has changed.
        takes_over: Whether leadership must change (True), must not (False), or may (None).
        sleeper: A job that runs meanwhile.
        crowd: Who submits meanwhile; None: one tenant, to the node of this machine. What counts is then how
            long each job waits that is submitted while the fault lasts, else the first one after it began.
        in_ci: Whether the tests of every change include it.
    """

    name: str
    title: str
    outcome: str
    inflict: Inflict
    hold_s: float = 0.0
    takes_over: bool | None = None
    sleeper: Sleeper | None = None
    crowd: Crowd | None = None
    in_ci: bool = False
