"""Assertions of promptfoo as checks of the rubric.

Source: promptfoo/promptfoo, `src/assertions` and "Deterministic metrics" of its documentation.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Final, cast

from muster.golden.importing.cases import array_of, object_of
from muster.jobs.documents.refusal import InvalidDocument
from muster.jobs.documents.text import read_yaml

Check = dict[str, Any]
"""A check of the rubric as plain data."""

_re2: Final = cast("Any", import_module("re2"))
_NOT: Final = "not-"
_PATTERN_CHARACTERS_MAX: Final = 4096
_JUDGED: Final = "a model scores it: put what it asks for into `criteria` of a config's judge"
_CODE: Final = "code is not run here"
_MEASURED: Final = "runs report it, and no check of an answer can"

REASONS: Final = {
    "contains-json": "a check of JSON allows no text around it (nearest: kind schema with allow_fence)",
    "javascript": _CODE,
    "python": _CODE,
    "ruby": _CODE,
    "webhook": "no check asks a server",
    "latency": _MEASURED,
    "cost": _MEASURED,
    **dict.fromkeys(
        (
            "answer-relevance", "context-faithfulness", "context-recall", "context-relevance", "factuality",
            "g-eval", "llm-rubric", "model-graded-closedqa", "model-graded-factuality", "moderation",
            "similar",
        ),
        _JUDGED,
    ),
}  # fmt: skip
"""Reasons why assertions have no equivalent; other types have the general one."""


class NoEqual(Exception):
    """An assertion has no equivalent among the checks; the message says why."""


def checks_of(kind: str, value: Any) -> list[Check]:
    """Return the checks equivalent to an assertion, all of which have to pass.

    Args:
        kind: Its type, as `icontains` or `not-regex`.
        value: Its value, variables filled in.

    Raises:
        NoEqual: No checks are equivalent.
    """
    inverse = kind.startswith(_NOT)
    base = kind.removeprefix(_NOT)
    found = _CHECKS.get(base)
    if found is None:
        raise NoEqual(REASONS.get(base, "no check is equivalent"))
    return found(value, inverse)


def _equals(value: Any, inverse: bool) -> list[Check]:
    if object_of(value) is not None or array_of(value) is not None:
        if inverse:
            raise NoEqual("no check requires JSON to differ from a value")
        return [_schema({"const": value})]
    text = _text(value, "equals")
    if inverse:
        return [_pattern(rf"(?s)\A\s*{_quoted(text.strip())}\s*\z", inverse)]
    if not text.strip():
        raise NoEqual("no check requires an empty answer")
    return [{"kind": "exact", "expected": [text]}]


def _contains(value: Any, inverse: bool) -> list[Check]:
    return [_pattern(_quoted(_text(value, "contains")), inverse)]


def _icontains(value: Any, inverse: bool) -> list[Check]:
    return [_pattern("(?i)" + _quoted(_text(value, "icontains")), inverse)]


def _any(prefix: str) -> Callable[[Any, bool], list[Check]]:
    def made(value: Any, inverse: bool) -> list[Check]:
        return [_pattern(prefix + "|".join(map(_quoted, _several(value))), inverse)]

    return made


def _all(prefix: str) -> Callable[[Any, bool], list[Check]]:
    def made(value: Any, inverse: bool) -> list[Check]:
        if inverse:
            raise NoEqual("no check requires one of several texts to be missing")
        return [_pattern(prefix + _quoted(each), inverse) for each in _several(value)]

    return made


def _regex(value: Any, inverse: bool) -> list[Check]:
    return [_pattern(_text(value, "regex"), inverse)]


def _starts_with(value: Any, inverse: bool) -> list[Check]:
    return [_pattern(r"\A" + _quoted(_text(value, "starts-with")), inverse)]


def _ends_with(value: Any, inverse: bool) -> list[Check]:
    return [_pattern(_quoted(_text(value, "ends-with")) + r"\z", inverse)]


def _is_json(value: Any, inverse: bool) -> list[Check]:
    if inverse:
        raise NoEqual("no check requires an answer that is not JSON")
    if isinstance(value, str) and value.strip():
        try:
            value, _ = read_yaml(value)
        except InvalidDocument as error:
            raise NoEqual(f"its schema cannot be read ({error.violations[0].value})") from None
    if value in (None, "", True):
        return [{"kind": "form", "form": "json"}]
    schema = object_of(value)
    if schema is None:
        raise NoEqual("its schema is no object")
    return [_schema(schema)]


_CHECKS: Final[dict[str, Callable[[Any, bool], list[Check]]]] = {
    "equals": _equals,
    "contains": _contains,
    "icontains": _icontains,
    "contains-any": _any(""),
    "icontains-any": _any("(?i)"),
    "contains-all": _all(""),
    "icontains-all": _all("(?i)"),
    "regex": _regex,
    "starts-with": _starts_with,
    "ends-with": _ends_with,
    "is-json": _is_json,
}
"""Types of assertions that have equivalent checks."""


TYPES: Final = frozenset(_CHECKS) | frozenset(REASONS) | frozenset(
    (
        "bleu", "classifier", "contains-html", "contains-sql", "contains-xml", "conversation-relevance",
        "finish-reason", "gleu", "guardrails", "is-html", "is-refusal", "is-sql", "is-valid-function-call",
        "is-valid-openai-function-call", "is-valid-openai-tools-call", "is-xml", "levenshtein", "meteor",
        "perplexity", "perplexity-score", "pi", "rouge-n", "search-rubric", "tool-call-f1", "word-count",
    )
)  # fmt: skip
"""Types that promptfoo reads before the colon of a cell; any other cell is an expected text."""


def _schema(document: Mapping[str, Any]) -> Check:
    return {"kind": "schema", "document": document}


def _pattern(pattern: str, inverse: bool) -> Check:
    if len(pattern) > _PATTERN_CHARACTERS_MAX:
        raise NoEqual(f"its pattern has {len(pattern)} characters; a check takes {_PATTERN_CHARACTERS_MAX}")
    options = _re2.Options()
    options.log_errors = False
    try:
        _re2.compile(pattern.encode("utf-8", "replace"), options)
    except _re2.error as error:
        detail = error.args[0] if error.args else error
        shown = detail.decode("utf-8", "replace") if isinstance(detail, bytes) else str(detail)
        raise NoEqual(f"RE2 cannot read its pattern ({shown})") from None
    return {"kind": "pattern", "pattern": pattern, "match": "nowhere" if inverse else "anywhere"}


def _quoted(text: str) -> str:
    """Return a pattern of RE2 that matches a text alone."""
    return re.sub(r"[^\w\s]", lambda found: "\\" + found[0] if found[0].isascii() else found[0], text)


def _text(value: Any, kind: str) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float) or value == "":
        raise NoEqual(f"its value is {value!r}; {kind} takes a text or a number")
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _several(value: Any) -> Sequence[str]:
    """Return the texts of a list, or of one text with commas between them."""
    if isinstance(value, str):
        value = [each.strip() for row in csv.reader([value], skipinitialspace=True) for each in row]
    items = array_of(value)
    if not items:
        raise NoEqual(f"its value is {value!r}; it takes a list of texts")
    return [_text(each, "a list") for each in items]
