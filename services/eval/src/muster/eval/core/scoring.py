"""The score of one answer by checks: all of the task and of the case must hold. PURE."""

from __future__ import annotations

from typing import Final

from muster.eval.core import judges
from muster.eval.core.documents import REASON_MAX, EvalConfig, GoldenCase
from muster.events.refusal import must_be
from muster.scoring.judging.prompts import ANSWER_CHARACTERS_MAX
from muster.scoring.rubric.findings import Case, InvalidCheck
from muster.scoring.rubric.judging import judge

INVALID_CHECK: Final = "INVALID_CHECK"
"""A check needs an expected value that the case does not have."""


def score(config: EvalConfig, case: GoldenCase, answer: str) -> tuple[float | None, str, str]:
    """Score an answer.

    Returns:
        Score 1.0 or 0.0, or None; the code of why there is none; a sentence: the first check that failed.
    """
    parts = Case(expected=case.expected, sources=case.sources)
    for check in (*config.tasks[case.task].checks, *case.checks):
        try:
            finding = judge(check, answer, parts)
        except InvalidCheck as error:
            return None, INVALID_CHECK, str(error)[:REASON_MAX]
        if not finding.passed:
            return 0.0, "", finding.reason[:REASON_MAX]
    if len(answer) > ANSWER_CHARACTERS_MAX and judges.is_judged(config, case):
        return 0.0, "", must_be("the answer", f"{len(answer)} characters", f"at most {ANSWER_CHARACTERS_MAX}")
    return 1.0, "", ""
