"""A core with a queue of work: the service defines the work, and this handles leases and orders. PURE."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeAlias, TypeVar, cast, get_args

from muster.deciding.core.decider import About, Answer, Decider, Fact, Happened, Input
from muster.deciding.core.entities import Changes, Entities
from muster.deciding.work.queue import Item, WorkFact, WorkQueue, WorkReport
from muster.events.shared.work_orders import WorkEnded, WorkOrdered, WorkParked

Inputs = TypeVar("Inputs")
Outputs = TypeVar("Outputs")

Followed: TypeAlias = WorkOrdered | WorkEnded | WorkParked
"""Facts that a service may react to: work has begun, has a result, or killed its worker too often."""

_REPORTS: Final = get_args(WorkReport)
_FACTS: Final = get_args(WorkFact)


def with_work(
    queue: WorkQueue,
    *,
    decisions_version: int,
    decide: Callable[[Entities, Input[Inputs], int], Iterable[Fact[Outputs | WorkFact | Answer]]],
    evolve: Callable[[Changes, Happened[Outputs]], None],
    about: Callable[[Inputs], About | None],
    follow: Callable[[Entities, Item, Followed, int], Iterable[Fact[Outputs | WorkFact | Answer]]],
    due: Callable[[Entities, int], Iterable[Fact[Outputs | WorkFact | Answer]]] = lambda _state, _at_ms: (),
    next_deadline_ms: Callable[[Entities], int | None] = lambda _state: None,
    evolve_work: Callable[[Changes, WorkFact], None] = lambda _state, _fact: None,
) -> Decider[Inputs | WorkReport, Outputs | WorkFact]:
    """A service's core and its queue as one core; reports and facts of work reach the queue alone.

    Args:
        queue: Queue in which `decide` or `due` put work.
        decisions_version: See Decider; so `decide`, `evolve`, `about`, `due` and `next_deadline_ms`.
        decide: Decides the service's own inputs.
        evolve: Applies the service's own facts.
        about: Returns the subject of the service's own inputs.
        follow: (state, item, fact, at_ms) -> facts, right behind that fact; `item` as it was before it.
        due: Comes before orders to workers.
        next_deadline_ms: Returns the next deadline of `due` alone.
        evolve_work: (state, fact), after the queue itself.
    """

    def followed(state: Entities, facts: Iterable[Fact[WorkFact]], at_ms: int) -> Iterator[Any]:
        for fact in facts:
            payload = fact.payload
            item = queue.item(state, payload.work_id) if isinstance(payload, Followed) else None
            yield fact
            if item is not None:
                yield from follow(state, item, cast("Followed", payload), at_ms)

    def decide_all(state: Entities, given: Input[Any], at_ms: int) -> Iterable[Any]:
        if isinstance(given.payload, _REPORTS):
            return followed(state, queue.decide(state, given.payload, at_ms), at_ms)
        return decide(state, given, at_ms)

    def due_all(state: Entities, at_ms: int) -> Iterator[Any]:
        yield from due(state, at_ms)
        yield from followed(state, queue.due(state, at_ms), at_ms)

    def next_of_all_ms(state: Entities) -> int | None:
        times = (next_deadline_ms(state), queue.next_deadline_ms(state))
        return min((each for each in times if each is not None), default=None)

    def evolve_all(state: Changes, fact: Happened[Any]) -> None:
        if isinstance(fact.payload, _FACTS):
            queue.evolve(state, fact, fact.payload)
            evolve_work(state, fact.payload)
        else:
            evolve(state, fact)

    return Decider(
        decisions_version=decisions_version,
        decide=decide_all,
        evolve=evolve_all,
        due=due_all,
        next_deadline_ms=next_of_all_ms,
        about=lambda payload: None if isinstance(payload, _REPORTS) else about(cast("Any", payload)),
    )
