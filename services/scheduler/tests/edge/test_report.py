"""The report of a run, checked against a log written by hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from muster.events.job_commands import Tier
from muster.events.job_events import (
    AttemptEnded,
    AttemptOutcome,
    GangBound,
    JobFailed,
    JobPending,
    JobQueued,
    JobStarted,
    JobSucceeded,
    PendingCode,
    RankPlacement,
    RankShape,
)
from muster.events.scheduler_log import Batch, Decision, SequencedInput, Source
from muster.events.shared.command_answers import CommandRejected, RejectionCode
from muster.events.wire.envelope import Envelope
from muster.journal import Delivery, Position
from muster.scheduler.edge.report import Latency, RunFold
from muster.testkit.cores import build

BEGUN_MS = 1_000_000


def _envelope(payload: Any) -> Envelope[Any]:
    return Envelope(
        event_id="e", key="k", occurred_at_ms=0, producer="p", correlation_id="c", payload=payload
    )


def _command(offset: int, at_ms: int) -> Delivery[Any]:
    """Return a SubmitJob's delivery; only its position and time matter here."""
    return Delivery(Position("job-commands", 0, offset), at_ms, _envelope(None))


def _batch(
    at_ms: int, *, inputs: Iterable[tuple[int, Any]] = (), decisions: Iterable[Any] = ()
) -> Delivery[Any]:
    batch = Batch(
        cell="default",
        epoch=1,
        seq_first=0,
        observed_at_ms=0,  # another clock, which the report must ignore
        positions=(),
        inputs=tuple(
            SequencedInput(
                seq=0,
                event_id="i",
                correlation_id="c",
                source=Source(topic="job-commands", partition=0, offset=offset),
                payload=payload,
            )
            for offset, payload in inputs
        ),
        decisions=tuple(Decision(event_id="d", cause_seq=0, payload=payload) for payload in decisions),
    )
    return Delivery(Position("scheduler-log", 0, at_ms), at_ms, _envelope(batch))


def _queued(job_id: str) -> JobQueued:
    return JobQueued(job_id=job_id, tenant=build.TENANT, spec=build.job_spec(gpus=2))


def _bound(job_id: str, *gpus: int) -> GangBound:
    place = RankPlacement(rank=0, node_id="n1", gpu_indices=gpus, gpu_milli=1000)
    each = RankShape(cpu_milli=4_000, memory_mib=16_384)
    return GangBound(
        job_id=job_id,
        attempt=1,
        placements=(place,),
        master_address="a",
        master_port=1,
        waited_ms=0,
        each=each,
    )


def _ended(job_id: str) -> AttemptEnded:
    return AttemptEnded(job_id=job_id, attempt=1, outcome=AttemptOutcome.SUCCEEDED, ran_ms=1)


NODE = build.node("n1", gpus=4)
RUN = [
    _batch(BEGUN_MS, decisions=[NODE]),
    _command(0, BEGUN_MS + 1_000),
    _command(1, BEGUN_MS + 1_010),
    _command(2, BEGUN_MS + 1_020),
    _batch(
        BEGUN_MS + 1_040,
        inputs=[(0, build.submit("job-a")), (1, build.submit("job-b"))],
        decisions=[_queued("job-a"), _bound("job-a", 0, 1), _queued("job-b"), _bound("job-b", 2, 3)],
    ),
    _batch(
        BEGUN_MS + 2_050,
        inputs=[(2, build.submit("job-c"))],
        decisions=[
            _queued("job-c"),
            JobPending(job_id="job-c", code=PendingCode.GPUS_BUSY, message="needs 2 free GPUs"),
        ],
    ),
    _batch(
        BEGUN_MS + 3_060,
        decisions=[_ended("job-a"), JobSucceeded(job_id="job-a", attempt=1), _bound("job-c", 0, 1)],
    ),
    _batch(BEGUN_MS + 4_070, decisions=[_ended("job-b"), JobFailed(job_id="job-b", attempt=1, reason="x")]),
]


@pytest.fixture
def fold() -> RunFold:
    made = RunFold()
    made.feed(RUN)
    return made


def test_latency_is_measured_from_the_commands_arrival_to_the_binds_commit(fold: RunFold) -> None:
    report = fold.report()
    assert report.at_once == Latency(count=2, p50_ms=30, p99_ms=40, max_ms=40)
    assert report.after_waiting == Latency(count=1, p50_ms=2_040, p99_ms=2_040, max_ms=2_040)


def test_serving_latency_is_measured_until_production_inference_runs() -> None:
    fold = RunFold()
    served = JobQueued(
        job_id="job-s", tenant=build.TENANT, spec=build.job_spec(gpus=2, tier=Tier.PRODUCTION_INFERENCE)
    )
    fold.feed(
        [
            _batch(BEGUN_MS, decisions=[NODE]),
            _command(0, BEGUN_MS + 10),
            _batch(
                BEGUN_MS + 30, inputs=[(0, build.submit("job-s"))], decisions=[served, _bound("job-s", 0, 1)]
            ),
            _batch(BEGUN_MS + 70, decisions=[JobStarted(job_id="job-s", attempt=1)]),
        ]
    )
    assert fold.report().serving == Latency(count=1, p50_ms=60, p99_ms=60, max_ms=60)
    assert fold.report().at_once.p50_ms == 20


def test_outcomes_and_binds_are_counted(fold: RunFold) -> None:
    report = fold.report()
    assert report.outcomes == {"succeeded": 1, "failed": 1, "open": 1}
    assert (report.binds, report.binds_per_s_max, report.nodes, report.gpus) == (3, 2, 1, 4)
    assert fold.outcomes(["job-a", "job-never-taken"]) == {"succeeded": 1, "absent": 1}


def test_allocation_follows_the_held_gpus(fold: RunFold) -> None:
    samples = fold.report().samples
    assert [round(s.allocated_pct) for s in samples] == [0, 100, 100, 100, 50]
    assert [(s.waiting, s.running) for s in samples] == [(0, 0), (0, 2), (1, 2), (0, 2), (0, 1)]


def test_a_rejected_submission_counts_as_ended() -> None:
    fold = RunFold()
    rejected = CommandRejected(
        command_id="c",
        command="SubmitJob",
        subject="job-x",
        tenant=build.TENANT,
        code=RejectionCode.INVALID,
        message="no",
        violations=(),
    )
    fold.feed([_command(0, 5), _batch(6, inputs=[(0, build.submit("job-x"))], decisions=[rejected])])
    assert fold.report().outcomes == {"rejected": 1}


def test_events_before_the_run_count_only_for_the_cluster() -> None:
    fold = RunFold(since_ms=BEGUN_MS + 1_015)
    fold.feed(RUN)
    report = fold.report()
    assert report.outcomes == {"open": 1}
    assert report.at_once.count == 0
    assert report.after_waiting.count == 1
    assert report.samples[-1].allocated_pct == 50


def test_an_empty_log_has_an_empty_report() -> None:
    report = RunFold().report()
    assert (report.binds, report.binds_per_s, report.samples) == (0, 0.0, ())
