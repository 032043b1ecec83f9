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
from muster.api.document.answers import answers, asked
from muster.api.document.bodies import described
from muster.api.problems import invalid_request
from muster.events.registry_commands import LineageRelation, StateLineage
from muster.events.shared.command_answers import Violation
from muster.identity import Principal
from muster.registry.core.lineage.artifacts import named, version_of
from muster.registry.core.requests import signature
from muster.registry.edge.asking import who_is
from muster.registry.edge.hub.asked import TYPES, Types
from muster.registry.edge.lineage.reading import (
    EdgeRow,
    ReachedRow,
    doubts_about,
    edges_among,
    gates_of,
    names_in,
    walk,
)
from muster.registry.edge.lineage.shown import ArtifactAnswer, artifact_said, run_of, seen_by
from muster.registry.edge.reading import commit_at
from muster.registry.edge.routes.about import Named, ReadAbout, WriteAbout
from typing_extensions import TypedDict

DEPTH: Final = 20
DEPTH_MAX: Final = 100
SHOWN_MAX: Final = 10_000
"""Maximum number of artifacts in an answer; with more, `is_complete` is false."""
RECALLED_MAX: Final = 100_000
MAIN: Final = "main"

Direction = Literal["up", "down"]
Depth = Annotated[int, Query(ge=1, le=DEPTH_MAX, description="Steps at most.")]
Revision = Annotated[str, Query(max_length=200, description="A branch, a tag or a commit.")]

RELATIONS: Final = ["fine_tune", "adapter", "merge", "trained_on", "built_from", "evaluates", "deploys"]
STATEMENT: Final[Mapping[str, Any]] = {
    "type": "object",
    "title": "LineageRequest",
    "required": ["artifact", "relation"],
    "properties": {
        "artifact": {
            "type": "string",
            "description": "model/NAMESPACE/NAME[@REVISION], dataset/NAMESPACE/NAME[@REVISION], code/NAME; "
            "downstream deployment/ORGANISATION/NAME, evaluation/ORGANISATION/NAME.",
        },
        "relation": {"enum": RELATIONS},
        "revision": {"type": "string", "default": MAIN},
        "downstream": {"type": "boolean", "default": False, "description": "It comes from the version."},
        "withdrawn": {"type": "boolean", "default": False, "description": "It was said, and is not so."},
    },
    "additionalProperties": False,
}

router = APIRouter(tags=["lineage"])


class EdgeAnswer(TypedDict):
    """One artifact comes from another."""

    child: str
    parent: str
    relation: str
    standing: Annotated[str, "seen, declared by a card, stated by somebody, suggested, or withdrawn."]
    content: Annotated[str, "shared, nothing_shared, or not_compared."]
    shared_bytes: int
    weights: Annotated[str, "By fingerprints: kin, not_kin, or not_compared."]
    likeness_ppm: Annotated[int, "Part of the child's numbers in tensors of the parent, in millionths."]
    at_ms: int


class LineageAnswer(TypedDict):
    """What comes from an artifact, or what it comes from."""

    starts: Annotated[list[str], "Where the walk starts: a version, and the name that others know it by."]
    direction: str
    artifacts: Annotated[list[ArtifactAnswer], "Near ones first."]
    edges: Annotated[list[EdgeAnswer], "Between these, as they are followed; what is only suggested is not."]
    doubts: Annotated[
        list[EdgeAnswer],
        "Next to the starts: claims that content or weights do not bear out, and origins that nobody names.",
    ]
    doubtful: Annotated[list[ArtifactAnswer], "What only doubts name."]
    hidden: Annotated[int, "Artifacts that the caller may not see."]
    is_complete: bool


class RecallAnswer(TypedDict):
    """A version or other artifact that comes from what is recalled."""

    artifact: str
    kind: str
    repository: str | None
    organisation: str | None
    revision: str | None
    names: Annotated[str, "Branches and tags at it, with spaces between."]


class RecallsAnswer(TypedDict):
    """Everything that comes from a version, at whatever distance."""

    recalled: list[RecallAnswer]
    hidden: int


@router.get(
    "/v1/lineage/{types}/{namespace}/{name}",
    summary="Read what a version comes from, or what comes from it",
    dependencies=[NOT_OLDER_OF_REPOSITORIES],
    responses=answers({200: LineageAnswer}, 404, 503),
)
async def read_lineage(
    about: ReadAbout,
    revision: Revision = MAIN,
    direction: Direction = "down",
    depth: Depth = DEPTH,
) -> LineageAnswer:
    """A model or dataset that is not kept here is found by its name, as cards name it."""
    starts = await _starts(about, revision)
    return await _lineage(about.ask.gateway, about.ask.caller, starts, direction, depth)


