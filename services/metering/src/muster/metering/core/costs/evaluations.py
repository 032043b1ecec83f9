"""Payments of evaluations to their endpoints, charged day by day beside nodes and the store. PURE.

EvalEnded -> EvalSpent      once for each run; counts on its day, or on the oldest uncharged one
due       -> EvalsCharged   a day that has ended, in batches of AT_ONCE runs; cents are rounded once per batch

The eval service reports exact amounts in millionths of a dollar, independent of the rate cards here. Answers
from the cache cost nothing; their number is recorded beside that of paid ones. GPU time of an evaluation that
runs as a job is charged like any job's, and is not included here.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from muster.deciding import Changes, Entities, Fact
from muster.events.eval_events import EvalEnded
from muster.events.usage_events import EvalCharge, EvalsCharged, EvalSpent
from muster.metering.core.costs.storage import AT_ONCE, REPOSITORY
from muster.metering.core.ledger import DAY_MS, in_units
from muster.metering.core.meter import nobody_of
from muster.metering.core.state import EVALS, day_key, day_of, first_open_ms

EVALUATIONS: Final = "evaluations"
"""Key of these charges; reported instead of a node if they do not add up."""

CURRENCY: Final = "USD"

EVAL_CENT: Final = 10_000
"""A cent, in millionths of the currency."""

RUN: Final = "evaluation"
"""Label that identifies the run of a cost."""


def record_payments(fact: EvalEnded, at_ms: int) -> Iterator[Fact[EvalSpent]]:
    """Record the payments of a run, including unsettled ones of dead workers: the endpoint bills them."""
    noted = EvalSpent(
        run=fact.run,
        repository=fact.repository,
        at_ms=at_ms,
        micros=fact.spent_micros + fact.unsettled_micros,
        priced=fact.priced,
        paid_cases=fact.paid_cases,
        cached_cases=fact.cached_cases,
        tokens_in=fact.tokens_in,
        tokens_out=fact.tokens_out,
        tenant=fact.tenant,
        user=fact.requested_by.partition("/")[2],
    )
    yield Fact(noted, fact.run, fact.tenant)


def note_spent(state: Changes, fact: EvalSpent) -> None:
    """Store a run until its day is charged."""
    day_ms = max(day_of(fact.at_ms), day_of(first_open_ms(state)))
    state.put(EVALS, day_key(day_ms, fact.run), fact)


def to_charge(state: Entities) -> bool:
    """Whether a day that has ended is not charged yet."""
    return any(True for _ in _over(state))


def charge(state: Entities) -> Iterator[Fact[EvalsCharged]]:
    """Charge the oldest uncharged day that has ended, at most AT_ONCE runs of it."""
    found = list(islice(_over(state), AT_ONCE))
    oldest = found[0][0].partition("/")[0]
    runs = [each for key, each in found if key.partition("/")[0] == oldest]
    starts_at_ms, micros = int(oldest), [each.micros for each in runs]
    cents = in_units(micros, EVAL_CENT)
    charged = EvalsCharged(
        starts_at_ms=starts_at_ms,
        ends_at_ms=starts_at_ms + DAY_MS,
        currency=CURRENCY,
        micros=sum(micros),
        cents=sum(cents),
        charges=tuple(_charge(starts_at_ms, *each) for each in zip(runs, cents, strict=True)),
    )
    yield Fact(charged, EVALUATIONS)


def note_charged(state: Changes, fact: EvalsCharged) -> None:
    """Forget charged runs."""
    for each in fact.charges:
        state.delete(EVALS, day_key(fact.starts_at_ms, each.run))


def cents_of(fact: EvalsCharged) -> int:
    """Return the cents of a day by its runs' payments, rounded once; consistency checks compare with it."""
    return in_units([sum(each.micros for each in fact.charges)], EVAL_CENT)[0]


def _over(state: Entities) -> Iterator[tuple[str, EvalSpent]]:
    """Scan the runs of days that have ended, oldest first."""
    return state.scan(EVALS, until=day_key(day_of(first_open_ms(state)), ""))


def _charge(starts_at_ms: int, run: EvalSpent, cents: int) -> EvalCharge:
    labels = {REPOSITORY: run.repository, RUN: run.run}
    text = json.dumps(["evaluation", run.run, starts_at_ms])
    return EvalCharge(
        charge_id=hashlib.sha256(text.encode()).hexdigest()[:32],
        run=run.run,
        repository=run.repository,
        payer=replace(nobody_of(run.tenant, ""), user=run.user, labels=labels),
        micros=run.micros,
        cents=cents,
        priced=run.priced,
        paid_cases=run.paid_cases,
        cached_cases=run.cached_cases,
        tokens_in=run.tokens_in,
        tokens_out=run.tokens_out,
    )
