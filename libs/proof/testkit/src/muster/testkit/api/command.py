"""The `muster` command run in this process, against a canned API that plays every service."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from muster.testkit.api.canned_api import Api

_SERVICES: Final = ("API", "METERING", "ALERTS", "REGISTRY")


@dataclass(frozen=True)
class Ended:
    """A command line that has ended."""

    code: int
    out: str
    err: str


Muster = Callable[..., Ended]


def every_command() -> Iterator[tuple[str, Any]]:
    """Yield every command and group by its words."""
    from muster.client.cli import registry  # noqa: PLC0415  (only tests of commands need it)

    for stub in registry.commands_for([], completing=True):
        yield from _with_those_below(str(stub.name), stub.loaded(), registry.Lazy)


def _with_those_below(words: str, command: Any, lazy: type[Any]) -> Iterator[tuple[str, Any]]:
    yield words, command
    for word, below in getattr(command, "commands", {}).items():
        loaded = below.loaded() if isinstance(below, lazy) else below
        yield from _with_those_below(f"{words} {word}", loaded, lazy)


def needs_another_word(command: Any) -> bool:
    """Whether it is a group that does nothing by itself."""
    return bool(getattr(command, "commands", None)) and not command.invoke_without_command


@pytest.fixture
def api() -> Iterator[Api]:
    """A real HTTP server with canned answers."""
    made = Api()
    yield made
    made.close()


@pytest.fixture
def muster(
    api: Api, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Muster:
    """Run a command line as the shell would: the exit code, stdout and stderr."""
    from muster.client.cli import main  # noqa: PLC0415  (only tests of commands need it)

    monkeypatch.setenv("MUSTER_HOME", str(tmp_path / "home"))
    for service in _SERVICES:
        monkeypatch.setenv(f"MUSTER_{service}_URL", api.url)
    monkeypatch.setenv("MUSTER_SCHEDULER_URLS", api.url)
    monkeypatch.setenv("MUSTER_TOKEN", "t0ken")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> Ended:
        with pytest.raises(SystemExit) as ended:
            main(list(words))
        said = capsys.readouterr()
        return Ended(int(ended.value.code or 0), said.out, said.err)

    return run
