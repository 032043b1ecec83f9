"""Laws of reservations, over random cells in virtual time: they are honoured, and no job waits for ever.

Jobs come, run for their true durations, and end; the core sees only what it sees in life.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from heapq import heappop, heappush
from typing import Any, NamedTuple

import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from muster.events.job_commands import Isolation
from muster.events.job_events import GangBound, JobQueued, ReleaseReason, ReservationMade, ReservationReleased
from muster.events.operator_commands import ActivatePolicy
from muster.scheduler.core.durations.estimator import ATTEMPTS_MIN
from muster.scheduler.core.durations.histogram import Histogram
from muster.scheduler.core.durations.history import DurationHistory, Group
from muster.scheduler.core.limits import HEAD_INTERVAL_MS
from muster.scheduler.core.state.state import DEFAULT_POLICY
from muster.testkit.cores import build
from muster.testkit.cores.scenario import given as given_cell
from muster.testkit.laws import examples

MINUTE_MS = 60_000
LIMIT_MS = 100 * MINUTE_MS
PATIENCE_MS = 2 * MINUTE_MS
KEEP_MS = 5 * MINUTE_MS
GRACE_MS = build.job_spec().grace_ms
NODES = 3
LAWS = examples(60)


class Ask(NamedTuple):
    """The submission of a job.

    Attributes:
        after_ms: Since the one before.
        gpus: Per rank.
        ranks: Gang size.
        limit_ms: Wall time limit.
        part: How much of its bound it really runs, per cent.
        user: Who asks.
        isolation: Of a fraction.
    """

    after_ms: int
    gpus: float
    ranks: int
    limit_ms: int
    part: int
    user: str
    isolation: Isolation


asks = st.lists(
    st.builds(
        Ask,
        st.sampled_from((0, 1_000, MINUTE_MS, 7 * MINUTE_MS)),
        st.sampled_from((1, 1, 1, 2, 4, 0.25, 0.5, 0.5)),
        st.sampled_from((1, 1, 1, 2, 3)),
        st.integers(1, 100).map(lambda minutes: minutes * MINUTE_MS),
        st.integers(1, 100),
        st.sampled_from(("ada", "bob")),
        st.sampled_from((Isolation.BY_TRUST, Isolation.MIG)),
    ),
    min_size=10,
    max_size=40,
)


@cache
def taught() -> DurationHistory:
    """Return the history after some attempts that ended long before their limits."""
    scenario = given_cell(build.node("n0", gpus=1))
    for number in range(2 * ATTEMPTS_MIN):
        job_id = f"job-before-{number}"
        scenario.when(build.submit(job_id, build.job_spec(wall_time_max_ms=LIMIT_MS)))
        scenario.when(build.exited("n0", job_id), after_ms=(1 + number % 10) * MINUTE_MS)
    return scenario.state.durations


def taught_alike() -> DurationHistory:
    """Return a copy of that history, for one cell to add to."""
    groups = taught().groups.items()
    return DurationHistory.of(
        {name: Group(Histogram(each.histogram.counts()), each.news, each.lead) for name, each in groups}
    )


class Life:
    """A cell of a few nodes of 4 GPUs, simulated to the end.

    Attributes:
        queued: job_id -> when it came.
        started: job_id -> when.
        promised: job_id -> when it was first promised to start, as long as it headed the line.
        overstays: Who was placed on kept nodes with a stated bound beyond the time they are kept for.
    """

    def __init__(self, asked: list[Ask], true_ms: Callable[[Ask, JobQueued], int]) -> None:
        self._scenario = given_cell(*(build.node(f"n{i}", gpus=4, model="A100-40GB") for i in range(NODES)))
        self._scenario.state.durations = taught_alike()
        policy = {"head_patience_ms": PATIENCE_MS, "head_hold_ms": KEEP_MS}
        changed = type(DEFAULT_POLICY).from_datum({**DEFAULT_POLICY.to_datum(), **policy})
        self._scenario.when(ActivatePolicy(policy=changed, requested_by="op"))
        self._true_ms = true_ms
        self._asks: dict[str, Ask] = {}
        self._runs_ms: dict[str, int] = {}
        self._stated_ms: dict[str, int] = {}
        self._kept: ReservationMade | None = None
        self._agenda: list[tuple[int, int, Any]] = []
        self.queued: dict[str, int] = {}
        self.started: dict[str, int] = {}
        self.promised: dict[str, int] = {}
        self.overstays: list[str] = []
        self._play(asked)

    def _play(self, asked: list[Ask]) -> None:
        at_ms = self._scenario.now_ms
        for number, ask in enumerate(asked):
            at_ms += ask.after_ms + 1
            job_id = f"job-{number:03}"
            self._asks[job_id] = ask
            spec = build.job_spec(
                gpus=ask.gpus,
                ranks=ask.ranks,
                wall_time_max_ms=ask.limit_ms,
                user=ask.user,
                isolation=ask.isolation if ask.gpus < 1 else Isolation.BY_TRUST,
            )
            self._plan(at_ms, build.submit(job_id, spec))
        while self._agenda or self._scenario.state.pending.size:
            deadline_ms = self._deadline_ms()
            if not self._agenda or deadline_ms < self._agenda[0][0]:
                self._scenario.when_time_comes()
                self._look()
                continue
            at_ms = self._agenda[0][0]
            inputs: list[Any] = []
            while self._agenda and self._agenda[0][0] == at_ms:
                inputs.append(heappop(self._agenda)[2])
            self._scenario.when(*inputs, after_ms=at_ms - self._scenario.now_ms)
            self._look()

    def _plan(self, at_ms: int, what: Any) -> None:
        heappush(self._agenda, (at_ms, len(self._agenda) + len(self.started) * 1_000, what))

    def _deadline_ms(self) -> int:
        from muster.scheduler.core.decide import next_deadline_ms

        deadline_ms = next_deadline_ms(self._scenario.state)
        return 1 << 62 if deadline_ms is None else max(deadline_ms, self._scenario.now_ms)

    def _look(self) -> None:
        now_ms = self._scenario.now_ms
        for fact in self._scenario.decided:
            match fact:
                case JobQueued():
                    self.queued[fact.job_id] = now_ms
                    ask = self._asks[fact.job_id]
                    self._runs_ms[fact.job_id] = self._true_ms(ask, fact)
                    stated_ms = fact.predicted_p90_ms
                    self._stated_ms[fact.job_id] = ask.limit_ms if stated_ms is None else stated_ms
                case GangBound():
                    self.started[fact.job_id] = now_ms
                    self._look_at_kept(fact)
                    for node_id in {place.node_id for place in fact.placements}:
                        self._plan(now_ms + self._runs_ms[fact.job_id], build.exited(node_id, fact.job_id))
                case ReservationMade():
                    self._kept = fact
                    if fact.starts_at_ms is not None:
                        self.promised.setdefault(fact.job_id, fact.starts_at_ms)
                case ReservationReleased():
                    self._kept = None
                    if fact.reason is ReleaseReason.NO_LONGER_HEAD:
                        self.promised.pop(fact.job_id, None)
                case _:
                    pass

    def _look_at_kept(self, bound: GangBound) -> None:
        """Check that every job placed on reserved nodes, except the head, is expected to end in time."""
        kept = self._kept
        if kept is None or bound.job_id == kept.job_id:
            return
        if not any(place.node_id in kept.node_ids for place in bound.placements):
            return
        by_limit_ms = self._asks[bound.job_id].limit_ms + GRACE_MS
        needs_ms = by_limit_ms if kept.by_limits else self._stated_ms[bound.job_id]
        begins_ms = kept.kept_until_ms if kept.starts_at_ms is None else kept.starts_at_ms
        if self._scenario.now_ms + needs_ms > begins_ms:
            self.overstays.append(bound.job_id)


def within_its_bound(ask: Ask, queued: JobQueued) -> int:
    """Return a run time within the stated bound, so that reservations are exact to the millisecond."""
    return max(1, (queued.predicted_p90_ms or ask.limit_ms) * ask.part // 100)


def to_its_limit(ask: Ask, _: JobQueued) -> int:
    """Return the limit as the run time, whatever the estimate."""
    return ask.limit_ms


@LAWS
@given(asks)
def test_no_job_that_runs_ahead_delays_the_head_beyond_its_stated_time(asked: list[Ask]) -> None:
    life = Life(asked, within_its_bound)
    assert set(life.started) == set(life.queued), "all jobs fit the cell, so all start"
    for job_id, promised_ms in life.promised.items():
        assert life.started[job_id] <= promised_ms
    assert not life.overstays
    event(f"promises: {min(len(life.promised), 3)}")


@pytest.mark.slow
@LAWS
@given(asks)
def test_a_head_starts_within_the_bound_set_by_limits(asked: list[Ask]) -> None:
    """Patience, a reservation by estimates, another by limits: each lasts at most a limit and a grace."""
    life = Life(asked, to_its_limit)
    bound_ms = PATIENCE_MS + KEEP_MS + 2 * (LIMIT_MS + GRACE_MS) + 3 * HEAD_INTERVAL_MS
    heads_from_ms = 0
    for job_id, queued_ms in life.queued.items():
        heads_from_ms = max(heads_from_ms, queued_ms)
        assert life.started[job_id] - heads_from_ms <= bound_ms
        heads_from_ms = max(heads_from_ms, life.started[job_id])
    assert not life.overstays
