"""The entities. PURE.

What is kept is bounded: attributions by jobs that are not over, the rest by nodes and by how long hours can
be corrected and days rerated.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from muster.deciding import Entities, Kind
from muster.events.metering_commands import RateCard
from muster.events.queue_commands import LiftRestriction, RestrictQueue
from muster.events.usage_events import (
    BindingOpened,
    DayCharged,
    EvalSpent,
    KeptKind,
    Loss,
    NodesKept,
    Payer,
    StoredKind,
    UsageEvent,
    UsageRerated,
)
from muster.metering.core.ledger import DAY_MS, Day
from muster.metering.core.meter import Change, Node, Window, metered

Outputs: TypeAlias = UsageEvent | RestrictQueue | LiftRestriction
"""Records this core emits: facts, and commands to the scheduler."""

WINDOW_MS: Final = 3_600_000
"""Usage is recorded by the hour."""

LATE_MS: Final = 60_000
"""An hour is closed when facts have reached so far beyond its end."""

CORRECTABLE_MS: Final = 6 * WINDOW_MS
"""Closed hours that begin so long before the newest end can be corrected."""


RERATABLE_MS: Final = 35 * DAY_MS
"""Days that begin so long before the one in progress can be priced anew."""


@dataclass(frozen=True, slots=True)
class Metered:
    """A node's open window.

    Attributes:
        starts_at_ms: Its start; earlier ones are recorded.
        node: The node then.
    """

    starts_at_ms: int
    node: Node


@dataclass(frozen=True, slots=True)
class Progress:
    """What is known of an attempt that holds GPUs, beside that.

    Attributes:
        saved_at_ms: Until then its work is in the store; 0: none is.
        stopping: Why it was told to stop; None: it was not.
    """

    saved_at_ms: int = 0
    stopping: Loss | None = None


@dataclass(frozen=True, slots=True)
class Stored:
    """What a job's checkpoints, its output, or a repository take of the store.

    Attributes:
        payer: Who pays.
        size_bytes: When its oldest day begins that is not charged.
        day_ms: Start of that day.
        last_day_ms: Start of the newest day on which something changes.
        kind: What it is.
    """

    payer: Payer
    size_bytes: int
    day_ms: int
    last_day_ms: int = 0
    kind: StoredKind = StoredKind.CHECKPOINTS


@dataclass(frozen=True, slots=True)
class StoredDay:
    """How that changed on a day.

    Attributes:
        more_bytes: Sum of the changes; negative: it takes less.
        byte_ms: Each x the time from then to the end of the day.
    """

    more_bytes: int = 0
    byte_ms: int = 0


PAYERS: Final = Kind("payer", Payer)
"""job_id -> who pays, until the job is over."""

BINDINGS: Final = Kind("binding", BindingOpened)
"""job_id -> what its attempt holds."""

PROGRESS: Final = Kind("progress", Progress)
"""job_id -> what else is known of that attempt; nothing, until it saves or is told to stop."""

KEEPINGS: Final = Kind("keeping", NodesKept)
"""`keeping_key` -> nodes that are kept."""

NODES: Final = Kind("node", Metered)
"""node_id -> Metered."""

CHANGES: Final = Kind("change", Change)
"""`change_key` -> Change, by node and time."""

STARTS: Final = Kind("start", Node)
"""`window_key` -> the node at the start of a recorded window that can be corrected."""

OPEN: Final = Kind("open", str)
"""`open_key` -> node_id: open windows, oldest first."""

STORED: Final = Kind("stored", Stored)
"""job_id (its checkpoints), `output_key`, or `repository_key` -> what takes of the store, while it does."""

STORED_DAYS: Final = Kind("stored_day", StoredDay)
"""`day_key` with the key of STORED -> its day, while it is not charged; the next of each that has any."""

EVALS: Final = Kind("evaluation", EvalSpent)
"""`day_key` with the id of a run -> what it paid, until that day is charged."""

OUTPUT: Final = Kind("output", int)
"""`task_key` -> bytes that an attempt's ranks on one node have written, until the job's output is removed."""

ENDED: Final = Kind("ended", int)
"""THE_CELL -> the end of the newest window that facts have passed, milliseconds since 1970 UTC."""

CARDS: Final = Kind("card", RateCard)
"""`card_key` -> the card in force from then on, until the next begins."""

RERATINGS: Final = Kind("rerating", UsageRerated)
"""`card_key` of its seq -> UsageRerated: the newest of those that concern a day prices it."""

DAYS: Final = Kind("day", Day)
"""`day_key` -> a node's day so far."""

