"""DurationHistory: the memory of the run-time estimator, a bounded number of groups.

A group is named after what its jobs have in common. When there are too many, the least recently updated one
is dropped, so memory depends on the users and shapes in use, not on the number of jobs that ever ran.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from muster.scheduler.core import limits
from muster.scheduler.core.durations.histogram import Histogram

ATTEMPT_WEIGHT = 16
"""Counts of one attempt: divisible by four, and not zero after a few halvings."""


SUMMARIES_MAX = 8_192
"""Maximum number of cached estimates."""


@dataclass(slots=True)
class Group:
    """The history of attempts with something in common.

    Attributes:
        histogram: Run times; or run times relative to estimates; or ranks in the predicted distribution.
        news: Number of its last update: a counter over all groups.
        lead: By how much estimates were recently more accurate than the history; used where both exist.
    """

    histogram: Histogram
    news: int
    lead: int = 0

    @property
    def attempts(self) -> int:
        """Number of attempts, older ones with less weight."""
        return self.histogram.total // ATTEMPT_WEIGHT


class ForecastSummary(NamedTuple):
    """A forecast of a job's run time.

    Attributes:
        p50_ms: Median.
        p90_ms: 90th percentile.
        samples: Number of attempts in the group that it is based on.
        group: Name of that group.
    """

    p50_ms: int
    p90_ms: int
    samples: int
    group: str


@dataclass(slots=True)
class DurationHistory:
    """All groups by name, the least recently updated first.

    Attributes:
        groups: The groups, at most limits.DURATION_GROUPS_MAX.
        news: Number of the last update.
        summaries: Forecasts cached since the last update, by groups and estimate. They affect speed only.
    """

    groups: dict[str, Group] = field(default_factory=dict[str, Group])
    news: int = 0
    summaries: dict[tuple[tuple[str, ...], int | None], ForecastSummary] = field(
        default_factory=dict[tuple[tuple[str, ...], int | None], ForecastSummary], repr=False, compare=False
    )

    @classmethod
    def of(cls, groups: dict[str, Group]) -> DurationHistory:
        """The history with these groups, which may be in any order."""
        ordered = sorted(groups.items(), key=lambda item: item[1].news)
        return cls(dict(ordered), ordered[-1][1].news if ordered else 0)

    def attempts(self, name: str) -> int:
        """Number of attempts of a group; 0 when it does not exist."""
        group = self.groups.get(name)
        return 0 if group is None else group.attempts

    def known(self, names: tuple[str, ...]) -> list[Histogram]:
        """Histograms of the existing groups, in the order of the names."""
        return [group.histogram for name in names if (group := self.groups.get(name))]

    def learn(self, name: str, points: tuple[tuple[int, int], ...]) -> Group:
        """Add (position, count) points to a group, which may be new; it becomes the most recent."""
        self.summaries.clear()
        self.news += 1
        group = self.groups.pop(name, None) or Group(Histogram(), 0)
        group.news = self.news
        self.groups[name] = group
        for position, count in points:
            group.histogram.add(position, count)
        if group.attempts >= limits.DURATION_ATTEMPTS_MAX:
            group.histogram.halve()
        return group

    def remember(self, key: tuple[tuple[str, ...], int | None], summary: ForecastSummary) -> ForecastSummary:
        """Cache a forecast until the next update."""
        if len(self.summaries) >= SUMMARIES_MAX:
            self.summaries.clear()
        self.summaries[key] = summary
        return summary

    def forget_oldest(self) -> list[str]:
        """Drop groups beyond the bound; returns their names."""
        names: list[str] = []
        while len(self.groups) > limits.DURATION_GROUPS_MAX:
            names.append(next(iter(self.groups)))
            del self.groups[names[-1]]
        return names
