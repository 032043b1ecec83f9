"""A spare process: lower case is the work of the one that stood ready, upper case that of a new one."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from typing import Any

import psutil
import pytest
from muster.deciding.work import Child, Spare
from muster.journal import ManualClock
from muster.testkit.patience import until

pytestmark = pytest.mark.slow

READY = partial(nullcontext, bytes.lower)
FAILING: Any = partial(int, "no number")


def children() -> set[psutil.Process]:
    """Processes that were begun for bodies, or stand ready."""
    every = psutil.Process().children()
    return {each for each in every if any("spawn_main" in part for part in each.cmdline())}


def answer_of(child: Child) -> bytes:
    died, answer = until(child.ended, "it ends")
    child.kill()
    assert not died, answer
    return answer


def test_the_second_body_finds_a_process_that_stands_ready_until_none_has_come_for_a_while() -> None:
    clock = ManualClock()
    with Spare(bytes.upper, READY, wanted=lambda: True, clock=clock, keep_s=60) as spare:
        before = children()
        first = spare.begin(b"One")
        until(lambda: spare.stands_ready, "while the first is under way")
        second = spare.begin(b"Two")
        assert [answer_of(each) for each in (first, second)] == [b"ONE", b"two"]
        until(lambda: spare.stands_ready, "for the third")
        clock.advance(61_000)
        until(lambda: not spare.stands_ready, "none has come")
        assert children() <= before
        assert answer_of(spare.begin(b"Three")) == b"THREE"


@pytest.mark.long
def test_no_process_stands_ready_before_the_first_body_or_where_none_is_wanted() -> None:
    wanted = False
    with Spare(bytes.upper, READY, wanted=lambda: wanted, clock=ManualClock()) as spare:
        assert not spare.stands_ready
        child = spare.begin(b"One")
        assert answer_of(child) == b"ONE"
        assert not spare.stands_ready
        wanted = True
        until(lambda: spare.stands_ready, "it is wanted")


@pytest.mark.long
def test_a_body_whose_spare_process_has_died_has_a_new_one() -> None:
    with Spare(bytes.upper, READY, wanted=lambda: True, clock=ManualClock()) as spare:
        before = children()
        assert answer_of(spare.begin(b"One")) == b"ONE"
        until(lambda: spare.stands_ready, "for the second")
        [process] = children() - before
        process.kill()
        process.wait()
        assert answer_of(spare.begin(b"Two")) == b"TWO"


@pytest.mark.long
def test_spare_processes_that_fail_are_not_started_again_at_once() -> None:
    clock = ManualClock()
    with Spare(bytes.upper, FAILING, wanted=lambda: True, clock=clock) as spare:
        assert answer_of(spare.begin(b"One")) == b"ONE"
        until(lambda: spare.stands_ready, "it starts")
        until(lambda: not spare.stands_ready, "it has failed")
        clock.advance(29_000)
        assert not spare.stands_ready
        clock.advance(2_000)
        until(lambda: spare.stands_ready, "it starts again")
