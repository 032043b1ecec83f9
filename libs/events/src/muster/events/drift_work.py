"""What drift notes for itself: windows as they count, and how far partitions are.

Generated from schemas/drift-work.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.drift_windows import WindowSums
from muster.events.shared.watermarks import Watermark
from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


@final
@record
class WindowCounted:
    """A window counts in the subgroup of its series that is open.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: the server does not say.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        partition: Partition of inference-samples that the samples are in.
        start_ms: Start of the window, milliseconds since 1970 UTC.
        end_ms: Its end, exclusive.
        subgroup_end_ms: End of the subgroup that it is part of.
        seen: Requests that the servers report, sampled or not.
        dropped: Samples that servers could not send.
        sums: Sums over the samples.
        tenant: Organisation whose it is.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_work.WindowCounted"

    repository: str
    commit: str
    task: str
    segment: str
    partition: int
    start_ms: int
    end_ms: int
    subgroup_end_ms: int
    seen: int
    dropped: int
    sums: WindowSums
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "task": self.task,
            "segment": self.segment,
            "partition": self.partition,
            "start_ms": self.start_ms,
            "end_ms": self.end_ms,
            "subgroup_end_ms": self.subgroup_end_ms,
            "seen": self.seen,
            "dropped": self.dropped,
            "sums": self.sums.to_datum(),
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> WindowCounted:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            task=d["task"],
            segment=d["segment"],
            partition=d["partition"],
            start_ms=d["start_ms"],
            end_ms=d["end_ms"],
            subgroup_end_ms=d["subgroup_end_ms"],
            seen=d["seen"],
            dropped=d["dropped"],
            sums=WindowSums.from_datum(d["sums"]),
            tenant=d["tenant"],
        )


@final
@record
class SeriesEnded:
    """A series is not measured any more: it has had no samples for a long time.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: the server does not say.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        tenant: Organisation whose it is.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_work.SeriesEnded"

    repository: str
    commit: str
    task: str
    segment: str
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "task": self.task,
            "segment": self.segment,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> SeriesEnded:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            task=d["task"],
            segment=d["segment"],
            tenant=d["tenant"],
        )


@final
@record
class TimeAdvanced:
    """No window of a partition that ends by this time is open any more.

    Attributes:
        partition: Partition of inference-samples.
        closed_until_ms: The time, milliseconds since 1970 UTC.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_work.TimeAdvanced"

    partition: int
    closed_until_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "partition": self.partition,
            "closed_until_ms": self.closed_until_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> TimeAdvanced:
        """The inverse."""
        return cls(
            partition=d["partition"],
            closed_until_ms=d["closed_until_ms"],
        )


DriftWork: TypeAlias = WindowCounted | SeriesEnded | TimeAdvanced

Payload: TypeAlias = DriftWork | Watermark

