"""Simulated error rates of the gate: 300 gates in every run, 10,000 in `make test-long`.

Measured rates are in docs/explanation/how-sure-is-a-verdict.md, section "The gate".
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from itertools import repeat
from typing import NamedTuple

import numpy as np
import pytest
from muster.eval.core.gating.decision import decide
from muster.eval.core.gating.terms import GateTerms, TaskTerms
from muster.events.eval_events import GateVerdict
from muster.events.eval_results import Subset
from muster.statistics.arrays import FloatArray
from muster.statistics.seeds import seeded_order

ALPHA = 0.05
MARGIN = 0.02
SEED = "run-1"
QUICK = 300
MANY = 10_000

Chance = np.random.Generator


class Scores(NamedTuple):
    """Scores of production and of a candidate, shape (clusters, cases of a cluster)."""

    old: FloatArray
    new: FloatArray


class Result(NamedTuple):
    """Score of one case, as `CaseScore`, but quick to make: 10,000 gates have millions."""

    case: str
    cluster: str
    score: float
    subset: str


Draw = Callable[[Chance, float], Scores]
"""Scores of a candidate that differs from production by a mean."""


def flips(clusters: int, size: int = 1, *, better: float = 0.04) -> Draw:
    """Right-or-wrong answers of which a share gets better, and as many or more get worse."""

    def draw(chance: Chance, difference: float) -> Scores:
        drawn = chance.random((clusters, size))
        change = np.where(drawn < better - difference, -1.0, np.where(drawn > 1 - better, 1.0, 0.0))
        old = np.where(change == 0, chance.random((clusters, size)) < 0.9, change < 0).astype(float)
        return Scores(old, old + change)

    return draw


def graded(clusters: int, size: int = 1, *, alike: float = 0.1) -> Draw:
    """Scores that change a little in each case; `alike` is the share of variance within a cluster's own."""

    def draw(chance: Chance, difference: float) -> Scores:
        shared, own = chance.normal(size=(clusters, 1)), chance.normal(size=(clusters, size))
        change = np.clip(
            difference + 0.15 * (math.sqrt(alike) * shared + math.sqrt(1 - alike) * own), -0.5, 0.5
        )
        return Scores(np.full((clusters, size), 0.5), 0.5 + change)

    return draw


def rates(clusters: int, size: int, threshold: float) -> Draw:
    """Right-or-wrong answers whose rate differs between clusters; the mean is at a threshold."""

    def draw(chance: Chance, difference: float) -> Scores:
        mean = threshold + difference
        rate = chance.beta(5 * mean, 5 * (1 - mean), (clusters, 1)) if size > 1 else mean
        scores = (chance.random((clusters, size)) < rate).astype(float)
        return Scores(scores, scores)

    return draw


class World(NamedTuple):
    """Conditions of simulated gates.

    Attributes:
        draw: Scores of a task.
        tasks: Number of tasks.
        looks: Moments, evenly spread, at which the run may stop; 0: it does all its cases.
    """

    draw: Draw
    tasks: int = 1
    looks: int = 0


COMPARED = {
    "flips-100": World(flips(100)),
    "flips-300": World(flips(300)),
    "rare-100": World(flips(100, better=0.0)),
    "rare-1500": World(flips(1_500, better=0.0)),
    "graded-40": World(graded(40)),
    "graded-200": World(graded(200)),
    "10-clusters": World(flips(10, 10)),
    "15-clusters": World(flips(15, 10)),
    "25-clusters": World(flips(25, 10)),
    "40-clusters": World(flips(40, 10)),
    "10-clusters-graded": World(graded(10, 4)),
    "15-clusters-graded": World(graded(15, 4)),
    "25-clusters-graded": World(graded(25, 4)),
    "40-clusters-graded": World(graded(40, 4)),
    "3-tasks": World(flips(120), tasks=3),
    "3-tasks-graded": World(graded(40), tasks=3),
    "stopped-flips": World(flips(200), looks=4),
    "stopped-graded": World(graded(100), looks=4),
    "stopped-clusters": World(graded(40, 4), looks=4),
    "stopped-3-tasks": World(graded(40), tasks=3, looks=4),
}
"""Candidates that are compared with production."""

MEASURED = {
    "binary-100": (World(rates(100, 1, 0.85)), 0.85),
    "binary-100-safety": (World(rates(100, 1, 0.95)), 0.95),
    "40-clusters": (World(rates(40, 10, 0.85)), 0.85),
    "100-clusters": (World(rates(100, 5, 0.85)), 0.85),
    "200-clusters-safety": (World(rates(200, 3, 0.95)), 0.95),
    "stopped": (World(rates(100, 1, 0.85), looks=4), 0.85),
    "stopped-clusters": (World(rates(60, 5, 0.85), looks=4), 0.85),
}
"""Versions whose mean is at the threshold."""


@cache
def ordered(clusters: int) -> list[str]:
    """Return the clusters of a run, in its order."""
    return seeded_order(SEED, [f"c{each}" for each in range(clusters)])


@cache
def names(clusters: int, size: int) -> tuple[list[str], list[str]]:
    """Return the ids of all cases, and the cluster of each."""
    pairs = [(f"{cluster}-{case}", cluster) for cluster in ordered(clusters) for case in range(size)]
    return [case for case, _ in pairs], [cluster for _, cluster in pairs]


