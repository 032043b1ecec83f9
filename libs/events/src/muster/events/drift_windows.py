"""Closed windows over inference-samples.

Generated from schemas/drift-windows.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


@final
@record
class Moments:
    """Sums of a quantity.

    Attributes:
        count: Values.
        total: Sum of the values.
        squares: Sum of their squares.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_windows.Moments"

    count: int
    total: float
    squares: float

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "count": self.count,
            "total": self.total,
            "squares": self.squares,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> Moments:
        """The inverse."""
        return cls(
            count=d["count"],
            total=d["total"],
            squares=d["squares"],
        )


@final
@record
class NamedCount:
    """How often a name came.

    Attributes:
        name: The name.
        count: How often.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_windows.NamedCount"

    name: str
    count: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "name": self.name,
            "count": self.count,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NamedCount:
        """The inverse."""
        return cls(
            name=d["name"],
            count=d["count"],
        )


@final
@record
class WindowSums:
    """Sums over the samples of one window.

    Attributes:
        samples: Samples.
        errors: Samples whose status is 500 or more.
        truncated: Answers that ended at their limit of tokens.
        refused: Answers that refuse.
        json_answers: Answers to requests for JSON.
        json_invalid: Those that are not JSON.
        fields: Top-level fields of JSON answers.
        fields_null: Those that are null or empty.
        ratings: Ratings by users, 0 to 1.
        completions: Reports on whether a user's task was completed.
        completed: Those that say so.
        latency: Natural logarithms of 1 + milliseconds to the last byte.
        answer_length: Natural logarithms of 1 + characters of the answer.
        input_lengths: Samples by length of the input in characters: entry i counts lengths of i
            binary digits.
        input_tokens: Samples by tokens of the prompt, likewise; those that do not say it are in no
            entry.
        scripts: Samples by dominant script of the input, the most frequent first; at most 20.
        templates: Samples by hash of the prompt template, likewise.
        bodies: Ids of samples with a body: those with the lowest hashes of their ids, at most 50.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_windows.WindowSums"

    samples: int
    errors: int
    truncated: int
    refused: int
    json_answers: int
    json_invalid: int
    fields: int
    fields_null: int
    ratings: Moments
    completions: int
    completed: int
    latency: Moments
    answer_length: Moments
    input_lengths: tuple[int, ...]
    input_tokens: tuple[int, ...] = ()
    scripts: tuple[NamedCount, ...]
    templates: tuple[NamedCount, ...]
    bodies: tuple[str, ...]

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "samples": self.samples,
            "errors": self.errors,
            "truncated": self.truncated,
            "refused": self.refused,
            "json_answers": self.json_answers,
            "json_invalid": self.json_invalid,
            "fields": self.fields,
            "fields_null": self.fields_null,
            "ratings": self.ratings.to_datum(),
            "completions": self.completions,
            "completed": self.completed,
            "latency": self.latency.to_datum(),
            "answer_length": self.answer_length.to_datum(),
            "input_lengths": list(self.input_lengths),
            "input_tokens": list(self.input_tokens),
            "scripts": [x.to_datum() for x in self.scripts],
            "templates": [x.to_datum() for x in self.templates],
            "bodies": list(self.bodies),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> WindowSums:
        """The inverse."""
        return cls(
            samples=d["samples"],
            errors=d["errors"],
            truncated=d["truncated"],
            refused=d["refused"],
            json_answers=d["json_answers"],
            json_invalid=d["json_invalid"],
            fields=d["fields"],
            fields_null=d["fields_null"],
            ratings=Moments.from_datum(d["ratings"]),
            completions=d["completions"],
            completed=d["completed"],
            latency=Moments.from_datum(d["latency"]),
            answer_length=Moments.from_datum(d["answer_length"]),
            input_lengths=tuple(d["input_lengths"]),
            input_tokens=tuple(d.get("input_tokens", [])),
            scripts=tuple(NamedCount.from_datum(x) for x in d["scripts"]),
            templates=tuple(NamedCount.from_datum(x) for x in d["templates"]),
            bodies=tuple(d["bodies"]),
        )