PAYLOADS: Final[Table] = table_of(WindowCounted, SeriesEnded, TimeAdvanced, Watermark)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.drift_work","doc":"Wh'
    "at drift notes for itself: windows as they count, and how far partitions are"
    '.","fields":[{"name":"event_id","type":"string","doc":"Unique for ever; the '
    'deduplication key."},{"name":"key","type":"string","doc":"The Kafka key: wha'
    't this topic is ordered by."},{"name":"occurred_at_ms","type":"long","doc":"'
    'When the producer says it happened, milliseconds since 1970 UTC."},{"name":"'
    'producer","type":"string","doc":"Service and instance that wrote the record.'
    '"},{"name":"correlation_id","type":"string","doc":"Shared by everything that'
    ' follows from one request."},{"name":"causation_id","type":["null","string"]'
    ',"doc":"event_id of the record this one follows from.","default":null},{"nam'
    'e":"seq","type":["null","long"],"doc":"seq of the input it follows from: fac'
    "ts of all partitions are ordered by seq, then index. Null: its writer has no"
    ' such order.","default":null},{"name":"index","type":["null","int"],"doc":"W'
    "hich of that input's consequences it is, rising from 0; orders count, too.\","
    '"default":null},{"name":"tenant","type":["null","string"],"doc":"The tenant '
    'it belongs to; null: no tenant.","default":null},{"name":"payload","type":[{'
    '"type":"record","name":"WindowCounted","doc":"A window counts in the subgrou'
    'p of its series that is open.","fields":[{"name":"repository","type":"string'
    '","doc":"Model: NAMESPACE/NAME."},{"name":"commit","type":"string","doc":"Ve'
    'rsion: a commit; empty: the server does not say."},{"name":"task","type":"st'
    'ring","doc":"Task of the requests; empty: none."},{"name":"segment","type":"'
    'string","doc":"Segment of the traffic; empty: none."},{"name":"partition","t'
    'ype":"int","doc":"Partition of inference-samples that the samples are in."},'
    '{"name":"start_ms","type":"long","doc":"Start of the window, milliseconds si'
    'nce 1970 UTC."},{"name":"end_ms","type":"long","doc":"Its end, exclusive."},'
    '{"name":"subgroup_end_ms","type":"long","doc":"End of the subgroup that it i'
    's part of."},{"name":"seen","type":"long","doc":"Requests that the servers r'
    'eport, sampled or not."},{"name":"dropped","type":"long","doc":"Samples that'
    ' servers could not send."},{"name":"sums","type":{"type":"record","name":"Wi'
    'ndowSums","doc":"Sums over the samples of one window.","fields":[{"name":"sa'
    'mples","type":"long","doc":"Samples."},{"name":"errors","type":"long","doc":'
    '"Samples whose status is 500 or more."},{"name":"truncated","type":"long","d'
    'oc":"Answers that ended at their limit of tokens."},{"name":"refused","type"'
    ':"long","doc":"Answers that refuse."},{"name":"json_answers","type":"long","'
    'doc":"Answers to requests for JSON."},{"name":"json_invalid","type":"long","'
    'doc":"Those that are not JSON."},{"name":"fields","type":"long","doc":"Top-l'
    'evel fields of JSON answers."},{"name":"fields_null","type":"long","doc":"Th'
    'ose that are null or empty."},{"name":"ratings","type":{"type":"record","nam'
    'e":"Moments","doc":"Sums of a quantity.","fields":[{"name":"count","type":"l'
    'ong","doc":"Values."},{"name":"total","type":"double","doc":"Sum of the valu'
    'es."},{"name":"squares","type":"double","doc":"Sum of their squares."}],"nam'
    'espace":"muster.drift_windows"},"doc":"Ratings by users, 0 to 1."},{"name":"'
    'completions","type":"long","doc":"Reports on whether a user\'s task was compl'
    'eted."},{"name":"completed","type":"long","doc":"Those that say so."},{"name'
    '":"latency","type":"muster.drift_windows.Moments","doc":"Natural logarithms '
    'of 1 + milliseconds to the last byte."},{"name":"answer_length","type":"must'
    'er.drift_windows.Moments","doc":"Natural logarithms of 1 + characters of the'
    ' answer."},{"name":"input_lengths","type":{"type":"array","items":"long"},"d'
    'oc":"Samples by length of the input in characters: entry i counts lengths of'
    ' i binary digits."},{"name":"scripts","type":{"type":"array","items":{"type"'
    ':"record","name":"NamedCount","doc":"How often a name came.","fields":[{"nam'
    'e":"name","type":"string","doc":"The name."},{"name":"count","type":"long","'
    'doc":"How often."}],"namespace":"muster.drift_windows"}},"doc":"Samples by d'
    'ominant script of the input, the most frequent first; at most 20."},{"name":'
    '"templates","type":{"type":"array","items":"muster.drift_windows.NamedCount"'
    '},"doc":"Samples by hash of the prompt template, likewise."},{"name":"bodies'
    '","type":{"type":"array","items":"string"},"doc":"Ids of samples with a body'
    ': those with the lowest hashes of their ids, at most 50."}],"namespace":"mus'
    'ter.drift_windows"},"doc":"Sums over the samples."},{"name":"tenant","type":'
    '"string","doc":"Organisation whose it is."}],"namespace":"muster.drift_work"'
    '},{"type":"record","name":"SeriesEnded","doc":"A series is not measured any '
    'more: it has had no samples for a long time.","fields":[{"name":"repository"'
    ',"type":"string","doc":"Model: NAMESPACE/NAME."},{"name":"commit","type":"st'
    'ring","doc":"Version: a commit; empty: the server does not say."},{"name":"t'
    'ask","type":"string","doc":"Task of the requests; empty: none."},{"name":"se'
    'gment","type":"string","doc":"Segment of the traffic; empty: none."},{"name"'
    ':"tenant","type":"string","doc":"Organisation whose it is."}],"namespace":"m'
    'uster.drift_work"},{"type":"record","name":"TimeAdvanced","doc":"No window o'
    'f a partition that ends by this time is open any more.","fields":[{"name":"p'
    'artition","type":"int","doc":"Partition of inference-samples."},{"name":"clo'
    'sed_until_ms","type":"long","doc":"The time, milliseconds since 1970 UTC."}]'
    ',"namespace":"muster.drift_work"},{"type":"record","name":"Watermark","doc":'
    '"Every fact of the topic with this seq or a lower one precedes this record, '
    'in every partition.","subject":"log","fields":[{"name":"seq","type":"long","'
    'doc":"Of the newest input whose consequences are all written."},{"name":"at_'
    'ms","type":"long","doc":"Time of the batch it ends, milliseconds since 1970 '
    'UTC."}],"namespace":"muster.watermarks"}],"doc":"What happened, or is to be '
    'done."}]}'
)
