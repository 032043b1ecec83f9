"""Baselines, which quality in production is held against, and checks of the judge. PURE.

a subgroup to be judged -> ScoresAsked, ScoreAnswers   of its version, once; of its anchors, once a day
a signal about quality  -> AlarmHeld, ScoresAsked, ScoreAnswers   of the anchors
AnswersScored           -> BaselineScored, GapMeasured
                        -> AnchorsCompared; the judge has moved: an alarm about it, and AlarmDropped of each
                           held one; it has not: held alarms are raised
EvalEnded, CommandRejected, two hours -> BaselineMissing; AnchorsMissing, and held alarms are raised
EvalConfigActivated     -> JudgeMet; another judge: charts of quality start over

Production has no expected texts, so kept answers of the version's evaluation are scored once more without
them, by the same judge. Anchors are the first of them, judged again: if their scores have changed, the
judge has, for the answers are the same.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, assert_never

from muster.deciding import Changes, Entities, Fact, Facts
from muster.deciding.work import WorkFact
from muster.drift.core import alarms
from muster.drift.core.documents import DAY_MS, JUDGED
from muster.drift.core.measures import MEASURES, mean
from muster.drift.core.quality import directory, episodes
from muster.drift.core.state import (
    BASELINES,
    CHARTS,
    HELD,
    JUDGES,
    MODEL_IDS,
    RUNS,
    RUNS_DUE,
    WATCHED,
    WORST,
    BaselineState,
    Chart,
    Held,
    OfBaselines,
    Outputs,
    SeriesName,
    Watched,
    measure_of,
    series_prefix,
    version_named,
)
from muster.events.drift_events import (
    AnchorsCompared,
    AnchorScore,
    AnchorsMissing,
    BaselineMissing,
    BaselineScored,
    DriftAlarmRaised,
    GapMeasured,
    Side,
)
from muster.events.drift_work import AlarmDropped, AlarmHeld, JudgeMet, ScoresAsked
from muster.events.eval_commands import ScoreAnswers
from muster.events.eval_events import AnswersScored, EvalConfigActivated
from muster.events.refusal import must_be
from muster.golden.configs import ScoringConfig
from muster.statistics.charts.designs import Baseline
from muster.statistics.charts.ewma import EwmaState
from muster.statistics.sign_flips import sign_flip_test
from muster.statistics.sums import rounded

PATIENCE_MS: Final = 2 * 3_600_000
"""How long an answer of eval is awaited."""

MISSING_MS: Final = 3_600_000
"""Time until a baseline that is missing is asked for again: the version may have been evaluated meanwhile."""

SCORES_MIN: Final = 10
"""Scores below which there is no baseline, and no comparison of anchors."""

MOVED_P: Final = 0.001
"""A judge that has not moved is found to have once in a thousand checks."""

MOVED_BY: Final = 0.02
"""Least mean difference of anchors' scores that is called a movement."""

_QUALITY: Final = MEASURES["quality"]


def ask_if_due(state: Entities, watched: Watched, name: SeriesName, at_ms: int) -> Facts[Outputs]:
    """Have the version of a series scored, or its anchors, when it is time."""
    version = directory.version_of(state, name)
    baseline = state.get(BASELINES, version.version)
    pause_ms = DAY_MS if baseline is None or baseline.scores else MISSING_MS
    if baseline is not None and (baseline.run or at_ms - baseline.asked_ms < pause_ms):
        return
    if not version.commit:
        reason = "the servers do not say which version answers, and none is in production"
        yield _missing(watched, version, reason)
    elif state.get(MODEL_IDS, name.repository) is None:
        yield _missing(watched, version, f"the registry has no model {name.repository}")
    else:
        yield from _ask(state, watched, version, at_ms, anchors=bool(baseline and baseline.scores))


def hold(
    state: Entities, watched: Watched, name: SeriesName, side: Side, *, end_ms: int, at_ms: int
) -> Facts[Outputs | WorkFact]:
    """Hold a signal about quality until the judge is checked; without a baseline it is an alarm at once."""
    version = directory.version_of(state, name)
    baseline = state.get(BASELINES, version.version)
    if baseline is None or not baseline.scores:
        doubt = "the judge was not checked: the version has no baseline"
        yield from episodes.raised(state, watched, name, _QUALITY.name, side, end_ms=end_ms, doubt=doubt)
        return
    if baseline.moved or state.get(HELD, name.chart_key(_QUALITY.name)) is not None:
        return
    asking = [] if baseline.run else list(_ask(state, watched, version, at_ms, anchors=True))
    if not baseline.run and not asking:
        doubt = f"the judge was not checked: the registry has no model {name.repository}"
        yield from episodes.raised(state, watched, name, _QUALITY.name, side, end_ms=end_ms, doubt=doubt)
        return
    holding = AlarmHeld(
        repository=name.repository,
        commit=name.commit,
        task=name.task,
        segment=name.segment,
        measure=_QUALITY.name,
        side=side,
        at_ms=end_ms,
        tenant=watched.tenant,
    )
    yield Fact(holding, name.repository, watched.tenant)
    yield from asking


