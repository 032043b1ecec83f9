"""`muster rates`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, cast

import typer
from muster.client.cli import moments
from muster.client.cli.connect import DECIDED_WITHIN_S, client
from muster.client.cli.receipts import tell
from muster.terminal import output
from muster.terminal.messages import next_command, say
from muster.terminal.output import Column, Format, OutputOption, View

if TYPE_CHECKING:
    from muster.jobs.forms.form import Form

app = typer.Typer(no_args_is_help=True, help="Show and set the prices of GPU hours.")

CardFile = Annotated[Path, typer.Argument(metavar="FILE", help="Rate card, e.g. examples/rates.yaml.")]


@app.command()
def show(*, how: OutputOption = Format.TABLE) -> None:
    """Show the prices in effect and those planned.

    Examples:
        muster rates show
        muster rates show -o json
    """
    cards = client().rates()
    if not how.for_people:
        output.show(cards, _CARDS, how)
        return
    now = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%S.000Z}"
    following = sorted(
        (card for card in cards if not card["rerated"]), key=lambda card: str(card["starts_at"])
    )
    begun = [card for card in following if card["starts_at"] <= now]
    if not begun:
        say("no rates are in effect: nothing is charged")
    else:
        _show_card(begun[-1], how)
    for card in following[len(begun) :]:
        say(f"planned: {card['name']} from {card['starts_at']}")
    next_command("muster rates set examples/rates.yaml")


@app.command("set")
def set_rates(
    file: CardFile,
    *,
    start: Annotated[
        str,
        typer.Option(
            "--from",
            help="Full hour, e.g. 2026-12-01T00:00Z (default: the first hour not recorded yet).",
        ),
    ] = "",
    how: OutputOption = Format.TABLE,
) -> None:
    """Set prices from a given time on; usage already recorded keeps its price. Needs the role billing.

    Examples:
        muster rates set examples/rates.yaml
        muster rates set examples/rates.yaml --from 2026-12-01T00:00Z
    """
    from muster.jobs import RatesRequest

    times = {"starts_at": _time(start)} if start else {}
    card = _card(RatesRequest, file, times)
    _report(client().set_rates(card, wait_s=DECIDED_WITHIN_S), "Rates set", card, how)


@app.command()
def rerate(
    file: CardFile,
    *,
    start: Annotated[
        str, typer.Option("--from", help="Start of the first day (UTC), e.g. 2026-11-01T00:00Z.")
    ],
    end: Annotated[str, typer.Option("--until", help="End of the last day, or a length such as 7d.")],
    how: OutputOption = Format.TABLE,
) -> None:
    """Re-price past days; charges that differ are corrected. Needs the role billing.

    Examples:
        muster rates rerate examples/rates.yaml --from 2026-11-01T00:00Z --until 7d
    """
    from muster.jobs import ReratingRequest
    from muster.jobs.values.quantities import format_time

    first_ms = moments.moment_ms(start, moments.now_ms())
    times = {"starts_at": format_time(first_ms), "ends_at": format_time(moments.moment_ms(end, first_ms))}
    card = _card(ReratingRequest, file, times)
    _report(client().rerate(card, wait_s=DECIDED_WITHIN_S), "Days re-priced", card, how)


def _card(form: type[Form], file: Path, times: Mapping[str, str]) -> dict[str, Any]:
    """Load and check the rate card in a file, and add its times.

    Raises:
        InvalidRequest: the card breaks a rule; names the line, the field and the allowed values.
    """
    from muster.client.documents.user_input import read_bytes, refused
    from muster.jobs import InvalidDocument, filled, read_yaml

    lines: Mapping[str, int] = {}
    try:
        data, lines = read_yaml(read_bytes(file))
        asked = {**cast("Mapping[str, Any]", data), **times} if isinstance(data, dict) else data
        return filled(form, asked).model_dump(mode="json", exclude_none=True)
    except InvalidDocument as error:
        raise refused(error, str(file), what="rate card", lines=error.lines or lines) from None


def _time(text: str) -> str:
    from muster.jobs.values.quantities import format_time

    return format_time(moments.moment_ms(text, moments.now_ms()))


def _report(outcome: str, done: str, card: Mapping[str, Any], how: Format) -> None:
    tell(outcome, done, "muster rates show", str(card["name"]), how, by="the metering service")


_IDLE: Final = {
    "proportional": "jobs on the same node and day, in proportion to their GPU time",
    "guarantee": "queues, in proportion to their guarantees in the cell",
}


def _show_card(card: Mapping[str, Any], how: Format) -> None:
    output.show(card["rates"], _RATES, how)
    tiers = ", ".join(f"{tier} {percent} %" for tier, percent in card["tier_percent"].items())
    say(f"{card['name']}: {card['currency']} per GPU hour; other models {card['default_gpu_hour']}")
    say(f"charged by tier: {tiers}; others 100 %" if tiers else "all tiers are charged in full")
    for each in card.get("off_peak", ()):
        days = ", ".join(each["days"]) or "every day"
        hours = f"{each['from_hour']} to {each['until_hour']}, UTC"
        say(f"off-peak, {days} {hours}: {each['percent']} % of that")
    if card["idle"] in _IDLE:
        say(f"idle GPUs are charged to {_IDLE[card['idle']]}")
    if card["storage_gb_month"]:
        say(f"storage: {card['storage_gb_month']} per GB (10^9 bytes) in the store for 30 days")
    say(f"in effect since {card['starts_at']}, set by {card['requested_by']}")


_RATES: View[Mapping[str, Any]] = View(
    columns=(
        Column("GPU MODEL", lambda rate: rate["gpu_model"]),
        Column("COMMITMENT", lambda rate: rate["commitment"] or "-"),
        Column("SPOT", lambda rate: "spot" if rate["spot"] else "-"),
        Column("PER HOUR", lambda rate: rate["gpu_hour"], right=True),
    ),
    raw=dict,
    name=lambda rate: rate["gpu_model"],
    empty="the card lists no GPU models: all have its default price",
)

_CARDS: View[Mapping[str, Any]] = View(columns=(), raw=dict, name=lambda card: card["name"])
