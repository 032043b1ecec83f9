"""Samples are found again by their place: on real Kafka."""

from __future__ import annotations

import uuid
from collections.abc import Generator, Mapping
from contextlib import closing

import pytest
from muster.drift.core.quality.orders import Place
from muster.drift.edge.samples import at_places
from muster.events.inference_samples import InferenceSampled
from muster.events.topics import DRIFT_COMMANDS, INFERENCE_SAMPLES
from muster.events.wire.envelope import Envelope
from muster.journal import Outgoing, Position
from muster.journal.kafka import KafkaJournal

pytestmark = [pytest.mark.stack]


@pytest.fixture
def journal(endpoints: Mapping[str, str]) -> Generator[KafkaJournal]:
    """The log as an API has it: opened for commands."""
    bootstrap, registry = endpoints["MUSTER_KAFKA_BOOTSTRAP"], endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
    with closing(KafkaJournal(bootstrap, registry, "test", topics=[DRIFT_COMMANDS])) as journal:
        yield journal


def sampled(name: str) -> InferenceSampled:
    """A sample of a model that nobody watches."""
    return InferenceSampled(
        sample=name,
        repository=f"test-{uuid.uuid4().hex[:8]}/tiny",
        commit="",
        model="tiny",
        task="",
        segment="",
        template="",
        one_in=1,
        status=200,
        finish_reason="stop",
        latency_ms=1,
        characters_in=1,
        characters_out=1,
        script="",
        refused=False,
        subject="",
        redactions=0,
    )


def test_only_the_sample_at_its_place_is_found(journal: KafkaJournal) -> None:
    samples = [sampled(uuid.uuid4().hex) for _ in range(3)]
    with closing(journal.producer("test")) as producer:
        sent = [producer.send(_outgoing(each)).result(60) for each in samples]
    places = [_place(each.sample, at) for each, at in zip(samples, sent, strict=True)]
    found = at_places(journal, places)
    assert {name: each.sample for name, each in found.items()} == {each.sample: each for each in samples}
    assert [found[each.sample].offset for each in samples] == [each.offset for each in sent]
    another = _place(samples[1].sample, sent[0])
    behind = Place(sample=samples[0].sample, partition=sent[0].partition, offset=sent[0].offset + 1_000)
    assert not at_places(journal, [another, behind])


def _outgoing(sample: InferenceSampled) -> Outgoing:
    envelope = Envelope(
        event_id=sample.sample,
        key=sample.repository,
        occurred_at_ms=0,
        producer="test",
        correlation_id="c",
        payload=sample,
    )
    return Outgoing(INFERENCE_SAMPLES, envelope)


def _place(sample: str, at: Position) -> Place:
    return Place(sample=sample, partition=at.partition, offset=at.offset)
