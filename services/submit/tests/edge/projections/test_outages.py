"""The projector during failures: each store is unavailable in turn, and the process is killed at any moment.

The result must equal a replay of the same log, whose correctness is tested in test_queries and
test_rebuilt.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import uuid
from collections.abc import Generator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from muster.events.job_events import JobPending, JobStarted, PendingCode, QueueCreated
from muster.events.topics import JOB_EVENTS
from muster.events.wire.envelope import Envelope
from muster.journal.admin import create_topics, register_schemas
from muster.journal.journal import Outgoing
from muster.journal.kafka import KafkaJournal
from muster.journal.position import Position
from muster.local.processes.ports import free_block
from muster.submit.config import Settings
from muster.submit.edge.projections import TOPICS, projections
from muster.testkit.patience import exit_code, shown, until
from muster.testkit.stack.tcp_proxy import TcpProxy
from muster.testkit.tokens import Tokens
from muster.views.projection import Projection
from muster.views.projector import Projector
from muster.views.rebuild import rebuild
from psycopg.conninfo import conninfo_to_dict, make_conninfo

pytestmark = [pytest.mark.stack, pytest.mark.faults, pytest.mark.timeout(600)]

Scenario = Any
"""Scenario, of conftest.py, which tests cannot import."""


KINDS = ("tables", "search")


@contextmanager
def opened(settings: Settings, view: str) -> Generator[dict[str, Projection[Any]]]:
    """Open all projections of a view by kind; close them at the end."""
    kept = {
        p.name.removeprefix("submit/"): p for p in projections(settings, Tokens().report_check(), view=view)
    }
    try:
        yield kept
    finally:
        for each in kept.values():
            each.view.close()


@contextmanager
def new_projections(settings: Settings, view: str) -> Generator[dict[str, Projection[Any]]]:
    """Create all projections of a view by kind; drop them at the end."""
    with opened(settings, view) as kept:
        for each in kept.values():
            each.view.prepare()
        try:
            yield kept
        finally:
            for each in kept.values():
                each.view.drop()


def proxy_to(kind: str, settings: Settings) -> tuple[TcpProxy, Settings]:
    """Return a proxy to one store, and settings that connect through it."""
    match kind:
        case "tables":
            address = conninfo_to_dict(settings.postgres_dsn)
            proxy = TcpProxy(str(address["host"]), int(str(address["port"])))
            change = {"postgres_dsn": make_conninfo(settings.postgres_dsn, host="127.0.0.1", port=proxy.port)}
        case _:
            server = urlsplit(settings.elasticsearch_url)
            proxy = TcpProxy(str(server.hostname), int(server.port or 9200))
            change = {"elasticsearch_url": f"http://127.0.0.1:{proxy.port}"}
    return proxy, settings.model_copy(update=change)


@pytest.mark.parametrize("kind", KINDS)
def test_an_unavailable_store_delays_only_its_own_projection(scenario: Scenario, kind: str) -> None:
    view = f"out_{uuid.uuid4().hex[:8]}"
    proxy, proxied = proxy_to(kind, scenario.settings)
    with proxy, new_projections(scenario.settings, view) as seen, opened(proxied, view) as kept:
        projector = Projector(list(kept.values()), scenario.journal)
        projector.start()
        try:
            for each in seen.values():
                shown(each.view, scenario.last)
            proxy.cut()
            made = QueueCreated(queue=f"queue-{view}", tenant="third", description="", requested_by="zoe")
            late = scenario.add(JOB_EVENTS, view, made)
            for other in set(KINDS) - {kind}:
                shown(seen[other].view, late)
            until(lambda: projector.failure() is not None, "the outage shows")
            assert str(projector.failure()).startswith(f"submit/{kind}")
            proxy.restore()
            shown(seen[kind].view, late)
        finally:
            projector.stop()
        scenario.project()
        for each in KINDS:
            replayed = scenario.projections[each].view.fingerprint()
            assert seen[each].view.fingerprint().differences(replayed) == []


PROCESS = "muster.testkit.processes.projector"


class Process:
    """A projector in a process of its own."""

    def __init__(self, environment: Mapping[str, str], view: str, log: Path) -> None:
        with log.open("ab") as output:
            self._process = subprocess.Popen(
                [sys.executable, "-m", PROCESS, view], env=dict(environment), stdout=output, stderr=output
            )

        self._health = f"http://127.0.0.1:{environment['MUSTER_HTTP_PORT']}/readyz"

    def ready(self) -> bool:
        with suppress(httpx.TransportError):
            return httpx.get(self._health).status_code == 200
        return False

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(timeout=60)

    def stop(self) -> int:
        self._process.send_signal(signal.SIGTERM)
        return exit_code(self._process)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("kills", [1, pytest.param(4, marks=pytest.mark.long)])
def test_a_projector_killed_at_any_moment_ends_with_the_result_of_a_replay(
    scenario: Scenario, endpoints: Mapping[str, str], tmp_path: Path, kills: int
) -> None:
    settings: Settings = scenario.settings
    create_topics(settings.kafka_bootstrap)
    register_schemas(settings.schema_registry_url)
    view = f"kill_{uuid.uuid4().hex[:8]}"
    given = {"MUSTER_JWT_JWKS_FILE": str(tmp_path), "MUSTER_JWT_ISSUER": "test", "MUSTER_HOME": str(tmp_path)}
    # Reports of other tests are on the same topics: the process must judge them as the rebuild below does.
    given["MUSTER_NODE_JWKS_FILE"] = str(Tokens().node_jwks_file)
    environment = {**os.environ, **endpoints, **given, "MUSTER_HTTP_PORT": str(free_block()[0])}
    journal = KafkaJournal(settings.kafka_bootstrap, settings.schema_registry_url, "kill-test", topics=TOPICS)
    with ExitStack() as stack:
        stack.enter_context(closing(journal))
        producer = stack.enter_context(closing(journal.producer("kill-test")))
        seen = stack.enter_context(new_projections(settings, view))
        last: list[Position] = []
        for round_ in range(kills):
            process = Process(environment, view, tmp_path / "projector.log")
            try:
                sent = [producer.send(outgoing(view, round_, n)) for n in range(300)]
                last = [future.result(timeout=60) for future in sent]
                shown(seen[KINDS[round_ % 2]].view, last[round_ * 90])
            finally:
                process.kill()
        process = Process(environment, view, tmp_path / "projector.log")
        until(process.ready, "the projector is ready")
        for each in seen.values():
            for position in {p.partition: p for p in last}.values():
                shown(each.view, position)
        assert process.stop() == 0
        for each in seen.values():
            assert rebuild(each, journal).differences == ()


def outgoing(view: str, round_: int, n: int) -> Outgoing:
    """Return a fact about one of a few jobs; the newest must win."""
    job_id = f"job-{view}-{n % 11}"
    pending = JobPending(
        job_id=job_id, code=PendingCode.GPUS_BUSY, message=f"round {round_}", counts={"n": n, "round": round_}
    )
    started = JobStarted(job_id=job_id, attempt=round_ * 300 + n)
    return Outgoing(
        JOB_EVENTS,
        Envelope(
            event_id=f"{view}:{round_}.{n}",
            key=job_id,
            occurred_at_ms=n,
            producer="kill-test",
            correlation_id=job_id,
            payload=pending if n % 2 else started,
        ),
    )
