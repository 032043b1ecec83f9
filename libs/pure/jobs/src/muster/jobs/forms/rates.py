"""RatesRequest and ReratingRequest: prices as people write them, with their conversion to the commands.

Money is text, `"2.50"`, and counts in millionths; what a period may be also follows from what is recorded
already, which metering decides.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Self, TypeAlias

from muster.events.job_commands import Tier
from muster.events.metering_commands import (
    ActivateRates,
    IdleSplit,
    Rate,
    RateCard,
    RerateUsage,
    Weekday,
)
from muster.events.shared.command_answers import Violation
from muster.jobs.documents.refusal import InvalidDocument
from muster.jobs.forms.errors import filled
from muster.jobs.forms.form import Form
from muster.jobs.forms.off_peak import OffPeakRequest, off_peak_data, to_off_peak
from muster.jobs.values.currencies import CURRENCIES, CURRENCY_ALLOWED
from muster.jobs.values.off_peak import WEEK_HOURS, format_off_peak, hours_of
from muster.jobs.values.quantities import format_money, format_time
from muster.jobs.values.rules import (
    GPU_MODEL_ALLOWED,
    GPU_MODEL_PATTERN,
    Allowed,
    Flag,
    Text,
    TierField,
    choice,
    moment,
    money,
    pattern,
    refuse,
    whole,
    written,
)
from pydantic import AfterValidator, Field, model_validator

RATES_MAX: Final = 1_000
COMMITMENT_PATTERN: Final = r"^[A-Za-z0-9._-]{0,63}$"
_HOUR_MS: Final = 3_600_000
_DAY_MS: Final = 24 * _HOUR_MS


def _listed(currency: str) -> str:
    if currency not in CURRENCIES:
        raise refuse()
    return currency


Price: TypeAlias = Annotated[int, *money("0.000001", "1000000")]
Currency: TypeAlias = Annotated[str, AfterValidator(_listed), Allowed(CURRENCY_ALLOWED)]


IdleField: TypeAlias = Annotated[IdleSplit, *choice(IdleSplit)]
Moment: TypeAlias = Annotated[int, *moment()]
TokenWeight: TypeAlias = Annotated[int, *whole(1, 1_000)]
TierPercent: TypeAlias = Annotated[
    dict[TierField, Annotated[int, *whole(0, 1_000)]],
    Allowed("tiers, each with a whole number from 0 to 1000, such as batch-inference: 60"),
]


class RateRequest(Form):
    """Price of an hour of one GPU, for one model on one kind of node."""

    meant: ClassVar[Mapping[str, str]] = {"model": "gpu_model", "price": "gpu_hour", "rate": "gpu_hour"}

    gpu_model: Annotated[str, *pattern(GPU_MODEL_PATTERN, GPU_MODEL_ALLOWED)]
    """GPU model."""
    commitment: Annotated[str, *pattern(COMMITMENT_PATTERN, "at most 63 of letters, digits and . _ -")] = ""
    """Applies to nodes with this label `commitment`, such as 1y; empty: to nodes without that label."""
    spot: Flag = False
    """Applies to spot nodes (label `capacity-type=spot`)."""
    gpu_hour: Price
    """Price of an hour of one GPU."""


class RateCardRequest(Form):
    """A complete rate card: GPUs that are not listed have the default price."""

    meant: ClassVar[Mapping[str, str]] = {
        "default": "default_gpu_hour",
        "from": "starts_at",
        "until": "ends_at",
        "start": "starts_at",
        "end": "ends_at",
        "tiers": "tier_percent",
        "storage": "storage_gb_month",
        "offpeak": "off_peak",
    }

    name: Text
    """Name of the card, for people."""
    currency: Currency
    """Currency of all its amounts."""
    default_gpu_hour: Price
    """Price of GPUs without a rate; such charges are marked."""
    rates: Annotated[
        tuple[RateRequest, ...],
        Field(max_length=RATES_MAX),
        Allowed(f"a list of at most {RATES_MAX} rates"),
    ] = ()
    """A rate for each GPU model, commitment and spot."""
    tier_percent: TierPercent = Field(default_factory=dict)
    """Percentage of a job's cost that is charged, by tier; default 100. The platform bears the rest."""

    idle: IdleField = IdleSplit.PLATFORM
    """Payer of idle GPUs: the platform; jobs on the same node and day, by their GPU time; queues, by their
    guaranteed shares of the cell."""
    storage_gb_month: Price | None = None
    """Price of a gigabyte (10^9 bytes) in the store for 30 days: checkpoints, models, data sets; absent: they
    cost nothing."""
    prompt_token_weight: TokenWeight = 1
    """Weight of a prompt token when the cost of a shared replica is split among its consumers."""
    output_token_weight: TokenWeight = 4
    """Weight of an output token in that split."""
    off_peak: Annotated[
        tuple[OffPeakRequest, ...],
        Field(max_length=WEEK_HOURS),
        Allowed(f"a list of at most {WEEK_HOURS} times of the week"),
    ] = ()
    """Hours of the week, UTC, in which jobs are charged less; they must not overlap."""

    @model_validator(mode="after")
    def _one_rate_for_each(self) -> Self:
        first: dict[tuple[str, str, bool], int] = {}
        for n, rate in enumerate(self.rates):
            key = (rate.gpu_model, rate.commitment, rate.spot)
            if key in first:
                words = (rate.gpu_model, rate.commitment, "spot" if rate.spot else "")
                raise refuse(
                    field=f"rates[{n}]",
                    value=" ".join(word for word in words if word),
                    allowed="one rate for each gpu_model, commitment and spot; "
                    f"rates[{first[key]}] is for the same",
                )
            first[key] = n
        return self

    @model_validator(mode="after")
    def _each_hour_once(self) -> Self:
        first: dict[tuple[Weekday, int], int] = {}
        for n, each in enumerate(to_off_peak(self.off_peak)):
            for day, hour in hours_of(each):
                if (day, hour) in first:
                    taken = f"off_peak[{first[day, hour]}] has {written(day)} {hour}"
                    allowed = f"hours that are in no other; {taken}"
                    raise refuse(field=f"off_peak[{n}]", value=format_off_peak(each), allowed=allowed)
                first[day, hour] = n
        return self


