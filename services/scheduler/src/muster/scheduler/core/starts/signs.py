"""Signs: the features that predict a job's wait, as logarithms (durations.waits).

The signs: the soonest start if only jobs of its own group were ahead; how long it has waited, an indicator of
how long similar jobs wait; the number of waiting jobs; the amount that it requests; its position in its
group. None predicts well alone: the first ignores jobs that pass it, the others ignore running jobs. Together
they do, with exponents learned in this cluster.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

from muster.events.job_events import PendingCode
from muster.scheduler.core.durations import estimator, waits
from muster.scheduler.core.durations.waits import Signs
from muster.scheduler.core.starts import demand
from muster.scheduler.core.starts.demand import Need
from muster.scheduler.core.starts.releases import Releases
from muster.scheduler.core.starts.wave import Waiting, Wave
from muster.scheduler.core.state.job import NEVER_MS, Job
from muster.scheduler.core.state.pending import SchedulingGroup
from muster.scheduler.core.state.state import State

BEFORE_MAX: Final = 2_000
"""Maximum number of jobs ahead that are counted; the start of a job further behind is unknown."""


class SignReader:
    """Reads the signs of waiting jobs in one state.

    Args:
        state: The state; must not change while this is used.

    Attributes:
        releases: Releases of the resources that jobs wait for.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self.releases = Releases(state)
        self._waves: dict[tuple[object, ...], Wave] = {}
        self._arrival_seqs: dict[SchedulingGroup, list[int]] = {}

    def needs(self, group: SchedulingGroup, code: PendingCode) -> list[Need]:
        """List the needs of a group's jobs, given their reason: room, and a quota if one is short."""
        state = self._state
        short = state.admission(group.key).short
        room = demand.room(state, group.placement_class, code)
        if short is not None and short.is_headroom:
            return [demand.beyond_headroom(room, short)]
        return [room, demand.quota(state, group, short)] if short else [room]

    def soonest_ms(self, job: Job, group: SchedulingGroup, needs: list[Need]) -> int:
        """The soonest start with only its group ahead, ms since 1970 UTC; NEVER_MS: unknown."""
        return max(self._soonest(need, group).start_ms(job.job_id) for need in needs)

    def signs(self, job: Job, group: SchedulingGroup, needs: list[Need]) -> Signs | None:
        """Return the signs of a job in a blocked group; None: its start is unknown."""
        now_ms = self._state.now_ms
        soonest_ms = self.soonest_ms(job, group, needs)
        if soonest_ms >= NEVER_MS:
            return None
        position = bisect_left(self._arrival_seqs_of(group), job.arrival_seq) + 1
        counts = (self._state.pending.size, max(1, needs[0].part(job)), position)
        return waits.signs_of(soonest_ms - now_ms, now_ms - job.queued_at_ms, counts)

    def _arrival_seqs_of(self, group: SchedulingGroup) -> list[int]:
        if group not in self._arrival_seqs:
            self._arrival_seqs[group] = group.arrival_seqs()
        return self._arrival_seqs[group]

    def _soonest(self, need: Need, group: SchedulingGroup) -> Wave:
        """Return the wave in which only jobs of the group wait."""
        state, key = self._state, (group.key, need.key)
        if key not in self._waves:
            first = state.jobs[group.first_job_id]
            features = estimator.features_of(first.tenant, first.spec, policy=state.policy)
            runs_ms = estimator.predict(state.durations, features).p50_ms
            amount = need.part(first)
            waiting = (Waiting(job_id, amount, runs_ms) for _, job_id in group.after(-1, BEFORE_MAX))
            self._waves[key] = Wave(state.now_ms, need.free, self.releases.soonest(need), waiting)
        return self._waves[key]
