"""Texts of forgotten users leave the store at once, others after their retention."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from muster.drift.edge.bodies import Sweeper, expired, reactor
from muster.events.drift_events import UserForgotten
from muster.events.topics import DRIFT_EVENTS
from muster.events.wire.envelope import Envelope
from muster.journal import ManualClock, MemoryJournal, Outgoing
from muster.reactors import Ledger, ReactorWorker, State
from muster.store import ObjectStore, StoreSettings
from muster.store.folder import MARK, FolderStore
from muster.store.keys import sample_body_key
from muster.testkit.patience import until
from muster.testkit.stack.receiver import forget_reactor

DAY_MS = 86_400_000
NOW_MS = 20_000 * DAY_MS + 5
ANN, BEN = "ab" * 16, "cd" * 16


@pytest.fixture
def tenant() -> str:
    """An organisation that no other test has."""
    return f"test-{uuid.uuid4().hex[:8]}"


@pytest.fixture
def ledger(endpoints: Mapping[str, str], tenant: str) -> Generator[Ledger]:
    dsn = endpoints["MUSTER_POSTGRES_DSN"]
    with Ledger(dsn) as ledger:
        ledger.prepare()
        yield ledger
    forget_reactor(dsn, tenant)


@pytest.mark.stack
def test_all_texts_of_a_forgotten_user_are_deleted_also_those_that_come_late(
    endpoints: Mapping[str, str], ledger: Ledger, tenant: str
) -> None:
    store = ObjectStore(
        StoreSettings(
            endpoint=endpoints["MUSTER_S3_ENDPOINT"],
            access_key=endpoints["MUSTER_S3_ACCESS_KEY"],
            secret_key=endpoints["MUSTER_S3_SECRET_KEY"],
            bucket=endpoints["MUSTER_S3_BUCKET"],
        )
    )

    def put(user: str, sample: str, of: str = tenant) -> str:
        key = sample_body_key(of, user, sample, NOW_MS)
        store.put(key, b"{}")
        return key

    for number in range(20):
        put(ANN, f"s{number}")
    kept = [put(BEN, "s"), put("", "s"), put(ANN, "s", f"{tenant}-2")]
    journal, clock, stop = MemoryJournal([DRIFT_EVENTS]), ManualClock(NOW_MS), threading.Event()
    fact = UserForgotten(user=ANN, until_ms=0, tenant=tenant, requested_by="op")
    envelope = Envelope(
        event_id="f", key=ANN, occurred_at_ms=NOW_MS, producer="t", correlation_id="c", payload=fact
    )
    journal.producer("test").send(Outgoing(DRIFT_EVENTS, envelope)).result(60)

    def delivered() -> int:
        return sum(each.state is State.DELIVERED for each in ledger.entries(reactor=tenant))

    worker = ReactorWorker(replace(reactor(store), name=tenant), journal, ledger, clock=clock, stop=stop)
    thread = threading.Thread(target=worker.run)
    thread.start()
    try:
        until(lambda: delivered() == 1, "the texts are not deleted")
        assert store.keys(f"drift-bodies/{tenant}") == sorted(kept)
        put(ANN, "late")
        clock.advance(3_600_000)
        until(lambda: delivered() == 2, "what came late is not deleted")
    finally:
        stop.set()
        thread.join(60)
    assert store.keys(f"drift-bodies/{tenant}") == sorted(kept)
    for key in kept:
        store.delete(key)


def test_texts_are_kept_for_seven_whole_days() -> None:
    ages = {
        age: sample_body_key("acme", ANN, "s", NOW_MS - age * DAY_MS) for age in (-3, -2, -1, 0, 1, 7, 8, 9)
    }
    gone = set(expired([*ages.values(), "drift-bodies/acme/strange"], NOW_MS))
    assert {age for age, key in ages.items() if key in gone} == {-3, -2, 8, 9}


@pytest.mark.slow
def test_sweeper_deletes_what_is_past_its_retention_and_survives_an_outage(tmp_path: Path) -> None:
    store, stop = FolderStore(tmp_path, "test"), threading.Event()
    with closing(Sweeper(store, ManualClock(NOW_MS), stop, every_s=0.01)) as sweeper:
        sweeper.start()  # without its mark the folder answers as an S3 that is down
        (tmp_path / MARK).write_text("test")
        old, new = (sample_body_key("acme", ANN, "s", NOW_MS - age * DAY_MS) for age in (8, 0))
        store.put(new, b"{}")
        store.put(old, b"{}")
        until(lambda: not store.exists(old), "the old one stays")
    assert store.exists(new)
