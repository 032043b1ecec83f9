"""A scan from its order to its verdict. PURE.

waiting   -> WorkQueued         up to AT_ONCE in one batch, then the next
ordered   -> ScanStarted
read      -> FindingRaised ..., ScanCompleted, of a version with weights WeightsFingerprinted
gone      -> ContentGone        nothing refers to it any longer; if a commit has added it since, ScanPostponed
later     -> ScanPostponed      a store that does not answer says nothing about the content
two deaths, or no result -> ScanCompleted, INCONCLUSIVE: never clean
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from muster.backoff import Backoff
from muster.deciding import Changes, Entities, Fact, Facts
from muster.deciding.work import Followed, Item, WorkFact
from muster.events.scan_events import (
    FindingKind,
    FindingRaised,
    FindingSeverity,
    ScanCompleted,
    ScanPostponed,
    ScanStarted,
    WeightMark,
    WeightsFingerprinted,
)
from muster.events.scan_work import ContentGone
from muster.events.shared.work_orders import WorkEnded, WorkOrdered, WorkParked, WorkQueued, WorkReturned
from muster.scanner.core.contents import NEW_PRIORITY, is_read, want
from muster.scanner.core.orders import (
    Found,
    NoResult,
    Order,
    Outcome,
    Result,
    Weights,
    order_bytes,
    read_order,
    read_result,
)
from muster.scanner.core.state import (
    ACTIVE_RULES,
    JUDGED,
    KNOWN,
    LAST_RULES,
    OVERRIDES,
    POSTPONED,
    POSTPONED_BY_TIME,
    QUEUE,
    RULES,
    TO_QUEUE,
    Judged,
    Outputs,
    Postponed,
)

AT_ONCE: Final = 200
"""Contents that are queued in one batch, and scans that are taken up again."""

UNREAD_RULE: Final = "limit.reached"
"""The rule for content that was not read to its end."""

_WHY_MAX: Final = 600

PAUSES: Final = Backoff(first_ms=5_000, longest_ms=900_000)
"""Pauses between attempts to read content that failed for external reasons."""


def queued(state: Entities, at_ms: int) -> Facts[WorkFact]:
    """Queue content that has to be scanned, and postponed content that is due."""
    waiting = list(islice(state.scan(TO_QUEUE), AT_ONCE))
    late = islice(POSTPONED_BY_TIME.until(state, at_ms), AT_ONCE)
    for object_, priority in (*waiting, *((object_, NEW_PRIORITY) for object_ in list(late))):
        known = state.get(KNOWN, object_)
        if known is None:
            raise LookupError(f"{object_} is to be scanned and not known")
        facts: Sequence[Fact[WorkFact]] = QUEUE.returned(state, object_)
        if not facts:
            order = Order(
                object=object_,
                scan=_scan_id(object_, known.scans),
                repository=known.repository,
                commit=known.commit,
                names=known.names,
                newest=known.newest,
            )
            facts = QUEUE.queued(
                state, object_, priority=priority, body=order_bytes(order), tenant=known.tenant
            )
        if not facts:
            raise LookupError(f"{object_} is to be queued and is in the queue")
        yield from facts


def follow(state: Entities, item: Item, fact: Followed, at_ms: int) -> Facts[Outputs]:
    """Decide what a fact of the queue means for its content."""
    order = read_order(item.body)
    match fact:
        case WorkOrdered():
            yield _started(state, order, fact, item.tenant)
        case WorkEnded():
            yield from _ended(state, order, fact, item.tenant, at_ms)
        case WorkParked():
            why = f"the process that read it ended twice without a result: {fact.reason}"
            yield from _completed(state, order, _unread(why), item.tenant)


def evolve_work(state: Changes, fact: WorkFact) -> None:
    """Move queued content to the worker's queue; its postponements are remembered until it is read."""
    if not isinstance(fact, WorkQueued | WorkReturned):
        return
    state.delete(TO_QUEUE, fact.work_id)
    postponed = state.get(POSTPONED, fact.work_id)
    if postponed is not None:
        POSTPONED_BY_TIME.remove(state, postponed.until_ms, fact.work_id)
        state.put(POSTPONED, fact.work_id, replace(postponed, until_ms=0))


def evolve_postponed(state: Changes, fact: ScanPostponed) -> None:
    """Postpone the scan until the given time."""
    state.put(POSTPONED, fact.object, Postponed(fact.attempt, fact.until_ms))
    POSTPONED_BY_TIME.file(state, fact.until_ms, fact.object)


def evolve_completed(state: Changes, fact: ScanCompleted) -> None:
    """Store the verdict; queue content again if it got another kind of name meanwhile."""
    state.delete(POSTPONED, fact.object)
    state.put(RULES, LAST_RULES, fact.rules_version)
    known = state.get(KNOWN, fact.object)
    if known is None:
        return
    judged = Judged(
        scan=fact.scan,
        verdict=fact.verdict,
        rules_version=fact.rules_version,
        names=fact.names,
        findings=fact.findings,
        size_bytes=fact.size_bytes,
        content_sha256=fact.content_sha256,
    )
    state.put(JUDGED, fact.object, judged)
    state.put(KNOWN, fact.object, replace(known, scans=known.scans + 1))
    if not is_read(state, fact.object):
        want(state, fact.object, NEW_PRIORITY)


