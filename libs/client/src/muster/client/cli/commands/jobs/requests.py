"""Stop, suspend, resume: a request about jobs, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal

import typer
from muster.client.cli import connect, texts
from muster.client.cli.messages import failed, next_command, say
from muster.client.errors import MusterError
from muster.client.references import resolve

Verb = Literal["cancel", "suspend", "resume"]
ReasonOption = Annotated[str, typer.Option("--reason", help="Why; it stands in the job's history.")]
_SETTLED_WITHIN_S: Final = 10


def ask(verb: Verb, references: Sequence[str], reason: str) -> None:
    """Ask it of each job and say what each is now; one that is refused does not keep the others.

    Raises:
        typer.Exit: with the exit code of the first refusal.
    """
    client = connect.client()
    code = 0
    for reference in references:
        try:
            job_id = resolve(client, reference)
            receipt = getattr(client, verb)(job_id, reason=reason)
            client.settled(receipt.command_id, wait_s=_SETTLED_WITHIN_S)
            job = client.job(job_id)
        except MusterError as error:
            failed(error)
            code = code or error.exit_code
            continue
        say(f"{job.job_id} ({job.name}): {texts.result(job) if job.over else job.state}")
    if code:
        raise typer.Exit(code)
    if verb != "cancel" and len(references) == 1:
        next_command(f"muster describe {references[0]}")
