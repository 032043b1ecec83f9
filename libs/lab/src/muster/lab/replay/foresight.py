"""How often the predicted starts of `muster explain` hold: asked in a replay, compared with what came.

The scheduler's core replays a load; now and then some of those that wait are asked about, as their owners
might. A range is kept when the job starts within it; a bound, when it starts no later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from muster.lab.loads.load import Load, TraceJob
from muster.lab.replay.replay import Replay
from muster.lab.rules.contender import Move
from muster.lab.rules.contender import Start as Started
from muster.lab.rules.ours import BEGIN_MS, Ours
from muster.scheduler.core.explain.explain import Explainer
from muster.scheduler.core.explain.start import Start

ASKED_TOGETHER = 8
"""Jobs asked about at once, spread evenly over those that wait."""

MOMENTS = 300
"""Moments at which is asked, spread evenly over the arrivals."""


@dataclass(frozen=True, slots=True)
class Foretold:
    """What was said of a job, and what came.

    Attributes:
        at_ms: When it was said.
        start: What.
        started_ms: When the job started; None: never.
    """

    at_ms: int
    start: Start
    started_ms: int | None


@dataclass(frozen=True, slots=True)
class Foresight:
    """What came of all that was said.

    Attributes:
        load: Name of the load.
        asked: Questions.
        ranged: Of these, answered with a range.
        in_range_pct: Of the ranges, those that held.
        by_latest_pct: Of the ranges, those whose job started no later than the latest.
        width_median_ms: Of the ranges, from earliest to latest.
        wait_median_ms: From the question to the start, of jobs that started.
    """

    load: str
    asked: int
    ranged: int
    in_range_pct: float
    by_latest_pct: float
    width_median_ms: float
    wait_median_ms: float


class Asked:
    """The core as a contender that is asked about those that wait.

    Args:
        load: What is replayed.
        moments: When to ask.
    """

    def __init__(self, load: Load, moments: Sequence[int]) -> None:
        self._core = Ours(load)
        self._moments = list(reversed(moments))
        self._said: list[tuple[int, str, Start]] = []
        self._started: dict[str, int] = {}

    def arrive(self, job: TraceJob) -> None:
        """Pass it on."""
        self._core.arrive(job)

    def depart(self, job_id: str, finished: bool) -> None:
        """Pass it on."""
        self._core.depart(job_id, finished)

    def deadline_ms(self) -> int | None:
        """The core's."""
        return self._core.deadline_ms()

    def decide(self, now_ms: int) -> Sequence[Move]:
        """Let the core decide; ask when it is time and everything is decided."""
        moves = self._core.decide(now_ms)
        for move in moves:
            if isinstance(move, Started):
                self._started.setdefault(move.job_id, now_ms)
        if self._moments and self._moments[-1] <= now_ms and self._core.settled:
            self._moments.pop()
            self._ask(now_ms)
        return moves

    def foretold(self) -> list[Foretold]:
        """Everything that was said, with what came."""
        return [Foretold(at_ms, start, self._started.get(job_id)) for at_ms, job_id, start in self._said]

    def _ask(self, now_ms: int) -> None:
        state = self._core.state
        explainer = Explainer(state)
        waiting = [job.job_id for job in state.jobs.values() if job.attempt is None]
        for job_id in waiting[:: max(1, len(waiting) // ASKED_TOGETHER)]:
            found = explainer.explain(job_id, foresee=True)
            if found is not None and found.start is not None:
                self._said.append((now_ms, job_id, found.start))


def foresee(load: Load) -> Foresight:
    """Replay a load and compare."""
    arrivals = [job.arrival_ms for job in load.jobs]
    asked = Asked(load, arrivals[:: max(1, len(arrivals) // MOMENTS)])
    Replay(load, asked).run()
    return summed_up(load.name, asked.foretold())


def summed_up(load: str, foretold: Sequence[Foretold]) -> Foresight:
    """The figures."""
    ranged = [said for said in foretold if said.start.latest_ms is not None]
    widths = [(said.start.latest_ms or 0) - (said.start.earliest_ms or 0) for said in ranged]
    waits = [said.started_ms - said.at_ms for said in foretold if said.started_ms is not None]
    return Foresight(
        load=load,
        asked=len(foretold),
        ranged=len(ranged),
        in_range_pct=_percent([in_range(said) for said in ranged]),
        by_latest_pct=_percent([held(said) for said in ranged]),
        width_median_ms=median(widths) if widths else 0,
        wait_median_ms=median(waits) if waits else 0,
    )


def held(said: Foretold) -> bool:
    """Whether the job started no later than the latest."""
    latest_ms = said.start.latest_ms
    return latest_ms is not None and said.started_ms is not None and said.started_ms + BEGIN_MS <= latest_ms


def in_range(said: Foretold) -> bool:
    """Whether it started no sooner than the earliest, either."""
    return held(said) and (said.start.earliest_ms or 0) <= (said.started_ms or 0) + BEGIN_MS


def _percent(holds: Sequence[bool]) -> float:
    return 100 * sum(holds) / len(holds) if holds else 0.0
