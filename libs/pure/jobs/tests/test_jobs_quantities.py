"""Quantities: text to integers and back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.jobs.values.quantities import (
    format_duration,
    format_memory,
    format_time,
    from_milli,
    parse_duration,
    parse_memory,
    parse_time,
    to_milli,
)


@pytest.mark.parametrize(
    ("text", "duration_ms"),
    [
        ("90s", 90_000),
        ("1h30m", 5_400_000),
        ("2d", 172_800_000),
        ("250ms", 250),
        ("1m1ms", 60_001),
        ("0s", 0),
        ("90m", 5_400_000),
    ],
)
def test_durations_as_people_write_them(text: str, duration_ms: int) -> None:
    assert parse_duration(text) == duration_ms


@pytest.mark.parametrize("text", ["", "1", "s", "1 h", "1H", "1s1m", "1s1s", "1e3s", "-1s", "+1s", "1h\n"])
def test_malformed_durations_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a duration"):
        parse_duration(text)


@given(st.integers(min_value=0, max_value=10**14))
def test_a_duration_survives_its_text(duration_ms: int) -> None:
    assert parse_duration(format_duration(duration_ms)) == duration_ms


def test_a_negative_duration_has_a_text_that_cannot_be_read_back() -> None:
    assert format_duration(-90_000) == "-1m30s"


@pytest.mark.parametrize(("text", "mib"), [("512MiB", 512), ("4GiB", 4096), ("1TiB", 1 << 20), ("0MiB", 0)])
def test_memory_as_people_write_it(text: str, mib: int) -> None:
    assert parse_memory(text) == mib
    assert format_memory(mib) == text


@pytest.mark.parametrize("text", ["", "4", "4G", "4GB", "4gib", "1.5GiB", "4 GiB", "GiB"])
def test_malformed_memory_sizes_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a memory size"):
        parse_memory(text)


@given(st.integers(min_value=0, max_value=64 << 20))
def test_a_memory_size_survives_its_text(mib: int) -> None:
    assert parse_memory(format_memory(mib)) == mib


@given(st.integers(min_value=-(10**7), max_value=10**7))
def test_thousandths_survive_as_numbers(milli: int) -> None:
    assert to_milli(from_milli(milli)) == milli


def test_whole_numbers_stay_whole() -> None:
    assert repr(from_milli(2000)) == "2"
    assert repr(from_milli(470)) == "0.47"


@pytest.mark.parametrize(
    ("text", "time_ms"),
    [
        ("1970-01-01T00:00Z", 0),
        ("2026-11-21T09:00:00Z", 1_795_251_600_000),
        ("2026-11-21T11:00:00.123+02:00", 1_795_251_600_123),
        ("2000-02-29T23:59:59Z", 951_868_799_000),
        ("1969-12-31T19:00-05:00", 0),
    ],
)
def test_times_as_people_write_them(text: str, time_ms: int) -> None:
    assert parse_time(text) == time_ms


@pytest.mark.parametrize(
    "text",
    ["", "2026-11-21", "2026-11-21T09:00", "2026-02-29T09:00Z", "2026-13-01T09:00Z", "2026-11-21T24:00Z",
     "2026-11-21T09:60Z", "2026-11-21T09:00:00.1Z", "2026-00-10T09:00Z"],
)  # fmt: skip
def test_malformed_times_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="time"):
        parse_time(text)


@given(st.datetimes(timezones=st.just(UTC)))
def test_a_time_is_what_the_calendar_says_and_survives_its_text(moment: datetime) -> None:
    time_ms = (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)
    assert format_time(time_ms)[:19] == moment.isoformat()[:19]
    assert parse_time(format_time(time_ms)) == time_ms
