"""Lineage API: read the graph with its doubts, state lineage, and list what a recall affects."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Final, Literal, cast

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse
from muster.api import Caller, not_found
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.bodies import read_body
from muster.api.commands.gateway import CommandGateway
from muster.api.commands.routes import NOT_OLDER, NOT_OLDER_OF_REPOSITORIES, Gateway, WaitS
from muster.api.cursors import NextPageToken, Order, Paging
from muster.api.document.answers import Time, answers, asked
from muster.api.document.bodies import described
from muster.api.problems import invalid_request
from muster.events.registry_commands import LineageRelation, StateLineage
from muster.events.shared.command_answers import Violation
from muster.identity import Principal
from muster.registry.core.lineage.artifacts import named, version_of
from muster.registry.core.requests import signature
from muster.registry.edge.commands import who_is
from muster.registry.edge.lineage.visibility import ArtifactAnswer, artifact_answer, run_of, visible_to
from muster.registry.edge.lineage.walks import (
    EdgeRow,
    ReachedRow,
    doubts_about,
    edges_among,
    gates_of,
    names_in,
    walk,
)
from muster.registry.edge.queries import commit_at
from muster.registry.edge.requests.about import Named, ReadAbout, WriteAbout
from muster.registry.edge.requests.context import TYPES, Types
from typing_extensions import TypedDict

DEPTH: Final = 20
DEPTH_MAX: Final = 100
SHOWN_MAX: Final = 10_000
"""Maximum number of artifacts in an answer; with more, `is_complete` is false."""
RECALLED_MAX: Final = 100_000
MAIN: Final = "main"

Direction = Literal["up", "down"]
Depth = Annotated[int, Query(ge=1, le=DEPTH_MAX, description="Maximum number of steps.")]
Revision = Annotated[str, Query(max_length=200, description="A branch, a tag or a commit.")]

RELATIONS: Final = ["fine_tune", "adapter", "merge", "trained_on", "built_from", "evaluates", "deploys"]
STATEMENT: Final[Mapping[str, Any]] = {
    "type": "object",
    "title": "LineageRequest",
    "required": ["artifact", "relation"],
    "properties": {
        "artifact": {
            "type": "string",
            "description": "model/NAMESPACE/NAME[@REVISION], dataset/NAMESPACE/NAME[@REVISION] or code/NAME; "
            "with `downstream` also deployment/ORGANISATION/NAME or evaluation/ORGANISATION/NAME.",
        },
        "relation": {"enum": RELATIONS},
        "revision": {"type": "string", "default": MAIN},
        "downstream": {
            "type": "boolean",
            "default": False,
            "description": "The artifact is derived from the version, not the reverse.",
        },
        "withdrawn": {"type": "boolean", "default": False, "description": "Withdraw an earlier statement."},
    },
    "additionalProperties": False,
}

_BY_ARTIFACT: Final = Order({"artifact": str})

router = APIRouter(tags=["lineage"])


class EdgeAnswer(TypedDict):
    """Edge of the lineage graph: one artifact is derived from another."""

    child: str
    parent: str
    relation: str
    standing: Annotated[
        str, "seen (observed), declared (by a card), stated (by a user), suggested, or withdrawn."
    ]
    content: Annotated[str, "Comparison of content: shared, nothing_shared, or not_compared."]
    shared_bytes: int
    weights: Annotated[str, "Comparison of weight fingerprints: kin (similar), not_kin, or not_compared."]
    likeness_ppm: Annotated[
        int, "Similarity: share of the child's numbers in tensors that resemble the parent's, in millionths."
    ]
    at: Time


class LineageAnswer(TypedDict):
    """Descendants or ancestors of an artifact."""

    starts: Annotated[list[str], "Artifacts where the walk starts: a version, or a name from model cards."]
    direction: str
    artifacts: Annotated[list[ArtifactAnswer], "Artifacts reached, nearest first."]
    edges: Annotated[list[EdgeAnswer], "Edges between these artifacts, without merely suggested ones."]
    doubts: Annotated[
        list[EdgeAnswer],
        "Doubtful edges at the starts: claims that content or weights contradict, and undeclared origins.",
    ]
    doubtful: Annotated[list[ArtifactAnswer], "Artifacts that only doubtful edges name."]
    hidden: Annotated[int, "Number of artifacts that the caller may not see."]
    is_complete: bool


class RecallAnswer(TypedDict):
    """An artifact to recall: a version or other artifact derived from the given one."""

    artifact: str
    kind: str
    repository: str | None
    organisation: str | None
    revision: str | None
    names: Annotated[str, "Branches and tags that point to it, separated by spaces."]


class RecallsAnswer(TypedDict):
    """All artifacts derived from a version, at any distance."""

    items: list[RecallAnswer]
    next_page_token: NextPageToken
    hidden: Annotated[int, "Number of further artifacts that the caller may not see."]


@router.get(
    "/v1/lineage/{types}/{namespace}/{name}",
    summary="Read the ancestors or descendants of a version",
    dependencies=[NOT_OLDER_OF_REPOSITORIES],
    responses=answers({200: LineageAnswer}, 404, 503),
)
async def read_lineage(
    about: ReadAbout,
    revision: Revision = MAIN,
    direction: Direction = "down",
    depth: Depth = DEPTH,
) -> LineageAnswer:
    """A model or dataset that is not in this registry is found by its name in model cards."""
    starts = await _starts(about, revision)
    return await _lineage(about.context.gateway, about.context.caller, starts, direction, depth)


@router.get(
    "/v1/lineage",
    summary="Read the ancestors or descendants of a job, checkpoint, code or deployment",
    dependencies=[NOT_OLDER],
    responses=answers({200: LineageAnswer}, 404, 503),
)
async def read_artifact(
    *,
    artifact: Annotated[str, Query(min_length=3, max_length=400, examples=["attempt/job-4x5kq2/1"])],
    request: Request,
    caller: Caller,
    gateway: Gateway,
    direction: Direction = "down",
    depth: Depth = DEPTH,
) -> LineageAnswer:
    """Artifacts that the caller may not see are only counted."""
    await request.app.state.services.admit(caller)
    if artifact.startswith("version/"):
        raise not_found("artifact", f"{artifact}; name its repository in the path instead")
    return await _lineage(gateway, caller, [artifact], direction, depth)


@router.post(
    "/v1/lineage/{types}/{namespace}/{name}",
    status_code=202,
    summary="State a lineage relation of a version",
    openapi_extra=described(STATEMENT),
    responses=asked(Decided, Receipt, 404, 422),
)
async def state_lineage(request: Request, about: WriteAbout, wait_s: WaitS = 0) -> Response:
    """Requires write access; a statement replaces earlier statements and the card's declaration."""
    statement = _statement(await read_body(request))
    repository = await about.visible()
    if repository is None:
        raise not_found("repository", about.full_name)
    version = await commit_at(about.context.gateway.tables, repository.repository, statement["revision"])
    if version is None:
        raise not_found("revision", statement["revision"])
    command = StateLineage(
        repository=repository.repository,
        commit=version.commit,
        artifact=await _artifact(about, statement["artifact"]),
        relation=LineageRelation(statement["relation"].upper()),
        downstream=statement["downstream"],
        withdrawn=statement["withdrawn"],
        **signature(about.context.who),
    )
    return await about.command(command, wait_s)


