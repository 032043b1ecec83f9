"""Sums of costs as tables, and what is said below them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any, TypeVar

from muster.client.cli.commands.costs.sums import Sum, losses_of, totals
from muster.terminal.messages import say
from muster.terminal.output import Column, View

S = TypeVar("S", bound=Sum)


def view(by: Sequence[str], *more: Column[S]) -> View[S]:
    """A row for each value of the dimensions."""
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
        empty="nothing was recorded in this time, or nothing that you may see; an hour is recorded when it "
        "is over, and `muster cost running` shows what runs now",
    )


def value_of(n: int) -> Callable[[Sum], str]:
    """A dimension of a sum; a dash: it has none."""
    return lambda each: each.key[n] or "-"


def as_data(each: Sum) -> dict[str, Any]:
    """A sum for programs."""
    return {"key": list(each.key), "charged": str(each.charged), "currency": each.currency}


RAW: View[Mapping[str, Any]] = View(columns=(), raw=dict, name=lambda item: ",".join(item["key"].values()))
"""The answer of the API, as it is."""


def lost_of(each: Sum) -> str:
    """What of it was for lost work; a dash: nothing."""
    return f"{each.lost}" if each.lost else "-"


def say_lost(sums: Sequence[Sum]) -> None:
    """Work that no checkpoint had when its attempt ended, and why it ended; `sums` are by loss."""
    for currency in dict.fromkeys(each.currency for each in sums):
        lost = losses_of(sums, currency)
        if lost:
            whole = sum((amount for _, amount in lost), Decimal(0))
            whys = ", ".join(f"{why} {amount}" for why, amount in lost)
            say(f"of this, {whole} {currency} was lost, done again or for nothing: {whys}")


def say_totals(sums: Sequence[Sum]) -> None:
    """What it comes to in each currency."""
    for currency, amount in totals(sums).items():
        open_too = any(not each.settled for each in sums if each.currency == currency)
        still = "; days that are not charged yet are among it" if open_too else ""
        say(f"{amount} {currency} in all{still}" if currency else "hours without prices cost nothing")
