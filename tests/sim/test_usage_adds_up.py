"""The identity: in every history of the scheduler each GPU microsecond of a node has one owner and one price.

What is metered is compared with the cell as `muster.cluster.occupancy` folds it from the same facts, cut into
hours by other code; what is charged, with the recorded hours at the prices that were in force, as fractions.
Time passes faster than in the histories, so that they last for hours, or for days.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from math import floor
from typing import Any

from hypothesis import event, given
from hypothesis import strategies as st
from muster.cluster.occupancy import NodeHealth, NodeStatus, Occupancy
from muster.cluster.occupancy.occupancy import reservation_tag
from muster.events.job_events import (
    PAYLOADS,
    CapacityReservationEnded,
    CapacityReservationStarted,
    NodeLost,
    SilenceCause,
)
from muster.events.metering_commands import (
    ActivateRates,
    IdleSplit,
    OffPeak,
    Rate,
    RateCard,
    RerateUsage,
    Weekday,
)
from muster.events.scheduler_log import SequencedInput
from muster.events.shared.watermarks import Watermark
from muster.events.usage_events import (
    ChargeKind,
    ChargesCorrected,
    DayCharged,
    RatesActivated,
    UsageCorrected,
    UsageKind,
    UsageRecorded,
    UsageRerated,
    UsageShare,
)
from muster.metering.core.decisions import CONCERNS, DECIDER
from muster.metering.core.ledger import DAY_MS, cents_of, corrected
from muster.metering.core.state import WINDOW_MS
from muster.scheduler.core.decide import step
from muster.scheduler.core.state.state import State
from muster.testkit.cores import build, strategies
from muster.testkit.cores.deciding import Decisions
from muster.testkit.cores.scenario import START_MS
from muster.testkit.laws import examples

FASTER = 100
"""Histories last for hours."""

FASTER_YET = 3_000
"""Histories last for days."""

GPU_US_CENT = 3_600_000_000 * 10_000
"""A cent, in millionths of the currency times GPU microseconds for an hour of one GPU."""

SILENT_MS_MAX = 2 * WINDOW_MS
FACTS = tuple(PAYLOADS.values())

Parts = dict[tuple[str, ...], int]
"""Thousandths of a GPU by owner."""


def public_facts(history: list[strategies.Batch], faster: int = FASTER) -> Iterator[tuple[int, list[Any]]]:
    """When and what: the facts of each batch of a history."""
    state, now_ms = State(policy=strategies.IMPATIENT), START_MS
    founding: list[Any] = [build.elected(), build.founding_queue(), build.node("n0", gpus=4)]
    yield now_ms, _decided(state, founding, now_ms)
    for batch in history:
        now_ms += batch.after_ms
        serial = state.seq_next
        events = [strategies.event_for(state, move, serial + i) for i, move in enumerate(batch.moves)]
        facts = _decided(state, events, now_ms)
        yield START_MS + (now_ms - START_MS) * faster, [_stretched(fact, faster) for fact in facts]


def _decided(state: State, events: list[Any], now_ms: int) -> list[Any]:
    inputs = tuple(
        SequencedInput(seq=seq, event_id=f"e{seq}", correlation_id="c", payload=each)
        for seq, each in enumerate(events, state.seq_next)
    )
    payloads = [each.decision.payload for each in step(state, inputs, now_ms)]
    return [payload for payload in payloads if isinstance(payload, FACTS)]


def _stretched(fact: Any, faster: int) -> Any:
    if isinstance(fact, NodeLost):
        return replace(fact, silent_ms=min(fact.silent_ms * faster, SILENT_MS_MAX))
    return fact


class Owners:
    """Owners of GPUs over time, by the placement kernel."""

    def __init__(self) -> None:
        self._occupancy = Occupancy()
        self._begun = set[str]()
        self._pieces: dict[str, list[tuple[int, int, Parts]]] = defaultdict(list)
        self._now_ms = 0

    def apply(self, at_ms: int, facts: list[Any]) -> None:
        """Everything up to a time, then what happened."""
        for node_id, status in self._occupancy.nodes.items():
            self._pieces[node_id].append((self._now_ms, at_ms, self._parts(node_id, status)))
        self._now_ms = at_ms
        for fact in facts:
            if isinstance(fact, NodeLost) and fact.cause is SilenceCause.SILENT:
                self._silence(fact.node_id, at_ms - fact.silent_ms)
            if isinstance(fact, CapacityReservationStarted):
                self._begun.add(reservation_tag(fact.tenant, fact.reservation))
            if isinstance(fact, CapacityReservationEnded):
                self._begun.discard(reservation_tag(fact.tenant, fact.reservation))
            self._occupancy.apply(fact)

    def by_hour(self) -> dict[tuple[str, int, tuple[str, ...]], int]:
        """GPU microseconds by node, hour and owner."""
        found: dict[tuple[str, int, tuple[str, ...]], int] = defaultdict(int)
        for node_id, pieces in self._pieces.items():
            for first_ms, last_ms, parts in pieces:
                hour_ms = first_ms - first_ms % WINDOW_MS
                while hour_ms < last_ms:
                    passed_ms = min(last_ms, hour_ms + WINDOW_MS) - max(first_ms, hour_ms)
                    for owner, milli in parts.items():
                        found[node_id, hour_ms, owner] += milli * passed_ms
                    hour_ms += WINDOW_MS
        return {place: amount for place, amount in found.items() if amount}

    def _silence(self, node_id: str, since_ms: int) -> None:
        """Whatever it was since then, it was of no use to anybody."""
        again = list[tuple[int, int, Parts]]()
        for first_ms, last_ms, parts in self._pieces[node_id]:
            cut_ms = min(max(first_ms, since_ms), last_ms)
            silent = {("OVERHEAD", "SILENT"): sum(parts.values())} if parts else {}
            again += [(first_ms, cut_ms, parts), (cut_ms, last_ms, silent)]
        self._pieces[node_id] = again

    def _parts(self, node_id: str, status: NodeStatus) -> Parts:
        if status.health is NodeHealth.LOST:
            return {}
        parts: Parts = defaultdict(int)
        free = [1_000] * status.joined.gpu_count
        for gang in self._occupancy.gangs.values():
            for place in gang.placements:
                for index in place.gpu_indices if place.node_id == node_id else ():
                    parts["JOB", gang.job_id, str(gang.attempt)] += place.shape.gpu_milli
                    free[index] -= place.shape.gpu_milli
        if status.successor is None:
            for index in status.gpus_unhealthy:
                parts["OVERHEAD", "UNHEALTHY"] += free[index]
                free[index] = 0
        parts[self._rest(status)] += sum(free)
        return parts

    def _rest(self, status: NodeStatus) -> tuple[str, ...]:
        closed = {
            "SUSPECTED": status.health is NodeHealth.SUSPECTED,
            "DRAINING": status.draining,
            "MAINTENANCE": status.window is not None and status.window.begun,
            "RECLAIMED": status.reclaim is not None,
            "CORDONED": status.cordoned,
            "REPLACED": status.successor is not None,
        }
        for reason, holds in closed.items():
            if holds:
                return "OVERHEAD", reason
        if status.held_for:
            return "HELD", "HELD", status.held_for
        if self._begun & {*status.reservations}:
            return ("RESERVED",)
        return ("HELD", "HEAD") if status.kept else ("IDLE",)


def metered(facts: list[tuple[int, list[Any]]]) -> dict[tuple[str, int, tuple[str, ...]], int]:
    """The same from what the service records and corrects."""
    core = Decisions(DECIDER)
    found: dict[tuple[str, int, tuple[str, ...]], int] = defaultdict(int)
    far = facts[-1][0] + 2 * WINDOW_MS
    for at_ms, payloads in (*facts, (far, [Watermark(seq=0, at_ms=far)])):
        core.when(*_concerning(payloads), occurred_at_ms=at_ms)
        decided = list(core.decided)
        while core.when_due():
            decided += core.decided
        for fact in decided:
            if isinstance(fact, UsageCorrected):
                event("corrected")
            if isinstance(fact, UsageRecorded | UsageCorrected):
                assert sum(share.gpu_us for share in fact.shares) == fact.gpu_us
                for share in fact.shares:
                    found[fact.node_id, fact.starts_at_ms, _owner(share)] += share.gpu_us
    return {place: amount for place, amount in found.items() if amount}


def _owner(share: UsageShare) -> tuple[str, ...]:
    if share.kind is UsageKind.JOB:
        return "JOB", share.job_id, str(share.attempt)
    if share.reason == "HELD":
        return "HELD", "HELD", share.job_id
    return (share.kind.value, share.reason) if share.reason else (share.kind.value,)


@examples(20)
@given(strategies.histories())
def test_each_gpu_microsecond_of_a_node_has_the_owner_that_the_kernel_says(
    history: list[strategies.Batch],
) -> None:
    facts = list(public_facts(history))
    owners = Owners()
    for at_ms, payloads in facts:
        owners.apply(at_ms, payloads)
    end_ms = facts[-1][0]
    owners.apply(end_ms + WINDOW_MS - end_ms % WINDOW_MS, [])
    expected = owners.by_hour()
    for place in {owner[0] for _, _, owner in expected}:
        event(place)
    found = metered(facts)
    assert {place: found[place] for place in found if place[1] <= end_ms} == expected


def _between(borders: list[int], drawn: list[tuple[int, frozenset[Weekday]]]) -> tuple[OffPeak, ...]:
    borders = sorted(borders)
    return tuple(
        OffPeak(days=tuple(sorted(days)), from_hour=first, until_hour=last, percent=percent)
        for first, last, (percent, days) in zip(borders[::2], borders[1::2], drawn, strict=False)
    )


OFF_PEAK = st.builds(
    _between,
    st.lists(st.integers(0, 24), min_size=2, max_size=8, unique=True),
    st.lists(st.tuples(st.integers(1, 99), st.frozensets(st.sampled_from(Weekday))), min_size=4, max_size=4),
)
"""Hours of the week, none of them twice."""

PRICES = st.lists(
    st.tuples(
        st.integers(0, 30),
        st.sampled_from(["activate", "rerate"]),
        st.integers(1, 5_000_000),
        st.booleans(),
        st.sampled_from([None, 0, 1, 5, 24]),
        OFF_PEAK,
    ),
    min_size=1,
    max_size=5,
)
"""After which batch what is asked: millionths for an hour of a GPU, listed or by default, from which
hour, and hours that are off-peak."""


def _concerning(payloads: list[Any]) -> list[Any]:
    """The records that metering decides; its service passes over the others."""
    return [payload for payload in payloads if type(payload) in CONCERNS]


class Bills:
    """Inputs and facts of metering."""

    def __init__(self) -> None:
        self._core = Decisions(DECIDER)
        self.facts: list[Any] = []

    def tell(self, at_ms: int, payloads: list[Any]) -> None:
        self._core.when(*_concerning(payloads), occurred_at_ms=at_ms)
        self.facts += self._core.decided
        while self._core.when_due():
            self.facts += self._core.decided

    def ask(
        self,
        at_ms: int,
        what: str,
        micros: int,
        *,
        listed: bool,
        hour: int | None,
        off_peak: tuple[OffPeak, ...],
    ) -> None:
        """Prices for the A100 of the histories; what may not be is refused, and that is part of the law."""
        rate = Rate(gpu_model="A100", commitment="", spot=False, gpu_hour_micros=micros)
        card = RateCard(
            name=f"at {micros}",
            currency="USD",
            default_gpu_hour_micros=micros,
            rates=(rate,) if listed else (),
            tier_percent={"STANDARD_TRAINING": micros % 200, "INTERACTIVE": 50},
            idle=(*IdleSplit,)[micros % len(IdleSplit)],
            off_peak=off_peak,
        )
        day_ms = at_ms - at_ms % DAY_MS
        if what == "rerate":
            first_ms = day_ms - DAY_MS * (1 + (hour or 0) % 3)
            self.tell(
                at_ms,
                [RerateUsage(card=card, starts_at_ms=first_ms, ends_at_ms=day_ms, requested_by="bill")],
            )
            return
        starts_at_ms = None if hour is None else at_ms - at_ms % WINDOW_MS + hour * WINDOW_MS
        self.tell(at_ms, [ActivateRates(card=card, starts_at_ms=starts_at_ms, requested_by="bill")])

    def charged(self) -> dict[tuple[str, int], DayCharged]:
        """Each node's day, with its corrections."""
        found: dict[tuple[str, int], DayCharged] = {}
        for fact in self.facts:
            if isinstance(fact, DayCharged):
                assert (fact.node_id, fact.starts_at_ms) not in found
                found[fact.node_id, fact.starts_at_ms] = fact
            if isinstance(fact, ChargesCorrected):
                event("charges corrected")
                found[fact.node_id, fact.starts_at_ms] = corrected(
                    found[fact.node_id, fact.starts_at_ms], fact
                )
        return found

    def due(self) -> dict[tuple[str, int], Fraction]:
        """Return the cost of each node's day, in cents: its hours at the prices in force for them."""
        cents: dict[tuple[str, int], Fraction] = defaultdict(Fraction)
        for fact in self.facts:
            if isinstance(fact, UsageRecorded | UsageCorrected):
                day_ms = fact.starts_at_ms - fact.starts_at_ms % DAY_MS
                card = self._card(day_ms, fact.starts_at_ms)
                micros = 0 if card is None else card.default_gpu_hour_micros
                cents[fact.node_id, day_ms] += Fraction(fact.gpu_us * micros, GPU_US_CENT)
        return cents

    def due_of_jobs(self) -> dict[tuple[str, int, str, int], Fraction]:
        """Return the charge of each attempt for a node's day, in cents: its hours, each at its percentage."""
        cents: dict[tuple[str, int, str, int], Fraction] = defaultdict(Fraction)
        for fact in self.facts:
            if isinstance(fact, UsageRecorded | UsageCorrected):
                day_ms = fact.starts_at_ms - fact.starts_at_ms % DAY_MS
                card = self._card(day_ms, fact.starts_at_ms)
                for share in fact.shares:
                    if share.kind is UsageKind.JOB and card is not None:
                        micros = card.default_gpu_hour_micros * _percent(card, share, fact.starts_at_ms)
                        cents[fact.node_id, day_ms, share.job_id, share.attempt] += Fraction(
                            share.gpu_us * micros, GPU_US_CENT * 100
                        )
        return cents

    def _card(self, day_ms: int, hour_ms: int) -> RateCard | None:
        rerated = [
            fact
            for fact in self.facts
            if isinstance(fact, UsageRerated) and fact.starts_at_ms <= day_ms < fact.ends_at_ms
        ]
        if rerated:
            event("rerated")
            return rerated[-1].card
        cards = {fact.starts_at_ms: fact.card for fact in self.facts if isinstance(fact, RatesActivated)}
        begun = [starts_at_ms for starts_at_ms in cards if starts_at_ms <= hour_ms]
        return cards[max(begun)] if begun else None


