"""The commands on the pages about scanning are understood as they stand there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from muster.testkit.api.command import every_command

HOW_TO = Path(__file__).resolve().parents[4] / "docs/how-to"
COMMANDS = dict(every_command())


def _lines() -> list[str]:
    """Lines of the pages' blocks that begin with `muster`."""
    lines: list[str] = []
    for page in ("scan-models.md", "review-what-the-scanner-found.md"):
        is_block = False
        for line in (HOW_TO / page).read_text().splitlines():
            is_block ^= line.startswith("```")
            lines += [line] if is_block and line.startswith("muster ") else []
    return lines


@pytest.mark.parametrize("line", _lines())
def test_a_command_on_the_page_exists_with_its_options(line: str) -> None:
    _, *words = shlex.split(line.partition(" > ")[0], comments=True)
    name = " ".join(words[:2])
    if name not in COMMANDS:  # a path, unless it is another command
        name = "scan files" if words[0] == "scan" else words[0]
    command: Any = COMMANDS[name]
    options = {option for each in command.params for option in (*each.opts, *each.secondary_opts)}
    options |= {"--json"} if "--output" in options else set()  # of every command with a format
    given = {word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)}
    assert given <= options, f"{name} has {sorted(options)}"


def test_both_pages_have_commands() -> None:
    assert len(_lines()) >= 10
    assert any("scan rules --activate" in line for line in _lines())
