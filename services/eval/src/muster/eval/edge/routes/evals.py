"""Evaluations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Request, Response
from muster.api import Caller, Submitter, not_found
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.bodies import read_body, read_texts
from muster.api.commands.routes import NOT_OLDER, Gateway, WaitS
from muster.api.cursors import ListAnswer, Paging, listed
from muster.api.document.answers import answers, asked
from muster.api.document.bodies import described
from muster.eval.core.reporting.rendering import MEDIA_TYPES, Form, render
from muster.eval.core.reporting.report import CASES_MAX, PAGE_CASES_MAX, TEXTS_MAX, report_of
from muster.eval.core.requests import about
from muster.eval.edge.routes import queries
from muster.eval.edge.routes.comparisons import CHANGED, ComparisonAnswer, compared, figures
from muster.eval.edge.routes.money import dollars
from muster.eval.edge.routes.queries import CaseAnswer, EvalAnswer
from muster.eval.edge.routes.texts import shown_texts
from muster.eval.edge.stored import Stored
from muster.events.eval_commands import StartEval, StopEval
from muster.golden.configs import NAME
from muster.terminal.pages import POLICY

RunId = Annotated[str, Path(pattern=NAME, description="Id of the evaluation.", examples=["ci-4711"])]

START: Final[Mapping[str, Any]] = {
    "type": "object",
    "title": "EvalRequest",
    "required": ["repository", "config"],
    "properties": {
        "repository": {"type": "string", "description": "NAMESPACE/NAME."},
        "revision": {
            "type": "string",
            "description": "Commit, branch, tag or pointer. Name the commit of a version just pushed: its "
            "branch leads there only once this service has read of it.",
            "default": "main",
        },
        "config": {"type": "string", "description": "Name of an eval config."},
        "url": {"type": "string", "description": "Where this version is served; else the config says."},
        "sha": {
            "type": "string",
            "description": "Git commit to post the verdict to, at the code host that the config names.",
        },
        "cap": {"type": "string", "description": "Most it may cost, US dollars; absent: as the config says."},
    },
    "additionalProperties": False,
}

STOP: Final[Mapping[str, Any]] = {
    "type": "object",
    "title": "StopRequest",
    "properties": {"reason": {"type": "string", "description": "Why; it stands in the record."}},
    "additionalProperties": False,
}

router = APIRouter(tags=["evaluations"])


@router.put(
    "/v1/evals/{run}",
    status_code=202,
    summary="Evaluate a version",
    openapi_extra=described(START),
    responses=asked(Decided, Receipt, 404, 409, 422),
)
async def start(
    run: RunId, request: Request, caller: Submitter, gateway: Gateway, wait_s: WaitS = 0
) -> Response:
    """The id is the caller's: a request that is sent twice starts one evaluation."""
    said = read_texts(
        await read_body(request), repository="", revision="main", config="", url="", sha="", cap=""
    )
    found = await queries.version(gateway.tables, caller.tenant, said["repository"], said["revision"])
    if found is None:
        raise not_found("version", f"{said['repository']}@{said['revision']}")
    repository, commit = found
    command = StartEval(
        run=run,
        repository=repository,
        commit=commit,
        config=said["config"],
        url=said["url"] or None,
        cap_micros=dollars("cap", said["cap"]) if said["cap"] else None,
        tenant=caller.tenant,
        requested_by=caller.subject,
        sha=said["sha"],
    )
    return await gateway.send(caller, command, about(command).key, wait_s)


@router.post(
    "/v1/evals/{run}/stop",
    status_code=202,
    summary="Stop an evaluation",
    openapi_extra=described(STOP),
    responses=asked(Decided, Receipt, 404, 422),
)
async def stop(
    run: RunId, request: Request, caller: Submitter, gateway: Gateway, wait_s: WaitS = 0
) -> Response:
    """It ends at once, and its gate is decided from the results that count by then."""
    said = read_texts(await read_body(request), reason="")
    command = StopEval(run=run, reason=said["reason"], tenant=caller.tenant, requested_by=caller.subject)
    return await gateway.send(caller, command, about(command).key, wait_s)


