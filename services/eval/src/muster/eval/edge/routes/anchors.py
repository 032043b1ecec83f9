"""Kept answers that a judge scores as answers in production: without expected texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response
from muster.api import Caller, Submitter, not_found
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.bodies import read_body, read_texts
from muster.api.commands.routes import NOT_OLDER, Gateway, WaitS
from muster.api.document.answers import Time, answers, asked
from muster.api.document.bodies import described
from muster.eval.core.requests import about
from muster.eval.core.runs.anchors import CASES_MAX
from muster.eval.edge.routes import queries
from muster.eval.edge.routes.evals import RunId
from muster.eval.edge.routes.money import dollars
from muster.events.eval_commands import ScoreAnswers
from typing_extensions import TypedDict

CASES: Final = 200
"""Cases of a run that names no number."""

Cases = Annotated[int, Query(ge=1, le=CASES_MAX, description="Most cases, the same ones in each run.")]
Fresh = Annotated[bool, Query(description="Whether the judge is asked for every verdict, kept ones too.")]

SCORE: Final[Mapping[str, Any]] = {
    "type": "object",
    "title": "ScoreAnswersRequest",
    "required": ["config", "repository"],
    "properties": {
        "config": {"type": "string", "description": "Name of an eval config with a judge."},
        "repository": {"type": "string", "description": "NAMESPACE/NAME whose kept answers are scored."},
        "revision": {"type": "string", "description": "A branch, tag, pointer or commit.", "default": "main"},
        "judge_hash": {"type": "string", "description": "Hash that the judge must have; absent: any."},
        "cap": {"type": "string", "description": "Most it may cost, US dollars; absent: as the config says."},
    },
    "additionalProperties": False,
}

router = APIRouter(tags=["calibration"])


class AnswerScoreAnswer(TypedDict):
    """Score of one kept answer."""

    case: Annotated[str, "Id of the case; never a held-out one."]
    task: str
    score: Annotated[float | None, "0 to 1; null: there is none."]
    unread: Annotated[int, "Verdicts that could not be read; each counts as 1."]
    code: Annotated[str, "Why there is no score; empty: there is one."]


class AnchorTaskAnswer(TypedDict):
    """Chosen cases of one task."""

    task: str
    cases: Annotated[int, "Number of chosen cases, as far as the run went."]
    missing: Annotated[int, "Those of which no answer is kept."]


class AnswerScoresAnswer(TypedDict):
    """Kept answers of a version, scored without expected texts."""

    run: str
    state: Annotated[str, "running, completed, stopped or failed"]
    reason: Annotated[str, "Why it ended early, in one sentence."]
    code: str
    config: str
    judge: Annotated[str, "Model and version; empty: nothing was scored."]
    judge_hash: Annotated[str, "Model, version, prompt and sampling of the judge."]
    repository: Annotated[str, "Model whose answers were scored."]
    commit: str
    golden_set: Annotated[str, "SHA-256 of the golden set."]
    cases: Annotated[int, "Most cases."]
    fresh: Annotated[bool, "Whether the judge was asked for every verdict."]
    results: list[AnswerScoreAnswer]
    tasks: list[AnchorTaskAnswer]
    requested_by: str
    started_at: Time
    ended_at: Time | None
    cost: Annotated[str | None, "US dollars at most; null: not ended, or the judge has no price."]
    cap: Annotated[str | None, "Most that it may cost, US dollars; null: no limit."]


@router.put(
    "/v1/eval-answer-scores/{run}",
    status_code=202,
    summary="Score kept answers as answers in production are scored",
    openapi_extra=described(SCORE),
    responses=asked(Decided, Receipt, 404, 409, 422),
)
async def score(
    run: RunId,
    request: Request,
    caller: Submitter,
    gateway: Gateway,
    *,
    cases: Cases = CASES,
    fresh: Fresh = False,
    wait_s: WaitS = 0,
) -> Response:
    """The id is the caller's: a request that is sent twice starts one run. It stops as an evaluation."""
    said = read_texts(
        await read_body(request), config="", repository="", revision="main", judge_hash="", cap=""
    )
    found = await queries.version(gateway.tables, caller.tenant, said["repository"], said["revision"])
    if found is None:
        raise not_found("version", f"{said['repository']}@{said['revision']}")
    repository, commit = found
    command = ScoreAnswers(
        run=run,
        config=said["config"],
        repository=repository,
        commit=commit,
        cases=cases,
        fresh=fresh,
        judge_hash=said["judge_hash"],
        cap_micros=dollars("cap", said["cap"]) if said["cap"] else None,
        tenant=caller.tenant,
        requested_by=caller.subject,
    )
    return await gateway.send(caller, command, about(command).key, wait_s)


@router.get(
    "/v1/eval-answer-scores/{run}",
    summary="Read the scores of kept answers",
    dependencies=[NOT_OLDER],
    responses=answers({200: AnswerScoresAnswer}, 404, 503),
)
async def read_scores(run: RunId, caller: Caller, gateway: Gateway) -> AnswerScoresAnswer:
    """One run of the organisation's."""
    key = {"tenant": caller.tenant, "run": run}
    found = await gateway.tables.row(AnswerScoresAnswer, _SCORES, key)
    if found is None:
        raise not_found("run over kept answers", run)
    return found


_SCORES: Final = """
SELECT q.run, coalesce(lower(q.outcome), 'running') AS state, coalesce(q.why_ended, '') AS reason,
       coalesce(q.code, '') AS code, q.config, coalesce(q.judge, '') AS judge, q.judge_hash,
       coalesce(p.full_name, q.repository) AS repository, q.commit, q.golden_set, q.cases, q.fresh,
       coalesce(q.answers, '[]') AS results, coalesce(q.answer_tasks, '[]') AS tasks, q.requested_by,
       q.started_at_ms AS started_at, q.ended_at_ms AS ended_at,
       CASE WHEN q.priced
            THEN to_char((q.spent_micros + q.unsettled_micros) / 1e6, 'FM999999990.009999') END AS cost,
       to_char(q.cap_micros / 1e6, 'FM999999990.009999') AS cap
FROM probes q LEFT JOIN repositories p USING (repository)
WHERE q.tenant = %(tenant)s AND q.run = %(run)s AND q.anchors > 0
"""
