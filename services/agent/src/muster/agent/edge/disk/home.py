"""AgentHome: the agent's folder.

lock     held by the one agent of this node
token    token for the node's reports; mode 0600
lease    its modification time changes while the agent lives; shims watch it
memory   state that a restarted agent needs
tasks/   JOB/ATTEMPT: one TaskDir each
trash/   folders of removed tasks, until they are deleted
files/   working files by hash
rules/   rules of failures by hash
"""

from __future__ import annotations

import fcntl
import os
import shutil
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import BinaryIO

from muster.agent.core.ledger import TaskKey
from muster.agent.edge.disk.task_dir import TaskDir

LEASE_RENEWALS = 10
"""Renewals per lease, so that a busy machine may miss a few without ending work."""


TRASH_POLL_S = 0.1


class HomeTaken(Exception):
    """Another agent uses this folder."""


class AgentHome:
    """The folder of one node's agent.

    Raises:
        HomeTaken: another agent holds it.
        OSError: it cannot be created.
    """

    def __init__(self, root: Path) -> None:
        root.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.root = root.resolve()  # tasks find their folders by these names, in a sandbox without links
        self._revoked = False
        self._lock = _lock(root)
        self._trash = self.root / "trash"
        self._trash.mkdir(exist_ok=True, mode=0o700)
        self._trashed: SimpleQueue[Path] = SimpleQueue()
        for left in self._trash.iterdir():  # by an agent that was killed
            self._trashed.put(left)

    def close(self) -> None:
        """Release the folder for another agent."""
        self._lock.close()

    @property
    def memory(self) -> Path:
        """The SQLite file."""
        return self.root / "memory.sqlite"

    @property
    def files(self) -> Path:
        """The cache of working files."""
        return self.root / "files"

    @property
    def rules(self) -> Path:
        """Rules of failures that were fetched."""
        return self.root / "rules"

    @property
    def token(self) -> Path:
        """The newest token for the node's reports."""
        return self.root / "token"

    @property
    def reclaim(self) -> Path:
        """File in which a reclaim of the node can be announced."""
        return self.root / "reclaim.json"

    @property
    def lease(self) -> Path:
        """The agent's lease, renewed while it is alive."""
        return self.root / "lease"

    def task(self, key: TaskKey) -> TaskDir:
        """The folder of a task, whether it exists or not."""
        return TaskDir(self.root / "tasks" / key.job_id / str(key.attempt))

    def tasks(self) -> Iterator[tuple[TaskKey, TaskDir]]:
        """Yield every task that has a folder."""
        for folder in sorted(self.root.glob("tasks/*/*")):
            if folder.name.isdigit():
                yield TaskKey(folder.parent.name, int(folder.name)), TaskDir(folder)

    def remove(self, key: TaskKey) -> None:
        """Remove a task's folder at once, however large it is; `empty_trash` deletes its files."""
        folder, trashed = self.task(key).root, self._trash / uuid.uuid4().hex
        with suppress(OSError):  # what stays is found as a stray when the next agent starts
            folder.rename(trashed)
            self._trashed.put(trashed)
        with suppress(OSError):  # another attempt of the job has a folder there
            folder.parent.rmdir()

    def empty_trash(self, stopping: threading.Event) -> None:
        """Delete removed folders until `stopping` is set; runs in a thread of its own."""
        while not stopping.is_set():
            with suppress(Empty):
                folder = self._trashed.get(timeout=TRASH_POLL_S)
                shutil.rmtree(folder, ignore_errors=True)  # ranks may have left files that cannot be deleted

    def renew_lease(self) -> None:
        """Show the shims that an agent is alive; no effect after `revoke_lease`."""
        if self._revoked:
            return
        with self.lease.open("ab"):
            now = time.time_ns()
            os.utime(self.lease, ns=(now, now))

    def keep_lease(self, stopping: threading.Event, lease_ms: int) -> None:
        """Renew the lease until `stopping` is set. In its own thread, so that a slow broker ends no work."""
        while not stopping.wait(lease_ms / 1000 / LEASE_RENEWALS):
            self.renew_lease()

    def revoke_lease(self) -> None:
        """Make every shim end its ranks now."""
        self._revoked = True
        self.lease.unlink(missing_ok=True)


def _lock(root: Path) -> BinaryIO:
    stream = (root / "lock").open("ab")
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        stream.close()
        raise HomeTaken(f"{root}: another agent uses this folder; it must have one of its own") from None
    return stream
