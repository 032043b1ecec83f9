"""Work of drift: its own notes, and orders to its workers.

Generated from schemas/drift-work.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.drift_events import Side
from muster.events.drift_windows import WindowSums
from muster.events.eval_commands import TokenPrice
from muster.events.shared.watermarks import Watermark
from muster.events.shared.work_orders import (
    WorkEnded,
    WorkerLost,
    WorkerRenewed,
    WorkLost,
    WorkOrdered,
    WorkParked,
    WorkQueued,
    WorkReturned,
)
from muster.events.wire.datum import Table, branch_of, table_of
from muster.events.wire.record import record


@final
@record
class WindowCounted:
    """A window is counted in the open subgroup of its series.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: the server does not report it.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        partition: Partition of inference-samples that the samples are in.
        start_ms: Start of the window, milliseconds since 1970 UTC.
        end_ms: Its end, exclusive.
        subgroup_end_ms: End of the subgroup that contains it.
        seen: Requests reported by the servers, sampled or not.
        dropped: Samples that servers could not send.
        sums: Sums over the samples.
        tenant: Organisation that owns it.
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
    """A series is no longer measured: it has had no samples for a long time.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: the server does not report it.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        tenant: Organisation that owns it.
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
    """All windows of a partition that end by this time are closed.

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


@final
@record
class JudgeMet:
    """An eval config is in force.

    Attributes:
        config: Its name, unique in the organisation.
        document: The config as canonical JSON.
        judge_hash: Hash of its judge; empty: it has none.
        tenant: Organisation that owns it.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_work.JudgeMet"

    config: str
    document: str
    judge_hash: str
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "config": self.config,
            "document": self.document,
            "judge_hash": self.judge_hash,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JudgeMet:
        """The inverse."""
        return cls(
            config=d["config"],
            document=d["document"],
            judge_hash=d["judge_hash"],
            tenant=d["tenant"],
        )


@final
@record
class PriceMet:
    """A model's tokens have a price.

    Attributes:
        model: Model.
        endpoint: SCHEME://HOST:PORT; empty: any.
        price: Price; null: none.
        tenant: Organisation that owns it.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_work.PriceMet"

    model: str
    endpoint: str
    price: TokenPrice | None
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "model": self.model,
            "endpoint": self.endpoint,
            "price": None if self.price is None else self.price.to_datum(),
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> PriceMet:
        """The inverse."""
        return cls(
            model=d["model"],
            endpoint=d["endpoint"],
            price=None if d["price"] is None else TokenPrice.from_datum(branch_of(d["price"])),
            tenant=d["tenant"],
        )


@final
@record
class ModelMet:
    """Name of a model repository.

    Attributes:
        repository: Id of the repository.
        full_name: NAMESPACE/NAME; empty: it is deleted.
        tenant: Organisation that owns it.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_work.ModelMet"

    repository: str
    full_name: str
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "full_name": self.full_name,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ModelMet:
        """The inverse."""
        return cls(
            repository=d["repository"],
            full_name=d["full_name"],
            tenant=d["tenant"],
        )


@final
@record
class PointerMet:
    """The pointer `production` of a repository points to another version.

    Attributes:
        repository: Id of the repository.
        commit: The commit; empty: none.
        tenant: Organisation that owns it.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_work.PointerMet"

    repository: str
    commit: str
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> PointerMet:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            tenant=d["tenant"],
        )


