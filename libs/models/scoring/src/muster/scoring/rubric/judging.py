"""One check or several against an answer."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import assert_never

from muster.scoring.rubric import checks
from muster.scoring.rubric.citations import judge_citations
from muster.scoring.rubric.documents import judge_schema
from muster.scoring.rubric.findings import (
    ANSWER_CHARACTERS_MAX,
    Case,
    Finding,
    InvalidCheck,
    excerpt,
    well_formed,
)
from muster.scoring.rubric.ifeval.accuracy import judge_instruction
from muster.scoring.rubric.layouts import judge_form, judge_headings
from muster.scoring.rubric.normal_form import normal_form
from muster.scoring.rubric.numerals import NoNumber, judge_number, one_number
from muster.scoring.rubric.patterns import compiled


def judge(check: checks.Check, answer: str, case: Case) -> Finding:
    """Apply one check to an answer.

    Args:
        check: From `checks.parse_check`.
        answer: Raw answer of the model. Lone surrogates count as U+FFFD; longer than a million characters
            fails.
        case: Expected texts and sources.

    Raises:
        InvalidCheck: The check needs an expected value and neither it nor the case has a usable one, or it
            runs code, which `coding` is for.
    """
    if len(answer) > ANSWER_CHARACTERS_MAX:
        return Finding(
            False, f"the answer is {len(answer)} characters; must be {ANSWER_CHARACTERS_MAX} or fewer"
        )
    return _judge(check, well_formed(answer), case)


def judge_all(several: Iterable[checks.Check], answer: str, case: Case) -> tuple[Finding, ...]:
    """Apply checks independently of each other; the findings are in their order.

    Raises:
        InvalidCheck: As `judge`.
    """
    return tuple(judge(check, answer, case) for check in several)


def without_expected(several: Iterable[checks.Check], *, has_sources: bool) -> tuple[checks.Check, ...]:
    """Return the checks of a task that say something about an answer to which no right one is known.

    Left out are those that hold an answer against the right one, whatever they bring themselves, code, and
    citations where there are no sources.
    """
    left_out = (checks.CodeCheck, checks.ExactCheck, checks.NormalisedCheck, checks.NumberCheck)
    return tuple(
        each
        for each in several
        if not isinstance(each, left_out) and (has_sources or not isinstance(each, checks.CitationsCheck))
    )


def first_failure(several: Iterable[checks.Check], answer: str, case: Case) -> Finding | None:
    """Return the finding of the first check that an answer does not pass; None: it passes all.

    Raises:
        InvalidCheck: As `judge`.
    """
    findings = (judge(check, answer, case) for check in several)
    return next((finding for finding in findings if not finding.passed), None)


def _judge(check: checks.Check, answer: str, case: Case) -> Finding:
    match check:
        case checks.ExactCheck():
            return _judge_exact(check, answer, case)
        case checks.NormalisedCheck():
            return _judge_normalised(check, answer, case)
        case checks.PatternCheck():
            return _judge_pattern(check, answer)
        case checks.SchemaCheck():
            return judge_schema(check.document, answer, allow_fence=check.allow_fence)
        case checks.NumberCheck():
            return _judge_number(check, answer, case)
        case checks.HeadingsCheck():
            return judge_headings(
                answer, check.titles, in_order=check.in_order, text_required=check.text_required
            )
        case checks.FormCheck():
            return judge_form(answer, check.form)
        case checks.CitationsCheck():
            return judge_citations(
                answer,
                case.sources,
                citations_min=check.citations_min,
                quotation_characters_min=check.quotation_characters_min,
            )
        case checks.InstructionCheck():
            return judge_instruction(check.instruction, check.arguments, answer, loose=check.loose)
        case checks.CodeCheck():
            raise InvalidCheck("kind is 'code'; must be one that needs no sandbox (coding.judge_code)")
        case _:
            assert_never(check)


def _judge_exact(check: checks.ExactCheck, answer: str, case: Case) -> Finding:
    expected = _expected(check.expected, case)
    found = answer.strip()
    if any(found == well_formed(text).strip() for text in expected):
        return Finding(True, "the answer is an expected text")
    return Finding(False, f"the answer is {excerpt(found)}; expected is {excerpt(expected[0])}")


def _judge_normalised(check: checks.NormalisedCheck, answer: str, case: Case) -> Finding:
    expected = [
        normal_form(well_formed(text), drop_articles=check.drop_articles)
        for text in _expected(check.expected, case)
    ]
    if not all(expected):
        raise InvalidCheck("expected is without letters and digits; must be a text with a normal form")
    found = normal_form(answer, drop_articles=check.drop_articles)
    if found in expected:
        return Finding(True, "the answer's normal form is an expected one")
    return Finding(False, f"the normal form is {excerpt(found)}; expected is {excerpt(expected[0])}")


def _judge_pattern(check: checks.PatternCheck, answer: str) -> Finding:
    pattern = compiled(check.pattern)
    if check.match == "whole":
        passed = pattern.matches(answer)
        return Finding(passed, f"the pattern {'matches' if passed else 'does not match'} the whole answer")
    if check.match == "nowhere" and not answer.strip():
        return Finding(False, "the answer is empty; must be a text without the pattern")
    found = pattern.found_in(answer)
    return Finding(found == (check.match == "anywhere"), f"the pattern is {'' if found else 'not '}found")


def _judge_number(check: checks.NumberCheck, answer: str, case: Case) -> Finding:
    try:
        if check.expected is not None:
            expected = Decimal(repr(check.expected))
        else:
            expected = one_number(_expected((), case)[0], percent=check.percent)
    except NoNumber as error:
        raise InvalidCheck(f"expected is {excerpt(case.expected[0])}; must be one number ({error})") from None
    try:
        found = one_number(answer, after=check.after, percent=check.percent)
    except NoNumber as error:
        return Finding(False, str(error))
    return judge_number(found, expected, absolute=check.absolute, relative=check.relative)


def _expected(own: tuple[str, ...], case: Case) -> tuple[str, ...]:
    expected = own or case.expected
    if not expected:
        raise InvalidCheck("expected is missing; must be in the check or in the case")
    return expected
