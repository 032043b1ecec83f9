"""The real training job: a gang of two ranks on this machine, its output followed live."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from muster.client import Client, Job, JobHandle
from muster.client.documents.jobfile import read_file


class Training:
    """Submitted from its file as a user would; followed in a thread until it ends."""

    def __init__(self, client: Client, file: Path, say: Callable[[str], None]) -> None:
        self._client = client
        self._say = say
        self._job_file = read_file(file)
        self._thread = threading.Thread(target=self._follow, name="training", daemon=True)
        self._handle: JobHandle | None = None
        self._job: Job | None = None
        self._failure: Exception | None = None
        self.lines: list[str] = []

    def start(self) -> JobHandle:
        """Store its files, submit it, start following it."""
        packed = self._job_file.files
        if packed is not None:
            self._client.upload(packed.content, packed.sha256)
        self._handle = self._client.submit(self._job_file.body())
        self._thread.start()
        return self._handle

    def result(self, timeout_s: float) -> Job | None:
        """The job once it has ended; None when it has not ended in time.

        Raises:
            Exception: whatever broke the following of its output.
        """
        self._thread.join(timeout_s)
        if self._failure is not None:
            raise self._failure
        return self._job

    def _follow(self) -> None:
        handle = self._handle
        if handle is None:
            raise AssertionError("start() sets the handle before the thread")
        try:
            for line in handle.logs(follow=True):
                self.lines.append(line.text)
                self._say(f"training  rank {line.rank} | {line.text}")
            self._job = handle.wait()
        except Exception as error:
            self._failure = error
