"""What a fault is: how it is done and undone, and what must come of it."""

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
        run_s: How long it runs, seconds.
        attempts: How many attempts it must have needed in the end.
    """

    run_s: int
    attempts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One fault.

    Attributes:
        name: Its name, for the command line and the tests.
        title: What happens, for the table.
        outcome: What comes of it, for the table.
        inflict: Does it and undoes it.
        hold_s: How long it lasts, seconds.
        takes_over: Whether leadership must change (True), must not (False), or may (None).
        sleeper: A job that runs meanwhile.
        in_ci: Whether the tests of every change include it.
    """

    name: str
    title: str
    outcome: str
    inflict: Inflict
    hold_s: float = 0.0
    takes_over: bool | None = None
    sleeper: Sleeper | None = None
    in_ci: bool = False
