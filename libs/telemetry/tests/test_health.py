"""The health server, asked over a real socket."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Generator

import pytest
from muster.telemetry import metrics
from muster.telemetry.health import HealthServer


class Service:
    def __init__(self) -> None:
        self.missing: str | None = None
        self.health = HealthServer(0, lambda: self.missing)

    def get(self, path: str) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.health.port, timeout=5)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()


@pytest.fixture
def service() -> Generator[Service]:
    service = Service()
    yield service
    service.health.close()


def test_a_process_that_answers_is_alive(service: Service) -> None:
    assert service.get("/healthz") == (200, "ok\n")


def test_readiness_says_what_is_missing(service: Service) -> None:
    assert service.get("/readyz") == (200, "ready\n")
    service.missing = "the log is being read"
    assert service.get("/readyz") == (503, "the log is being read\n")


def test_metrics_have_name_unit_and_help(service: Service) -> None:
    metrics.DEAD_LETTERS.labels("r", "t", "NOT_AVRO").inc()
    status, text = service.get("/metrics")
    assert status == 200
    assert "# HELP muster_journal_dead_letters_total Records nobody could read" in text
    assert 'muster_journal_dead_letters_total{reader="r",reason="NOT_AVRO",topic="t"}' in text


def test_other_paths_are_told_which_there_are(service: Service) -> None:
    assert service.get("/") == (404, "allowed are /healthz, /readyz, /metrics\n")


def test_a_taken_port_is_an_error_at_once(service: Service) -> None:
    with pytest.raises(OSError, match="Address already in use"):
        HealthServer(service.health.port, lambda: None)


def test_it_listens_on_this_machine_only(service: Service) -> None:
    with pytest.raises(OSError):
        # Whoever listens on all addresses listens on this one too.
        socket.create_connection(("127.0.0.2", service.health.port), timeout=1).close()
