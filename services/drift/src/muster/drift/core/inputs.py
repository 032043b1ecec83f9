"""Shifts of inputs: are lengths, tokens, scripts and templates those of the first subgroups. PURE.

SubgroupMeasured -> InputsCompared     at the end of a period
                 -> DriftAlarmRaised   one for each property and episode
                 -> DriftAlarmEnded    in a later period without a shift

The reference is the first subgroups of a series with samples: as many as establish a chart, and more until
they have REFERENCE_MIN samples. It stays until the monitor changes; a new version is a series of its own. A
period is as many subgroups as the reference. So both have about the same number of samples, which PSI needs
to be compared with fixed thresholds, and its length follows from the monitor; a fixed day would be one
subgroup of one monitor and 86,400 of another. Where traffic differs by the hour, `learning_subgroups` should
cover a day.

Subgroups without samples count in a period, so it ends in time, if need be with "not enough data".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts
from muster.drift.core import alarms
from muster.drift.core.documents import Monitor
from muster.drift.core.state import (
    CHARTS,
    INPUTS,
    NO_INPUTS,
    Outputs,
    Population,
    SeriesInputs,
    SeriesName,
    Watched,
    series_of,
    series_prefix,
)
from muster.drift.core.sums import added, inputs_of
from muster.events.drift_events import (
    ColumnShift,
    InputsCompared,
    NewCategory,
    ShiftVerdict,
    Side,
    SubgroupMeasured,
)
from muster.events.drift_windows import NamedCount, WindowSums
from muster.statistics.population import NEW_SHARE_MIN, Column, compare
from muster.statistics.sums import rounded

REFERENCE_MIN: Final = 200
"""Samples of a reference: with ten categories, chance adds 0.05 to the PSI of that many."""

NEW_SHOWN: Final = 5
"""Most new categories that a fact names."""

OTHERS: Final = "(others)"
"""Category of the samples whose own is beyond the most that sums name."""

ALPHA_MAX: Final = 0.01
"""Highest level of a test."""

TESTS: Final = 3
"""Tests of a property: its values, its unknown values, new categories."""

_NAME_SHOWN: Final = 12
"""Characters of a category in a sentence: enough of a hash."""


@dataclass(frozen=True, slots=True)
class _Property:
    """A property of inputs.

    Attributes:
        name: Its name.
        words: It for people.
        column: Counts of its values in sums.
        is_number: Whether it is a histogram: a bin that only one side has is no new category.
    """

    name: str
    words: str
    column: Callable[[WindowSums], Column]
    is_number: bool = False


_PROPERTIES: Final = (
    _Property("input-length", "length of inputs", lambda sums: _bins(sums.input_lengths, sums), True),
    _Property("input-tokens", "tokens of inputs", lambda sums: _bins(sums.input_tokens, sums), True),
    _Property("script", "script of inputs", lambda sums: _categories(sums.scripts, sums)),
    _Property("template", "template of inputs", lambda sums: _categories(sums.templates, sums)),
)


def compared(
    state: Entities, watched: Watched, name: SeriesName, measured: SubgroupMeasured
) -> Facts[Outputs]:
    """Compare the inputs of a period with the reference, if a subgroup is its last.

    Args:
        state: The state after the subgroup.
        watched: The monitor.
        name: The series.
        measured: The subgroup.
    """
    kept = state.get(INPUTS, name.key)
    if kept is None or kept.reference is None or kept.recent.subgroups < kept.reference.subgroups:
        return
    reference, recent = kept.reference, kept.recent
    level = _level(watched.monitor, recent.subgroups)
    columns = tuple(_column(each, reference.sums, recent.sums, level) for each in _PROPERTIES)
    fact = InputsCompared(
        repository=name.repository,
        commit=name.commit,
        task=name.task,
        segment=name.segment,
        start_ms=recent.start_ms,
        end_ms=measured.end_ms,
        reference_start_ms=reference.start_ms,
        subgroups=recent.subgroups,
        columns=columns,
        tenant=watched.tenant,
    )
    yield Fact(fact, name.repository, watched.tenant)
    for each, column in zip(_PROPERTIES, columns, strict=True):
        chart = state.get(CHARTS, name.chart_key(each.name))
        alarm = "" if chart is None else chart.alarm
        if column.reasons and not alarm:
            yield alarms.without_chart(
                name,
                watched.tenant,
                each.name,
                _sentence(name, each, column),
                began_ms=recent.start_ms,
                at_ms=measured.end_ms,
                side=Side.HIGH,
                value=column.psi,
            )
        elif alarm and not column.reasons and column.verdict is not ShiftVerdict.NOT_ENOUGH_DATA:
            reason = "as in the first subgroups again"
            yield alarms.ended(alarm, name.repository, watched.tenant, reason, measured.end_ms)


def evolve_measured(
    state: Changes, name: SeriesName, monitor: Monitor, sums: WindowSums, start_ms: int
) -> None:
    """Add a subgroup to the reference, or to the period."""
    kept = state.get(INPUTS, name.key) or NO_INPUTS
    if kept.reference is None and not sums.samples:
        return
    recent = Population(
        start_ms=kept.recent.start_ms or start_ms,
        subgroups=kept.recent.subgroups + 1,
        sums=added(kept.recent.sums, inputs_of(sums)),
    )
    enough = recent.subgroups >= monitor.learning_subgroups and recent.sums.samples >= REFERENCE_MIN
    if kept.reference is None and enough:
        state.put(INPUTS, name.key, SeriesInputs(reference=recent))
    else:
        state.put(INPUTS, name.key, replace(kept, recent=recent))


def evolve_compared(state: Changes, fact: InputsCompared) -> None:
    """Begin the next period."""
    key = series_of(fact).key
    if (kept := state.get(INPUTS, key)) is not None:
        state.put(INPUTS, key, SeriesInputs(reference=kept.reference))


def forget(state: Changes, repository: str) -> None:
    """Forget the inputs of a model."""
    for key, _ in list(state.scan(INPUTS, prefix=series_prefix(repository))):
        state.delete(INPUTS, key)


def _level(monitor: Monitor, subgroups: int) -> float:
    """Return the level of a test: all tests together are wrong at most once in the monitor's wanted time."""
    periods = monitor.false_alarm_every / (subgroups * monitor.subgroup)
    return min(1 / (periods * monitor.series_max * len(_PROPERTIES) * TESTS), ALPHA_MAX)


