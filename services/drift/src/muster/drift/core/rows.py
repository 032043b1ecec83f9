"""Facts as rows of the tables. PURE."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias, assert_never

from muster.events.drift_events import (
    AnchorsCompared,
    AnchorsMissing,
    BaselineMissing,
    BaselineScored,
    ChartDesigned,
    DriftAlarmAcknowledged,
    DriftAlarmEnded,
    DriftAlarmRaised,
    DriftEvent,
    GapMeasured,
    InputsCompared,
    MonitorRemoved,
    MonitorSet,
    QualityMeasured,
    RollbackAsked,
    SubgroupMeasured,
    UserForgotten,
)
from muster.journal import Delivery
from muster.views.commands import accepted
from muster.views.rows import Upsert

OfSeries: TypeAlias = (
    ChartDesigned
    | SubgroupMeasured
    | QualityMeasured
    | GapMeasured
    | InputsCompared
    | DriftAlarmRaised
    | DriftAlarmEnded
    | RollbackAsked
)
"""Facts about series that nobody asked for."""


def drift_rows(delivery: Delivery[DriftEvent]) -> Iterable[Upsert]:
    """Return the rows of one fact."""
    fact, at_ms = delivery.envelope.payload, delivery.envelope.occurred_at_ms
    match fact:
        case MonitorSet():
            return [_monitor(fact, at_ms), *accepted(delivery, fact.repository, fact.tenant)]
        case MonitorRemoved():
            key = {"tenant": fact.tenant, "repository": fact.repository}
            row = Upsert("monitors", key, {"removed": True})
            return [row, *accepted(delivery, fact.repository, fact.tenant)]
        case DriftAlarmAcknowledged():
            columns = {"known_to": fact.requested_by, "known_reason": fact.reason, "known_at_ms": at_ms}
            row = Upsert("alarms", {"tenant": fact.tenant, "alarm": fact.alarm}, columns)
            return [row, *accepted(delivery, fact.alarm, fact.tenant)]
        case UserForgotten():
            key = {"tenant": fact.tenant, "subject": fact.user}
            row = Upsert("forgotten_users", key, {"until_ms": fact.until_ms})
            return [row, *accepted(delivery, fact.user, fact.tenant)]
        case BaselineScored() | BaselineMissing() | AnchorsCompared() | AnchorsMissing():
            return [_baseline(fact)]
        case _:
            return [_of_series(fact, at_ms)]


def _of_series(fact: OfSeries, at_ms: int) -> Upsert:
    match fact:
        case ChartDesigned():
            return _chart(fact, at_ms)
        case SubgroupMeasured():
            return _subgroup(fact)
        case QualityMeasured():
            return _quality(fact)
        case GapMeasured():
            columns = {"baseline": fact.baseline, "gap": fact.size, "gap_uncertainty": fact.uncertainty}
            return Upsert("charts", _series(fact) | {"measure": "quality"}, columns)
        case InputsCompared():
            return _inputs(fact)
        case DriftAlarmRaised():
            return _alarm(fact)
        case DriftAlarmEnded():
            ended = {"ended_at_ms": fact.at_ms, "ended_reason": fact.reason}
            return Upsert("alarms", {"tenant": fact.tenant, "alarm": fact.alarm}, ended)
        case RollbackAsked():
            return Upsert("alarms", {"tenant": fact.tenant, "alarm": fact.alarm}, {"rollback": True})
        case _:
            assert_never(fact)


def _monitor(fact: MonitorSet, at_ms: int) -> Upsert:
    columns = {
        "document": fact.document,
        "digest": fact.digest,
        "requested_by": fact.requested_by,
        "at_ms": at_ms,
        "removed": False,
    }
    return Upsert("monitors", {"tenant": fact.tenant, "repository": fact.repository}, columns)


def _series(
    fact: (
        ChartDesigned | SubgroupMeasured | QualityMeasured | GapMeasured | InputsCompared | DriftAlarmRaised
    ),
) -> dict[str, Any]:
    return {
        "tenant": fact.tenant,
        "repository": fact.repository,
        "commit": fact.commit,
        "task": fact.task,
        "segment": fact.segment,
    }


def _chart(fact: ChartDesigned, at_ms: int) -> Upsert:
    columns = {
        "center": fact.center,
        "spread": fact.spread,
        "smoothing": fact.smoothing,
        "low_limit": fact.low_limit,
        "high_limit": fact.high_limit,
        "run_length": fact.run_length,
        "subgroups": fact.subgroups,
        "samples": fact.samples,
        "at_ms": at_ms,
    }
    return Upsert("charts", _series(fact) | {"measure": fact.measure}, columns)


def _subgroup(fact: SubgroupMeasured) -> Upsert:
    columns = {
        "end_ms": fact.end_ms,
        "samples": fact.samples,
        "seen": fact.seen,
        "dropped": fact.dropped,
        "points": [each.to_datum() for each in fact.points],
    }
    return Upsert("subgroups", _series(fact) | {"start_ms": fact.start_ms}, columns)


def _quality(fact: QualityMeasured) -> Upsert:
    columns = {
        "end_ms": fact.end_ms,
        "judged": fact.judged,
        "unjudged": fact.unjudged,
        "judged_points": [each.to_datum() for each in fact.points],
        "unjudged_reason": fact.reason,
        "cost_micros": fact.cost_micros,
    }
    return Upsert("subgroups", _series(fact) | {"start_ms": fact.start_ms}, columns)


def _inputs(fact: InputsCompared) -> Upsert:
    columns = {
        "start_ms": fact.start_ms,
        "end_ms": fact.end_ms,
        "reference_start_ms": fact.reference_start_ms,
        "subgroups": fact.subgroups,
        "shifts": [each.to_datum() for each in fact.columns],
    }
    return Upsert("inputs", _series(fact), columns)


def _baseline(fact: BaselineScored | BaselineMissing | AnchorsCompared | AnchorsMissing) -> Upsert:
    columns: dict[str, Any] = {"config": fact.config}
    match fact:
        case BaselineScored():
            columns |= {
                "judge_hash": fact.judge_hash,
                "mean": fact.mean,
                "deviation": fact.deviation,
                "cases": len(fact.scores),
                "at_ms": fact.at_ms,
                "missing": "",
            }
        case BaselineMissing():
            columns |= {"missing": fact.reason}
        case AnchorsCompared():
            columns |= {
                "compared_at_ms": fact.at_ms,
                "compared_cases": fact.cases,
                "difference": fact.difference,
                "p_value": fact.p_value,
                "moved": fact.moved,
                "unchecked": "",
            }
        case AnchorsMissing():
            columns |= {"unchecked": fact.reason}
        case _:
            assert_never(fact)
    key = {"tenant": fact.tenant, "repository": fact.repository, "commit": fact.commit}
    return Upsert("baselines", key, columns)


def _alarm(fact: DriftAlarmRaised) -> Upsert:
    columns = _series(fact) | {
        "measure": fact.measure,
        "side": fact.side.value,
        "center": fact.center,
        "value": fact.value,
        "size": fact.size,
        "began_ms": fact.began_ms,
        "began_after_ms": fact.began_after_ms,
        "began_before_ms": fact.began_before_ms,
        "at_ms": fact.at_ms,
        "run_length": fact.run_length,
        "text": fact.text,
        "worst": [each.to_datum() for each in fact.worst],
    }
    del columns["tenant"]
    return Upsert("alarms", {"tenant": fact.tenant, "alarm": fact.alarm}, columns)
