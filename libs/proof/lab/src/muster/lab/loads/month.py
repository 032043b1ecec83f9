"""A month of an invented company with a real workload: Philly's jobs on 128 GPUs.

Arrivals, sizes and run times are the trace's (data/philly/README.md). Invented are the teams that own its
virtual clusters, the people who submit, the machines and their prices, budgets, a maintenance and a
reservation. Nothing is random: equal inputs give an equal month.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from hashlib import blake2b
from typing import Any, Final

from muster.events.metering_commands import (
    ActivateRates,
    BudgetScope,
    BudgetTerms,
    Rate,
    RateCard,
    SetBudget,
)
from muster.events.operator_commands import ScheduleMaintenance, TagNode
from muster.events.queue_commands import ReserveCapacity
from muster.lab.loads.load import HOUR_MS, Load, TraceJob

STARTS_AT_MS: Final = 1_790_812_800_000
"""2026-10-01, UTC."""
DAY_MS: Final = 24 * HOUR_MS
DAYS: Final = 31

NODES_EVERY: Final = 4
"""Keep every Nth of the trace's machines."""
JOBS_EVERY: Final = 2
"""Keep every Nth of the trace's jobs."""
LOAD_PERCENT: Final = 85 * JOBS_EVERY
"""Demand of all of the trace's jobs on these machines; with it arrivals fill the month."""
SPOT_PERCENT: Final = 25
CHECKPOINT_MIN: Final = 60

TEAM_OF: Final = {
    "ee9e8c": "language",
    "2869ce": "vision",
    "103959": "vision",
    "b436b2": "speech",
    "7f04ca": "ranking",
    "e13805": "ranking",
    "0e4a51": "search",
    "6214e9": "search",
}
"""Virtual cluster -> team."""
OTHER_TEAM: Final = "research"
PEOPLE: Final = ("ada", "ben", "chen", "dora", "emil")

BUDGETS: Final = {
    "language": 36_000,
    "vision": 40_000,
    "speech": 14_000,
    "ranking": 24_000,
    "search": 30_000,
    OTHER_TEAM: 27_000,
}
"""Budgets of the teams for the month, in the currency of the rate card."""

CURRENCY: Final = "USD"
WHO: Final = "operator"
RESERVED_QUEUE: Final = "vision"
_RESERVED_DAYS: Final = (18, 22)
_MAINTAINED_DAY: Final = 11
_MICROS: Final = 1_000_000


def month(load: Load) -> Load:
    """The load as that company's: its machines, teams and people."""
    spot = frozenset(load.conditions.spot)
    nodes = tuple(
        replace(node, gpu_model="H100" if n % 4 == 0 and node.node_id not in spot else "A100")
        for n, node in enumerate(load.nodes)
    )
    jobs = tuple(_of_somebody(job) for job in load.jobs[::JOBS_EVERY])
    return replace(load, name="month", nodes=nodes, jobs=jobs)


def orders(load: Load, begin_ms: int) -> Iterator[tuple[int, Any]]:
    """Yield operators' commands to the scheduler with their times, milliseconds since the load's beginning.

    Args:
        load: The month.
        begin_ms: The load's beginning on the scheduler's clock.
    """
    spot = frozenset(load.conditions.spot)
    bought = [node for node in load.nodes if node.node_id not in spot]
    for node in bought:
        if node.gpu_model == "A100":
            yield 0, TagNode(node_id=node.node_id, labels={"commitment": "1y"}, requested_by=WHO)
    at_ms = _MAINTAINED_DAY * DAY_MS
    for node in bought[-4:]:
        yield (
            at_ms,
            ScheduleMaintenance(
                node_id=node.node_id,
                starts_at_ms=begin_ms + at_ms + 6 * HOUR_MS,
                ends_at_ms=begin_ms + at_ms + 18 * HOUR_MS,
                requested_by=WHO,
                reason="new drivers",
            ),
        )
    first, last = (day * DAY_MS for day in _RESERVED_DAYS)
    yield (
        first - DAY_MS,
        ReserveCapacity(
            reservation="vision-deadline",
            tenant="lab",
            queue=RESERVED_QUEUE,
            gpu_model="A100",
            node_count=4,
            starts_at_ms=begin_ms + first,
            ends_at_ms=begin_ms + last,
            requested_by=WHO,
        ),
    )


def prices() -> Iterator[tuple[int, Any]]:
    """Yield commands to metering with their times, milliseconds since the month's beginning."""
    yield 0, ActivateRates(card=_card("october", 2_500_000), starts_at_ms=STARTS_AT_MS, requested_by=WHO)
    cheaper_ms = STARTS_AT_MS + 15 * DAY_MS
    yield (
        HOUR_MS,
        ActivateRates(card=_card("renegotiated", 2_200_000), starts_at_ms=cheaper_ms, requested_by=WHO),
    )
    for team, amount in BUDGETS.items():
        terms = BudgetTerms(
            scope=BudgetScope.TEAM,
            of=team,
            currency=CURRENCY,
            amount_micros=amount * _MICROS,
            warn_percent=80,
        )
        yield 0, SetBudget(budget=f"{team}-month", tenant="lab", terms=terms, requested_by=WHO)


def _card(name: str, committed_micros: int) -> RateCard:
    rates = (
        Rate(gpu_model="H100", commitment="", spot=False, gpu_hour_micros=4_100_000),
        Rate(gpu_model="A100", commitment="1y", spot=False, gpu_hour_micros=committed_micros),
        Rate(gpu_model="A100", commitment="", spot=True, gpu_hour_micros=1_250_000),
    )
    return RateCard(name=name, currency=CURRENCY, default_gpu_hour_micros=3_000_000, rates=rates)


def _of_somebody(job: TraceJob) -> TraceJob:
    team, digit = TEAM_OF.get(job.queue, OTHER_TEAM), blake2b(job.job_id.encode(), digest_size=1).digest()[0]
    return replace(job, queue=team, user=f"{PEOPLE[digit % len(PEOPLE)]}@{team}")
