"""The laws of occupancy: folded from public facts alone, cluster and queues are the scheduler's, always."""

from __future__ import annotations

from dataclasses import replace

import pytest
from muster.cluster.occupancy import Occupancy, OccupancyError
from muster.events.job_events import AttemptEnded, GangBound
from muster.events.node_commands import StartTask, StopTask
from muster.events.node_commands import TestNode as NodeTest
from muster.queues.occupancy import QueueOccupancy
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.state.state import State
from muster.scheduler.edge import replay
from muster.testkit.cores import same_queues
from muster.testkit.laws import seeds
from muster.testkit.simulation import Chaos, recorded


def compare(occupancy: Occupancy, state: State) -> None:
    """Every node alike, to the byte; every gang that holds something."""
    assert list(occupancy.nodes) == list(state.nodes)
    for node_id in state.nodes:
        assert occupancy.cluster.node_canonical(node_id) == state.cluster.node_canonical(node_id)
    held = {job.job_id: job.attempt for job in state.jobs.values() if job.attempt is not None}
    assert {job_id: gang.attempt for job_id, gang in occupancy.gangs.items()} == {
        job_id: attempt.number for job_id, attempt in held.items()
    }
    for job_id, attempt in held.items():
        gang, job = occupancy.gangs[job_id], state.jobs[job_id]
        assert (gang.tenant, gang.queue) == (job.tenant, job.spec.queue)
        for node_id, task in attempt.tasks.items():
            assert [gang.placements[rank] for rank in task.ranks] == task.placements, node_id


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(4, quick=2))
def test_folded_from_public_facts_they_equal_the_scheduler_s_after_every_batch(seed: int) -> None:
    state, digest, queues = State(), StateHash(), QueueOccupancy()
    occupancy, ends = queues.occupancy, 0
    for batch in recorded(seed, Chaos(rounds=200, ask=0.5)):
        assert replay.refold(state, digest, batch)
        same_queues.apply_batch(queues, batch)
        compare(occupancy, state)
        same_queues.assert_same(queues, state)
        ends += sum(isinstance(decision.payload, AttemptEnded) for decision in batch.decisions)
    assert occupancy.cluster.canonical() == state.cluster.canonical()
    assert ends > 5, "a history in which hardly anything ended proves little"


@pytest.mark.slow
def test_facts_out_of_order_and_facts_that_say_too_little_are_refused() -> None:
    batches = recorded(1, Chaos(rounds=100, ask=0.5))
    decided = [d.payload for b in batches for d in b.decisions]
    facts = [fact for fact in decided if not isinstance(fact, StartTask | StopTask | NodeTest)]
    bound = next(fact for fact in facts if isinstance(fact, GangBound))
    before = facts[: facts.index(bound)]
    occupancy = Occupancy()
    for fact in before:
        occupancy.apply(fact)
    with pytest.raises(OccupancyError, match="`each` is null"):
        occupancy.apply(replace(bound, each=None))
    with pytest.raises(OccupancyError, match="was never bound"):
        occupancy.apply(next(fact for fact in facts if isinstance(fact, AttemptEnded)))
    occupancy.apply(bound)
    with pytest.raises(OccupancyError, match="is bound again"):
        occupancy.apply(replace(bound, attempt=2))
