"""Queries of the API to the projections. A tenant sees its own jobs, queues and commands, and shared ones."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Final, Self

from muster.api.cursors import ListAnswer, Order, PageRequest
from muster.journal.clock import Clock, SystemClock
from muster.journal.position import Position
from muster.submit.core.read_model import (
    AttemptRow,
    CheckpointRow,
    EventRow,
    FailureRulesRow,
    JobFilter,
    JobRow,
    LargestNodeRow,
    LogChunkRow,
    LogEndRow,
    NodeRow,
    PlaceRow,
    PolicyRow,
    ProgressRow,
    QueueRow,
    QueueSettingsRow,
    ReservationRow,
)
from muster.submit.edge.reads import statements
from muster.submit.edge.reads.search import job_query, job_search
from muster.views.declared import Stores
from muster.views.reading.pages import Key, Page, page
from muster.views.reading.search import Search
from muster.views.reading.tables import Tables

ROWS_MAX: Final = 1_000
"""Maximum number of rows of an unpaged list."""
_BY_ID: Final = Order({"node_id": str})
_BY_RANK: Final = Order({"rank": int})
_OLDEST: Final = Order({"attempt": int, "file": str})
REFUSED_SHOWN_MS: Final = 2 * 3_600_000
"""How long a node shows a refusal; while reports in its name are refused, the scheduler repeats it hourly."""


class Queries:
    """Queries Postgres and Elasticsearch; every method may raise Unavailable when they do not answer.

    Args:
        tables: Of this service.
        search: Jobs by words.
        clock: For what is recent.
    """

    def __init__(self, tables: Tables, search: Search, clock: Clock | None = None) -> None:
        self.tables = tables
        self._search = search
        self._clock = clock or SystemClock()

    @classmethod
    @asynccontextmanager
    async def connected(
        cls, stores: Stores, *, view: str, clock: Clock | None = None
    ) -> AsyncGenerator[Self]:
        """Open queries on the real servers, closed at the end; does not wait for the servers to be up.

        Args:
            stores: Where they are.
            view: Schema in Postgres and name in Elasticsearch.
            clock: For what is recent.
        """
        search = job_search(stores.elasticsearch_url, view)
        try:
            async with Tables.connected(stores.postgres_dsn, view=view) as tables:
                yield cls(tables, search, clock)
        finally:
            await search.close()

    async def job(self, tenant: str, job_id: str) -> JobRow | None:
        """Return a job; None: this tenant has no such job."""
        return await self.tables.row(JobRow, statements.JOB, {"tenant": tenant, "job_id": job_id})

    async def jobs(
        self,
        tenant: str,
        job_filter: JobFilter,
        *,
        size: int,
        text: str | None = None,
        behind: Key | None = None,
    ) -> Page[JobRow]:
        """Jobs, newest first.

        Args:
            tenant: Whose.
            job_filter: Which.
            size: Of the page.
            text: Words they must all hold, see job_query; None: any.
            behind: next_key of the page before: (submitted_at_ms, job_id); None: the first page.
        """
        if text is None:
            return await self.tables.page(
                JobRow,
                statements.JOBS,
                statements.JOBS_NEWEST,
                lambda row: (row.submitted_at_ms, row.job_id),
                conditions=statements.job_conditions(tenant, job_filter),
                size=size,
                behind=behind,
            )
        keys = await self._search.find(job_query(tenant, text, job_filter), size + 1, behind)
        rows = await self.jobs_by_id(tenant, [str(job_id) for _, job_id in keys[:size]])
        return page(rows, keys, size)

    async def jobs_by_id(self, tenant: str, job_ids: Sequence[str]) -> Sequence[JobRow]:
        """Return jobs in the order of the ids; jobs in Elasticsearch but not yet in Postgres are left out."""
        parameters = {"tenant": tenant, "job_ids": list(job_ids)}
        rows = await self.tables.rows(JobRow, statements.JOBS_BY_ID, parameters)
        by_id = {row.job_id: row for row in rows}
        return [by_id[job_id] for job_id in job_ids if job_id in by_id]

    async def attempts(self, tenant: str, job_id: str) -> Sequence[AttemptRow]:
        """Return the attempts of a job, oldest first; empty: none, or this tenant has no such job."""
        return await self.tables.rows(AttemptRow, statements.ATTEMPTS, {"tenant": tenant, "job_id": job_id})

    async def places(self, job_id: str, attempt: int, since_ms: int) -> Sequence[PlaceRow]:
        """Return the places of an attempt's ranks, of any tenant; empty: unknown, or ended by `since_ms`."""
        parameters = {"job_id": job_id, "attempt": attempt, "since_ms": since_ms}
        return await self.tables.rows(PlaceRow, statements.PLACES, parameters)

    async def checkpoints(self, tenant: str, job_id: str, paging: PageRequest) -> ListAnswer[CheckpointRow]:
        """Return a page of the checkpoints of a job, by attempt and file: oldest first."""
        which = {"tenant": tenant, "job_id": job_id}
        return await paging.read(self.tables, CheckpointRow, statements.CHECKPOINTS, which, _OLDEST)

    async def progress(self, tenant: str, job_id: str, paging: PageRequest) -> ListAnswer[ProgressRow]:
        """Return a page of the reported progress of the ranks of a job's newest attempt, by rank."""
        which = {"tenant": tenant, "job_id": job_id}
        return await paging.read(self.tables, ProgressRow, statements.PROGRESS, which, _BY_RANK)

    async def events(
        self, tenant: str, job_id: str, after: Position | None = None, limit: int = ROWS_MAX
    ) -> Sequence[EventRow]:
        """Return the facts about a job after a position on job-events, in order; at most `limit` at once.

        All facts of a job are in one partition, so the offset alone orders them.
        """
        behind = {"after": after.offset if after else -1, "limit": limit}
        return await self.tables.rows(
            EventRow, statements.EVENTS, {"tenant": tenant, "job_id": job_id, **behind}
        )

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
        """Return pieces of a job's output after a position on log-events, in order; at most ROWS_MAX."""
        which = {"tenant": tenant, "job_id": job_id, "attempt": attempt, "rank": rank}
        behind = {"after": after.offset if after else -1, "limit": min(limit, ROWS_MAX)}
        return await self.tables.rows(LogChunkRow, statements.LOG_CHUNKS, {**which, **behind})

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
        """Return pieces of a job's output before an offset on log-events, newest first."""
        which = {"tenant": tenant, "job_id": job_id, "attempt": attempt, "rank": rank, "stream": stream}
        behind = {"before": before, "limit": min(limit, ROWS_MAX)}
        return await self.tables.rows(LogChunkRow, statements.LOG_CHUNKS_BEFORE, {**which, **behind})

    async def log_ends(self, tenant: str, job_id: str) -> Sequence[LogEndRow]:
        """Return the ranks of a job, by attempt, that will produce no more output."""
        return await self.tables.rows(LogEndRow, statements.LOG_ENDS, {"tenant": tenant, "job_id": job_id})

    async def nodes(self, paging: PageRequest) -> ListAnswer[NodeRow]:
        """Return a page of the known nodes, by id."""
        which = {"node_id": None, **self._lately()}
        return await paging.read(self.tables, NodeRow, statements.NODES, which, _BY_ID)

    async def node(self, node_id: str) -> NodeRow | None:
        """Return one node; None: it is not known."""
        return await self.tables.row(NodeRow, statements.NODES, {"node_id": node_id, **self._lately()})

    def _lately(self) -> Mapping[str, int]:
        """Return the time since which a refusal counts as current, milliseconds since 1970 UTC."""
        return {"since_ms": self._clock.now_ms() - REFUSED_SHOWN_MS}

    async def largest_node(self) -> LargestNodeRow | None:
        """Return the maximum of each resource over all nodes; None: no node is known."""
        return await self.tables.row(LargestNodeRow, statements.LARGEST_NODE, {})

    async def queues(self, tenant: str) -> Sequence[QueueRow]:
        """Return the queues of a tenant and the shared ones, by name."""
        return await self.tables.rows(QueueRow, statements.QUEUES, {"tenant": tenant, "queue": None})

    async def queue_settings(self, tenant: str) -> Sequence[QueueSettingsRow]:
        """Return the settings of a tenant's queues and of the shared ones; cheaper than `queues`."""
        return await self.tables.rows(QueueSettingsRow, statements.QUEUE_SETTINGS, {"tenant": tenant})

    async def queue(self, tenant: str, name: str) -> QueueRow | None:
        """Return the queue this tenant means by a name; None: there is none."""
        return await self.tables.row(QueueRow, statements.QUEUES, {"tenant": tenant, "queue": name})

    async def reservations(self, tenant: str) -> Sequence[ReservationRow]:
        """Return the reservations of a tenant that have not ended, by name."""
        return await self.tables.rows(
            ReservationRow, statements.RESERVATIONS, {"tenant": tenant, "reservation": None}
        )

    async def reservation(self, tenant: str, name: str) -> ReservationRow | None:
        """Return the current reservation of this name; None: there is none."""
        return await self.tables.row(
            ReservationRow, statements.RESERVATIONS, {"tenant": tenant, "reservation": name}
        )

    async def policy(self) -> PolicyRow | None:
        """Return the policy in effect; None: none was activated yet."""
        return await self.tables.row(PolicyRow, statements.POLICY, {})

    async def failure_rules(self, sha256: str | None = None) -> FailureRulesRow | None:
        """Return the failure rules in effect, or those with a hash; None: there are none."""
        return await self.tables.row(FailureRulesRow, statements.FAILURE_RULES, {"sha256": sha256})
