"""StopFlag: SIGTERM asks the job to stop; the process goes on until its ranks have agreed on a step."""

from __future__ import annotations

import os
import signal
import threading
import weakref
from types import FrameType
from typing import Any


class StopFlag:
    """Set by SIGTERM from its making until `close`.

    A child that this process forks meanwhile (a data loader's worker) ignores SIGTERM: the signal reaches the
    whole process group, and a worker that ends takes the last save with it. Where workers are spawned, give
    the loader `ignore_stop` as the function that each worker begins with.

    Outside the main thread no signal handler can be set: then only `request` sets the flag.
    """

    def __init__(self) -> None:
        self._asked = False
        self._process = os.getpid()
        self._previous: Any = None
        self._installed = threading.current_thread() is threading.main_thread()
        if self._installed:
            self._previous = signal.signal(signal.SIGTERM, self._on_signal)
            _installed.add(self)

    @property
    def is_set(self) -> bool:
        """Whether this process was asked to stop."""
        return self._asked

    def request(self) -> None:
        """Ask to stop, as SIGTERM does."""
        self._asked = True

    def close(self) -> None:
        """Give SIGTERM back to who had it before."""
        if self._installed and os.getpid() == self._process:
            signal.signal(signal.SIGTERM, self._previous)
            _installed.discard(self)
            self._installed = False

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self._asked = True


def ignore_stop(worker: int = 0) -> None:
    """Let this process ignore SIGTERM: for the workers of a data loader (PyTorch's `worker_init_fn`)."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


_installed: weakref.WeakSet[StopFlag] = weakref.WeakSet()


def _in_child() -> None:
    if _installed:
        ignore_stop()


os.register_at_fork(after_in_child=_in_child)
