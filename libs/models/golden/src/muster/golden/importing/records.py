"""Records of any dataset as cases, by a mapping of fields."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from muster.golden.importing.cases import (
    Case,
    Collector,
    Imported,
    Place,
    array_of,
    messages_of,
    object_of,
    refusal,
)
from muster.golden.importing.tables import Record
from muster.golden.importing.templates import TemplateError, rendered, text_of, variables_of
from muster.jobs.documents.refusal import InvalidDocument

FIELDS: Final = ("id", "task", "prompt", "expected", "choices", "cluster")
"""Fields of a case that a column of a dataset can fill; `choices` become part of the prompt."""

CHOICES_MAX: Final = 26
_LETTERS: Final = string.ascii_uppercase
CHOICES_REQUEST: Final = "Answer with the letter of the right choice and nothing else."


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldMapping:
    """Columns that fill the fields of cases.

    Attributes:
        task: Task of cases whose record names none.
        fields: Column by field of `FIELDS`; `answers.text` is a field of a field. `prompt` may be a template:
            `{{context}} {{question}}`.
        chosen: Fields whose columns somebody named: at least one record must have each.
        metadata: Columns that are kept as metadata, besides the fields of an object `metadata`.
        expected_after: If not empty, the expected text is the rest of its line behind this marker.
        index_choices: Whether a number as expected value is the index of the right choice, from 0.
    """

    task: str
    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    chosen: Collection[str] = ()
    metadata: Sequence[str] = ()
    expected_after: str = ""
    index_choices: bool = False

    def __post_init__(self) -> None:
        """Check the names of fields.

        Raises:
            InvalidDocument: A field is unknown, or no column fills the prompt.
        """
        unknown = [each for each in self.fields if each not in FIELDS]
        if unknown:
            raise refusal(f"--field {unknown[0]}", self.fields[unknown[0]], ", ".join(FIELDS))
        if "prompt" not in self.fields:
            raise refusal("--field prompt", None, "a column or a template")


def import_records(file: str, records: Sequence[Record], mapping: FieldMapping) -> Imported:
    """Return a case for each record.

    An expected object becomes a check that the answer is this JSON; a list holds alternatives. Choices are
    listed below the prompt by letters, and the answer has to be the letter of the right one.

    Args:
        file: Name of the file.
        records: Its records.
        mapping: Columns that fill the fields.

    Raises:
        InvalidDocument: A record lacks a column, or a value is not allowed; the error names file, line and
            field.
    """
    collector = Collector()
    for name, column in _missing(records, mapping):
        collector.refuse(Place(f"{file}: {name}"), column, f"a column: {', '.join(records[0].fields)}")
    unread: Counter[str] = Counter()
    for number, record in enumerate(records, start=1):
        if collector.is_full:
            break
        try:
            collector.add(_case(record, number, mapping), record.place)
        except InvalidDocument as error:
            for each in error.violations:
                collector.refuse(Place(each.field), each.value, each.allowed)
        unread.update(name for name, value in record.fields.items() if not _is_read(name, value, mapping))
    for name, count in sorted(unread.items()):
        counted = "1 record" if count == 1 else f"{count} records"
        collector.lose(file, f"column {name}", f"no field takes it ({counted})")
    return collector.result(Place(file))


def _missing(records: Sequence[Record], mapping: FieldMapping) -> Iterator[tuple[str, str]]:
    """Yield columns that somebody named and no record has, with what they were named for."""
    named = [
        (name, mapping.fields[name]) for name in mapping.chosen if not variables_of(mapping.fields[name])
    ]
    for name, column in [*named, *(("metadata", each) for each in mapping.metadata)]:
        if records and not any(
            column.partition(".")[0] in each.fields or column in each.fields for each in records
        ):
            yield name, column


def _is_read(name: str, value: object, mapping: FieldMapping) -> bool:
    if name == "metadata" and object_of(value) is not None:
        return True
    columns = {*mapping.fields.values(), *mapping.metadata, *variables_of(mapping.fields["prompt"])}
    return name in columns or any(each.partition(".")[0] == name for each in columns)


def _is_template(column: str) -> bool:
    return "{{" in column


def _case(record: Record, number: int, mapping: FieldMapping) -> Case:
    named = _value(record, mapping, "id")
    task = _value(record, mapping, "task")
    case: Case = {
        "id": f"case-{number}" if named in (None, "") else text_of(named),
        "task": mapping.task if task in (None, "") else text_of(task),
        "provenance": {"origin": "dataset", "source": str(record.place)},
    }
    metadata = dict(object_of(record.fields.get("metadata")) or {})
    metadata |= {name: record.fields[name] for name in mapping.metadata if name in record.fields}
    if metadata:
        case["metadata"] = metadata
    cluster = _value(record, mapping, "cluster")
    if cluster not in (None, ""):
        case["cluster"] = text_of(cluster)
    choices = _choices(record, mapping)
    prompt = _prompt(record, mapping)
    if choices and not isinstance(prompt, str):
        where = str(record.place.below(mapping.fields["choices"]))
        raise refusal(where, choices, "absent where the prompt is a conversation")
    if isinstance(prompt, str):
        case["prompt"] = _with_choices(prompt, choices) if choices else prompt
    else:
        case["messages"] = prompt
    return case | (_letter(record, mapping, choices) if choices else _expected(record, mapping))


def _value(record: Record, mapping: FieldMapping, name: str) -> Any:
    """Return the value of a field; None: no column fills it, or the record has none."""
    column = mapping.fields.get(name)
    if column is None:
        return None
    value: Any = record.fields
    for part in [column] if column in record.fields else column.split("."):
        value = (object_of(value) or {}).get(part)
    return value


def _prompt(record: Record, mapping: FieldMapping) -> str | list[dict[str, str]]:
    column = mapping.fields["prompt"]
    if _is_template(column):
        try:
            return rendered(column, record.fields)
        except TemplateError as error:
            raise refusal(f"{record.place}: prompt", error.tag, error.allowed) from None
    value = _value(record, mapping, "prompt")
    place = record.place.below(column)
    if array_of(value) is not None:
        return messages_of(value, place)
    if not isinstance(value, str) or not value.strip():
        columns = ", ".join(record.fields)
        raise refusal(place, value, f"text or messages; columns are {columns}")
    return value


def _expected(record: Record, mapping: FieldMapping) -> dict[str, Any]:
    value = _value(record, mapping, "expected")
    if object_of(value) is not None:
        return {"checks": [{"kind": "schema", "document": {"const": value}}]}
    several = [] if value in (None, "") else array_of(value) or [value]
    texts = [_behind_marker(text_of(each), record, mapping) for each in several]
    return {"expected": texts} if texts else {}


def _behind_marker(text: str, record: Record, mapping: FieldMapping) -> str:
    marker = mapping.expected_after
    if not marker:
        return text
    if text.count(marker) != 1:
        where = str(record.place.below(mapping.fields["expected"]))
        raise refusal(where, text, f"a text with {marker!r} in it once")
    return text.partition(marker)[2].partition("\n")[0].strip()


def _choices(record: Record, mapping: FieldMapping) -> list[str]:
    value = _value(record, mapping, "choices")
    if value in (None, "", []):
        return []
    choices = array_of(value) or []
    if not 1 < len(choices) <= CHOICES_MAX:
        where = str(record.place.below(mapping.fields["choices"]))
        raise refusal(where, value, f"a list of 2 to {CHOICES_MAX} choices")
    return [text_of(each) for each in choices]


def _with_choices(prompt: str, choices: Sequence[str]) -> str:
    listed = "\n".join(f"{letter}) {choice}" for letter, choice in zip(_LETTERS, choices, strict=False))
    return f"{prompt}\n\n{listed}\n\n{CHOICES_REQUEST}"


def _letter(record: Record, mapping: FieldMapping, choices: Sequence[str]) -> dict[str, Any]:
    """Return the right letter as expected text, and the check of it."""
    value = _value(record, mapping, "expected")
    several = array_of(value) or []
    if len(several) == 1:
        value = several[0]
    letters = _LETTERS[: len(choices)]
    letter = ""
    if mapping.index_choices and isinstance(value, int) and 0 <= value < len(choices):
        letter = letters[value]
    elif isinstance(value, str) and len(value) == 1 and value in letters:
        letter = value
    elif isinstance(value, str) and list(choices).count(value) == 1:
        letter = letters[list(choices).index(value)]
    if not letter:
        where = str(record.place.below(mapping.fields.get("expected", "expected")))
        raise refusal(where, value, f"one right choice: a letter of {letters}, or its text")
    return {"expected": [letter], "checks": [{"kind": "normalised"}]}
