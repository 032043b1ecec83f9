"""Output of a job's ranks as lines, in the order stored, until it is complete.

1. wait for a sign that something may have changed (immediate the first time)
2. read the job, then which ranks have ended, then the chunks: in this order nothing can be missed at the
   end
3. fetch the chunks from S3 and send the lines they complete
4. when the job has ended and all its output has arrived, send the rest and the job's result

No state is kept between requests: the id of each event is the place to resume from (core/output.py).
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Any, Final

from muster.api.sse import ServerEvent
from muster.jobs.lifecycle import ENDED
from muster.submit.core.output import OutputPlace, Piece, lines_of, rest_of
from muster.submit.core.read_model import JobRow, LogChunkRow, LogEndRow
from muster.submit.edge.answers.times import iso
from muster.submit.edge.output.source import LogRequest, LogSource, StreamKey, key_of
from muster.submit.edge.service import Service

CLOSING_MS: Final = 10_000
"""How long after a job's end its output may still reach the log; a lost node never reports that it has
ended. Output on the log by then is waited for, however far the projection lags behind."""


class LogReader:
    """Reads one job's output for one caller."""

    def __init__(self, service: Service, wanted: LogRequest) -> None:
        self._source = LogSource(service, wanted)
        self._queries = service.queries
        self._clock = service.gateway.log.clock
        self._wanted = wanted
        self._attempt_min = 0
        self._offset = -1
        self._partition = 0
        self._carries: dict[StreamKey, bytes] = {}
        self._ended: set[tuple[int, int]] = set()

    async def events(self) -> AsyncGenerator[ServerEvent, None]:
        """Yield `line` events, then one `end` event."""
        await self._choose_beginning()
        held = deque[ServerEvent](maxlen=self._wanted.tail) if self._tails() else None
        async with aclosing(self._queries.tables.looks()) as signs:
            async for _ in signs:
                job = await self._source.job()
                ends, over = await self._ends(job)
                async for line in self._new_lines():
                    if held is None:
                        yield line
                    else:
                        held.append(line)
                last = over or not self._wanted.follow
                lines = await self._last_lines(ends, everything=last)
                if held is not None:
                    held.extend(lines)
                    lines, held = [*held], None
                for line in lines:
                    yield line
                if last:
                    yield _end(job, self._bytes_lost(ends))
                    return

    def _tails(self) -> bool:
        return self._wanted.tail is not None and self._wanted.behind is None

    # --- where to begin ---------------------------------------------------------------------------------

    async def _choose_beginning(self) -> None:
        behind = self._wanted.behind
        if behind is not None:
            self._partition = behind.partition
            self._offset = behind.offset if behind.lines < 0 else behind.offset - 1
            return
        if self._wanted.attempt is None:
            self._attempt_min = (await self._source.job()).attempt or 0
        if self._wanted.tail is not None:
            self._offset = await self._offset_of_tail(self._wanted.tail)

    async def _offset_of_tail(self, lines: int) -> int:
        """Return an offset with more than `lines` line ends after it, or where the output begins."""
        found, before = 0, 2**62
        while found <= lines:
            rows = await self._source.chunks_before(before)
            for row, data in zip(rows, await self._source.fetch(rows), strict=True):
                if row.attempt < self._attempt_min:
                    return row.log_offset
                found += (data or b"").count(b"\n")
                before = row.log_offset
                if found > lines:
                    break
            if not rows:
                break
        return before - 1 if before < 2**62 else -1

    # --- lines ------------------------------------------------------------------------------------------

    async def _new_lines(self) -> AsyncGenerator[ServerEvent, None]:
        """Yield the lines of all chunks that have arrived."""
        while rows := await self._source.chunks_behind(self._partition, self._offset):
            wanted = [row for row in rows if self._is_wanted(row)]
            for row, data in zip(wanted, await self._source.fetch(wanted), strict=True):
                if data is None:
                    yield _gap(row)
                    self._carries[key_of(row)] = b""
                    continue
                for line in await self._lines(row, data):
                    yield line
            self._offset = rows[-1].log_offset
            self._partition = rows[-1].log_partition

    def _is_wanted(self, row: LogChunkRow) -> bool:
        since_ms = self._wanted.since_ms
        return row.attempt >= self._attempt_min and (since_ms is None or row.written_at_ms >= since_ms)

    async def _lines(self, row: LogChunkRow, data: bytes) -> list[ServerEvent]:
        key = key_of(row)
        if key not in self._carries:
            self._carries[key] = await self._source.carry_before(key, row.log_offset) if row.chunk else b""
        pieces, self._carries[key] = lines_of(self._carries[key], data)
        place = OutputPlace(row.log_partition, row.log_offset, -1)
        return [
            _line(key, piece, row.written_at_ms, place.after_line(number, len(pieces)))
            for number, piece in enumerate(pieces, start=1)
            if number > self._lines_behind(place)
        ]

    def _lines_behind(self, place: OutputPlace) -> int:
        """Return the number of lines of a chunk that the caller already has."""
        behind = self._wanted.behind
        same = behind is not None and (behind.partition, behind.offset) == (place.partition, place.offset)
        return behind.lines if behind is not None and same else 0

    async def _last_lines(self, ends: Sequence[LogEndRow], *, everything: bool) -> list[ServerEvent]:
        """Return the unfinished last lines of ended ranks, or of all."""
        lines: list[ServerEvent] = []
        for end in ends:
            if end.attempt >= self._attempt_min and (end.attempt, end.rank) not in self._ended:
                self._ended.add((end.attempt, end.rank))
                lines += await self._lines_of_end(end)
        if everything:
            for key in sorted(self._carries):
                lines += [_line(key, piece, None, None) for piece in rest_of(self._carries[key])]
        return lines

    async def _lines_of_end(self, end: LogEndRow) -> list[ServerEvent]:
        """Return the last lines of a rank that ended without a line end."""
        if self._wanted.behind is not None and end.log_offset <= self._wanted.behind.offset:
            return []
        place = str(OutputPlace(self._partition, end.log_offset, -1))
        lines: list[ServerEvent] = []
        for stream in ("stdout", "stderr"):
            key = (end.attempt, end.rank, stream)
            carry = self._carries.pop(key, None)
            if carry is None and self._wanted.behind is not None:
                carry = await self._source.carry_before(key, end.log_offset)
            lines += [_line(key, piece, None, place) for piece in rest_of(carry or b"")]
        return lines

    def _bytes_lost(self, ends: Sequence[LogEndRow]) -> int:
        """Return the number of bytes of output that were dropped; ranks of one node share one count."""
        by_node = {e.log_offset: e.bytes_lost for e in ends if e.attempt >= self._attempt_min}
        return sum(by_node.values())

    # --- the end ----------------------------------------------------------------------------------------

    async def _ends(self, job: JobRow) -> tuple[Sequence[LogEndRow], bool]:
        """Return the ranks that have ended, and whether no more lines will come."""
        ends = await self._source.ends()
        attempt, ended_at_ms = await self._last_attempt(job)
        if attempt is None or attempt == 0:  # not ended; never placed
            return ends, attempt == 0
        ranks = 1 if self._wanted.rank is not None else (job.ranks or 0)
        if sum(1 for end in ends if end.attempt == attempt) >= ranks:
            return ends, True
        if self._clock.now_ms() < ended_at_ms + CLOSING_MS or not await self._source.is_up_to_date():
            return ends, False
        return await self._source.ends(), True

    async def _last_attempt(self, job: JobRow) -> tuple[int | None, int]:
        """Return the attempt that ends the output, and when, milliseconds since 1970 UTC; None: not yet."""
        if job.state in ENDED:
            return job.attempt or 0, job.ended_at_ms or 0
        if self._wanted.attempt is None:
            return None, 0
        ended_at_ms = await self._source.attempt_ended_at_ms(self._wanted.attempt)
        return (None, 0) if ended_at_ms is None else (self._wanted.attempt, ended_at_ms)


def _line(key: StreamKey, piece: Piece, written_at_ms: int | None, place: str | None) -> ServerEvent:
    attempt, rank, stream = key
    data: dict[str, Any] = {"rank": rank, "stream": stream, "text": piece.text, "attempt": attempt}
    if piece.goes_on:
        data["goes_on"] = True
    return ServerEvent(data | {"written_at": iso(written_at_ms)}, "line", place)


def _gap(row: LogChunkRow) -> ServerEvent:
    """Return the event for output that is recorded but no longer stored."""
    attempt, rank, stream = key_of(row)
    place = OutputPlace(row.log_partition, row.log_offset, -1)
    data = {"rank": rank, "stream": stream, "attempt": attempt, "bytes": row.size_bytes}
    return ServerEvent(data, "gap", str(place))


def _end(job: JobRow, bytes_lost: int) -> ServerEvent:
    result = {"state": job.state, "exit_code": job.exit_code, "attempt": job.attempt, "message": job.message}
    return ServerEvent(result | {"bytes_lost": bytes_lost}, "end")
