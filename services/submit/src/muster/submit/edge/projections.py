"""The two projections of this service: their topics, their contents and their stores."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Final

from muster.events.topics import JOB_COMMANDS, JOB_EVENTS, LOG_EVENTS, OPERATOR_COMMANDS, QUEUE_COMMANDS
from muster.identity import ReportCheck
from muster.submit.core import documents
from muster.submit.core.rows.rows import refused_rows, table_rows
from muster.views import commands
from muster.views.declared import DeclaredProjection, Reports, Stores, search, tables
from muster.views.projection import Projection

SERVICE: Final = "submit"
TOPICS: Final = (JOB_EVENTS, LOG_EVENTS, JOB_COMMANDS, QUEUE_COMMANDS, OPERATOR_COMMANDS)

DDL: Final = commands.DDL + files("muster.submit.edge").joinpath("tables.sql").read_text()

TABLES: Final = tables(
    SERVICE,
    TOPICS,
    table_rows,
    ddl=DDL,
    reports=Reports(topics={LOG_EVENTS.name}, refused=refused_rows),
)
SEARCH: Final = search(
    SERVICE, [JOB_EVENTS], documents.job_documents, collections={documents.JOBS: documents.MAPPING}
)

PROJECTIONS: Final[Sequence[DeclaredProjection]] = (TABLES, SEARCH)


def projections(
    stores: Stores, check: ReportCheck | None = None, *, view: str | None = None
) -> Sequence[Projection[Any]]:
    """Return all projections; nothing is connected yet, but their views must be closed.

    Args:
        stores: Addresses of the stores.
        check: Checks the senders of output reports; None: the projections only serve queries to their views.
        view: Alternative name for the views.
    """
    return [declared.open(stores, check, view=view) for declared in PROJECTIONS]
