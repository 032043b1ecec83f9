"""Builds one wheel, `muster`, for machines that only talk to a server: `make wheel` writes it to dist/.

It has the client, the libraries that the client needs, the offline scanner, and the commands of services,
which import only the wheel's libraries. It is one wheel instead of a dozen, so that no part's name is ever
looked up in an index. Dependencies, versions and entry points are read from the members' own pyproject.toml.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
WHOLE: Final = ("client", "scanning")
"""Members that the wheel contains with everything they need."""
_OWN: Final = "muster-"
_COMMANDS: Final = "muster.commands"
"""The group of entry points of commands; those of subcommands begin with it."""


def main(uv: str, into: Path) -> Path:
    """Build the wheel and return its path.

    Args:
        uv: The program uv.
        into: Folder for the wheel.
    """
    members = _members()
    with tempfile.TemporaryDirectory() as folder:
        build, made = Path(folder) / "wheel", Path(folder) / "made"
        build.mkdir()
        for member in members:
            shutil.copytree(_folder(member) / "src", build / "src", dirs_exist_ok=True)
        services = [each for each in sorted((ROOT / "services").iterdir()) if _commands_of([each])]
        for service in services:
            _copy_commands(service, build / "src")
        commands = _commands_of([*map(_folder, members), *services])
        (build / "README.md").write_text((ROOT / "README.md").read_text())
        (build / "pyproject.toml").write_text(_project(members, commands))
        subprocess.run([uv, "build", "--quiet", "--wheel", "--out-dir", str(made), str(build)], check=True)
        [wheel] = made.glob("*.whl")
        into.mkdir(parents=True, exist_ok=True)
        return Path(shutil.copy(wheel, into))


def _folder(member: str) -> Path:
    [found] = ROOT.glob(f"libs/*/{member}")
    return found


def _read(member: Path) -> dict[str, Any]:
    return tomllib.loads((member / "pyproject.toml").read_text())["project"]


def _members() -> list[str]:
    """Return the libraries of the wheel, by following the dependencies."""
    found: list[str] = []
    waiting = list(WHOLE)
    while waiting:
        member = waiting.pop()
        if member not in found:
            found.append(member)
            waiting += [each.removeprefix(_OWN) for each in _own(_read(_folder(member)))]
    return sorted(found)


def _own(project: dict[str, Any]) -> list[str]:
    return [_name(each) for each in project["dependencies"] if _name(each).startswith(_OWN)]


def _name(requirement: str) -> str:
    return re.split(r"[\[<>=!~; ]", requirement, maxsplit=1)[0]


def _commands_of(members: Iterable[Path]) -> dict[str, dict[str, str]]:
    """Return the entry points of commands by group, then by name."""
    found: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for member in members:
        if (member / "pyproject.toml").exists():
            for group, targets in _read(member).get("entry-points", {}).items():
                if group.startswith(_COMMANDS):
                    found[group] |= targets
    return found


def _copy_commands(service: Path, source: Path) -> None:
    """Copy a service's commands, which import only libraries of the client (test_laptop.py)."""
    package, to = service / "src/muster" / service.name, source / "muster" / service.name
    to.mkdir(parents=True)
    shutil.copy(package / "__init__.py", to)
    if (package / "cli.py").exists():
        shutil.copy(package / "cli.py", to)
    else:
        shutil.copytree(package / "cli", to / "cli")


def _project(members: list[str], commands: dict[str, dict[str, str]]) -> str:
    client = _read(ROOT / "libs/interfaces/client")
    dependencies = {
        each
        for member in members
        for each in _read(_folder(member))["dependencies"]
        if not _name(each).startswith(_OWN)
    }
    lines = [
        "[project]",
        'name = "muster"',
        f"version = {json.dumps(client['version'])}",
        f"description = {json.dumps(client['description'])}",
        'readme = "README.md"',
        f"requires-python = {json.dumps(client['requires-python'])}",
        f"license = {json.dumps(client['license'])}",
        f"dependencies = {json.dumps(sorted(dependencies))}",
        "[project.scripts]",
        *(f"{name} = {json.dumps(target)}" for name, target in client["scripts"].items()),
        *(line for group, targets in sorted(commands.items()) for line in _points(group, targets)),
        "[build-system]",
        'requires = ["hatchling>=1.27,<2"]',
        'build-backend = "hatchling.build"',
        "[tool.hatch.build.targets.wheel]",
        'packages = ["src/muster"]',
    ]
    return "\n".join(lines) + "\n"


def _points(group: str, targets: dict[str, str]) -> Iterator[str]:
    yield f'[project.entry-points."{group}"]'
    yield from (f"{name} = {json.dumps(target)}" for name, target in sorted(targets.items()))


if __name__ == "__main__":
    print(main(sys.argv[1], Path(sys.argv[2])))
