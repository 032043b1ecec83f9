"""A service with nothing but rows, a definition and statements of its own has a whole read side.

The service "silences" is installed for the test as any package is: a module, and entry points beside it.
"""

from __future__ import annotations

import asyncio
import sys
import uuid
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import psycopg
import pytest
from muster.events.job_events import NodeSuspected
from muster.events.operator_commands import CordonNode
from muster.events.shared.command_answers import CommandRejected, RejectionCode
from muster.events.topics import JOB_EVENTS, OPERATOR_COMMANDS
from muster.events.wire.envelope import Envelope
from muster.events.wire.stamp import Asker
from muster.journal.journal import Outgoing
from muster.journal.memory import MemoryJournal
from muster.journal.position import Position
from muster.testkit.patience import shown
from muster.views import registry
from muster.views.projection import Feed, Projection
from muster.views.projector import Projector
from muster.views.reading.pages import Condition, Keyset
from muster.views.reading.search import Search
from muster.views.reading.tables import Tables
from muster.views.rebuild import rebuild

pytestmark = pytest.mark.stack

T = TypeVar("T")

SERVICE = """
from muster.events.shared.command_answers import CommandRejected
from muster.events.topics import JOB_EVENTS, OPERATOR_COMMANDS
from muster.views import commands
from muster.views.declared import decided_tables, search
from muster.views.rows import Merge, Upsert
from muster.testkit.patience import shown

DDL = "CREATE TABLE IF NOT EXISTS silences (node_id text PRIMARY KEY, silent_ms int);"

def rows(delivery):
    payload = delivery.envelope.payload
    silence = Upsert("silences", {"node_id": payload.node_id}, {"silent_ms": payload.silent_ms})
    return [silence, *commands.accepted(delivery, payload.node_id)]

def documents(delivery):
    payload = delivery.envelope.payload
    if isinstance(payload, CommandRejected):
        return []
    fields = {"node_id": payload.node_id, "silent_ms": payload.silent_ms}
    return [Merge("nodes", payload.node_id, fields, delivery.position.offset + 1)]

FIELDS = {"node_id": {"type": "keyword"}, "silent_ms": {"type": "long"}}
TABLES = decided_tables(
    "silences", facts=JOB_EVENTS, commands=[OPERATOR_COMMANDS], rows={JOB_EVENTS: rows}, ddl=DDL
)
SEARCH = search("silences", [JOB_EVENTS], documents, collections={"nodes": FIELDS})
"""

ENTRY_POINTS = """
[muster.projections]
silences.tables = silences_service:TABLES
silences.search = silences_service:SEARCH
silences.wrong = silences_service:TABLES
"""


@dataclass(frozen=True)
class Stores:
    """Addresses of the real stores."""

    postgres_dsn: str
    elasticsearch_url: str
    neo4j_url: str = ""
    neo4j_user: str = ""
    neo4j_password: str = ""


@dataclass(frozen=True, kw_only=True)
class Silence:
    """A row of the service's own."""

    node_id: str
    silent_ms: int


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    (tmp_path / "silences_service.py").write_text(SERVICE)
    metadata = tmp_path / "silences-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: silences\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(ENTRY_POINTS)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    yield
    sys.modules.pop("silences_service", None)


@pytest.fixture
def stores(endpoints: Mapping[str, str]) -> Stores:
    return Stores(endpoints["MUSTER_POSTGRES_DSN"], endpoints["MUSTER_ELASTICSEARCH_URL"])


@dataclass
class Log:
    """A log in memory."""

    journal: MemoryJournal
    events: int = 0

    def fact(self, key: str, payload: Any, cause: str | None = None) -> Position:
        return self._append(JOB_EVENTS, key, payload, cause, f"fact-{self.events}")

    def command(self, command_id: str, node_id: str) -> Position:
        payload = CordonNode(node_id=node_id, requested_by="ada", reason="")
        return self._append(OPERATOR_COMMANDS, node_id, payload, None, command_id)

    def _append(self, topic: Any, key: str, payload: Any, cause: str | None, event_id: str) -> Position:
        self.events += 1
        envelope = Envelope(
            event_id=event_id,
            key=key,
            occurred_at_ms=self.events,
            producer="test",
            correlation_id="c",
            causation_id=cause,
            payload=payload,
        )
        return (
            self.journal.producer("test").send(Outgoing(topic, envelope, authorization="Bearer t")).result(60)
        )


