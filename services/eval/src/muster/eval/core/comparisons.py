"""Two evaluations of one golden set, compared case by case as the gate compares with production. PURE.

Figures are those that the gate would decide by: the same pairs in the same order, the same bounds.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from muster.eval.core import verdicts
from muster.eval.core.gating.bounds import Bounded, bounded
from muster.eval.core.gating.planning import detectable
from muster.eval.core.gating.samples import Sample
from muster.eval.core.gating.terms import ALPHA
from muster.eval.core.verdicts import Result
from muster.events.eval_commands import GoldenTask
from muster.events.shared.command_answers import Violation
from muster.statistics.sums import rounded

_HASH_SHOWN: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """One of two evaluations.

    Attributes:
        run: Its id.
        state: running, completed, stopped or failed.
        config_digest: SHA-256 of config, golden set and judge.
        golden_set: SHA-256 of the golden set; empty: not recorded.
        comparable: The same without live cases; empty: it has none.
        judge_hash: SHA-256 of the judge; empty: checks alone.
        counted: Cases with a score that its verdict counts, by task; empty: it has no verdict.
        plan: Tasks of the golden set.
    """

    run: str
    state: str
    config_digest: str
    golden_set: str
    judge_hash: str
    counted: Mapping[str, int]
    plan: tuple[GoldenTask, ...]
    comparable: str = ""

    @property
    def compared_set(self) -> str:
        """Digest of the golden set, without live cases; it must be the same in both."""
        return self.comparable or self.golden_set


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskComparison:
    """One task of both evaluations. Figures are rounded to 1e-9.

    Attributes:
        task: Its name.
        cases: Cases with a score.
        value: Their mean; None: there is none.
        coverage: Share of the cases that have a score.
        baseline_cases: Cases of the baseline with a score.
        baseline_value: Their mean; None: there is none.
        pairs: Cases with a score in both.
        difference: Mean of score - baseline over the pairs; None: there are none.
        lower: Bound that the true difference is below with a probability of 5 % at most.
        upper: Bound that it is above with the same probability at most.
        detectable: The smallest difference that these pairs show with probability 0.8.
        worsened: Pairs below the baseline.
        improved: Pairs above it.
    """

    task: str
    cases: int
    value: float | None
    coverage: float
    baseline_cases: int
    baseline_value: float | None
    pairs: int
    difference: float | None
    lower: float | None
    upper: float | None
    detectable: float | None
    worsened: int
    improved: int


@dataclass(frozen=True, slots=True)
class ChangedCase:
    """Case that scores differently in both evaluations.

    Attributes:
        task: Its task.
        case: Its id.
        change: Score - baseline.
    """

    task: str
    case: str
    change: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two evaluations, compared.

    Attributes:
        tasks: By name.
        changed: Cases that flipped, the worst first.
    """

    tasks: tuple[TaskComparison, ...]
    changed: tuple[ChangedCase, ...]


def violation(run: Evaluation, baseline: Evaluation) -> Violation | None:
    """Return why two evaluations are not compared; None: they are."""
    if run.run == baseline.run:
        return _violation("baseline", run.run, "another evaluation")
    if run.state not in {"completed", "stopped"}:
        return _violation("run", f"{run.run}, which is {_ended(run)}", "one that ended with scores")
    if run.state == "stopped" and not run.counted:
        allowed = "one that ended with scores"
        return _violation("run", f"{run.run}, which stopped before a cluster was whole", allowed)
    if baseline.state != "completed":
        # The cases of a stopped run are those that were fast, up to its first gap.
        allowed = "one that did all its cases"
        return _violation("baseline", f"{baseline.run}, which is {_ended(baseline)}", allowed)
    if run.config_digest == baseline.config_digest:
        return None
    if run.compared_set != baseline.compared_set or not run.golden_set:
        value = f"{baseline.run}, of golden set {_short(baseline.golden_set)}"
        return _violation("baseline", value, f"of the same golden set as {run.run}, {_short(run.golden_set)}")
    if run.judge_hash != baseline.judge_hash:
        value = f"{baseline.run}, scored by {_judge(baseline)}"
        return _violation("baseline", value, f"scored as {run.run}, by {_judge(run)}")
    return None


