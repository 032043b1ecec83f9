"""Lays down a complete service: schemas, core, edge, tests, and its entries in the lists of the repository.

    make new-service NAME=quotas

The template beside this file is a service called `zebra`, whole: its name is replaced everywhere. Nothing
that exists is overwritten. What is generated starts, decides its one command, hands out work, projects what
came of both, tells a webhook, and answers over REST and on the command line.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEMPLATE = Path(__file__).parent / "template"
NAME = re.compile(r"[a-z]{2,31}")
NEXT = "make lock setup schemas docs fmt; make check"


class InvalidName(ValueError):
    """The name of a new service is malformed or taken."""


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Create the service; return the exit code."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m tools.new_service NAME\n")
        return 2
    try:
        lay_down(arguments[0], root)
    except InvalidName as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write(f"created services/{arguments[0]}; next: {NEXT}\n")
    return 0


def lay_down(name: str, root: Path) -> None:
    """Write every file of the service, and add it to the lists that name all members.

    Raises:
        InvalidName: the name is malformed or taken.
    """
    if not NAME.fullmatch(name):
        raise InvalidName(f"service is {name!r}; must match {NAME.pattern}")
    files = {root / named(str(path.relative_to(TEMPLATE)), name): path for path in _templates()}
    if taken := sorted(str(path.relative_to(root)) for path in files if path.exists()):
        raise InvalidName(f"service {name}: {taken[0]} exists already")
    for target, source in files.items():
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(named(source.read_text(), name))
    _list_it(name, root)


def named(text: str, name: str) -> str:
    """The template's text for a service of this name."""
    for old, new in (("zebras", name if name.endswith("s") else f"{name}s"), ("zebra", name)):
        for case in (str.lower, str.capitalize, str.upper):
            text = text.replace(case(old), case(new))
    return text.removesuffix(".in")


def _templates() -> list[Path]:
    return sorted(path for path in TEMPLATE.rglob("*.in") if path.is_file())


def _list_it(name: str, root: Path) -> None:
    """Add the service wherever members are listed."""
    _add(root / "pyproject.toml", '    "muster-submit",\n', f'    "muster-{name}",\n')
    _add(
        root / "pyproject.toml",
        "muster-submit = { workspace = true }\n",
        f"muster-{name} = {{ workspace = true }}\n",
    )
    contracts = root / ".importlinter"
    _add(contracts, "    muster.submit\n", f"    muster.{name}\n", everywhere=True)
    _add(contracts, "    muster.submit.core\n", f"    muster.{name}.core\n")
    _add(contracts, "    muster.alerts.cli\n", f"    muster.{name}.cli\n")
    _add(contracts, "muster.submit | ", f"muster.{name} | ")
    roles = ("http", "decider", "projector", "reactor", "worker")
    port = 18100 + sum(map(ord, name)) % 800
    hosted = "".join(
        f'    Hosted("{name}-{role}", "{name}:{role}", port={port + n}),\n' for n, role in enumerate(roles)
    )
    services = root / "deploy/local/src/muster/local/services.py"
    _add(services, "HOSTED: tuple[Hosted, ...] = (", f"\n{hosted}", after=True)
    compose = root / "docker-compose.yml"
    _add(compose, '"submit:projector"', "".join(f'"{name}:{role}", ' for role in roles))


def _add(file: Path, mark: str, text: str, *, after: bool = False, everywhere: bool = False) -> None:
    """Write text before (or after) a mark that the file has.

    Raises:
        LookupError: the file has no such mark: its list moved, and this tool has to follow.
    """
    content = file.read_text()
    if mark not in content:
        raise LookupError(f"{file}: {mark!r} is not there")
    added = f"{mark}{text}" if after else f"{text}{mark}"
    file.write_text(content.replace(mark, added, -1 if everywhere else 1))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
