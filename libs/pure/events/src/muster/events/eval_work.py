"""Work of eval: pending, assigned and ended tasks, and the results that count.

Generated from schemas/eval-work.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.eval_results import CaseScore
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
from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


@final
@record
class BatchCounted:
    """A batch of results counts; each counts once.

    Attributes:
        run: Id of the evaluation.
        batch: Number of the batch.
        results: Results as scored.
        tenant: Organisation that owns it.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_work.BatchCounted"

    run: str
    batch: int
    results: tuple[CaseScore, ...]
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "run": self.run,
            "batch": self.batch,
            "results": [x.to_datum() for x in self.results],
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> BatchCounted:
        """The inverse."""
        return cls(
            run=d["run"],
            batch=d["batch"],
            results=tuple(CaseScore.from_datum(x) for x in d["results"]),
            tenant=d["tenant"],
        )


@final
@record
class ResultsAwaited:
    """A run's worker has ended; the run ends once these batches count.

    Attributes:
        run: Id of the evaluation.
        batches: Number of batches.
        code: Reason why not all cases were asked, as a code; empty: all were.
        reason: Reason, in one sentence.
        tenant: Organisation that owns it.
        unsettled_micros: Upper bound of further payments, millionths of a dollar: requests of
            workers that died, and cases whose result does not count.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_work.ResultsAwaited"

    run: str
    batches: int
    code: str = ""
    reason: str = ""
    tenant: str
    unsettled_micros: int = 0

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "run": self.run,
            "batches": self.batches,
            "code": self.code,
            "reason": self.reason,
            "tenant": self.tenant,
            "unsettled_micros": self.unsettled_micros,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ResultsAwaited:
        """The inverse."""
        return cls(
            run=d["run"],
            batches=d["batches"],
            code=d.get("code", ""),
            reason=d.get("reason", ""),
            tenant=d["tenant"],
            unsettled_micros=d.get("unsettled_micros", 0),
        )


@final
@record
class VersionMet:
    """A version exists and can be evaluated.

    Attributes:
        repository: Id of a repository.
        commit: A commit of it.
        tenant: Organisation that owns it.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_work.VersionMet"

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
    def from_datum(cls, d: Mapping[str, Any]) -> VersionMet:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            tenant=d["tenant"],
        )


@final
@record
class VersionGone:
    """A version was deleted.

    Attributes:
        repository: Id of a repository.
        commit: A commit of it.
        tenant: Organisation that owns it.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_work.VersionGone"

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
    def from_datum(cls, d: Mapping[str, Any]) -> VersionGone:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            tenant=d["tenant"],
        )


@final
@record
class ProductionMet:
    """The pointer `production` of a repository points to another version.

    Attributes:
        repository: Id of a repository.
        commit: Commit that it points to; empty: none.
        tenant: Organisation that owns it.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_work.ProductionMet"

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
    def from_datum(cls, d: Mapping[str, Any]) -> ProductionMet:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            tenant=d["tenant"],
        )


@final
@record
class RepositoryMet:
    """Name of a model repository.

    Attributes:
        repository: Id of a repository.
        full_name: NAMESPACE/NAME; empty: it is deleted.
        tenant: Organisation that owns it.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_work.RepositoryMet"

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
    def from_datum(cls, d: Mapping[str, Any]) -> RepositoryMet:
        """The inverse."""
        return cls(
            repository=d["repository"],
            full_name=d["full_name"],
            tenant=d["tenant"],
        )


@final
@record
class VersionWaits:
    """A version that triggers a config waits, because a run of its ref is in progress.

    Attributes:
        config: Name of the eval config.
        repository: Id of a repository.
        ref: branch NAME or tag NAME.
        commit: A commit of it.
        tenant: Organisation that owns it.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_work.VersionWaits"

    config: str
    repository: str
    ref: str
    commit: str
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "config": self.config,
            "repository": self.repository,
            "ref": self.ref,
            "commit": self.commit,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> VersionWaits:
        """The inverse."""
        return cls(
            config=d["config"],
            repository=d["repository"],
            ref=d["ref"],
            commit=d["commit"],
            tenant=d["tenant"],
        )


