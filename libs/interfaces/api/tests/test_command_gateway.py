"""The command gateway: which topic a command goes to, and whose rows a caller reads."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, cast

import pytest
from muster.api import Problem, not_found
from muster.api.commands.gateway import CommandGateway
from muster.api.commands.log import CommandLog
from muster.api.rate_limit import Rate, RateLimit
from muster.events.alerts_commands import RemoveAlertRoute
from muster.events.shared.watermarks import Watermark
from muster.events.topics import ALERTS_COMMANDS, ALERTS_EVENTS, EVAL_COMMANDS
from muster.identity import Principal
from muster.journal import Start, SystemClock
from muster.journal.memory import MemoryJournal
from muster.views.reading.tables import Tables
from typing_extensions import TypedDict

ANN = Principal(subject="ann", tenant="acme", roles=frozenset(), team="", teams=frozenset())
REMOVE = RemoveAlertRoute(route="pager", tenant="acme", requested_by="ann")


class Row(TypedDict):
    """A row of the table `routes`."""

    route: str
    tenant: str


class OneTable:
    """Rows of one table by key; stands in for Tables."""

    def __init__(self, *rows: Row) -> None:
        self._rows = rows

    async def keyed(self, kind: type[Row], table: str, key: Mapping[str, Any]) -> Row | None:
        """See Tables.keyed."""
        assert (kind, table) == (Row, "routes")
        return next((row for row in self._rows if key.items() <= row.items()), None)


def gateway(journal: MemoryJournal, *rows: Row) -> CommandGateway:
    """A gateway on a log in memory; nobody decides."""
    clock = SystemClock()
    topics = (EVAL_COMMANDS, ALERTS_COMMANDS)
    return CommandGateway(
        log=CommandLog(journal, topics, journal.producer("test"), clock, "test"),
        limit=RateLimit(Rate(per_s=100, burst=100), clock),
        tables=cast("Tables", OneTable(*rows)),
        facts=ALERTS_EVENTS,
        decider="alerts",
    )


def test_a_command_goes_to_the_topic_that_has_its_record() -> None:
    journal = MemoryJournal()
    answer = asyncio.run(gateway(journal).send(ANN, REMOVE, "pager", 0))
    assert answer.status_code == 202
    reader = journal.reader([EVAL_COMMANDS, ALERTS_COMMANDS], start=Start.BEGINNING, name="test")
    (delivery,) = reader.read_to_end()
    assert delivery.position.topic == ALERTS_COMMANDS.name
    assert (delivery.envelope.key, delivery.envelope.payload) == ("pager", REMOVE)
    assert delivery.envelope.event_id.encode() in answer.body


def test_a_command_that_no_topic_has_is_a_defect() -> None:
    with pytest.raises(
        LookupError, match="command is a Watermark; must be a record of eval-commands, alerts"
    ):
        asyncio.run(gateway(MemoryJournal()).send(ANN, Watermark(seq=1, at_ms=0), "x", 0))


def test_a_caller_reads_rows_of_its_own_tenant_only() -> None:
    rows: tuple[Row, ...] = ({"route": "mail", "tenant": "other"}, {"route": "pager", "tenant": "acme"})
    made = gateway(MemoryJournal(), *rows)

    def read(name: str, **more: str) -> Row:
        asked = {"route": name, **more}
        return asyncio.run(made.own(ANN, Row, "routes", asked, not_found("route", name)))

    assert read("pager") == rows[1]
    for hidden in ({"name": "mail"}, {"name": "mail", "tenant": "other"}, {"name": "none"}):
        with pytest.raises(Problem) as caught:
            read(**hidden)
        assert (caught.value.status, caught.value.detail) == (404, f"route {hidden['name']} does not exist")
