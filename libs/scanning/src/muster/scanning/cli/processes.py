"""Each file in a process of its own: what kills it, or takes too long, is a verdict about that file alone."""

from __future__ import annotations

import errno
import json
import os
import resource
import select
import signal
import stat
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, NoReturn, Self

from muster.scanning.additions import Additions
from muster.scanning.findings import Finding, Report, Verdict, shown
from muster.scanning.pickles.machine import load_compiled
from muster.scanning.rules import rules_version
from muster.scanning.scanner import scan
from muster.scanning.yara import shipped
from muster.tensors.sources import Source

TRIES: Final = 2
"""A process that is killed may be the machine's fault once."""
_LARGEST_ANSWER: Final = 4 << 20
LARGE_BYTES: Final = 8 << 20
"""A file of pickles from which on loading machine code for it saves time."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one file may take: bytes of memory above what Python has, seconds by the wall's clock."""

    memory_bytes: int
    time_s: int


class _File:
    """A file, read where it is asked for."""

    def __init__(self, descriptor: int, size_bytes: int) -> None:
        self._descriptor = descriptor
        self.size_bytes = size_bytes

    def read(self, begin: int, end: int) -> bytes:
        """Bytes `begin` to `end`; a file that shrank meanwhile ends in zeros, which no header survives."""
        pieces: list[bytes] = []
        while begin < end:
            piece = os.pread(self._descriptor, min(end - begin, 1 << 30), begin)
            if not piece:
                pieces.append(bytes(min(end - begin, 1 << 20)))
                break
            pieces.append(piece)
            begin += len(piece)
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def written_from(self, begin: int) -> int:
        """The first byte at or behind `begin` that does not lie in a hole."""
        try:
            return os.lseek(self._descriptor, begin, os.SEEK_DATA)
        except OSError as error:
            if error.errno == errno.ENXIO:
                return self.size_bytes
            if error.errno == errno.EINVAL:  # a file system that does not tell
                return begin
            raise


@dataclass(slots=True)
class _Child:
    """A process that reads a file."""

    index: int
    attempt: int
    pid: int
    pipe: int
    ends_at: float
    answer: bytes = b""


def scan_all(
    paths: Sequence[Path],
    bounds: Bounds,
    jobs: int,
    additions: Additions | None = None,
    done: Callable[[], None] = lambda: None,
) -> list[Report]:
    """A report of each file, in their order; `jobs` of them are read side by side; `done` follows each."""
    shipped()  # compiled once, here, for every child
    if any(_size_bytes(path) >= LARGE_BYTES for path in paths):
        load_compiled()
    reports: list[Report | None] = [None] * len(paths)
    waiting = [(index, 1) for index in reversed(range(len(paths)))]
    running: list[_Child] = []
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                index, attempt = waiting.pop()
                running.append(_started(paths[index], index, attempt, bounds, additions))
            for child in _ready(running):
                running.remove(child)
                report, again = _ended(child, str(paths[child.index]), bounds)
                if again:
                    waiting.append((child.index, child.attempt + 1))
                else:
                    reports[child.index] = report
                    done()
    finally:
        for child in running:
            _stopped(child)
    return [report for report in reports if report is not None]


