"""The API on the real servers, with projections of its own; the test plays the scheduler and the agents."""

from __future__ import annotations

import socket
import threading
import uuid
from collections.abc import Generator, Mapping
from contextlib import closing

import httpx
import pytest
import uvicorn
from muster.api.devkeys import ensure_keys
from muster.journal import SystemClock
from muster.journal.admin import create_topics, register_schemas
from muster.journal.kafka import KafkaJournal
from muster.submit.config import Settings
from muster.submit.edge import http
from muster.submit.edge.projections import projections
from muster.testkit.submit_cell import SubmitCell
from muster.views.projector import Projector


@pytest.fixture(scope="session")
def submit_settings(endpoints: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> Settings:
    home = tmp_path_factory.mktemp("keys")
    keys = ensure_keys(home)
    values = {name.removeprefix("MUSTER_").lower(): value for name, value in endpoints.items()}
    return Settings(**{**values, "jwt_jwks_file": keys.jwks_file, "http_port": _free_port()})  # pyright: ignore[reportArgumentType]


@pytest.fixture(scope="session")
def cell(submit_settings: Settings) -> Generator[SubmitCell]:
    settings = submit_settings
    create_topics(settings.kafka_bootstrap)
    register_schemas(settings.schema_registry_url)
    journal = KafkaJournal(settings.kafka_bootstrap, settings.schema_registry_url, "submit-test")
    view = f"submit_t{uuid.uuid4().hex[:8]}"
    kept = [p for p in projections(settings, view=view) if p.name in ("tables", "search")]
    projector = Projector(kept, journal)
    projector.start()
    server = uvicorn.Server(
        uvicorn.Config(
            http.build(settings, view=view),
            port=settings.http_port,
            http="httptools",
            log_config=None,
            timeout_graceful_shutdown=1,
        )
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    url = f"http://127.0.0.1:{settings.http_port}"
    try:
        _wait_until_ready(url)
        with closing(journal), closing(journal.producer("test")) as producer:
            yield SubmitCell(
                url, settings.jwt_jwks_file.parents[1], journal, producer, http.object_store(settings)
            )
    finally:
        server.should_exit = True
        thread.join()
        projector.stop()
        for projection in kept:
            projection.view.drop()
            projection.view.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_ready(url: str) -> None:
    deadline_ms = SystemClock().monotonic_ms() + 60_000
    while True:
        try:
            if httpx.get(f"{url}/readyz", trust_env=False).is_success:
                return
        except httpx.TransportError:
            pass
        assert SystemClock().monotonic_ms() < deadline_ms, "the API is not ready"
        threading.Event().wait(0.1)


@pytest.fixture
def tenant() -> str:
    """A tenant nobody else uses."""
    return f"t-{uuid.uuid4().hex[:12]}"
