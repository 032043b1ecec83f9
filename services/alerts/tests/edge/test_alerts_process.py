"""The service as a real process: killed while it decides, taken over; each fact is one alert, no more."""

from __future__ import annotations

import signal
from collections.abc import Generator, Mapping
from contextlib import closing
from pathlib import Path

import pytest
from muster.alerts.edge.roles import DECIDING
from muster.events.alerts_events import AlertRaised
from muster.events.job_events import NodeLost
from muster.events.topics import ALERTS_EVENTS, ALERTS_LOG
from muster.journal import SystemClock
from muster.testkit.stack.fed_cell import FedCell

pytestmark = [pytest.mark.stack, pytest.mark.faults]


@pytest.fixture
def cell(endpoints: Mapping[str, str]) -> Generator[FedCell]:
    with closing(FedCell(endpoints, "alerts", ALERTS_LOG)) as cell:
        yield cell


def alerted(cell: FedCell) -> list[str]:
    """The nodes that were told of."""
    return [fact.series.partition("/")[2] for fact in cell.facts if isinstance(fact, AlertRaised)]


@pytest.mark.parametrize("place", ["before_commit:3", "after_commit:3"])
def test_kill_9_neither_loses_an_alert_nor_tells_it_twice(cell: FedCell, place: str, tmp_path: Path) -> None:
    first = cell.contend(tmp_path / "first", place)
    cell.wait_for_epoch(1)
    lost: list[str] = []
    while first.poll() is None:  # fact by fact, until its place is reached
        node_id = f"n{len(lost)}"
        lost.append(node_id)
        cell.commit(len(lost), SystemClock().now_ms(), [NodeLost(node_id=node_id, silent_ms=30_000)])
        cell.wait_for(
            lambda told=node_id: first.poll() is not None or told in alerted(cell), "an alert, or death"
        )
    assert first.returncode == -signal.SIGKILL
    cell.contend(tmp_path / "second")
    cell.wait_for_epoch(2)
    cell.commit(1, SystemClock().now_ms(), [NodeLost(node_id="n0", silent_ms=30_000)])  # the first, once more
    cell.commit(len(lost) + 1, SystemClock().now_ms(), [NodeLost(node_id="last", silent_ms=30_000)])
    cell.wait_for_fact(AlertRaised, lambda fact: fact.series == "node/last")
    assert sorted(alerted(cell)) == sorted([*lost, "last"])
    cell.check_log(DECIDING, ALERTS_EVENTS)
