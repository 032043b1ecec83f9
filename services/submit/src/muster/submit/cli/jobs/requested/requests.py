"""Requests to stop, suspend or resume jobs, and their outcomes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer
from muster.client.cli import connect, texts
from muster.client.errors import MusterError
from muster.client.resources import Job
from muster.submit.cli import columns
from muster.terminal import output
from muster.terminal.messages import failed, next_command, say
from muster.terminal.output import Format

if TYPE_CHECKING:
    from muster.client.sync.client import Client

Verb = Literal["cancel", "suspend", "resume"]
ReasonOption = Annotated[str, typer.Option("--reason", help="Reason, recorded in the history.")]
_SETTLED_WITHIN_S: Final = 10
_TOGETHER: Final = 16
"""Requests at a time: each answer waits for the scheduler, which decides many at once."""


def ask(
    verb: Verb,
    references: Sequence[str],
    reason: str,
    how: Format,
    *,
    more: Callable[[], Sequence[str]] | None = None,
) -> None:
    """Send the request for each job and show each job's new state; a refusal does not stop the others.

    Args:
        verb: The request.
        references: The jobs.
        reason: The reason, recorded.
        how: Output format.
        more: Lists further jobs when those before are answered, until it finds none.

    Raises:
        typer.Exit: with the exit code of the first refusal.
    """
    client = connect.client()
    changed: list[Job] = []
    asked: dict[str, None] = {}
    code, left = 0, [*references]
    while left:
        asked.update(dict.fromkeys(left))
        for answer in _answers(client, verb, left, reason):
            if isinstance(answer, MusterError):
                code = code or answer.exit_code
                failed(answer)
                continue
            changed.append(answer)
            if how.for_people:
                now = texts.result(answer) if answer.over else answer.state
                say(f"{answer.job_id} ({answer.name}): {now}")
        left = [job_id for job_id in more() if job_id not in asked] if more is not None else []
    if not how.for_people:
        output.show(changed, columns.jobs(), how)
    if code:
        raise typer.Exit(code)
    if how.for_people and verb != "cancel" and len(references) == 1:
        next_command(f"muster describe {references[0]}")


def _answers(
    client: Client, verb: Verb, references: Sequence[str], reason: str
) -> Iterator[Job | MusterError]:
    """Ask it of several jobs at a time; yield the answers in the order of the jobs."""
    from concurrent.futures import ThreadPoolExecutor

    from muster.client.references import resolve

    def answer(reference: str) -> Job | MusterError:
        try:
            return client.change(resolve(client, reference), verb, reason=reason, wait_s=_SETTLED_WITHIN_S)
        except MusterError as error:
            return error

    with ThreadPoolExecutor(_TOGETHER) as threads:
        yield from threads.map(answer, references)
