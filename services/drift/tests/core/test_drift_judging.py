"""Samples are judged, baselines and anchors watch the judge, and alarms about quality wait for them."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from muster.drift.core.charts import designed
from muster.drift.core.decisions import DECIDER
from muster.drift.core.documents import parse_monitor
from muster.drift.core.measures import MEASURES
from muster.drift.core.quality.baselines import score_counts
from muster.drift.core.quality.orders import (
    CasesOrder,
    CasesResult,
    JudgeOrder,
    JudgeResult,
    SampleScore,
    StoredCase,
    read_order,
    result_bytes,
)
from muster.drift.core.state import Chart, Learned, SeriesName
from muster.drift.core.sums import NOTHING
from muster.events.drift_commands import RemoveMonitor, SetMonitor
from muster.events.drift_events import (
    AnchorsCompared,
    AnchorsMissing,
    BaselineMissing,
    BaselineScored,
    ChartDesigned,
    DriftAlarmEnded,
    DriftAlarmRaised,
    GapMeasured,
    PointState,
    QualityMeasured,
    RollbackAsked,
    Side,
)
from muster.events.drift_windows import WindowClosed, WindowsClosed
from muster.events.drift_work import AlarmDropped, AlarmHeld, CasesAsked, ScoresAsked, SubgroupWaits
from muster.events.eval_commands import ProposeCase, ScoreAnswers, TokenPrice
from muster.events.eval_events import (
    AnchorTask,
    AnswerScore,
    AnswersScored,
    EvalConfigActivated,
    EvalEnded,
    EvalOutcome,
    TokenPriceSet,
)
from muster.events.registry_commands import RepositoryType, Visibility
from muster.events.registry_events import RepositoryCreated, RepositoryDeleted, VersionPromoted
from muster.events.shared.command_answers import CommandRejected, RejectionCode
from muster.events.shared.work_orders import (
    WorkEnded,
    WorkerReported,
    WorkOrdered,
    WorkParked,
    WorkQueued,
    WorkReported,
)
from muster.golden.configs import ScoringConfig
from muster.statistics.charts.designs import Baseline
from muster.testkit.cores.deciding import Decisions, given

REPOSITORY = "acme/answers"
COMMIT = "c0ffee" + "0" * 58
MINUTE_MS = 60_000
START_MS = 1_700_000_040_000
WORKER = "drift-worker@here"
CONFIG: dict[str, Any] = {
    "golden_set": "letters",
    "tasks": {"chat": {}},
    "judge": {"endpoint": {"url": "http://127.0.0.1:9000/v1", "model": "judge-1"}},
}
JUDGE_HASH = ScoringConfig.model_validate(CONFIG).judge_hash
MONITOR: dict[str, Any] = {
    "subgroup": "1m",
    "measures": ["errors"],
    "learning_subgroups": 20,
    "series_max": 1,
    "false_alarm_every": "1d",
    "sampling": {"bodies": True},
    "judge": {"config": "release", "samples": 20},
}
CASES = [f"case-{number:02d}" for number in range(40)]


def test_a_judge_needs_texts() -> None:
    (fact,) = given(DECIDER).when(set_monitor({**MONITOR, "sampling": {}})).decided
    assert isinstance(fact, CommandRejected)
    assert [each.field for each in fact.violations] == ["sampling.bodies"]


def test_samples_of_a_subgroup_are_ordered_to_be_judged() -> None:
    cell = Cell()
    facts = cell.minute(0)
    (waits,) = of(facts, SubgroupWaits)
    assert len(waits.samples) == 20
    (queued,) = of(facts, WorkQueued)
    order = read_order(queued.body)
    assert isinstance(order, JudgeOrder)
    assert (order.repository, order.samples, order.judge_hash) == (REPOSITORY, waits.samples, JUDGE_HASH)
    assert (order.start_ms, order.end_ms) == (start_ms(0), end_ms(0))


def test_a_subgroup_is_not_measured_without_a_config_and_says_why() -> None:
    cell = Cell(config=None)
    (fact,) = of(cell.minute(0), QualityMeasured)
    assert (fact.judged, fact.unjudged, fact.reason) == (0, 20, "there is no eval config release")


def test_a_subgroup_without_texts_is_not_measured_and_says_why() -> None:
    (fact,) = of(Cell().minute(0, bodies=()), QualityMeasured)
    assert fact.reason == "no sample has its texts: the servers do not keep them"


def test_scores_become_points_of_quality_checks_and_verdicts() -> None:
    cell = Cell()
    cell.minute(0)
    scores = [*[1.0] * 15, *[0.5] * 4]
    facts = cell.judged([score(place, value) for place, value in enumerate(scores)] + [failed(19)])
    (fact,) = of(facts, QualityMeasured)
    points = {each.measure: each for each in fact.points}
    assert (fact.judged, fact.unjudged, fact.reason) == (20, 0, "")
    assert points["quality"].value == pytest.approx(17 / 20)
    assert points["failed-checks"].value == pytest.approx(1 / 20)
    assert points["unread-verdicts"].value == 0
    assert [each.score for each in fact.worst] == [0.0, 0.5, 0.5, 0.5, 0.5]


def test_samples_without_a_score_lower_the_number_and_not_the_mean() -> None:
    cell = Cell()
    cell.minute(0)
    without = [replace(score(place, 0.0), score=None) for place in range(15, 20)]
    facts = cell.judged([score(place, 0.75) for place in range(15)] + without)
    (fact,) = of(facts, QualityMeasured)
    quality = next(each for each in fact.points if each.measure == "quality")
    assert (fact.judged, fact.unjudged, quality.count, quality.value) == (15, 5, 15, 0.75)


def test_a_score_that_is_no_number_is_not_measured() -> None:
    cell = Cell()
    cell.minute(0)
    (fact,) = of(cell.judged([score(place, math.nan) for place in range(20)]), QualityMeasured)
    assert (fact.judged, fact.unjudged) == (0, 20)
    assert "quality" not in [each.measure for each in fact.points]


def test_subgroups_are_judged_one_after_another() -> None:
    cell = Cell()
    first = of(cell.minute(0), WorkQueued)
    assert not of(cell.minute(1), WorkQueued)
    facts = cell.judged(scores_of(1.0))
    (second,) = of(facts, WorkQueued)
    assert read_order(first[0].body).start_ms == start_ms(0)  # type: ignore[union-attr]
    assert read_order(second.body).start_ms == start_ms(1)  # type: ignore[union-attr]


def test_a_worker_that_dies_twice_leaves_a_subgroup_unmeasured() -> None:
    cell = Cell()
    cell.minute(0)
    cell.died()
    facts = cell.died()
    assert of(facts, WorkParked)
    (fact,) = of(facts, QualityMeasured)
    assert fact.reason.startswith("the worker that judges died: ")
    assert of(cell.minute(1), WorkOrdered)


def test_further_subgroups_are_not_measured_while_a_hundred_wait() -> None:
    cell = Cell()
    facts: list[Any] = []
    for minute in range(102):
        facts += cell.minute(minute)
    unmeasured = of(facts, QualityMeasured)
    assert [each.start_ms for each in unmeasured] == [start_ms(100), start_ms(101)]
    assert unmeasured[0].reason == "100 subgroups of the model wait for the judge"


def test_a_daily_limit_stops_judging_until_the_next_day() -> None:
    cell = Cell(price=TokenPrice(input_micros=1_000_000, output_micros=1_000_000, cached_micros=None))
    order = read_order(of(cell.minute(0), WorkQueued)[0].body)
    assert isinstance(order, JudgeOrder)
    assert order.cap_micros == 5_000_000
    cell.judged(scores_of(1.0), cost_micros=5_000_000)
    (fact,) = of(cell.minute(1), QualityMeasured)
    assert fact.reason == "today's limit of 5 dollars is spent"
    assert of(cell.minute(2, after_ms=24 * 3_600_000), WorkOrdered)


def test_the_version_in_production_is_the_baseline_where_servers_name_none() -> None:
    cell = Cell(commit="")
    (command,) = of(cell.minute(0), ScoreAnswers)
    assert (command.repository, command.commit, command.cases, command.fresh) == ("r1", COMMIT, 200, False)
    assert (command.config, command.judge_hash, command.requested_by) == ("release", JUDGE_HASH, "drift")


def test_a_model_that_the_registry_does_not_know_has_no_baseline() -> None:
    cell = Cell(registered=False)
    (fact,) = of(cell.minute(0), BaselineMissing)
    assert fact.reason == f"the registry has no model {REPOSITORY}"
    assert not of(cell.minute(1), BaselineMissing)
    assert of(cell.minute(2, after_ms=3_600_000), BaselineMissing)


def test_kept_answers_become_the_baseline_and_are_asked_for_once() -> None:
    cell = Cell()
    run = of(cell.minute(0), ScoresAsked)[0].run
    (fact,) = cell.scored(run, [0.75] * 20 + [1.0] * 20)
    assert isinstance(fact, BaselineScored)
    assert (fact.mean, len(fact.scores)) == (0.875, 40)
    assert not of(cell.minute(1), ScoresAsked)


def test_a_baseline_of_another_judge_is_refused() -> None:
    cell = Cell()
    run = of(cell.minute(0), ScoresAsked)[0].run
    (fact,) = cell.when(replace(answers(run, [1.0] * 40), judge_hash="f" * 64))
    assert isinstance(fact, BaselineMissing)
    assert fact.reason == f"judge_hash is {'f' * 64}; must be {JUDGE_HASH}"


@pytest.mark.parametrize("how", ["rejected", "ended", "late"])
def test_a_run_without_scores_leaves_a_version_without_baseline(how: str) -> None:
    cell = Cell()
    run = of(cell.minute(0), ScoresAsked)[0].run
    match how:
        case "rejected":
            facts = cell.when(rejected(run))
        case "ended":
            facts = cell.when(run_ended(run))
        case _:
            facts = cell.when(after_ms=2 * 3_600_000)
    (fact,) = of(facts, BaselineMissing)
    reasons = {
        "rejected": "there is no eval config release",
        "ended": "no answer of the version is kept of these cases",
        "late": "eval has not answered within 2 hours",
    }
    assert fact.reason == reasons[how]


def test_the_gap_to_the_baseline_is_measured_once_quality_is_established() -> None:
    cell = Cell()
    facts = cell.established(baseline=0.9, mean=0.85)
    (gap,) = of(facts, GapMeasured)
    assert gap.baseline == pytest.approx(0.9)
    assert gap.established == pytest.approx(0.85, abs=0.05)
    assert not of(facts, DriftAlarmRaised)


def test_limits_of_quality_are_those_of_the_law_of_its_scores_where_these_are_wider() -> None:
    monitor = parse_monitor({**MONITOR, "false_alarm_every": "7d", "learning_subgroups": 50})
    learned = Chart(learned=(Learned(10, 0.9, 0.2),) * 50)
    skewed = Baseline(lowest=0.0, step=0.25, counts=(4, 4, 8, 60, 124))
    quality = MEASURES["quality"]
    normal, known = designed(learned, quality, monitor), designed(learned, quality, monitor, skewed)
    assert known.low_limit > normal.low_limit
    assert known.high_limit >= normal.high_limit
    constant = Baseline(lowest=0.0, step=0.25, counts=(0, 0, 0, 0, 200))
    assert designed(learned, quality, monitor, constant).low_limit == normal.low_limit


def test_a_baseline_gives_its_chart_the_law_of_its_scores() -> None:
    cell = Cell()
    run = of(cell.minute(0), ScoresAsked)[0].run
    cell.scored(run, [0.0] * 4 + [0.75] * 12 + [1.0] * 24)
    series = SeriesName(REPOSITORY, COMMIT, "chat", "")
    assert score_counts(cell.decisions.state, series)["quality"].counts == (4, 0, 0, 12, 24)


def test_a_gap_beyond_the_wanted_sigma_is_an_alarm() -> None:
    facts = Cell().established(baseline=1.0, mean=0.5)
    (alarm,) = of(facts, DriftAlarmRaised)
    assert (alarm.measure, alarm.side) == ("gap", Side.LOW)
    assert "quality is 0.50 in production and 0.95 in the evaluation" in alarm.text


def test_an_alarm_about_quality_waits_until_the_judge_is_checked() -> None:
    cell = Cell()
    cell.established(baseline=0.9, mean=0.9)
    facts = cell.minutes(range(20, 40), 0.45)
    assert not of(facts, DriftAlarmRaised)
    (held,) = of(facts, AlarmHeld)
    asked = [each for each in of(facts, ScoreAnswers) if each.fresh]
    assert (held.measure, held.side, len(asked), asked[0].cases) == ("quality", Side.LOW, 1, 50)
    facts = cell.when(answers(asked[0].run, cell.baseline, fresh=True))
    (compared,) = of(facts, AnchorsCompared)
    assert (compared.difference, compared.moved) == (0.0, False)
    (alarm,) = of(facts, DriftAlarmRaised)
    assert (alarm.measure, alarm.side, alarm.began_ms, alarm.at_ms) == (
        "quality",
        Side.LOW,
        start_ms(20),
        held.at_ms,
    )
    assert alarm.text.startswith("acme/answers@c0ffee0 chat: mean score of the judge fell from 0.89 to 0.44 ")
    assert len(alarm.worst) == 10
    assert max(each.score for each in alarm.worst) < 0.5
    assert min(each.at_ms for each in alarm.worst) >= start_ms(20)


def test_a_judge_that_has_become_stricter_raises_an_alarm_about_itself_and_none_about_quality() -> None:
    cell = Cell()
    cell.established(baseline=0.9, mean=0.9)
    facts = cell.minutes(range(20, 30), 0.45)
    run = next(each.run for each in of(facts, ScoreAnswers) if each.fresh)
    facts = cell.when(answers(run, [max(each - 0.5, 0.0) for each in cell.baseline], fresh=True))
    (compared,) = of(facts, AnchorsCompared)
    assert compared.moved
    assert of(facts, AlarmDropped)
    (alarm,) = of(facts, DriftAlarmRaised)
    assert (alarm.measure, alarm.side) == ("judge", Side.LOW)
    assert "the judge has become stricter" in alarm.text
    assert alarm.began_ms < alarm.at_ms
    later = cell.minutes(range(30, 60), 0.45)
    assert not of(later, DriftAlarmRaised)
    assert not of(later, AlarmHeld)


def test_a_judge_that_scores_as_before_again_ends_its_alarm_and_quality_is_watched_again() -> None:
    cell = Cell()
    cell.established(baseline=0.9, mean=0.9)
    facts = cell.minutes(range(20, 30), 0.45)
    run = next(each.run for each in of(facts, ScoreAnswers) if each.fresh)
    cell.when(answers(run, [max(each - 0.5, 0.0) for each in cell.baseline], fresh=True))
    facts = cell.minute(30, after_ms=24 * 3_600_000)
    run = next(each.run for each in of(facts, ScoreAnswers) if each.fresh)
    facts = cell.when(answers(run, cell.baseline, fresh=True))
    assert [each.reason for each in of(facts, DriftAlarmEnded)] == ["the judge scores the anchors as before"]
    cell.judged(scores_of(0.9))
    facts = cell.minutes(range(31, 60), 0.45)
    assert of(facts, AlarmHeld)


def test_an_alarm_is_raised_with_its_doubt_where_the_judge_cannot_be_checked() -> None:
    cell = Cell()
    cell.established(baseline=0.9, mean=0.9)
    facts = cell.minutes(range(20, 30), 0.45)
    run = next(each.run for each in of(facts, ScoreAnswers) if each.fresh)
    facts = cell.when(run_ended(run))
    assert of(facts, AnchorsMissing)
    (alarm,) = of(facts, DriftAlarmRaised)
    assert alarm.text.endswith(
        "; the judge could not be checked: no answer of the version is kept of these cases"
    )


def test_an_alarm_about_a_model_that_was_deleted_is_raised_at_once() -> None:
    cell = Cell()
    cell.established(baseline=0.9, mean=0.9)
    cell.when(RepositoryDeleted(repository="r1", tenant="acme", requested_by="acme/ann"))
    (alarm,) = of(cell.minutes(range(20, 30), 0.45), DriftAlarmRaised)
    assert alarm.text.endswith("; the judge was not checked: the registry has no model acme/answers")


def test_an_alarm_without_a_baseline_is_raised_at_once() -> None:
    cell = Cell(registered=False)
    cell.minutes(range(20), 0.9)
    (alarm,) = of(cell.minutes(range(20, 30), 0.45), DriftAlarmRaised)
    assert alarm.text.endswith("; the judge was not checked: the version has no baseline")


def test_anchors_are_scored_once_a_day() -> None:
    cell = Cell()
    cell.established(baseline=0.9, mean=0.9)
    assert not of(cell.minutes(range(20, 25), 0.9), ScoresAsked)
    facts = cell.minute(25, after_ms=24 * 3_600_000)
    assert [each.anchors for each in of(facts, ScoresAsked)] == [True]


def test_fallen_quality_asks_for_a_rollback_and_golden_cases_where_the_monitor_says_so() -> None:
    judge = {"config": "release", "samples": 20, "propose": True}
    cell = Cell(monitor={**MONITOR, "judge": judge, "rollback": True})
    cell.established(baseline=0.9, mean=0.9)
    facts = cell.minutes(range(20, 30), 0.45)
    run = next(each.run for each in of(facts, ScoreAnswers) if each.fresh)
    facts = cell.when(answers(run, cell.baseline, fresh=True))
    (alarm,) = of(facts, DriftAlarmRaised)
    (rollback,) = of(facts, RollbackAsked)
    assert (rollback.commit, rollback.alarm) == (COMMIT, alarm.alarm)
    (asked,) = of(facts, CasesAsked)
    assert asked.golden_set == "letters"
    order = next(o for o in map(read_order, cell.ordered_bodies()) if isinstance(o, CasesOrder))
    assert [each.sample for each in order.samples] == [each.sample for each in alarm.worst]
    digest = "ab" * 32
    facts = cell.done(
        order.work, result_bytes(CasesResult(cases=(StoredCase(case="c1", task="chat", digest=digest),)))
    )
    (proposal,) = of(facts, ProposeCase)
    assert (proposal.golden_set, proposal.digest, proposal.proposal) == ("letters", digest, digest[:16])


def test_another_judge_begins_with_new_charts_and_ends_alarms_about_quality() -> None:
    cell = Cell(registered=False)
    cell.minutes(range(20), 0.9)
    (alarm,) = of(cell.minutes(range(20, 30), 0.45), DriftAlarmRaised)
    config = json.loads(json.dumps(CONFIG))
    config["judge"]["endpoint"]["model"] = "judge-2"
    facts = cell.when(activated(config))
    assert [(each.alarm, each.reason) for each in of(facts, DriftAlarmEnded)] == [
        (alarm.alarm, "the judge was replaced")
    ]
    cell.minute(30)
    (fact,) = of(cell.judged(scores_of(0.9)), QualityMeasured)
    assert {each.state for each in fact.points} == {PointState.LEARNING}


def test_verdicts_of_a_replaced_judge_do_not_count() -> None:
    cell = Cell()
    cell.minute(0)
    config = json.loads(json.dumps(CONFIG))
    config["judge"]["endpoint"]["model"] = "judge-2"
    cell.when(activated(config))
    (fact,) = of(cell.judged(scores_of(0.1)), QualityMeasured)
    assert (fact.points, fact.reason) == ((), "the judge was replaced")


def test_a_removed_monitor_takes_its_orders_back() -> None:
    cell = Cell()
    cell.minute(0)
    facts = cell.when(RemoveMonitor(repository=REPOSITORY, tenant="acme", requested_by="ann"))
    assert [each.result for each in of(facts, WorkEnded)] == [b""]


def test_a_report_that_cannot_be_read_leaves_a_subgroup_unmeasured() -> None:
    cell = Cell()
    cell.minute(0)
    (fact,) = of(cell.done(cell.running(), b"nonsense"), QualityMeasured)
    assert fact.reason == "the worker's report cannot be read"


class Cell:
    """A core that watches a model, a worker, and an eval service that answers on demand."""

    def __init__(
        self,
        *,
        monitor: dict[str, Any] | None = None,
        config: dict[str, Any] | None = CONFIG,
        price: TokenPrice | None = None,
        registered: bool = True,
        commit: str = COMMIT,
    ) -> None:
        self.decisions: Decisions = given(DECIDER)
        self.baseline: list[float] = []
        self._commit = commit
        self._chance = random.Random(5)
        self._orders: dict[str, WorkOrdered] = {}
        if registered:
            self.when(created(), promoted())
        if config is not None:
            self.when(activated(config))
        if price is not None:
            self.when(
                TokenPriceSet(
                    model="judge-1", endpoint="", price=price, tenant="acme", requested_by="acme/ann"
                )
            )
        self.when(set_monitor(MONITOR if monitor is None else monitor))
        self._incarnation = 1
        self._renew()

    def when(self, *payloads: Any, after_ms: int = 1) -> list[Any]:
        """Facts that follow from inputs, and from all that is due then."""
        facts = list(self.decisions.when(*payloads, after_ms=after_ms).decided)
        while self.decisions.when_due():
            facts += self.decisions.decided
        for each in of(facts, WorkOrdered):
            self._orders[each.work_id] = each
        return facts

    def minute(self, minute: int, *, bodies: Sequence[str] | None = None, after_ms: int = 1) -> list[Any]:
        """Facts that follow from a minute of samples."""
        facts = self._renew(after_ms) if after_ms > 1 else []
        texts = [f"s{minute}-{place}" for place in range(40)] if bodies is None else bodies
        window = WindowClosed(
            repository=REPOSITORY,
            commit=self._commit,
            task="chat",
            segment="",
            partition=0,
            start_ms=start_ms(minute),
            end_ms=end_ms(minute),
            seen=40_000,
            dropped=0,
            sums=replace(
                NOTHING,
                samples=40,
                bodies=tuple(texts),
            ),
        )
        return facts + self.when(window, closed(minute)) + self._renew()

    def judged(self, scores: Sequence[SampleScore], *, cost_micros: int = 0) -> list[Any]:
        """Facts that follow from these scores of the order under way."""
        result = JudgeResult(scores=tuple(scores), cost_micros=cost_micros)
        return self.done(self.running(), result_bytes(result))

    def done(self, work: str, result: bytes) -> list[Any]:
        """Facts that follow from a result."""
        order = self._orders.pop(work)
        return self.when(
            WorkReported(
                work_id=work,
                attempt=order.attempt,
                worker_id=WORKER,
                incarnation=order.incarnation,
                died=False,
                result=result,
                reason="",
            )
        )

    def died(self) -> list[Any]:
        """Facts that follow when the process of the order under way dies."""
        order = self._orders.pop(self.running())
        return self.when(
            WorkReported(
                work_id=order.work_id,
                attempt=order.attempt,
                worker_id=WORKER,
                incarnation=order.incarnation,
                died=True,
                result=b"",
                reason="killed by signal 9",
            )
        )

    def running(self) -> str:
        """The order to judge that is under way."""
        return next(work for work in self._orders if work.startswith("judge-"))

    def ordered_bodies(self) -> list[bytes]:
        """Bodies of orders under way."""
        return [each.body for each in self._orders.values()]

    def minutes(self, wanted: range, mean: float) -> list[Any]:
        """Facts that follow from minutes whose samples get scores around a mean."""
        facts: list[Any] = []
        for minute in wanted:
            facts += self.minute(minute)
            facts += self.judged(
                [score(place, drawn(self._chance.random, mean), minute) for place in range(20)]
            )
        return facts

    def established(self, *, baseline: float, mean: float) -> list[Any]:
        """Facts that follow until quality has limits; its version has a baseline."""
        facts = self.minutes(range(1), mean)
        run = of(facts, ScoresAsked)[0].run
        chance = random.Random(11)
        self.baseline = [drawn(chance.random, baseline) for _ in CASES]
        shift = baseline - sum(self.baseline) / len(self.baseline)
        self.baseline = [min(max(each + shift, 0.0), 1.0) for each in self.baseline]
        facts += self.scored(run, self.baseline)
        facts += self.minutes(range(1, 20), mean)
        assert of(facts, ChartDesigned)
        return facts

    def scored(self, run: str, scores: Sequence[float]) -> list[Any]:
        """Facts that follow from the scores of a run."""
        return self.when(answers(run, scores))

    def _renew(self, after_ms: int = 1) -> list[Any]:
        report = WorkerReported(worker_id=WORKER, incarnation=self._incarnation, slots=4)
        return self.when(report, after_ms=after_ms)


def of(facts: list[Any], kind: type[Any]) -> list[Any]:
    """The facts of a kind."""
    return [each for each in facts if isinstance(each, kind)]


def drawn(chance: Callable[[], float], mean: float) -> float:
    """A score near a mean, on the scale of a judge."""
    return min(max(round(4 * (mean + (chance() - 0.5) * 0.5)) / 4, 0.0), 1.0)


def score(place: int, value: float, minute: int = 0) -> SampleScore:
    """A sample that the judge scored."""
    return SampleScore(
        sample=f"s{minute}-{place}", at_ms=start_ms(minute) + place, offset=place, score=value, verdicts=2
    )


def failed(place: int) -> SampleScore:
    """A sample that fails a check."""
    return SampleScore(
        sample=f"s0-{place}", at_ms=start_ms(0) + place, offset=place, score=0.0, failed_check=True
    )


def scores_of(value: float) -> list[SampleScore]:
    """Twenty samples with one score."""
    return [score(place, value) for place in range(20)]


def answers(run: str, scores: Sequence[float], *, fresh: bool = False) -> AnswersScored:
    """Scores of kept answers."""
    return AnswersScored(
        run=run,
        repository="r1",
        commit=COMMIT,
        config="release",
        golden_set="0" * 64,
        judge="judge-1",
        judge_hash=JUDGE_HASH,
        fresh=fresh,
        results=tuple(
            AnswerScore(case=case, task="chat", score=value)
            for case, value in zip(CASES, scores, strict=False)
        ),
        tasks=(AnchorTask(task="chat", cases=len(scores), missing=0),),
        tenant="acme",
    )


def rejected(run: str) -> CommandRejected:
    """Eval's rejection of a run."""
    return CommandRejected(
        command_id="c1",
        command="ScoreAnswers",
        tenant="acme",
        subject=run,
        code=RejectionCode.NOT_FOUND,
        message="there is no eval config release",
        violations=(),
    )


