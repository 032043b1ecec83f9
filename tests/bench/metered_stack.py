"""Metering end to end, on the servers that the environment names: from `job-events` to rows in Postgres.

All facts are on the topic, in whole transactions as a scheduler writes them, before the decider starts: a
process of its own, its state in a local file. The projector is a thread of this process, which otherwise only
polls for the last day. So both, Kafka and Postgres share the machine's cores. Topics and tables
are the run's own, and removed at the end.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import uuid4

import psutil
import psycopg
from muster.events.shared.watermarks import Watermark
from muster.events.topics import JOB_EVENTS, METERING_COMMANDS, METERING_LOG, USAGE_EVENTS
from muster.events.usage_events import DayCharged, RatesActivated
from muster.identity.devkeys import mint
from muster.journal import Outgoing
from muster.metering.config import Settings
from muster.metering.edge.projections import TABLES
from muster.testkit.offline import offline
from muster.testkit.stack.fed_cell import FedCell, envelope
from muster.views.projector import Projector

BATCH: Final = 500
"""Facts in a transaction of the scheduler."""
PATIENCE_S: Final = 900.0
LOOK_S: Final = 0.1

Told = tuple[int, Any]
"""A time, milliseconds since 1970 UTC, and a fact."""


def measure(history: Sequence[Told], nodes: int) -> None:
    """Write the history, let go, tell.

    Args:
        history: Facts of one day and its end; a rate card comes first.
        nodes: Nodes whose day is charged.
    """
    endpoints = {name: value for name, value in os.environ.items() if name.startswith("MUSTER_")}
    values = {name.removeprefix("MUSTER_").lower(): value for name, value in endpoints.items()}
    view = f"metering_b{uuid4().hex[:8]}"
    projection = TABLES.open(offline(Settings, **values), view=view)
    projector: Projector | None = None
    with (
        tempfile.TemporaryDirectory(prefix="bench-metering-") as folder,
        closing(FedCell(endpoints, "metering", METERING_LOG)) as cell,
    ):
        try:
            decider = psutil.Process(cell.contend(Path(folder)).pid)
            cell.wait_for_epoch(1)
            _price(cell, history[0][1], endpoints)
            projection.view.prepare()
            decider.suspend()
            facts, written_s = _write(cell, history[1:])
            parts = _parts(endpoints, decider)
            projector = Projector([projection], cell.log)
            before, begun_ms = _cpu_s(parts), time.time() * 1_000
            projector.start()
            decider.resume()
            stored_s = _wait_for_days(endpoints["MUSTER_POSTGRES_DSN"], view, nodes, begun_ms)
            spent = {part: cpu_s - before[part] for part, cpu_s in _cpu_s(parts).items()}
            decided_s = _decided_s(cell, nodes, begun_ms)
            _tell(facts, written_s, decided_s, stored_s, spent)
            _tell_ledger(endpoints["MUSTER_POSTGRES_DSN"], view)
        finally:
            if projector is not None:
                projector.stop()
            projection.view.drop()
            projection.view.close()


def _price(cell: FedCell, card: Any, endpoints: Mapping[str, str]) -> None:
    """Have the card decided, as somebody with the role billing asks for it."""
    home = Path(endpoints["MUSTER_JWT_KEY_FILE"]).parent.parent
    token = mint(home, subject=card.requested_by, tenant="acme", roles=("billing",), ttl_s=600)
    asked = envelope(uuid4().hex, card.starts_at_ms, card)
    with closing(cell.log.producer("prices")) as producer:
        producer.send(Outgoing(METERING_COMMANDS, asked, authorization=f"Bearer {token}")).result(60)
    cell.wait_for_fact(RatesActivated, lambda fact: fact.card.name == card.card.name)


def _write(cell: FedCell, history: Sequence[Told]) -> tuple[int, float]:
    """How many facts were written, and in how many seconds."""
    begun_s, facts = time.monotonic(), 0
    with closing(cell.log.sequencer("load")) as scheduler:
        scheduler.fence()
        for seq, batch in enumerate(_batches(history)):
            told = [(at_ms, fact) for at_ms, fact in batch if not isinstance(fact, Watermark)]
            records = [
                Outgoing(JOB_EVENTS, envelope(f"{seq}.{index}", at_ms, fact, (seq, index)))
                for index, (at_ms, fact) in enumerate(told)
            ]
            mark = Watermark(seq=seq, at_ms=batch[-1][0])
            records += [
                Outgoing(JOB_EVENTS, envelope(f"{seq}.w{n}", mark.at_ms, mark), partition=n)
                for n in range(JOB_EVENTS.partitions)
            ]
            scheduler.commit(records)
            facts += len(told)
    return facts, time.monotonic() - begun_s


def _batches(history: Sequence[Told]) -> Iterator[list[Told]]:
    left = iter(history)
    while batch := list(islice(left, BATCH)):
        yield batch


def _wait_for_days(dsn: str, view: str, nodes: int, begun_ms: float) -> float:
    """Seconds until the last node's day is in the ledger."""
    with psycopg.connect(dsn, autocommit=True, options=f"-c search_path={view}") as connection:
        while True:
            found = connection.execute("SELECT count(*) FROM days").fetchone()
            passed_s = time.time() - begun_ms / 1_000
            if found is not None and found[0] >= nodes:
                return passed_s
            if passed_s > PATIENCE_S:
                raise TimeoutError(f"after {passed_s:.0f} s the ledger has days of {found} of {nodes} nodes")
            time.sleep(LOOK_S)


