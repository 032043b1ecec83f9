"""ClamAV: over clamd's protocol, and the real one where it is installed."""

from __future__ import annotations

import os
import resource
import shutil
import socketserver
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from muster.scanning.antivirus import (
    ARGUMENTS_BYTES,
    OVERLAP_BYTES,
    PIECE_BYTES,
    WHOLE_BYTES,
    AntivirusAbsent,
    batches,
    engine_at,
    pieces,
)
from muster.scanning.cli.options import by_antivirus
from muster.scanning.cli.walking import files_in
from muster.scanning.findings import Report, Verdict
from muster.tensors.sources import Memory
from muster.testkit.clamav import clamd

MUSTER = Path(sys.executable).with_name("muster")
SIGNATURE = b"a signature of these tests"
LIMIT_BYTES = PIECE_BYTES + 1


class _Daemon(socketserver.StreamRequestHandler):
    """clamd(8) as its manual describes it: VERSION, INSTREAM with its limit."""

    def handle(self) -> None:
        command = self._until_zero()
        if command == b"zVERSION":
            self.wfile.write(b"ClamAV 1.4.6/27000/Tue Nov 24 2026\0")
            return
        assert command == b"zINSTREAM"
        held = b""
        while length := struct.unpack("!I", self.rfile.read(4))[0]:
            held += self.rfile.read(length)
            if len(held) > LIMIT_BYTES:
                self.wfile.write(b"INSTREAM size limit exceeded. ERROR\0")
                return
        self.wfile.write(b"stream: Muster.Test FOUND\0" if SIGNATURE in held else b"stream: OK\0")

    def _until_zero(self) -> bytes:
        said = b""
        while (more := self.rfile.read(1)) not in (b"", b"\0"):
            said += more
        return said


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A socket at which something speaks clamd's protocol."""
    place = str(tmp_path_factory.mktemp("clamd") / "clamd.ctl")
    with socketserver.ThreadingUnixStreamServer(place, _Daemon) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield place
        server.shutdown()


def test_files_are_handed_over_in_pieces_and_what_a_border_cuts_is_found(address: str) -> None:
    engine = engine_at(address)
    assert engine.name.startswith("ClamAV 1.4.6")
    cut = b"\0" * (PIECE_BYTES - 10) + SIGNATURE + b"\0" * 100
    files = {
        "empty": Memory(b""),
        "good": Memory(b"good"),
        "bad": Memory(b"x" + SIGNATURE),
        "cut": Memory(cut),
    }
    found = [(path, each.rule, each.value) for path, each in engine.judged(files)]
    assert found == [("bad", "antivirus.found", "Muster.Test"), ("cut", "antivirus.found", "Muster.Test")]


def test_an_engine_that_refuses_or_dies_leaves_a_file_inconclusive(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = engine_at(address)
    monkeypatch.setattr(sys.modules[__name__], "LIMIT_BYTES", 10)
    found = [each for _, each in engine.judged({"a": Memory(bytes(4 << 20))})]
    assert [each.rule for each in found] == ["antivirus.unanswered"]
    gone = type(engine)("/nowhere/clamd.ctl", "gone")  # pyright: ignore[reportCallIssue]
    assert [each.rule for _, each in gone.judged({"a": Memory(b"a")})] == ["antivirus.unanswered"]


def test_an_absent_engine_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(AntivirusAbsent, match="clamd does not answer at"):
        engine_at(str(tmp_path / "clamd.ctl"))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("muster.scanning.antivirus.PLACES", (str(tmp_path / "none"),))
    with pytest.raises(AntivirusAbsent, match=r"no clamd at .*none, no clamscan on the PATH"):
        engine_at("auto")


@pytest.mark.parametrize("size", [0, 1, PIECE_BYTES, PIECE_BYTES + 1, 5 * PIECE_BYTES, WHOLE_BYTES])
def test_pieces_hold_all_of_a_file_and_share_their_borders(size: int) -> None:
    cut = pieces(size)
    assert all(0 < end - begin <= PIECE_BYTES for begin, end in cut)
    assert all(end - begin >= OVERLAP_BYTES for (_, end), (begin, _) in pairwise(cut))
    assert (cut[0][0], cut[-1][1]) == (0, size) if size else cut == []


def test_of_a_huge_file_the_beginning_and_the_end_are_asked_about() -> None:
    cut = pieces(2 << 40)
    assert (cut[0][0], cut[-1][1]) == (0, 2 << 40)
    assert sum(end - begin for begin, end in cut) < 1 << 30


def test_more_files_than_may_be_open_or_be_arguments_are_asked_about(address: str, tmp_path: Path) -> None:
    for number in range(200):
        (tmp_path / f"{number:03}.txt").write_bytes(SIGNATURE if number == 199 else b"good")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = files_in([tmp_path])
    reports = [Report(str(path), Verdict.CLEAN, (), 0, 1) for path in files]
    resource.setrlimit(resource.RLIMIT_NOFILE, (100 + len(os.listdir("/proc/self/fd")), hard))
    try:
        found = by_antivirus(engine_at(address), reports)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert [report.verdict for report in found] == [Verdict.CLEAN] * 199 + [Verdict.MALICIOUS]
    names = [f"/{'x' * 99}{number}" for number in range(100_000)]
    cut = list(batches(names))
    assert [name for some in cut for name in some] == names
    assert max(sum(len(name) + 9 for name in some) for some in cut) <= ARGUMENTS_BYTES
    assert len(cut) == 11


@pytest.mark.stack
def test_a_real_clamd_finds_what_it_knows(tmp_path: Path) -> None:
    with clamd(tmp_path / "clamd", {"Muster.Test": SIGNATURE}) as place:
        engine = engine_at(place)
        assert engine.name.startswith("ClamAV ")
        cut = b"\0" * (PIECE_BYTES - 10) + SIGNATURE + b"\0" * 100
        files = {"empty": b"", "good": b"good", "bad": b"x" + SIGNATURE, "cut": cut}
        found = list(engine.judged({path: Memory(content) for path, content in files.items()}))
        told = [(path, each.rule, each.value) for path, each in found]
        assert told == [(path, "antivirus.found", "Muster.Test.UNOFFICIAL") for path in ("bad", "cut")]
        command = [MUSTER, "scan", tmp_path / "clamd" / "known", "--antivirus", place, "--json"]
        (tmp_path / "clamd" / "known" / "bad.txt").write_bytes(SIGNATURE)
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (ended.returncode, "Muster.Test.UNOFFICIAL" in ended.stdout) == (10, True), ended.stderr


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("clamscan") is None, reason="ClamAV is not installed here")
def test_the_real_program_finds_a_signature(tmp_path: Path) -> None:
    (tmp_path / "ours.ndb").write_text(f"Muster.Test:0:*:{SIGNATURE.hex()}\n")
    script = tmp_path / "clamscan"
    script.write_text(f'#!/bin/sh\nexec {shutil.which("clamscan")} -d {tmp_path / "ours.ndb"} "$@"\n')
    script.chmod(0o755)
    (tmp_path / "bad.txt").write_bytes(SIGNATURE)
    (tmp_path / "good.txt").write_bytes(b"good")
    ended = subprocess.run(
        [MUSTER, "scan", tmp_path / "bad.txt", tmp_path / "good.txt", "--antivirus", "clamscan", "--json"],
        capture_output=True, text=True, check=False, env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"},
    )  # fmt: skip
    assert ended.returncode == 10, ended.stderr
    assert ended.stdout.count("Muster.Test.UNOFFICIAL") == 1