def tried(worlds: Iterable[str], quick: Collection[str]) -> pytest.MarkDecorator:
    """Try some worlds 300 times in every run, and all of them 10,000 times in a long one."""
    return pytest.mark.parametrize(
        ("name", "gates"),
        [
            *(pytest.param(name, QUICK, id=name) for name in quick),
            *(pytest.param(name, MANY, id=f"{name}-long", marks=pytest.mark.long) for name in worlds),
        ],
    )


def counted(gates: int, simulate: Callable[[], set[GateVerdict]]) -> Counter[GateVerdict]:
    """Count the gates in which each verdict was reached."""
    return Counter(verdict for _ in range(gates) for verdict in simulate())


def at_most_alpha(errors: int, gates: int) -> bool:
    """Whether a number of errors is within four standard errors of alpha, or below."""
    return errors <= gates * ALPHA + 4 * math.sqrt(gates * ALPHA * (1 - ALPHA))


def run(
    chance: Chance, world: World, differences: Sequence[float], threshold: float | None, margin: float | None
) -> set[GateVerdict]:
    """Draw one gate, whose tasks differ from production by these means; return its verdicts at all looks."""
    drawn = {f"task-{place}": world.draw(chance, difference) for place, difference in enumerate(differences)}
    clusters, size = drawn["task-0"].new.shape
    candidate = {task: _results(scores.new) for task, scores in drawn.items()}
    baseline = {task: _results(scores.old) for task, scores in drawn.items()}
    plan = {cluster: size for cluster in ordered(clusters)}
    planned = {task: plan for task in drawn}
    terms = GateTerms(
        gate="quality",
        tasks=tuple(TaskTerms(task=task, threshold=threshold, margin=margin) for task in drawn),
        alpha=ALPHA,
    )
    if not world.looks:
        return {decide(terms, candidate, baseline, planned, complete=True, seed=SEED).verdict}
    found: set[GateVerdict] = set()
    for look in range(1, world.looks + 1):
        reached = clusters * look // world.looks * size
        so_far = {task: results[:reached] for task, results in candidate.items()}
        found.add(decide(terms, so_far, baseline, planned, complete=False, seed=SEED).verdict)
    return found


def _results(scores: FloatArray) -> list[Result]:
    cases, clusters = names(*scores.shape)
    return list(map(Result._make, zip(cases, clusters, scores.ravel().tolist(), repeat(Subset.LOCKED))))


@pytest.mark.slow
@tried(COMPARED, quick=["rare-100", "25-clusters-graded", "graded-40"])
def test_candidate_worse_by_the_margin_passes_at_most_at_alpha(name: str, gates: int) -> None:
    """One task is worse by exactly the margin; where there are others, they are clearly better.

    A run that may stop counts as passed if any look passed it.
    """
    world, chance = COMPARED[name], np.random.default_rng(1)
    differences = [-MARGIN] + [0.2] * (world.tasks - 1)
    verdicts = counted(gates, lambda: run(chance, world, differences, None, MARGIN))
    assert at_most_alpha(verdicts[GateVerdict.PASSED], gates)


@pytest.mark.slow
@tried(COMPARED, quick=["flips-100", "25-clusters-graded"])
def test_unchanged_candidate_fails_at_most_at_alpha(name: str, gates: int) -> None:
    world, chance = COMPARED[name], np.random.default_rng(2)
    verdicts = counted(gates, lambda: run(chance, world, [0.0] * world.tasks, None, MARGIN))
    assert at_most_alpha(verdicts[GateVerdict.FAILED], gates)


@pytest.mark.slow
@tried(MEASURED, quick=["binary-100", "40-clusters"])
def test_version_at_the_threshold_passes_and_fails_at_most_at_alpha(name: str, gates: int) -> None:
    (world, threshold), chance = MEASURED[name], np.random.default_rng(3)
    verdicts = counted(gates, lambda: run(chance, world, [0.0], threshold, None))
    assert at_most_alpha(verdicts[GateVerdict.PASSED], gates)
    assert at_most_alpha(verdicts[GateVerdict.FAILED], gates)


@pytest.mark.slow
@pytest.mark.parametrize("gates", [QUICK, pytest.param(MANY, marks=pytest.mark.long)])
def test_three_tasks_at_the_threshold_fail_at_most_at_alpha_together(gates: int) -> None:
    chance, world = np.random.default_rng(4), World(rates(60, 1, 0.85))
    verdicts = counted(gates, lambda: run(chance, world, [0.0] * 3, 0.85, None))
    assert at_most_alpha(verdicts[GateVerdict.FAILED], gates)


@pytest.mark.long
def test_threshold_and_comparison_of_three_tasks_fail_at_most_at_alpha_together() -> None:
    """Six claims of failure, none of them true: scores are at the threshold and equal production's."""
    chance, world = np.random.default_rng(5), World(graded(100))
    verdicts = counted(MANY, lambda: run(chance, world, [0.0] * 3, 0.5, MARGIN))
    assert at_most_alpha(verdicts[GateVerdict.FAILED], MANY)
