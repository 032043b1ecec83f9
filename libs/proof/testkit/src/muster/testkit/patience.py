"""Patience: how long a test waits for something that may never come.

A number of seconds says nothing on a busy machine: the awaited process may not have had a processor yet.
So patience runs out only while nothing moves:

    position   what the test watches has changed (records read, rows, facts, lines of a log): it begins again
    processors they were busy: that time counts for less, since it may be others who kept them
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Mapping
from typing import Final, Protocol, TypeVar

import psutil
from muster.journal import Position

T = TypeVar("T")

PATIENCE_S: Final = 120.0
"""Seconds without progress on an idle machine after which a wait fails."""

_BUSY_SHARE: Final = 1 / 3
"""Weight of a second in which no processor was idle. Above 0, so that a futile wait ends even on a machine
that others keep busy for hours: after 360 s, before the test's limit of 600 s."""
_LOOK_S: Final = 0.2


class Patience:
    """Remaining patience of one wait.

    Args:
        patience_s: Seconds without progress on an idle machine after which a wait fails.
        idle_s: Seconds that this machine's processors have been idle, all together.
        now_s: The time, in seconds.
        processors: Number of processors.
    """

    def __init__(
        self,
        patience_s: float = PATIENCE_S,
        *,
        idle_s: Callable[[], float] = lambda: psutil.cpu_times().idle,
        now_s: Callable[[], float] = time.monotonic,
        processors: int = os.cpu_count() or 1,
    ) -> None:
        self._patience_s = self._left_s = patience_s
        self._idle_s, self._now_s, self._processors = idle_s, now_s, processors
        self._position: object = None
        self._seen_s, self._seen_idle_s = now_s(), idle_s()

    def is_over(self, position: object = None) -> bool:
        """Return whether it has run out; another position than at the last call renews it."""
        passed_s = self._now_s() - self._seen_s
        if passed_s >= _LOOK_S:
            idle_s = self._idle_s()
            idle_share = (idle_s - self._seen_idle_s) / (passed_s * self._processors)
            self._left_s -= passed_s * min(1.0, max(_BUSY_SHARE, idle_share))
            self._seen_s, self._seen_idle_s = self._seen_s + passed_s, idle_s
        if position != self._position:
            self._position, self._left_s = position, self._patience_s
        return self._left_s <= 0


def until(
    condition: Callable[[], T | None],
    told: Callable[[], object] | str = "",
    *,
    position: Callable[[], object] = lambda: None,
    patience_s: float = PATIENCE_S,
    pause_s: float = 0.02,
) -> T:
    """Wait for the condition's first truthy value and return it; fail the test when patience runs out.

    Args:
        condition: Condition to wait for.
        told: Text of the failure, or a function that returns it.
        position: Returns a value that changes with progress; progress renews the patience.
        patience_s: Seconds without progress on an idle machine after which the wait fails.
        pause_s: Between two looks.
    """
    patience = Patience(patience_s)
    while not (value := condition()):
        assert not patience.is_over(position()), f"in vain: {told() if callable(told) else told}"
        time.sleep(pause_s)
    return value


class Following(Protocol):
    """A view that follows the log."""

    def positions(self) -> Mapping[tuple[str, int], int]:
        """Next offset by topic and partition."""
        ...

    def wait_for(self, position: Position, timeout_s: float) -> None:
        """Have queries see the record at this position."""
        ...


def shown(view: Following, position: Position) -> None:
    """Wait until queries of a view see the record at a position, as long as the view gets on."""
    partition = (position.topic, position.partition)
    until(
        lambda: view.positions().get(partition, 0) > position.offset,
        lambda: f"{position}; applied are {view.positions()}",
        position=view.positions,
        pause_s=0.05,
    )
    view.wait_for(position, timeout_s=PATIENCE_S)  # a search index is refreshed for it


def exit_code(process: subprocess.Popen[bytes] | subprocess.Popen[str]) -> int:
    """Wait until a process has ended by itself, and return its exit code."""
    until(lambda: process.poll() is not None, f"{process.args} goes on")
    return process.returncode
