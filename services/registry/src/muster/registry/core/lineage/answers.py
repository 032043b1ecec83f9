"""Answers about connections between artifacts: what the caller may see of rows and paths. PURE.

A version is visible if its repository is. A mere name, `model` or `dataset`, is visible to everyone who sees
the other end of an edge to it. Any other artifact is visible to the organisation that has an edge to it. A
path is shown only if all its artifacts are visible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Final, Protocol

from muster.registry.core.access import Who
from muster.registry.core.lineage.artifacts import kind_of, repository_of

NAMES: Final = frozenset({"model", "dataset"})
"""Kinds of artifacts that are mere names, visible to anyone who sees an edge to them."""


class Connection(Protocol):
    """An edge between two artifacts."""

    @property
    def child(self) -> str:
        """The derived artifact."""
        ...

    @property
    def parent(self) -> str:
        """The origin."""
        ...

    @property
    def tenant(self) -> str:
        """The organisation that the edge belongs to."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class PathEdge:
    """One step of a path.

    Attributes:
        child: The derived artifact.
        parent: The origin.
        relation: How the one is derived from the other.
        standing: Evidence for the edge.
        tenant: The organisation that the edge belongs to.
    """

    child: str
    parent: str
    relation: str
    standing: str
    tenant: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ArtifactPath:
    """A path between two artifacts.

    Attributes:
        artifacts: Artifacts from one end to the other.
        edges: The edges between each and the next.
    """

    artifacts: tuple[str, ...]
    edges: tuple[PathEdge, ...]

    def reversed(self) -> ArtifactPath:
        """Return the same path from its other end."""
        return ArtifactPath(artifacts=self.artifacts[::-1], edges=self.edges[::-1])

    @property
    def direction(self) -> str:
        """The direction of its steps: up, towards origins; down, towards derivatives; or mixed."""
        ups = {edge.child == artifact for artifact, edge in zip(self.artifacts, self.edges, strict=False)}
        return "mixed" if len(ups) > 1 else "up" if True in ups else "down"


@dataclass(frozen=True, slots=True, kw_only=True)
class CommonAncestor:
    """An artifact that two others are derived from.

    Attributes:
        artifact: Its name.
        depth: Steps from the first artifact.
        other_depth: Steps from the second artifact.
        is_nearest: Whether no other common ancestor is derived from it, by one visible step.
    """

    artifact: str
    depth: int
    other_depth: int
    is_nearest: bool


def visible_artifacts(
    who: Who,
    artifacts: Iterable[str],
    edges: Iterable[Connection],
    repositories: Collection[str],
    starts: Iterable[str] = (),
) -> set[str]:
    """Return those of these artifacts, and of the ends of edges between them, that the caller may see.

    Args:
        who: The caller.
        artifacts: Artifacts.
        edges: Edges at these artifacts.
        repositories: Ids of the repositories that the caller may see, among those of the versions.
        starts: Artifacts that the caller has named, and may see.
    """
    seen = {each for each in artifacts if repository_of(each) in repositories} | set(starts)
    return seen | {
        end
        for edge in edges
        for end, other in ((edge.child, edge.parent), (edge.parent, edge.child))
        if kind_of(end) != "version"
        and (
            (edge.tenant == who.tenant and (who.repositories is None or other in seen))
            or (kind_of(end) in NAMES and other in seen)
        )
    }


def visible_paths(paths: Sequence[ArtifactPath], visible: Set[str]) -> list[ArtifactPath]:
    """Return the paths of which every artifact is visible, in a fixed order."""
    shown = (path for path in paths if visible >= set(path.artifacts))
    return sorted(shown, key=lambda path: (len(path.edges), path.artifacts))


def common_ancestors(
    depths: Mapping[str, tuple[int, int]], edges: Iterable[Connection], visible: Set[str]
) -> list[CommonAncestor]:
    """Return the visible common ancestors of two artifacts, nearest first.

    Args:
        depths: Steps from the one and from the other, by common ancestor.
        edges: Edges between common ancestors.
        visible: Visible artifacts.
    """
    shown = {artifact: each for artifact, each in depths.items() if artifact in visible}
    further = {edge.parent for edge in edges if edge.child in shown and edge.child != edge.parent}
    found = [
        CommonAncestor(artifact=artifact, depth=one, other_depth=other, is_nearest=artifact not in further)
        for artifact, (one, other) in shown.items()
    ]
    return sorted(found, key=lambda each: (each.depth + each.other_depth, each.artifact))


def by_kind(artifacts: Iterable[str]) -> dict[str, int]:
    """Count artifacts by kind, in alphabetical order."""
    return dict(sorted(Counter(map(kind_of, artifacts)).items()))
