"""ClamAV, if present: clamd over its socket (INSTREAM, clamd(8)), or the program clamscan.

This module does not inspect files itself: it passes bytes on and turns each answer into a finding. Files up
to WHOLE_BYTES are sent in pieces of PIECE_BYTES, which is below clamd's default limit; of larger ones, only
the beginning and the end.
"""

from __future__ import annotations

import os
import shutil
import socket
import struct
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from muster.scanning.findings import Finding, printable
from muster.scanning.rules import rules
from muster.tensors.sources import Source

OFF: Final = "off"
"""Address that disables the engine."""
PLACES: Final = ("/run/clamav/clamd.ctl", "/var/run/clamav/clamd.ctl", "/run/clamd.scan/clamd.sock")
"""Paths of clamd's socket in common packages."""
PIECE_BYTES: Final = 20 << 20
OVERLAP_BYTES: Final = 1 << 20
WHOLE_BYTES: Final = 2 << 30
ARGUMENTS_BYTES: Final = 1 << 20
"""Most bytes of arguments per command: Linux takes a quarter of the stack limit, 2 MiB by default."""
_POINTER_BYTES: Final = 9
"""Bytes per argument besides its characters: a pointer and a NUL."""
_ENDS_BYTES: Final = 256 << 20
_BLOCK_BYTES: Final = 1 << 20
_TIMEOUT_S: Final = 120
_ANSWER_BYTES_MAX: Final = 4096


class AntivirusAbsent(Exception):
    """No engine was found; the message says where it was looked for."""


class Engine(Protocol):
    """An antivirus engine."""

    @property
    def name(self) -> str:
        """Name and version of the engine."""
        ...

    def judged(self, files: Mapping[str, Source]) -> Iterator[tuple[str, Finding]]:
        """Yield findings in files, each with the file's path."""
        ...


def engine_at(address: str) -> Engine:
    """The engine at an address: a socket's path, HOST:PORT, `clamscan`, or `auto` (the first one found).

    Raises:
        AntivirusAbsent: The engine is absent, or does not answer.
    """
    if address == "clamscan":
        return _Clamscan.found()
    if address != "auto":
        return Clamd.greeted(address)
    for place in PLACES:
        if Path(place).is_socket():
            return Clamd.greeted(place)
    return _Clamscan.found()


@dataclass(frozen=True, slots=True)
class Clamd:
    """The daemon.

    Attributes:
        address: A socket's path, or HOST:PORT.
        name: Name and version, as the daemon reports them.
    """

    address: str
    name: str

    @classmethod
    def greeted(cls, address: str) -> Clamd:
        """Ask the daemon at an address for its version.

        Raises:
            AntivirusAbsent: It does not answer.
        """
        try:
            with _connected(address) as to:
                to.sendall(b"zVERSION\0")
                return cls(address, _answer(to))
        except OSError as error:
            raise AntivirusAbsent(f"clamd does not answer at {address}: {error}") from None

    def judged(self, files: Mapping[str, Source]) -> Iterator[tuple[str, Finding]]:
        """Yield findings in each file, each signature once per file."""
        for path, source in files.items():
            seen: set[tuple[str, str]] = set()
            for rule, said, at in self._judged(source):
                if (rule, said) not in seen:
                    seen.add((rule, said))
                    yield path, _finding(rule, said, at)

    def _judged(self, source: Source) -> Iterator[tuple[str, str, int | None]]:
        for begin, end in pieces(source.size_bytes):
            try:
                answer = self._answer(source, begin, end)
            except OSError as error:
                yield "antivirus.unanswered", f"clamd at {self.address}: {error}", None
                return
            verdict = answer.removeprefix("stream: ")
            if verdict.endswith(" FOUND"):
                yield "antivirus.found", verdict.removesuffix(" FOUND"), begin
            elif verdict != "OK":
                yield "antivirus.unanswered", f"clamd: {answer}", begin

    def _answer(self, source: Source, begin: int, end: int) -> str:
        """Send bytes with INSTREAM: blocks, each after its length in four bytes, then one of length 0."""
        with _connected(self.address) as to:
            try:
                to.sendall(b"zINSTREAM\0")
                for at in range(begin, end, _BLOCK_BYTES):
                    block = source.read(at, min(end, at + _BLOCK_BYTES))
                    to.sendall(struct.pack("!I", len(block)) + block)
                to.sendall(struct.pack("!I", 0))
            except BrokenPipeError:
                pass  # it stopped reading, and says why
            return _answer(to)


