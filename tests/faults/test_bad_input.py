"""Invalid input everywhere: the error names field, value and what is allowed, and the service goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any, cast
from uuid import uuid4

import httpx
import pytest
from confluent_kafka import Producer
from muster.events.dead_letters import DeadLetter, DeadLetterReason
from muster.events.topics import TOPICS
from muster.journal.dead_letters import dead_letter_topic
from muster.journal.kafka import KafkaJournal
from muster.local.processes import supervisor
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.faults, pytest.mark.timeout(600)]

GOOD: dict[str, Any] = {"name": "good", "command": ["true"]}
MEBI = 1024 * 1024

BAD_REQUESTS: list[tuple[str, dict[str, Any], str]] = [
    ("unknown field", {**GOOD, "gpu": 1}, "gpu"),
    ("no ranks", {**GOOD, "ranks": 0}, "ranks"),
    ("negative ranks", {**GOOD, "ranks": -3}, "ranks"),
    ("more GPUs than any node", {**GOOD, "resources": {"gpus": 64}}, "resources.gpus"),
    ("a fraction of several GPUs", {**GOOD, "resources": {"gpus": 2.5}}, "resources.gpus"),
    ("negative memory", {**GOOD, "resources": {"memory": "-1GiB"}}, "resources.memory"),
    ("a tier that is none", {**GOOD, "tier": "premium-trainning"}, "tier"),
    ("no command", {"name": "x"}, "command"),
    ("10 MB of environment", {**GOOD, "env": {"BIG": "x" * 900_000}}, "env"),
    ("an unknown queue", {**GOOD, "queue": "nowhere"}, "queue"),
]


@pytest.mark.parametrize(
    ("request_body", "field"), [c[1:] for c in BAD_REQUESTS], ids=[c[0] for c in BAD_REQUESTS]
)
def test_a_bad_request_is_a_problem_that_names_the_field(
    product: Product, request_body: dict[str, Any], field: str
) -> None:
    answer = product.http.post("/v1/jobs", params={"wait_s": 30}, json=request_body)
    assert answer.status_code == 422, answer.text
    assert answer.headers["content-type"].startswith("application/problem+json")
    violations = answer.json()["violations"]
    assert any(v["field"].startswith(field) and v["allowed"] for v in violations), violations


def test_not_a_number_and_not_json_are_problems_too(product: Product) -> None:
    for body in (b'{"name": "x", "command": ["true"], "resources": {"gpus": NaN}}', b"{", b"\xff\xfe", b"[]"):
        answer = product.http.post("/v1/jobs", content=body, headers={"Content-Type": "application/json"})
        assert 400 <= answer.status_code < 500, answer.text
        assert answer.headers["content-type"].startswith("application/problem+json")


def test_a_body_of_100_mb_is_refused_before_it_is_read(product: Product) -> None:
    def body() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * MEBI

    try:
        answer = product.http.post("/v1/jobs", content=body(), headers={"Content-Type": "application/json"})
    except (httpx.NetworkError, httpx.RemoteProtocolError):
        pass  # the server may hang up on a sender that does not stop
    else:
        assert answer.status_code == 413
    assert product.http.get("/healthz").is_success


def test_wrong_and_expired_tokens_are_refused(product: Product) -> None:
    for token in ("x", "nonsense", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0."):
        answer = httpx.get(
            f"{product.endpoints['MUSTER_API_URL']}/v1/jobs", headers={"Authorization": f"Bearer {token}"}
        )
        assert answer.status_code == 401
    listed = product.muster("list", check=False, env={"MUSTER_TOKEN": "nonsense"})
    assert listed.returncode == 5


def test_poison_on_every_topic_becomes_a_dead_letter_and_work_goes_on(product: Product) -> None:
    producer = Producer({"bootstrap.servers": product.endpoints["MUSTER_KAFKA_BOOTSTRAP"]})
    marker = uuid4().hex.encode()
    unknown_schema = b"\x00" + (2**31 - 1).to_bytes(4, "big") + marker
    # A log stops its readers, for decisions hang on it; the shared lease has no reader here.
    unread = {
        "dead-letters",
        "process-lease",
        *(t.name for t in TOPICS if t.name.endswith("-log")),
    }
    readable = [t for t in TOPICS if t.name not in unread]
    for topic in readable:
        producer.produce(topic.name, key=b"poison", value=b"not avro " + marker)
        producer.produce(topic.name, key=b"poison", value=unknown_schema)
    assert producer.flush(60) == 0

    done = product.http.post("/v1/jobs", params={"wait_s": 30}, json=GOOD)
    assert done.status_code == 201, done.text
    product.wait_for_state(done.json()["job_id"], "SUCCEEDED")
    letters: dict[str, list[DeadLetter]] = {topic.dead_letters: [] for topic in readable}
    servers = product.endpoints["MUSTER_KAFKA_BOOTSTRAP"], product.endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
    with (
        closing(KafkaJournal(*servers, "letters")) as journal,
        closing(journal.reader([dead_letter_topic(topic) for topic in readable], name="letters")) as reader,
    ):

        def all_are_buried() -> bool:
            for delivery in reader.poll(1_000, 0.5):
                letters[delivery.position.topic].append(cast("DeadLetter", delivery.envelope.payload))
            return all(letters.values())

        product.until(
            all_are_buried, told=lambda: str([name for name, found in letters.items() if not found])
        )
    for topic in readable:
        found = letters[topic.dead_letters]
        assert {letter.reason for letter in found} <= {
            DeadLetterReason.NOT_AVRO,
            DeadLetterReason.UNKNOWN_SCHEMA,
        }
        assert {letter.topic for letter in found} == {topic.name}
    ended = [name for name in product.home.recorded() if supervisor.alive(product.home, name) is None]
    assert ended == [], "readers of a topic keep running"
    tail = ("events", "tail", readable[0].dead_letters, "--from", "beginning", "-n", "1", "-o", "jsonl")
    (shown,) = product.muster(*tail).stdout.splitlines()
    assert json.loads(shown)["payload"]["topic"] == readable[0].name
