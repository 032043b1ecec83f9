"""Connections API: paths between two artifacts, their common ancestors, and what an artifact affects."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from muster.api import Caller
from muster.api.commands.routes import NOT_OLDER, Gateway
from muster.api.cursors import NextPageToken, Order, Paging
from muster.api.document.answers import answers
from muster.api.periods import Moment, span_ms
from muster.api.problems import Problem, invalid_request
from muster.events.shared.command_answers import Violation
from muster.registry.core.access import Who
from muster.registry.core.lineage.answers import by_kind
from muster.registry.core.lineage.artifacts import kind_of
from muster.registry.core.lineage.questions import (
    AFFECTED_MAX,
    ANY_DEPTH_MAX,
    COMMON_MAX,
    CROWDED,
    DEPTH,
    DEPTH_MAX,
    LIMIT_S,
    PATHS_MAX,
    REACHED_MAX,
)
from muster.registry.edge.commands import who_is
from muster.registry.edge.lineage.answers import (
    CommonAnswer,
    Direction,
    PathAnswer,
    find_affected,
    find_common,
    find_paths,
)
from muster.registry.edge.lineage.connections import Crowded
from muster.registry.edge.lineage.named import artifact_named
from muster.registry.edge.lineage.visibility import NamedArtifact
from muster.views.reading.tables import STATEMENT_S, Tables
from muster.views.view import TooSlow
from typing_extensions import TypedDict

Name = Annotated[str, Query(min_length=3, max_length=400)]

_BY_NUMBER: Final = Order({"number": int})
_BY_NAME: Final = Order({"artifact": str})
_NEAREST_FIRST: Final = Order({"distance": int, "artifact": str})

router = APIRouter(tags=["lineage"])


class PathPage(TypedDict):
    """The shortest paths between two artifacts."""

    items: list[PathAnswer]
    next_page_token: NextPageToken
    hidden: Annotated[
        int,
        "Number of equally short paths through artifacts that the caller may not see. "
        "Longer paths are not searched, even if only hidden ones were found.",
    ]
    is_complete: Annotated[bool, f"False: only {PATHS_MAX} of the paths were read."]


class CommonPage(TypedDict):
    """Common ancestors of two artifacts, nearest first."""

    items: list[CommonAnswer]
    next_page_token: NextPageToken
    hidden: Annotated[int, "Number of common ancestors hidden from the caller."]
    is_complete: Annotated[
        bool,
        f"False: only {COMMON_MAX:,} were read: those of the caller's organisation first, then the nearest.",
    ]


class AffectedPage(TypedDict):
    """Everything derived from an artifact, by name, which begins with the kind."""

    items: list[NamedArtifact]
    next_page_token: NextPageToken
    counts: Annotated[dict[str, int], "Number of artifacts of each kind, on all pages."]
    hidden: Annotated[
        int | None,
        "Number of artifacts hidden from the caller. Null for a node: of it, only attempts of the caller's "
        "organisation are read.",
    ]
    is_complete: Annotated[
        bool,
        f"False: only {AFFECTED_MAX:,} were read, those of the caller's organisation first; of more than "
        f"{REACHED_MAX:,}, some of its own may be missing.",
    ]


@router.get(
    "/v1/lineage/paths",
    summary="Find the shortest paths between two artifacts",
    dependencies=[NOT_OLDER],
    responses=answers({200: PathPage}, 403, 404, 422, 429, 503),
)
async def read_paths(
    *,
    from_: Annotated[Name, Query(alias="from", examples=["node/gpu-17"])],
    to: Annotated[Name, Query(examples=["model/acme/tiny@v1"])],
    direction: Annotated[
        Direction,
        Query(description="derived: one is derived from the other; any: each step in either direction."),
    ] = "derived",
    depth: Annotated[
        int | None,
        Query(
            ge=1,
            le=DEPTH_MAX,
            description=f"Maximum number of steps; default: {DEPTH}. "
            f"With direction=any: at most {ANY_DEPTH_MAX}, which is the default.",
        ),
    ] = None,
    paging: Paging,
    request: Request,
    caller: Caller,
    gateway: Gateway,
) -> PathPage:
    """A path through an artifact that the caller may not see is counted, but not shown."""
    services, who = request.app.state.services, who_is(caller)
    await services.admit(caller)
    steps_max = _steps_max(direction, depth)
    ends = await _two(gateway.tables, who, ("from", from_), ("to", to))
    try:
        found = await find_paths(
            gateway.tables, services.graph, who, ends, direction=direction, depth=steps_max
        )
    except TooSlow:
        raise _too_slow(steps_max, LIMIT_S) from None
    except Crowded as error:
        raise _crowded(str(error), ends, (from_, to)) from None
    page = paging.cut(found.items, _BY_NUMBER)
    return {**page, "hidden": found.hidden, "is_complete": found.is_complete}


@router.get(
    "/v1/lineage/common",
    summary="List the common ancestors of two artifacts",
    dependencies=[NOT_OLDER],
    responses=answers({200: CommonPage}, 403, 404, 422, 429, 503),
)
async def read_common(
    *,
    artifact: Annotated[Name, Query(examples=["model/acme/tiny"])],
    other: Annotated[Name, Query(examples=["model/acme/chat@v1"])],
    depth: Annotated[
        int, Query(ge=1, le=DEPTH_MAX, description="Maximum number of steps from each.")
    ] = DEPTH,
    paging: Paging,
    request: Request,
    caller: Caller,
    gateway: Gateway,
) -> CommonPage:
    """If one is derived from the other, the origin is itself listed."""
    who = who_is(caller)
    await request.app.state.services.admit(caller)
    ends = await _two(gateway.tables, who, ("artifact", artifact), ("other", other))
    try:
        found = await find_common(gateway.tables, who, ends, depth)
    except TooSlow:
        raise _too_slow(depth, STATEMENT_S) from None
    page = paging.cut(found.items, _NEAREST_FIRST)
    return {**page, "hidden": found.hidden, "is_complete": found.is_complete}


@router.get(
    "/v1/lineage/affected",
    summary="List everything that an artifact affects",
    dependencies=[NOT_OLDER],
    responses=answers({200: AffectedPage}, 403, 404, 422, 429, 503),
)
async def read_affected(
    *,
    artifact: Annotated[Name, Query(examples=["dataset/acme/text@main"])],
    since: Annotated[
        Moment | None, Query(description="Only attempts started at or after this time (job or node only).")
    ] = None,
    paging: Paging,
    request: Request,
    caller: Caller,
    gateway: Gateway,
) -> AffectedPage:
    """Attempts of jobs, checkpoints, versions, evaluations and deployments derived from it."""
    who = who_is(caller)
    await request.app.state.services.admit(caller)
    start = await artifact_named(gateway.tables, who, "artifact", artifact)
    if since is not None and kind_of(start) not in {"job", "node"}:
        allowed = "absent unless `artifact` is a job or a node"
        raise invalid_request([Violation(field="since", value=since.isoformat(), allowed=allowed)])
    try:
        found = await find_affected(gateway.tables, who, start, span_ms(since, None)[0] or 0)
    except TooSlow:
        allowed = f"one that affects less: a search from it takes longer than {STATEMENT_S} s here"
        raise invalid_request([Violation(field="artifact", value=artifact, allowed=allowed)]) from None
    return {
        **paging.cut(found.items, _BY_NAME),
        "counts": by_kind(each["artifact"] for each in found.items),
        "hidden": found.hidden,
        "is_complete": found.is_complete,
    }


def _steps_max(direction: Direction, depth: int | None) -> int:
    """Return the maximum number of steps.

    Raises:
        Problem: 422 it is too large for paths in any direction.
    """
    if direction == "derived":
        return DEPTH if depth is None else depth
    if depth is not None and depth > ANY_DEPTH_MAX:
        allowed = f"at most {ANY_DEPTH_MAX} if direction is any"
        raise invalid_request([Violation(field="depth", value=str(depth), allowed=allowed)])
    return depth or ANY_DEPTH_MAX


async def _two(tables: Tables, who: Who, one: tuple[str, str], other: tuple[str, str]) -> tuple[str, str]:
    """Return two artifacts by field and name.

    Raises:
        Problem: 422 a name is malformed, or both name the same artifact; 404 one does not exist.
    """
    first, second = await artifact_named(tables, who, *one), await artifact_named(tables, who, *other)
    if first == second:
        allowed = f"another artifact than `{one[0]}`"
        raise invalid_request([Violation(field=other[0], value=other[1], allowed=allowed)])
    return first, second


def _too_slow(depth: int, limit_s: float) -> Problem:
    allowed = f"smaller: a search of {depth} steps takes longer than {limit_s:g} s here"
    return invalid_request([Violation(field="depth", value=str(depth), allowed=allowed)])


def _crowded(artifact: str, ends: tuple[str, str], names: tuple[str, str]) -> Problem:
    place = ends.index(artifact)
    allowed = f"an artifact with at most {CROWDED:,} connections if direction is any"
    return invalid_request([Violation(field=("from", "to")[place], value=names[place], allowed=allowed)])
