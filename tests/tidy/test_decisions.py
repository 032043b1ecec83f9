"""Decision records: numbers without gaps, headers that hold, an index that is up to date."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tools import generate_decisions as decisions

FOUND = decisions.records()


def test_records_are_numbered_without_gaps() -> None:
    assert [int(record.file[:4]) for record in FOUND] == list(range(1, len(FOUND) + 1))


def test_headers_of_records_are_complete_and_agree_with_each_other() -> None:
    assert decisions.mistakes(FOUND) == []


@pytest.mark.parametrize(
    ("number", "field", "value"),
    [
        (7, "Status", "accepted"),
        (7, "Date", "2026-11-31"),
        (7, "Topic", "bugs"),
        (7, "Amended by", "[ADR 14](0014-a-reservation-for-the-head-and-who-runs-ahead.md)"),
        (14, "Amends", "[ADR 7](0007-gone.md)"),
        (1, "Author", "somebody"),
    ],
)
def test_a_wrong_header_is_reported_with_its_file(number: int, field: str, value: str) -> None:
    changed = [
        replace(record, fields={**record.fields, field: value}) if record.number == number else record
        for record in FOUND
    ]
    assert decisions.mistakes(changed)


def test_a_long_title_is_reported() -> None:
    changed = [replace(FOUND[0], title="x" * (decisions.TITLE_MAX + 1)), *FOUND[1:]]
    assert len(decisions.mistakes(changed)) == 1


def test_a_newcomer_reads_fifteen_records_first() -> None:
    assert len(decisions.READ_FIRST) == 15
    assert set(decisions.READ_FIRST) <= {record.number for record in FOUND}
