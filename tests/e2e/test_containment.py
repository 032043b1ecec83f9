"""A job that must be contained, on the real stack: the platform's keys are out of its reach."""

from __future__ import annotations

import json
import os
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from muster.events.topics import NODE_HEARTBEATS, TASK_EVENTS
from muster.events.wire.envelope import Envelope
from muster.journal import Outgoing
from muster.journal.kafka import KafkaJournal
from muster.local.processes import supervisor
from muster.testkit.cores import build
from muster.testkit.stack.product import Product
from muster.testkit.tokens import Tokens
from psutil import Process

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

REACHES = "ls -aR {home}; cat {home}/*.pem {home}/*/*.pem; cat /proc/*/environ; head -c 400M /dev/zero | tail"


def test_a_contained_job_reaches_neither_keys_nor_memory_beyond_its_own(product: Product) -> None:
    node = product.node()
    if node["sandbox"] == "none":
        pytest.skip("this machine allows no namespaces")
    wanted = ("--set", "sandbox=required", "--set", "network=none", "--set", "resources.memory=64MiB")
    command = ("--", "sh", "-c", REACHES.format(home=product.home.root))
    job_id = product.muster("submit", *wanted, "-o", "name", *command).stdout.strip().removeprefix("job/")
    job = product.wait_for_state(job_id, "FAILED")
    ended = [e["payload"] for e in product.events(job_id) if e["payload"]["type"] == "AttemptEnded"]
    assert "out of memory" in ended[-1]["message"], (job, ended)
    said = product.output(job_id)
    assert "MUSTER_JOB_ID" in said
    assert "MUSTER_S3_SECRET_KEY" not in said
    assert "PRIVATE KEY" not in said


def test_the_agent_holds_no_key_of_s3_and_no_signing_key(product: Product) -> None:
    """Its environment, and every file below its folder, while a job's output goes to S3 all the same."""
    job_id = (
        product.muster("submit", "-o", "name", "--", "echo", "shipped").stdout.strip().removeprefix("job/")
    )
    product.wait_for_state(job_id, "SUCCEEDED")
    product.wait_for_output(job_id, "shipped")
    identity = supervisor.alive(product.home, "agent")
    assert identity is not None
    environment = Process(identity.pid).environ()
    assert [name for name in environment if name.startswith("MUSTER_S3_") or "KEY" in name] == []
    secret = product.endpoints["MUSTER_S3_SECRET_KEY"].encode()
    assert secret not in str(environment).encode()
    # The agent removes folders of tasks meanwhile: `os.walk` passes those that are gone.
    for folder, _, names in os.walk(product.home.root / "agent"):
        for file in (Path(folder, name) for name in names):
            with suppress(FileNotFoundError):
                content = file.read_bytes() if file.is_file() and not file.is_symlink() else b""
                assert (file, secret in content, b"PRIVATE KEY" in content) == (file, False, False)
    assert (product.home.root / "enrolments" / "agent").stat().st_mode & 0o777 == 0o600


def test_reports_without_the_node_s_token_are_refused_and_shown(product: Product) -> None:
    """A stranger who reaches the broker says that the node is another machine, and that its task ended."""
    node = product.node()
    job_id = product.muster("submit", "-o", "name", "--", "sleep", "600").stdout.strip().removeprefix("job/")
    product.wait_for_state(job_id, "RUNNING")
    servers = product.endpoints
    journal = KafkaJournal(
        servers["MUSTER_KAFKA_BOOTSTRAP"], servers["MUSTER_SCHEMA_REGISTRY_URL"], "stranger"
    )
    stranger = Tokens(product.home.root).node_authorization("another-node")
    with closing(journal), closing(journal.producer("stranger")) as producer:
        for shown in ("", stranger):
            for topic, forged in (
                (TASK_EVENTS, build.exited(node["node_id"], job_id, 1)),
                (NODE_HEARTBEATS, build.beat(build.node(node["node_id"], gpus=64))),
            ):
                envelope = Envelope(
                    event_id=f"forged-{uuid4()}",
                    key=node["node_id"],
                    occurred_at_ms=1,
                    producer="stranger",
                    correlation_id="forged",
                    payload=forged,
                )
                producer.send(Outgoing(topic, envelope, authorization=shown)).result(30)

    def shown_node() -> dict[str, Any]:
        items: list[dict[str, Any]] = product.nodes()
        return next(item for item in items if item["node_id"] == node["node_id"])

    product.until(lambda: shown_node()["refused"] is not None, told=lambda: json.dumps(shown_node()))
    after = shown_node()
    assert "authorization is (absent)" in after["refused"]
    assert after["gpu_count"] == node["gpu_count"]
    assert after["state"] in ("ready", "suspected"), "a busy machine beats late"
    assert product.job(job_id)["state"] == "RUNNING"
    product.cancel(job_id)
