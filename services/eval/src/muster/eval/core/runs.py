"""One evaluation from its start to its end. PURE.

StartEval    -> EvalStarted, and work for a worker
CasesScored  -> BatchCounted      once for each batch
WorkEnded    -> ResultsAwaited    the number of batches that the worker has sent; the last may be read later
             -> ScoresMeasured, GateDecided, EvalEnded     once all of them count; STOPPED at its cap
WorkParked   -> EvalEnded         FAILED: workers died of it
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Final, assert_never

from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse
from muster.deciding.work import Followed, Item, WorkFact
from muster.eval.core import caps, daily, prices, verdicts
from muster.eval.core.documents import NAME, NAME_ALLOWED, read_config
from muster.eval.core.golden import violations
from muster.eval.core.orders import Order, order_bytes, read_result
from muster.eval.core.spending import CAP_REACHED, micros
from muster.eval.core.state import (
    BATCHES,
    CONFIGS,
    ENDED,
    PRODUCTION,
    QUEUE,
    RUNS,
    SCORED,
    SETS,
    VERSIONS,
    Batch,
    Inputs,
    Outputs,
    Run,
    batch_key,
    forget_results,
    named_key,
    scored_key,
    version_key,
)
from muster.events.eval_commands import StartEval
from muster.events.eval_events import (
    EvalEnded,
    EvalOutcome,
    EvalStarted,
)
from muster.events.eval_results import CaseScore, CasesScored
from muster.events.eval_work import BatchCounted, ResultsAwaited
from muster.events.refusal import Refusal, must_be
from muster.events.shared.command_answers import RejectionCode
from muster.events.shared.work_orders import WorkEnded, WorkOrdered, WorkParked
from muster.jobs.values.rules import matches

URL: Final = r"^https?://[^\s@]+$"
PRIORITY: Final = 500
REASON_MAX: Final = 300

WORKERS_DIED: Final = "WORKERS_DIED"
"""The run's workers died of it."""

RESULTS_CONTRADICT: Final = "RESULTS_CONTRADICT"
"""Results contradict each other or the plan: two of one case or none, a score beyond 0 to 1."""


_OUTCOMES: Final = {"": EvalOutcome.COMPLETED, CAP_REACHED: EvalOutcome.STOPPED}
"""By code; any other is a run that failed."""


def start(state: Entities, given: Input[Inputs], command: StartEval, at_ms: int) -> Facts[Outputs | WorkFact]:
    """Begin an evaluation."""
    found = _planned(state, command)
    if isinstance(found, Refusal):
        yield refuse(given, found.code, found.violations or found.message)
        return
    started, order = found
    if held_back := tuple(daily.hold_back(state, given, started, at_ms)):
        yield from held_back
        return
    yield Fact(started, started.repository, started.tenant)
    body = order_bytes(order)
    if work := QUEUE.queued(state, command.run, priority=PRIORITY, body=body, tenant=started.tenant):
        yield work


def count(state: Entities, scored: CasesScored) -> Facts[Outputs]:
    """Count a batch, unless it counts already or its run has ended."""
    run = state.get(RUNS, scored.run)
    if run is None or state.get(BATCHES, batch_key(scored.run, scored.batch)) is not None:
        return
    counted = BatchCounted(run=scored.run, batch=scored.batch, results=scored.results, tenant=run.tenant)
    yield Fact(counted, scored.run, run.tenant)
    yield from _ended_if_complete(state, scored.run)


def follow(state: Entities, item: Item, fact: Followed, at_ms: int) -> Facts[Outputs]:
    """React to the end of a run's work."""
    del at_ms, item
    match fact:
        case WorkOrdered():
            return
        case WorkEnded(work_id=run_id):
            if (run := state.get(RUNS, run_id)) is not None:
                result = read_result(fact.result)
                awaited = ResultsAwaited(
                    run=run_id,
                    batches=result.batches,
                    code=result.code,
                    reason=result.reason,
                    tenant=run.tenant,
                    unsettled_micros=result.unsettled_micros,
                )
                yield Fact(awaited, run_id, run.tenant)
                yield from _ended_if_complete(state, run_id)
        case WorkParked(work_id=run_id):
            if (run := state.get(RUNS, run_id)) is not None:
                died = replace(run, code=WORKERS_DIED, reason=fact.reason)
                yield _ended(run_id, died, _results(state, run_id))
        case _:
            assert_never(fact)