def answered(state: Entities, fact: AnswersScored, at_ms: int) -> Facts[Outputs | WorkFact]:
    """Take the scores of a run that was asked for."""
    found = _awaited(state, fact.run)
    if found is None:
        return
    watched, version, baseline = found
    judge = directory.judge_of(state, watched)
    scores = tuple(
        AnchorScore(case=each.case, task=each.task, score=each.score)
        for each in fact.results
        if each.score is not None
    )
    if judge is None or fact.judge_hash != judge.judge_hash:
        expected = "in force" if judge is None else judge.judge_hash
        yield from _failed(state, found, must_be("judge_hash", fact.judge_hash, expected))
    elif baseline.checks:
        yield from _compared(state, found, fact.run, scores, at_ms)
    elif len(scores) < SCORES_MIN:
        reason = f"{len(scores)} kept answers of the version have a score; must be {SCORES_MIN} or more"
        yield from _failed(state, found, reason)
    else:
        value = mean([each.score for each in scores])
        if value is None:
            raise ValueError("scores are missing")
        scored = BaselineScored(
            repository=version.repository,
            commit=version.commit,
            config=_config_of(watched),
            run=fact.run,
            judge_hash=fact.judge_hash,
            mean=rounded(value.mean),
            deviation=rounded(value.deviation),
            scores=scores,
            at_ms=at_ms,
            tenant=watched.tenant,
        )
        yield Fact(scored, version.repository, watched.tenant)
        for name, chart in list(_quality_charts(state, version)):
            if chart.low_limit:
                yield from gap(state, watched, name, at_ms)


def ended(state: Entities, run: str, reason: str) -> Facts[Outputs | WorkFact]:
    """Note that a run that was asked for has ended without scores."""
    if (found := _awaited(state, run)) is not None:
        yield from _failed(state, found, reason or "the run has no scores")


def due(state: Entities, at_ms: int) -> Facts[Outputs | WorkFact]:
    """Give up runs that are awaited too long."""
    for run in list(RUNS_DUE.until(state, at_ms)):
        if (found := _awaited(state, run)) is not None:
            yield from _failed(state, found, f"eval has not answered within {PATIENCE_MS // 3_600_000} hours")


def next_deadline_ms(state: Entities) -> int | None:
    """Return when the next run is given up."""
    return RUNS_DUE.first_ms(state)


def gap(state: Entities, watched: Watched, name: SeriesName, at_ms: int) -> Facts[Outputs]:
    """Measure how far the established quality of a series is from its baseline."""
    chart = state.get(CHARTS, name.chart_key(_QUALITY.name))
    baseline = state.get(BASELINES, directory.version_of(state, name).version)
    setting = watched.monitor.judge
    if chart is None or baseline is None or not baseline.scores or setting is None:
        return
    own = [each.score for each in baseline.scores if each.task == name.task]
    value = mean(own if len(own) >= SCORES_MIN else [each.score for each in baseline.scores])
    if value is None:
        raise ValueError("the baseline has no scores")
    sigma = max(value.deviation, chart.spread)
    size = (chart.center - value.mean) / sigma
    uncertainty = math.sqrt(1 / value.count + 1 / max(chart.samples, 1))
    fact = GapMeasured(
        repository=name.repository,
        commit=name.commit,
        task=name.task,
        segment=name.segment,
        baseline=rounded(value.mean),
        established=chart.center,
        size=rounded(size),
        uncertainty=rounded(uncertainty),
        tenant=watched.tenant,
    )
    yield Fact(fact, name.repository, watched.tenant)
    alarm = state.get(CHARTS, name.chart_key(alarms.GAP))
    if abs(size) - 2 * uncertainty > setting.gap and (alarm is None or not alarm.alarm):
        text = (
            f"{name.words}: quality is {chart.center:.2f} in production and {value.mean:.2f} in the "
            f"evaluation ({size:+.2f} standard deviations of one score)"
        )
        yield alarms.without_chart(
            name,
            watched.tenant,
            alarms.GAP,
            text,
            began_ms=at_ms,
            at_ms=at_ms,
            side=Side.LOW if size < 0 else Side.HIGH,
            center=rounded(value.mean),
            value=chart.center,
            size=rounded(size),
        )


