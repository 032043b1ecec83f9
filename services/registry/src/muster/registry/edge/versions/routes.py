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
from muster.api.document.answers import answers, asked
from muster.api.document.bodies import described
from muster.api.problems import invalid_request
from muster.events.registry_commands import PromoteVersion, ScanPolicy, WithdrawVersion
from muster.events.scan_events import ScanVerdict
from muster.events.shared.command_answers import Violation
from muster.events.topics import REGISTRY_COMMANDS
from muster.registry.core import requests
from muster.registry.core.repositories.access import Level
from muster.registry.core.requests import signature
from muster.registry.edge.asking import who_is
from muster.registry.edge.hub.asked import Asked
from muster.registry.edge.reading import CommitRow, RepositoryRow, refs_of
from muster.registry.edge.routes.about import PATH, ReadAbout, WriteAbout
from muster.registry.edge.versions.guard import content_of, root_of
from muster.registry.edge.versions.reading import (
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

Pointer = Annotated[str, Path(max_length=80, description="Its name, without @.", examples=["production"])]

_ASKED_AT_ONCE: Final = 5_000

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


class ClosedListAnswer(TypedDict):
    """What is closed, the last first."""

    closed: list[ClosedAnswer]


class ScanAnswer(TypedDict):
    """What scanners say about a version."""

    verdict: Annotated[str | None, "The worst; null: nothing is known yet about some file, and nothing bad."]
    files: Annotated[dict[str, int], "How many, by verdict; without one: unscanned."]
    policy: Annotated[str, "Who reads files without a verdict: allow, owner-only, block."]


class VersionAnswer(TypedDict):
    """A version."""

    commit: str
    pointers: Annotated[list[str], "Those that lead to it."]
    scan: ScanAnswer
    scores: list[ScoreAnswer]
    gates: list[GateAnswer]
    pending: list[PendingGateAnswer]
    drift: Annotated[
        list[DriftAnswer], "Open alarms about its quality in production, for members of its organisation."
    ]


class PromotionsAnswer(TypedDict):
    """How pointers were moved, the last first."""

    pointers: Annotated[dict[str, str], "Where they lead now, by name."]
    promotions: list[PromotionAnswer]


class PolicyAnswer(TypedDict):
    """Who reads what was not scanned yet."""

    policy: str


@router.get(
    PATH + "/versions/{revision:path}",
    summary="Read what is known about a version",
    dependencies=[NOT_OLDER_OF_REPOSITORIES],
    responses=answers({200: VersionAnswer}, 404, 503),
)
async def read_version(
    about: ReadAbout,
    revision: Annotated[str, Path(max_length=200, description="A branch, a tag, a commit or @POINTER.")],
) -> VersionAnswer:
    """Return verdicts about its files, scores, gates, drift, and which pointers lead to it."""
    repository = await about.row(Level.SEE)
    is_own = about.ask.who.tenant == repository.tenant
    commit = await about.ask.commit(repository, revision)
    pointers = await _pointers(about.ask, repository)
    return {
        "commit": commit.commit,
        "pointers": [pointer for pointer, at in pointers.items() if at == commit.commit],
        "scan": await _scan(about.ask, repository, commit),
        "scores": await scores_of(about.ask.gateway.tables, repository.repository, commit.commit),
        "gates": await gates_of(about.ask.gateway.tables, repository.repository, commit.commit),
        "pending": await pending_of(about.ask.gateway.tables, repository.repository, commit.commit),
        "drift": await drift_of(about.ask.gateway.tables, repository.repository, commit.commit)
        if is_own
        else [],
    }


@router.get(
    PATH + "/promotions",
    summary="List how pointers to versions were moved",
    dependencies=[NOT_OLDER_OF_REPOSITORIES],
    responses=answers({200: PromotionsAnswer}, 404, 503),
)
async def read_promotions(
    about: ReadAbout,
    limit: Annotated[int, Query(ge=1, le=1_000, description="At most so many.")] = 100,
) -> PromotionsAnswer:
    """Who, when, why, and what an operator went past."""
    repository = await about.row(Level.SEE)
    return {
        "pointers": await _pointers(about.ask, repository),
        "promotions": await promotions_of(about.ask.gateway.tables, repository.repository, limit),
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
    override: Annotated[bool, Query(description="Of operators: go past gates, on record.")] = False,
    wait_s: WaitS = 0,
) -> Response:
    """Move the pointer to it; `production` only to what every blocking gate has passed, and one has.

    Drift of the version holds nothing back.
    """
    repository = await about.row(Level.SEE)
    said = read_texts(await read_body(request), revision="", reason="")
    commit = await about.ask.commit(repository, said["revision"])
    command = PromoteVersion(
        repository=repository.repository,
        commit=commit.commit,
        pointer=pointer,
        reason=said["reason"],
        override=override,
        **signature(about.ask.who),
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
    reason: Annotated[str, Query(min_length=1, max_length=1_000, description="Why.")],
    wait_s: WaitS = 0,
) -> Response:
    """The pointer leads to nothing."""
    repository = await about.row(Level.SEE)
    command = WithdrawVersion(
        repository=repository.repository, pointer=pointer, reason=reason, **signature(about.ask.who)
    )
    return await about.command(command, wait_s)


@router.get(
    PATH + "/quarantine",
    summary="List what of a repository is closed",
    dependencies=[NOT_OLDER_OF_REPOSITORIES],
    responses=answers({200: ClosedListAnswer}, 404, 503),
)
async def read_closed(about: ReadAbout) -> ClosedListAnswer:
    """All files, or contents one by one; at most 1,000."""
    repository = await about.row(Level.SEE)
    return {"closed": await closed_in(about.ask.gateway.tables, repository.repository)}


@router.get(
    "/v1/scan-policy",
    summary="Read who reads what was not scanned yet",
    dependencies=[NOT_OLDER],
    responses=answers({200: PolicyAnswer}, 503),
)
async def read_policy(caller: Caller, gateway: Gateway) -> PolicyAnswer:
    """In the caller's organisation."""
    return {"policy": _word(await policy_of(gateway.tables, caller.tenant))}


@router.put(
    "/v1/scan-policy",
    status_code=202,
    summary="Say who reads what was not scanned yet",
    openapi_extra=described(POLICY),
    responses=asked(Decided, Receipt, 422),
)
async def set_policy(request: Request, caller: Reviewer, gateway: Gateway, wait_s: WaitS = 0) -> Response:
    """In the caller's organisation: all readers, who administers the repository, nobody."""
    given = read_texts(await read_body(request), policy="")["policy"]
    policies = {_word(policy): policy for policy in ScanPolicy}
    if given not in policies:
        raise invalid_request([Violation(field="policy", value=given[:80], allowed=", ".join(policies))])
    command = requests.set_scan_policy(who_is(caller), policies[given], gateway.log.stamp())
    return await gateway.ask(caller, REGISTRY_COMMANDS, command, wait_s)


async def _pointers(ask: Asked, repository: RepositoryRow) -> dict[str, str]:
    refs = await refs_of(ask.gateway.tables, repository.repository)
    return {ref.name.removeprefix("@"): ref.commit for ref in refs if ref.name.startswith("@")}


async def _scan(ask: Asked, repository: RepositoryRow, commit: CommitRow) -> ScanAnswer:
    entries = await ask.entries(commit)
    objects = list(dict.fromkeys(content_of(file) for _, file in entries if isinstance(file, File)))
    found: Counter[str] = Counter()
    for group in _groups([*objects, root_of(commit.root)]):
        for row in await known_about(ask.gateway.tables, repository, group):
            if row.verdict is not None or row.known.is_file:
                found[(row.verdict or "unscanned").lower()] += 1
    policy = await policy_of(ask.gateway.tables, repository.tenant)
    worst = [verdict.value.lower() for verdict in _WORST if found[verdict.value.lower()]]
    clean = ScanVerdict.CLEAN.value.lower() if objects and not found["unscanned"] else None
    return {
        "verdict": worst[0] if worst else clean,
        "files": dict(sorted(found.items())),
        "policy": _word(policy),
    }


def _groups(objects: Sequence[str]) -> list[Sequence[str]]:
    return [objects[first : first + _ASKED_AT_ONCE] for first in range(0, len(objects), _ASKED_AT_ONCE)]


def _word(policy: ScanPolicy) -> str:
    return policy.value.lower().replace("_", "-")


_WORST: Final = (ScanVerdict.MALICIOUS, ScanVerdict.INCONCLUSIVE, ScanVerdict.SUSPICIOUS)
"""Verdicts other than CLEAN, worst first."""
