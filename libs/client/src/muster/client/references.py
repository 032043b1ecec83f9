"""What people type for a job, made its id: the id, the beginning of one, or a name that one job has."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence
from typing import Final

from muster.client.errors import Conflict, NotFound
from muster.client.resources import TERMINAL, Job
from muster.client.sync.client import Client

_ID_OF_API: Final = re.compile(r"job-[a-z2-7]{20}")
_PREFIX: Final = re.compile(r"job-[a-z0-9-]{2,60}")
"""Two characters at least, so that a short name is not taken for the beginning of an id."""
_RECENT_MAX: Final = 400
_FOUND_MAX: Final = 100
_SHOWN_MAX: Final = 5


def resolve(client: Client, reference: str, *, on_newest: Callable[[int], None] | None = None) -> str:
    """The id of the job that `reference` means.

    A whole id is taken as it is; the beginning of an id must fit one job of all there are. Otherwise it is a
    name: of several jobs of one name, the only one that has not ended; for commands that only read, the
    newest.

    Args:
        client: whose jobs.
        reference: what was typed.
        on_newest: called with how many have the name when the newest was taken; None: the newest will not do.

    Raises:
        NotFound: none fits; the closest are named.
        Conflict: several fit; they are named.
    """
    if _ID_OF_API.fullmatch(reference):
        return reference
    if (job_id := _begun(client, reference)) is not None:
        return job_id
    recent = list(client.jobs(limit=_RECENT_MAX))
    named = _named(client, reference, recent)
    live = [job for job in named if job.state not in TERMINAL]
    if not named:
        raise NotFound(f"no job has the id or the name {reference!r}", hint=_suggestion(reference, recent))
    if len(named) == 1 or len(live) == 1:
        return (live or named)[0].job_id
    if on_newest is not None:
        on_newest(len(named))
        return named[0].job_id
    raise Conflict(
        f"{len(named)} jobs are called {reference!r}", hint=f"give an id: {_listed(live or named)}"
    )


def _begun(client: Client, prefix: str) -> str | None:
    """The id with this prefix; None: no id has it, or it cannot be the prefix of one.

    Raises:
        Conflict: several have it, and none is equal to it.
    """
    if not _PREFIX.fullmatch(prefix):
        return None
    found = list(client.jobs(id_prefix=prefix, limit=_SHOWN_MAX + 1))
    if len(found) <= 1:
        return found[0].job_id if found else None
    if _exists(client, prefix):
        return prefix
    raise Conflict(f"several ids begin with {prefix!r}", hint=f"give more of the id: {_listed(found)}")


def _named(client: Client, name: str, recent: Sequence[Job]) -> list[Job]:
    """The jobs of a name, newest first: of the recent ones, or else of all."""
    found = [job for job in recent if job.name == name]
    if found:
        return found
    of_all = (job for job in client.jobs(text=name, limit=_FOUND_MAX) if job.name == name)
    return sorted(of_all, key=lambda job: job.raw.get("submitted_at") or "", reverse=True)


def _listed(jobs: Sequence[Job]) -> str:
    shown = ", ".join(f"{job.job_id} ({job.name}, {job.state.lower()})" for job in jobs[:_SHOWN_MAX])
    return f"{shown} and others" if len(jobs) > _SHOWN_MAX else shown


def _exists(client: Client, job_id: str) -> bool:
    """Whether it is a whole id: senders past the API choose ids of which one may begin another."""
    try:
        client.job(job_id)
    except NotFound:
        return False
    return True


def _suggestion(reference: str, recent: Sequence[Job]) -> str:
    known = [name for job in recent for name in (job.name, job.job_id)]
    near = difflib.get_close_matches(reference, dict.fromkeys(known), n=3, cutoff=0.6)
    return f"did you mean {', '.join(near)}?" if near else "`muster list` shows the jobs there are"
