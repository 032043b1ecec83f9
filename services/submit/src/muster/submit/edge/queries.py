"""What the API asks of the projections. A tenant sees its own jobs, queues and commands, and nobody else's.

Lists come in pages by keyset: a token says behind which row the next page begins, so rows that arrive
meanwhile shift nothing.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, Literal, LiteralString, Self, TypeVar

import psycopg
from muster.api import Problem, cursors, unavailable
from muster.journal.position import Position
from muster.submit.config import Settings
from muster.submit.core.read_model import (
    AttemptRow,
    CheckpointRow,
    CommandRow,
    EventRow,
    JobFilter,
    JobRow,
    LargestNodeRow,
    LogChunkRow,
    LogEndRow,
    NodeRow,
    Page,
    PolicyRow,
    QueueRow,
    ReservationRow,
)
from muster.submit.edge import statements
from muster.submit.edge.search import Search
from muster.submit.edge.watch import Watch
from psycopg.rows import class_row
from psycopg.sql import Composed
from psycopg_pool import AsyncConnectionPool, PoolTimeout

T = TypeVar("T")

CONNECTIONS_MAX: Final = 8
ROWS_MAX: Final = 1_000
"""Largest number of rows of a list that has no pages."""

_SETTINGS: Final = "-c default_transaction_read_only=on -c statement_timeout=15s"


class Queries:
    """Asks Postgres and Elasticsearch; every method may raise Problem 503 when they do not answer.

    Args:
        pool: Connections whose search path is the projection's schema.
        search: Jobs by words.
        watch: For those who wait.
    """

    def __init__(
        self, pool: AsyncConnectionPool[psycopg.AsyncConnection[Any]], search: Search, watch: Watch
    ) -> None:
        self._pool = pool
        self._search = search
        self._watch = watch

    @classmethod
    @asynccontextmanager
    async def connected(cls, settings: Settings, *, view: str = "submit") -> AsyncGenerator[Self]:
        """Queries on the real servers, given back at the end; does not wait for the servers to be there.

        Args:
            settings: Where they are.
            view: Schema in Postgres and name in Elasticsearch.
        """
        pool: AsyncConnectionPool[psycopg.AsyncConnection[Any]] = AsyncConnectionPool(
            settings.postgres_dsn,
            kwargs={
                "autocommit": True,
                "application_name": "submit-queries",
                "options": f"{_SETTINGS} -c search_path={view}",
            },
            min_size=1,
            max_size=CONNECTIONS_MAX,
            timeout=5.0,
            open=False,
        )
        search = Search(settings.elasticsearch_url, view)
        watch = Watch(settings.postgres_dsn, view)
        await pool.open(wait=False)
        try:
            async with watch.running():
                yield cls(pool, search, watch)
        finally:
            await search.close()
            await pool.close()

    async def missing(self) -> str | None:
        """What keeps queries from being answered; None: nothing."""
        try:
            async with self._pool.connection(timeout=2.0) as connection:
                await connection.execute(statements.POSITIONS)
        except (psycopg.Error, PoolTimeout) as error:
            return f"Postgres: {error}"
        return None

    async def job(self, tenant: str, job_id: str) -> JobRow | None:
        """A job; None: this tenant has no such job."""
        return await self._row(JobRow, statements.JOB, {"tenant": tenant, "job_id": job_id})

    async def job_if_available(self, tenant: str, job_id: str) -> JobRow | Literal["unavailable"] | None:
        """The same, but an outage is an answer too: for those who can go on without."""
        try:
            return await self.job(tenant, job_id)
        except Problem:
            return "unavailable"

    async def jobs(
        self,
        tenant: str,
        job_filter: JobFilter,
        *,
        size: int,
        text: str | None = None,
        token: str | None = None,
    ) -> Page[JobRow]:
        """Jobs, newest first.

        Args:
            tenant: Whose.
            job_filter: Which.
            size: Of the page.
            text: Words they must all hold, see Search.find; None: any.
            token: next_token of the page before; None: the first page.

        Raises:
            Problem: 422, the token is not one of ours.
        """
        after = _job_key(token) if token is not None else None
        if text is None:
            rows = await self._listed(tenant, job_filter, size + 1, after)
            keys = [(row.submitted_at_ms, row.job_id) for row in rows]
        else:
            keys = await self._search.find(tenant, text, job_filter, size + 1, after)
            rows = await self.jobs_by_id(tenant, [job_id for _, job_id in keys[:size]])
        more = len(keys) > size
        return Page(
            rows=rows[: size if more else None], next_token=cursors.encode(keys[size - 1]) if more else None
        )

    async def attempts(self, tenant: str, job_id: str) -> Sequence[AttemptRow]:
        """The attempts of a job, first to newest; empty: none, or this tenant has no such job."""
        return await self._rows(AttemptRow, statements.ATTEMPTS, {"tenant": tenant, "job_id": job_id})

    async def checkpoints(self, tenant: str, job_id: str) -> Sequence[CheckpointRow]:
        """The checkpoints of a job, oldest first."""
        return await self._rows(CheckpointRow, statements.CHECKPOINTS, {"tenant": tenant, "job_id": job_id})

    async def events(
        self, tenant: str, job_id: str, after: Position | None = None, limit: int = ROWS_MAX
    ) -> Sequence[EventRow]:
        """The facts about a job behind a position on job-events, in order; at most ROWS_MAX at once.

        All facts of a job are in one partition, so the offset alone orders them.
        """
        place = {"after": after.offset if after else -1, "limit": min(limit, ROWS_MAX)}
        return await self._rows(EventRow, statements.EVENTS, {"tenant": tenant, "job_id": job_id, **place})

    async def log_chunks(
        self,
        tenant: str,
        job_id: str,
        *,
        attempt: int | None = None,
        rank: int | None = None,
        after: Position | None = None,
        limit: int = ROWS_MAX,
    ) -> Sequence[LogChunkRow]:
        """Pieces of a job's output behind a position on log-events, in order; at most ROWS_MAX at once."""
        which = {"tenant": tenant, "job_id": job_id, "attempt": attempt, "rank": rank}
        place = {"after": after.offset if after else -1, "limit": min(limit, ROWS_MAX)}
        return await self._rows(LogChunkRow, statements.LOG_CHUNKS, {**which, **place})

    async def log_chunks_before(
        self,
        tenant: str,
        job_id: str,
        before: int,
        *,
        attempt: int | None = None,
        rank: int | None = None,
        stream: str | None = None,
        limit: int = ROWS_MAX,
    ) -> Sequence[LogChunkRow]:
        """Pieces of a job's output before an offset on log-events, newest first."""
        which = {"tenant": tenant, "job_id": job_id, "attempt": attempt, "rank": rank, "stream": stream}
        place = {"before": before, "limit": min(limit, ROWS_MAX)}
        return await self._rows(LogChunkRow, statements.LOG_CHUNKS_BEFORE, {**which, **place})

    async def log_ends(self, tenant: str, job_id: str) -> Sequence[LogEndRow]:
        """The ranks of a job, by attempt, that no more output will come of."""
        return await self._rows(LogEndRow, statements.LOG_ENDS, {"tenant": tenant, "job_id": job_id})

    async def nodes(self) -> Sequence[NodeRow]:
        """All known nodes, by id."""
        return await self._rows(NodeRow, statements.NODES, {"node_id": None})

    async def node(self, node_id: str) -> NodeRow | None:
        """One node; None: it is not known."""
        return await self._row(NodeRow, statements.NODES, {"node_id": node_id})

    async def largest_node(self) -> LargestNodeRow | None:
        """The most any node has of each; None: no node is known."""
        return await self._row(LargestNodeRow, statements.LARGEST_NODE, {})

    async def queues(self, tenant: str) -> Sequence[QueueRow]:
        """A tenant's queues and those that are everybody's, by name."""
        return await self._rows(QueueRow, statements.QUEUES, {"tenant": tenant, "queue": None})

    async def queue(self, tenant: str, name: str) -> QueueRow | None:
        """The queue this tenant means by a name; None: there is none."""
        return await self._row(QueueRow, statements.QUEUES, {"tenant": tenant, "queue": name})

    async def reservations(self, tenant: str) -> Sequence[ReservationRow]:
        """A tenant's reservations that have not ended, by name."""
        return await self._rows(
            ReservationRow, statements.RESERVATIONS, {"tenant": tenant, "reservation": None}
        )

    async def reservation(self, tenant: str, name: str) -> ReservationRow | None:
        """One of them; None: there is none of that name."""
        return await self._row(
            ReservationRow, statements.RESERVATIONS, {"tenant": tenant, "reservation": name}
        )

    async def policy(self) -> PolicyRow | None:
        """The policy that decides now; None: none was activated yet."""
        return await self._row(PolicyRow, statements.POLICY, {})

    async def command(self, tenant: str, command_id: str) -> CommandRow | None:
        """What became of a command; None: nothing yet, or it is not theirs."""
        return await self._row(CommandRow, statements.COMMAND, {"tenant": tenant, "command_id": command_id})

    async def wait_for_command(self, tenant: str, command_id: str, timeout_s: float) -> CommandRow | None:
        """The same, as soon as there is something; None: time is up."""
        found = await self.command(tenant, command_id)
        if found is None and timeout_s > 0:
            found = await self._watch.command(command_id, timeout_s)
        return found if found is not None and found.tenant in (None, tenant) else None

    async def wait_for(self, position: Position, timeout_s: float) -> bool:
        """Whether queries see what is at this position, waiting for it if need be."""
        return await self._watch.position(position, timeout_s)

    def changes(self) -> AsyncGenerator[None]:
        """Yields at once, then whenever something was applied, and at least once a second."""
        return self._watch.changes()

    async def _listed(
        self, tenant: str, job_filter: JobFilter, limit: int, after: tuple[int, str] | None
    ) -> Sequence[JobRow]:
        parameters: dict[str, Any] = {"tenant": tenant, "limit": limit}
        if after is not None:
            parameters["before_ms"], parameters["before_id"] = after
        return await self._rows(JobRow, statements.jobs(job_filter, parameters), parameters)

    async def jobs_by_id(self, tenant: str, job_ids: Sequence[str]) -> Sequence[JobRow]:
        """In the order of the ids; a job that Elasticsearch has and Postgres not yet is left out."""
        rows = await self._rows(JobRow, statements.JOBS_BY_ID, {"tenant": tenant, "job_ids": list(job_ids)})
        by_id = {row.job_id: row for row in rows}
        return [by_id[job_id] for job_id in job_ids if job_id in by_id]

    async def _row(
        self, kind: type[T], statement: LiteralString | Composed, parameters: Mapping[str, Any]
    ) -> T | None:
        rows = await self._rows(kind, statement, parameters)
        return rows[0] if rows else None

    async def _rows(
        self, kind: type[T], statement: LiteralString | Composed, parameters: Mapping[str, Any]
    ) -> Sequence[T]:
        try:
            async with (
                self._pool.connection() as connection,
                connection.cursor(row_factory=class_row(kind)) as cursor,
            ):
                return await (await cursor.execute(statement, parameters)).fetchall()
        except psycopg.errors.UndefinedTable as error:
            raise unavailable(
                "the projections have not been made yet: the projector has to run once"
            ) from error
        except (psycopg.OperationalError, PoolTimeout) as error:
            raise unavailable("Postgres does not answer") from error


def _job_key(token: str) -> tuple[int, str]:
    submitted_at_ms, job_id = cursors.decode(token, int, str)
    return int(submitted_at_ms), str(job_id)
