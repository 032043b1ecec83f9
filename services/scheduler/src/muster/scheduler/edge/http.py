"""GET /v1/jobs/{job_id}/explanation: why a job waits, or runs where it does (ADR 22); POST /v1/run-times.

Every scheduler of a cell answers, leader and standby, each from its own state; the answer says how far that
state has read the log. A tenant can ask about its own jobs only; any other job is not found.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, cast

from fastapi import APIRouter, Depends, FastAPI, Path, Request
from fastapi.responses import JSONResponse
from muster.api import ApiSettings, Caller, Description, create_app, not_found, unavailable
from muster.api.commands.bodies import read_body, read_form
from muster.api.document.answers import answers
from muster.api.document.bodies import described
from muster.api.questions import answered
from muster.identity import MembershipFeed
from muster.jobs import JobRequest, to_spec
from muster.journal import Leader
from muster.scheduler.config import Settings
from muster.scheduler.edge.explanation import ExplanationAnswer, explanation_json
from muster.scheduler.edge.questions import Questions
from pydantic import Field
from typing_extensions import TypedDict

ANSWER_S: Final = 5.0
"""Seconds that a request waits for its answer: many times the pause between two batches."""

router = APIRouter(tags=["jobs"])


DESCRIPTION: Final = Description(
    text="Why a job is where it is, said by the code that decides.",
    tags={"jobs": "Explanations of jobs that wait or run; how long one would run."},
    forms=(JobRequest,),
)


@dataclass(frozen=True, slots=True)
class Routing:
    """Dependencies of the routes.

    Attributes:
        questions: Queue of questions to the deciding thread.
        leader: Knows whether this process leads, and whether it has read the log yet.
        scheduler_id: Name of this process.
    """

    questions: Questions
    leader: Leader
    scheduler_id: str


def build(settings: Settings, memberships: MembershipFeed | None = None) -> FastAPI:
    """Build the application; it answers once it is connected."""
    api = ApiSettings(auth=settings.auth(), memberships=memberships)
    return create_app("scheduler", api, [router], description=DESCRIPTION)


def connect(app: FastAPI, settings: Settings, questions: Questions, leader: Leader) -> FastAPI:
    """Attach the dependencies that the application's routes use."""
    app.state.routing = Routing(questions, leader, settings.scheduler_id)
    return app


async def _routing(request: Request) -> Routing:
    return cast("Routing", request.app.state.routing)


@router.get(
    "/v1/jobs/{job_id}/explanation",
    summary="Explain why a job is where it is",
    responses=answers({200: ExplanationAnswer}, 404, 429),
)
async def explain_job(
    job_id: Annotated[str, Path(max_length=80)],
    caller: Caller,
    routing: Annotated[Routing, Depends(_routing)],
) -> JSONResponse:
    """The one reason, who is ahead, when it will start, what would start it now; or why it was placed there.

    As of the batch that `as_of` names; asking changes nothing.
    """
    if routing.leader.problem is not None:
        raise unavailable(f"this scheduler knows nothing yet: {routing.leader.problem}")
    found = await answered(lambda: routing.questions.ask(job_id), within_s=ANSWER_S, who="scheduler")
    if found is None or found.tenant != caller.tenant:
        raise not_found("job", job_id)
    answer: ExplanationAnswer = {
        **explanation_json(found),
        "answered_by": {"scheduler_id": routing.scheduler_id, "leading": routing.leader.leading},
    }
    return JSONResponse(answer)


class RunTimeAnswer(TypedDict):
    """How long one attempt would run on a GPU model; eight of ten end between shortest and longest."""

    gpu_model: str
    shortest_ms: Annotated[int | None, Field(description="null: not enough attempts to learn from.")]
    middle_ms: Annotated[int | None, Field(description="null: unknown, and the owner expects nothing.")]
    longest_ms: Annotated[int | None, Field(description="null: nothing bounds it.")]


class RunTimesAnswer(TypedDict):
    """How long a job would run, on each GPU model of the cell that it accepts."""

    basis: Annotated[str, Field(description="What it is based on.")]
    samples: Annotated[int, Field(description="Attempts learned from; 0: what the owner expects.")]
    models: list[RunTimeAnswer]


@router.post(
    "/v1/run-times",
    summary="Foresee how long a job would run",
    openapi_extra=described(JobRequest),
    responses=answers({200: RunTimesAnswer}, 422, 429),
)
async def foresee_run_times(
    request: Request, caller: Caller, routing: Annotated[Routing, Depends(_routing)]
) -> JSONResponse:
    """From attempts that ended, calibrated; nothing is submitted."""
    if routing.leader.problem is not None:
        raise unavailable(f"this scheduler knows nothing yet: {routing.leader.problem}")
    spec = to_spec(read_form(JobRequest, await read_body(request)), caller.subject, caller.team)
    found = await answered(
        lambda: routing.questions.ask_run_times(caller.tenant, spec), within_s=ANSWER_S, who="scheduler"
    )
    answer: RunTimesAnswer = {
        "basis": found.basis.value,
        "samples": found.samples,
        "models": [
            {
                "gpu_model": each.gpu_model,
                "shortest_ms": each.shortest_ms,
                "middle_ms": each.middle_ms,
                "longest_ms": each.longest_ms,
            }
            for each in found.models
        ],
    }
    return JSONResponse(answer)
