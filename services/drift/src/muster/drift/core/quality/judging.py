"""Samples of a subgroup, judged on the ruler of the evaluation. PURE.

SubgroupMeasured -> SubgroupWaits     its samples with texts wait for the judge
                 -> QualityMeasured   or they do not, and this says why
first in the turn -> WorkQueued       an order to a worker, if today's limit leaves something
WorkEnded        -> QualityMeasured   points on the charts; a signal about quality is held
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts
from muster.deciding.work import Followed, Item, WorkFact
from muster.drift.core import charts, forgetting, plotting
from muster.drift.core.documents import DAY_MS
from muster.drift.core.measures import Value, mean, share
from muster.drift.core.quality import baselines, directory, episodes
from muster.drift.core.quality.orders import (
    CasesOrder,
    JudgeOrder,
    JudgeResult,
    SampleScore,
    order_bytes,
    read_judged,
    read_order,
)
from muster.drift.core.state import (
    QUEUE,
    TURNS,
    WATCHED,
    WORST,
    JudgeTurn,
    Outputs,
    SeriesName,
    Waiting,
    Watched,
    Worst,
)
from muster.events.drift_events import QualityMeasured, WorstSample
from muster.events.drift_work import SubgroupWaits
from muster.events.shared.work_orders import WorkEnded, WorkOrdered
from muster.golden.configs import ScoringConfig

WAITING_MAX: Final = 100
"""Most subgroups of a model that wait for the judge; further ones are not measured."""

PATIENCE_MS: Final = 3_600_000
"""How long a judge that does not answer is asked again."""

PRIORITY: Final = 100

WORST_OF_SUBGROUP: Final = 5
"""Most low scores that are kept of a subgroup."""

WORST_MAX: Final = 200
"""Most that are kept of a chart."""


def waits(state: Entities, watched: Watched, waiting: Waiting, at_ms: int) -> Facts[Outputs | WorkFact]:
    """Have samples of a subgroup judged, or say why they are not."""
    repository = waiting.name.repository
    yield from baselines.ask_if_due(state, watched, waiting.name, at_ms)
    turn = state.get(TURNS, repository) or JudgeTurn()
    if (setting := watched.monitor.judge) is not None:
        waiting = replace(waiting, samples=waiting.samples[: setting.samples])
    if reason := _unusable(state, watched, waiting, turn):
        yield from _judged(state, watched, waiting, JudgeResult(reason=reason), at_ms)
        return
    fact = SubgroupWaits(
        repository=repository,
        commit=waiting.name.commit,
        task=waiting.name.task,
        segment=waiting.name.segment,
        start_ms=waiting.start_ms,
        end_ms=waiting.end_ms,
        partition=waiting.partition,
        samples=waiting.samples,
        tenant=watched.tenant,
    )
    yield Fact(fact, repository, watched.tenant)
    yield from _next(state, watched, repository, at_ms)


def follow(state: Entities, item: Item, fact: Followed, at_ms: int) -> Facts[Outputs | WorkFact]:
    """Decide what follows from the end of a worker's order."""
    if isinstance(fact, WorkOrdered):
        return
    order = read_order(item.body)
    if not isinstance(fact, WorkEnded):
        yield from QUEUE.withdrawn(state, fact.work_id)
    if isinstance(order, CasesOrder):
        if isinstance(fact, WorkEnded):
            yield from episodes.proposed(order, fact.result)
        return
    watched = state.get(WATCHED, order.repository)
    turn = state.get(TURNS, order.repository) or JudgeTurn()
    waiting = next((each for each in turn.waiting if work_id(each) == order.work), None)
    if watched is None or waiting is None:
        return  # the monitor was changed or removed
    if isinstance(fact, WorkEnded):
        result = read_judged(fact.result)
    else:
        result = JudgeResult(reason=f"the worker that judges died: {fact.reason}")
    judge = directory.judge_of(state, watched)
    if judge is None or judge.judge_hash != order.judge_hash:
        result = replace(result, scores=(), reason="the judge was replaced")
    yield from _judged(state, watched, waiting, result, at_ms)
    yield from _next(state, watched, order.repository, at_ms)


