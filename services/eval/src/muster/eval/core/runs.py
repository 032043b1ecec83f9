"""One evaluation from its start to its end. PURE.

StartEval    -> EvalStarted, and work for a worker, or a job that serves the version: then `serving` goes on
CasesScored  -> BatchCounted      once for each batch
WorkEnded    -> ResultsAwaited    the number of batches that the worker has sent; the last may be read later
             -> ScoresMeasured, GateDecided, EvalEnded     once all of them count
WorkParked   -> EvalEnded         FAILED: workers died of it
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Final, assert_never

from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse
from muster.deciding.work import Followed, Item, WorkFact
from muster.eval.core import verdicts
from muster.eval.core.documents import NAME, NAME_ALLOWED, EvalConfig, read_config
from muster.eval.core.golden import violations
from muster.eval.core.jobs import job_id_of, submitted
from muster.eval.core.orders import Order, order_bytes, read_result
from muster.eval.core.state import (
    BATCHES,
    CONFIGS,
    ENDED,
    PRODUCTION,
    QUEUE,
    REPOSITORIES,
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

AUTOMATIC: Final = "auto-"
"""Ids of runs that start by themselves begin so, and no others."""

WORKERS_DIED: Final = "WORKERS_DIED"
"""The run's workers died of it."""

RESULTS_CONTRADICT: Final = "RESULTS_CONTRADICT"
"""Results contradict each other or the plan: two of one case or none, a score beyond 0 to 1."""


def start(state: Entities, given: Input[Inputs], command: StartEval, at_ms: int) -> Facts[Outputs | WorkFact]:
    """Begin an evaluation that somebody asks for."""
    if command.run.startswith(AUTOMATIC):
        found = _invalid("run", command.run, f"an id that does not begin with {AUTOMATIC}")
    else:
        found = begun(state, command, at_ms)
    if isinstance(found, Refusal):
        yield refuse(given, found.code, found.violations or found.message)
    else:
        yield from found


def begun(
    state: Entities, command: StartEval, at_ms: int, *, trigger: str = ""
) -> Facts[Outputs | WorkFact] | Refusal:
    """Return the facts that begin an evaluation, or why there is none.

    Args:
        state: The state.
        command: The request.
        at_ms: The time.
        trigger: Ref whose new version asks for it, `branch NAME` or `tag NAME`; empty: somebody does.
    """
    found = _planned(state, command, at_ms, trigger)
    return found if isinstance(found, Refusal) else _beginning(state, *found, at_ms)


def _beginning(
    state: Entities, started: EvalStarted, config: EvalConfig, url: str, at_ms: int
) -> Facts[Outputs | WorkFact]:
    yield Fact(started, started.repository, started.tenant)
    if started.serving_job:
        yield from submitted(state, started, config, at_ms)
        return
    order = Order(
        run=started.run,
        tenant=started.tenant,
        repository=started.repository,
        commit=started.commit,
        golden_set=started.golden_set,
        url=url,
        config=config,
    )
    body = order_bytes(order)
    if work := QUEUE.queued(state, started.run, priority=PRIORITY, body=body, tenant=started.tenant):
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
                )
                yield Fact(awaited, run_id, run.tenant)
                yield from _ended_if_complete(state, run_id)
        case WorkParked(work_id=run_id):
            if (run := state.get(RUNS, run_id)) is not None:
                died = replace(run, code=WORKERS_DIED, reason=fact.reason)
                yield _ended(run_id, died, _results(state, run_id))
        case _:
            assert_never(fact)


def evolve_started(state: Changes, fact: EvalStarted) -> None:
    """Keep what its verdict needs."""
    config = state.get(CONFIGS, named_key(fact.tenant, fact.config))
    if config is None:
        raise LookupError(f"config {fact.config} of {fact.tenant} is not there")
    run = Run(
        tenant=fact.tenant,
        repository=fact.repository,
        commit=fact.commit,
        baseline=fact.baseline,
        config=fact.config,
        config_digest=fact.config_digest,
        document=config.document,
        cases=fact.cases,
        golden_set=fact.golden_set,
        trigger=fact.trigger,
        serving_job=fact.serving_job,
    )
    state.put(RUNS, fact.run, run)