@final
@record
class WindowClosed:
    """All samples of one series and window, counted once each. A repetition is the same.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: the server does not say.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        partition: Partition of inference-samples that the samples are in.
        start_ms: Start of the window, milliseconds since 1970 UTC.
        end_ms: Its end, exclusive.
        seen: Requests that the servers report, sampled or not.
        dropped: Samples that servers could not send.
        sums: Sums over the samples.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_windows.WindowClosed"

    repository: str
    commit: str
    task: str
    segment: str
    partition: int
    start_ms: int
    end_ms: int
    seen: int
    dropped: int
    sums: WindowSums

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
            "seen": self.seen,
            "dropped": self.dropped,
            "sums": self.sums.to_datum(),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> WindowClosed:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            task=d["task"],
            segment=d["segment"],
            partition=d["partition"],
            start_ms=d["start_ms"],
            end_ms=d["end_ms"],
            seen=d["seen"],
            dropped=d["dropped"],
            sums=WindowSums.from_datum(d["sums"]),
        )


@final
@record
class WindowsClosed:
    """No window of this partition that ends by this time is open any more.

    Attributes:
        partition: Partition of inference-samples.
        closed_until_ms: The time, milliseconds since 1970 UTC.
        read_from_offset: Offset from which reading again rebuilds all windows that are open.
        read_from_ms: Time of the partition before this offset, milliseconds since 1970 UTC.
        whole_from_ms: Windows that start before this time are incomplete.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_windows.WindowsClosed"

    partition: int
    closed_until_ms: int
    read_from_offset: int
    read_from_ms: int
    whole_from_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "partition": self.partition,
            "closed_until_ms": self.closed_until_ms,
            "read_from_offset": self.read_from_offset,
            "read_from_ms": self.read_from_ms,
            "whole_from_ms": self.whole_from_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> WindowsClosed:
        """The inverse."""
        return cls(
            partition=d["partition"],
            closed_until_ms=d["closed_until_ms"],
            read_from_offset=d["read_from_offset"],
            read_from_ms=d["read_from_ms"],
            whole_from_ms=d["whole_from_ms"],
        )


DriftWindow: TypeAlias = WindowClosed | WindowsClosed

Payload: TypeAlias = DriftWindow

