"""SPDX expressions (SPDX 3.0, annex B), parsed by license-expression, as ways to comply with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from muster.scanning.licences.catalogue import catalogue

_WAYS_MAX: Final = 64
_CHARS_MAX: Final = 1_000


class ExpressionInvalid(ValueError):
    """A text is not an SPDX expression, or names an unknown licence."""


@dataclass(frozen=True, slots=True)
class Expression:
    """A licence expression: users of a model choose one way and comply with every licence in it.

    Attributes:
        text: Normalised, as SPDX writes it.
        ways: Ids of licences, with their exceptions, in order; at least one.
    """

    text: str
    ways: tuple[tuple[str, ...], ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """All licences that it names."""
        return tuple(sorted({id for way in self.ways for id in way}))


def expression_of(text: str) -> Expression:
    """Parse an expression, or a hub's name for a licence.

    Raises:
        ExpressionInvalid: It is neither; the message says what, and which licence.
    """
    name = text.strip()
    if len(name) > _CHARS_MAX:
        raise ExpressionInvalid(f"{len(name)} characters; must be at most {_CHARS_MAX}")
    if name.lower() in catalogue().unclear:
        raise ExpressionInvalid(f"{name!r} may be any of several licences; must be an SPDX expression")
    if name.lower() in catalogue().names:
        id = catalogue().names[name.lower()]
        return Expression(id, ((id,),))
    return _parsed(name)


def both(expressions: Sequence[Expression]) -> Expression:
    """Combine expressions that all apply, as in a card's list of licences."""
    if len(expressions) == 1:
        return expressions[0]
    return _parsed(" AND ".join(f"({each.text})" for each in expressions))


def family(id: str) -> str:
    """A licence without its exception and without -only and -or-later: their texts are the same."""
    plain = id.partition(" WITH ")[0]
    return plain.removesuffix("-only").removesuffix("-or-later").removesuffix("+")


@cache
def _parsed(name: str) -> Expression:
    from license_expression import ExpressionError  # noqa: PLC0415  (its list takes a tenth of a second)

    licensing = _licensing()
    try:
        parsed = licensing.parse(name, validate=True, strict=True)
        if parsed is None:
            raise ExpressionInvalid("it is empty; must be an SPDX expression")
        parsed = parsed.simplify()
        return Expression(parsed.render(), _ways(parsed))
    except (ExpressionError, ValueError, RecursionError) as error:
        why = str(error) or type(error).__name__
        raise ExpressionInvalid(f"{name[:80]!r} is no SPDX expression: {why}") from None


@cache
def _licensing() -> Any:
    """SPDX' list, and the licences of models."""
    from license_expression import LicenseSymbol, Licensing, get_spdx_licensing  # noqa: PLC0415

    listed: Any = vars(get_spdx_licensing())["known_symbols"]
    theirs = [each for id, each in listed.items() if _is_spdx(id)]
    return Licensing([*theirs, *map(LicenseSymbol, catalogue().ids)])


def _is_spdx(id: str) -> bool:
    return not id.startswith("LicenseRef-")


def _ways(parsed: Any) -> tuple[tuple[str, ...], ...]:
    """The disjunctive normal form."""
    operator: str = getattr(parsed, "operator", "").strip()
    if operator not in ("AND", "OR"):
        return ((str(parsed.render()),),)
    parts = [_ways(each) for each in parsed.args]
    if operator == "OR":
        ways = {way for part in parts for way in part}
    else:
        ways = {()}
        for part in parts:
            ways = {tuple(sorted({*one, *other})) for one in ways for other in part}
            _bounded(len(ways))
    _bounded(len(ways))
    return tuple(sorted(ways))


def _bounded(count: int) -> None:
    if count > _WAYS_MAX:
        raise ExpressionInvalid(f"it can be met in more than {_WAYS_MAX} ways")
