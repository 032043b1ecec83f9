"""Cases of a run that count, in the order of the run. PURE.

Clusters come in a seeded random order (`seeds.seeded_order` of the run's seed), cases of a cluster by their
ids. That is the order in which a driver must dispatch them, and it does not depend on the order in which
results arrive. Of a run that stopped early only the clusters count that were attempted whole before the first
that was not: with concurrent calls the fast ones would be favoured otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Protocol

import numpy as np
import numpy.typing as npt
from muster.eval.core.gating.bounds import Series
from muster.events.eval_results import Subset
from muster.events.refusal import must_be
from muster.statistics.arrays import FloatArray, Grouping, IntArray
from muster.statistics.seeds import seeded_positions
from muster.statistics.sums import rounded

Plan = Mapping[str, int]
"""Number of cases of each cluster that the run is to score: fixed before it starts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreached:
    """Part of a plan whose clusters are not known by name: a stopped run did not reach it.

    Attributes:
        cases: Number of its cases.
        clusters: Number of its clusters.
        largest: Cases of the largest cluster of the whole plan, known before the run.
    """

    cases: int = 0
    clusters: int = 0
    largest: int = 1


class Scored(Protocol):
    """Score of one case, as `CaseScore`; a result of the log is one as it is."""

    @property
    def case(self) -> str:
        """Id, unique within its task."""
        ...

    @property
    def cluster(self) -> str:
        """Cluster of the case."""
        ...

    @property
    def score(self) -> float | None:
        """0 to 1; None: it could not be scored."""
        ...

    @property
    def subset(self) -> str:
        """Name of its subset of the golden set; those of LIVE are compared with no baseline."""
        ...


@dataclass(frozen=True, slots=True)
class CaseScore:
    """Score of one case.

    Attributes:
        case: Id, unique within its task.
        cluster: Cluster of the case, such as the document it is about; the case's own id where it has none.
        score: 0 to 1; None: it could not be scored. A value that is not finite means the same, so that a
            verdict does not depend on whether NaN was stored as null.
        subset: Name of its subset of the golden set; those of LIVE are compared with no baseline.
    """

    case: str
    cluster: str
    score: float | None
    subset: str = Subset.LOCKED


@dataclass(frozen=True, slots=True)
class Flip:
    """Case that scores differently than under the baseline.

    Attributes:
        case: Its id.
        change: Candidate - baseline.
    """

    case: str
    change: float


@dataclass(frozen=True, slots=True)
class Sample:
    """Cases of one task that count, and what changed.

    Attributes:
        planned: Cases of the whole plan.
        expected: Cases that should have a score: all that are planned, or those that a stopped run reached.
        scores: Of the cases that have one; None: no case has.
        pairs: Candidate - baseline, of the cases that both scored; None: there is none.
        worsened: Cases below the baseline, worst first, then by id.
        improved: Cases above it, best first, then by id.
        unpaired: Cases of the expected that are compared with no baseline.
    """

    planned: int
    expected: int
    scores: Series | None
    pairs: Series | None
    worsened: tuple[Flip, ...]
    improved: tuple[Flip, ...]
    unpaired: int = 0


def sample(
    plan: Plan,
    candidate: Sequence[Scored],
    baseline: Sequence[Scored],
    *,
    complete: bool,
    seed: str,
    unreached: Unreached | None = None,
) -> Sample:
    """Collect what counts of one task.

    Args:
        plan: Clusters of the run with their numbers of cases.
        candidate: Results of the version, in any order.
        baseline: Results of production, in any order. Cases that the candidate has not are left out.
        complete: Whether all planned cases were attempted; a case without a result then counts as one that
            could not be scored. Otherwise the run stopped early.
        seed: Of the order of clusters.
        unreached: The rest of the plan of a stopped run; None: `plan` is the whole plan.

    Raises:
        ValueError: A size in the plan is below 1, a case is there twice, its score is below 0 or above 1, its
            cluster is not in the plan or has more cases than planned, or the baseline has it in another.
    """
    for cluster, size in plan.items():
        if size < 1:
            raise ValueError(must_be(f"planned[{cluster!r}]", size, "1 or more"))
    now, before = _columns("candidate", candidate), _columns("baseline", baseline)
    clusters, sizes = list(plan), np.fromiter(plan.values(), dtype=np.int64, count=len(plan))
    numbers = {cluster: number for number, cluster in enumerate(clusters)}
    cluster_of = _looked_up(numbers, now.clusters)
    attempted = _attempted(now, cluster_of, sizes, clusters)
    order = seeded_positions(seed, clusters)
    reached = order.size
    if not complete and (broken := np.flatnonzero(attempted[order] < sizes[order])).size:
        reached = int(broken[0])
    rank = np.empty_like(order)
    rank[order] = np.arange(order.size)
    counted = _in_order(now, rank[cluster_of], grouped=bool((attempted > 1).any()))
    counted = counted[rank[cluster_of[counted]] < reached]
    scored = counted[~np.isnan(now.scores[counted])]
    partner = _looked_up({case: place for place, case in enumerate(before.cases)}, now.cases)
    paired = scored[(partner[scored] >= 0) & ~now.live[scored]]
    paired = paired[~np.isnan(before.scores[partner[paired]])]
    moved = cluster_of[paired] != _looked_up(numbers, before.clusters)[partner[paired]]
    if moved.any():
        case = int(paired[np.flatnonzero(moved)[0]])
        field = f"baseline's cluster of case {now.cases[case]!r}"
        raise ValueError(must_be(field, before.clusters[int(partner[case])], now.clusters[case]))
    change = now.scores[paired] - before.scores[partner[paired]]
    rest = unreached or Unreached()
    shape = len(plan) + rest.clusters, max([rest.largest, *plan.values()])
    return Sample(
        planned=sum(plan.values()) + rest.cases,
        expected=int(sizes[order[:reached]].sum()),
        scores=_series(now.scores[scored], cluster_of[scored], shape, 0.0),
        pairs=_series(change, cluster_of[paired], shape, -1.0),
        worsened=_flips(now, paired, change, worse=True),
        improved=_flips(now, paired, change, worse=False),
        unpaired=int(now.live[counted].sum()),
    )


