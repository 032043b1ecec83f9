"""JSON written straight from records says what plain data in between would say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.events.job_events import JobStopping
from muster.events.topics import TOPICS
from muster.events.wire.envelope import Envelope, Topic, envelope_from_datum
from muster.views.json_text import event_text, text_without_nul

EXAMPLES = Path(__file__).parents[4] / "schemas" / "examples"
FACTS = [topic for topic in TOPICS if topic.name.endswith("-events")]
CASES = [(topic, path) for topic in FACTS for path in sorted((EXAMPLES / topic.name).glob("*.json"))]


@pytest.mark.slow
@pytest.mark.parametrize(("topic", "path"), CASES, ids=lambda v: v.stem if isinstance(v, Path) else v.name)
def test_every_fact_is_written_as_its_plain_data(topic: Topic, path: Path) -> None:
    envelope = envelope_from_datum(topic, json.loads(path.read_text()))
    assert json.loads(event_text(envelope)) == json.loads(json.dumps(envelope.to_json()))


@given(st.text())
def test_text_of_any_kind_is_kept_but_for_nul(text: str) -> None:
    fact = JobStopping(job_id="job-a", attempt=1, reason=text)
    envelope = Envelope(
        event_id="e", key="job-a", occurred_at_ms=1, producer="p", correlation_id="c", payload=fact
    )
    kept = text.replace("\0", "\ufffd")
    assert json.loads(event_text(envelope))["payload"]["reason"] == kept
    assert json.loads(text_without_nul([{text: text}])) == [{kept: kept}]