@final
@record
class VersionPassedOver:
    """A version that triggers a config does not start a run automatically.

    Attributes:
        config: Name of the eval config.
        repository: Id of a repository.
        ref: branch NAME or tag NAME.
        commit: A commit of it.
        reason: Reason, in one sentence.
        tenant: Organisation that owns it.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_work.VersionPassedOver"

    config: str
    repository: str
    ref: str
    commit: str
    reason: str
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "config": self.config,
            "repository": self.repository,
            "ref": self.ref,
            "commit": self.commit,
            "reason": self.reason,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> VersionPassedOver:
        """The inverse."""
        return cls(
            config=d["config"],
            repository=d["repository"],
            ref=d["ref"],
            commit=d["commit"],
            reason=d["reason"],
            tenant=d["tenant"],
        )


class Awaited(StrEnum):
    """START: the job runs. MODEL: its server lists the model. NOTHING: none. END: the job has ended."""

    START = "START"
    MODEL = "MODEL"
    NOTHING = "NOTHING"
    END = "END"


@final
@record
class ServingAwaited:
    """What a run awaits next from the job that serves it, and until when.

    Attributes:
        run: Id of the evaluation.
        what: What is awaited.
        until_ms: Time at which the run fails, milliseconds since 1970 UTC; null: none.
        tenant: Organisation that owns it.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_work.ServingAwaited"

    run: str
    what: Awaited
    until_ms: int | None = None
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "run": self.run,
            "what": self.what,
            "until_ms": self.until_ms,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ServingAwaited:
        """The inverse."""
        return cls(
            run=d["run"],
            what=Awaited(d["what"]),
            until_ms=d.get("until_ms"),
            tenant=d["tenant"],
        )


EvalWork: TypeAlias = (
    WorkQueued
    | WorkOrdered
    | WorkLost
    | WorkEnded
    | WorkParked
    | WorkReturned
    | WorkerRenewed
    | WorkerLost
    | BatchCounted
    | ResultsAwaited
    | VersionMet
    | VersionGone
    | ProductionMet
    | RepositoryMet
    | VersionWaits
    | VersionPassedOver
    | ServingAwaited
)

Payload: TypeAlias = EvalWork | Watermark

