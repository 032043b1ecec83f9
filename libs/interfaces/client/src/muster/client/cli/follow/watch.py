"""`--watch`: redraw a table on a terminal; with `-o jsonl`, print a line for each new or changed item.

q and Ctrl-C end it.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
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
_QUIT: Final = "q"
_NO_MORE: Final = "\x04"
"""Ctrl-D, or the end of the input."""


def watch(fetch: Callable[[], Sequence[T]], view: Callable[[], View[T]], how: Format) -> None:
    """Show the items that `fetch` returns, again and again until q or Ctrl-C.

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
        redraw(lambda: _table(fetch(), view(), wide=how is Format.WIDE))


def redraw(screen: Callable[[], str], *, interval_s: float = INTERVAL_S) -> None:
    """Redraw text in place until q or Ctrl-C, without the lines that exceed the terminal's height.

    Args:
        screen: Returns the text.
        interval_s: Pause between two screens, seconds.
    """
    write(_CLEAR)
    with _keys() as pressed:
        while True:
            lines, height = screen().splitlines(), shutil.get_terminal_size().lines - 1
            write(_HOME + "".join(f"{line}{_REST_OF_LINE}\n" for line in lines[:height]) + _REST_OF_SCREEN)
            sys.stdout.flush()
            if pressed(interval_s) in {_QUIT, _NO_MORE}:
                return


def _lines(fetch: Callable[[], Sequence[T]], view: View[T]) -> None:
    seen: dict[str, str] = {}
    while True:
        for item in fetch():
            line = json_line(view.raw(item))
            if seen.get(view.name(item)) != line:
                seen[view.name(item)] = line
                write(line)
        time.sleep(INTERVAL_S)


def _table(items: Sequence[T], view: View[T], *, wide: bool) -> str:
    return table_text(items, view, wide=wide) if items else view.empty


@contextmanager
def _keys() -> Generator[Callable[[float], str]]:
    """Read single keys while the block runs: a function that waits for one, seconds; empty: none came.

    Without a terminal on stdin it only waits.
    """
    if not sys.stdin.isatty():
        yield lambda wait_s: time.sleep(wait_s) or ""
        return
    import select
    import termios
    import tty

    def pressed(wait_s: float) -> str:
        # Unbuffered: a buffer would take all keys, and select see none of them.
        ready = select.select([sys.stdin], [], [], wait_s)[0]
        return os.read(sys.stdin.fileno(), 1).decode(errors="replace") or _NO_MORE if ready else ""

    before = termios.tcgetattr(sys.stdin)
    tty.setcbreak(sys.stdin)
    try:
        yield pressed
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
