"""What routes ask of the thread that decides, and how commands reach the log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Final, NamedTuple, TypeVar, cast

from fastapi import Depends, Request
from muster.api import unavailable
from muster.api.commands.log import CommandLog
from muster.api.questions import Questions, answered
from muster.deciding import Entities
from muster.preemption.core.world import World

T = TypeVar("T")

UNKNOWN_S: Final = 2.0
"""How long something unknown is looked for while nothing new is read."""

_LOOK_EVERY_S: Final = 0.05

ANSWER_S: Final = 10.0
"""How long a request waits for its answer: many times the pause between two batches."""


class Known(NamedTuple):
    """What questions are about.

    Attributes:
        state: The entities.
        world: The cell, as far as it was folded.
        now_ms: The time, milliseconds since 1970 UTC.
    """

    state: Entities
    world: World
    now_ms: int


@dataclass(frozen=True, slots=True)
class Routing:
    """What the routes use.

    Attributes:
        questions: Questions to the thread that decides.
        missing: Why this process cannot answer yet; None: it can.
        commands: Appends commands to the log.
    """

    questions: Questions[Known]
    missing: Callable[[], str | None]
    commands: CommandLog


async def _routing(request: Request) -> Routing:
    return cast("Routing", request.app.state.routing)


Asked = Annotated[Routing, Depends(_routing)]


async def ask(routing: Routing, question: Callable[[Known], T]) -> T:
    """What the thread that decides answers.

    Raises:
        Problem: 503 this process knows too little yet, or is too busy; 429 too many questions wait.
    """
    if (missing := routing.missing()) is not None:
        raise unavailable(f"this process knows too little yet: {missing}")
    return await answered(lambda: routing.questions.ask(question), within_s=ANSWER_S, who="process")


async def ask_soon(routing: Routing, question: Callable[[Known], T | None]) -> T | None:
    """The same, of something that may be on the log and not read yet; None: no such thing exists.

    It is looked for until the cell is known as of the time of the request, as long as something new is read,
    and for UNKNOWN_S while nothing is: a cell where nothing happens does not say what time it is.

    Raises:
        Problem: As `ask` does.
    """
    clock = routing.commands.clock
    asked_at_ms, begun_ms = clock.now_ms(), clock.monotonic_ms()
    known_ms, news_ms = -1, begun_ms
    while True:
        found, world_ms = await ask(routing, lambda known: (question(known), known.world.now_ms))
        at_ms = clock.monotonic_ms()
        if world_ms != known_ms:
            known_ms, news_ms = world_ms, at_ms
        is_old = known_ms >= asked_at_ms or at_ms - begun_ms >= ANSWER_S * 1_000
        if found is not None or is_old or at_ms - news_ms >= UNKNOWN_S * 1_000:
            return found
        await asyncio.sleep(_LOOK_EVERY_S)
