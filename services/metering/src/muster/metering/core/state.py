"""Entities of the service. PURE.

The state is bounded: attributions by the number of unfinished jobs, the rest by the number of nodes and by
how long hours can be corrected and days re-rated.
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
"""An hour is closed when facts have passed its end by this much."""

CORRECTABLE_MS: Final = 6 * WINDOW_MS
"""Closed hours that begin up to this long before the newest end can be corrected."""


RERATABLE_MS: Final = 35 * DAY_MS
"""Days that begin up to this long before today can be re-rated."""


@dataclass(frozen=True, slots=True)
class Metered:
    """A node's open window.

    Attributes:
        starts_at_ms: Start of the window; earlier windows are recorded.
        node: State of the node at that time.
    """

    starts_at_ms: int
    node: Node


@dataclass(frozen=True, slots=True)
class Progress:
    """Further state of an attempt that holds GPUs.

    Attributes:
        saved_at_ms: Time up to which its work is checkpointed; 0: nothing is.
        stopping: Reason it was ordered to stop; None: it was not.
    """

    saved_at_ms: int = 0
    stopping: Loss | None = None


@dataclass(frozen=True, slots=True)
class Stored:
    """Storage used by a job's checkpoints, by its output, or by a repository.

    Attributes:
        payer: Who pays.
        size_bytes: Size at the start of its oldest uncharged day.
        day_ms: Start of that day.
        last_day_ms: Start of the newest day with a change.
        kind: Kind of the stored data.
    """

    payer: Payer
    size_bytes: int
    day_ms: int
    last_day_ms: int = 0
    kind: StoredKind = StoredKind.CHECKPOINTS


@dataclass(frozen=True, slots=True)
class StoredDay:
    """Changes of stored bytes on a day.

    Attributes:
        more_bytes: Sum of the changes; negative: it shrank.
        byte_ms: Sum of each change x the time from then to the end of the day.
    """

    more_bytes: int = 0
    byte_ms: int = 0


PAYERS: Final = Kind("payer", Payer)
"""job_id -> payer, until the job has ended."""

BINDINGS: Final = Kind("binding", BindingOpened)
"""job_id -> GPUs that its attempt holds."""

PROGRESS: Final = Kind("progress", Progress)
"""job_id -> further state of its attempt; absent until it saves or is ordered to stop."""

KEEPINGS: Final = Kind("keeping", NodesKept)
"""`keeping_key` -> nodes kept for a reservation or job."""

NODES: Final = Kind("node", Metered)
"""node_id -> Metered."""

CHANGES: Final = Kind("change", Change)
"""`change_key` -> Change, by node and time."""

STARTS: Final = Kind("start", Node)
"""`window_key` -> the node at the start of a recorded window that can be corrected."""

OPEN: Final = Kind("open", str)
"""`open_key` -> node_id: open windows, oldest first."""

STORED: Final = Kind("stored", Stored)
"""job_id (its checkpoints), `output_key` or `repository_key` -> its storage, while it uses any."""

STORED_DAYS: Final = Kind("stored_day", StoredDay)
"""`day_key` with the key of STORED -> its changes on an uncharged day; its next one always exists."""

EVALS: Final = Kind("evaluation", EvalSpent)
"""`day_key` with the id of a run -> its payment, until that day is charged."""

OUTPUT: Final = Kind("output", int)
"""`task_key` -> bytes written by an attempt's ranks on one node, until the job's output is removed."""

ENDED: Final = Kind("ended", int)
"""THE_CELL -> the end of the newest window that facts have passed, milliseconds since 1970 UTC."""

CARDS: Final = Kind("card", RateCard)
"""`card_key` -> the card in force from that time until the next one begins."""

RERATINGS: Final = Kind("rerating", UsageRerated)
"""`card_key` of its seq -> UsageRerated: the newest that covers a day prices it."""

DAYS: Final = Kind("day", Day)
"""`day_key` -> usage of a node's day so far."""

