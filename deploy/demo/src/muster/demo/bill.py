"""Cost of the demo by queue, from the first GPU that joined to the last job's end.

A day is charged when it is over; here it is billed as if it ended now (`muster cost running`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from muster.client import Client
from muster.client.documents.user_input import read_bytes
from muster.jobs import RatesRequest, filled, read_yaml

_DECIDED_WITHIN_S: Final = 30
_WIDTH: Final = 24


@dataclass(frozen=True, slots=True)
class Bill:
    """The bill.

    Attributes:
        lines: Its table, the largest first.
        text: Its sum, and whether it adds up.
        reconciled: For every node and day it is GPU time x rate.
    """

    lines: tuple[str, ...]
    text: str
    reconciled: bool


def set_prices(client: Client, file: Path) -> str:
    """Activate the rate card in a file from this hour on, unless one is in effect; return its name."""
    in_force = [card for card in client.rates() if not card["rerated"]]
    if in_force:
        return str(in_force[0]["name"])
    data, _ = read_yaml(read_bytes(file))
    card = filled(RatesRequest, data).model_dump(mode="json", exclude_none=True)
    outcome = client.set_rates(card, wait_s=_DECIDED_WITHIN_S)
    return str(card["name"]) if outcome == "accepted" else f"{card['name']}, {outcome}"


def read_bill(client: Client) -> Bill:
    """Return the cost so far, by queue.

    Raises:
        MusterError: metering does not answer.
    """
    return bill(client.running_costs("queue,kind"))


def bill(found: Mapping[str, Any]) -> Bill:
    """Format the answer of `/v1/costs/running` by queue and kind as a table."""
    items: list[Mapping[str, Any]] = list(found["items"])
    lines = (f"{'QUEUE':<{_WIDTH}}{'GPU-HOURS':>12}{'CHARGED':>12}", *(_line(item) for item in items))
    total: dict[str, Decimal] = {}
    for item in items:
        total[item["currency"]] = total.get(item["currency"], Decimal(0)) + Decimal(item["charged"])
    money = ", ".join(f"{amount} {currency}" for currency, amount in total.items()) or "nothing is priced"
    days = f"{found['node_days']:,} node days"
    adds = f"reconciled: {days} are GPU time x rate" if found["reconciled"] else f"{days} DO NOT ADD UP"
    return Bill(lines, f"{money}, if the day ended now; {adds}", found["reconciled"])


def _line(item: Mapping[str, Any]) -> str:
    amounts = f"{item['gpu_hours']:>12}{item['charged']:>12} {item['currency']}"
    return f"{_whose(item['key']):<{_WIDTH}}{amounts}"


def _whose(key: Mapping[str, str]) -> str:
    kind = "" if key["kind"] == "job" else f" ({key['kind']})"
    return f"{key['queue'] or 'the platform'}{kind}"