def _decided_s(cell: FedCell, nodes: int, begun_ms: float) -> float:
    """Seconds until the broker had the last node's day."""
    days, last_ms = 0, 0
    with closing(cell.log.reader([USAGE_EVENTS], name="days")) as reader:
        while days < nodes:
            charged = [d for d in reader.poll(1_000, 1.0) if isinstance(d.envelope.payload, DayCharged)]
            days += len(charged)
            last_ms = max([last_ms, *(each.appended_at_ms for each in charged)])
    return (last_ms - begun_ms) / 1_000


def _parts(endpoints: Mapping[str, str], decider: psutil.Process) -> dict[str, psutil.Process]:
    """The root process of each part."""
    kafka = int(endpoints["MUSTER_KAFKA_BOOTSTRAP"].split(",")[0].rpartition(":")[2])
    postgres = urlsplit(endpoints["MUSTER_POSTGRES_DSN"]).port or 5432
    listening = {
        each.laddr[1]: each.pid
        for each in psutil.net_connections("tcp")
        if each.status == psutil.CONN_LISTEN and each.laddr and each.pid is not None
    }
    return {
        "decider": decider,
        "projector": psutil.Process(),
        "kafka": psutil.Process(listening[kafka]),
        "postgres": psutil.Process(listening[postgres]),
    }


def _cpu_s(parts: Mapping[str, psutil.Process]) -> dict[str, float]:
    """User and system time of each so far; servers with their children, which end and begin."""
    spent: dict[str, float] = {}
    for part, root in parts.items():
        times = root.cpu_times()
        spent[part] = times.user + times.system
        if part in ("kafka", "postgres"):
            spent[part] += times.children_user + times.children_system
            for child in root.children(recursive=True):
                with _ended():
                    own = child.cpu_times()
                    spent[part] += own.user + own.system
    return spent


@contextmanager
def _ended() -> Generator[None]:
    """A child that ends while it is asked counts with its parent the next time."""
    try:
        yield
    except psutil.NoSuchProcess:
        return


def _tell(
    facts: int, written_s: float, decided_s: float, stored_s: float, spent: Mapping[str, float]
) -> None:
    print(f"{'facts of job-events':34}{facts:>14,}")
    for name, passed_s in (("written", written_s), ("decided", decided_s), ("in the ledger", stored_s)):
        print(f"{f'{name}, s, facts/s':34}{passed_s:>14.1f}{facts / passed_s:>14,.0f}")
    for part, cpu_s in spent.items():
        print(f"{f'{part}, CPU s, us a fact':34}{cpu_s:>14.1f}{1e6 * cpu_s / facts:>14,.0f}")
    print(f"{'load, cores':34}{os.getloadavg()[0]:>14.1f}{os.cpu_count() or 0:>14}")


def _tell_ledger(dsn: str, view: str) -> None:
    with psycopg.connect(dsn, options=f"-c search_path={view}") as connection:
        [charges] = connection.execute("SELECT count(*) FROM charges").fetchone() or (0,)
        [usage] = connection.execute("SELECT count(*) FROM usage").fetchone() or (0,)
        row = connection.execute("SELECT sum(cost_cents), sum(charged_cents) FROM charges").fetchone() or (
            0,
            0,
        )
    print(f"{'rows: hours, charges':34}{usage:>14,}{charges:>14,}")
    print(f"{'cost, charged':34}{row[0] / 100:>14,.2f}{row[1] / 100:>14,.2f}")
