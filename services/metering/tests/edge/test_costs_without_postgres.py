"""Postgres goes away while costs are written: afterwards the tables are those of a run without an outage.

The log is the one in memory, Postgres is reached through a proxy that the test cuts in the middle of answers.
"""

from __future__ import annotations

import uuid
from collections.abc import Generator, Mapping
from contextlib import closing
from typing import Any

import psycopg
import pytest
from muster.events.job_events import NodeLost
from muster.events.metering_commands import ActivateRates, Rate, RateCard
from muster.events.topics import MEASUREMENT_EVENTS, METERING_COMMANDS, USAGE_EVENTS
from muster.journal import ManualClock, Outgoing, Position
from muster.journal.memory import MemoryJournal
from muster.metering.core.ledger import DAY_MS
from muster.metering.edge.projections import DDL, TABLES
from muster.testkit.cores import build
from muster.testkit.cores.metered import MINUTE_MS, MeteredCell, bound, ended, queued
from muster.testkit.patience import shown, until
from muster.testkit.stack.fed_cell import envelope
from muster.testkit.stack.tcp_proxy import TcpProxy
from muster.views.postgres.view import PostgresView
from muster.views.projection import Projection
from muster.views.projector import Projector
from psycopg.conninfo import conninfo_to_dict, make_conninfo

pytestmark = [pytest.mark.stack, pytest.mark.faults]

CARD = RateCard(
    name="autumn",
    currency="USD",
    default_gpu_hour_micros=4_000_000,
    rates=(Rate(gpu_model="A100", commitment="", spot=False, gpu_hour_micros=2_500_000),),
)
COMPARED = ("cards", "usage", "charges", "attempts", "days", "day_sums", "month_sums")


class History:
    """Days of a metered cell, on a log; told in parts."""

    def __init__(self) -> None:
        self.cell = MeteredCell(DAY_MS)
        topics = [USAGE_EVENTS, METERING_COMMANDS, MEASUREMENT_EVENTS]
        self.journal = MemoryJournal(topics, clock=ManualClock(self.cell.start_ms))
        self._written = 0
        self.tell(0, ActivateRates(card=CARD, starts_at_ms=self.cell.start_ms, requested_by="bill"))
        self.tell(0, build.node("n1", gpus=4), build.node("n2", gpus=4))

    def tell(self, minute: float, *facts: Any) -> Position:
        """Facts of that minute; where the log ends then."""
        self.cell.tell(minute, *facts)
        newest = None
        with closing(self.journal.producer("decider")) as producer:
            for fact in self.cell.decided[self._written :]:
                self._written += 1
                at_ms = self.cell.start_ms + int(minute * MINUTE_MS)
                sent = envelope(f"e{self._written}", at_ms, fact, (self._written, 0))
                newest = producer.send(Outgoing(USAGE_EVENTS, sent)).result(10)
        assert newest is not None
        return newest

    def live_through(self, day: int) -> Position:
        """Two jobs, and a loss that corrects a recorded hour; the day is charged at the end."""
        at = day * 24 * 60
        self.tell(at + 5, queued(f"a{day}"), bound(f"a{day}", ("n1", (0, 1))))
        self.tell(at + 65, queued(f"b{day}"), bound(f"b{day}", ("n2", (0, 1, 2))))
        self.tell(at + 300, ended(f"a{day}"))
        self.tell(at + 700, ended(f"b{day}"))
        self.tell(at + 702, NodeLost(node_id="n2", silent_ms=40 * MINUTE_MS))
        self.tell(at + 710, build.node("n2", gpus=4))
        return self.tell(at + 24 * 60 + 2, queued(f"c{day}"))


@pytest.fixture
def dsn(endpoints: Mapping[str, str]) -> str:
    return endpoints["MUSTER_POSTGRES_DSN"]


@pytest.fixture
def schemas(dsn: str) -> Generator[tuple[str, str]]:
    names = f"cut_{uuid.uuid4().hex[:8]}", f"clean_{uuid.uuid4().hex[:8]}"
    yield names
    for name in names:
        with closing(PostgresView(dsn, schema=name, tables=DDL)) as view:
            view.drop()


def projection(schema: str, dsn: str) -> Projection[Any]:
    view = PostgresView(dsn, schema=schema, tables=DDL)
    return Projection(
        name=schema, topics=TABLES.topics, rows=TABLES.rows, view=view, records_per_batch=20, rest_ms=0
    )


def contents(dsn: str, schema: str) -> dict[str, list[tuple[Any, ...]]]:
    """Every row; the last days are summed or not as batches fell, so all are summed now."""
    with psycopg.connect(dsn, options=f"-c search_path={schema}") as connection:
        connection.execute("SELECT sum_days(%s), sum_months(%s)", (10**15, 10**15))
        return {
            table: sorted(connection.execute(f"SELECT * FROM {table}".encode()).fetchall(), key=repr)
            for table in COMPARED
        }


def test_costs_after_an_outage_are_those_of_a_run_without_one(dsn: str, schemas: tuple[str, str]) -> None:
    history, (cut, clean) = History(), schemas
    address = conninfo_to_dict(dsn)
    with TcpProxy(str(address.get("host")), int(str(address.get("port") or 5432))) as proxy:
        through = projection(cut, make_conninfo(dsn, host="127.0.0.1", port=proxy.port))
        watching = PostgresView(dsn, schema=cut, tables=DDL)
        watching.prepare()
        projector = Projector([through], history.journal)
        projector.start()
        try:
            shown(watching, history.live_through(0))
            before = contents(dsn, cut)
            proxy.freeze()  # a batch is under way, and its answer does not come
            history.live_through(1)
            proxy.cut()
            proxy.restore()
            proxy.cut()
            end = history.live_through(2)
            until(lambda: projector.failure() is not None, "the outage shows")
            stays = contents(dsn, cut)
            proxy.restore()
            shown(watching, end)
        finally:
            projector.stop()
            watching.close()
            through.view.close()
    assert len(stays["charges"]) >= len(before["charges"]) > 0
    replayed = projection(clean, dsn)
    projector = Projector([replayed], history.journal)
    projector.start()
    try:
        with closing(PostgresView(dsn, schema=clean, tables=DDL)) as watching:
            watching.prepare()
            shown(watching, end)
    finally:
        projector.stop()
        replayed.view.close()
    found, expected = contents(dsn, cut), contents(dsn, clean)
    assert {table: len(rows) for table, rows in expected.items()}["days"] == 6
    assert found == expected
