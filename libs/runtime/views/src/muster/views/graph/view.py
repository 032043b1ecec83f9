"""A graph in Neo4j: nodes and relationships by MERGE, and the positions in the same transaction.

Every node has a property `key`, "<view>/<generation>/<id>", with a uniqueness constraint for each label: the
community edition has constraints on single properties only, and without one MERGE is not safe between
sessions. A second label, `<view>_g<generation>`, marks all nodes of a generation. Queries use the labels and
the plain `id`.

`(:View)` names the live generation; a swap is one write to it. `(:ViewPosition)` nodes hold the positions. Of
two projectors one waits for the other's locks, and then finds that it was overtaken.
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
        url: URL of the server, bolt://...
        user: User name.
        password: Password of the user.
        name: Name of the view; letters, digits and underscores.
        labels: All labels of its nodes.
        generation: Fixed generation; None: the live one.

    Raises:
        ValueError: a name is invalid.
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
        """Create the constraints and the live generation, if missing."""
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
        ) -> None:  # the driver repeats it after a deadlock, so it has no other effects
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
            raise Overtaken(f"graph view {self._name}: it changed during the fingerprint")
        counts = {kind: count for kind, (count, _) in found.items()}
        return Fingerprint(
            positions=before, counts=counts, hashes={kind: h for kind, (_, h) in found.items()}
        )

    @unavailable_on(DriverError, TransientError)
    def next_generation(self) -> Self:
        """Create the next generation, empty; see View.next_generation."""
        with self._session() as session:
            number = session.execute_read(self._generation).number + 1
        url, user, password = self._access
        successor = type(self)(
            url, user=user, password=password, name=self._name, labels=self._labels, generation=number
        )
        successor.drop()
        successor.prepare()
        return successor

    @unavailable_on(DriverError, TransientError)
    def swap(self, successor: Self) -> None:
        """Make `successor` live, then delete the old generation; see View.swap."""
        with self._session() as session:
            old, new = session.execute_read(self._generation), session.execute_read(successor._generation)
            going_live = "MATCH (v:View {key: $view}) SET v.generation = $number"
            session.run(going_live, view=self._name, number=new.number).consume()
            cypher.delete(session, old)

    @unavailable_on(DriverError, TransientError)
    def drop(self) -> None:
        """Delete the view's nodes; those of one generation when it is fixed."""
        with self._session() as session:
            try:
                cypher.delete(session, session.execute_read(self._generation))
            except Overtaken:
                return  # the view does not exist
            if self._pinned is None:
                session.run("MATCH (v:View {key: $view}) DELETE v", view=self._name).consume()

    def close(self) -> None:
        """Close the connections."""
        self._driver.close()

    def _session(self) -> Session:
        return self._driver.session()  # pyright: ignore[reportUnknownMemberType]  (untyped options of the driver's)

    def _generation(self, tx: ManagedTransaction) -> Generation:
        return Generation(self._name, self._pinned or cypher.live(tx, self._name))
