"""`--watch`: a table redrawn on a terminal; with `-o jsonl` a line for each thing that is new or changed."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

import typer
from muster.client.cli.messages import interactive
from muster.client.cli.output import Format, View, json_line, rich_table, write

T = TypeVar("T")
INTERVAL_S: Final = 1.0


def watch(fetch: Callable[[], Sequence[T]], view: Callable[[], View[T]], how: Format) -> None:
    """Show what `fetch` gives again and again, until Ctrl-C.

    Raises:
        typer.BadParameter: the format cannot be watched here.
    """
    if how is Format.JSONL:
        _lines(fetch, view())
    elif not how.for_people:
        raise typer.BadParameter(
            f"--watch with -o {how}: allowed are -o jsonl, and table or wide on a terminal"
        )
    elif not interactive(sys.stdout):
        raise typer.BadParameter("--watch draws on a terminal and stdout is none; use --watch -o jsonl")
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
    from rich.live import Live

    with Live(auto_refresh=False) as live:
        while True:
            live.update(rich_table(fetch(), view(), width=live.console.width, wide=wide), refresh=True)
            time.sleep(INTERVAL_S)
