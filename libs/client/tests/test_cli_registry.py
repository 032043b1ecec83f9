"""Commands are known by name and loaded when used: help must not wait for Kafka's client."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from muster.client.cli import registry

Muster = Callable[..., Any]
HEAVY = ("httpx", "muster.jobs", "muster.journal", "confluent_kafka", "muster.local", "muster.scheduler")


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
        ("up", "Start the local"),
    ):
        assert any(line.split()[:1] == [name] and summary in line for line in out.splitlines()), name


def test_every_command_can_be_loaded() -> None:
    for command in registry.commands_for([], completing=True):
        context = command.make_context(command.name, [], resilient_parsing=True)
        assert context.info_name == command.name


def test_a_plug_in_that_is_not_installed_says_so() -> None:
    assert registry.Lazy("x", "muster.nowhere.cli:app").help == ""
    (summary,) = {registry.summary_of("muster.nowhere.cli:app"), registry.summary_of("absent:app")}
    assert summary == "(not installed completely)"
