"""Commands of services run with the libraries of the wheel: a laptop has no packages of servers."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import distribution, entry_points, packages_distributions
from pathlib import Path
from typing import Any

import pytest
from muster.testkit.api.canned_api import Answer, Api, paged
from packaging.requirements import Requirement

from tools.build_wheel import WHOLE

ROOT = Path(__file__).resolve().parents[2]
SERVICES = {path.parent.name for path in ROOT.glob("services/*/pyproject.toml")}
COMMANDS = [
    point for point in entry_points(group="muster.commands") if point.module.split(".")[1] in SERVICES
]
"""Commands that services add."""

ONLY = """
import json, os, sys
packages, foreign, lines_of = (json.loads(argument) for argument in sys.argv[1:])
service = ""

class Laptop:
    def find_spec(self, name, path=None, target=None):
        parts = name.split(".")
        own = parts[1:2] == [] or parts[1] in packages
        own = own or (parts[1] == service and parts[2:3] in ([], ["cli"]))
        if parts[0] in foreign or (parts[0] == "muster" and not own):
            raise ModuleNotFoundError(f"{name} is not installed on a laptop", name=name)

sys.meta_path.insert(0, Laptop())
from muster.client.cli import main
for service, lines in lines_of.items():
    if os.fork():
        if os.wait()[1]:
            sys.exit(f"commands of {service} do not run")
        continue
    for words in lines:
        try:
            main(words)
        except SystemExit as ended:
            if ended.code:
                raise
    break
"""
"""Runs command lines of each service in a process of its own, forked from one that has imported the client.

Only libraries of the wheel and the commands of that service can be imported.
"""


def of_the_wheel() -> tuple[list[str], list[str]]:
    """Libraries of muster that the wheel for laptops has, and modules of others that do not come with it."""
    brought, waiting = set[str](), [Requirement(f"muster-{member}") for member in WHOLE]
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
    made.on("GET", "/v1/alerts", paged([]))
    yield made
    made.close()


def run(
    lines_of: Mapping[str, Sequence[Sequence[str]]], **environment: str
) -> subprocess.CompletedProcess[str]:
    arguments = map(json.dumps, (*of_the_wheel(), lines_of))
    return subprocess.run(
        [sys.executable, "-c", ONLY, *arguments], capture_output=True, text=True, check=False, env=environment
    )


def test_services_add_commands_by_entry_point() -> None:
    found = {point.name: point.module for point in COMMANDS}
    assert (found["alerts"], found["cost"]) == ("muster.alerts.cli", "muster.metering.cli.cost")
    assert {module.split(".")[2] for module in found.values()} == {"cli"}


@pytest.mark.slow
def test_commands_of_a_service_load_with_the_libraries_of_the_wheel() -> None:
    services = sorted({point.module.split(".")[1] for point in COMMANDS})
    ended = run({service: [*_each_help(service)] for service in services})
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.count("Usage: ") >= len(services)


def _each_help(service: str) -> Iterator[list[str]]:
    from typer.main import get_command

    for point in COMMANDS:
        if point.module.split(".")[1] == service:
            yield [point.name, "--help"]
            group: Any = get_command(point.load())
            for below in getattr(group, "commands", {}):
                yield [point.name, below, "--help"]


@pytest.mark.slow
def test_a_command_of_a_service_does_its_work_with_the_libraries_of_the_wheel(
    api: Api, tmp_path: Path
) -> None:
    where = {"MUSTER_ALERTS_URL": api.url, "MUSTER_TOKEN": "t0ken", "MUSTER_HOME": str(tmp_path)}
    route = ["alerts", "set", "pager", "--secret", "pager"]
    api.on("POST", "/v1/alert-routes", Answer(200, {"outcome": "accepted"}))
    ended = run({"alerts": [["alerts", "list", "-o", "json"], route]}, **where)
    assert (ended.returncode, json.loads(ended.stdout)) == (0, {"items": []}), ended.stderr


@pytest.mark.slow
def test_a_module_of_a_server_cannot_be_imported() -> None:
    ended = run({"drift": [["alerts", "--help"]]})
    assert "muster.alerts is not installed on a laptop" in ended.stderr