CHARGED: Final = Kind("charged", DayCharged)
"""`day_key` -> what a node's day was charged, with corrections."""

UNCHARGED: Final = Kind("uncharged", str)
"""`day_key` -> the re-rating that is why, or empty: days to be charged, or charged anew, oldest first."""

RATES: Final = "rates"
"""Key of what is about prices."""

THE_CELL: Final = "cell"
"""Key of that end, and of what is about no single node or job."""


def window_of(at_ms: int) -> int:
    """Start of the window that a time lies in."""
    return at_ms - at_ms % WINDOW_MS


def change_key(node_id: str, at_ms: int, seq: int) -> str:
    """The key of a change; those of a node sort by time, then by the order in which they came."""
    return f"{node_id}/{at_ms:015}/{seq:015}"


def window_key(node_id: str, starts_at_ms: int) -> str:
    """The key of a node's window."""
    return f"{node_id}/{starts_at_ms:015}"


def open_key(starts_at_ms: int, node_id: str) -> str:
    """The key of a node's open window; keys sort by time."""
    return f"{starts_at_ms:015}/{node_id}"


def day_of(at_ms: int) -> int:
    """Start of the day that a time lies in, UTC."""
    return at_ms - at_ms % DAY_MS


def day_key(starts_at_ms: int, node_id: str) -> str:
    """The key of a node's day; keys sort by time."""
    return f"{starts_at_ms:015}/{node_id}"


def repository_key(repository: str) -> str:
    """The key of what a repository takes of the store, beside those of jobs."""
    return f"repository/{repository}"


def output_key(job_id: str) -> str:
    """The key of what a job's output takes of the store, beside its checkpoints."""
    return f"output/{job_id}"


def task_key(job_id: str, attempt: int, node_id: str) -> str:
    """The key of an attempt's ranks on one node; those of a job begin with `job_id/`."""
    return f"{job_id}/{attempt:010}/{node_id}"


def card_key(number: int) -> str:
    """The key of a card by its start, of a rerating by its seq."""
    return f"{number:015}"


def keeping_key(kind: KeptKind, name: str, tenant: str = "") -> str:
    """The key of what nodes are kept for: names of reservations are unique in a tenant."""
    return f"{kind.value}/{tenant if kind is KeptKind.RESERVED else ''}/{name}"


def window(state: Entities, node_id: str, node: Node, starts_at_ms: int) -> Window:
    """What each owner had of a node in the window that begins then.

    Args:
        state: Has the changes.
        node_id: Its name.
        node: The node at the start.
        starts_at_ms: The window.

    Raises:
        MeteringError: See `metered`.
    """
    ends_at_ms = starts_at_ms + WINDOW_MS
    found = changes(state, node_id, starts_at_ms, ends_at_ms)
    return metered(node_id, node, found, starts_at_ms, ends_at_ms)


def changes(state: Entities, node_id: str, first_ms: int, until_ms: int) -> Iterator[tuple[int, Change]]:
    """Changes of a node, from a time on and before another, with their times."""
    until = change_key(node_id, until_ms, 0)
    for key, change in state.scan(CHANGES, first=change_key(node_id, first_ms, 0), until=until):
        yield int(key.split("/")[1]), change


def first_open_ms(state: Entities) -> int:
    """Hours that begin earlier have ended, and their price is settled."""
    return state.get(ENDED, THE_CELL) or 0


def reratable_from_ms(state: Entities) -> int:
    """Days that begin earlier are forgotten."""
    return max(0, day_of(first_open_ms(state)) - RERATABLE_MS)


def correctable_from_ms(state: Entities) -> int:
    """Windows that begin earlier are final."""
    return first_open_ms(state) - CORRECTABLE_MS
