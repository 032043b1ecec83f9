"""Filters of `muster list`. A misspelt value is reported, so that an empty list leaves nobody guessing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import typer
from muster.client.errors import NotFound
from muster.client.resources import STATES
from muster.terminal.words import did_you_mean

if TYPE_CHECKING:
    from muster.client.sync.client import Client

_RECENT_MAX: Final = 200


def states(names: Sequence[str] | None) -> list[str]:
    """Return states as the API spells them.

    Raises:
        typer.BadParameter: a name is not a state.
    """
    wanted = [name.upper() for name in names or ()]
    for name in wanted:
        if name not in STATES:
            known = ", ".join(state.lower() for state in STATES)
            raise typer.BadParameter(f"state is {name.lower()}; must be one of {known}")
    return wanted


def labels(pairs: Sequence[str] | None) -> list[str]:
    """Return label filters as the API expects them.

    Raises:
        typer.BadParameter: a filter is not KEY=VALUE.
    """
    for pair in pairs or ():
        if not all(pair.partition("=")):
            raise typer.BadParameter(f"label is {pair!r}; must be KEY=VALUE, e.g. dataset=oasst2")
    return list(pairs or ())


def why_empty(
    client: Client, *, queue: str | None, user: str | None, team: str | None, labels: Sequence[str]
) -> str:
    """Explain an empty list: name the filter that no recent job matches, and the values recent jobs have.

    Raises:
        NotFound: the queue does not exist.
    """
    if queue is not None:
        known = [each.name for each in client.queues()]
        if queue not in known:
            raise NotFound(
                f"no queue {queue!r}",
                hint=did_you_mean(queue, known, f"queues: {', '.join(known) or 'none'}"),
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
            hint = did_you_mean(wanted, there, f"recent jobs have {has}")
            return f"no jobs: no recent job has {what} {wanted!r}; {hint}"
    return "no jobs"
