"""Tables of text. On a terminal they fit its width; elsewhere they are as wide as needed.

If a table does not fit, columns of long sentences are first cut to a readable width, then whole columns are
dropped, the least important first, and only then are cells cut further.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TextIO, TypeVar

from muster.terminal.messages import styled

T = TypeVar("T")

_BETWEEN: Final = 2
_CUT: Final = "…"
_CUT_MIN: Final = 4
_SGR: Final = {"green": "32", "red": "31", "yellow": "33", "dim": "2", "bold": "1", "": ""}


@dataclass(frozen=True, slots=True)
class Column(Generic[T]):
    """One column of a table.

    Attributes:
        title: Its heading.
        cell: Text of an item's cell.
        wide: Shown with -o wide only.
        style: Colour of an item's cell: green, red, yellow, dim, or none.
        right: Aligned to the right, for numbers.
        drop: 0: never dropped; else columns with higher numbers are dropped first.
        least: Minimum number of characters to which the text may be cut; 0: it is never cut.
        short: Text of the cell on a terminal, if it differs, e.g. a short id.
    """

    title: str
    cell: Callable[[T], str]
    wide: bool = False
    style: Callable[[T], str] | None = None
    right: bool = False
    drop: int = 0
    least: int = 0
    short: Callable[[T], str] | None = None


@dataclass(frozen=True, slots=True)
class Table(Generic[T]):
    """A table ready to print: the columns shown and the text of their cells.

    Attributes:
        columns: Columns shown.
        widths: Width of each column, characters.
        rows: Cells; the first row holds the titles.
    """

    columns: Sequence[Column[T]]
    widths: Sequence[int]
    rows: Sequence[Sequence[str]]


def table(items: Sequence[T], columns: Sequence[Column[T]], width: int | None = None) -> Table[T]:
    """Lay out a table of items.

    Args:
        items: One per row.
        columns: Columns wanted.
        width: Width of the terminal, characters; None: unlimited.
    """
    if width is None:
        rows = _rows(items, columns, short=False)
        return Table(columns, _needs(rows, len(columns)), rows)
    shown = list(columns)
    rows = _rows(items, shown, short=True)
    while _total(_leasts(shown, _needs(rows, len(shown)))) > width:
        expendable = max(shown, key=lambda column: column.drop)
        if not expendable.drop:
            break
        shown.remove(expendable)
        rows = _rows(items, shown, short=True)
    return Table(shown, _fitted(shown, _needs(rows, len(shown)), width), rows)


def text(made: Table[T], items: Sequence[T], stream: TextIO) -> str:
    """Format the lines of a table, with colours if the stream shows them and without trailing spaces.

    Args:
        made: The table.
        items: The items of its rows, for their styles.
        stream: Stream on which it will be printed.
    """
    styles = ["bold" for _ in made.columns]
    lines = [_line(made, made.rows[0], styles, stream)]
    for item, row in zip(items, made.rows[1:], strict=True):
        styles = [column.style(item) if column.style else "" for column in made.columns]
        lines.append(_line(made, row, styles, stream))
    return "".join(lines)


def one_line(value: str) -> str:
    """Return the text on one line, without control characters, which could move the reader's cursor."""
    return "".join(c if c.isprintable() else " " for c in value)


def cut(value: str, width: int) -> str:
    """Cut the text to at most `width` characters, with a mark at the cut."""
    return value if len(value) <= width else value[: width - 1].rstrip() + _CUT


def _rows(items: Sequence[T], columns: Sequence[Column[T]], *, short: bool) -> list[list[str]]:
    def cell(column: Column[T], item: T) -> str:
        return one_line((column.short if short and column.short else column.cell)(item))

    return [[c.title for c in columns], *([cell(c, item) for c in columns] for item in items)]


def _needs(rows: Sequence[Sequence[str]], columns: int) -> list[int]:
    return [max(len(row[n]) for row in rows) for n in range(columns)]


def _leasts(columns: Sequence[Column[T]], needs: Sequence[int]) -> list[int]:
    """Return the minimum width of each column."""
    return [
        min(need, max(column.least, len(column.title))) if column.least else need
        for column, need in zip(columns, needs, strict=True)
    ]


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + _BETWEEN * (len(widths) - 1)


def _fitted(columns: Sequence[Column[T]], needs: Sequence[int], width: int) -> list[int]:
    """Give every column its least width, and the rest to those that need more, from the left."""
    widths = _leasts(columns, needs)
    spare = width - _total(widths)
    for n, need in enumerate(needs):
        more = min(need - widths[n], max(spare, 0))
        widths[n] += more
        spare -= more
    # No column can be dropped and the table still does not fit: cut the widest.
    while _total(widths) > width and max(widths) > _CUT_MIN:
        widths[widths.index(max(widths))] -= 1
    return widths


def _line(made: Table[T], row: Sequence[str], styles: Sequence[str], stream: TextIO) -> str:
    """Format one row; cells are padded before colouring, because colour codes have no width."""
    last = len(row) - 1
    cells: list[str] = []
    for n, (value, column, width) in enumerate(zip(row, made.columns, made.widths, strict=True)):
        shown = cut(value, width)
        padded = shown.rjust(width) if column.right else shown if n == last else shown.ljust(width)
        cells.append(styled(padded, _SGR.get(styles[n], ""), stream) if shown else padded)
    return (" " * _BETWEEN).join(cells).rstrip() + "\n"
