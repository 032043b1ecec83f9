"""The interface of every view, whatever its store.

A view stores, for every partition of the log, the next offset it has not applied yet, and moves that position
together with the rows. `apply` names the span of offsets of a batch; when the view is not exactly at its
start, another process has moved the view (a second projector, or a rebuild that swapped) and nothing is
written. This comparison is the fence.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import ParamSpec, Protocol, Self, TypeVar

from muster.journal.clock import Clock, SystemClock
from muster.journal.position import Position, TopicPartition

P = ParamSpec("P")
R = TypeVar("R", contravariant=True)
T = TypeVar("T")

WAIT_INTERVAL_S = 0.02


@dataclass(frozen=True, slots=True)
class Span:
    """The offsets of one partition that a batch of rows covers.

    Attributes:
        topic: Name of the topic.
        partition: Number of the partition.
        first: First offset: the view's position; None when the view has none for this partition yet.
        end: Offset after the last: the view's next position.
    """

    topic: str
    partition: int
    first: int | None
    end: int


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """A summary of a view's contents, for comparison.

    Attributes:
        positions: The view's positions when this was taken.
        counts: Number of rows, documents or nodes, by kind.
        hashes: Hash of the contents (of a sample in Elasticsearch and Neo4j), by kind.
    """

    positions: Mapping[TopicPartition, int]
    counts: Mapping[str, int]
    hashes: Mapping[str, str]

    def differences(self, other: Fingerprint) -> list[str]:
        """The differences, one line each; positions are not compared."""
        kinds = sorted(self.counts.keys() | other.counts.keys())
        return [
            f"{kind}: {self.counts.get(kind, 0)} and {other.counts.get(kind, 0)}"
            if self.counts.get(kind, 0) != other.counts.get(kind, 0)
            else f"{kind}: equal counts, different contents"
            for kind in kinds
            if (self.counts.get(kind, 0), self.hashes.get(kind))
            != (other.counts.get(kind, 0), other.hashes.get(kind))
        ]


class Overtaken(Exception):
    """The view is not at the batch's start, because another process moved it. Nothing was written."""


class Behind(Exception):
    """The view has not reached a position in time."""


class Refused(Exception):
    """The store will never accept a row; going on would lose it, so the projection stops."""


class Unavailable(Exception):
    """The store does not answer or is overloaded; trying again later is right."""


class TooSlow(Unavailable):
    """The store ended a query at its time limit."""


def unavailable_on(
    *errors: type[Exception], when: Callable[[Exception], bool] = lambda _: True
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """A decorator for functions that call a store: turns these errors of its client into Unavailable.

    Args:
        errors: Classes of errors.
        when: Which of them.
    """

    def decorate(method: Callable[P, T]) -> Callable[P, T]:
        @wraps(method)
        def call(*args: P.args, **kwargs: P.kwargs) -> T:
            try:
                return method(*args, **kwargs)
            except errors as error:
                if not when(error):
                    raise
                first_line = next(iter(str(error).splitlines()), "no answer")
                raise Unavailable(f"{type(error).__name__}: {first_line}") from error

        return call

    return decorate


class Outdated(Exception):
    """The view was created from another definition than the program's; only a rebuild mends it."""


class View(Protocol[R]):
    """A projection's store. One thread at a time."""

    @property
    def name(self) -> str:
        """Name for people."""
        ...

    def prepare(self) -> None:
        """Create the view's storage where it is missing; safe to repeat. Must be called first."""
        ...

    def positions(self) -> dict[TopicPartition, int]:
        """Next offset not applied yet, by partition; empty for a new view.

        Raises:
            Overtaken: the view does not exist.
            Unavailable: the store does not answer; every method may raise this.
        """
        ...

    def apply(self, rows: Sequence[R], spans: Sequence[Span]) -> None:
        """Write rows, in order, and move the positions over the spans.

        Raises:
            Overtaken: the view is not where a span begins; load the positions and read from there.
            Refused: the store will never accept a row.
        """
        ...

    def wait_for(self, position: Position, timeout_s: float) -> None:
        """Return once queries see the record at this position.

        Raises:
            Behind: it is not visible in time.
        """
        ...

    def fingerprint(self) -> Fingerprint:
        """Summarize the contents.

        Raises:
            Overtaken: the view changed meanwhile.
        """
        ...

    def next_generation(self) -> Self:
        """Create an empty next generation that no query sees; leftovers of an earlier rebuild are dropped."""
        ...

    def swap(self, successor: Self) -> None:
        """Make `successor` the live generation, in one step, and drop the old one."""
        ...

    def drop(self) -> None:
        """Delete the view and everything in it; a replay restores it."""
        ...

    def close(self) -> None:
        """Close the connections."""
        ...


def wait_until(
    reached: Callable[[], bool],
    timeout_s: float,
    *,
    what: str,
    clock: Clock | None = None,
    interval_s: float = WAIT_INTERVAL_S,
) -> None:
    """Poll a condition until it holds.

    Raises:
        Behind: `reached` did not return True in time.
    """
    clock = clock or SystemClock()
    deadline_ms = clock.monotonic_ms() + int(timeout_s * 1000)
    while not reached():
        if clock.monotonic_ms() >= deadline_ms:
            raise Behind(f"{what}: not reached within {timeout_s:g} s")
        time.sleep(interval_s)
