"""Apicurio Registry 3.3.3: the schema registry, with Confluent's API. Its state is a Kafka topic."""

from __future__ import annotations

from muster.local import artifacts
from muster.local.processes import probes
from muster.local.processes.program import Launch, Program, Site, once
from muster.local.servers.java import LEAN, java

_HEAP = ("-Xms64m", "-Xmx256m")


def _launch(site: Site) -> Launch:
    jar = artifacts.unpacked("schema-registry") / "quarkus-run.jar"
    return Launch(
        java(*_HEAP, *LEAN, "-jar", jar),
        env={
            "APICURIO_STORAGE_KIND": "kafkasql",
            "APICURIO_KAFKASQL_BOOTSTRAP_SERVERS": f"127.0.0.1:{site.ports['kafka']}",
            # It waits this long, twice, for snapshots that a young stack does not have (5 s by default).
            "APICURIO_KAFKASQL_CONSUMER_POLL_TIMEOUT": "200",
            "APICURIO_KAFKASQL_SNAPSHOT_SCHEDULED_ENABLED": "false",
            # Its own topics; its default name `registry-events` could be a service's.
            "APICURIO_KAFKASQL_TOPIC": "_apicurio-journal",
            "APICURIO_KAFKASQL_SNAPSHOTS_TOPIC": "_apicurio-snapshots",
            "APICURIO_EVENTS_KAFKA_TOPIC": "_apicurio-events",
            "QUARKUS_HTTP_HOST": "127.0.0.1",
            "QUARKUS_HTTP_PORT": str(site.ports["schema-registry"]),
            # Without this its management port listens on every address.
            "QUARKUS_MANAGEMENT_HOST": "127.0.0.1",
            "QUARKUS_MANAGEMENT_PORT": str(site.ports["schema-registry-management"]),
            "QUARKUS_HTTP_ACCESS_LOG_ENABLED": "false",
            "QUARKUS_LOG_LEVEL": "WARN",
            "QUARKUS_LOG_CATEGORY__IO_APICURIO__LEVEL": "WARN",
        },
    )


SCHEMA_REGISTRY = Program(
    name="schema-registry",
    ports={"schema-registry": 18081, "schema-registry-management": 19001},
    needs=("kafka",),
    launch=_launch,
    lacks=once(
        lambda ports: probes.http_ok(f"http://127.0.0.1:{ports['schema-registry']}/apis/ccompat/v7/subjects")
    ),
    advice="Its state is in Kafka: see also `muster logs kafka`.",
)
