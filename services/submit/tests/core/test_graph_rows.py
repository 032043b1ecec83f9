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
        tenant="acme",
        payload=payload,
    )
    return graph_rows(Delivery(Position("job-events", 0, 0), 0, envelope))


def edges(rows: list[GraphRow]) -> list[tuple[str, str, str]]:
    return [(row.start.key, row.type, row.end.key) for row in rows if isinstance(row, Edge)]


def bound(attempt: int) -> fact.GangBound:
    place = fact.RankPlacement(rank=0, node_id="n1", gpu_indices=(0, 1), gpu_milli=1000)
    return fact.GangBound(
        job_id="job-a", attempt=attempt, placements=(place,), master_address="h", master_port=1, waited_ms=0
    )


def ended(attempt: int, outcome: fact.AttemptOutcome, **where: Any) -> fact.AttemptEnded:
    return fact.AttemptEnded(job_id="job-a", attempt=attempt, outcome=outcome, ran_ms=5, **where)


def test_a_job_that_goes_well_at_once_is_not_in_the_graph() -> None:
    life = [bound(1), fact.JobStarted(job_id="job-a", attempt=1), ended(1, fact.AttemptOutcome.SUCCEEDED)]
    assert [rows_of(payload) for payload in (*life, fact.JobSucceeded(job_id="job-a", attempt=1))] == [[]] * 4


def test_a_second_attempt_is_caused_by_the_first() -> None:
    assert edges(rows_of(bound(2))) == [
        ("job-a", "HAS_ATTEMPT", "job-a/2"),
        ("job-a/2", "CAUSED_BY", "job-a/1"),
    ]


def test_an_attempt_that_failed_points_to_the_node_and_to_the_cause() -> None:
    failed = ended(1, fact.AttemptOutcome.FAILED, exit_code=3, rank=0, node_id="n1")
    assert edges(rows_of(failed)) == [
        ("job-a", "HAS_ATTEMPT", "job-a/1"),
        ("job-a/1", "ENDED_BY", "task-9"),
        ("job-a/1", "FAILED_ON", "n1"),
    ]


def test_a_second_attempt_that_went_well_says_so_and_has_no_cause() -> None:
    (row,) = rows_of(ended(2, fact.AttemptOutcome.SUCCEEDED))
    assert isinstance(row, Edge)
    assert (row.type, row.end.properties["outcome"]) == ("HAS_ATTEMPT", "SUCCEEDED")


def test_a_lost_node_and_the_attempts_on_it_share_their_cause() -> None:
    lost_node = edges(rows_of(fact.NodeLost(node_id="n1", silent_ms=1), cause="in-5"))
    lost = edges(rows_of(ended(1, fact.AttemptOutcome.LOST), cause="in-5"))
    assert lost_node == [("n1", "LOST_BY", "in-5")]
    assert ("job-a/1", "ENDED_BY", "in-5") in lost


def test_a_job_in_the_graph_names_its_tenant() -> None:
    (row, *_) = rows_of(bound(2))
    assert isinstance(row, Edge)
    assert row.start == Node("Job", "job-a", {"tenant": "acme"})
