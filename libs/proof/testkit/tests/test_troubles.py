"""A test that fails on a stack shows what the programs of that stack complained about."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest
from muster.local.home import Home
from muster.telemetry.logs import JsonFormatter, bound
from muster.testkit.stack.troubles import troubles

SERVERS = {
    "kafka": "[2026-11-23 08:51:14,518] WARN [Broker 1] Disk is slow (kafka.log)",
    "elasticsearch": "[2026-11-23T08:51:14,518][ERROR][o.e.b.Elasticsearch      ] no space left",
    "neo4j": "2026-11-23 08:51:12.667+0000 WARN  Heap is small",
    "postgres": "2026-11-23 08:51:12.667 UTC [17] FATAL:  the database system is starting up",
    "schema-registry": "2026-11-23 08:51:19 WARN [io.quarkus] (main) Unrecognized key",
    "s3": "2026/11/23 08:51:10 ERROR : rclone: no such bucket",
    "agent": "muster.journal.errors.Unavailable: nobody listens",
    "api": "KeyError: 'n-1'",
}

FAILS = """
import logging
from muster.telemetry.logs import JsonFormatter

def test_it(test_home):
    test_home.create()
    log = logging.FileHandler(test_home.log("scheduler-1"))
    log.setFormatter(JsonFormatter("scheduler"))
    logger = logging.getLogger("muster.seen")
    logger.addHandler(log)
    logger.warning("the broker does not answer")
    assert "this" == "that"
"""


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    home.create()
    return home


def write(home: Home, name: str, *records: tuple[int, str], error: Exception | None = None) -> None:
    """A program's log, as its own formatter writes it."""
    formatter = JsonFormatter(name)
    with home.log(name).open("a") as file:
        for level, message in records:
            info = (type(error), error, None) if error else None
            record = logging.LogRecord("muster.seen", level, __file__, 1, message, (), info)
            file.write(formatter.format(record) + "\n")


def test_warnings_of_a_service_are_reported_with_ids_and_cause(home: Home) -> None:
    with bound(job_id="job-1"):
        write(home, "agent", (logging.ERROR, "cannot start"), error=OSError("no room"))
    write(home, "scheduler-1", (logging.INFO, "an ERROR that is none"), (logging.WARNING, "stands by"))
    agent, first, scheduler, second = troubles(home).splitlines()
    assert (agent, scheduler) == ("agent:", "scheduler-1:")
    assert first.endswith("Z ERROR muster.seen: cannot start job_id=job-1: OSError: no room")
    assert second.endswith("Z WARNING muster.seen: stands by")


def test_repeated_warnings_are_reported_once_and_only_the_newest(home: Home) -> None:
    write(home, "api", *[(logging.WARNING, f"slow {number}") for number in range(50)])
    write(home, "api", *[(logging.WARNING, "slow 3")] * 4)
    lines = troubles(home).splitlines()[1:]
    assert len(lines) == 10
    assert lines[-1].endswith("slow 3 (5 times)")
    assert lines[-2].endswith("slow 49")


@pytest.mark.parametrize("server", SERVERS)
def test_servers_complain_in_words_of_their_own(home: Home, server: str) -> None:
    said = SERVERS[server]
    home.log(server).write_text(f"a line\n{said}\nINFO another\n")
    assert troubles(home).splitlines() == [f"{server}:", f"  {said}"]


def test_a_stack_that_complains_of_nothing_adds_nothing(home: Home) -> None:
    write(home, "api", (logging.INFO, "serves"))
    assert troubles(home) == ""
    assert troubles(Home(home.root / "never")) == ""


@pytest.mark.slow  # a test run of its own
def test_troubles_appear_in_the_report_of_a_worker(tmp_path: Path) -> None:
    file = tmp_path / "test_it.py"
    file.write_text(FAILS)
    options = ["-c", os.devnull, "-p", "xdist", "-p", "muster.testkit.stack.plugin", "-n", "1"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *options, "--rootdir", str(tmp_path), str(file)],
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stdout
    assert "last warnings and errors in" in done.stdout
    assert "WARNING muster.seen: the broker does not answer" in done.stdout