def _percent(card: RateCard, share: UsageShare, hour_ms: int) -> int:
    """Return the charged percentage of a job's cost in an hour, by Python's calendar."""
    hour = datetime.fromtimestamp(hour_ms / 1000, UTC)
    of_tier = card.tier_percent.get(share.payer.tier, 100)
    for each in card.off_peak:
        today = not each.days or hour.strftime("%A").upper() in each.days
        if today and each.from_hour <= hour.hour < each.until_hour:
            event("off-peak")
            return floor(Fraction(of_tier * each.percent, 100) + Fraction(1, 2))
    return of_tier


@examples(20)
@given(strategies.histories(), PRICES)
def test_the_cents_of_a_nodes_day_add_up_to_what_the_node_costs(
    history: list[strategies.Batch],
    prices: list[tuple[int, str, int, bool, int | None, tuple[OffPeak, ...]]],
) -> None:
    bills = Bills()
    at_ms = 0
    for number, (at_ms, payloads) in enumerate(public_facts(history, FASTER_YET)):
        bills.tell(at_ms, payloads)
        for after, what, micros, listed, hour, off_peak in prices:
            if after == number:
                bills.ask(at_ms, what, micros, listed=listed, hour=hour, off_peak=off_peak)
    far_ms = at_ms + 2 * DAY_MS
    bills.tell(far_ms, [Watermark(seq=0, at_ms=far_ms)])
    charged, due, of_jobs = bills.charged(), bills.due(), bills.due_of_jobs()
    for place, day in charged.items():
        event("charged")
        assert day.cents == floor(due[place] + Fraction(1, 2)) == cents_of(day.rates)
        for cents in ("cost_cents", "charged_cents"):
            assert sum(getattr(charge, cents) for charge in day.charges) == day.cents
        assert sum(charge.gpu_us for charge in day.charges) == day.gpu_us
        assert len({charge.charge_id for charge in day.charges}) == len(day.charges)
        for charge in day.charges:
            if charge.kind is ChargeKind.JOB:
                exact = of_jobs[*place, charge.job_id, charge.attempt]
                assert abs(charge.charged_cents - exact) < 1, "its whole cents, or one more"
    over_ms = at_ms - at_ms % DAY_MS
    assert all(place in charged for place, cents in due.items() if cents and place[1] < over_ms)
