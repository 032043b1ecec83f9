"""Windows become subgroups, charts and alarms."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from muster.drift.core.charts import compared, designed, learned
from muster.drift.core.decisions import DECIDER
from muster.drift.core.documents import read_monitor
from muster.drift.core.measures import MEASURES, Value, share
from muster.drift.core.state import Chart
from muster.drift.core.sums import NOTHING, added, of_sample
from muster.events.drift_commands import AcknowledgeAlarm, RemoveMonitor, SetMonitor
from muster.events.drift_events import (
    ChartDesigned,
    ChartPoint,
    DriftAlarmAcknowledged,
    DriftAlarmEnded,
    DriftAlarmRaised,
    MonitorSet,
    PointState,
    Side,
    SubgroupMeasured,
)
from muster.events.drift_windows import WindowClosed, WindowsClosed, WindowSums
from muster.events.drift_work import SeriesEnded, TimeAdvanced, WindowCounted
from muster.events.inference_samples import InferenceSampled
from muster.events.shared.command_answers import CommandRejected, CommandRepeated, RejectionCode
from muster.testkit.cores.deciding import Decisions, given

REPOSITORY = "acme/answers"
MINUTE_MS = 60_000
START_MS = 1_700_000_040_000
MONITOR = {
    "subgroup": "1m",
    "measures": ["refusals"],
    "learning_subgroups": 20,
    "series_max": 2,
    "false_alarm_every": "1d",
}


def test_a_monitor_is_set_in_its_canonical_form() -> None:
    decisions = given(DECIDER).when(set_monitor())
    (fact,) = decisions.decided
    assert isinstance(fact, MonitorSet)
    assert (fact.repository, fact.requested_by, json.loads(fact.document)["subgroup"]) == (
        REPOSITORY,
        "acme/ann",
        "1m",
    )


def test_a_wrong_monitor_is_rejected_field_by_field() -> None:
    wrong = {"subgroup": "7m", "measures": ["mood"], "smooth": 1}
    decisions = given(DECIDER).when(set_monitor(wrong), event_ids=["c"])
    (fact,) = decisions.decided
    assert isinstance(fact, CommandRejected)
    assert [each.field for each in fact.violations] == ["subgroup", "measures[0]", "smooth"]


def test_a_model_of_another_organisation_is_not_watched() -> None:
    command = replace(set_monitor(), repository="rival/answers")
    (fact,) = given(DECIDER).when(command).decided
    assert isinstance(fact, CommandRejected)
    assert fact.message == "repository is rival/answers; must be a model of your organisation: acme/NAME"


def test_a_time_between_false_alarms_that_no_limit_reaches_is_rejected() -> None:
    beyond = {"subgroup": "1s", "series_max": 1_000, "learning_subgroups": 10, "false_alarm_every": "3650d"}
    (fact,) = given(DECIDER).when(set_monitor({**beyond, "smoothing": 0.02})).decided
    assert isinstance(fact, CommandRejected)
    assert fact.message.startswith("false_alarm_every is 3650d; must be a time that charts can reach")


def test_windows_of_a_model_without_a_monitor_lead_to_nothing() -> None:
    given(DECIDER).when(window(0, refused=1)).then()


def test_a_window_counts_once() -> None:
    decisions = watching().when(window(0, refused=1))
    assert [type(each) for each in decisions.decided] == [WindowCounted]
    decisions.when(window(0, refused=1), event_ids=["repeated"]).then()


def test_a_subgroup_is_measured_when_its_partition_is_past_it() -> None:
    decisions = watching().when(window(0, samples=40, refused=10)).when(closed(0))
    assert decisions.decided == [TimeAdvanced(partition=0, closed_until_ms=end_ms(0)), measured(0, 40, 0.25)]


def test_the_time_of_another_partition_measures_nothing() -> None:
    decisions = watching().when(window(0, refused=10)).when(closed(0, partition=3))
    assert decisions.decided == [TimeAdvanced(partition=3, closed_until_ms=end_ms(0))]


def test_a_window_behind_the_open_subgroup_ends_it_first() -> None:
    decisions = watching().when(window(0, refused=1)).when(window(1, refused=2))
    assert [type(each) for each in decisions.decided] == [SubgroupMeasured, WindowCounted]


def test_windows_of_one_subgroup_are_measured_together() -> None:
    decisions = watching({**MONITOR, "subgroup": "2m"}).when(
        window(0, samples=30, refused=3), window(1, samples=10, refused=5), closed(1)
    )
    (found,) = [each for each in decisions.decided if isinstance(each, SubgroupMeasured)]
    assert (found.samples, found.points[0].value) == (40, 0.2)


def test_the_first_subgroups_establish_a_chart() -> None:
    decisions, facts = established()
    (designed,) = [each for each in facts if isinstance(each, ChartDesigned)]
    assert (designed.subgroups, designed.samples) == (20, 800)
    assert abs(designed.center - 0.1) < 0.03
    assert designed.run_length == 2 * 24 * 60
    assert 3 < designed.high_limit < 8
    assert not any(isinstance(each, DriftAlarmRaised) for each in facts)
    assert decisions.when(window(20, refused=4), closed(20)).decided[-1].points[0].state is PointState.WATCHED


def test_one_alarm_is_raised_for_an_episode_and_names_when_it_began() -> None:
    decisions, _ = established()
    facts = minutes(decisions, range(20, 50), refused=4)
    assert not raised(facts)
    facts = minutes(decisions, range(50, 80), refused=24)
    (alarm,) = raised(facts)
    assert (alarm.measure, alarm.side, alarm.began_ms) == ("refusals", Side.HIGH, start_ms(50))
    assert alarm.began_after_ms <= alarm.began_ms <= alarm.began_before_ms < alarm.at_ms
    assert alarm.at_ms <= end_ms(56)
    assert alarm.text.startswith("acme/answers@abc1234 chat: share of refusals rose from ")
    assert abs(alarm.value - 0.6) < 0.01


def test_an_alarm_ends_after_calm_subgroups_and_the_next_episode_has_its_own() -> None:
    decisions, _ = established()
    first = raised(minutes(decisions, range(20, 40), refused=24))
    calm = minutes(decisions, range(40, 100), refused=4)
    ended = [each for each in calm if isinstance(each, DriftAlarmEnded)]
    assert [each.alarm for each in ended] == [first[0].alarm]
    second = raised(minutes(decisions, range(100, 120), refused=24))
    assert len(second) == 1
    assert second[0].alarm != first[0].alarm


def test_an_alarm_is_acknowledged_once_and_by_its_organisation_alone() -> None:
    decisions, _ = established()
    (alarm,) = raised(minutes(decisions, range(20, 40), refused=24))
    command = AcknowledgeAlarm(alarm=alarm.alarm, reason="known", tenant="acme", requested_by="ann")
    foreign = decisions.when(replace(command, tenant="rival")).decided
    assert isinstance(foreign[0], CommandRejected)
    assert foreign[0].code is RejectionCode.NOT_FOUND
    decisions.when(command).then(
        DriftAlarmAcknowledged(
            alarm=alarm.alarm, repository=REPOSITORY, reason="known", tenant="acme", requested_by="acme/ann"
        )
    )
    assert isinstance(decisions.when(command, event_ids=["again"]).decided[0], CommandRepeated)


def test_a_series_that_falls_silent_raises_an_alarm_and_ends() -> None:
    decisions, _ = established()
    facts: list[Any] = []
    for minute in range(20, 24):
        facts += decisions.when(closed(minute)).decided
    (alarm,) = raised(facts)
    assert (alarm.measure, alarm.began_ms) == ("traffic", end_ms(19))
    assert any(isinstance(each, SeriesEnded) for each in facts)
    again = decisions.when(window(30, refused=4)).decided
    assert [each.reason for each in again if isinstance(each, DriftAlarmEnded)] == ["samples come again"]


def test_traffic_that_another_version_takes_over_raises_no_alarm() -> None:
    decisions, _ = established()
    facts: list[Any] = []
    for minute in range(20, 26):
        facts += decisions.when(replace(window(minute, refused=4), commit="def5678"), closed(minute)).decided
    assert not raised(facts)
    assert any(isinstance(each, SeriesEnded) for each in facts)


def test_series_beyond_the_most_are_counted_together() -> None:
    decisions = watching()
    names = [
        decisions.when(replace(window(0, refused=1), segment=segment)).decided[0].segment
        for segment in ("de", "fr", "it", "es")
    ]
    assert names == ["de", "fr", "*", "*"]


def test_a_changed_monitor_begins_with_new_charts_and_ends_alarms() -> None:
    decisions, _ = established()
    (alarm,) = raised(minutes(decisions, range(20, 40), refused=24))
    facts = decisions.when(set_monitor({**MONITOR, "smoothing": 0.3})).decided
    assert [type(each) for each in facts] == [DriftAlarmEnded, MonitorSet]
    assert facts[0].alarm == alarm.alarm
    later = decisions.when(window(40, refused=4), closed(40)).decided
    assert later[-1].points[0].state is PointState.LEARNING


def test_a_removed_monitor_measures_nothing_more() -> None:
    decisions, _ = established()
    decisions.when(RemoveMonitor(repository=REPOSITORY, tenant="acme", requested_by="ann"))
    decisions.when(window(20, refused=4)).then()


def test_a_subgroup_with_few_samples_is_too_few_to_compare() -> None:
    decisions = watching().when(window(0, samples=9, refused=9), closed(0))
    assert decisions.decided[-1].points[0].state is PointState.TOO_FEW


def test_a_measure_that_never_varies_is_watched_without_an_alarm() -> None:
    decisions = watching()
    facts = minutes(decisions, range(40), refused=0)
    (designed,) = [each for each in facts if isinstance(each, ChartDesigned)]
    assert (designed.center, designed.spread > 0) == (0.0, True)
    last = [each for each in facts if isinstance(each, SubgroupMeasured)][-1].points[0]
    assert (last.state, last.statistic) == (PointState.WATCHED, 0.0)
    assert not raised(facts)


def test_a_first_hit_of_what_never_happened_is_no_alarm_and_several_are() -> None:
    decisions = watching()
    minutes(decisions, range(30), refused=0)
    assert not raised(minutes(decisions, range(30, 31), refused=1))
    assert not raised(minutes(decisions, range(31, 60), refused=0))
    assert raised(minutes(decisions, range(60, 66), refused=2))


def test_nulls_are_a_measure_of_their_own_and_other_measures_count_their_own_samples() -> None:
    decisions = watching({**MONITOR, "measures": ["refusals", "null-fields", "invalid-json"]})
    sums = replace(
        NOTHING, samples=40, refused=4, json_answers=20, json_invalid=5, fields=100, fields_null=60
    )
    facts = decisions.when(replace(window(0, refused=0), sums=sums), closed(0)).decided
    (found,) = [each for each in facts if isinstance(each, SubgroupMeasured)]
    assert {each.measure: (each.count, each.value) for each in found.points} == {
        "refusals": (40, 0.1),
        "null-fields": (100, 0.6),
        "invalid-json": (20, 0.25),
    }


@pytest.mark.slow
def test_charts_of_stable_traffic_alarm_as_rarely_as_wanted() -> None:
    """500 subgroups at one false alarm in 2,880, exactly as wanted: 16 % of the streams would have one."""
    monitor = read_monitor(json.dumps(MONITOR))
    chance = random.Random(24)
    signals = 0
    for _ in range(120):
        chart = Chart()
        for _ in range(monitor.learning_subgroups):
            chart = learned(chart, refusals(chance))
        chart = designed(chart, MEASURES["refusals"], monitor)
        for minute in range(500):
            chart, _, signal = compared(chart, refusals(chance), start_ms(minute))
            if signal is not None:
                signals += 1
                break
    assert signals < 120 * 0.16


def test_sums_of_parts_are_those_of_the_whole_in_any_order() -> None:
    chance = random.Random(7)
    samples = [
        of_sample(sample(place, latency_ms=chance.randrange(5_000), characters=chance.randrange(900)))
        for place in range(60)
    ]
    whole = total(samples)
    chance.shuffle(samples)
    parts = added(total(samples[:17]), total(samples[17:]))
    assert replace(parts, latency=whole.latency, answer_length=whole.answer_length) == whole
    assert abs(parts.latency.total - whole.latency.total) < 1e-9
    assert len(whole.bodies) == 50


def watching(monitor: dict[str, Any] | None = None) -> Decisions:
    """A core with a monitor."""
    return given(DECIDER).when(set_monitor(monitor))


def established() -> tuple[Decisions, list[Any]]:
    """A core whose chart has limits, and all facts until then."""
    decisions = watching()
    chance = random.Random(1)
    facts: list[Any] = []
    for minute in range(20):
        refused = sum(chance.random() < 0.1 for _ in range(40))
        facts += decisions.when(window(minute, refused=refused), closed(minute)).decided
    return decisions, facts


def minutes(decisions: Decisions, wanted: range, *, refused: int) -> list[Any]:
    """Return the facts of minutes with this number of refusals each."""
    facts: list[Any] = []
    for minute in wanted:
        facts += decisions.when(window(minute, refused=refused), closed(minute)).decided
    return facts


def refusals(chance: random.Random) -> Value:
    """The share of refusals of 40 samples, one in ten."""
    found = share(sum(chance.random() < 0.1 for _ in range(40)), 40)
    assert found is not None
    return found


def raised(facts: list[Any]) -> list[DriftAlarmRaised]:
    """The alarms among facts."""
    return [each for each in facts if isinstance(each, DriftAlarmRaised)]


def set_monitor(monitor: dict[str, Any] | None = None) -> SetMonitor:
    """A request to watch the model."""
    document = json.dumps(MONITOR if monitor is None else monitor)
    return SetMonitor(repository=REPOSITORY, document=document, tenant="acme", requested_by="ann")


def start_ms(minute: int) -> int:
    """Start of a minute of the test."""
    return START_MS + minute * MINUTE_MS


def end_ms(minute: int) -> int:
    """End of a minute of the test."""
    return start_ms(minute + 1)


def window(minute: int, *, samples: int = 40, refused: int) -> WindowClosed:
    """A window of the model."""
    return WindowClosed(
        repository=REPOSITORY,
        commit="abc1234",
        task="chat",
        segment="",
        partition=0,
        start_ms=start_ms(minute),
        end_ms=end_ms(minute),
        seen=samples * 1_000,
        dropped=0,
        sums=replace(NOTHING, samples=samples, refused=refused),
    )


def closed(minute: int, *, partition: int = 0) -> WindowsClosed:
    """The end of all windows of a minute."""
    return WindowsClosed(
        partition=partition,
        closed_until_ms=end_ms(minute),
        read_from_offset=0,
        read_from_ms=0,
        whole_from_ms=0,
    )


def measured(minute: int, samples: int, share: float) -> SubgroupMeasured:
    """A subgroup whose refusals are learned from."""
    point = ChartPoint(
        measure="refusals",
        state=PointState.LEARNING,
        count=samples,
        value=share,
        deviation=round((share * (1 - share)) ** 0.5, 9),
    )
    return SubgroupMeasured(
        repository=REPOSITORY,
        commit="abc1234",
        task="chat",
        segment="",
        start_ms=start_ms(minute),
        end_ms=end_ms(minute),
        samples=samples,
        seen=samples * 1_000,
        dropped=0,
        points=(point,),
        tenant="acme",
    )


def total(sums: list[WindowSums]) -> WindowSums:
    """Sums together."""
    found = NOTHING
    for each in sums:
        found = added(found, each)
    return found


def sample(place: int, *, latency_ms: int, characters: int) -> InferenceSampled:
    """A sample with a body in the store."""
    return InferenceSampled(
        sample=f"{place * 7919 % 997:04d}",
        repository=REPOSITORY,
        commit="abc1234",
        model="answers",
        task="chat",
        segment="",
        template="",
        one_in=1_000,
        status=200,
        finish_reason="stop",
        latency_ms=latency_ms,
        characters_in=place,
        characters_out=characters,
        script="Latin",
        refused=False,
        subject="",
        redactions=0,
        body_key="bodies/1",
    )
