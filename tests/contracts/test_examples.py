"""Every record has one example, and every example is what its schema says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from muster.events.topics import TOPICS
from muster.events.wire.envelope import Topic, envelope_from_datum

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "schemas" / "examples"
CASES = [(t, path) for t in TOPICS for path in sorted((EXAMPLES / t.name).glob("*.json"))]


def _record_names(topic: Topic) -> set[str]:
    return {record.__name__ for record in topic.payloads.values()}


@pytest.mark.parametrize("topic", TOPICS, ids=lambda t: t.name)
def test_each_record_has_exactly_one_example(topic: Topic) -> None:
    assert {p.stem for p in (EXAMPLES / topic.name).glob("*.json")} == _record_names(topic)


def test_no_example_belongs_to_no_topic() -> None:
    assert {p.name for p in EXAMPLES.iterdir()} == {t.name for t in TOPICS}


@pytest.mark.parametrize(("topic", "path"), CASES, ids=lambda v: v.stem if isinstance(v, Path) else v.name)
def test_an_example_reads_and_writes_back_as_it_stands(topic: Topic, path: Path) -> None:
    written = json.loads(path.read_text())
    envelope = envelope_from_datum(topic, written)
    assert type(envelope.payload).__name__ == path.stem
    assert envelope.to_json() == written


def test_record_names_are_unique_over_all_topics() -> None:
    homes: dict[str, set[str]] = {}
    for topic in TOPICS:
        for full_name in topic.payloads:
            if "." in full_name:
                homes.setdefault(full_name.rsplit(".", 1)[1], set()).add(full_name)
    assert {name: full for name, full in homes.items() if len(full) > 1} == {}


def test_a_field_that_was_not_written_yet_has_its_default() -> None:
    (events,) = (t for t in TOPICS if t.name == "job-events")
    written = json.loads((EXAMPLES / "job-events" / "NodeJoined.json").read_text())
    del written["payload"]["labels"]
    assert envelope_from_datum(events, written).to_json()["payload"]["labels"] == {}


@pytest.mark.parametrize("topic", [t for t in TOPICS if t.name.endswith("-events")], ids=lambda t: t.name)
def test_every_fact_belongs_to_the_group_of_its_subject_at_no_cost(topic: Topic) -> None:
    for record in topic.payloads.values():
        (group,) = record.__bases__
        assert group.__name__.endswith("Fact"), f"{record.__name__} is in no group"
        assert record.__dictoffset__ == 0, (
            f"{record.__name__} carries a __dict__: its group has no empty slots"
        )
