"""Headings with text below them, and simple forms of a whole answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import StrEnum, auto
from typing import Final

from muster.scoring.rubric.documents import FENCE, NotJson, parsed
from muster.scoring.rubric.findings import Finding, excerpt
from muster.scoring.rubric.normal_form import normal_form

_HEADING: Final = re.compile(r" {0,3}#{1,6}(?:[ \t](?P<title>.*))?")
_BULLET: Final = re.compile(r"\s*[-*+•]\s+\S.*")
_NUMBERED: Final = re.compile(r"\s*(?P<number>[0-9]{1,6})[.)]\s+\S.*")
_DIVIDER: Final = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?")


class Form(StrEnum):
    """Form of a whole answer; blank lines between lines do not count.

    JSON: strict JSON. BULLETS: every line is a bullet. NUMBERED: every line is numbered, from 1 without a
    gap. TABLE: a Markdown table. CODE: one fenced block. LINE: a single line.
    """

    JSON = auto()
    BULLETS = auto()
    NUMBERED = auto()
    TABLE = auto()
    CODE = auto()
    LINE = auto()


def judge_headings(answer: str, titles: Sequence[str], *, in_order: bool, text_required: bool) -> Finding:
    """Require Markdown headings (# to ######, outside code fences); others may stand between them.

    Args:
        answer: Any text.
        titles: Titles, compared by their normal form.
        in_order: They stand in this order.
        text_required: Below each is text before the next heading.
    """
    sections = _sections(answer)
    start = 0
    for title in titles:
        wanted = normal_form(title)
        places = [n for n in range(start, len(sections)) if sections[n][0] == wanted]
        if not places:
            order = " after those before it" if start else ""
            return Finding(False, f"the heading {excerpt(title)} is missing{order}")
        if text_required and not sections[places[0]][1]:
            return Finding(False, f"below the heading {excerpt(title)} is no text")
        start = places[0] + 1 if in_order else 0
    return Finding(True, f"{len(titles)} headings are there")


def judge_form(answer: str, form: Form) -> Finding:
    """Require a form of the whole answer."""
    lines = [line for line in answer.strip().splitlines() if line.strip()]
    if not lines:
        return Finding(False, f"the answer is empty; must be {form}")
    passed = _FORMS[form](lines, answer)
    return Finding(passed, f"the answer is {form}" if passed else f"the answer is not {form}")


def _sections(answer: str) -> list[tuple[str, bool]]:
    """Return the normal form of each heading, and whether text stands below it."""
    sections: list[tuple[str, bool]] = []
    fenced = False
    for line in answer.splitlines():
        is_fence = _is_fence(line)
        fenced ^= is_fence
        found = None if fenced or is_fence else _HEADING.fullmatch(line)
        if found:
            sections.append((normal_form((found["title"] or "").strip().rstrip("#")), False))
        elif sections and line.strip():
            sections[-1] = (sections[-1][0], True)
    return sections


def _is_fence(line: str) -> bool:
    return line.lstrip().startswith(FENCE)


def _is_json(lines: list[str], answer: str) -> bool:
    try:
        parsed(answer)
    except NotJson:
        return False
    return True


def _is_bullets(lines: list[str], answer: str) -> bool:
    return all(_BULLET.fullmatch(line) for line in lines)


def _is_numbered(lines: list[str], answer: str) -> bool:
    found = [_NUMBERED.fullmatch(line) for line in lines]
    return all(match and int(match["number"]) == n for n, match in enumerate(found, 1))


def _is_table(lines: list[str], answer: str) -> bool:
    rows = [line.strip() for line in lines]
    columns = {row.strip("|").count("|") for row in rows}
    return len(rows) > 1 and "|" in rows[0] and len(columns) == 1 and _DIVIDER.fullmatch(rows[1]) is not None


def _is_code(lines: list[str], answer: str) -> bool:
    fences = [n for n, line in enumerate(lines) if _is_fence(line)]
    return fences == [0, len(lines) - 1] and len(lines) > 2 and lines[-1].strip() == FENCE


def _is_line(lines: list[str], answer: str) -> bool:
    return len(lines) == 1


_FORMS: Final[dict[Form, Callable[[list[str], str], bool]]] = {
    Form.JSON: _is_json,
    Form.BULLETS: _is_bullets,
    Form.NUMBERED: _is_numbered,
    Form.TABLE: _is_table,
    Form.CODE: _is_code,
    Form.LINE: _is_line,
}
