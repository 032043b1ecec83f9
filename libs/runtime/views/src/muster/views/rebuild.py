"""Rebuilds a projection from the log beside the live one, and puts it in its place.

    1 create an empty next generation                 3 compare counts and contents at the same positions
    2 fill it up to the live view's positions         4 swap in one step, drop the old generation

The projector of the live view goes on meanwhile and need not know: after the swap its next batch raises
`Overtaken`, it loads the positions and goes on from there. Queries go back by at most the batches that it
applied since step 3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import Final, TypeVar

from muster.journal.clock import Clock, SystemClock
from muster.journal.journal import Journal
from muster.journal.position import Start, TopicPartition
from muster.views.projection import Feed, Projection
from muster.views.view import Behind, Fingerprint, Outdated, Overtaken, View

R = TypeVar("R")

_COMPARISONS_MAX: Final = 20
"""Attempts to compare with the live view, which may move during the comparison."""

_STALLED_MS: Final = 30_000
_POLL_S: Final = 0.5


class Differs(Exception):
    """The rebuilt generation differs from the live one; it was dropped and nothing was swapped."""

    def __init__(self, name: str, differences: Sequence[str]) -> None:
        super().__init__(f"projection {name}: rebuilt and live differ: {'; '.join(differences)}")
        self.differences = tuple(differences)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuilt:
    """Result of a rebuild.

    Attributes:
        positions: Positions of the new generation when it went live.
        counts: Number of its rows, documents or nodes, by kind.
        records: Number of records read.
        differences: Differences from the old generation; empty unless they were accepted.
    """

    positions: Mapping[TopicPartition, int]
    counts: Mapping[str, int]
    records: int
    differences: tuple[str, ...]


def rebuild_command(name: str) -> str:
    """Return the command that rebuilds a projection created by a version with another definition."""
    return f"muster projections rebuild {name} --accept-differences"


Progress = Callable[[int, int], None]
"""Called with the number of records read so far and the approximate number left."""


def rebuild(
    projection: Projection[R],
    journal: Journal,
    *,
    accept_differences: bool = False,
    on_progress: Progress = lambda read, left: None,
    clock: Clock | None = None,
) -> Rebuilt:
    """Rebuild a projection and swap it in.

    Args:
        projection: Projection to rebuild; its view is the live one.
        journal: The log.
        accept_differences: Swap even when contents differ, as after a change of the rows or of retention.
        on_progress: For a progress bar.
        clock: Clock for the time-out.

    Raises:
        Differs: contents differ, and this is not accepted.
        Behind: the log ends before the live view's positions, and this is not accepted.
        Overtaken: another rebuild of the same projection has replaced this one.
    """
    live = projection.view
    with suppress(Outdated):  # a rebuild is the cure for this
        live.prepare()
    successor = live.next_generation()
    swapped = False
    try:
        filling = _Filling(projection, successor, journal, on_progress, clock or SystemClock())
        rebuilt, differences = _filled(live, successor, filling, accept_differences=accept_differences)
        if differences and not accept_differences:
            raise Differs(projection.name, differences)
        live.swap(successor)
        swapped = True
        return Rebuilt(
            positions=rebuilt.positions,
            counts=rebuilt.counts,
            records=filling.records,
            differences=tuple(differences),
        )
    finally:
        if not swapped:
            successor.drop()
        successor.close()


def _filled(
    live: View[R], successor: View[R], filling: _Filling, *, accept_differences: bool
) -> tuple[Fingerprint, list[str]]:
    """Fill the new generation; its fingerprint, and its differences from the live one."""
    end, positions = filling.end_of_log(), live.positions()
    beyond = sum(max(0, n - end.get(partition, 0)) for partition, n in positions.items())
    if positions and not beyond:
        return _compared(live, successor, filling)
    lost = [f"the log ends {beyond} offsets before the live view"] if beyond else []
    if lost and not accept_differences:
        raise Behind(lost[0])
    filling.up_to(end)  # the live view is empty or of another log: there is nothing to compare with
    return successor.fingerprint(), lost


def _compared(live: View[R], successor: View[R], filling: _Filling) -> tuple[Fingerprint, list[str]]:
    """Fill up to the live view's positions and compare there."""
    filling.up_to(live.positions())
    rebuilt, differences = successor.fingerprint(), ["the live view moved during every comparison"]
    for _ in range(_COMPARISONS_MAX):
        try:
            expected = live.fingerprint()
        except Overtaken:
            continue  # it moved: compare again
        filling.up_to(expected.positions)
        rebuilt = successor.fingerprint()
        differences = rebuilt.differences(expected)
        if not differences:
            break  # else a batch may have been half written during the comparison: compare again
    return rebuilt, differences


class _Filling:
    """Fills a generation up to given positions, no further."""

    def __init__(
        self,
        projection: Projection[R],
        successor: View[R],
        journal: Journal,
        on_progress: Progress,
        clock: Clock,
    ) -> None:
        self._projection = projection
        self._successor = successor
        self._journal = journal
        self._on_progress = on_progress
        self._clock = clock
        self.records = 0

    def end_of_log(self) -> Mapping[TopicPartition, int]:
        """Next offset of every partition, at this moment."""
        name = f"rebuild-{self._projection.name}"
        with closing(self._journal.reader(self._projection.topics, start=Start.END, name=name)) as reader:
            return reader.positions()

    def up_to(self, target: Mapping[TopicPartition, int]) -> None:
        """Apply everything before `target`.

        Raises:
            Behind: no record arrived for 30 s.
        """
        feed = Feed(self._projection, self._successor, self._journal)
        try:
            heard_ms = self._clock.monotonic_ms()
            while not feed.has_reached(target):
                deliveries = feed.advance(_POLL_S, until=target)
                if deliveries:
                    heard_ms = self._clock.monotonic_ms()
                    self.records += len(deliveries)
                    self._on_progress(self.records, feed.missing(target))
                elif self._clock.monotonic_ms() - heard_ms > _STALLED_MS:
                    missing = feed.missing(target)
                    raise Behind(f"{self._projection.name}: no records arrive; {missing} offsets are missing")
        finally:
            feed.close()
