"""Scan files in processes, many small ones per process: a process that dies is a verdict on one file only.

A process with many files sends each report as soon as it is ready. Files not reported when it ends are read
again, each alone; so is a file whose report could depend on earlier ones (a limit was reached), and one
that is opaque: packed, or of unknown format. Each file has the same bounds either way.
"""

from __future__ import annotations

import errno
import gc
import json
import os
import resource
import select
import signal
import stat
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, NoReturn, Self

from muster.scanning.additions import Additions
from muster.scanning.findings import LIMIT, Finding, Report, Verdict, printable
from muster.scanning.formats.kinds import Kind, kind_of
from muster.scanning.pickles.machine import load_compiled
from muster.scanning.rules import rules_version
from muster.scanning.scanner import scan
from muster.tensors.sources import Memory, Source

TRIES: Final = 2
"""Attempts at one file, since a process may once be killed through the machine's fault."""
_LARGEST_ANSWER: Final = 4 << 20
_NO_MEMORY: Final = 3
"""Exit code of a process that ran out of memory."""
_OPAQUE: Final = (Kind.ZIP, Kind.PACKED, Kind.OTHER_ARCHIVE, Kind.NATIVE, Kind.HDF5, Kind.BINARY)
"""Kinds whose beginning does not show how costly they are to read."""
_FIRST: Final = (b"A text.", b"\x80\x02ccollections\nOrderedDict\n)R.")
SHARED_BYTES: Final = 1 << 20
"""Smallest size of a file that has a process of its own."""
SHARED_FILES: Final = 64
"""Most files of one process."""
LARGE_BYTES: Final = 8 << 20
"""Size of a pickle file from which loading machine code saves time, in bytes."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits for one file: bytes of memory beyond Python's own, seconds of wall-clock time."""

    memory_bytes: int
    time_s: int


class _File:
    """A file that is read on demand."""

    def __init__(self, descriptor: int, size_bytes: int) -> None:
        self._descriptor = descriptor
        self.size_bytes = size_bytes

    def read(self, begin: int, end: int) -> bytes:
        """Bytes `begin` to `end`; a file that shrank meanwhile reads as zeros, which no header survives."""
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
        """The first byte at or after `begin` that is not in a hole."""
        try:
            return os.lseek(self._descriptor, begin, os.SEEK_DATA)
        except OSError as error:
            if error.errno == errno.ENXIO:
                return self.size_bytes
            if error.errno == errno.EINVAL:  # a file system that does not tell
                return begin
            raise


@dataclass(frozen=True, slots=True)
class _Task:
    """Files for one process, and the number of the attempt."""

    files: tuple[int, ...]
    attempt: int = 1


@dataclass(slots=True)
class _Child:
    """A process that reads files.

    Attributes:
        task: Files that it reads.
        pid: Process id.
        pipe: Pipe on which its reports arrive.
        ends_at: Deadline of the file that it reads now.
        told: Number of its files that it has reported.
        answer: The part of the next report that has arrived.
        over: Whether nothing more comes.
    """

    task: _Task
    pid: int
    pipe: int
    ends_at: float
    told: int = 0
    answer: bytes = b""
    over: bool = False


def scan_all(
    paths: Sequence[Path],
    bounds: Bounds,
    jobs: int,
    additions: Additions | None = None,
    done: Callable[[], None] = lambda: None,
) -> list[Report]:
    """Return a report of each file, in order, from `jobs` parallel processes; call `done` after each."""
    for first in _FIRST:
        scan(Memory(first), "first")  # what a scan loads once is here for every child
    if any(_size_bytes(path) >= LARGE_BYTES for path in paths):
        load_compiled()
    reports: list[Report | None] = [None] * len(paths)
    waiting = list(reversed(_tasks(paths, jobs)))
    running: list[_Child] = []
    gc.freeze()  # what is there already is not looked through in each child
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                task = waiting.pop()
                running.append(_started([paths[index] for index in task.files], task, bounds, additions))
            for child in _ready(running):
                for index, report in _reports_of(child, bounds):
                    reports[index] = report
                    if report is None:
                        waiting.append(_Task((index,)))
                    else:
                        done()
                if child.over or time.monotonic() >= child.ends_at:
                    running.remove(child)
                    index, report, again = _ended(child, paths, bounds)
                    waiting.extend(again)
                    if report is not None:
                        reports[index] = report
                        done()
    finally:
        gc.unfreeze()
        for child in running:
            _stopped(child)
    return [report for report in reports if report is not None]