def withdrawn(state: Entities, repository: str) -> Facts[Outputs | WorkFact]:
    """Take back the order of a model that is not watched in this way any more."""
    turn = state.get(TURNS, repository)
    for each in () if turn is None else turn.waiting[:1]:
        yield from QUEUE.withdrawn(state, work_id(each))


def evolve_waits(state: Changes, fact: SubgroupWaits) -> None:
    """Put the subgroup behind those that wait."""
    name = SeriesName(fact.repository, fact.commit, fact.task, fact.segment)
    turn = state.get(TURNS, fact.repository) or JudgeTurn()
    waiting = Waiting(name, fact.partition, fact.start_ms, fact.end_ms, fact.samples)
    state.put(TURNS, fact.repository, replace(turn, waiting=(*turn.waiting, waiting)))


def evolve_measured(state: Changes, fact: QualityMeasured, at_ms: int) -> None:
    """Take the charts on, and the subgroup off the turn."""
    name = SeriesName(fact.repository, fact.commit, fact.task, fact.segment)
    turn = state.get(TURNS, fact.repository) or JudgeTurn()
    rest = tuple(each for each in turn.waiting if (each.name, each.start_ms) != (name, fact.start_ms))
    day = at_ms // DAY_MS
    spent = (turn.spent_micros if turn.day == day else 0) + fact.cost_micros
    state.put(TURNS, fact.repository, JudgeTurn(rest, day, spent))
    plotting.evolve(state, name, fact.points, fact.start_ms)
    if fact.worst:
        key = name.chart_key("quality")
        found = [Worst(fact.start_ms, each) for each in fact.worst]
        state.put(WORST, key, (*(state.get(WORST, key) or ()), *found)[-WORST_MAX:])


def evolve_removed(state: Changes, repository: str) -> None:
    """Forget what waits; what this day has cost stays."""
    if (turn := state.get(TURNS, repository)) is not None:
        state.put(TURNS, repository, replace(turn, waiting=()))


def work_id(waiting: Waiting) -> str:
    """Return the id of the order about a subgroup."""
    digest = hashlib.sha256(f"{waiting.name.key}\n{waiting.start_ms}".encode()).hexdigest()
    return f"judge-{digest[:16]}"


def _unusable(state: Entities, watched: Watched, waiting: Waiting, turn: JudgeTurn) -> str:
    """Return why samples cannot be judged; empty: they can."""
    setting, judge = watched.monitor.judge, directory.judge_of(state, watched)
    if setting is None:
        return "the monitor names no judge"
    if judge is None:
        return f"there is no eval config {setting.config}"
    if not judge.judge_hash:
        return f"eval config {setting.config} has no judge"
    if not waiting.samples:
        return "no sample has its texts: the servers do not keep them"
    if len(turn.waiting) >= WAITING_MAX:
        return f"{WAITING_MAX} subgroups of the model wait for the judge"
    return ""


