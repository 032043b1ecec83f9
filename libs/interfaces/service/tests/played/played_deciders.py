"""The services of the testkit in roles of one process, on real servers; run by test_roles_on_servers.py.

    python -m played_deciders host names:decider chores:decider chores:worker chores:reactor chores:windows

Topics, cell and ledger are the test's own: MUSTER_CELL is their suffix.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from muster.events.shared.work_orders import WorkEnded
from muster.events.wire.datum import Record
from muster.events.wire.envelope import Envelope
from muster.journal import Delivery, Start, SystemClock
from muster.journal.windows.fold import Aggregation
from muster.reactors import Effect, Reactor
from muster.reactors.webhook import Webhook, WebhookTarget, webhook
from muster.service import Context, DecidingSettings, PostgresSettings, Role, Service, Work, run
from muster.service.__main__ import main as main_of_host
from muster.service.starting.decider import decide
from muster.service.starting.reactor import react
from muster.service.starting.window import aggregate
from muster.service.starting.worker import Workers, work
from muster.testkit.samples.chores import LEASE_MS, ChoresTopics, chores, execute
from muster.testkit.samples.names.records import NamesTopics
from muster.testkit.samples.names.service import names_service

SECRET = b"a secret of twenty-four bytes"
DAY_MS = 24 * 3_600_000


class Settings(PostgresSettings, DecidingSettings):
    """Addresses of the servers, and of the receiver of effects."""

    silence_ms: int = 3_000

    played_hook: str = ""


def names(context: Context[Settings]) -> Work:
    return decide(context, names_service(NamesTopics(context.settings.cell)))


def deciding_chores(context: Context[Settings]) -> Work:
    return decide(context, chores(ChoresTopics(context.settings.cell)))


def worker(context: Context[Settings]) -> Work:
    topics = ChoresTopics(context.settings.cell)
    workers = Workers(execute, orders=topics.orders, reports=topics.reports, slots=2, lease_ms=LEASE_MS)
    return work(context, workers)


def reactor(context: Context[Settings]) -> Work:
    settings = context.settings
    target = WebhookTarget(secret=SECRET, private=True)
    declared = Reactor(
        name=f"chores-{settings.cell}",
        topics=[ChoresTopics(settings.cell).events],
        effects=lambda delivery: ends_to(settings.played_hook, delivery),
        perform=context.keep(Webhook({settings.played_hook: target}, clock=SystemClock())),
        begin=Start.BEGINNING,
    )
    return react(context, declared)


def ends_to(url: str, delivery: Delivery[Record]) -> Iterable[Effect]:
    match delivery.envelope.payload:
        case WorkEnded() as ended:
            return [webhook(url, {"work_id": ended.work_id, "attempt": ended.attempt})]
        case _:
            return []


def windows(context: Context[Settings]) -> Work:
    cell = context.settings.cell
    ends = Aggregation(
        name=f"ends-{cell}",
        topic=ChoresTopics(cell).events,
        key=lambda envelope: "all",
        at_ms=lambda envelope: envelope.occurred_at_ms,
        zero=0,
        add=add_end,
        size_ms=DAY_MS,
        step_ms=DAY_MS,
        keep_ms=DAY_MS,
        late_ms_max=DAY_MS,
    )
    return aggregate(context, ends, schema=f"windows_{cell.replace('-', '_')}")


def add_end(total: int, envelope: Envelope[Record]) -> int:
    return total + isinstance(envelope.payload, WorkEnded)


def thief(context: Context[Any]) -> Work:
    """Closes the producer that the process's leaders show themselves by, while they use it."""
    stolen = context.lease()

    def steal() -> None:
        stolen._producer.close()  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
        context.stop.wait()

    return Work(run=steal)


def _role(name: str, start: str = "") -> Role:
    return Role(name=name, kind="worker", start=f"played_deciders:{start or name}")


NAMES = Service("names", "Names.", Settings, (_role("decider", "names"),))
CHORES = Service(
    "chores",
    "Chores.",
    Settings,
    (_role("decider", "deciding_chores"), *map(_role, ("worker", "reactor", "windows", "thief"))),
)


def main() -> int:
    """As the module of `chores`, or as the one that hosts."""
    if sys.argv[1:2] != ["host"]:
        return run(CHORES)
    return main_of_host(services={"chores": CHORES, "names": NAMES})


if __name__ == "__main__":
    sys.exit(main())
