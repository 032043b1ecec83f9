"""JSON lines, JSON and CSV as records, each with its place."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from muster.golden.importing.cases import Place, array_of, object_of, refusal
from muster.jobs.documents.refusal import InvalidDocument
from muster.jobs.documents.text import read_json

ENDINGS: Final = (".jsonl", ".ndjson", ".json", ".csv", ".tsv")


@dataclass(frozen=True, slots=True)
class Record:
    """A record of a dataset.

    Attributes:
        place: Its place.
        fields: Values by name.
    """

    place: Place
    fields: Mapping[str, Any]


def read_records(file: str, content: bytes) -> list[Record]:
    """Return the records of a file, read by the ending of its name.

    Args:
        file: Name of the file: .jsonl or .ndjson, .json (an array of objects, or one object), .csv, .tsv.
        content: UTF-8, with or without a byte order mark.

    Raises:
        InvalidDocument: The ending is another, or a line is no record; the error names it.
    """
    ending = next((each for each in ENDINGS if file.lower().endswith(each)), "")
    if not ending:
        raise refusal(file, "of unknown format", f"a file whose name ends in {', '.join(ENDINGS)}")
    content = content.removeprefix(b"\xef\xbb\xbf")
    if ending in (".jsonl", ".ndjson"):
        return list(json_lines(file, content.splitlines()))
    if ending == ".json":
        return list(_json(file, content))
    return list(_separated(file, content, "\t" if ending == ".tsv" else ","))


def json_lines(file: str, lines: Iterable[bytes]) -> Iterator[Record]:
    """Yield the record of each line that is not blank.

    Args:
        file: Name of the file.
        lines: Its lines.

    Raises:
        InvalidDocument: A line is no JSON object.
    """
    for number, line in enumerate(lines, start=1):
        if line.strip():
            place = Place(file, number)
            yield Record(place, _object(_parsed(line, place), place))


def _json(file: str, content: bytes) -> Iterator[Record]:
    place = Place(file)
    value = _parsed(content, place)
    several = array_of(value)
    if several is None:
        yield Record(place, _object(value, place))
        return
    for number, each in enumerate(several):
        yield Record(place.below(number), _object(each, place.below(number)))


def _parsed(text: bytes, place: Place) -> object:
    try:
        return read_json(text)
    except InvalidDocument as error:
        [found] = error.violations
        raise refusal(place, found.value, found.allowed) from None


def _object(value: object, place: Place) -> Mapping[str, Any]:
    fields = object_of(value)
    if fields is None:
        raise refusal(place, value, "a JSON object")
    return fields


def _separated(file: str, content: bytes, delimiter: str) -> Iterator[Record]:
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise refusal(file, f"byte {error.start} is not UTF-8", "UTF-8") from None
    rows = csv.reader((line + "\n" for line in text.split("\n")), delimiter=delimiter, strict=True)
    names: list[str] | None = None
    line = 1
    try:
        for row in rows:
            place, line = Place(file, line), rows.line_num + 1
            if not any(cell.strip() for cell in row):
                continue
            if names is None:
                names = [name.strip() for name in row]
                if len(set(names)) < len(names) or "" in names:
                    raise refusal(place, row, "names of columns, each once")
            elif len(row) != len(names):
                raise refusal(
                    place, f"{len(row)} cell{'s'[: len(row) != 1]}", f"a row of {len(names)}, as the header"
                )
            else:
                yield Record(place, dict(zip(names, row, strict=True)))
    except csv.Error as error:
        raise refusal(f"{file}:{line}", str(error), "CSV of RFC 4180") from None
