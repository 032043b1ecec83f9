"""Programs of other services in the sandbox: what they may use, and that they leave no trace."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from muster.agent.edge.sandbox.cgroups import find_groups
from muster.agent.edge.sandbox.programs import ABSENT, EXITED, TIMED_OUT, TOO_MUCH_OUTPUT, run_program
from muster.testkit.patience import until

PYTHON = (sys.executable, "-I", "-S", "-B", "-c")


def run(
    source: str,
    *,
    hidden: tuple[Path, ...] = (),
    memory_mib: int = 256,
    time_s: float = 20,
    output_bytes: int = 10_000,
) -> tuple[str, bytes, str]:
    return run_program(
        [*PYTHON, source],
        b"input",
        hidden=hidden,
        memory_mib=memory_mib,
        time_s=time_s,
        output_bytes=output_bytes,
    )


pytestmark = pytest.mark.skipif(run("")[0] == ABSENT, reason="this machine allows no namespaces")


def test_a_program_reads_its_input_and_returns_its_output() -> None:
    assert run("import sys; print(sys.stdin.read())") == (EXITED, b"input\n", "")


def test_no_place_is_writable() -> None:
    tried = """
import os
for place in ("/", "/tmp", "/var/tmp", "/dev/shm", "/home/job", "/usr", os.path.expanduser("~")):
    try:
        open(place + "/x", "w")
    except OSError:
        continue
    print(place)
"""
    assert run(tried) == (EXITED, b"", "")


@pytest.mark.slow
def test_hidden_folders_are_empty(tmp_path: Path) -> None:
    folder = Path(sys.prefix, f"secrets-{os.getpid()}")
    folder.mkdir()
    try:
        (folder / "key").write_text("a secret")
        source = f"import os; print(os.listdir({str(folder)!r}))"
        assert run(source)[1] == b"['key']\n"
        assert run(source, hidden=(folder,))[1] == b"[]\n"
        assert run(source, hidden=(folder, tmp_path / "absent"))[1] == b"[]\n"
    finally:
        (folder / "key").unlink()
        folder.rmdir()


@pytest.mark.slow
def test_a_program_that_never_ends_or_never_stops_writing_is_killed() -> None:
    assert run("print(1, flush=True)\nwhile True: pass", time_s=2) == (TIMED_OUT, b"1\n", "")
    end, output, _ = run("while True: print('x' * 1000)")
    assert (end, len(output)) == (TOO_MUCH_OUTPUT, 10_000)


@pytest.mark.slow
@pytest.mark.skipif(not find_groups(), reason="this machine allows no control groups")
def test_memory_beyond_the_limit_ends_the_program() -> None:
    assert run("x = bytearray(1 << 20); print(len(x))")[:2] == (EXITED, b"1048576\n")
    assert run("x = bytearray(1 << 30); print(len(x))")[:2] == (EXITED, b"")


@pytest.mark.slow
def test_a_program_ends_with_the_process_that_runs_it() -> None:
    mark = f"mark-{os.getpid()}"
    endless = [*PYTHON, f"{mark!r}; exec('while True: pass')"]
    limits = "hidden=(), memory_mib=64, time_s=600, output_bytes=1"
    source = f"from {run_program.__module__} import run_program; run_program({endless!r}, b'', {limits})"
    caller = subprocess.Popen([sys.executable, "-c", source])

    def running() -> bool:
        inside = "-S"  # a flag of the program itself, not of the processes that run it
        return any(inside in words and mark in words[-1] for words in map(_words, psutil.process_iter()))

    until(running, lambda: "the program has not started")
    caller.send_signal(signal.SIGKILL)
    caller.wait(60)
    until(lambda: not running(), lambda: "the program still runs")


def _words(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.NoSuchProcess:
        return []
