"""Filters a walk to what the caller may see: versions in visible repositories, and linked artifacts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from muster.registry.core.lineage.artifacts import kind_of, repository_of
from muster.registry.core.repositories.access import Level, Who, level
from muster.registry.edge.lineage.reading import EdgeRow, GateRow, ReachedRow, repositories_with
from muster.registry.edge.reading import RepositoryRow
from muster.views.reading.tables import Tables
from typing_extensions import TypedDict

_PUBLIC = frozenset({"model", "dataset"})
"""Kinds of artifacts that are mere names, visible to anyone who sees an edge to them."""


class GateAnswer(TypedDict):
    """The verdict of a gate."""

    gate: str
    verdict: Annotated[str, "passed, failed or inconclusive."]


class ArtifactAnswer(TypedDict):
    """Something that comes from something."""

    artifact: str
    kind: str
    repository: str | None
    type: str | None
    organisation: str | None
    revision: str | None
    depth: int
    gates: Annotated[list[GateAnswer], "Of an evaluation: gates that it decided last."]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """Visible part of a walk.

    Attributes:
        repositories: Visible repositories of versions, by id.
        artifacts: Visible artifacts, in their order.
        edges: Edges between visible artifacts.
        hidden: Number of artifacts left out.
    """

    repositories: dict[str, RepositoryRow]
    artifacts: Sequence[ReachedRow]
    edges: Sequence[EdgeRow]
    hidden: int


async def seen_by(
    tables: Tables, who: Who, starts: Sequence[str], rows: Sequence[ReachedRow], edges: Sequence[EdgeRow]
) -> Seen:
    """Filter a walk to what the caller may see; the starts are visible because the caller named them."""
    ids = {repository_of(row.artifact) for row in rows} - {""}
    found = await repositories_with(tables, sorted(ids))
    repositories = {id_: row for id_, row in found.items() if level(who, row, row.grants) >= Level.SEE}
    seen = {row.artifact for row in rows if repository_of(row.artifact) in repositories} | set(starts)
    by_edges = {
        end
        for edge in edges
        for end, other in ((edge.child, edge.parent), (edge.parent, edge.child))
        if kind_of(end) != "version"
        and (
            (edge.tenant == who.tenant and (who.repositories is None or other in seen))
            or (kind_of(end) in _PUBLIC and other in seen)
        )
    }
    seen |= by_edges
    artifacts = [row for row in rows if row.artifact in seen]
    return Seen(
        repositories=repositories,
        artifacts=artifacts,
        edges=[edge for edge in edges if {edge.child, edge.parent} <= seen],
        hidden=len(rows) - len(artifacts),
    )


def run_of(artifact: str) -> str:
    """Return the id of an evaluation; empty: the artifact is none."""
    return artifact.rpartition("/")[2] if kind_of(artifact) == "evaluation" else ""


def artifact_said(
    row: ReachedRow, repositories: Mapping[str, RepositoryRow], gates: Mapping[str, Sequence[GateRow]]
) -> ArtifactAnswer:
    """Return an artifact in the API's format: a version with its repository, an evaluation with its gates."""
    found = repositories.get(repository_of(row.artifact))
    decided = gates.get(run_of(row.artifact), ())
    return {
        "artifact": row.artifact,
        "kind": kind_of(row.artifact),
        "repository": None if found is None else found.full_name,
        "type": None if found is None else found.type_name.lower(),
        "organisation": None if found is None else found.tenant,
        "revision": None if found is None else row.artifact.rpartition("/")[2],
        "depth": row.depth,
        "gates": [{"gate": each.gate, "verdict": each.verdict} for each in decided],
    }