def _size_bytes(path: Path) -> int:
    """How large a file is; 0: its child tells why that cannot be known."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _started(path: Path, index: int, attempt: int, bounds: Bounds, additions: Additions | None) -> _Child:
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        _read_and_tell(path, writing, bounds, additions)
    os.close(writing)
    return _Child(index, attempt, pid, reading, time.monotonic() + bounds.time_s)


def _read_and_tell(path: Path, writing: int, bounds: Bounds, additions: Additions | None) -> NoReturn:
    """In the child: the report as JSON, then the end, without what the parent would do at its end."""
    code = 1
    try:
        _bounded(bounds)
        report = _report(path, additions)
        content = json.dumps(asdict(report)).encode()
        while content:
            content = content[os.write(writing, content) :]
        code = 0
    except MemoryError:
        code = 3
    finally:
        os._exit(code)


def _bounded(bounds: Bounds) -> None:
    now = _address_space_bytes()
    resource.setrlimit(resource.RLIMIT_AS, (now + bounds.memory_bytes, now + bounds.memory_bytes))
    resource.setrlimit(resource.RLIMIT_CPU, (bounds.time_s + 1, bounds.time_s + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _address_space_bytes() -> int:
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
    return int(pages) * resource.getpagesize()


def _report(path: Path, additions: Additions | None) -> Report:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError as error:
        return _unread(str(path), error.strerror or "it cannot be opened")
    about = os.fstat(descriptor)
    if not stat.S_ISREG(about.st_mode):
        return _unread(str(path), "it is no file")
    return scan(_File(descriptor, about.st_size), str(path), additions=additions)


@dataclass(frozen=True, slots=True)
class OnDisk:
    """A file that is open only while it is read: any number of them may be held.

    Attributes:
        path: Where it lies.
        size_bytes: As it was at first.
    """

    path: Path
    size_bytes: int

    @classmethod
    def of(cls, path: Path) -> Self | None:
        """That file; None: it is none, or may not be read."""
        if not (path.is_file() and os.access(path, os.R_OK)):
            return None
        return cls(path, path.stat().st_size)

    def read(self, begin: int, end: int) -> bytes:
        """Bytes `begin` to `end`.

        Raises:
            OSError: It cannot be opened.
        """
        descriptor = os.open(self.path, os.O_RDONLY)
        try:
            return _File(descriptor, self.size_bytes).read(begin, end)
        finally:
            os.close(descriptor)


def opened(path: Path) -> tuple[int, Source]:
    """A file's descriptor and its bytes.

    Raises:
        OSError: It cannot be opened.
    """
    descriptor = os.open(path, os.O_RDONLY)
    return descriptor, _File(descriptor, os.fstat(descriptor).st_size)


def _unread(path: str, why: str) -> Report:
    """A file that was not read to its end: what is in it is unknown."""
    finding = Finding("limit.reached", Verdict.INCONCLUSIVE, "", shown(why))
    return Report(path, Verdict.INCONCLUSIVE, (finding,), 0, rules_version())


def _ready(running: Sequence[_Child]) -> list[_Child]:
    """The children that have ended, or whose time is over; waits for the first of them."""
    wait_s = max(0.0, min(child.ends_at for child in running) - time.monotonic())
    readable, _, _ = select.select([child.pipe for child in running], [], [], wait_s)
    ended: list[_Child] = []
    for child in running:
        if child.pipe in readable:
            piece = os.read(child.pipe, 1 << 16)
            child.answer += piece
            if not piece or len(child.answer) > _LARGEST_ANSWER:
                ended.append(child)
        elif time.monotonic() >= child.ends_at:
            ended.append(child)
    return ended


def _ended(child: _Child, path: str, bounds: Bounds) -> tuple[Report, bool]:
    """What a child told; whether it should be tried again."""
    late = time.monotonic() >= child.ends_at
    code = _stopped(child)
    if code == 0:
        return _told(json.loads(child.answer)), False
    if late or code == -signal.SIGXCPU:
        return _unread(path, f"not read within {bounds.time_s} s"), False
    if code == 3:
        return _unread(path, f"not read within {bounds.memory_bytes >> 20} MiB of memory"), False
    return _unread(path, f"the process that read it ended with {code}, {TRIES} times"), child.attempt < TRIES


def _stopped(child: _Child) -> int:
    """Reap a child, killed if it still runs; its exit code, or minus the signal."""
    os.close(child.pipe)
    pid, status = os.waitpid(child.pid, os.WNOHANG)
    if pid == 0 and time.monotonic() >= child.ends_at:
        os.kill(child.pid, signal.SIGKILL)
    if pid == 0:
        _, status = os.waitpid(child.pid, 0)
    return os.waitstatus_to_exitcode(status)


def _told(raw: dict[str, Any]) -> Report:
    findings = tuple(
        Finding(each["rule"], Verdict(each["verdict"]), each["member"], each["value"], each["offset"])
        for each in raw["findings"]
    )
    return Report(
        raw["path"], Verdict(raw["verdict"]), findings, int(raw["size_bytes"]), int(raw["rules_version"])
    )