@final
@record
class SubgroupWaits:
    """Samples of a subgroup wait to be judged.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: the server does not report it.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        start_ms: Start of the subgroup, milliseconds since 1970 UTC.
        end_ms: Its end, exclusive.
        partition: Partition of inference-samples that the samples are in.
        samples: Their ids.
        tenant: Organisation that owns it.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_work.SubgroupWaits"

    repository: str
    commit: str
    task: str
    segment: str
    start_ms: int
    end_ms: int
    partition: int
    samples: tuple[str, ...]
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "task": self.task,
            "segment": self.segment,
            "start_ms": self.start_ms,
            "end_ms": self.end_ms,
            "partition": self.partition,
            "samples": list(self.samples),
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> SubgroupWaits:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            task=d["task"],
            segment=d["segment"],
            start_ms=d["start_ms"],
            end_ms=d["end_ms"],
            partition=d["partition"],
            samples=tuple(d["samples"]),
            tenant=d["tenant"],
        )


@final
@record
class ScoresAsked:
    """The eval service is asked to score kept answers of a version.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: The version: a commit.
        config: Name of the eval config whose judge scores.
        run: Id of the run.
        anchors: Whether the judge is checked; otherwise the answers are the baseline.
        judge_hash: Required hash of the judge.
        at_ms: When, milliseconds since 1970 UTC.
        tenant: Organisation that owns it.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_work.ScoresAsked"

    repository: str
    commit: str
    config: str
    run: str
    anchors: bool
    judge_hash: str
    at_ms: int
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "config": self.config,
            "run": self.run,
            "anchors": self.anchors,
            "judge_hash": self.judge_hash,
            "at_ms": self.at_ms,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ScoresAsked:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            config=d["config"],
            run=d["run"],
            anchors=d["anchors"],
            judge_hash=d["judge_hash"],
            at_ms=d["at_ms"],
            tenant=d["tenant"],
        )


@final
@record
class AlarmHeld:
    """Quality has moved; the judge is checked before an alarm is raised.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: the server does not report it.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        measure: The measure.
        side: Direction of the change.
        at_ms: End of the subgroup that raised the signal.
        tenant: Organisation that owns it.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_work.AlarmHeld"

    repository: str
    commit: str
    task: str
    segment: str
    measure: str
    side: Side
    at_ms: int
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "task": self.task,
            "segment": self.segment,
            "measure": self.measure,
            "side": self.side,
            "at_ms": self.at_ms,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> AlarmHeld:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            task=d["task"],
            segment=d["segment"],
            measure=d["measure"],
            side=Side(d["side"]),
            at_ms=d["at_ms"],
            tenant=d["tenant"],
        )


@final
@record
class AlarmDropped:
    """A held alarm is dropped: the judge has moved.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: the server does not report it.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        measure: The measure.
        tenant: Organisation that owns it.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_work.AlarmDropped"

    repository: str
    commit: str
    task: str
    segment: str
    measure: str
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "task": self.task,
            "segment": self.segment,
            "measure": self.measure,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> AlarmDropped:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            task=d["task"],
            segment=d["segment"],
            measure=d["measure"],
            tenant=d["tenant"],
        )


