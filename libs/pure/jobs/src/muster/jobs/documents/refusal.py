"""InvalidDocument: the errors in a document by field, with the sentence that states each.

The forms, and pydantic's errors about them, are elsewhere (`forms.errors`), so that reading a file does not
load them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final

from muster.events.shared.command_answers import Violation

VALUE_CHARS_MAX: Final = 80
VIOLATIONS_MAX: Final = 100


class InvalidDocument(ValueError):
    """A job, a queue or a policy that cannot be accepted.

    Attributes:
        violations: The errors; never empty; at most VIOLATIONS_MAX.
        lines: Line in the text, from 1, by field path; empty when unknown.
    """

    def __init__(self, violations: Sequence[Violation], lines: Mapping[str, int] | None = None) -> None:
        self.violations = tuple(violations[:VIOLATIONS_MAX])
        self.lines = dict(lines or {})
        super().__init__("\n".join(self.describe()))

    def describe(self) -> list[str]:
        """One line of text per violation."""
        return [self._describe(v) for v in self.violations]

    def _describe(self, violation: Violation) -> str:
        line = self.line_of(violation.field)
        where = f"line {line}: " if line else ""
        return where + sentence(violation)

    def line_of(self, field: str) -> int | None:
        """The line of a field, or of the nearest field around it; None when unknown."""
        return line_of(self.lines, field)


def sentence(violation: Violation) -> str:
    """Return the sentence in which every API and every file's error states a violation."""
    return f"{violation.field} is {violation.value or 'empty'}; must be {violation.allowed}"


def line_of(lines: Mapping[str, int], field: str) -> int | None:
    """The line of a field, or of the nearest field around it; None when unknown."""
    while field and field not in lines:
        field = field.rpartition("[" if field.endswith("]") else ".")[0]
    return lines.get(field)


def invalid(field: str, value: object, allowed: str) -> Violation:
    """A violation with its value shortened."""
    return Violation(field=field, value=shorten(value), allowed=allowed)


def shorten(value: object) -> str:
    """A value as JSON, cut to VALUE_CHARS_MAX characters."""
    if isinstance(value, str):
        text = value[: VALUE_CHARS_MAX + 1]
    else:
        try:
            text = json.dumps(value, ensure_ascii=False, default=str)
        except (ValueError, RecursionError):
            text = f"a {type(value).__name__} too large to show"
    clean = "".join(
        c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text[: VALUE_CHARS_MAX + 1]
    )
    return clean if len(clean) <= VALUE_CHARS_MAX else clean[: VALUE_CHARS_MAX - 1] + "…"


def path_text(location: Sequence[int | str]) -> str:
    """("resources", "gpu_models", 2) is resources.gpu_models[2]; the whole document is (document)."""
    text = ""
    for part in location:
        text += f"[{part}]" if isinstance(part, int) else ("." if text else "") + shorten(part)
    return text or "(document)"
