"""The entities of budgets. PURE. What is kept is bounded: budgets, times the days that are kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from muster.deciding import Entities, Kind
from muster.events.metering_commands import BudgetScope
from muster.events.usage_events import BudgetSet


@dataclass(frozen=True, slots=True)
class Spent:
    """What is spent of a budget on a day.

    Attributes:
        gpu_us: GPU microseconds.
        charged: What is charged of them, in `ledger.CENT` times PERCENT: exact.
    """

    gpu_us: int = 0
    charged: int = 0


@dataclass(frozen=True, slots=True)
class Named:
    """Names of budgets."""

    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Level:
    """Which thresholds of a budget are reached.

    Attributes:
        starts_at_ms: Start of the period that was measured last.
        reached: Thresholds, percent.
    """

    starts_at_ms: int
    reached: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Held:
    """What a queue with a maximum holds of it.

    Attributes:
        maximum_gpu_milli: Thousandths of GPU that it and those below it never exceed together.
        gpu_milli: What they hold.
        reached: Whether it was told.
    """

    maximum_gpu_milli: int
    gpu_milli: int = 0
    reached: bool = False


QUEUE_DEPTH_MAX: Final = 64

BUDGETS: Final = Kind("budget", BudgetSet)
"""`budget_key` -> the budget."""

BUDGETED: Final = Kind("budgeted", Named)
"""`scope_key` -> the budgets whose spending that is."""

SPENT: Final = Kind("spent", Spent)
"""`spent_key` -> what was spent of a budget on a day."""

LEVELS: Final = Kind("budget_level", Level)
"""`budget_key` -> which thresholds are reached."""

UNMEASURED: Final = Kind("unmeasured", int)
"""`budget_key` -> 0: what is spent of it has changed."""

PARENTS: Final = Kind("queue_parent", str)
"""`budget_key` of a queue -> the queue above it."""

HELD: Final = Kind("queue_held", Held)
"""`budget_key` of a queue with a maximum -> what is held of it."""


def budget_key(tenant: str, name: str) -> str:
    """The key of a budget, or of a queue."""
    return f"{tenant}/{name}"


def scope_key(tenant: str, scope: BudgetScope, of: str) -> str:
    """The key of whose spending counts."""
    return f"{tenant}/{scope.value}/{of}"


def spent_key(budget: str, day_ms: int) -> str:
    """The key of a day of the budget with this key; those of a budget sort by day."""
    return f"{budget}/{day_ms:015}"


def queues_above(state: Entities, tenant: str, queue: str) -> Iterator[str]:
    """The queue and those above it, from below."""
    at: str | None = queue or None
    for _ in range(QUEUE_DEPTH_MAX):
        if at is None:
            return
        yield at
        at = state.get(PARENTS, budget_key(tenant, at))
