"""Probes of the judge of a config: how often changed answers mislead it. PURE.

ProbeJudge -> EvalStarted   a run without scores and verdict, over kept answers of one version
           -> JudgeProbed, EvalEnded   once its results count

A result of a probe is named CASE KIND, and no case has a blank: `plain` is the answer as it was given, other
kinds are those of `muster.scoring.judging.probes`. Its task is the kind, its score the judge's.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import fsum
from typing import Final

from muster.deciding import Entities
from muster.eval.core import judges
from muster.eval.core.configs.documents import read_config
from muster.eval.core.runs.plans import Plan, judged_plan, judged_start, plan_in_force
from muster.eval.core.state import (
    PRODUCTION,
    RECENT,
    REPOSITORIES,
    VERSIONS,
    Run,
    recent_key,
    scores_of,
    version_key,
)
from muster.events.eval_commands import ProbeJudge
from muster.events.eval_events import BlindSpot, EvalStarted, JudgeProbed
from muster.events.eval_results import CaseScore
from muster.events.refusal import Refusal, must_be
from muster.events.shared.command_answers import RejectionCode
from muster.scoring.judging.probes import ProbeKind, ProbeScores, misled
from muster.statistics.estimates import Interval
from muster.statistics.proportions import effective_rate, wilson
from muster.statistics.sums import rounded

PLAIN: Final = "plain"
"""Kind of an answer that is not changed."""

CASES_MAX: Final = 1_000
"""Most cases of a probe."""

NO_ANSWERS: Final = "NO_ANSWERS"
"""No answer is kept that the judge scores."""

SCORED_ALLOWED: Final = "a config that has scored a version: a probe changes answers that it has kept"
"""Allowed past of that config."""

ALPHA: Final = 0.05
"""Probability that an interval misses the share."""

EXAMPLES_MAX: Final = 20
"""Most cases that are named for a kind."""


def planned_probe(state: Entities, command: ProbeJudge) -> EvalStarted | Refusal:
    """Return a probe, or why there is none."""
    plan = judged_plan(state, command, cases_max=CASES_MAX)
    if isinstance(plan, Refusal):
        return plan
    version = _version(state, command)
    if isinstance(version, Refusal):
        return version
    started = judged_start(state, plan, command, version)
    if isinstance(started, Refusal):
        return started
    cases = sum(each.cases for each in plan.golden.tasks if each.task in plan.config.tasks)
    return replace(
        started,
        probe=command.cases,
        cases=min(command.cases, cases),
        config_digest=_digest(plan, command.cases),
    )


def is_repeated(state: Entities, command: ProbeJudge) -> bool:
    """Return whether a probe has this id already, with the same number of cases and the config in force."""
    version, _, digest = scores_of(state, command.run).rpartition("/")
    repository = version.partition("/")[0]
    if state.get(VERSIONS, version) != command.tenant or command.repository not in {"", repository}:
        return False
    plan = plan_in_force(state, command.tenant, command.config)
    return plan is not None and digest == _digest(plan, command.cases)


def probed(run_id: str, run: Run, results: Iterable[CaseScore]) -> JudgeProbed:
    """Return how often changed answers misled the judge of a run."""
    return JudgeProbed(
        run=run_id,
        repository=run.repository,
        commit=run.commit,
        config=run.config,
        golden_set=run.golden_set,
        judge=judges.name(read_config(run.document)),
        judge_hash=run.judge,
        spots=tuple(_spots(results)),
        tenant=run.tenant,
    )


def name_of(case: str, kind: str) -> str:
    """Return the name of a result."""
    return f"{case} {kind}"


@dataclass(frozen=True, slots=True)
class _Pair:
    """A plain and a changed answer that can show something.

    Attributes:
        case: Its case.
        cluster: Cluster of the case.
        change: Changed score - plain one.
        misled: Whether a good judge would have scored them otherwise.
    """

    case: str
    cluster: str
    change: float
    misled: bool


def _spots(results: Iterable[CaseScore]) -> Iterator[BlindSpot]:
    """Yield the figures of each kind that has pairs, in the order of the kinds."""
    found = list(results)
    plain = {_case_of(each): each.score for each in found if each.task == PLAIN}
    for kind in ProbeKind:
        pairs = [
            pair
            for each in found
            if each.task == kind.value and (pair := _pair(kind, plain.get(_case_of(each)), each))
        ]
        if pairs:
            yield _spot(kind, pairs)


def _pair(kind: ProbeKind, plain: float | None, changed: CaseScore) -> _Pair | None:
    if plain is None or changed.score is None:
        return None
    wrong = misled(ProbeScores(kind, plain, changed.score))
    if wrong is None:
        return None
    return _Pair(_case_of(changed), changed.cluster, changed.score - plain, wrong)


def _spot(kind: ProbeKind, pairs: Sequence[_Pair]) -> BlindSpot:
    wrong = [each for each in pairs if each.misled]
    interval = _interval(pairs)
    return BlindSpot(
        kind=kind.value,
        pairs=len(pairs),
        misled=len(wrong),
        share=rounded(len(wrong) / len(pairs)),
        low=rounded(interval.low),
        high=rounded(interval.high),
        change=rounded(fsum(each.change for each in pairs) / len(pairs)),
        cases=tuple(each.case for each in sorted(wrong, key=_worst_first)[:EXAMPLES_MAX]),
    )


def _worst_first(pair: _Pair) -> tuple[float, str]:
    return -abs(pair.change), pair.case


def _interval(pairs: Sequence[_Pair]) -> Interval:
    """Return Wilson's interval of the share at its effective number of cases; one cluster is one case."""
    flags, clusters = [float(each.misled) for each in pairs], [each.cluster for each in pairs]
    if len(set(clusters)) == 1:
        return wilson(fsum(flags) / len(flags), 1, ALPHA)
    effective = effective_rate(flags, clusters, ALPHA / 2)
    return wilson(effective.rate * effective.cases, effective.cases, ALPHA)


def _digest(plan: Plan, cases: int) -> str:
    """Return the digest of a probe's config, which no evaluation has."""
    return hashlib.sha256(f"probe {cases}\n{plan.digest}".encode()).hexdigest()


def _case_of(result: CaseScore) -> str:
    return result.case.partition(" ")[0]


def _version(state: Entities, command: ProbeJudge) -> tuple[str, str] | Refusal:
    """Return the version whose answers are changed: in production if it was scored, else the newest."""
    found: dict[str, str] = {}
    for key, recent in state.scan(RECENT, prefix=recent_key(command.tenant, command.config, "")):
        repository = key.rpartition("/")[2]
        living = [
            commit
            for commit in recent.commits
            if state.get(VERSIONS, version_key(repository, commit)) == command.tenant
        ]
        if living and command.repository in {"", repository}:
            production = state.get(PRODUCTION, repository)
            found[repository] = production if production in living else living[-1]
    if len(found) == 1:
        return next(iter(found.items()))
    if found:
        allowed = f"named: {command.config} has scored {len(found)} models"
        return Refusal(RejectionCode.INVALID, must_be("repository", "missing", allowed))
    if command.repository:
        name = state.get(REPOSITORIES, command.repository) or command.repository[:80]
        message = must_be("repository", name, f"a model of which {command.config} has scored a version")
    else:
        message = must_be("config", command.config[:80], SCORED_ALLOWED)
    return Refusal(RejectionCode.WRONG_STATE, message)
