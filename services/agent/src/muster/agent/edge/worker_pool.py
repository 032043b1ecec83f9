"""WorkerPool: threads that end together. A thread that fails ends all of them; its error is raised."""

from __future__ import annotations

import threading
from collections.abc import Callable


class WorkerPool:
    """Threads that share one stop event.

    Attributes:
        stopping: Set when all threads are to end; each waits on it instead of sleeping.
    """

    def __init__(self) -> None:
        self.stopping = threading.Event()
        self._threads: list[threading.Thread] = []
        self._failure: BaseException | None = None

    def start(self, name: str, work: Callable[[threading.Event], None]) -> None:
        """Run the work in a thread; the work must return soon after the event is set."""

        def guarded() -> None:
            try:
                work(self.stopping)
            except BaseException as error:  # whatever it is, the process must not go on without this thread
                self._failure = self._failure or error
                self.stopping.set()

        thread = threading.Thread(target=guarded, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def stop(self, timeout_s: float) -> None:
        """End all threads; raises the error that ended a thread early.

        Args:
            timeout_s: Longest wait for each thread. One that does not end is left behind: it is a daemon.
        """
        self.stopping.set()
        for thread in self._threads:
            thread.join(timeout_s)
        if self._failure:
            raise self._failure
