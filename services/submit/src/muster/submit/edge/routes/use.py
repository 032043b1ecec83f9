"""/v1/use: measured use of the hardware, live."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, Final

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse
from muster.api import Caller
from muster.api.cursors import ListAnswer, Order, Paging, converted
from muster.api.document.answers import answers
from muster.identity import Principal
from muster.submit.core.read_model import JobRow
from muster.submit.edge.answers.use import NodeUse, node_use_json
from muster.submit.edge.service import Here, Service

router = APIRouter(tags=["nodes"])
_BY_ID: Final = Order({"node_id": str})


@router.get(
    "/v1/use", summary="Read the measured use of nodes", responses=answers({200: ListAnswer[NodeUse]})
)
async def read_use(
    caller: Caller,
    service: Here,
    paging: Paging,
    job_id: Annotated[
        str | None, Query(max_length=80, description="Only tasks of this job, and nodes that run them.")
    ] = None,
) -> JSONResponse:
    """Return what live nodes last reported of their GPUs, CPU and memory, and of the caller's jobs on them.

    Figures are from heartbeats, every 5 s by default; a node whose lease has expired is left out.
    """
    reported = await service.use.newest()
    if job_id is not None:
        jobs = await _jobs(service, caller, {job_id})
        page = paging.cut([each for each in reported if each.tasks(jobs)], _BY_ID)
    else:
        page = paging.cut(reported, _BY_ID)
        running = {task.job_id for each in page["items"] for task in each.all_tasks}
        jobs = await _jobs(service, caller, running)
    return JSONResponse(converted(page, lambda each: node_use_json(each, jobs)))


async def _jobs(service: Service, caller: Principal, job_ids: Collection[str]) -> Mapping[str, JobRow]:
    """Return the jobs with these ids that belong to the caller's tenant, by id."""
    found = await service.queries.jobs_by_id(caller.tenant, sorted(job_ids))
    return {job.job_id: job for job in found}
