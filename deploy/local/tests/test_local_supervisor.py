"""One real process: started, known again, stopped; and never somebody else's."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from muster.local.home import Home
from muster.local.processes import supervisor
from muster.local.processes.program import Launch

SLEEPER = Launch(("sleep", "600"))


def _until(condition: Callable[[], bool]) -> None:
    """Wait for a condition; the test's own time limit ends a vain wait."""
    while not condition():
        os.sched_yield()


def test_a_process_is_known_again(home: Home) -> None:
    identity = supervisor.spawn(home, "sleeper", SLEEPER)
    found = supervisor.alive(home, "sleeper")
    assert found is not None
    assert found.pid == identity.pid


def test_a_spawned_program_has_its_own_session(home: Home) -> None:
    identity = supervisor.spawn(home, "sleeper", SLEEPER)
    assert os.getsid(identity.pid) == identity.pid


def test_one_that_yields_does_so_with_its_threads_and_its_session(home: Home) -> None:
    script = "import os, time; os.fork(); time.sleep(600)"
    launch = Launch((sys.executable, "-c", script), niceness=5)
    process = psutil.Process(supervisor.spawn(home, "yielder", launch).pid)
    _until(lambda: bool(process.children()))
    assert [each.nice() for each in (process, *process.children())] == [5, 5]
    group = Path(f"/proc/{process.pid}/autogroup")
    if group.exists() and (said := group.read_text()):  # not every kernel has groups
        assert said.endswith("nice 5\n")


def test_a_spawned_program_writes_to_its_log(home: Home) -> None:
    supervisor.spawn(home, "speaker", Launch(("sh", "-c", "echo out; echo err >&2")))
    _until(lambda: supervisor.alive(home, "speaker") is None)
    assert supervisor.last_lines(home.log("speaker")) == ["out", "err"]


def test_the_last_lines_are_those_of_the_last_start(home: Home) -> None:
    for word in ("first", "second"):
        supervisor.spawn(home, "speaker", Launch(("echo", word)))
        _until(lambda: supervisor.alive(home, "speaker") is None)
    assert supervisor.last_lines(home.log("speaker")) == ["second"]


def test_a_large_log_is_set_aside(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "_LOG_BYTES_KEPT", 10)
    home.log("speaker").write_text("more than ten bytes")
    supervisor.open_log(home, "speaker").close()
    assert home.log("speaker").read_text() == ""
    assert home.log("speaker").with_name("speaker.log.1").read_text() == "more than ten bytes"


def test_stop_ends_it_and_its_children(home: Home) -> None:
    identity = supervisor.spawn(home, "parent", Launch(("sh", "-c", "sleep 600 & wait")))
    parent = psutil.Process(identity.pid)
    _until(lambda: bool(parent.children()))
    (child,) = parent.children()
    assert supervisor.stop(home, "parent", grace_s=10)
    assert supervisor.alive(home, "parent") is None
    assert not child.is_running() or child.status() == psutil.STATUS_ZOMBIE
    assert not supervisor.stop(home, "parent", grace_s=10), "a second stop finds nothing"


def test_one_that_ignores_sigterm_is_killed(home: Home) -> None:
    script = 'trap "" TERM; echo deaf; while :; do sleep 0.1; done'
    supervisor.spawn(home, "deaf", Launch(("sh", "-c", script)))
    _until(lambda: supervisor.last_lines(home.log("deaf")) == ["deaf"])
    assert supervisor.stop(home, "deaf", grace_s=0.2)
    assert supervisor.alive(home, "deaf") is None


def test_a_recycled_pid_is_never_killed(home: Home) -> None:
    with subprocess.Popen(SLEEPER.argv) as stranger:
        started_at_s = psutil.Process(stranger.pid).create_time()
        home.identity("ours").write_text(
            json.dumps({"pid": stranger.pid, "started_at_s": started_at_s - 3600})
        )
        assert supervisor.alive(home, "ours") is None
        assert not supervisor.stop(home, "ours", grace_s=1)
        assert stranger.poll() is None
        stranger.kill()


def test_an_ended_process_is_not_alive_even_before_it_is_reaped(home: Home) -> None:
    identity = supervisor.spawn(home, "short", Launch(("true",)))
    _until(lambda: psutil.Process(identity.pid).status() == psutil.STATUS_ZOMBIE)
    assert supervisor.alive(home, "short") is None


def test_strays_are_found_by_their_mark(home: Home) -> None:
    leaver = "import subprocess; subprocess.Popen(['sleep', '600'], start_new_session=True)"
    supervisor.spawn(home, "leaver", Launch((sys.executable, "-c", leaver)))
    _until(lambda: supervisor.alive(home, "leaver") is None)
    assert supervisor.stop_strays(home, grace_s=10) == 1
    assert supervisor.stop_strays(home, grace_s=10) == 0


def test_a_program_that_is_not_there_is_an_error(home: Home) -> None:
    with pytest.raises(FileNotFoundError, match="no-such-program"):
        supervisor.spawn(home, "absent", Launch(("/no-such-program",)))
