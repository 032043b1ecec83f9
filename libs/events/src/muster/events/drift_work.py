"""Work of drift: what it notes for itself, and orders to its workers.

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


@final
@record
class JudgeMet:
    """An eval config is in force.

    Attributes:
        config: Its name, unique in the organisation.
        document: The config as canonical JSON.
        judge_hash: Hash of its judge; empty: it has none.
        tenant: Organisation whose it is.
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
        tenant: Organisation whose it is.
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
    """A model repository has this name.

    Attributes:
        repository: Id of the repository.
        full_name: NAMESPACE/NAME; empty: it is deleted.
        tenant: Organisation whose it is.
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
    """The pointer `production` of a repository leads to another version.

    Attributes:
        repository: Id of the repository.
        commit: The commit; empty: to none.
        tenant: Organisation whose it is.
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
    """Samples of a subgroup are to be judged.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: the server does not say.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        start_ms: Start of the subgroup, milliseconds since 1970 UTC.
        end_ms: Its end, exclusive.
        partition: Partition of inference-samples that the samples are in.
        samples: Their ids.
        tenant: Organisation whose it is.
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
    """The eval service is to score kept answers of a version.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: The version: a commit.
        config: Name of the eval config whose judge scores.
        run: Id of the run.
        anchors: Whether the judge is checked; otherwise the answers are the baseline.
        judge_hash: Hash that the judge must have.
        at_ms: When, milliseconds since 1970 UTC.
        tenant: Organisation whose it is.
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
    """Quality has moved, and the judge is checked before an alarm is raised.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: the server does not say.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        measure: The measure.
        side: Direction of the change.
        at_ms: End of the subgroup that gave the signal.
        tenant: Organisation whose it is.
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
    """An alarm that was held is not raised: the judge has moved.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: the server does not say.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        measure: The measure.
        tenant: Organisation whose it is.
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
        tenant: Organisation whose it is.
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
    'rk of drift: what it notes for itself, and orders to its workers.","fields":'
    '[{"name":"event_id","type":"string","doc":"Unique for ever; the deduplicatio'
    'n key."},{"name":"key","type":"string","doc":"The Kafka key: what this topic'
    ' is ordered by."},{"name":"occurred_at_ms","type":"long","doc":"When the pro'
    'ducer says it happened, milliseconds since 1970 UTC."},{"name":"producer","t'
    'ype":"string","doc":"Service and instance that wrote the record."},{"name":"'
    'correlation_id","type":"string","doc":"Shared by everything that follows fro'
    'm one request."},{"name":"causation_id","type":["null","string"],"doc":"even'
    't_id of the record this one follows from.","default":null},{"name":"seq","ty'
    'pe":["null","long"],"doc":"seq of the input it follows from: facts of all pa'
    "rtitions are ordered by seq, then index. Null: its writer has no such order."
    '","default":null},{"name":"index","type":["null","int"],"doc":"Which of that'
    ' input\'s consequences it is, rising from 0; orders count, too.","default":nu'
    'll},{"name":"tenant","type":["null","string"],"doc":"The tenant it belongs t'
    'o; null: no tenant.","default":null},{"name":"payload","type":[{"type":"reco'
    'rd","name":"WindowCounted","doc":"A window counts in the subgroup of its ser'
    'ies that is open.","fields":[{"name":"repository","type":"string","doc":"Mod'
    'el: NAMESPACE/NAME."},{"name":"commit","type":"string","doc":"Version: a com'
    'mit; empty: the server does not say."},{"name":"task","type":"string","doc":'
    '"Task of the requests; empty: none."},{"name":"segment","type":"string","doc'
    '":"Segment of the traffic; empty: none."},{"name":"partition","type":"int","'
    'doc":"Partition of inference-samples that the samples are in."},{"name":"sta'
    'rt_ms","type":"long","doc":"Start of the window, milliseconds since 1970 UTC'
    '."},{"name":"end_ms","type":"long","doc":"Its end, exclusive."},{"name":"sub'
    'group_end_ms","type":"long","doc":"End of the subgroup that it is part of."}'
    ',{"name":"seen","type":"long","doc":"Requests that the servers report, sampl'
    'ed or not."},{"name":"dropped","type":"long","doc":"Samples that servers cou'
    'ld not send."},{"name":"sums","type":{"type":"record","name":"WindowSums","d'
    'oc":"Sums over the samples of one window.","fields":[{"name":"samples","type'
    '":"long","doc":"Samples."},{"name":"errors","type":"long","doc":"Samples who'
    'se status is 500 or more."},{"name":"truncated","type":"long","doc":"Answers'
    ' that ended at their limit of tokens."},{"name":"refused","type":"long","doc'
    '":"Answers that refuse."},{"name":"json_answers","type":"long","doc":"Answer'
    's to requests for JSON."},{"name":"json_invalid","type":"long","doc":"Those '
    'that are not JSON."},{"name":"fields","type":"long","doc":"Top-level fields '
    'of JSON answers."},{"name":"fields_null","type":"long","doc":"Those that are'
    ' null or empty."},{"name":"ratings","type":{"type":"record","name":"Moments"'
    ',"doc":"Sums of a quantity.","fields":[{"name":"count","type":"long","doc":"'
    'Values."},{"name":"total","type":"double","doc":"Sum of the values."},{"name'
    '":"squares","type":"double","doc":"Sum of their squares."}],"namespace":"mus'
    'ter.drift_windows"},"doc":"Ratings by users, 0 to 1."},{"name":"completions"'
    ',"type":"long","doc":"Reports on whether a user\'s task was completed."},{"na'
    'me":"completed","type":"long","doc":"Those that say so."},{"name":"latency",'
    '"type":"muster.drift_windows.Moments","doc":"Natural logarithms of 1 + milli'
    'seconds to the last byte."},{"name":"answer_length","type":"muster.drift_win'
    'dows.Moments","doc":"Natural logarithms of 1 + characters of the answer."},{'
    '"name":"input_lengths","type":{"type":"array","items":"long"},"doc":"Samples'
    " by length of the input in characters: entry i counts lengths of i binary di"
    'gits."},{"name":"input_tokens","type":{"type":"array","items":"long"},"doc":'
    '"Samples by tokens of the prompt, likewise; those that do not say it are in '
    'no entry.","default":[]},{"name":"scripts","type":{"type":"array","items":{"'
    'type":"record","name":"NamedCount","doc":"How often a name came.","fields":['
    '{"name":"name","type":"string","doc":"The name."},{"name":"count","type":"lo'
    'ng","doc":"How often."}],"namespace":"muster.drift_windows"}},"doc":"Samples'
    ' by dominant script of the input, the most frequent first; at most 20."},{"n'
    'ame":"templates","type":{"type":"array","items":"muster.drift_windows.NamedC'
    'ount"},"doc":"Samples by hash of the prompt template, likewise."},{"name":"b'
    'odies","type":{"type":"array","items":"string"},"doc":"Ids of samples with a'
    ' body: those with the lowest hashes of their ids, at most 50."}],"namespace"'
    ':"muster.drift_windows"},"doc":"Sums over the samples."},{"name":"tenant","t'
    'ype":"string","doc":"Organisation whose it is."}],"namespace":"muster.drift_'
    'work"},{"type":"record","name":"SeriesEnded","doc":"A series is not measured'
    ' any more: it has had no samples for a long time.","fields":[{"name":"reposi'
    'tory","type":"string","doc":"Model: NAMESPACE/NAME."},{"name":"commit","type'
    '":"string","doc":"Version: a commit; empty: the server does not say."},{"nam'
    'e":"task","type":"string","doc":"Task of the requests; empty: none."},{"name'
    '":"segment","type":"string","doc":"Segment of the traffic; empty: none."},{"'
    'name":"tenant","type":"string","doc":"Organisation whose it is."}],"namespac'
    'e":"muster.drift_work"},{"type":"record","name":"TimeAdvanced","doc":"No win'
    'dow of a partition that ends by this time is open any more.","fields":[{"nam'
    'e":"partition","type":"int","doc":"Partition of inference-samples."},{"name"'
    ':"closed_until_ms","type":"long","doc":"The time, milliseconds since 1970 UT'
    'C."}],"namespace":"muster.drift_work"},{"type":"record","name":"JudgeMet","d'
    'oc":"An eval config is in force.","fields":[{"name":"config","type":"string"'
    ',"doc":"Its name, unique in the organisation."},{"name":"document","type":"s'
    'tring","doc":"The config as canonical JSON."},{"name":"judge_hash","type":"s'
    'tring","doc":"Hash of its judge; empty: it has none."},{"name":"tenant","typ'
    'e":"string","doc":"Organisation whose it is."}],"namespace":"muster.drift_wo'
    'rk"},{"type":"record","name":"PriceMet","doc":"A model\'s tokens have a price'
    '.","fields":[{"name":"model","type":"string","doc":"Model."},{"name":"endpoi'
    'nt","type":"string","doc":"SCHEME://HOST:PORT; empty: any."},{"name":"price"'
    ',"type":["null",{"type":"record","name":"TokenPrice","doc":"Price of a model'
    '\'s tokens, millionths of a dollar for 10^6 of them.","fields":[{"name":"inpu'
    't_micros","type":"long","doc":"Tokens of prompts."},{"name":"output_micros",'
    '"type":"long","doc":"Generated tokens."},{"name":"cached_micros","type":["nu'
    'll","long"],"doc":"Tokens of prompts that the endpoint had cached; null: as '
    'other tokens of prompts.","default":null}],"namespace":"muster.eval_commands'
    '"}],"doc":"Price; null: none."},{"name":"tenant","type":"string","doc":"Orga'
    'nisation whose it is."}],"namespace":"muster.drift_work"},{"type":"record","'
    'name":"ModelMet","doc":"A model repository has this name.","fields":[{"name"'
    ':"repository","type":"string","doc":"Id of the repository."},{"name":"full_n'
    'ame","type":"string","doc":"NAMESPACE/NAME; empty: it is deleted."},{"name":'
    '"tenant","type":"string","doc":"Organisation whose it is."}],"namespace":"mu'
    'ster.drift_work"},{"type":"record","name":"PointerMet","doc":"The pointer `p'
    'roduction` of a repository leads to another version.","fields":[{"name":"rep'
    'ository","type":"string","doc":"Id of the repository."},{"name":"commit","ty'
    'pe":"string","doc":"The commit; empty: to none."},{"name":"tenant","type":"s'
    'tring","doc":"Organisation whose it is."}],"namespace":"muster.drift_work"},'
    '{"type":"record","name":"SubgroupWaits","doc":"Samples of a subgroup are to '
    'be judged.","fields":[{"name":"repository","type":"string","doc":"Model: NAM'
    'ESPACE/NAME."},{"name":"commit","type":"string","doc":"Version: a commit; em'
    'pty: the server does not say."},{"name":"task","type":"string","doc":"Task o'
    'f the requests; empty: none."},{"name":"segment","type":"string","doc":"Segm'
    'ent of the traffic; empty: none."},{"name":"start_ms","type":"long","doc":"S'
    'tart of the subgroup, milliseconds since 1970 UTC."},{"name":"end_ms","type"'
    ':"long","doc":"Its end, exclusive."},{"name":"partition","type":"int","doc":'
    '"Partition of inference-samples that the samples are in."},{"name":"samples"'
    ',"type":{"type":"array","items":"string"},"doc":"Their ids."},{"name":"tenan'
    't","type":"string","doc":"Organisation whose it is."}],"namespace":"muster.d'
    'rift_work"},{"type":"record","name":"ScoresAsked","doc":"The eval service is'
    ' to score kept answers of a version.","fields":[{"name":"repository","type":'
    '"string","doc":"Model: NAMESPACE/NAME."},{"name":"commit","type":"string","d'
    'oc":"The version: a commit."},{"name":"config","type":"string","doc":"Name o'
    'f the eval config whose judge scores."},{"name":"run","type":"string","doc":'
    '"Id of the run."},{"name":"anchors","type":"boolean","doc":"Whether the judg'
    'e is checked; otherwise the answers are the baseline."},{"name":"judge_hash"'
    ',"type":"string","doc":"Hash that the judge must have."},{"name":"at_ms","ty'
    'pe":"long","doc":"When, milliseconds since 1970 UTC."},{"name":"tenant","typ'
    'e":"string","doc":"Organisation whose it is."}],"namespace":"muster.drift_wo'
    'rk"},{"type":"record","name":"AlarmHeld","doc":"Quality has moved, and the j'
    'udge is checked before an alarm is raised.","fields":[{"name":"repository","'
    'type":"string","doc":"Model: NAMESPACE/NAME."},{"name":"commit","type":"stri'
    'ng","doc":"Version: a commit; empty: the server does not say."},{"name":"tas'
    'k","type":"string","doc":"Task of the requests; empty: none."},{"name":"segm'
    'ent","type":"string","doc":"Segment of the traffic; empty: none."},{"name":"'
    'measure","type":"string","doc":"The measure."},{"name":"side","type":{"type"'
    ':"enum","name":"Side","doc":"Direction of a change.","symbols":["LOW","HIGH"'
    '],"namespace":"muster.drift_events"},"doc":"Direction of the change."},{"nam'
    'e":"at_ms","type":"long","doc":"End of the subgroup that gave the signal."},'
    '{"name":"tenant","type":"string","doc":"Organisation whose it is."}],"namesp'
    'ace":"muster.drift_work"},{"type":"record","name":"AlarmDropped","doc":"An a'
    'larm that was held is not raised: the judge has moved.","fields":[{"name":"r'
    'epository","type":"string","doc":"Model: NAMESPACE/NAME."},{"name":"commit",'
    '"type":"string","doc":"Version: a commit; empty: the server does not say."},'
    '{"name":"task","type":"string","doc":"Task of the requests; empty: none."},{'
    '"name":"segment","type":"string","doc":"Segment of the traffic; empty: none.'
    '"},{"name":"measure","type":"string","doc":"The measure."},{"name":"tenant",'
    '"type":"string","doc":"Organisation whose it is."}],"namespace":"muster.drif'
    't_work"},{"type":"record","name":"CasesAsked","doc":"The worst samples of an'
    ' alarm are to be proposed as golden cases.","fields":[{"name":"repository","'
    'type":"string","doc":"Model: NAMESPACE/NAME."},{"name":"alarm","type":"strin'
    'g","doc":"The alarm."},{"name":"golden_set","type":"string","doc":"Name of t'
    'he golden set."},{"name":"tenant","type":"string","doc":"Organisation whose '
    'it is."}],"namespace":"muster.drift_work"},{"type":"record","name":"WorkQueu'
    'ed","doc":"Work waits for a worker.","subject":"work","fields":[{"name":"wor'
    'k_id","type":"string","doc":"Item of work."},{"name":"priority","type":"int"'
    ',"doc":"Larger goes first; 0 to 999."},{"name":"body","type":"bytes","doc":"'
    'What to do, as the service and its workers have agreed."}],"namespace":"must'
    'er.work_orders"},{"type":"record","name":"WorkOrdered","doc":"A worker is to'
    ' do this, once; the order itself.","subject":"work","fields":[{"name":"work_'
    'id","type":"string","doc":"Item of work."},{"name":"attempt","type":"int","d'
    'oc":"Which attempt, from 1."},{"name":"epoch","type":"long","doc":"Epoch of '
    'the leader that ordered it; a worker refuses an older one than it has seen."'
    '},{"name":"worker_id","type":"string","doc":"Worker."},{"name":"incarnation"'
    ',"type":"long","doc":"Which start of the worker; grows with every start."},{'
    '"name":"priority","type":"int","doc":"Larger goes first."},{"name":"body","t'
    'ype":"bytes","doc":"What to do."}],"namespace":"muster.work_orders"},{"type"'
    ':"record","name":"WorkLost","doc":"An attempt ended without a result; the wo'
    'rk waits again, unless it is parked.","subject":"work","fields":[{"name":"wo'
    'rk_id","type":"string","doc":"Item of work."},{"name":"attempt","type":"int"'
    ',"doc":"Which attempt, from 1."},{"name":"worker_id","type":"string","doc":"'
    'Worker."},{"name":"reason","type":"string","doc":"Why, in words."},{"name":"'
    'died","type":"boolean","default":true,"doc":"Its own process died; false: it'
    's worker was lost, which need not be its fault."}],"namespace":"muster.work_'
    'orders"},{"type":"record","name":"WorkEnded","doc":"The work is done.","subj'
    'ect":"work","fields":[{"name":"work_id","type":"string","doc":"Item of work.'
    '"},{"name":"attempt","type":"int","doc":"Which attempt, from 1."},{"name":"w'
    'orker_id","type":"string","doc":"Worker."},{"name":"result","type":"bytes","'
    'doc":"What came of it, as the service and its workers have agreed."}],"names'
    'pace":"muster.work_orders"},{"type":"record","name":"WorkParked","doc":"Too '
    'many attempts died; the work waits for a person.","subject":"work","fields":'
    '[{"name":"work_id","type":"string","doc":"Item of work."},{"name":"attempt",'
    '"type":"int","doc":"Which attempt, from 1."},{"name":"reason","type":"string'
    '","doc":"Why the last attempt died."}],"namespace":"muster.work_orders"},{"t'
    'ype":"record","name":"WorkReturned","doc":"Parked work waits for a worker ag'
    'ain, as new.","subject":"work","fields":[{"name":"work_id","type":"string","'
    'doc":"Item of work."}],"namespace":"muster.work_orders"},{"type":"record","n'
    'ame":"WorkerRenewed","doc":"A worker lives and takes orders.","subject":"wor'
    'k","fields":[{"name":"worker_id","type":"string","doc":"Worker."},{"name":"i'
    'ncarnation","type":"long","doc":"Which start of the worker; grows with every'
    ' start."},{"name":"slots","type":"int","doc":"Items that it does at a time; '
    '0: it takes no more."},{"name":"until_ms","type":"long","doc":"Its lease end'
    's then, milliseconds since 1970 UTC."}],"namespace":"muster.work_orders"},{"'
    'type":"record","name":"WorkerLost","doc":"A worker\'s lease ended, or it star'
    'ted again.","subject":"work","fields":[{"name":"worker_id","type":"string","'
    'doc":"Worker."},{"name":"incarnation","type":"long","doc":"Which start of th'
    'e worker; grows with every start."},{"name":"reason","type":"string","doc":"'
    'Why, in words."}],"namespace":"muster.work_orders"},{"type":"record","name":'
    '"Watermark","doc":"Every fact of the topic with this seq or a lower one prec'
    'edes this record, in every partition.","subject":"log","fields":[{"name":"se'
    'q","type":"long","doc":"Of the newest input whose consequences are all writt'
    'en."},{"name":"at_ms","type":"long","doc":"Time of the batch it ends, millis'
    'econds since 1970 UTC."}],"namespace":"muster.watermarks"}],"doc":"What happ'
    'ened, or is to be done."}]}'
)
