"""Output of ranks through the API; the test plays the agents with the real S3 and log-events."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from muster.events.job_events import (
    AttemptEnded,
    AttemptOutcome,
    GangBound,
    JobFailed,
    JobRequeued,
    JobSucceeded,
    RankPlacement,
)
from muster.events.log_events import LogChunkStored, LogClosed, LogStream
from muster.events.topics import JOB_EVENTS, LOG_EVENTS
from muster.journal import Position, SystemClock
from muster.store.keys import log_key
from muster.testkit.api.submit_cell import Lagging, SubmitCell
from muster.testkit.tokens import Tokens

pytestmark = [pytest.mark.stack]


@dataclass
class Work:
    """A running job, with the events of its agent and the scheduler."""

    cell: SubmitCell
    tenant: str
    ranks: int = 1
    job_id: str = ""
    queued: Position = field(init=False)
    attempt: int = 0
    chunks: dict[tuple[int, int, LogStream], tuple[int, int]] = field(default_factory=dict[Any, Any])

    def __post_init__(self) -> None:
        self.job_id, self.queued = self.cell.queued(self.tenant, ranks=self.ranks)

    def bind(self) -> None:
        self.attempt += 1
        places = tuple(
            RankPlacement(rank=r, node_id=f"node-{r}", gpu_indices=(), gpu_milli=0) for r in range(self.ranks)
        )
        bound = GangBound(
            job_id=self.job_id,
            attempt=self.attempt,
            placements=places,
            master_address="127.0.0.1",
            master_port=1,
            waited_ms=0,
        )
        self.cell.fact(self.job_id, bound)

    def write(
        self,
        text: str | bytes,
        rank: int = 0,
        stream: LogStream = LogStream.STDOUT,
        *,
        node_id: str | None = None,
        authorization: str | None = None,
    ) -> Position:
        """Write one chunk; by default the rank's node sends it, with a valid token."""
        data = text if isinstance(text, bytes) else text.encode()
        key = (self.attempt, rank, stream)
        chunk, first_byte = self.chunks.get(key, (0, 0))
        uri = self.cell.store.put(log_key(self.job_id, self.attempt, rank, stream, chunk), data)
        node_id = f"node-{rank}" if node_id is None else node_id
        stored = LogChunkStored(
            job_id=self.job_id,
            tenant=self.tenant,
            attempt=self.attempt,
            rank=rank,
            stream=stream,
            chunk=chunk,
            first_byte=first_byte,
            size_bytes=len(data),
            written_at_ms=SystemClock().now_ms(),
            uri=uri,
            sha256=hashlib.sha256(data).hexdigest(),
            node_id=node_id,
        )
        said = self.cell.say(LOG_EVENTS, self.job_id, stored, authorization=authorization)
        if authorization is None:
            self.chunks[key] = (chunk + 1, first_byte + len(data))
        return said

    def close(self, *ranks: int, bytes_lost: int = 0) -> None:
        """Close the output of these ranks, by default all; `bytes_lost` is the loss of all nodes."""
        for place, rank in enumerate(ranks or range(self.ranks)):
            closed = LogClosed(
                job_id=self.job_id,
                tenant=self.tenant,
                attempt=self.attempt,
                node_id=f"node-{rank}",
                ranks=(rank,),
                bytes_lost=bytes_lost if place == 0 else 0,
            )
            self.cell.say(LOG_EVENTS, self.job_id, closed)

    def succeed(self, ago_ms: int = 0) -> Position:
        succeeded = JobSucceeded(job_id=self.job_id, attempt=self.attempt)
        return self.cell.say(JOB_EVENTS, self.job_id, succeeded, ago_ms=ago_ms)

    def fail(self, exit_code: int) -> Position:
        failed = JobFailed(job_id=self.job_id, attempt=self.attempt, reason="it broke", exit_code=exit_code)
        return self.cell.fact(self.job_id, failed)


@dataclass(frozen=True)
class Sent:
    """One server-sent event."""

    event: str
    id: str | None
    data: dict[str, Any]