def score_counts(state: Entities, name: SeriesName) -> Mapping[str, Baseline]:
    """Return how often each score came in the baseline of a series, by measure; empty: there is none."""
    baseline = state.get(BASELINES, directory.version_of(state, name).version)
    if baseline is None or not baseline.scores:
        return {}
    quarters = Counter(round(4 * each.score) for each in baseline.scores)
    counts = tuple(quarters[place] for place in range(5))
    return {_QUALITY.name: Baseline(lowest=0.0, step=0.25, counts=counts)}


def judge_met(state: Entities, fact: EvalConfigActivated, at_ms: int) -> Facts[Outputs]:
    """Note a config; alarms about the quality that another judge has measured end."""
    former = state.get(JUDGES, directory.judge_key(fact.tenant, fact.name))
    if former is not None and former.judge_hash != fact.judge_hash:
        for repository, watched in list(state.scan(WATCHED)):
            if _judged_by(watched, fact.tenant, fact.name):
                yield from _ended_of_quality(state, repository, at_ms)
    yield directory.judge_met(fact)


def forget_quality(state: Changes, repository: str) -> None:
    """Forget what a judge has measured of a model."""
    prefix = series_prefix(repository)
    for key, _ in list(state.scan(CHARTS, prefix=prefix)):
        if measure_of(key)[1] in (*JUDGED, alarms.JUDGE, alarms.GAP):
            state.delete(CHARTS, key)
    for key, baseline in list(state.scan(BASELINES, prefix=prefix)):
        _forget_run(state, baseline)
        state.delete(BASELINES, key)
    for key, _ in list(state.scan(HELD, prefix=prefix)):
        state.delete(HELD, key)
    for key, _ in list(state.scan(WORST, prefix=prefix)):
        state.delete(WORST, key)


def evolve_judge(state: Changes, noted: JudgeMet) -> None:
    """Keep a config; what another judge has measured before is forgotten."""
    tenant, config = noted.tenant, noted.config
    former = state.get(JUDGES, directory.judge_key(tenant, config))
    directory.evolve(state, noted)
    if former is None or former.judge_hash == noted.judge_hash:
        return
    for repository, watched in list(state.scan(WATCHED)):
        if _judged_by(watched, tenant, config):
            forget_quality(state, repository)


def evolve(state: Changes, fact: OfBaselines, at_ms: int) -> None:
    """Change the state as a fact says."""
    match fact:
        case ScoresAsked():
            key = SeriesName(fact.repository, fact.commit, "", "").version
            known_ = state.get(BASELINES, key) or BaselineState(asked_ms=fact.at_ms)
            asked_ = replace(known_, asked_ms=fact.at_ms, run=fact.run, checks=fact.anchors)
            state.put(BASELINES, key, asked_)
            state.put(RUNS, fact.run, key)
            RUNS_DUE.file(state, fact.at_ms + PATIENCE_MS, fact.run)
        case BaselineScored():
            former = _answered(state, fact)
            scored = replace(
                former,
                judge_hash=fact.judge_hash,
                mean=fact.mean,
                deviation=fact.deviation,
                scores=fact.scores,
                checked_ms=fact.at_ms,
            )
            state.put(BASELINES, _version(fact).version, scored)
        case BaselineMissing():
            former = _answered(state, fact)
            state.put(BASELINES, _version(fact).version, replace(former, asked_ms=at_ms))
        case AnchorsMissing():
            state.put(BASELINES, _version(fact).version, _answered(state, fact))
        case AnchorsCompared():
            former = _answered(state, fact)
            state.put(
                BASELINES,
                _version(fact).version,
                replace(
                    former,
                    moved=fact.moved,
                    checked_ms=former.checked_ms if fact.moved else fact.at_ms,
                ),
            )
            if former.moved and not fact.moved:
                for name, _ in list(_quality_charts(state, _version(fact))):
                    _restart(state, name)
        case ScoreAnswers() | GapMeasured():
            pass
        case _:
            assert_never(fact)