def evolve_started(state: Changes, fact: EvalStarted, at_ms: int) -> None:
    """Keep what its verdict needs."""
    config = state.get(CONFIGS, named_key(fact.tenant, fact.config))
    if config is None:
        raise LookupError(f"config {fact.config} of {fact.tenant} is not there")
    golden = state.get(SETS, named_key(fact.tenant, read_config(config.document).golden_set))
    if golden is None:
        raise LookupError(f"golden set of config {fact.config} of {fact.tenant} is not there")
    run = Run(
        tenant=fact.tenant,
        repository=fact.repository,
        commit=fact.commit,
        baseline=fact.baseline,
        config=fact.config,
        config_digest=fact.config_digest,
        document=config.document,
        cases=fact.cases,
        price=fact.price,
        cap_micros=fact.cap_micros,
        automatic=fact.automatic,
        requested_by=fact.requested_by,
        tasks=golden.tasks,
        started_at_ms=at_ms,
    )
    state.put(RUNS, fact.run, run)
    daily.evolve_started(state, fact, at_ms)


def evolve_counted(state: Changes, fact: BatchCounted) -> None:
    """Keep the results."""
    run = _existing(state, fact.run)
    state.put(BATCHES, batch_key(fact.run, fact.batch), Batch(fact.results))
    state.put(RUNS, fact.run, replace(run, counted=run.counted + 1))


def evolve_awaited(state: Changes, fact: ResultsAwaited) -> None:
    """Note how many batches there are."""
    run = _existing(state, fact.run)
    ended = replace(
        run,
        awaited=fact.batches,
        code=fact.code,
        reason=fact.reason,
        unsettled_micros=fact.unsettled_micros,
    )
    state.put(RUNS, fact.run, ended)


def evolve_ended(state: Changes, fact: EvalEnded) -> None:
    """Keep the scores of the last run of a version that completed, and no others."""
    run = _existing(state, fact.run)
    key = scored_key(run.repository, run.commit, run.config_digest)
    daily.evolve_ended(state, run, fact)
    state.delete(RUNS, fact.run)
    state.put(ENDED, fact.run, key)
    if fact.outcome is EvalOutcome.COMPLETED:
        former = state.get(SCORED, key)
        state.put(SCORED, key, fact.run)
        if former is not None:
            forget_results(state, former)
    else:
        forget_results(state, fact.run)


