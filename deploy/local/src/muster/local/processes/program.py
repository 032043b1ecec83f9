"""Declaration of a program of the stack, written once in servers/ and services.py, run by the supervisor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from muster.local.home import Home


@dataclass(frozen=True, slots=True)
class Lack:
    """Reason why a program is not ready.

    Attributes:
        what: what it lacks, in its own words; empty if it does not say.
        remedies: commands a person must run before it can become ready; usually none.
    """

    what: str = ""
    remedies: tuple[str, ...] = ()


Probe: TypeAlias = Callable[[Mapping[str, int]], Lack | None]
"""Asks a program, given the ports of all programs: None if it is ready, else what it lacks."""


def once(answers: Callable[[Mapping[str, int]], bool]) -> Probe:
    """Make a probe for a program that is ready once it answers and does not say what it lacks."""
    return lambda ports: None if answers(ports) else Lack()


@dataclass(frozen=True, slots=True)
class Site:
    """Location of one program: its folders, and the ports of all programs."""

    name: str
    home: Home
    ports: Mapping[str, int]

    @property
    def data(self) -> Path:
        """This program's own folder, created on first use."""
        folder = self.home.data(self.name)
        folder.mkdir(parents=True, exist_ok=True)
        return folder


@dataclass(frozen=True, slots=True)
class Launch:
    """Settings to start a process.

    Attributes:
        argv: the program and its arguments.
        env: added to the environment of `muster up`.
        account: the user to run as; None: the caller.
        folder: its working folder, which that user can enter.
        niceness: 0 to 19; higher values yield more to other processes when all cores are busy.
    """

    argv: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict[str, str])
    account: str | None = None
    folder: Path = Path("/")
    niceness: int = 0


@dataclass(frozen=True, slots=True)
class Program:
    """Declaration of one process of the stack.

    Attributes:
        name: name of its log, its data folder and its line in `muster status`.
        ports: every port it listens on, by name, with the default; the first is the one people connect to.
        launch: prepares its files at a site and returns how to start it.
        lacks: one quick probe, repeated until it returns None: the program is ready.
        needs: programs that must be ready first.
        patience_s: seconds it may take to become ready, or to make any progress, on a slow machine.
        grace_s: seconds it may take to stop before it is killed.
        advice: advice to the user if it fails.
        lent_ports: first port of those it lends to the processes it starts, by name, with the default; they
            may be in use when it starts.
    """

    name: str
    ports: Mapping[str, int]
    launch: Callable[[Site], Launch]
    lacks: Probe
    needs: tuple[str, ...] = ()
    patience_s: float = 240.0
    grace_s: float = 20.0
    advice: str = ""
    lent_ports: Mapping[str, int] = field(default_factory=dict[str, int])

    @property
    def port_name(self) -> str:
        """The name of the port that people connect to."""
        return next(iter(self.ports))