NEWEST = Keyset(("silent_ms", "node_id"), descending=True)


async def every_page(tables: Tables, size: int, at_least_ms: int | None = None) -> list[list[str]]:
    pages: list[list[str]] = []
    behind = None
    while True:
        page = await tables.page(
            Silence,
            "SELECT * FROM silences",
            NEWEST,
            lambda row: (row.silent_ms, row.node_id),
            conditions=[Condition("least", "silent_ms >= %(least)s", at_least_ms)],
            size=size,
            behind=behind,
        )
        pages.append([row.node_id for row in page.rows])
        behind = page.next_key
        if behind is None:
            return pages


@pytest.fixture
def opened(installed: None, stores: Stores) -> Generator[dict[str, Projection[Any]]]:
    """Both projections, found by their entry points; views of this test's own."""
    view = f"silences_{uuid.uuid4().hex[:8]}"
    names = [name for name in registry.names() if name in ("silences/tables", "silences/search")]
    kept = {name: registry.declared(name).open(stores, view=view) for name in names}
    for projection in kept.values():
        projection.view.prepare()
    yield kept
    for projection in kept.values():
        projection.view.drop()
        projection.view.close()


def answer_of(
    stores: Stores, opened: Mapping[str, Projection[Any]], question: Callable[[Tables, Search], Awaitable[T]]
) -> T:
    view = opened["silences/tables"].view.name

    @asynccontextmanager
    async def connected() -> AsyncGenerator[tuple[Tables, Search]]:
        order = {"silent_ms": "desc", "node_id": "desc"}
        search = Search(stores.elasticsearch_url, view=view, collection="nodes", order=order)
        async with Tables.connected(stores.postgres_dsn, view=view) as tables:
            yield tables, search
        await search.close()

    async def run() -> T:
        async with connected() as (tables, search):
            return await question(tables, search)

    return asyncio.run(run())


@dataclass(frozen=True, slots=True)
class Slept:
    number: int


def test_more_questions_than_connections_wait_for_their_turn(
    stores: Stores, opened: dict[str, Projection[Any]]
) -> None:
    """Together they take longer than a server has that does not answer."""

    async def ask(tables: Tables, _search: Search) -> tuple[list[Slept | None], str | None]:
        statement = "SELECT %(number)s::int AS number FROM pg_sleep(0.5)"
        answer_of = [asyncio.create_task(tables.row(Slept, statement, {"number": n})) for n in range(100)]
        await answer_of[0]
        missing = await tables.missing()
        assert not answer_of[-1].done()
        return await asyncio.gather(*answer_of), missing

    answers, missing = answer_of(stores, opened, ask)
    assert (answers, missing) == ([Slept(number) for number in range(100)], None)


def feed_all(opened: Mapping[str, Projection[Any]], log: Log) -> None:
    for projection in opened.values():
        feed = Feed(projection, projection.view, log.journal)
        while feed.advance(0):
            pass
        feed.close()


def test_a_second_service_is_projected_read_in_pages_searched_and_rebuilt(
    stores: Stores, opened: dict[str, Projection[Any]]
) -> None:
    log = Log(MemoryJournal())
    told = [log.fact(f"node-{n}", NodeSuspected(node_id=f"node-{n}", silent_ms=10 * n)) for n in range(5)]
    feed_all(opened, log)
    shown(opened["silences/search"].view, told[-1])

    async def read(tables: Tables, search: Search) -> tuple[Any, Any, Any]:
        found = await search.find({"range": {"silent_ms": {"gte": 20}}}, 2, None)
        return await every_page(tables, 2), await every_page(tables, 2, at_least_ms=30), found

    pages, silent_long, found = answer_of(stores, opened, read)
    assert pages == [["node-4", "node-3"], ["node-2", "node-1"], ["node-0"]]
    assert silent_long == [["node-4", "node-3"]]
    assert found == [(40, "node-4"), (30, "node-3")]
    for projection in opened.values():
        assert rebuild(projection, log.journal).differences == ()


