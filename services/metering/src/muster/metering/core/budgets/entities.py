"""Entities of budgets. PURE. The state is bounded: number of budgets times days kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from muster.deciding import Entities, Kind
from muster.events.metering_commands import BudgetScope
from muster.events.usage_events import BudgetSet


@dataclass(frozen=True, slots=True)
class Spent:
    """Spending of a budget on a day.

    Attributes:
        gpu_us: GPU microseconds.
        charged: Exact charge of them, in `ledger.CENT` times PERCENT.
    """

    gpu_us: int = 0
    charged: int = 0


@dataclass(frozen=True, slots=True)
class Named:
    """Names of budgets."""

    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Level:
    """Reached thresholds of a budget.

    Attributes:
        starts_at_ms: Start of the last measured period, milliseconds since 1970 UTC.
        reached: Thresholds reached, percent.
    """

    starts_at_ms: int
    reached: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Held:
    """GPUs held by a queue with a maximum.

    Attributes:
        maximum_gpu_milli: Upper limit for it and the queues below it together, thousandths of a GPU.
        gpu_milli: Thousandths of a GPU that they hold.
        reached: Whether the quota was reported as reached.
    """

    maximum_gpu_milli: int
    gpu_milli: int = 0
    reached: bool = False


QUEUE_DEPTH_MAX: Final = 64

BUDGETS: Final = Kind("budget", BudgetSet)
"""`budget_key` -> the budget."""

BUDGETED: Final = Kind("budgeted", Named)
"""`scope_key` -> the budgets that count this spending."""

SPENT: Final = Kind("spent", Spent)
"""`spent_key` -> spending of a budget on a day."""

LEVELS: Final = Kind("budget_level", Level)
"""`budget_key` -> reached thresholds."""

UNMEASURED: Final = Kind("unmeasured", int)
"""`budget_key` -> 0: its spending has changed since it was measured."""

PARENTS: Final = Kind("queue_parent", str)
"""`budget_key` of a queue -> the queue above it."""

HELD: Final = Kind("queue_held", Held)
"""`budget_key` of a queue with a maximum -> GPUs held."""


def budget_key(tenant: str, name: str) -> str:
    """Return the key of a budget or a queue."""
    return f"{tenant}/{name}"


def scope_key(tenant: str, scope: BudgetScope, of: str) -> str:
    """Return the key of a budget's scope."""
    return f"{tenant}/{scope.value}/{of}"


def spent_key(budget: str, day_ms: int) -> str:
    """Return the key of a day of the budget with key `budget`; keys of a budget sort by day."""
    return f"{budget}/{day_ms:015}"


def queues_above(state: Entities, tenant: str, queue: str) -> Iterator[str]:
    """Yield the queue and its ancestors, bottom up."""
    at: str | None = queue or None
    for _ in range(QUEUE_DEPTH_MAX):
        if at is None:
            return
        yield at
        at = state.get(PARENTS, budget_key(tenant, at))
