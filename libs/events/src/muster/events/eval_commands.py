"""Requests about golden sets, eval configs and evaluations.

Generated from schemas/eval-commands.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.wire.datum import Table, branch_of, table_of
from muster.events.wire.record import record


@final
@record
class GoldenTask:
    """Cases of one task in a golden set.

    Attributes:
        task: Name of the task.
        cases: Number of its cases.
        clusters: Number of clusters that they fall into.
        checked: Number of its cases that bring checks of their own.
        largest: Number of cases of its largest cluster; 0: not recorded.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_commands.GoldenTask"

    task: str
    cases: int
    clusters: int
    checked: int = 0
    largest: int = 0

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "task": self.task,
            "cases": self.cases,
            "clusters": self.clusters,
            "checked": self.checked,
            "largest": self.largest,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> GoldenTask:
        """The inverse."""
        return cls(
            task=d["task"],
            cases=d["cases"],
            clusters=d["clusters"],
            checked=d.get("checked", 0),
            largest=d.get("largest", 0),
        )


@final
@record
class ActivateGoldenSet:
    """Have a golden set in the place of the one of the same name.

    Attributes:
        name: Its name, unique in the organisation.
        digest: SHA-256 of its canonical lines, which lie in the store.
        tasks: Its tasks, by name.
        source: Where the cases come from.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
        comparable: SHA-256 of its cases but the live ones: sets with the same one are compared;
            empty: the digest.
        held_out: Keyed digest of its held-out cases, which are sealed in the store; empty: it has
            none.
        held_out_tasks: Tasks of its held-out cases, by name; the other tasks do not count these.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_commands.ActivateGoldenSet"

    name: str
    digest: str
    tasks: tuple[GoldenTask, ...]
    source: str = ""
    tenant: str
    requested_by: str
    comparable: str = ""
    held_out: str = ""
    held_out_tasks: tuple[GoldenTask, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "name": self.name,
            "digest": self.digest,
            "tasks": [x.to_datum() for x in self.tasks],
            "source": self.source,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "comparable": self.comparable,
            "held_out": self.held_out,
            "held_out_tasks": [x.to_datum() for x in self.held_out_tasks],
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ActivateGoldenSet:
        """The inverse."""
        return cls(
            name=d["name"],
            digest=d["digest"],
            tasks=tuple(GoldenTask.from_datum(x) for x in d["tasks"]),
            source=d.get("source", ""),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            comparable=d.get("comparable", ""),
            held_out=d.get("held_out", ""),
            held_out_tasks=tuple(GoldenTask.from_datum(x) for x in d.get("held_out_tasks", [])),
        )


@final
@record
class ActivateEvalConfig:
    """Have an eval config in the place of the one of the same name.

    Attributes:
        name: Its name, unique in the organisation.
        document: The config as JSON.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
        rejudge: If its judge is another: how many of the last versions that a config of this name
            scored are judged again, from kept answers.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_commands.ActivateEvalConfig"

    name: str
    document: str
    tenant: str
    requested_by: str
    rejudge: int = 0

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "name": self.name,
            "document": self.document,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "rejudge": self.rejudge,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ActivateEvalConfig:
        """The inverse."""
        return cls(
            name=d["name"],
            document=d["document"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            rejudge=d.get("rejudge", 0),
        )


@final
@record
class StartEval:
    """Evaluate a version.

    Attributes:
        run: Id of the evaluation, chosen by its sender.
        repository: Id of the repository that holds the version.
        commit: The version: a commit of it.
        config: Name of an eval config.
        url: Base URL of the endpoint that serves the version; null: the one that the config names.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
        sha: Git commit to post the verdict to, at the code host that the config names; empty: none.
        cap_micros: Most that it may cost, millionths of a dollar; null: as the config says.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_commands.StartEval"

    run: str
    repository: str
    commit: str
    config: str
    url: str | None = None
    tenant: str
    requested_by: str
    sha: str = ""
    cap_micros: int | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "run": self.run,
            "repository": self.repository,
            "commit": self.commit,
            "config": self.config,
            "url": self.url,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "sha": self.sha,
            "cap_micros": self.cap_micros,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> StartEval:
        """The inverse."""
        return cls(
            run=d["run"],
            repository=d["repository"],
            commit=d["commit"],
            config=d["config"],
            url=d.get("url"),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            sha=d.get("sha", ""),
            cap_micros=d.get("cap_micros"),
        )


@final
@record
class StopEval:
    """End an evaluation early; its gate is decided from the results that count by then.

    Attributes:
        run: Id of the evaluation.
        reason: Why; it stands in the record.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_commands.StopEval"

    run: str
    reason: str = ""
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "run": self.run,
            "reason": self.reason,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> StopEval:
        """The inverse."""
        return cls(
            run=d["run"],
            reason=d.get("reason", ""),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class TokenPrice:
    """Price of a model's tokens, millionths of a dollar for 10^6 of them.

    Attributes:
        input_micros: Tokens of prompts.
        output_micros: Generated tokens.
        cached_micros: Tokens of prompts that the endpoint had cached; null: as other tokens of
            prompts.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_commands.TokenPrice"

    input_micros: int
    output_micros: int
    cached_micros: int | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "input_micros": self.input_micros,
            "output_micros": self.output_micros,
            "cached_micros": self.cached_micros,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> TokenPrice:
        """The inverse."""
        return cls(
            input_micros=d["input_micros"],
            output_micros=d["output_micros"],
            cached_micros=d.get("cached_micros"),
        )


@final
@record
class SetTokenPrice:
    """Price a model's tokens from now on; runs that have started keep theirs.

    Attributes:
        model: Model, as configs name it.
        endpoint: SCHEME://HOST:PORT of the endpoint; empty: wherever no other price holds.
        price: Price; null: none from now on.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_commands.SetTokenPrice"

    model: str
    endpoint: str = ""
    price: TokenPrice | None = None
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "model": self.model,
            "endpoint": self.endpoint,
            "price": None if self.price is None else self.price.to_datum(),
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> SetTokenPrice:
        """The inverse."""
        return cls(
            model=d["model"],
            endpoint=d.get("endpoint", ""),
            price=None if d.get("price") is None else TokenPrice.from_datum(branch_of(d["price"])),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class SetEvalBudget:
    """Limit what an organisation's automatic runs may cost in one day, UTC.

    Attributes:
        day_micros: Millionths of a dollar; 0: none starts.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_commands.SetEvalBudget"

    day_micros: int
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "day_micros": self.day_micros,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> SetEvalBudget:
        """The inverse."""
        return cls(
            day_micros=d["day_micros"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class ResumeEvals:
    """Let automatic runs start again today: its count begins at zero.

    Attributes:
        reason: Why; it stands in the record.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_commands.ResumeEvals"

    reason: str = ""
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "reason": self.reason,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ResumeEvals:
        """The inverse."""
        return cls(
            reason=d.get("reason", ""),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class Label:
    """Score of one answer by one person.

    Attributes:
        run: Id of an evaluation in which a judge scored the answer.
        case: Case of its golden set.
        person: Name of the person who scored it.
        score: Score on the judge's scale, 1 to 5.
        comment: Reason, for people.
        line: Line of the file that it was read from, for error messages; 0: there is no file.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_commands.Label"

    run: str
    case: str
    person: str
    score: int
    comment: str = ""
    line: int = 0

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "run": self.run,
            "case": self.case,
            "person": self.person,
            "score": self.score,
            "comment": self.comment,
            "line": self.line,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> Label:
        """The inverse."""
        return cls(
            run=d["run"],
            case=d["case"],
            person=d["person"],
            score=d["score"],
            comment=d.get("comment", ""),
            line=d.get("line", 0),
        )


@final
@record
class LabelCases:
    """Record what people think of answers that a judge scored.

    Attributes:
        labels: In the order of the file; each run, case and person once.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_commands.LabelCases"

    labels: tuple[Label, ...]
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "labels": [x.to_datum() for x in self.labels],
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> LabelCases:
        """The inverse."""
        return cls(
            labels=tuple(Label.from_datum(x) for x in d["labels"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class ProposeCase:
    """Propose a case for a golden set: somebody accepts or rejects it.

    Attributes:
        proposal: Its id: the first 16 digits of the case's digest.
        golden_set: Name of the golden set.
        digest: SHA-256 of the case's canonical line, which lies in the store.
        case: Id of the case.
        task: Task of the case.
        source: Where the case comes from.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_commands.ProposeCase"

    proposal: str
    golden_set: str
    digest: str
    case: str
    task: str
    source: str = ""
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "proposal": self.proposal,
            "golden_set": self.golden_set,
            "digest": self.digest,
            "case": self.case,
            "task": self.task,
            "source": self.source,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ProposeCase:
        """The inverse."""
        return cls(
            proposal=d["proposal"],
            golden_set=d["golden_set"],
            digest=d["digest"],
            case=d["case"],
            task=d["task"],
            source=d.get("source", ""),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class DecideProposal:
    """Accept a proposed case, which makes the next version of its golden set, or reject it.

    Attributes:
        proposal: Its id: the first 16 digits of the case's digest.
        golden_set: Name of the golden set.
        accepted: Whether the case becomes part of the set.
        reason: Why, for people.
        replaces: Digest of the set in force to which the case was added; empty: it is rejected.
        digest: SHA-256 of the lines of the set with the case; empty: it is rejected.
        tasks: Tasks of the set with the case, by name.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
        comparable: If it is accepted: SHA-256 of the set's cases but the live ones, to which this
            one belongs; empty: the digest.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_commands.DecideProposal"

    proposal: str
    golden_set: str
    accepted: bool
    reason: str = ""
    replaces: str = ""
    digest: str = ""
    tasks: tuple[GoldenTask, ...] = ()
    tenant: str
    requested_by: str
    comparable: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "proposal": self.proposal,
            "golden_set": self.golden_set,
            "accepted": self.accepted,
            "reason": self.reason,
            "replaces": self.replaces,
            "digest": self.digest,
            "tasks": [x.to_datum() for x in self.tasks],
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "comparable": self.comparable,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> DecideProposal:
        """The inverse."""
        return cls(
            proposal=d["proposal"],
            golden_set=d["golden_set"],
            accepted=d["accepted"],
            reason=d.get("reason", ""),
            replaces=d.get("replaces", ""),
            digest=d.get("digest", ""),
            tasks=tuple(GoldenTask.from_datum(x) for x in d.get("tasks", [])),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            comparable=d.get("comparable", ""),
        )


@final
@record
class ProbeJudge:
    """Measure what a config's judge does not see, by answers changed in ways that it should notice.

    Attributes:
        run: Id of the probe, chosen by its sender; no evaluation has it.
        config: Name of an eval config with a judge.
        repository: Id of the repository whose answers are changed; empty: the only one that the
            config has scored.
        cases: Most cases whose answers are changed.
        cap_micros: Most that it may cost, millionths of a dollar; null: as the config says.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_commands.ProbeJudge"

    run: str
    config: str
    repository: str = ""
    cases: int
    cap_micros: int | None = None
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "run": self.run,
            "config": self.config,
            "repository": self.repository,
            "cases": self.cases,
            "cap_micros": self.cap_micros,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ProbeJudge:
        """The inverse."""
        return cls(
            run=d["run"],
            config=d["config"],
            repository=d.get("repository", ""),
            cases=d["cases"],
            cap_micros=d.get("cap_micros"),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class LabelReference:
    """A person's label of an answer, by its parts.

    Attributes:
        key: Key of the answer, among those that are kept.
        answer: SHA-256 of the answer.
        person: Name of the person who scored it.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_commands.LabelReference"

    key: str
    answer: str
    person: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "key": self.key,
            "answer": self.answer,
            "person": self.person,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> LabelReference:
        """The inverse."""
        return cls(
            key=d["key"],
            answer=d["answer"],
            person=d["person"],
        )


@final
@record
class RemoveLabels:
    """Remove labels: nobody is shown them, and no calibration counts them.

    Attributes:
        labels: Which; those that do not exist are passed over.
        reason: Why; it stands in the record.
        tenant: Organisation whose they are.
        requested_by: Its sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_commands.RemoveLabels"

    labels: tuple[LabelReference, ...]
    reason: str = ""
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "labels": [x.to_datum() for x in self.labels],
            "reason": self.reason,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RemoveLabels:
        """The inverse."""
        return cls(
            labels=tuple(LabelReference.from_datum(x) for x in d["labels"]),
            reason=d.get("reason", ""),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class ScoreAnswers:
    """Have a config's judge score kept answers of a version without expected texts.

    Attributes:
        run: Id of the run, chosen by its sender; no evaluation or probe has it.
        config: Name of an eval config with a judge.
        repository: Id of the repository that holds the version.
        commit: The version whose kept answers are scored: a commit of it.
        cases: Most cases, 1 to 2,000; the same ones in each run over the same golden set.
        fresh: Whether the judge is asked for every verdict; otherwise kept ones of earlier such
            runs count.
        judge_hash: Hash that the config's judge must have; empty: any.
        cap_micros: Most that it may cost, millionths of a dollar; null: as the config says.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_commands.ScoreAnswers"

    run: str
    config: str
    repository: str
    commit: str
    cases: int
    fresh: bool = False
    judge_hash: str = ""
    cap_micros: int | None = None
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "run": self.run,
            "config": self.config,
            "repository": self.repository,
            "commit": self.commit,
            "cases": self.cases,
            "fresh": self.fresh,
            "judge_hash": self.judge_hash,
            "cap_micros": self.cap_micros,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ScoreAnswers:
        """The inverse."""
        return cls(
            run=d["run"],
            config=d["config"],
            repository=d["repository"],
            commit=d["commit"],
            cases=d["cases"],
            fresh=d.get("fresh", False),
            judge_hash=d.get("judge_hash", ""),
            cap_micros=d.get("cap_micros"),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


EvalCommand: TypeAlias = (
    ActivateGoldenSet
    | ActivateEvalConfig
    | StartEval
    | StopEval
    | SetTokenPrice
    | SetEvalBudget
    | ResumeEvals
    | LabelCases
    | ProposeCase
    | DecideProposal
    | ProbeJudge
    | RemoveLabels
    | ScoreAnswers
)

Payload: TypeAlias = EvalCommand

PAYLOADS: Final[Table] = table_of(
    ActivateGoldenSet,
    ActivateEvalConfig,
    StartEval,
    StopEval,
    SetTokenPrice,
    SetEvalBudget,
    ResumeEvals,
    LabelCases,
    ProposeCase,
    DecideProposal,
    ProbeJudge,
    RemoveLabels,
    ScoreAnswers,
)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.eval_commands","doc":'
    '"Requests about golden sets, eval configs and evaluations.","fields":[{"name'
    '":"event_id","type":"string","doc":"Unique for ever; the deduplication key."'
    '},{"name":"key","type":"string","doc":"The Kafka key: what this topic is ord'
    'ered by."},{"name":"occurred_at_ms","type":"long","doc":"When the producer s'
    'ays it happened, milliseconds since 1970 UTC."},{"name":"producer","type":"s'
    'tring","doc":"Service and instance that wrote the record."},{"name":"correla'
    'tion_id","type":"string","doc":"Shared by everything that follows from one r'
    'equest."},{"name":"causation_id","type":["null","string"],"doc":"event_id of'
    ' the record this one follows from.","default":null},{"name":"seq","type":["n'
    'ull","long"],"doc":"seq of the input it follows from: facts of all partition'
    's are ordered by seq, then index. Null: its writer has no such order.","defa'
    'ult":null},{"name":"index","type":["null","int"],"doc":"Which of that input\''
    's consequences it is, rising from 0; orders count, too.","default":null},{"n'
    'ame":"tenant","type":["null","string"],"doc":"The tenant it belongs to; null'
    ': no tenant.","default":null},{"name":"payload","type":[{"type":"record","na'
    'me":"ActivateGoldenSet","doc":"Have a golden set in the place of the one of '
    'the same name.","fields":[{"name":"name","type":"string","doc":"Its name, un'
    'ique in the organisation."},{"name":"digest","type":"string","doc":"SHA-256 '
    'of its canonical lines, which lie in the store."},{"name":"tasks","type":{"t'
    'ype":"array","items":{"type":"record","name":"GoldenTask","doc":"Cases of on'
    'e task in a golden set.","fields":[{"name":"task","type":"string","doc":"Nam'
    'e of the task."},{"name":"cases","type":"int","doc":"Number of its cases."},'
    '{"name":"clusters","type":"int","doc":"Number of clusters that they fall int'
    'o."},{"name":"checked","type":"int","doc":"Number of its cases that bring ch'
    'ecks of their own.","default":0},{"name":"largest","type":"int","doc":"Numbe'
    'r of cases of its largest cluster; 0: not recorded.","default":0}],"namespac'
    'e":"muster.eval_commands"}},"doc":"Its tasks, by name."},{"name":"source","t'
    'ype":"string","doc":"Where the cases come from.","default":""},{"name":"tena'
    'nt","type":"string","doc":"Organisation whose it is."},{"name":"requested_by'
    '","type":"string","doc":"Its sender: ORGANISATION/USER."},{"name":"comparabl'
    'e","type":"string","doc":"SHA-256 of its cases but the live ones: sets with '
    'the same one are compared; empty: the digest.","default":""},{"name":"held_o'
    'ut","type":"string","doc":"Keyed digest of its held-out cases, which are sea'
    'led in the store; empty: it has none.","default":""},{"name":"held_out_tasks'
    '","type":{"type":"array","items":"muster.eval_commands.GoldenTask"},"doc":"T'
    'asks of its held-out cases, by name; the other tasks do not count these.","d'
    'efault":[]}],"namespace":"muster.eval_commands"},{"type":"record","name":"Ac'
    'tivateEvalConfig","doc":"Have an eval config in the place of the one of the '
    'same name.","fields":[{"name":"name","type":"string","doc":"Its name, unique'
    ' in the organisation."},{"name":"document","type":"string","doc":"The config'
    ' as JSON."},{"name":"tenant","type":"string","doc":"Organisation whose it is'
    '."},{"name":"requested_by","type":"string","doc":"Its sender: ORGANISATION/U'
    'SER."},{"name":"rejudge","type":"int","doc":"If its judge is another: how ma'
    "ny of the last versions that a config of this name scored are judged again, "
    'from kept answers.","default":0}],"namespace":"muster.eval_commands"},{"type'
    '":"record","name":"StartEval","doc":"Evaluate a version.","fields":[{"name":'
    '"run","type":"string","doc":"Id of the evaluation, chosen by its sender."},{'
    '"name":"repository","type":"string","doc":"Id of the repository that holds t'
    'he version."},{"name":"commit","type":"string","doc":"The version: a commit '
    'of it."},{"name":"config","type":"string","doc":"Name of an eval config."},{'
    '"name":"url","type":["null","string"],"doc":"Base URL of the endpoint that s'
    'erves the version; null: the one that the config names.","default":null},{"n'
    'ame":"tenant","type":"string","doc":"Organisation whose it is."},{"name":"re'
    'quested_by","type":"string","doc":"Its sender: ORGANISATION/USER."},{"name":'
    '"sha","type":"string","doc":"Git commit to post the verdict to, at the code '
    'host that the config names; empty: none.","default":""},{"name":"cap_micros"'
    ',"type":["null","long"],"doc":"Most that it may cost, millionths of a dollar'
    '; null: as the config says.","default":null}],"namespace":"muster.eval_comma'
    'nds"},{"type":"record","name":"StopEval","doc":"End an evaluation early; its'
    ' gate is decided from the results that count by then.","fields":[{"name":"ru'
    'n","type":"string","doc":"Id of the evaluation."},{"name":"reason","type":"s'
    'tring","doc":"Why; it stands in the record.","default":""},{"name":"tenant",'
    '"type":"string","doc":"Organisation whose it is."},{"name":"requested_by","t'
    'ype":"string","doc":"Its sender: ORGANISATION/USER."}],"namespace":"muster.e'
    'val_commands"},{"type":"record","name":"SetTokenPrice","doc":"Price a model\''
    's tokens from now on; runs that have started keep theirs.","fields":[{"name"'
    ':"model","type":"string","doc":"Model, as configs name it."},{"name":"endpoi'
    'nt","type":"string","doc":"SCHEME://HOST:PORT of the endpoint; empty: wherev'
    'er no other price holds.","default":""},{"name":"price","type":["null",{"typ'
    'e":"record","name":"TokenPrice","doc":"Price of a model\'s tokens, millionths'
    ' of a dollar for 10^6 of them.","fields":[{"name":"input_micros","type":"lon'
    'g","doc":"Tokens of prompts."},{"name":"output_micros","type":"long","doc":"'
    'Generated tokens."},{"name":"cached_micros","type":["null","long"],"doc":"To'
    "kens of prompts that the endpoint had cached; null: as other tokens of promp"
    'ts.","default":null}],"namespace":"muster.eval_commands"}],"doc":"Price; nul'
    'l: none from now on.","default":null},{"name":"tenant","type":"string","doc"'
    ':"Organisation whose it is."},{"name":"requested_by","type":"string","doc":"'
    'Its sender: ORGANISATION/USER."}],"namespace":"muster.eval_commands"},{"type'
    '":"record","name":"SetEvalBudget","doc":"Limit what an organisation\'s automa'
    'tic runs may cost in one day, UTC.","fields":[{"name":"day_micros","type":"l'
    'ong","doc":"Millionths of a dollar; 0: none starts."},{"name":"tenant","type'
    '":"string","doc":"Organisation whose it is."},{"name":"requested_by","type":'
    '"string","doc":"Its sender: ORGANISATION/USER."}],"namespace":"muster.eval_c'
    'ommands"},{"type":"record","name":"ResumeEvals","doc":"Let automatic runs st'
    'art again today: its count begins at zero.","fields":[{"name":"reason","type'
    '":"string","doc":"Why; it stands in the record.","default":""},{"name":"tena'
    'nt","type":"string","doc":"Organisation whose it is."},{"name":"requested_by'
    '","type":"string","doc":"Its sender: ORGANISATION/USER."}],"namespace":"must'
    'er.eval_commands"},{"type":"record","name":"LabelCases","doc":"Record what p'
    'eople think of answers that a judge scored.","fields":[{"name":"labels","typ'
    'e":{"type":"array","items":{"type":"record","name":"Label","doc":"Score of o'
    'ne answer by one person.","fields":[{"name":"run","type":"string","doc":"Id '
    'of an evaluation in which a judge scored the answer."},{"name":"case","type"'
    ':"string","doc":"Case of its golden set."},{"name":"person","type":"string",'
    '"doc":"Name of the person who scored it."},{"name":"score","type":"int","doc'
    '":"Score on the judge\'s scale, 1 to 5."},{"name":"comment","type":"string","'
    'doc":"Reason, for people.","default":""},{"name":"line","type":"int","doc":"'
    "Line of the file that it was read from, for error messages; 0: there is no f"
    'ile.","default":0}],"namespace":"muster.eval_commands"}},"doc":"In the order'
    ' of the file; each run, case and person once."},{"name":"tenant","type":"str'
    'ing","doc":"Organisation whose it is."},{"name":"requested_by","type":"strin'
    'g","doc":"Its sender: ORGANISATION/USER."}],"namespace":"muster.eval_command'
    's"},{"type":"record","name":"ProposeCase","doc":"Propose a case for a golden'
    ' set: somebody accepts or rejects it.","fields":[{"name":"proposal","type":"'
    'string","doc":"Its id: the first 16 digits of the case\'s digest."},{"name":"'
    'golden_set","type":"string","doc":"Name of the golden set."},{"name":"digest'
    '","type":"string","doc":"SHA-256 of the case\'s canonical line, which lies in'
    ' the store."},{"name":"case","type":"string","doc":"Id of the case."},{"name'
    '":"task","type":"string","doc":"Task of the case."},{"name":"source","type":'
    '"string","doc":"Where the case comes from.","default":""},{"name":"tenant","'
    'type":"string","doc":"Organisation whose it is."},{"name":"requested_by","ty'
    'pe":"string","doc":"Its sender: ORGANISATION/USER."}],"namespace":"muster.ev'
    'al_commands"},{"type":"record","name":"DecideProposal","doc":"Accept a propo'
    'sed case, which makes the next version of its golden set, or reject it.","fi'
    'elds":[{"name":"proposal","type":"string","doc":"Its id: the first 16 digits'
    ' of the case\'s digest."},{"name":"golden_set","type":"string","doc":"Name of'
    ' the golden set."},{"name":"accepted","type":"boolean","doc":"Whether the ca'
    'se becomes part of the set."},{"name":"reason","type":"string","doc":"Why, f'
    'or people.","default":""},{"name":"replaces","type":"string","doc":"Digest o'
    'f the set in force to which the case was added; empty: it is rejected.","def'
    'ault":""},{"name":"digest","type":"string","doc":"SHA-256 of the lines of th'
    'e set with the case; empty: it is rejected.","default":""},{"name":"tasks","'
    'type":{"type":"array","items":"muster.eval_commands.GoldenTask"},"doc":"Task'
    's of the set with the case, by name.","default":[]},{"name":"tenant","type":'
    '"string","doc":"Organisation whose it is."},{"name":"requested_by","type":"s'
    'tring","doc":"Its sender: ORGANISATION/USER."},{"name":"comparable","type":"'
    'string","doc":"If it is accepted: SHA-256 of the set\'s cases but the live on'
    'es, to which this one belongs; empty: the digest.","default":""}],"namespace'
    '":"muster.eval_commands"},{"type":"record","name":"ProbeJudge","doc":"Measur'
    "e what a config's judge does not see, by answers changed in ways that it sho"
    'uld notice.","fields":[{"name":"run","type":"string","doc":"Id of the probe,'
    ' chosen by its sender; no evaluation has it."},{"name":"config","type":"stri'
    'ng","doc":"Name of an eval config with a judge."},{"name":"repository","type'
    '":"string","doc":"Id of the repository whose answers are changed; empty: the'
    ' only one that the config has scored.","default":""},{"name":"cases","type":'
    '"int","doc":"Most cases whose answers are changed."},{"name":"cap_micros","t'
    'ype":["null","long"],"doc":"Most that it may cost, millionths of a dollar; n'
    'ull: as the config says.","default":null},{"name":"tenant","type":"string","'
    'doc":"Organisation whose it is."},{"name":"requested_by","type":"string","do'
    'c":"Its sender: ORGANISATION/USER."}],"namespace":"muster.eval_commands"},{"'
    'type":"record","name":"RemoveLabels","doc":"Remove labels: nobody is shown t'
    'hem, and no calibration counts them.","fields":[{"name":"labels","type":{"ty'
    'pe":"array","items":{"type":"record","name":"LabelReference","doc":"A person'
    '\'s label of an answer, by its parts.","fields":[{"name":"key","type":"string'
    '","doc":"Key of the answer, among those that are kept."},{"name":"answer","t'
    'ype":"string","doc":"SHA-256 of the answer."},{"name":"person","type":"strin'
    'g","doc":"Name of the person who scored it."}],"namespace":"muster.eval_comm'
    'ands"}},"doc":"Which; those that do not exist are passed over."},{"name":"re'
    'ason","type":"string","doc":"Why; it stands in the record.","default":""},{"'
    'name":"tenant","type":"string","doc":"Organisation whose they are."},{"name"'
    ':"requested_by","type":"string","doc":"Its sender: ORGANISATION/USER."}],"na'
    'mespace":"muster.eval_commands"},{"type":"record","name":"ScoreAnswers","doc'
    '":"Have a config\'s judge score kept answers of a version without expected te'
    'xts.","fields":[{"name":"run","type":"string","doc":"Id of the run, chosen b'
    'y its sender; no evaluation or probe has it."},{"name":"config","type":"stri'
    'ng","doc":"Name of an eval config with a judge."},{"name":"repository","type'
    '":"string","doc":"Id of the repository that holds the version."},{"name":"co'
    'mmit","type":"string","doc":"The version whose kept answers are scored: a co'
    'mmit of it."},{"name":"cases","type":"int","doc":"Most cases, 1 to 2,000; th'
    'e same ones in each run over the same golden set."},{"name":"fresh","type":"'
    'boolean","doc":"Whether the judge is asked for every verdict; otherwise kept'
    ' ones of earlier such runs count.","default":false},{"name":"judge_hash","ty'
    'pe":"string","doc":"Hash that the config\'s judge must have; empty: any.","de'
    'fault":""},{"name":"cap_micros","type":["null","long"],"doc":"Most that it m'
    'ay cost, millionths of a dollar; null: as the config says.","default":null},'
    '{"name":"tenant","type":"string","doc":"Organisation whose it is."},{"name":'
    '"requested_by","type":"string","doc":"Its sender: ORGANISATION/USER."}],"nam'
    'espace":"muster.eval_commands"}],"doc":"The request."}]}'
)
