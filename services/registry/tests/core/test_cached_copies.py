"""Whole copies are served for a window after their last request, and kept for one more."""

from __future__ import annotations

from itertools import starmap
from typing import Final

from muster.registry.core.storage.cached_copies import (
    WINDOW_MS,
    WholeCopy,
    current_copy,
    is_copy,
    wanted_of,
    whole_over,
)

RECORD: Final = "ab" * 32
NOW: Final = 20_000
COPY: Final = WholeCopy(RECORD, f"{NOW}-nonce")


def test_keys_list_marks_before_copies() -> None:
    assert COPY.key == f"registry/whole/ab/{RECORD}/copies/20000-nonce"
    assert COPY.mark(NOW + 1) == f"registry/whole/ab/{RECORD}/asked/20001/20000-nonce"
    assert wanted_of(RECORD) == f"registry/wanted/ab/{RECORD}"
    assert COPY.mark(NOW) < COPY.key
    assert (is_copy(COPY.key), is_copy(COPY.mark(NOW))) == (True, False)


def test_a_copy_is_served_only_with_a_mark_of_this_or_the_previous_window() -> None:
    assert current_copy([COPY.key], NOW * WINDOW_MS) is None, "it was not read back yet"
    assert current_copy([COPY.mark(NOW)], NOW * WINDOW_MS) is None, "it is gone"
    there = [COPY.mark(NOW), COPY.key]
    last_ms = (NOW + 2) * WINDOW_MS
    assert current_copy(there, NOW * WINDOW_MS) == COPY
    assert current_copy(there, last_ms - 1) == COPY
    assert current_copy(there, last_ms) is None
    again = WholeCopy(RECORD, f"{NOW + 2}-other")
    assert current_copy([*there, again.mark(NOW + 2), again.key], last_ms) == again


def test_a_copy_is_removed_a_window_after_it_was_last_served() -> None:
    there = [COPY.mark(NOW), COPY.mark(NOW + 4), COPY.key]
    first_ms = NOW * WINDOW_MS
    over = list(starmap(whole_over, ((there, first_ms + n * WINDOW_MS) for n in (2, 3, 6, 7))))
    assert over == [[], [COPY.mark(NOW)], [COPY.mark(NOW)], there[:2] + there[2:]]


def test_unfinished_copies_are_removed_and_copies_in_progress_stay() -> None:
    assert whole_over([COPY.key], (NOW + 3) * WINDOW_MS - 1) == []
    assert whole_over([COPY.key], (NOW + 3) * WINDOW_MS) == [COPY.key]
    assert whole_over([WholeCopy(RECORD, "odd").key], 3 * WINDOW_MS) == [WholeCopy(RECORD, "odd").key]