def _next(state: Entities, watched: Watched, repository: str, at_ms: int) -> Facts[Outputs | WorkFact]:
    """Order the first subgroup in the turn to be judged, unless it is with a worker already."""
    while (turn := state.get(TURNS, repository)) is not None and turn.waiting:
        first = turn.waiting[0]
        setting, judge = watched.monitor.judge, directory.judge_of(state, watched)
        if QUEUE.item(state, work_id(first)) is not None:
            return
        if setting is None or judge is None or not judge.judge_hash:
            gone = JudgeResult(reason="the config has no judge any more")
            yield from _judged(state, watched, first, gone, at_ms)
            continue
        server = ScoringConfig.model_validate_json(judge.document).judge
        if server is None:
            raise ValueError(f"config {setting.config} has a hash and no judge")
        price = directory.price_of(state, watched.tenant, server.endpoint.url or "", server.endpoint.model)
        spent = turn.spent_micros if turn.day == at_ms // DAY_MS else 0
        if price is not None and spent >= setting.daily_micros:
            spent_all = JudgeResult(reason=f"today's limit of {setting.daily_usd} dollars is spent")
            yield from _judged(state, watched, first, spent_all, at_ms)
            continue
        order = JudgeOrder(
            work=work_id(first),
            tenant=watched.tenant,
            repository=repository,
            partition=first.partition,
            start_ms=first.start_ms,
            end_ms=first.end_ms,
            samples=first.samples,
            forgotten=forgetting.forgotten_users(state, watched.tenant, at_ms),
            document=judge.document,
            judge_hash=judge.judge_hash,
            price=price,
            cap_micros=None if price is None else setting.daily_micros - spent,
            until_ms=at_ms + PATIENCE_MS,
        )
        body = order_bytes(order)
        yield from QUEUE.queued(state, order.work, priority=PRIORITY, body=body, tenant=watched.tenant)
        return


def _judged(
    state: Entities, watched: Watched, waiting: Waiting, result: JudgeResult, at_ms: int
) -> Facts[Outputs | WorkFact]:
    """Yield the points of a subgroup, or why it has none, and what follows from them."""
    name, end_ms = waiting.name, waiting.end_ms
    judge = directory.judge_of(state, watched)
    values = _values(result)
    found = plotting.plotted(
        state,
        watched,
        name,
        values,
        start_ms=waiting.start_ms,
        end_ms=end_ms,
        scores=baselines.score_counts(state, name),
    )
    scored = [each for each in result.scores if each.score is not None]
    fact = QualityMeasured(
        repository=name.repository,
        commit=name.commit,
        task=name.task,
        segment=name.segment,
        start_ms=waiting.start_ms,
        end_ms=end_ms,
        points=tuple(found.points),
        judged=len(scored),
        unjudged=len(waiting.samples) - len(scored),
        judge_hash="" if judge is None else judge.judge_hash,
        worst=_worst(waiting, scored),
        cost_micros=result.cost_micros,
        reason=result.reason,
        tenant=watched.tenant,
    )
    yield Fact(fact, name.repository, watched.tenant)
    for design in found.designs:
        yield design
        if design.payload.measure == "quality":
            yield from baselines.gap(state, watched, name, at_ms)
    yield from found.ended
    for measure, _, signal in found.signals:
        side = charts.side_of(signal)
        if measure.name == "quality":
            yield from baselines.hold(state, watched, name, side, end_ms=end_ms, at_ms=at_ms)
        else:
            yield from episodes.raised(state, watched, name, measure.name, side, end_ms=end_ms, doubt="")


def _values(result: JudgeResult) -> list[tuple[str, Value]]:
    """Return the measures of a subgroup that have a value."""
    scores = [each.score for each in result.scores if each.score is not None]
    verdicts = sum(each.verdicts for each in result.scores)
    found = {
        "quality": mean(scores),
        "failed-checks": share(sum(each.failed_check for each in result.scores), len(scores)),
        "unread-verdicts": share(sum(each.unread for each in result.scores), verdicts),
    }
    return [(measure, value) for measure, value in found.items() if value is not None]


def _worst(waiting: Waiting, scored: list[SampleScore]) -> tuple[WorstSample, ...]:
    """Return the lowest scores of a subgroup; full ones are none."""
    low = [
        WorstSample(
            sample=each.sample,
            score=each.score,
            at_ms=each.at_ms,
            partition=waiting.partition,
            offset=each.offset,
        )
        for each in scored
        if each.score is not None and each.score < 1
    ]
    low.sort(key=lambda each: (each.score, each.at_ms, each.sample))
    return tuple(low[:WORST_OF_SUBGROUP])
