"""CheckpointStore: storage for the checkpoints of this node's tasks, and the rate limit of transfers.

They go to the folder shared by all nodes, if the node has one, else to S3. Restoring searches both, so a cell
that changes from one to the other continues from its old checkpoints.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from muster.agent.core.ledger import TaskKey
from muster.agent.core.pace import Pacer
from muster.agent.edge.transfer.node_objects import NodeObjects
from muster.journal import Clock
from muster.store import NoSuchObject, StoreUnavailable
from muster.store.addressed import NotGranted, Pace, key_of
from muster.store.folder import SCHEME, FolderStore


class CheckpointStore:
    """Reads and writes files of checkpoints. Safe to share between threads.

    Every method that reads or writes raises StoreUnavailable when trying again later is right, and NotGranted
    when it is not.

    Args:
        objects: The node's objects in S3.
        folder: The shared folder; None: the node has none.
        clock: For the rate limit of transfers.
        pause: Waits for a number of seconds.
    """

    def __init__(
        self,
        objects: NodeObjects,
        folder: FolderStore | None,
        clock: Clock,
        *,
        pause: Callable[[float], object] = time.sleep,
    ) -> None:
        self._objects = objects
        self._folder = folder
        self._clock = clock
        self._pause = pause
        self._pacers: dict[TaskKey, Pacer] = {}

    def limit(self, task: TaskKey, bytes_per_s: float) -> None:
        """Limit the rate at which a task's files are sent from now on, including a file in transfer."""
        pacer = self._pacers.get(task)
        if pacer is None or pacer.bytes_per_s != bytes_per_s:
            self._pacers[task] = Pacer(bytes_per_s)

    def unlimit(self, task: TaskKey) -> None:
        """Forget the limit of a task."""
        self._pacers.pop(task, None)

    def put(self, task: TaskKey, key: str, data: bytes) -> str:
        """Store a small object; its address for events."""
        return self._folder.put(key, data) if self._folder else self._objects.put(task, key, data)

    def put_stream(self, task: TaskKey, key: str, stream: BinaryIO) -> str:
        """Store a file, within the task's limit; its address for events."""
        pace = self._pace_of(task)
        if self._folder is not None:
            return self._folder.put_stream(key, stream, pace)
        return self._objects.put_stream(task, key, stream, pace)

    def key_of(self, uri: str) -> str:
        """The key in an address of a checkpoint.

        Raises:
            ValueError: it is no address of a store of this cell.
            StoreUnavailable: it is one of the shared folder, and the node has none.
        """
        if not uri.startswith(f"{SCHEME}://"):
            return key_of(uri)
        if self._folder is None:
            raise StoreUnavailable(f"{uri}: MUSTER_CHECKPOINT_STORE is not set on this node")
        return self._folder.key(uri)

    def fetch(
        self, task: TaskKey, key: str, sha256: str, into: Path, *, bytes_max: int | None = None
    ) -> None:
        """Bring an object into a file and check its hash.

        Raises:
            NoSuchObject: it is in neither store, is larger than bytes_max, or has another hash.
            OSError: the disk is full.
        """
        if self._folder is None:
            self._objects.fetch(task, key, sha256, into, bytes_max=bytes_max)
            return
        try:
            self._folder.fetch(key, sha256, into, bytes_max=bytes_max)
        except NoSuchObject as missing:
            try:
                self._objects.fetch(task, key, sha256, into, bytes_max=bytes_max)
            except (NoSuchObject, NotGranted):
                raise missing from None

    def _pace_of(self, task: TaskKey) -> Pace:
        def pace(size_bytes: int) -> None:
            pacer = self._pacers.get(task)
            if pacer is not None:
                self._pause(pacer.wait_ms(self._clock.monotonic_ms(), size_bytes) / 1000)

        return pace