def evolve_held(state: Changes, fact: AlarmHeld | AlarmDropped) -> None:
    """Hold an alarm, or forget it: then its chart starts over."""
    name = SeriesName(fact.repository, fact.commit, fact.task, fact.segment)
    key = name.chart_key(fact.measure)
    if isinstance(fact, AlarmHeld):
        state.put(HELD, key, Held(fact.side, fact.at_ms))
    else:
        state.delete(HELD, key)
        _restart(state, name)


def _ask(
    state: Entities, watched: Watched, version: SeriesName, at_ms: int, *, anchors: bool
) -> Facts[Outputs]:
    setting, judge = watched.monitor.judge, directory.judge_of(state, watched)
    model = state.get(MODEL_IDS, version.repository)
    if setting is None or judge is None or not judge.judge_hash or model is None:
        return
    run = episodes.run_id(version.version, setting.config, judge.judge_hash, str(at_ms), str(anchors))
    noted = ScoresAsked(
        repository=version.repository,
        commit=version.commit,
        config=setting.config,
        run=run,
        anchors=anchors,
        judge_hash=judge.judge_hash,
        at_ms=at_ms,
        tenant=watched.tenant,
    )
    yield Fact(noted, version.repository, watched.tenant)
    endpoint = ScoringConfig.model_validate_json(judge.document).judge
    priced = endpoint is not None and directory.price_of(
        state, watched.tenant, endpoint.endpoint.url or "", endpoint.endpoint.model
    )
    command = ScoreAnswers(
        run=run,
        config=setting.config,
        repository=model,
        commit=version.commit,
        cases=setting.anchors if anchors else setting.baseline,
        fresh=anchors,
        judge_hash=judge.judge_hash,
        cap_micros=setting.daily_micros if priced else None,
        tenant=watched.tenant,
        requested_by=episodes.SUBJECT,
    )
    yield Fact(command, run, watched.tenant)


Awaited = tuple[Watched, SeriesName, BaselineState]


def _awaited(state: Entities, run: str) -> Awaited | None:
    """Return what a run is for; None: nobody awaits it."""
    if (key := state.get(RUNS, run)) is None:
        return None
    repository, commit = version_named(key)
    watched, baseline = state.get(WATCHED, repository), state.get(BASELINES, key)
    if watched is None or baseline is None or baseline.run != run:
        return None
    return watched, SeriesName(repository, commit, "", ""), baseline


def _compared(
    state: Entities, found: Awaited, run: str, scores: Sequence[AnchorScore], at_ms: int
) -> Facts[Outputs | WorkFact]:
    watched, version, baseline = found
    before = {each.case: each.score for each in baseline.scores}
    differences = [each.score - before[each.case] for each in scores if each.case in before]
    if len(differences) < SCORES_MIN:
        reason = f"{len(differences)} anchors have a score in both runs; must be {SCORES_MIN} or more"
        yield from _failed(state, found, reason)
        return
    difference = math.fsum(differences) / len(differences)
    p_value = sign_flip_test(differences, seed=run).p_value
    moved = p_value < MOVED_P and abs(difference) >= MOVED_BY
    fact = AnchorsCompared(
        repository=version.repository,
        commit=version.commit,
        config=_config_of(watched),
        run=run,
        cases=len(differences),
        difference=rounded(difference),
        p_value=rounded(p_value),
        moved=moved,
        at_ms=at_ms,
        tenant=watched.tenant,
    )
    yield Fact(fact, version.repository, watched.tenant)
    alarm = state.get(CHARTS, version.chart_key(alarms.JUDGE))
    if not moved:
        if alarm is not None and alarm.alarm:
            reason = "the judge scores the anchors as before"
            yield alarms.ended(alarm.alarm, version.repository, watched.tenant, reason, at_ms)
        yield from _released(state, watched, version, "")
        return
    for name, _ in list(_held_alarms(state, version)):
        dropped = AlarmDropped(
            repository=name.repository,
            commit=name.commit,
            task=name.task,
            segment=name.segment,
            measure=_QUALITY.name,
            tenant=watched.tenant,
        )
        yield Fact(dropped, name.repository, watched.tenant)
    if alarm is None or not alarm.alarm:
        yield _judge_alarm(watched, version, baseline, fact)


