"""Refusal of jobs that their queues do not take, before they are on the log: no record of them stays.

A refusal is certain only if the projection is current. So it waits UNKNOWN_S for a queue that is being
created or changed, and until the projection has every fact that was on the log. Any doubtful job is sent: the
scheduler decides it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus

from muster.api import Problem
from muster.api.commands.gateway import STATUS
from muster.events.job_commands import JobSpec
from muster.events.refusal import Refusal
from muster.events.topics import JOB_EVENTS
from muster.identity import Principal
from muster.submit.core.queue_check import queue_refusals
from muster.submit.core.read_model import QueueSettingsRow
from muster.submit.edge.service import Service
from muster.views.view import Unavailable


async def refused_by_queues(
    service: Service, caller: Principal, specs: Mapping[str, JobSpec], rows: Sequence[QueueSettingsRow]
) -> Mapping[str, Problem]:
    """Return the problems of jobs that their queues refuse for certain, by job id.

    Args:
        service: Queries and gateway.
        caller: Owner of the jobs.
        specs: Jobs by id; one that exists already is not judged again, however its queue is now.
        rows: The queues as projected; empty: not known.

    Raises:
        Problem: 503 the log does not answer.
    """
    doubtful = queue_refusals(specs, caller.tenant, rows)
    if not doubtful:
        return {}
    try:
        existing = await service.queries.jobs_by_id(caller.tenant, list(doubtful))
        new = {job_id: specs[job_id] for job_id in doubtful.keys() - {job.job_id for job in existing}}
        return await _certain(service, caller, new) if new else {}
    except Unavailable:
        return {}


async def _certain(
    service: Service, caller: Principal, specs: Mapping[str, JobSpec]
) -> Mapping[str, Problem]:
    async def refusals() -> Mapping[str, Refusal]:
        rows = await service.queries.queue_settings(caller.tenant)
        return queue_refusals(specs, caller.tenant, rows)

    async def none_refused() -> bool | None:
        return True if not await refusals() else None

    if await service.gateway.find_soon(none_refused) or not await service.gateway.knows_all([JOB_EVENTS]):
        return {}
    return {job_id: _problem(refusal) for job_id, refusal in (await refusals()).items()}


def _problem(refusal: Refusal) -> Problem:
    """Return a problem with the status and type of the scheduler's rejection of such a job."""
    status = HTTPStatus(STATUS[refusal.code])
    code = refusal.code.value.lower().replace("_", "-")
    title = "The queue does not take the job"
    return Problem(status, code, title, refusal.message, violations=refusal.violations)
