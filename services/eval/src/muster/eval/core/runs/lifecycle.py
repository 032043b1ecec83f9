"""One evaluation from its start to its end. PURE.

StartEval    -> EvalStarted, and work for a worker, or a job that serves the version: then `serving` goes on
             -> CommandRepeated   its id evaluates the same version by the same config already
a new judge  -> EvalStarted, and work, for the last versions: kept answers are judged again
ProbeJudge   -> EvalStarted, and work: changed answers are judged; JudgeProbed in place of a verdict
ScoreAnswers -> EvalStarted, and work: kept answers are judged; AnswersScored in place of a verdict
StopEval     -> EvalStopped, and what the results that count by then decide; EvalEnded: STOPPED
CasesScored  -> BatchCounted      once for each batch
WorkEnded    -> ResultsAwaited    the number of batches that the worker has sent; the last may be read later
             -> ScoresMeasured, GateDecided, EvalEnded     once all of them count; STOPPED at its cap
WorkParked   -> EvalEnded         FAILED: workers died of it
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeAlias, assert_never

from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse, repeated
from muster.deciding.work import Followed, Item, WorkFact
from muster.eval.core import held_out, judges, verdicts
from muster.eval.core.configs.documents import read_config
from muster.eval.core.money import caps, daily, prices
from muster.eval.core.money.spending import CAP_REACHED
from muster.eval.core.runs import anchors, plans, probes, statuses
from muster.eval.core.runs.anchors import planned_scoring
from muster.eval.core.runs.jobs import order_of, submitted
from muster.eval.core.runs.orders import order_bytes, read_result
from muster.eval.core.runs.plans import invalid_value, plan_in_force, planned
from muster.eval.core.runs.probes import planned_probe, probed
from muster.eval.core.state import (
    BATCHES,
    CONFIGS,
    ENDED,
    HOLDING,
    JUDGED,
    OTHER,
    PRODUCTION,
    QUEUE,
    RECENT,
    REJUDGED_MAX,
    RUNS,
    SCORED,
    SETS,
    VERSIONS,
    Batch,
    Inputs,
    Outputs,
    Recent,
    Run,
    batch_key,
    forget_results,
    judged_key,
    named_key,
    recent_key,
    scored_key,
    version_key,
)
from muster.events.eval_commands import (
    ActivateEvalConfig,
    GoldenTask,
    ProbeJudge,
    ScoreAnswers,
    StartEval,
    StopEval,
)
from muster.events.eval_events import (
    AnswersScored,
    EvalConfigActivated,
    EvalEnded,
    EvalOutcome,
    EvalStarted,
    EvalStopped,
    GateDecided,
    JudgeProbed,
    ScoresMeasured,
    StatusChanged,
)
from muster.events.eval_results import CaseScore, CasesScored
from muster.events.eval_work import BatchCounted, ResultsAwaited
from muster.events.refusal import Refusal, must_be
from muster.events.shared.command_answers import RejectionCode
from muster.events.shared.work_orders import WorkEnded, WorkOrdered, WorkParked
from muster.golden.configs import REASON_MAX
from muster.scoring.calling.costs import micros

REJUDGED_RUNS_MAX: Final = 100
"""Most runs that one new judge begins, over all repositories."""

STOPPED: Final = "STOPPED"
"""Somebody stopped the run."""

AUTOMATIC: Final = "auto-"
"""Prefix of the ids of automatic runs; no other id may have it."""

WORKERS_DIED: Final = "WORKERS_DIED"
"""The run's workers died of it."""

RESULTS_CONTRADICT: Final = "RESULTS_CONTRADICT"
"""Results contradict each other or the plan: a case has two results or none, or a score outside 0 to 1."""


_Decided: TypeAlias = Sequence[Fact[ScoresMeasured | GateDecided | JudgeProbed | AnswersScored]]
"""Outcome of a run: scores and verdict, figures of its judge, scores of kept answers, or nothing."""

_OUTCOMES: Final = {
    "": EvalOutcome.COMPLETED,
    STOPPED: EvalOutcome.STOPPED,
    CAP_REACHED: EvalOutcome.STOPPED,
}
"""By code; any other is a run that failed."""


