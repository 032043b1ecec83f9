"""An outsider's check: plain confluent-kafka and the registry, nothing of ours, and the story is complete."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any
from uuid import uuid4

import pytest
from confluent_kafka import OFFSET_BEGINNING, Consumer, KafkaException, Producer, TopicPartition
from confluent_kafka.schema_registry import SchemaRegistryClient
from confluent_kafka.schema_registry.avro import AvroDeserializer, AvroSerializer
from confluent_kafka.serialization import MessageField, SerializationContext
from muster.testkit.stack.product import Product
from muster.testkit.tokens import Tokens

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

MAY_BE = {"JobPending", "StartPredicted"}
"""Facts about a job that waited, as on a busy machine."""
SETTINGS = {"auto.register.schemas": False}


class Outsider:
    """A client that knows only the addresses, and writes to the log."""

    def __init__(self, product: Product, registry: Any) -> None:
        self.bootstrap = product.endpoints["MUSTER_KAFKA_BOOTSTRAP"]
        self.registry = registry
        self.authorization = Tokens(product.home.root).authorization("ci", "ci")

    def read(self, topic: str) -> list[dict[str, Any]]:
        """Every committed record of a topic so far."""
        decode: Any = AvroDeserializer(self.registry, return_record_name=True)  # pyright: ignore[reportCallIssue]
        group = f"outsider-{uuid4()}"
        settings = {
            "bootstrap.servers": self.bootstrap,
            "group.id": group,
            "isolation.level": "read_committed",
        }
        consumer = Consumer({**settings, "enable.partition.eof": True})
        partitions = consumer.list_topics(topic, 60).topics[topic].partitions
        consumer.assign([TopicPartition(topic, p, OFFSET_BEGINNING) for p in partitions])
        records: list[dict[str, Any]] = []
        at_end = 0
        while at_end < len(partitions):
            message = consumer.poll(60.0)
            assert message is not None, f"{topic}: no record and no end within 60 s"
            error = message.error()
            if error is None:
                records.append(decode(message.value(), SerializationContext(topic, MessageField.VALUE)))
            elif error.name() == "_PARTITION_EOF":
                at_end += 1
            else:
                raise KafkaException(error)
        consumer.close()
        return records

    def command(
        self, record: str, job_id: str, datum: Mapping[str, Any], authorization: str | None = None
    ) -> str:
        """Produce to job-commands as a CI pipeline would, with its own token if none is given.

        Returns:
            The id of the command.
        """
        event_id = f"ci-{uuid4()}"
        text = self.registry.get_latest_version("job-commands-value").schema.schema_str
        encode: Any = AvroSerializer(self.registry, text, conf=SETTINGS)  # pyright: ignore[reportCallIssue]
        envelope = {
            "event_id": event_id,
            "key": job_id,
            "occurred_at_ms": 1_795_233_600_000,
            "producer": "ci",
            "correlation_id": event_id,
            "causation_id": None,
            "payload": (f"muster.job_commands.{record}", {"job_id": job_id, "tenant": "ci", **datum}),
        }
        value = encode(envelope, SerializationContext("job-commands", MessageField.VALUE))
        producer = Producer({"bootstrap.servers": self.bootstrap})
        headers: Any = {"authorization": self.authorization if authorization is None else authorization}
        producer.produce("job-commands", key=job_id, value=value, headers=headers)
        assert producer.flush(60) == 0
        return event_id


@pytest.fixture
def outsider(product: Product) -> Generator[Outsider]:
    url = product.endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
    client: Any = SchemaRegistryClient({"url": url})  # pyright: ignore[reportCallIssue]
    with client as registry:
        yield Outsider(product, registry)


def _spec(**changes: Any) -> dict[str, Any]:
    return {
        "name": "from-ci",
        "team": "ci",
        "project": "pipeline",
        "user": "ci",
        "queue": "default",
        "tier": "BATCH_INFERENCE",
        "ranks": 1,
        "resources": {"gpu_count": 0, "gpu_milli": 0, "gpu_models": [], "cpu_milli": 100, "memory_mib": 64},
        "command": ["true"],
        "retry": {"attempts_max": 1, "backoff_ms": 10_000},
        "checkpoint": {"enabled": False, "interval_ms": 0},
        "grace_ms": 1_000,
        **changes,
    }


def _facts(records: list[dict[str, Any]], job_id: str) -> list[str]:
    return [r["payload"][0].rsplit(".", 1)[1] for r in records if r["key"] == job_id]


def test_the_story_of_a_job_can_be_read_whole_from_outside(product: Product, outsider: Outsider) -> None:
    job_id = f"job-outside-{uuid4().hex[:12]}"
    outsider.command("SubmitJob", job_id, {"spec": _spec()})
    product.until(lambda: "JobSucceeded" in _facts(outsider.read("job-events"), job_id))
    facts = _facts(outsider.read("job-events"), job_id)
    told = [f for f in facts if f not in MAY_BE]
    assert told == ["JobQueued", "GangBound", "JobStarted", "AttemptEnded", "JobSucceeded"]

    batches = [r["payload"][1] for r in outsider.read("scheduler-log")]
    decided = [
        decision["payload"][0].rsplit(".", 1)[1]
        for batch in batches
        for decision in batch["decisions"]
        if decision["payload"][1].get("job_id") == job_id
    ]
    assert [d for d in decided if d not in {"StartTask", *MAY_BE}] == told
    assert decided.count("StartTask") == 1
    sequence = [i["seq"] for batch in batches for i in batch["inputs"]]
    assert sequence == list(range(sequence[0], sequence[0] + len(sequence)))
    epochs = [batch["epoch"] for batch in batches]
    assert epochs == sorted(epochs)


def test_bad_commands_end_in_rejections_that_name_the_field(product: Product, outsider: Outsider) -> None:
    bad: dict[str, dict[str, Any]] = {
        "spec.ranks": {"ranks": 0},
        "spec.command": {"command": []},
        "queue": {"queue": "no-such-queue"},
        "resources.gpu_count": {
            "resources": {**_spec()["resources"], "gpu_count": 64, "gpu_milli": 1000},
        },
    }
    jobs = {field: f"job-bad-{uuid4().hex[:12]}" for field in bad}
    sent = [outsider.command("SubmitJob", jobs[field], {"spec": _spec(**bad[field])}) for field in bad]
    for field, rejection in zip(bad, _rejections(product, outsider, *sent), strict=True):
        assert rejection["subject"] == jobs[field]
        assert field in [v["field"] for v in rejection["violations"]]
        assert all(v["allowed"] for v in rejection["violations"])


def test_commands_without_a_token_are_refused_by_a_default_stack(
    product: Product, outsider: Outsider
) -> None:
    job_id = f"job-silent-{uuid4().hex[:12]}"
    command_id = outsider.command("SubmitJob", job_id, {"spec": _spec()}, authorization="")
    [rejection] = _rejections(product, outsider, command_id)
    assert (rejection["code"], rejection["tenant"]) == ("FORBIDDEN", "")
    assert [(v["field"], v["value"]) for v in rejection["violations"]] == [("authorization", "(absent)")]


def _rejections(product: Product, outsider: Outsider, *command_ids: str) -> list[dict[str, Any]]:
    """Return the only rejection of each command, once all are there."""
    found: dict[str, list[dict[str, Any]]] = {}

    def are_there() -> bool:
        found.update((command_id, []) for command_id in command_ids)
        for record in outsider.read("job-events"):
            if record["causation_id"] in found and record["payload"][0].endswith("CommandRejected"):
                found[record["causation_id"]].append(record["payload"][1])
        return all(found.values())

    product.until(are_there)
    assert {len(each) for each in found.values()} == {1}
    return [only for (only,) in found.values()]
