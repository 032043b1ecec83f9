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
        checked: Number of its cases with checks of their own.
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
    """Activate a golden set; it replaces the one of the same name.

    Attributes:
        name: Its name, unique in the organisation.
        digest: SHA-256 of its canonical lines, which are in the store.
        tasks: Its tasks, by name.
        source: Where the cases come from.
        tenant: Organisation that owns it.
        requested_by: Sender: ORGANISATION/USER.
        comparable: SHA-256 of its cases except live ones: sets with equal values are comparable;
            empty: the digest.
        held_out: Keyed digest of its held-out cases, which are sealed in the store; empty: none.
        held_out_tasks: Tasks of its held-out cases, by name; `tasks` does not count these cases.
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
    """Activate an eval config; it replaces the one of the same name.

    Attributes:
        name: Its name, unique in the organisation.
        document: The config as JSON.
        tenant: Organisation that owns it.
        requested_by: Sender: ORGANISATION/USER.
        rejudge: If its judge is a new one: number of the latest versions scored by a config of this
            name that are judged again, from kept answers.
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
        tenant: Organisation that owns it.
        requested_by: Sender: ORGANISATION/USER.
        sha: Git commit that the verdict is posted to, at the code host of the config; empty: none.
        cap_micros: Maximum cost, millionths of a dollar; null: that of the config.
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
    """End an evaluation early; its gate is decided from the results counted by then.

    Attributes:
        run: Id of the evaluation.
        reason: Reason, for the record.
        tenant: Organisation that owns it.
        requested_by: Sender: ORGANISATION/USER.
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
        input_micros: Price of prompt tokens.
        output_micros: Price of generated tokens.
        cached_micros: Price of prompt tokens that the endpoint had cached; null: that of other
            prompt tokens.
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
    """Set the price of a model's tokens from now on; runs that have started keep theirs.

    Attributes:
        model: Model, as configs name it.
        endpoint: SCHEME://HOST:PORT of the endpoint; empty: every endpoint without a price of its
            own.
        price: Price; null: no price from now on.
        tenant: Organisation that owns it.
        requested_by: Sender: ORGANISATION/USER.
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
    """Limit the cost of an organisation's automatic runs per day, UTC.

    Attributes:
        day_micros: Millionths of a dollar; 0: no run starts.
        tenant: Organisation that owns it.
        requested_by: Sender: ORGANISATION/USER.
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
    """Let automatic runs start again today; the day's count starts at zero.

    Attributes:
        reason: Reason, for the record.
        tenant: Organisation that owns it.
        requested_by: Sender: ORGANISATION/USER.
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
        line: Line of the file, for error messages; 0: there is no file.
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
    """Record people's scores of answers that a judge scored.

    Attributes:
        labels: Labels in the order of the file; each combination of run, case and person once.
        tenant: Organisation that owns it.
        requested_by: Sender: ORGANISATION/USER.
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
    """Propose a case for a golden set, to be accepted or rejected.

    Attributes:
        proposal: Its id: the first 16 digits of the case's digest.
        golden_set: Name of the golden set.
        digest: SHA-256 of the case's canonical line, which is in the store.
        case: Id of the case.
        task: Task of the case.
        source: Where the case comes from.
        tenant: Organisation that owns it.
        requested_by: Sender: ORGANISATION/USER.
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
        tenant: Organisation that owns it.
        requested_by: Sender: ORGANISATION/USER.
        comparable: If it is accepted: SHA-256 of the set's cases except live ones, such as this
            one; empty: the digest.
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
    """Measure the blind spots of a config's judge, with answers changed in ways that it should notice.

    Attributes:
        run: Id of the probe, chosen by its sender; distinct from those of evaluations.
        config: Name of an eval config with a judge.
        repository: Id of the repository whose answers are changed; empty: the only one that the
            config has scored.
        cases: Maximum number of cases whose answers are changed.
        cap_micros: Maximum cost, millionths of a dollar; null: that of the config.
        tenant: Organisation that owns it.
        requested_by: Sender: ORGANISATION/USER.
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
    """Reference to a person's label of an answer.

    Attributes:
        key: Key of the kept answer.
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
    """Remove labels: they are no longer shown, and no calibration counts them.

    Attributes:
        labels: Labels to remove; unknown ones are ignored.
        reason: Reason, for the record.
        tenant: Organisation that owns them.
        requested_by: Sender: ORGANISATION/USER.
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
    """Have a config's judge score kept answers of a version, without expected texts.

    Attributes:
        run: Id of the run, chosen by its sender; distinct from those of evaluations and probes.
        config: Name of an eval config with a judge.
        repository: Id of the repository that holds the version.
        commit: Version whose kept answers are scored: a commit.
        cases: Maximum number of cases, 1 to 2,000; every run over the same golden set chooses the
            same ones.
        fresh: Whether to ask the judge for every verdict; otherwise kept verdicts of earlier such
            runs count.
        judge_hash: Required hash of the config's judge; empty: any.
        cap_micros: Maximum cost, millionths of a dollar; null: that of the config.
        tenant: Organisation that owns it.
        requested_by: Sender: ORGANISATION/USER.
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
    '},{"name":"key","type":"string","doc":"Kafka key; records with the same key '
    'keep their order."},{"name":"occurred_at_ms","type":"long","doc":"Time of th'
    'e event according to the producer, milliseconds since 1970 UTC."},{"name":"p'
    'roducer","type":"string","doc":"Service and instance that wrote the record."'
    '},{"name":"correlation_id","type":"string","doc":"Shared by everything that '
    'follows from one request."},{"name":"causation_id","type":["null","string"],'
    '"doc":"event_id of the record this one follows from.","default":null},{"name'
    '":"seq","type":["null","long"],"doc":"seq of the input it follows from; fact'
    "s of all partitions are ordered by seq, then index. Null: the writer assigns"
    ' no order.","default":null},{"name":"index","type":["null","int"],"doc":"Ind'
    'ex among the consequences of that input, from 0; orders count as well.","def'
    'ault":null},{"name":"tenant","type":["null","string"],"doc":"The tenant it b'
    'elongs to; null: no tenant.","default":null},{"name":"payload","type":[{"typ'
    'e":"record","name":"ActivateGoldenSet","doc":"Activate a golden set; it repl'
    'aces the one of the same name.","fields":[{"name":"name","type":"string","do'
    'c":"Its name, unique in the organisation."},{"name":"digest","type":"string"'
    ',"doc":"SHA-256 of its canonical lines, which are in the store."},{"name":"t'
    'asks","type":{"type":"array","items":{"type":"record","name":"GoldenTask","d'
    'oc":"Cases of one task in a golden set.","fields":[{"name":"task","type":"st'
    'ring","doc":"Name of the task."},{"name":"cases","type":"int","doc":"Number '
    'of its cases."},{"name":"clusters","type":"int","doc":"Number of clusters th'
    'at they fall into."},{"name":"checked","type":"int","doc":"Number of its cas'
    'es with checks of their own.","default":0},{"name":"largest","type":"int","d'
    'oc":"Number of cases of its largest cluster; 0: not recorded.","default":0}]'
    ',"namespace":"muster.eval_commands"}},"doc":"Its tasks, by name."},{"name":"'
    'source","type":"string","doc":"Where the cases come from.","default":""},{"n'
    'ame":"tenant","type":"string","doc":"Organisation that owns it."},{"name":"r'
    'equested_by","type":"string","doc":"Sender: ORGANISATION/USER."},{"name":"co'
    'mparable","type":"string","doc":"SHA-256 of its cases except live ones: sets'
    ' with equal values are comparable; empty: the digest.","default":""},{"name"'
    ':"held_out","type":"string","doc":"Keyed digest of its held-out cases, which'
    ' are sealed in the store; empty: none.","default":""},{"name":"held_out_task'
    's","type":{"type":"array","items":"muster.eval_commands.GoldenTask"},"doc":"'
    'Tasks of its held-out cases, by name; `tasks` does not count these cases.","'
    'default":[]}],"namespace":"muster.eval_commands"},{"type":"record","name":"A'
    'ctivateEvalConfig","doc":"Activate an eval config; it replaces the one of th'
    'e same name.","fields":[{"name":"name","type":"string","doc":"Its name, uniq'
    'ue in the organisation."},{"name":"document","type":"string","doc":"The conf'
    'ig as JSON."},{"name":"tenant","type":"string","doc":"Organisation that owns'
    ' it."},{"name":"requested_by","type":"string","doc":"Sender: ORGANISATION/US'
    'ER."},{"name":"rejudge","type":"int","doc":"If its judge is a new one: numbe'
    "r of the latest versions scored by a config of this name that are judged aga"
    'in, from kept answers.","default":0}],"namespace":"muster.eval_commands"},{"'
    'type":"record","name":"StartEval","doc":"Evaluate a version.","fields":[{"na'
    'me":"run","type":"string","doc":"Id of the evaluation, chosen by its sender.'
    '"},{"name":"repository","type":"string","doc":"Id of the repository that hol'
    'ds the version."},{"name":"commit","type":"string","doc":"The version: a com'
    'mit of it."},{"name":"config","type":"string","doc":"Name of an eval config.'
    '"},{"name":"url","type":["null","string"],"doc":"Base URL of the endpoint th'
    'at serves the version; null: the one that the config names.","default":null}'
    ',{"name":"tenant","type":"string","doc":"Organisation that owns it."},{"name'
    '":"requested_by","type":"string","doc":"Sender: ORGANISATION/USER."},{"name"'
    ':"sha","type":"string","doc":"Git commit that the verdict is posted to, at t'
    'he code host of the config; empty: none.","default":""},{"name":"cap_micros"'
    ',"type":["null","long"],"doc":"Maximum cost, millionths of a dollar; null: t'
    'hat of the config.","default":null}],"namespace":"muster.eval_commands"},{"t'
    'ype":"record","name":"StopEval","doc":"End an evaluation early; its gate is '
    'decided from the results counted by then.","fields":[{"name":"run","type":"s'
    'tring","doc":"Id of the evaluation."},{"name":"reason","type":"string","doc"'
    ':"Reason, for the record.","default":""},{"name":"tenant","type":"string","d'
    'oc":"Organisation that owns it."},{"name":"requested_by","type":"string","do'
    'c":"Sender: ORGANISATION/USER."}],"namespace":"muster.eval_commands"},{"type'
    '":"record","name":"SetTokenPrice","doc":"Set the price of a model\'s tokens f'
    'rom now on; runs that have started keep theirs.","fields":[{"name":"model","'
    'type":"string","doc":"Model, as configs name it."},{"name":"endpoint","type"'
    ':"string","doc":"SCHEME://HOST:PORT of the endpoint; empty: every endpoint w'
    'ithout a price of its own.","default":""},{"name":"price","type":["null",{"t'
    'ype":"record","name":"TokenPrice","doc":"Price of a model\'s tokens, milliont'
    'hs of a dollar for 10^6 of them.","fields":[{"name":"input_micros","type":"l'
    'ong","doc":"Price of prompt tokens."},{"name":"output_micros","type":"long",'
    '"doc":"Price of generated tokens."},{"name":"cached_micros","type":["null","'
    'long"],"doc":"Price of prompt tokens that the endpoint had cached; null: tha'
    't of other prompt tokens.","default":null}],"namespace":"muster.eval_command'
    's"}],"doc":"Price; null: no price from now on.","default":null},{"name":"ten'
    'ant","type":"string","doc":"Organisation that owns it."},{"name":"requested_'
    'by","type":"string","doc":"Sender: ORGANISATION/USER."}],"namespace":"muster'
    '.eval_commands"},{"type":"record","name":"SetEvalBudget","doc":"Limit the co'
    'st of an organisation\'s automatic runs per day, UTC.","fields":[{"name":"day'
    '_micros","type":"long","doc":"Millionths of a dollar; 0: no run starts."},{"'
    'name":"tenant","type":"string","doc":"Organisation that owns it."},{"name":"'
    'requested_by","type":"string","doc":"Sender: ORGANISATION/USER."}],"namespac'
    'e":"muster.eval_commands"},{"type":"record","name":"ResumeEvals","doc":"Let '
    'automatic runs start again today; the day\'s count starts at zero.","fields":'
    '[{"name":"reason","type":"string","doc":"Reason, for the record.","default":'
    '""},{"name":"tenant","type":"string","doc":"Organisation that owns it."},{"n'
    'ame":"requested_by","type":"string","doc":"Sender: ORGANISATION/USER."}],"na'
    'mespace":"muster.eval_commands"},{"type":"record","name":"LabelCases","doc":'
    '"Record people\'s scores of answers that a judge scored.","fields":[{"name":"'
    'labels","type":{"type":"array","items":{"type":"record","name":"Label","doc"'
    ':"Score of one answer by one person.","fields":[{"name":"run","type":"string'
    '","doc":"Id of an evaluation in which a judge scored the answer."},{"name":"'
    'case","type":"string","doc":"Case of its golden set."},{"name":"person","typ'
    'e":"string","doc":"Name of the person who scored it."},{"name":"score","type'
    '":"int","doc":"Score on the judge\'s scale, 1 to 5."},{"name":"comment","type'
    '":"string","doc":"Reason, for people.","default":""},{"name":"line","type":"'
    'int","doc":"Line of the file, for error messages; 0: there is no file.","def'
    'ault":0}],"namespace":"muster.eval_commands"}},"doc":"Labels in the order of'
    ' the file; each combination of run, case and person once."},{"name":"tenant"'
    ',"type":"string","doc":"Organisation that owns it."},{"name":"requested_by",'
    '"type":"string","doc":"Sender: ORGANISATION/USER."}],"namespace":"muster.eva'
    'l_commands"},{"type":"record","name":"ProposeCase","doc":"Propose a case for'
    ' a golden set, to be accepted or rejected.","fields":[{"name":"proposal","ty'
    'pe":"string","doc":"Its id: the first 16 digits of the case\'s digest."},{"na'
    'me":"golden_set","type":"string","doc":"Name of the golden set."},{"name":"d'
    'igest","type":"string","doc":"SHA-256 of the case\'s canonical line, which is'
    ' in the store."},{"name":"case","type":"string","doc":"Id of the case."},{"n'
    'ame":"task","type":"string","doc":"Task of the case."},{"name":"source","typ'
    'e":"string","doc":"Where the case comes from.","default":""},{"name":"tenant'
    '","type":"string","doc":"Organisation that owns it."},{"name":"requested_by"'
    ',"type":"string","doc":"Sender: ORGANISATION/USER."}],"namespace":"muster.ev'
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
    '"string","doc":"Organisation that owns it."},{"name":"requested_by","type":"'
    'string","doc":"Sender: ORGANISATION/USER."},{"name":"comparable","type":"str'
    'ing","doc":"If it is accepted: SHA-256 of the set\'s cases except live ones, '
    'such as this one; empty: the digest.","default":""}],"namespace":"muster.eva'
    'l_commands"},{"type":"record","name":"ProbeJudge","doc":"Measure the blind s'
    "pots of a config's judge, with answers changed in ways that it should notice"
    '.","fields":[{"name":"run","type":"string","doc":"Id of the probe, chosen by'
    ' its sender; distinct from those of evaluations."},{"name":"config","type":"'
    'string","doc":"Name of an eval config with a judge."},{"name":"repository","'
    'type":"string","doc":"Id of the repository whose answers are changed; empty:'
    ' the only one that the config has scored.","default":""},{"name":"cases","ty'
    'pe":"int","doc":"Maximum number of cases whose answers are changed."},{"name'
    '":"cap_micros","type":["null","long"],"doc":"Maximum cost, millionths of a d'
    'ollar; null: that of the config.","default":null},{"name":"tenant","type":"s'
    'tring","doc":"Organisation that owns it."},{"name":"requested_by","type":"st'
    'ring","doc":"Sender: ORGANISATION/USER."}],"namespace":"muster.eval_commands'
    '"},{"type":"record","name":"RemoveLabels","doc":"Remove labels: they are no '
    'longer shown, and no calibration counts them.","fields":[{"name":"labels","t'
    'ype":{"type":"array","items":{"type":"record","name":"LabelReference","doc":'
    '"Reference to a person\'s label of an answer.","fields":[{"name":"key","type"'
    ':"string","doc":"Key of the kept answer."},{"name":"answer","type":"string",'
    '"doc":"SHA-256 of the answer."},{"name":"person","type":"string","doc":"Name'
    ' of the person who scored it."}],"namespace":"muster.eval_commands"}},"doc":'
    '"Labels to remove; unknown ones are ignored."},{"name":"reason","type":"stri'
    'ng","doc":"Reason, for the record.","default":""},{"name":"tenant","type":"s'
    'tring","doc":"Organisation that owns them."},{"name":"requested_by","type":"'
    'string","doc":"Sender: ORGANISATION/USER."}],"namespace":"muster.eval_comman'
    'ds"},{"type":"record","name":"ScoreAnswers","doc":"Have a config\'s judge sco'
    're kept answers of a version, without expected texts.","fields":[{"name":"ru'
    'n","type":"string","doc":"Id of the run, chosen by its sender; distinct from'
    ' those of evaluations and probes."},{"name":"config","type":"string","doc":"'
    'Name of an eval config with a judge."},{"name":"repository","type":"string",'
    '"doc":"Id of the repository that holds the version."},{"name":"commit","type'
    '":"string","doc":"Version whose kept answers are scored: a commit."},{"name"'
    ':"cases","type":"int","doc":"Maximum number of cases, 1 to 2,000; every run '
    'over the same golden set chooses the same ones."},{"name":"fresh","type":"bo'
    'olean","doc":"Whether to ask the judge for every verdict; otherwise kept ver'
    'dicts of earlier such runs count.","default":false},{"name":"judge_hash","ty'
    'pe":"string","doc":"Required hash of the config\'s judge; empty: any.","defau'
    'lt":""},{"name":"cap_micros","type":["null","long"],"doc":"Maximum cost, mil'
    'lionths of a dollar; null: that of the config.","default":null},{"name":"ten'
    'ant","type":"string","doc":"Organisation that owns it."},{"name":"requested_'
    'by","type":"string","doc":"Sender: ORGANISATION/USER."}],"namespace":"muster'
    '.eval_commands"}],"doc":"The request."}]}'
)