@router.get(
    "/v1/evals",
    summary="List evaluations",
    dependencies=[NOT_OLDER],
    responses=answers({200: ListAnswer[EvalAnswer]}, 503),
)
async def list_evals(
    caller: Caller,
    gateway: Gateway,
    paging: Paging,
    repository: Annotated[str, Query(max_length=200, description="NAMESPACE/NAME; without it all.")] = "",
) -> ListAnswer[EvalAnswer]:
    """List those of the organisation, the newest first."""
    return await queries.evals(gateway.tables, caller.tenant, repository, paging)


@router.get(
    "/v1/evals/{run}",
    summary="Read an evaluation: how far it is, and its verdict",
    dependencies=[NOT_OLDER],
    responses=answers({200: EvalAnswer}, 404, 503),
)
async def read_eval(run: RunId, caller: Caller, gateway: Gateway) -> EvalAnswer:
    """One of the organisation's."""
    return await _existing(run, caller.tenant, gateway)


@router.get(
    "/v1/evals/{run}/cases",
    summary="List results of an evaluation",
    dependencies=[NOT_OLDER],
    responses=answers({200: ListAnswer[CaseAnswer]}, 404, 503),
)
async def list_cases(
    run: RunId,
    caller: Caller,
    gateway: Gateway,
    paging: Paging,
    *,
    which: Annotated[
        queries.Which,
        Query(description="flipped: another score than the version in production, the worst first."),
    ] = "all",
    task: Annotated[str, Query(max_length=63, description="Only of this task.")] = "",
    code: Annotated[str, Query(max_length=100, description="Only those without a score for it.")] = "",
) -> ListAnswer[CaseAnswer]:
    """In the order of the run."""
    await _existing(run, caller.tenant, gateway)
    kinds = queries.FLIPPED_KEY if which == "flipped" else queries.CASE_KEY
    page = await queries.cases(
        gateway.tables,
        run,
        which=which,
        task=task,
        code=code,
        limit=paging.limit,
        behind=paging.behind(kinds),
    )
    return listed(page.rows, page.next_key)


@router.get(
    "/v1/evals/{run}/comparison",
    summary="Compare an evaluation with another of the same golden set",
    dependencies=[NOT_OLDER],
    responses=answers({200: ComparisonAnswer}, 404, 422, 503),
)
async def compare(
    run: RunId,
    caller: Caller,
    gateway: Gateway,
    *,
    baseline: Annotated[
        str,
        Query(max_length=63, description="An evaluation; absent: the one that the verdict compares with."),
    ] = "",
    limit: Annotated[int, Query(ge=1, le=queries.LISTED_MAX, description="Most flipped cases.")] = CHANGED,
) -> ComparisonAnswer:
    """Case by case, by the bounds of the gate. 422 if golden sets or judges differ."""
    return await compared(gateway.tables, caller.tenant, run, baseline, limit)


@router.get(
    "/v1/evals/{run}/report",
    summary="Read the verdict as text, Markdown, JUnit XML, SARIF, JSON or HTML",
    response_class=Response,
    dependencies=[NOT_OLDER],
    responses={
        200: {"description": "The report.", "content": {kind: {} for kind in MEDIA_TYPES.values()}},
        **answers({}, 404, 503),
    },
)
async def read_report(
    run: RunId,
    caller: Caller,
    gateway: Gateway,
    stored: Stored,
    form: Annotated[Form, Query(alias="format", description="Of the answer.")] = Form.TEXT,
) -> Response:
    """With the worst cases; as HTML with questions and answers. Texts are escaped as each form needs it."""
    found = await _existing(run, caller.tenant, gateway)
    if form is not Form.HTML:
        report = report_of(found, await queries.examples(gateway.tables, run, CASES_MAX))
        return Response(render(report, form), media_type=MEDIA_TYPES[form])
    examples = await queries.examples(gateway.tables, run, PAGE_CASES_MAX)
    named = [each["case_id"] for each in examples[:TEXTS_MAX]]
    texts = await shown_texts(gateway.tables, stored, caller.tenant, run, named)
    lines = [{**each, "texts": texts.get(each["case_id"])} for each in examples]
    report = report_of(found, lines, await figures(gateway.tables, caller.tenant, run))
    policy = {"Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'; sandbox"}
    return Response(render(report, form), media_type=MEDIA_TYPES[form], headers=policy)


async def _existing(run: str, tenant: str, gateway: Gateway) -> EvalAnswer:
    found = await queries.evaluation(gateway.tables, tenant, run)
    if found is None:
        raise not_found("evaluation", run)
    return found
