"""DurationHistory: what the estimator of run times remembers (estimator): a bounded number of groups.

A group is named after what its jobs have in common. When there are too many, the one that has gone longest
without news is forgotten, so memory follows the users and shapes in use, not the jobs that ever ran.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from muster.scheduler.core import limits
from muster.scheduler.core.durations.histogram import Histogram

ATTEMPT_WEIGHT = 16
"""Counts that one attempt adds: a quarter of it can be placed by itself, and a halving leaves something."""


BELIEFS_MAX = 8_192
"""Beliefs kept between two lessons."""


@dataclass(slots=True)
class Group:
    """What attempts with something in common have taught.

    Attributes:
        histogram: Run times; or run times over estimates; or ranks in what had been predicted.
        news: When it last learned: grows by one with everything any group learns.
        lead: How much nearer the estimates came than the history lately; only used where both exist.
    """

    histogram: Histogram
    news: int
    lead: int = 0

    @property
    def attempts(self) -> int:
        """Attempts in it, older ones counted less."""
        return self.histogram.total // ATTEMPT_WEIGHT


class Belief(NamedTuple):
    """How long a job will run, as told by a forecast.

    Attributes:
        p50_ms: As likely more as less.
        p90_ms: Nine in ten take at most this.
        samples: Attempts that the group it rests on has seen.
        group: Name of that group.
    """

    p50_ms: int
    p90_ms: int
    samples: int
    group: str


@dataclass(slots=True)
class DurationHistory:
    """All groups by name, the one with the oldest news first.

    Attributes:
        groups: At most limits.DURATION_GROUPS_MAX.
        news: Of the group that learned last.
        beliefs: Worked out since anything was learned, by groups and estimate. Only speed depends on them.
    """

    groups: dict[str, Group] = field(default_factory=dict[str, Group])
    news: int = 0
    beliefs: dict[tuple[tuple[str, ...], int | None], Belief] = field(
        default_factory=dict[tuple[tuple[str, ...], int | None], Belief], repr=False, compare=False
    )

    @classmethod
    def of(cls, groups: dict[str, Group]) -> DurationHistory:
        """The history with these groups, in whatever order they come."""
        ordered = sorted(groups.items(), key=lambda item: item[1].news)
        return cls(dict(ordered), ordered[-1][1].news if ordered else 0)

    def attempts(self, name: str) -> int:
        """Attempts that a group knows of; 0 when it is not known."""
        group = self.groups.get(name)
        return 0 if group is None else group.attempts

    def known(self, names: tuple[str, ...]) -> list[Histogram]:
        """Histograms of those groups that exist, in the order of the names."""
        return [group.histogram for name in names if (group := self.groups.get(name))]

    def learn(self, name: str, points: tuple[tuple[int, int], ...]) -> Group:
        """Count (position, count) points in a group, which may be new; it now has the newest news."""
        self.beliefs.clear()
        self.news += 1
        group = self.groups.pop(name, None) or Group(Histogram(), 0)
        group.news = self.news
        self.groups[name] = group
        for position, count in points:
            group.histogram.add(position, count)
        if group.attempts >= limits.DURATION_ATTEMPTS_MAX:
            group.histogram.halve()
        return group

    def remember(self, key: tuple[tuple[str, ...], int | None], belief: Belief) -> Belief:
        """Keep what was worked out until something is learned."""
        if len(self.beliefs) >= BELIEFS_MAX:
            self.beliefs.clear()
        self.beliefs[key] = belief
        return belief

    def forget_oldest(self) -> list[str]:
        """Forget groups beyond the bound; their names."""
        names: list[str] = []
        while len(self.groups) > limits.DURATION_GROUPS_MAX:
            names.append(next(iter(self.groups)))
            del self.groups[names[-1]]
        return names
