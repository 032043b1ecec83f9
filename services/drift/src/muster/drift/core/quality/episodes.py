"""Alarms about judged samples, and what they ask for. PURE.

DriftAlarmRaised -> RollbackAsked   if quality has fallen, and the monitor says so
                 -> CasesAsked      if the monitor says so; a worker stores the worst samples
stored           -> ProposeCase     for each of them
"""

from __future__ import annotations

import hashlib
from typing import Final

from muster.deciding import Entities, Fact, Facts
from muster.deciding.work import WorkFact
from muster.drift.core import alarms, forgetting
from muster.drift.core.measures import MEASURES
from muster.drift.core.quality import directory
from muster.drift.core.quality.orders import CasesOrder, Place, order_bytes, read_cases
from muster.drift.core.state import CHARTS, QUEUE, WORST, Outputs, SeriesName, Watched
from muster.events.drift_events import DriftAlarmRaised, RollbackAsked, Side
from muster.events.drift_work import CasesAsked
from muster.events.eval_commands import ProposeCase
from muster.golden.configs import ScoringConfig
from muster.golden.lines import proposal_id

SUBJECT: Final = "drift"
"""Subject of the token that commands to eval are sent with."""

PRIORITY: Final = 200
"""Few and short: before samples that wait for a judge."""


def raised(
    state: Entities, watched: Watched, name: SeriesName, measure: str, side: Side, *, end_ms: int, doubt: str
) -> Facts[Outputs | WorkFact]:
    """Raise an alarm about judged samples.

    Args:
        state: The state after the subgroup that gave the signal.
        watched: The monitor.
        name: The series.
        measure: What has moved.
        side: Direction of the change.
        end_ms: End of the subgroup, milliseconds since 1970 UTC.
        doubt: Reason to doubt the alarm; empty: there is none.
    """
    key = name.chart_key(measure)
    chart = state.get(CHARTS, key)
    if chart is None or chart.alarm:
        return
    worst = state.get(WORST, key) or ()
    fact = alarms.raised(
        name, watched.tenant, MEASURES[measure], chart, side, end_ms=end_ms, worst=worst, doubt=doubt
    )
    yield fact
    if measure == "quality" and side is Side.LOW:
        yield from _asked_for(state, watched, name, fact.payload, end_ms)


def _asked_for(
    state: Entities, watched: Watched, name: SeriesName, alarm: DriftAlarmRaised, end_ms: int
) -> Facts[Outputs | WorkFact]:
    if watched.monitor.rollback:
        rollback = RollbackAsked(
            repository=name.repository,
            commit=directory.version_of(state, name).commit,
            alarm=alarm.alarm,
            reason=alarm.text,
            tenant=watched.tenant,
        )
        yield Fact(rollback, name.repository, watched.tenant)
    setting, judge = watched.monitor.judge, directory.judge_of(state, watched)
    if setting is None or judge is None or not setting.propose or not alarm.worst:
        return
    golden_set = ScoringConfig.model_validate_json(judge.document).golden_set
    asked = CasesAsked(
        repository=name.repository, alarm=alarm.alarm, golden_set=golden_set, tenant=watched.tenant
    )
    yield Fact(asked, name.repository, watched.tenant)
    order = CasesOrder(
        work=f"cases-{alarm.alarm}",
        tenant=watched.tenant,
        alarm=alarm.alarm,
        document=judge.document,
        samples=tuple(
            Place(sample=each.sample, partition=each.partition, offset=each.offset) for each in alarm.worst
        ),
        forgotten=forgetting.forgotten_users(state, watched.tenant, end_ms),
    )
    body = order_bytes(order)
    yield from QUEUE.queued(state, order.work, priority=PRIORITY, body=body, tenant=watched.tenant)


def proposed(order: CasesOrder, result: bytes) -> Facts[Outputs]:
    """Propose cases that a worker has stored."""
    golden_set = ScoringConfig.model_validate_json(order.document).golden_set
    for each in read_cases(result).cases:
        command = ProposeCase(
            proposal=proposal_id(each.digest),
            golden_set=golden_set,
            digest=each.digest,
            case=each.case,
            task=each.task,
            source=f"drift: {order.alarm}",
            tenant=order.tenant,
            requested_by=SUBJECT,
        )
        yield Fact(command, f"{order.tenant}/{golden_set}", order.tenant)


def run_id(*parts: str) -> str:
    """Return an id for a run of eval, the same for the same parts."""
    return f"drift-{hashlib.sha256(chr(10).join(parts).encode()).hexdigest()[:16]}"