def _planned(state: Entities, command: StartEval) -> tuple[EvalStarted, Order] | Refusal:
    """Return the evaluation that a command asks for, and the order for its worker."""
    if not matches(NAME, command.run):
        return _invalid("run", command.run, NAME_ALLOWED)
    if state.get(RUNS, command.run) is not None or state.get(ENDED, command.run) is not None:
        message = must_be("run", command.run, "an id that no other evaluation has")
        return Refusal(RejectionCode.ALREADY_EXISTS, message)
    tenant = state.get(VERSIONS, version_key(command.repository, command.commit))
    if tenant != command.tenant:
        allowed = "one of a repository of your organisation"
        return _unknown("commit", f"{command.commit[:64]} of {command.repository[:80]}", allowed)
    chosen = state.get(CONFIGS, named_key(command.tenant, command.config))
    if chosen is None:
        return _unknown("config", command.config[:80], "an eval config that is in force")
    config = read_config(chosen.document)
    golden = state.get(SETS, named_key(command.tenant, config.golden_set))
    found = violations(config, golden)
    if golden is None or found:
        return Refusal(RejectionCode.WRONG_STATE, "", tuple(found))
    url = command.url or config.endpoint.url
    if url is None or not matches(URL, url):
        return _invalid("url", url or "missing", "http:// or https:// and a host, here or in the config")
    price = prices.price_of(state, command.tenant, url, config.endpoint.model)
    cap_micros = caps.cap_of(command, config, price)
    if isinstance(cap_micros, Refusal):
        return cap_micros
    production = state.get(PRODUCTION, command.repository) or ""
    started = EvalStarted(
        run=command.run,
        repository=command.repository,
        commit=command.commit,
        baseline=production if production != command.commit else "",
        config=command.config,
        config_digest=hashlib.sha256(f"{chosen.digest}\n{golden.digest}".encode()).hexdigest(),
        gates=(command.config,),
        cases=sum(each.cases for each in golden.tasks if each.task in config.tasks),
        tenant=command.tenant,
        requested_by=f"{command.tenant}/{command.requested_by}",
        cap_micros=cap_micros,
        price=price,
        automatic=command.automatic,
    )
    order = Order(
        run=command.run,
        tenant=command.tenant,
        repository=command.repository,
        commit=command.commit,
        golden_set=golden.digest,
        url=url,
        config=config,
        price=price,
        cap_micros=cap_micros,
    )
    return started, order


def _ended_if_complete(state: Entities, run_id: str) -> Facts[Outputs]:
    """Decide a run once all its batches count."""
    run = _existing(state, run_id)
    if run.awaited is None or run.counted < run.awaited:
        return
    results = _results(state, run_id)
    if run.code in {"", CAP_REACHED}:
        try:
            stopped = run.code == CAP_REACHED
            facts = verdicts.decided(run_id, run, results, _baseline(state, run), stopped=stopped)
        except ValueError as error:  # whatever lies on the topic, it must not stop the cell
            run = replace(run, code=RESULTS_CONTRADICT, reason=str(error)[:REASON_MAX])
        else:
            yield from facts
    yield _ended(run_id, run, results)


def _ended(run_id: str, run: Run, results: list[CaseScore]) -> Fact[EvalEnded]:
    paid = [each for each in results if not each.cached]
    ended = EvalEnded(
        run=run_id,
        repository=run.repository,
        commit=run.commit,
        outcome=_OUTCOMES.get(run.code, EvalOutcome.FAILED),
        reason=run.reason,
        cases_done=sum(1 for each in results if each.score is not None),
        tenant=run.tenant,
        code=run.code,
        spent_micros=micros(sum(each.cost_picos for each in results)),
        unsettled_micros=run.unsettled_micros,
        paid_cases=len(paid),
        cached_cases=len(results) - len(paid),
        tokens_in=sum(each.tokens_in for each in paid),
        tokens_out=sum(each.tokens_out for each in paid),
        tokens_in_cached=sum(each.tokens_in_cached for each in paid),
        priced=run.price is not None,
        requested_by=run.requested_by,
    )
    return Fact(ended, run.repository, run.tenant)


def _results(state: Entities, run_id: str) -> list[CaseScore]:
    """Return the results of a run in its order."""
    return [each for _, batch in state.scan(BATCHES, prefix=f"{run_id}/") for each in batch.results]


def _baseline(state: Entities, run: Run) -> list[CaseScore] | None:
    """Return the results of the version in production by the same config; None: there are none."""
    if not run.baseline:
        return None
    scored = state.get(SCORED, scored_key(run.repository, run.baseline, run.config_digest))
    return None if scored is None else _results(state, scored)


def _existing(state: Entities, run_id: str) -> Run:
    run = state.get(RUNS, run_id)
    if run is None:
        raise LookupError(f"run {run_id} is not there")
    return run


def _invalid(field: str, value: str, allowed: str) -> Refusal:
    return Refusal(RejectionCode.INVALID, must_be(field, value[:80], allowed))


def _unknown(field: str, value: str, allowed: str) -> Refusal:
    return Refusal(RejectionCode.NOT_FOUND, must_be(field, value, allowed))
