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
    """How a judge scored an answer that passed the checks.

    Attributes:
        scores: Score of each sample that was asked for, 1 to 5; 1 where no reply could be read.
        unread: Samples without a reply that could be read.
        replies: SHA-256 of each reply as it is kept, unread ones included.
        paid: Replies that this run paid for; the others were there already.
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
    """How one case went.

    Attributes:
        case: Id of the case.
        task: Its task.
        cluster: Its cluster: cases that are not independent of each other share one.
        score: From 0 to 1; null: it could not be scored.
        code: Why it could not be scored, as a code; empty: it was.
        reason: One sentence about the score or the failure; empty for held-out cases.
        answer: SHA-256 of the answer's text; empty: there is none.
        cached: The answer was there already and cost this run nothing.
        tokens_in: Tokens of the prompt.
        tokens_out: Tokens of the answer.
        latency_ms: How long the endpoint took.
        judged: How a judge scored it; null: checks decided, or there is no score.
        key: Key of the answer among those that are used again: SHA-256 of model digest, prompt,
            sampling and config; empty: not recorded.
        tokens_in_cached: Tokens of the prompt that the endpoint had cached.
        cost_picos: Most that it has cost this run, 10^-12 dollars, verdicts of the judge included:
            attempts without an answer count at their worst case.
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
    """Results of one batch of a run's cases. A batch that is sent again is the same.

    Attributes:
        run: Id of the evaluation.
        batch: Number of the batch, from 0.
        results: In the order of the run.
        tenant: Organisation whose it is.
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
    """The server that a job runs for an evaluation lists the model that is expected of it.

    Attributes:
        run: Id of the evaluation.
        url: Its base URL.
        model: The model.
        tenant: Organisation whose it is.
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
    'ype":"string","doc":"The Kafka key: what this topic is ordered by."},{"name"'
    ':"occurred_at_ms","type":"long","doc":"When the producer says it happened, m'
    'illiseconds since 1970 UTC."},{"name":"producer","type":"string","doc":"Serv'
    'ice and instance that wrote the record."},{"name":"correlation_id","type":"s'
    'tring","doc":"Shared by everything that follows from one request."},{"name":'
    '"causation_id","type":["null","string"],"doc":"event_id of the record this o'
    'ne follows from.","default":null},{"name":"seq","type":["null","long"],"doc"'
    ':"seq of the input it follows from: facts of all partitions are ordered by s'
    'eq, then index. Null: its writer has no such order.","default":null},{"name"'
    ':"index","type":["null","int"],"doc":"Which of that input\'s consequences it '
    'is, rising from 0; orders count, too.","default":null},{"name":"tenant","typ'
    'e":["null","string"],"doc":"The tenant it belongs to; null: no tenant.","def'
    'ault":null},{"name":"payload","type":[{"type":"record","name":"CasesScored",'
    '"doc":"Results of one batch of a run\'s cases. A batch that is sent again is '
    'the same.","fields":[{"name":"run","type":"string","doc":"Id of the evaluati'
    'on."},{"name":"batch","type":"int","doc":"Number of the batch, from 0."},{"n'
    'ame":"results","type":{"type":"array","items":{"type":"record","name":"CaseS'
    'core","doc":"How one case went.","fields":[{"name":"case","type":"string","d'
    'oc":"Id of the case."},{"name":"task","type":"string","doc":"Its task."},{"n'
    'ame":"cluster","type":"string","doc":"Its cluster: cases that are not indepe'
    'ndent of each other share one."},{"name":"score","type":["null","double"],"d'
    'oc":"From 0 to 1; null: it could not be scored.","default":null},{"name":"co'
    'de","type":"string","doc":"Why it could not be scored, as a code; empty: it '
    'was.","default":""},{"name":"reason","type":"string","doc":"One sentence abo'
    'ut the score or the failure; empty for held-out cases.","default":""},{"name'
    '":"answer","type":"string","doc":"SHA-256 of the answer\'s text; empty: there'
    ' is none.","default":""},{"name":"cached","type":"boolean","doc":"The answer'
    ' was there already and cost this run nothing.","default":false},{"name":"tok'
    'ens_in","type":"int","doc":"Tokens of the prompt.","default":0},{"name":"tok'
    'ens_out","type":"int","doc":"Tokens of the answer.","default":0},{"name":"la'
    'tency_ms","type":"int","doc":"How long the endpoint took.","default":0},{"na'
    'me":"judged","type":["null",{"type":"record","name":"Judged","doc":"How a ju'
    'dge scored an answer that passed the checks.","fields":[{"name":"scores","ty'
    'pe":{"type":"array","items":"int"},"doc":"Score of each sample that was aske'
    'd for, 1 to 5; 1 where no reply could be read."},{"name":"unread","type":"in'
    't","doc":"Samples without a reply that could be read.","default":0},{"name":'
    '"replies","type":{"type":"array","items":"string"},"doc":"SHA-256 of each re'
    'ply as it is kept, unread ones included.","default":[]},{"name":"paid","type'
    '":"int","doc":"Replies that this run paid for; the others were there already'
    '.","default":0},{"name":"tokens_in","type":"int","doc":"Tokens of the prompt'
    's that this run paid for.","default":0},{"name":"tokens_out","type":"int","d'
    'oc":"Tokens of the replies that this run paid for.","default":0}],"namespace'
    '":"muster.eval_results"}],"doc":"How a judge scored it; null: checks decided'
    ', or there is no score.","default":null},{"name":"key","type":"string","doc"'
    ':"Key of the answer among those that are used again: SHA-256 of model digest'
    ', prompt, sampling and config; empty: not recorded.","default":""},{"name":"'
    'tokens_in_cached","type":"int","doc":"Tokens of the prompt that the endpoint'
    ' had cached.","default":0},{"name":"cost_picos","type":"long","doc":"Most th'
    "at it has cost this run, 10^-12 dollars, verdicts of the judge included: att"
    'empts without an answer count at their worst case.","default":0},{"name":"su'
    'bset","type":{"type":"enum","name":"Subset","doc":"Subset of a golden set. L'
    'IVE: no comparison counts it. HELD_OUT: its texts are sealed.","symbols":["L'
    'OCKED","LIVE","HELD_OUT"],"namespace":"muster.eval_results"},"doc":"Subset o'
    'f the case. If it is HELD_OUT, case and cluster are keyed hashes.","default"'
    ':"LOCKED"}],"namespace":"muster.eval_results"}},"doc":"In the order of the r'
    'un."},{"name":"tenant","type":"string","doc":"Organisation whose it is."}],"'
    'namespace":"muster.eval_results"},{"type":"record","name":"EndpointAnswered"'
    ',"doc":"The server that a job runs for an evaluation lists the model that is'
    ' expected of it.","fields":[{"name":"run","type":"string","doc":"Id of the e'
    'valuation."},{"name":"url","type":"string","doc":"Its base URL."},{"name":"m'
    'odel","type":"string","doc":"The model."},{"name":"tenant","type":"string","'
    'doc":"Organisation whose it is."}],"namespace":"muster.eval_results"}],"doc"'
    ':"The results."}]}'
)