@contextmanager
def reading(
    client: httpx.Client, work: Work, last_id: str | None = None, **query: Any
) -> Generator[Iterator[Sent]]:
    """Read the events of a job's output, once the API knows that the job was queued."""
    headers = {"Last-Event-ID": last_id} if last_id else {}
    params = {"after": str(work.queued)} | query
    with client.stream("GET", f"/v1/jobs/{work.job_id}/logs", params=params, headers=headers) as response:
        if not response.is_success:
            response.read()
        assert response.status_code == 200, response.text
        yield _events(response.iter_lines())


def _events(lines: Iterator[str]) -> Iterator[Sent]:
    fields: dict[str, str] = {}
    for line in lines:
        if line and not line.startswith(":"):
            name, _, value = line.partition(": ")
            fields[name] = value
        elif not line and "data" in fields:
            yield Sent(fields.get("event", "message"), fields.get("id"), json.loads(fields["data"]))
            fields = {}


def texts(client: httpx.Client, work: Work, **query: Any) -> list[str]:
    """Return all lines with their rank, up to the end."""
    with reading(client, work, **query) as events:
        found = list(events)
    assert found[-1].event == "end", found
    assert {e.event for e in found[:-1]} <= {"line"}
    return [f"{e.data['rank']}:{e.data['text']}" for e in found[:-1]]


def wait(client: httpx.Client, position: Position, work: Work) -> None:
    """Wait until a record on log-events is known; a later fact on job-events does not imply that."""
    for _ in range(600):
        with reading(client, work) as events:
            if any(e.id and Position.parse("/".join(e.id.split("/")[:3])) >= position for e in events):
                return
    raise AssertionError(f"{position} is not known")


def test_lines_of_all_ranks_and_streams_are_in_log_order(cell: SubmitCell, tenant: str) -> None:
    work = Work(cell, tenant, ranks=2)
    work.bind()
    work.write("a1\na2\n")
    work.write("b1\n", rank=1)
    work.write("oops\n", rank=1, stream=LogStream.STDERR)
    work.write("a3\n")
    work.close()
    work.succeed()
    with cell.client(tenant, "viewer") as ann:
        assert texts(ann, work, follow=True) == ["0:a1", "0:a2", "1:b1", "1:oops", "0:a3"]
        assert texts(ann, work, follow=True, rank=1) == ["1:b1", "1:oops"]
        with reading(ann, work, follow=True) as events:
            *lines, end = events
    assert lines[3].data | {"written_at": None} == {
        "rank": 1,
        "stream": "stderr",
        "text": "oops",
        "attempt": 1,
        "written_at": None,
    }
    assert end == Sent(
        "end", None, {"state": "SUCCEEDED", "exit_code": 0, "attempt": 1, "message": "", "bytes_lost": 0}
    )


def test_output_reported_by_a_node_without_the_rank_is_not_shown(cell: SubmitCell, tenant: str) -> None:
    work = Work(cell, tenant)
    work.bind()
    work.write("true 1\n")
    of_another = Tokens(cell.home).node_authorization("node-9")
    work.write("forged\n", authorization="")
    work.write("forged\n", authorization=of_another)
    work.write("forged\n", node_id="node-9", authorization=of_another)
    work.write("true 2\n")
    work.close()
    work.succeed()
    with cell.client(tenant) as ann:
        assert texts(ann, work, follow=True) == ["0:true 1", "0:true 2"]


def test_dropped_output_is_counted_at_the_end(cell: SubmitCell, tenant: str) -> None:
    work = Work(cell, tenant, ranks=3)
    work.bind()
    work.close(0, 1, bytes_lost=700)
    work.close(2, bytes_lost=41)
    work.succeed()
    with cell.client(tenant) as ann:
        asked: list[tuple[dict[str, Any], int]] = [({}, 741), ({"rank": 2}, 41), ({"attempt": 1}, 741)]
        for query, lost in asked:
            with reading(ann, work, follow=True, **query) as events:
                (end,) = events
            assert end.data["bytes_lost"] == lost, query


