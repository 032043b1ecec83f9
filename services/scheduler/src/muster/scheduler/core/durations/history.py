"""DurationHistory: the memory of the run-time estimator, a bounded number of groups.

A group is named after what its jobs have in common. When there are too many, the least recently updated one
is dropped, so memory depends on the users and shapes in use, not on the number of jobs that ever ran.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib import import_module
from typing import NamedTuple

from muster.scheduler.core import limits
from muster.scheduler.core.durations.histogram import Distribution, Histogram, Mixture, Table

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
        table: Where the sums of the histograms are, in a large cell; None: in lists. It affects speed only.
        summaries: Forecasts cached since the last update, by groups and estimate. They affect speed only.
    """

    groups: dict[str, Group] = field(default_factory=dict[str, Group])
    news: int = 0
    table: Table | None = field(default=None, repr=False, compare=False)
    summaries: dict[tuple[tuple[str, ...], int | None], ForecastSummary] = field(
        default_factory=dict[tuple[tuple[str, ...], int | None], ForecastSummary], repr=False, compare=False
    )

    @classmethod
    def of(cls, groups: dict[str, Group]) -> DurationHistory:
        """The history with these groups, which may be in any order."""
        ordered = sorted(groups.items(), key=lambda item: item[1].news)
        return cls(dict(ordered), ordered[-1][1].news if ordered else 0)

    def use_machine_code(self) -> None:
        """Keep histograms in a table from here on, for machine code; results stay the same."""
        if self.table is None:
            table: Table = import_module("muster.scheduler.core.durations.table").HistogramTable()
            for group in self.groups.values():
                group.histogram = table.histogram(group.histogram.counts())
            self.table = table

    def attempts(self, name: str) -> int:
        """Number of attempts of a group; 0 when it does not exist."""
        group = self.groups.get(name)
        return 0 if group is None else group.attempts

    def mixture(self, names: tuple[str, ...], strength: int) -> Distribution:
        """The mixture of the histograms of the existing groups, finest first."""
        chain = self.histograms(names)
        return Mixture(chain, strength) if self.table is None else self.table.mixture(chain, strength)

    def histograms(self, names: tuple[str, ...]) -> list[Histogram]:
        """The histograms of the existing groups."""
        groups = self.groups
        return [groups[name].histogram for name in names if name in groups]

    def learn(self, names: tuple[str, ...], points: tuple[tuple[int, int], ...]) -> None:
        """Add (position, count) points to several groups, which may be new; they become the most recent."""
        groups = self._begin(names)
        if self.table is not None:
            self.table.add([group.histogram for group in groups], points)
        else:
            for group in groups:
                for position, count in points:
                    group.histogram.add(position, count)
        _halve_full(groups)

    def learn_whole(
        self, table: Table, names: tuple[str, ...], calibrators: tuple[str, ...], strength: int, position: int
    ) -> None:
        """Add a whole attempt to its groups and calibrators in a table, as `learn` for each of both would.

        Args:
            table: The table of this history.
            names: Its groups of run times.
            calibrators: Its groups of ranks.
            strength: Strength of the mixture of run times.
            position: The position of its run time.
        """
        groups, ranks = self._begin(names), self._begin(calibrators)
        table.learn(
            [group.histogram for group in groups],
            [group.histogram for group in ranks],
            strength,
            position,
            ATTEMPT_WEIGHT,
        )
        _halve_full(groups)
        _halve_full(ranks)

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
            dropped = self.groups.pop(names[-1])
            if self.table is not None:
                self.table.free(dropped.histogram)
        return names

    def _begin(self, names: tuple[str, ...]) -> list[Group]:
        """Groups that are about to learn, new ones empty, as the most recent ones."""
        self.summaries.clear()
        return [self._renewed(name) for name in names]

    def _renewed(self, name: str) -> Group:
        """A group, as the most recent one."""
        self.news += 1
        group = self.groups.pop(name, None) or Group(self._histogram(), 0)
        group.news = self.news
        self.groups[name] = group
        return group

    def _histogram(self) -> Histogram:
        return Histogram() if self.table is None else self.table.histogram()


def _halve_full(groups: Iterable[Group]) -> None:
    """Halve the counts of groups with too many attempts."""
    for group in groups:
        if group.attempts >= limits.DURATION_ATTEMPTS_MAX:
            group.histogram.halve()