@dataclass(frozen=True, slots=True)
class _Columns:
    """Scores of a task, column by column: arrays keep 100,000 cases quick.

    Attributes:
        cases: Ids.
        clusters: Their clusters.
        scores: Shape (n,); NaN: could not be scored.
        live: Shape (n,): whether each is compared with no baseline.
    """

    cases: list[str]
    clusters: list[str]
    scores: FloatArray
    live: npt.NDArray[np.bool_]


def _columns(field: str, results: Sequence[Scored]) -> _Columns:
    cases = [each.case for each in results]
    if len(set(cases)) < len(cases):
        case = next(case for case, times in Counter(cases).items() if times > 1)
        raise ValueError(must_be(field, f"case {case!r} more than once", "distinct cases"))
    scores = np.array([each.score for each in results], dtype=np.float64)
    scores[~np.isfinite(scores)] = np.nan
    if (wrong := np.flatnonzero((scores < 0) | (scores > 1))).size:
        place = int(wrong[0])
        raise ValueError(must_be(f"{field}'s score of case {cases[place]!r}", scores[place], "0 to 1"))
    live = np.array([each.subset == Subset.LIVE for each in results], dtype=np.bool_)
    return _Columns(cases, [each.cluster for each in results], scores, live)


def _looked_up(numbers: Mapping[str, int], names: Sequence[str]) -> IntArray:
    """Return the number of each name, shape (n,); -1: it has none."""
    return np.fromiter(map(numbers.get, names, repeat(-1)), dtype=np.int64, count=len(names))


def _attempted(now: _Columns, cluster_of: IntArray, sizes: IntArray, clusters: Sequence[str]) -> IntArray:
    """Return the number of attempted cases of each planned cluster.

    Raises:
        ValueError: A cluster has more than planned.
    """
    if (unknown := np.flatnonzero(cluster_of < 0)).size:
        cluster = now.clusters[int(unknown[0])]
        raise ValueError(_too_many(cluster, now.clusters.count(cluster), 0))
    attempted = np.bincount(cluster_of, minlength=len(clusters))
    if (wrong := np.flatnonzero(attempted > sizes)).size:
        place = int(wrong[0])
        raise ValueError(_too_many(clusters[place], int(attempted[place]), int(sizes[place])))
    return attempted


def _too_many(cluster: str, count: int, planned: int) -> str:
    return must_be(f"candidate's cases in cluster {cluster!r}", count, f"at most {planned}, as planned")


def _in_order(now: _Columns, rank: IntArray, *, grouped: bool) -> IntArray:
    """Return the places of cases by the rank of their clusters, in a cluster by id."""
    if not grouped:
        return np.argsort(rank)
    by_id = np.array(sorted(range(len(now.cases)), key=now.cases.__getitem__), dtype=np.int64)
    return by_id[np.argsort(rank[by_id], kind="stable")]


def _flips(now: _Columns, paired: IntArray, change: FloatArray, *, worse: bool) -> tuple[Flip, ...]:
    chosen = np.flatnonzero(change < 0 if worse else change > 0)
    changes: list[float] = change[chosen].tolist()
    cases: list[int] = paired[chosen].tolist()
    changed = [(rounded(each), now.cases[case]) for each, case in zip(changes, cases, strict=True)]
    return tuple(
        Flip(case, each) for each, case in sorted(changed, key=lambda flip: (-abs(flip[0]), flip[1]))
    )


def _series(values: FloatArray, cluster_of: IntArray, shape: tuple[int, int], low: float) -> Series | None:
    """Return values as a series; cases of a cluster are next to each other.

    Args:
        values: Shape (n,).
        cluster_of: Number of the cluster of each.
        shape: Planned clusters, and cases of the largest.
        low: Least possible value.
    """
    if not values.size:
        return None
    index = np.concatenate(([0], np.cumsum(np.diff(cluster_of) != 0)))
    return Series(
        values=values,
        clusters=Grouping(index, int(index[-1]) + 1),
        low=low,
        clusters_planned=shape[0],
        largest=shape[1],
    )
