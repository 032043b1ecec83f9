"""Comparison of contenders on one load: where ours does not win."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from muster.lab.figures.figures import Figures
from muster.lab.rules.contenders import OURS

MARGIN_PERCENT = 1
"""A baseline is ahead when it is better by more than this."""


@dataclass(frozen=True, slots=True)
class Criterion:
    """A figure to compare.

    Attributes:
        name: Name in the table.
        of: Returns the figure.
        more_is_better: Whether a higher figure is better.
        unit: "s" for times, "%" or nothing.
    """

    name: str
    of: Callable[[Figures], float]
    more_is_better: bool = False
    unit: str = ""


CRITERIA = (
    Criterion("wait p50", lambda f: f.waits.p50_s, unit="s"),
    Criterion("wait p90", lambda f: f.waits.p90_s, unit="s"),
    Criterion("wait p99", lambda f: f.waits.p99_s, unit="s"),
    Criterion("wait mean", lambda f: f.waits.mean_s, unit="s"),
    Criterion("slowdown", lambda f: f.waits.bounded_slowdown_mean),
    Criterion("makespan", lambda f: f.makespan_s, unit="s"),
    Criterion("utilisation", lambda f: f.utilisation_arriving_pct, more_is_better=True, unit="%"),
    Criterion("short of due", lambda f: f.short_pct, unit="%"),
    Criterion("arrears", lambda f: f.arrears_pct, unit="%"),
    Criterion("unschedulable", lambda f: f.idle_pct["unschedulable"], unit="%"),
    Criterion("leaves / gang", lambda f: f.leaves_per_gang),
    Criterion("lost", lambda f: f.gpu_hours_lost, unit="h"),
)

OF_SHARED_TIME = (
    Criterion("completion mean", lambda f: f.completion_mean_s, unit="s"),
    Criterion("stopped", lambda f: f.preemptions),
    Criterion("outages", lambda f: f.outages),
    Criterion("restarts", lambda f: f.gpu_hours_resuming, unit="h"),
    Criterion("checkpoints", lambda f: f.gpu_hours_saving, unit="h"),
    Criterion("back, mean", lambda f: f.back.mean_s, unit="s"),
    Criterion("back after an outage, mean", lambda f: f.back_after_outage.mean_s, unit="s"),
    Criterion("back after an outage, p99", lambda f: f.back_after_outage.p99_s, unit="s"),
)
"""Further figures for loads in which runs are cut short."""


OF_SPOT = (
    Criterion("held on spot nodes", lambda f: f.gpu_hours_on_spot, more_is_better=True, unit="h"),
    Criterion("overhead of spot", lambda f: f.spot_overhead_pct, unit="%"),
)
"""Further figures for clusters with spot capacity."""


def criteria(all_figures: Sequence[Figures]) -> tuple[Criterion, ...]:
    """Return the figures that are meaningful for these contenders."""
    cut_short = any(figures.preemptions or figures.outages for figures in all_figures)
    on_spot = any(figures.gpu_hours_on_spot for figures in all_figures)
    return (*CRITERIA, *(OF_SHARED_TIME if cut_short else ()), *(OF_SPOT if on_spot else ()))


@dataclass(frozen=True, slots=True)
class Loss:
    """A figure in which a baseline is ahead of ours.

    Attributes:
        criterion: The figure.
        ours: Its value for ours.
        best: Its value for the best baseline.
        policy: The best baseline.
    """

    criterion: Criterion
    ours: float
    best: float
    policy: str

    def as_json(self) -> dict[str, object]:
        """Return it as the JSON answer has it."""
        return {"figure": self.criterion.name, "ours": self.ours, "best": self.best, "policy": self.policy}


def losses(all_figures: Sequence[Figures]) -> list[Loss]:
    """Return the figures in which a baseline beats ours by more than MARGIN_PERCENT; none without either."""
    ours = next((figures for figures in all_figures if figures.policy == OURS), None)
    others = [figures for figures in all_figures if figures.policy != OURS]
    if ours is None or not others:
        return []
    found: list[Loss] = []
    for criterion in CRITERIA:
        sign = -1 if criterion.more_is_better else 1
        best = min(others, key=lambda figures: sign * criterion.of(figures))
        margin = abs(criterion.of(ours)) * MARGIN_PERCENT / 100
        if sign * (criterion.of(ours) - criterion.of(best)) > margin:
            found.append(Loss(criterion, criterion.of(ours), criterion.of(best), best.policy))
    return found
