"""What is said to people, all on stderr, so that stdout holds only what was asked for."""

from __future__ import annotations

import os
import sys
from typing import Final, TextIO

import typer
from muster.client.errors import MusterError

_RED: Final = "31;1"
_DIM: Final = "2"


def say(text: str) -> None:
    """One line."""
    typer.echo(text, err=True)


def next_command(*commands: str) -> None:
    """What to type next: "COMMAND   why", one a line."""
    for n, command in enumerate(commands):
        say(styled("next:  " if n == 0 else "       ", _DIM) + command)


def failed(error: MusterError) -> None:
    """An error: what, field by field, and what to do about it."""
    say(f"{styled('error:', _RED)} {error.message}")
    said_already = len(error.violations) == 1 and error.message.startswith(f"{error.violations[0].field}:")
    for violation in () if said_already else error.violations:
        say(f"  {violation}")
    if error.hint:
        say(f"{styled('hint:', _DIM)}  {error.hint}")


def styled(text: str, code: str, stream: TextIO | None = None) -> str:
    """Text with an SGR code (ECMA-48) around it when the stream, stderr by default, shows colours."""
    return f"\x1b[{code}m{text}\x1b[0m" if colours(sys.stderr if stream is None else stream) else text


def interactive(stream: TextIO) -> bool:
    """Whether a person looks at the stream on a terminal that can move its cursor."""
    return stream.isatty() and os.environ.get("TERM", "") not in {"dumb", "unknown"}


def colours(stream: TextIO) -> bool:
    """Whether the stream shows colours: see no-color.org."""
    return interactive(stream) and not os.environ.get("NO_COLOR")
