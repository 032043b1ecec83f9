"""Source of output: the list of chunks from the projection, and their bytes from S3."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from muster.api import unavailable
from muster.events.topics import LOG_EVENTS
from muster.journal import Position
from muster.store import NoSuchObject, StoreUnavailable
from muster.submit.core.output import OutputPlace, carry_of
from muster.submit.core.read_model import JobRow, LogChunkRow, LogEndRow
from muster.submit.edge.service import Service

FETCHED_TOGETHER: Final = 8
"""Maximum number of chunks in memory; the agent makes none larger than 1 MiB."""
WALKED_BACK_MAX: Final = 16
"""Maximum number of chunks searched for the beginning of a line."""

StreamKey: TypeAlias = tuple[int, int, str]
"""(attempt, rank, stdout or stderr)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogRequest:
    """Selection of output lines.

    Attributes:
        job_id: Job to read.
        tenant: Tenant of the job.
        follow: Continue until the job (or the attempt) has ended.
        rank: Only this rank's lines.
        attempt: Only this attempt's lines; None: the newest and, when following, later ones.
        tail: Of the existing lines, only the last `tail`.
        since_ms: Only lines stored at this time or later, milliseconds since 1970 UTC.
        behind: Continue after this place.
    """

    job_id: str
    tenant: str
    follow: bool
    rank: int | None
    attempt: int | None
    tail: int | None
    since_ms: int | None
    behind: OutputPlace | None


def key_of(row: LogChunkRow) -> StreamKey:
    """Return the stream that a chunk belongs to."""
    return row.attempt, row.rank, row.stream


class LogSource:
    """Output of one job, within the bounds of a request.

    Every method raises Problem 503 when Postgres or S3 does not answer.
    """

    def __init__(self, service: Service, wanted: LogRequest) -> None:
        self._queries = service.queries
        self._gateway = service.gateway
        self._store = service.store
        self._wanted = wanted

    async def job(self) -> JobRow:
        """Return the job's current row."""
        job = await self._queries.job(self._wanted.tenant, self._wanted.job_id)
        if job is None:
            raise unavailable("the job's projection is being rebuilt")
        return job

    async def ends(self) -> list[LogEndRow]:
        """Return the requested ranks that will produce no more output."""
        wanted = self._wanted
        return [
            end
            for end in await self._queries.log_ends(wanted.tenant, wanted.job_id)
            if wanted.rank in (None, end.rank) and wanted.attempt in (None, end.attempt)
        ]

    async def is_up_to_date(self) -> bool:
        """Whether the projection contains all output now on the log."""
        return await self._gateway.knows_all([LOG_EVENTS])

    async def attempt_ended_at_ms(self, attempt: int) -> int | None:
        """Return when an attempt ended, milliseconds since 1970 UTC; None: it has not."""
        for row in await self._queries.attempts(self._wanted.tenant, self._wanted.job_id):
            if row.attempt == attempt:
                return row.ended_at_ms
        return None

    async def chunks_behind(self, partition: int, offset: int) -> Sequence[LogChunkRow]:
        """Return the next few chunks, in order."""
        wanted = self._wanted
        return await self._queries.log_chunks(
            wanted.tenant,
            wanted.job_id,
            attempt=wanted.attempt,
            rank=wanted.rank,
            after=Position("log-events", partition, offset),
            limit=FETCHED_TOGETHER,
        )

    async def chunks_before(self, offset: int) -> Sequence[LogChunkRow]:
        """Return the last few chunks before an offset, newest first."""
        wanted = self._wanted
        return await self._queries.log_chunks_before(
            wanted.tenant,
            wanted.job_id,
            offset,
            attempt=wanted.attempt,
            rank=wanted.rank,
            limit=FETCHED_TOGETHER,
        )

    async def carry_before(self, key: StreamKey, offset: int) -> bytes:
        """Return the unfinished line of a stream at an offset, from the chunks before it."""
        attempt, rank, stream = key
        rows = await self._queries.log_chunks_before(
            self._wanted.tenant,
            self._wanted.job_id,
            offset,
            attempt=attempt,
            rank=rank,
            stream=stream,
            limit=WALKED_BACK_MAX,
        )
        found: list[bytes] = []
        for row in rows:
            data = (await self.fetch([row]))[0] or b""
            found.insert(0, data)
            if b"\n" in data:
                break
        return carry_of(found)

    async def fetch(self, rows: Sequence[LogChunkRow]) -> list[bytes | None]:
        """Return the chunks' bytes; None for one no longer in S3."""
        return list(await asyncio.gather(*(asyncio.to_thread(self._get, row.uri) for row in rows)))

    def _get(self, uri: str) -> bytes | None:
        try:
            return self._store.get(self._store.key(uri))
        except NoSuchObject:
            return None
        except StoreUnavailable as error:
            raise unavailable("S3 does not answer; reconnect to continue") from error
