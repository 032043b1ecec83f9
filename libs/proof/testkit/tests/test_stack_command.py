"""A command that was forked is the command: its output, its exit code, its environment, its end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from muster.testkit.stack import command

STARTED = Path(sys.executable).with_name("muster")


@pytest.mark.parametrize(
    "words",
    [
        ["no-such-command"],
        *(
            pytest.param(words, marks=pytest.mark.slow)
            for words in (["version"], ["submit", "--schema"], ["submit", "no-such-file.yaml"], [])
        ),
    ],
)
def test_a_forked_command_ends_and_says_what_a_started_one_does(words: list[str], tmp_path: Path) -> None:
    environment = {**os.environ, "MUSTER_HOME": str(tmp_path)}
    started = subprocess.run(
        [STARTED, *words], capture_output=True, text=True, env=environment, check=False, cwd=tmp_path
    )
    forked = command.run(words, environment, cwd=tmp_path)
    assert (forked.returncode, forked.stdout, forked.stderr) == (
        started.returncode,
        started.stdout,
        started.stderr,
    )


@pytest.mark.slow
def test_a_forked_command_that_hangs_is_killed_and_its_output_reported(tmp_path: Path) -> None:
    fifo = tmp_path / "job.yaml"
    os.mkfifo(fifo)
    with pytest.raises(subprocess.TimeoutExpired):
        command.run(["submit", str(fifo)], {**os.environ, "MUSTER_HOME": str(tmp_path)}, timeout_s=1)


@pytest.mark.slow
def test_the_process_that_commands_are_forked_from_runs_no_thread() -> None:
    """A fork copies one thread: what another held would be held for ever."""
    count = "import muster.testkit.stack.preloaded, threading; print(threading.active_count())"
    asked = subprocess.run([sys.executable, "-c", count], capture_output=True, text=True, check=True)
    assert asked.stdout == "1\n"
