"""Resolve what people type for a job to its id: the id, its beginning or end, or a unique name."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from muster.client.errors import Conflict, NotFound
from muster.client.resources import TERMINAL, Job
from muster.client.sync.client import Client
from muster.jobs.values.timed_ids import made_at_ms

_ID_OF_API: Final = re.compile(r"job-[a-z2-7]{20}")
_PREFIX: Final = re.compile(r"job-[a-z0-9-]{2,60}")
"""At least two characters, so that a short name is not taken for the prefix of an id."""
_END: Final = re.compile(r"[a-z0-9]{4,20}")
_RECENT_MAX: Final = 400
_FOUND_MAX: Final = 100
_SHOWN_MAX: Final = 5


def resolve(client: Client, reference: str, *, on_newest: Callable[[int], None] | None = None) -> str:
    """Return the id of the job that `reference` names.

    A complete id is returned unchanged; a prefix must match exactly one job. Anything else is a name: if
    several jobs share it, it means the only one that has not ended; for commands that only read, the newest.
    What is not a name may be the end of an id, as tables show it: of one of the newest _RECENT_MAX jobs.

    Args:
        client: Client to look up jobs.
        reference: Text typed by the user.
        on_newest: Called with the number of jobs that share the name when the newest is chosen; None: an
            ambiguous name is an error.

    Raises:
        NotFound: no job matches; the hint names the closest matches.
        Conflict: several jobs match; the hint lists them.
    """
    if _ID_OF_API.fullmatch(reference) or made_at_ms(reference) is not None:
        return reference
    if (job_id := _begun(client, reference)) is not None:
        return job_id
    recent = list(client.jobs(limit=_RECENT_MAX))
    named = _named(client, reference, recent)
    live = [job for job in named if job.state not in TERMINAL]
    if not named and (ended := _ended(reference, recent)) is not None:
        return ended
    if not named:
        raise NotFound(f"no job has the id or name {reference!r}", hint=_suggestion(reference, recent))
    if len(named) == 1 or len(live) == 1:
        return (live or named)[0].job_id
    if on_newest is not None:
        on_newest(len(named))
        return named[0].job_id
    raise Conflict(f"{len(named)} jobs are named {reference!r}", hint=f"use an id: {_listed(live or named)}")


def with_ids(client: Client, after: Mapping[str, Any]) -> dict[str, Any]:
    """Return the jobs to start after by id, however each is named.

    Raises:
        NotFound, Conflict: as raised by `resolve`; an ambiguous name is an error.
    """
    return {resolve(client, reference): required for reference, required in after.items()}


def _begun(client: Client, prefix: str) -> str | None:
    """Return the id with this prefix; None if there is none, or it cannot be a prefix.

    Raises:
        Conflict: several ids have the prefix, and none equals it.
    """
    if not _PREFIX.fullmatch(prefix):
        return None
    found = list(client.jobs(id_prefix=prefix, limit=_SHOWN_MAX + 1))
    if len(found) <= 1:
        return found[0].job_id if found else None
    if _exists(client, prefix):
        return prefix
    raise Conflict(f"several ids begin with {prefix!r}", hint=f"type more of the id: {_listed(found)}")


def _ended(end: str, recent: Sequence[Job]) -> str | None:
    """Return the id with this end; None if there is none, or it is too short to be one.

    Raises:
        Conflict: several ids have the end.
    """
    if not _END.fullmatch(end):
        return None
    found = [job for job in recent if job.job_id.endswith(end)]
    if len(found) > 1:
        raise Conflict(f"several ids end with {end!r}", hint=f"type more of the id: {_listed(found)}")
    return found[0].job_id if found else None


def _named(client: Client, name: str, recent: Sequence[Job]) -> list[Job]:
    """Return the jobs with a name, newest first, among recent jobs or else among all."""
    found = [job for job in recent if job.name == name]
    if found:
        return found
    of_all = (job for job in client.jobs(text=name, limit=_FOUND_MAX) if job.name == name)
    return sorted(of_all, key=lambda job: job.raw.get("submitted_at") or "", reverse=True)


def _listed(jobs: Sequence[Job]) -> str:
    shown = ", ".join(f"{job.job_id} ({job.name}, {job.state.lower()})" for job in jobs[:_SHOWN_MAX])
    return f"{shown} and others" if len(jobs) > _SHOWN_MAX else shown


def _exists(client: Client, job_id: str) -> bool:
    """Return whether a job has exactly this id: ids chosen by other senders may be prefixes of others."""
    try:
        client.job(job_id)
    except NotFound:
        return False
    return True


def _suggestion(reference: str, recent: Sequence[Job]) -> str:
    known = [name for job in recent for name in (job.name, job.job_id)]
    near = difflib.get_close_matches(reference, dict.fromkeys(known), n=3, cutoff=0.6)
    return f"did you mean {', '.join(near)}?" if near else "`muster list` lists the jobs"
