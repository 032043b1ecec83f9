"""API of versions: their verdicts and gates, pointers to them, closed content, and the scan policy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Request, Response
from muster.api import Caller, Reviewer
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.bodies import read_body, read_texts
from muster.api.commands.routes import NOT_OLDER, NOT_OLDER_OF_REPOSITORIES, Gateway, WaitS
from muster.api.cursors import ListAnswer, NextPageToken, Paging
from muster.api.document.answers import answers, asked
from muster.api.document.bodies import described
from muster.api.problems import invalid_request
from muster.events.registry_commands import PromoteVersion, ScanPolicy, WithdrawVersion
from muster.events.scan_events import ScanVerdict
from muster.events.shared.command_answers import Violation
from muster.events.topics import REGISTRY_COMMANDS
from muster.registry.core import requests
from muster.registry.core.access import Level
from muster.registry.core.requests import signature
from muster.registry.edge.commands import who_is
from muster.registry.edge.queries import CommitRow, RepositoryRow, refs_of
from muster.registry.edge.requests.about import PATH, ReadAbout, WriteAbout
from muster.registry.edge.requests.context import RequestContext
from muster.registry.edge.versions.guard import content_of, root_of
from muster.registry.edge.versions.queries import (
    ClosedAnswer,
    DriftAnswer,
    GateAnswer,
    PendingGateAnswer,
    PromotionAnswer,
    ScoreAnswer,
    closed_in,
    drift_of,
    gates_of,
    known_about,
    pending_of,
    policy_of,
    promotions_of,
    scores_of,
)
from muster.store.trees import File
from typing_extensions import TypedDict

Pointer = Annotated[
    str, Path(max_length=80, description="Name of the pointer, without @.", examples=["production"])
]

_AT_ONCE: Final = 5_000

PROMOTION: Final[Mapping[str, Any]] = {
    "type": "object",
    "title": "PromotionRequest",
    "required": ["revision", "reason"],
    "properties": {
        "revision": {"type": "string", "description": "A branch, a tag, a commit or @POINTER."},
        "reason": {"type": "string", "minLength": 1, "maxLength": 1000},
    },
    "additionalProperties": False,
}
POLICY: Final[Mapping[str, Any]] = {
    "type": "object",
    "title": "ScanPolicyRequest",
    "required": ["policy"],
    "properties": {"policy": {"enum": ["allow", "owner-only", "block"]}},
    "additionalProperties": False,
}

router = APIRouter(tags=["versions"])


class ScanAnswer(TypedDict):
    """Scan results of a version."""

    verdict: Annotated[str | None, "Worst verdict; null: no bad verdict, and some file has none yet."]
    files: Annotated[dict[str, int], "Number of files by verdict; `unscanned`: no verdict yet."]
    policy: Annotated[str, "Read policy for files without a verdict: allow, owner-only, block."]


class VersionAnswer(TypedDict):
    """A version of a repository."""

    commit: str
    pointers: Annotated[list[str], "Pointers that lead to it."]
    scan: ScanAnswer
    scores: list[ScoreAnswer]
    gates: list[GateAnswer]
    pending: list[PendingGateAnswer]
    drift: Annotated[
        list[DriftAnswer], "Open alarms about its quality in production, for members of its organisation."
    ]


class PromotionsAnswer(TypedDict):
    """Moves of a repository's pointers, newest first."""

    pointers: Annotated[dict[str, str], "Commits that the pointers lead to now, by pointer name."]
    items: list[PromotionAnswer]
    next_page_token: NextPageToken


class PolicyAnswer(TypedDict):
    """Read policy for files that are not scanned yet."""

    policy: str


@router.get(
    PATH + "/versions/{revision:path}",
    summary="Read scan results, scores, gates and drift of a version",
    dependencies=[NOT_OLDER_OF_REPOSITORIES],
    responses=answers({200: VersionAnswer}, 404, 503),
)
async def read_version(
    about: ReadAbout,
    revision: Annotated[str, Path(max_length=200, description="A branch, a tag, a commit or @POINTER.")],
) -> VersionAnswer:
    """Return verdicts about its files, scores, gates, drift, and which pointers lead to it."""
    repository = await about.row(Level.SEE)
    is_own = about.context.who.tenant == repository.tenant
    commit = await about.context.commit(repository, revision)
    pointers = await _pointers(about.context, repository)
    return {
        "commit": commit.commit,
        "pointers": [pointer for pointer, at in pointers.items() if at == commit.commit],
        "scan": await _scan(about.context, repository, commit),
        "scores": await scores_of(about.context.gateway.tables, repository.repository, commit.commit),
        "gates": await gates_of(about.context.gateway.tables, repository.repository, commit.commit),
        "pending": await pending_of(about.context.gateway.tables, repository.repository, commit.commit),
        "drift": await drift_of(about.context.gateway.tables, repository.repository, commit.commit)
        if is_own
        else [],
    }


@router.get(
    PATH + "/promotions",
    summary="List the promotions of a repository",
    dependencies=[NOT_OLDER_OF_REPOSITORIES],
    responses=answers({200: PromotionsAnswer}, 404, 503),
)
async def read_promotions(about: ReadAbout, paging: Paging) -> PromotionsAnswer:
    """Lists each move with author, time, reason, and gates that an operator overrode."""
    repository = await about.row(Level.SEE)
    return {
        "pointers": await _pointers(about.context, repository),
        **await promotions_of(about.context.gateway.tables, repository.repository, paging),
    }


