"""Formatting of a fact's fields in a sentence. PURE.

`{path}` stands for a field, `{path|words}` for these words if the field is empty. The unit at the end of a
name determines the format: `_micros` and `cents` an amount, `_milli` a number of whole units, `_at_ms` and
`_until_ms` a time, any other `_ms` a duration, `_bytes` a size. Enumeration values are in lower case.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from typing import Any, Final

from muster.jobs.values.quantities import format_duration, format_money, format_size, format_time, from_milli

_FIELD: Final = re.compile(r"\{([a-z0-9_.]+)(?:\|([^}]*))?\}")
_MICROS_PER_CENT: Final = 10_000
_TIMES: Final = ("_at_ms", "_until_ms")


def worded(template: str, fact: Any) -> str:
    """Return the template with the fact's fields inserted.

    Raises:
        AttributeError: A path names no field of the fact.
    """
    return _FIELD.sub(lambda found: _written(found[1], _at(fact, found[1])) or found[2] or "", template)


def paths(template: str) -> list[str]:
    """Return the paths that a template names."""
    return [path for path, _ in _FIELD.findall(template)]


def value_at(fact: Any, path: str) -> Any:
    """Return the value of a field, by path; for an enumeration, its name.

    Raises:
        AttributeError: The field does not exist.
    """
    value = _at(fact, path)
    return value.value if isinstance(value, Enum) else value


def holds(conditions: Mapping[str, Any], fact: Any) -> bool:
    """Whether every path has the given value."""
    return all(value_at(fact, path) == value for path, value in conditions.items())


def _at(fact: Any, path: str) -> Any:
    value = fact
    for name in path.split("."):
        value = getattr(value, name)
    return value


def _written(path: str, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, Enum):
        return str(value.value).lower().replace("_", "-")
    if path.endswith("_micros"):
        return format_money(value)
    if path.endswith("cents"):
        return format_money(value * _MICROS_PER_CENT)
    if path.endswith("_milli"):
        return str(from_milli(value))
    if path.endswith("_bytes"):
        return format_size(value)
    if path.endswith(_TIMES):
        return format_time(value)
    return format_duration(value) if path.endswith("_ms") else str(value)
