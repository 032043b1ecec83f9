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
    """Number of occurrences of a name.

    Attributes:
        name: The name.
        count: Number of occurrences.
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
        json_invalid: Answers to them that are not JSON.
        fields: Top-level fields of JSON answers.
        fields_null: Such fields that are null or empty.
        ratings: Ratings by users, 0 to 1.
        completions: Reports on whether a user's task was completed.
        completed: Reports that it was completed.
        latency: Natural logarithms of 1 + milliseconds to the last byte.
        answer_length: Natural logarithms of 1 + characters of the answer.
        input_lengths: Samples by length of the input in characters: entry i counts lengths of i
            binary digits.
        input_tokens: Samples by tokens of the prompt, in the same way; samples without this figure
            are in no entry.
        scripts: Samples by dominant script of the input, the most frequent first; at most 20.
        templates: Samples by hash of the prompt template, in the same way.
        bodies: Ids of samples with a body: at most 50, those whose ids have the lowest hashes.
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
    """All samples of one series and window, each counted once. Repetitions are identical.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: the server does not report it.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        partition: Partition of inference-samples that the samples are in.
        start_ms: Start of the window, milliseconds since 1970 UTC.
        end_ms: Its end, exclusive.
        seen: Requests reported by the servers, sampled or not.
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
    """All windows of this partition that end by this time are closed.

    Attributes:
        partition: Partition of inference-samples.
        closed_until_ms: The time, milliseconds since 1970 UTC.
        read_from_offset: Offset from which a reader can rebuild all open windows.
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
    'pe":"string","doc":"Kafka key; records with the same key keep their order."}'
    ',{"name":"occurred_at_ms","type":"long","doc":"Time of the event according t'
    'o the producer, milliseconds since 1970 UTC."},{"name":"producer","type":"st'
    'ring","doc":"Service and instance that wrote the record."},{"name":"correlat'
    'ion_id","type":"string","doc":"Shared by everything that follows from one re'
    'quest."},{"name":"causation_id","type":["null","string"],"doc":"event_id of '
    'the record this one follows from.","default":null},{"name":"payload","type":'
    '[{"type":"record","name":"WindowClosed","doc":"All samples of one series and'
    ' window, each counted once. Repetitions are identical.","fields":[{"name":"r'
    'epository","type":"string","doc":"Model: NAMESPACE/NAME."},{"name":"commit",'
    '"type":"string","doc":"Version: a commit; empty: the server does not report '
    'it."},{"name":"task","type":"string","doc":"Task of the requests; empty: non'
    'e."},{"name":"segment","type":"string","doc":"Segment of the traffic; empty:'
    ' none."},{"name":"partition","type":"int","doc":"Partition of inference-samp'
    'les that the samples are in."},{"name":"start_ms","type":"long","doc":"Start'
    ' of the window, milliseconds since 1970 UTC."},{"name":"end_ms","type":"long'
    '","doc":"Its end, exclusive."},{"name":"seen","type":"long","doc":"Requests '
    'reported by the servers, sampled or not."},{"name":"dropped","type":"long","'
    'doc":"Samples that servers could not send."},{"name":"sums","type":{"type":"'
    'record","name":"WindowSums","doc":"Sums over the samples of one window.","fi'
    'elds":[{"name":"samples","type":"long","doc":"Samples."},{"name":"errors","t'
    'ype":"long","doc":"Samples whose status is 500 or more."},{"name":"truncated'
    '","type":"long","doc":"Answers that ended at their limit of tokens."},{"name'
    '":"refused","type":"long","doc":"Answers that refuse."},{"name":"json_answer'
    's","type":"long","doc":"Answers to requests for JSON."},{"name":"json_invali'
    'd","type":"long","doc":"Answers to them that are not JSON."},{"name":"fields'
    '","type":"long","doc":"Top-level fields of JSON answers."},{"name":"fields_n'
    'ull","type":"long","doc":"Such fields that are null or empty."},{"name":"rat'
    'ings","type":{"type":"record","name":"Moments","doc":"Sums of a quantity.","'
    'fields":[{"name":"count","type":"long","doc":"Values."},{"name":"total","typ'
    'e":"double","doc":"Sum of the values."},{"name":"squares","type":"double","d'
    'oc":"Sum of their squares."}],"namespace":"muster.drift_windows"},"doc":"Rat'
    'ings by users, 0 to 1."},{"name":"completions","type":"long","doc":"Reports '
    'on whether a user\'s task was completed."},{"name":"completed","type":"long",'
    '"doc":"Reports that it was completed."},{"name":"latency","type":"muster.dri'
    'ft_windows.Moments","doc":"Natural logarithms of 1 + milliseconds to the las'
    't byte."},{"name":"answer_length","type":"muster.drift_windows.Moments","doc'
    '":"Natural logarithms of 1 + characters of the answer."},{"name":"input_leng'
    'ths","type":{"type":"array","items":"long"},"doc":"Samples by length of the '
    'input in characters: entry i counts lengths of i binary digits."},{"name":"i'
    'nput_tokens","type":{"type":"array","items":"long"},"doc":"Samples by tokens'
    " of the prompt, in the same way; samples without this figure are in no entry"
    '.","default":[]},{"name":"scripts","type":{"type":"array","items":{"type":"r'
    'ecord","name":"NamedCount","doc":"Number of occurrences of a name.","fields"'
    ':[{"name":"name","type":"string","doc":"The name."},{"name":"count","type":"'
    'long","doc":"Number of occurrences."}],"namespace":"muster.drift_windows"}},'
    '"doc":"Samples by dominant script of the input, the most frequent first; at '
    'most 20."},{"name":"templates","type":{"type":"array","items":"muster.drift_'
    'windows.NamedCount"},"doc":"Samples by hash of the prompt template, in the s'
    'ame way."},{"name":"bodies","type":{"type":"array","items":"string"},"doc":"'
    "Ids of samples with a body: at most 50, those whose ids have the lowest hash"
    'es."}],"namespace":"muster.drift_windows"},"doc":"Sums over the samples."}],'
    '"namespace":"muster.drift_windows"},{"type":"record","name":"WindowsClosed",'
    '"doc":"All windows of this partition that end by this time are closed.","fie'
    'lds":[{"name":"partition","type":"int","doc":"Partition of inference-samples'
    '."},{"name":"closed_until_ms","type":"long","doc":"The time, milliseconds si'
    'nce 1970 UTC."},{"name":"read_from_offset","type":"long","doc":"Offset from '
    'which a reader can rebuild all open windows."},{"name":"read_from_ms","type"'
    ':"long","doc":"Time of the partition before this offset, milliseconds since '
    '1970 UTC."},{"name":"whole_from_ms","type":"long","doc":"Windows that start '
    'before this time are incomplete."}],"namespace":"muster.drift_windows"}],"do'
    'c":"The request."}]}'
)
