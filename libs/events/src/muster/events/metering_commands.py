"""What is asked of metering.

Generated from schemas/metering-commands.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.job_commands import Tier
from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


@final
@record
class Rate:
    """What an hour of one GPU costs, of one model on one kind of node.

    Attributes:
        gpu_model: GPU model.
        commitment: As nodes of this price are labelled `commitment`; empty: not labelled.
        spot: Of nodes that their provider may take back.
        gpu_hour_micros: Millionths of the currency for an hour of one GPU.
    """

    AVRO_NAME: ClassVar[str] = "muster.metering_commands.Rate"

    gpu_model: str
    commitment: str
    spot: bool
    gpu_hour_micros: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "gpu_model": self.gpu_model,
            "commitment": self.commitment,
            "spot": self.spot,
            "gpu_hour_micros": self.gpu_hour_micros,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> Rate:
        """The inverse."""
        return cls(
            gpu_model=d["gpu_model"],
            commitment=d["commitment"],
            spot=d["spot"],
            gpu_hour_micros=d["gpu_hour_micros"],
        )


class IdleSplit(StrEnum):
    """Who is charged for idle GPUs."""

    PLATFORM = "PLATFORM"
    PROPORTIONAL = "PROPORTIONAL"
    GUARANTEE = "GUARANTEE"


class Weekday(StrEnum):
    """A day of the week, UTC."""

    MONDAY = "MONDAY"
    TUESDAY = "TUESDAY"
    WEDNESDAY = "WEDNESDAY"
    THURSDAY = "THURSDAY"
    FRIDAY = "FRIDAY"
    SATURDAY = "SATURDAY"
    SUNDAY = "SUNDAY"


@final
@record
class OffPeak:
    """Hours of the week, UTC, in which jobs are charged less.

    Attributes:
        days: On which days; empty: on each.
        from_hour: The first hour, 0 to 23.
        until_hour: Where it ends, 1 to 24, later than `from_hour`: a night is two of these.
        percent: What is then charged of what the tier is charged, 1 to 99.
    """

    AVRO_NAME: ClassVar[str] = "muster.metering_commands.OffPeak"

    days: tuple[Weekday, ...] = ()
    from_hour: int
    until_hour: int
    percent: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "days": list(self.days),
            "from_hour": self.from_hour,
            "until_hour": self.until_hour,
            "percent": self.percent,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> OffPeak:
        """The inverse."""
        return cls(
            days=tuple(Weekday(x) for x in d.get("days", [])),
            from_hour=d["from_hour"],
            until_hour=d["until_hour"],
            percent=d["percent"],
        )


@final
@record
class RateCard:
    """Prices, whole: what is not listed has the default.

    Attributes:
        name: For people.
        currency: ISO 4217.
        default_gpu_hour_micros: For what no rate is listed for; charges at it say so.
        rates: One for each model, commitment and spot.
        tier_percent: What is charged of a job's cost, by tier; 100 where a tier is not named. The
            platform bears the difference.
        storage_gb_month_micros: Millionths of the currency for 10^9 bytes in the store for 30 days;
            0: they cost nothing.
        idle: PLATFORM: the platform. PROPORTIONAL: jobs that held GPUs of the node on that day, by
            their GPU time; the platform, if none did. GUARANTEE: queues by what they are guaranteed
            of the cell; the platform, what nobody is.
        prompt_token_weight: What a prompt token of a shared replica counts, beside an output token.
        output_token_weight: What an output token of a shared replica counts.
        off_peak: No hour of the week twice. What is charged of a job's cost is tier x hour, to a
            whole percent, half a percent up. The platform bears the difference; costs do not
            change.
    """

    AVRO_NAME: ClassVar[str] = "muster.metering_commands.RateCard"

    name: str
    currency: str
    default_gpu_hour_micros: int
    rates: tuple[Rate, ...]
    tier_percent: Mapping[str, int] = field(default_factory=dict[str, int])
    storage_gb_month_micros: int = 0
    idle: IdleSplit = IdleSplit.PLATFORM
    prompt_token_weight: int = 1
    output_token_weight: int = 4
    off_peak: tuple[OffPeak, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "name": self.name,
            "currency": self.currency,
            "default_gpu_hour_micros": self.default_gpu_hour_micros,
            "rates": [x.to_datum() for x in self.rates],
            "tier_percent": dict(self.tier_percent),
            "storage_gb_month_micros": self.storage_gb_month_micros,
            "idle": self.idle,
            "prompt_token_weight": self.prompt_token_weight,
            "output_token_weight": self.output_token_weight,
            "off_peak": [x.to_datum() for x in self.off_peak],
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RateCard:
        """The inverse."""
        return cls(
            name=d["name"],
            currency=d["currency"],
            default_gpu_hour_micros=d["default_gpu_hour_micros"],
            rates=tuple(Rate.from_datum(x) for x in d["rates"]),
            tier_percent=dict(d.get("tier_percent", {})),
            storage_gb_month_micros=d.get("storage_gb_month_micros", 0),
            idle=IdleSplit(d.get("idle", "PLATFORM")),
            prompt_token_weight=d.get("prompt_token_weight", 1),
            output_token_weight=d.get("output_token_weight", 4),
            off_peak=tuple(OffPeak.from_datum(x) for x in d.get("off_peak", [])),
        )


@final
@record
class ActivateRates:
    """Price usage by this card from a time on.

    Attributes:
        card: The whole card.
        starts_at_ms: Start of an hour that is not recorded yet, milliseconds since 1970 UTC; null:
            the first of them.
        requested_by: Who asks.
    """

    AVRO_NAME: ClassVar[str] = "muster.metering_commands.ActivateRates"

    card: RateCard
    starts_at_ms: int | None = None
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "card": self.card.to_datum(),
            "starts_at_ms": self.starts_at_ms,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ActivateRates:
        """The inverse."""
        return cls(
            card=RateCard.from_datum(d["card"]),
            starts_at_ms=d.get("starts_at_ms"),
            requested_by=d["requested_by"],
        )


@final
@record
class RerateUsage:
    """Price days that are over by this card, in place of what they were priced by.

    Attributes:
        card: The whole card.
        starts_at_ms: Start of the first day, UTC, milliseconds since 1970.
        ends_at_ms: End of the last day, UTC.
        requested_by: Who asks.
    """

    AVRO_NAME: ClassVar[str] = "muster.metering_commands.RerateUsage"

    card: RateCard
    starts_at_ms: int
    ends_at_ms: int
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "card": self.card.to_datum(),
            "starts_at_ms": self.starts_at_ms,
            "ends_at_ms": self.ends_at_ms,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RerateUsage:
        """The inverse."""
        return cls(
            card=RateCard.from_datum(d["card"]),
            starts_at_ms=d["starts_at_ms"],
            ends_at_ms=d["ends_at_ms"],
            requested_by=d["requested_by"],
        )


class BudgetScope(StrEnum):
    """Whose spending counts."""

    TENANT = "TENANT"
    TEAM = "TEAM"
    PROJECT = "PROJECT"
    QUEUE = "QUEUE"


class BudgetPolicy(StrEnum):
    """What happens when all of a budget is spent."""

    NOTIFY = "NOTIFY"
    BLOCK = "BLOCK"
    APPROVAL = "APPROVAL"


@final
@record
class BudgetTerms:
    """How much may be spent, of what, in which time.

    Attributes:
        scope: Whose spending counts; of a queue, that of those below it, too.
        of: Name of the team, project or queue; empty for the tenant.
        currency: ISO 4217: what is charged counts; empty: GPU hours count.
        amount_micros: Millionths of the currency, or of a GPU hour.
        rolling_days: The last so many days, UTC, the present one among them; null: the calendar
            month.
        warn_percent: Told when so much of it is spent, and when all is.
        policy: What happens when all of it is spent: it is told; jobs of `tiers` do not start from
            its queue until the period is over or less is spent; or until somebody lifts that.
        tiers: Which jobs then do not start; empty under NOTIFY.
    """

    AVRO_NAME: ClassVar[str] = "muster.metering_commands.BudgetTerms"

    scope: BudgetScope
    of: str
    currency: str
    amount_micros: int
    rolling_days: int | None = None
    warn_percent: int
    policy: BudgetPolicy = BudgetPolicy.NOTIFY
    tiers: tuple[Tier, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "scope": self.scope,
            "of": self.of,
            "currency": self.currency,
            "amount_micros": self.amount_micros,
            "rolling_days": self.rolling_days,
            "warn_percent": self.warn_percent,
            "policy": self.policy,
            "tiers": list(self.tiers),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> BudgetTerms:
        """The inverse."""
        return cls(
            scope=BudgetScope(d["scope"]),
            of=d["of"],
            currency=d["currency"],
            amount_micros=d["amount_micros"],
            rolling_days=d.get("rolling_days"),
            warn_percent=d["warn_percent"],
            policy=BudgetPolicy(d.get("policy", "NOTIFY")),
            tiers=tuple(Tier(x) for x in d.get("tiers", [])),
        )


@final
@record
class SetBudget:
    """Set a budget, or replace the one of this name.

    Attributes:
        budget: Name; unique in its tenant.
        tenant: Tenant.
        terms: All of it.
        requested_by: Who asks.
    """

    AVRO_NAME: ClassVar[str] = "muster.metering_commands.SetBudget"

    budget: str
    tenant: str
    terms: BudgetTerms
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "budget": self.budget,
            "tenant": self.tenant,
            "terms": self.terms.to_datum(),
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> SetBudget:
        """The inverse."""
        return cls(
            budget=d["budget"],
            tenant=d["tenant"],
            terms=BudgetTerms.from_datum(d["terms"]),
            requested_by=d["requested_by"],
        )


@final
@record
class RemoveBudget:
    """Remove a budget.

    Attributes:
        budget: Name; unique in its tenant.
        tenant: Tenant.
        requested_by: Who asks.
    """

    AVRO_NAME: ClassVar[str] = "muster.metering_commands.RemoveBudget"

    budget: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "budget": self.budget,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RemoveBudget:
        """The inverse."""
        return cls(
            budget=d["budget"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class TokenWork:
    """What a shared replica did for one consumer.

    Attributes:
        consumer: Who: a team, a user, an application.
        prompt_tokens: Tokens that it read.
        output_tokens: Tokens that it wrote.
    """

    AVRO_NAME: ClassVar[str] = "muster.metering_commands.TokenWork"

    consumer: str
    prompt_tokens: int
    output_tokens: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "consumer": self.consumer,
            "prompt_tokens": self.prompt_tokens,
            "output_tokens": self.output_tokens,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> TokenWork:
        """The inverse."""
        return cls(
            consumer=d["consumer"],
            prompt_tokens=d["prompt_tokens"],
            output_tokens=d["output_tokens"],
        )


@final
@record
class RecordTokenWork:
    """Split what a shared replica cost in an hour by what it did for whom.

    Attributes:
        job_id: The replica.
        tenant: Its tenant.
        starts_at_ms: Start of the hour, milliseconds since 1970 UTC.
        consumers: Each consumer once; it replaces what was told of it for the same hour.
        requested_by: Who tells it.
    """

    AVRO_NAME: ClassVar[str] = "muster.metering_commands.RecordTokenWork"

    job_id: str
    tenant: str
    starts_at_ms: int
    consumers: tuple[TokenWork, ...]
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "tenant": self.tenant,
            "starts_at_ms": self.starts_at_ms,
            "consumers": [x.to_datum() for x in self.consumers],
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RecordTokenWork:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            tenant=d["tenant"],
            starts_at_ms=d["starts_at_ms"],
            consumers=tuple(TokenWork.from_datum(x) for x in d["consumers"]),
            requested_by=d["requested_by"],
        )


MeteringCommand: TypeAlias = ActivateRates | RerateUsage | SetBudget | RemoveBudget | RecordTokenWork

Payload: TypeAlias = MeteringCommand

PAYLOADS: Final[Table] = table_of(ActivateRates, RerateUsage, SetBudget, RemoveBudget, RecordTokenWork)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.metering_commands","d'
    'oc":"What is asked of metering.","fields":[{"name":"event_id","type":"string'
    '","doc":"Unique for ever; the deduplication key."},{"name":"key","type":"str'
    'ing","doc":"The Kafka key: what this topic is ordered by."},{"name":"occurre'
    'd_at_ms","type":"long","doc":"When the producer says it happened, millisecon'
    'ds since 1970 UTC."},{"name":"producer","type":"string","doc":"Service and i'
    'nstance that wrote the record."},{"name":"correlation_id","type":"string","d'
    'oc":"Shared by everything that follows from one request."},{"name":"causatio'
    'n_id","type":["null","string"],"doc":"event_id of the record this one follow'
    's from.","default":null},{"name":"payload","type":[{"type":"record","name":"'
    'ActivateRates","doc":"Price usage by this card from a time on.","fields":[{"'
    'name":"card","type":{"type":"record","name":"RateCard","doc":"Prices, whole:'
    ' what is not listed has the default.","fields":[{"name":"name","type":"strin'
    'g","doc":"For people."},{"name":"currency","type":"string","doc":"ISO 4217."'
    '},{"name":"default_gpu_hour_micros","type":"long","doc":"For what no rate is'
    ' listed for; charges at it say so."},{"name":"rates","type":{"type":"array",'
    '"items":{"type":"record","name":"Rate","doc":"What an hour of one GPU costs,'
    ' of one model on one kind of node.","fields":[{"name":"gpu_model","type":"st'
    'ring","doc":"GPU model."},{"name":"commitment","type":"string","doc":"As nod'
    'es of this price are labelled `commitment`; empty: not labelled."},{"name":"'
    'spot","type":"boolean","doc":"Of nodes that their provider may take back."},'
    '{"name":"gpu_hour_micros","type":"long","doc":"Millionths of the currency fo'
    'r an hour of one GPU."}],"namespace":"muster.metering_commands"}},"doc":"One'
    ' for each model, commitment and spot."},{"name":"tier_percent","type":{"type'
    '":"map","values":"int"},"doc":"What is charged of a job\'s cost, by tier; 100'
    ' where a tier is not named. The platform bears the difference.","default":{}'
    '},{"name":"storage_gb_month_micros","type":"long","doc":"Millionths of the c'
    'urrency for 10^9 bytes in the store for 30 days; 0: they cost nothing.","def'
    'ault":0},{"name":"idle","type":{"type":"enum","name":"IdleSplit","doc":"Who '
    'is charged for idle GPUs.","symbols":["PLATFORM","PROPORTIONAL","GUARANTEE"]'
    ',"default":"PLATFORM","namespace":"muster.metering_commands"},"doc":"PLATFOR'
    "M: the platform. PROPORTIONAL: jobs that held GPUs of the node on that day, "
    "by their GPU time; the platform, if none did. GUARANTEE: queues by what they"
    ' are guaranteed of the cell; the platform, what nobody is.","default":"PLATF'
    'ORM"},{"name":"prompt_token_weight","type":"int","doc":"What a prompt token '
    'of a shared replica counts, beside an output token.","default":1},{"name":"o'
    'utput_token_weight","type":"int","doc":"What an output token of a shared rep'
    'lica counts.","default":4},{"name":"off_peak","type":{"type":"array","items"'
    ':{"type":"record","name":"OffPeak","doc":"Hours of the week, UTC, in which j'
    'obs are charged less.","fields":[{"name":"days","type":{"type":"array","item'
    's":{"type":"enum","name":"Weekday","doc":"A day of the week, UTC.","symbols"'
    ':["MONDAY","TUESDAY","WEDNESDAY","THURSDAY","FRIDAY","SATURDAY","SUNDAY"],"n'
    'amespace":"muster.metering_commands"}},"doc":"On which days; empty: on each.'
    '","default":[]},{"name":"from_hour","type":"int","doc":"The first hour, 0 to'
    ' 23."},{"name":"until_hour","type":"int","doc":"Where it ends, 1 to 24, late'
    'r than `from_hour`: a night is two of these."},{"name":"percent","type":"int'
    '","doc":"What is then charged of what the tier is charged, 1 to 99."}],"name'
    'space":"muster.metering_commands"}},"doc":"No hour of the week twice. What i'
    "s charged of a job's cost is tier x hour, to a whole percent, half a percent"
    ' up. The platform bears the difference; costs do not change.","default":[]}]'
    ',"namespace":"muster.metering_commands"},"doc":"The whole card."},{"name":"s'
    'tarts_at_ms","type":["null","long"],"doc":"Start of an hour that is not reco'
    'rded yet, milliseconds since 1970 UTC; null: the first of them.","default":n'
    'ull},{"name":"requested_by","type":"string","doc":"Who asks."}],"namespace":'
    '"muster.metering_commands"},{"type":"record","name":"RerateUsage","doc":"Pri'
    'ce days that are over by this card, in place of what they were priced by.","'
    'fields":[{"name":"card","type":"muster.metering_commands.RateCard","doc":"Th'
    'e whole card."},{"name":"starts_at_ms","type":"long","doc":"Start of the fir'
    'st day, UTC, milliseconds since 1970."},{"name":"ends_at_ms","type":"long","'
    'doc":"End of the last day, UTC."},{"name":"requested_by","type":"string","do'
    'c":"Who asks."}],"namespace":"muster.metering_commands"},{"type":"record","n'
    'ame":"SetBudget","doc":"Set a budget, or replace the one of this name.","fie'
    'lds":[{"name":"budget","type":"string","doc":"Name; unique in its tenant."},'
    '{"name":"tenant","type":"string","doc":"Tenant."},{"name":"terms","type":{"t'
    'ype":"record","name":"BudgetTerms","doc":"How much may be spent, of what, in'
    ' which time.","fields":[{"name":"scope","type":{"type":"enum","name":"Budget'
    'Scope","doc":"Whose spending counts.","symbols":["TENANT","TEAM","PROJECT","'
    'QUEUE"],"namespace":"muster.metering_commands"},"doc":"Whose spending counts'
    '; of a queue, that of those below it, too."},{"name":"of","type":"string","d'
    'oc":"Name of the team, project or queue; empty for the tenant."},{"name":"cu'
    'rrency","type":"string","doc":"ISO 4217: what is charged counts; empty: GPU '
    'hours count."},{"name":"amount_micros","type":"long","doc":"Millionths of th'
    'e currency, or of a GPU hour."},{"name":"rolling_days","type":["null","int"]'
    ',"doc":"The last so many days, UTC, the present one among them; null: the ca'
    'lendar month.","default":null},{"name":"warn_percent","type":"int","doc":"To'
    'ld when so much of it is spent, and when all is."},{"name":"policy","type":{'
    '"type":"enum","name":"BudgetPolicy","doc":"What happens when all of a budget'
    ' is spent.","symbols":["NOTIFY","BLOCK","APPROVAL"],"default":"NOTIFY","name'
    'space":"muster.metering_commands"},"doc":"What happens when all of it is spe'
    "nt: it is told; jobs of `tiers` do not start from its queue until the period"
    ' is over or less is spent; or until somebody lifts that.","default":"NOTIFY"'
    '},{"name":"tiers","type":{"type":"array","items":{"type":"enum","name":"Tier'
    '","doc":"Highest first.","symbols":["PRODUCTION_INFERENCE","PREMIUM_TRAINING'
    '","STANDARD_TRAINING","BATCH_INFERENCE","INTERACTIVE"],"default":"STANDARD_T'
    'RAINING","namespace":"muster.job_commands"}},"doc":"Which jobs then do not s'
    'tart; empty under NOTIFY.","default":[]}],"namespace":"muster.metering_comma'
    'nds"},"doc":"All of it."},{"name":"requested_by","type":"string","doc":"Who '
    'asks."}],"namespace":"muster.metering_commands"},{"type":"record","name":"Re'
    'moveBudget","doc":"Remove a budget.","fields":[{"name":"budget","type":"stri'
    'ng","doc":"Name; unique in its tenant."},{"name":"tenant","type":"string","d'
    'oc":"Tenant."},{"name":"requested_by","type":"string","doc":"Who asks."}],"n'
    'amespace":"muster.metering_commands"},{"type":"record","name":"RecordTokenWo'
    'rk","doc":"Split what a shared replica cost in an hour by what it did for wh'
    'om.","fields":[{"name":"job_id","type":"string","doc":"The replica."},{"name'
    '":"tenant","type":"string","doc":"Its tenant."},{"name":"starts_at_ms","type'
    '":"long","doc":"Start of the hour, milliseconds since 1970 UTC."},{"name":"c'
    'onsumers","type":{"type":"array","items":{"type":"record","name":"TokenWork"'
    ',"doc":"What a shared replica did for one consumer.","fields":[{"name":"cons'
    'umer","type":"string","doc":"Who: a team, a user, an application."},{"name":'
    '"prompt_tokens","type":"long","doc":"Tokens that it read."},{"name":"output_'
    'tokens","type":"long","doc":"Tokens that it wrote."}],"namespace":"muster.me'
    'tering_commands"}},"doc":"Each consumer once; it replaces what was told of i'
    't for the same hour."},{"name":"requested_by","type":"string","doc":"Who tel'
    'ls it."}],"namespace":"muster.metering_commands"}],"doc":"What happened."}]}'
)
