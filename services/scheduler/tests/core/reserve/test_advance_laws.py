"""Laws of reservations for queues, over random histories: the nodes are the queue's, its jobs start."""

from __future__ import annotations

from typing import Any

from hypothesis import event, given
from hypothesis import strategies as st
from muster.events.job_events import (
    CapacityReassigned,
    CapacityReservationEnded,
    CapacityReserved,
    GangBound,
    PreemptionRequested,
)
from muster.events.scheduler_log import ClockTicked, SequencedInput
from muster.events.task_events import TaskOutcome
from muster.scheduler.core.decide import step
from muster.scheduler.core.evolve import holdings
from muster.scheduler.core.state.job import Job
from muster.scheduler.core.state.state import State
from muster.testkit.cores import build, strategies
from muster.testkit.cores.scenario import START_MS, Scenario
from muster.testkit.cores.scenario import given as given_cell
from muster.testkit.laws import examples

HOUR_MS = 3_600_000


_KINDS = [
    index
    for index, kind in enumerate(strategies.KINDS)
    if kind.__name__ in ("_submit", "_started", "_exited", "_reservation", "_node_event")
]
_moves = st.builds(
    strategies.Move, st.sampled_from([*_KINDS, _KINDS[-1]]), st.integers(0, 30), st.integers(0, 30)
)
histories = st.lists(
    st.builds(
        strategies.Batch, st.sampled_from((1, 500, 1_500, 4_000)), st.lists(_moves, min_size=1, max_size=6)
    ),
    min_size=20,
    max_size=40,
)
"""Jobs and reservations of queues with unchanged settings."""


class Promises:
    """Follows the facts about reservations, and checks the jobs placed on their nodes."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, str], CapacityReserved] = {}
        self._nodes: dict[tuple[str, str], tuple[str, ...]] = {}
        self.breaches: list[str] = []
        self.judged = 0

    def take(self, state: State, facts: list[Any]) -> None:
        for fact in facts:
            match fact:
                case CapacityReserved() | CapacityReassigned():
                    key = (fact.tenant, fact.reservation)
                    self._nodes[key] = fact.node_ids
                    if isinstance(fact, CapacityReserved):
                        self._made[key] = fact
                case CapacityReservationEnded():
                    del self._made[fact.tenant, fact.reservation]
                case GangBound() if fact.job_id in state.jobs:
                    self._judge(state, fact, state.jobs[fact.job_id])
                case _:
                    pass

    def _judge(self, state: State, bound: GangBound, job: Job) -> None:
        queues = {each.key for each in holdings.queue_of(state, job).path}
        used = {place.node_id for place in bound.placements}
        for key, made in self._made.items():
            if (made.tenant, made.queue) in queues or not used & {*self._nodes[key]}:
                continue
            self.judged += 1
            bound_ms = job.limit_ms if job.p90_ms is None else job.p90_ms
            if bound_ms is None or state.now_ms + bound_ms > made.starts_at_ms:
                self.breaches.append(f"{job.job_id} on nodes of {key}")


@examples(60)
@given(histories)
def test_no_foreign_job_that_could_outlast_the_start_is_placed_on_reserved_nodes(
    history: list[strategies.Batch],
) -> None:
    state, promises, now_ms = State(), Promises(), START_MS
    nodes = (build.node(name, gpus=gpus, model=model) for name, gpus, model in strategies.NODES)
    queues = (build.queue(name) for name in strategies.QUEUES)
    _play(state, [build.elected(), build.founding_queue(), *nodes, *queues], now_ms)
    for batch in history:
        now_ms += batch.after_ms
        serial = state.seq_next
        events = [strategies.event_for(state, move, serial + i) for i, move in enumerate(batch.moves)]
        promises.take(state, _play(state, events, now_ms))
    assert not promises.breaches
    event(f"ran ahead on reserved nodes: {promises.judged > 0}")


def _play(state: State, events: list[Any], now_ms: int) -> list[Any]:
    inputs = [
        SequencedInput(seq=seq, event_id=f"e{seq}", correlation_id="c", payload=payload)
        for seq, payload in enumerate(events, state.seq_next)
    ]
    return [consequence.decision.payload for consequence in step(state, inputs, now_ms)]


others = st.lists(
    st.tuples(st.integers(1, 4), st.sampled_from((None, 1, 30, 59, 61, 300)), st.integers(1, 59)),
    max_size=14,
)
"""GPUs, limit in minutes, minutes before the start."""


@examples(60)
@given(others, st.integers(1, 3), st.integers(1, 4))
def test_the_gang_of_a_reservation_starts_once_the_victims_have_yielded(
    asked: list[tuple[int, int | None, int]], nodes: int, gpus: int
) -> None:
    """Other jobs arrive in the hour before, and leave at the start only if asked to or at their limit."""
    scenario = given_cell(*(build.node(f"n{n}", gpus=4) for n in range(4)), build.queue("red"))
    due_ms = scenario.now_ms + HOUR_MS
    scenario.when(build.reserve("course", "red", nodes=nodes, starts_at_ms=due_ms, ends_at_ms=2 * due_ms))
    for number, (size, limit_min, before_min) in enumerate(sorted(asked, key=lambda each: -each[2])):
        limit_ms = None if limit_min is None else limit_min * 60_000
        at_ms = max(scenario.now_ms + 1, due_ms - before_min * 60_000 - 1)
        spec = build.job_spec(gpus=size, wall_time_max_ms=limit_ms)
        scenario.when(build.submit(f"job-{number:02}", spec), after_ms=at_ms - scenario.now_ms)
    scenario.when(ClockTicked(), after_ms=max(0, due_ms - scenario.now_ms))
    for wish in [fact for fact in scenario.decided if isinstance(fact, PreemptionRequested)]:
        for job_id in wish.holders:
            _let_yield(scenario, job_id)
    scenario.when(build.submit("job-gang", build.job_spec(gpus=gpus, ranks=nodes, queue="red")))
    assert scenario.state.jobs["job-gang"].state == "BOUND"


def _let_yield(scenario: Scenario, job_id: str) -> None:
    attempt = scenario.state.jobs[job_id].attempt
    for node_id in attempt.tasks if attempt else ():
        scenario.when(build.exited(node_id, job_id, outcome=TaskOutcome.FAILED, exit_code=1))