def start(state: Entities, given: Input[Inputs], command: StartEval, at_ms: int) -> Facts[Outputs | WorkFact]:
    """Begin a requested evaluation; an id that evaluates the same already is repeated."""
    if command.run.startswith(AUTOMATIC):
        found = invalid_value("run", command.run, f"an id that does not begin with {AUTOMATIC}")
    elif plans.is_repeated(state, command):
        yield repeated(given)
        return
    else:
        found = planned(state, command, at_ms)
    if isinstance(found, Refusal):
        yield refuse(given, found.code, found.violations or found.message)
    else:
        yield from begin(state, *found, at_ms)


def judge_kept(
    state: Entities, given: Input[Inputs], command: ProbeJudge | ScoreAnswers, at_ms: int
) -> Facts[Outputs | WorkFact]:
    """Begin a requested run over kept answers; an id that has the same one already is repeated."""
    if command.run.startswith(AUTOMATIC):
        found = invalid_value("run", command.run, f"an id that does not begin with {AUTOMATIC}")
    elif isinstance(command, ProbeJudge):
        found = None if probes.is_repeated(state, command) else planned_probe(state, command)
    else:
        found = None if anchors.is_repeated(state, command) else planned_scoring(state, command)
    if found is None:
        yield repeated(given)
    elif isinstance(found, Refusal):
        yield refuse(given, found.code, found.violations or found.message)
    else:
        yield from begin(state, found, "", at_ms)


def rejudge(
    state: Entities, given: Input[Inputs], command: ActivateEvalConfig, at_ms: int
) -> Facts[Outputs | WorkFact]:
    """Start runs in which a new judge scores the kept answers of the last versions, production first."""
    plan = plan_in_force(state, command.tenant, command.name)
    if plan is None or not plan.chosen.judge_hash or not command.rejudge:
        return
    config, digest = plan.config, plan.digest
    judge_price = prices.judge_price_of(state, command.tenant, config)
    cap_micros = None if judge_price is None else caps.standing_cap(config)
    for repository, commit in _last_versions(state, command)[:REJUDGED_RUNS_MAX]:
        if state.get(SCORED, scored_key(repository, commit, digest)) is not None:
            continue
        name = hashlib.sha256(f"{given.event_id}/{repository}/{commit}".encode()).hexdigest()
        asked = StartEval(
            run=f"rejudge-{name[:24]}",
            repository=repository,
            commit=commit,
            config=command.name,
            tenant=command.tenant,
            requested_by=command.requested_by,
        )
        started = plan.started(asked, baseline="", rejudge=True)
        yield from begin(state, replace(started, judge_price=judge_price, cap_micros=cap_micros), "", at_ms)


def stop(state: Entities, given: Input[Inputs], command: StopEval) -> Facts[Outputs | WorkFact]:
    """End an evaluation early, with what counts of it; its worker lets go."""
    run = state.get(RUNS, command.run)
    if run is None or run.tenant != command.tenant:
        allowed = "an evaluation or probe of your organisation that has not ended"
        yield refuse(given, RejectionCode.NOT_FOUND, must_be("run", command.run[:80], allowed))
        return
    if len(command.reason) > REASON_MAX:
        allowed = f"at most {REASON_MAX}"
        yield refuse(
            given, RejectionCode.INVALID, must_be("reason", f"{len(command.reason)} characters", allowed)
        )
        return
    by = f"{command.tenant}/{command.requested_by}"
    fact = EvalStopped(
        run=command.run,
        repository=run.repository,
        commit=run.commit,
        reason=command.reason,
        tenant=run.tenant,
        requested_by=by,
    )
    yield Fact(fact, run.repository, run.tenant)
    sentence = f"stopped by {by}{': ' if command.reason else ''}{command.reason}"
    ended, decided = _decided(state, command.run, replace(run, code=STOPPED, reason=sentence))
    yield from decided
    yield from QUEUE.withdrawn(state, command.run)
    yield from _ended(command.run, ended, _results(state, command.run), decided)


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
                yield from _ended(run_id, died, _results(state, run_id), [])
        case _:
            assert_never(fact)


def evolve_started(state: Changes, fact: EvalStarted, at_ms: int) -> None:
    """Keep what its verdict needs."""
    state.put(RUNS, fact.run, _run(state, fact, at_ms))
    daily.evolve_started(state, fact, at_ms)
    held_out.evolve_started(state, fact)


