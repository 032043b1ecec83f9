"""Records about names, without a schema file: the topics exist only in tests."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Final, Self, TypeAlias, get_args

from muster.events.shared.watermarks import Watermark
from muster.events.topics import JOB_EVENTS
from muster.events.wire.datum import table_of
from muster.events.wire.deciding_log import log_topic
from muster.events.wire.envelope import Topic

_AVRO: Final = {"str": "string", "int": "long"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Flat:
    """A record of texts and numbers."""

    AVRO_NAME: ClassVar[str]

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {f.name: getattr(self, f.name) for f in fields(self)}

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> Self:
        """The inverse."""
        return cls(**{name: value for name, value in d.items() if name != "type"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SetQuota(_Flat):
    """Set how many names an organisation may hold."""

    AVRO_NAME = "muster.names.SetQuota"
    organisation: str
    names_max: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeName(_Flat):
    """Take a name, without expiry or for a time (keep_ms above 0)."""

    AVRO_NAME = "muster.names.TakeName"
    name: str
    organisation: str
    keep_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseName(_Flat):
    """Give a name back."""

    AVRO_NAME = "muster.names.ReleaseName"
    name: str
    organisation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OrganisationLeft(_Flat):
    """Another service's fact."""

    AVRO_NAME = "muster.names.OrganisationLeft"
    organisation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotaSet(_Flat):
    """An organisation's quota."""

    AVRO_NAME = "muster.names.QuotaSet"
    organisation: str
    names_max: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NameTaken(_Flat):
    """A name belongs to an organisation; expires_at_ms 0: never."""

    AVRO_NAME = "muster.names.NameTaken"
    name: str
    organisation: str
    expires_at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NameReleased(_Flat):
    """A name is free again."""

    AVRO_NAME = "muster.names.NameReleased"
    name: str
    organisation: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeavingBegun(_Flat):
    """An organisation's names are being released."""

    AVRO_NAME = "muster.names.LeavingBegun"
    organisation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeavingEnded(_Flat):
    """All of an organisation's names were released."""

    AVRO_NAME = "muster.names.LeavingEnded"
    organisation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NameRefused(_Flat):
    """A command was refused."""

    AVRO_NAME = "muster.names.NameRefused"
    name: str
    organisation: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NameCommandRepeated(_Flat):
    """A command was answered before."""

    AVRO_NAME = "muster.names.NameCommandRepeated"
    command_id: str


NamesCommand: TypeAlias = SetQuota | TakeName | ReleaseName
NamesGiven: TypeAlias = NamesCommand | OrganisationLeft
NamesEvent: TypeAlias = (
    QuotaSet | NameTaken | NameReleased | LeavingBegun | LeavingEnded | NameRefused | NameCommandRepeated
)


@dataclass(frozen=True, slots=True)
class NamesTopics:
    """Topics of one names service; `suffix` makes them a test's own."""

    suffix: str = "test"

    @property
    def commands(self) -> Topic:
        """Three partitions of commands."""
        return _topic(f"names-commands-{self.suffix}", 3, "delete", *get_args(NamesCommand))

    @property
    def people(self) -> Topic:
        """Another service's facts."""
        return _topic(f"people-events-{self.suffix}", 2, "delete", OrganisationLeft)

    @property
    def events(self) -> Topic:
        """Facts for all."""
        return _topic(
            f"names-events-{self.suffix}",
            4,
            "delete",
            *get_args(NamesEvent),
            watermarks=True,
        )

    @property
    def latest(self) -> Topic:
        """The holder of each name, by name."""
        return _topic(f"names-latest-{self.suffix}", 2, "compact", NameTaken)

    @property
    def log(self) -> Topic:
        """The service's log."""
        return log_topic(f"names-log-{self.suffix}", owner="names", facts=(self.events,))

    def all(self) -> tuple[Topic, ...]:
        """All topics."""
        return self.commands, self.people, self.events, self.latest, self.log


def _topic(
    name: str, partitions: int, cleanup: str, *records: type[_Flat], watermarks: bool = False
) -> Topic:
    schema = json.loads(JOB_EVENTS.schema)
    schema["namespace"] = "muster.names"
    union = schema["fields"][-1]["type"]
    watermark = [branch for branch in union if watermarks and branch["name"] == Watermark.__name__]
    schema["fields"][-1]["type"] = [*(_schema(record) for record in records), *watermark]
    return Topic(
        name=name,
        owner="names",
        key="name",
        partitions=partitions,
        retention_ms=-1,
        cleanup=cleanup,
        compatibility="BACKWARD_TRANSITIVE",
        schema=json.dumps(schema),
        payloads=table_of(*records, *([Watermark] if watermarks else [])),
    )


def _schema(record: type[_Flat]) -> dict[str, Any]:
    described = [{"name": f.name, "type": _AVRO[str(f.type)], "doc": f.name} for f in fields(record)]
    return {
        "type": "record",
        "name": record.__name__,
        "namespace": "muster.names",
        "doc": record.__doc__,
        "fields": described,
    }
