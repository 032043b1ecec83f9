"""Samples of production inference, and users' feedback on them.

Generated from schemas/inference-samples.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.wire.datum import Table, branch_of, table_of
from muster.events.wire.record import record


@final
@record
class SampleMessage:
    """One message.

    Attributes:
        role: Role of its author.
        content: Its text.
    """

    AVRO_NAME: ClassVar[str] = "muster.inference_samples.SampleMessage"

    role: str
    content: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "role": self.role,
            "content": self.content,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> SampleMessage:
        """The inverse."""
        return cls(
            role=d["role"],
            content=d["content"],
        )


@final
@record
class SampleBody:
    """Texts of a sample, redacted.

    Attributes:
        conversation: Messages of the request.
        answer: The answer.
        sources: Sources that the request names.
    """

    AVRO_NAME: ClassVar[str] = "muster.inference_samples.SampleBody"

    conversation: tuple[SampleMessage, ...]
    answer: str
    sources: tuple[str, ...]

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "conversation": [x.to_datum() for x in self.conversation],
            "answer": self.answer,
            "sources": list(self.sources),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> SampleBody:
        """The inverse."""
        return cls(
            conversation=tuple(SampleMessage.from_datum(x) for x in d["conversation"]),
            answer=d["answer"],
            sources=tuple(d["sources"]),
        )


@final
@record
class InferenceSampled:
    """One request of production traffic and its answer.

    Attributes:
        sample: Id of the sample.
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: unknown.
        model: Name of the served model.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        template: SHA-256 of the prompt template; empty: unknown.
        one_in: Sampling rate: one in this many requests is sampled.
        status: HTTP status.
        finish_reason: Finish reason that the server reports; empty: unknown.
        latency_ms: Milliseconds to the last byte.
        first_token_ms: Milliseconds to the first token; null: unknown.
        tokens_in: Tokens of the prompt; null: unknown.
        tokens_out: Tokens of the answer; null: unknown.
        characters_in: Characters of the input.
        characters_out: Characters of the answer.
        script: Dominant Unicode script of the input; empty: unknown.
        refused: Whether the answer refuses.
        json_valid: Whether the answer is JSON; null: the request did not ask for JSON.
        fields_null: Top-level fields of a JSON answer that are null or empty; null: it is no JSON
            object.
        fields: Its top-level fields; null: it is no JSON object.
        subject: Keyed hash of the user; empty: none.
        redactions: Number of redacted texts.
        body: Texts; null: not kept here.
        body_key: Key of the body in the store; empty: it is in `body`, or not kept.
    """

    AVRO_NAME: ClassVar[str] = "muster.inference_samples.InferenceSampled"

    sample: str
    repository: str
    commit: str
    model: str
    task: str
    segment: str
    template: str
    one_in: int
    status: int
    finish_reason: str
    latency_ms: int
    first_token_ms: int | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    characters_in: int
    characters_out: int
    script: str
    refused: bool
    json_valid: bool | None = None
    fields_null: int | None = None
    fields: int | None = None
    subject: str
    redactions: int
    body: SampleBody | None = None
    body_key: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "sample": self.sample,
            "repository": self.repository,
            "commit": self.commit,
            "model": self.model,
            "task": self.task,
            "segment": self.segment,
            "template": self.template,
            "one_in": self.one_in,
            "status": self.status,
            "finish_reason": self.finish_reason,
            "latency_ms": self.latency_ms,
            "first_token_ms": self.first_token_ms,
            "tokens_in": self.tokens_in,
            "tokens_out": self.tokens_out,
            "characters_in": self.characters_in,
            "characters_out": self.characters_out,
            "script": self.script,
            "refused": self.refused,
            "json_valid": self.json_valid,
            "fields_null": self.fields_null,
            "fields": self.fields,
            "subject": self.subject,
            "redactions": self.redactions,
            "body": None if self.body is None else self.body.to_datum(),
            "body_key": self.body_key,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> InferenceSampled:
        """The inverse."""
        return cls(
            sample=d["sample"],
            repository=d["repository"],
            commit=d["commit"],
            model=d["model"],
            task=d["task"],
            segment=d["segment"],
            template=d["template"],
            one_in=d["one_in"],
            status=d["status"],
            finish_reason=d["finish_reason"],
            latency_ms=d["latency_ms"],
            first_token_ms=d.get("first_token_ms"),
            tokens_in=d.get("tokens_in"),
            tokens_out=d.get("tokens_out"),
            characters_in=d["characters_in"],
            characters_out=d["characters_out"],
            script=d["script"],
            refused=d["refused"],
            json_valid=d.get("json_valid"),
            fields_null=d.get("fields_null"),
            fields=d.get("fields"),
            subject=d["subject"],
            redactions=d["redactions"],
            body=None if d.get("body") is None else SampleBody.from_datum(branch_of(d["body"])),
            body_key=d.get("body_key", ""),
        )


@final
@record
class FeedbackGiven:
    """A user's report on a sampled answer.

    Attributes:
        sample: Id of the sample.
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: the server does not report it.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        rating: From 0 to 1; null: none.
        completed: Whether the user's task was completed; null: no report.
        subject: Keyed hash of the user; empty: none.
    """

    AVRO_NAME: ClassVar[str] = "muster.inference_samples.FeedbackGiven"

    sample: str
    repository: str
    commit: str
    task: str
    segment: str
    rating: float | None = None
    completed: bool | None = None
    subject: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "sample": self.sample,
            "repository": self.repository,
            "commit": self.commit,
            "task": self.task,
            "segment": self.segment,
            "rating": self.rating,
            "completed": self.completed,
            "subject": self.subject,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> FeedbackGiven:
        """The inverse."""
        return cls(
            sample=d["sample"],
            repository=d["repository"],
            commit=d["commit"],
            task=d["task"],
            segment=d["segment"],
            rating=d.get("rating"),
            completed=d.get("completed"),
            subject=d["subject"],
        )


@final
@record
class TrafficReported:
    """Traffic of one server process; sent even if there is none.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: the server does not report it.
        process: Id of the process.
        since_ms: Start of the period, milliseconds since 1970 UTC.
        until_ms: End of the period.
        seen: Requests.
        sampled: Requests that were sampled.
        dropped: Samples that could not be sent.
        bodies_lost: Bodies that could not be stored; their samples were sent without them.
    """

    AVRO_NAME: ClassVar[str] = "muster.inference_samples.TrafficReported"

    repository: str
    commit: str
    process: str
    since_ms: int
    until_ms: int
    seen: int
    sampled: int
    dropped: int
    bodies_lost: int = 0

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "process": self.process,
            "since_ms": self.since_ms,
            "until_ms": self.until_ms,
            "seen": self.seen,
            "sampled": self.sampled,
            "dropped": self.dropped,
            "bodies_lost": self.bodies_lost,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> TrafficReported:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            process=d["process"],
            since_ms=d["since_ms"],
            until_ms=d["until_ms"],
            seen=d["seen"],
            sampled=d["sampled"],
            dropped=d["dropped"],
            bodies_lost=d.get("bodies_lost", 0),
        )


@final
@record
class ClockTicked:
    """Time has advanced in this partition, so that windows close even without samples.

    Attributes:
        partition: The partition.
    """

    AVRO_NAME: ClassVar[str] = "muster.inference_samples.ClockTicked"

    partition: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "partition": self.partition,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ClockTicked:
        """The inverse."""
        return cls(
            partition=d["partition"],
        )


InferenceSample: TypeAlias = InferenceSampled | FeedbackGiven | TrafficReported | ClockTicked

Payload: TypeAlias = InferenceSample

PAYLOADS: Final[Table] = table_of(InferenceSampled, FeedbackGiven, TrafficReported, ClockTicked)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.inference_samples","d'
    'oc":"Samples of production inference, and users\' feedback on them.","fields"'
    ':[{"name":"event_id","type":"string","doc":"Unique for ever; the deduplicati'
    'on key."},{"name":"key","type":"string","doc":"Kafka key; records with the s'
    'ame key keep their order."},{"name":"occurred_at_ms","type":"long","doc":"Ti'
    'me of the event according to the producer, milliseconds since 1970 UTC."},{"'
    'name":"producer","type":"string","doc":"Service and instance that wrote the '
    'record."},{"name":"correlation_id","type":"string","doc":"Shared by everythi'
    'ng that follows from one request."},{"name":"causation_id","type":["null","s'
    'tring"],"doc":"event_id of the record this one follows from.","default":null'
    '},{"name":"payload","type":[{"type":"record","name":"InferenceSampled","doc"'
    ':"One request of production traffic and its answer.","fields":[{"name":"samp'
    'le","type":"string","doc":"Id of the sample."},{"name":"repository","type":"'
    'string","doc":"Model: NAMESPACE/NAME."},{"name":"commit","type":"string","do'
    'c":"Version: a commit; empty: unknown."},{"name":"model","type":"string","do'
    'c":"Name of the served model."},{"name":"task","type":"string","doc":"Task o'
    'f the requests; empty: none."},{"name":"segment","type":"string","doc":"Segm'
    'ent of the traffic; empty: none."},{"name":"template","type":"string","doc":'
    '"SHA-256 of the prompt template; empty: unknown."},{"name":"one_in","type":"'
    'int","doc":"Sampling rate: one in this many requests is sampled."},{"name":"'
    'status","type":"int","doc":"HTTP status."},{"name":"finish_reason","type":"s'
    'tring","doc":"Finish reason that the server reports; empty: unknown."},{"nam'
    'e":"latency_ms","type":"int","doc":"Milliseconds to the last byte."},{"name"'
    ':"first_token_ms","type":["null","int"],"doc":"Milliseconds to the first tok'
    'en; null: unknown.","default":null},{"name":"tokens_in","type":["null","int"'
    '],"doc":"Tokens of the prompt; null: unknown.","default":null},{"name":"toke'
    'ns_out","type":["null","int"],"doc":"Tokens of the answer; null: unknown.","'
    'default":null},{"name":"characters_in","type":"int","doc":"Characters of the'
    ' input."},{"name":"characters_out","type":"int","doc":"Characters of the ans'
    'wer."},{"name":"script","type":"string","doc":"Dominant Unicode script of th'
    'e input; empty: unknown."},{"name":"refused","type":"boolean","doc":"Whether'
    ' the answer refuses."},{"name":"json_valid","type":["null","boolean"],"doc":'
    '"Whether the answer is JSON; null: the request did not ask for JSON.","defau'
    'lt":null},{"name":"fields_null","type":["null","int"],"doc":"Top-level field'
    's of a JSON answer that are null or empty; null: it is no JSON object.","def'
    'ault":null},{"name":"fields","type":["null","int"],"doc":"Its top-level fiel'
    'ds; null: it is no JSON object.","default":null},{"name":"subject","type":"s'
    'tring","doc":"Keyed hash of the user; empty: none."},{"name":"redactions","t'
    'ype":"int","doc":"Number of redacted texts."},{"name":"body","type":["null",'
    '{"type":"record","name":"SampleBody","doc":"Texts of a sample, redacted.","f'
    'ields":[{"name":"conversation","type":{"type":"array","items":{"type":"recor'
    'd","name":"SampleMessage","doc":"One message.","fields":[{"name":"role","typ'
    'e":"string","doc":"Role of its author."},{"name":"content","type":"string","'
    'doc":"Its text."}],"namespace":"muster.inference_samples"}},"doc":"Messages '
    'of the request."},{"name":"answer","type":"string","doc":"The answer."},{"na'
    'me":"sources","type":{"type":"array","items":"string"},"doc":"Sources that t'
    'he request names."}],"namespace":"muster.inference_samples"}],"doc":"Texts; '
    'null: not kept here.","default":null},{"name":"body_key","type":"string","do'
    'c":"Key of the body in the store; empty: it is in `body`, or not kept.","def'
    'ault":""}],"namespace":"muster.inference_samples"},{"type":"record","name":"'
    'FeedbackGiven","doc":"A user\'s report on a sampled answer.","fields":[{"name'
    '":"sample","type":"string","doc":"Id of the sample."},{"name":"repository","'
    'type":"string","doc":"Model: NAMESPACE/NAME."},{"name":"commit","type":"stri'
    'ng","doc":"Version: a commit; empty: the server does not report it."},{"name'
    '":"task","type":"string","doc":"Task of the requests; empty: none."},{"name"'
    ':"segment","type":"string","doc":"Segment of the traffic; empty: none."},{"n'
    'ame":"rating","type":["null","double"],"doc":"From 0 to 1; null: none.","def'
    'ault":null},{"name":"completed","type":["null","boolean"],"doc":"Whether the'
    ' user\'s task was completed; null: no report.","default":null},{"name":"subje'
    'ct","type":"string","doc":"Keyed hash of the user; empty: none."}],"namespac'
    'e":"muster.inference_samples"},{"type":"record","name":"TrafficReported","do'
    'c":"Traffic of one server process; sent even if there is none.","fields":[{"'
    'name":"repository","type":"string","doc":"Model: NAMESPACE/NAME."},{"name":"'
    'commit","type":"string","doc":"Version: a commit; empty: the server does not'
    ' report it."},{"name":"process","type":"string","doc":"Id of the process."},'
    '{"name":"since_ms","type":"long","doc":"Start of the period, milliseconds si'
    'nce 1970 UTC."},{"name":"until_ms","type":"long","doc":"End of the period."}'
    ',{"name":"seen","type":"long","doc":"Requests."},{"name":"sampled","type":"l'
    'ong","doc":"Requests that were sampled."},{"name":"dropped","type":"long","d'
    'oc":"Samples that could not be sent."},{"name":"bodies_lost","type":"long","'
    'doc":"Bodies that could not be stored; their samples were sent without them.'
    '","default":0}],"namespace":"muster.inference_samples"},{"type":"record","na'
    'me":"ClockTicked","doc":"Time has advanced in this partition, so that window'
    's close even without samples.","fields":[{"name":"partition","type":"int","d'
    'oc":"The partition."}],"namespace":"muster.inference_samples"}],"doc":"The r'
    'equest."}]}'
)
