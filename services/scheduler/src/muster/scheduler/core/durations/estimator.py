"""Run-time estimates with calibrated bounds, learned from the log itself (ADR 13).

    history      run times of similar attempts: those of the same user, project, shape and tier, shrunk
                 towards the same user and shape, then the project, then tier and ranks, then all attempts
    estimate     the owner's estimate, times the observed error of such estimates: that user's, shrunk
                 towards that of all users
    choice       of the two, the one that was closer to that user's recent run times
    calibration  the 90 % bound is the point below which nine in ten attempts have ended so far: the user's,
                 shrunk towards those with as much history, then all: conformal (durations.forecast)
    limit        the wall-time limits, the job's own and its tier's, bound all estimates

An attempt that was cut short (stopped, lost, timed out), or that resumed from a checkpoint, would have taken
longer: it counts as the forecast's expectation beyond that time; if it was longer than all others, as one
that lasts twice as long every second time. A refused attempt does not count. With fewer than ATTEMPTS_MIN
attempts there is no estimate.

Sources: distributional conformal prediction (Chernozhukov, Wuethrich, Zhu, PNAS 2021), by category (Vovk's
Mondrian predictors), online; redistribution to the right for censored times (Efron 1967).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from muster.events.job_commands import JobSpec, Tier
from muster.events.operator_commands import Policy
from muster.events.wire.once import ByIdentity
from muster.scheduler.core.canonical import SPECS_REMEMBERED
from muster.scheduler.core.durations.forecast import BOUND, MEDIAN, STRENGTH, Forecast
from muster.scheduler.core.durations.history import DurationHistory, ForecastSummary

FULL_PACE_MILLI: Final = 1000
"""The pace on the fastest GPU model that a job names, and on any model if it names none."""

ATTEMPTS_MIN: Final = 9
"""With fewer attempts, not even the longest one is a 90 % bound for the next."""

_TRUST_MIN: Final = 8
"""Attempts with estimates after which a user's own record, and not that of all users, is used."""

_GROUPS_REMEMBERED: Final = 8_192
"""Cached names of groups. It affects speed only."""

_LEAD_MEMORY: Final = 32
"""The lead is an average over about this many attempts."""


class Basis(StrEnum):
    """The main basis of a prediction."""

    EXACT = "runs of the same user, project, shape and tier"
    USER_SHAPE = "runs of the same user and shape"
    PROJECT = "runs of the same project"
    TIER_RANKS = "runs of the same tier and gang size"
    EVERYTHING = "all runs"
    ESTIMATE = "the owner's estimate"
    NOTHING = "nothing yet"


_BASES: Final = {
    "exact": Basis.EXACT,
    "user": Basis.USER_SHAPE,
    "project": Basis.PROJECT,
    "ranks": Basis.TIER_RANKS,
    "all": Basis.EVERYTHING,
    "estimate": Basis.ESTIMATE,
}
"""The basis by the first word of a group's name."""


class Features(NamedTuple):
    """The features of a job that are known before it runs.

    Attributes:
        user: TENANT/USER.
        groups: Names of its groups, finest first.
        estimators: Names of its groups of estimates: the user's, then all users'.
        estimate_ms: The owner's estimate; None: none.
        limit_ms: The wall-time limit; None: none.
        tier_limit_ms: The wall time that the policy allows its tier; None: any.
        pace_milli: Pace on the assigned GPU model (PlacementClass.pace_milli).
    """

    user: str
    groups: tuple[str, ...]
    estimators: tuple[str, ...]
    estimate_ms: int | None
    limit_ms: int | None
    tier_limit_ms: int | None = None
    pace_milli: int = FULL_PACE_MILLI

    @property
    def most_ms(self) -> int | None:
        """Maximum run time of an attempt, ms; None: unlimited."""
        return self.tier_limit_ms if self.limit_ms is None else _at_most(self.limit_ms, self.tier_limit_ms)


@dataclass(frozen=True, slots=True)
class Prediction:
    """The estimated remaining run time of a job.

    Attributes:
        p50_ms: Median; None: unknown.
        p90_ms: 90th percentile; None: unknown.
        samples: Number of attempts in the group that it is based on.
        group: That group.
    """

    p50_ms: int | None
    p90_ms: int | None
    samples: int
    group: Basis


