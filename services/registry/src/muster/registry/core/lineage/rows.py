"""Map lineage edges to table rows and to graph edges, from the same facts. PURE.

A withdrawn or merely suggested edge is kept but not live; queries follow only live edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from muster.events.job_events import (
    AttemptEnded,
    CheckpointRecorded,
    GangBound,
    JobCancelled,
    JobFailed,
    JobSucceeded,
)
from muster.events.job_events import Payload as JobPayload
from muster.events.registry_commands import LineageRelation
from muster.events.registry_events import (
    CommitMade,
    ContentCheck,
    LineageEdge,
    LineageRecorded,
    LineageStanding,
    VersionScored,
)
from muster.events.wire.datum import Record
from muster.journal import Delivery
from muster.registry.core.lineage.artifacts import kind_of, version_of
from muster.views.rows import Edge, GraphRow, Node, Upsert

DDL: Final = """
CREATE TABLE IF NOT EXISTS lineage_edges (
    parent       text,
    child        text,
    relation     text,
    live         boolean,
    standing     text,
    content      text,
    shared_bytes bigint,
    weights      text,
    likeness_ppm bigint,
    tenant       text,
    at_ms        bigint,
    PRIMARY KEY (parent, child, relation)
);
CREATE INDEX IF NOT EXISTS lineage_up ON lineage_edges (child, parent) INCLUDE (live);
CREATE INDEX IF NOT EXISTS lineage_down ON lineage_edges (parent, child) WHERE live;
CREATE TABLE IF NOT EXISTS job_attempts (
    job_id          text PRIMARY KEY,
    tenant          text,
    attempt         int,
    running         boolean,
    checkpoint_step bigint  -- of the newest that it wrote; NULL: none
);
"""

ARTIFACT: Final = "Artifact"
LABELS: Final = (ARTIFACT,)

_LIVE: Final = frozenset({LineageStanding.SEEN, LineageStanding.DECLARED, LineageStanding.STATED})


def table_rows(fact: Record, at_ms: int) -> Sequence[Upsert]:
    """Return the edges of one fact as table rows."""
    return [_row(edge, tenant, at_ms) for edge, tenant in _edges(fact)]


def graph_rows(delivery: Delivery[Record]) -> Iterable[GraphRow]:
    """Return the edges of one record as graph edges, each typed by its relation."""
    return [
        Edge(
            edge.relation.value,
            Node(ARTIFACT, edge.child, {"kind": kind_of(edge.child)}),
            Node(ARTIFACT, edge.parent, {"kind": kind_of(edge.parent)}),
            {"live": edge.standing in _LIVE, "standing": edge.standing.value},
        )
        for edge, _ in _edges(delivery.envelope.payload)
    ]


def job_rows(delivery: Delivery[JobPayload]) -> Sequence[Upsert]:
    """Return rows with a job's attempt, whether it is running, and its last checkpoint."""
    fact, tenant = delivery.envelope.payload, delivery.envelope.tenant
    match fact:
        case GangBound():
            columns = {"tenant": fact.tenant or tenant, "attempt": fact.attempt, "running": True}
            return [Upsert("job_attempts", {"job_id": fact.job_id}, columns)]
        case CheckpointRecorded() if fact.step is not None:
            return [Upsert("job_attempts", {"job_id": fact.job_id}, {"checkpoint_step": fact.step})]
        case AttemptEnded() | JobSucceeded() | JobFailed() | JobCancelled():
            return [Upsert("job_attempts", {"job_id": fact.job_id}, {"running": False})]
        case _:
            return []


def _edges(fact: Record) -> Iterator[tuple[LineageEdge, str]]:
    """Yield the edges of a fact, each with its organisation."""
    match fact:
        case CommitMade():
            yield _revision(fact), fact.tenant
        case LineageRecorded():
            yield from ((edge, fact.tenant) for edge in fact.edges)
        case VersionScored():
            yield _evaluation(fact), fact.tenant
        case _:
            return


def _revision(made: CommitMade) -> LineageEdge:
    ends = version_of(made.repository, made.commit), version_of(made.repository, made.parent)
    return _seen(*ends, LineageRelation.REVISION)


def _evaluation(scored: VersionScored) -> LineageEdge:
    run = f"evaluation/{scored.tenant}/{scored.run}"
    return _seen(run, version_of(scored.repository, scored.commit), LineageRelation.EVALUATES)


def _seen(child: str, parent: str, relation: LineageRelation) -> LineageEdge:
    return LineageEdge(
        child=child,
        parent=parent,
        relation=relation,
        standing=LineageStanding.SEEN,
        content=ContentCheck.NOT_COMPARED,
        shared_bytes=0,
    )


def _row(edge: LineageEdge, tenant: str, at_ms: int) -> Upsert:
    columns = {
        "live": edge.standing in _LIVE,
        "standing": edge.standing.value,
        "content": edge.content.value,
        "shared_bytes": edge.shared_bytes,
        "weights": edge.weights.value,
        "likeness_ppm": edge.likeness_ppm,
        "tenant": tenant,
        "at_ms": at_ms,
    }
    key = {"parent": edge.parent, "child": edge.child, "relation": edge.relation.value}
    return Upsert("lineage_edges", key, columns)
