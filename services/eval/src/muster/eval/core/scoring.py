"""The score of one answer by checks: all of the task and of the case must hold. PURE.

Checks that run code come last: `score` is theirs to lower, by what a sandbox returned.
"""

from __future__ import annotations

from typing import Final

from muster.eval.core import judges
from muster.eval.core.configs.documents import EvalConfig, GoldenCase
from muster.events.refusal import must_be
from muster.golden.configs import REASON_MAX
from muster.scoring.judging.prompts import ANSWER_CHARACTERS_MAX
from muster.scoring.rubric.checks import Check, CodeCheck
from muster.scoring.rubric.coding import CodeRun, judge_code
from muster.scoring.rubric.findings import Case, InvalidCheck
from muster.scoring.rubric.judging import judge

INVALID_CHECK: Final = "INVALID_CHECK"
"""A check needs an expected value that the case does not have."""

SANDBOX_ABSENT: Final = "SANDBOX_ABSENT"
"""Code of the answer could not be run: the worker's machine has no sandbox."""

NO_CODE: Final = "the answer has no block of Python code"


def score(config: EvalConfig, case: GoldenCase, answer: str) -> tuple[float | None, str, str]:
    """Score an answer by its checks but those that run code.

    Returns:
        Score 1.0 or 0.0, or None; the code of why there is none; a sentence: the first check that failed.
    """
    parts = Case(expected=case.expected, sources=case.sources)
    for check in _checks(config, case):
        if isinstance(check, CodeCheck):
            continue
        try:
            finding = judge(check, answer, parts)
        except InvalidCheck as error:
            return None, INVALID_CHECK, str(error)[:REASON_MAX]
        if not finding.passed:
            return 0.0, "", finding.reason[:REASON_MAX]
    if len(answer) > ANSWER_CHARACTERS_MAX and judges.is_judged(config, case):
        return 0.0, "", must_be("the answer", f"{len(answer)} characters", f"at most {ANSWER_CHARACTERS_MAX}")
    return 1.0, "", ""


def code_checks(config: EvalConfig, case: GoldenCase) -> tuple[CodeCheck, ...]:
    """Return the checks of a case that run code."""
    return tuple(check for check in _checks(config, case) if isinstance(check, CodeCheck))


def score_code(check: CodeCheck, run: CodeRun | None) -> tuple[float, str, str]:
    """Score an answer by one run of its code; None: it has no code."""
    if run is None:
        return 0.0, "", NO_CODE
    finding = judge_code(run, [(each.call, each.returns) for each in check.calls])
    return finding.score, "", "" if finding.passed else finding.reason[:REASON_MAX]


def _checks(config: EvalConfig, case: GoldenCase) -> tuple[Check, ...]:
    return (*config.tasks[case.task].checks, *case.checks)
