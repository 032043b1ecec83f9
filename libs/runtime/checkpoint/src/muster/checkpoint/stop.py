"""StopFlag: SIGUSR1 or SIGTERM asks the job to stop; the process runs until its ranks agree on a step.

The agent first sends SIGUSR1, with the time that the job's `checkpoint.grace` gives, and only to processes
that have a handler for it; then SIGTERM, with its `grace`.
"""

from __future__ import annotations

import os
import signal
import threading
import weakref
from types import FrameType
from typing import Any, Final

SIGNALS: Final = (signal.SIGUSR1, signal.SIGTERM)


class StopFlag:
    """Set by either signal from its making until `close`.

    A child that this process forks meanwhile (a data loader's worker) ignores both: a signal reaches the
    whole process group, and a worker that ends takes the last save with it. Where workers are spawned, give
    the loader `ignore_stop` as the function that each worker begins with.

    Outside the main thread no signal handler can be set: then only `request` sets the flag.
    """

    def __init__(self) -> None:
        self._asked = False
        self._process = os.getpid()
        self._previous: dict[signal.Signals, Any] = {}
        self._installed = threading.current_thread() is threading.main_thread()
        if self._installed:
            self._previous = {number: signal.signal(number, self._on_signal) for number in SIGNALS}
            _installed.add(self)

    @property
    def is_set(self) -> bool:
        """Whether this process was asked to stop."""
        return self._asked

    def request(self) -> None:
        """Ask to stop, as the signals do."""
        self._asked = True

    def close(self) -> None:
        """Restore the former handlers of the signals."""
        if self._installed and os.getpid() == self._process:
            for number, previous in self._previous.items():
                signal.signal(number, previous)
            _installed.discard(self)
            self._installed = False

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self._asked = True


def ignore_stop(worker: int = 0) -> None:
    """Let this process ignore both signals: for the workers of a data loader (PyTorch's `worker_init_fn`)."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)


_installed: weakref.WeakSet[StopFlag] = weakref.WeakSet()


def _in_child() -> None:
    if _installed:
        ignore_stop()


os.register_at_fork(after_in_child=_in_child)
