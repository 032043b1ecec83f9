"""Every record of every topic has a short sentence for people."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from muster.events.job_events import JobCancelled, JobSuspended, NodeSuspected, SilenceCause
from muster.events.sentences import CHARS_MAX, sentence
from muster.events.topics import TOPICS
from muster.events.wire.envelope import Topic, envelope_from_datum

EXAMPLES = Path(__file__).resolve().parents[2] / "schemas" / "examples"
CASES = [(t, path) for t in TOPICS for path in sorted((EXAMPLES / t.name).glob("*.json"))]


@pytest.mark.parametrize(("topic", "path"), CASES, ids=lambda v: v.stem if isinstance(v, Path) else v.name)
def test_each_record_has_a_sentence(topic: Topic, path: Path) -> None:
    said = sentence(envelope_from_datum(topic, json.loads(path.read_text())).payload)
    assert 0 < len(said) <= CHARS_MAX
    assert "\n" not in said
    assert "None" not in said


def _sentence_of(topic: str, record: str) -> str:
    (known,) = (t for t in TOPICS if t.name == topic)
    written = json.loads((EXAMPLES / topic / f"{record}.json").read_text())
    return sentence(envelope_from_datum(known, written).payload)


def test_a_pending_job_says_why_and_with_which_code() -> None:
    written = json.loads((EXAMPLES / "job-events" / "JobPending.json").read_text())["payload"]
    assert _sentence_of("job-events", "JobPending") == f"{written['message']} [{written['code']}]"


def test_a_queued_job_says_how_long_it_is_believed_to_run() -> None:
    assert _sentence_of("job-events", "JobQueued").endswith("; about 42 min to run; 9 in 10 at most 89 min")


def test_a_queue_says_what_it_uses_and_what_is_due() -> None:
    said = _sentence_of("job-events", "QueueMeasured")
    assert " GPU in use, " in said
    assert "; share " in said


def test_a_batch_says_what_came_in_and_what_followed() -> None:
    assert " -> " in _sentence_of("scheduler-log", "Batch")


@pytest.mark.parametrize("kind", [JobCancelled, JobSuspended])
def test_a_job_that_the_scheduler_ended_or_suspended_says_why(kind: Any) -> None:
    assert sentence(kind(job_id="job-b", requested_by="", reason="job-a failed")) == "job-a failed"
    assert sentence(kind(job_id="job-b", requested_by="ada", reason="later")) == "by ada: later"


@pytest.mark.parametrize(
    ("cause", "words"),
    [
        (SilenceCause.SILENT, "n1: silent for 90 s"),
        (SilenceCause.STOP_UNANSWERED, "n1: an order to stop not answered for 90 s"),
        (SilenceCause.ORDER_NOT_STORED, "n1: an order not stored for 90 s"),
    ],
)
def test_a_suspected_node_says_why(cause: SilenceCause, words: str) -> None:
    assert sentence(NodeSuspected(node_id="n1", silent_ms=90_000, cause=cause)) == words