def run_ended(run: str) -> EvalEnded:
    """The end of a run without scores."""
    return EvalEnded(
        run=run,
        repository="r1",
        commit=COMMIT,
        outcome=EvalOutcome.FAILED,
        reason="no answer of the version is kept of these cases",
        cases_done=0,
        spent_micros=0,
        tenant="acme",
        code="NO_ANSWERS",
    )


def activated(config: dict[str, Any]) -> EvalConfigActivated:
    """A config in force."""
    return EvalConfigActivated(
        name="release",
        digest="0" * 64,
        document=json.dumps(config),
        tenant="acme",
        requested_by="acme/ann",
        judge_hash=ScoringConfig.model_validate(config).judge_hash,
    )


def created() -> RepositoryCreated:
    """The model in the registry."""
    return RepositoryCreated(
        repository="r1",
        repository_type=RepositoryType.MODEL,
        namespace="acme",
        name="answers",
        visibility=Visibility.PRIVATE,
        tenant="acme",
        requested_by="acme/ann",
        commit="0" * 64,
        root="0" * 64,
    )


def promoted() -> VersionPromoted:
    """Its version in production."""
    return VersionPromoted(
        repository="r1",
        commit=COMMIT,
        pointer="production",
        former="",
        reason="it passed",
        gates=(),
        overridden=False,
        refusal="",
        full_name=REPOSITORY,
        tenant="acme",
        requested_by="acme/ann",
    )


def set_monitor(monitor: dict[str, Any]) -> SetMonitor:
    """A request to watch the model."""
    return SetMonitor(repository=REPOSITORY, document=json.dumps(monitor), tenant="acme", requested_by="ann")


def start_ms(minute: int) -> int:
    """Start of a minute of the test."""
    return START_MS + minute * MINUTE_MS


def end_ms(minute: int) -> int:
    """End of a minute of the test."""
    return start_ms(minute + 1)


def closed(minute: int) -> WindowsClosed:
    """The end of all windows of a minute."""
    return WindowsClosed(
        partition=0, closed_until_ms=end_ms(minute), read_from_offset=0, read_from_ms=0, whole_from_ms=0
    )
