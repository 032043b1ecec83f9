"""Commands are known by name and loaded when used: help must not wait for Kafka's client."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from muster.client.cli import registry
from muster.client.documents.fields import job_fields
from muster.jobs import field_summaries
from muster.testkit.api.canned_api import Api

Muster = Callable[..., Any]
HEAVY = ("httpx", "muster.jobs", "muster.journal", "confluent_kafka", "muster.local", "muster.scheduler")
HELP_NEEDS_NONE_OF = (
    "boto3", "confluent_kafka", "httpx", "muster.jobs.form", "muster.journal.kafka", "muster.scheduler.core",
    "numba", "numpy", "psutil", "psycopg", "pydantic", "rich", "urllib.request", "yaml",
)  # fmt: skip
PLAIN_ANSWERS_NEED_NONE_OF = (
    "boto3", "confluent_kafka", "muster.journal", "numba", "numpy", "psutil", "pydantic", "rich",
)  # fmt: skip
RUN_ALL = """
import contextlib, io, json, sys
from muster.client.cli import main
watched, lines = json.loads(sys.argv[1]), json.loads(sys.argv[2])
loaded = {}
for words in lines:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        with contextlib.suppress(SystemExit):
            main(words)
    for name in watched:
        if name in sys.modules:
            loaded.setdefault(name, " ".join(words))
print(json.dumps(loaded))
"""
"""Runs command lines one after the other in one process: which loaded a module first."""


def first_to_load(watched: Sequence[str], lines: Sequence[Sequence[str]]) -> dict[str, str]:
    arguments = [json.dumps(watched), json.dumps(lines)]
    done = subprocess.run(
        [sys.executable, "-c", RUN_ALL, *arguments], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout.splitlines()[-1])


def every_command_line() -> list[list[str]]:
    """Each command and each command of a group, as words."""
    found: list[list[str]] = []
    for command in registry.commands_for([], completing=True):
        below = getattr(command.loaded(), "commands", {})
        found += [[str(command.name)], *([str(command.name), name] for name in below)]
    return found


@pytest.mark.slow
def test_help_of_no_command_loads_what_only_its_work_needs() -> None:
    lines = [[*words, "--help"] for words in every_command_line()]
    assert len(lines) > 50
    assert first_to_load(HELP_NEEDS_NONE_OF, lines) == {}


@pytest.mark.slow
def test_plain_answers_need_no_library_for_tables_or_forms(
    api: Api, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MUSTER_HOME", str(tmp_path))
    monkeypatch.setenv("MUSTER_API_URL", api.url)
    monkeypatch.setenv("MUSTER_ALERTS_URL", api.url)
    monkeypatch.setenv("MUSTER_TOKEN", "a.e30.c")
    lines = [
        "list",
        "list -o json",
        "nodes",
        "queue tree",
        "queue set default weight=2",
        "token",
        "policy show",
        "alerts list",
    ]
    assert first_to_load(PLAIN_ANSWERS_NEED_NONE_OF, [line.split() for line in lines]) == {}


def test_the_fields_that_help_lists_are_those_of_the_form() -> None:
    assert job_fields() == field_summaries()


@pytest.mark.slow
@pytest.mark.parametrize("words", [["--help"], ["version"], ["no-such-command"]])
def test_what_is_not_used_is_not_imported(words: list[str]) -> None:
    script = (
        "import sys\n"
        "from muster.client.cli import main\n"
        "try:\n"
        f"    main({words!r})\n"
        "except SystemExit:\n"
        f"    print('LOADED', [name for name in {HEAVY!r} if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "LOADED []"


def test_help_lists_own_commands_and_plug_ins_with_what_they_say_of_themselves(muster: Muster) -> None:
    out = muster("--help").out
    for name, summary in (
        ("submit", "Submit a job"),
        ("events", "Read the log itself"),
        ("up", "Start the programs"),
    ):
        assert any(line.split()[:1] == [name] and summary in line for line in out.splitlines()), name


def test_every_command_can_be_loaded() -> None:
    for command in registry.commands_for([], completing=True):
        context = command.make_context(command.name, [], resilient_parsing=True)
        assert context.info_name == command.name


def test_a_plug_in_that_is_not_installed_says_so() -> None:
    assert registry.Lazy("x", "muster.nowhere.cli:app").help == ""
    (summary,) = {registry.summary_of("muster.nowhere.cli:app"), registry.summary_of("absent:app")}
    assert summary == "(incomplete installation)"
