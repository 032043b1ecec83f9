"""`muster scan`: verdicts as exit codes, reports for programs, processes that die."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from muster.scanning.additions import Additions
from muster.scanning.cli import processes
from muster.scanning.cli.processes import Bounds, scan_all
from muster.scanning.cli.walking import files_in
from muster.scanning.findings import Report, Verdict
from muster.testkit.hostile.case import PLAIN, SYSTEM
from muster.testkit.hostile.containers import zipped

MUSTER = Path(sys.executable).with_name("muster")
BOUNDS = Bounds(512 << 20, 60)


def _ran(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([MUSTER, "scan", *words], capture_output=True, text=True, timeout=240, check=False)


@pytest.mark.slow  # processes
def test_the_worst_verdict_is_the_exit_code(tmp_path: Path) -> None:
    (tmp_path / "good.pkl").write_bytes(PLAIN)
    (tmp_path / "bad.bin").write_bytes(SYSTEM)
    clean = _ran(tmp_path / "good.pkl")
    assert (clean.returncode, clean.stdout) == (0, "")
    (tmp_path / ".git").mkdir()
    (tmp_path / "unknown").write_bytes(b"\xfe\xed\0\1no format")
    bad = _ran(tmp_path, "--json", "--antivirus", "off")
    assert bad.returncode == 10
    told = json.loads(bad.stdout)
    reports = told["items"]
    assert told["not_judged"] == [
        "antivirus: not run: --antivirus off",
        "licences: not held against a policy (--licences)",
        "blacklist: not compared (--blacklist)",
        f"folders not entered: {tmp_path / '.git'}",
        "files not judged to their end: 1",
    ]
    assert {Path(each["path"]).name: each["verdict"] for each in reports} == {
        "bad.bin": "malicious",
        "good.pkl": "clean",
        "unknown": "inconclusive",
    }
    assert _ran(tmp_path / "nothing").returncode == 3


@pytest.mark.slow
def test_code_hosts_get_sarif(tmp_path: Path) -> None:
    (tmp_path / "bad.bin").write_bytes(SYSTEM)
    ended = _ran(tmp_path, "-o", "sarif", "--fail-on", "malicious", "--pages", "https://docs.test/findings/")
    run = json.loads(ended.stdout)["runs"][0]
    assert [(each["ruleId"], each["level"]) for each in run["results"]] == [
        ("pickle.dangerous-import", "error")
    ]
    (invocation,) = run["invocations"]
    notes = [each["message"]["text"] for each in invocation["toolExecutionNotifications"]]
    assert "blacklist: not compared (--blacklist)" in notes
    rules = run["tool"]["driver"]["rules"]
    assert [each["id"] for each in rules] == ["pickle.dangerous-import"]
    assert rules[0]["helpUri"] == "https://docs.test/findings/code.md#pickledangerous-import"
    page = Path(__file__).parents[4] / "docs/reference/findings/code.md"
    assert "\n## pickle.dangerous-import\n" in page.read_text()


def test_a_file_that_kills_its_reader_twice_is_inconclusive_and_the_others_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a", "poison", "z"):
        (tmp_path / name).write_bytes(PLAIN)
    read = processes._report  # pyright: ignore[reportPrivateUsage]

    def killed(path: Path, additions: Additions | None) -> Report:
        if path.name == "poison":
            os.kill(os.getpid(), 9)
        return read(path, additions)

    monkeypatch.setattr(processes, "_report", killed)
    found = scan_all(files_in([tmp_path]), BOUNDS, 2)
    assert [each.verdict for each in found] == [Verdict.CLEAN, Verdict.INCONCLUSIVE, Verdict.CLEAN]
    assert found[1].findings[0].value == "the process that read it ended with -9, 2 times"


def _processes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of files of each process that is started."""
    sizes: list[int] = []
    started = processes._started  # pyright: ignore[reportPrivateUsage]

    def counted(paths: Sequence[Path], *more: Any) -> Any:
        sizes.append(len(paths))
        return started(paths, *more)

    monkeypatch.setattr(processes, "_started", counted)
    return sizes


@pytest.mark.slow
def test_small_files_share_processes_and_opaque_or_large_ones_have_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(100):
        (tmp_path / f"{number:03}.txt").write_text("words\n")
    (tmp_path / "packed.zip").write_bytes(zipped({"a.pkl": SYSTEM}))
    (tmp_path / "large.txt").write_text("words\n" * 200_000)
    sizes = _processes(monkeypatch)
    found = scan_all(files_in([tmp_path]), BOUNDS, 2)
    assert [Path(each.path).name for each in found if each.verdict is not Verdict.CLEAN] == ["packed.zip"]
    assert sum(sizes) == 103  # the archive was handed back by the process of the others
    assert sorted(sizes)[:2] == [1, 1]
    assert len(sizes) == 4


