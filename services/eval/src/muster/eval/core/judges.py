"""The judge of a config: its identity, the cases that it scores, and what is reported about it. PURE."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from muster.eval.core.configs.documents import EvalConfig, GoldenCase
from muster.events.eval_events import EvalScore
from muster.events.eval_results import CaseScore
from muster.scoring.judging.judges import judge_hash
from muster.scoring.judging.names import family
from muster.scoring.rubric.checks import CodeCheck, ExactCheck, NormalisedCheck, NumberCheck
from muster.statistics.sums import rounded

SAVED: Final = "judge_saved"
"""Share of the cases with a score that never reached the judge: checks decided them."""

UNREAD: Final = "judge_unread"
"""Share of the judge's verdicts that could not be read; each counts as 1."""

_HASH_SHOWN: Final = 12
_DECIDING: Final = (CodeCheck, ExactCheck, NormalisedCheck, NumberCheck)
"""Checks that hold an answer against the right one."""


def hash_of(config: EvalConfig) -> str:
    """Return the hash of a config's judge; empty: it has none."""
    return "" if config.judge is None else judge_hash(config.judge.judge)


def name(config: EvalConfig) -> str:
    """Return model and version of a config's judge; empty: it has none."""
    if config.judge is None:
        return ""
    return " ".join(part for part in (config.judge.endpoint.model, config.judge.version) if part)


def is_judged(config: EvalConfig, case: GoldenCase) -> bool:
    """Return whether an answer to a case goes to the judge when it passes the checks.

    It does not where a check holds it against one right answer: nothing is left to judge.
    """
    task = config.tasks[case.task]
    if config.judge is None or not task.judge:
        return False
    return not any(isinstance(check, _DECIDING) for check in (*task.checks, *case.checks))


def warnings(config: EvalConfig) -> tuple[str, ...]:
    """Return what makes a judge's scores doubtful without making them wrong."""
    if config.judge is None:
        return ()
    judge, model = config.judge.endpoint.model, config.endpoint.model
    shared = family(model)
    if not shared or shared != family(judge):
        return ()
    return (f"judge {judge} and model {model} are of one family, {shared}: judges favour their own",)


def not_compared(former: str, judge: str) -> str:
    """Word why two versions are not compared: different judges have scored them."""
    return (
        f"not compared: {short(former)} scored the version in production, {short(judge)} this one; "
        "evaluate the version in production again"
    )


def figures(config: EvalConfig, results: Iterable[CaseScore]) -> Iterator[EvalScore]:
    """Yield what a run's judge did and was spared, by task; nothing for a config without a judge."""
    if config.judge is None:
        return
    by_task: dict[str, list[CaseScore]] = {}
    for each in results:
        if each.score is not None:
            by_task.setdefault(each.task, []).append(each)
    for task, scored in sorted(by_task.items()):
        judged = [each.judged for each in scored if each.judged is not None]
        saved = 1 - len(judged) / len(scored)
        yield EvalScore(task=task, metric=SAVED, value=rounded(saved), cases=len(scored))
        if verdicts := sum(len(each.scores) for each in judged):
            unread = sum(each.unread for each in judged) / verdicts
            yield EvalScore(task=task, metric=UNREAD, value=rounded(unread), cases=len(judged))


def short(judge: str) -> str:
    """Return a judge by the beginning of its hash, for people."""
    return f"judge {judge[:_HASH_SHOWN]}" if judge else "checks alone"
