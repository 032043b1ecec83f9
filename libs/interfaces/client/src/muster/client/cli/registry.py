"""Registry of commands, each loaded only when it is used.

The client's own commands are listed in OWN. Another member, such as a service, adds a command by declaring in
its pyproject.toml

    [project.entry-points."muster.commands"]
    NAME = "package.module:app"        # a typer.Typer: one command, or a group of them

The help of a command that is not loaded is read from its source without running it. It is the first line of
the docstring of the function decorated with `@app.command()`; for a group, of its `@app.callback()`, or else
the `help` of its typer.Typer.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from glob import glob
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any, Final

import typer
from muster.terminal.messages import CommandFailed, say
from typer.core import TyperCommand
from typer.main import get_command

GROUP: Final = "muster.commands"

_PANELS: Final = {
    "Jobs": (
        "run",
        "submit",
        "resubmit",
        "list",
        "describe",
        "explain",
        "preempt",
        "debug",
        "logs",
        "wait",
        "stop",
        "suspend",
        "resume",
        "history",
        "checkpoints",
        "search",
    ),
    "Queues": ("queue", "queues", "reservation"),
    "Costs": ("cost", "rates", "budget"),
    "Cluster": ("nodes", "top", "node", "cordon", "uncordon", "policy", "failures", "alerts"),
    "Models": ("model", "scan", "eval", "drift"),
    "Planning": ("capacity", "sim"),
    "The log": ("events", "audit", "projections", "reactors"),
    "This machine": ("up", "down", "status", "demo", "identity", "compile"),
    "Account": ("login", "whoami", "token", "version"),
}
OWN: Final = {name: f"muster.client.cli.commands.{name}:app" for name in _PANELS["Account"]}

_OTHERS: Final = "More"
_EXAMPLES: Final = "Examples:\n"
_OF_THE_ROOT: Final = frozenset({"install_completion", "show_completion"})
_PANEL_OF: Final = {name: panel for panel, names in _PANELS.items() for name in names}


class Lazy(TyperCommand):
    """Stand-in for a command known by name, which loads the command on first use."""

    def __init__(self, name: str, target: str) -> None:
        super().__init__(name=name, help="", rich_markup_mode=None)
        self._target = target

    def summarise(self) -> None:
        """Set the help to the command's summary, for lists of commands."""
        self.help = self.short_help = summary_of(self._target)

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Return the context of the command itself; the stand-in plays no further part."""
        return self.loaded().make_context(info_name, args, parent=parent, **extra)

    def loaded(self) -> Any:
        """Return the command itself, with plain-text help, which needs no library.

        Raises:
            CommandFailed: it cannot be imported.
        """
        try:
            return _loaded(self._target)
        except ImportError as error:
            module = self._target.partition(":")[0]
            raise CommandFailed(f"command {self.name} ({module}) cannot be loaded: {error}") from error


@cache
def _loaded(target: str) -> Any:
    """Load a command, once per process: Typer takes longer to build most commands than they take to run."""
    module, _, attribute = target.partition(":")
    found = getattr(import_module(module), attribute)
    command = get_command(found) if isinstance(found, typer.Typer) else found
    _make_plain(command)
    return command


def _make_plain(command: Any) -> None:
    """Make the help plain text, with examples line by line, and offer completion at the root only."""
    command.rich_markup_mode = None
    command.suggest_commands = (
        False  # Typer's suggestions would include commands that end or delete something
    )
    command.params = [each for each in command.params if each.name not in _OF_THE_ROOT]
    if command.help:
        command.help = command.help.replace(f"\n\n{_EXAMPLES}", f"\n\n\b\n{_EXAMPLES}")
        command.short_help = command.help.partition("\n")[0]
    for below in getattr(command, "commands", {}).values():
        _make_plain(below)


def commands_for(words: Sequence[str], *, completing: bool) -> Iterator[Lazy]:
    """Yield the commands a command line can refer to: the one its first word names, or else all of them."""
    named = "" if completing else _first(words)
    if named in OWN:
        yield Lazy(named, OWN[named])
        return
    found = {**declared(GROUP), **OWN}
    if named in found:
        yield Lazy(named, found[named])
        return
    for name in sorted(found, key=_order):
        command = Lazy(name, found[name])
        command.summarise()
        yield command


def declared(group: str) -> dict[str, str]:
    """Return the entry points of installed packages in a group: their targets by name.

    If packages declare the same name, Muster's own targets take precedence, then the first in `sys.path`. A
    warning names each target that is ignored.

    It reads the packages' files itself, because `importlib.metadata` takes 20 ms, four times as long.
    """
    targets: dict[str, list[str]] = {}
    for text in _declarations(tuple(sys.path)):
        _, _, section = f"\n{text}".partition(f"\n[{group}]\n")
        for line in section.partition("\n[")[0].splitlines():
            name, equals, target = line.partition("=")
            if equals and not line.lstrip().startswith("#"):
                targets.setdefault(name.strip(), []).append(target.strip())
    found = {name: min(each, key=_is_foreign) for name, each in targets.items()}
    for name, each in targets.items():
        for ignored in sorted({*each} - {found[name]}):
            say(
                f"warning: command {name} is {found[name]}; the one of another package, {ignored}, is ignored"
            )
    return found


@cache
def _declarations(folders: Sequence[str]) -> Sequence[str]:
    """Read the entry points of all installed packages, in the order of folders, then of names."""
    texts: list[str] = []
    for folder in folders:
        for file in sorted(glob("*.dist-info/entry_points.txt", root_dir=folder or None)):
            with suppress(OSError, UnicodeDecodeError):  # one broken package must not break all commands
                texts.append((Path(folder) / file).read_text("utf-8"))
    return texts


def _is_foreign(target: str) -> bool:
    return not target.startswith("muster.")


def by_panel(commands: Iterable[Any]) -> list[tuple[str, list[Any]]]:
    """Group the commands by subject, in the order of the help."""
    panels: dict[str, list[Any]] = {panel: [] for panel in (*_PANELS, _OTHERS)}
    for command in sorted(commands, key=lambda command: _order(str(command.name))):
        panels[_PANEL_OF.get(str(command.name), _OTHERS)].append(command)
    return [(panel, listed) for panel, listed in panels.items() if listed]


def is_own(words: Sequence[str]) -> bool:
    """Whether a command line runs one of the client's own commands."""
    return _first(words) in OWN


