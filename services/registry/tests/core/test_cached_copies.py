"""Whole copies are given for a window after they were asked for last, and stay for one more."""

from __future__ import annotations

from itertools import starmap
from typing import Final

from muster.registry.core.storage.cached_copies import (
    WINDOW_MS,
    WholeCopy,
    given_now,
    is_copy,
    wanted_of,
    whole_over,
)

RECORD: Final = "ab" * 32
NOW: Final = 20_000
COPY: Final = WholeCopy(RECORD, f"{NOW}-nonce")


def test_where_they_lie_and_that_marks_are_listed_before_copies() -> None:
    assert COPY.key == f"registry/whole/ab/{RECORD}/copies/20000-nonce"
    assert COPY.mark(NOW + 1) == f"registry/whole/ab/{RECORD}/asked/20001/20000-nonce"
    assert wanted_of(RECORD) == f"registry/wanted/ab/{RECORD}"
    assert COPY.mark(NOW) < COPY.key
    assert (is_copy(COPY.key), is_copy(COPY.mark(NOW))) == (True, False)


def test_a_copy_is_given_with_a_mark_of_this_window_or_the_one_before_only() -> None:
    assert given_now([COPY.key], NOW * WINDOW_MS) is None, "it was not read back yet"
    assert given_now([COPY.mark(NOW)], NOW * WINDOW_MS) is None, "it is gone"
    there = [COPY.mark(NOW), COPY.key]
    last_ms = (NOW + 2) * WINDOW_MS
    assert given_now(there, NOW * WINDOW_MS) == COPY
    assert given_now(there, last_ms - 1) == COPY
    assert given_now(there, last_ms) is None
    again = WholeCopy(RECORD, f"{NOW + 2}-other")
    assert given_now([*there, again.mark(NOW + 2), again.key], last_ms) == again


def test_it_goes_a_window_after_nobody_is_given_it_any_longer() -> None:
    there = [COPY.mark(NOW), COPY.mark(NOW + 4), COPY.key]
    first_ms = NOW * WINDOW_MS
    over = list(starmap(whole_over, ((there, first_ms + n * WINDOW_MS) for n in (2, 3, 6, 7))))
    assert over == [[], [COPY.mark(NOW)], [COPY.mark(NOW)], there[:2] + there[2:]]


def test_what_was_begun_and_never_marked_goes_and_what_is_being_made_stays() -> None:
    assert whole_over([COPY.key], (NOW + 3) * WINDOW_MS - 1) == []
    assert whole_over([COPY.key], (NOW + 3) * WINDOW_MS) == [COPY.key]
    assert whole_over([WholeCopy(RECORD, "odd").key], 3 * WINDOW_MS) == [WholeCopy(RECORD, "odd").key]
