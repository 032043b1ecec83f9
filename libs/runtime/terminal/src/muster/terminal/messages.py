"""Messages for people, all on stderr, so that stdout contains only the requested data."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from typing import Final, TextIO, cast

import typer

_RED: Final = "31;1"
_DIM: Final = "2"


class CommandFailed(Exception):
    """The command cannot be carried out. `muster` prints message and hint, and exits with the exit code.

    Attributes:
        exit_code: 2 invalid input, 3 not found, 4 conflict, 6 unavailable, else 1, as for every command.
        hint: Advice for the user.
    """

    def __init__(self, message: str, *, exit_code: int = 1, hint: str = "") -> None:
        super().__init__(message)
        self.exit_code = exit_code
        self.hint = hint


def say(text: str) -> None:
    """Print one line on stderr."""
    typer.echo(text, err=True)


def next_command(*commands: str) -> None:
    """Suggest commands to type next: "COMMAND   why", one per line."""
    for n, command in enumerate(commands):
        say(styled("next:  " if n == 0 else "       ", _DIM) + command)


def failed(error: Exception, *, as_json: bool = False) -> int:
    """Print an error, its invalid fields and its hint.

    Args:
        error: The error.
        as_json: Whether to print it as one line of JSON.

    Returns:
        The error's exit code, or 1.
    """
    message = str(getattr(error, "message", "") or error or type(error).__name__)
    hint = str(getattr(error, "hint", ""))
    violations = cast("Sequence[object]", getattr(error, "violations", ()))
    if as_json:
        return _failed_as_json(error, message, hint, violations)
    say(f"{styled('error:', _RED)} {message}")
    said_already = len(violations) == 1 and message.startswith(f"{getattr(violations[0], 'field', '')}:")
    for violation in () if said_already else violations:
        say(f"  {violation}")
    if hint:
        say(f"{styled('hint:', _DIM)}  {hint}")
    return int(getattr(error, "exit_code", 1))


def _failed_as_json(error: Exception, message: str, hint: str, violations: Sequence[object]) -> int:
    code = int(getattr(error, "exit_code", 1))
    shown = {
        "message": message,
        "hint": hint,
        "exit_code": code,
        "type": str(getattr(error, "problem_type", "")),
        "violations": [
            {name: str(getattr(each, name, "")) for name in ("field", "value", "allowed")}
            for each in violations
        ],
    }
    say(json.dumps({"error": shown}, ensure_ascii=False))
    return code


def styled(text: str, code: str, stream: TextIO | None = None) -> str:
    """Return the text in an SGR style (ECMA-48) if the stream, by default stderr, shows colours."""
    return (
        f"\x1b[{code}m{text}\x1b[0m" if code and colours(sys.stderr if stream is None else stream) else text
    )


def interactive(stream: TextIO) -> bool:
    """Return whether the stream is a terminal that can move its cursor."""
    return stream.isatty() and os.environ.get("TERM", "") not in {"dumb", "unknown"}


def colours(stream: TextIO) -> bool:
    """Return whether the stream shows colours; respects NO_COLOR (no-color.org)."""
    return interactive(stream) and not os.environ.get("NO_COLOR")
