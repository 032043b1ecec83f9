"""Declarations of projections: their topics, the mapping of records to rows, and the store of the rows.

There is one function per kind of store; a service only gives its rows and its tables, mappings or labels.
`registry` describes how a declaration is found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, Final, Protocol

from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.events.shared.watermarks import Watermark
from muster.events.wire.datum import Record
from muster.events.wire.envelope import Topic
from muster.identity import ReportCheck
from muster.journal.journal import Delivery
from muster.views.commands import DDL as OUTCOMES
from muster.views.commands import answered, received
from muster.views.projection import RECORDS_PER_BATCH, REST_MS, Projection
from muster.views.rows import GraphRow, Merge, TableRow
from muster.views.view import View

_REST_OF_SEARCHES_MS: Final = 1_000
"""Longer than for tables: no client waits for the outcome of a command in a search or a graph, and
Elasticsearch shows new documents once a second."""

_SEARCHED_PER_BATCH: Final = 10_000
"""More than for tables: a document is written whole, so the more of its changes a batch holds, the better."""


class Stores(Protocol):
    """Addresses of the stores; a service's settings have them."""

    @property
    def postgres_dsn(self) -> str:
        """Libpq connection string."""
        ...

    @property
    def elasticsearch_url(self) -> str:
        """http(s)://HOST:PORT."""
        ...

    @property
    def neo4j_url(self) -> str:
        """bolt://HOST:PORT."""
        ...

    @property
    def neo4j_user(self) -> str:
        """Neo4j user."""
        ...

    @property
    def neo4j_password(self) -> str:
        """Neo4j password."""
        ...


class Decides(Protocol):
    """The part of a DecidingService that declarations need."""

    @property
    def name(self) -> str:
        """Name of the service."""
        ...

    @property
    def facts(self) -> Topic:
        """The topic of its facts."""
        ...

    @property
    def commands(self) -> Sequence[Topic]:
        """The topics of its commands."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Reports:
    """Records in which a node reports: rows follow from one only if its sender may speak for that node.

    Attributes:
        topics: Names of their topics; every record there has a `node_id`.
        refused: The rows that follow from a report that was refused, given why. Pure.
    """

    topics: Set[str]
    refused: Callable[[Delivery[Record], str], Iterable[Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredProjection:
    """A projection as a service declares it.

    Attributes:
        service: Name of the service.
        kind: "tables", "search" or "graph".
        topics: Topics to read.
        rows: The rows that follow from one record. Pure.
        make_view: Makes the view, given the stores and the view's name.
        reports: Records that are reports; None: none.
        records_per_batch: See Projection.
        rest_ms: See Projection.
    """

    service: str
    kind: str
    topics: Sequence[Topic]
    rows: Callable[[Delivery[Record]], Iterable[Any]]
    make_view: Callable[[Stores, str], View[Any]]
    reports: Reports | None = None
    records_per_batch: int = RECORDS_PER_BATCH
    rest_ms: int = REST_MS

    @property
    def name(self) -> str:
        """Name of the projection, like "submit/tables"."""
        return f"{self.service}/{self.kind}"

    @property
    def view_name(self) -> str:
        """Name of its view in the store: the service's name."""
        return self.service.replace("-", "_")

    def open(
        self, stores: Stores, check: ReportCheck | None = None, *, view: str | None = None
    ) -> Projection[Any]:
        """Make the projection; it does not connect yet, but its view must be closed.

        Args:
            stores: Addresses of the stores.
            check: Judges reports; None: nothing is fed to it, or there are none among its records.
            view: Another name for the view; None: the service's name.
        """
        return Projection(
            name=self.name,
            topics=self.topics,
            rows=self.rows if self.reports is None else _judged(self.rows, self.reports, check),
            view=self.make_view(stores, view or self.view_name),
            records_per_batch=self.records_per_batch,
            rest_ms=self.rest_ms,
        )


def _judged(
    rows: Callable[[Delivery[Record]], Iterable[Any]], reports: Reports, check: ReportCheck | None
) -> Callable[[Delivery[Record]], Iterable[Any]]:
    """The rows of a record, those of a report only if its sender may send it."""

    def judged(delivery: Delivery[Record]) -> Iterable[Any]:
        if delivery.position.topic not in reports.topics:
            return rows(delivery)
        if check is None:
            raise ValueError(f"{delivery.position}: a report, and the projection was opened without a check")
        payload: Any = delivery.envelope.payload
        problem = check.refusal(delivery, payload.node_id)
        return rows(delivery) if problem is None else reports.refused(delivery, problem)

    return judged