def test_a_follower_waits_for_a_pending_job_and_ends_with_its_result(cell: SubmitCell, tenant: str) -> None:
    work = Work(cell, tenant)
    with cell.client(tenant) as ann:
        position = cell.fact(
            work.job_id, JobRequeued(job_id=work.job_id, attempt_next=1, reason="", not_before_ms=0)
        )
        assert ann.get(f"/v1/jobs/{work.job_id}", params={"after": str(position)}).is_success
        with reading(ann, work, follow=True) as events:
            work.bind()
            work.write("first\n")
            assert next(events).data["text"] == "first"
            work.write("second, unfin")
            work.write("ished\nlast")
            assert next(events).data["text"] == "second, unfinished"
            work.fail(exit_code=7)
            work.close()
            assert next(events).data["text"] == "last"
            end = next(events)
            assert (end.event, end.data["state"], end.data["exit_code"]) == ("end", "FAILED", 7)
            assert list(events) == []


def test_a_reader_that_resumes_misses_nothing_and_gets_nothing_twice(cell: SubmitCell, tenant: str) -> None:
    work = Work(cell, tenant, ranks=2)
    work.bind()
    work.write("a1\na2\na3\n")
    work.write("b1 ", rank=1)
    work.write("still b1 ", rank=1)
    work.write("a4\n")
    work.write("and still b1\nb2\n", rank=1)
    work.write("no line's end", rank=1, stream=LogStream.STDERR)
    work.write("a5")
    work.close()
    work.succeed()
    with cell.client(tenant) as ann:
        with reading(ann, work, follow=True) as events:
            *lines, end = events
        assert [line.data["text"] for line in lines][:6] == [
            "a1",
            "a2",
            "a3",
            "a4",
            "b1 still b1 and still b1",
            "b2",
        ]
        assert {line.data["text"] for line in lines[6:]} == {"no line's end", "a5"}
        for number, line in enumerate(lines[:-1], start=1):
            with reading(ann, work, last_id=line.id, follow=True) as events:
                rest = list(events)
            if lines[number].id != line.id:
                assert rest == [*lines[number:], end], line.id


def test_tail_returns_the_last_lines(cell: SubmitCell, tenant: str) -> None:
    work = Work(cell, tenant)
    work.bind()
    position = [work.write(f"line {n}\n" if n % 3 else f"line {n}, ") for n in range(30)][-1]
    with cell.client(tenant) as ann:
        wait(ann, position, work)
        whole = texts(ann, work)
        for tail in (0, 1, 2, 7, 19, 20, 21, 1000):
            assert texts(ann, work, tail=tail) == whole[len(whole) - min(tail, len(whole)) :], tail
        with reading(ann, work, tail=1, follow=True) as events:
            assert next(events).data["text"] == whole[-1].removeprefix("0:")
            work.write("new\n")
            assert next(events).data["text"] == "new"


def test_tail_counts_a_last_line_without_an_end(cell: SubmitCell, tenant: str) -> None:
    work = Work(cell, tenant)
    work.bind()
    position = work.write("a\nb\nc")
    with cell.client(tenant) as ann:
        wait(ann, position, work)
        for tail in (0, 1, 2, 3, 4):
            assert texts(ann, work, tail=tail) == ["0:a", "0:b", "0:c"][max(0, 3 - tail) :], tail


def test_a_follower_reads_all_attempts(cell: SubmitCell, tenant: str) -> None:
    work = Work(cell, tenant)
    work.bind()
    work.write("one\n")
    with cell.client(tenant) as ann:
        with reading(ann, work, follow=True) as events:
            assert next(events).data["text"] == "one"
            work.close()
            over = AttemptEnded(job_id=work.job_id, attempt=1, outcome=AttemptOutcome.LOST, ran_ms=1)
            cell.fact(work.job_id, over)
            cell.fact(
                work.job_id, JobRequeued(job_id=work.job_id, attempt_next=2, reason="", not_before_ms=0)
            )
            work.bind()
            work.write("two\n")
            line = next(events).data
            assert (line["attempt"], line["text"]) == (2, "two")
            work.close()
            work.succeed()
            assert next(events).event == "end"
        assert texts(ann, work) == ["0:two"]
        assert texts(ann, work, previous=True) == ["0:one"]
        assert texts(ann, work, attempt=1, follow=True) == ["0:one"]
        assert texts(ann, work, attempt=2, follow=True) == ["0:two"]
        assert texts(ann, work, attempt=3) == []


