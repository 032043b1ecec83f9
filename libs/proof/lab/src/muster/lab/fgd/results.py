"""The figures of the laboratory: one replay, one run, all runs of a policy and their mean."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

CHECKPOINTS = (90, 95, 100, 130)
"""Readings are taken when this percentage of the cluster's GPUs has been requested."""

Figures = dict[str, float]
"""Per checkpoint, "90" to "130"."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Percent of all GPUs, at a checkpoint."""

    allocation_pct: float
    fragmentation_pct: float


@dataclass(frozen=True, slots=True)
class Replay:
    """The result of one order of arrivals.

    Attributes:
        readings: One per checkpoint.
        curve: (requested, allocated), percent of all GPUs, about one point per percent requested.
        offered: Number of pods offered.
        placed: Number of pods placed.
        placements_sha256: Digest of all decisions in order; equal digests mean equal decisions.
    """

    readings: tuple[Reading, ...]
    curve: tuple[tuple[float, float], ...]
    offered: int
    placed: int
    placements_sha256: str


@dataclass(frozen=True, slots=True)
class Run:
    """A replay, its seed, and the time spent on placement, seconds."""

    seed: int
    replay: Replay
    seconds: float

    def as_json(self) -> dict[str, object]:
        """The run's part of `muster sim fgd --json`."""
        return {
            "seed": self.seed,
            "allocation_pct": _by_checkpoint([reading.allocation_pct for reading in self.replay.readings]),
            "fragmentation_pct": _by_checkpoint(
                [reading.fragmentation_pct for reading in self.replay.readings]
            ),
            "placements_per_s": round(self.placements_per_s, 1),
            "offered": self.replay.offered,
            "placed": self.replay.placed,
            "placements_sha256": self.replay.placements_sha256,
        }

    @property
    def placements_per_s(self) -> float:
        """Pods placed per second; the time spent on pods that did not fit counts too."""
        return self.replay.placed / self.seconds


@dataclass(frozen=True, slots=True)
class Outcome:
    """All runs of one policy."""

    policy: str
    runs: tuple[Run, ...]

    def mean_allocation_pct(self) -> Figures:
        """Per checkpoint, over the seeds."""
        return _mean([[reading.allocation_pct for reading in run.replay.readings] for run in self.runs])

    def mean_fragmentation_pct(self) -> Figures:
        """Per checkpoint, over the seeds."""
        return _mean([[reading.fragmentation_pct for reading in run.replay.readings] for run in self.runs])

    def mean_placements_per_s(self) -> float:
        """Over the seeds."""
        return fmean(run.placements_per_s for run in self.runs)

    def mean_curve(self) -> tuple[tuple[float, float], ...]:
        """(requested, allocated), mean over the seeds, point by point."""
        curves = zip(*(run.replay.curve for run in self.runs), strict=False)
        return tuple((fmean(x for x, _ in points), fmean(y for _, y in points)) for points in curves)

    def as_json(self) -> dict[str, object]:
        """The whole answer of `muster sim fgd --json`."""
        return {
            "policy": self.policy,
            "seeds": [run.seed for run in self.runs],
            "mean": {
                "allocation_pct": self.mean_allocation_pct(),
                "fragmentation_pct": self.mean_fragmentation_pct(),
                "placements_per_s": round(self.mean_placements_per_s(), 1),
            },
            "runs": [run.as_json() for run in self.runs],
        }


def _mean(rows: Sequence[Sequence[float]]) -> Figures:
    return _by_checkpoint([fmean(column) for column in zip(*rows, strict=True)])


def _by_checkpoint(values: Sequence[float]) -> Figures:
    return {str(point): round(value, 4) for point, value in zip(CHECKPOINTS, values, strict=True)}
