"""NodeChecks: whether the machine does what jobs need of it; NodeTests: runs them on request (ADR 90).

disk      data read back equals what was written
memory    data read back equals what was stored
program   a program can be started
api       the API answers: tokens and addresses of objects come from there
store     data in the shared folder of checkpoints reads back as written; if they are on S3, an object of
          the node's own does, at addresses that the API gives, with the speed
gpus      the driver reports each as healthy, and each computes a known result; absent without GPUs

The log is tested by the report itself. A check that never ends is never reported: the node stays closed.
"""

from __future__ import annotations

import hashlib
import logging
import os
import queue
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, Protocol

from muster.agent.core.reports import Reporter
from muster.agent.edge.disk.memory import Memory
from muster.agent.edge.hardware.inventory import GpuFailed, Gpus
from muster.client.errors import NotFound
from muster.events.task_events import NodeCheck, NodeTested
from muster.events.topics import TASK_EVENTS
from muster.journal import Clock
from muster.store.addressed import Address, AddressedStore, key_of
from muster.store.uses import Operation, Use

DISK_BYTES: Final = 64 << 20
MEMORY_BYTES: Final = 256 << 20
OBJECT_BYTES: Final = 16 << 20
BLOCK_BYTES: Final = 1 << 20
PATTERNS: Final = (0x55, 0xAA)
PROGRAM_S: Final = 30.0
WAKE_S: Final = 0.5

_log = logging.getLogger(__name__)


class Wrong(Exception):
    """A check failed; the message says what was found."""


class TestAddressGiver(Protocol):
    """Gives a node the addresses with which it tests the store."""

    __test__ = False

    def test_addresses(self, node_id: str) -> tuple[Address, Address]:
        """Addresses of one test object: one to write it, one to read it.

        Raises:
            NotFound: the API is too old to have such addresses.
            ApiUnavailable, NotForThisNode, EnrolmentRefused, MusterError: the API gives none.
        """
        ...


class NodeChecks:
    """The checks of one machine.

    Args:
        folder: Folder with the files of tasks.
        store: The shared folder of checkpoints; None: they are on S3.
        gpus: The GPUs of the machine.
        ask_api: Sends a request to the API.
        ask_addresses: Requests addresses to write and read a test object.
    """

    def __init__(
        self,
        folder: Path,
        store: Path | None,
        gpus: Gpus,
        ask_api: Callable[[], object],
        ask_addresses: Callable[[], tuple[Address, Address]],
    ) -> None:
        self._folder = folder
        self._store = store
        self._gpus = gpus
        self._ask_api = ask_api
        self._ask_addresses = ask_addresses

    def run(self) -> Iterator[NodeCheck]:
        """Run each check and yield its result."""
        checks: dict[str, Callable[[], str]] = {
            "disk": self._disk,
            "memory": _memory,
            "program": _program,
            "api": self._api,
            "store": self._checkpoints,
        }
        if self._gpus.count:
            checks["gpus"] = self._computing
        for name, check in checks.items():
            began_s = time.monotonic()
            try:
                passed, message = True, check()
            except Exception as error:
                passed, message = False, str(error) or type(error).__name__
            took_ms = round((time.monotonic() - began_s) * 1000)
            yield NodeCheck(name=name, passed=passed, message=message, took_ms=took_ms)

    def _disk(self) -> str:
        return _written_and_read(self._folder)

    def _checkpoints(self) -> str:
        if self._store is not None:
            return _written_and_read(self._store)
        try:
            put, get = self._ask_addresses()
        except NotFound:
            return "not tested: the API is older than this agent and issues no address for it"
        return _stored_and_fetched(_Given(put, get), self._folder)

    def _api(self) -> str:
        self._ask_api()
        return "the API issues tokens"

    def _computing(self) -> str:
        well, sick = list[str](), list[str]()
        for state in self._gpus.states():
            try:
                if not state.healthy:
                    raise GpuFailed(state.reason)
                well.append(f"GPU {state.index}: {self._gpus.compute(state.index)}")
            except GpuFailed as failure:
                sick.append(f"GPU {state.index}: {failure}")
        if sick:
            raise Wrong("; ".join(sick))
        return "; ".join(well)


