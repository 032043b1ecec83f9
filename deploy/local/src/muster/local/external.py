"""Check servers that are already running, so that a wrong address is one clear error at the start."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from muster.local.endpoints import Endpoints
from muster.local.errors import UnavailableError
from muster.local.processes import probes
from muster.local.processes.probes import Address
from muster.store import NoSuchObject, ObjectStore, StoreSettings, StoreUnavailable


def check(given: Endpoints) -> Endpoints:
    """Check that every endpoint answers, and return the endpoints.

    Raises:
        UnavailableError: some did not answer; names each.
    """
    questions: dict[str, Callable[[], bool]] = {
        f"MUSTER_KAFKA_BOOTSTRAP={given.kafka_bootstrap}": lambda: probes.kafka_coordinates_transactions(
            _address(f"//{given.kafka_bootstrap.split(',')[0]}", 9092)
        ),
        f"MUSTER_SCHEMA_REGISTRY_URL={given.schema_registry_url}": lambda: probes.http_ok(
            f"{given.schema_registry_url}/subjects"
        ),
        "MUSTER_POSTGRES_DSN": lambda: probes.postgres_answers(_address(given.postgres_dsn, 5432)),
        f"MUSTER_ELASTICSEARCH_URL={given.elasticsearch_url}": lambda: probes.http_ok(
            f"{given.elasticsearch_url}/_cluster/health"
        ),
        f"MUSTER_NEO4J_URL={given.neo4j_url}": lambda: probes.bolt_answers(_address(given.neo4j_url, 7687)),
        f"MUSTER_S3_ENDPOINT={given.s3_endpoint} MUSTER_S3_BUCKET={given.s3_bucket}": lambda: _has_bucket(
            given
        ),
    }
    silent = [name for name, question in questions.items() if not question()]
    if silent:
        raise UnavailableError("no usable answer from " + "; ".join(silent))
    return given


def _address(url: str, usual_port: int) -> Address:
    parts = urlsplit(url)
    return parts.hostname or "127.0.0.1", parts.port or usual_port


def _has_bucket(given: Endpoints) -> bool:
    settings = StoreSettings(
        endpoint=given.s3_endpoint,
        access_key=given.s3_access_key,
        secret_key=given.s3_secret_key,
        bucket=given.s3_bucket,
    )
    try:
        ObjectStore(settings).keys("no-key-begins-so/")
    except (NoSuchObject, StoreUnavailable):
        return False
    return True
