"""The sender never waits, counts what it drops, and ends in time."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from typing import Any

import pytest
from muster.events.inference_samples import FeedbackGiven, TrafficReported
from muster.events.topics import INFERENCE_SAMPLES
from muster.journal import MemoryJournal, Outgoing, Position, Unavailable
from muster.sampling.sending import Sender


def _feedback(sample: str) -> FeedbackGiven:
    return FeedbackGiven(
        sample=sample, repository="acme/tiny", commit="", task="", segment="", rating=1.0, subject=""
    )


def _events(journal: MemoryJournal) -> list[Any]:
    reader = journal.reader([INFERENCE_SAMPLES], name="test")
    return [delivery.envelope.payload for delivery in reader.read_to_end()]


class _Broken:
    """A log that stopped answering: sends wait until it is released, and then fail."""

    def __init__(self) -> None:
        self.released = threading.Event()
        self.entered = threading.Event()

    def producer(self, name: str) -> _Broken:
        return self

    def send(self, outgoing: Outgoing) -> Future[Position]:
        self.entered.set()
        self.released.wait(60)
        answer: Future[Position] = Future()
        answer.set_exception(Unavailable("no broker"))
        return answer

    def close(self) -> None:
        """Release nothing."""


def test_queued_events_and_a_last_report_are_sent_at_close() -> None:
    journal = MemoryJournal([INFERENCE_SAMPLES])
    sender = Sender(journal, process="p1")
    traffic = sender.traffic("acme/tiny", "c0")
    traffic.add(seen=3, sampled=1)
    assert sender.offer(lambda: _feedback("a"), traffic, 10)
    sender.start()
    sender.close()
    sent, report = _events(journal)
    assert sent == _feedback("a")
    assert isinstance(report, TrafficReported)
    assert (report.process, report.seen, report.sampled, report.dropped) == ("p1", 3, 1, 0)


def test_traffic_is_reported_from_time_to_time_also_without_any() -> None:
    journal = MemoryJournal([INFERENCE_SAMPLES])
    sender = Sender(journal, report_every_s=0.01)
    sender.traffic("acme/tiny", "c0")
    sender.start()
    reader = journal.reader([INFERENCE_SAMPLES], name="test")
    reports: list[Any] = []
    while len(reports) < 3:
        reports += [delivery.envelope.payload for delivery in reader.poll(10, 1.0)]
    sender.close()
    assert all(report.seen == 0 for report in reports)
    assert [report.since_ms for report in reports[1:]] == [report.until_ms for report in reports[:-1]]


@pytest.mark.parametrize(("queue_max", "queue_bytes_max"), [(2, 1_000), (1_000, 20)])
def test_events_beyond_the_queue_are_dropped_and_counted(queue_max: int, queue_bytes_max: int) -> None:
    journal = MemoryJournal([INFERENCE_SAMPLES])
    sender = Sender(journal, queue_max=queue_max, queue_bytes_max=queue_bytes_max)
    traffic = sender.traffic("acme/tiny", "c0")
    assert [sender.offer(lambda: _feedback("a"), traffic, 10) for _ in range(5)] == [
        True,
        True,
        False,
        False,
        False,
    ]
    sender.start()
    sender.close()
    *sent, report = _events(journal)
    assert (len(sent), report.dropped) == (2, 3)
    assert not sender.offer(lambda: _feedback("late"), traffic, 10)


def test_event_that_cannot_be_made_is_counted_and_the_next_one_is_sent() -> None:
    journal = MemoryJournal([INFERENCE_SAMPLES])
    sender = Sender(journal)
    traffic = sender.traffic("acme/tiny", "c0")
    sender.offer(lambda: _feedback(1 / 0), traffic, 1)  # pyright: ignore[reportArgumentType]
    sender.offer(lambda: _feedback("b"), traffic, 1)
    sender.start()
    sender.close()
    sent, report = _events(journal)
    assert (sent.sample, report.dropped) == ("b", 1)


def test_log_that_does_not_answer_neither_blocks_offers_nor_close() -> None:
    broken = _Broken()
    sender = Sender(broken, queue_max=2)  # pyright: ignore[reportArgumentType]
    traffic = sender.traffic("acme/tiny", "c0")
    sender.start()
    sender.offer(lambda: _feedback("a"), traffic, 1)
    assert broken.entered.wait(60)
    assert [sender.offer(lambda: _feedback("b"), traffic, 1) for _ in range(3)] == [True, True, False]
    sender.close(timeout_s=0.01)
    broken.released.set()
    sender.close(timeout_s=60)
    # One did not fit, three and the report of them failed: the counts wait for a report that arrives.
    assert traffic.take_report("p", 0).dropped == 4
