"""Inputs of a period are compared with those of the first subgroups."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from muster.drift.core.decisions import DECIDER
from muster.drift.core.inputs import OTHERS
from muster.drift.core.state import INPUTS
from muster.drift.core.sums import NOTHING, of_sample
from muster.events.drift_commands import SetMonitor
from muster.events.drift_events import (
    ColumnShift,
    DriftAlarmEnded,
    DriftAlarmRaised,
    InputsCompared,
    ShiftVerdict,
)
from muster.events.drift_windows import NamedCount, WindowClosed, WindowsClosed, WindowSums
from muster.events.inference_samples import InferenceSampled
from muster.testkit.cores.deciding import Decisions, given

MINUTE_MS = 60_000
START_MS = 1_700_000_040_000
LEARNING = 10
OLD, NEW = "0a" * 32, "9f" * 32
MONITOR = {"subgroup": "1m", "measures": ["errors"], "learning_subgroups": LEARNING, "series_max": 2}


def test_a_period_is_compared_once_it_has_as_many_subgroups_as_the_reference() -> None:
    decisions = learned()
    assert not compared(minutes(decisions, LEARNING, LEARNING - 1))
    [fact] = compared(minutes(decisions, 2 * LEARNING - 1, 1))
    assert (fact.reference_start_ms, fact.start_ms, fact.end_ms, fact.subgroups) == (
        START_MS,
        START_MS + LEARNING * MINUTE_MS,
        START_MS + 2 * LEARNING * MINUTE_MS,
        LEARNING,
    )
    assert {each.column: each.verdict for each in fact.columns} == {
        "input-length": ShiftVerdict.STABLE,
        "input-tokens": ShiftVerdict.STABLE,
        "script": ShiftVerdict.STABLE,
        "template": ShiftVerdict.STABLE,
    }
    assert not compared(minutes(decisions, 2 * LEARNING, LEARNING - 1))


def test_a_reference_has_at_least_200_samples() -> None:
    decisions = watching()
    few = {"samples": 10}
    assert not compared(minutes(decisions, 0, 2 * LEARNING, **few))
    [fact] = compared(minutes(decisions, 2 * LEARNING, 2 * LEARNING, **few))
    assert (fact.subgroups, fact.columns[0].reference_samples) == (2 * LEARNING, 200)


def test_constant_properties_are_stable() -> None:
    constant = {"lengths": {8: 1.0}, "scripts": {"Latin": 1.0}, "templates": {OLD: 1.0}}
    decisions = learned(**constant)
    [fact] = compared(minutes(decisions, LEARNING, LEARNING, **constant))
    for each in fact.columns:
        assert (each.verdict, each.psi, each.p_value, each.reasons) == (ShiftVerdict.STABLE, 0.0, 1.0, ())


def test_a_property_that_is_unknown_in_all_samples_is_not_testable() -> None:
    decisions = learned(templates={"": 1.0})
    facts = minutes(decisions, LEARNING, LEARNING, templates={"": 1.0})
    found = shift(facts, "template")
    assert (found.verdict, found.unknown, found.reasons) == (ShiftVerdict.NOT_TESTABLE, 400, ())
    assert not raised(facts)


def test_a_property_that_becomes_unknown_raises_an_alarm() -> None:
    decisions = learned()
    facts = minutes(decisions, LEARNING, LEARNING, scripts={"": 0.6, "Latin": 0.36, "Cyrillic": 0.04})
    assert shift(facts, "script").reasons == ("nulls",)
    [alarm] = raised(facts)
    assert alarm.text == (
        "acme/answers@abc1234 chat: script of inputs: unknown in 60.0 % of samples, 0.0 % before"
    )


def test_a_new_template_raises_one_alarm_that_names_it_until_it_is_gone_again() -> None:
    decisions = learned()
    first = minutes(decisions, LEARNING, LEARNING, templates={OLD: 0.6, NEW: 0.4})
    assert shift(first, "template").new[0].name == NEW
    [alarm] = raised(first)
    assert (alarm.measure, alarm.began_ms) == ("template", START_MS + LEARNING * MINUTE_MS)
    assert alarm.at_ms == START_MS + 2 * LEARNING * MINUTE_MS
    assert "new: 9f9f9f9f9f9f (40.0 %)" in alarm.text
    second = minutes(decisions, 2 * LEARNING, LEARNING, templates={OLD: 0.6, NEW: 0.4})
    assert compared(second)
    assert not raised(second)
    third = minutes(decisions, 3 * LEARNING, LEARNING)
    assert [each.alarm for each in third if isinstance(each, DriftAlarmEnded)] == [alarm.alarm]
    [again] = raised(minutes(decisions, 4 * LEARNING, LEARNING, templates={NEW: 1.0}))
    assert again.alarm != alarm.alarm


def test_longer_inputs_raise_an_alarm_with_their_size_and_no_new_category() -> None:
    decisions = learned()
    facts = minutes(decisions, LEARNING, LEARNING, lengths={8: 0.1, 9: 0.2, 14: 0.7})
    found = shift(facts, "input-length")
    assert (found.verdict, found.reasons, found.new) == (ShiftVerdict.LARGE, ("values",), ())
    [alarm] = raised(facts)
    assert (alarm.measure, alarm.value) == ("input-length", found.psi)


def test_prompts_of_more_tokens_raise_an_alarm_though_they_are_no_longer_in_characters() -> None:
    decisions = learned()
    facts = minutes(decisions, LEARNING, LEARNING, tokens={6: 0.1, 7: 0.2, 11: 0.7})
    assert shift(facts, "input-length").verdict is ShiftVerdict.STABLE
    [alarm] = raised(facts)
    found = shift(facts, "input-tokens")
    assert (alarm.measure, alarm.value, found.new) == ("input-tokens", found.psi, ())


def test_tokens_that_servers_no_longer_report_raise_an_alarm() -> None:
    decisions = learned()
    [alarm] = raised(minutes(decisions, LEARNING, LEARNING, tokens={6: 0.25, 7: 0.25}))
    assert alarm.text.endswith("tokens of inputs: unknown in 50.0 % of samples, 0.0 % before")


def test_tokens_that_servers_begin_to_report_are_not_compared() -> None:
    decisions = learned(tokens={0: 0.0})
    facts = minutes(decisions, LEARNING, LEARNING)
    found = shift(facts, "input-tokens")
    assert (found.verdict, found.reasons) == (ShiftVerdict.NOT_ENOUGH_DATA, ())
    assert not raised(facts)


def test_a_tiny_shift_in_a_huge_period_is_reported_and_raises_no_alarm() -> None:
    decisions = learned(samples=40_000)
    facts = minutes(decisions, LEARNING, LEARNING, samples=40_000, scripts={"Latin": 0.88, "Cyrillic": 0.12})
    found = shift(facts, "script")
    assert (found.verdict, found.reasons) == (ShiftVerdict.SMALL, ())
    assert 0 < found.psi < 0.01
    assert not raised(facts)


def test_a_period_with_too_few_samples_says_so_and_leaves_an_alarm_open() -> None:
    decisions = learned()
    assert raised(minutes(decisions, LEARNING, LEARNING, templates={NEW: 1.0}))
    facts = minutes(decisions, 2 * LEARNING, LEARNING, samples=2)
    assert {each.verdict for each in compared(facts)[0].columns} == {ShiftVerdict.NOT_ENOUGH_DATA}
    assert not [each for each in facts if isinstance(each, DriftAlarmEnded)]


def test_templates_beyond_those_that_sums_name_are_not_new() -> None:
    many = {f"{n:064x}": 0.02 for n in range(20)} | {OTHERS: 0.6}
    decisions = learned(templates=many)
    later = {f"{n:064x}": 0.02 for n in range(10, 30)} | {OTHERS: 0.6}
    found = shift(minutes(decisions, LEARNING, LEARNING, templates=later), "template")
    assert (found.new, found.unknown) == ((), 0)


def test_a_changed_monitor_forgets_the_reference() -> None:
    decisions = learned()
    decisions.when(set_monitor({**MONITOR, "smoothing": 0.3}))
    assert next(iter(decisions.state.scan(INPUTS)), None) is None
    assert not compared(minutes(decisions, LEARNING, LEARNING, templates={NEW: 1.0}))


def test_another_version_has_a_reference_of_its_own() -> None:
    decisions = learned()
    facts = minutes(decisions, LEARNING, LEARNING, commit="def5678", templates={NEW: 1.0})
    assert not compared([each for each in facts if getattr(each, "commit", "") == "def5678"])


def test_the_state_of_a_series_is_bounded() -> None:
    decisions = watching()
    for minute in range(3 * LEARNING):
        templates = {f"{minute * 100 + n:064x}": 0.025 for n in range(40)}
        minutes(decisions, minute, 1, templates=templates)
    [(_, kept)] = decisions.state.scan(INPUTS)
    assert kept.reference is not None
    assert len(kept.reference.sums.templates) == 20


@pytest.mark.parametrize(("name", "kept"), [("x" * 70, "x" * 64), ("a\x1b[2J", "a [2J")])
def test_names_of_templates_are_short_and_printable(name: str, kept: str) -> None:
    assert of_sample(sample(template=name)).templates == (NamedCount(name=kept, count=1),)


@pytest.mark.parametrize(
    ("tokens", "counted"),
    [(None, ()), (0, (1,)), (9, (0, 0, 0, 0, 1)), (-1, (1,)), (2**31 - 1, (*[0] * 31, 1))],
)
def test_tokens_are_counted_by_their_binary_digits(tokens: int | None, counted: tuple[int, ...]) -> None:
    assert of_sample(replace(sample(template=OLD), tokens_in=tokens)).input_tokens == counted


def watching() -> Decisions:
    """A core with a monitor."""
    return given(DECIDER).when(set_monitor(MONITOR))


def learned(**changed: Any) -> Decisions:
    """A core that has a reference."""
    decisions = watching()
    minutes(decisions, 0, LEARNING, **changed)
    return decisions


def minutes(decisions: Decisions, first: int, count: int, **changed: Any) -> list[Any]:
    """Facts of minutes in succession, each with such samples."""
    facts: list[Any] = []
    for minute in range(first, first + count):
        facts += decisions.when(window(minute, **changed), closed(minute)).decided
    return facts


def compared(facts: list[Any]) -> list[InputsCompared]:
    """The comparisons among facts."""
    return [each for each in facts if isinstance(each, InputsCompared)]


def raised(facts: list[Any]) -> list[DriftAlarmRaised]:
    """The alarms among facts."""
    return [each for each in facts if isinstance(each, DriftAlarmRaised)]


def shift(facts: list[Any], column: str) -> ColumnShift:
    """The property of the only comparison among facts."""
    [fact] = compared(facts)
    return next(each for each in fact.columns if each.column == column)


def set_monitor(monitor: dict[str, Any]) -> SetMonitor:
    """A request to watch the model."""
    return SetMonitor(
        repository="acme/answers", document=json.dumps(monitor), tenant="acme", requested_by="ann"
    )


def window(minute: int, *, commit: str = "abc1234", samples: int = 40, **shares: Any) -> WindowClosed:
    """A window of the model, with such shares of its inputs."""
    return WindowClosed(
        repository="acme/answers",
        commit=commit,
        task="chat",
        segment="",
        partition=0,
        start_ms=START_MS + minute * MINUTE_MS,
        end_ms=START_MS + (minute + 1) * MINUTE_MS,
        seen=samples,
        dropped=0,
        sums=sums(samples, **shares),
    )


def sums(
    samples: int,
    *,
    lengths: Mapping[int, float] | None = None,
    tokens: Mapping[int, float] | None = None,
    scripts: Mapping[str, float] | None = None,
    templates: Mapping[str, float] | None = None,
) -> WindowSums:
    """Sums over this many samples; the others of templates are left out."""
    return replace(
        NOTHING,
        samples=samples,
        input_lengths=bins(samples, lengths or {8: 0.5, 9: 0.5}),
        input_tokens=bins(samples, tokens or {6: 0.5, 7: 0.5}),
        scripts=named(samples, scripts or {"Latin": 0.9, "Cyrillic": 0.1}),
        templates=named(samples, templates or {OLD: 1.0}),
    )


def bins(samples: int, shares: Mapping[int, float]) -> tuple[int, ...]:
    """Counts by bin."""
    return tuple(round(samples * shares.get(place, 0)) for place in range(15))


def named(samples: int, shares: Mapping[str, float]) -> tuple[NamedCount, ...]:
    """Counts by name."""
    return tuple(
        NamedCount(name=name, count=round(samples * share))
        for name, share in shares.items()
        if name != OTHERS
    )


def closed(minute: int) -> WindowsClosed:
    """The end of all windows of a minute."""
    return WindowsClosed(
        partition=0,
        closed_until_ms=START_MS + (minute + 1) * MINUTE_MS,
        read_from_offset=0,
        read_from_ms=0,
        whole_from_ms=0,
    )


def sample(*, template: str) -> InferenceSampled:
    """A sample with this template."""
    return InferenceSampled(
        sample="s",
        repository="acme/answers",
        commit="abc1234",
        model="answers",
        task="chat",
        segment="",
        template=template,
        one_in=1_000,
        status=200,
        finish_reason="stop",
        latency_ms=1,
        characters_in=1,
        characters_out=1,
        script="Latin",
        refused=False,
        subject="",
        redactions=0,
    )
