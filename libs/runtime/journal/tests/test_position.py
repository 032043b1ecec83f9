"""Positions as text, and back."""

from __future__ import annotations

import pytest
from muster.journal import Position, Since, Start
from muster.journal.position import start_of


def test_text_and_back() -> None:
    position = Position("job-events", 2, 417)
    assert str(position) == "job-events/2/417"
    assert Position.parse("job-events/2/417") == position


@pytest.mark.parametrize(
    "text",
    ["", "job-events", "job-events/2", "job-events/2/", "/2/417", "a/-1/2", "a/1/2/3", "a/1/²"],
)
def test_other_text_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match="must be TOPIC/PARTITION/OFFSET"):
        Position.parse(text)


def test_a_partition_without_a_start_starts_at_the_beginning() -> None:
    assert start_of({("a", 0): 5, ("a", 1): Start.END}, ("a", 0)) == 5
    assert start_of({("a", 0): 5, ("a", 1): Start.END}, ("a", 1)) is Start.END
    assert start_of({("a", 0): 5}, ("b", 0)) is Start.BEGINNING
    assert start_of(Start.END, ("b", 0)) is Start.END
    assert start_of(Since(5), ("b", 0)) == Since(5)
