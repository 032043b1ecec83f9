"""What people type for a job, made its id: the id, the beginning of one, or a name that one job has."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from typing import Final

from muster.client.client import Client
from muster.client.errors import Conflict, NotFound
from muster.client.resources import TERMINAL, Job

_ID_OF_API: Final = re.compile(r"job-[a-z2-7]{20}")
_ID: Final = re.compile(r"job-[a-z0-9-]{4,60}")
_RECENT_MAX: Final = 1000
_SHOWN_MAX: Final = 5


def resolve(client: Client, reference: str) -> str:
    """The id of the job that `reference` means.

    A whole id is taken as it is. Otherwise the newest jobs are looked through for an id that begins so, then
    for that name; of several, the only one that is not over is meant.

    Raises:
        NotFound: none fits; the closest are named.
        Conflict: several fit.
    """
    if _ID_OF_API.fullmatch(reference) or _exists(client, reference):
        return reference
    recent = list(client.jobs(limit=_RECENT_MAX))
    fitting = [job for job in recent if job.job_id.startswith(_prefix(reference))]
    fitting = fitting or [job for job in recent if job.name == reference]
    live = [job for job in fitting if job.state not in TERMINAL]
    chosen = live if len(fitting) > 1 and len(live) == 1 else fitting
    if not chosen:
        raise NotFound(f"no job has the id or the name {reference!r}", hint=_suggestion(reference, recent))
    if len(chosen) > 1:
        shown = ", ".join(f"{job.job_id} ({job.state.lower()})" for job in chosen[:_SHOWN_MAX])
        more = f" and {len(chosen) - _SHOWN_MAX} more" if len(chosen) > _SHOWN_MAX else ""
        raise Conflict(f"{reference!r} means {len(chosen)} jobs", hint=f"give an id: {shown}{more}")
    return chosen[0].job_id


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
