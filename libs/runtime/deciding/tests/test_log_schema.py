"""A deciding service's log: declared by the topics of its facts, made by `make schemas`, or in a test."""

from __future__ import annotations

import importlib.util
import json
import shutil
import sys
from pathlib import Path
from types import ModuleType

import fastavro
import pytest
from muster.events import topics
from muster.events.job_events import JobCancelled
from muster.events.wire.deciding_log import (
    DecidedBatch,
    InputPosition,
    RecordedFact,
    RefusalReason,
    RefusedInput,
    log_topic,
)
from muster.events.wire.envelope import Envelope
from muster.journal import MemoryJournal, Outgoing

ROOT = Path(__file__).resolve().parents[4]


def loaded(path: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def batch() -> Envelope[DecidedBatch]:
    fact = JobCancelled(job_id="j", requested_by="u", reason="")
    return Envelope(
        event_id="e",
        key="c",
        occurred_at_ms=1,
        producer="p",
        correlation_id="e",
        payload=DecidedBatch(
            cell="c",
            epoch=1,
            number=0,
            at_ms=1,
            seq_first=0,
            elected="p",
            positions=(InputPosition(topic="t", partition=0, next_offset=3),),
            facts=(
                RecordedFact(event_id="f", key="j", tenant="t", cause=None, correlation_id="e", payload=fact),
            ),
            refused=(
                RefusedInput(
                    topic="t",
                    partition=0,
                    offset=2,
                    tenant="",
                    reasons=(RefusalReason(field="authorization", value="(absent)", allowed="a token"),),
                ),
            ),
        ),
    )


@pytest.mark.slow
def test_make_schemas_makes_a_log_from_the_topics_of_its_facts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    schemas, target = tmp_path / "schemas", tmp_path / "events"
    shutil.copytree(ROOT / "schemas", schemas)
    (target / "shared").mkdir(parents=True)
    (schemas / "things-log.yaml").write_text(
        "topic: things-log\nowner: things\nreaders:\n- things (standby)\nkey: cell\npartitions: 1\n"
        "retention_ms: -1\ncleanup: delete\ncompatibility: BACKWARD_TRANSITIVE\nfacts:\n- job-events\n"
    )
    generator = loaded(ROOT / "tools" / "generate_events.py", "generate_events_under_test")
    monkeypatch.setattr(generator, "SCHEMAS", schemas)
    monkeypatch.setattr(generator, "TARGET", target)
    generator.main()
    written = json.loads((schemas / "things-log.avsc").read_text())
    assert written["doc"] == "Batches of things: how far inputs were read, and what was decided."
    made = loaded(target / "things_log.py", "things_log_under_test")
    fastavro.parse_schema(json.loads(made.SCHEMA))
    read = made.PAYLOADS["DecidedBatch"].from_datum(batch().payload.to_datum())
    assert read == batch().payload
    assert "THINGS_LOG" in (target / "topics.py").read_text()


def test_a_batch_comes_back_from_a_journal_as_it_was_written() -> None:
    log = log_topic("things-log", owner="things", facts=(topics.JOB_EVENTS, topics.NODE_COMMANDS))
    journal = MemoryJournal([log])
    journal.producer("p").send(Outgoing(log, batch()))
    [delivery] = journal.reader([log], name="r", on_poison="stop").read_to_end()
    assert delivery.envelope == batch()
