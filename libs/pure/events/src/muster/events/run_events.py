"""Metrics of runs: losses, scores.

Generated from schemas/run-events.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


class RunFact:
    """Base of the facts whose subject is 'run'; as a pattern it matches all of them."""

    __slots__ = ()


@final
@record
class MetricPoint:
    """One value of one metric.

    Attributes:
        name: Name of the metric.
        value: The value; may be infinite or NaN.
        at_ms: Time, as stated by the client, milliseconds since 1970 UTC.
        step: Step of the run.
        model: Model that it belongs to; empty: none is named.
        dataset: Name of the data set that it was measured on; empty: none is named.
        dataset_digest: Digest of that data set.
    """

    AVRO_NAME: ClassVar[str] = "muster.run_events.MetricPoint"

    name: str
    value: float
    at_ms: int
    step: int
    model: str = ""
    dataset: str = ""
    dataset_digest: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "name": self.name,
            "value": self.value,
            "at_ms": self.at_ms,
            "step": self.step,
            "model": self.model,
            "dataset": self.dataset,
            "dataset_digest": self.dataset_digest,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> MetricPoint:
        """The inverse."""
        return cls(
            name=d["name"],
            value=d["value"],
            at_ms=d["at_ms"],
            step=d["step"],
            model=d.get("model", ""),
            dataset=d.get("dataset", ""),
            dataset_digest=d.get("dataset_digest", ""),
        )


@final
@record
class MetricsLogged(RunFact):
    """Values that a client sent at once, at most 1,000.

    Attributes:
        repository: Id of the repository.
        run: Id of the run.
        points: The values.
        tenant: The organisation that the repository belongs to.
        requested_by: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.run_events.MetricsLogged"

    repository: str
    run: str
    points: tuple[MetricPoint, ...]
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "run": self.run,
            "points": [x.to_datum() for x in self.points],
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> MetricsLogged:
        """The inverse."""
        return cls(
            repository=d["repository"],
            run=d["run"],
            points=tuple(MetricPoint.from_datum(x) for x in d["points"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


RunPayload: TypeAlias = MetricsLogged

RunEvent: TypeAlias = MetricsLogged

Payload: TypeAlias = RunEvent

PAYLOADS: Final[Table] = table_of(MetricsLogged)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.run_events","doc":"Me'
    'trics of runs: losses, scores.","fields":[{"name":"event_id","type":"string"'
    ',"doc":"Unique for ever; the deduplication key."},{"name":"key","type":"stri'
    'ng","doc":"Kafka key; records with the same key keep their order."},{"name":'
    '"occurred_at_ms","type":"long","doc":"Time of the event according to the pro'
    'ducer, milliseconds since 1970 UTC."},{"name":"producer","type":"string","do'
    'c":"Service and instance that wrote the record."},{"name":"correlation_id","'
    'type":"string","doc":"Shared by everything that follows from one request."},'
    '{"name":"causation_id","type":["null","string"],"doc":"event_id of the recor'
    'd this one follows from.","default":null},{"name":"seq","type":["null","long'
    '"],"doc":"seq of the input it follows from; facts of all partitions are orde'
    'red by seq, then index. Null: the writer assigns no order.","default":null},'
    '{"name":"index","type":["null","int"],"doc":"Index among the consequences of'
    ' that input, from 0; orders count as well.","default":null},{"name":"tenant"'
    ',"type":["null","string"],"doc":"The tenant it belongs to.","default":null},'
    '{"name":"payload","type":[{"type":"record","name":"MetricsLogged","subject":'
    '"run","doc":"Values that a client sent at once, at most 1,000.","fields":[{"'
    'name":"repository","type":"string","doc":"Id of the repository."},{"name":"r'
    'un","type":"string","doc":"Id of the run."},{"name":"points","type":{"type":'
    '"array","items":{"type":"record","name":"MetricPoint","doc":"One value of on'
    'e metric.","fields":[{"name":"name","type":"string","doc":"Name of the metri'
    'c."},{"name":"value","type":"double","doc":"The value; may be infinite or Na'
    'N."},{"name":"at_ms","type":"long","doc":"Time, as stated by the client, mil'
    'liseconds since 1970 UTC."},{"name":"step","type":"long","doc":"Step of the '
    'run."},{"name":"model","type":"string","doc":"Model that it belongs to; empt'
    'y: none is named.","default":""},{"name":"dataset","type":"string","doc":"Na'
    'me of the data set that it was measured on; empty: none is named.","default"'
    ':""},{"name":"dataset_digest","type":"string","doc":"Digest of that data set'
    '.","default":""}],"namespace":"muster.run_events"}},"doc":"The values."},{"n'
    'ame":"tenant","type":"string","doc":"The organisation that the repository be'
    'longs to."},{"name":"requested_by","type":"string","doc":"ORGANISATION/USER.'
    '"}],"namespace":"muster.run_events"}],"doc":"What happened."}]}'
)
