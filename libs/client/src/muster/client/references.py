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
_ID: Final = re.compile(r"job-[a-z0-9-]{4,60}")
_RECENT_MAX: Final = 400
_FOUND_MAX: Final = 100
_SHOWN_MAX: Final = 5


def resolve(client: Client, reference: str, *, on_newest: Callable[[int], None] | None = None) -> str:
    """The id of the job that `reference` means.

    A whole id is taken as it is. Otherwise the newest jobs are looked through for an id that begins so, then
    for that name; then all jobs are searched for the name. Of several of one name the only one that is not
    over is meant; where looking at the wrong one does no harm, the newest.

    Args:
        client: whose jobs.
        reference: what was typed.
        on_newest: given when the newest of one name will do; told how many there are when it was taken.

    Raises:
        NotFound: none fits; the closest are named.
        Conflict: several fit.
    """
    if _ID_OF_API.fullmatch(reference) or _exists(client, reference):
        return reference
    recent = list(client.jobs(limit=_RECENT_MAX))
    begun = [job for job in recent if job.job_id.startswith(_prefix(reference))]
    named = [] if begun else _named(client, reference, recent)
    fitting = begun or named
    live = [job for job in fitting if job.state not in TERMINAL]
    if not fitting:
        raise NotFound(f"no job has the id or the name {reference!r}", hint=_suggestion(reference, recent))
    if len(fitting) == 1 or len(live) == 1:
        return (live or fitting)[0].job_id
    if named and on_newest is not None:
        on_newest(len(named))
        return named[0].job_id
    raise Conflict(f"{reference!r} means {len(fitting)} jobs", hint=f"give an id: {_listed(live or fitting)}")


def _named(client: Client, name: str, recent: Sequence[Job]) -> list[Job]:
    """The jobs of a name, newest first: of the recent ones, or else of all."""
    found = [job for job in recent if job.name == name]
    if found:
        return found
    of_all = (job for job in client.jobs(text=name, limit=_FOUND_MAX) if job.name == name)
    return sorted(of_all, key=lambda job: job.raw.get("submitted_at") or "", reverse=True)


def _listed(jobs: Sequence[Job]) -> str:
    shown = ", ".join(f"{job.job_id} ({job.state.lower()})" for job in jobs[:_SHOWN_MAX])
    return shown + (f" and {len(jobs) - _SHOWN_MAX} more" if len(jobs) > _SHOWN_MAX else "")


def _exists(client: Client, reference: str) -> bool:
    """Whether it is the whole id of a job that came past the API, whose sender chose the id."""
    if not _ID.fullmatch(reference):
        return False
    try:
        client.job(reference)
    except NotFound:
        return False
    return True


def _prefix(reference: str) -> str:
    """A beginning of an id; at least six characters of it, so that a short name is not taken for one."""
    return reference if reference.startswith("job-") and len(reference) >= 6 else "\0"


def _suggestion(reference: str, recent: Sequence[Job]) -> str:
    known = [name for job in recent for name in (job.name, job.job_id)]
    near = difflib.get_close_matches(reference, dict.fromkeys(known), n=3, cutoff=0.6)
    return f"did you mean {', '.join(near)}?" if near else "`muster list` shows the jobs there are"
