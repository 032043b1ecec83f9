"""Results of cases, as workers score them.

Generated from schemas/eval-results.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.wire.datum import Table, branch_of, table_of
from muster.events.wire.record import record


@final
@record
class Judged:
    """A judge's scores of an answer that passed the checks.

    Attributes:
        scores: Score of each requested sample, 1 to 5; 1 where no reply could be read.
        unread: Samples without a readable reply.
        replies: SHA-256 of each kept reply, unreadable ones included.
        paid: Replies that this run paid for; the others were kept from before.
        tokens_in: Tokens of the prompts that this run paid for.
        tokens_out: Tokens of the replies that this run paid for.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_results.Judged"

    scores: tuple[int, ...]
    unread: int = 0
    replies: tuple[str, ...] = ()
    paid: int = 0
    tokens_in: int = 0
    tokens_out: int = 0

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "scores": list(self.scores),
            "unread": self.unread,
            "replies": list(self.replies),
            "paid": self.paid,
            "tokens_in": self.tokens_in,
            "tokens_out": self.tokens_out,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> Judged:
        """The inverse."""
        return cls(
            scores=tuple(d["scores"]),
            unread=d.get("unread", 0),
            replies=tuple(d.get("replies", [])),
            paid=d.get("paid", 0),
            tokens_in=d.get("tokens_in", 0),
            tokens_out=d.get("tokens_out", 0),
        )


class Subset(StrEnum):
    """Subset of a golden set. LIVE: no comparison counts it. HELD_OUT: its texts are sealed."""

    LOCKED = "LOCKED"
    LIVE = "LIVE"
    HELD_OUT = "HELD_OUT"


@final
@record
class CaseScore:
    """Result of one case.

    Attributes:
        case: Id of the case.
        task: Its task.
        cluster: Its cluster; cases that depend on each other share one.
        score: From 0 to 1; null: it could not be scored.
        code: Reason why it could not be scored, as a code; empty: it was.
        reason: One sentence about the score or the failure; empty for held-out cases.
        answer: SHA-256 of the answer's text; empty: there is none.
        cached: Whether the answer was kept from before and cost this run nothing.
        tokens_in: Tokens of the prompt.
        tokens_out: Tokens of the answer.
        latency_ms: Response time of the endpoint.
        judged: Scores of the judge; null: checks decided, or there is no score.
        key: Key of the kept answer: SHA-256 of model digest, prompt, sampling and config; empty:
            not recorded.
        tokens_in_cached: Prompt tokens that the endpoint had cached.
        cost_picos: Upper bound of its cost to this run, 10^-12 dollars, verdicts of the judge
            included: attempts without an answer count at their worst case.
        subset: Subset of the case. If it is HELD_OUT, case and cluster are keyed hashes.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_results.CaseScore"

    case: str
    task: str
    cluster: str
    score: float | None = None
    code: str = ""
    reason: str = ""
    answer: str = ""
    cached: bool = False
    tokens_in: int = 0
    tokens_out: int = 0
    latency_ms: int = 0
    judged: Judged | None = None
    key: str = ""
    tokens_in_cached: int = 0
    cost_picos: int = 0
    subset: Subset = Subset.LOCKED

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "case": self.case,
            "task": self.task,
            "cluster": self.cluster,
            "score": self.score,
            "code": self.code,
            "reason": self.reason,
            "answer": self.answer,
            "cached": self.cached,
            "tokens_in": self.tokens_in,
            "tokens_out": self.tokens_out,
            "latency_ms": self.latency_ms,
            "judged": None if self.judged is None else self.judged.to_datum(),
            "key": self.key,
            "tokens_in_cached": self.tokens_in_cached,
            "cost_picos": self.cost_picos,
            "subset": self.subset,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CaseScore:
        """The inverse."""
        return cls(
            case=d["case"],
            task=d["task"],
            cluster=d["cluster"],
            score=d.get("score"),
            code=d.get("code", ""),
            reason=d.get("reason", ""),
            answer=d.get("answer", ""),
            cached=d.get("cached", False),
            tokens_in=d.get("tokens_in", 0),
            tokens_out=d.get("tokens_out", 0),
            latency_ms=d.get("latency_ms", 0),
            judged=None if d.get("judged") is None else Judged.from_datum(branch_of(d["judged"])),
            key=d.get("key", ""),
            tokens_in_cached=d.get("tokens_in_cached", 0),
            cost_picos=d.get("cost_picos", 0),
            subset=Subset(d.get("subset", "LOCKED")),
        )


@final
@record
class CasesScored:
    """Results of one batch of a run's cases. A batch that is sent again is identical.

    Attributes:
        run: Id of the evaluation.
        batch: Number of the batch, from 0.
        results: Results in the order of the run.
        tenant: Organisation that owns it.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_results.CasesScored"

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
    def from_datum(cls, d: Mapping[str, Any]) -> CasesScored:
        """The inverse."""
        return cls(
            run=d["run"],
            batch=d["batch"],
            results=tuple(CaseScore.from_datum(x) for x in d["results"]),
            tenant=d["tenant"],
        )


