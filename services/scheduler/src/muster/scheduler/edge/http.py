"""GET /v1/jobs/{job_id}/explanation: why a job is where it is, said by the code that decides (ADR 22).

Every scheduler of a cell answers, the leader and those that stand by, each from its own state; the answer
says how far that has read. A tenant asks about its own jobs: any other does not exist for it.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Annotated, Final, cast

from fastapi import APIRouter, Depends, FastAPI, Path, Request
from fastapi.responses import JSONResponse
from muster.api import ApiSettings, Caller, Description, Problem, create_app, not_found, unavailable
from muster.api.document.answers import answers
from muster.identity import MembershipFeed
from muster.journal import Leader
from muster.scheduler.config import Settings
from muster.scheduler.edge.explanation import ExplanationAnswer, explanation_json
from muster.scheduler.edge.questions import Questions, TooManyQuestions

ANSWER_S: Final = 5.0
"""How long a question waits to be answered: many times the pause between two batches."""

router = APIRouter(tags=["jobs"])


DESCRIPTION: Final = Description(
    text="Why a job is where it is, said by the code that decides.",
    tags={"jobs": "Explanations of jobs that wait or run."},
)


@dataclass(frozen=True, slots=True)
class Here:
    """What the routes use.

    Attributes:
        questions: To the thread that decides.
        leader: Whether this process leads, and whether it knows anything yet.
        scheduler_id: Who this process is.
    """

    questions: Questions
    leader: Leader
    scheduler_id: str


def build(
    settings: Settings, questions: Questions, leader: Leader, memberships: MembershipFeed | None = None
) -> FastAPI:
    """The application."""
    api = ApiSettings(auth=settings.auth(), memberships=memberships)
    app = create_app("scheduler", api, [router], description=DESCRIPTION)
    app.state.here = Here(questions, leader, settings.scheduler_id)
    return app


async def _here(request: Request) -> Here:
    return cast("Here", request.app.state.here)


@router.get(
    "/v1/jobs/{job_id}/explanation",
    summary="Explain why a job is where it is",
    responses=answers({200: ExplanationAnswer}, 404, 429),
)
async def explain_job(
    job_id: Annotated[str, Path(max_length=80)], caller: Caller, here: Annotated[Here, Depends(_here)]
) -> JSONResponse:
    """The one reason, who is ahead, when it will start, what would start it now; or why it was placed there.

    As of the batch that `as_of` names; asking changes nothing.
    """
    if here.leader.problem is not None:
        raise unavailable(f"this scheduler knows nothing yet: {here.leader.problem}")
    try:
        asked = asyncio.wrap_future(here.questions.ask(job_id))
        found = await asyncio.wait_for(asked, ANSWER_S)
    except TooManyQuestions:
        raise Problem(429, "too-many-requests", "Too many requests", "too many questions wait") from None
    except TimeoutError:
        raise unavailable("this scheduler is too busy to answer, or does not reach its log") from None
    if found is None or found.tenant != caller.tenant:
        raise not_found("job", job_id)
    answer: ExplanationAnswer = {
        **explanation_json(found),
        "answered_by": {"scheduler_id": here.scheduler_id, "leading": here.leader.leading},
    }
    return JSONResponse(answer)
