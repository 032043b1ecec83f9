"""Variables in prompts: `{{name}}` and `{{record.field}}`, and nothing else of a template language."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from muster.golden.importing.cases import object_of

_TAG: Final = re.compile(r"\{\{-?(.*?)-?\}\}|\{[%#].*?[%#]\}", re.DOTALL)
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*")


class TemplateError(ValueError):
    """A template uses more than variables, or one that is missing; `tag` is the part at fault."""

    def __init__(self, tag: str, allowed: str) -> None:
        super().__init__(f"template is {tag}; must be {allowed}")
        self.tag = tag
        self.allowed = allowed


def rendered(template: str, variables: Mapping[str, Any]) -> str:
    """Return a template with its variables filled in.

    Text is inserted as it is, anything else as JSON, null as nothing.

    Raises:
        TemplateError: It has filters, expressions, blocks or comments, or a variable that is missing.
    """
    return _TAG.sub(lambda found: _value(found, variables), template)


def variables_of(template: str) -> set[str]:
    """Return the names of a template's variables, with their fields."""
    return {(found[1] or "").strip() for found in _TAG.finditer(template)}


def text_of(value: object) -> str:
    """Return a value as a template inserts it."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _value(found: re.Match[str], variables: Mapping[str, Any]) -> str:
    tag = found[0]
    name = (found[1] or "").strip()
    if _NAME.fullmatch(name) is None:
        raise TemplateError(tag, "a variable: filters, expressions, blocks and comments are not read")
    value: Any = variables
    for part in name.split("."):
        fields = object_of(value)
        if fields is None or part not in fields:
            raise TemplateError(tag, f"one of the variables ({', '.join(sorted(variables)) or 'none'})")
        value = fields[part]
    return text_of(value)
