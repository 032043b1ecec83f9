"""Ctrl-C, as a real signal to a real process: the command says what keeps running, without a traceback."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from muster.testkit.api.canned_api import Answer, Api, event, job_json

MUSTER = Path(sys.executable).with_name("muster")
ID = "job-aaaaaaaaaaaaaaaaaaaa"
PATH = f"/v1/jobs/{ID}"
PATIENCE_S = 60
BOUND = {
    "event_id": "default:1.0",
    "key": ID,
    "occurred_at_ms": 1,
    "producer": "scheduler",
    "correlation_id": "c",
    "causation_id": "x",
    "payload": {"type": "JobStarted", "job_id": ID, "attempt": 1},
}


@contextmanager
def running(
    words: list[str], url: str, home: Path, more: Mapping[str, str] | None = None
) -> Generator[subprocess.Popen[str]]:
    given = {"MUSTER_API_URL": url, "MUSTER_TOKEN": "t0ken", "MUSTER_HOME": str(home), **(more or {})}
    with subprocess.Popen(
        [str(MUSTER), *words],
        env=os.environ | given,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def interrupted(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Send one Ctrl-C; return the rest of stdout and stderr."""
    process.send_signal(signal.SIGINT)
    return process.communicate(timeout=PATIENCE_S)


@pytest.fixture
def endless(api: Api) -> Api:
    """A job that runs for ever, writes a line and has one event."""
    line = event({"rank": 0, "stream": "STDOUT", "text": "step 1"}, name="line", id="log-events/0/1")
    api.on("GET", PATH, Answer(200, job_json()))
    api.on("GET", f"{PATH}/logs", Answer(chunks=(line,)), Answer(chunks=()))
    api.on("GET", f"{PATH}/events", Answer(chunks=(event(BOUND, id="job-events/2/1"),)), Answer(chunks=()))
    api.on(
        "POST",
        "/v1/jobs",
        Answer(201, {"job_id": ID, "command_id": "c", "position": "p", "state": "RUNNING"}),
    )
    return api


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "begun"),
    [
        (["logs", "-f", ID], "step 1"),
        (["history", "-f", ID], "JobStarted"),
        (["wait", ID], "RUNNING"),
        (["submit", "--wait", "--", "sleep", "infinity"], "RUNNING"),
        (["submit", "--follow", "--", "sleep", "infinity"], "step 1"),
    ],
)
def test_following_that_is_interrupted_says_that_the_job_keeps_running(
    endless: Api, tmp_path: Path, words: list[str], begun: str
) -> None:
    with running(words, endless.url, tmp_path) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        stream = process.stdout if begun in {"step 1", "JobStarted"} else process.stderr
        assert any(begun in line for line in stream)  # reads until it says so
        _, err = interrupted(process)
    assert process.returncode == 130
    assert "job-aaaaaaaa keeps running" in err
    assert "muster logs -f job-aaaaaaaa" in err
    assert "muster stop job-aaaaaaaa" in err
    assert "Traceback" not in err


@pytest.mark.slow
def test_completion_that_is_interrupted_says_nothing(tmp_path: Path) -> None:
    line = "muster describe tr"
    completing = {
        "_MUSTER_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": "2",
        "_TYPER_COMPLETE_ARGS": line,
    }
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(PATIENCE_S)
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with running([], url, tmp_path, completing) as process:
            asked, _ = silent.accept()
            with asked:
                out, err = interrupted(process)
    assert (out, err) == ("", "")


def ran(script: str) -> tuple[int, str, str]:
    """Exit status, stdout and stderr of a script in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=PATIENCE_S
    )
    return done.returncode, done.stdout, done.stderr


def test_an_interruption_while_the_command_still_loads_says_nothing() -> None:
    script = """
import sys
class Interrupted:
    def find_spec(self, name, path=None, target=None):
        if name == "typer":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupted())
from muster.client.entry import main
main()
"""
    assert ran(script) == (130, "", "")


# A command that meets an exception where Python drops it, and then reads for ever, as one that follows does.
FINALISED = """
import os, sys, types
class Finalised:
    def __del__(self):
        raise {raised}
def run():
    dropped = Finalised()
    del dropped
    {then}
sys.modules["muster.client.cli"] = types.SimpleNamespace(main=run)
from muster.client.entry import main
main()
"""


def test_an_interruption_within_a_finaliser_ends_the_command() -> None:
    script = FINALISED.format(raised="KeyboardInterrupt", then="os.read(os.pipe()[0], 1)")
    assert ran(script) == (130, "", "")


def test_another_exception_within_a_finaliser_is_printed_and_the_command_continues() -> None:
    code, out, err = ran(FINALISED.format(raised="ValueError('lost')", then="print('went on')"))
    assert (code, out) == (0, "went on\n")
    assert "ValueError: lost" in err
