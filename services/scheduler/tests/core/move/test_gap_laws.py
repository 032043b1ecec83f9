"""Laws of filled backfill windows, over random cells in virtual time (ADR 105).

The core sees only what it sees in life: limits, not when jobs really end, nor how long they take to save.
When the gang would fit without the jobs that fill gaps is counted here by GPUs and nodes alone.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from heapq import heappop, heappush
from typing import Any, NamedTuple

from hypothesis import event, example, given
from hypothesis import strategies as st
from muster.events.job_commands import JobSpec, Tier
from muster.events.job_events import GangBound, JobStopping, ReservationMade
from muster.events.operator_commands import ActivatePolicy
from muster.events.task_events import TaskOutcome
from muster.scheduler.core.decide import next_deadline_ms
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.replay.snapshot import forked
from muster.scheduler.core.state.state import State
from muster.testkit.cores import build
from muster.testkit.cores.scenario import QUIET_POLICY
from muster.testkit.cores.scenario import given as given_cell
from muster.testkit.laws import examples

MINUTE_MS = 60_000
DAY_MS = 24 * 60 * MINUTE_MS
DRAIN_MS = 3 * MINUTE_MS
MOST = 2
POLICY = replace(
    QUIET_POLICY,
    head_patience_ms=MINUTE_MS,
    head_hold_ms=5 * MINUTE_MS,
    preemption_ran_min_ms=MINUTE_MS,
    preemptions_per_job_day_max=MOST,
    gap_drain_max_ms=DRAIN_MS,
)
NODES = ("n1", "n2", "n3")
GPUS = 4
END_MS = 2 * DAY_MS
LAWS = examples(40)


class Runs(NamedTuple):
    """A job that runs when the gang comes.

    Attributes:
        gpus: What it holds.
        limit: Its wall-time limit, minutes.
        part: How much of that it really runs, per cent.
    """

    gpus: int
    limit: int
    part: int


class Fills(NamedTuple):
    """A job that could fill the window.

    Attributes:
        after: Minutes since the one before.
        gpus: What it needs.
        runs: How long an attempt of it runs, minutes.
        drain: How long it may take to save and end, minutes.
        part: How much of that it takes, per cent.
        saves: Whether it has checkpoints.
    """

    after: int
    gpus: int
    runs: int
    drain: int
    part: int
    saves: bool


class Cell(NamedTuple):
    """The submissions in order: jobs that run, a gang, and jobs that could fill its window.

    Attributes:
        runs: Jobs that are submitted together and run.
        gang: (GPUs per rank, number of ranks).
        fills: Jobs that could fill the window.
    """

    runs: list[Runs]
    gang: tuple[int, int]
    fills: list[Fills]


cells = st.builds(
    Cell,
    st.lists(
        st.builds(Runs, st.integers(1, GPUS), st.integers(20, 120), st.integers(1, 100)),
        min_size=4,
        max_size=9,
    ),
    st.tuples(st.integers(2, GPUS), st.integers(2, len(NODES))),
    st.lists(
        st.builds(
            Fills,
            st.integers(0, 10),
            st.integers(1, 2),
            st.integers(1, 600),
            st.integers(1, 4),
            st.integers(1, 100),
            st.sampled_from((True, True, True, False)),
        ),
        min_size=1,
        max_size=12,
    ),
)


class Life:
    """A cell, played until the gang starts.

    Attributes:
        started_ms: When the gang started, since the cell began; None: it never did.
        promised_ms: When it was first expected to; None: that was never known.
        fitted_ms: When it first would fit without the jobs that fill gaps, once nodes are kept for it.
        filled: How often gaps were filled.
        yields: When each job yielded in a gap, and to whom.
    """

    def __init__(self, cell: Cell) -> None:
        self._scenario = given_cell(*(build.node(node_id, gpus=GPUS) for node_id in NODES))
        self._scenario.when(ActivatePolicy(policy=POLICY, requested_by="op"))
        self._began_ms = self._scenario.now_ms
        self._agenda: list[tuple[int, int, Any]] = []
        self._planned = 0
        self._lasts_ms: dict[str, int] = {}
        self._drains_ms: dict[str, int] = {}
        self.started_ms: int | None = None
        self.promised_ms: int | None = None
        self.fitted_ms: int | None = None
        self.filled = 0
        self.yields: dict[str, list[tuple[int, str]]] = {}
        self._gang = cell.gang
        self._come(cell)
        self._play()

    @property
    def state(self) -> State:
        """Return the newest state of the core."""
        return self._scenario.state

    def _come(self, cell: Cell) -> None:
        for number, runs in enumerate(cell.runs):
            spec = build.job_spec(gpus=runs.gpus, wall_time_max_ms=runs.limit * MINUTE_MS)
            self._submit(f"job-runs-{number}", spec, 0, runs.limit * MINUTE_MS * runs.part // 100, 0)
        gpus, ranks = cell.gang
        gang = build.job_spec(gpus=gpus, ranks=ranks, tier=Tier.PREMIUM_TRAINING)
        self._submit("job-gang", gang, 2, DAY_MS, 0)
        at_ms = 2
        for number, fills in enumerate(cell.fills):
            at_ms += fills.after * MINUTE_MS + 1
            spec = build.job_spec(gpus=fills.gpus, tier=Tier.BATCH_INFERENCE, checkpoint=fills.saves)
            grace_ms = fills.drain * MINUTE_MS - spec.grace_ms
            spec = replace(spec, checkpoint=replace(spec.checkpoint, grace_ms=grace_ms))
            drains_ms = fills.drain * MINUTE_MS * fills.part // 100
            self._submit(f"job-fills-{number}", spec, at_ms, fills.runs * MINUTE_MS, drains_ms)

    def _submit(self, job_id: str, spec: JobSpec, at_ms: int, lasts_ms: int, drains_ms: int) -> None:
        self._lasts_ms[job_id], self._drains_ms[job_id] = max(1, lasts_ms), drains_ms
        self._plan(self._began_ms + at_ms, build.submit(job_id, spec))

    def _plan(self, at_ms: int, what: Any) -> None:
        self._planned += 1
        heappush(self._agenda, (at_ms, self._planned, what))

    def _play(self) -> None:
        while self.started_ms is None and self._scenario.now_ms < self._began_ms + END_MS:
            deadline_ms = next_deadline_ms(self._scenario.state)
            if deadline_ms is not None and (not self._agenda or deadline_ms < self._agenda[0][0]):
                self._scenario.when_time_comes()
            elif self._agenda:
                at_ms = self._agenda[0][0]
                inputs: list[Any] = []
                while self._agenda and self._agenda[0][0] == at_ms:
                    inputs.append(heappop(self._agenda)[2])
                self._scenario.when(*inputs, after_ms=max(0, at_ms - self._scenario.now_ms))
            else:
                return
            self._look()

    def _look(self) -> None:
        now_ms = self._scenario.now_ms
        for fact in self._scenario.decided:
            match fact:
                case GangBound(job_id="job-gang"):
                    self.started_ms = now_ms - self._began_ms
                case GangBound():
                    self.filled += bool(fact.gap_of)
                    self._end(fact.job_id, fact.attempt, self._lasts_ms[fact.job_id], TaskOutcome.SUCCEEDED)
                case JobStopping() if fact.yields_to:
                    self.yields.setdefault(fact.job_id, []).append((now_ms, fact.yields_to))
                    self._end(fact.job_id, fact.attempt, self._drains_ms[fact.job_id], TaskOutcome.STOPPED)
                case ReservationMade(job_id="job-gang") if fact.starts_at_ms is not None:
                    self.promised_ms = self.promised_ms or fact.starts_at_ms - self._began_ms
                case _:
                    pass
        self._check()

    def _end(self, job_id: str, attempt: int, after_ms: int, outcome: TaskOutcome) -> None:
        job = self._scenario.state.jobs[job_id]
        code = 143 if outcome is TaskOutcome.STOPPED else 0
        for node_id in job.attempt.tasks if job.attempt else ():
            ended = build.exited(node_id, job_id, attempt, outcome=outcome, exit_code=code)
            self._plan(self._scenario.now_ms + after_ms, ended)

    def _check(self) -> None:
        state = self._scenario.state
        held = Counter[tuple[str, int]]()
        for job in state.jobs.values():
            for node_id, task in job.attempt.tasks.items() if job.attempt else ():
                for placement in task.placements:
                    held.update((node_id, index) for index in placement.gpu_indices)
        assert all(count == 1 for count in held.values()), "no GPU is allocated twice"
        kept = state.reservation
        if kept is not None and kept.job_id == "job-gang" and self.fitted_ms is None and self._would_fit():
            self.fitted_ms = state.now_ms - self._began_ms
        assert set(state.filling) == {
            job.job_id for job in state.jobs.values() if job.attempt is not None and job.attempt.gap_of
        }

    def _would_fit(self) -> bool:
        """Return whether the gang fits on free GPUs and those of jobs in its window, counted by nodes.

        What this batch gave to others was free before, and the gang goes first.
        """
        gpus, ranks = self._gang
        free = dict[str, int](dict.fromkeys(NODES, GPUS))
        for job in self.state.jobs.values():
            attempt = job.attempt
            if attempt is None or attempt.gap_of or attempt.bound_at_ms == self.state.now_ms:
                continue
            for node_id, task in attempt.tasks.items():
                free[node_id] -= sum(len(placement.gpu_indices) for placement in task.placements)
        return sum(left // gpus for left in free.values()) >= ranks


FITS_WITH_WHAT_COMES_FREE = Cell(
    runs=[
        Runs(2, 36, 52),
        Runs(2, 98, 89),
        Runs(3, 44, 17),
        Runs(2, 97, 89),
        Runs(1, 36, 100),
        Runs(1, 96, 36),
    ],
    gang=(2, 2),
    fills=[Fills(7, 2, 408, 3, 88, saves=True), Fills(6, 2, 459, 3, 38, saves=False)],
)
"""With GPUs of a node that is not reserved for it the gang would fit; another job waits for these."""


@LAWS
@example(FITS_WITH_WHAT_COMES_FREE)
@given(cells)
def test_jobs_in_its_gap_delay_a_gang_by_no_more_than_their_drain(cell: Cell) -> None:
    """After it would fit without them; and it starts no later than it was first told, as all end in time.

    Nobody yields to it twice nor too often, and a snapshot at the end is the same state.
    """
    life = Life(cell)
    event(f"gaps filled: {min(life.filled, 3)}")
    if life.fitted_ms is not None:
        assert life.started_ms is not None
        assert life.started_ms <= life.fitted_ms + DRAIN_MS
    if life.promised_ms is not None:
        assert life.started_ms is not None
        assert life.started_ms <= life.promised_ms
    for yields in life.yields.values():
        assert len({to for _, to in yields}) == len(yields)
        assert all(sum(at_ms - DAY_MS < other <= at_ms for other, _ in yields) <= MOST for at_ms, _ in yields)
    assert StateHash().refresh_all(forked(life.state)) == StateHash().refresh_all(life.state)
