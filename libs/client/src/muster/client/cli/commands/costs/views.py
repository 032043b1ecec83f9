"""Sums of costs as tables, and what is said below them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from muster.client.cli.commands.costs.sums import Sum, totals
from muster.terminal.messages import say
from muster.terminal.output import Column, View

IN_VAIN: Final = frozenset({"stopped", "lost", "failed", "timed-out", "refused"})
"""Outcomes of attempts after which a job is run again, or not at all."""


def view(by: Sequence[str], *more: Column[Sum]) -> View[Sum]:
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
        empty="nothing was recorded in this time, or nothing that you may see",
    )


def value_of(n: int) -> Callable[[Sum], str]:
    """A dimension of a sum; a dash: it has none."""
    return lambda each: each.key[n] or "-"


def as_data(each: Sum) -> dict[str, Any]:
    """A sum for programs."""
    return {"key": list(each.key), "charged": str(each.charged), "currency": each.currency}


RAW: View[Mapping[str, Any]] = View(columns=(), raw=dict, name=lambda item: ",".join(item["key"].values()))
"""The answer of the API, as it is."""


def say_in_vain(sums: Iterable[Sum]) -> None:
    """What was spent on attempts that came to no result; what they had saved is not told apart."""
    for currency, amount in totals(sums).items():
        if amount:
            say(f"of this, {amount} {currency} were for attempts that were evicted, lost or failed")


def say_totals(sums: Sequence[Sum]) -> None:
    """What it comes to in each currency."""
    for currency, amount in totals(sums).items():
        open_too = any(not each.settled for each in sums if each.currency == currency)
        still = "; days that are not charged yet are among it" if open_too else ""
        say(f"{amount} {currency} in all{still}" if currency else "hours without prices cost nothing")