CHARGED: Final = Kind("charged", DayCharged)
"""`day_key` -> charges of a node's day, corrections included."""

UNCHARGED: Final = Kind("uncharged", str)
"""`day_key` -> id of the causing re-rating, or empty: days to be charged or re-charged, oldest first."""

RATES: Final = "rates"
"""Key of facts about prices."""

THE_CELL: Final = "cell"
"""Key of ENDED, and of facts that concern no single node or job."""


def window_of(at_ms: int) -> int:
    """Return the start of the window that contains a time."""
    return at_ms - at_ms % WINDOW_MS


def change_key(node_id: str, at_ms: int, seq: int) -> str:
    """Return the key of a change; a node's keys sort by time, then by order of arrival."""
    return f"{node_id}/{at_ms:015}/{seq:015}"


def window_key(node_id: str, starts_at_ms: int) -> str:
    """Return the key of a node's window."""
    return f"{node_id}/{starts_at_ms:015}"


def open_key(starts_at_ms: int, node_id: str) -> str:
    """Return the key of a node's open window; keys sort by time."""
    return f"{starts_at_ms:015}/{node_id}"


def day_of(at_ms: int) -> int:
    """Return the start of the day (UTC) that contains a time."""
    return at_ms - at_ms % DAY_MS


def day_key(starts_at_ms: int, node_id: str) -> str:
    """Return the key of a node's day; keys sort by time."""
    return f"{starts_at_ms:015}/{node_id}"


def repository_key(repository: str) -> str:
    """Return the key of a repository's storage, distinct from those of jobs."""
    return f"repository/{repository}"


def output_key(job_id: str) -> str:
    """Return the key of the storage of a job's output, distinct from that of its checkpoints."""
    return f"output/{job_id}"


def task_key(job_id: str, attempt: int, node_id: str) -> str:
    """Return the key of an attempt's ranks on one node; keys of a job begin with `job_id/`."""
    return f"{job_id}/{attempt:010}/{node_id}"


def card_key(number: int) -> str:
    """Return the key of a card by its start, or of a re-rating by its seq."""
    return f"{number:015}"


def keeping_key(kind: KeptKind, name: str, tenant: str = "") -> str:
    """Return the key of a reservation or job that nodes are kept for; reservation names are per tenant."""
    return f"{kind.value}/{tenant if kind is KeptKind.RESERVED else ''}/{name}"


def window(state: Entities, node_id: str, node: Node, starts_at_ms: int) -> Window:
    """Compute each owner's share of a node in the window that begins at `starts_at_ms`.

    Args:
        state: State that contains the changes.
        node_id: Id of the node.
        node: State of the node at the start.
        starts_at_ms: Start of the window, milliseconds since 1970 UTC.

    Raises:
        MeteringError: See `metered`.
    """
    ends_at_ms = starts_at_ms + WINDOW_MS
    found = changes(state, node_id, starts_at_ms, ends_at_ms)
    return metered(node_id, node, found, starts_at_ms, ends_at_ms)


def changes(state: Entities, node_id: str, first_ms: int, until_ms: int) -> Iterator[tuple[int, Change]]:
    """Yield the changes of a node in [first_ms, until_ms), with their times."""
    until = change_key(node_id, until_ms, 0)
    for key, change in state.scan(CHANGES, first=change_key(node_id, first_ms, 0), until=until):
        yield int(key.split("/")[1]), change


def first_open_ms(state: Entities) -> int:
    """Return the start of the first open hour; earlier hours have ended, and their price is settled."""
    return state.get(ENDED, THE_CELL) or 0


def reratable_from_ms(state: Entities) -> int:
    """Return the start of the oldest re-ratable day; earlier days are forgotten."""
    return max(0, day_of(first_open_ms(state)) - RERATABLE_MS)


def correctable_from_ms(state: Entities) -> int:
    """Return the start of the oldest correctable window; earlier windows are final."""
    return first_open_ms(state) - CORRECTABLE_MS
