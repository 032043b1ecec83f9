"""What a program of the stack is: declared once in servers/ and services.py, run by the supervisor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from muster.local.home import Home


@dataclass(frozen=True, slots=True)
class Site:
    """Where one program runs: its folders, and the ports of all programs."""

    name: str
    home: Home
    ports: Mapping[str, int]

    @property
    def data(self) -> Path:
        """This program's own folder, made on first use."""
        folder = self.home.data(self.name)
        folder.mkdir(parents=True, exist_ok=True)
        return folder


@dataclass(frozen=True, slots=True)
class Launch:
    """How to start a process.

    Attributes:
        argv: the program and its arguments.
        env: added to the environment of `muster up`.
        account: the user to run as; None keeps the caller's.
        folder: its working folder, which that user can enter.
    """

    argv: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict[str, str])
    account: str | None = None
    folder: Path = Path("/")


@dataclass(frozen=True, slots=True)
class Program:
    """One process of the stack, declared.

    Attributes:
        name: the name of its log, its data folder and its line in `muster status`.
        ports: every port it listens on, by name, with the default; the first is the one people connect to.
        launch: prepares its files at a site and says how to start it.
        ready: one quick probe, asked until it answers True.
        needs: programs that must be ready first.
        lacks: what keeps it from being ready, in its own words; empty: it does not say.
        patience_s: how long it may take to become ready on a slow machine, or to come any further.
        grace_s: how long it may take to stop before it is killed.
        advice: what to try when it fails.
    """

    name: str
    ports: Mapping[str, int]
    launch: Callable[[Site], Launch]
    ready: Callable[[Mapping[str, int]], bool]
    needs: tuple[str, ...] = ()
    lacks: Callable[[Mapping[str, int]], str] = lambda _: ""
    patience_s: float = 240.0
    grace_s: float = 20.0
    advice: str = ""

    @property
    def port_name(self) -> str:
        """The name of the port that people connect to."""
        return next(iter(self.ports))
