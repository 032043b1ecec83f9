"""Decide and evolve. PURE.

decide   1  hours end once facts of the scheduler have passed them
         2  a fact of the scheduler becomes facts of this service (observed.py)
         3  a late fact corrects the hours already recorded and the days already charged
         4  a fact of the registry changes the storage of repositories (storage.py), one of the eval
            service adds the payments of an evaluation (evaluations.py)
         5  a command sets prices (prices.py) or a budget (budgets/), or records the work of a replica for
            its consumers (token_work.py)
due      6  hours that ended are recorded, node by node
         7  days that have ended are charged: nodes, storage and evaluations
         8  complete days are compared with those before them (daily/)
         9  the spending of budgets is measured
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, TypeAlias, assert_never, get_args

from muster.deciding import About, Changes, Decider, Entities, Fact, Facts, Happened, Input
from muster.events.eval_events import EvalEnded
from muster.events.job_events import QueueConfigured, QueueCreated, QueueDeleted
from muster.events.metering_commands import (
    ActivateRates,
    MeteringCommand,
    RateCard,
    RecordTokenWork,
    RemoveBudget,
    RerateUsage,
    SetBudget,
)
from muster.events.queue_commands import LiftRestriction, RestrictQueue
from muster.events.registry_events import CommitMade, CommitReleased, ObjectRepacked
from muster.events.shared.watermarks import Watermark
from muster.events.topics import EVAL_EVENTS, REGISTRY_EVENTS
from muster.events.usage_events import (
    BindingClosed,
    BindingOpened,
    BudgetEased,
    BudgetMeasured,
    BudgetReached,
    BudgetRemoved,
    BudgetSet,
    ChargesCorrected,
    CostSettled,
    CostSurged,
    DayCharged,
    DayCompared,
    EvalsCharged,
    EvalSpent,
    JobAttributed,
    JobSettled,
    LateFactRefused,
    NodeChanged,
    NodesKept,
    QueuePlaced,
    QuotaEased,
    QuotaReached,
    RatesActivated,
    StopOrdered,
    StorageChanged,
    StorageCharged,
    TokenWorkRecorded,
    UsageCorrected,
    UsageRecorded,
    UsageRerated,
    UsageShare,
    WindowEnded,
    WorkSaved,
)
from muster.metering.core import ledger
from muster.metering.core.budgets import guarantees, quotas, setting, spending, thresholds
from muster.metering.core.costs import charging, evaluations, prices, storage, token_work
from muster.metering.core.daily import comparing
from muster.metering.core.meter import PLATFORM, Owner, Window, usage_id
from muster.metering.core.state import (
    CARDS,
    ENDED,
    LATE_MS,
    NODES,
    OPEN,
    PAYERS,
    RATES,
    THE_CELL,
    WINDOW_MS,
    Outputs,
    card_key,
    correctable_from_ms,
    day_of,
    open_key,
    window,
    window_of,
)
from muster.metering.core.usage.changes import (
    MeterFact,
    Touched,
    changes_of,
    close,
    insert,
    note,
    note_progress,
    touched,
)
from muster.metering.core.usage.observed import Observed, observed

RECORDED_AT_ONCE: Final = 100
"""Maximum number of node hours in one batch: it has to fit into a record of the log."""

OTHERS: Final = frozenset({REGISTRY_EVENTS.name, EVAL_EVENTS.name})
"""Topics whose watermarks do not cover the scheduler's facts."""

Inputs: TypeAlias = Observed | setting.Place | storage.KeptFact | EvalEnded | Watermark | MeteringCommand

CONCERNS: Final = frozenset(get_args(Inputs))
"""Input records that this core decides on."""


