"""Messages for people, all on stderr, so that stdout holds only what was asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Final, TextIO, cast

import typer

_RED: Final = "31;1"
_DIM: Final = "2"


class CommandFailed(Exception):
    """A command cannot do what was asked. `muster` prints message and hint, and ends with the exit code.

    Attributes:
        exit_code: as for every command: 2 invalid input, 3 not found, 4 conflict, 6 unavailable, else 1.
        hint: what to do about it.
    """

    def __init__(self, message: str, *, exit_code: int = 1, hint: str = "") -> None:
        super().__init__(message)
        self.exit_code = exit_code
        self.hint = hint


def say(text: str) -> None:
    """Print one line on stderr."""
    typer.echo(text, err=True)


def next_command(*commands: str) -> None:
    """Print what to type next: "COMMAND   why", one per line."""
    for n, command in enumerate(commands):
        say(styled("next:  " if n == 0 else "       ", _DIM) + command)


def failed(error: Exception) -> int:
    """Print what went wrong, field by field, and what to do about it.

    Returns:
        The exit code: the error's own, or 1.
    """
    message = str(getattr(error, "message", "") or error or type(error).__name__)
    hint = str(getattr(error, "hint", ""))
    violations = cast("Sequence[object]", getattr(error, "violations", ()))
    say(f"{styled('error:', _RED)} {message}")
    said_already = len(violations) == 1 and message.startswith(f"{getattr(violations[0], 'field', '')}:")
    for violation in () if said_already else violations:
        say(f"  {violation}")
    if hint:
        say(f"{styled('hint:', _DIM)}  {hint}")
    return int(getattr(error, "exit_code", 1))


def styled(text: str, code: str, stream: TextIO | None = None) -> str:
    """The text in an SGR style (ECMA-48) if the stream, stderr by default, shows colours."""
    return (
        f"\x1b[{code}m{text}\x1b[0m" if code and colours(sys.stderr if stream is None else stream) else text
    )


def interactive(stream: TextIO) -> bool:
    """Whether the stream is a terminal that can move its cursor."""
    return stream.isatty() and os.environ.get("TERM", "") not in {"dumb", "unknown"}


def colours(stream: TextIO) -> bool:
    """Whether the stream shows colours; NO_COLOR is respected (no-color.org)."""
    return interactive(stream) and not os.environ.get("NO_COLOR")
