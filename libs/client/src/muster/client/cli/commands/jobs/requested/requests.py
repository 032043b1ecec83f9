"""Requests to stop, suspend or resume jobs, and their outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal

import typer
from muster.client.cli import columns, connect, texts
from muster.client.errors import MusterError
from muster.client.resources import Job
from muster.terminal import output
from muster.terminal.messages import failed, next_command, say
from muster.terminal.output import Format

Verb = Literal["cancel", "suspend", "resume"]
ReasonOption = Annotated[str, typer.Option("--reason", help="Reason, recorded in the history.")]
_SETTLED_WITHIN_S: Final = 10


def ask(verb: Verb, references: Sequence[str], reason: str, how: Format) -> None:
    """Send the request for each job and show each job's new state; a refusal does not stop the others.

    Raises:
        typer.Exit: with the exit code of the first refusal.
    """
    from muster.client.references import resolve

    client = connect.client()
    changed: list[Job] = []
    code = 0
    for reference in references:
        try:
            job_id = resolve(client, reference)
            receipt = getattr(client, verb)(job_id, reason=reason)
            client.settled(receipt.command_id, wait_s=_SETTLED_WITHIN_S)
            changed.append(client.job(job_id))
        except MusterError as error:
            code = code or error.exit_code
            failed(error)
            continue
        if how.for_people:
            job = changed[-1]
            say(f"{job.job_id} ({job.name}): {texts.result(job) if job.over else job.state}")
    if not how.for_people:
        output.show(changed, columns.jobs(), how)
    if code:
        raise typer.Exit(code)
    if how.for_people and verb != "cancel" and len(references) == 1:
        next_command(f"muster describe {references[0]}")
