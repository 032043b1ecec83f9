"""Questions about jobs that this process may not have read yet."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from muster.api.questions import Questions
from muster.journal import ManualClock
from muster.preemption.core.world import World
from muster.preemption.edge import queries
from muster.preemption.edge.queries import Known, Routing, ask_soon

START_MS = 1_700_000_000_000


def looked_for(knows: Callable[[int], tuple[bool, int]]) -> tuple[str | None, int]:
    """Return the answer and the number of looks; `knows`: whether look N finds it, and the cell's time."""
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
    monkeypatch.setattr(queries, "_LOOK_EVERY_S", 0)


def test_a_question_waits_for_its_job_while_new_facts_are_read() -> None:
    found, _ = looked_for(lambda look: (look > 40, START_MS - 10_000 + look))
    assert found == "found"


def test_a_question_about_no_job_ends_once_all_facts_before_it_are_read() -> None:
    found, looks = looked_for(lambda look: (look > 40, START_MS + 60_000))
    assert (found, looks < 10) == (None, True)


def test_a_question_in_an_idle_cell_waits_a_while() -> None:
    found, looks = looked_for(lambda look: (False, START_MS - 10_000))
    assert found is None
    assert looks >= queries.UNKNOWN_S * 10