@router.get(
    "/v1/recalls/{types}/{namespace}/{name}",
    summary="List the artifacts to recall with a version",
    dependencies=[NOT_OLDER_OF_REPOSITORIES],
    responses=answers({200: RecallsAnswer}, 404, 422, 503),
)
async def read_recalls(
    about: ReadAbout,
    revision: Revision = MAIN,
    *,
    paging: Paging,
    as_: Annotated[
        Literal["json", "csv"],
        Query(alias="format", description="Format of the answer; csv: all of them, without pages."),
    ] = "json",
) -> Response:
    """Lists all artifacts derived from it, at any distance; 422 if the list would be too long."""
    tables = about.context.gateway.tables
    starts = await _starts(about, revision)
    rows = await walk(tables, starts, up=False, depth=None, limit=RECALLED_MAX)
    if len(rows) > RECALLED_MAX:
        allowed = f"a version with at most {RECALLED_MAX:,} derived artifacts"
        raise invalid_request([Violation(field="name", value=about.full_name, allowed=allowed)])
    edges = await edges_among(tables, [*starts, *(row.artifact for row in rows)])
    seen = await visible_to(tables, about.context.who, starts, rows, edges)
    names = await names_in(tables, sorted(seen.repositories))
    recalled: list[RecallAnswer] = []
    for row in seen.artifacts:
        answer = artifact_answer(row, seen.repositories, {})
        recalled.append(
            {
                "artifact": answer["artifact"],
                "kind": answer["kind"],
                "repository": answer["repository"],
                "organisation": answer["organisation"],
                "revision": answer["revision"],
                "names": " ".join(names.get(row.artifact, ())),
            }
        )
    if as_ == "json":
        content: RecallsAnswer = {**paging.cut(recalled, _BY_ARTIFACT), "hidden": seen.hidden}
        return JSONResponse(content)
    return Response(_csv(recalled), media_type="text/csv", headers={"X-Muster-Hidden": str(seen.hidden)})