def _tasks(paths: Sequence[Path], jobs: int) -> list[_Task]:
    """Group small files so that every process has some; each other file is a task of its own."""
    small = [index for index, path in enumerate(paths) if _size_bytes(path) < SHARED_BYTES]
    count = max(1, min(SHARED_FILES, -(-len(small) // jobs)))
    shared = [_Task(tuple(small[begin : begin + count])) for begin in range(0, len(small), count)]
    alone = [_Task((index,)) for index in sorted({*range(len(paths))}.difference(small))]
    return sorted((*shared, *alone), key=lambda task: task.files)


def _size_bytes(path: Path) -> int:
    """Size of a file in bytes; 0: unknown, and its child reports why."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _started(paths: Sequence[Path], task: _Task, bounds: Bounds, additions: Additions | None) -> _Child:
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        _read_and_tell(paths, writing, bounds, additions)
    os.close(writing)
    return _Child(task, pid, reading, time.monotonic() + bounds.time_s)


def _read_and_tell(
    paths: Sequence[Path], writing: int, bounds: Bounds, additions: Additions | None
) -> NoReturn:
    """Run in the child: write a line of JSON per file, then exit without the parent's cleanup."""
    code = 1
    try:
        _bounded(bounds)
        for path in paths:
            _bound_time(bounds)
            report = _shared_report(path, additions) if len(paths) > 1 else _report(path, additions)
            content = json.dumps(report and asdict(report)).encode() + b"\n"
            while content:
                content = content[os.write(writing, content) :]
        code = 0
    except MemoryError:
        code = _NO_MEMORY
    finally:
        os._exit(code)


def _shared_report(path: Path, additions: Additions | None) -> Report | None:
    """Return the report of a file among others; None: it has to be read alone."""
    if _is_opaque(path):
        return None
    report = _report(path, additions)
    return None if any(each.rule == LIMIT for each in report.findings) else report


def _is_opaque(path: Path) -> bool:
    """Whether the beginning of a file does not show how costly it is to read."""
    try:
        descriptor, source = opened(path)
    except OSError:
        return True
    try:
        return kind_of(source) in _OPAQUE
    except OSError:  # no file
        return True
    finally:
        os.close(descriptor)


def _bounded(bounds: Bounds) -> None:
    now = _address_space_bytes()
    resource.setrlimit(resource.RLIMIT_AS, (now + bounds.memory_bytes, now + bounds.memory_bytes))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _bound_time(bounds: Bounds) -> None:
    """Give the next file its seconds of processor time, counted from now."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    end_s = int(used.ru_utime + used.ru_stime) + bounds.time_s + 1
    _, most_s = resource.getrlimit(resource.RLIMIT_CPU)
    end_s = end_s if most_s == resource.RLIM_INFINITY else min(end_s, most_s)
    resource.setrlimit(resource.RLIMIT_CPU, (end_s, most_s))


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
    """A file that is open only while it is read, so any number of them can exist.

    Attributes:
        path: Path of the file.
        size_bytes: Its size when first seen.
    """

    path: Path
    size_bytes: int

    @classmethod
    def of(cls, path: Path) -> Self | None:
        """The file at a path; None: it is not a regular file, or may not be read."""
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
    """Report of a file that was not read to its end: its content is unknown."""
    finding = Finding(LIMIT, Verdict.INCONCLUSIVE, "", printable(why))
    return Report(path, Verdict.INCONCLUSIVE, (finding,), 0, rules_version())


def _ready(running: Sequence[_Child]) -> list[_Child]:
    """Wait for children that report, end or exceed their time, and return the first ones."""
    wait_s = max(0.0, min(child.ends_at for child in running) - time.monotonic())
    readable, _, _ = select.select([child.pipe for child in running], [], [], wait_s)
    for child in running:
        if child.pipe in readable:
            piece = os.read(child.pipe, 1 << 16)
            child.answer += piece
            child.over = not piece or len(child.answer) > _LARGEST_ANSWER
    return [child for child in running if child.pipe in readable or time.monotonic() >= child.ends_at]


def _reports_of(child: _Child, bounds: Bounds) -> Iterator[tuple[int, Report | None]]:
    """Yield reports that have come whole, by the numbers of their files; None: that file is read alone."""
    *lines, child.answer = child.answer.split(b"\n")
    for line in lines:
        raw = json.loads(line)
        index = child.task.files[child.told]
        child.told += 1
        child.ends_at = time.monotonic() + bounds.time_s
        yield index, _report_of(raw) if raw is not None else None


def _ended(child: _Child, paths: Sequence[Path], bounds: Bounds) -> tuple[int, Report | None, list[_Task]]:
    """Settle the files that an ended child did not report: the one it was reading, then the others."""
    late = time.monotonic() >= child.ends_at
    code = _stopped(child)
    if child.told == len(child.task.files):
        return -1, None, []
    index, *others = child.task.files[child.told :]
    again = [_Task((each,)) for each in others]
    path, shared = str(paths[index]), len(child.task.files) > 1
    if late or code == -signal.SIGXCPU:
        return index, _unread(path, f"not read within {bounds.time_s} s"), again
    if code == _NO_MEMORY and not shared:
        return index, _unread(path, f"not read within {bounds.memory_bytes >> 20} MiB of memory"), again
    if code == _NO_MEMORY or child.task.attempt < TRIES:
        attempt = 1 if code == _NO_MEMORY else child.task.attempt + 1
        return index, None, [*again, _Task((index,), attempt)]
    return index, _unread(path, f"the process that read it ended with {code}, {TRIES} times"), again


def _stopped(child: _Child) -> int:
    """Reap a child, killing it if it still runs; return its exit code, or minus the signal."""
    os.close(child.pipe)
    pid, status = os.waitpid(child.pid, os.WNOHANG)
    if pid == 0 and time.monotonic() >= child.ends_at:
        os.kill(child.pid, signal.SIGKILL)
    if pid == 0:
        _, status = os.waitpid(child.pid, 0)
    return os.waitstatus_to_exitcode(status)


def _report_of(raw: dict[str, Any]) -> Report:
    findings = tuple(
        Finding(each["rule"], Verdict(each["verdict"]), each["member"], each["value"], each["offset"])
        for each in raw["findings"]
    )
    return Report(
        raw["path"], Verdict(raw["verdict"]), findings, int(raw["size_bytes"]), int(raw["rules_version"])
    )
