"""The real training job: a gang of two ranks on this machine that share a GPU, its output followed live."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from muster.client import Client, Job, JobHandle
from muster.client.documents.jobfile import read_file
from muster.client.transfers.folders import send

CHANGED: Final = ("resources.gpus=0.5",)
"""Make the training's ranks share a GPU, so that a job that needs both GPUs of this machine is bigger."""

_BEGINS_S: Final = 120.0


class Training:
    """Submitted from its file as a user would; followed in a thread until it ends.

    Args:
        client: Submits it.
        file: Of the job.
        say: Prints a line.
        name: Of the job, and before each of its lines.
        also: Further settings, as `muster submit --set` takes them.
    """

    def __init__(
        self, client: Client, file: Path, say: Callable[[str], None], name: str, also: Sequence[str] = ()
    ) -> None:
        self._client = client
        self._say = say
        self._name = name
        self._job_file = read_file(file, (*CHANGED, f"name={name}", *also))
        self._thread = threading.Thread(target=self._follow, name=name, daemon=True)
        self._heard = threading.Condition()
        self._handle: JobHandle | None = None
        self._job: Job | None = None
        self._failure: Exception | None = None
        self.lines: list[str] = []

    def start(self) -> JobHandle:
        """Store its files, submit it, start following it."""
        packed = self._job_file.files
        if packed is not None:
            send(self._client, packed)
        self._handle = self._client.submit(self._job_file.body())
        self._thread.start()
        return self._handle

    @property
    def job_id(self) -> str:
        """Its id, once it is submitted."""
        return "" if self._handle is None else self._handle.job_id

    def until(self, words: str) -> None:
        """Wait until one of its lines contains these words, or it has ended."""
        with self._heard:
            self._heard.wait_for(lambda: self._is_over() or self._has_line(words), _BEGINS_S)

    def last_loss(self) -> str:
        """The last loss in its output; empty if none."""
        found = [line.split(" loss ")[1].split()[0] for line in self.lines if " loss " in line]
        return found[-1] if found else ""

    def result(self, quiet_s: float) -> Job | None:
        """Return the job once it has ended; None if it goes without output for `quiet_s` before that.

        Raises:
            Exception: whatever broke the following of its output.
        """
        heard = -1
        while self._thread.is_alive() and len(self.lines) > heard:
            heard = len(self.lines)
            self._thread.join(quiet_s)
        if self._failure is not None:
            raise self._failure
        return self._job

    def _follow(self) -> None:
        handle = self._handle
        if handle is None:
            raise AssertionError("start() sets the handle before the thread")
        try:
            for line in handle.logs(follow=True):
                with self._heard:
                    self.lines.append(line.text)
                    self._heard.notify_all()
                self._say(f"{self._name:<8}  rank {line.rank} | {line.text}")
            self._job = handle.wait()
        except Exception as error:
            self._failure = error
        with self._heard:
            self._heard.notify_all()

    def _has_line(self, words: str) -> bool:
        return any(words in line for line in self.lines)

    def _is_over(self) -> bool:
        return self._job is not None or self._failure is not None
