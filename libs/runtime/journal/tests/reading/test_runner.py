"""The runner: nothing is lost when the handler fails, and fatal errors are not retried."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import pytest
from muster.events.topics import JOB_COMMANDS
from muster.events.wire.datum import Record
from muster.journal import (
    Delivery,
    MemoryJournal,
    Outgoing,
    PositionLost,
    Positions,
    Runner,
    StartAt,
    SystemClock,
)
from muster.testkit.samples.tally import command

COUNT = 40


class Notebook:
    """Records what it is given; fails on demand, before or after recording."""

    def __init__(self, stop: threading.Event) -> None:
        self.seen: list[str] = []
        self.stored: dict[tuple[str, int], int] = {}
        self.fail_before = 0
        self.fail_after = 0
        self._stop = stop

    def positions(self) -> StartAt:
        return dict(self.stored)

    def handle(self, deliveries: Sequence[Delivery[Record]], positions: Positions) -> None:
        if self.fail_before:
            self.fail_before -= 1
            raise RuntimeError("store is down")
        self.seen += [d.envelope.event_id for d in deliveries]
        if self.fail_after:
            self.fail_after -= 1
            raise RuntimeError("store went down")
        self.stored = dict(positions)
        if len(set(self.seen)) == COUNT:
            self._stop.set()


@pytest.fixture
def journal() -> MemoryJournal:
    journal = MemoryJournal()
    producer = journal.producer("p")
    for n in range(COUNT):
        producer.send(Outgoing(JOB_COMMANDS, command(n)))
    return journal


def run(journal: MemoryJournal, notebook: Notebook, stop: threading.Event) -> Runner:
    clock = SystemClock()
    runner = Runner(journal, [JOB_COMMANDS], notebook, name="notes", stop=stop, clock=clock, batch_max=7)
    runner.run()
    return runner


def test_every_record_once_when_nothing_fails(journal: MemoryJournal) -> None:
    stop = threading.Event()
    notebook = Notebook(stop)
    runner = run(journal, notebook, stop)
    assert sorted(map(int, notebook.seen)) == list(range(COUNT))
    assert runner.problem is None


def test_positions_are_stored_past_garbage_with_nothing_behind_it(journal: MemoryJournal) -> None:
    stop = threading.Event()
    notebook = Notebook(stop)
    run(journal, notebook, stop)
    place = next(iter(notebook.stored))
    journal.log.append(*place, None, b"garbage")
    stop.clear()
    store = notebook.handle

    def handle(deliveries: Sequence[Delivery[Record]], positions: Positions) -> None:
        store(deliveries, positions)
        stop.set()

    notebook.handle = handle
    before = notebook.stored[place]
    run(journal, notebook, stop)
    assert (notebook.stored[place], len(notebook.seen)) == (before + 1, COUNT)


@pytest.mark.slow
def test_a_failure_before_the_effect_costs_nothing(journal: MemoryJournal) -> None:
    stop = threading.Event()
    notebook = Notebook(stop)
    notebook.fail_before = 3
    run(journal, notebook, stop)
    assert sorted(map(int, notebook.seen)) == list(range(COUNT))


def test_a_failure_after_the_effect_repeats_it_and_loses_nothing(journal: MemoryJournal) -> None:
    stop = threading.Event()
    notebook = Notebook(stop)
    notebook.fail_after = 1
    run(journal, notebook, stop)
    assert len(notebook.seen) == COUNT + 7
    assert set(map(int, notebook.seen)) == set(range(COUNT))


def test_a_lost_position_ends_the_run(journal: MemoryJournal) -> None:
    stop = threading.Event()
    notebook = Notebook(stop)
    notebook.stored = {(JOB_COMMANDS.name, 0): 1_000}
    with pytest.raises(PositionLost):
        run(journal, notebook, stop)
