"""A stop costs a job at most the work of one checkpoint interval and of one upload (ADR 72).

Played in virtual time, with agents that do what orders say. A job saves after every `EVERY_MS` of work and
works on while that is stored; each attempt begins where its start order says. Work is lost when an attempt
begins further back than the one before had come. Of any stop (a drain, a reclaim, a plan, a lost node) that
is at most the interval and the time to store one checkpoint, and nothing but the newest that was whole is
begun from: the last one of the last attempt that stored any. What an earlier attempt still stored after the
next had begun is not newer than what that one stored.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import count
from typing import Any, Final, NamedTuple

from hypothesis import event, example, given
from hypothesis import strategies as st
from muster.events.job_commands import JobSpec, Tier
from muster.events.job_events import (
    AttemptEnded,
    AttemptOutcome,
    GangBound,
    NodeLost,
    NodeRecovered,
    PreemptionAccepted,
)
from muster.events.node_commands import StartTask, StopTask
from muster.events.operator_commands import ActivatePolicy, DrainNode, ReclaimNode, SpareNode, UndrainNode
from muster.events.scheduler_log import ClockTicked
from muster.events.task_events import TaskOutcome
from muster.scheduler.core.decide import next_deadline_ms
from muster.testkit.cores import build
from muster.testkit.cores.scenario import QUIET_POLICY
from muster.testkit.cores.scenario import given as given_cell
from muster.testkit.laws import examples

SECOND_MS: Final = 1_000
EVERY_MS: Final = 120 * SECOND_MS
NODES: Final = ("n0", "n1", "n2", "n3")
KEPT: Final = (2, 3)
"""Number of retained checkpoints; a policy keeps at least two."""

OPERATOR: Final = {"requested_by": "op"}


class Trained(NamedTuple):
    """A job with checkpoints.

    Attributes:
        ranks: Each has a node's GPUs, or half of them.
        gpus: Of a rank.
        store_s: How long it takes to store a checkpoint.
        parted: Whether each rank stores its part, and rank 0 a record when its own is stored.
    """

    ranks: int
    gpus: int
    store_s: int
    parted: bool


class Blow(NamedTuple):
    """Event that ends attempts, `after_s` after the previous one; `node` is any of the four."""

    after_s: int
    kind: str
    node: int


BLOWS: Final = ("lost", "drained", "reclaimed", "preempted", "failed")

trained = st.builds(Trained, st.integers(1, 2), st.sampled_from((1, 2)), st.integers(1, 150), st.booleans())
blows = st.builds(Blow, st.integers(1, 400), st.sampled_from(BLOWS), st.integers(0, len(NODES) - 1))


@dataclass(slots=True)
class Attempt:
    """Progress of an attempt, as known to its agents.

    Attributes:
        number: Its number.
        from_ms: Work that it started with.
        began_ms: Time of its start.
        ended_ms: Time at which it stopped working; None: it still works.
        at: Its nodes, rank by rank.
        gone: Nodes that no longer report.
    """

    number: int
    from_ms: int
    began_ms: int
    at: list[str]
    ended_ms: int | None = None
    gone: set[str] = field(default_factory=set[str])

    def work_ms(self, now_ms: int) -> int:
        """Return the work done."""
        return self.from_ms + (now_ms if self.ended_ms is None else self.ended_ms) - self.began_ms


class Life:
    """A cell, its agents and the events that hit them.

    Attributes:
        stops: How many attempts were followed by another.
        losses: How many of them lost work.
        yielded: How many plans were carried out.
    """

    def __init__(self, jobs: list[Trained], befalls: list[Blow], kept: int) -> None:
        nodes = [build.node(node_id, gpus=2) for node_id in NODES]
        policy = replace(QUIET_POLICY, preemption_ran_min_ms=0, checkpoints_kept=kept)
        self._cell = given_cell(*nodes, ActivatePolicy(policy=policy, **OPERATOR))
        self._agenda: list[tuple[int, int, Any]] = []
        self._number = count()
        self._jobs = {f"job-{number}": job for number, job in enumerate(jobs)}
        self._attempts: dict[str, Attempt] = {}
        # by address: the attempt that stored it, and the work that it contains
        self._stored: dict[str, dict[str, tuple[int, int]]] = {job_id: {} for job_id in self._jobs}
        self._told: dict[tuple[str, int, int], set[int]] = {}
        self._attained_ms: dict[str, int] = {}
        self.stops = self.losses = self.yielded = 0
        for job_id, job in self._jobs.items():
            self._plan(1, self._take, build.submit(job_id, _spec(job)))
        after_ms = 1
        for blow in befalls:
            after_ms += blow.after_s * SECOND_MS
            self._plan(after_ms, self._strike, blow)
        self._end_ms = self._cell.now_ms + after_ms + 4 * EVERY_MS
        self._play()

    def _plan(self, after_ms: int, what: Any, *given: Any) -> None:
        heappush(self._agenda, (self._cell.now_ms + after_ms, next(self._number), (what, given)))

    def _play(self) -> None:
        while self._agenda and self._cell.now_ms < self._end_ms:
            due_ms = next_deadline_ms(self._cell.state)
            if due_ms is not None and due_ms < self._agenda[0][0]:
                self._take(ClockTicked(), at_ms=due_ms)
            else:
                at_ms, _, (what, given) = heappop(self._agenda)
                if what == self._take:
                    self._take(*given, at_ms=at_ms)
                else:
                    self._take(ClockTicked(), at_ms=at_ms)
                    what(*given)

    def _take(self, *inputs: Any, at_ms: int | None = None) -> None:
        now_ms = self._cell.now_ms
        self._cell.when(*inputs, after_ms=0 if at_ms is None else max(0, at_ms - now_ms))
        for decided in self._cell.decided:
            match decided:
                case GangBound() if decided.job_id in self._jobs:
                    at = [place.node_id for place in decided.placements]
                    self._attempts[decided.job_id] = Attempt(decided.attempt, 0, self._cell.now_ms, at)
                case StartTask() if decided.job_id in self._jobs:
                    self._begin(decided)
                case StopTask() if decided.job_id in self._jobs:
                    self._stop(decided)
                case AttemptEnded() if decided.job_id in self._jobs:
                    self._over(decided)
                case _:
                    pass

    # -- agents ----------------------------------------------------------------------------------------

    def _begin(self, order: StartTask) -> None:
        """Start an attempt from the checkpoint in its order, which must be the newest complete one."""
        attempt, stored = self._attempts[order.job_id], self._stored[order.job_id]
        if order.node_id != attempt.at[0]:
            return
        begun = stored[order.checkpoint_uri] if order.checkpoint_uri else (0, 0)
        assert begun == max(stored.values(), default=(0, 0)), "the newest complete one"
        attempt.from_ms = begun[1]
        self._compare(order.job_id, attempt)
        for node_id in dict.fromkeys(attempt.at):
            ranks = tuple(rank for rank, at in enumerate(attempt.at) if at == node_id)
            self._plan(0, self._take, build.started(node_id, order.job_id, attempt.number, ranks))
        self._plan(EVERY_MS, self._save, order.job_id, attempt)

    def _compare(self, job_id: str, attempt: Attempt) -> None:
        attained_ms = self._attained_ms.get(job_id)
        if attained_ms is None:
            return
        lost_ms = attained_ms - attempt.from_ms
        self.stops, self.losses = self.stops + 1, self.losses + (lost_ms > 0)
        assert lost_ms <= EVERY_MS + self._jobs[job_id].store_s * SECOND_MS, lost_ms

    def _save(self, job_id: str, attempt: Attempt) -> None:
        if attempt.ended_ms is None:
            self._store(job_id, attempt)
            self._plan(EVERY_MS, self._save, job_id, attempt)

    def _store(self, job_id: str, attempt: Attempt) -> None:
        """Store the current work; nodes report it when it is done, unless they are gone."""
        job, work_ms = self._jobs[job_id], attempt.work_ms(self._cell.now_ms)
        for rank, _ in enumerate(attempt.at):
            self._plan(job.store_s * SECOND_MS, self._tell, job_id, attempt, rank, work_ms)

    def _tell(self, job_id: str, attempt: Attempt, rank: int, work_ms: int) -> None:
        """Report a stored part of a rank; in a job of one file, rank 0 stores everything."""
        node_id, parted = attempt.at[rank], self._jobs[job_id].parted
        if node_id in attempt.gone or (rank and not parted):
            return
        step, number = work_ms // SECOND_MS, attempt.number
        told: list[Any] = []
        if parted:
            told.append(build.part_stored(node_id, job_id, number, step=step, part=rank))
        if not rank:
            parts = [
                build.part_stored(at, job_id, number, step=step, part=part)
                for part, at in enumerate(attempt.at)
            ]
            file = f"at-{step}"
            told.append(
                build.checkpoint_saved(node_id, job_id, number, step=step, parts=parts)
                if parted
                else build.checkpoint_saved(node_id, job_id, number, file=file)
            )
        self._take(*told)
        parts_told = self._told.setdefault((job_id, number, step), set())
        parts_told.add(rank)
        if len(parts_told) == (len(attempt.at) if parted else 1):
            uri = f"s3://muster/{job_id}/{number}/{step if parted else f'at-{step}'}"
            self._stored[job_id][uri] = (number, work_ms)

    def _stop(self, order: StopTask) -> None:
        """Store the current work if there is time, then end; a gang's ranks end once it is stored."""
        attempt, job = self._attempts[order.job_id], self._jobs[order.job_id]
        first, now_ms = attempt.ended_ms is None, self._cell.now_ms
        stored_ms = job.store_s * SECOND_MS
        saves = 0 < stored_ms <= order.checkpoint_grace_ms and not attempt.gone
        if first:
            attempt.ended_ms = now_ms
            if saves:
                self._store(order.job_id, attempt)
        after_ms = stored_ms + 1 if saves else order.checkpoint_grace_ms + 1
        ended = build.exited(
            order.node_id, order.job_id, attempt.number, outcome=TaskOutcome.STOPPED, exit_code=143
        )
        self._plan(after_ms, self._exit, order.job_id, attempt, order.node_id, ended)

    def _exit(self, job_id: str, attempt: Attempt, node_id: str, ended: Any) -> None:
        if node_id not in attempt.gone and attempt is self._attempts.get(job_id):
            self._take(ended)

    def _over(self, ended: AttemptEnded) -> None:
        attempt = self._attempts.pop(ended.job_id)
        if attempt.ended_ms is None:
            attempt.ended_ms = self._cell.now_ms
        if ended.outcome is not AttemptOutcome.SUCCEEDED:
            self._attained_ms[ended.job_id] = attempt.work_ms(self._cell.now_ms)

    # -- events ---------------------------------------------------------------------------------------

    def _strike(self, blow: Blow) -> None:
        node_id = NODES[blow.node]
        match blow.kind:
            case "lost":
                self._lose(node_id)
                self._plan(60 * SECOND_MS, self._take, NodeRecovered(node_id=node_id))
            case "drained":
                self._take(DrainNode(node_id=node_id, **OPERATOR))
                self._plan(90 * SECOND_MS, self._take, UndrainNode(node_id=node_id, **OPERATOR))
            case "reclaimed":
                self._take(ReclaimNode(node_id=node_id, remaining_ms=120 * SECOND_MS, **OPERATOR))
                self._plan(120 * SECOND_MS, self._lose, node_id)
                self._plan(180 * SECOND_MS, self._take, SpareNode(node_id=node_id, **OPERATOR))
                self._plan(181 * SECOND_MS, self._take, NodeRecovered(node_id=node_id))
            case "preempted":
                self._preempt()
            case _:
                self._fail(node_id)

    def _lose(self, node_id: str) -> None:
        for attempt in self._attempts.values():
            if node_id in attempt.at:
                attempt.gone.add(node_id)
                attempt.ended_ms = self._cell.now_ms if attempt.ended_ms is None else attempt.ended_ms
        self._take(NodeLost(node_id=node_id, silent_ms=30_000))

    def _fail(self, node_id: str) -> None:
        found = [job_id for job_id, attempt in self._attempts.items() if node_id in attempt.at]
        for job_id in found[:1]:
            attempt = self._attempts[job_id]
            if attempt.ended_ms is None:
                attempt.ended_ms = self._cell.now_ms
                failed = build.exited(
                    node_id, job_id, attempt.number, outcome=TaskOutcome.FAILED, exit_code=1
                )
                self._take(failed)

    def _preempt(self) -> None:
        """Let production preempt a node's GPUs, whose jobs may all yield; it ends after two minutes."""
        asker = f"job-asks-{next(self._number)}"
        spec = build.job_spec(gpus=2, tier=Tier.PRODUCTION_INFERENCE)
        self._take(build.submit(asker, spec))
        victims = [
            build.victim(job_id, attempt.number)
            for job_id, attempt in self._attempts.items()
            if attempt.ended_ms is None
        ]
        if victims:
            self._take(build.preemption_plan(asker, *victims))
            if any(isinstance(fact, PreemptionAccepted) for fact in self._cell.decided):
                self.yielded += 1
        self._plan(120 * SECOND_MS, self._end_of, asker)

    def _end_of(self, asker: str) -> None:
        job = self._cell.state.jobs.get(asker)
        if job is None:
            return
        if job.attempt is None:
            self._take(build.cancel(asker))
            return
        self._take(*(build.exited(node_id, asker, job.attempt.number) for node_id in job.attempt.tasks))


def _spec(job: Trained) -> JobSpec:
    spec = build.job_spec(
        gpus=job.gpus, ranks=job.ranks, checkpoint=True, attempts=50, backoff_ms=1, queue="default"
    )
    return replace(spec, checkpoint=replace(spec.checkpoint, grace_ms=60 * SECOND_MS))


@examples(60)
@example(  # the checkpoint of the second attempt arrives after the third has started
    [Trained(1, 1, 1, parted=False), Trained(2, 2, 1, parted=False)],
    [Blow(1, "drained", 0), Blow(2, "lost", 0), Blow(120, "failed", 3), Blow(1, "drained", 0)],
    2,
)
@given(
    st.lists(trained, min_size=1, max_size=4), st.lists(blows, min_size=1, max_size=20), st.sampled_from(KEPT)
)
def test_a_stop_loses_at_most_an_interval_and_an_upload(
    jobs: list[Trained], befalls: list[Blow], kept: int
) -> None:
    life = Life(jobs, befalls, kept)
    event(f"some yield: {life.yielded > 0}")
    event(f"attempts followed by others: {min(life.stops, 5)}, of which some lost work: {life.losses > 0}")