class RatesRequest(RateCardRequest):
    """Prices from a time on; they hold until the next begin."""

    starts_at: Moment | None = None
    """Start, an hour that is not recorded yet; absent: the first of them."""

    @model_validator(mode="after")
    def _starts_with_an_hour(self) -> Self:
        if self.starts_at is not None and self.starts_at % _HOUR_MS:
            raise refuse(field="starts_at", value=format_time(self.starts_at), allowed="a full hour, UTC")
        return self


class ReratingRequest(RateCardRequest):
    """Other prices for days that are over; charges that differ are corrected."""

    starts_at: Moment
    """Start of the first day, UTC."""
    ends_at: Moment
    """End of the last day, UTC."""

    @model_validator(mode="after")
    def _whole_days(self) -> Self:
        for name in ("starts_at", "ends_at"):
            at_ms: int = getattr(self, name)
            if at_ms % _DAY_MS:
                raise refuse(field=name, value=format_time(at_ms), allowed="midnight, UTC")
        if self.ends_at <= self.starts_at:
            allowed = f"after {format_time(self.starts_at)}, its start"
            raise refuse(field="ends_at", value=format_time(self.ends_at), allowed=allowed)
        return self


def to_rates(request: RatesRequest, requested_by: str) -> ActivateRates:
    """The command for the log."""
    return ActivateRates(card=_card(request), starts_at_ms=request.starts_at, requested_by=requested_by)


def to_rerating(request: ReratingRequest, requested_by: str) -> RerateUsage:
    """The command for the log."""
    return RerateUsage(
        card=_card(request),
        starts_at_ms=request.starts_at,
        ends_at_ms=request.ends_at,
        requested_by=requested_by,
    )


def card_data(card: RateCard) -> dict[str, Any]:
    """A card as people write it; not validated."""
    storage = card.storage_gb_month_micros
    return {
        "name": card.name,
        "currency": card.currency,
        "default_gpu_hour": format_money(card.default_gpu_hour_micros),
        "rates": [
            {
                "gpu_model": rate.gpu_model,
                "commitment": rate.commitment,
                "spot": rate.spot,
                "gpu_hour": format_money(rate.gpu_hour_micros),
            }
            for rate in card.rates
        ],
        "tier_percent": {_tier(tier): percent for tier, percent in sorted(card.tier_percent.items())},
        "idle": written(card.idle),
        "storage_gb_month": format_money(storage) if storage else None,
        "prompt_token_weight": card.prompt_token_weight,
        "output_token_weight": card.output_token_weight,
        "off_peak": off_peak_data(card.off_peak),
    }


def rates_violations(command: ActivateRates | RerateUsage) -> tuple[Violation, ...]:
    """All violations of a command by itself, named by the record's fields."""
    asked = card_data(command.card)
    if command.starts_at_ms is not None:
        asked["starts_at"] = _time(command.starts_at_ms)
    form: type[Form] = RatesRequest
    if isinstance(command, RerateUsage):
        form, asked["ends_at"] = ReratingRequest, _time(command.ends_at_ms)
    try:
        filled(form, asked)
    except InvalidDocument as error:
        return tuple(
            Violation(field=_recorded(v.field), value=v.value, allowed=v.allowed) for v in error.violations
        )
    return ()


def rates_violation_as_written(violation: Violation) -> Violation:
    """A violation that names a record's fields, in the words of the request."""
    field = violation.field.removeprefix("card.").replace("_micros", "")
    return Violation(field=_FIELDS.get(field, field), value=violation.value, allowed=violation.allowed)


def _card(request: RateCardRequest) -> RateCard:
    return RateCard(
        name=request.name,
        currency=request.currency,
        default_gpu_hour_micros=request.default_gpu_hour,
        rates=tuple(
            Rate(
                gpu_model=rate.gpu_model,
                commitment=rate.commitment,
                spot=rate.spot,
                gpu_hour_micros=rate.gpu_hour,
            )
            for rate in request.rates
        ),
        tier_percent={tier.value: percent for tier, percent in sorted(request.tier_percent.items())},
        idle=request.idle,
        storage_gb_month_micros=request.storage_gb_month or 0,
        prompt_token_weight=request.prompt_token_weight,
        output_token_weight=request.output_token_weight,
        off_peak=to_off_peak(request.off_peak),
    )


def _tier(name: str) -> str:
    """Return a tier as people write it; unknown names unchanged, so that the form's error names them."""
    return written(Tier(name)) if name in set(Tier) else name


def _time(at_ms: int) -> str:
    """Return a time as people write it; numbers out of range unchanged, so that the form refuses them."""
    return format_time(at_ms) if 0 <= at_ms < _YEAR_10000_MS else str(at_ms)


def _recorded(field: str) -> str:
    """A field of the request as the record has it."""
    times = {asked: name for name, asked in _FIELDS.items()}
    if field in times:
        return times[field]
    return "card." + re.sub(r"(gpu_hour|gb_month)$", r"\1_micros", field)


_FIELDS: Final = {"starts_at_ms": "starts_at", "ends_at_ms": "ends_at"}
"""The records' name of a field, and the requests'."""

_YEAR_10000_MS: Final = 253_402_300_800_000
