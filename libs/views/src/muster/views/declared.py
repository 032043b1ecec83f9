"""A projection as a service declares it: what is read, what rows follow, and which store keeps them.

The three functions make one for each kind of store; a service gives its rows and its definition, no more.
`registry` says how a declaration is found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from muster.events.datum import Record
from muster.events.envelope import Topic
from muster.journal.journal import Delivery
from muster.views.elastic import ElasticView
from muster.views.graph import GraphView
from muster.views.postgres import PostgresView
from muster.views.projection import Projection
from muster.views.rows import GraphRow, Merge, Upsert
from muster.views.view import View


class Stores(Protocol):
    """Where the stores are; the settings of a service say it."""

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
        """Its password."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredProjection:
    """What a service declares.

    Attributes:
        service: Which service.
        kind: "tables", "search" or "graph".
        topics: What is read.
        rows: What one record says, as rows. Pure.
        make_view: Gives the view, from the stores and the view's name.
    """

    service: str
    kind: str
    topics: Sequence[Topic]
    rows: Callable[[Delivery[Record]], Iterable[Any]]
    make_view: Callable[[Stores, str], View[Any]]

    @property
    def name(self) -> str:
        """What people call it: "submit/tables"."""
        return f"{self.service}/{self.kind}"

    @property
    def view_name(self) -> str:
        """What its view is called in the store: the service's name."""
        return self.service.replace("-", "_")

    def open(self, stores: Stores, *, view: str | None = None) -> Projection[Any]:
        """The projection; nothing is connected yet, but its view must be closed.

        Args:
            stores: Where the stores are.
            view: Another name for the view.
        """
        return Projection(
            name=self.name,
            topics=self.topics,
            rows=self.rows,
            view=self.make_view(stores, view or self.view_name),
        )


def tables(
    service: str,
    topics: Sequence[Topic],
    rows: Callable[[Delivery[Record]], Iterable[Upsert]],
    *,
    ddl: str,
) -> DeclaredProjection:
    """Tables in Postgres.

    Args:
        service: Which service.
        topics: What is read.
        rows: What one record says. Pure.
        ddl: The tables, see PostgresView.
    """

    def make_view(stores: Stores, name: str) -> View[Any]:
        return PostgresView(stores.postgres_dsn, schema=name, tables=ddl)

    return DeclaredProjection(service=service, kind="tables", topics=topics, rows=rows, make_view=make_view)


def search(
    service: str,
    topics: Sequence[Topic],
    rows: Callable[[Delivery[Record]], Iterable[Merge]],
    *,
    collections: Mapping[str, Mapping[str, Any]],
) -> DeclaredProjection:
    """Documents in Elasticsearch.

    Args:
        service: Which service.
        topics: What is read.
        rows: What one record says. Pure.
        collections: Field mappings by kind of document, see ElasticView.
    """

    def make_view(stores: Stores, name: str) -> View[Any]:
        return ElasticView(stores.elasticsearch_url, name=name, collections=collections)

    return DeclaredProjection(service=service, kind="search", topics=topics, rows=rows, make_view=make_view)


def graph(
    service: str,
    topics: Sequence[Topic],
    rows: Callable[[Delivery[Record]], Iterable[GraphRow]],
    *,
    labels: Sequence[str],
) -> DeclaredProjection:
    """Nodes and edges in Neo4j.

    Args:
        service: Which service.
        topics: What is read.
        rows: What one record says. Pure.
        labels: Of the nodes, see GraphView.
    """

    def make_view(stores: Stores, name: str) -> View[Any]:
        return GraphView(
            stores.neo4j_url,
            user=stores.neo4j_user,
            password=stores.neo4j_password,
            name=name,
            labels=labels,
        )

    return DeclaredProjection(service=service, kind="graph", topics=topics, rows=rows, make_view=make_view)
