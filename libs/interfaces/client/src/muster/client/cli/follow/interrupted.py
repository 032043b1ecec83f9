"""Handle Ctrl-C while following a job: the job keeps running, and a message says so."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

import typer
from muster.client.cli import texts
from muster.terminal.messages import next_command, say

INTERRUPTED = 130


@contextmanager
def goes_on(job_id: str) -> Generator[None]:
    """Say on Ctrl-C how to watch the job again and how to stop it.

    Raises:
        typer.Exit: with 130, after Ctrl-C.
    """
    try:
        yield
    except KeyboardInterrupt:
        short = texts.short_id(job_id)
        say(f"\nStopped watching; {short} keeps running.")
        next_command(f"muster logs -f {short}      watch it again", f"muster stop {short}         stop it")
        raise typer.Exit(INTERRUPTED) from None
