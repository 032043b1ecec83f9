"""Output formats of commands: `-o table|wide|json|jsonl|yaml|name`.

Tables are for people: on a terminal they fit its width, elsewhere they are plain text with nothing cut off.
The others are for programs: json and yaml are the API's {"items": [...]} (for a single item, the item
itself), jsonl is one object per line, name one id per line. `--json` is short for `-o json` in every command.
"""

from __future__ import annotations

import io
import json
import re
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Final, Generic, TypeVar

import typer
from muster.terminal import tables
from muster.terminal.messages import interactive, say
from muster.terminal.tables import Column

__all__ = ["Column", "Format", "OutputOption", "View", "WatchOption", "show", "show_one", "write"]

T = TypeVar("T")
_ASKS_JSON: Final = re.compile(r" (-o|--output)[ =]?jsonl? ")
Json = Mapping[str, Any]


class Format(StrEnum):
    """An output format."""

    TABLE = "table"
    WIDE = "wide"
    JSON = "json"
    JSONL = "jsonl"
    YAML = "yaml"
    NAME = "name"

    @property
    def for_people(self) -> bool:
        """Whether the format is a table."""
        return self in {Format.TABLE, Format.WIDE}


OutputOption = Annotated[
    Format,
    typer.Option(
        "--output", "-o", help="Output format; wide is a table with all columns; --json means -o json."
    ),
]
WatchOption = Annotated[
    bool,
    typer.Option("--watch", "-w", help="Redraw on a terminal; with -o jsonl, print a line per change."),
]


@dataclass(frozen=True, slots=True)
class View(Generic[T]):
    """Presentation of items of one kind.

    Attributes:
        columns: Columns of the table.
        raw: Returns an item as data.
        name: Returns an item's id.
        empty: Message on stderr for a table without rows.
    """

    columns: Sequence[Column[T]]
    raw: Callable[[T], Json]
    name: Callable[[T], str]
    empty: str = "none"

    def of(self, wide: bool) -> list[Column[T]]:
        """Return the columns of a narrow or wide table."""
        return [column for column in self.columns if wide or not column.wide]


def with_json(words: Sequence[str]) -> list[str]:
    """Replace `--json` by `-o json` in a command line, up to a `--`."""
    end = words.index("--") if "--" in words else len(words)
    spelled = [part for word in words[:end] for part in (("-o", "json") if word == "--json" else (word,))]
    return [*spelled, *words[end:]]


def wants_json(words: Sequence[str]) -> bool:
    """Whether a command line, up to a `--`, asks for JSON, so that its errors are JSON as well."""
    end = words.index("--") if "--" in words else len(words)
    return _ASKS_JSON.search(f" {' '.join(words[:end])} ") is not None


def show(items: Sequence[T], view: View[T], how: Format) -> None:
    """Print a list."""
    if how is Format.NAME:
        write("".join(f"{view.name(item)}\n" for item in items))
    elif how is Format.JSON:
        write(json_text({"items": [view.raw(item) for item in items]}))
    elif how is Format.JSONL:
        write("".join(json_line(view.raw(item)) for item in items))
    elif how is Format.YAML:
        write(yaml_text({"items": [view.raw(item) for item in items]}))
    elif not items:
        say(view.empty)
    else:
        write(table_text(items, view, wide=how is Format.WIDE))


def show_one(raw: Json, name: str, how: Format) -> None:
    """Print one item for a program.

    Raises:
        ValueError: the format is a table; commands print tables of one item themselves.
    """
    if how.for_people:
        raise ValueError(f"format is {how}; must be json, jsonl, yaml or name")
    texts = {
        Format.NAME: lambda: f"{name}\n",
        Format.JSON: lambda: json_text(raw),
        Format.YAML: lambda: yaml_text(raw),
    }
    write(texts.get(how, lambda: json_line(raw))())


def table_text(items: Sequence[T], view: View[T], *, wide: bool = False) -> str:
    """Format a table for stdout: as wide as the terminal; without one, or if `wide`, as wide as needed."""
    width = None if wide or not interactive(sys.stdout) else terminal_width()
    return tables.text(tables.table(items, view.of(wide), width), items, sys.stdout)


def plain_table(items: Sequence[T], view: View[T], *, wide: bool = False) -> str:
    """Format a table as text, with nothing cut off."""
    made = tables.table(items, view.of(wide))
    return tables.text(made, items, _NOWHERE)


def terminal_width() -> int:
    """Return the width of the terminal in characters; the variable COLUMNS takes precedence."""
    return shutil.get_terminal_size().columns


def json_text(value: Any) -> str:
    """Format as indented JSON."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def json_line(value: Any) -> str:
    """Format as JSON on one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def yaml_text(value: Any) -> str:
    """Format as YAML, keeping the order of the fields."""
    import yaml

    return yaml.safe_dump(value, sort_keys=False, allow_unicode=True)


def write(text: str) -> None:
    """Write to stdout, unchanged."""
    typer.echo(text, nl=False)


_NOWHERE: Final = io.StringIO()
