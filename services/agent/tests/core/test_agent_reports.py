"""Envelopes and addresses: a repeated report has the same id, different reports never share one."""

from __future__ import annotations

import pytest
from muster.agent.core.log_chunks import CHUNK_BYTES_MAX, chunk_of
from muster.agent.core.reports import Origin, Reporter
from muster.events.log_events import LogChunkStored, LogClosed, LogStream
from muster.events.task_events import CheckpointSaved, TaskStarted

REPORTER = Reporter("node-7")
ORIGIN = Origin("corr", "cause")


def chunk(number: int, stream: LogStream = LogStream.STDOUT) -> LogChunkStored:
    return LogChunkStored(
        job_id="job-a",
        tenant="t",
        attempt=1,
        rank=0,
        stream=stream,
        chunk=number,
        first_byte=0,
        size_bytes=1,
        written_at_ms=5,
        uri="s3://b/k",
        sha256="0" * 64,
    )


def test_a_task_report_is_keyed_by_node_and_follows_from_its_order() -> None:
    report = TaskStarted(node_id="node-7", job_id="job-a", attempt=1, ranks=(0,))
    envelope = REPORTER.task(report, ORIGIN, 5)
    assert (envelope.event_id, envelope.key, envelope.producer) == (
        "node-7/job-a/1/started",
        "node-7",
        "agent/node-7",
    )
    assert (envelope.correlation_id, envelope.causation_id) == ("corr", "cause")


def test_log_reports_are_keyed_by_job_so_that_one_reader_gets_them_in_order() -> None:
    closed = LogClosed(job_id="job-a", tenant="t", attempt=1, node_id="node-7", ranks=(0,))
    assert REPORTER.log(closed, ORIGIN, 5).key == REPORTER.log(chunk(0), ORIGIN, 5).key == "job-a"


def test_chunks_streams_and_checkpoints_have_different_ids() -> None:
    saved = [
        CheckpointSaved(
            node_id="node-7",
            job_id="job-a",
            attempt=1,
            rank=0,
            file="step.npz",
            uri="u",
            sha256=sha,
            size_bytes=1,
        )
        for sha in ("a" * 64, "b" * 64)
    ]
    ids = {
        REPORTER.log(report, ORIGIN, 5).event_id
        for report in (chunk(0), chunk(1), chunk(0, LogStream.STDERR))
    }
    ids |= {REPORTER.task(report, ORIGIN, 5).event_id for report in saved}
    assert len(ids) == 5


@pytest.mark.parametrize(
    ("data", "cut"),
    [
        (b"", b""),
        (b"a\nb\nhalf", b"a\nb\n"),
        (b"a progress bar", b"a progress bar"),
        (b"x" * (CHUNK_BYTES_MAX + 5), b"x" * CHUNK_BYTES_MAX),
    ],
    ids=["nothing", "whole lines", "no line end", "too long"],
)
def test_chunks_consist_of_whole_lines_where_possible(data: bytes, cut: bytes) -> None:
    assert chunk_of(data) == cut
