"""Queries from routes to the deciding thread, and the path of commands to the log."""

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
"""Seconds to keep looking for an unknown item while no new fact is read."""

_LOOK_EVERY_S: Final = 0.05

ANSWER_S: Final = 10.0
"""Seconds that a request waits for its answer: many times the pause between two batches."""


class Known(NamedTuple):
    """The data that questions can query.

    Attributes:
        state: The entities.
        world: The cell as of the newest fact folded.
        now_ms: Current time, milliseconds since 1970 UTC.
    """

    state: Entities
    world: World
    now_ms: int


@dataclass(frozen=True, slots=True)
class Routing:
    """Dependencies of the routes.

    Attributes:
        questions: Queue of questions to the deciding thread.
        missing: Returns why this process cannot answer yet; None: it can.
        commands: Appends commands to the log.
    """

    questions: Questions[Known]
    missing: Callable[[], str | None]
    commands: CommandLog


async def _routing(request: Request) -> Routing:
    return cast("Routing", request.app.state.routing)


Asked = Annotated[Routing, Depends(_routing)]


async def ask(routing: Routing, question: Callable[[Known], T]) -> T:
    """Return the deciding thread's answer to a question.

    Raises:
        Problem: 503 this process is still catching up or too busy; 429 too many questions are pending.
    """
    if (missing := routing.missing()) is not None:
        raise unavailable(f"this process knows too little yet: {missing}")
    return await answered(lambda: routing.questions.ask(question), within_s=ANSWER_S, who="process")


async def ask_soon(routing: Routing, question: Callable[[Known], T | None]) -> T | None:
    """Like `ask`, for an item that may be on the log but not read yet; None: it does not exist.

    Retries until the cell is known as of the time of the request, but gives up once no new fact was read for
    UNKNOWN_S, because an idle cell does not advance the time, and after ANSWER_S at the latest.

    Raises:
        Problem: See `ask`.
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
