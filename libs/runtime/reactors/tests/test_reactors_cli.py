"""`muster reactors`: what could not be delivered is listed, and tried again when a person says so."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping

import pytest
from muster.events.scheduler_lease import LeaseRenewed
from muster.events.topics import SCHEDULER_LEASE
from muster.events.wire.envelope import Envelope
from muster.journal import Delivery, Position
from muster.reactors import Effect, Ledger, State
from muster.reactors.cli import LedgerAway, NoSuchKey, app
from typer.testing import CliRunner

NOW_MS = 1_700_000_000_000


@pytest.fixture
def run(endpoints: Mapping[str, str]) -> Run:
    return Run(endpoints["MUSTER_POSTGRES_DSN"])


@dataclasses.dataclass(frozen=True)
class Run:
    dsn: str

    def __call__(self, *words: str) -> str:
        done = CliRunner().invoke(app, list(words), env={"MUSTER_POSTGRES_DSN": self.dsn})
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done.output


@pytest.fixture
def keys(name: str, ledger: Ledger) -> list[str]:
    """Two effects, parked; a third one is delivered."""
    payload = LeaseRenewed(cell="c", epoch=1, leader_id="l")
    for number in range(3):
        envelope = Envelope(
            event_id=str(number),
            key="c",
            occurred_at_ms=1,
            producer="test",
            correlation_id="c",
            payload=payload,
        )
        delivery = Delivery(Position(SCHEDULER_LEASE.name, 0, number), NOW_MS, envelope)
        ledger.record(name, [(delivery, Effect("note", {}))], {}, NOW_MS + number)
    items = ledger.claim(name, now_ms=NOW_MS + 9, lease_ms=1, limit=9)
    for item in items[:2]:
        ledger.parked(name, item, reason="the target refuses it", now_ms=NOW_MS)
    ledger.delivered(name, items[2].key, NOW_MS)
    return [item.key for item in items]


@pytest.mark.stack
def test_parked_effects_are_listed_with_their_reasons(run: Run, name: str, keys: list[str]) -> None:
    shown = run("ls", "-r", name)
    assert shown.count("the target refuses it") == 2
    assert keys[0][:12] in shown
    assert keys[2][:12] not in shown
    [delivered] = run("ls", "-r", name, "-s", "delivered", "-o", "jsonl").splitlines()
    assert json.loads(delivered)["key"] == keys[2]
    assert run("ls", "-r", name, "-s", "due") == "nothing in the ledger is in these states\n"


@pytest.mark.stack
def test_the_beginning_of_a_key_is_enough_to_have_it_tried_again(
    run: Run, name: str, keys: list[str], ledger: Ledger
) -> None:
    assert run("retry", name, keys[0][:12]) == "1 effect is tried again\n"
    assert [e.key for e in ledger.entries(reactor=name, states=[State.DUE])] == [keys[0]]
    assert run("retry", name, "--all") == "1 effect is tried again\n"
    assert run("retry", name, "--all") == "0 effects are tried again\n"


@pytest.mark.stack
def test_a_key_that_is_unknown_delivered_or_not_unique_is_refused(
    run: Run, name: str, keys: list[str]
) -> None:
    with pytest.raises(NoSuchKey, match="no parked or failed effect has this key"):
        run("retry", name, "nope")
    with pytest.raises(NoSuchKey, match="no parked or failed effect has this key"):
        run("retry", name, keys[2])
    with pytest.raises(NoSuchKey, match="2 keys begin so"):
        run("retry", name, "")
    assert "give keys, or --all" in run("retry", name)


@pytest.mark.slow
def test_a_ledger_that_does_not_answer_says_what_to_look_at() -> None:
    with pytest.raises(LedgerAway, match="does not answer") as raised:
        Run("postgresql://nobody@127.0.0.1:9/none")("ls")
    assert "muster status" in raised.value.hint
