"""Work of eval: what waits for a worker, who does it, and how it ended; results as they count.

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
        results: As they were scored.
        tenant: Organisation whose it is.
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
        code: Why not all cases were asked, as a code; empty: all were.
        reason: The same in one sentence.
        tenant: Organisation whose it is.
        unsettled_micros: Most that was paid besides, millionths of a dollar: requests of workers
            that died, cases whose result does not count.
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
    """A version exists, and may be evaluated.

    Attributes:
        repository: Id of a repository.
        commit: A commit of it.
        tenant: Organisation whose it is.
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
    """A version is deleted.

    Attributes:
        repository: Id of a repository.
        commit: A commit of it.
        tenant: Organisation whose it is.
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
    """The pointer `production` of a repository leads to another version.

    Attributes:
        repository: Id of a repository.
        commit: Where it leads; empty: nowhere.
        tenant: Organisation whose it is.
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
    """A model repository has this name.

    Attributes:
        repository: Id of a repository.
        full_name: NAMESPACE/NAME; empty: it is deleted.
        tenant: Organisation whose it is.
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
    """A version that triggers a config waits: a run of its ref is under way.

    Attributes:
        config: Name of the eval config.
        repository: Id of a repository.
        ref: branch NAME or tag NAME.
        commit: A commit of it.
        tenant: Organisation whose it is.
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
    """A version that triggers a config gets no run by itself.

    Attributes:
        config: Name of the eval config.
        repository: Id of a repository.
        ref: branch NAME or tag NAME.
        commit: A commit of it.
        reason: Why, in one sentence.
        tenant: Organisation whose it is.
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
    """START: it runs. MODEL: its server lists the model. NOTHING: nothing is awaited. END: it is over."""

    START = "START"
    MODEL = "MODEL"
    NOTHING = "NOTHING"
    END = "END"


@final
@record
class ServingAwaited:
    """What a run needs next from the job that serves it, and until when.

    Attributes:
        run: Id of the evaluation.
        what: What is awaited.
        until_ms: The run fails then, milliseconds since 1970 UTC; null: no such time.
        tenant: Organisation whose it is.
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
    "k of eval: what waits for a worker, who does it, and how it ended; results a"
    's they count.","fields":[{"name":"event_id","type":"string","doc":"Unique fo'
    'r ever; the deduplication key."},{"name":"key","type":"string","doc":"The Ka'
    'fka key: what this topic is ordered by."},{"name":"occurred_at_ms","type":"l'
    'ong","doc":"When the producer says it happened, milliseconds since 1970 UTC.'
    '"},{"name":"producer","type":"string","doc":"Service and instance that wrote'
    ' the record."},{"name":"correlation_id","type":"string","doc":"Shared by eve'
    'rything that follows from one request."},{"name":"causation_id","type":["nul'
    'l","string"],"doc":"event_id of the record this one follows from.","default"'
    ':null},{"name":"seq","type":["null","long"],"doc":"seq of the input it follo'
    "ws from: facts of all partitions are ordered by seq, then index. Null: its w"
    'riter has no such order.","default":null},{"name":"index","type":["null","in'
    't"],"doc":"Which of that input\'s consequences it is, rising from 0; orders c'
    'ount, too.","default":null},{"name":"tenant","type":["null","string"],"doc":'
    '"The tenant it belongs to; null: no tenant.","default":null},{"name":"payloa'
    'd","type":[{"type":"record","name":"WorkQueued","doc":"Work waits for a work'
    'er.","subject":"work","fields":[{"name":"work_id","type":"string","doc":"Ite'
    'm of work."},{"name":"priority","type":"int","doc":"Larger goes first; 0 to '
    '999."},{"name":"body","type":"bytes","doc":"What to do, as the service and i'
    'ts workers have agreed."}],"namespace":"muster.work_orders"},{"type":"record'
    '","name":"WorkOrdered","doc":"A worker is to do this, once; the order itself'
    '.","subject":"work","fields":[{"name":"work_id","type":"string","doc":"Item '
    'of work."},{"name":"attempt","type":"int","doc":"Which attempt, from 1."},{"'
    'name":"epoch","type":"long","doc":"Epoch of the leader that ordered it; a wo'
    'rker refuses an older one than it has seen."},{"name":"worker_id","type":"st'
    'ring","doc":"Worker."},{"name":"incarnation","type":"long","doc":"Which star'
    't of the worker; grows with every start."},{"name":"priority","type":"int","'
    'doc":"Larger goes first."},{"name":"body","type":"bytes","doc":"What to do."'
    '}],"namespace":"muster.work_orders"},{"type":"record","name":"WorkLost","doc'
    '":"An attempt ended without a result; the work waits again, unless it is par'
    'ked.","subject":"work","fields":[{"name":"work_id","type":"string","doc":"It'
    'em of work."},{"name":"attempt","type":"int","doc":"Which attempt, from 1."}'
    ',{"name":"worker_id","type":"string","doc":"Worker."},{"name":"reason","type'
    '":"string","doc":"Why, in words."},{"name":"died","type":"boolean","default"'
    ':true,"doc":"Its own process died; false: its worker was lost, which need no'
    't be its fault."}],"namespace":"muster.work_orders"},{"type":"record","name"'
    ':"WorkEnded","doc":"The work is done.","subject":"work","fields":[{"name":"w'
    'ork_id","type":"string","doc":"Item of work."},{"name":"attempt","type":"int'
    '","doc":"Which attempt, from 1."},{"name":"worker_id","type":"string","doc":'
    '"Worker."},{"name":"result","type":"bytes","doc":"What came of it, as the se'
    'rvice and its workers have agreed."}],"namespace":"muster.work_orders"},{"ty'
    'pe":"record","name":"WorkParked","doc":"Too many attempts died; the work wai'
    'ts for a person.","subject":"work","fields":[{"name":"work_id","type":"strin'
    'g","doc":"Item of work."},{"name":"attempt","type":"int","doc":"Which attemp'
    't, from 1."},{"name":"reason","type":"string","doc":"Why the last attempt di'
    'ed."}],"namespace":"muster.work_orders"},{"type":"record","name":"WorkReturn'
    'ed","doc":"Parked work waits for a worker again, as new.","subject":"work","'
    'fields":[{"name":"work_id","type":"string","doc":"Item of work."}],"namespac'
    'e":"muster.work_orders"},{"type":"record","name":"WorkerRenewed","doc":"A wo'
    'rker lives and takes orders.","subject":"work","fields":[{"name":"worker_id"'
    ',"type":"string","doc":"Worker."},{"name":"incarnation","type":"long","doc":'
    '"Which start of the worker; grows with every start."},{"name":"slots","type"'
    ':"int","doc":"Items that it does at a time; 0: it takes no more."},{"name":"'
    'until_ms","type":"long","doc":"Its lease ends then, milliseconds since 1970 '
    'UTC."}],"namespace":"muster.work_orders"},{"type":"record","name":"WorkerLos'
    't","doc":"A worker\'s lease ended, or it started again.","subject":"work","fi'
    'elds":[{"name":"worker_id","type":"string","doc":"Worker."},{"name":"incarna'
    'tion","type":"long","doc":"Which start of the worker; grows with every start'
    '."},{"name":"reason","type":"string","doc":"Why, in words."}],"namespace":"m'
    'uster.work_orders"},{"type":"record","name":"BatchCounted","doc":"A batch of'
    ' results counts; each counts once.","fields":[{"name":"run","type":"string",'
    '"doc":"Id of the evaluation."},{"name":"batch","type":"int","doc":"Number of'
    ' the batch."},{"name":"results","type":{"type":"array","items":{"type":"reco'
    'rd","name":"CaseScore","doc":"How one case went.","fields":[{"name":"case","'
    'type":"string","doc":"Id of the case."},{"name":"task","type":"string","doc"'
    ':"Its task."},{"name":"cluster","type":"string","doc":"Its cluster: cases th'
    'at are not independent of each other share one."},{"name":"score","type":["n'
    'ull","double"],"doc":"From 0 to 1; null: it could not be scored.","default":'
    'null},{"name":"code","type":"string","doc":"Why it could not be scored, as a'
    ' code; empty: it was.","default":""},{"name":"reason","type":"string","doc":'
    '"One sentence about the score or the failure; empty for held-out cases.","de'
    'fault":""},{"name":"answer","type":"string","doc":"SHA-256 of the answer\'s t'
    'ext; empty: there is none.","default":""},{"name":"cached","type":"boolean",'
    '"doc":"The answer was there already and cost this run nothing.","default":fa'
    'lse},{"name":"tokens_in","type":"int","doc":"Tokens of the prompt.","default'
    '":0},{"name":"tokens_out","type":"int","doc":"Tokens of the answer.","defaul'
    't":0},{"name":"latency_ms","type":"int","doc":"How long the endpoint took.",'
    '"default":0},{"name":"judged","type":["null",{"type":"record","name":"Judged'
    '","doc":"How a judge scored an answer that passed the checks.","fields":[{"n'
    'ame":"scores","type":{"type":"array","items":"int"},"doc":"Score of each sam'
    'ple that was asked for, 1 to 5; 1 where no reply could be read."},{"name":"u'
    'nread","type":"int","doc":"Samples without a reply that could be read.","def'
    'ault":0},{"name":"replies","type":{"type":"array","items":"string"},"doc":"S'
    'HA-256 of each reply as it is kept, unread ones included.","default":[]},{"n'
    'ame":"paid","type":"int","doc":"Replies that this run paid for; the others w'
    'ere there already.","default":0},{"name":"tokens_in","type":"int","doc":"Tok'
    'ens of the prompts that this run paid for.","default":0},{"name":"tokens_out'
    '","type":"int","doc":"Tokens of the replies that this run paid for.","defaul'
    't":0}],"namespace":"muster.eval_results"}],"doc":"How a judge scored it; nul'
    'l: checks decided, or there is no score.","default":null},{"name":"key","typ'
    'e":"string","doc":"Key of the answer among those that are used again: SHA-25'
    '6 of model digest, prompt, sampling and config; empty: not recorded.","defau'
    'lt":""},{"name":"tokens_in_cached","type":"int","doc":"Tokens of the prompt '
    'that the endpoint had cached.","default":0},{"name":"cost_picos","type":"lon'
    'g","doc":"Most that it has cost this run, 10^-12 dollars, verdicts of the ju'
    'dge included: attempts without an answer count at their worst case.","defaul'
    't":0},{"name":"subset","type":{"type":"enum","name":"Subset","doc":"Subset o'
    "f a golden set. LIVE: no comparison counts it. HELD_OUT: its texts are seale"
    'd.","symbols":["LOCKED","LIVE","HELD_OUT"],"namespace":"muster.eval_results"'
    '},"doc":"Subset of the case. If it is HELD_OUT, case and cluster are keyed h'
    'ashes.","default":"LOCKED"}],"namespace":"muster.eval_results"}},"doc":"As t'
    'hey were scored."},{"name":"tenant","type":"string","doc":"Organisation whos'
    'e it is."}],"namespace":"muster.eval_work"},{"type":"record","name":"Results'
    'Awaited","doc":"A run\'s worker has ended; the run ends once these batches co'
    'unt.","fields":[{"name":"run","type":"string","doc":"Id of the evaluation."}'
    ',{"name":"batches","type":"int","doc":"Number of batches."},{"name":"code","'
    'type":"string","doc":"Why not all cases were asked, as a code; empty: all we'
    're.","default":""},{"name":"reason","type":"string","doc":"The same in one s'
    'entence.","default":""},{"name":"tenant","type":"string","doc":"Organisation'
    ' whose it is."},{"name":"unsettled_micros","type":"long","doc":"Most that wa'
    "s paid besides, millionths of a dollar: requests of workers that died, cases"
    ' whose result does not count.","default":0}],"namespace":"muster.eval_work"}'
    ',{"type":"record","name":"VersionMet","doc":"A version exists, and may be ev'
    'aluated.","fields":[{"name":"repository","type":"string","doc":"Id of a repo'
    'sitory."},{"name":"commit","type":"string","doc":"A commit of it."},{"name":'
    '"tenant","type":"string","doc":"Organisation whose it is."}],"namespace":"mu'
    'ster.eval_work"},{"type":"record","name":"VersionGone","doc":"A version is d'
    'eleted.","fields":[{"name":"repository","type":"string","doc":"Id of a repos'
    'itory."},{"name":"commit","type":"string","doc":"A commit of it."},{"name":"'
    'tenant","type":"string","doc":"Organisation whose it is."}],"namespace":"mus'
    'ter.eval_work"},{"type":"record","name":"ProductionMet","doc":"The pointer `'
    'production` of a repository leads to another version.","fields":[{"name":"re'
    'pository","type":"string","doc":"Id of a repository."},{"name":"commit","typ'
    'e":"string","doc":"Where it leads; empty: nowhere."},{"name":"tenant","type"'
    ':"string","doc":"Organisation whose it is."}],"namespace":"muster.eval_work"'
    '},{"type":"record","name":"Watermark","doc":"Every fact of the topic with th'
    'is seq or a lower one precedes this record, in every partition.","subject":"'
    'log","fields":[{"name":"seq","type":"long","doc":"Of the newest input whose '
    'consequences are all written."},{"name":"at_ms","type":"long","doc":"Time of'
    ' the batch it ends, milliseconds since 1970 UTC."}],"namespace":"muster.wate'
    'rmarks"},{"type":"record","name":"RepositoryMet","doc":"A model repository h'
    'as this name.","fields":[{"name":"repository","type":"string","doc":"Id of a'
    ' repository."},{"name":"full_name","type":"string","doc":"NAMESPACE/NAME; em'
    'pty: it is deleted."},{"name":"tenant","type":"string","doc":"Organisation w'
    'hose it is."}],"namespace":"muster.eval_work"},{"type":"record","name":"Vers'
    'ionWaits","doc":"A version that triggers a config waits: a run of its ref is'
    ' under way.","fields":[{"name":"config","type":"string","doc":"Name of the e'
    'val config."},{"name":"repository","type":"string","doc":"Id of a repository'
    '."},{"name":"ref","type":"string","doc":"branch NAME or tag NAME."},{"name":'
    '"commit","type":"string","doc":"A commit of it."},{"name":"tenant","type":"s'
    'tring","doc":"Organisation whose it is."}],"namespace":"muster.eval_work"},{'
    '"type":"record","name":"VersionPassedOver","doc":"A version that triggers a '
    'config gets no run by itself.","fields":[{"name":"config","type":"string","d'
    'oc":"Name of the eval config."},{"name":"repository","type":"string","doc":"'
    'Id of a repository."},{"name":"ref","type":"string","doc":"branch NAME or ta'
    'g NAME."},{"name":"commit","type":"string","doc":"A commit of it."},{"name":'
    '"reason","type":"string","doc":"Why, in one sentence."},{"name":"tenant","ty'
    'pe":"string","doc":"Organisation whose it is."}],"namespace":"muster.eval_wo'
    'rk"},{"type":"record","name":"ServingAwaited","doc":"What a run needs next f'
    'rom the job that serves it, and until when.","fields":[{"name":"run","type":'
    '"string","doc":"Id of the evaluation."},{"name":"what","type":{"type":"enum"'
    ',"name":"Awaited","doc":"START: it runs. MODEL: its server lists the model. '
    'NOTHING: nothing is awaited. END: it is over.","symbols":["START","MODEL","N'
    'OTHING","END"],"namespace":"muster.eval_work"},"doc":"What is awaited."},{"n'
    'ame":"until_ms","type":["null","long"],"doc":"The run fails then, millisecon'
    'ds since 1970 UTC; null: no such time.","default":null},{"name":"tenant","ty'
    'pe":"string","doc":"Organisation whose it is."}],"namespace":"muster.eval_wo'
    'rk"}],"doc":"What happened, or is to be done."}]}'
)