def _judge_alarm(
    watched: Watched, version: SeriesName, baseline: BaselineState, fact: AnchorsCompared
) -> Fact[DriftAlarmRaised]:
    stricter = "stricter" if fact.difference < 0 else "more lenient"
    text = (
        f"{version.words}: the judge has become {stricter}: it scores the same {fact.cases} answers "
        f"{fact.difference:+.2f} (p {fact.p_value:.4f}); no alarm about quality is raised"
    )
    return alarms.without_chart(
        version,
        watched.tenant,
        alarms.JUDGE,
        text,
        began_ms=baseline.checked_ms,
        at_ms=fact.at_ms,
        side=Side.LOW if fact.difference < 0 else Side.HIGH,
        center=baseline.mean,
        value=rounded(baseline.mean + fact.difference),
        size=rounded(fact.difference / baseline.deviation) if baseline.deviation else 0.0,
    )


def _failed(state: Entities, found: Awaited, reason: str) -> Facts[Outputs | WorkFact]:
    """Yield that a run has no scores."""
    watched, version, baseline = found
    if not baseline.checks:
        yield _missing(watched, version, reason)
        return
    fact = AnchorsMissing(
        repository=version.repository,
        commit=version.commit,
        config=_config_of(watched),
        reason=reason,
        tenant=watched.tenant,
    )
    yield Fact(fact, version.repository, watched.tenant)
    yield from _released(state, watched, version, f"the judge could not be checked: {reason}")


def _missing(watched: Watched, version: SeriesName, reason: str) -> Fact[BaselineMissing]:
    fact = BaselineMissing(
        repository=version.repository,
        commit=version.commit,
        config=_config_of(watched),
        reason=reason,
        tenant=watched.tenant,
    )
    return Fact(fact, version.repository, watched.tenant)


def _released(
    state: Entities, watched: Watched, version: SeriesName, doubt: str
) -> Facts[Outputs | WorkFact]:
    """Raise the alarms that were held."""
    for name, holding in list(_held_alarms(state, version)):
        yield from episodes.raised(
            state, watched, name, _QUALITY.name, holding.side, end_ms=holding.at_ms, doubt=doubt
        )


def _held_alarms(state: Entities, version: SeriesName) -> Iterator[tuple[SeriesName, Held]]:
    """Yield the held alarms of a version, by series."""
    for key, holding in state.scan(HELD, prefix=series_prefix(version.repository)):
        name, _ = measure_of(key)
        if directory.version_of(state, name) == version:
            yield name, holding


def _quality_charts(state: Entities, version: SeriesName) -> Iterator[tuple[SeriesName, Chart]]:
    """Yield the charts of a version's quality, by series."""
    for key, chart in state.scan(CHARTS, prefix=series_prefix(version.repository)):
        name, measure = measure_of(key)
        if measure == _QUALITY.name and directory.version_of(state, name) == version:
            yield name, chart


def _ended_of_quality(state: Entities, repository: str, at_ms: int) -> Facts[Outputs]:
    """End the alarms about what a judge has measured."""
    for key, chart in list(state.scan(CHARTS, prefix=series_prefix(repository))):
        if chart.alarm and measure_of(key)[1] in (*JUDGED, alarms.JUDGE, alarms.GAP):
            yield from alarms.ended_all(state, repository, "the judge was replaced", at_ms, key)


def _restart(state: Changes, name: SeriesName) -> None:
    """Have a chart compare from the next subgroup on, by the limits that it has."""
    key = name.chart_key(_QUALITY.name)
    if (chart := state.get(CHARTS, key)) is not None:
        state.put(CHARTS, key, replace(chart, ewma=EwmaState(), recent=(), calm=0))


def _answered(
    state: Changes, fact: BaselineScored | BaselineMissing | AnchorsCompared | AnchorsMissing
) -> BaselineState:
    """Return the state of a version that awaits nothing any more."""
    former = state.get(BASELINES, _version(fact).version) or BaselineState(asked_ms=0)
    _forget_run(state, former)
    return replace(former, run="", checks=False)


def _forget_run(state: Changes, baseline: BaselineState) -> None:
    if baseline.run:
        state.delete(RUNS, baseline.run)
        RUNS_DUE.remove(state, baseline.asked_ms + PATIENCE_MS, baseline.run)


def _version(fact: BaselineScored | BaselineMissing | AnchorsCompared | AnchorsMissing) -> SeriesName:
    return SeriesName(fact.repository, fact.commit, "", "")


def _config_of(watched: Watched) -> str:
    """Return the name of the config whose judge scores; empty: none does."""
    setting = watched.monitor.judge
    return "" if setting is None else setting.config


def _judged_by(watched: Watched, tenant: str, config: str) -> bool:
    return watched.tenant == tenant and _config_of(watched) == config