@final
@record
class EndpointAnswered:
    """The server that a job runs for an evaluation lists the expected model.

    Attributes:
        run: Id of the evaluation.
        url: Its base URL.
        model: The model.
        tenant: Organisation that owns it.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_results.EndpointAnswered"

    run: str
    url: str
    model: str
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "run": self.run,
            "url": self.url,
            "model": self.model,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> EndpointAnswered:
        """The inverse."""
        return cls(
            run=d["run"],
            url=d["url"],
            model=d["model"],
            tenant=d["tenant"],
        )


EvalResult: TypeAlias = CasesScored | EndpointAnswered

Payload: TypeAlias = EvalResult

PAYLOADS: Final[Table] = table_of(CasesScored, EndpointAnswered)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.eval_results","doc":"'
    'Results of cases, as workers score them.","fields":[{"name":"event_id","type'
    '":"string","doc":"Unique for ever; the deduplication key."},{"name":"key","t'
    'ype":"string","doc":"Kafka key; records with the same key keep their order."'
    '},{"name":"occurred_at_ms","type":"long","doc":"Time of the event according '
    'to the producer, milliseconds since 1970 UTC."},{"name":"producer","type":"s'
    'tring","doc":"Service and instance that wrote the record."},{"name":"correla'
    'tion_id","type":"string","doc":"Shared by everything that follows from one r'
    'equest."},{"name":"causation_id","type":["null","string"],"doc":"event_id of'
    ' the record this one follows from.","default":null},{"name":"seq","type":["n'
    'ull","long"],"doc":"seq of the input it follows from; facts of all partition'
    's are ordered by seq, then index. Null: the writer assigns no order.","defau'
    'lt":null},{"name":"index","type":["null","int"],"doc":"Index among the conse'
    'quences of that input, from 0; orders count as well.","default":null},{"name'
    '":"tenant","type":["null","string"],"doc":"The tenant it belongs to; null: n'
    'o tenant.","default":null},{"name":"payload","type":[{"type":"record","name"'
    ':"CasesScored","doc":"Results of one batch of a run\'s cases. A batch that is'
    ' sent again is identical.","fields":[{"name":"run","type":"string","doc":"Id'
    ' of the evaluation."},{"name":"batch","type":"int","doc":"Number of the batc'
    'h, from 0."},{"name":"results","type":{"type":"array","items":{"type":"recor'
    'd","name":"CaseScore","doc":"Result of one case.","fields":[{"name":"case","'
    'type":"string","doc":"Id of the case."},{"name":"task","type":"string","doc"'
    ':"Its task."},{"name":"cluster","type":"string","doc":"Its cluster; cases th'
    'at depend on each other share one."},{"name":"score","type":["null","double"'
    '],"doc":"From 0 to 1; null: it could not be scored.","default":null},{"name"'
    ':"code","type":"string","doc":"Reason why it could not be scored, as a code;'
    ' empty: it was.","default":""},{"name":"reason","type":"string","doc":"One s'
    'entence about the score or the failure; empty for held-out cases.","default"'
    ':""},{"name":"answer","type":"string","doc":"SHA-256 of the answer\'s text; e'
    'mpty: there is none.","default":""},{"name":"cached","type":"boolean","doc":'
    '"Whether the answer was kept from before and cost this run nothing.","defaul'
    't":false},{"name":"tokens_in","type":"int","doc":"Tokens of the prompt.","de'
    'fault":0},{"name":"tokens_out","type":"int","doc":"Tokens of the answer.","d'
    'efault":0},{"name":"latency_ms","type":"int","doc":"Response time of the end'
    'point.","default":0},{"name":"judged","type":["null",{"type":"record","name"'
    ':"Judged","doc":"A judge\'s scores of an answer that passed the checks.","fie'
    'lds":[{"name":"scores","type":{"type":"array","items":"int"},"doc":"Score of'
    ' each requested sample, 1 to 5; 1 where no reply could be read."},{"name":"u'
    'nread","type":"int","doc":"Samples without a readable reply.","default":0},{'
    '"name":"replies","type":{"type":"array","items":"string"},"doc":"SHA-256 of '
    'each kept reply, unreadable ones included.","default":[]},{"name":"paid","ty'
    'pe":"int","doc":"Replies that this run paid for; the others were kept from b'
    'efore.","default":0},{"name":"tokens_in","type":"int","doc":"Tokens of the p'
    'rompts that this run paid for.","default":0},{"name":"tokens_out","type":"in'
    't","doc":"Tokens of the replies that this run paid for.","default":0}],"name'
    'space":"muster.eval_results"}],"doc":"Scores of the judge; null: checks deci'
    'ded, or there is no score.","default":null},{"name":"key","type":"string","d'
    'oc":"Key of the kept answer: SHA-256 of model digest, prompt, sampling and c'
    'onfig; empty: not recorded.","default":""},{"name":"tokens_in_cached","type"'
    ':"int","doc":"Prompt tokens that the endpoint had cached.","default":0},{"na'
    'me":"cost_picos","type":"long","doc":"Upper bound of its cost to this run, 1'
    "0^-12 dollars, verdicts of the judge included: attempts without an answer co"
    'unt at their worst case.","default":0},{"name":"subset","type":{"type":"enum'
    '","name":"Subset","doc":"Subset of a golden set. LIVE: no comparison counts '
    'it. HELD_OUT: its texts are sealed.","symbols":["LOCKED","LIVE","HELD_OUT"],'
    '"namespace":"muster.eval_results"},"doc":"Subset of the case. If it is HELD_'
    'OUT, case and cluster are keyed hashes.","default":"LOCKED"}],"namespace":"m'
    'uster.eval_results"}},"doc":"Results in the order of the run."},{"name":"ten'
    'ant","type":"string","doc":"Organisation that owns it."}],"namespace":"muste'
    'r.eval_results"},{"type":"record","name":"EndpointAnswered","doc":"The serve'
    'r that a job runs for an evaluation lists the expected model.","fields":[{"n'
    'ame":"run","type":"string","doc":"Id of the evaluation."},{"name":"url","typ'
    'e":"string","doc":"Its base URL."},{"name":"model","type":"string","doc":"Th'
    'e model."},{"name":"tenant","type":"string","doc":"Organisation that owns it'
    '."}],"namespace":"muster.eval_results"}],"doc":"The results."}]}'
)
