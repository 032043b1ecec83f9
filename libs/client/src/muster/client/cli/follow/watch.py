"""`--watch`: redraw a table on a terminal; with `-o jsonl`, print a line for each new or changed item."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

import typer
from muster.terminal.messages import interactive
from muster.terminal.output import Format, View, json_line, table_text, write

T = TypeVar("T")
INTERVAL_S: Final = 1.0
# Cursor control of ECMA-48.
_HOME: Final = "\x1b[H"
_REST_OF_LINE: Final = "\x1b[K"
_REST_OF_SCREEN: Final = "\x1b[J"
_CLEAR: Final = f"{_HOME}{_REST_OF_SCREEN}"


def watch(fetch: Callable[[], Sequence[T]], view: Callable[[], View[T]], how: Format) -> None:
    """Show the items that `fetch` returns, again and again until Ctrl-C.

    Raises:
        typer.BadParameter: --watch does not support this format here.
    """
    if how is Format.JSONL:
        _lines(fetch, view())
    elif not how.for_people:
        raise typer.BadParameter(
            f"-o is {how}; with --watch it must be jsonl, or on a terminal table or wide"
        )
    elif not interactive(sys.stdout):
        raise typer.BadParameter("--watch needs a terminal, and stdout is not one; use --watch -o jsonl")
    else:
        _table(fetch, view, wide=how is Format.WIDE)


def _lines(fetch: Callable[[], Sequence[T]], view: View[T]) -> None:
    seen: dict[str, str] = {}
    while True:
        for item in fetch():
            line = json_line(view.raw(item))
            if seen.get(view.name(item)) != line:
                seen[view.name(item)] = line
                write(line)
        time.sleep(INTERVAL_S)


def _table(fetch: Callable[[], Sequence[T]], view: Callable[[], View[T]], *, wide: bool) -> None:
    """Redraw the table in place, without the rows that exceed the terminal's height."""
    write(_CLEAR)
    while True:
        items = fetch()
        lines = table_text(items, view(), wide=wide).splitlines() if items else [view().empty]
        height = shutil.get_terminal_size().lines - 1
        write(_HOME + "".join(f"{line}{_REST_OF_LINE}\n" for line in lines[:height]) + _REST_OF_SCREEN)
        sys.stdout.flush()
        time.sleep(INTERVAL_S)