def evolve_gone(state: Changes, gone: ContentGone) -> None:
    """Forget the content: if it comes back, it is new."""
    for kind in (KNOWN, JUDGED, POSTPONED, OVERRIDES):
        state.delete(kind, gone.object)


def next_deadline_ms(state: Entities) -> int | None:
    """Time at which the next of this is due."""
    if next(state.scan(TO_QUEUE), None) is not None:
        return 0
    return POSTPONED_BY_TIME.first_ms(state)


# ---- what a result means ---------------------------------------------------------------------------------


def _ended(state: Entities, order: Order, ended: WorkEnded, tenant: str, at_ms: int) -> Facts[Outputs]:
    try:
        result = read_result(ended.result)
    except NoResult as error:
        result = _unread(f"its worker answered what is no result ({error})")
    match result.outcome:
        case Outcome.READ:
            yield from _completed(state, order, result, tenant)
        case Outcome.LATER:
            yield _postponed(state, order, result.reason, tenant, at_ms)
        case Outcome.GONE:
            known = state.get(KNOWN, order.object)
            if known is not None and known.newest != order.newest:
                why = "it was removed, and a commit has added it again since"
                yield _postponed(state, order, why, tenant, at_ms)
                return
            yield Fact(ContentGone(object=order.object, scan=order.scan), order.object, tenant)


def _started(state: Entities, order: Order, ordered: WorkOrdered, tenant: str) -> Fact[Outputs]:
    started = ScanStarted(
        scan=order.scan,
        object=order.object,
        repository=order.repository,
        commit=order.commit,
        path=order.names[0],
        rules_version=rules_at_work(state),
        tenant=tenant,
        attempt=ordered.attempt,
    )
    return Fact(started, order.object, tenant)


def _postponed(state: Entities, order: Order, reason: str, tenant: str, at_ms: int) -> Fact[Outputs]:
    before = state.get(POSTPONED, order.object)
    attempt = 1 if before is None else before.attempt + 1
    postponed = ScanPostponed(
        scan=order.scan,
        object=order.object,
        attempt=attempt,
        until_ms=at_ms + PAUSES.pause_ms(attempt),
        reason=reason,
        tenant=tenant,
    )
    return Fact(postponed, order.object, tenant)


def _completed(state: Entities, order: Order, result: Result, tenant: str) -> Facts[Outputs]:
    """Findings, then the verdict; an operator's override beats the same rules."""
    rules = result.rules_version or rules_at_work(state)
    about = {
        "scan": order.scan,
        "object": order.object,
        "content_sha256": result.content_sha256,
        "repository": order.repository,
        "commit": order.commit,
        "path": order.names[0],
        "rules_version": rules,
        "tenant": tenant,
    }
    for found in result.findings:
        raised = FindingRaised(
            **about,
            rule=found.rule,
            kind=found.kind,
            severity=found.severity,
            message=found.message,
            member=found.member,
            offset=found.offset,
        )
        yield Fact(raised, order.object, tenant)
    verdict, reason = result.verdict, result.reason
    override = state.get(OVERRIDES, order.object)
    if override is not None and override.rules_version == rules:
        verdict, reason = override.verdict, override.reason
    completed = ScanCompleted(
        **about,
        verdict=verdict,
        reason=reason,
        findings=result.count,
        size_bytes=result.size_bytes,
        names=order.names,
    )
    yield Fact(completed, order.object, tenant)
    if result.weights is not None:
        yield Fact(_fingerprinted(order, result.weights, tenant), order.object, tenant)


def _fingerprinted(order: Order, weights: Weights, tenant: str) -> WeightsFingerprinted:
    return WeightsFingerprinted(
        scan=order.scan,
        object=order.object,
        repository=order.repository,
        commit=order.commit,
        version=weights.version,
        marks=tuple(WeightMark(shape=each.shape, bits=each.bits) for each in weights.marks),
        as_numbers=weights.as_numbers,
        tenant=tenant,
    )


def _unread(why: str) -> Result:
    """A verdict about content that could not be read, and so is unknown."""
    found = Found(
        rule=UNREAD_RULE, kind=FindingKind.LIMIT, severity=FindingSeverity.MEDIUM, message=why[:_WHY_MAX]
    )
    return Result(outcome=Outcome.READ, reason=why[:_WHY_MAX], findings=(found,), count=1)


def rules_at_work(state: Entities) -> str:
    """The active rules; if no operator has activated any, those of the last verdict."""
    return state.get(RULES, ACTIVE_RULES) or state.get(RULES, LAST_RULES) or ""


def _scan_id(object_: str, nth: int) -> str:
    return f"scan-{hashlib.sha256(f'{object_}/{nth}'.encode()).hexdigest()[:16]}"