def tables(
    service: str,
    topics: Sequence[Topic],
    rows: Callable[[Delivery[Record]], Iterable[TableRow]],
    *,
    ddl: str,
    reports: Reports | None = None,
) -> DeclaredProjection:
    """Declare a projection into tables in Postgres.

    Args:
        service: Name of the service.
        topics: Topics to read.
        rows: The rows that follow from one record. Pure.
        ddl: DDL of the tables, see PostgresView.
        reports: Records that are reports; None: none.
    """

    def make_view(stores: Stores, name: str) -> View[Any]:
        from muster.views.postgres import PostgresView  # noqa: PLC0415  (only for projectors)

        return PostgresView(stores.postgres_dsn, schema=name, tables=ddl)

    return DeclaredProjection(
        service=service, kind="tables", topics=topics, rows=rows, make_view=make_view, reports=reports
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidedTables(DeclaredProjection):
    """The tables of a service that decides, as the service declares them.

    Attributes:
        facts: The topic of its facts; on it are the answers to its commands.
        commands: The topics of its commands.
    """

    facts: Topic
    commands: Sequence[Topic]


def decided_tables(
    service: str,
    *,
    facts: Topic,
    commands: Sequence[Topic],
    rows: Mapping[Topic, Callable[[Delivery[Any]], Iterable[TableRow]]],
    ddl: str,
) -> DecidedTables:
    """Declare the tables of a service that decides; those of the outcomes of its commands are added.

    Args:
        service: Name of the service.
        facts: The topic of its facts.
        commands: The topics of its commands.
        rows: The topics to read besides those of commands, and the rows that follow from one record of each.
            Pure. Of `facts` they are given the service's own records: neither answers nor watermarks.
        ddl: DDL of the service's own tables, see PostgresView.
    """
    asked = {topic.name for topic in commands}
    by_name = {topic.name: of_record for topic, of_record in rows.items()}

    def rows_and_outcomes(delivery: Delivery[Record]) -> Iterable[TableRow]:
        topic, record = delivery.position.topic, delivery.envelope.payload
        if topic in asked:
            return received(delivery)
        if topic == facts.name:
            match record:
                case CommandRejected() | CommandRepeated():
                    return answered(record, delivery)
                case Watermark():
                    return []
                case _:
                    pass
        return by_name[topic](delivery)

    topics = dict.fromkeys((facts, *commands, *rows))
    declared = tables(service, tuple(topics), rows_and_outcomes, ddl=OUTCOMES + ddl)
    return DecidedTables(
        service=service,
        kind=declared.kind,
        topics=declared.topics,
        rows=declared.rows,
        make_view=declared.make_view,
        facts=facts,
        commands=commands,
    )


def own_tables(
    deciding: Decides, rows: Callable[[Delivery[Any]], Iterable[TableRow]], *, ddl: str
) -> DecidedTables:
    """Declare the tables of a service that follow from its own facts alone.

    Args:
        deciding: The service. Importing the tables also imports its core.
        rows: The rows that follow from one of its facts. Pure.
        ddl: As for `decided_tables`.
    """
    facts, commands = deciding.facts, deciding.commands
    return decided_tables(deciding.name, facts=facts, commands=commands, rows={facts: rows}, ddl=ddl)


def search(
    service: str,
    topics: Sequence[Topic],
    rows: Callable[[Delivery[Record]], Iterable[Merge]],
    *,
    collections: Mapping[str, Mapping[str, Any]],
) -> DeclaredProjection:
    """Declare a projection into documents in Elasticsearch.

    Args:
        service: Name of the service.
        topics: Topics to read.
        rows: The rows that follow from one record. Pure.
        collections: Field mappings by kind of document, see ElasticView.
    """

    def make_view(stores: Stores, name: str) -> View[Any]:
        from muster.views.elastic import ElasticView  # noqa: PLC0415  (only for projectors)

        return ElasticView(stores.elasticsearch_url, name=name, collections=collections)

    return DeclaredProjection(
        service=service,
        kind="search",
        topics=topics,
        rows=rows,
        make_view=make_view,
        records_per_batch=_SEARCHED_PER_BATCH,
        rest_ms=_REST_OF_SEARCHES_MS,
    )


def graph(
    service: str,
    topics: Sequence[Topic],
    rows: Callable[[Delivery[Record]], Iterable[GraphRow]],
    *,
    labels: Sequence[str],
) -> DeclaredProjection:
    """Declare a projection into nodes and edges in Neo4j.

    Args:
        service: Name of the service.
        topics: Topics to read.
        rows: The rows that follow from one record. Pure.
        labels: Labels of the nodes, see GraphView.
    """

    def make_view(stores: Stores, name: str) -> View[Any]:
        from muster.views.graph import GraphView  # noqa: PLC0415  (only for projectors)

        return GraphView(
            stores.neo4j_url,
            user=stores.neo4j_user,
            password=stores.neo4j_password,
            name=name,
            labels=labels,
        )

    return DeclaredProjection(
        service=service,
        kind="graph",
        topics=topics,
        rows=rows,
        make_view=make_view,
        records_per_batch=_SEARCHED_PER_BATCH,
        rest_ms=_REST_OF_SEARCHES_MS,
    )
