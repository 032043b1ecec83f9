"""Datasets of Inspect: samples in JSON, JSON lines or CSV.

Source: UKGovernmentBEIS/inspect_ai, `Sample` and the readers of `inspect_ai.dataset`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from muster.golden.importing.cases import Imported, object_of, refusal
from muster.golden.importing.records import FieldMapping, import_records
from muster.golden.importing.tables import Record
from muster.jobs.documents.refusal import InvalidDocument
from muster.jobs.documents.text import read_json

SAMPLE: Final = {"prompt": "input", "expected": "target", "choices": "choices", "id": "id"}
"""Columns of a sample by field of a case."""


def import_samples(file: str, records: Sequence[Record], mapping: FieldMapping) -> Imported:
    """Return a case for each sample.

    Args:
        file: Name of the file.
        records: Its records.
        mapping: Columns that fill the fields, as Inspect's `FieldSpec` does.

    Raises:
        InvalidDocument: As `import_records`.
    """
    return import_records(file, [_plain(each, mapping) for each in records], mapping)


def _plain(record: Record, mapping: FieldMapping) -> Record:
    """Return a sample without the two forms that only Inspect has: choices in one text, metadata as JSON."""
    fields: dict[str, Any] = dict(record.fields)
    name = mapping.fields.get("choices", "")
    choices = fields.get(name)
    if isinstance(choices, str) and choices:
        parts = choices.split(",") if "," in choices else choices.split()
        fields[name] = [each.strip() for each in parts]
    metadata = fields.get("metadata")
    if not mapping.metadata and metadata:
        return Record(record.place, {**fields, "metadata": _metadata(metadata, record)})
    return Record(record.place, fields)


def _metadata(value: object, record: Record) -> Mapping[str, Any]:
    if isinstance(value, str):
        try:
            value = read_json(value.encode())
        except InvalidDocument as error:
            [found] = error.violations
            raise refusal(f"{record.place}: metadata", found.value, found.allowed) from None
    fields = object_of(value)
    if fields is None:
        raise refusal(f"{record.place}: metadata", value, "a JSON object")
    return fields
