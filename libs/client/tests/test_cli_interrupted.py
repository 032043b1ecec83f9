"""Ctrl-C, as a real signal to a real process: what goes on is said, and nothing ends with a traceback."""

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
AGAIN_S = 10
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
    """What it still wrote after Ctrl-C. Python drops one within a finaliser: then it is pressed again."""
    for _ in range(PATIENCE_S // AGAIN_S):
        process.send_signal(signal.SIGINT)
        try:
            return process.communicate(timeout=AGAIN_S)
        except subprocess.TimeoutExpired:
            continue
    raise AssertionError("it went on in spite of Ctrl-C")


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
def test_following_that_is_interrupted_says_that_the_job_goes_on(
    endless: Api, tmp_path: Path, words: list[str], begun: str
) -> None:
    with running(words, endless.url, tmp_path) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        stream = process.stdout if begun in {"step 1", "JobStarted"} else process.stderr
        assert any(begun in line for line in stream)  # reads until it says so
        _, err = interrupted(process)
    assert process.returncode == 130
    assert "job job-aaaaaaaa goes on" in err
    assert "muster logs -f job-aaaaaaaa" in err
    assert "muster stop job-aaaaaaaa" in err
    assert "Traceback" not in err


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
                process.send_signal(signal.SIGINT)
                out, err = process.communicate(timeout=PATIENCE_S)
    assert (out, err) == ("", "")


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
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