@pytest.mark.slow
def test_a_killed_process_takes_no_verdict_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(9):
        (tmp_path / f"{number}").write_bytes(SYSTEM if number % 2 else PLAIN)
    read = processes._report  # pyright: ignore[reportPrivateUsage]

    def killed(path: Path, additions: Additions | None) -> Report:
        if path.name == "4":
            os.kill(os.getpid(), 9)
        return read(path, additions)

    monkeypatch.setattr(processes, "_report", killed)
    sizes = _processes(monkeypatch)
    found = scan_all(files_in([tmp_path]), BOUNDS, 1)
    bad, good = Verdict.MALICIOUS, Verdict.CLEAN
    assert [each.verdict for each in found] == [
        good,
        bad,
        good,
        bad,
        Verdict.INCONCLUSIVE,
        bad,
        good,
        bad,
        good,
    ]
    assert sizes == [9, 1, 1, 1, 1, 1]


@pytest.mark.slow
def test_a_file_that_reaches_a_limit_in_a_shared_process_is_read_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in "abc":
        (tmp_path / name).write_bytes(PLAIN)
    read = processes._report  # pyright: ignore[reportPrivateUsage]
    held: list[bytearray] = []

    def greedy(path: Path, additions: Additions | None) -> Report:
        held.append(bytearray(300 << 20))  # the second of one process has no room
        return read(path, additions)

    monkeypatch.setattr(processes, "_report", greedy)
    assert [each.verdict for each in scan_all(files_in([tmp_path]), BOUNDS, 1)] == [Verdict.CLEAN] * 3


@pytest.mark.slow
def test_time_and_memory_are_bounded_by_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").write_bytes(PLAIN)
    read = processes._report  # pyright: ignore[reportPrivateUsage]

    def greedy(path: Path, additions: Additions | None) -> Report:
        assert bytearray(2 << 30)
        return read(path, additions)

    monkeypatch.setattr(processes, "_report", greedy)
    found = scan_all(files_in([tmp_path]), BOUNDS, 1)
    assert found[0].findings[0].value == "not read within 512 MiB of memory"
    monkeypatch.setattr(processes, "_report", lambda *_: os.read(os.pipe()[0], 1))  # pyright: ignore[reportUnknownLambdaType,reportUnknownArgumentType]
    found = scan_all(files_in([tmp_path]), Bounds(512 << 20, 1), 1)
    assert found[0].findings[0].value == "not read within 1 s"


def test_unreadable_paths_are_inconclusive(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "gone").symlink_to(tmp_path / "nothing")
    assert [each.verdict for each in scan_all(files_in([tmp_path]), BOUNDS, 2)] == [Verdict.INCONCLUSIVE] * 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("head", "size_bytes", "told"),
    [
        (
            (2).to_bytes(8, "little") + b"{}",
            2 << 40,
            {"limit.reached": "size_bytes: more than 1099511627776"},
        ),
        (b"\xfe\xedno format", 1 << 39, {"format.unknown": "b'\\\\xfe\\\\xedno for'"}),
        (b"\x89HDF\r\n\x1a\n", 1 << 39, {"hdf5.broken": "addresses of 0, lengths of 0"}),
    ],
)
def test_sparse_files_of_terabytes_end_in_time(
    tmp_path: Path, head: bytes, size_bytes: int, told: dict[str, str]
) -> None:
    with (tmp_path / "sparse").open("wb") as file:
        file.write(head)
        file.truncate(size_bytes)
        file.seek(size_bytes - 9)
        file.write(SYSTEM[:9])
    [found] = scan_all(files_in([tmp_path]), Bounds(512 << 20, 20), 1)
    assert {each.rule: each.value for each in found.findings} == told


def test_content_behind_a_hole_is_found(tmp_path: Path) -> None:
    with (tmp_path / "sparse").open("wb") as file:
        file.write(b"\xfe\xed\0\1no format")
        file.seek(1 << 38)
        file.write(b"\0" * 77 + SYSTEM)
    [found] = scan_all(files_in([tmp_path]), Bounds(512 << 20, 20), 1)
    assert found.verdict is Verdict.MALICIOUS
