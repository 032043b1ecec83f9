"""Map lineage edges to table rows and to graph edges, from the same facts. PURE.

A withdrawn or merely suggested edge is kept but not live; queries follow only live edges. Bound attempts
connect jobs and nodes with what they make: an attempt is derived from its job, from the nodes that it ran on,
and from the attempt before it, whose checkpoints it may continue from: this last edge is assumed.
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
from muster.registry.core.lineage.artifacts import attempt_of, job_of, kind_of, node_of, version_of
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
CREATE INDEX IF NOT EXISTS lineage_down ON lineage_edges (parent, tenant, child) WHERE live;
CREATE TABLE IF NOT EXISTS job_attempts (
    job_id          text PRIMARY KEY,
    tenant          text,
    attempt         int,
    running         boolean,
    checkpoint_step bigint  -- of the newest that it wrote; NULL: none
);
CREATE TABLE IF NOT EXISTS attempt_nodes (
    attempt text,    -- attempt/JOB/NUMBER
    node    text,    -- node/NODE
    job     text,    -- job/JOB
    tenant  text,
    at_ms   bigint,  -- when it was bound
    PRIMARY KEY (attempt, node)
);
CREATE INDEX IF NOT EXISTS attempts_on ON attempt_nodes (node, tenant, at_ms);
CREATE INDEX IF NOT EXISTS attempts_of ON attempt_nodes (job);
"""

ARTIFACT: Final = "Artifact"
LABELS: Final = (ARTIFACT,)

ATTEMPT_OF: Final = "ATTEMPT_OF"
RAN_ON: Final = "RAN_ON"
CONTINUES: Final = "CONTINUES"
"""Relations that follow from bound attempts, besides those of `LineageRelation`."""

ASSUMED: Final = "ASSUMED"
"""Standing of CONTINUES, besides those of `LineageStanding`: the attempt may have loaded no checkpoint."""

_LIVE: Final = frozenset({LineageStanding.SEEN, LineageStanding.DECLARED, LineageStanding.STATED})


def table_rows(fact: Record, at_ms: int) -> Sequence[Upsert]:
    """Return the edges of one fact as table rows."""
    return [_row(edge, tenant, at_ms) for edge, tenant in _edges(fact)]


def graph_rows(delivery: Delivery[Record]) -> Iterable[GraphRow]:
    """Return the edges of one record as graph edges, each typed by its relation."""
    fact = delivery.envelope.payload
    if isinstance(fact, GangBound):
        tenant = fact.tenant or delivery.envelope.tenant or ""
        return [
            _graph_edge(child, parent, relation, _job_standing(relation), tenant, live=True)
            for child, parent, relation in _job_edges(fact)
        ]
    return [
        _graph_edge(
            edge.child,
            edge.parent,
            edge.relation.value,
            edge.standing.value,
            tenant,
            live=edge.standing in _LIVE,
        )
        for edge, tenant in _edges(fact)
    ]


def job_rows(delivery: Delivery[JobPayload]) -> Sequence[Upsert]:
    """Return rows with a job's attempt, its nodes, whether it is running, and its last checkpoint."""
    fact, tenant = delivery.envelope.payload, delivery.envelope.tenant
    match fact:
        case GangBound():
            return _bound(fact, fact.tenant or tenant or "", delivery.envelope.occurred_at_ms)
        case CheckpointRecorded() if fact.step is not None:
            return [Upsert("job_attempts", {"job_id": fact.job_id}, {"checkpoint_step": fact.step})]
        case AttemptEnded() | JobSucceeded() | JobFailed() | JobCancelled():
            return [Upsert("job_attempts", {"job_id": fact.job_id}, {"running": False})]
        case _:
            return []


def _bound(bound: GangBound, tenant: str, at_ms: int) -> list[Upsert]:
    attempt = attempt_of(bound.job_id, bound.attempt)
    columns = {"tenant": tenant, "attempt": bound.attempt, "running": True}
    rows = [Upsert("job_attempts", {"job_id": bound.job_id}, columns)]
    for child, parent, relation in _job_edges(bound):
        if relation == RAN_ON:
            of = {"job": job_of(bound.job_id), "tenant": tenant, "at_ms": at_ms}
            rows.append(Upsert("attempt_nodes", {"attempt": attempt, "node": parent}, of))
        elif relation == CONTINUES:
            of = {"live": True, "standing": _job_standing(relation), "tenant": tenant, "at_ms": at_ms}
            of |= {"content": ContentCheck.NOT_COMPARED.value}
            key = {"parent": parent, "child": child, "relation": relation}
            rows.append(Upsert("lineage_edges", key, of))
    return rows


def _job_edges(bound: GangBound) -> Iterator[tuple[str, str, str]]:
    """Yield child, parent and relation of the edges of a bound attempt."""
    attempt = attempt_of(bound.job_id, bound.attempt)
    yield attempt, job_of(bound.job_id), ATTEMPT_OF
    for node_id in dict.fromkeys(rank.node_id for rank in bound.placements):
        yield attempt, node_of(node_id), RAN_ON
    if bound.attempt > 1:
        yield attempt, attempt_of(bound.job_id, bound.attempt - 1), CONTINUES


def _job_standing(relation: str) -> str:
    return ASSUMED if relation == CONTINUES else LineageStanding.SEEN.value


def _graph_edge(child: str, parent: str, relation: str, standing: str, tenant: str, *, live: bool) -> Edge:
    return Edge(
        relation,
        Node(ARTIFACT, child, {"kind": kind_of(child)}),
        Node(ARTIFACT, parent, {"kind": kind_of(parent)}),
        {"live": live, "standing": standing, "tenant": tenant},
    )


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
    return _observed_edge(*ends, LineageRelation.REVISION)


def _evaluation(scored: VersionScored) -> LineageEdge:
    run = f"evaluation/{scored.tenant}/{scored.run}"
    return _observed_edge(run, version_of(scored.repository, scored.commit), LineageRelation.EVALUATES)


def _observed_edge(child: str, parent: str, relation: LineageRelation) -> LineageEdge:
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