def features_of(
    tenant: str, spec: JobSpec, pace_milli: int = FULL_PACE_MILLI, *, policy: Policy | None = None
) -> Features:
    """The features of a job on a GPU model with this pace; without a policy, no tier is limited."""
    known = _FEATURES.get(spec)
    if known is None or known[0] != tenant:
        known = _FEATURES.put(spec, (tenant, _features(tenant, spec)))
    features = known[1]
    tier_limit_ms = policy.wall_time_max_ms.get(spec.tier) if policy else None
    if pace_milli == FULL_PACE_MILLI and tier_limit_ms is None:
        return features
    return features._replace(pace_milli=pace_milli, tier_limit_ms=tier_limit_ms)


def _features(tenant: str, spec: JobSpec) -> Features:
    each = spec.resources
    wants = (spec.ranks, each.gpu_count, each.gpu_milli, each.cpu_milli, each.memory_mib, each.gpu_models)
    groups, estimators = _groups_of(tenant, spec.user, spec.project, spec.tier, wants)
    return Features(
        user=f"{tenant}/{spec.user}",
        groups=groups,
        estimators=estimators,
        estimate_ms=spec.duration_expected_ms,
        limit_ms=spec.wall_time_max_ms,
    )


_FEATURES: Final = ByIdentity[JobSpec, tuple[str, Features]](SPECS_REMEMBERED)
"""Tenant and features of a spec, on the fastest GPU model."""


@lru_cache(maxsize=_GROUPS_REMEMBERED)
def _groups_of(
    tenant: str, user: str, project: str, tier: Tier, wants: tuple[int, int, int, int, int, tuple[str, ...]]
) -> tuple[tuple[str, ...], tuple[str, str]]:
    """Names of a job's groups and of its groups of estimates; `wants` begins with its ranks."""
    *numbers, models = wants
    shape = "x".join(map(str, numbers)) + "".join(f"/{model}" for model in models)
    groups = (
        f"exact/{tenant}/{user}/{project}/{tier}/{shape}",
        f"user/{tenant}/{user}/{shape}",
        f"project/{tenant}/{project}",
        f"ranks/{tier}/{wants[0]}",
        "all",
    )
    return groups, (f"estimate/{tenant}/{user}", "estimate")


def predict(history: DurationHistory, features: Features, elapsed_ms: int = 0) -> Prediction:
    """Estimate the remaining run time of a job that has run for `elapsed_ms`; 0: it has not started."""
    most_ms, pace_milli = _rest(features.most_ms, elapsed_ms), features.pace_milli
    if history.attempts("all") < ATTEMPTS_MIN:
        estimate_ms = features.estimate_ms and _stretched(features.estimate_ms, pace_milli)
        guess_ms = _at_most(_rest(estimate_ms, elapsed_ms), most_ms)
        bound_ms = None if features.limit_ms is None else most_ms
        return Prediction(guess_ms, bound_ms, 0, Basis.NOTHING)
    if elapsed_ms:
        summary = _summarise(history, features, _shrunk(elapsed_ms, pace_milli))
    else:
        key = features.groups, features.estimate_ms
        summary = history.summaries.get(key) or history.remember(key, _summarise(history, features, 0))
    p50_ms = _at_most(_rest(_stretched(summary.p50_ms, pace_milli), elapsed_ms), most_ms)
    p90_ms = _at_most(_rest(_stretched(summary.p90_ms, pace_milli), elapsed_ms), most_ms)
    return Prediction(p50_ms, p90_ms, summary.samples, _BASES[summary.group.partition("/")[0]])


def quantiles_ms(
    history: DurationHistory, features: Features, levels: tuple[int, ...], elapsed_ms: int = 0
) -> tuple[int, ...]:
    """Quantiles of the whole run time, ms, without regard to the limit; empty when unknown.

    Args:
        history: The history.
        features: The job's features.
        levels: The quantile levels, thousandths.
        elapsed_ms: How long the job has run.
    """
    if history.attempts("all") < ATTEMPTS_MIN:
        return ()
    pace_milli = features.pace_milli
    fastest = _forecast(history, features).quantiles_ms(levels, _shrunk(elapsed_ms, pace_milli))
    return tuple(_stretched(until_ms, pace_milli) for until_ms in fastest)


