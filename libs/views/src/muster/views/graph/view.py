"""A graph in Neo4j: nodes and relationships by MERGE, and the positions in the same transaction.

Every node has a property `key`, "<view>/<generation>/<id>", with a uniqueness constraint on it for each
label: the community edition has constraints on single properties only, and MERGE without one is not safe
between sessions. A second label, `<view>_g<generation>`, finds all nodes of a generation. People use the
labels and the plain `id`.

`(:View)` says which generation is live; a swap is one write to it. `(:ViewPosition)` nodes hold the
positions. Two projectors queue up at their locks, and the second finds itself overtaken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from muster.journal.position import Position, TopicPartition
from muster.views.graph import cypher
from muster.views.graph.cypher import Generation
from muster.views.graph.row_groups import grouped, word
from muster.views.rows import GraphRow
from muster.views.view import Fingerprint, Overtaken, Span, unavailable_on, wait_until
from neo4j import GraphDatabase, ManagedTransaction, Session
from neo4j.exceptions import DriverError, TransientError


class GraphView:
    """A View of Nodes and Edges.

    Args:
        url: Server, bolt://...
        user: Name to log in with.
        password: Its password.
        name: Name of the view; letters, digits and underscores.
        labels: Every label its nodes have.
        generation: None: the live one.

    Raises:
        ValueError: a name is not allowed.
    """

    def __init__(
        self,
        url: str,
        *,
        user: str,
        password: str,
        name: str,
        labels: Sequence[str],
        generation: int | None = None,
    ) -> None:
        self._labels = tuple(word(label) for label in labels)
        self._name = word(name)
        self._pinned = generation
        self._access = (url, user, password)
        self._driver = GraphDatabase.driver(  # pyright: ignore[reportUnknownMemberType]  (its options are untyped)
            url,
            auth=(user, password),
            connection_timeout=5.0,
            max_transaction_retry_time=10.0,
            notifications_min_severity="OFF",
        )

    @property
    def name(self) -> str:
        """Name of the view."""
        return self._name

    @unavailable_on(DriverError, TransientError)
    def prepare(self) -> None:
        """Create constraints, and the live generation, where they are missing."""
        with self._session() as session:
            for label in (*self._labels, "View", "ViewPosition"):
                cypher.constrain(session, label)
            if self._pinned is None:
                session.run(
                    "MERGE (v:View {key: $view}) ON CREATE SET v.generation = 1", view=self._name
                ).consume()

    @unavailable_on(DriverError, TransientError)
    def positions(self) -> dict[TopicPartition, int]:
        """Next offset not applied yet, by partition."""
        with self._session() as session:
            return session.execute_read(lambda tx: cypher.positions(tx, self._generation(tx)))

    @unavailable_on(DriverError, TransientError)
    def apply(self, rows: Sequence[GraphRow], spans: Sequence[Span]) -> None:
        """Write nodes and edges and move the positions, all or nothing; see View.apply."""
        nodes, edges = grouped(rows)

        def write(
            tx: ManagedTransaction,
        ) -> None:  # the driver runs it again after a deadlock: no other effects
            generation = self._generation(tx)
            cypher.move(tx, generation, spans)
            for group in nodes:
                cypher.merge_nodes(tx, generation, group)
            for group in edges:
                cypher.merge_edges(tx, generation, group)

        with self._session() as session:
            session.execute_write(write)

    def wait_for(self, position: Position, timeout_s: float) -> None:
        """Return once this position is applied; see View.wait_for."""
        partition = (position.topic, position.partition)
        wait_until(
            lambda: self.positions().get(partition, 0) > position.offset,
            timeout_s,
            what=f"{position} in Neo4j view {self._name}",
        )

    @unavailable_on(DriverError, TransientError)
    def fingerprint(self) -> Fingerprint:
        """Counts, and hashes of the first SAMPLE_MAX nodes of each label and edges of each type."""
        before = self.positions()
        with self._session() as session:
            found = session.execute_read(lambda tx: cypher.contents(tx, self._generation(tx), self._labels))
        if self.positions() != before:
            raise Overtaken(f"graph view {self._name}: changed while it was being looked at")
        counts = {kind: count for kind, (count, _) in found.items()}
        return Fingerprint(
            positions=before, counts=counts, hashes={kind: h for kind, (_, h) in found.items()}
        )

    @unavailable_on(DriverError, TransientError)
    def beside(self) -> Self:
        """The next generation, empty; see View.beside."""
        with self._session() as session:
            number = session.execute_read(self._generation).number + 1
        url, user, password = self._access
        beside = type(self)(
            url, user=user, password=password, name=self._name, labels=self._labels, generation=number
        )
        beside.drop()
        beside.prepare()
        return beside

    @unavailable_on(DriverError, TransientError)
    def swap(self, beside: Self) -> None:
        """Say that `beside` is live, then remove the old generation; see View.swap."""
        with self._session() as session:
            old, new = session.execute_read(self._generation), session.execute_read(beside._generation)
            going_live = "MATCH (v:View {key: $view}) SET v.generation = $number"
            session.run(going_live, view=self._name, number=new.number).consume()
            cypher.delete(session, old)

    @unavailable_on(DriverError, TransientError)
    def drop(self) -> None:
        """Remove the nodes: of this generation only when it is a pinned one."""
        with self._session() as session:
            try:
                cypher.delete(session, session.execute_read(self._generation))
            except Overtaken:
                return  # there is no such view
            if self._pinned is None:
                session.run("MATCH (v:View {key: $view}) DELETE v", view=self._name).consume()

    def close(self) -> None:
        """Give back connections."""
        self._driver.close()

    def _session(self) -> Session:
        return self._driver.session()  # pyright: ignore[reportUnknownMemberType]  (untyped options of the driver's)

    def _generation(self, tx: ManagedTransaction) -> Generation:
        return Generation(self._name, self._pinned or cypher.live(tx, self._name))
