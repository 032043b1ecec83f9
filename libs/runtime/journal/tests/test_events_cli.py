"""`muster events`: what is typed, and what a record looks like."""

from __future__ import annotations

import json

import pytest
import typer
from muster.events.task_events import RankExit, TaskExited, TaskOutcome
from muster.events.topics import JOB_EVENTS, TASK_EVENTS
from muster.events.wire.envelope import Envelope
from muster.journal import Delivery, Position, Start
from muster.journal import cli as events_cli
from typer.testing import CliRunner

EXITED = Delivery(
    Position("task-events", 1, 417),
    1_767_225_600_123,
    Envelope(
        event_id="agent/7",
        key="node-1",
        occurred_at_ms=1,
        producer="agent",
        correlation_id="c",
        payload=TaskExited(
            node_id="node-1",
            job_id="job-abc",
            attempt=2,
            outcome=TaskOutcome.FAILED,
            exits=(RankExit(rank=0, exit_code=0), RankExit(rank=1, signal=9)),
            message="gone\x1b[2J",
        ),
    ),
)


def test_a_record_is_one_line_with_its_position_first() -> None:
    line = events_cli.line(EXITED)
    assert line.split()[0] == "task-events/1/417"
    assert line.endswith("node-1: job-abc attempt 2 FAILED (rank 0: 0, rank 1: signal 9): gone [2J")


def test_a_record_for_programs_is_the_record() -> None:
    read = json.loads(events_cli.json_line(EXITED))
    assert (read["position"], read["appended_at_ms"]) == ("task-events/1/417", 1_767_225_600_123)
    assert read["payload"] == {"type": "TaskExited", **EXITED.envelope.payload.to_datum()} | {
        "exits": [
            {"rank": 0, "exit_code": 0, "signal": None, "at_ms": None},
            {"rank": 1, "exit_code": None, "signal": 9, "at_ms": None},
        ]
    }


def test_where_to_begin() -> None:
    assert events_cli.start_of("beginning", JOB_EVENTS) is Start.BEGINNING
    assert events_cli.start_of("end", JOB_EVENTS) is Start.END
    assert events_cli.start_of("job-events/2/417", JOB_EVENTS) == {
        ("job-events", 0): Start.END,
        ("job-events", 1): Start.END,
        ("job-events", 2): 417,
        ("job-events", 3): Start.END,
    }


@pytest.mark.parametrize("text", ["begin", "417", "task-events/2/417", "job-events/4/0", "job-events/1/-1"])
def test_an_invalid_start_is_refused_with_the_valid_ones(text: str) -> None:
    with pytest.raises(
        typer.BadParameter, match="must be beginning, end, or a position like job-events/0/417"
    ):
        events_cli.start_of(text, JOB_EVENTS)


def test_a_misspelt_topic_suggests_the_closest() -> None:
    ended = CliRunner().invoke(events_cli.app, ["tail", "task-event"])
    assert isinstance(ended.exception, events_cli.NoSuchTopic)
    assert ended.exception.exit_code == 3
    assert "did you mean task-events" in str(ended.exception)


def test_topics_are_listed_with_their_writers_and_readers() -> None:
    out = CliRunner().invoke(events_cli.app, ["topics"]).stdout
    assert any(line.split()[:2] == [TASK_EVENTS.name, "agent"] for line in out.splitlines())