def test_its_commands_are_pending_until_a_fact_answers_them(
    stores: Stores, opened: dict[str, Projection[Any]]
) -> None:
    log = Log(MemoryJournal())
    log.command("cmd-accepted", "node-1")
    log.command("cmd-rejected", "node-2")
    sent = log.command("cmd-pending", "node-3")
    kept = opened["silences/tables"]
    projector = Projector([kept], log.journal)
    projector.start()

    async def outcomes(tables: Tables, _: Search) -> list[str | None]:
        assert await tables.wait_for(sent, 60)
        waiting = asyncio.create_task(tables.wait_for_command(Asker("acme", "ada"), "cmd-accepted", 60))
        log.fact("node-1", NodeSuspected(node_id="node-1", silent_ms=1), "cmd-accepted")
        refusal = CommandRejected(
            command_id="cmd-rejected",
            command="CordonNode",
            subject="node-2",
            tenant="acme",
            code=RejectionCode.NOT_FOUND,
            message="no such node",
            violations=(),
        )
        last = log.fact("node-2", refusal, "cmd-rejected")
        accepted = await waiting
        assert await tables.wait_for(last, 60)
        rejected = await tables.command(Asker("acme", "ada"), "cmd-rejected")
        pending = await tables.command(Asker("acme", "ada"), "cmd-pending")
        assert accepted and rejected and pending
        assert await tables.wait_for_command(Asker("acme", "ada"), "cmd-pending", 0.1) is None
        assert await tables.command(Asker("acme", "ada"), "cmd-never") is None
        return [accepted.outcome, rejected.outcome, pending.outcome]

    try:
        assert answer_of(stores, opened, outcomes) == ["accepted", "rejected", None]
    finally:
        projector.stop()


def test_a_rebuild_does_not_miss_commands_that_the_log_has_forgotten(
    stores: Stores, opened: dict[str, Projection[Any]]
) -> None:
    log = Log(MemoryJournal())
    kept = opened["silences/tables"]
    log.fact("node-1", NodeSuspected(node_id="node-1", silent_ms=1), "cmd-old")
    feed_all(opened, log)
    with psycopg.connect(stores.postgres_dsn, options=f"-c search_path={kept.view.name}") as connection:
        connection.execute(
            "INSERT INTO commands_received VALUES ('cmd-old', 'operator-commands', 0, 0, '', 'node-1', 0)"
        )
    rebuilt = rebuild(kept, log.journal)
    assert (rebuilt.differences, rebuilt.counts) == ((), {"commands": 1, "silences": 1})


def test_an_unknown_or_misnamed_projection_is_refused(installed: None) -> None:
    with pytest.raises(LookupError, match="silences/tables"):
        registry.declared("silences/graph")
    with pytest.raises(ValueError, match=r"silences\.wrong"):
        registry.declared("silences/wrong")


@dataclass(frozen=True)
class Settings:
    """Settings of the connection."""

    jit: str
    read_only: str


def test_statements_are_not_compiled_and_write_nothing(
    stores: Stores, opened: dict[str, Projection[Any]]
) -> None:
    """Compiling a statement takes Postgres a tenth of a second and more, each time that it is answer_of."""

    async def settings(tables: Tables, _: Search) -> Settings | None:
        return await tables.row(
            Settings,
            "SELECT current_setting('jit') AS jit, current_setting('transaction_read_only') AS read_only",
            {},
        )

    assert answer_of(stores, opened, settings) == Settings(jit="off", read_only="on")
