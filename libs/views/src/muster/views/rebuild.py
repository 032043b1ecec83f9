"""A projection made anew from the log, beside the live one, and put in its place.

    1 an empty generation beside the live one     3 compare counts and contents at the same positions
    2 feed it to where the live one is            4 swap in one step, drop the old one

The projector of the live view goes on meanwhile and is not told: after the swap its next batch meets
`Overtaken`, it loads the positions and goes on from there. Queries go back by at most what it applied since
step 3.
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
"""The live view may move while it is looked at; so often is it looked at again before giving up."""

_STALLED_MS: Final = 30_000
_POLL_S: Final = 0.5


class Differs(Exception):
    """The rebuilt generation is not what is live; it was dropped and nothing was swapped."""

    def __init__(self, name: str, differences: Sequence[str]) -> None:
        super().__init__(f"projection {name}: rebuilt and live differ: {'; '.join(differences)}")
        self.differences = tuple(differences)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuilt:
    """What a rebuild did.

    Attributes:
        positions: Where the new generation was when it went live.
        counts: What is in it, by kind.
        records: How many records were read.
        differences: What was not as in the old generation; empty unless they were accepted.
    """

    positions: Mapping[TopicPartition, int]
    counts: Mapping[str, int]
    records: int
    differences: tuple[str, ...]


Progress = Callable[[int, int], None]
"""Called with the number of records read so far and about how many are left."""


def rebuild(
    projection: Projection[R],
    journal: Journal,
    *,
    accept_differences: bool = False,
    on_progress: Progress = lambda read, left: None,
    clock: Clock | None = None,
) -> Rebuilt:
    """Make a projection anew and swap.

    Args:
        projection: What to rebuild; its view is the live one.
        journal: The log.
        accept_differences: Swap even when contents differ: after a change of the mapping, or of retention.
        on_progress: For a progress bar.
        clock: For the time-out.

    Raises:
        Differs: contents differ and that is not accepted.
        Behind: the log does not reach to where the live view is, and that is not accepted.
        Overtaken: another rebuild of the same projection took this one's place.
    """
    live = projection.view
    with suppress(Outdated):  # that is what a rebuild is for
        live.prepare()
    beside = live.beside()
    swapped = False
    try:
        filling = _Filling(projection, beside, journal, on_progress, clock or SystemClock())
        rebuilt, differences = _filled(live, beside, filling, accept_differences=accept_differences)
        if differences and not accept_differences:
            raise Differs(projection.name, differences)
        live.swap(beside)
        swapped = True
        return Rebuilt(
            positions=rebuilt.positions,
            counts=rebuilt.counts,
            records=filling.records,
            differences=tuple(differences),
        )
    finally:
        if not swapped:
            beside.drop()
        beside.close()


def _filled(
    live: View[R], beside: View[R], filling: _Filling, *, accept_differences: bool
) -> tuple[Fingerprint, list[str]]:
    """Fill the new generation; its fingerprint, and what of it is not as in the live one."""
    end, positions = filling.end_of_log(), live.positions()
    beyond = sum(max(0, n - end.get(partition, 0)) for partition, n in positions.items())
    if positions and not beyond:
        return _compared(live, beside, filling)
    lost = [f"the log ends {beyond} offsets before the live view"] if beyond else []
    if lost and not accept_differences:
        raise Behind(lost[0])
    filling.up_to(end)  # what is live is empty or of another log: there is nothing to compare with
    return beside.fingerprint(), lost


def _compared(live: View[R], beside: View[R], filling: _Filling) -> tuple[Fingerprint, list[str]]:
    """Fill to where the live view is and compare there."""
    filling.up_to(live.positions())
    rebuilt, differences = beside.fingerprint(), ["the live view moved whenever it was looked at"]
    for _ in range(_COMPARISONS_MAX):
        try:
            expected = live.fingerprint()
        except Overtaken:
            continue  # it moved: look again
        filling.up_to(expected.positions)
        rebuilt = beside.fingerprint()
        differences = rebuilt.differences(expected)
        if not differences:
            break  # a difference may be a batch that was half written when it was looked at: look again
    return rebuilt, differences


class _Filling:
    """Brings a generation to given positions, no further."""

    def __init__(
        self,
        projection: Projection[R],
        beside: View[R],
        journal: Journal,
        on_progress: Progress,
        clock: Clock,
    ) -> None:
        self._projection = projection
        self._beside = beside
        self._journal = journal
        self._on_progress = on_progress
        self._clock = clock
        self.records = 0

    def end_of_log(self) -> Mapping[TopicPartition, int]:
        """Next offset of every partition, as of now."""
        name = f"rebuild-{self._projection.name}"
        with closing(self._journal.reader(self._projection.topics, start=Start.END, name=name)) as reader:
            return reader.positions()

    def up_to(self, target: Mapping[TopicPartition, int]) -> None:
        """Feed until everything before `target` is applied.

        Raises:
            Behind: nothing arrived for 30 s.
        """
        feed = Feed(self._projection, self._beside, self._journal)
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
                    raise Behind(f"{self._projection.name}: nothing arrives; {missing} offsets are missing")
        finally:
            feed.close()
