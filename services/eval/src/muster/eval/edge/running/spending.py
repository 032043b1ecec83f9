"""Reservations of a run, in Postgres beside its answers: what a killed worker had reserved stays reserved.

Each process that works for a run has a row; the core decides over their sum, under a lock of the run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import psycopg
from muster.scoring.calling.costs import Allowance, micros

_DDL: Final = """
CREATE TABLE IF NOT EXISTS eval_answers.spending (
    tenant text,
    run    text,
    worker text,      -- one process
    held   numeric,   -- worst cases of requests that are not settled, 10^-12 dollars
    used   numeric,   -- cost of those that are
    PRIMARY KEY (tenant, run, worker)
)
"""


class Spending:
    """Spending of one process for a run.

    Args:
        connection: To Postgres, in autocommit mode; `answers.Answers` has made the schema with it.
        tenant: Organisation of the run.
        run: The run.
        worker: Id of this process, of no other attempt.
        cap: Most that the run may cost, 10^-12 dollars.
    """

    def __init__(
        self, connection: psycopg.Connection[Any], tenant: str, run: str, worker: str, cap: int
    ) -> None:
        self._connection, self._cap = connection, cap
        self._run = {"tenant": tenant, "run": run}
        self._row = {**self._run, "worker": worker}
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
            connection.execute(_DDL)
        connection.execute(_BEGIN, self._row)

    @property
    def allowance(self) -> Allowance:
        """Sum over all processes that have worked for the run."""
        row = self._connection.execute(_SUM, self._run).fetchone()
        held, used = (0, 0) if row is None else row
        return Allowance(self._cap, int(held), int(used))

    def unsettled_micros(self, sent: int) -> int:
        """Return the most that was paid beside results that cost `sent`, 10^-12 dollars, in 10^-6."""
        allowance = self.allowance
        return max(0, micros(allowance.used + allowance.held - sent))

    def reserve(self, worst: Sequence[int]) -> int:
        """Reserve the worst cases of requests, from the first on; return for how many there was enough."""
        with self._connection.transaction():
            self._connection.execute(_LOCK_RUN, self._run)
            allowance = self.allowance
            count = allowance.affordable(worst)
            amount = sum(worst[:count])
            allowance.reserved(amount)
            self._connection.execute(_CHANGE, {**self._row, "held": amount, "used": 0})
        return count

    def settle(self, amount: int, used: int) -> None:
        """Replace reservations of this process by what was really used."""
        self._connection.execute(_CHANGE, {**self._row, "held": -amount, "used": used})


_LOCK: Final = 7_203_115
"""Advisory lock of the DDL."""

_BEGIN: Final = """
INSERT INTO eval_answers.spending (tenant, run, worker, held, used)
VALUES (%(tenant)s, %(run)s, %(worker)s, 0, 0)
"""

_LOCK_RUN: Final = """
SELECT 1 FROM eval_answers.spending WHERE tenant = %(tenant)s AND run = %(run)s ORDER BY worker FOR UPDATE
"""

_SUM: Final = """
SELECT coalesce(sum(held), 0), coalesce(sum(used), 0) FROM eval_answers.spending
WHERE tenant = %(tenant)s AND run = %(run)s
"""

_CHANGE: Final = """
UPDATE eval_answers.spending SET held = held + %(held)s, used = used + %(used)s
WHERE tenant = %(tenant)s AND run = %(run)s AND worker = %(worker)s
"""
