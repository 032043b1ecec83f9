"""The role of a reactor."""

from __future__ import annotations

from typing import Any

from muster.journal import SystemClock, Unavailable
from muster.reactors import Ledger, Reactor, ReactorWorker
from muster.reactors.worker import LEASE_MS
from muster.service.roles import Context, Work
from muster.service.settings import PostgresSettings
from psycopg import OperationalError


def react(
    context: Context[Any], reactor: Reactor, *, side_by_side: int = 4, lease_ms: int = LEASE_MS
) -> Work:
    """Follow facts and carry out their effects, with the ledger in Postgres.

    Args:
        context: Of the role; its settings are PostgresSettings. What `reactor.perform` uses is kept in it.
        reactor: What was declared.
        side_by_side: Most effects at once.
        lease_ms: Longest time of one attempt, milliseconds; then another may begin.

    Raises:
        Unavailable: Postgres or the registry does not answer.
    """
    settings: PostgresSettings = context.settings
    journal = context.journal(*reactor.topics)
    ledger = context.keep(Ledger(settings.postgres_dsn))
    try:
        ledger.prepare()
    except OperationalError as error:
        raise Unavailable(f"the ledger of {reactor.name}: {error}") from error
    worker = ReactorWorker(
        reactor,
        journal,
        ledger,
        clock=SystemClock(),
        stop=context.stop,
        side_by_side=side_by_side,
        lease_ms=lease_ms,
    )
    return Work(run=worker.run, missing=lambda: worker.problem)
