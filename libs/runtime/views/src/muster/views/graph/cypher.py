"""The Cypher statements of a graph view, each a function of a transaction and a generation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, LiteralString, cast

from muster.journal.position import TopicPartition
from muster.views.fingerprints import digest
from muster.views.graph.row_groups import EdgeGroup, NodeGroup
from muster.views.view import Overtaken, Span
from neo4j import ManagedTransaction, Session

SAMPLE_MAX: Final = 10_000
"""Nodes per label and edges per type that a fingerprint covers, the first by key; all are counted."""

_DELETED_PER_TRANSACTION: Final = 5_000


@dataclass(frozen=True, slots=True)
class Generation:
    """One generation of a view.

    Attributes:
        view: Name of the view.
        number: Number of the generation.
    """

    view: str
    number: int

    @property
    def prefix(self) -> str:
        """Prefix of its nodes' keys."""
        return f"{self.view}/{self.number}/"

    @property
    def mark(self) -> str:
        """Label of all its nodes."""
        return f"{self.view}_g{self.number}"


def constrain(session: Session, label: str) -> None:
    """Make keys unique: without this, MERGE in two sessions at once creates a node twice."""
    session.run(
        _query(f"CREATE CONSTRAINT {label.lower()}_key IF NOT EXISTS FOR (n:{label}) REQUIRE n.key IS UNIQUE")
    ).consume()


def live(tx: ManagedTransaction, view: str) -> int:
    """The generation that queries see.

    Raises:
        Overtaken: the view does not exist.
    """
    found = tx.run("MATCH (v:View {key: $view}) RETURN v.generation AS number", view=view).single()
    if found is None:
        raise Overtaken(f"graph view {view}: the view does not exist; prepare it")
    return int(found["number"])


def positions(tx: ManagedTransaction, generation: Generation) -> dict[TopicPartition, int]:
    """Next offset not applied yet, by partition."""
    found = tx.run(
        "MATCH (p:ViewPosition) WHERE p.key STARTS WITH $prefix RETURN properties(p) AS p",
        prefix=generation.prefix,
    )
    lines = [cast("dict[str, Any]", record["p"]) for record in found]
    return {(line["topic"], line["partition"]): line["next_offset"] for line in lines}


def move(tx: ManagedTransaction, generation: Generation, spans: Sequence[Span]) -> None:
    """Compare-and-set every span's position; setting `mover` takes the node's lock before the comparison.

    Raises:
        Overtaken: the view is not where a span begins.
    """
    lines = [
        {
            "id": f"{s.topic}/{s.partition}",
            "topic": s.topic,
            "partition": s.partition,
            "first": s.first,
            "end": s.end,
        }
        for s in sorted(spans, key=lambda s: (s.topic, s.partition))
    ]
    moved = tx.run(
        _query(
            "UNWIND $lines AS line MERGE (p:ViewPosition {key: $prefix + line.id})"
            f" ON CREATE SET p:{generation.mark}, p.topic = line.topic, p.partition = line.partition,"
            " p.next_offset = -1"
            " SET p.mover = line.end WITH p, line WHERE p.next_offset = coalesce(line.first, -1)"
            " SET p.next_offset = line.end RETURN count(p) AS moved"
        ),
        lines=lines,
        prefix=generation.prefix,
    ).single(strict=True)["moved"]
    if moved != len(lines):
        raise Overtaken(f"graph view {generation.view}: a position is not where the batch begins")


def merge_nodes(tx: ManagedTransaction, generation: Generation, group: NodeGroup) -> None:
    """Create or change nodes."""
    tx.run(
        _query(
            f"UNWIND $lines AS line MERGE (n:{group.label} {{key: $prefix + line.id}})"
            f" ON CREATE SET n:{generation.mark}, n.id = line.id SET n += line.properties"
        ),
        lines=group.lines,
        prefix=generation.prefix,
    ).consume()


def merge_edges(tx: ManagedTransaction, generation: Generation, group: EdgeGroup) -> None:
    """Create or change edges; their ends must exist."""
    tx.run(
        _query(
            f"UNWIND $lines AS line MATCH (a:{group.start_label} {{key: $prefix + line.start}})"
            f" MATCH (b:{group.end_label} {{key: $prefix + line.end}})"
            f" MERGE (a)-[e:{group.type}]->(b) SET e += line.properties"
        ),
        lines=group.lines,
        prefix=generation.prefix,
    ).consume()


def contents(
    tx: ManagedTransaction, generation: Generation, labels: Sequence[str]
) -> dict[str, tuple[int, str]]:
    """Count and hash by label and by type of edge."""
    found = {label: _nodes(tx, generation, label) for label in labels}
    edges = tx.run(_query(f"MATCH (a:{generation.mark})-[e]->() RETURN DISTINCT type(e) AS type"))
    for kind in [str(edge["type"]) for edge in edges]:
        found[kind] = _edges(tx, generation, kind)
    return found


def delete(session: Session, generation: Generation) -> None:
    """Delete a generation's nodes and edges, in transactions small enough for any heap."""
    session.run(
        _query(
            f"MATCH (n:{generation.mark}) CALL (n) {{ DETACH DELETE n }}"
            f" IN TRANSACTIONS OF {_DELETED_PER_TRANSACTION} ROWS"
        )
    ).consume()


def _nodes(tx: ManagedTransaction, generation: Generation, label: str) -> tuple[int, str]:
    count = tx.run(_query(f"MATCH (n:{label}:{generation.mark}) RETURN count(n) AS count")).single(
        strict=True
    )
    sample = tx.run(
        _query(
            f"MATCH (n:{label}) WHERE n.key STARTS WITH $prefix"
            " RETURN properties(n) AS properties ORDER BY n.key LIMIT $limit"
        ),
        prefix=generation.prefix,
        limit=SAMPLE_MAX,
    )
    return int(count["count"]), digest(_without_key(node["properties"]) for node in sample)


def _edges(tx: ManagedTransaction, generation: Generation, kind: str) -> tuple[int, str]:
    match = f"MATCH (a:{generation.mark})-[e:{kind}]->(b)"
    count = tx.run(_query(f"{match} RETURN count(e) AS count")).single(strict=True)
    sample = tx.run(
        _query(f"{match} RETURN a.id, b.id, properties(e) ORDER BY a.key, b.key LIMIT $limit"),
        limit=SAMPLE_MAX,
    )
    return int(count["count"]), digest(list(edge.values()) for edge in sample)


def _without_key(properties: Mapping[str, Any]) -> dict[str, Any]:
    """The properties without the key: keys contain the generation, so they differ between equal contents."""
    return {name: value for name, value in properties.items() if name != "key"}


def _query(text: str) -> LiteralString:
    """A statement that contains labels and types: they cannot be parameters, and `word` has checked them."""
    return cast("LiteralString", text)
