"""How a model's inputs compare with those of its first subgroups, in lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from muster.drift.cli.figures import moment, series_text, wrapped
from muster.terminal.escaping import visible

_VERDICTS: Final = {
    "NOT_ENOUGH_DATA": "not enough data",
    "NOT_TESTABLE": "unknown in all samples",
    "STABLE": "stable",
    "SMALL": "small shift",
    "MODERATE": "SHIFTED",
    "LARGE": "SHIFTED",
}
"""Verdicts for people."""

_NAME_SHOWN: Final = 12
"""Characters of a category: enough of a hash."""


def inputs_lines(found: Mapping[str, Any]) -> Iterator[str]:
    """Yield lines about the inputs of each series; none while no period is over.

    Args:
        found: Answer of the service about the charts of a model.
    """
    for each in found["inputs"]:
        series = series_text(each["commit"], each["task"], each["segment"])
        yield from wrapped(f"inputs of {series}, {moment(each['start'])} to {moment(each['end'])}:")
        for shift in each["shifts"]:
            yield from wrapped(f"  {shift['column']}: {_shift(shift)}")


def _shift(shift: Mapping[str, Any]) -> str:
    parts = [_VERDICTS[shift["verdict"]]]
    if shift["verdict"] in {"SMALL", "MODERATE", "LARGE"}:
        parts[0] += f", PSI {shift['psi']:.2f}, p {shift['p_value']:.4f}"
    if shift["new"]:
        names = ((visible(each["name"])[:_NAME_SHOWN], 100 * each["share"]) for each in shift["new"])
        parts.append("new: " + ", ".join(f"{name} ({share:.1f} %)" for name, share in names))
    if shift["unknown"] or shift["reference_unknown"]:
        before = _percent(shift["reference_unknown"], shift["reference_samples"])
        parts.append(f"unknown in {_percent(shift['unknown'], shift['samples'])}, {before} before")
    parts.append(f"{shift['samples']:,} samples")
    return "; ".join(parts)


def _percent(count: int, of: int) -> str:
    return f"{100 * count / of if of else 0:.1f} %"
