"""Usage of a queue's own maximum, and the report when it is nearly reached. PURE (ADR 96).

A maximum is a quota of GPUs: an upper limit for a queue together with those below it. Reaching `WARN_PERCENT`
of it is reported once; again only after usage fell below that by `EASE_PERCENT`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, TypeAlias

from muster.deciding import Changes, Entities, Fact
from muster.events.usage_events import BindingClosed, BindingOpened, QueuePlaced, QuotaEased, QuotaReached
from muster.metering.core.budgets.entities import HELD, Held, budget_key, queues_above
from muster.metering.core.ledger import PERCENT
from muster.metering.core.state import BINDINGS

Crossed: TypeAlias = QuotaReached | QuotaEased

WARN_PERCENT: Final = 80
EASE_PERCENT: Final = 5


def note_binding(state: Changes, fact: BindingOpened | BindingClosed) -> None:
    """Count the GPUs an attempt takes or gives back, before its binding is stored."""
    former = state.get(BINDINGS, fact.job_id)
    if former is not None:
        _count(state, former, -1)
    if isinstance(fact, BindingOpened):
        _count(state, fact, 1)


def note_place(state: Changes, fact: QueuePlaced) -> None:
    """Store a queue's maximum, and recount the GPUs held by every queue, as its place may have changed."""
    key = budget_key(fact.tenant, fact.queue)
    if fact.maximum_gpu_milli is None:
        state.delete(HELD, key)
    else:
        before = state.get(HELD, key) or Held(0)
        state.put(HELD, key, replace(before, maximum_gpu_milli=fact.maximum_gpu_milli))
    held = list(state.scan(HELD))
    for each, before in held:
        state.put(HELD, each, replace(before, gpu_milli=0))
    if held:
        for _, binding in list(state.scan(BINDINGS)):
            _count(state, binding, 1)


def note_crossed(state: Changes, fact: Crossed) -> None:
    """Store whether the quota was reported as reached."""
    key = budget_key(fact.tenant, fact.queue)
    held = state.get(HELD, key)
    if held is not None:
        state.put(HELD, key, replace(held, reached=isinstance(fact, QuotaReached)))


def binding_of(state: Entities, fact: object) -> BindingOpened | None:
    """Return the binding that a fact opens or closes, before it is applied; None: it concerns no GPUs."""
    match fact:
        case BindingOpened():
            return fact
        case BindingClosed():
            return state.get(BINDINGS, fact.job_id)
        case _:
            return None


def crossed_by(state: Entities, binding: BindingOpened, at_ms: int) -> Iterator[Fact[Crossed]]:
    """Report reached or eased quotas for the queue of an applied binding and those above it."""
    tenant = binding.payer.tenant
    for queue in queues_above(state, tenant, binding.payer.queue):
        yield from _crossed(state, tenant, queue, at_ms)


def crossed_in(state: Entities, tenant: str, at_ms: int) -> Iterator[Fact[Crossed]]:
    """Report reached or eased quotas for all queues of a tenant, after a place or maximum changed."""
    prefix = budget_key(tenant, "")
    for key, _ in list(state.scan(HELD, prefix=prefix)):
        yield from _crossed(state, tenant, key.removeprefix(prefix), at_ms)


def unbounded(queue: str, tenant: str, held: Held, at_ms: int) -> Fact[QuotaEased]:
    """Ease the quota of a queue whose maximum was removed after it was reported as reached."""
    return _eased(queue, tenant, held.gpu_milli, None, at_ms)


def _crossed(state: Entities, tenant: str, queue: str, at_ms: int) -> Iterator[Fact[Crossed]]:
    held = state.get(HELD, budget_key(tenant, queue))
    if held is None:
        return
    part, bound = held.gpu_milli * PERCENT, held.maximum_gpu_milli
    if not held.reached and bound and part >= bound * WARN_PERCENT:
        reached = QuotaReached(
            queue=queue,
            tenant=tenant,
            threshold_percent=WARN_PERCENT,
            held_gpu_milli=held.gpu_milli,
            maximum_gpu_milli=bound,
            at_ms=at_ms,
        )
        yield Fact(reached, queue, tenant)
    if held.reached and part < bound * (WARN_PERCENT - EASE_PERCENT):
        yield _eased(queue, tenant, held.gpu_milli, bound, at_ms)


def _eased(queue: str, tenant: str, gpu_milli: int, bound: int | None, at_ms: int) -> Fact[QuotaEased]:
    eased = QuotaEased(
        queue=queue,
        tenant=tenant,
        threshold_percent=WARN_PERCENT,
        held_gpu_milli=gpu_milli,
        maximum_gpu_milli=bound,
        at_ms=at_ms,
    )
    return Fact(eased, queue, tenant)


def _count(state: Changes, binding: BindingOpened, sign: int) -> None:
    tenant = binding.payer.tenant
    for queue in queues_above(state, tenant, binding.payer.queue):
        key = budget_key(tenant, queue)
        held = state.get(HELD, key)
        if held is not None:
            gpu_milli = sum(len(part.gpu_indices) * part.gpu_milli for part in binding.parts)
            state.put(HELD, key, replace(held, gpu_milli=held.gpu_milli + sign * gpu_milli))
