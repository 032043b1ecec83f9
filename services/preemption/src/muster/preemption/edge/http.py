"""GET /v1/preemption/plans and POST /v1/preemption/dry-run: which jobs yield, or would yield, to a job.

Every process of a cell, leader or standby, answers from its own state; queries write nothing. Tenants can
query their own jobs, operators all jobs.
"""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, FastAPI, Query
from muster.api import ApiSettings, Caller, Description, create_app, not_found
from muster.api.cursors import ListAnswer, Order, Paging, converted
from muster.api.document.answers import answers
from muster.events.preemption_events import PreemptionPlanned
from muster.identity import MembershipFeed
from muster.jobs import PreemptionPolicyRequest
from muster.preemption.config import Settings
from muster.preemption.core import answers as planning
from muster.preemption.core.decisions import terms_of
from muster.preemption.core.state import ANSWERS, Answer
from muster.preemption.edge import policy
from muster.preemption.edge.answers import PlanAnswer, answer_json, shown_to
from muster.preemption.edge.queries import Asked, Known, Routing, ask, ask_soon
from pydantic import BaseModel, ConfigDict, Field

WAITING_MAX: Final = 100
"""Maximum number of pending questions; further ones are rejected immediately."""

ANSWERING_MS: Final = 50
"""Milliseconds that answering may delay the next batch; an answer in progress is finished."""

DESCRIPTION: Final = Description(
    text="Who yields to a job that is due GPUs which others hold.",
    tags={
        "preemption": "Plans, and plans tried without being written.",
        "policy": "The settings that change who yields.",
    },
    forms=(PreemptionPolicyRequest,),
)

router = APIRouter(tags=["preemption"])

_NEWEST: Final = Order({"at_ms": int, "job_id": str}, descending=True)


class DryRun(BaseModel):
    """The waiting job to plan for."""

    model_config = ConfigDict(extra="forbid")

    job: Annotated[str, Field(max_length=80, description="Id of a job that waits.")]


def build(settings: Settings, memberships: MembershipFeed | None = None) -> FastAPI:
    """Build the application; it answers once it is connected."""
    api = ApiSettings(auth=settings.auth(), memberships=memberships)
    return create_app("preemption", api, [router, policy.router], description=DESCRIPTION)


def connect(app: FastAPI, routing: Routing) -> FastAPI:
    """Attach the dependencies that the application's routes use."""
    app.state.routing = routing
    return app


@router.get(
    "/v1/preemption/plans",
    summary="Read the newest plan for a job, or for each job",
    responses=answers({200: ListAnswer[PlanAnswer]}, 429, 503),
)
async def plans(
    caller: Caller,
    routing: Asked,
    paging: Paging,
    job: Annotated[str, Query(max_length=80, description="Id of a job; empty: every job.")] = "",
) -> ListAnswer[PlanAnswer]:
    """The answer to the newest request of each job, for a day; newest first."""

    def newest(known: Known) -> list[Answer]:
        if job:
            found = known.state.get(ANSWERS, job)
            return [] if found is None else [found]
        return [answer for _, answer in known.state.scan(ANSWERS)]

    found = [each for each in await ask(routing, newest) if shown_to(caller, each.tenant)]
    return converted(paging.cut(found, _NEWEST), lambda each: answer_json(each, caller))


@router.post(
    "/v1/preemption/dry-run",
    summary="Try who would yield to a job now",
    responses=answers({200: PlanAnswer}, 404, 429, 503),
)
async def dry_run(caller: Caller, routing: Asked, body: DryRun) -> PlanAnswer:
    """Return the plan that a request of the job would get, its price, and the notice to each owner.

    Nothing is written, and nobody is notified. If the job was accepted a moment ago, the answer waits for it.
    Budgets, minimum run times and open plans count as they stand.
    """

    def tried(known: Known) -> Answer | None:
        found = planning.dry_run(known.world, body.job, terms_of(known.state, known.now_ms))
        if found is None:
            return None
        if isinstance(found, PreemptionPlanned):
            return Answer(known.now_ms, planned=found)
        return Answer(known.now_ms, declined=found)

    found = await ask_soon(routing, tried)
    if found is None or not shown_to(caller, found.tenant):
        raise not_found("job", body.job)
    return answer_json(found, caller, dry_run=True)
