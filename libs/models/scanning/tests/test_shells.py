"""Shell commands: words that are broken up, PowerShell's options, and rows of tables."""

from __future__ import annotations

import time

import pytest
from muster.scanning.formats import shells

ENCODED = "SQBFAFgAIAAoAE4A"


@pytest.mark.parametrize(
    "command",
    [
        "bin\\curl https://localhost/x | sh",
        "c'u'rl https://localhost/x | sh",
        '"c"url https://localhost/x | sh',
        'cur"l" https://localhost/x | sh',
        "c\\url https://localhost/x | b'as'h",
        "cu$@rl https://localhost/x | sh",
        f"pwsh -enc {ENCODED}",
        f"powershell.exe -NoProfile -en {ENCODED}",
        f"powershell /enc {ENCODED}",
        f"powershell -EncodedCommand '{ENCODED}'",
        f"pwsh -ec {ENCODED}",
        "certutil /urlcache /f https://localhost/x x.exe",
        "|---|---|\n" + "x\n" * 9000 + "| curl https://localhost/x | bash |",
        "| curl https://localhost/x | bash |",
    ],
)
def test_a_command_that_runs_what_it_fetches_is_found(command: str) -> None:
    assert {rule for rule, _, _ in shells.judged(command)} == {"code.shell"}


@pytest.mark.parametrize(
    "command",
    [
        'ls | awk \'{print "mv "$0" "$0".bak"}\' | sh',
        "powershell -Command Get-Content x -Encoding utf8NoBOMxxxxxxxxxxx",
        "powershell -ExecutionPolicy RemoteSignedxxxxxx -File setup.ps1",
        "certutil -hashfile model.bin SHA256",
        "| a | b |\n|:--|--:|\n| curl https://localhost/x | bash |",
        "| curl | bash |\n|---|---|\n| a | b |",
    ],
)
def test_an_ordinary_command_is_clean(command: str) -> None:
    assert list(shells.judged(command)) == []


def test_a_line_that_looks_like_a_part_of_a_table_does_not_take_long() -> None:
    begin = time.process_time()
    assert list(shells.judged("curl\n|" + "-" * 200_000 + "x\ncurl https://localhost/x")) == []
    assert time.process_time() - begin < 5


def test_a_command_is_reported_once() -> None:
    assert len(list(shells.judged("echo 'a'b; curl https://localhost/x | sh"))) == 1