def _run(state: Entities, fact: EvalStarted, at_ms: int) -> Run:
    config = state.get(CONFIGS, named_key(fact.tenant, fact.config))
    if config is None:
        raise LookupError(f"config {fact.config} of {fact.tenant} is not there")
    return Run(
        tenant=fact.tenant,
        repository=fact.repository,
        commit=fact.commit,
        baseline=fact.baseline,
        config=fact.config,
        config_digest=fact.config_digest,
        document=config.document,
        cases=fact.cases,
        judge=fact.judge_hash,
        rejudge=fact.rejudge,
        tasks=_tasks(state, config),
        sha=fact.sha,
        price=fact.price,
        judge_price=fact.judge_price,
        cap_micros=fact.cap_micros,
        requested_by=fact.requested_by,
        started_at_ms=at_ms,
        golden_set=fact.golden_set,
        trigger=fact.trigger,
        serving_job=fact.serving_job,
        held_out=fact.held_out,
        held_out_cases=fact.held_out_cases,
        probe=fact.probe,
        anchors=fact.anchors,
        fresh=fact.fresh,
    )


def evolve_counted(state: Changes, fact: BatchCounted) -> None:
    """Keep the results."""
    run = existing(state, fact.run)
    state.put(BATCHES, batch_key(fact.run, fact.batch), Batch(fact.results))
    state.put(RUNS, fact.run, replace(run, counted=run.counted + 1))


def evolve_awaited(state: Changes, fact: ResultsAwaited) -> None:
    """Note how many batches there are."""
    run = existing(state, fact.run)
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
    run = existing(state, fact.run)
    key = scored_key(run.repository, run.commit, run.config_digest)
    daily.evolve_ended(state, run, fact)
    state.delete(RUNS, fact.run)
    state.put(ENDED, fact.run, key)
    if fact.outcome is EvalOutcome.COMPLETED and run.is_evaluation:
        former = state.get(SCORED, key)
        state.put(SCORED, key, fact.run)
        state.put(JUDGED, judged_key(run.repository, run.commit, run.config), run.judge)
        if not run.rejudge:
            _remember(state, run)
        if former is not None:
            forget_results(state, former)
    else:
        forget_results(state, fact.run)


def failed(state: Entities, run_id: str, code: str, reason: str) -> Facts[Outputs | WorkFact]:
    """End a run without a verdict; its worker lets go."""
    run = replace(existing(state, run_id), code=code, reason=reason[:REASON_MAX])
    yield from QUEUE.withdrawn(state, run_id)
    yield from _ended(run_id, run, _results(state, run_id), [])


def existing(state: Entities, run_id: str) -> Run:
    """Return a run that has not ended.

    Raises:
        LookupError: There is none.
    """
    run = state.get(RUNS, run_id)
    if run is None:
        raise LookupError(f"run {run_id} is not there")
    return run


def begin(state: Entities, started: EvalStarted, url: str, at_ms: int) -> Facts[Outputs | WorkFact]:
    """Begin a run: a job serves the version, an endpoint at `url` does, or kept answers are judged again."""
    run = _run(state, started, at_ms)
    yield Fact(started, started.repository, started.tenant)
    yield from _statuses(statuses.pending(started.run, run))
    if started.serving_job:
        yield from submitted(state, started, read_config(run.document), at_ms)
        return
    yield from queued(state, started.run, run, url)


def queued(state: Entities, run_id: str, run: Run, url: str) -> Facts[Outputs | WorkFact]:
    """Queue a run for a worker; runs whose gate holds a version come first."""
    holds = not run.rejudge and verdicts.gate_terms(run.config, read_config(run.document)).blocks
    body = order_bytes(order_of(run_id, run, url))
    priority = HOLDING if holds else OTHER
    yield from QUEUE.queued(state, run_id, priority=priority, body=body, tenant=run.tenant)


def _last_versions(state: Entities, command: ActivateEvalConfig) -> list[tuple[str, str]]:
    """Return repositories with the versions to judge again: in production, then the newest first."""
    found: list[tuple[str, str]] = []
    for key, recent in state.scan(RECENT, prefix=recent_key(command.tenant, command.name, "")):
        repository = key.rpartition("/")[2]
        living = [
            commit
            for commit in reversed(recent.commits)
            if state.get(VERSIONS, version_key(repository, commit)) == command.tenant
        ]
        chosen = living[: command.rejudge]
        production = state.get(PRODUCTION, repository)
        if production in living:
            chosen = [production, *(commit for commit in chosen if commit != production)][: command.rejudge]
        found.extend((repository, commit) for commit in chosen)
    return found


