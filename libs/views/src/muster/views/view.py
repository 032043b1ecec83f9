"""What every view can do, whatever store it is kept in.

A view remembers, for every partition of the log, the next offset it has not applied yet, and moves that
position together with the rows. `apply` says from where to where a batch goes; when the view is not exactly
there, somebody else has moved it (a second projector, a rebuild that swapped) and nothing is written: that
comparison is the fence.
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
    """The part of one partition that a batch of rows stands for.

    Attributes:
        topic: Topic.
        partition: Partition.
        first: Where it begins: the view's position; None when the view has none for this partition yet.
        end: Where it ends: the view's next position.
    """

    topic: str
    partition: int
    first: int | None
    end: int


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What is in a view, short enough to compare.

    Attributes:
        positions: The view's, when this was taken.
        counts: Rows, documents or nodes by kind.
        hashes: Of the contents (of a sample where the store is large), by kind.
    """

    positions: Mapping[TopicPartition, int]
    counts: Mapping[str, int]
    hashes: Mapping[str, str]

    def differences(self, other: Fingerprint) -> list[str]:
        """What is not the same, one line each; positions are not compared."""
        kinds = sorted(self.counts.keys() | other.counts.keys())
        return [
            f"{kind}: {self.counts.get(kind, 0)} and {other.counts.get(kind, 0)}"
            if self.counts.get(kind, 0) != other.counts.get(kind, 0)
            else f"{kind}: as many, but with other contents"
            for kind in kinds
            if (self.counts.get(kind, 0), self.hashes.get(kind))
            != (other.counts.get(kind, 0), other.hashes.get(kind))
        ]


class Overtaken(Exception):
    """The view is not where the batch begins: somebody else moved it. Nothing of the batch counts."""


class Behind(Exception):
    """The view has not come as far as was waited for."""


class Refused(Exception):
    """The store will never take a row as it is; going on would lose it, so the view stands still."""


class Unavailable(Exception):
    """The store does not answer, or takes nothing now; trying again later is right."""


def unavailable_on(*errors: type[Exception]) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Decorates what talks to a store: these errors of its client mean Unavailable."""

    def decorate(method: Callable[P, T]) -> Callable[P, T]:
        @wraps(method)
        def call(*args: P.args, **kwargs: P.kwargs) -> T:
            try:
                return method(*args, **kwargs)
            except errors as error:
                first_line = next(iter(str(error).splitlines()), "no answer")
                raise Unavailable(f"{type(error).__name__}: {first_line}") from error

        return call

    return decorate


class Outdated(Exception):
    """The view was made from another definition than the program has; a rebuild makes it anew."""


class View(Protocol[R]):
    """A projection's store. One thread at a time."""

    @property
    def name(self) -> str:
        """What people call it."""
        ...

    def prepare(self) -> None:
        """Create what is missing; safe to repeat. First call."""
        ...

    def positions(self) -> dict[TopicPartition, int]:
        """Next offset not applied yet, by partition; empty for a new view.

        Raises:
            Overtaken: there is no such view.
            Unavailable: the store does not answer; every method may raise this.
        """
        ...

    def apply(self, rows: Sequence[R], spans: Sequence[Span]) -> None:
        """Write rows, in order, and move the positions over the spans.

        Raises:
            Overtaken: the view is not where a span begins; load the positions and read from there.
            Refused: the store will never take a row.
        """
        ...

    def wait_for(self, position: Position, timeout_s: float) -> None:
        """Return once what is at this position can be seen by a query.

        Raises:
            Behind: time is up.
        """
        ...

    def fingerprint(self) -> Fingerprint:
        """What is in it.

        Raises:
            Overtaken: it changed while it was being looked at.
        """
        ...

    def beside(self) -> Self:
        """An empty next generation that no query sees; what an earlier rebuild left there is dropped."""
        ...

    def swap(self, beside: Self) -> None:
        """Let `beside` be the live generation from now on, in one step, and drop the old one."""
        ...

    def drop(self) -> None:
        """Remove the view and everything in it; a replay brings it back."""
        ...

    def close(self) -> None:
        """Give back connections."""
        ...


def wait_until(
    reached: Callable[[], bool],
    timeout_s: float,
    *,
    what: str,
    clock: Clock | None = None,
    interval_s: float = WAIT_INTERVAL_S,
) -> None:
    """Ask again and again.

    Raises:
        Behind: `reached` did not say yes in time.
    """
    clock = clock or SystemClock()
    deadline_ms = clock.monotonic_ms() + int(timeout_s * 1000)
    while not reached():
        if clock.monotonic_ms() >= deadline_ms:
            raise Behind(f"{what}: not reached within {timeout_s:g} s")
        time.sleep(interval_s)
