"""Requests to metering: prices, budgets, and the work of shared replicas.

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
    """Price of an hour of one GPU, for one model on one kind of node.

    Attributes:
        gpu_model: GPU model.
        commitment: Label `commitment` of the nodes of this price; empty: not labelled.
        spot: Whether it applies to nodes that their provider may reclaim.
        gpu_hour_micros: Millionths of the currency per hour of one GPU.
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
    """Payer of idle GPUs."""

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
        days: Days; empty: every day.
        from_hour: First hour, 0 to 23.
        until_hour: End, 1 to 24, later than `from_hour`; a night needs two of these.
        percent: Percentage of the tier's charge that is then charged, 1 to 99.
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
    """A complete price list: what is not listed has the default price.

    Attributes:
        name: Name for people.
        currency: ISO 4217.
        default_gpu_hour_micros: Price of GPUs for which no rate is listed; charges at it are
            marked.
        rates: Rates, one for each model, commitment and spot.
        tier_percent: Percentage of a job's cost that is charged, by tier; 100 for tiers that are
            not named. The platform bears the difference.
        storage_gb_month_micros: Price of 10^9 bytes in the store for 30 days, millionths of the
            currency; 0: free.
        idle: PLATFORM: the platform. PROPORTIONAL: jobs that held GPUs of the node on that day, by
            their GPU time; the platform, if none did. GUARANTEE: queues, by their guaranteed share
            of the cell; the platform, for the rest.
        prompt_token_weight: Weight of a prompt token of a shared replica, relative to an output
            token.
        output_token_weight: Weight of an output token of a shared replica.
        off_peak: Off-peak hours; no hour of the week twice. A job is charged tier x hour of its
            cost, rounded half up to a whole percent. The platform bears the difference; costs do
            not change.
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
    """Price usage by this card from a given time on.

    Attributes:
        card: The complete card.
        starts_at_ms: Start of an hour that is not recorded yet, milliseconds since 1970 UTC; null:
            the first such hour.
        requested_by: Sender of the request.
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
    """Price past days by this card instead of their former prices.

    Attributes:
        card: The complete card.
        starts_at_ms: Start of the first day, UTC, milliseconds since 1970.
        ends_at_ms: End of the last day, UTC.
        requested_by: Sender of the request.
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
    """Scope of the spending that counts."""

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
    """Amount, scope and period of a budget.

    Attributes:
        scope: Scope of the spending that counts; for a queue, it includes the queues below it.
        of: Name of the team, project or queue; empty for the tenant.
        currency: ISO 4217: charges count; empty: GPU hours count.
        amount_micros: Millionths of the currency, or of a GPU hour.
        rolling_days: Rolling period in days, UTC, today included; null: the calendar month.
        warn_percent: Report the budget when this percentage is spent, and when all is.
        policy: What happens when all of it is spent: it is reported; jobs of `tiers` do not start
            from its queue until the period ends or spending falls; or until somebody lifts that.
        tiers: Tiers whose jobs then do not start; empty under NOTIFY.
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
        terms: The complete terms.
        requested_by: Sender of the request.
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
        requested_by: Sender of the request.
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
    """Work of a shared replica for one consumer.

    Attributes:
        consumer: Consumer: a team, a user, an application.
        prompt_tokens: Tokens that the replica read for it.
        output_tokens: Tokens that the replica generated for it.
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
    """Split the cost of a shared replica in an hour by its work for each consumer.

    Attributes:
        job_id: The replica.
        tenant: Its tenant.
        starts_at_ms: Start of the hour, milliseconds since 1970 UTC.
        consumers: Consumers, each once; replaces earlier figures of a consumer for the same hour.
        requested_by: Sender of the report.
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
    'oc":"Requests to metering: prices, budgets, and the work of shared replicas.'
    '","fields":[{"name":"event_id","type":"string","doc":"Unique for ever; the d'
    'eduplication key."},{"name":"key","type":"string","doc":"Kafka key; records '
    'with the same key keep their order."},{"name":"occurred_at_ms","type":"long"'
    ',"doc":"Time of the event according to the producer, milliseconds since 1970'
    ' UTC."},{"name":"producer","type":"string","doc":"Service and instance that '
    'wrote the record."},{"name":"correlation_id","type":"string","doc":"Shared b'
    'y everything that follows from one request."},{"name":"causation_id","type":'
    '["null","string"],"doc":"event_id of the record this one follows from.","def'
    'ault":null},{"name":"payload","type":[{"type":"record","name":"ActivateRates'
    '","doc":"Price usage by this card from a given time on.","fields":[{"name":"'
    'card","type":{"type":"record","name":"RateCard","doc":"A complete price list'
    ': what is not listed has the default price.","fields":[{"name":"name","type"'
    ':"string","doc":"Name for people."},{"name":"currency","type":"string","doc"'
    ':"ISO 4217."},{"name":"default_gpu_hour_micros","type":"long","doc":"Price o'
    'f GPUs for which no rate is listed; charges at it are marked."},{"name":"rat'
    'es","type":{"type":"array","items":{"type":"record","name":"Rate","doc":"Pri'
    'ce of an hour of one GPU, for one model on one kind of node.","fields":[{"na'
    'me":"gpu_model","type":"string","doc":"GPU model."},{"name":"commitment","ty'
    'pe":"string","doc":"Label `commitment` of the nodes of this price; empty: no'
    't labelled."},{"name":"spot","type":"boolean","doc":"Whether it applies to n'
    'odes that their provider may reclaim."},{"name":"gpu_hour_micros","type":"lo'
    'ng","doc":"Millionths of the currency per hour of one GPU."}],"namespace":"m'
    'uster.metering_commands"}},"doc":"Rates, one for each model, commitment and '
    'spot."},{"name":"tier_percent","type":{"type":"map","values":"int"},"doc":"P'
    "ercentage of a job's cost that is charged, by tier; 100 for tiers that are n"
    'ot named. The platform bears the difference.","default":{}},{"name":"storage'
    '_gb_month_micros","type":"long","doc":"Price of 10^9 bytes in the store for '
    '30 days, millionths of the currency; 0: free.","default":0},{"name":"idle","'
    'type":{"type":"enum","name":"IdleSplit","doc":"Payer of idle GPUs.","symbols'
    '":["PLATFORM","PROPORTIONAL","GUARANTEE"],"default":"PLATFORM","namespace":"'
    'muster.metering_commands"},"doc":"PLATFORM: the platform. PROPORTIONAL: jobs'
    " that held GPUs of the node on that day, by their GPU time; the platform, if"
    " none did. GUARANTEE: queues, by their guaranteed share of the cell; the pla"
    'tform, for the rest.","default":"PLATFORM"},{"name":"prompt_token_weight","t'
    'ype":"int","doc":"Weight of a prompt token of a shared replica, relative to '
    'an output token.","default":1},{"name":"output_token_weight","type":"int","d'
    'oc":"Weight of an output token of a shared replica.","default":4},{"name":"o'
    'ff_peak","type":{"type":"array","items":{"type":"record","name":"OffPeak","d'
    'oc":"Hours of the week, UTC, in which jobs are charged less.","fields":[{"na'
    'me":"days","type":{"type":"array","items":{"type":"enum","name":"Weekday","d'
    'oc":"A day of the week, UTC.","symbols":["MONDAY","TUESDAY","WEDNESDAY","THU'
    'RSDAY","FRIDAY","SATURDAY","SUNDAY"],"namespace":"muster.metering_commands"}'
    '},"doc":"Days; empty: every day.","default":[]},{"name":"from_hour","type":"'
    'int","doc":"First hour, 0 to 23."},{"name":"until_hour","type":"int","doc":"'
    'End, 1 to 24, later than `from_hour`; a night needs two of these."},{"name":'
    '"percent","type":"int","doc":"Percentage of the tier\'s charge that is then c'
    'harged, 1 to 99."}],"namespace":"muster.metering_commands"}},"doc":"Off-peak'
    " hours; no hour of the week twice. A job is charged tier x hour of its cost,"
    " rounded half up to a whole percent. The platform bears the difference; cost"
    's do not change.","default":[]}],"namespace":"muster.metering_commands"},"do'
    'c":"The complete card."},{"name":"starts_at_ms","type":["null","long"],"doc"'
    ':"Start of an hour that is not recorded yet, milliseconds since 1970 UTC; nu'
    'll: the first such hour.","default":null},{"name":"requested_by","type":"str'
    'ing","doc":"Sender of the request."}],"namespace":"muster.metering_commands"'
    '},{"type":"record","name":"RerateUsage","doc":"Price past days by this card '
    'instead of their former prices.","fields":[{"name":"card","type":"muster.met'
    'ering_commands.RateCard","doc":"The complete card."},{"name":"starts_at_ms",'
    '"type":"long","doc":"Start of the first day, UTC, milliseconds since 1970."}'
    ',{"name":"ends_at_ms","type":"long","doc":"End of the last day, UTC."},{"nam'
    'e":"requested_by","type":"string","doc":"Sender of the request."}],"namespac'
    'e":"muster.metering_commands"},{"type":"record","name":"SetBudget","doc":"Se'
    't a budget, or replace the one of this name.","fields":[{"name":"budget","ty'
    'pe":"string","doc":"Name; unique in its tenant."},{"name":"tenant","type":"s'
    'tring","doc":"Tenant."},{"name":"terms","type":{"type":"record","name":"Budg'
    'etTerms","doc":"Amount, scope and period of a budget.","fields":[{"name":"sc'
    'ope","type":{"type":"enum","name":"BudgetScope","doc":"Scope of the spending'
    ' that counts.","symbols":["TENANT","TEAM","PROJECT","QUEUE"],"namespace":"mu'
    'ster.metering_commands"},"doc":"Scope of the spending that counts; for a que'
    'ue, it includes the queues below it."},{"name":"of","type":"string","doc":"N'
    'ame of the team, project or queue; empty for the tenant."},{"name":"currency'
    '","type":"string","doc":"ISO 4217: charges count; empty: GPU hours count."},'
    '{"name":"amount_micros","type":"long","doc":"Millionths of the currency, or '
    'of a GPU hour."},{"name":"rolling_days","type":["null","int"],"doc":"Rolling'
    ' period in days, UTC, today included; null: the calendar month.","default":n'
    'ull},{"name":"warn_percent","type":"int","doc":"Report the budget when this '
    'percentage is spent, and when all is."},{"name":"policy","type":{"type":"enu'
    'm","name":"BudgetPolicy","doc":"What happens when all of a budget is spent."'
    ',"symbols":["NOTIFY","BLOCK","APPROVAL"],"default":"NOTIFY","namespace":"mus'
    'ter.metering_commands"},"doc":"What happens when all of it is spent: it is r'
    "eported; jobs of `tiers` do not start from its queue until the period ends o"
    'r spending falls; or until somebody lifts that.","default":"NOTIFY"},{"name"'
    ':"tiers","type":{"type":"array","items":{"type":"enum","name":"Tier","doc":"'
    'Tiers, highest first.","symbols":["PRODUCTION_INFERENCE","PREMIUM_TRAINING",'
    '"STANDARD_TRAINING","BATCH_INFERENCE","INTERACTIVE"],"default":"STANDARD_TRA'
    'INING","namespace":"muster.job_commands"}},"doc":"Tiers whose jobs then do n'
    'ot start; empty under NOTIFY.","default":[]}],"namespace":"muster.metering_c'
    'ommands"},"doc":"The complete terms."},{"name":"requested_by","type":"string'
    '","doc":"Sender of the request."}],"namespace":"muster.metering_commands"},{'
    '"type":"record","name":"RemoveBudget","doc":"Remove a budget.","fields":[{"n'
    'ame":"budget","type":"string","doc":"Name; unique in its tenant."},{"name":"'
    'tenant","type":"string","doc":"Tenant."},{"name":"requested_by","type":"stri'
    'ng","doc":"Sender of the request."}],"namespace":"muster.metering_commands"}'
    ',{"type":"record","name":"RecordTokenWork","doc":"Split the cost of a shared'
    ' replica in an hour by its work for each consumer.","fields":[{"name":"job_i'
    'd","type":"string","doc":"The replica."},{"name":"tenant","type":"string","d'
    'oc":"Its tenant."},{"name":"starts_at_ms","type":"long","doc":"Start of the '
    'hour, milliseconds since 1970 UTC."},{"name":"consumers","type":{"type":"arr'
    'ay","items":{"type":"record","name":"TokenWork","doc":"Work of a shared repl'
    'ica for one consumer.","fields":[{"name":"consumer","type":"string","doc":"C'
    'onsumer: a team, a user, an application."},{"name":"prompt_tokens","type":"l'
    'ong","doc":"Tokens that the replica read for it."},{"name":"output_tokens","'
    'type":"long","doc":"Tokens that the replica generated for it."}],"namespace"'
    ':"muster.metering_commands"}},"doc":"Consumers, each once; replaces earlier '
    'figures of a consumer for the same hour."},{"name":"requested_by","type":"st'
    'ring","doc":"Sender of the report."}],"namespace":"muster.metering_commands"'
    '}],"doc":"What happened."}]}'
)
