"""Answers that were paid for, kept in Postgres: a question is asked once, whatever dies meanwhile.

They are no view: the log does not have them, and a rebuild of the tables leaves them alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict
from typing import Any, Final

import psycopg
from muster.scoring.calling.paid_answer import PaidAnswer
from psycopg.rows import class_row

_DDL: Final = """
CREATE SCHEMA IF NOT EXISTS eval_answers;
CREATE TABLE IF NOT EXISTS eval_answers.answers (
    tenant     text,
    key        text,      -- SHA-256 of everything that changes an answer
    run        text,      -- that paid for it
    text       text,
    tokens_in  integer,
    tokens_out integer,
    latency_ms integer,
    PRIMARY KEY (tenant, key)
);
ALTER TABLE eval_answers.answers ADD COLUMN IF NOT EXISTS tokens_in_cached integer NOT NULL DEFAULT 0;
ALTER TABLE eval_answers.answers ADD COLUMN IF NOT EXISTS cost_picos bigint NOT NULL DEFAULT 0
"""

_LOCK: Final = 7_203_114
"""Advisory lock of the DDL: two connections that create a schema at the same time fail."""


class Answers:
    """Answers of one organisation.

    Args:
        connection: To Postgres, in autocommit mode.
        tenant: The organisation.
    """

    def __init__(self, connection: psycopg.Connection[Any], tenant: str) -> None:
        self._connection = connection
        self._tenant = tenant
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
            for statement in _DDL.split(";"):
                connection.execute(statement)  # pyright: ignore[reportArgumentType]  # a constant

    def find(self, keys: Sequence[str]) -> Mapping[str, PaidAnswer]:
        """Return the answers with these keys that exist."""
        with self._connection.cursor(row_factory=class_row(PaidAnswer)) as cursor:
            cursor.execute(_SELECT, {"tenant": self._tenant, "keys": list(keys)})
            return {each.key: each for each in cursor}

    def transaction(self) -> AbstractContextManager[Any]:
        """Return a block all of which is kept, or nothing of it."""
        return self._connection.transaction()

    def keep(self, answers: Iterable[PaidAnswer]) -> None:
        """Keep answers; one that is there already stays."""
        rows = [{"tenant": self._tenant, **asdict(each)} for each in answers]
        with self._connection.cursor() as cursor:
            cursor.executemany(_INSERT, rows)

    def forget(self, run: str) -> None:
        """Delete what a run has paid for."""
        self._connection.execute(_FORGET, {"tenant": self._tenant, "run": run})


_FORGET: Final = "DELETE FROM eval_answers.answers WHERE tenant = %(tenant)s AND run = %(run)s"

_SELECT: Final = """
SELECT key, run, text, tokens_in, tokens_out, latency_ms, tokens_in_cached, cost_picos
FROM eval_answers.answers
WHERE tenant = %(tenant)s AND key = ANY(%(keys)s)
"""

_INSERT: Final = """
INSERT INTO eval_answers.answers
    (tenant, key, run, text, tokens_in, tokens_out, latency_ms, tokens_in_cached, cost_picos)
VALUES (%(tenant)s, %(key)s, %(run)s, %(text)s, %(tokens_in)s, %(tokens_out)s, %(latency_ms)s,
        %(tokens_in_cached)s, %(cost_picos)s)
ON CONFLICT DO NOTHING
"""
