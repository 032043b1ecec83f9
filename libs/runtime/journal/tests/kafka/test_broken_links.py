"""A sequencer whose way to the broker breaks, stands still or crawls: a transaction is whole or absent."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from typing import Any

import pytest
from muster.events.scheduler_lease import LeaseRenewed
from muster.events.wire.envelope import Envelope
from muster.journal import CommitUnknown, Outgoing, Unavailable
from muster.journal.kafka import KafkaJournal
from muster.testkit.patience import Patience
from muster.testkit.stack.kafka_proxy import KafkaProxy

pytestmark = [pytest.mark.stack, pytest.mark.faults]
Tick = Callable[..., Envelope[LeaseRenewed]]

PRODUCER_FENCED = 90
INVALID_PRODUCER_EPOCH = 47


class Link:
    """A journal behind a proxy, and transactions of one record in each of four partitions."""

    def __init__(self, kafka: Any, tick: Tick, proxy: KafkaProxy, journal: KafkaJournal) -> None:
        self.proxy = proxy
        self.journal = journal
        self._id = f"link-{kafka.topics.one.name}"
        self._kafka, self._tick = kafka, tick
        self.sequencer = self.fenced()

    def fenced(self) -> Any:
        """A new sequencer, once the broker lets it fence the older ones."""
        patience = Patience()
        while True:
            sequencer = self.journal.sequencer(self._id)
            try:
                sequencer.fence()
            except Unavailable:
                sequencer.close()
                assert not patience.is_over()
            else:
                return sequencer

    def commit(self, number: int) -> None:
        """The n-th transaction."""
        topics = self._kafka.topics
        records = [Outgoing(topics.three, self._tick(number, key=key)) for key in ("a", "b", "c", "d", "e")]
        self.sequencer.commit([Outgoing(topics.one, self._tick(number)), *records])

    def replaced(self) -> None:
        """Replace the sequencer, as a leader does after a commit of unknown outcome."""
        self.sequencer.close()
        self.sequencer = self.fenced()

    def visible_records(self) -> dict[int, int]:
        """Count the visible records of each transaction."""
        found: dict[int, int] = {}
        topics = [self._kafka.topics.one, self._kafka.topics.three]
        with closing(self._kafka.journal.reader(topics, name="seen")) as reader:
            for delivery in reader.read_to_end():
                number = delivery.envelope.payload.epoch
                found[number] = found.get(number, 0) + 1
        return found


@pytest.fixture
def link(kafka: Any, tick: Tick) -> Generator[Link]:
    with KafkaProxy(kafka.bootstrap) as proxy:
        journal = KafkaJournal(proxy.bootstrap, kafka.registry_url, "test", topics=kafka.topics.all)
        with closing(journal):
            link = Link(kafka, tick, proxy, journal)
            yield link
            link.sequencer.close()


def test_an_end_that_its_own_repetition_overtook_tears_no_later_transaction(link: Link) -> None:
    """librdkafka repeats the end on a new connection; the first copy then arrives in the next transaction."""
    link.commit(1)
    link.proxy.overtake_end()
    with pytest.raises(CommitUnknown, match="the connection broke"):
        link.commit(2)
    link.replaced()
    link.commit(3)
    assert link.proxy.overtaken in ([PRODUCER_FENCED], [INVALID_PRODUCER_EPOCH]), (
        "it came late and was refused"
    )
    link.commit(4)
    assert link.visible_records() == {1: 6, 2: 6, 3: 6, 4: 6}


def _delay_ends(proxy: KafkaProxy) -> None:
    proxy.delay_ends(12)


@pytest.mark.parametrize(
    "fault",
    [_delay_ends, KafkaProxy.freeze],
    ids=["the end comes after the time-out", "half-open"],
)
def test_a_commit_without_an_answer_is_unknown_and_tears_no_later_transaction(
    link: Link, fault: Callable[[KafkaProxy], None]
) -> None:
    link.commit(1)
    fault(link.proxy)
    with pytest.raises(CommitUnknown):
        link.commit(2)
    link.proxy.restore()
    link.replaced()
    link.commit(3)
    seen = link.visible_records()
    assert seen.pop(2, 6) == 6
    assert seen == {1: 6, 3: 6}


def test_an_idle_connection_that_breaks_costs_no_commit(link: Link) -> None:
    link.commit(1)
    link.proxy.reset()
    link.commit(2)
    assert link.visible_records() == {1: 6, 2: 6}


def test_a_slow_link_carries_whole_transactions(link: Link) -> None:
    link.proxy.slow_down(latency_ms=200)
    link.commit(1)
    link.proxy.slow_down(bytes_per_s=1_000)
    link.commit(2)
    assert link.visible_records() == {1: 6, 2: 6}
