"""Invalid input: one message, exit code 2."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

import typer
from muster.terminal.messages import say

_USAGE: Final = 2


@contextmanager
def refusals() -> Generator[None]:
    """Print the error in a file or an option and end the command.

    Raises:
        typer.Exit: with code 2, when a file or an option is invalid.
    """
    from muster.lab.loads.traces import TraceError

    try:
        yield
    except (TraceError, OSError) as error:
        say(f"error: {error}")
        raise typer.Exit(_USAGE) from error
