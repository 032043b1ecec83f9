"""Jinja templates: chat templates need no Python internals, files or endless loops.

Rejected are ways out of or around the sandbox: names surrounded by underscores in any spelling, filters that
fetch attributes, other templates (CVE-2024-34359; jinja2.sandbox).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

Judged = tuple[str, str, int | None]
_BLOCK: Final = re.compile(r"\{\{.*?(?:\}\}|\Z)|\{%.*?(?:%\}|\Z)", re.DOTALL)
_COMMENT: Final = re.compile(r"\{#.*?#\}", re.DOTALL)
_STATEMENT: Final = re.compile(r"\{%[-+]?\s*(include|import|from|extends)\b")
_REACHING: Final = re.compile(
    r"__\w|\\x5f|\\u005f|\\137|\|\s*attr\b|\.\s*(?:mro|_\w+|func_globals|gi_frame|f_globals|tb_frame)\b",
    re.IGNORECASE,
)
_NAMES: Final = re.compile(
    r"(?<![\w.'\"])(?:lipsum|cycler|joiner|request|config|get_flashed_messages|url_for)\s*[.\[(]"
)
_CALLS: Final = re.compile(r"\b(?:popen|subprocess|os\s*\.\s*system|eval|exec|__import__)\s*\(")
_RANGE: Final = re.compile(r"\brange\s*\(\s*(?:\d[\d_]*\s*,\s*)?(\d[\d_]*)")
_RANGE_MAX: Final = 1_000_000


def judged(text: str) -> Iterator[Judged]:
    """Yield the problems of a template."""
    for block in _BLOCK.finditer(_COMMENT.sub("", text)):
        inside = block[0]
        statement = _STATEMENT.match(inside)
        if statement is not None:
            yield "template.reaches-out", inside[:80], block.start()
        for pattern in (_REACHING, _NAMES, _CALLS):
            found = pattern.search(inside)
            if found is not None:
                yield "template.escape", inside[max(0, found.start() - 30) : found.end() + 30], block.start()
                break
        for many in _RANGE.finditer(inside):
            if int(many[1].replace("_", "")[:20]) > _RANGE_MAX:
                yield "template.endless", many[0], block.start()


def is_template(text: str) -> bool:
    """Whether a text contains a Jinja block."""
    return _BLOCK.search(text) is not None
