"""Estimate the cost of a job: expected run time x rate of its GPUs. Pure: money is Decimal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from muster.events.metering_commands import OffPeak

Json = Mapping[str, Any]

_HOUR_MS: Final = 3_600_000
_CENT: Final = Decimal("0.01")
_PERCENT: Final = Decimal(100)


class Kind(NamedTuple):
    """A kind of GPU, by the properties that set its price."""

    gpu_model: str
    commitment: str = ""
    spot: bool = False

    @property
    def text(self) -> str:
        """Name shown to people."""
        beside = [self.commitment, "spot" if self.spot else ""]
        return " ".join(word for word in (self.gpu_model, *beside) if word)


@dataclass(frozen=True, slots=True)
class Price:
    """Estimated cost of an attempt on one kind of GPU.

    Attributes:
        kind: Kind of GPU.
        currency: ISO 4217 code.
        gpu_hour: Price of an hour of one GPU.
        low: Tenth percentile of the cost; None: unknown.
        middle: Median cost; None: unknown.
        high: Ninetieth percentile of the cost; None: unknown.
        middle_ms: Median run time in milliseconds; None: unknown.
    """

    kind: Kind
    currency: str
    gpu_hour: Decimal
    low: Decimal | None
    middle: Decimal | None
    high: Decimal | None
    middle_ms: int | None

    @property
    def range(self) -> str:
        """Cost range in words; empty if nothing is known."""
        if self.low is not None and self.high is not None:
            return f"{self.low} to {self.high} {self.currency}"
        if self.middle is not None:
            return f"about {self.middle} {self.currency}"
        return f"at most {self.high} {self.currency}" if self.high is not None else ""


def kinds_of(nodes: Iterable[Any]) -> list[Kind]:
    """Return the kinds of GPU that nodes have, by name."""
    found = {
        Kind(node.gpu_model, node.labels.get("commitment", ""), node.labels.get("capacity-type") == "spot")
        for node in nodes
        if node.gpu_count
    }
    return sorted(found)


def gpus_of(job: Json) -> Decimal:
    """Return the GPUs of all ranks together."""
    return Decimal(str(job["resources"].get("gpus") or 0)) * int(job.get("ranks") or 1)


def card_at(cards: Sequence[Json], now: str) -> Json | None:
    """Return the rate card in effect at a time (in the API's format), or None."""
    begun = [card for card in cards if not card["rerated"] and card["starts_at"] <= now]
    return max(begun, key=lambda card: str(card["starts_at"]), default=None)


def planned_after(cards: Sequence[Json], now: str) -> list[Json]:
    """Return the rate cards not yet in effect, the next first."""
    planned = [card for card in cards if not card["rerated"] and card["starts_at"] > now]
    return sorted(planned, key=lambda card: str(card["starts_at"]))


def prices(job: Json, run_times: Json, kinds: Sequence[Kind], card: Json, starts_at_ms: int) -> list[Price]:
    """Estimate the cost of a job on each kind of GPU it accepts, the cheapest first.

    Args:
        job: The complete job.
        run_times: The answer of `/v1/run-times`.
        kinds: Kinds of GPU in the cluster.
        card: Rate card in effect.
        starts_at_ms: Start time in milliseconds since 1970 UTC.
    """
    by_model = {each["gpu_model"]: each for each in run_times["models"]}
    found = [
        _price(job, by_model[kind.gpu_model], kind, card, starts_at_ms)
        for kind in kinds
        if kind.gpu_model in by_model
    ]
    return sorted(found, key=lambda each: (each.middle is None, each.middle or each.gpu_hour, each.kind))


def cheaper(job: Json, run_times: Json, kinds: Sequence[Kind], cards: Sequence[Json], now_ms: int) -> str:
    """Describe in one line what would cost less than the dearest kind it may get; empty if nothing would."""
    from muster.jobs.values.quantities import format_time

    card = card_at(cards, format_time(now_ms))
    found = prices(job, run_times, kinds, card, now_ms) if card is not None else []
    ways: list[str] = []
    if found and _less(found[0], found[-1]):
        risk = "; spot nodes can be reclaimed" if found[0].kind.spot else ""
        ways.append(f"{found[0].kind.text}: {found[0].range}{risk}")
    for when, starts_at_ms, then_card in _later(cards, now_ms):
        for least, then in zip(
            found[:1], prices(job, run_times, kinds, then_card, starts_at_ms)[:1], strict=True
        ):
            if _less(then, least):
                ways.append(f"{when}, {then.kind.text}: {then.range}")
    return " | ".join(ways)


def _later(cards: Sequence[Json], now_ms: int) -> Iterator[tuple[str, int, Json]]:
    """Yield later starts that may cost less (off-peak, a planned card), each with its time and rate card."""
    from muster.jobs.values.off_peak import next_off_peak_ms
    from muster.jobs.values.quantities import format_time, parse_time

    now = format_time(now_ms)
    card, planned = card_at(cards, now), planned_after(cards, now)[:1]
    off_peak_ms = None if card is None else next_off_peak_ms(_off_peak(card), now_ms)
    if card is not None and off_peak_ms is not None:
        starts_at = format_time(off_peak_ms)
        if not planned or starts_at < planned[0]["starts_at"]:
            yield f"off-peak, started at {starts_at[:16]}Z", off_peak_ms, card
    for following in planned:
        starts_at = str(following["starts_at"])
        yield f"from {starts_at[:16]}Z on", parse_time(starts_at), following


def _less(one: Price, other: Price) -> bool:
    """Compare two prices by their medians, or by their upper limits if neither median is known."""
    if one.middle is not None and other.middle is not None:
        return one.middle < other.middle
    unknown = one.middle is None and other.middle is None
    return unknown and one.high is not None and other.high is not None and one.high < other.high


def _price(job: Json, run_time: Json, kind: Kind, card: Json, starts_at_ms: int) -> Price:
    from muster.jobs.values.off_peak import percent_ms

    gpu_hour = gpu_hour_of(card, kind)
    hourly = gpus_of(job) * gpu_hour / _PERCENT
    off_peak, tier_percent = _off_peak(card), int(card["tier_percent"].get(str(job["tier"]), 100))

    def of(ms: int | None) -> Decimal | None:
        if ms is None:
            return None
        charged = hourly * percent_ms(off_peak, tier_percent, starts_at_ms, ms) / _HOUR_MS
        return charged.quantize(_CENT, rounding=ROUND_HALF_UP)

    return Price(
        kind=kind,
        currency=str(card["currency"]),
        gpu_hour=gpu_hour,
        low=of(run_time["shortest_ms"]),
        middle=of(run_time["middle_ms"]),
        high=of(run_time["longest_ms"]),
        middle_ms=run_time["middle_ms"],
    )


def gpu_hour_of(card: Json, kind: Kind) -> Decimal:
    """Return a rate card's price of an hour of one GPU."""
    listed = (
        rate["gpu_hour"]
        for rate in card["rates"]
        if Kind(rate["gpu_model"], rate["commitment"], rate["spot"]) == kind
    )
    return Decimal(next(listed, card["default_gpu_hour"]))


def _off_peak(card: Json) -> tuple[OffPeak, ...]:
    """Return the hours in which jobs are charged less; empty for services older than this field."""
    from muster.jobs.forms.off_peak import OffPeakRequest, to_off_peak

    return to_off_peak([OffPeakRequest.model_validate(each) for each in card.get("off_peak", ())])
