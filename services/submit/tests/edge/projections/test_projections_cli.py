"""`muster projections` against the real log and stores, with views of the test's own."""

from __future__ import annotations

import json
import uuid
from collections.abc import Generator, Mapping
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from muster.events.job_events import QueueCreated
from muster.events.topics import JOB_EVENTS
from muster.events.wire.envelope import Envelope
from muster.identity import ReportCheck
from muster.journal.admin import create_topics, register_schemas
from muster.journal.journal import Outgoing
from muster.journal.kafka import KafkaJournal
from muster.journal.position import Start
from muster.service.cli import projections as command
from muster.submit.config import Settings
from muster.submit.edge.projections import TABLES, TOPICS, projections
from muster.terminal.messages import CommandFailed
from muster.testkit.tokens import Tokens
from muster.views import registry
from muster.views.declared import DeclaredProjection
from muster.views.projection import Feed
from typer.testing import CliRunner

pytestmark = pytest.mark.stack


@pytest.fixture(scope="module")
def queue(endpoints: Mapping[str, str]) -> str:
    """A queue whose creation is on the real log."""
    bootstrap, registry = endpoints["MUSTER_KAFKA_BOOTSTRAP"], endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
    create_topics(bootstrap)
    register_schemas(registry)
    name = f"queue-{uuid.uuid4().hex[:8]}"
    created = QueueCreated(queue=name, tenant="projections-cli", description="", requested_by="test")
    envelope = Envelope(
        event_id=name, key=name, occurred_at_ms=1, producer="test", correlation_id=name, payload=created
    )
    journal = KafkaJournal(bootstrap, registry, "projections-cli-test", topics=TOPICS)
    producer = journal.producer("test")
    producer.send(Outgoing(JOB_EVENTS, envelope)).result(60)
    producer.close()
    journal.close()
    return name


@pytest.fixture
def settings(
    endpoints: Mapping[str, str], queue: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Generator[Settings]:
    """Set the command's environment, with views of its own that are brought to the end of the log."""
    environment = {
        "MUSTER_JWT_JWKS_FILE": str(tmp_path),
        "MUSTER_JWT_ISSUER": "test",
        "MUSTER_HOME": str(tmp_path),
    }
    environment["MUSTER_NODE_JWKS_FILE"] = str(
        Tokens().node_jwks_file
    )  # the same keys as the projections' writers
    for name, value in {**endpoints, **environment}.items():
        monkeypatch.setenv(name, value)
    view = f"cli_{uuid.uuid4().hex[:8]}"
    monkeypatch.setattr(DeclaredProjection, "view_name", view)
    settings = Settings.load()
    journal = KafkaJournal(settings.kafka_bootstrap, settings.schema_registry_url, "projections-cli-test")
    kept = projections(settings, ReportCheck(settings.node_verifier(None)), view=view)
    for projection in kept:
        projection.view.prepare()
        with closing(journal.reader(projection.topics, start=Start.END, name="projections-cli-end")) as last:
            end = last.positions()
        feed = Feed(projection, projection.view, journal)
        while not feed.has_reached(end):
            feed.advance(1.0)
        feed.close()
    yield settings
    for projection in kept:
        projection.view.drop()
        projection.view.close()
    journal.close()


def run(*arguments: str) -> tuple[int, str, str]:
    """Run the command; return the exit code, stdout, and stderr or the error that `muster` prints."""
    result = CliRunner().invoke(command.app, arguments)
    if isinstance(result.exception, CommandFailed):
        return result.exception.exit_code, result.stdout, f"{result.exception}; {result.exception.hint}"
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.usefixtures("settings")
def test_status_shows_the_position_of_each_projection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        registry, "names", lambda: ["submit/search", "submit/tables"]
    )  # others have no view here
    code, out, _ = run("status", "-o", "json")
    lines = {line["projection"]: line for line in json.loads(out)["items"]}
    assert (code, lines.keys()) == (0, {"submit/search", "submit/tables"})
    assert all(line["applied"] > 0 and line["failure"] is None for line in lines.values())


@pytest.mark.parametrize("name", ["submit/tables", "submit/search"])
def test_rebuild_recreates_a_projection_from_the_real_log(settings: Settings, name: str) -> None:
    code, out, err = run("rebuild", name)
    assert (code, err) == (0, "")
    assert f"{name}: rebuilt from" in out


def test_rebuild_does_not_swap_in_a_differing_projection(settings: Settings, queue: str) -> None:
    view = TABLES.view_name
    with psycopg.connect(settings.postgres_dsn) as connection:
        connection.execute(f"DELETE FROM {view}.queues WHERE queue = '{queue}'".encode())
    code, _, err = run("rebuild", "submit/tables")
    assert code == 4
    assert "queues" in err
    assert "--accept-differences" in err
    code, out, _ = run("rebuild", "submit/tables", "--accept-differences")
    assert code == 0
    assert "accepted: queues" in out
    with psycopg.connect(settings.postgres_dsn) as connection:
        found = connection.execute(f"SELECT 1 FROM {view}.queues WHERE queue = '{queue}'".encode()).fetchall()
    assert len(found) == 1


def test_a_store_that_is_down_has_a_line_in_the_status(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUSTER_ELASTICSEARCH_URL", "http://127.0.0.1:1")
    code, out, _ = run("status", "-o", "json")
    failures = {line["projection"]: line["failure"] for line in json.loads(out)["items"]}
    assert code == 6
    assert failures["submit/tables"] is None
    assert failures["submit/search"]


def test_an_unknown_name_is_a_usage_error() -> None:
    code, _, err = run("rebuild", "everything")
    assert code == 2
    assert "'everything'" in err
    assert "submit/tables" in err