def evolve_counted(state: Changes, fact: BatchCounted) -> None:
    """Keep the results."""
    run = existing(state, fact.run)
    state.put(BATCHES, batch_key(fact.run, fact.batch), Batch(fact.results))
    state.put(RUNS, fact.run, replace(run, counted=run.counted + 1))


def evolve_awaited(state: Changes, fact: ResultsAwaited) -> None:
    """Note how many batches there are."""
    run = existing(state, fact.run)
    state.put(RUNS, fact.run, replace(run, awaited=fact.batches, code=fact.code, reason=fact.reason))


def evolve_ended(state: Changes, fact: EvalEnded) -> None:
    """Keep the scores of the last run of a version that completed, and no others."""
    run = existing(state, fact.run)
    key = scored_key(run.repository, run.commit, run.config_digest)
    state.delete(RUNS, fact.run)
    state.put(ENDED, fact.run, key)
    if fact.outcome is EvalOutcome.COMPLETED:
        former = state.get(SCORED, key)
        state.put(SCORED, key, fact.run)
        if former is not None:
            forget_results(state, former)
    else:
        forget_results(state, fact.run)


def failed(state: Entities, run_id: str, code: str, reason: str) -> Fact[EvalEnded]:
    """End a run without a verdict."""
    run = replace(existing(state, run_id), code=code, reason=reason[:REASON_MAX])
    return _ended(run_id, run, _results(state, run_id))


def existing(state: Entities, run_id: str) -> Run:
    """Return a run that has not ended.

    Raises:
        LookupError: There is none.
    """
    run = state.get(RUNS, run_id)
    if run is None:
        raise LookupError(f"run {run_id} is not there")
    return run


def _planned(
    state: Entities, command: StartEval, at_ms: int, trigger: str
) -> tuple[EvalStarted, EvalConfig, str] | Refusal:
    """Return the evaluation that is asked for, its config, and the endpoint's URL; empty: a job serves."""
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
    is_served = url is None and config.serve is not None
    if not is_served and (url is None or not matches(URL, url)):
        return _invalid("url", url or "missing", "http:// or https:// and a host, here or in the config")
    if is_served and state.get(REPOSITORIES, command.repository) is None:
        return _unknown("repository", command.repository[:80], "a model repository")
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
        requested_by="" if trigger else f"{command.tenant}/{command.requested_by}",
        trigger=trigger,
        serving_job=job_id_of(command.run, command.tenant, at_ms) if is_served else "",
        golden_set=golden.digest,
    )
    return started, config, url or ""


def _ended_if_complete(state: Entities, run_id: str) -> Facts[Outputs]:
    """Decide a run once all its batches count."""
    run = existing(state, run_id)
    if run.awaited is None or run.counted < run.awaited:
        return
    results = _results(state, run_id)
    if not run.code:
        try:
            facts = verdicts.decided(run_id, run, results, _baseline(state, run))
        except ValueError as error:  # whatever lies on the topic, it must not stop the cell
            run = replace(run, code=RESULTS_CONTRADICT, reason=str(error)[:REASON_MAX])
        else:
            yield from facts
    yield _ended(run_id, run, results)


def _ended(run_id: str, run: Run, results: list[CaseScore]) -> Fact[EvalEnded]:
    ended = EvalEnded(
        run=run_id,
        repository=run.repository,
        commit=run.commit,
        outcome=EvalOutcome.FAILED if run.code else EvalOutcome.COMPLETED,
        reason=run.reason,
        cases_done=sum(1 for each in results if each.score is not None),
        tenant=run.tenant,
        code=run.code,
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


def _invalid(field: str, value: str, allowed: str) -> Refusal:
    return Refusal(RejectionCode.INVALID, must_be(field, value[:80], allowed))


def _unknown(field: str, value: str, allowed: str) -> Refusal:
    return Refusal(RejectionCode.NOT_FOUND, must_be(field, value, allowed))
