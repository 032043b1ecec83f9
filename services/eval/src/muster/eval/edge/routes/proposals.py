"""Cases that are proposed for a golden set."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from muster.api import Caller, Submitter, invalid_request, not_found, unavailable
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.bodies import read_body, read_texts
from muster.api.commands.routes import NOT_OLDER, Gateway, WaitS
from muster.api.cursors import ListAnswer, Order, Paging
from muster.api.document.answers import Time, answers, asked
from muster.api.document.bodies import described
from muster.eval.core.configs.documents import GoldenText, case_schema, cases_of, parse_cases
from muster.eval.core.proposals import LIVE, SOURCE_MAX, similar, with_case
from muster.eval.core.requests import about
from muster.eval.edge.routes import queries
from muster.eval.edge.routes.sets import SetName
from muster.eval.edge.stored import GoldenSets, Stored
from muster.events.eval_commands import DecideProposal, ProposeCase
from muster.events.shared.command_answers import Violation
from muster.golden.lines import proposal_id
from muster.jobs import InvalidDocument
from muster.jobs.documents.refusal import invalid
from muster.store import StoreUnavailable
from muster.views.reading.tables import Tables
from typing_extensions import TypedDict

ProposalId = Annotated[
    str, Path(pattern=r"^[0-9a-f]{16}$", description="Id of the proposal.", examples=["9b9b9b9b9b9b9b9b"])
]

DECISION: Final[Mapping[str, Any]] = {
    "type": "object",
    "title": "ProposalDecision",
    "required": ["decision"],
    "properties": {
        "decision": {"type": "string", "enum": ["accept", "reject"]},
        "reason": {"type": "string", "description": "Why; it stands in the record."},
    },
    "additionalProperties": False,
}

router = APIRouter(tags=["golden sets"])


class ProposalAnswer(TypedDict):
    """A case that is proposed for a golden set."""

    proposal: str
    case_id: str
    task: str
    state: Annotated[str, "open, accepted or rejected"]
    source: Annotated[str, "Where the case comes from."]
    proposed_by: str
    proposed_at: Time
    reason: Annotated[str, "Why it was accepted or rejected."]
    decided_by: Annotated[str, "Empty: nobody has decided."]
    decided_at: Time | None


class SimilarCase(TypedDict):
    """A case of the set that says almost the same."""

    case_id: str
    similarity: Annotated[float, "Share of runs of three words that both have, at least one half; 1: equal."]


class ProposedCaseAnswer(TypedDict):
    """A proposal with its case."""

    proposal: ProposalAnswer
    case: Annotated[Any, "The case, as a line of a golden set."]
    similar: Annotated[
        list[SimilarCase], "Other cases that should share its cluster, the most similar first."
    ]


class _Digest(TypedDict):
    digest: str


@router.get(
    "/v1/golden-sets/{name}/proposals",
    summary="List cases that are proposed for a golden set",
    dependencies=[NOT_OLDER],
    responses=answers({200: ListAnswer[ProposalAnswer]}, 503),
)
async def list_proposals(
    name: SetName,
    caller: Caller,
    gateway: Gateway,
    paging: Paging,
    *,
    state: Annotated[
        Literal["open", "accepted", "rejected", "all"], Query(description="Which of them.")
    ] = "open",
) -> ListAnswer[ProposalAnswer]:
    """List the newest first, without their texts."""
    wanted = {"tenant": caller.tenant, "name": name, "proposal": "", "state": state}
    return await paging.read(gateway.tables, ProposalAnswer, _PROPOSALS, wanted, _NEWEST)


@router.get(
    "/v1/golden-sets/{name}/proposals/{proposal}",
    summary="Read a proposed case",
    dependencies=[NOT_OLDER],
    responses=answers({200: ProposedCaseAnswer}, 404, 503),
)
async def read_proposal(
    name: SetName, proposal: ProposalId, caller: Caller, gateway: Gateway, stored: Stored
) -> ProposedCaseAnswer:
    """With its text, and with cases of the set in force that say almost the same."""
    wanted = {"tenant": caller.tenant, "name": name, "proposal": proposal, "state": "all"}
    found = await gateway.tables.row(ProposalAnswer, _PROPOSALS, wanted)
    if found is None:
        raise not_found("proposal", proposal)
    line = await _line(gateway.tables, stored, caller.tenant, name, proposal)
    case = json.loads(line)
    lines = await _set_lines(gateway.tables, stored, caller.tenant, name)
    near = await run_in_threadpool(similar, lines[1], line)
    others: list[SimilarCase] = [
        {"case_id": each, "similarity": round(share, 3)} for each, share in near if each != case["id"]
    ]
    return {"proposal": found, "case": case, "similar": others}


@router.post(
    "/v1/golden-sets/{name}/proposals",
    status_code=202,
    summary="Propose a case for a golden set",
    openapi_extra=described(case_schema()),
    responses=asked(Decided, Receipt, 404, 422, 503),
)
async def propose(
    name: SetName,
    request: Request,
    caller: Submitter,
    gateway: Gateway,
    stored: Stored,
    *,
    source: Annotated[str, Query(max_length=SOURCE_MAX, description="Where it comes from: a ticket.")] = "",
    wait_s: WaitS = 0,
) -> Response:
    """As a failure in production. Without `id` it gets one; without `provenance` it is of production."""
    case = _case(await read_body(request), source)
    [parsed] = cases_of(case.lines)
    await _stored(stored, caller.tenant, case)
    command = ProposeCase(
        proposal=proposal_id(case.digest),
        golden_set=name,
        digest=case.digest,
        case=parsed.id,
        task=parsed.task,
        source=source,
        tenant=caller.tenant,
        requested_by=caller.subject,
    )
    return await gateway.send(caller, command, about(command).key, wait_s)


@router.post(
    "/v1/golden-sets/{name}/proposals/{proposal}/decision",
    status_code=202,
    summary="Accept or reject a proposed case",
    openapi_extra=described(DECISION),
    responses=asked(Decided, Receipt, 404, 422, 503),
)
async def decide(  # noqa: PLR0917 - FastAPI fills them in
    name: SetName,
    proposal: ProposalId,
    request: Request,
    caller: Submitter,
    gateway: Gateway,
    stored: Stored,
    *,
    wait_s: WaitS = 0,
) -> Response:
    """An accepted case is part of the set that is in force from then on, for runs that start later."""
    said = read_texts(await read_body(request), decision="", reason="")
    if said["decision"] not in ("accept", "reject"):
        raise invalid_request([invalid("decision", said["decision"] or "missing", "accept or reject")])
    command = DecideProposal(
        proposal=proposal,
        golden_set=name,
        accepted=said["decision"] == "accept",
        reason=said["reason"],
        tenant=caller.tenant,
        requested_by=caller.subject,
    )
    if command.accepted:
        line = await _line(gateway.tables, stored, caller.tenant, name, proposal)
        command = await _with_set(command, line, gateway.tables, stored)
    return await gateway.send(caller, command, about(command).key, wait_s)


def _case(data: Any, source: str) -> GoldenText:
    """Return the case of a body as a golden set of one line; errors name its fields."""
    if not isinstance(data, dict):
        raise invalid_request([invalid("(document)", data, "a case: an object with task and prompt")])
    filled: dict[str, Any] = {
        "provenance": {"origin": "production", "source": source},
        "subset": LIVE,
        **data,
    }
    if filled["subset"] != LIVE:
        raise invalid_request([invalid("subset", filled["subset"], f"{LIVE}, or left out")])
    if "id" not in filled:
        text = json.dumps(filled, sort_keys=True, ensure_ascii=False)
        filled["id"] = f"production-{hashlib.sha256(text.encode()).hexdigest()[:12]}"
    try:
        return parse_cases(json.dumps(filled, ensure_ascii=False).encode())
    except InvalidDocument as error:
        raise invalid_request([_of_case(each) for each in error.violations]) from None


def _of_case(violation: Violation) -> Violation:
    return replace(violation, field=violation.field.removeprefix("line 1").removeprefix(".") or "(document)")


async def _with_set(
    command: DecideProposal, line: bytes, tables: Tables, stored: GoldenSets
) -> DecideProposal:
    """Return an acceptance with the set in force and the set with the case, which is stored."""
    before, lines = await _set_lines(tables, stored, command.tenant, command.golden_set)
    try:
        golden = await run_in_threadpool(with_case, lines, line)
        await run_in_threadpool(stored.put_set, command.tenant, golden)
    except InvalidDocument as error:
        raise invalid_request(error.violations) from None
    except StoreUnavailable as error:
        raise unavailable(str(error)) from error
    return replace(
        command,
        replaces=before,
        digest=golden.digest,
        tasks=golden.tasks,
        comparable=golden.comparable,
    )


async def _set_lines(tables: Tables, stored: GoldenSets, tenant: str, name: str) -> tuple[str, bytes]:
    """Return digest and lines of the golden set in force."""
    found = await queries.sets(tables, tenant, name)
    if not found:
        raise not_found("golden set", name)
    digest = found[0]["digest"]
    try:
        return digest, await run_in_threadpool(stored.get_set, tenant, digest)
    except StoreUnavailable as error:
        raise unavailable(str(error)) from error


async def _stored(stored: GoldenSets, tenant: str, case: GoldenText) -> None:
    try:
        await run_in_threadpool(stored.put_case, tenant, case)
    except StoreUnavailable as error:
        raise unavailable(str(error)) from error


async def _line(tables: Tables, stored: GoldenSets, tenant: str, name: str, proposal: str) -> bytes:
    """Return the line of a proposed case."""
    wanted = {"tenant": tenant, "name": name, "proposal": proposal}
    row = await tables.row(_Digest, _DIGEST, wanted)
    if row is None:
        raise not_found("proposal", proposal)
    try:
        return await run_in_threadpool(stored.get_case, tenant, row["digest"])
    except StoreUnavailable as error:
        raise unavailable(str(error)) from error


_PROPOSALS: Final = """
SELECT proposal, case_id, task, CASE WHEN accepted THEN 'accepted' WHEN NOT accepted THEN 'rejected'
       ELSE 'open' END AS state, source, proposed_by, proposed_at_ms AS proposed_at,
       coalesce(reason, '') AS reason, coalesce(decided_by, '') AS decided_by, decided_at_ms AS decided_at
FROM proposals
WHERE tenant = %(tenant)s AND golden_set = %(name)s AND %(proposal)s IN ('', proposal)
  AND CASE %(state)s WHEN 'open' THEN accepted IS NULL WHEN 'accepted' THEN accepted
      WHEN 'rejected' THEN NOT accepted ELSE true END
"""
_NEWEST: Final = Order({"proposed_at": int, "proposal": str}, descending=True)

_DIGEST: Final = """
SELECT digest FROM proposals WHERE tenant = %(tenant)s AND golden_set = %(name)s AND proposal = %(proposal)s
"""
