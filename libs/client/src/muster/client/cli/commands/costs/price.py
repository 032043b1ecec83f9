"""What a job would cost: how long it would run x what such GPUs cost. Pure: money is Decimal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Final, NamedTuple

Json = Mapping[str, Any]

_HOUR_MS: Final = 3_600_000
_CENT: Final = Decimal("0.01")
_PERCENT: Final = Decimal(100)


class Kind(NamedTuple):
    """A kind of GPUs, by what they are priced by."""

    gpu_model: str
    commitment: str = ""
    spot: bool = False

    @property
    def text(self) -> str:
        """For people."""
        beside = [self.commitment, "spot" if self.spot else ""]
        return " ".join(word for word in (self.gpu_model, *beside) if word)


@dataclass(frozen=True, slots=True)
class Price:
    """What an attempt would cost on one kind of GPUs.

    Attributes:
        kind: Which.
        currency: ISO 4217.
        gpu_hour: What an hour of one GPU costs.
        low: One in ten costs less; None: unknown.
        middle: Half of them cost less; None: unknown.
        high: Nine in ten cost less; None: unknown.
        middle_ms: How long half of them run at most; None: unknown.
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
        """In words; empty: nothing is known."""
        if self.low is not None and self.high is not None:
            return f"{self.low} to {self.high} {self.currency}"
        if self.middle is not None:
            return f"about {self.middle} {self.currency}"
        return f"at most {self.high} {self.currency}" if self.high is not None else ""


def kinds_of(nodes: Iterable[Any]) -> list[Kind]:
    """The kinds of GPUs that nodes have, by name."""
    found = {
        Kind(node.gpu_model, node.labels.get("commitment", ""), node.labels.get("capacity-type") == "spot")
        for node in nodes
        if node.gpu_count
    }
    return sorted(found)


def gpus_of(job: Json) -> Decimal:
    """GPUs of all ranks."""
    return Decimal(str(job["resources"].get("gpus") or 0)) * int(job.get("ranks") or 1)


def card_at(cards: Sequence[Json], now: str) -> Json | None:
    """The card in force at a time, as the API writes times; None: none is."""
    begun = [card for card in cards if not card["rerated"] and card["starts_at"] <= now]
    return max(begun, key=lambda card: str(card["starts_at"]), default=None)


def planned_after(cards: Sequence[Json], now: str) -> list[Json]:
    """Cards that have not begun, the next first."""
    planned = [card for card in cards if not card["rerated"] and card["starts_at"] > now]
    return sorted(planned, key=lambda card: str(card["starts_at"]))


def prices(job: Json, run_times: Json, kinds: Sequence[Kind], card: Json) -> list[Price]:
    """What it would cost on each kind that it accepts, the cheapest first.

    Args:
        job: The job, whole.
        run_times: The answer of `/v1/run-times`.
        kinds: What there is.
        card: In force.
    """
    by_model = {each["gpu_model"]: each for each in run_times["models"]}
    found = [
        _price(job, by_model[kind.gpu_model], kind, card) for kind in kinds if kind.gpu_model in by_model
    ]
    return sorted(found, key=lambda each: (each.middle is None, each.middle or each.gpu_hour, each.kind))


def cheaper(job: Json, run_times: Json, kinds: Sequence[Kind], cards: Sequence[Json], now: str) -> str:
    """In one line what would cost less than the dearest kind it may get; empty: nothing, or it is unknown."""
    card = card_at(cards, now)
    found = prices(job, run_times, kinds, card) if card is not None else []
    ways: list[str] = []
    if found and _less(found[0], found[-1]):
        risk = "; such nodes are taken away at times" if found[0].kind.spot else ""
        ways.append(f"{found[0].kind.text}: {found[0].range}{risk}")
    for planned in planned_after(cards, now)[:1]:
        for least, then in zip(found[:1], prices(job, run_times, kinds, planned)[:1], strict=True):
            if _less(then, least):
                ways.append(f"from {planned['starts_at'][:16]}Z on, {then.kind.text}: {then.range}")
    return " | ".join(ways)


def _less(one: Price, other: Price) -> bool:
    return one.middle is not None and other.middle is not None and one.middle < other.middle


def _price(job: Json, run_time: Json, kind: Kind, card: Json) -> Price:
    gpu_hour = gpu_hour_of(card, kind)
    percent = Decimal(card["tier_percent"].get(str(job["tier"]), 100)) / _PERCENT
    hourly = gpus_of(job) * gpu_hour * percent

    def of(ms: int | None) -> Decimal | None:
        return None if ms is None else (hourly * ms / _HOUR_MS).quantize(_CENT, rounding=ROUND_HALF_UP)

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
    """What a card asks for an hour of one GPU."""
    listed = (
        rate["gpu_hour"]
        for rate in card["rates"]
        if Kind(rate["gpu_model"], rate["commitment"], rate["spot"]) == kind
    )
    return Decimal(next(listed, card["default_gpu_hour"]))