def decide(state: Entities, given: Input[Inputs], at_ms: int) -> Facts[Outputs]:
    """Decide on a command, or a fact of another service; only the record's own time counts."""
    del at_ms
    match given.payload:
        case ActivateRates() as command:
            yield from prices.activate(state, given, command)
        case RerateUsage() as command:
            yield from prices.rerate(state, given, command)
        case RecordTokenWork() as command:
            yield from token_work.record(state, given, command)
        case SetBudget() | RemoveBudget() as command:
            yield from setting.change_budget(state, given, command)
        case CommitMade() | ObjectRepacked() | CommitReleased() as fact:
            yield from storage.change_repositories(state, fact, given.occurred_at_ms)
        case EvalEnded() as fact:
            yield from evaluations.record_payments(fact, given.occurred_at_ms)
        case Watermark():
            if given.topic not in OTHERS:
                yield from _ended(state, given.occurred_at_ms)
        case QueueCreated() | QueueConfigured() | QueueDeleted() as fact:
            yield from _ended(state, given.occurred_at_ms)
            yield from setting.place_queue(state, fact, given.occurred_at_ms)
        case fact:
            yield from _ended(state, given.occurred_at_ms)
            yield from _observed(state, given, fact)


def _observed(state: Entities, given: Input[Inputs], observation: Observed) -> Facts[Outputs]:
    for fact in observed(state, observation, given.occurred_at_ms):
        match fact.payload:
            case JobAttributed() | JobSettled() | WorkSaved() | StopOrdered() | StorageChanged():
                yield fact
            case BindingOpened() | BindingClosed() | NodeChanged() | NodesKept() as change:
                yield from _metered(state, fact, change, given)
            case _:
                assert_never(fact.payload)


def evolve(state: Changes, fact: Happened[Outputs]) -> None:  # noqa: C901, PLR0912, PLR0915  (a case for each fact)
    """Update the state with a fact."""
    match fact.payload:
        case JobAttributed() as attributed:
            state.put(PAYERS, attributed.job_id, attributed.payer)
        case JobSettled() as settled:
            state.delete(PAYERS, settled.job_id)
        case WorkSaved() | StopOrdered() as progress:
            note_progress(state, progress)
        case BindingOpened() | BindingClosed() | NodeChanged() | NodesKept() as change:
            _evolve_nodes(state, change, fact.seq)
        case WindowEnded() as ended:
            _evolve_ended(state, ended)
        case UsageRecorded() as hour:
            close(state, hour.node_id, correctable_from_ms(state))
            charging.note_usage(state, hour)
            spending.note_usage(state, hour)
        case UsageCorrected() as corrected:  # the change itself is inserted already
            charging.note_usage(state, corrected)
            spending.note_usage(state, corrected)
        case RatesActivated() as activated:
            state.put(CARDS, card_key(activated.starts_at_ms), activated.card)
        case UsageRerated() as rerated:
            prices.note_rerating(state, rerated, fact.seq)
        case DayCharged() | ChargesCorrected() as charges:
            charging.note_charges(state, charges)
            spending.note_charges(state, charges)
            comparing.note_charges(state, charges)
        case StorageChanged() as changed:
            storage.note_stored(state, changed)
        case StorageCharged() as charged:
            storage.note_charged(state, charged)
            spending.note_storage(state, charged)
            comparing.note_charges(state, charged)
        case EvalSpent() as spent:
            evaluations.note_spent(state, spent)
        case EvalsCharged() as charged:
            evaluations.note_charged(state, charged)
            spending.note_evaluations(state, charged)
        case BudgetSet() as budget:
            setting.note_budget(state, budget)
        case BudgetRemoved() as removed:
            setting.forget(state, removed.tenant, removed.budget)
        case QueuePlaced() as placed:
            setting.note_place(state, placed)
        case BudgetMeasured() as measured:
            thresholds.note_measured(state, measured)
        case BudgetReached() | BudgetEased() as crossed:
            thresholds.note_crossed(state, crossed)
        case QuotaReached() | QuotaEased() as crossed:
            quotas.note_crossed(state, crossed)
        case CostSurged() | CostSettled() as judged:
            comparing.note_judged(state, judged)
        case DayCompared() as compared:
            comparing.note_compared(state, compared)
        case LateFactRefused() | TokenWorkRecorded() | RestrictQueue() | LiftRestriction():
            pass  # the scheduler decides on restrictions
        case _:
            assert_never(fact.payload)


def about(payload: Inputs) -> About | None:
    """Return the subject of a command: the rates, a budget or a job; None for facts of other services."""
    if not isinstance(payload, MeteringCommand):
        return None
    match payload:
        case ActivateRates() | RerateUsage():
            return About(RATES)
        case SetBudget() | RemoveBudget():
            return About(payload.budget, payload.tenant)
        case RecordTokenWork():
            return About(payload.job_id, payload.tenant)
        case _:
            assert_never(payload)