@final
@record
class CasesAsked:
    """The worst samples of an alarm are to be proposed as golden cases.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        alarm: The alarm.
        golden_set: Name of the golden set.
        tenant: Organisation that owns it.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_work.CasesAsked"

    repository: str
    alarm: str
    golden_set: str
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "alarm": self.alarm,
            "golden_set": self.golden_set,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CasesAsked:
        """The inverse."""
        return cls(
            repository=d["repository"],
            alarm=d["alarm"],
            golden_set=d["golden_set"],
            tenant=d["tenant"],
        )


DriftWork: TypeAlias = (
    WindowCounted
    | SeriesEnded
    | TimeAdvanced
    | JudgeMet
    | PriceMet
    | ModelMet
    | PointerMet
    | SubgroupWaits
    | ScoresAsked
    | AlarmHeld
    | AlarmDropped
    | CasesAsked
    | WorkQueued
    | WorkOrdered
    | WorkLost
    | WorkEnded
    | WorkParked
    | WorkReturned
    | WorkerRenewed
    | WorkerLost
)

Payload: TypeAlias = DriftWork | Watermark

PAYLOADS: Final[Table] = table_of(
    WindowCounted,
    SeriesEnded,
    TimeAdvanced,
    JudgeMet,
    PriceMet,
    ModelMet,
    PointerMet,
    SubgroupWaits,
    ScoresAsked,
    AlarmHeld,
    AlarmDropped,
    CasesAsked,
    WorkQueued,
    WorkOrdered,
    WorkLost,
    WorkEnded,
    WorkParked,
    WorkReturned,
    WorkerRenewed,
    WorkerLost,
    Watermark,
)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.drift_work","doc":"Wo'
    'rk of drift: its own notes, and orders to its workers.","fields":[{"name":"e'
    'vent_id","type":"string","doc":"Unique for ever; the deduplication key."},{"'
    'name":"key","type":"string","doc":"Kafka key; records with the same key keep'
    ' their order."},{"name":"occurred_at_ms","type":"long","doc":"Time of the ev'
    'ent according to the producer, milliseconds since 1970 UTC."},{"name":"produ'
    'cer","type":"string","doc":"Service and instance that wrote the record."},{"'
    'name":"correlation_id","type":"string","doc":"Shared by everything that foll'
    'ows from one request."},{"name":"causation_id","type":["null","string"],"doc'
    '":"event_id of the record this one follows from.","default":null},{"name":"s'
    'eq","type":["null","long"],"doc":"seq of the input it follows from; facts of'
    " all partitions are ordered by seq, then index. Null: the writer assigns no "
    'order.","default":null},{"name":"index","type":["null","int"],"doc":"Index a'
    'mong the consequences of that input, from 0; orders count as well.","default'
    '":null},{"name":"tenant","type":["null","string"],"doc":"The tenant it belon'
    'gs to; null: no tenant.","default":null},{"name":"payload","type":[{"type":"'
    'record","name":"WindowCounted","doc":"A window is counted in the open subgro'
    'up of its series.","fields":[{"name":"repository","type":"string","doc":"Mod'
    'el: NAMESPACE/NAME."},{"name":"commit","type":"string","doc":"Version: a com'
    'mit; empty: the server does not report it."},{"name":"task","type":"string",'
    '"doc":"Task of the requests; empty: none."},{"name":"segment","type":"string'
    '","doc":"Segment of the traffic; empty: none."},{"name":"partition","type":"'
    'int","doc":"Partition of inference-samples that the samples are in."},{"name'
    '":"start_ms","type":"long","doc":"Start of the window, milliseconds since 19'
    '70 UTC."},{"name":"end_ms","type":"long","doc":"Its end, exclusive."},{"name'
    '":"subgroup_end_ms","type":"long","doc":"End of the subgroup that contains i'
    't."},{"name":"seen","type":"long","doc":"Requests reported by the servers, s'
    'ampled or not."},{"name":"dropped","type":"long","doc":"Samples that servers'
    ' could not send."},{"name":"sums","type":{"type":"record","name":"WindowSums'
    '","doc":"Sums over the samples of one window.","fields":[{"name":"samples","'
    'type":"long","doc":"Samples."},{"name":"errors","type":"long","doc":"Samples'
    ' whose status is 500 or more."},{"name":"truncated","type":"long","doc":"Ans'
    'wers that ended at their limit of tokens."},{"name":"refused","type":"long",'
    '"doc":"Answers that refuse."},{"name":"json_answers","type":"long","doc":"An'
    'swers to requests for JSON."},{"name":"json_invalid","type":"long","doc":"An'
    'swers to them that are not JSON."},{"name":"fields","type":"long","doc":"Top'
    '-level fields of JSON answers."},{"name":"fields_null","type":"long","doc":"'
    'Such fields that are null or empty."},{"name":"ratings","type":{"type":"reco'
    'rd","name":"Moments","doc":"Sums of a quantity.","fields":[{"name":"count","'
    'type":"long","doc":"Values."},{"name":"total","type":"double","doc":"Sum of '
    'the values."},{"name":"squares","type":"double","doc":"Sum of their squares.'
    '"}],"namespace":"muster.drift_windows"},"doc":"Ratings by users, 0 to 1."},{'
    '"name":"completions","type":"long","doc":"Reports on whether a user\'s task w'
    'as completed."},{"name":"completed","type":"long","doc":"Reports that it was'
    ' completed."},{"name":"latency","type":"muster.drift_windows.Moments","doc":'
    '"Natural logarithms of 1 + milliseconds to the last byte."},{"name":"answer_'
    'length","type":"muster.drift_windows.Moments","doc":"Natural logarithms of 1'
    ' + characters of the answer."},{"name":"input_lengths","type":{"type":"array'
    '","items":"long"},"doc":"Samples by length of the input in characters: entry'
    ' i counts lengths of i binary digits."},{"name":"input_tokens","type":{"type'
    '":"array","items":"long"},"doc":"Samples by tokens of the prompt, in the sam'
    'e way; samples without this figure are in no entry.","default":[]},{"name":"'
    'scripts","type":{"type":"array","items":{"type":"record","name":"NamedCount"'
    ',"doc":"Number of occurrences of a name.","fields":[{"name":"name","type":"s'
    'tring","doc":"The name."},{"name":"count","type":"long","doc":"Number of occ'
    'urrences."}],"namespace":"muster.drift_windows"}},"doc":"Samples by dominant'
    ' script of the input, the most frequent first; at most 20."},{"name":"templa'
    'tes","type":{"type":"array","items":"muster.drift_windows.NamedCount"},"doc"'
    ':"Samples by hash of the prompt template, in the same way."},{"name":"bodies'
    '","type":{"type":"array","items":"string"},"doc":"Ids of samples with a body'
    ': at most 50, those whose ids have the lowest hashes."}],"namespace":"muster'
    '.drift_windows"},"doc":"Sums over the samples."},{"name":"tenant","type":"st'
    'ring","doc":"Organisation that owns it."}],"namespace":"muster.drift_work"},'
    '{"type":"record","name":"SeriesEnded","doc":"A series is no longer measured:'
    ' it has had no samples for a long time.","fields":[{"name":"repository","typ'
    'e":"string","doc":"Model: NAMESPACE/NAME."},{"name":"commit","type":"string"'
    ',"doc":"Version: a commit; empty: the server does not report it."},{"name":"'
    'task","type":"string","doc":"Task of the requests; empty: none."},{"name":"s'
    'egment","type":"string","doc":"Segment of the traffic; empty: none."},{"name'
    '":"tenant","type":"string","doc":"Organisation that owns it."}],"namespace":'
    '"muster.drift_work"},{"type":"record","name":"TimeAdvanced","doc":"All windo'
    'ws of a partition that end by this time are closed.","fields":[{"name":"part'
    'ition","type":"int","doc":"Partition of inference-samples."},{"name":"closed'
    '_until_ms","type":"long","doc":"The time, milliseconds since 1970 UTC."}],"n'
    'amespace":"muster.drift_work"},{"type":"record","name":"JudgeMet","doc":"An '
    'eval config is in force.","fields":[{"name":"config","type":"string","doc":"'
    'Its name, unique in the organisation."},{"name":"document","type":"string","'
    'doc":"The config as canonical JSON."},{"name":"judge_hash","type":"string","'
    'doc":"Hash of its judge; empty: it has none."},{"name":"tenant","type":"stri'
    'ng","doc":"Organisation that owns it."}],"namespace":"muster.drift_work"},{"'
    'type":"record","name":"PriceMet","doc":"A model\'s tokens have a price.","fie'
    'lds":[{"name":"model","type":"string","doc":"Model."},{"name":"endpoint","ty'
    'pe":"string","doc":"SCHEME://HOST:PORT; empty: any."},{"name":"price","type"'
    ':["null",{"type":"record","name":"TokenPrice","doc":"Price of a model\'s toke'
    'ns, millionths of a dollar for 10^6 of them.","fields":[{"name":"input_micro'
    's","type":"long","doc":"Price of prompt tokens."},{"name":"output_micros","t'
    'ype":"long","doc":"Price of generated tokens."},{"name":"cached_micros","typ'
    'e":["null","long"],"doc":"Price of prompt tokens that the endpoint had cache'
    'd; null: that of other prompt tokens.","default":null}],"namespace":"muster.'
    'eval_commands"}],"doc":"Price; null: none."},{"name":"tenant","type":"string'
    '","doc":"Organisation that owns it."}],"namespace":"muster.drift_work"},{"ty'
    'pe":"record","name":"ModelMet","doc":"Name of a model repository.","fields":'
    '[{"name":"repository","type":"string","doc":"Id of the repository."},{"name"'
    ':"full_name","type":"string","doc":"NAMESPACE/NAME; empty: it is deleted."},'
    '{"name":"tenant","type":"string","doc":"Organisation that owns it."}],"names'
    'pace":"muster.drift_work"},{"type":"record","name":"PointerMet","doc":"The p'
    'ointer `production` of a repository points to another version.","fields":[{"'
    'name":"repository","type":"string","doc":"Id of the repository."},{"name":"c'
    'ommit","type":"string","doc":"The commit; empty: none."},{"name":"tenant","t'
    'ype":"string","doc":"Organisation that owns it."}],"namespace":"muster.drift'
    '_work"},{"type":"record","name":"SubgroupWaits","doc":"Samples of a subgroup'
    ' wait to be judged.","fields":[{"name":"repository","type":"string","doc":"M'
    'odel: NAMESPACE/NAME."},{"name":"commit","type":"string","doc":"Version: a c'
    'ommit; empty: the server does not report it."},{"name":"task","type":"string'
    '","doc":"Task of the requests; empty: none."},{"name":"segment","type":"stri'
    'ng","doc":"Segment of the traffic; empty: none."},{"name":"start_ms","type":'
    '"long","doc":"Start of the subgroup, milliseconds since 1970 UTC."},{"name":'
    '"end_ms","type":"long","doc":"Its end, exclusive."},{"name":"partition","typ'
    'e":"int","doc":"Partition of inference-samples that the samples are in."},{"'
    'name":"samples","type":{"type":"array","items":"string"},"doc":"Their ids."}'
    ',{"name":"tenant","type":"string","doc":"Organisation that owns it."}],"name'
    'space":"muster.drift_work"},{"type":"record","name":"ScoresAsked","doc":"The'
    ' eval service is asked to score kept answers of a version.","fields":[{"name'
    '":"repository","type":"string","doc":"Model: NAMESPACE/NAME."},{"name":"comm'
    'it","type":"string","doc":"The version: a commit."},{"name":"config","type":'
    '"string","doc":"Name of the eval config whose judge scores."},{"name":"run",'
    '"type":"string","doc":"Id of the run."},{"name":"anchors","type":"boolean","'
    'doc":"Whether the judge is checked; otherwise the answers are the baseline."'
    '},{"name":"judge_hash","type":"string","doc":"Required hash of the judge."},'
    '{"name":"at_ms","type":"long","doc":"When, milliseconds since 1970 UTC."},{"'
    'name":"tenant","type":"string","doc":"Organisation that owns it."}],"namespa'
    'ce":"muster.drift_work"},{"type":"record","name":"AlarmHeld","doc":"Quality '
    'has moved; the judge is checked before an alarm is raised.","fields":[{"name'
    '":"repository","type":"string","doc":"Model: NAMESPACE/NAME."},{"name":"comm'
    'it","type":"string","doc":"Version: a commit; empty: the server does not rep'
    'ort it."},{"name":"task","type":"string","doc":"Task of the requests; empty:'
    ' none."},{"name":"segment","type":"string","doc":"Segment of the traffic; em'
    'pty: none."},{"name":"measure","type":"string","doc":"The measure."},{"name"'
    ':"side","type":{"type":"enum","name":"Side","doc":"Direction of a change.","'
    'symbols":["LOW","HIGH"],"namespace":"muster.drift_events"},"doc":"Direction '
    'of the change."},{"name":"at_ms","type":"long","doc":"End of the subgroup th'
    'at raised the signal."},{"name":"tenant","type":"string","doc":"Organisation'
    ' that owns it."}],"namespace":"muster.drift_work"},{"type":"record","name":"'
    'AlarmDropped","doc":"A held alarm is dropped: the judge has moved.","fields"'
    ':[{"name":"repository","type":"string","doc":"Model: NAMESPACE/NAME."},{"nam'
    'e":"commit","type":"string","doc":"Version: a commit; empty: the server does'
    ' not report it."},{"name":"task","type":"string","doc":"Task of the requests'
    '; empty: none."},{"name":"segment","type":"string","doc":"Segment of the tra'
    'ffic; empty: none."},{"name":"measure","type":"string","doc":"The measure."}'
    ',{"name":"tenant","type":"string","doc":"Organisation that owns it."}],"name'
    'space":"muster.drift_work"},{"type":"record","name":"CasesAsked","doc":"The '
    'worst samples of an alarm are to be proposed as golden cases.","fields":[{"n'
    'ame":"repository","type":"string","doc":"Model: NAMESPACE/NAME."},{"name":"a'
    'larm","type":"string","doc":"The alarm."},{"name":"golden_set","type":"strin'
    'g","doc":"Name of the golden set."},{"name":"tenant","type":"string","doc":"'
    'Organisation that owns it."}],"namespace":"muster.drift_work"},{"type":"reco'
    'rd","name":"WorkQueued","doc":"Work waits for a worker.","subject":"work","f'
    'ields":[{"name":"work_id","type":"string","doc":"Item of work."},{"name":"pr'
    'iority","type":"int","doc":"Larger goes first; 0 to 999."},{"name":"body","t'
    'ype":"bytes","doc":"The task, in a form agreed between the service and its w'
    'orkers."}],"namespace":"muster.work_orders"},{"type":"record","name":"WorkOr'
    'dered","doc":"A worker is to do this once; this record is the order.","subje'
    'ct":"work","fields":[{"name":"work_id","type":"string","doc":"Item of work."'
    '},{"name":"attempt","type":"int","doc":"Which attempt, from 1."},{"name":"ep'
    'och","type":"long","doc":"Epoch of the leader that ordered it; a worker that'
    ' has seen a newer one refuses it."},{"name":"worker_id","type":"string","doc'
    '":"Worker."},{"name":"incarnation","type":"long","doc":"Incarnation of the w'
    'orker; grows with every start."},{"name":"priority","type":"int","doc":"Larg'
    'er goes first."},{"name":"body","type":"bytes","doc":"The task."}],"namespac'
    'e":"muster.work_orders"},{"type":"record","name":"WorkLost","doc":"An attemp'
    't ended without a result; the work waits again, unless it is set aside.","su'
    'bject":"work","fields":[{"name":"work_id","type":"string","doc":"Item of wor'
    'k."},{"name":"attempt","type":"int","doc":"Which attempt, from 1."},{"name":'
    '"worker_id","type":"string","doc":"Worker."},{"name":"reason","type":"string'
    '","doc":"Reason, in words."},{"name":"died","type":"boolean","default":true,'
    '"doc":"Whether its own process died; false: its worker was lost, which need '
    'not be its fault."}],"namespace":"muster.work_orders"},{"type":"record","nam'
    'e":"WorkEnded","doc":"The work is done.","subject":"work","fields":[{"name":'
    '"work_id","type":"string","doc":"Item of work."},{"name":"attempt","type":"i'
    'nt","doc":"Which attempt, from 1."},{"name":"worker_id","type":"string","doc'
    '":"Worker."},{"name":"result","type":"bytes","doc":"Result, in a form agreed'
    ' between the service and its workers."}],"namespace":"muster.work_orders"},{'
    '"type":"record","name":"WorkParked","doc":"Work was set aside after too many'
    ' attempts died; it waits for a person.","subject":"work","fields":[{"name":"'
    'work_id","type":"string","doc":"Item of work."},{"name":"attempt","type":"in'
    't","doc":"Which attempt, from 1."},{"name":"reason","type":"string","doc":"R'
    'eason why the last attempt died."}],"namespace":"muster.work_orders"},{"type'
    '":"record","name":"WorkReturned","doc":"Work that was set aside waits for a '
    'worker again, as new.","subject":"work","fields":[{"name":"work_id","type":"'
    'string","doc":"Item of work."}],"namespace":"muster.work_orders"},{"type":"r'
    'ecord","name":"WorkerRenewed","doc":"A worker is alive and takes orders.","s'
    'ubject":"work","fields":[{"name":"worker_id","type":"string","doc":"Worker."'
    '},{"name":"incarnation","type":"long","doc":"Incarnation of the worker; grow'
    's with every start."},{"name":"slots","type":"int","doc":"Number of items th'
    'at it does at a time; 0: it takes no more."},{"name":"until_ms","type":"long'
    '","doc":"End of its lease, milliseconds since 1970 UTC."}],"namespace":"must'
    'er.work_orders"},{"type":"record","name":"WorkerLost","doc":"A worker\'s leas'
    'e expired, or it started again.","subject":"work","fields":[{"name":"worker_'
    'id","type":"string","doc":"Worker."},{"name":"incarnation","type":"long","do'
    'c":"Incarnation of the worker; grows with every start."},{"name":"reason","t'
    'ype":"string","doc":"Reason, in words."}],"namespace":"muster.work_orders"},'
    '{"type":"record","name":"Watermark","doc":"Every fact of the topic with this'
    ' seq or a lower one precedes this record, in every partition.","subject":"lo'
    'g","fields":[{"name":"seq","type":"long","doc":"seq of the newest input whos'
    'e consequences are all written."},{"name":"at_ms","type":"long","doc":"Time '
    'of the batch it ends, milliseconds since 1970 UTC."}],"namespace":"muster.wa'
    'termarks"}],"doc":"The event, or the task."}]}'
)