def learn(history: DurationHistory, features: Features, ran_ms: int, *, whole: bool) -> list[str]:
    """Learn from an ended attempt.

    Args:
        history: The history; changed.
        features: The job's features.
        ran_ms: Time from bind to end.
        whole: Whether it ran from the beginning and ended by itself; if not, it would have taken longer.

    Returns:
        Names of the groups that changed, including dropped ones.
    """
    ran_ms = _shrunk(ran_ms, features.pace_milli)
    by_history, by_estimate = _by_history(history, features), _by_estimate(history, features)
    if whole and by_estimate is None:
        by_history.learn_whole(ran_ms)
        return [*by_history.groups, *by_history.calibrators, *history.forget_oldest()]
    stated = by_estimate if by_estimate and _estimates_lead(history, features) else by_history
    lessons = [
        (by_history.groups, by_history.run_points(ran_ms, whole=whole)),
        (stated.calibrators, stated.rank_points(ran_ms, whole=whole)),
    ]
    if by_estimate:
        lessons.append((by_estimate.groups, by_estimate.run_points(ran_ms, whole=whole)))
    lead = by_history.loss(ran_ms) - by_estimate.loss(ran_ms) if by_estimate and whole else None
    for names, points in lessons:
        history.learn(names, points)
    if lead is not None:
        for name in features.estimators:
            group = history.groups[name]
            group.lead += lead - group.lead // _LEAD_MEMORY
    return [*(name for names, _ in lessons for name in names), *history.forget_oldest()]


def _forecast(history: DurationHistory, features: Features) -> Forecast:
    by_estimate = _by_estimate(history, features) if _estimates_lead(history, features) else None
    return by_estimate or _by_history(history, features)


def _by_history(history: DurationHistory, features: Features) -> Forecast:
    return Forecast(history, "history", features.user, features.groups)


def _by_estimate(history: DurationHistory, features: Features) -> Forecast | None:
    if not features.estimate_ms:
        return None
    return Forecast(history, "estimate", features.user, features.estimators, features.estimate_ms)


def _estimates_lead(history: DurationHistory, features: Features) -> bool:
    """Whether such estimates were more accurate than the history recently."""
    own, of_all = (history.groups.get(name) for name in features.estimators)
    judge = own if own and own.attempts >= _TRUST_MIN else of_all
    return judge is not None and judge.lead > 0


def _summarise(history: DurationHistory, features: Features, elapsed_ms: int) -> ForecastSummary:
    """The estimate for a job on the fastest model, without limits; `elapsed_ms` at that pace.

    Its basis is the finest group with at least half the weight.
    """
    forecast = _forecast(history, features)
    seen = [(history.attempts(name), name) for name in forecast.groups]
    samples, name = next((group for group in seen if group[0] >= STRENGTH), seen[-1])
    if elapsed_ms:
        p50_ms, p90_ms = forecast.quantiles_ms((MEDIAN, BOUND), elapsed_ms)
    else:
        p50_ms, p90_ms = forecast.median_and_bound_ms()
    return ForecastSummary(p50_ms, p90_ms, samples, name)


def _rest(whole_ms: int | None, elapsed_ms: int) -> int | None:
    return None if whole_ms is None else max(0, whole_ms - elapsed_ms)


def _stretched(fastest_ms: int, pace_milli: int) -> int:
    """Convert a run time on the fastest model to this pace."""
    return fastest_ms * FULL_PACE_MILLI // pace_milli


def _shrunk(ran_ms: int, pace_milli: int) -> int:
    """Convert a run time at this pace to the fastest model."""
    return ran_ms * pace_milli // FULL_PACE_MILLI


def _at_most(value_ms: int | None, limit_ms: int | None) -> int | None:
    if value_ms is None or limit_ms is None:
        return value_ms
    return min(value_ms, limit_ms)
