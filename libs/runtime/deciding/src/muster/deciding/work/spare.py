"""Spare: a process that has been started before there is an order for it."""

from __future__ import annotations

import logging
import multiprocessing
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, Final, Self

from muster.deciding.work.worker import Child, ChildProcess
from muster.journal import Clock

_log = logging.getLogger(__name__)

_LOOK_S: Final = 1.0
_AFTER_DEATH_S: Final = 30.0
"""Pause after a spare process died that had no order."""


class Spare:
    """Starts each body in a process of its own, in a prepared one if available.

    A process stands ready while bodies are under way and for some time afterwards, never before the first.

    Args:
        execute: (body) -> result; importable. What it raises is a death. Done by a new process.
        ready: Yields the same for a process that stands ready, with all open that needs no body; importable.
        wanted: Whether a process may stand ready now.
        clock: For `keep_s`.
        keep_s: Seconds that it stands ready after the last body is over.
    """

    def __init__(
        self,
        execute: Callable[[bytes], bytes],
        ready: Callable[[], AbstractContextManager[Callable[[bytes], bytes]]],
        *,
        wanted: Callable[[], bool],
        clock: Clock,
        keep_s: float = 300.0,
    ) -> None:
        self._execute, self._ready = execute, ready
        self._wanted, self._clock, self._keep_s = wanted, clock, keep_s
        self._lock = threading.Lock()
        self._spare: _StandingReady | None = None
        self._under_way = 0
        self._until_s = self._not_before_s = 0.0
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._tend, name="muster-spare", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        self._thread.join()
        if self._spare is not None:
            self._spare.kill()

    @property
    def stands_ready(self) -> bool:
        """Whether there is a process without a body."""
        return self._spare is not None

    def begin(self, body: bytes) -> Child:
        """Begin a body."""
        with self._lock:
            spare, self._spare = self._spare, None
            self._under_way += 1
        if spare is not None and not spare.give(body):
            spare.kill()
            spare = None
        return _UnderWay(spare or ChildProcess(self._execute, body), self._over)

    def _now_s(self) -> float:
        return self._clock.monotonic_ms() / 1_000

    def _over(self) -> None:
        with self._lock:
            self._under_way -= 1
            self._until_s = self._now_s() + self._keep_s

    def _tend(self) -> None:
        while not self._closing.wait(_LOOK_S):
            with self._lock:
                now_s = self._now_s()
                if self._spare is not None and not self._spare.is_alive():
                    _log.warning("the process that stood ready has ended")
                    self._spare, self._not_before_s = None, now_s + _AFTER_DEATH_S
                needed = (self._under_way > 0 or now_s < self._until_s) and self._wanted()
                if self._spare is None and needed and now_s >= self._not_before_s:
                    self._spare = _StandingReady(self._ready)
                elif self._spare is not None and not needed:
                    self._spare.kill()
                    self._spare = None


class _StandingReady(ChildProcess):
    """A prepared process: it loads everything that needs no body, then waits for one."""

    def __init__(self, ready: Callable[[], AbstractContextManager[Callable[[bytes], bytes]]]) -> None:
        theirs, self._orders = multiprocessing.Pipe(duplex=False)
        self._start(multiprocessing.get_context("spawn"), _stand_ready, (ready, theirs))
        theirs.close()

    def is_alive(self) -> bool:
        """Return whether it still waits."""
        return self._process.is_alive()

    def give(self, body: bytes) -> bool:
        """Give it its body; False: it has died."""
        with suppress(OSError):
            self._orders.send_bytes(body)
            return self.is_alive()
        return False

    def kill(self) -> None:
        """See Child."""
        super().kill()
        self._orders.close()


class _UnderWay:
    """A child whose end is counted."""

    def __init__(self, child: Child, over: Callable[[], None]) -> None:
        self._child, self._note_over = child, over

    def ended(self) -> tuple[bool, bytes] | None:
        """See Child."""
        return self._child.ended()

    def kill(self) -> None:
        """See Child."""
        self._child.kill()
        self._note_over()


def _stand_ready(
    ready: Callable[[], AbstractContextManager[Callable[[bytes], bytes]]],
    orders: Connection[Any, bytes],
    answer: Connection[bytes, Any],
) -> None:
    with suppress(EOFError), ready() as execute:  # its worker has ended, and needs no answer
        body = orders.recv_bytes()
        answer.send_bytes(execute(body))
