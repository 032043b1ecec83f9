"""A run of tests leaves nothing behind, neither servers nor processes of tests, however it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any, TypeAlias

import psutil
import pytest
from muster.testkit.patience import Patience

pytestmark = [pytest.mark.stack]

PATIENCE_S = 200

Start: TypeAlias = Callable[..., tuple[subprocess.Popen[str], list[dict[str, Any]]]]

TESTS = '''
import json, os, pathlib, subprocess, sys, time
import pytest
from muster.local import stack
from muster.local.processes import supervisor
from muster.testkit.stack.plugin import RUN

SEEN = pathlib.Path({seen!r})


def begin(name, home, run):
    """Use a shared server, start a process and never stop it; note both for the outer test."""
    with run.starting(home):
        stack.up(home, only=["s3"], any_ports=True)
    stray = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
    told = {{"root": str(run.root), "server": supervisor.recall(home, "s3").pid, "stray": stray.pid}}
    partial = SEEN / f"{{name}}.partial"  # the other test writes at the same moment
    partial.write_text(json.dumps(told))
    partial.rename(SEEN / name)


@pytest.mark.parametrize("name", ["one", pytest.param("two", marks=pytest.mark.xdist_group("two"))])
def test_it(name, test_home, pytestconfig):
    begin(name, test_home, pytestconfig.stash[RUN])
    {then}
'''

COMMAND = [sys.executable, "-m", "pytest", "-q", "-c", os.devnull]
PLUGINS = ["-p", "xdist", "-p", "muster.testkit.stack.plugin", "-p", "no:cacheprovider"]
ALONE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
"""No other plugin: to load them takes most of a short run."""

SIDE_BY_SIDE = ["-n", "2", "--dist", "loadgroup", "--max-worker-restart", "0"]
ONE_PROCESS: list[str] = []


@pytest.fixture
def start(tmp_path: Path) -> Generator[Start]:
    """Run two tests; gives the run once both are under way, and what they told."""
    begun: list[subprocess.Popen[str]] = []

    def run(then: str, *options: str, tests: int = 2) -> tuple[subprocess.Popen[str], list[dict[str, Any]]]:
        seen = tmp_path / "seen"
        seen.mkdir()
        file = tmp_path / "test_it.py"
        file.write_text(TESTS.format(seen=str(seen), then=then))
        process = subprocess.Popen(
            [*COMMAND, *PLUGINS, *options, "--rootdir", str(tmp_path), str(file)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=tmp_path,
            env={**os.environ, **ALONE},
        )
        begun.append(process)
        patience = Patience()
        while len(list(seen.glob("[ot][nw][eo]"))) < tests:
            if process.poll() is not None or patience.is_over():
                process.terminate()
                pytest.fail(f"the tests did not get under way: {process.communicate()[0]}")
            time.sleep(0.05)
        return process, [json.loads(told.read_text()) for told in sorted(seen.glob("[ot][nw][eo]"))]

    yield run
    for process in begun:
        process.terminate()
        process.communicate()


def lives(pid: int) -> bool:
    """A zombie has ended, however late init looks."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def nothing_is_left(told: list[dict[str, Any]]) -> None:
    assert len({one["server"] for one in told}) == 1, "one stack for all workers"
    assert not [one for one in told for what in ("server", "stray") if lives(one[what])]
    assert not Path(told[0]["root"]).exists()


@pytest.mark.parametrize(
    ("options", "then", "code"),
    [
        pytest.param(SIDE_BY_SIDE, "assert False", 1, id="side by side, failed"),
        pytest.param(ONE_PROCESS, "pass", 0, id="one process, passed"),
        pytest.param(SIDE_BY_SIDE, "pass", 0, id="side by side, passed", marks=pytest.mark.long),
        pytest.param(ONE_PROCESS, "assert False", 1, id="one process, failed", marks=pytest.mark.long),
    ],
)
def test_a_run_that_came_to_its_end(start: Start, options: list[str], then: str, code: int) -> None:
    process, told = start(then, *options)
    output, _ = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == code, output
    assert ("2 passed in" if code == 0 else "2 failed in") in output.splitlines()[-1]
    nothing_is_left(told)


@pytest.mark.parametrize(
    ("options", "number"),
    [
        pytest.param(SIDE_BY_SIDE, signal.SIGINT, id="side by side, Ctrl-C"),
        pytest.param(ONE_PROCESS, signal.SIGTERM, id="one process, SIGTERM"),
        pytest.param(SIDE_BY_SIDE, signal.SIGTERM, id="side by side, SIGTERM", marks=pytest.mark.long),
        pytest.param(ONE_PROCESS, signal.SIGINT, id="one process, Ctrl-C", marks=pytest.mark.long),
    ],
)
def test_a_run_that_was_interrupted(start: Start, options: list[str], number: int) -> None:
    process, told = start("time.sleep(600)", *options, tests=2 if options else 1)
    process.send_signal(number)
    output, _ = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == pytest.ExitCode.INTERRUPTED, output
    nothing_is_left(told)


def test_a_run_one_of_whose_workers_died(start: Start) -> None:
    process, told = start('name == "two" or os._exit(1)', *SIDE_BY_SIDE)
    output, _ = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == pytest.ExitCode.TESTS_FAILED, output
    nothing_is_left(told)
