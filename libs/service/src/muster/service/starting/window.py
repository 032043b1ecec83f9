"""The role that keeps windows over a topic."""

from __future__ import annotations

from typing import Any, TypeVar

from muster.journal.windows.fold import Aggregation
from muster.service.roles import Context, Work
from muster.service.settings import PostgresSettings
from muster.views.windows import WindowTable

V = TypeVar("V")


def aggregate(context: Context[Any], aggregation: Aggregation[V], *, schema: str) -> Work:
    """Keep the windows of an aggregation in `SCHEMA.windows`; for figures that may be made anew (ADR 33).

    The service depends on `muster-journal[windows]`.

    Args:
        context: Of the role; its settings are PostgresSettings.
        aggregation: What is aggregated.
        schema: Of the table.

    Raises:
        muster.views.view.Unavailable: Postgres does not answer.
    """
    from muster.journal.windows.worker import WindowWorker  # noqa: PLC0415  (faust, an extra)

    settings: PostgresSettings = context.settings
    table = context.keep(WindowTable(settings.postgres_dsn, schema=schema))
    table.prepare()
    worker = WindowWorker(
        settings.kafka_bootstrap, settings.schema_registry_url, aggregation, table, stop=context.stop
    )
    return Work(run=worker.run, missing=lambda: worker.problem)