PAYLOADS: Final[Table] = table_of(WindowClosed, WindowsClosed)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.drift_windows","doc":'
    '"Closed windows over inference-samples.","fields":[{"name":"event_id","type"'
    ':"string","doc":"Unique for ever; the deduplication key."},{"name":"key","ty'
    'pe":"string","doc":"The Kafka key: what this topic is ordered by."},{"name":'
    '"occurred_at_ms","type":"long","doc":"When the producer says it happened, mi'
    'lliseconds since 1970 UTC."},{"name":"producer","type":"string","doc":"Servi'
    'ce and instance that wrote the record."},{"name":"correlation_id","type":"st'
    'ring","doc":"Shared by everything that follows from one request."},{"name":"'
    'causation_id","type":["null","string"],"doc":"event_id of the record this on'
    'e follows from.","default":null},{"name":"payload","type":[{"type":"record",'
    '"name":"WindowClosed","doc":"All samples of one series and window, counted o'
    'nce each. A repetition is the same.","fields":[{"name":"repository","type":"'
    'string","doc":"Model: NAMESPACE/NAME."},{"name":"commit","type":"string","do'
    'c":"Version: a commit; empty: the server does not say."},{"name":"task","typ'
    'e":"string","doc":"Task of the requests; empty: none."},{"name":"segment","t'
    'ype":"string","doc":"Segment of the traffic; empty: none."},{"name":"partiti'
    'on","type":"int","doc":"Partition of inference-samples that the samples are '
    'in."},{"name":"start_ms","type":"long","doc":"Start of the window, milliseco'
    'nds since 1970 UTC."},{"name":"end_ms","type":"long","doc":"Its end, exclusi'
    've."},{"name":"seen","type":"long","doc":"Requests that the servers report, '
    'sampled or not."},{"name":"dropped","type":"long","doc":"Samples that server'
    's could not send."},{"name":"sums","type":{"type":"record","name":"WindowSum'
    's","doc":"Sums over the samples of one window.","fields":[{"name":"samples",'
    '"type":"long","doc":"Samples."},{"name":"errors","type":"long","doc":"Sample'
    's whose status is 500 or more."},{"name":"truncated","type":"long","doc":"An'
    'swers that ended at their limit of tokens."},{"name":"refused","type":"long"'
    ',"doc":"Answers that refuse."},{"name":"json_answers","type":"long","doc":"A'
    'nswers to requests for JSON."},{"name":"json_invalid","type":"long","doc":"T'
    'hose that are not JSON."},{"name":"fields","type":"long","doc":"Top-level fi'
    'elds of JSON answers."},{"name":"fields_null","type":"long","doc":"Those tha'
    't are null or empty."},{"name":"ratings","type":{"type":"record","name":"Mom'
    'ents","doc":"Sums of a quantity.","fields":[{"name":"count","type":"long","d'
    'oc":"Values."},{"name":"total","type":"double","doc":"Sum of the values."},{'
    '"name":"squares","type":"double","doc":"Sum of their squares."}],"namespace"'
    ':"muster.drift_windows"},"doc":"Ratings by users, 0 to 1."},{"name":"complet'
    'ions","type":"long","doc":"Reports on whether a user\'s task was completed."}'
    ',{"name":"completed","type":"long","doc":"Those that say so."},{"name":"late'
    'ncy","type":"muster.drift_windows.Moments","doc":"Natural logarithms of 1 + '
    'milliseconds to the last byte."},{"name":"answer_length","type":"muster.drif'
    't_windows.Moments","doc":"Natural logarithms of 1 + characters of the answer'
    '."},{"name":"input_lengths","type":{"type":"array","items":"long"},"doc":"Sa'
    "mples by length of the input in characters: entry i counts lengths of i bina"
    'ry digits."},{"name":"input_tokens","type":{"type":"array","items":"long"},"'
    'doc":"Samples by tokens of the prompt, likewise; those that do not say it ar'
    'e in no entry.","default":[]},{"name":"scripts","type":{"type":"array","item'
    's":{"type":"record","name":"NamedCount","doc":"How often a name came.","fiel'
    'ds":[{"name":"name","type":"string","doc":"The name."},{"name":"count","type'
    '":"long","doc":"How often."}],"namespace":"muster.drift_windows"}},"doc":"Sa'
    'mples by dominant script of the input, the most frequent first; at most 20."'
    '},{"name":"templates","type":{"type":"array","items":"muster.drift_windows.N'
    'amedCount"},"doc":"Samples by hash of the prompt template, likewise."},{"nam'
    'e":"bodies","type":{"type":"array","items":"string"},"doc":"Ids of samples w'
    'ith a body: those with the lowest hashes of their ids, at most 50."}],"names'
    'pace":"muster.drift_windows"},"doc":"Sums over the samples."}],"namespace":"'
    'muster.drift_windows"},{"type":"record","name":"WindowsClosed","doc":"No win'
    'dow of this partition that ends by this time is open any more.","fields":[{"'
    'name":"partition","type":"int","doc":"Partition of inference-samples."},{"na'
    'me":"closed_until_ms","type":"long","doc":"The time, milliseconds since 1970'
    ' UTC."},{"name":"read_from_offset","type":"long","doc":"Offset from which re'
    'ading again rebuilds all windows that are open."},{"name":"read_from_ms","ty'
    'pe":"long","doc":"Time of the partition before this offset, milliseconds sin'
    'ce 1970 UTC."},{"name":"whole_from_ms","type":"long","doc":"Windows that sta'
    'rt before this time are incomplete."}],"namespace":"muster.drift_windows"}],'
    '"doc":"What it says."}]}'
)
