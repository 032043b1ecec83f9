"""Strict JSON (RFC 8259), and JSON Schema without network access and without backtracking."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, NoReturn, cast

import jsonschema_rs
from muster.scoring.rubric.findings import Finding, InvalidCheck, excerpt

_SCHEMAS_CACHED: Final = 256
_DEPTH_MAX: Final = 200
FENCE: Final = "```"
"""Beginning and end of a block of code in Markdown."""

_TAG: Final = "json"


class NotJson(ValueError):
    """A text is not strict JSON; the message says why."""


def parsed(text: str) -> object:
    """Return the value of a JSON text.

    Raises:
        NotJson: It is no JSON, holds NaN, Infinity a number that no float holds or half of a surrogate
            pair, repeats a key of an object, or is nested deeper than 200 levels.
    """
    try:
        value: object = json.loads(
            text, parse_constant=_refuse, parse_float=_finite, object_pairs_hook=_without_repeats
        )
    except RecursionError:
        raise NotJson(f"is nested deeper than {_DEPTH_MAX} levels") from None
    except NotJson:
        raise
    except json.JSONDecodeError as error:
        raise NotJson(f"is no JSON ({error.msg} at line {error.lineno}, column {error.colno})") from None
    except ValueError:
        raise NotJson("holds an integer of more than 4300 digits") from None
    if _is_deep(value):
        raise NotJson(f"is nested deeper than {_DEPTH_MAX} levels")
    if "\\u" in text and _has_half_pair(value):
        raise NotJson("holds half of a surrogate pair")
    return value


def unfenced(text: str, *, at_both_ends: bool = True) -> str:
    """Return the inside of a text that is one Markdown code fence, else the text; outer blanks removed.

    Args:
        text: Any text.
        at_both_ends: A fence that is not both opened and closed stays.
    """
    stripped = text.strip()
    inside = stripped.removeprefix(FENCE)
    is_open = inside != stripped
    inside = inside.removesuffix(FENCE)
    if at_both_ends and len(stripped) - len(inside) != 2 * len(FENCE):
        return stripped
    return (inside[len(_TAG) :] if is_open and inside[: len(_TAG)].lower() == _TAG else inside).strip()


def judge_schema(schema: Mapping[str, Any], answer: str, *, allow_fence: bool) -> Finding:
    """Hold an answer against a JSON Schema; the reason names the first failing path.

    Args:
        schema: As `validator` accepts it.
        answer: Without lone surrogates.
        allow_fence: Accept JSON inside one Markdown code fence.
    """
    try:
        value = parsed(unfenced(answer) if allow_fence else answer)
    except NotJson as error:
        return Finding(False, f"the answer {error}")
    try:
        validator(written(schema)).validate(value)
    except jsonschema_rs.ValidationError as error:
        path = "/".join(map(str, error.instance_path))
        return Finding(False, f"at /{path}: {error.message[:200]}")
    return Finding(True, "the answer follows the schema")


def written(schema: Mapping[str, Any]) -> str:
    """Return a schema as JSON, the same text for the same schema.

    Raises:
        InvalidCheck: It holds what JSON does not.
    """
    try:
        return json.dumps(schema, sort_keys=True, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidCheck(f"document is {excerpt(str(schema))}; must be JSON ({error})") from None


@lru_cache(maxsize=_SCHEMAS_CACHED)
def validator(schema: str) -> Any:
    """Return the validator of a schema, given as JSON.

    References lead nowhere outside the schema, and patterns are those of Rust's linear `regex`.

    Raises:
        InvalidCheck: It is no schema, or refers to another document.
    """
    try:
        return jsonschema_rs.validator_for(
            json.loads(schema),
            validate_formats=True,
            offline=True,
            mask="the value",
            pattern_options=jsonschema_rs.RegexOptions(),
        )
    except (ValueError, RecursionError) as error:
        detail = getattr(error, "message", None) or str(error)
        raise InvalidCheck(
            f"document is {excerpt(schema)}; must be a JSON Schema by itself ({excerpt(detail)})"
        ) from None


def _refuse(constant: str) -> NoReturn:
    raise NotJson(f"holds {constant}, which is no JSON")


def _finite(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise NotJson(f"holds {excerpt(text)}, which no float holds")
    return value


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen = set[str]()
        for key, _ in pairs:
            if key in seen:
                raise NotJson(f"repeats the key {excerpt(key)}")
            seen.add(key)
    return found


def _has_half_pair(value: object) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False


def _is_deep(value: object) -> bool:
    """Whether a value is nested deeper than allowed; level by level, without recursion."""
    level: list[Any] = [value]
    for _ in range(_DEPTH_MAX + 1):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return False
    return True


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return cast("dict[str, Any]", value).values()
    return cast("list[Any]", value) if isinstance(value, list) else ()
