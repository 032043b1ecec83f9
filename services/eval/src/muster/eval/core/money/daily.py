"""Limit of an organisation's automatic runs in one day. PURE.

SetEvalBudget  -> EvalBudgetSet
a new version  -> EvalsPaused, once, and it is passed over: with its run's cap the day could exceed its limit
ResumeEvals    -> EvalsResumed      the day's count begins at zero

A run is automatic if a new version triggers it. Its cap is reserved when it starts, and settled by its cost
when it ends: the limit holds however many run at once. A run counts on the day, UTC, on which it starts; one
without a price has no cap, and does not count. The pause ends with the day, when runs end far enough below
their caps, with a higher limit, or when somebody resumes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, assert_never

from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse
from muster.eval.core.configs.documents import CAP_MICROS_MAX
from muster.eval.core.state import BUDGETS, DAYS, SERVING, Day, Inputs, Outputs, Run
from muster.events.eval_commands import ResumeEvals, SetEvalBudget
from muster.events.eval_events import EvalBudgetSet, EvalEnded, EvalsPaused, EvalsResumed, EvalStarted
from muster.events.refusal import Refusal, must_be
from muster.events.shared.command_answers import RejectionCode
from muster.jobs.documents.refusal import invalid
from muster.jobs.values.quantities import format_money

DAY_MS: Final = 86_400_000

DAY_MICROS: Final = 20_000_000
"""Limit of an organisation that has set none: 20 dollars."""


def set_budget(given: Input[Inputs], command: SetEvalBudget) -> Facts[Outputs]:
    """Limit the day of an organisation."""
    if not 0 <= command.day_micros <= CAP_MICROS_MAX:
        allowed = f"0 to {CAP_MICROS_MAX}"
        yield refuse(given, RejectionCode.INVALID, (invalid("day_micros", command.day_micros, allowed),))
        return
    budget = EvalBudgetSet(
        day_micros=command.day_micros,
        tenant=command.tenant,
        requested_by=f"{command.tenant}/{command.requested_by}",
    )
    yield Fact(budget, command.tenant, command.tenant)


def resume(state: Entities, given: Input[Inputs], command: ResumeEvals, at_ms: int) -> Facts[Outputs]:
    """Let automatic runs start again."""
    day = _today(state, command.tenant, at_ms)
    if not day.paused:
        message = must_be("day", "not paused", "paused, to be resumed")
        yield refuse(given, RejectionCode.WRONG_STATE, message)
        return
    resumed = EvalsResumed(
        day_ms=day.day_ms,
        reason=command.reason,
        tenant=command.tenant,
        requested_by=f"{command.tenant}/{command.requested_by}",
    )
    yield Fact(resumed, command.tenant, command.tenant)


def held_back(state: Entities, started: EvalStarted, at_ms: int) -> Refusal | None:
    """Return why an automatic run must not start today; None: it may."""
    if started.cap_micros is None:
        return None
    day, limit_micros = _today(state, started.tenant, at_ms), limit_of(state, started.tenant)
    left_micros = limit_micros - day.spent_micros - day.reserved_micros
    if started.cap_micros <= left_micros:
        return None
    left, limit = format_money(max(0, left_micros)), format_money(limit_micros)
    allowed = f"at most {left} USD, which is left of today's {limit} for automatic runs"
    message = must_be("cap", f"{format_money(started.cap_micros)} USD", allowed)
    return Refusal(RejectionCode.WRONG_STATE, message)


def pause(state: Entities, started: EvalStarted, at_ms: int) -> Facts[Outputs]:
    """Note that the day is paused by a run that is held back, unless it is paused."""
    day = _today(state, started.tenant, at_ms)
    if day.paused:
        return
    paused = EvalsPaused(
        day_ms=day.day_ms,
        day_micros=limit_of(state, started.tenant),
        spent_micros=day.spent_micros,
        reserved_micros=day.reserved_micros,
        cap_micros=started.cap_micros or 0,
        run=started.run,
        tenant=started.tenant,
    )
    yield Fact(paused, started.tenant, started.tenant)


def limit_of(state: Entities, tenant: str) -> int:
    """Return the limit of an organisation's day, millionths of a dollar."""
    found = state.get(BUDGETS, tenant)
    return DAY_MICROS if found is None else found


def evolve(state: Changes, fact: EvalBudgetSet | EvalsPaused | EvalsResumed, at_ms: int) -> None:
    """Keep the limit or the pause; after a resumption the count is zero, and running runs stay reserved."""
    day = _today(state, fact.tenant, at_ms)
    match fact:
        case EvalBudgetSet():
            state.put(BUDGETS, fact.tenant, fact.day_micros)
        case EvalsPaused():
            state.put(DAYS, fact.tenant, replace(day, paused=True))
        case EvalsResumed():
            state.put(DAYS, fact.tenant, replace(day, paused=False, spent_micros=0))
        case _:
            assert_never(fact)


def evolve_started(state: Changes, fact: EvalStarted, at_ms: int) -> None:
    """Reserve the cap of an automatic run."""
    if fact.trigger and fact.cap_micros is not None:
        day = _today(state, fact.tenant, at_ms)
        reserved = day.reserved_micros + fact.cap_micros
        state.put(DAYS, fact.tenant, replace(day, reserved_micros=reserved, paused=False))


def evolve_ended(state: Changes, run: Run, fact: EvalEnded) -> None:
    """Settle the reservation of an automatic run by its cost; one of an earlier day counts there.

    Without a report of its worker, since it was stopped or its workers died, the whole cap counts: what was
    under way may be charged. Nothing was, if the job that serves the version had no address yet.
    """
    day, cap_micros = state.get(DAYS, run.tenant), run.cap_micros
    if not run.trigger or cap_micros is None or day is None or day.day_ms != day_of(run.started_at_ms):
        return
    serving = state.get(SERVING, fact.run)
    is_unknown = run.awaited is None and (serving is None or serving.url != "")
    cost_micros = cap_micros if is_unknown else fact.spent_micros + fact.unsettled_micros
    settled = replace(
        day,
        reserved_micros=day.reserved_micros - cap_micros,
        spent_micros=day.spent_micros + cost_micros,
    )
    state.put(DAYS, run.tenant, settled)


def day_of(at_ms: int) -> int:
    """Return the start of a day, UTC."""
    return at_ms - at_ms % DAY_MS


def _today(state: Entities, tenant: str, at_ms: int) -> Day:
    day_ms, day = day_of(at_ms), state.get(DAYS, tenant)
    return day if day is not None and day.day_ms == day_ms else Day(day_ms)
