"""Sums of costs as tables, with the notes below them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any, TypeVar

from muster.metering.cli.sums import Sum, losses_of, totals
from muster.terminal.messages import say
from muster.terminal.output import Column, View

S = TypeVar("S", bound=Sum)


def view(by: Sequence[str], *more: Column[S]) -> View[S]:
    """Return a table with a row for each combination of the dimensions' values."""
    return View(
        columns=(
            *(Column(name.upper(), value_of(n), least=8) for n, name in enumerate(by)),
            Column("GPU-HOURS", lambda each: f"{each.gpu_hours:.1f}", right=True),
            Column("COST", lambda each: f"{each.cost}", right=True, drop=2),
            Column("CHARGED", lambda each: f"{each.charged} {each.currency}".strip(), right=True),
            *more,
        ),
        raw=as_data,
        name=lambda each: ",".join(each.key),
        empty="no recorded usage in this period, or none that you may see (usage appears after each clock "
        "hour; `muster cost running` estimates what runs now)",
    )


def value_of(n: int) -> Callable[[Sum], str]:
    """Return the cell of a dimension; a dash if the sum has no value for it."""
    return lambda each: each.key[n] or "-"


def as_data(each: Sum) -> dict[str, Any]:
    """Return a sum as data."""
    return {"key": list(each.key), "charged": str(each.charged), "currency": each.currency}


RAW: View[Mapping[str, Any]] = View(columns=(), raw=dict, name=lambda item: ",".join(item["key"].values()))
"""The API's answer, unchanged."""


def lost_of(each: Sum) -> str:
    """Return the amount that paid for lost work; a dash if none."""
    return f"{each.lost}" if each.lost else "-"


def say_lost(sums: Sequence[Sum]) -> None:
    """Report work that no checkpoint covered when its attempt ended, and the reasons; `sums` are by loss."""
    for currency in dict.fromkeys(each.currency for each in sums):
        lost = losses_of(sums, currency)
        if lost:
            whole = sum((amount for _, amount in lost), Decimal(0))
            whys = ", ".join(f"{why} {amount}" for why, amount in lost)
            say(f"of this, {whole} {currency} for work that was lost or done twice: {whys}")


def say_totals(sums: Sequence[Sum]) -> None:
    """Report the total in each currency."""
    for currency, amount in totals(sums).items():
        open_too = any(not each.settled for each in sums if each.currency == currency)
        still = ", including days not charged yet" if open_too else ""
        say(f"total {amount} {currency}{still}" if currency else "hours without prices cost nothing")