def _first(words: Sequence[str]) -> str:
    return next((word for word in words if not word.startswith("-")), "")


def _order(name: str) -> tuple[int, str]:
    known = list(_PANEL_OF)
    return (known.index(name), name) if name in _PANEL_OF else (len(known), name)


def summary_of(target: str) -> str:
    """Read the first line of a command's help, without running its module."""
    module, _, attribute = target.partition(":")
    file = _source_of(module)
    if file is None:
        return "(incomplete installation)"
    tree = ast.parse(file.read_bytes())
    functions = [
        node for node in tree.body if isinstance(node, ast.FunctionDef) and _defines(node, attribute)
    ]
    if len(functions) == 1:
        return (ast.get_docstring(functions[0]) or "").partition("\n")[0]
    return next((found for node in tree.body if (found := _help_of_group(node, attribute))), "")


def _source_of(module: str) -> Path | None:
    """Find the file of a module without importing its parent packages (importlib's find_spec would)."""
    places: Sequence[str] | None = None
    spec = None
    parts = module.split(".")
    for depth in range(len(parts)):
        spec = PathFinder.find_spec(".".join(parts[: depth + 1]), places)
        if spec is None:
            return None
        places = spec.submodule_search_locations
    return Path(spec.origin) if spec is not None and spec.origin else None


def _help_of_group(node: ast.stmt, attribute: str) -> str:
    """Return the help in `ATTRIBUTE = typer.Typer(help="...")`; empty for any other statement."""
    if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
        return ""
    if not any(isinstance(target, ast.Name) and target.id == attribute for target in node.targets):
        return ""
    given = (each.value for each in node.value.keywords if each.arg == "help")
    return next((str(value.value) for value in given if isinstance(value, ast.Constant)), "")


def _defines(function: ast.FunctionDef, attribute: str) -> bool:
    """Whether a function is decorated with `@ATTRIBUTE.command(...)` or `@ATTRIBUTE.callback(...)`."""
    calls = (d.func for d in function.decorator_list if isinstance(d, ast.Call))
    named = {f"{attribute}.command", f"{attribute}.callback"}
    return any(ast.unparse(call) in named for call in calls)
