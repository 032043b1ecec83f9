"""Regular expressions of tokenizers that may take exponential time, found without running them.

A repetition whose content can match one text in several ways tries all of them before it fails: `(a+)+`,
`(.|a)*`, `(.+a+)*`. Syntax: Oniguruma and Python's `re`, as far as groups and repetitions go.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

Judged = tuple[str, str, int | None]
_KEYS: Final = ("Regex", "pat_str", "pattern")
_LONGEST: Final = 20_000
_REPEATED_MIN: Final = 10
"""Fewer repetitions cost little."""
_PART: Final = re.compile(
    r"""\\[pP]\{\^?\w+\}|\\x\{?[0-9a-fA-F]+\}?|\\.|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]
    |\((?:\?(?:<?[=!]|P?<\w+>|>|[-a-z]*:|[-a-z]*\)|\#[^)]*\))?)?|\)|\||[*+?]|\{\d*,?\d*\}|.""",
    re.DOTALL | re.VERBOSE,
)
_COUNTS: Final = re.compile(r"\{(\d*)(,?)(\d*)\}")
_PROPERTY: Final = re.compile(r"\\([pP])\{(\^?)(\w+)\}")
_SAMPLE: Final = frozenset(map(chr, (*range(9, 14), *range(32, 127), 0xE9, 0x4E2D, 0x3000, 0x0664)))
_MANY: Final = 1 << 30


@dataclass(slots=True)
class _Item:
    """An atom or a group, and how often it may be repeated.

    Attributes:
        letters: Letters of the sample that occur in it.
        least: Fewest repetitions.
        most: Most repetitions.
        branches: Alternatives of a group.
        is_atomic: Whether its matches are never tried again.
    """

    letters: frozenset[str] = frozenset()
    least: int = 1
    most: int = 1
    branches: list[list[_Item]] = field(default_factory=list["list[_Item]"])
    is_atomic: bool = False


def judged(held: dict[str, Any]) -> Iterator[Judged]:
    """Yield patterns of an object of a tokenizer's configuration that may take exponential time."""
    for key in _KEYS:
        pattern = held.get(key)
        if (
            isinstance(pattern, str)
            and ("*" in pattern or "+" in pattern or "{" in pattern)
            and is_endless(pattern)
        ):
            yield "time.claimed", f"the pattern {pattern}", None


def is_endless(pattern: str) -> bool:
    """Whether a pattern may take exponential time."""
    if len(pattern) > _LONGEST:
        return False
    waiting = [_parsed(pattern)]
    while waiting:
        group = waiting.pop()
        if group.most >= _REPEATED_MIN and not group.is_atomic and _is_ambiguous(group):
            return True
        waiting += [item for branch in group.branches for item in branch if item.branches]
    return False


def _is_ambiguous(group: _Item) -> bool:
    """Whether one text can be split into repetitions of a group in several ways."""
    for number, branch in enumerate(group.branches):
        for place, item in enumerate(branch):
            if item.most >= _REPEATED_MIN and not item.is_atomic:
                others = branch[:place] + branch[place + 1 :]
                if all(each.least == 0 or each.letters & item.letters for each in others):
                    return True
        for other in group.branches[:number]:
            if len(branch) == len(other) == 1 and branch[0].letters & other[0].letters:
                return True
    return False


def _parsed(pattern: str) -> _Item:
    """Parse a pattern; parentheses that are not closed are closed at its end."""
    top = _Item(branches=[[]])
    waiting = [top]
    parts = [found[0] for found in _PART.finditer(pattern)]
    for index, part in enumerate(parts):
        group = waiting[-1]
        items = group.branches[-1]
        if part.startswith("(") and not part.endswith(")"):
            inner = _Item(branches=[[]], is_atomic=part == "(?>")
            if re.fullmatch(r"\(\?<?[=!]", part):
                inner.least = 0
            items.append(inner)
            waiting.append(inner)
        elif part == ")":
            if len(waiting) > 1:
                done = waiting.pop()
                done.letters = frozenset(
                    letter for branch in done.branches for item in branch for letter in item.letters
                )
        elif part == "|":
            group.branches.append([])
        elif part in ("^", "$") or part.startswith(("(?", "\\b", "\\B", "\\A", "\\z", "\\Z", "\\G")):
            continue
        elif (counts := _repetitions(part)) is not None and items:
            is_behind = index > 0 and _repetitions(parts[index - 1]) is not None
            if is_behind and part in "?+":
                items[-1].is_atomic |= part == "+"
            else:
                items[-1].least *= counts[0]
                items[-1].most = min(_MANY, items[-1].most * counts[1])
        else:
            items.append(_Item(_letters(part)))
    return top


def _repetitions(part: str) -> tuple[int, int] | None:
    if part in ("*", "+", "?"):
        return (1 if part == "+" else 0), (1 if part == "?" else _MANY)
    found = _COUNTS.fullmatch(part)
    if found is None or not (found[1] or found[3]):
        return None
    least = int(found[1] or 0)
    return least, (int(found[3]) if found[3] else _MANY if found[2] else least)


_PROPERTIES: Final = {
    "L": "a-zA-Z\u00e9\u4e2d",
    "N": "0-9\u0664",
    "P": "!-/:-@",
    "S": "$+<=>^`|~",
    "Z": " \u3000",
    "M": "\u0300",
}
"""Letters of the sample in general categories of Unicode."""
_ANY: Final = r"\x00-\U0010ffff"


@cache
def _letters(part: str) -> frozenset[str]:
    """Letters of the sample that an atom matches; all of them if Python does not know it."""
    plain = _PROPERTY.sub(_as_python, part)
    try:
        compiled = re.compile(plain if part.startswith("[") or plain == part else f"[{plain}]")
    except re.error:
        return _SAMPLE
    return frozenset(letter for letter in _SAMPLE if compiled.fullmatch(letter))


def _as_python(found: re.Match[str]) -> str:
    """A property of Unicode inside of a class, or all letters if it is negated or not a general category."""
    is_category = found[1] == "p" and not found[2] and len(found[3]) <= 2
    return _PROPERTIES.get(found[3][0], _ANY) if is_category else _ANY