@dataclass(frozen=True, slots=True)
class _Clamscan:
    """The program. It loads its signatures at each start, so one run scans many files."""

    program: str
    name: str

    @classmethod
    def found(cls) -> _Clamscan:
        program = shutil.which("clamscan")
        if program is None:
            raise AntivirusAbsent(f"no clamd at {', '.join(PLACES)}, no clamscan on the PATH")
        told = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)  # noqa: S603
        return cls(program, told.stdout.strip())

    def judged(self, files: Mapping[str, Source]) -> Iterator[tuple[str, Finding]]:
        paths = {str(Path(path).resolve()): path for path in files}
        words = [self.program, "--no-summary", "--stdout", "--infected", "--follow-file-symlinks=2"]
        for some in batches(paths):
            told = subprocess.run(  # noqa: S603  (paths, behind the end of options)
                [*words, "--", *some], capture_output=True, text=True, errors="replace", check=False
            )
            yield from _findings(told.stdout.splitlines(), paths)
            if told.returncode not in (0, 1):
                why = told.stderr.strip().splitlines()[-1:] or [f"it ended with {told.returncode}"]
                for path in some:
                    yield paths[path], _finding("antivirus.unanswered", f"clamscan: {why[0]}", None)


def batches(paths: Iterable[str]) -> Iterator[list[str]]:
    """Split paths into one list per command, in order: up to ARGUMENTS_BYTES, or a single longer path."""
    some: list[str] = []
    held = 0
    for path in paths:
        bytes_ = len(os.fsencode(path)) + _POINTER_BYTES
        if some and held + bytes_ > ARGUMENTS_BYTES:
            yield some
            some, held = [], 0
        some.append(path)
        held += bytes_
    if some:
        yield some


def pieces(size_bytes: int) -> list[tuple[int, int]]:
    """Begin and end of each piece of a file to send; neighbouring pieces share OVERLAP_BYTES."""
    if not size_bytes:
        return []
    spans = [(0, size_bytes)]
    if size_bytes > WHOLE_BYTES:
        spans = [(0, _ENDS_BYTES), (size_bytes - _ENDS_BYTES, size_bytes)]
    return [(at, min(end, at + PIECE_BYTES)) for begin, end in spans for at in _starts(begin, end)]


def _starts(begin: int, end: int) -> range:
    step = PIECE_BYTES - OVERLAP_BYTES
    return range(begin, max(begin + 1, end - OVERLAP_BYTES), step)


def _findings(lines: Sequence[str], paths: Mapping[str, str]) -> Iterator[tuple[str, Finding]]:
    for line in lines:
        path, _, verdict = line.rpartition(": ")
        if path in paths and verdict.endswith(" FOUND"):
            yield paths[path], _finding("antivirus.found", verdict.removesuffix(" FOUND"), None)


def _finding(rule: str, said: str, at: int | None) -> Finding:
    return Finding(rule, rules()[rule].verdict, "", printable(said), at)


def _connected(address: str) -> socket.socket:
    host, _, port = address.rpartition(":")
    if host and port.isdigit():
        return socket.create_connection((host, int(port)), _TIMEOUT_S)
    to = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    to.settimeout(_TIMEOUT_S)
    try:
        to.connect(address)
    except OSError:
        to.close()
        raise
    return to


def _answer(to: socket.socket) -> str:
    """Read up to a zero byte."""
    said = b""
    while not said.endswith(b"\0"):
        more = to.recv(_ANSWER_BYTES_MAX)
        if not more or len(said) > _ANSWER_BYTES_MAX:
            raise ConnectionError("the connection ended in the middle of an answer")
        said += more
    return said[:-1].decode("utf-8", "replace")
