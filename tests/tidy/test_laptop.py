"""Commands of services run where only the client is installed: a laptop has no packages of servers."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import distribution, entry_points, packages_distributions
from pathlib import Path
from typing import Any

import pytest
from muster.testkit.api.canned_api import Answer, Api
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
SERVICES = {path.parent.name for path in ROOT.glob("services/*/pyproject.toml")}
COMMANDS = sorted(
    point.value.partition(":")[0]
    for point in entry_points(group="muster.commands")
    if point.value.split(".")[1] in SERVICES
)

ONLY = """
import json, sys
packages, foreign, command, lines = (json.loads(argument) for argument in sys.argv[1:])
package = command.rpartition(".")[0]
siblings = f"{package}." if package.endswith(".cli") else command

class Laptop:
    def find_spec(self, name, path=None, target=None):
        parts = name.split(".")
        own = name in (command, package, package.removesuffix(".cli")) or name.startswith(siblings)
        own = own or parts[1:2] == [] or parts[1] in packages
        if parts[0] in foreign or (parts[0] == "muster" and not own):
            raise ModuleNotFoundError(f"{name} is not installed on a laptop", name=name)

sys.meta_path.insert(0, Laptop())
from muster.client.cli import main
for words in lines:
    try:
        main(words)
    except SystemExit as ended:
        if ended.code:
            raise
"""
"""Runs command lines; what is not the client, its dependencies or the commands cannot be imported."""


def of_the_client() -> tuple[list[str], list[str]]:
    """Packages of muster that come with muster-client, and modules of others that do not."""
    brought, waiting = set[str](), [Requirement("muster-client")]
    while waiting:
        wanted = waiting.pop()
        name = wanted.name.lower().replace("_", "-")
        if name in brought:
            continue
        brought.add(name)
        for text in distribution(wanted.name).requires or ():
            needs = Requirement(text)
            if needs.marker is None or any(needs.marker.evaluate({"extra": e}) for e in ("", *wanted.extras)):
                waiting.append(needs)
    foreign = [
        module
        for module, names in packages_distributions().items()
        if not brought & {name.lower().replace("_", "-") for name in names}
    ]
    return [name.removeprefix("muster-") for name in brought if name.startswith("muster-")], foreign


@pytest.fixture
def api() -> Iterator[Api]:
    made = Api()
    made.on("GET", "/v1/alerts", Answer(200, {"alerts": []}))
    yield made
    made.close()


def run(command: str, *lines: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    arguments = map(json.dumps, (*of_the_client(), command, lines))
    return subprocess.run(
        [sys.executable, "-c", ONLY, *arguments], capture_output=True, text=True, check=False, env=environment
    )


def test_a_service_adds_commands_by_entry_point() -> None:
    assert "muster.alerts.cli" in COMMANDS


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_commands_of_a_service_load_with_the_client_alone(command: str) -> None:
    name = command.split(".")[1]
    ended = run(command, [name, "--help"], *_each_help(command, name))
    assert ended.returncode == 0, ended.stderr


def _each_help(command: str, name: str) -> Iterator[list[str]]:
    from importlib import import_module

    from typer.main import get_command

    group: Any = get_command(import_module(command).app)
    for below in getattr(group, "commands", {}):
        yield [name, below, "--help"]


@pytest.mark.slow
def test_a_command_of_a_service_does_its_work_with_the_client_alone(api: Api, tmp_path: Path) -> None:
    where = {"MUSTER_ALERTS_URL": api.url, "MUSTER_TOKEN": "t0ken", "MUSTER_HOME": str(tmp_path)}
    route = ["alerts", "set", "pager", "--secret", "pager"]
    api.on("POST", "/v1/alert-routes", Answer(200, {"outcome": "accepted"}))
    ended = run("muster.alerts.cli", ["alerts", "list", "-o", "json"], route, **where)
    assert (ended.returncode, json.loads(ended.stdout)) == (0, {"items": []}), ended.stderr


def test_a_module_of_a_server_is_not_there() -> None:
    ended = run("muster.alerts.core.decisions", ["alerts", "--help"])
    assert "is not installed on a laptop" in ended.stderr
