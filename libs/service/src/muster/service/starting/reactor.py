"""The role of a reactor."""

from __future__ import annotations

from typing import Any

from muster.journal import SystemClock, Unavailable
from muster.reactors import Ledger, Reactor, ReactorWorker
from muster.service.roles import Context, Work
from muster.service.settings import PostgresSettings
from psycopg import OperationalError


def react(context: Context[Any], reactor: Reactor) -> Work:
    """Follow facts and carry out their effects, with the ledger in Postgres.

    Args:
        context: Of the role; its settings are PostgresSettings. What `reactor.perform` uses is kept in it.
        reactor: What was declared.

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
    worker = ReactorWorker(reactor, journal, ledger, clock=SystemClock(), stop=context.stop)
    return Work(run=worker.run, missing=lambda: worker.problem)
