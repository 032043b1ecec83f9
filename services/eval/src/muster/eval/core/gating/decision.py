"""Verdict of a gate, from the scores of a version and of production. PURE.

A task PASSED if the lower bound of its mean reaches the threshold, and that of its paired difference to
production is above minus the margin: each at alpha without correction, since all of them must hold
(intersection-union test: Berger, Technometrics 24, 1982). It FAILED if the upper bound of the mean is below
the threshold, or the difference is below minus the margin and its upper bound below 0; over all these claims
of a gate Holm's procedure keeps the probability of any false one at alpha. In between it is INCONCLUSIVE.

A gate PASSED if every task has, and FAILED if any has. Cases without a score are left out of means and not
out of coverage: below the least coverage a task is INCONCLUSIVE. A task without any score FAILED.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from muster.eval.core.gating import wording
from muster.eval.core.gating.bounds import Bounded, bounded
from muster.eval.core.gating.planning import CASES_MAX, cases_needed, detectable
from muster.eval.core.gating.samples import Flip, Plan, Sample, Scored, Unreached, sample
from muster.eval.core.gating.terms import GateTerms, TaskTerms, holds_promotion
from muster.events.eval_events import GateTask, GateVerdict
from muster.statistics.sums import rounded

Scores = Mapping[str, Sequence[Scored]]
"""Results by task."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskDecision:
    """Verdict about one task. Figures are rounded to 1e-9.

    Attributes:
        verdict: What it is.
        reason: Why, without the task's name.
        figures: What goes into the event; its value is 0 where no case has a score.
        coverage: Share of the cases that have a score.
        difference_lower: Lower bound of the difference to production; None: not compared.
        worsened: Cases below production, worst first.
        improved: Cases above it, best first.
    """

    verdict: GateVerdict
    reason: str
    figures: GateTask
    coverage: float
    difference_lower: float | None
    worsened: tuple[Flip, ...]
    improved: tuple[Flip, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GateDecision:
    """Verdict of a gate.

    Attributes:
        gate: Its name.
        verdict: What it is.
        blocking: Whether the gate can hold a promotion.
        holds: Whether this verdict does, by the gate's policy.
        reason: One sentence.
        tasks: By task, in the order of the terms.
    """

    gate: str
    verdict: GateVerdict
    blocking: bool
    holds: bool
    reason: str
    tasks: tuple[TaskDecision, ...]


@dataclass(frozen=True, slots=True)
class _Question:
    """One condition of a task.

    Attributes:
        found: Mean, or difference to production, with bounds.
        limit: Threshold, or minus the margin.
        relative: Whether it is about the difference.
    """

    found: Bounded
    limit: float
    relative: bool

    def passes(self) -> bool:
        """Return whether the lower bound reaches the threshold, or is above minus the margin."""
        lower = self.found.lower
        return lower > self.limit if self.relative else lower >= self.limit

    def fails(self, alpha: float) -> bool:
        """Return whether the upper bound claims a failure at a level."""
        if rounded(self.found.mean) >= self.limit:
            return False
        return self.found.upper(alpha) < (0 if self.relative else self.limit)

    def cases_needed(self, alpha: float) -> int:
        """Return how many cases would pass it, or fail it if the mean is on that side."""
        fails_at = 0.0 if self.relative and self.found.mean <= self.limit else self.limit
        return cases_needed(self.found, fails_at, alpha)


@dataclass(frozen=True, slots=True)
class _Task:
    """A task with its cases.

    Attributes:
        terms: Its conditions.
        sample: Cases that count.
        score: Mean of the version; None: no case has a score.
        difference: To production; None: no case has both scores.
        compared: Whether there is a margin, and production has scores of this task.
        cases_min: Least number of cases with a score.
        pairs_min: Least number of cases with both scores.
    """

    terms: TaskTerms
    sample: Sample
    score: Bounded | None
    difference: Bounded | None
    compared: bool
    cases_min: int
    pairs_min: int

    def questions(self) -> list[_Question]:
        """Return the conditions for which enough cases have scores."""
        found: list[_Question] = []
        if self.score is None or self.score.series.cases < self.cases_min:
            return found
        if self.terms.threshold is not None:
            found.append(_Question(self.score, self.terms.threshold, relative=False))
        difference, margin = self.difference, self.terms.margin
        if margin is not None and difference is not None and difference.series.cases >= self.pairs_min:
            found.append(_Question(difference, -margin, relative=True))
        return found


def decide(
    terms: GateTerms,
    candidate: Scores,
    baseline: Scores | None,
    planned: Mapping[str, Plan],
    *,
    complete: bool,
    seed: str,
    not_compared: str = "",
    unreached: Mapping[str, Unreached] | None = None,
) -> GateDecision:
    """Decide a gate. The order of results is without influence.

    Args:
        terms: Conditions; `planning.violations` has none.
        candidate: Results of the version by task; tasks that the terms do not name are left out.
        baseline: Results of production by task; None, or without a task: that is not compared.
        planned: Of each task, the clusters with their numbers of cases.
        complete: Whether all planned cases were attempted, and nothing was decided from results before the
            end. Otherwise, also where a run was extended after a look, bounds hold at every moment.
        seed: Of the order of clusters, such as the id of the run.
        not_compared: Why a comparison is refused; no task with a margin and without baseline passes then.
        unreached: Of each task of a stopped run, the rest of its plan; None: `planned` is the whole plan.

    Raises:
        ValueError: Results contradict the plan or each other (`samples.sample`).
    """
    tasks = [
        _task(
            terms,
            each,
            sample(
                planned.get(each.task, {}),
                candidate.get(each.task, ()),
                (baseline or {}).get(each.task, ()),
                complete=complete,
                seed=seed,
                unreached=(unreached or {}).get(each.task),
            ),
            compared=each.margin is not None and each.task in (baseline or {}),
            complete=complete,
        )
        for each in terms.tasks
    ]
    questions = [task.questions() for task in tasks]
    failed = _failed([question for each in questions for question in each], terms.alpha)
    decided = tuple(
        _decided(task, each, failed, terms.alpha, complete=complete, not_compared=not_compared)
        for task, each in zip(tasks, questions, strict=True)
    )
    verdict = _together([each.verdict for each in decided])
    return GateDecision(
        gate=terms.gate,
        verdict=verdict,
        blocking=terms.blocks,
        holds=holds_promotion(terms, verdict),
        reason=wording.gate_sentence(
            [f"{each.figures.task}: {each.reason}" for each in decided if each.verdict is verdict]
        ),
        tasks=decided,
    )


def _task(terms: GateTerms, task: TaskTerms, cases: Sample, *, compared: bool, complete: bool) -> _Task:
    compared = compared and cases.expected > cases.unpaired
    return _Task(
        terms=task,
        sample=cases,
        score=bounded(cases.scores, terms.alpha, complete=complete) if cases.scores is not None else None,
        difference=(
            bounded(cases.pairs, terms.alpha, complete=complete)
            if compared and cases.pairs is not None
            else None
        ),
        compared=compared,
        cases_min=math.ceil(rounded(terms.coverage_min * cases.expected)),
        pairs_min=math.ceil(rounded(terms.coverage_min * (cases.expected - cases.unpaired))),
    )


def _failed(questions: Sequence[_Question], alpha: float) -> list[_Question]:
    """Return the questions of which failure is claimed, by Holm's procedure.

    Betting bounds have no p-value. Instead, each claim is asked at alpha, alpha / 2, ... down to alpha / m,
    and counts as many levels as hold without a gap; the k-th of them in descending order needs m - k + 1.
    """
    count = len(questions)
    strengths = [
        sum(1 for _ in takewhile(question.fails, (alpha / part for part in range(1, count + 1))))
        for question in questions
    ]
    failed: list[_Question] = []
    for place, each in enumerate(sorted(range(count), key=lambda number: -strengths[number])):
        if strengths[each] < count - place:
            break
        failed.append(questions[each])
    return failed


def _decided(
    task: _Task,
    questions: Sequence[_Question],
    failed: Sequence[_Question],
    alpha: float,
    *,
    complete: bool,
    not_compared: str,
) -> TaskDecision:
    """Put together one task's verdict, reason and figures."""
    answers = [_answer(question, failed) for question in questions]
    asked = (task.terms.threshold is not None) + task.compared
    is_refused = bool(not_compared) and task.terms.margin is not None and not task.compared
    if task.score is None or GateVerdict.FAILED in answers:
        verdict = GateVerdict.FAILED
    elif asked and not is_refused and answers == [GateVerdict.PASSED] * asked:
        verdict = GateVerdict.PASSED
    else:
        verdict = GateVerdict.INCONCLUSIVE
    undecided = [
        question.cases_needed(alpha)
        for question, answer in zip(questions, answers, strict=True)
        if answer is GateVerdict.INCONCLUSIVE
    ]
    needed = max(undecided) if undecided and verdict is GateVerdict.INCONCLUSIVE else None
    score, difference = task.score, task.difference
    widest = difference if difference is not None else score
    cases = score.series.cases if score is not None else 0
    return TaskDecision(
        verdict=verdict,
        reason=_reason(
            task,
            list(zip(questions, answers, strict=True)),
            needed,
            alpha,
            complete=complete,
            not_compared=not_compared or wording.NO_BASELINE,
        ),
        figures=GateTask(
            task=task.terms.task,
            verdict=verdict,
            value=rounded(score.mean) if score is not None else 0.0,
            lower=score.lower if score is not None else None,
            threshold=task.terms.threshold,
            difference=rounded(difference.mean) if difference is not None else None,
            margin=task.terms.margin if task.compared else None,
            detectable=detectable(widest) if widest is not None else None,
            cases=cases,
            cases_needed=needed,
        ),
        coverage=rounded(cases / task.sample.expected) if task.sample.expected else 0.0,
        difference_lower=difference.lower if difference is not None else None,
        worsened=task.sample.worsened if task.compared else (),
        improved=task.sample.improved if task.compared else (),
    )


def _answer(question: _Question, failed: Sequence[_Question]) -> GateVerdict:
    if any(question is each for each in failed):
        return GateVerdict.FAILED
    return GateVerdict.PASSED if question.passes() else GateVerdict.INCONCLUSIVE


def _reason(
    task: _Task,
    answered: Sequence[tuple[_Question, GateVerdict]],
    needed: int | None,
    alpha: float,
    *,
    complete: bool,
    not_compared: str,
) -> str:
    cases = task.sample
    if task.score is None:
        return wording.not_measured(cases.expected, cases.planned)
    parts: list[str] = []
    for question, answer in answered:
        clause = wording.difference_clause if question.relative else wording.score_clause
        bound = question.found.upper(alpha) if answer is GateVerdict.FAILED else question.found.lower
        parts.append(clause(answer, rounded(question.found.mean), bound, abs(question.limit)))
    if task.score.series.cases < task.cases_min:
        parts.append(wording.low_coverage(task.score.series.cases, cases.expected, task.cases_min))
    elif task.compared and not any(question.relative for question, _ in answered):
        paired = task.difference.series.cases if task.difference is not None else 0
        parts.append(wording.low_overlap(paired, cases.expected - cases.unpaired, task.pairs_min))
    elif task.terms.margin is not None and not task.compared:
        parts.append(not_compared)
    if needed is not None:
        parts.append(wording.cases_needed(needed, CASES_MAX))
    if not complete:
        parts.append(wording.stopped(cases.expected, cases.planned))
    return "; ".join(parts)


def _together(verdicts: Sequence[GateVerdict]) -> GateVerdict:
    if not verdicts or GateVerdict.FAILED in verdicts:
        return GateVerdict.FAILED
    if GateVerdict.INCONCLUSIVE in verdicts:
        return GateVerdict.INCONCLUSIVE
    return GateVerdict.PASSED
