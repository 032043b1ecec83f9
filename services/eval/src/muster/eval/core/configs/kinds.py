"""Kinds of golden cases, the fields that each must have, and where a case comes from. PURE."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum, auto
from typing import Annotated, Any, Final, Literal

from muster.scoring.rubric.checks import Check, NormalisedCheck, SchemaCheck
from muster.scoring.rubric.documents import NotJson, parsed
from muster.scoring.rubric.normal_form import normal_form
from pydantic import BaseModel, ConfigDict, Field

LABELS_MAX: Final = 100
DAY: Final = r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"


class CaseKind(StrEnum):
    """Kind of a golden case.

    EXTRACTION: the answer is JSON. QA: an open question. SAFETY: the answer is one label of several.
    """

    EXTRACTION = auto()
    QA = auto()
    SAFETY = auto()


class Provenance(BaseModel):
    """Origin of a case."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    origin: Literal["written", "production", "dataset", "generated"]
    """written: by a person for this; production: a real request; dataset: published; generated: by a model.
    """
    source: Annotated[str, Field(max_length=500)] = ""
    """File and line, ticket, request or model."""
    author: Annotated[str, Field(max_length=200)] = ""
    """The person who wrote or chose it."""
    created: Annotated[str, Field(pattern=DAY)] | None = None
    """Day, as 2026-11-28: what is younger than a model's training text is not in it."""
    licence: Annotated[str, Field(max_length=200)] = ""
    """Under which it may be used."""


def check_fields(
    kind: CaseKind | None,
    *,
    expected: Sequence[str],
    labels: Sequence[str],
    sources: Mapping[str, str],
    checks: Sequence[Check],
) -> None:
    """Require the fields of a kind.

    Raises:
        ValueError: One is missing or not allowed; the message is `<field> is <value>; must be <allowed>`.
    """
    if labels and kind is not CaseKind.SAFETY:
        raise ValueError(f"labels is {', '.join(labels)}; must be absent unless kind is safety")
    match kind:
        case CaseKind.EXTRACTION:
            if not any(isinstance(each, SchemaCheck) for each in checks):
                _require_json(expected)
        case CaseKind.QA:
            if not expected and not sources:
                raise ValueError("expected is empty; must be a reference answer, or sources in its place")
        case CaseKind.SAFETY:
            _require_label(expected, labels)
        case None:
            pass


def implied_checks(kind: CaseKind | None, expected: Sequence[str]) -> tuple[Check, ...]:
    """Return the checks of a case that has none of its own: of extraction equal JSON, of safety the label."""
    match kind:
        case CaseKind.EXTRACTION:
            return (SchemaCheck(kind="schema", document={"enum": [parsed(each) for each in expected]}),)
        case CaseKind.SAFETY:
            return (NormalisedCheck(kind="normalised"),)
        case _:
            return ()


def _require_json(expected: Collection[str]) -> None:
    if not expected:
        raise ValueError("expected is empty; must be JSON, or a check of kind schema in its place")
    for each in expected:
        try:
            parsed(each)
        except NotJson as error:
            raise ValueError(f"expected is a text that {error}; must be JSON") from None


def _require_label(expected: Sequence[str], labels: Sequence[str]) -> None:
    forms = {normal_form(each) for each in labels}
    if len(labels) < 2 or len(forms) < len(labels) or "" in forms:
        raise ValueError(
            f"labels is {', '.join(labels) or 'empty'}; must be at least 2 labels, each another word"
        )
    if len(expected) != 1 or expected[0] not in labels:
        raise ValueError(f"expected is {', '.join(expected) or 'empty'}; must be one of {', '.join(labels)}")


def _where(kind: CaseKind, then: Mapping[str, Any]) -> dict[str, Any]:
    return {"if": {"properties": {"kind": {"const": kind.value}}, "required": ["kind"]}, "then": then}


_NOT_EMPTY: Final = {"required": ["expected"], "properties": {"expected": {"minLength": 1, "minItems": 1}}}
_HAS_SCHEMA_CHECK: Final = {
    "required": ["checks"],
    "properties": {
        "checks": {"contains": {"properties": {"kind": {"const": "schema"}}, "required": ["kind"]}}
    },
}
_ONE_LABEL: Final = {"anyOf": [{"type": "string"}, {"type": "array", "minItems": 1, "maxItems": 1}]}

FIELDS_BY_KIND: Final[list[dict[str, Any]]] = [
    _where(CaseKind.EXTRACTION, {"anyOf": [_NOT_EMPTY, _HAS_SCHEMA_CHECK]}),
    _where(
        CaseKind.QA,
        {"anyOf": [_NOT_EMPTY, {"required": ["sources"], "properties": {"sources": {"minProperties": 1}}}]},
    ),
    _where(
        CaseKind.SAFETY,
        {
            "required": ["labels", "expected"],
            "properties": {"labels": {"minItems": 2, "uniqueItems": True}, "expected": _ONE_LABEL},
        },
    ),
]
"""Fields of each kind, for the JSON Schema of a case."""