PAYLOADS: Final[Table] = table_of(
    WorkQueued,
    WorkOrdered,
    WorkLost,
    WorkEnded,
    WorkParked,
    WorkReturned,
    WorkerRenewed,
    WorkerLost,
    BatchCounted,
    ResultsAwaited,
    VersionMet,
    VersionGone,
    ProductionMet,
    Watermark,
    RepositoryMet,
    VersionWaits,
    VersionPassedOver,
    ServingAwaited,
)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.eval_work","doc":"Wor'
    'k of eval: pending, assigned and ended tasks, and the results that count.","'
    'fields":[{"name":"event_id","type":"string","doc":"Unique for ever; the dedu'
    'plication key."},{"name":"key","type":"string","doc":"Kafka key; records wit'
    'h the same key keep their order."},{"name":"occurred_at_ms","type":"long","d'
    'oc":"Time of the event according to the producer, milliseconds since 1970 UT'
    'C."},{"name":"producer","type":"string","doc":"Service and instance that wro'
    'te the record."},{"name":"correlation_id","type":"string","doc":"Shared by e'
    'verything that follows from one request."},{"name":"causation_id","type":["n'
    'ull","string"],"doc":"event_id of the record this one follows from.","defaul'
    't":null},{"name":"seq","type":["null","long"],"doc":"seq of the input it fol'
    "lows from; facts of all partitions are ordered by seq, then index. Null: the"
    ' writer assigns no order.","default":null},{"name":"index","type":["null","i'
    'nt"],"doc":"Index among the consequences of that input, from 0; orders count'
    ' as well.","default":null},{"name":"tenant","type":["null","string"],"doc":"'
    'The tenant it belongs to; null: no tenant.","default":null},{"name":"payload'
    '","type":[{"type":"record","name":"WorkQueued","doc":"Work waits for a worke'
    'r.","subject":"work","fields":[{"name":"work_id","type":"string","doc":"Item'
    ' of work."},{"name":"priority","type":"int","doc":"Larger goes first; 0 to 9'
    '99."},{"name":"body","type":"bytes","doc":"The task, in a form agreed betwee'
    'n the service and its workers."}],"namespace":"muster.work_orders"},{"type":'
    '"record","name":"WorkOrdered","doc":"A worker is to do this once; this recor'
    'd is the order.","subject":"work","fields":[{"name":"work_id","type":"string'
    '","doc":"Item of work."},{"name":"attempt","type":"int","doc":"Which attempt'
    ', from 1."},{"name":"epoch","type":"long","doc":"Epoch of the leader that or'
    'dered it; a worker that has seen a newer one refuses it."},{"name":"worker_i'
    'd","type":"string","doc":"Worker."},{"name":"incarnation","type":"long","doc'
    '":"Incarnation of the worker; grows with every start."},{"name":"priority","'
    'type":"int","doc":"Larger goes first."},{"name":"body","type":"bytes","doc":'
    '"The task."}],"namespace":"muster.work_orders"},{"type":"record","name":"Wor'
    'kLost","doc":"An attempt ended without a result; the work waits again, unles'
    's it is set aside.","subject":"work","fields":[{"name":"work_id","type":"str'
    'ing","doc":"Item of work."},{"name":"attempt","type":"int","doc":"Which atte'
    'mpt, from 1."},{"name":"worker_id","type":"string","doc":"Worker."},{"name":'
    '"reason","type":"string","doc":"Reason, in words."},{"name":"died","type":"b'
    'oolean","default":true,"doc":"Whether its own process died; false: its worke'
    'r was lost, which need not be its fault."}],"namespace":"muster.work_orders"'
    '},{"type":"record","name":"WorkEnded","doc":"The work is done.","subject":"w'
    'ork","fields":[{"name":"work_id","type":"string","doc":"Item of work."},{"na'
    'me":"attempt","type":"int","doc":"Which attempt, from 1."},{"name":"worker_i'
    'd","type":"string","doc":"Worker."},{"name":"result","type":"bytes","doc":"R'
    'esult, in a form agreed between the service and its workers."}],"namespace":'
    '"muster.work_orders"},{"type":"record","name":"WorkParked","doc":"Work was s'
    'et aside after too many attempts died; it waits for a person.","subject":"wo'
    'rk","fields":[{"name":"work_id","type":"string","doc":"Item of work."},{"nam'
    'e":"attempt","type":"int","doc":"Which attempt, from 1."},{"name":"reason","'
    'type":"string","doc":"Reason why the last attempt died."}],"namespace":"must'
    'er.work_orders"},{"type":"record","name":"WorkReturned","doc":"Work that was'
    ' set aside waits for a worker again, as new.","subject":"work","fields":[{"n'
    'ame":"work_id","type":"string","doc":"Item of work."}],"namespace":"muster.w'
    'ork_orders"},{"type":"record","name":"WorkerRenewed","doc":"A worker is aliv'
    'e and takes orders.","subject":"work","fields":[{"name":"worker_id","type":"'
    'string","doc":"Worker."},{"name":"incarnation","type":"long","doc":"Incarnat'
    'ion of the worker; grows with every start."},{"name":"slots","type":"int","d'
    'oc":"Number of items that it does at a time; 0: it takes no more."},{"name":'
    '"until_ms","type":"long","doc":"End of its lease, milliseconds since 1970 UT'
    'C."}],"namespace":"muster.work_orders"},{"type":"record","name":"WorkerLost"'
    ',"doc":"A worker\'s lease expired, or it started again.","subject":"work","fi'
    'elds":[{"name":"worker_id","type":"string","doc":"Worker."},{"name":"incarna'
    'tion","type":"long","doc":"Incarnation of the worker; grows with every start'
    '."},{"name":"reason","type":"string","doc":"Reason, in words."}],"namespace"'
    ':"muster.work_orders"},{"type":"record","name":"BatchCounted","doc":"A batch'
    ' of results counts; each counts once.","fields":[{"name":"run","type":"strin'
    'g","doc":"Id of the evaluation."},{"name":"batch","type":"int","doc":"Number'
    ' of the batch."},{"name":"results","type":{"type":"array","items":{"type":"r'
    'ecord","name":"CaseScore","doc":"Result of one case.","fields":[{"name":"cas'
    'e","type":"string","doc":"Id of the case."},{"name":"task","type":"string","'
    'doc":"Its task."},{"name":"cluster","type":"string","doc":"Its cluster; case'
    's that depend on each other share one."},{"name":"score","type":["null","dou'
    'ble"],"doc":"From 0 to 1; null: it could not be scored.","default":null},{"n'
    'ame":"code","type":"string","doc":"Reason why it could not be scored, as a c'
    'ode; empty: it was.","default":""},{"name":"reason","type":"string","doc":"O'
    'ne sentence about the score or the failure; empty for held-out cases.","defa'
    'ult":""},{"name":"answer","type":"string","doc":"SHA-256 of the answer\'s tex'
    't; empty: there is none.","default":""},{"name":"cached","type":"boolean","d'
    'oc":"Whether the answer was kept from before and cost this run nothing.","de'
    'fault":false},{"name":"tokens_in","type":"int","doc":"Tokens of the prompt."'
    ',"default":0},{"name":"tokens_out","type":"int","doc":"Tokens of the answer.'
    '","default":0},{"name":"latency_ms","type":"int","doc":"Response time of the'
    ' endpoint.","default":0},{"name":"judged","type":["null",{"type":"record","n'
    'ame":"Judged","doc":"A judge\'s scores of an answer that passed the checks.",'
    '"fields":[{"name":"scores","type":{"type":"array","items":"int"},"doc":"Scor'
    'e of each requested sample, 1 to 5; 1 where no reply could be read."},{"name'
    '":"unread","type":"int","doc":"Samples without a readable reply.","default":'
    '0},{"name":"replies","type":{"type":"array","items":"string"},"doc":"SHA-256'
    ' of each kept reply, unreadable ones included.","default":[]},{"name":"paid"'
    ',"type":"int","doc":"Replies that this run paid for; the others were kept fr'
    'om before.","default":0},{"name":"tokens_in","type":"int","doc":"Tokens of t'
    'he prompts that this run paid for.","default":0},{"name":"tokens_out","type"'
    ':"int","doc":"Tokens of the replies that this run paid for.","default":0}],"'
    'namespace":"muster.eval_results"}],"doc":"Scores of the judge; null: checks '
    'decided, or there is no score.","default":null},{"name":"key","type":"string'
    '","doc":"Key of the kept answer: SHA-256 of model digest, prompt, sampling a'
    'nd config; empty: not recorded.","default":""},{"name":"tokens_in_cached","t'
    'ype":"int","doc":"Prompt tokens that the endpoint had cached.","default":0},'
    '{"name":"cost_picos","type":"long","doc":"Upper bound of its cost to this ru'
    "n, 10^-12 dollars, verdicts of the judge included: attempts without an answe"
    'r count at their worst case.","default":0},{"name":"subset","type":{"type":"'
    'enum","name":"Subset","doc":"Subset of a golden set. LIVE: no comparison cou'
    'nts it. HELD_OUT: its texts are sealed.","symbols":["LOCKED","LIVE","HELD_OU'
    'T"],"namespace":"muster.eval_results"},"doc":"Subset of the case. If it is H'
    'ELD_OUT, case and cluster are keyed hashes.","default":"LOCKED"}],"namespace'
    '":"muster.eval_results"}},"doc":"Results as scored."},{"name":"tenant","type'
    '":"string","doc":"Organisation that owns it."}],"namespace":"muster.eval_wor'
    'k"},{"type":"record","name":"ResultsAwaited","doc":"A run\'s worker has ended'
    '; the run ends once these batches count.","fields":[{"name":"run","type":"st'
    'ring","doc":"Id of the evaluation."},{"name":"batches","type":"int","doc":"N'
    'umber of batches."},{"name":"code","type":"string","doc":"Reason why not all'
    ' cases were asked, as a code; empty: all were.","default":""},{"name":"reaso'
    'n","type":"string","doc":"Reason, in one sentence.","default":""},{"name":"t'
    'enant","type":"string","doc":"Organisation that owns it."},{"name":"unsettle'
    'd_micros","type":"long","doc":"Upper bound of further payments, millionths o'
    "f a dollar: requests of workers that died, and cases whose result does not c"
    'ount.","default":0}],"namespace":"muster.eval_work"},{"type":"record","name"'
    ':"VersionMet","doc":"A version exists and can be evaluated.","fields":[{"nam'
    'e":"repository","type":"string","doc":"Id of a repository."},{"name":"commit'
    '","type":"string","doc":"A commit of it."},{"name":"tenant","type":"string",'
    '"doc":"Organisation that owns it."}],"namespace":"muster.eval_work"},{"type"'
    ':"record","name":"VersionGone","doc":"A version was deleted.","fields":[{"na'
    'me":"repository","type":"string","doc":"Id of a repository."},{"name":"commi'
    't","type":"string","doc":"A commit of it."},{"name":"tenant","type":"string"'
    ',"doc":"Organisation that owns it."}],"namespace":"muster.eval_work"},{"type'
    '":"record","name":"ProductionMet","doc":"The pointer `production` of a repos'
    'itory points to another version.","fields":[{"name":"repository","type":"str'
    'ing","doc":"Id of a repository."},{"name":"commit","type":"string","doc":"Co'
    'mmit that it points to; empty: none."},{"name":"tenant","type":"string","doc'
    '":"Organisation that owns it."}],"namespace":"muster.eval_work"},{"type":"re'
    'cord","name":"Watermark","doc":"Every fact of the topic with this seq or a l'
    'ower one precedes this record, in every partition.","subject":"log","fields"'
    ':[{"name":"seq","type":"long","doc":"seq of the newest input whose consequen'
    'ces are all written."},{"name":"at_ms","type":"long","doc":"Time of the batc'
    'h it ends, milliseconds since 1970 UTC."}],"namespace":"muster.watermarks"},'
    '{"type":"record","name":"RepositoryMet","doc":"Name of a model repository.",'
    '"fields":[{"name":"repository","type":"string","doc":"Id of a repository."},'
    '{"name":"full_name","type":"string","doc":"NAMESPACE/NAME; empty: it is dele'
    'ted."},{"name":"tenant","type":"string","doc":"Organisation that owns it."}]'
    ',"namespace":"muster.eval_work"},{"type":"record","name":"VersionWaits","doc'
    '":"A version that triggers a config waits, because a run of its ref is in pr'
    'ogress.","fields":[{"name":"config","type":"string","doc":"Name of the eval '
    'config."},{"name":"repository","type":"string","doc":"Id of a repository."},'
    '{"name":"ref","type":"string","doc":"branch NAME or tag NAME."},{"name":"com'
    'mit","type":"string","doc":"A commit of it."},{"name":"tenant","type":"strin'
    'g","doc":"Organisation that owns it."}],"namespace":"muster.eval_work"},{"ty'
    'pe":"record","name":"VersionPassedOver","doc":"A version that triggers a con'
    'fig does not start a run automatically.","fields":[{"name":"config","type":"'
    'string","doc":"Name of the eval config."},{"name":"repository","type":"strin'
    'g","doc":"Id of a repository."},{"name":"ref","type":"string","doc":"branch '
    'NAME or tag NAME."},{"name":"commit","type":"string","doc":"A commit of it."'
    '},{"name":"reason","type":"string","doc":"Reason, in one sentence."},{"name"'
    ':"tenant","type":"string","doc":"Organisation that owns it."}],"namespace":"'
    'muster.eval_work"},{"type":"record","name":"ServingAwaited","doc":"What a ru'
    'n awaits next from the job that serves it, and until when.","fields":[{"name'
    '":"run","type":"string","doc":"Id of the evaluation."},{"name":"what","type"'
    ':{"type":"enum","name":"Awaited","doc":"START: the job runs. MODEL: its serv'
    'er lists the model. NOTHING: none. END: the job has ended.","symbols":["STAR'
    'T","MODEL","NOTHING","END"],"namespace":"muster.eval_work"},"doc":"What is a'
    'waited."},{"name":"until_ms","type":["null","long"],"doc":"Time at which the'
    ' run fails, milliseconds since 1970 UTC; null: none.","default":null},{"name'
    '":"tenant","type":"string","doc":"Organisation that owns it."}],"namespace":'
    '"muster.eval_work"}],"doc":"The event, or the task."}]}'
)