def _evolve_nodes(state: Changes, change: MeterFact, seq: int) -> None:
    for node_id, changed in changes_of(state, change).items():
        for each in changed:
            insert(state, node_id, change.at_ms, each, seq)
    if isinstance(change, BindingOpened | BindingClosed):
        quotas.note_binding(state, change)
    note(state, change)


def _evolve_ended(state: Changes, ended: WindowEnded) -> None:
    state.put(ENDED, THE_CELL, ended.ends_at_ms)
    guarantees.note_ended(state, ended)
    if day_of(ended.starts_at_ms) != day_of(ended.ends_at_ms):
        charging.forget_days(state)
    if day_of(ended.starts_at_ms - 1) != day_of(ended.ends_at_ms - 1):
        spending.note_day(state)


def _ended(state: Entities, at_ms: int) -> Facts[Outputs]:
    """End the hours that facts have passed by LATE_MS."""
    reached_ms = window_of(at_ms - LATE_MS)
    before_ms = state.get(ENDED, THE_CELL)
    if before_ms is None:
        before_ms = window_of(at_ms) - WINDOW_MS
        reached_ms = before_ms + WINDOW_MS
    if reached_ms > before_ms:
        yield Fact(WindowEnded(starts_at_ms=before_ms, ends_at_ms=reached_ms), THE_CELL)


def _metered(state: Entities, fact: Fact[Outputs], change: MeterFact, given: Input[Inputs]) -> Facts[Outputs]:
    """Yield a change and its corrections, or a refusal if it is too late to correct."""
    oldest_ms = correctable_from_ms(state)
    if change.at_ms < oldest_ms:
        yield _too_late(fact, change, given, oldest_ms)
        return
    node_ids = changes_of(state, change)
    before = touched(state, iter(node_ids), change.at_ms)
    binding = quotas.binding_of(state, change)
    yield fact
    if binding is not None:
        yield from quotas.crossed_by(state, binding, change.at_ms)
    if before:
        after = touched(state, iter(node_ids), change.at_ms)
        for place, window_before in before.items():
            yield from _corrected(state, place, window_before, after[place], given)
        yield from charging.correct(state, before, given.event_id)


def _corrected(
    state: Entities, place: Touched, before: Window, after: Window, given: Input[Inputs]
) -> Facts[Outputs]:
    """Yield the correction of an hour; if the price of its GPUs changed, reverse and repeat all of it."""
    if before.terms != after.terms:
        yield from _difference(state, place, before, before._replace(gpu_us=0, parts={}), given)
        before = after._replace(gpu_us=0, parts={})
    yield from _difference(state, place, before, after, given)


def _difference(
    state: Entities, place: Touched, before: Window, after: Window, given: Input[Inputs]
) -> Facts[Outputs]:
    _, card = prices.card_at(state, place.starts_at_ms)
    shares = tuple(
        _share(place, owner, before, after, card)
        for owner in sorted({**before.parts, **after.parts})
        if _gpu_us(after, owner) != _gpu_us(before, owner)
    )
    if shares:
        currency, gpu_hour_micros = _price(card, after)
        corrected = UsageCorrected(
            node_id=place.node_id,
            gpu_model=after.terms.gpu_model,
            starts_at_ms=place.starts_at_ms,
            ends_at_ms=place.starts_at_ms + WINDOW_MS,
            gpu_us=after.gpu_us - before.gpu_us,
            cause=given.event_id,
            shares=shares,
            currency=currency,
            gpu_hour_micros=gpu_hour_micros,
            commitment=after.terms.commitment,
            spot=after.terms.spot,
        )
        yield Fact(corrected, place.node_id)


def _price(card: RateCard | None, had: Window) -> tuple[str, int]:
    """Return currency and price of a GPU hour, in its millionths; ("", 0) while no card is in force."""
    return ("", 0) if card is None else (card.currency, ledger.gpu_hour_micros(card, had.terms))


