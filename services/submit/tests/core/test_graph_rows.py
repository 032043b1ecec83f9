"""What facts become in the graph."""

from __future__ import annotations

from typing import Any

from muster.events import job_events as fact
from muster.events.wire.envelope import Envelope
from muster.journal.journal import Delivery
from muster.journal.position import Position
from muster.submit.core.graph import graph_rows
from muster.views.rows import Edge, GraphRow, Node


def rows_of(payload: Any, cause: str | None = "task-9") -> list[GraphRow]:
    envelope = Envelope(
        event_id="e",
        key="k",
        occurred_at_ms=1000,
        producer="s",
        correlation_id="c",
        causation_id=cause,
        payload=payload,
    )
    return graph_rows(Delivery(Position("job-events", 0, 0), 0, envelope))


def edges(rows: list[GraphRow]) -> list[tuple[str, str, str]]:
    return [(row.start.key, row.type, row.end.key) for row in rows if isinstance(row, Edge)]


def bound(attempt: int) -> fact.GangBound:
    places = tuple(
        fact.RankPlacement(rank=r, node_id=n, gpu_indices=(0, 1), gpu_milli=1000)
        for r, n in enumerate(["n1", "n1", "n2"])
    )
    return fact.GangBound(
        job_id="job-a", attempt=attempt, placements=places, master_address="h", master_port=1, waited_ms=0
    )


def test_a_gang_connects_job_attempt_and_nodes() -> None:
    rows = rows_of(bound(1))
    assert edges(rows) == [
        ("job-a", "HAS_ATTEMPT", "job-a/1"),
        ("job-a/1", "BOUND_AS", "job-a/1"),
        ("job-a/1", "RAN_ON", "n1"),
        ("job-a/1", "RAN_ON", "n2"),
    ]
    (ran_on_n1, _) = [row for row in rows if isinstance(row, Edge) and row.type == "RAN_ON"]
    assert ran_on_n1.properties == {"ranks": [0, 1], "gpu_milli": 4000}


def test_a_second_attempt_is_caused_by_the_first() -> None:
    assert ("job-a/2", "CAUSED_BY", "job-a/1") in edges(rows_of(bound(2)))


def test_an_attempt_that_failed_points_to_the_node_and_to_the_cause() -> None:
    ended = fact.AttemptEnded(
        job_id="job-a",
        attempt=1,
        outcome=fact.AttemptOutcome.FAILED,
        exit_code=3,
        rank=0,
        node_id="n1",
        ran_ms=5,
    )
    assert edges(rows_of(ended)) == [("job-a/1", "ENDED_BY", "task-9"), ("job-a/1", "FAILED_ON", "n1")]


def test_an_attempt_that_went_well_has_no_cause() -> None:
    ended = fact.AttemptEnded(job_id="job-a", attempt=1, outcome=fact.AttemptOutcome.SUCCEEDED, ran_ms=5)
    assert edges(rows_of(ended)) == []


def test_a_lost_node_and_the_attempts_on_it_share_their_cause() -> None:
    lost_node = edges(rows_of(fact.NodeLost(node_id="n1", silent_ms=1), cause="in-5"))
    lost = fact.AttemptEnded(job_id="job-a", attempt=1, outcome=fact.AttemptOutcome.LOST, ran_ms=5)
    assert lost_node == [("n1", "LOST_BY", "in-5")]
    assert edges(rows_of(lost, cause="in-5")) == [("job-a/1", "ENDED_BY", "in-5")]


def test_a_state_is_the_jobs_newest() -> None:
    (job,) = rows_of(fact.JobSucceeded(job_id="job-a", attempt=1))
    assert job == Node("Job", "job-a", {"state": "SUCCEEDED"})