@router.put(
    PATH + "/pointers/{pointer}",
    status_code=202,
    summary="Promote a version",
    openapi_extra=described(PROMOTION),
    responses=asked(Decided, Receipt, 404, 422),
)
async def promote(
    pointer: Pointer,
    request: Request,
    about: WriteAbout,
    *,
    override: Annotated[bool, Query(description="Override gates; operators only, and recorded.")] = False,
    wait_s: WaitS = 0,
) -> Response:
    """Move the pointer to a version; `production` requires that every blocking gate has passed it.

    At least one gate must have passed it. Drift alarms do not prevent a promotion.
    """
    repository = await about.row(Level.SEE)
    body = read_texts(await read_body(request), revision="", reason="")
    commit = await about.context.commit(repository, body["revision"])
    command = PromoteVersion(
        repository=repository.repository,
        commit=commit.commit,
        pointer=pointer,
        reason=body["reason"],
        override=override,
        **signature(about.context.who),
    )
    return await about.command(command, wait_s)


@router.delete(
    PATH + "/pointers/{pointer}",
    status_code=202,
    summary="Withdraw a version",
    responses=asked(Decided, Receipt, 404, 422),
)
async def withdraw(
    pointer: Pointer,
    about: WriteAbout,
    reason: Annotated[str, Query(min_length=1, max_length=1_000, description="Reason for the withdrawal.")],
    wait_s: WaitS = 0,
) -> Response:
    """Clears the pointer: it leads to no version until the next promotion."""
    repository = await about.row(Level.SEE)
    command = WithdrawVersion(
        repository=repository.repository, pointer=pointer, reason=reason, **signature(about.context.who)
    )
    return await about.command(command, wait_s)


@router.get(
    PATH + "/quarantine",
    summary="List the closed content of a repository",
    dependencies=[NOT_OLDER_OF_REPOSITORIES],
    responses=answers({200: ListAnswer[ClosedAnswer]}, 404, 503),
)
async def read_closed(about: ReadAbout, paging: Paging) -> ListAnswer[ClosedAnswer]:
    """Lists an entry for all files, or one for each closed content, most recently closed first."""
    repository = await about.row(Level.SEE)
    return await closed_in(about.context.gateway.tables, repository.repository, paging)


@router.get(
    "/v1/scan-policy",
    summary="Read the policy for files that are not scanned yet",
    dependencies=[NOT_OLDER],
    responses=answers({200: PolicyAnswer}, 503),
)
async def read_policy(caller: Caller, gateway: Gateway) -> PolicyAnswer:
    """Returns the policy of the caller's organisation."""
    return {"policy": _word(await policy_of(gateway.tables, caller.tenant))}


@router.put(
    "/v1/scan-policy",
    status_code=202,
    summary="Set the policy for files that are not scanned yet",
    openapi_extra=described(POLICY),
    responses=asked(Decided, Receipt, 422),
)
async def set_policy(request: Request, caller: Reviewer, gateway: Gateway, wait_s: WaitS = 0) -> Response:
    """Sets who in the caller's organisation can read them: all readers, repository admins, or nobody."""
    chosen = read_texts(await read_body(request), policy="")["policy"]
    policies = {_word(policy): policy for policy in ScanPolicy}
    if chosen not in policies:
        raise invalid_request([Violation(field="policy", value=chosen[:80], allowed=", ".join(policies))])
    command = requests.set_scan_policy(who_is(caller), policies[chosen], gateway.log.stamp())
    return await gateway.ask(caller, REGISTRY_COMMANDS, command, wait_s)


async def _pointers(context: RequestContext, repository: RepositoryRow) -> dict[str, str]:
    refs = await refs_of(context.gateway.tables, repository.repository)
    return {ref.name.removeprefix("@"): ref.commit for ref in refs if ref.name.startswith("@")}


async def _scan(context: RequestContext, repository: RepositoryRow, commit: CommitRow) -> ScanAnswer:
    entries = await context.entries(commit)
    objects = list(dict.fromkeys(content_of(file) for _, file in entries if isinstance(file, File)))
    found: Counter[str] = Counter()
    for group in _groups([*objects, root_of(commit.root)]):
        for row in await known_about(context.gateway.tables, repository, group):
            if row.verdict is not None or row.state.is_file:
                found[(row.verdict or "unscanned").lower()] += 1
    policy = await policy_of(context.gateway.tables, repository.tenant)
    worst = [verdict.value.lower() for verdict in _WORST if found[verdict.value.lower()]]
    clean = ScanVerdict.CLEAN.value.lower() if objects and not found["unscanned"] else None
    return {
        "verdict": worst[0] if worst else clean,
        "files": dict(sorted(found.items())),
        "policy": _word(policy),
    }


def _groups(objects: Sequence[str]) -> list[Sequence[str]]:
    return [objects[first : first + _AT_ONCE] for first in range(0, len(objects), _AT_ONCE)]


def _word(policy: ScanPolicy) -> str:
    return policy.value.lower().replace("_", "-")


_WORST: Final = (ScanVerdict.MALICIOUS, ScanVerdict.INCONCLUSIVE, ScanVerdict.SUSPICIOUS)
"""Verdicts other than CLEAN, worst first."""