def warnings(run: Evaluation, baseline: Evaluation) -> tuple[str, ...]:
    """Return reasons for doubt about a comparison."""
    found: list[str] = []
    if run.config_digest != baseline.config_digest:
        found.append("the configs differ: checks or sampling may explain differences")
    if run.golden_set != baseline.golden_set:
        found.append("live cases of the golden sets differ; live cases are not compared")
    return tuple(found)


def compare(run: Evaluation, results: Sequence[Result], baseline: Sequence[Result]) -> Comparison:
    """Compare two evaluations that `violation` allows.

    Args:
        run: The one that is compared.
        results: Its results in the order of the run.
        baseline: Results of the other, all of them.

    Raises:
        ValueError: Results contradict each other.
    """
    stopped = run.state == "stopped"
    counted = _counted(results, run.counted) if stopped else results
    found = verdicts.paired(run.run, counted, baseline, plan=run.plan if stopped else None)
    before: dict[str, list[float]] = {}
    for each in baseline:
        if each.score is not None:
            before.setdefault(each.task, []).append(each.score)
    changed = [
        ChangedCase(task, flip.case, flip.change)
        for task, cases in found.items()
        for flip in (*cases.worsened, *cases.improved)
    ]
    return Comparison(
        tuple(
            _task(task, cases, before.get(task, []), complete=not stopped) for task, cases in found.items()
        ),
        tuple(sorted(changed, key=lambda each: (each.change, each.task, each.case))),
    )


def _task(task: str, cases: Sample, before: Sequence[float], *, complete: bool) -> TaskComparison:
    score = None if cases.scores is None else bounded(cases.scores, ALPHA, complete=complete)
    difference = None if cases.pairs is None else bounded(cases.pairs, ALPHA, complete=complete)
    scored = 0 if score is None else score.series.cases
    return TaskComparison(
        task=task,
        cases=scored,
        value=_mean(score),
        coverage=rounded(scored / cases.expected) if cases.expected else 0.0,
        baseline_cases=len(before),
        baseline_value=rounded(math.fsum(before) / len(before)) if before else None,
        pairs=0 if difference is None else difference.series.cases,
        difference=_mean(difference),
        lower=None if difference is None else difference.lower,
        upper=None if difference is None else difference.upper(ALPHA),
        detectable=None if difference is None else detectable(difference),
        worsened=len(cases.worsened),
        improved=len(cases.improved),
    )


def _mean(found: Bounded | None) -> float | None:
    return None if found is None else rounded(found.mean)


def _counted(results: Sequence[Result], counted: Mapping[str, int]) -> list[Result]:
    """Return the results of the whole clusters that the verdict of a stopped run counts."""
    clusters: dict[str, list[Result]] = {}
    for each in results:
        clusters.setdefault(each.cluster, []).append(each)
    found: list[Result] = []
    scored: Counter[str] = Counter()
    for cluster in clusters.values():
        scored.update(each.task for each in cluster if each.score is not None)
        if any(count > counted.get(task, 0) for task, count in scored.items()):
            break
        found += cluster
    return found


def _ended(evaluation: Evaluation) -> str:
    return "still running" if evaluation.state == "running" else evaluation.state


def _judge(evaluation: Evaluation) -> str:
    return f"judge {_short(evaluation.judge_hash)}" if evaluation.judge_hash else "checks alone"


def _short(digest: str) -> str:
    return digest[:_HASH_SHOWN] or "(not recorded)"


def _violation(field: str, value: str, allowed: str) -> Violation:
    return Violation(field=field, value=value, allowed=allowed)