@router.get(
    "/v1/lineage",
    summary="The same of a job, a checkpoint, code, a deployment",
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
    """What the caller may not see of it is counted."""
    await request.app.state.hub.admit(caller)
    if artifact.startswith("version/"):
        raise not_found("artifact", f"{artifact}; ask by the name of its repository")
    return await _lineage(gateway, caller, [artifact], direction, depth)


@router.post(
    "/v1/lineage/{types}/{namespace}/{name}",
    status_code=202,
    summary="Say what a version comes from, or what comes from it",
    openapi_extra=described(STATEMENT),
    responses=asked(Decided, Receipt, 404, 422),
)
async def state_lineage(request: Request, about: WriteAbout, wait_s: WaitS = 0) -> Response:
    """For those who may write it; a statement replaces what was said before, also by a card."""
    said = _statement(await read_body(request))
    repository = await about.seen()
    if repository is None:
        raise not_found("repository", about.full_name)
    version = await commit_at(about.ask.gateway.tables, repository.repository, said["revision"])
    if version is None:
        raise not_found("revision", said["revision"])
    command = StateLineage(
        repository=repository.repository,
        commit=version.commit,
        artifact=await _artifact(about, said["artifact"]),
        relation=LineageRelation(said["relation"].upper()),
        downstream=said["downstream"],
        withdrawn=said["withdrawn"],
        **signature(about.ask.who),
    )
    return await about.command(command, wait_s)


@router.get(
    "/v1/recalls/{types}/{namespace}/{name}",
    summary="List what must be recalled with a version",
    dependencies=[NOT_OLDER_OF_REPOSITORIES],
    responses=answers({200: RecallsAnswer}, 404, 422, 503),
)
async def read_recalls(
    about: ReadAbout,
    revision: Revision = MAIN,
    as_: Annotated[Literal["json", "csv"], Query(alias="format", description="Of the answer.")] = "json",
) -> Response:
    """All that comes from it, however far away; never a part of it."""
    tables = about.ask.gateway.tables
    starts = await _starts(about, revision)
    rows = await walk(tables, starts, up=False, depth=None, limit=RECALLED_MAX)
    if len(rows) > RECALLED_MAX:
        allowed = f"a version from which at most {RECALLED_MAX:,} artifacts come"
        raise invalid_request([Violation(field="name", value=about.full_name, allowed=allowed)])
    edges = await edges_among(tables, [*starts, *(row.artifact for row in rows)])
    seen = await seen_by(tables, about.ask.who, starts, rows, edges)
    names = await names_in(tables, sorted(seen.repositories))
    recalled: list[RecallAnswer] = []
    for row in seen.artifacts:
        said = artifact_said(row, seen.repositories, {})
        recalled.append(
            {
                "artifact": said["artifact"],
                "kind": said["kind"],
                "repository": said["repository"],
                "organisation": said["organisation"],
                "revision": said["revision"],
                "names": " ".join(names.get(row.artifact, ())),
            }
        )
    if as_ == "json":
        return JSONResponse({"recalled": recalled, "hidden": seen.hidden})
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
    seen = await seen_by(tables, who_is(caller), starts, [*started, *rows, *doubtful], all_edges)
    shown = {row.artifact for row in seen.artifacts}
    gates = await gates_of(tables, [run for each in sorted(shown) if (run := run_of(each))])

    def said(some: Sequence[ReachedRow]) -> list[ArtifactAnswer]:
        return [artifact_said(row, seen.repositories, gates) for row in some if row.artifact in shown]

    found = said(rows)
    return {
        "starts": list(starts),
        "direction": direction,
        "artifacts": found,
        "edges": [_edge_said(edge) for edge in edges if {edge.child, edge.parent} <= shown],
        "doubts": [_edge_said(edge) for edge in doubts if {edge.child, edge.parent} <= shown],
        "doubtful": said(doubtful),
        "hidden": len(rows) - len(found),
        "is_complete": len(reached) <= SHOWN_MAX,
    }


async def _starts(about: Named, revision: str) -> list[str]:
    """Return the artifacts where a walk starts: the version, or the name in cards of an unknown repository.

    Raises:
        Problem: 404 the repository has no such revision, or the token is limited to other repositories.
    """
    repository = await about.seen()
    if repository is None and about.ask.who.repositories is not None:
        raise not_found("repository", f"{about.full_name}; the token is for some only")
    if repository is None:
        return [named(TYPES[about.types].value.lower(), about.full_name)]
    found = await commit_at(about.ask.gateway.tables, repository.repository, revision)
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
    if await other.seen() is None:
        return named(kind, rest)
    [version] = await _starts(other, revision or MAIN)
    return version


def _statement(body: Any) -> dict[str, Any]:
    """Parse a lineage statement, with defaults for absent fields.

    Raises:
        Problem: 422 it is malformed.
    """
    defaults = {"artifact": "", "relation": "", "revision": MAIN, "downstream": False, "withdrawn": False}
    given = cast("dict[str, Any]", body) if isinstance(body, dict) else {"": body}
    if set(given) - set(defaults):
        allowed = f"an object with the fields {', '.join(defaults)}"
        raise invalid_request([Violation(field="(document)", value=str(given)[:80], allowed=allowed)])
    said: dict[str, Any] = {**defaults, **given}
    wrong = [
        Violation(field=field, value=str(said[field])[:80], allowed=f"a {type(default).__name__}")
        for field, default in defaults.items()
        if type(said[field]) is not type(default)
    ]
    if not wrong and said["relation"] not in RELATIONS:
        allowed = ", ".join(RELATIONS)
        wrong = [Violation(field="relation", value=said["relation"][:80], allowed=allowed)]
    if wrong:
        raise invalid_request(wrong)
    return said


def _edge_said(edge: EdgeRow) -> EdgeAnswer:
    return {
        "child": edge.child,
        "parent": edge.parent,
        "relation": edge.relation.lower(),
        "standing": edge.standing.lower(),
        "content": edge.content.lower(),
        "shared_bytes": edge.shared_bytes,
        "weights": edge.weights.lower(),
        "likeness_ppm": edge.likeness_ppm,
        "at_ms": edge.at_ms,
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