def test_output_of_a_job_that_never_ran_ends_at_once(cell: SubmitCell, tenant: str) -> None:
    work = Work(cell, tenant)
    position = work.fail(exit_code=1)
    with cell.client(tenant) as ann:
        assert ann.get(f"/v1/jobs/{work.job_id}", params={"after": str(position)}).is_success
        assert texts(ann, work, follow=True) == []
        missing = ann.get(f"/v1/jobs/{work.job_id}/logs", params={"previous": True})
        assert missing.status_code == 404


def test_a_reader_waits_for_output_that_the_projection_lacks_however_late(
    lagging: Lagging, tenant: str
) -> None:
    work = Work(lagging.cell, tenant, ranks=2)
    work.bind()
    work.write("a1\n")
    work.write("the node of rank 1 was lost in the mid", rank=1)
    work.close(0)
    work.succeed(ago_ms=60_000)
    with lagging.cell.client(tenant) as ann, reading(ann, work, follow=True) as events:
        lagging.project_output()
        assert [event.data.get("text") or event.event for event in events] == [
            "a1",
            "the node of rank 1 was lost in the mid",
            "end",
        ]


def test_removed_output_is_reported_as_a_gap(cell: SubmitCell, tenant: str) -> None:
    work = Work(cell, tenant)
    work.bind()
    work.write("gone\n")
    cell.store.delete(log_key(work.job_id, 1, 0, "stdout", 0))
    work.write("there\n")
    work.close()
    work.succeed()
    with cell.client(tenant) as ann, reading(ann, work, follow=True) as events:
        gap, line, end = events
    assert (gap.event, gap.data["bytes"]) == ("gap", 5)
    assert (line.data["text"], end.event) == ("there", "end")


def test_since_s_returns_only_recent_lines(cell: SubmitCell, tenant: str) -> None:
    work = Work(cell, tenant)
    work.bind()
    position = work.write("now\n")
    with cell.client(tenant) as ann:
        wait(ann, position, work)
        assert texts(ann, work, since_s=600) == ["0:now"]
        assert texts(ann, work, since_s=0) == []


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"rank": -1}, "rank"),
        ({"rank": 4096}, "rank"),
        ({"attempt": 0}, "attempt"),
        ({"tail": -1}, "tail"),
        ({"tail": 10_001}, "tail"),
        ({"since_s": "nan"}, "since_s"),
        ({"follow": "maybe"}, "follow"),
    ],
)
def test_invalid_parameters_are_named(
    cell: SubmitCell, tenant: str, query: dict[str, Any], field: str
) -> None:
    with cell.client(tenant) as ann:
        response = ann.get("/v1/jobs/job-abcd/logs", params=query)
    assert response.status_code == 422
    assert response.json()["violations"][0]["field"] == field


@pytest.mark.parametrize("last_id", ["x", "job-events/1/2", "log-events/1/2/3/4", "log-events/a/b"])
def test_an_invalid_last_event_id_is_rejected(cell: SubmitCell, tenant: str, last_id: str) -> None:
    work = Work(cell, tenant)
    position = work.fail(exit_code=1)
    with cell.client(tenant) as ann:
        assert ann.get(f"/v1/jobs/{work.job_id}", params={"after": str(position)}).is_success
        response = ann.get(f"/v1/jobs/{work.job_id}/logs", headers={"Last-Event-ID": last_id})
    assert response.status_code == 422
    assert response.json()["violations"][0]["field"] == "Last-Event-ID"
