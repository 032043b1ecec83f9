"""Calibration of the predicted starts of `muster explain`: predictions of a replay against real starts.

The scheduler's core replays a load and learns from it in order; at some moments the starts of some waiting
jobs are predicted, from what has been learned until then. A range holds when the job starts within it; a
bound holds when it starts no later. Ranges from before enough was learned are not counted: they are stated
without a confidence.
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
"""Maximum predictions at one moment, spread evenly over the waiting jobs."""

MOMENTS = 300
"""Number of moments with predictions, spread evenly over the arrivals."""


_HOUR_MS = 3_600_000

HORIZONS = (("up to 6 h", 6 * _HOUR_MS), ("6 h to 2 d", 48 * _HOUR_MS), ("beyond", 1 << 62))
"""Horizons, and up to which predicted wait in milliseconds."""


@dataclass(frozen=True, slots=True)
class Horizon:
    """The figures of the predictions of about the same wait.

    Attributes:
        ranged: Number of predictions.
        in_range_pct: Ranges that held, percent.
    """

    ranged: int
    in_range_pct: float


@dataclass(frozen=True, slots=True)
class Prediction:
    """A predicted start, and the real one.

    Attributes:
        at_ms: Time of the prediction, milliseconds.
        start: The predicted start.
        started_ms: Start of the job, milliseconds; None: never.
    """

    at_ms: int
    start: Start
    started_ms: int | None


@dataclass(frozen=True, slots=True)
class Foresight:
    """Figures of all predictions.

    Attributes:
        load: Name of the load.
        asked: Number of predictions.
        ranged: Number of predictions that are a range with a confidence.
        in_range_pct: Ranges that held, percent.
        by_latest_pct: Ranges whose job started no later than their end, percent.
        width_median_ms: Median width of the ranges, milliseconds.
        wait_median_ms: Median time from such a prediction to the start, milliseconds.
        horizons: The figures by predicted wait, by name.
        useful_ms: Up to which predicted wait the last answer called ranges useful, ms; None: none.
    """

    load: str
    asked: int
    ranged: int
    in_range_pct: float
    by_latest_pct: float
    width_median_ms: float
    wait_median_ms: float
    horizons: dict[str, Horizon]
    useful_ms: int | None


class Asked:
    """The core as a contender that also predicts the starts of waiting jobs.

    Args:
        load: The load to replay.
        moments: Times at which to predict, milliseconds.
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
        """The core's deadline."""
        return self._core.deadline_ms()

    def node_leaves(self, node_id: str) -> None:
        """Pass it on."""
        self._core.node_leaves(node_id)

    def node_gone(self, node_id: str) -> None:
        """Pass it on."""
        self._core.node_gone(node_id)

    def node_back(self, node_id: str) -> None:
        """Pass it on."""
        self._core.node_back(node_id)

    def decide(self, now_ms: int) -> Sequence[Move]:
        """Let the core decide; predict when it is time and everything is decided."""
        moves = self._core.decide(now_ms)
        for move in moves:
            if isinstance(move, Started):
                self._started.setdefault(move.job_id, now_ms)
        if self._moments and self._moments[-1] <= now_ms and self._core.settled:
            self._moments.pop()
            self._ask(now_ms)
        return moves

    def predictions(self) -> list[Prediction]:
        """Return all predictions, with the real starts."""
        return [Prediction(at_ms, start, self._started.get(job_id)) for at_ms, job_id, start in self._said]

    def _ask(self, now_ms: int) -> None:
        state = self._core.state
        explainer = Explainer(state)
        waiting = [job.job_id for job in state.jobs.values() if job.attempt is None]
        step = max(1, len(waiting) // ASKED_TOGETHER)
        for job_id in waiting[step // 2 :: step]:
            found = explainer.explain(job_id, foresee=True)
            if found is not None and found.start is not None:
                self._said.append((now_ms, job_id, found.start))


def foresee(load: Load) -> Foresight:
    """Replay a load and compare."""
    arrivals = [job.arrival_ms for job in load.jobs]
    asked = Asked(load, arrivals[:: max(1, len(arrivals) // MOMENTS)])
    Replay(load, asked).run()
    return summed_up(load.name, asked.predictions())


def summed_up(load: str, predictions: Sequence[Prediction]) -> Foresight:
    """The figures of some predictions."""
    ranged = [said for said in predictions if said.start.expected_ms is not None]
    widths = [(said.start.latest_ms or 0) - (said.start.earliest_ms or 0) for said in ranged]
    waits = [said.started_ms - said.at_ms for said in ranged if said.started_ms is not None]
    return Foresight(
        load=load,
        asked=len(predictions),
        ranged=len(ranged),
        in_range_pct=_percent([in_range(said) for said in ranged]),
        by_latest_pct=_percent([was_in_time(said) for said in ranged]),
        width_median_ms=median(widths) if widths else 0,
        wait_median_ms=median(waits) if waits else 0,
        horizons=_by_horizon(ranged),
        useful_ms=ranged[-1].start.useful_ms if ranged else None,
    )


def _by_horizon(ranged: Sequence[Prediction]) -> dict[str, Horizon]:
    found: dict[str, list[bool]] = {name: [] for name, _ in HORIZONS}
    for said in ranged:
        wait_ms = (said.start.expected_ms or 0) - BEGIN_MS - said.at_ms
        found[next(name for name, most_ms in HORIZONS if wait_ms <= most_ms)].append(in_range(said))
    return {name: Horizon(len(holds), _percent(holds)) for name, holds in found.items()}


def was_in_time(said: Prediction) -> bool:
    """Whether the job started no later than the end of the predicted range."""
    latest_ms = said.start.latest_ms
    return latest_ms is not None and said.started_ms is not None and said.started_ms + BEGIN_MS <= latest_ms


def in_range(said: Prediction) -> bool:
    """Whether the job started within the predicted range."""
    return was_in_time(said) and (said.start.earliest_ms or 0) <= (said.started_ms or 0) + BEGIN_MS


def _percent(holds: Sequence[bool]) -> float:
    return 100 * sum(holds) / len(holds) if holds else 0.0
