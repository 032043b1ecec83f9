"""What a command prints: `-o table|wide|json|jsonl|yaml|name`.

Tables are for people: on a terminal drawn with rich, elsewhere plain text in aligned columns, nothing cut
off. The others are for programs: json and yaml are {"items": [...]} as the API says it (one thing: itself),
jsonl is one object a line, name one id a line.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Final, Generic, TypeVar

import typer
from muster.client.cli.messages import interactive, say

if TYPE_CHECKING:
    from rich.table import Table as RichTable

T = TypeVar("T")
_LAST_COLUMN_MIN: Final = 10
Json = Mapping[str, Any]


class Format(StrEnum):
    """How to print."""

    TABLE = "table"
    WIDE = "wide"
    JSON = "json"
    JSONL = "jsonl"
    YAML = "yaml"
    NAME = "name"

    @property
    def for_people(self) -> bool:
        """A table."""
        return self in {Format.TABLE, Format.WIDE}


OutputOption = Annotated[
    Format, typer.Option("--output", "-o", help="How to print; wide is a table with more columns.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="The same as -o json.")]
WatchOption = Annotated[
    bool,
    typer.Option("--watch", "-w", help="Go on: redraw on a terminal, one line per change with -o jsonl."),
]


@dataclass(frozen=True, slots=True)
class Column(Generic[T]):
    """One column of a table.

    Attributes:
        title: its heading.
        cell: the text for an item.
        wide: shown with -o wide only.
        style: rich style of an item's cell.
        right: numbers, aligned at the right.
    """

    title: str
    cell: Callable[[T], str]
    wide: bool = False
    style: Callable[[T], str] | None = None
    right: bool = False


@dataclass(frozen=True, slots=True)
class View(Generic[T]):
    """How one kind of thing is printed.

    Attributes:
        columns: of the table.
        raw: the thing as programs get it.
        name: its id.
        empty: said on stderr when a table would have no row.
    """

    columns: Sequence[Column[T]]
    raw: Callable[[T], Json]
    name: Callable[[T], str]
    empty: str = "none"

    def of(self, wide: bool) -> list[Column[T]]:
        """The columns of a table, narrow or wide."""
        return [column for column in self.columns if wide or not column.wide]


def chosen(output: Format, as_json: bool) -> Format:
    """The format that `-o` and `--json` ask for together."""
    return Format.JSON if as_json else output


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
    elif interactive(sys.stdout):
        from rich.console import Console

        console = Console()
        console.print(rich_table(items, view, width=console.width, wide=how is Format.WIDE))
    else:
        write(plain_table(items, view, wide=how is Format.WIDE))


def show_one(raw: Json, name: str, how: Format) -> None:
    """Print one thing for a program.

    Raises:
        ValueError: the format is a table; the caller draws its own.
    """
    if how.for_people:
        raise ValueError("tables of one thing are drawn by its command")
    texts = {
        Format.NAME: lambda: f"{name}\n",
        Format.JSON: lambda: json_text(raw),
        Format.YAML: lambda: yaml_text(raw),
    }
    write(texts.get(how, lambda: json_line(raw))())


def plain_table(items: Sequence[T], view: View[T], *, wide: bool = False) -> str:
    """Columns two spaces apart, as wide as they need to be; no space at the end of a line."""
    columns = view.of(wide)
    rows = [[c.title for c in columns], *([_one_line(c.cell(item)) for c in columns] for item in items)]
    widths = [max(len(row[n]) for row in rows) for n in range(len(columns))]
    lines = (
        "  ".join(
            cell.rjust(width) if column.right else cell.ljust(width)
            for cell, width, column in zip(row, widths, columns, strict=True)
        )
        for row in rows
    )
    return "".join(f"{line.rstrip()}\n" for line in lines)


def rich_table(items: Sequence[T], view: View[T], *, width: int, wide: bool = False) -> RichTable:
    """The same for a terminal so wide: coloured; what does not fit is cut from the last column."""
    from rich.table import Table
    from rich.text import Text

    columns = view.of(wide)
    rows = [[_one_line(c.cell(item)) for c in columns] for item in items]
    needs = [max(len(c.title), *(len(row[n]) for row in rows), 0) for n, c in enumerate(columns)]
    excess = sum(needs) + 2 * (len(needs) - 1) - width
    needs[-1] = max(needs[-1] - max(excess, 0), _LAST_COLUMN_MIN)
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for column, need in zip(columns, needs, strict=True):
        justify = "right" if column.right else "left"
        table.add_column(column.title, justify=justify, width=need, no_wrap=True, overflow="ellipsis")
    for item, row in zip(items, rows, strict=True):
        cells = zip(columns, row, strict=True)
        table.add_row(*(Text(text, style=c.style(item) if c.style else "") for c, text in cells))
    return table


def json_text(value: Any) -> str:
    """Indented JSON."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def json_line(value: Any) -> str:
    """JSON on one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def yaml_text(value: Any) -> str:
    """YAML with the order of the fields kept."""
    import yaml

    return yaml.safe_dump(value, sort_keys=False, allow_unicode=True)


def write(text: str) -> None:
    """To stdout, as it is."""
    typer.echo(text, nl=False)


def _one_line(text: str) -> str:
    """Control characters that came from elsewhere must not move the cursor of who reads a table."""
    return "".join(c if c.isprintable() else " " for c in text)