def _too_late(
    fact: Fact[Outputs], change: MeterFact, given: Input[Inputs], oldest_ms: int
) -> Fact[LateFactRefused]:
    refused = LateFactRefused(
        about=fact.key,
        record=type(given.payload).__name__,
        event_id=given.event_id,
        at_ms=change.at_ms,
        correctable_from_ms=oldest_ms,
    )
    return Fact(refused, fact.key, fact.tenant)


def _due(state: Entities, at_ms: int) -> Facts[Outputs]:
    """Record hours that ended; then charge complete days, compare them, and measure budgets."""
    del at_ms
    if _to_record(state):
        yield from _record(state)
    elif charging.to_charge(state):
        yield from charging.charge(state)
    elif storage.to_charge(state):
        yield from storage.charge(state)
    elif evaluations.to_charge(state):
        yield from evaluations.charge(state)
    elif comparing.to_compare(state):
        yield from comparing.compare(state)
    else:
        yield from thresholds.measure(state)


def _record(state: Entities) -> Facts[Outputs]:
    """Record hours that ended, oldest first."""
    for node_id in list(islice(_closable(state), RECORDED_AT_ONCE)):
        metered = state.get(NODES, node_id)
        assert metered is not None  # noqa: S101  (its window is open)
        had = window(state, node_id, metered.node, metered.starts_at_ms)
        ends_at_ms = metered.starts_at_ms + WINDOW_MS
        yield Fact(recorded(state, Touched(node_id, metered.starts_at_ms), had, ends_at_ms), node_id)


def recorded(state: Entities, place: Touched, had: Window, ends_at_ms: int) -> UsageRecorded:
    """Return the usage of a node by owner, for an hour or its part until `ends_at_ms`, at current prices."""
    _, card = prices.card_at(state, place.starts_at_ms)
    currency, gpu_hour_micros = _price(card, had)
    return UsageRecorded(
        node_id=place.node_id,
        gpu_model=had.terms.gpu_model,
        starts_at_ms=place.starts_at_ms,
        ends_at_ms=ends_at_ms,
        gpu_us=had.gpu_us,
        shares=tuple(_share(place, owner, None, had, card) for owner in had.parts),
        currency=currency,
        gpu_hour_micros=gpu_hour_micros,
        commitment=had.terms.commitment,
        spot=had.terms.spot,
    )


def _closable(state: Entities) -> Iterator[str]:
    """Return the nodes with a window that ended, oldest first."""
    ended_ms = state.get(ENDED, THE_CELL) or 0
    return (node_id for _, node_id in state.scan(OPEN, until=open_key(ended_ms, "")))


def _to_record(state: Entities) -> bool:
    return next(_closable(state), None) is not None


def _next_deadline_ms(state: Entities) -> int | None:
    """Return 0 while an hour, a day or a budget waits for `_due`; else None: time alone changes nothing."""
    waits = (
        _to_record,
        charging.to_charge,
        storage.to_charge,
        evaluations.to_charge,
        comparing.to_compare,
        thresholds.to_measure,
    )
    return 0 if any(waiting(state) for waiting in waits) else None


def _share(
    place: Touched, owner: Owner, before: Window | None, after: Window, card: RateCard | None
) -> UsageShare:
    """Return an owner's share of a window, or the delta to an earlier version."""
    payer = next((each.parts[owner][0] for each in (after, before) if each and owner in each.parts), PLATFORM)
    return UsageShare(
        usage_id=usage_id(owner, place.node_id, place.starts_at_ms),
        kind=owner.kind,
        reason=owner.reason,
        job_id=owner.job_id,
        attempt=owner.attempt,
        reservation=owner.reservation,
        payer=payer,
        gpu_us=_gpu_us(after, owner) - _gpu_us(before, owner),
        charged_percent=ledger.charged_percent(card, payer, place.starts_at_ms),
    )


def _gpu_us(had: Window | None, owner: Owner) -> int:
    return had.parts[owner][1] if had is not None and owner in had.parts else 0


DECIDER: Final = Decider(
    decisions_version=2,  # 2: reworded rejections; unstored orders are no silence
    decide=decide,
    evolve=evolve,
    due=_due,
    next_deadline_ms=_next_deadline_ms,
    about=about,
)
