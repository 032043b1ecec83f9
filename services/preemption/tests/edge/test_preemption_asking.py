"""What was accepted a moment ago is looked for until this process has read as far as the request."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from muster.api.questions import Questions
from muster.journal import ManualClock
from muster.preemption.core.world import World
from muster.preemption.edge import asking
from muster.preemption.edge.asking import Known, Routing, ask_soon

START_MS = 1_700_000_000_000


def looked_for(knows: Callable[[int], tuple[bool, int]]) -> tuple[str | None, int]:
    """What is found, and after how many looks; `knows`: whether look N finds it, and the cell's time then."""
    clock, looks = ManualClock(START_MS), 0
    questions = Questions[Known](clock, waiting_max=9, answering_ms=50)
    routing = Routing(questions, lambda: None, cast("Any", SimpleNamespace(clock=clock)))

    def look(_: Known) -> str | None:
        return "found" if knows(looks)[0] else None

    async def decide() -> None:
        nonlocal looks
        while True:
            looks += 1
            world = cast("World", SimpleNamespace(now_ms=knows(looks)[1]))
            questions.answer(Known(cast("Any", None), world, clock.now_ms()))
            clock.advance(100)
            await asyncio.sleep(0)

    async def both() -> str | None:
        deciding = asyncio.create_task(decide())
        try:
            return await ask_soon(routing, look)
        finally:
            deciding.cancel()

    return asyncio.run(both()), looks


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "_LOOK_EVERY_S", 0)


def test_what_is_not_read_yet_is_waited_for_while_something_new_is_read() -> None:
    found, _ = looked_for(lambda look: (look > 40, START_MS - 10_000 + look))
    assert found == "found"


def test_what_is_not_there_is_not_waited_for_once_all_before_the_request_is_read() -> None:
    found, looks = looked_for(lambda look: (look > 40, START_MS + 60_000))
    assert (found, looks < 10) == (None, True)


def test_where_nothing_happens_it_is_looked_for_a_while() -> None:
    found, looks = looked_for(lambda look: (False, START_MS - 10_000))
    assert found is None
    assert looks >= asking.UNKNOWN_S * 10
