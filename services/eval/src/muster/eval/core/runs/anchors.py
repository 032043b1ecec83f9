"""Kept answers of a version, scored as answers in production are: without expected texts. PURE.

ScoreAnswers -> EvalStarted   a run without scores and verdict, over kept answers of one version
             -> AnswersScored, EvalEnded   once its results count

Production has no expected texts, so the scores it is compared with must also be given without them.
The cases are the same in each run over one golden set: if such anchors get other scores, the judge has
changed.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from muster.deciding import Entities
from muster.eval.core import judges
from muster.eval.core.configs.documents import read_config
from muster.eval.core.runs.orders import ANSWER_NOT_KEPT
from muster.eval.core.runs.plans import Plan, judged_plan, judged_start, plan_in_force, unknown_version
from muster.eval.core.state import VERSIONS, Run, scores_of, version_key
from muster.events.eval_commands import ScoreAnswers
from muster.events.eval_events import AnchorTask, AnswerScore, AnswersScored, EvalStarted
from muster.events.eval_results import CaseScore
from muster.events.refusal import Refusal, must_be
from muster.events.shared.command_answers import RejectionCode

CASES_MAX: Final = 2_000
"""Most cases of a run: their scores are one fact."""


def planned_scoring(state: Entities, command: ScoreAnswers) -> EvalStarted | Refusal:
    """Return a run that scores kept answers, or why there is none."""
    plan = judged_plan(state, command, cases_max=CASES_MAX)
    if isinstance(plan, Refusal):
        return plan
    judge = judges.hash_of(plan.config)
    if command.judge_hash not in {"", judge}:
        message = must_be("judge_hash", command.judge_hash[:80], f"{judge}, that of the judge in force")
        return Refusal(RejectionCode.WRONG_STATE, message)
    if state.get(VERSIONS, version_key(command.repository, command.commit)) != command.tenant:
        return unknown_version(command.repository, command.commit)
    started = judged_start(state, plan, command, (command.repository, command.commit))
    if isinstance(started, Refusal):
        return started
    tasks = {task for task, setting in plan.config.tasks.items() if setting.judge}
    cases = sum(each.cases for each in plan.golden.tasks if each.task in tasks)
    return replace(
        started,
        anchors=command.cases,
        fresh=command.fresh,
        cases=min(command.cases, cases),
        config_digest=_digest(plan, command),
    )


def is_repeated(state: Entities, command: ScoreAnswers) -> bool:
    """Return whether a run has this id already, and scores the same answers by the config in force."""
    version, _, digest = scores_of(state, command.run).rpartition("/")
    if version != version_key(command.repository, command.commit):
        return False
    plan = plan_in_force(state, command.tenant, command.config)
    if plan is None or command.judge_hash not in {"", judges.hash_of(plan.config)}:
        return False
    return digest == _digest(plan, command) and state.get(VERSIONS, version) == command.tenant


def scored(run_id: str, run: Run, results: Iterable[CaseScore]) -> AnswersScored:
    """Return the scores of kept answers, and how many cases have none."""
    found = list(results)
    cases = Counter(each.task for each in found)
    missing = Counter(each.task for each in found if each.code == ANSWER_NOT_KEPT)
    return AnswersScored(
        run=run_id,
        repository=run.repository,
        commit=run.commit,
        config=run.config,
        golden_set=run.golden_set,
        judge=judges.name(read_config(run.document)),
        judge_hash=run.judge,
        fresh=run.fresh,
        results=tuple(_score(each) for each in found if each.code != ANSWER_NOT_KEPT),
        tasks=tuple(
            AnchorTask(task=task, cases=cases[task], missing=missing[task]) for task in sorted(cases)
        ),
        tenant=run.tenant,
    )


def _score(result: CaseScore) -> AnswerScore:
    unread = 0 if result.judged is None else result.judged.unread
    return AnswerScore(
        case=result.case, task=result.task, score=result.score, unread=unread, code=result.code
    )


def _digest(plan: Plan, command: ScoreAnswers) -> str:
    """Return the digest of such a run's config, which no evaluation or probe has."""
    kind = f"anchors {command.cases} {'fresh' if command.fresh else 'kept'}"
    return hashlib.sha256(f"{kind}\n{plan.digest}".encode()).hexdigest()
