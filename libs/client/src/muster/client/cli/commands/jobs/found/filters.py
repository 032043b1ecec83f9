"""Filters of `muster list`: a misspelt one is named, where an empty list would leave people guessing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import typer
from muster.client.errors import NotFound
from muster.client.resources import STATES
from muster.terminal.words import meant

if TYPE_CHECKING:
    from muster.client.sync.client import Client

_RECENT_MAX: Final = 200


def states(names: Sequence[str] | None) -> list[str]:
    """States as the API spells them.

    Raises:
        typer.BadParameter: one is not a state.
    """
    wanted = [name.upper() for name in names or ()]
    for name in wanted:
        if name not in STATES:
            raise typer.BadParameter(f"{name}: allowed are {', '.join(s.lower() for s in STATES)}")
    return wanted


def labels(pairs: Sequence[str] | None) -> list[str]:
    """Labels as they are asked for.

    Raises:
        typer.BadParameter: one is not KEY=VALUE.
    """
    for pair in pairs or ():
        if not all(pair.partition("=")):
            raise typer.BadParameter(f"{pair!r}: expected KEY=VALUE, like dataset=oasst2")
    return list(pairs or ())


def why_empty(
    client: Client, *, queue: str | None, user: str | None, team: str | None, labels: Sequence[str]
) -> str:
    """What to say when no job fits: which of the filters no recent job has, and what they have instead.

    Raises:
        NotFound: there is no such queue.
    """
    if queue is not None:
        known = [each.name for each in client.queues()]
        if queue not in known:
            raise NotFound(
                f"no queue {queue!r}", hint=meant(queue, known, f"there are {', '.join(known) or 'none'}")
            )
    recent = list(client.jobs(limit=_RECENT_MAX)) if user or team or labels else []
    asked = [("user", user, {job.user for job in recent}), ("team", team, {job.team for job in recent})]
    asked += [
        (f"label {key}", value, {job.labels[key] for job in recent if key in job.labels})
        for key, _, value in (pair.partition("=") for pair in labels)
    ]
    for what, wanted, there in asked:
        if recent and wanted and wanted not in there:
            has = ", ".join(sorted(there)[:10]) or "none"
            return f"no jobs: no recent job has {what} {wanted!r}; {meant(wanted, there, f'there are {has}')}"
    return "no jobs"
