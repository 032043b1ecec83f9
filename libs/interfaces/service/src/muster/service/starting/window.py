"""Roles that keep windows over a topic. Both need `muster-journal[windows]`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from muster.events.wire.envelope import Topic
from muster.journal.windows.fold import Aggregation
from muster.journal.windows.rows import Progress, WindowRow
from muster.journal.windows.topic_sink import TopicSink
from muster.service.roles import Context, Work
from muster.views.windows import WindowTable, value_of

V = TypeVar("V")

OPEN_KEEP_MS: Final = 3_600_000
"""Time for which a closed window stays beside open ones, milliseconds of the log's time."""


def aggregate(context: Context[Any], aggregation: Aggregation[V], *, schema: str) -> Work:
    """Keep the windows of an aggregation in `SCHEMA.windows`; for figures that people watch (ADR 33).

    Args:
        context: Context of the role; its settings are PostgresSettings.
        aggregation: The aggregation.
        schema: Schema of the table.

    Raises:
        muster.views.view.Unavailable: Postgres does not answer.
    """
    from muster.journal.windows.worker import WindowWorker  # noqa: PLC0415  (faust, an extra)

    settings = context.settings
    table = _prepared(context, WindowTable(context.settings.postgres_dsn, schema=schema))
    worker = WindowWorker(
        settings.kafka_bootstrap, settings.schema_registry_url, aggregation, table, stop=context.stop
    )
    return Work(run=worker.run, missing=lambda: worker.problem)


def close_windows(
    context: Context[Any],
    aggregation: Aggregation[V],
    topic: Topic,
    *,
    record_of: Callable[[WindowRow], Any | None],
    progress_of: Callable[[Progress], Any],
    progress_in: Callable[[Any], Progress | None],
    schema: str | None = None,
    json_of: Callable[[WindowRow], Any] = value_of,
    group: str | None = None,
) -> Work:
    """Append the closed windows of an aggregation to a topic, the input of a decider (ADR 163).

    Args:
        context: Context of the role; with `schema`, its settings are PostgresSettings.
        aggregation: The aggregation.
        topic: Topic for closed windows and progress.
        record_of: Payload of a closed window; pure. None: the window is not recorded.
        progress_of: Payload of a progress; pure.
        progress_in: Progress in a payload of the topic; None: it is another record.
        schema: Schema of a table that also shows open windows, until others are an hour newer; None: nobody
            watches them.
        json_of: Value of a window in that table, as JSON; pure.
        group: Workers of the same group share the partitions; None: each reads all of them.

    Raises:
        muster.views.view.Unavailable: Postgres does not answer.
        muster.journal.Unavailable: the registry does not answer.
    """
    from muster.journal.windows.worker import WindowWorker  # noqa: PLC0415  (faust, an extra)

    settings = context.settings
    sink = TopicSink(
        context.journal(topic),
        aggregation,
        topic,
        record_of=record_of,
        progress_of=progress_of,
        progress_in=progress_in,
        producer=context.name,
    )
    context.at_end(sink.release)
    table = None
    if schema is not None:
        table = WindowTable(settings.postgres_dsn, schema=schema, json_of=json_of, keep_ms=OPEN_KEEP_MS)
        _prepared(context, table)
    worker = WindowWorker(
        settings.kafka_bootstrap,
        settings.schema_registry_url,
        aggregation,
        table,
        closed=sink,
        group=group,
        stop=context.stop,
    )
    return Work(run=worker.run, missing=lambda: worker.problem)


def _prepared(context: Context[Any], table: WindowTable) -> WindowTable:
    context.keep(table).prepare()
    return table
