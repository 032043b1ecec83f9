"""Archives of millions of entries: bounded memory, a verdict, and never clean."""

from __future__ import annotations

import io
import os
import resource
import struct
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from muster.scanning.archives import zips
from muster.scanning.scanner import scan

COUNT = 3_000_000
MEMORY_BYTES = 256 << 20


@dataclass(frozen=True)
class Repeated:
    """Bytes, then others again and again, then others: as long as is wanted, in no memory."""

    begin: bytes
    again: bytes
    times: int
    end: bytes

    @property
    def size_bytes(self) -> int:
        """How many bytes there are."""
        return len(self.begin) + len(self.again) * self.times + len(self.end)

    def read(self, begin: int, end: int) -> bytes:
        """Bytes `begin` to `end`, exclusive."""
        assert 0 <= begin <= end <= self.size_bytes
        middle, tail = len(self.begin), len(self.begin) + len(self.again) * self.times
        out = self.begin[begin:end]
        first, last = max(begin, middle), min(end, tail)
        if first < last:
            offset = (first - middle) % len(self.again)
            needed = (offset + last - first) // len(self.again) + 1
            out += (self.again * needed)[offset : offset + last - first]
        return out + self.end[max(0, begin - tail) : max(0, end - tail)]


def _scanned(source: Repeated, name: str) -> set[str]:
    """The rules of findings, by a process that gets no more memory."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
            most = pages * resource.getpagesize() + MEMORY_BYTES
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
            os.write(writing, " ".join({each.rule for each in scan(source, name).findings}).encode())
        finally:
            os._exit(0)
    os.close(writing)
    told = os.read(reading, 4096).decode()
    os.close(reading)
    os.waitpid(pid, 0)
    return set(told.split())


def _zip(count: int) -> Repeated:
    """A zip whose directory names one member so often, by ZIP64 (APPNOTE 4.3.14)."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("a.txt", "words\n")
    content = made.getvalue()
    at = content.index(b"PK\x01\x02")
    entry = content[at : content.index(b"PK\x05\x06")]
    length = len(entry) * count
    large = b"PK\x06\x06" + struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, count, count, length, at)
    large += b"PK\x06\x07" + struct.pack("<IQI", 0, at + length, 1)
    large += b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    return Repeated(content[:at], entry, count, large)


@pytest.mark.slow
def test_such_a_zip_is_one() -> None:
    source = _zip(70_000)
    with zipfile.ZipFile(io.BytesIO(source.read(0, source.size_bytes))) as archive:
        assert len(archive.infolist()) == 70_000


@pytest.mark.slow
@pytest.mark.parametrize("scale", [10, pytest.param(1, marks=pytest.mark.long)])
def test_a_zip_of_millions_of_members_is_bounded_and_never_clean(
    monkeypatch: pytest.MonkeyPatch, scale: int
) -> None:
    """As the scanner is, in `make test-long`; else with a tenth of its members allowed."""
    monkeypatch.setattr(zips, "_MEMBERS_MAX", zips._MEMBERS_MAX // scale)  # pyright: ignore[reportPrivateUsage]
    found = _scanned(_zip(COUNT), "model.pt")
    assert found == {"limit.reached", "archive.repeated"}


@pytest.mark.slow
def test_a_tar_of_millions_of_members_is_bounded_and_never_clean() -> None:
    header = tarfile.TarInfo("a.txt").tobuf()
    assert _scanned(Repeated(b"", header, COUNT, bytes(1024)), "a.tar") == {
        "limit.reached",
        "archive.repeated",
    }
