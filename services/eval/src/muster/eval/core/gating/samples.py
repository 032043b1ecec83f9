"""Cases of a run that count, in the order of the run. PURE.

Clusters come in a seeded random order (`seeds.seeded_order` of the run's seed), cases of a cluster by their
ids. That is the order in which a driver must dispatch them, and it does not depend on the order in which
results arrive. Of a run that stopped early only the clusters count that were attempted whole before the first
that was not: with concurrent calls the fast ones would be favoured otherwise.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from muster.eval.core.gating.bounds import Series
from muster.events.refusal import must_be
from muster.statistics.arrays import grouped
from muster.statistics.seeds import seeded_order
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


@dataclass(frozen=True, slots=True)
class CaseScore:
    """Score of one case.

    Attributes:
        case: Id, unique within its task.
        cluster: Cluster of the case, such as the document it is about; the case's own id where it has none.
        score: 0 to 1; None: it could not be scored. A value that is not finite means the same, so that a
            verdict does not depend on whether NaN was stored as null.
        is_paired: Whether it is compared with the baseline's score of the same case.
    """

    case: str
    cluster: str
    score: float | None
    is_paired: bool = True


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
    candidate: Sequence[CaseScore],
    baseline: Sequence[CaseScore],
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
    results, production = _by_case("candidate", candidate), _by_case("baseline", baseline)
    attempted = Counter(result.cluster for result in results.values())
    for cluster, count in attempted.items():
        if count > plan.get(cluster, 0):
            allowed = f"at most {plan.get(cluster, 0)}, as planned"
            raise ValueError(must_be(f"candidate's cases in cluster {cluster!r}", count, allowed))
    order = seeded_order(seed, list(plan))
    reached = order if complete else _whole(order, plan, attempted)
    rank = {cluster: place for place, cluster in enumerate(reached)}
    counted = sorted(
        (result for result in results.values() if result.cluster in rank),
        key=lambda result: (rank[result.cluster], result.case),
    )
    scored = [(each.case, each.cluster, each.score) for each in counted if each.score is not None]
    comparable = {each.case for each in counted if each.is_paired}
    paired = _differences([each for each in scored if each[0] in comparable], production)
    rest = unreached or Unreached()
    clusters, largest = len(plan) + rest.clusters, max([rest.largest, *plan.values()])
    return Sample(
        planned=sum(plan.values()) + rest.cases,
        expected=sum(plan[cluster] for cluster in reached),
        scores=_series(scored, clusters, largest, 0.0),
        pairs=_series(paired, clusters, largest, -1.0),
        worsened=_flips(paired, worse=True),
        improved=_flips(paired, worse=False),
        unpaired=len(counted) - len(comparable),
    )


def _by_case(field: str, scores: Iterable[CaseScore]) -> dict[str, CaseScore]:
    found: dict[str, CaseScore] = {}
    for each in scores:
        if each.case in found:
            raise ValueError(must_be(field, f"case {each.case!r} more than once", "distinct cases"))
        if each.score is not None and not math.isfinite(each.score):
            found[each.case] = CaseScore(each.case, each.cluster, None, each.is_paired)
            continue
        if each.score is not None and not 0 <= each.score <= 1:
            raise ValueError(must_be(f"{field}'s score of case {each.case!r}", each.score, "0 to 1"))
        found[each.case] = each
    return found


def _whole(order: Sequence[str], plan: Plan, attempted: Mapping[str, int]) -> list[str]:
    """Clusters before the first that was not attempted whole."""
    reached: list[str] = []
    for cluster in order:
        if attempted.get(cluster, 0) < plan[cluster]:
            break
        reached.append(cluster)
    return reached


def _differences(
    scored: Iterable[tuple[str, str, float]], production: Mapping[str, CaseScore]
) -> list[tuple[str, str, float]]:
    """Candidate - baseline of the cases that both scored."""
    paired: list[tuple[str, str, float]] = []
    for case, cluster, score in scored:
        before = production.get(case)
        if before is None or before.score is None:
            continue
        if before.cluster != cluster:
            raise ValueError(must_be(f"baseline's cluster of case {case!r}", before.cluster, cluster))
        paired.append((case, cluster, score - before.score))
    return paired


def _flips(paired: Iterable[tuple[str, str, float]], *, worse: bool) -> tuple[Flip, ...]:
    changed = [(rounded(change), case) for case, _, change in paired if (change < 0 if worse else change > 0)]
    return tuple(
        Flip(case, change) for change, case in sorted(changed, key=lambda flip: (-abs(flip[0]), flip[1]))
    )


def _series(
    rows: Sequence[tuple[str, str, float]], clusters_planned: int, largest: int, low: float
) -> Series | None:
    if not rows:
        return None
    return Series(
        values=np.array([value for *_, value in rows]),
        clusters=grouped([cluster for _, cluster, _ in rows], len(rows), least=1),
        low=low,
        clusters_planned=clusters_planned,
        largest=largest,
    )
