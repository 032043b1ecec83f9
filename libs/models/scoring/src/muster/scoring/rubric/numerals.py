"""The one number of an answer, and tolerances in decimal arithmetic (0.4 is within 0.1 of 0.3)."""

from __future__ import annotations

import re
from decimal import Context, Decimal
from enum import StrEnum, auto
from math import isfinite
from typing import Final

from muster.scoring.rubric.findings import Finding, excerpt

_DIGITS_MAX: Final = 400
_EXPONENT_MAX: Final = 400
_EXACT: Final = Context(prec=2000)
"""Enough for the difference of any two numbers within the limits above, and its product with a tolerance."""

_FULLWIDTH: Final = {**{ord(c) + 0xFEE0: c for c in "0123456789.,-+%"}, 0x2212: "-"}
"""Full-width characters stand 0xFEE0 after those of ASCII; the last is the minus sign of mathematics."""

_RUN: Final = re.compile(
    r"(?<![\w.,])(?P<sign>[+-]?)(?P<body>[.,]?[0-9][0-9.,]*)(?P<exponent>[eE][+-]?[0-9]+)?(?P<percent>[ ]?%)?"
)
_BODY: Final = re.compile(r"(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]+)?|\.[0-9]+")


class Percent(StrEnum):
    """Reading of a percent sign.

    REFUSE: a number with one is not read. POINTS: 50 % is 50. FRACTION: 50 % is 0.5.
    """

    REFUSE = auto()
    POINTS = auto()
    FRACTION = auto()


class NoNumber(ValueError):
    """A text does not hold exactly one number; the message says what it holds."""


def one_number(text: str, *, after: str = "", percent: Percent = Percent.REFUSE) -> Decimal:
    """Return the number of a text that holds exactly one.

    A number is an optional sign, digits with or without commas between groups of three, a decimal point
    with digits, an exponent. Digits right after a letter belong to a word (H2O); letters right after digits
    are a unit (5km). Full-width digits count as digits.

    Args:
        text: Any text.
        after: If not empty, only the rest of the line after this marker is read; it must occur once.
        percent: Reading of a percent sign.

    Raises:
        NoNumber: There is no number, more than one, or one that these rules do not read.
    """
    if after:
        if text.count(after) != 1:
            raise NoNumber(f"the answer holds {excerpt(after)} {text.count(after)} times; must be once")
        text = text.partition(after)[2].partition("\n")[0]
    text = text.translate(_FULLWIDTH)
    runs = _RUN.finditer(text)
    first = next(runs, None)
    if first is None:
        raise NoNumber("the answer holds no number")
    others = sum(1 for _ in runs)
    if others:
        raise NoNumber(f"the answer holds {others + 1} numbers; must be one")
    return _value(first, text, percent)


def judge_number(found: Decimal, expected: Decimal, *, absolute: float, relative: float) -> Finding:
    """Compare two numbers: right if they differ by at most the larger of the two tolerances.

    Args:
        found: From the answer.
        expected: From the check or the case.
        absolute: Tolerance in units of the number.
        relative: Tolerance as a share of the expected number's size.
    """
    allowed = max(
        Decimal(repr(absolute)), _EXACT.multiply(Decimal(repr(relative)), expected.copy_abs()), key=Decimal
    )
    passed = _EXACT.subtract(found, expected).copy_abs() <= allowed
    return Finding(
        passed, f"the number is {_rounded(found)}; expected is {_rounded(expected)} +- {_rounded(allowed)}"
    )


def _value(found: re.Match[str], text: str, percent: Percent) -> Decimal:
    body = found["body"].rstrip(".,") if found["exponent"] is None else found["body"]
    whole = excerpt(found[0])
    beside = text[found.start() - 1 : found.start()] + text[found.end() : found.end() + 1]
    if len(body) > _DIGITS_MAX or _BODY.fullmatch(body) is None or any(c.isnumeric() for c in beside):
        raise NoNumber(f"{whole} is not written as 1234.5 or 1,234.5")
    if found["exponent"] and (len(found["exponent"]) > 5 or abs(int(found["exponent"][1:])) > _EXPONENT_MAX):
        raise NoNumber(f"{whole} has an exponent beyond {_EXPONENT_MAX}")
    value = Decimal(found["sign"] + body.replace(",", "") + (found["exponent"] or ""))
    if found["percent"] is None or percent is Percent.POINTS:
        return value
    if percent is Percent.REFUSE:
        raise NoNumber(f"{whole} is a percentage; must be a plain number")
    return value.scaleb(-2, _EXACT)


def _rounded(value: Decimal) -> str:
    rounded = float(value)
    return f"{rounded:.12g}" if isfinite(rounded) else f"{value:.12g}"