class NodeTests:
    """Tests the node on request, one test at a time. One thread runs it.

    Args:
        checks: The checks to run.
        memory: The outbox for reports.
        reporter: Makes envelopes.
        boot_id: Boot id of this agent.
        clock: The time.
    """

    def __init__(
        self, checks: NodeChecks, memory: Memory, reporter: Reporter, boot_id: str, clock: Clock
    ) -> None:
        self._checks = checks
        self._memory = memory
        self._reporter = reporter
        self._boot_id = boot_id
        self._clock = clock
        self._asked = queue.SimpleQueue[str]()
        self._number = 0

    def ask(self, reason: str) -> None:
        """Request a test of the node; any thread may call this."""
        self._asked.put(reason)

    def run(self, stopping: threading.Event) -> None:
        """Run requested tests until `stopping` is set."""
        while not stopping.is_set():
            with suppress(queue.Empty):
                self._asked.get(timeout=WAKE_S)
                self._test()

    def _test(self) -> None:
        report = NodeTested(node_id=self._reporter.node_id, checks=tuple(self._checks.run()))
        self._number += 1
        envelope = self._reporter.tested(report, self._boot_id, self._number, self._clock.now_ms())
        with self._memory.transaction() as transaction:
            transaction.report(TASK_EVENTS, envelope, {})
        _log.warning("this node was tested: %s", report)


def _written_and_read(folder: Path) -> str:
    """Write a file, drop it from the kernel's cache, and read it again."""
    file = folder / f"check-{uuid.uuid4().hex}"
    try:
        written = hashlib.sha256()
        with file.open("wb") as stream:
            for _ in range(DISK_BYTES // BLOCK_BYTES):
                block = os.urandom(BLOCK_BYTES)
                written.update(block)
                stream.write(block)
            stream.flush()
            os.fsync(stream.fileno())
            with suppress(OSError):  # some file systems keep what they like
                os.posix_fadvise(stream.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        with file.open("rb") as stream:
            found = hashlib.file_digest(stream, "sha256")
    finally:
        file.unlink(missing_ok=True)
    if found.digest() != written.digest():
        raise Wrong(f"{_mib(DISK_BYTES)} written to {folder} read back differently")
    return f"{_mib(DISK_BYTES)} written and read"


class _Given:
    """Two addresses of one object."""

    def __init__(self, put: Address, get: Address) -> None:
        self._addresses = {Operation.PUT: put, Operation.GET: get}
        self.key = key_of(put.uri)

    def address(self, use: Use) -> Address:
        """See Addresses.address."""
        return self._addresses[use.operation]

    def forget(self, use: Use) -> None:
        """Do nothing: there are no other addresses."""


def _stored_and_fetched(given: _Given, folder: Path) -> str:
    """Store an object, fetch it again, and leave it empty; return the speed.

    Raises:
        StoreUnavailable, NoSuchObject: the store did not do it, or another object came back.
    """
    data, file = os.urandom(OBJECT_BYTES), folder / f"check-{uuid.uuid4().hex}"
    with closing(AddressedStore()) as store:
        try:
            began_s = time.monotonic()
            store.put(given, given.key, data)
            stored_s = time.monotonic()
            store.fetch(given, given.key, hashlib.sha256(data).hexdigest(), file, bytes_max=OBJECT_BYTES)
            fetched_s = time.monotonic()
        finally:
            file.unlink(missing_ok=True)
        store.put(given, given.key, b"")
    written, read = (_mb_per_s(took_s) for took_s in (stored_s - began_s, fetched_s - stored_s))
    return f"{_mib(OBJECT_BYTES)} on S3 written at {written} and read at {read}"


def _mb_per_s(took_s: float) -> str:
    return f"{OBJECT_BYTES / 1e6 / max(took_s, 1e-3):.0f} MB/s"


def _memory() -> str:
    """Fill a part of the memory with patterns and compare it."""
    held = bytearray(MEMORY_BYTES)
    for pattern in PATTERNS:
        block = bytes([pattern]) * BLOCK_BYTES
        for at in range(0, MEMORY_BYTES, BLOCK_BYTES):
            held[at : at + BLOCK_BYTES] = block
        for at in range(0, MEMORY_BYTES, BLOCK_BYTES):
            if bytes(held[at : at + BLOCK_BYTES]) != block:
                raise Wrong(f"memory holds a value other than the stored {pattern:#x}")
    return f"{_mib(MEMORY_BYTES)} filled and compared, {len(PATTERNS)} times"


def _program() -> str:
    """Start a program as for tasks: the agent's own Python."""
    done = subprocess.run(
        [sys.executable, "-I", "-c", "print('up')"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PROGRAM_S,
        check=False,
    )
    if done.returncode or done.stdout != b"up\n":
        said = done.stderr.decode(errors="replace").strip()[-300:]
        raise Wrong(f"{sys.executable} ends with exit code {done.returncode}: {said}")
    return "a program starts and ends"


def _mib(count: int) -> str:
    return f"{count >> 20} MiB"
