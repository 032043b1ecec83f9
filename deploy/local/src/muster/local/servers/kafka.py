"""Apache Kafka 4.2.1: broker and KRaft controller in one process."""

from __future__ import annotations

import base64
import subprocess
import uuid
from pathlib import Path

from muster.local import artifacts
from muster.local.home import write_atomically
from muster.local.processes import probes
from muster.local.processes.program import Launch, Program, Site, once
from muster.local.servers.java import LEAN, classpath, java

_HEAP = ("-Xms128m", "-Xmx384m")
_LOGGING = (
    "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
    "-Dorg.slf4j.simpleLogger.showDateTime=true",
    "-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
)

# Topics are declared in schemas/; a typo in a topic's name must be an error, not a new topic.
_PROPERTIES = """\
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:{controller}
controller.listener.names=CONTROLLER
listeners=PLAINTEXT://127.0.0.1:{broker},CONTROLLER://127.0.0.1:{controller}
advertised.listeners=PLAINTEXT://127.0.0.1:{broker}
log.dirs={logs}

auto.create.topics.enable=false
message.max.bytes=16777216
replica.fetch.max.bytes=16777216
min.insync.replicas=1
default.replication.factor=1

# Kafka's own topics: one copy, few partitions, so that they exist within the first second.
offsets.topic.replication.factor=1
offsets.topic.num.partitions=4
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=4
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
share.coordinator.state.topic.num.partitions=1
group.initial.rebalance.delay.ms=0

num.network.threads=2
num.io.threads=4
background.threads=2
log.cleaner.threads=1
log.cleaner.dedupe.buffer.size=16777216
log.segment.bytes=134217728

# A controller of its own needs no sign of life on its log twice a second.
metadata.max.idle.interval.ms=0
"""


def _launch(site: Site) -> Launch:
    jars = classpath(artifacts.jars("kafka"))
    logs = site.data / "logs"
    properties = site.data / "server.properties"
    write_atomically(
        properties,
        _PROPERTIES.format(broker=site.ports["kafka"], controller=site.ports["kafka-controller"], logs=logs),
    )
    if not (logs / "meta.properties").exists():
        _format(jars, properties, site)
    return Launch(java(*_HEAP, *LEAN, *_LOGGING, "-cp", jars, "kafka.Kafka", properties))


def _format(jars: str, properties: Path, site: Site) -> None:
    """Format the storage with a cluster id (22 characters of URL-safe base64), once."""
    # One id in 64 begins with a dash: Kafka refuses it, and its own generator draws again.
    cluster_id = "-"
    while cluster_id.startswith("-"):
        cluster_id = base64.urlsafe_b64encode(uuid.uuid4().bytes).decode().rstrip("=")
    command = java(*LEAN, *_LOGGING, "-cp", jars, "kafka.tools.StorageTool", "format")
    with site.home.log(site.name).open("ab") as log:
        subprocess.run(
            [*command, "--cluster-id", cluster_id, "--config", str(properties)],
            check=True,
            stdout=log,
            stderr=subprocess.STDOUT,
        )


KAFKA = Program(
    name="kafka",
    ports={"kafka": 19092, "kafka-controller": 19093},
    launch=_launch,
    lacks=once(lambda ports: probes.kafka_coordinates_transactions(("127.0.0.1", ports["kafka"]))),
    advice="If its data is damaged or of another version, `muster up --fresh` starts with empty data.",
)
