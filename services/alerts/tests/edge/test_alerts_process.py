"""The service as a real process: killed while it decides, taken over; each fact is one alert, no more."""

from __future__ import annotations

import signal
from collections.abc import Generator, Mapping
from contextlib import closing
from pathlib import Path
from typing import cast

import pytest
from confluent_kafka import Producer
from muster.alerts.edge.roles import DECIDING
from muster.deciding import Snapshots
from muster.events.alerts_events import AlertRaised
from muster.events.job_events import NodeLost
from muster.events.topics import ALERTS_EVENTS, ALERTS_LOG, JOB_EVENTS
from muster.events.wire.deciding_log import DecidedBatch
from muster.journal import SystemClock
from muster.service import S3Settings
from muster.service.audit import DecidingLog
from muster.store import ObjectStore
from muster.testkit.patience import exit_code
from muster.testkit.stack.fed_cell import FedCell
from muster.testkit.stack.renamed import renamed

pytestmark = [pytest.mark.stack, pytest.mark.faults]


@pytest.fixture
def cell(endpoints: Mapping[str, str]) -> Generator[FedCell]:
    with closing(FedCell(endpoints, "alerts", ALERTS_LOG)) as cell:
        yield cell


def alerted(cell: FedCell) -> list[str]:
    """Return the nodes that alerts were raised about."""
    return [fact.series.partition("/")[2] for fact in cell.facts if isinstance(fact, AlertRaised)]


@pytest.mark.long
@pytest.mark.parametrize("place", ["after_commit:3", "before_commit:3"])
def test_kill_9_neither_loses_nor_repeats_an_alert(cell: FedCell, place: str, tmp_path: Path) -> None:
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


@pytest.mark.long
def test_a_flood_of_unreadable_records_is_one_alert_whoever_leads(cell: FedCell, tmp_path: Path) -> None:
    """Its own input and the dead letters that it writes of it; garbage among these stops nothing."""
    first = cell.contend(tmp_path / "first")
    cell.wait_for_epoch(1)
    [commands] = renamed(cell.suffix, [JOB_EVENTS])
    raw = Producer({"bootstrap.servers": cell.bootstrap})

    def flood() -> None:
        for _ in range(500):
            raw.produce(commands.name, b"\x01garbage", partition=0)
        raw.produce(commands.dead_letters, b"\x01garbage")
        assert raw.flush(60) == 0

    flood()
    cell.wait_for_fact(AlertRaised, lambda fact: fact.rule == "records-unreadable")
    first.kill()
    cell.contend(tmp_path / "second")
    cell.wait_for_epoch(2)
    flood()
    cell.commit(1, SystemClock().now_ms(), [NodeLost(node_id="last", silent_ms=30_000)])
    cell.wait_for_fact(AlertRaised, lambda fact: fact.series == "node/last")
    [letters] = [f for f in cell.facts if isinstance(f, AlertRaised) and f.rule == "records-unreadable"]
    assert letters.series == f"dead-letters/{commands.name}/alerts-{cell.cell}-inputs"
    cell.check_log(DECIDING, ALERTS_EVENTS)


@pytest.mark.long
def test_an_audit_names_the_stretch_that_another_version_decided_and_goes_on(
    cell: FedCell, endpoints: Mapping[str, str], tmp_path: Path
) -> None:
    ours = DECIDING.decisions_version
    for epoch, version in enumerate((ours, ours + 1, ours), 1):
        options = () if version == ours else ("--decisions-version", str(version))
        process = cell.contend(tmp_path / str(epoch), options=options)
        cell.wait_for_epoch(epoch)
        cell.commit(epoch, SystemClock().now_ms(), [NodeLost(node_id=f"n{epoch}", silent_ms=30_000)])
        cell.wait_for_fact(AlertRaised, lambda fact, epoch=epoch: fact.series == f"node/n{epoch}")
        process.send_signal(signal.SIGTERM)
        assert exit_code(process) == 0
    given = {name.removeprefix("MUSTER_").lower(): value for name, value in endpoints.items()}
    settings = S3Settings.load(**{**given, "cell": cell.cell})
    snapshots = Snapshots(ObjectStore(settings.store()), "alerts", cell.cell)
    assert len(snapshots.handover_hashes()) == 2, "there, and back"
    *_, audit = DecidingLog(DECIDING).audited_on(cell.log, cell.cell, snapshots)
    [stretch] = audit.unrepeated
    begins = first_offsets(cell)
    assert (stretch.version, stretch.program_version) == (ours + 1, ours)
    assert begins[2] < stretch.first_offset < begins[3] == stretch.next_offset
    assert audit.reached_end
    assert audit.hashes == 3, "each clean stop left a snapshot"


def first_offsets(cell: FedCell) -> dict[int, int]:
    """Offset of the first batch of each epoch."""
    begins: dict[int, int] = {}
    for delivery in cell.log.reader([ALERTS_LOG], name="t", on_poison="stop").read_to_end():
        batch = cast("DecidedBatch", delivery.envelope.payload)
        begins.setdefault(batch.epoch, delivery.position.offset)
    return begins
