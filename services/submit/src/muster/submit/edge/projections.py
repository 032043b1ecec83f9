"""The three projections of this service: which topics become what, and where."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from importlib.resources import files
from typing import Any, Final

from muster.events.topics import JOB_EVENTS, LOG_EVENTS
from muster.submit.config import VIEW, Settings
from muster.submit.core import documents, graph
from muster.submit.core.rows import table_rows
from muster.views.elastic import ElasticView
from muster.views.graph import GraphView
from muster.views.postgres import PostgresView
from muster.views.projection import Projection

TOPICS: Final = (JOB_EVENTS, LOG_EVENTS)


class Name(StrEnum):
    """What people call a projection."""

    TABLES = "tables"
    SEARCH = "search"
    GRAPH = "graph"


def projections(settings: Settings, *, view: str = VIEW) -> Sequence[Projection[Any]]:
    """All of them."""
    return [projection(settings, name, view=view) for name in Name]


def projection(settings: Settings, name: Name, *, view: str = VIEW) -> Projection[Any]:
    """One of them; nothing is connected yet, but its view wants to be closed."""
    match name:
        case Name.TABLES:
            return _tables(settings, view)
        case Name.SEARCH:
            return _search(settings, view)
        case Name.GRAPH:
            return _graph(settings, view)


def _tables(settings: Settings, view: str) -> Projection[Any]:
    ddl = files("muster.submit.edge").joinpath("tables.sql").read_text()
    return Projection(
        name=Name.TABLES,
        topics=TOPICS,
        rows=table_rows,
        view=PostgresView(settings.postgres_dsn, schema=view, tables=ddl),
    )


def _search(settings: Settings, view: str) -> Projection[Any]:
    collections = {documents.JOBS: documents.MAPPING}
    return Projection(
        name=Name.SEARCH,
        topics=[JOB_EVENTS],
        rows=documents.job_documents,
        view=ElasticView(settings.elasticsearch_url, name=view, collections=collections),
    )


def _graph(settings: Settings, view: str) -> Projection[Any]:
    return Projection(
        name=Name.GRAPH,
        topics=[JOB_EVENTS],
        rows=graph.graph_rows,
        view=GraphView(
            settings.neo4j_url,
            user=settings.neo4j_user,
            password=settings.neo4j_password,
            name=view,
            labels=graph.LABELS,
        ),
    )