def _remember(state: Changes, run: Run) -> None:
    """Note a version as the one that was scored last."""
    key = recent_key(run.tenant, run.config, run.repository)
    former = state.get(RECENT, key) or Recent(())
    others = tuple(commit for commit in former.commits if commit != run.commit)
    state.put(RECENT, key, Recent((*others, run.commit)[-REJUDGED_MAX:]))


def _ended_if_complete(state: Entities, run_id: str) -> Facts[Outputs]:
    """Decide a run once all its batches count."""
    run = existing(state, run_id)
    if run.awaited is None or run.counted < run.awaited:
        return
    ended, decided = _decided(state, run_id, run)
    yield from decided
    yield from _ended(run_id, ended, _results(state, run_id), decided)


def _decided(state: Entities, run_id: str, run: Run) -> tuple[Run, _Decided]:
    """Return a run that ends with its verdict: of all results, or of the first of one that stopped."""
    outcome, decided = _OUTCOMES.get(run.code, EvalOutcome.FAILED), ()
    if outcome is EvalOutcome.FAILED:
        return run, decided
    if run.probe:
        return run, [Fact(probed(run_id, run, _results(state, run_id)), run.repository, run.tenant)]
    if run.anchors:
        scored = anchors.scored(run_id, run, _results(state, run_id))
        return run, [Fact(scored, run.repository, run.tenant)]
    baseline, refused = _baseline(state, run), _other_judge(state, run)
    try:
        if outcome is EvalOutcome.STOPPED:
            first = _first_results(state, run_id)
            decided = verdicts.stopped(run_id, run, first, baseline, not_compared=refused)
        else:
            every = _results(state, run_id)
            decided = verdicts.decided(run_id, run, every, baseline, not_compared=refused)
    except ValueError as error:  # contradictory results must not stop the cell
        run = replace(run, code=RESULTS_CONTRADICT, reason=str(error)[:REASON_MAX])
    return run, decided


def _ended(run_id: str, run: Run, results: list[CaseScore], decided: _Decided) -> Facts[Outputs]:
    """End a run; `decided` holds its verdict, if it has one."""
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
        priced=prices.are_complete(run.price, run.judge_price, judge=run.judge, rejudge=run.rejudge),
        requested_by=run.requested_by,
        probe=not run.is_evaluation,
    )
    yield Fact(ended, run.repository, run.tenant)
    gates = [fact.payload for fact in decided if isinstance(fact.payload, GateDecided)]
    yield from _statuses(statuses.ended(run_id, run, gates[0] if gates else None))


def _statuses(changed: list[StatusChanged]) -> Facts[Outputs]:
    for each in changed:
        yield Fact(each, each.repository, each.tenant)


def _results(state: Entities, run_id: str) -> list[CaseScore]:
    """Return the results of a run in its order."""
    return [each for _, batch in state.scan(BATCHES, prefix=f"{run_id}/") for each in batch.results]


def _first_results(state: Entities, run_id: str) -> list[CaseScore]:
    """Return the results of a run in its order, up to the first batch that does not count yet.

    Batches that came early are left out: with concurrent calls the fast cases would be favoured.
    """
    found: list[CaseScore] = []
    for place, (key, batch) in enumerate(state.scan(BATCHES, prefix=f"{run_id}/")):
        if key != batch_key(run_id, place):
            break
        found.extend(batch.results)
    return found


def _tasks(state: Entities, config: EvalConfigActivated) -> tuple[GoldenTask, ...]:
    """Return the plan of a config's tasks."""
    read = read_config(config.document)
    golden = state.get(SETS, named_key(config.tenant, read.golden_set))
    asked = () if golden is None else held_out.asked_tasks(golden, read)
    return tuple(each for each in asked if each.task in read.tasks)


def _baseline(state: Entities, run: Run) -> list[CaseScore] | None:
    """Return the results of the version in production by the same config; None: there are none."""
    if not run.baseline:
        return None
    scored = state.get(SCORED, scored_key(run.repository, run.baseline, run.config_digest))
    return None if scored is None else _results(state, scored)


def _other_judge(state: Entities, run: Run) -> str:
    """Return why a run is not compared with production: another judge has scored it; empty: none has."""
    if not run.baseline:
        return ""
    former = state.get(JUDGED, judged_key(run.repository, run.baseline, run.config))
    return "" if former in (None, run.judge) else judges.not_compared(former, run.judge)
