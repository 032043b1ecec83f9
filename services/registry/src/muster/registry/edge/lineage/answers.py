"""Answers about connections, with what the caller may see of them; of the rest only the number."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Literal

from muster.registry.core.access import Who
from muster.registry.core.lineage.answers import (
    ArtifactPath,
    common_ancestors,
    visible_paths,
)
from muster.registry.core.lineage.artifacts import kind_of
from muster.registry.core.lineage.questions import AFFECTED_MAX, COMMON_MAX, PATHS_MAX
from muster.registry.edge.lineage.connections import affected_by, common_of, edges_among, shortest_paths
from muster.registry.edge.lineage.visibility import (
    NamedArtifact,
    named_artifact,
    run_of,
    visible_among,
)
from muster.registry.edge.lineage.walks import gates_of
from muster.views.reading.graph import Graph
from muster.views.reading.tables import Tables
from typing_extensions import TypedDict

Direction = Literal["derived", "any"]


class StepAnswer(TypedDict):
    """One step of a path: the child is derived from the parent."""

    child: str
    parent: str
    relation: str
    standing: Annotated[str, "seen (observed), declared (by a card), stated (by a user), or assumed."]


class PathAnswer(TypedDict):
    """A path between two artifacts."""

    number: Annotated[int, "Place in the list, from 1."]
    direction: Annotated[str, "up: the first is derived from the last; down: the reverse; mixed: neither."]
    artifacts: Annotated[list[NamedArtifact], "From the one to the other, both included."]
    steps: Annotated[list[StepAnswer], "The edges between each artifact and the next."]


class CommonAnswer(NamedArtifact):
    """A common ancestor of two artifacts."""

    depth: Annotated[int, "Steps from the first artifact."]
    other_depth: Annotated[int, "Steps from the second artifact."]
    distance: Annotated[int, "Sum of both."]
    is_nearest: Annotated[bool, "No other common ancestor in the list is derived from it."]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPaths:
    """Paths between two artifacts.

    Attributes:
        items: Visible paths.
        hidden: Number of paths left out, because the caller may not see all of their artifacts.
        is_complete: Whether all of the shortest paths were read.
    """

    items: list[PathAnswer]
    hidden: int
    is_complete: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundCommon:
    """Common ancestors of two artifacts; attributes as of FoundPaths."""

    items: list[CommonAnswer]
    hidden: int
    is_complete: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundAffected:
    """Everything derived from an artifact; attributes as of FoundPaths, but `hidden` is None for a node."""

    items: list[NamedArtifact]
    hidden: int | None
    is_complete: bool


async def find_paths(
    tables: Tables, graph: Graph, who: Who, ends: tuple[str, str], *, direction: Direction, depth: int
) -> FoundPaths:
    """Return the shortest paths between two artifacts that the caller may see.

    Raises:
        Crowded: An end has too many connections for paths in any direction.
        TooSlow: The search reached its time limit.
        Unavailable: Postgres or Neo4j does not answer.
    """
    if direction == "any":
        paths = await shortest_paths(graph, who, ends, "any", depth)
    else:
        paths = await shortest_paths(graph, who, ends, "up", depth)
        if not paths:
            paths = [
                each.reversed() for each in await shortest_paths(graph, who, (ends[1], ends[0]), "up", depth)
            ]
    read = paths[:PATHS_MAX]
    artifacts = {each for path in read for each in path.artifacts}
    visible, repositories = await visible_among(tables, who, artifacts, starts=ends)
    shown = visible_paths(read, visible)
    gates = await gates_of(tables, _runs(each for path in shown for each in path.artifacts))
    items: list[PathAnswer] = [
        {
            "number": number,
            "direction": path.direction,
            "artifacts": [named_artifact(each, repositories, gates) for each in path.artifacts],
            "steps": _steps(path),
        }
        for number, path in enumerate(shown, 1)
    ]
    return FoundPaths(items=items, hidden=len(read) - len(shown), is_complete=len(paths) <= PATHS_MAX)


async def find_common(tables: Tables, who: Who, ends: tuple[str, str], depth: int) -> FoundCommon:
    """Return the common ancestors of two artifacts that the caller may see.

    Raises:
        TooSlow: The search reached its time limit.
        Unavailable: Postgres does not answer.
    """
    rows = await common_of(tables, who, *ends, depth)
    depths = {row.artifact: (row.depth, row.other_depth) for row in rows[:COMMON_MAX]}
    visible, repositories = await visible_among(tables, who, depths, starts=ends)
    edges = await edges_among(tables, sorted(visible & depths.keys()))
    shown = common_ancestors(depths, edges, visible)
    gates = await gates_of(tables, _runs(each.artifact for each in shown))
    items: list[CommonAnswer] = [
        {
            **named_artifact(each.artifact, repositories, gates),
            "depth": each.depth,
            "other_depth": each.other_depth,
            "distance": each.depth + each.other_depth,
            "is_nearest": each.is_nearest,
        }
        for each in shown
    ]
    hidden = len(depths) - len(shown)
    return FoundCommon(items=items, hidden=hidden, is_complete=len(rows) <= COMMON_MAX)


async def find_affected(tables: Tables, who: Who, start: str, since_ms: int) -> FoundAffected:
    """Return everything derived from an artifact that the caller may see.

    Raises:
        TooSlow: The search reached its time limit.
        Unavailable: Postgres does not answer.
    """
    found, is_complete = await affected_by(tables, who, start, since_ms=since_ms, limit=AFFECTED_MAX)
    visible, repositories = await visible_among(tables, who, found, starts=(start,))
    shown = [each for each in found if each in visible]
    gates = await gates_of(tables, _runs(shown))
    return FoundAffected(
        items=[named_artifact(each, repositories, gates) for each in shown],
        hidden=None if kind_of(start) == "node" else len(found) - len(shown),
        is_complete=is_complete,
    )


def _steps(path: ArtifactPath) -> list[StepAnswer]:
    return [
        {
            "child": edge.child,
            "parent": edge.parent,
            "relation": edge.relation.lower(),
            "standing": edge.standing.lower(),
        }
        for edge in path.edges
    ]


def _runs(artifacts: Iterable[str]) -> list[str]:
    return sorted({run for each in artifacts if (run := run_of(each))})
