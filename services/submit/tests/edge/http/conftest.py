"""The API on the real servers, with projections of its own; the test plays the scheduler and the agents."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from dataclasses import replace
from typing import Any

import httpx
import pytest
from muster.events.topics import JOB_EVENTS, LOG_EVENTS
from muster.identity import MembershipFeed, ReportCheck
from muster.identity.devkeys import ensure_keys, ensure_node_keys
from muster.journal.admin import create_topics, register_schemas
from muster.journal.kafka import KafkaJournal
from muster.service.starting.api import serve
from muster.submit.config import Settings
from muster.submit.edge import http
from muster.submit.edge.projections import TABLES, projections
from muster.testkit.api.serving import Served
from muster.testkit.api.submit_cell import Lagging, SubmitCell
from muster.testkit.patience import until
from muster.views.projection import Projection
from muster.views.projector import Projector


@pytest.fixture(scope="session")
def submit_settings(endpoints: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> Settings:
    home = tmp_path_factory.mktemp("keys")
    keys = ensure_keys(home)
    values = {name.removeprefix("MUSTER_").lower(): value for name, value in endpoints.items()}
    nodes = ensure_node_keys(home)
    values |= {"node_key_file": str(nodes.private_key_file), "node_jwks_file": str(nodes.jwks_file)}
    return Settings.load(**{**values, "jwt_jwks_file": keys.jwks_file})


@pytest.fixture(scope="session")
def journal(submit_settings: Settings) -> Generator[KafkaJournal]:
    """The log."""
    settings = submit_settings
    create_topics(settings.kafka_bootstrap)
    register_schemas(settings.schema_registry_url)
    with closing(
        KafkaJournal(settings.kafka_bootstrap, settings.schema_registry_url, "submit-test")
    ) as journal:
        yield journal


@pytest.fixture(scope="session")
def cell(submit_settings: Settings, journal: KafkaJournal) -> Generator[SubmitCell]:
    view = _new_view()
    kept = projections(submit_settings, _check(submit_settings), view=view)
    with (
        _dropped_at_the_end(kept),
        _projecting(kept, journal),
        closing(MembershipFeed(journal, "test-memberships")) as memberships,
        _cell(submit_settings, journal, view, memberships) as cell,
    ):
        yield cell


@pytest.fixture
def lagging(submit_settings: Settings, journal: KafkaJournal) -> Generator[Lagging]:
    """A cell whose projection of job-events is far ahead of the one of log-events."""
    view = _new_view()
    check = _check(submit_settings)
    jobs = replace(TABLES, topics=(JOB_EVENTS,)).open(submit_settings, check, view=view)
    output = replace(TABLES, topics=(LOG_EVENTS,)).open(submit_settings, check, view=view)
    with (
        _dropped_at_the_end([jobs]),
        closing(output.view),
        _projecting([jobs], journal),
        _cell(submit_settings, journal, view) as cell,
        ExitStack() as later,
    ):
        yield Lagging(cell, lambda: later.enter_context(_projecting([output], journal)))


def _check(settings: Settings) -> ReportCheck:
    return ReportCheck(settings.node_verifier(None))


def _new_view() -> str:
    return f"submit_t{uuid.uuid4().hex[:8]}"


@contextmanager
def _projecting(projections: Sequence[Projection[Any]], journal: KafkaJournal) -> Generator[None]:
    """Keep views up to date within the block."""
    projector = Projector(projections, journal)
    projector.start()
    try:
        yield
    finally:
        projector.stop()


@contextmanager
def _dropped_at_the_end(projections: Sequence[Projection[Any]]) -> Generator[None]:
    try:
        yield
    finally:
        for projection in projections:
            projection.view.drop()
            projection.view.close()


@contextmanager
def _cell(
    settings: Settings, journal: KafkaJournal, view: str, memberships: MembershipFeed | None = None
) -> Generator[SubmitCell]:
    with closing(journal.producer("test")) as producer, _serving(settings, view, memberships) as url:
        _until_answering(url, "/readyz")
        home = settings.jwt_jwks_file.parents[1]
        yield SubmitCell(url, home, journal, producer, http.object_store(settings))


@pytest.fixture
def serving() -> Callable[[Settings], AbstractContextManager[str]]:
    """Run the API with other settings; yields its URL."""
    return lambda settings: _serving(settings, "nowhere")


@contextmanager
def _serving(settings: Settings, view: str, memberships: MembershipFeed | None = None) -> Generator[str]:
    work = serve(http.build(settings, view=view, memberships=memberships), memberships)
    assert work.app is not None
    with Served(work.app, work.missing) as served:
        _until_answering(served.url, "/openapi.json")
        yield served.url


def _until_answering(url: str, path: str) -> None:
    def answers() -> bool:
        with suppress(httpx.TransportError):
            return httpx.get(f"{url}{path}", trust_env=False).is_success
        return False

    until(answers, f"{path} does not answer", pause_s=0.1)


@pytest.fixture
def tenant() -> str:
    """A tenant that no other test uses."""
    return f"t-{uuid.uuid4().hex[:12]}"
