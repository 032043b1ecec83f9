"""Conversion of facts to table rows: by hand for the life of a job, and for every example of an event."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from muster.events import job_events as fact
from muster.events import log_events as log
from muster.events.job_commands import CheckpointPolicy, JobSpec, Resources, RetryPolicy, Tier
from muster.events.shared.command_answers import CommandRejected, RejectionCode, Violation
from muster.events.shared.watermarks import Watermark
from muster.events.topics import LOG_EVENTS
from muster.events.wire.envelope import Envelope, Topic, envelope_from_datum
from muster.journal.journal import Delivery
from muster.journal.position import Position
from muster.submit.core.rows.rows import refused_rows, table_rows
from muster.submit.edge.projections import DDL, TOPICS
from muster.views.json_text import encoded
from muster.views.rows import TableRow, Upsert

EXAMPLES = Path(__file__).parents[4] / "schemas" / "examples"

SPEC = JobSpec(
    name="train",
    team="vision",
    project="cats",
    user="ada",
    queue="default",
    tier=Tier.STANDARD_TRAINING,
    ranks=2,
    resources=Resources(gpu_count=2, gpu_milli=500, cpu_milli=4000, memory_mib=8192),
    command=("python", "train.py"),
    env={},
    retry=RetryPolicy(attempts_max=2),
    checkpoint=CheckpointPolicy(enabled=False),
    labels={"exp": "7"},
)


def rows_of(
    payload: Any, *, offset: int = 9, cause: str | None = "cmd-1", index: int | None = None, at_ms: int = 1000
) -> dict[str, list[TableRow]]:
    """Return the rows of one fact, by table."""
    envelope = Envelope(
        event_id="default:1.0",
        key="job-a",
        occurred_at_ms=at_ms,
        producer="scheduler-1",
        correlation_id="c",
        causation_id=cause,
        index=index,
        payload=payload,
    )
    tables: dict[str, list[TableRow]] = {}
    for row in table_rows(Delivery(Position("job-events", 2, offset), at_ms, envelope)):
        tables.setdefault(row.table, []).append(row)
    return tables


def test_a_queued_job_is_a_row_with_the_whole_request() -> None:
    (job,) = rows_of(fact.JobQueued(job_id="job-a", tenant="acme", spec=SPEC))["jobs"]
    assert job.key == {"job_id": "job-a"}
    assert job.columns["tenant"] == "acme"
    assert job.columns["tier"] == "standard-training"
    assert job.columns["gpu_milli"] == 2 * 2 * 500
    assert (job.columns["state"], job.columns["attempt"]) == ("QUEUED", 0)
    assert (job.columns["submitted_at_ms"], job.columns["queued_at_ms"]) == (1000, 1000)
    assert (job.columns["event_partition"], job.columns["event_offset"]) == (2, 9)
    assert job.columns["spec"] == SPEC


def test_progress_values_that_are_not_finite_are_text_in_json() -> None:
    said = log.TaskProgressed(
        job_id="job-a",
        tenant="acme",
        attempt=1,
        rank=0,
        node_id="n1",
        step=3,
        metrics={"loss": float("nan"), "lr": 0.5},
        reported_at_ms=7,
    )
    (row,) = rows_of(said)["progress"]
    assert (row.columns["metrics"], row.columns["problem"]) == ({"loss": "nan", "lr": 0.5}, None)


def test_a_bound_gang_places_every_rank() -> None:
    places = tuple(
        fact.RankPlacement(rank=r, node_id=f"n{r}", gpu_indices=(0, 1), gpu_milli=500) for r in range(2)
    )
    bound = fact.GangBound(
        job_id="job-a",
        attempt=1,
        placements=places,
        master_address="10.0.0.1",
        master_port=29500,
        waited_ms=5,
    )
    tables = rows_of(bound)
    assert [(r.key["rank"], r.columns) for r in tables["rank_places"]] == [
        (0, {"node_id": "n0", "gpu_milli_total": 1000}),
        (1, {"node_id": "n1", "gpu_milli_total": 1000}),
    ]
    (job,), (attempt,) = tables["jobs"], tables["attempts"]
    assert (job.columns["state"], job.columns["attempt"], job.columns["reason_code"]) == ("BOUND", 1, None)
    assert json.loads(encoded(attempt.columns["placements"]))[1] == {
        "rank": 1,
        "node_id": "n1",
        "gpu_indices": [0, 1],
        "gpu_milli": 500,
        "sharing": "EXCLUSIVE",
        "mig_profile": None,
        "mig_start": None,
    }


@pytest.mark.parametrize(
    ("payload", "state"),
    [
        (fact.JobStarted(job_id="job-a", attempt=1), "RUNNING"),
        (fact.JobStopping(job_id="job-a", attempt=1, reason="asked"), "STOPPING"),
        (fact.JobRequeued(job_id="job-a", attempt_next=2, reason="node lost", not_before_ms=0), "QUEUED"),
        (fact.JobSucceeded(job_id="job-a", attempt=1), "SUCCEEDED"),
        (fact.JobFailed(job_id="job-a", attempt=1, reason="exit 3", exit_code=3), "FAILED"),
        (fact.JobCancelled(job_id="job-a", requested_by="ada", reason="typo"), "CANCELLED"),
        (fact.JobSuspended(job_id="job-a", requested_by="ada", reason="lunch"), "SUSPENDED"),
        (fact.JobResumed(job_id="job-a", requested_by="ada"), "QUEUED"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_the_state_of_a_job_follows_from_each_fact(payload: Any, state: str) -> None:
    (job,) = rows_of(payload)["jobs"]
    assert job.columns["state"] == state
    assert ("ended_at_ms" in job.columns and job.columns["ended_at_ms"] == 1000) == (
        state in ("SUCCEEDED", "FAILED", "CANCELLED")
    )


def test_a_pending_reason_sets_the_message_but_not_the_state() -> None:
    pending = fact.JobPending(
        job_id="job-a", code=fact.PendingCode.GPUS_BUSY, message="needs 8; 6 are free", counts={"free": 6}
    )
    (job,) = rows_of(pending)["jobs"]
    assert "state" not in job.columns
    assert job.columns["reason_counts"] == {"free": 6}


def rejection(command: str) -> CommandRejected:
    return CommandRejected(
        command_id="cmd-1",
        command=command,
        subject="job-a",
        tenant="acme",
        code=RejectionCode.INVALID,
        message="ranks 0",
        violations=(Violation(field="ranks", value="0", allowed="1 to 4096"),),
    )


def test_a_rejected_submission_becomes_a_job_only_if_none_exists() -> None:
    (job,) = rows_of(rejection("SubmitJob"))["jobs"]
    assert isinstance(job, Upsert)
    assert job.only_if_absent
    assert (job.columns["state"], job.columns["reason_code"]) == ("REJECTED", "INVALID")


def test_another_rejected_command_leaves_the_job_alone() -> None:
    assert "jobs" not in rows_of(rejection("CancelJob"))


def test_a_command_is_answered_by_the_first_fact_that_follows_from_it() -> None:
    """An elastic job may shrink for the new one: its fact is in another partition and may be read first."""
    stopping = fact.JobStopping(job_id="job-elastic", attempt=1, reason="shrinks", requeues=True)
    assert "commands" in rows_of(stopping, index=0)
    assert "commands" not in rows_of(stopping, index=1)


def test_a_command_is_answered_by_the_facts_that_carry_it_out() -> None:
    (command,) = rows_of(fact.JobQueued(job_id="job-a", tenant="acme", spec=SPEC))["commands"]
    key = {"command_id": "cmd-1", "tenant": "acme", "user": "", "outcome": "accepted", "partition": 2}
    assert command == Upsert("commands", key, {"subject": "job-a"})
    (rejected,) = rows_of(rejection("SubmitJob"))["commands"]
    assert rejected.key["outcome"] == "rejected"
    assert rejected.columns["problem"]["violations"] == [
        {"field": "ranks", "value": "0", "allowed": "1 to 4096"}
    ]


def test_a_command_is_not_answered_by_a_fact_about_another_job_it_affects() -> None:
    assert "commands" not in rows_of(fact.JobStarted(job_id="job-b", attempt=1))
    assert "commands" not in rows_of(fact.JobResumed(job_id="job-b", requested_by="ada"), cause=None)


def example(topic: Topic, file: Path) -> Delivery[Any]:
    envelope = envelope_from_datum(topic, json.loads(file.read_text()))
    return Delivery(Position(topic.name, 0, 7), 0, envelope, authorization="Bearer t")


def columns_by_table() -> dict[str, set[str]]:
    """Return the tables and their columns as declared in the DDL."""
    tables = re.findall(r"CREATE TABLE IF NOT EXISTS (\w+) \((.*?)\n\);", DDL, flags=re.DOTALL)
    return {
        name: set(
            re.findall(
                r'^    "?(\w+)"? +(?:text|int|bigint|float8|jsonb|boolean)\b', body, flags=re.MULTILINE
            )
        )
        for name, body in tables
    }


@pytest.mark.parametrize(
    "uri",
    [
        "s3://muster/logs/job-other/1/1/stdout/00000000",
        "s3://muster/logs/job-7k2mq4xw3nfa6tzr5yhb/1/0/stdout/00000000",
        "s3://muster/snapshots/default/1",
        "file:///etc/passwd",
    ],
)
def test_output_with_a_foreign_address_is_not_shown(uri: str) -> None:
    told = example(LOG_EVENTS, EXAMPLES / LOG_EVENTS.name / "LogChunkStored.json")
    payload = replace(told.envelope.payload, uri=uri)
    assert len(table_rows(told)) == 1
    assert table_rows(replace(told, envelope=replace(told.envelope, payload=payload))) == []


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.name)
def test_every_example_becomes_rows_of_existing_tables_and_columns(topic: Topic) -> None:
    declared = columns_by_table()
    examples = sorted((EXAMPLES / topic.name).glob("*.json"))
    assert {e.stem for e in examples} == {r.__name__ for r in topic.payloads.values()}, (
        "an example is missing"
    )
    for file in examples:
        rows = table_rows(example(topic, file))
        assert bool(rows) is (file.stem != Watermark.__name__), file.stem
        for row in rows:
            assert {*row.key, *row.columns} <= declared[row.table], file.stem


def test_refusals_of_different_partitions_have_rows_of_their_own() -> None:
    """A rebuild sees the order of the live view only within a partition."""
    closed = log.LogClosed(job_id="job-a", tenant="acme", attempt=1, node_id="n1", ranks=(0,))
    envelope = Envelope(
        event_id="n1-1", key="job-a", occurred_at_ms=1, producer="n1", correlation_id="c", payload=closed
    )
    [first], [same], [other] = (
        refused_rows(Delivery(Position(LOG_EVENTS.name, partition, offset), 1, envelope), "no token")
        for partition, offset in ((0, 5), (0, 6), (1, 5))
    )
    assert isinstance(first, Upsert)
    assert isinstance(same, Upsert)
    assert isinstance(other, Upsert)
    assert first.identity() == same.identity() != other.identity()


@pytest.mark.parametrize(
    ("payload", "state", "silence"),
    [
        (fact.NodeSuspected(node_id="n1", silent_ms=1), "suspected", "silent"),
        (
            fact.NodeSuspected(node_id="n1", silent_ms=1, cause=fact.SilenceCause.STOP_UNANSWERED),
            "suspected",
            "stop_unanswered",
        ),
        (
            fact.NodeLost(node_id="n1", silent_ms=1, cause=fact.SilenceCause.ORDER_NOT_STORED),
            "lost",
            "order_not_stored",
        ),
        (fact.NodeRecovered(node_id="n1"), "ready", None),
    ],
)
def test_a_node_says_why_it_is_suspected_or_lost_until_it_is_heard(
    payload: Any, state: str, silence: str | None
) -> None:
    [row] = rows_of(payload)["nodes"]
    assert (row.columns["state"], row.columns["silence"]) == (state, silence)


def test_a_forgotten_node_keeps_no_mark_and_no_broken_gpu() -> None:
    marks: dict[str, Any] = {}
    for payload in (
        fact.NodeCordoned(node_id="n1", requested_by="ops", reason="fan"),
        fact.NodeDraining(node_id="n1", requested_by="ops", reason="fan"),
        fact.NodeTagged(node_id="n1", labels={"zone": "a"}, taints=("own",), requested_by="ops"),
        fact.MaintenanceScheduled(node_id="n1", starts_at_ms=1, ends_at_ms=2, requested_by="ops"),
        fact.MaintenanceStarted(node_id="n1"),
        fact.NodeNoted(node_id="n1", note="disk is full"),
        fact.NodeRefused(node_id="n1", message="interval_ms is 1"),
        fact.NodeLost(node_id="n1", silent_ms=30_000),
    ):
        [row] = rows_of(payload)["nodes"]
        marks.update(row.columns)
    rows = rows_of(fact.NodeForgotten(node_id="n1", lost_ms=0, requested_by="ops", gpus_unhealthy=(1, 3)))
    [forgotten] = rows["nodes"]
    left = {**marks, **forgotten.columns}
    assert {name for name, value in left.items() if value} == {"changed_at_ms", "refused_at_ms"}
    assert [(each.key["gpu_index"], each.columns["healthy"]) for each in rows["gpus"]] == [
        (1, True),
        (3, True),
    ]
    assert rows["commands"][0].key["outcome"] == "accepted"
