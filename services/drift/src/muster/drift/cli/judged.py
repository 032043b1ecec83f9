"""Findings of a judge about a model's samples, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from muster.drift.cli.figures import figure, moment, series_text, wrapped

QUALITY: Final = "quality"


def judged_lines(found: Mapping[str, Any]) -> Iterator[str]:
    """Yield lines about baselines, the judge, judged samples and their cost; none if nothing is judged.

    Args:
        found: Answer of the service about the charts of a model.
    """
    baselines, series = found["baselines"], _by_series(found["subgroups"])
    if not baselines and not series:
        return
    for each in baselines:
        yield from wrapped(_baseline(each))
        yield from (line for text in _judge(each) for line in wrapped(f"  {text}"))
    charts = {
        (each["commit"], each["task"], each["segment"]): each
        for each in found["charts"]
        if each["measure"] == QUALITY
    }
    for key, subgroups in series.items():
        yield from wrapped(f"{series_text(*key)}: {_samples(subgroups)}")
        yield from wrapped(f"  {_gap(charts.get(key))}")
    cost = "nothing" if found["cost_day"] is None else f"at most {found['cost_day']:.2f} USD"
    yield f"judging has cost {cost} in the last 24 hours"


def is_unmeasured(subgroups: Sequence[Mapping[str, Any]], measure: str) -> bool:
    """Return whether the newest subgroup of a series has no value of a measure.

    Subgroups that wait for the judge count as little as those that are still open.
    """
    judged = measure in {QUALITY, "failed-checks", "unread-verdicts"}
    over = [each for each in subgroups if not judged or each["judged"] is not None]
    return not over or all(each["measure"] != measure for each in over[-1]["points"])


def _by_series(
    subgroups: Sequence[Mapping[str, Any]],
) -> dict[tuple[str, str, str], list[Mapping[str, Any]]]:
    """Return the subgroups of each series that has judged ones, oldest first."""
    found: dict[tuple[str, str, str], list[Mapping[str, Any]]] = {}
    for each in subgroups:
        found.setdefault((each["commit"], each["task"], each["segment"]), []).append(each)
    return {
        key: found[key] for key in sorted(found) if any(each["judged"] is not None for each in found[key])
    }


def _baseline(found: Mapping[str, Any]) -> str:
    whose = f"baseline of {found['commit'][:7] or 'the model'} by {found['config']}"
    if found["mean"] is None:
        return f"{whose}: none: {found['missing'] or 'not scored yet'}"
    return f"{whose}: {figure(QUALITY, found['mean'])}, {found['cases']} cases, {moment(found['at'])}"


def _judge(found: Mapping[str, Any]) -> Iterator[str]:
    if found["compared"] is not None:
        verdict = "MOVED, no alarm about quality is raised" if found["moved"] else "not moved"
        yield (
            f"judge checked {moment(found['compared'])}: {verdict}; difference {found['difference']:+.3f} "
            f"on {found['compared_cases']} answers, p {found['p_value']:.4f}"
        )
    if found["unchecked"]:
        yield f"last check of the judge failed: {found['unchecked']}"
    elif found["compared"] is None and found["mean"] is not None:
        yield "judge not checked yet"
    elif found["compared"] is None:
        yield "judge not checked: there is no baseline"


def _samples(subgroups: Sequence[Mapping[str, Any]]) -> str:
    place = max(n for n, each in enumerate(subgroups) if each["judged"] is not None)
    last = subgroups[place]
    judged, unjudged = last["judged"], last["unjudged"] or 0
    reason = f": {last['unjudged_reason']}" if last["unjudged_reason"] else ""
    if judged:
        text = f"{judged} of {judged + unjudged} samples judged"
        text += f", {unjudged} not measured{reason}" if unjudged else ""
    else:
        text = f"not measured{reason}"
    text += f" ({moment(last['start'])} to {moment(last['end'])[11:]})"
    waiting = sum(each["samples"] > 0 for each in subgroups[place + 1 :])
    return f"{text}; {waiting} later subgroups wait for the judge" if waiting else text


def _gap(chart: Mapping[str, Any] | None) -> str:
    if chart is None:
        return "gap to the baseline: not measured, the chart is learning"
    if chart["gap"] is None:
        return "gap to the baseline: not measured, there is no baseline"
    return (
        f"gap to the baseline: {chart['gap']:+.2f} standard deviations of one score, "
        f"standard error {chart['gap_uncertainty']:.2f}"
    )
