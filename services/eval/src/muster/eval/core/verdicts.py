"""Scores and the verdict of a run, from its results on the log. PURE."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol

from muster.deciding import Fact
from muster.eval.core import held_out, judges
from muster.eval.core.configs.documents import EvalConfig, read_config
from muster.eval.core.gating import decision, planning, samples, terms
from muster.eval.core.state import Run
from muster.events.eval_commands import GoldenTask
from muster.events.eval_events import (
    EvalScore,
    GateDecided,
    GateVerdict,
    GoldenSetActivated,
    ScoresMeasured,
)
from muster.events.eval_results import CaseScore
from muster.events.refusal import must_be
from muster.events.shared.command_answers import Violation
from muster.statistics.seeds import seeded_order
from muster.statistics.sums import rounded

SCORE: Final = "score"
"""Mean of the cases that have a score."""

COVERAGE: Final = "coverage"
"""Share of the cases that have one."""


class Result(samples.Scored, Protocol):
    """Result of one case, as on the log."""

    @property
    def task(self) -> str:
        """Its task."""
        ...


def violations(config: EvalConfig, golden: GoldenSetActivated) -> list[Violation]:
    """Return why the gate of a config could not pass even if every case were right; empty: it can."""
    asked = held_out.asked_tasks(golden, config)
    planned = {each.task: _even(each) for each in asked if each.task in config.tasks}
    return list(planning.violations(gate_terms("gate", config), planned))


def gate_terms(gate: str, config: EvalConfig) -> terms.GateTerms:
    """Return the conditions that a config sets."""
    setting = config.gate
    return terms.GateTerms(
        gate=gate,
        tasks=tuple(
            terms.TaskTerms(
                task=task,
                threshold=each.threshold if each.threshold is not None else setting.kind.threshold,
                margin=each.margin,
            )
            for task, each in sorted(config.tasks.items())
        ),
        kind=setting.kind,
        blocking=setting.blocking,
        coverage_min=setting.coverage,
        when_inconclusive=setting.inconclusive,
    )


def decided(
    run_id: str,
    run: Run,
    results: Sequence[CaseScore],
    baseline: Sequence[CaseScore] | None,
    *,
    not_compared: str = "",
) -> list[Fact[ScoresMeasured | GateDecided]]:
    """Return the scores of a run and what its gate says; scores alone if kept answers were judged again.

    Args:
        run_id: Id of the run.
        run: The run, all of whose cases were attempted.
        results: Its results, in the order of the run.
        baseline: Results of the version in production by the same config; None: there are none.
        not_compared: Why it must not be compared although production has scores; empty: it may.

    Raises:
        ValueError: There is not one result for each case, or results contradict each other.
    """
    if len(results) != run.cases:
        raise ValueError(must_be("results", len(results), f"{run.cases}, one for each case"))
    return _facts(run_id, run, results, baseline, not_compared=not_compared)


def stopped(
    run_id: str,
    run: Run,
    results: Sequence[CaseScore],
    baseline: Sequence[CaseScore] | None,
    *,
    not_compared: str = "",
) -> list[Fact[ScoresMeasured | GateDecided]]:
    """Return the scores and the verdict of a run that stopped early, by bounds that hold at every moment.

    The last of the clusters is left out, whether it was done whole or not: so what counts does not depend on
    what anything costs, or on how long it takes.

    Args:
        run_id: Id of the run.
        run: The run.
        results: The first of its results in the order of the run, without a gap.
        baseline: Results of the version in production by the same config; None: there are none.
        not_compared: Why it must not be compared although production has scores; empty: it may.

    Returns:
        Nothing if no cluster was done whole: that is no verdict.

    Raises:
        ValueError: Clusters are in another order than the run has, or results contradict each other.
    """
    if len(results) == run.cases:
        return decided(run_id, run, results, baseline, not_compared=not_compared)
    order = list(dict.fromkeys(each.cluster for each in results))
    if order != seeded_order(run_id, order):
        raise ValueError(must_be("results", "of clusters in another order", "in the order of the run"))
    whole = [each for each in results if each.cluster != order[-1]]
    if not whole:
        return []
    planned = _planned(whole)
    unreached = {each.task: _unreached(each, planned.get(each.task, {})) for each in run.tasks}
    return _facts(run_id, run, whole, baseline, not_compared=not_compared, unreached=unreached)


def paired(
    run_id: str,
    results: Sequence[Result],
    baseline: Sequence[Result],
    *,
    plan: Iterable[GoldenTask] | None,
) -> dict[str, samples.Sample]:
    """Return the cases of each task of `results` as a verdict counts them, paired with those of another run.

    Args:
        run_id: Id of the run.
        results: All its results, or those of its first whole clusters.
        baseline: Results of the other run.
        plan: Tasks of a run that stopped early; None: it did not.

    Raises:
        ValueError: Results contradict each other.
    """
    now, before = _by_task(results), _by_task(baseline)
    planned = _plans(now)
    rest = {each.task: _unreached(each, planned.get(each.task, {})) for each in plan or ()}
    return {
        task: samples.sample(
            planned[task],
            scores,
            before.get(task, ()),
            complete=plan is None,
            seed=run_id,
            unreached=rest.get(task),
        )
        for task, scores in sorted(now.items())
    }


def _facts(
    run_id: str,
    run: Run,
    results: Sequence[CaseScore],
    baseline: Sequence[CaseScore] | None,
    *,
    not_compared: str,
    unreached: Mapping[str, samples.Unreached] | None = None,
) -> list[Fact[ScoresMeasured | GateDecided]]:
    """Decide from results; `unreached` is the rest of the plan of a stopped run."""
    config = read_config(run.document)
    found = decision.decide(
        gate_terms(run.config, config),
        _by_task(results),
        None if baseline is None else _by_task(baseline),
        _planned(results),
        complete=unreached is None,
        seed=run_id,
        not_compared=not_compared,
        unreached=unreached,
    )
    measured = ScoresMeasured(
        run=run_id,
        repository=run.repository,
        commit=run.commit,
        config_digest=run.config_digest,
        scores=(
            *(score for each in found.tasks for score in _scores(each)),
            *judges.figures(config, results),
        ),
        judge=judges.name(config),
        tenant=run.tenant,
        judge_hash=run.judge,
    )
    if run.rejudge:
        return [Fact(measured, run.repository, run.tenant)]
    gate = GateDecided(
        run=run_id,
        repository=run.repository,
        commit=run.commit,
        baseline="" if baseline is None else run.baseline,
        gate=run.config,
        verdict=found.verdict,
        blocking=found.blocking and (found.holds or found.verdict is GateVerdict.PASSED),
        reason=found.reason,
        tasks=tuple(each.figures for each in found.tasks),
        config_digest=run.config_digest,
        tenant=run.tenant,
        warnings=(*judges.warnings(config), *held_out.warnings(run)),
    )
    return [Fact(measured, run.repository, run.tenant), Fact(gate, run.repository, run.tenant)]


def _scores(task: decision.TaskDecision) -> Iterable[EvalScore]:
    of = task.figures
    yield EvalScore(task=of.task, metric=SCORE, value=of.value, lower=of.lower, cases=of.cases)
    yield EvalScore(task=of.task, metric=COVERAGE, value=rounded(task.coverage), cases=of.cases)


def _by_task(results: Iterable[Result]) -> dict[str, list[Result]]:
    found: dict[str, list[Result]] = {}
    for each in results:
        found.setdefault(each.task, []).append(each)
    return found


def _planned(results: Iterable[Result]) -> Mapping[str, samples.Plan]:
    """Return the plan that a run without a missing case had."""
    return _plans(_by_task(results))


def _plans(results: Mapping[str, Sequence[Result]]) -> Mapping[str, samples.Plan]:
    return {task: Counter(each.cluster for each in cases) for task, cases in results.items()}


def _unreached(task: GoldenTask, reached: samples.Plan) -> samples.Unreached:
    """Return the rest of a task's plan; its largest cluster is bounded where the fact has no size of it."""
    return samples.Unreached(
        cases=task.cases - sum(reached.values()),
        clusters=task.clusters - len(reached),
        largest=task.largest or task.cases - task.clusters + 1,
    )


def _even(task: GoldenTask) -> samples.Plan:
    """Return the plan of a task whose clusters are as equal as they can be: a fact has only their number."""
    least, more = divmod(task.cases, task.clusters)
    return {f"{place:08d}": least + (place < more) for place in range(task.clusters)}
