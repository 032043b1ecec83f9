"""The API on the real servers, with projections of its own; the test plays the scheduler and the agents."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Generator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager

import httpx
import pytest
from muster.identity.devkeys import ensure_keys
from muster.journal import SystemClock
from muster.journal.admin import create_topics, register_schemas
from muster.journal.kafka import KafkaJournal
from muster.service.starting.api import serve
from muster.submit.config import Settings
from muster.submit.edge import http
from muster.submit.edge.projections import projections
from muster.testkit.api.serving import Served
from muster.testkit.api.submit_cell import SubmitCell
from muster.views.projector import Projector


@pytest.fixture(scope="session")
def submit_settings(endpoints: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> Settings:
    home = tmp_path_factory.mktemp("keys")
    keys = ensure_keys(home)
    values = {name.removeprefix("MUSTER_").lower(): value for name, value in endpoints.items()}
    return Settings.load(**{**values, "jwt_jwks_file": keys.jwks_file})


@pytest.fixture(scope="session")
def cell(submit_settings: Settings) -> Generator[SubmitCell]:
    settings = submit_settings
    create_topics(settings.kafka_bootstrap)
    register_schemas(settings.schema_registry_url)
    journal = KafkaJournal(settings.kafka_bootstrap, settings.schema_registry_url, "submit-test")
    view = f"submit_t{uuid.uuid4().hex[:8]}"
    *kept, graph = projections(settings, view=view)
    graph.view.close()  # no query of the API asks it
    projector = Projector(kept, journal)
    projector.start()
    try:
        with (
            closing(journal),
            closing(journal.producer("test")) as producer,
            _serving(settings, view) as url,
        ):
            home = settings.jwt_jwks_file.parents[1]
            _until_answering(url, "/readyz")
            yield SubmitCell(url, home, journal, producer, http.object_store(settings))
    finally:
        projector.stop()
        for projection in kept:
            projection.view.drop()
            projection.view.close()


@pytest.fixture
def serving() -> Callable[[Settings], AbstractContextManager[str]]:
    """Run the API with other settings; gives its URL."""
    return lambda settings: _serving(settings, "nowhere")


@contextmanager
def _serving(settings: Settings, view: str) -> Generator[str]:
    work = serve(http.build(settings, view=view))
    assert work.app is not None
    with Served(work.app, work.missing) as served:
        _until_answering(served.url, "/openapi.json")
        yield served.url


def _until_answering(url: str, path: str) -> None:
    deadline_ms = SystemClock().monotonic_ms() + 60_000
    while True:
        try:
            if httpx.get(f"{url}{path}", trust_env=False).is_success:
                return
        except httpx.TransportError:
            pass
        assert SystemClock().monotonic_ms() < deadline_ms, f"{path} does not answer"
        threading.Event().wait(0.1)


@pytest.fixture
def tenant() -> str:
    """A tenant nobody else uses."""
    return f"t-{uuid.uuid4().hex[:12]}"