async def _lineage(
    gateway: CommandGateway, caller: Principal, starts: Sequence[str], direction: Direction, depth: int
) -> LineageAnswer:
    tables, up = gateway.tables, direction == "up"
    reached = await walk(tables, starts, up=up, depth=depth, limit=SHOWN_MAX)
    rows = reached[:SHOWN_MAX]
    artifacts = [*starts, *(row.artifact for row in rows)]
    edges = await edges_among(tables, artifacts)
    doubts = await doubts_about(tables, starts, up=up, limit=SHOWN_MAX)
    ends = {end for edge in doubts for end in (edge.parent, edge.child)} - set(artifacts)
    doubtful = [ReachedRow(artifact=end, depth=1) for end in sorted(ends)]
    started = [ReachedRow(artifact=start, depth=0) for start in starts]
    all_edges = [*edges, *(edge for edge in doubts if edge not in edges)]
    seen = await visible_to(tables, who_is(caller), starts, [*started, *rows, *doubtful], all_edges)
    shown = {row.artifact for row in seen.artifacts}
    gates = await gates_of(tables, [run for each in sorted(shown) if (run := run_of(each))])

    def answers_of(some: Sequence[ReachedRow]) -> list[ArtifactAnswer]:
        return [artifact_answer(row, seen.repositories, gates) for row in some if row.artifact in shown]

    found = answers_of(rows)
    return {
        "starts": list(starts),
        "direction": direction,
        "artifacts": found,
        "edges": [_edge_answer(edge) for edge in edges if {edge.child, edge.parent} <= shown],
        "doubts": [_edge_answer(edge) for edge in doubts if {edge.child, edge.parent} <= shown],
        "doubtful": answers_of(doubtful),
        "hidden": len(rows) - len(found),
        "is_complete": len(reached) <= SHOWN_MAX,
    }


async def _starts(about: Named, revision: str) -> list[str]:
    """Return the artifacts where a walk starts: the version, or the name in cards of an unknown repository.

    Raises:
        Problem: 404 the repository has no such revision, or the token is limited to other repositories.
    """
    repository = await about.visible()
    if repository is None and about.context.who.repositories is not None:
        raise not_found("repository", f"{about.full_name}; the token is limited to other repositories")
    if repository is None:
        return [named(TYPES[about.types].value.lower(), about.full_name)]
    found = await commit_at(about.context.gateway.tables, repository.repository, revision)
    if found is None:
        raise not_found("revision", revision)
    return [version_of(repository.repository, found.commit)]


async def _artifact(about: Named, artifact: str) -> str:
    """Return the edge name of an artifact in a statement: a version, if it is one that the caller may see."""
    kind, _, rest = artifact.partition("/")
    types = f"{kind}s"
    if types not in TYPES:
        return artifact
    full_name, _, revision = rest.partition("@")
    namespace, _, name = full_name.partition("/")
    other = replace(about, types=cast("Types", types), namespace=namespace, name=name)
    if await other.visible() is None:
        return named(kind, rest)
    [version] = await _starts(other, revision or MAIN)
    return version


def _statement(body: Any) -> dict[str, Any]:
    """Parse a lineage statement, with defaults for absent fields.

    Raises:
        Problem: 422 it is malformed.
    """
    defaults = {"artifact": "", "relation": "", "revision": MAIN, "downstream": False, "withdrawn": False}
    fields = cast("dict[str, Any]", body) if isinstance(body, dict) else {"": body}
    if set(fields) - set(defaults):
        allowed = f"an object with the fields {', '.join(defaults)}"
        raise invalid_request([Violation(field="(document)", value=str(fields)[:80], allowed=allowed)])
    statement: dict[str, Any] = {**defaults, **fields}
    wrong = [
        Violation(field=field, value=str(statement[field])[:80], allowed=f"a {type(default).__name__}")
        for field, default in defaults.items()
        if type(statement[field]) is not type(default)
    ]
    if not wrong and statement["relation"] not in RELATIONS:
        allowed = ", ".join(RELATIONS)
        wrong = [Violation(field="relation", value=statement["relation"][:80], allowed=allowed)]
    if wrong:
        raise invalid_request(wrong)
    return statement


def _edge_answer(edge: EdgeRow) -> EdgeAnswer:
    return {
        "child": edge.child,
        "parent": edge.parent,
        "relation": edge.relation.lower(),
        "standing": edge.standing.lower(),
        "content": edge.content.lower(),
        "shared_bytes": edge.shared_bytes,
        "weights": edge.weights.lower(),
        "likeness_ppm": edge.likeness_ppm,
        "at": edge.at_ms,
    }


def _csv(rows: Sequence[RecallAnswer]) -> str:
    written = io.StringIO()
    writer = csv.DictWriter(written, list(RecallAnswer.__annotations__), lineterminator="\r\n")
    writer.writeheader()
    writer.writerows([_harmless(row) for row in rows])
    return written.getvalue()


def _harmless(row: RecallAnswer) -> dict[str, Any]:
    """Escape cells that a spreadsheet would evaluate as a formula."""
    return {
        name: f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@")) else value
        for name, value in row.items()
    }