def _column(each: _Property, reference: WindowSums, recent: WindowSums, level: float) -> ColumnShift:
    before, now = _columns(each, reference, recent)
    shift = compare(before, now, alpha=level)
    new = () if each.is_number else shift.new[:NEW_SHOWN]
    # A property that the reference does not know at all is not compared: a server began to report it.
    alarms_known = shift.alarms if before.valued else ()
    reasons = tuple(reason for reason in alarms_known if not (each.is_number and reason == "new-category"))
    return ColumnShift(
        column=each.name,
        verdict=ShiftVerdict[shift.verdict.name],
        psi=rounded(shift.psi),
        psi_by_chance=rounded(shift.psi_by_chance),
        p_value=rounded(shift.p_value),
        reference_samples=reference.samples,
        samples=recent.samples,
        reference_unknown=before.nulls,
        unknown=now.nulls,
        new=tuple(NewCategory(name=found.name, share=rounded(found.share)) for found in new),
        reasons=reasons,
    )


def _columns(each: _Property, reference: WindowSums, recent: WindowSums) -> tuple[Column, Column]:
    before, now = each.column(reference), each.column(recent)
    if OTHERS in before.counts:
        now = _known_only(before.counts, now)
    return before, now


def _bins(histogram: Sequence[int], sums: WindowSums) -> Column:
    counts = {str(place): count for place, count in enumerate(histogram) if count}
    return Column(counts, max(sums.samples - sum(counts.values()), 0))


def _categories(named: Sequence[NamedCount], sums: WindowSums) -> Column:
    counts = {found.name: found.count for found in named}
    nulls = counts.pop("", 0)
    if (left := sums.samples - nulls - sum(counts.values())) > 0:
        counts[OTHERS] = left
    return Column(counts, nulls)


def _known_only(known: Mapping[str, int], column: Column) -> Column:
    """Return a column of known categories; further ones may be among the others of the reference."""
    counts = {name: count for name, count in column.counts.items() if name in known}
    if (left := column.valued - sum(counts.values())) > 0:
        counts[OTHERS] = counts.get(OTHERS, 0) + left
    return Column(counts, column.nulls)


def _sentence(name: SeriesName, each: _Property, column: ColumnShift) -> str:
    parts = list[str]()
    if "values" in column.reasons:
        parts.append(f"another distribution than in the first subgroups, PSI {column.psi:.2f}")
    if "new-category" in column.reasons:
        new = [found for found in column.new if found.share >= NEW_SHARE_MIN]
        shares = (f"{found.name[:_NAME_SHOWN]} ({100 * found.share:.1f} %)" for found in new)
        parts.append(f"new: {', '.join(shares)}")
    if "nulls" in column.reasons:
        before = 100 * column.reference_unknown / column.reference_samples
        now = 100 * column.unknown / column.samples
        parts.append(f"unknown in {now:.1f} % of samples, {before:.1f} % before")
    return f"{name.words}: {each.words}: {'; '.join(parts)}"
