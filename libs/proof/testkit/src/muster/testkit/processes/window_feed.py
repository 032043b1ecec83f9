"""Events for windows, and the windows that a worker has closed, checked against the pure fold."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from typing import Final

from muster.events.scheduler_lease import LeaseRenewed
from muster.events.wire.envelope import Envelope, Topic
from muster.journal import Journal, Outgoing, Start, SystemClock, Unavailable
from muster.journal.windows.fold import WindowFold
from muster.journal.windows.rows import WindowRow
from muster.testkit.patience import Patience
from muster.testkit.processes.closed_windows import WINDOW_MS, rows_in, short_sums

KEYS: Final = 7
"""Number of keys of the events."""

_AT_ONCE: Final = 40
_TEN_DAYS_MS: Final = 10 * 24 * 3_600_000


class WindowFeed:
    """Appends events, some twice and some with a wrong clock, and reads the windows that were closed."""

    def __init__(self, journal: Journal, topic: Topic, windows: Topic) -> None:
        self.topic = topic
        self.windows = windows
        self.rows: dict[str, WindowRow] = {}
        self._journal = journal
        self._producer = journal.producer("test")
        self._reader = journal.reader([windows], start=Start.BEGINNING, name="test")
        self._chance = random.Random(5)  # noqa: S311  (events of a test)
        self._number = 0

    def release(self) -> None:
        """Release producer and reader."""
        self._producer.close()
        self._reader.close()

    def send(self) -> None:
        """Append some events, then read the closed windows."""
        made = [self._event() for _ in range(_AT_ONCE)]
        sent = made + self._chance.sample(made, _AT_ONCE // 4)
        for answer in [self._producer.send(Outgoing(self.topic, each)) for each in sent]:
            with suppress(Unavailable):  # a broker that is restarted; what the log has counts
                answer.result(60)
        self._read()

    def send_until(self, closed: int) -> None:
        """Append events until this many more windows are closed."""
        before, patience = len(self.rows), Patience()
        while len(self.rows) < before + closed:
            assert not patience.is_over(len(self.rows)), f"{len(self.rows)} windows closed"
            self.send()

    def expected(self, begin: Callable[[WindowFold[int], int], None]) -> dict[str, WindowRow]:
        """Return the windows that the topic closes by the pure fold."""
        fold = WindowFold(short_sums(self.topic))
        for partition in range(self.topic.partitions):
            begin(fold, partition)
        rows: dict[str, WindowRow] = {}
        with closing(self._journal.reader([self.topic], start=Start.BEGINNING, name="expected")) as reader:
            for each in reader.read_to_end():
                place = each.position
                taken = fold.take(place.partition, place.offset, each.appended_at_ms, each.envelope)
                rows |= {row.window_id: row for row in taken.closed}
        return rows

    def wait_for(self, windows: Mapping[str, WindowRow]) -> None:
        """Read on until these windows are closed."""
        patience = Patience()
        while windows.keys() - self.rows.keys():
            assert not patience.is_over(len(self.rows)), (
                f"{len(windows.keys() - self.rows.keys())} are missing"
            )
            self._read()

    def _read(self) -> None:
        """Read closed windows; each has the same content whenever it comes."""
        while deliveries := self._reader.poll(1_000, 0.1):
            for row in rows_in(each.envelope.payload for each in deliveries):
                assert self.rows.setdefault(row.window_id, row) == row

    def _event(self) -> Envelope[LeaseRenewed]:
        self._number += 1
        key = f"cell-{self._number % KEYS}"
        skew_ms = self._chance.choice((0, 0, 0, 0, -_TEN_DAYS_MS, _TEN_DAYS_MS))
        return Envelope(
            event_id=f"event-{self._number}",
            key=key,
            occurred_at_ms=SystemClock().now_ms() - self._chance.randrange(WINDOW_MS // 2) + skew_ms,
            producer="test",
            correlation_id="c",
            payload=LeaseRenewed(cell=key, epoch=self._chance.randrange(1, 100), leader_id="l"),
        )
