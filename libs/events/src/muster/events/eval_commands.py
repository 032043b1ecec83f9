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
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_commands.ActivateGoldenSet"

    name: str
    digest: str
    tasks: tuple[GoldenTask, ...]
    source: str = ""
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "name": self.name,
            "digest": self.digest,
            "tasks": [x.to_datum() for x in self.tasks],
            "source": self.source,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
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
        )


@final
@record
class ProbeJudge:
    """Measure what a judge does not see: it scores changed answers whose right judgement is known.

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
    '","type":"string","doc":"Its sender: ORGANISATION/USER."}],"namespace":"must'
    'er.eval_commands"},{"type":"record","name":"ActivateEvalConfig","doc":"Have '
    'an eval config in the place of the one of the same name.","fields":[{"name":'
    '"name","type":"string","doc":"Its name, unique in the organisation."},{"name'
    '":"document","type":"string","doc":"The config as JSON."},{"name":"tenant","'
    'type":"string","doc":"Organisation whose it is."},{"name":"requested_by","ty'
    'pe":"string","doc":"Its sender: ORGANISATION/USER."},{"name":"rejudge","type'
    '":"int","doc":"If its judge is another: how many of the last versions that a'
    ' config of this name scored are judged again, from kept answers.","default":'
    '0}],"namespace":"muster.eval_commands"},{"type":"record","name":"StartEval",'
    '"doc":"Evaluate a version.","fields":[{"name":"run","type":"string","doc":"I'
    'd of the evaluation, chosen by its sender."},{"name":"repository","type":"st'
    'ring","doc":"Id of the repository that holds the version."},{"name":"commit"'
    ',"type":"string","doc":"The version: a commit of it."},{"name":"config","typ'
    'e":"string","doc":"Name of an eval config."},{"name":"url","type":["null","s'
    'tring"],"doc":"Base URL of the endpoint that serves the version; null: the o'
    'ne that the config names.","default":null},{"name":"tenant","type":"string",'
    '"doc":"Organisation whose it is."},{"name":"requested_by","type":"string","d'
    'oc":"Its sender: ORGANISATION/USER."},{"name":"sha","type":"string","doc":"G'
    "it commit to post the verdict to, at the code host that the config names; em"
    'pty: none.","default":""},{"name":"cap_micros","type":["null","long"],"doc":'
    '"Most that it may cost, millionths of a dollar; null: as the config says.","'
    'default":null}],"namespace":"muster.eval_commands"},{"type":"record","name":'
    '"StopEval","doc":"End an evaluation early; its gate is decided from the resu'
    'lts that count by then.","fields":[{"name":"run","type":"string","doc":"Id o'
    'f the evaluation."},{"name":"reason","type":"string","doc":"Why; it stands i'
    'n the record.","default":""},{"name":"tenant","type":"string","doc":"Organis'
    'ation whose it is."},{"name":"requested_by","type":"string","doc":"Its sende'
    'r: ORGANISATION/USER."}],"namespace":"muster.eval_commands"},{"type":"record'
    '","name":"SetTokenPrice","doc":"Price a model\'s tokens from now on; runs tha'
    't have started keep theirs.","fields":[{"name":"model","type":"string","doc"'
    ':"Model, as configs name it."},{"name":"endpoint","type":"string","doc":"SCH'
    'EME://HOST:PORT of the endpoint; empty: wherever no other price holds.","def'
    'ault":""},{"name":"price","type":["null",{"type":"record","name":"TokenPrice'
    '","doc":"Price of a model\'s tokens, millionths of a dollar for 10^6 of them.'
    '","fields":[{"name":"input_micros","type":"long","doc":"Tokens of prompts."}'
    ',{"name":"output_micros","type":"long","doc":"Generated tokens."},{"name":"c'
    'ached_micros","type":["null","long"],"doc":"Tokens of prompts that the endpo'
    'int had cached; null: as other tokens of prompts.","default":null}],"namespa'
    'ce":"muster.eval_commands"}],"doc":"Price; null: none from now on.","default'
    '":null},{"name":"tenant","type":"string","doc":"Organisation whose it is."},'
    '{"name":"requested_by","type":"string","doc":"Its sender: ORGANISATION/USER.'
    '"}],"namespace":"muster.eval_commands"},{"type":"record","name":"SetEvalBudg'
    'et","doc":"Limit what an organisation\'s automatic runs may cost in one day, '
    'UTC.","fields":[{"name":"day_micros","type":"long","doc":"Millionths of a do'
    'llar; 0: none starts."},{"name":"tenant","type":"string","doc":"Organisation'
    ' whose it is."},{"name":"requested_by","type":"string","doc":"Its sender: OR'
    'GANISATION/USER."}],"namespace":"muster.eval_commands"},{"type":"record","na'
    'me":"ResumeEvals","doc":"Let automatic runs start again today: its count beg'
    'ins at zero.","fields":[{"name":"reason","type":"string","doc":"Why; it stan'
    'ds in the record.","default":""},{"name":"tenant","type":"string","doc":"Org'
    'anisation whose it is."},{"name":"requested_by","type":"string","doc":"Its s'
    'ender: ORGANISATION/USER."}],"namespace":"muster.eval_commands"},{"type":"re'
    'cord","name":"LabelCases","doc":"Record what people think of answers that a '
    'judge scored.","fields":[{"name":"labels","type":{"type":"array","items":{"t'
    'ype":"record","name":"Label","doc":"Score of one answer by one person.","fie'
    'lds":[{"name":"run","type":"string","doc":"Id of an evaluation in which a ju'
    'dge scored the answer."},{"name":"case","type":"string","doc":"Case of its g'
    'olden set."},{"name":"person","type":"string","doc":"Name of the person who '
    'scored it."},{"name":"score","type":"int","doc":"Score on the judge\'s scale,'
    ' 1 to 5."},{"name":"comment","type":"string","doc":"Reason, for people.","de'
    'fault":""},{"name":"line","type":"int","doc":"Line of the file that it was r'
    'ead from, for error messages; 0: there is no file.","default":0}],"namespace'
    '":"muster.eval_commands"}},"doc":"In the order of the file; each run, case a'
    'nd person once."},{"name":"tenant","type":"string","doc":"Organisation whose'
    ' it is."},{"name":"requested_by","type":"string","doc":"Its sender: ORGANISA'
    'TION/USER."}],"namespace":"muster.eval_commands"},{"type":"record","name":"P'
    'roposeCase","doc":"Propose a case for a golden set: somebody accepts or reje'
    'cts it.","fields":[{"name":"proposal","type":"string","doc":"Its id: the fir'
    'st 16 digits of the case\'s digest."},{"name":"golden_set","type":"string","d'
    'oc":"Name of the golden set."},{"name":"digest","type":"string","doc":"SHA-2'
    '56 of the case\'s canonical line, which lies in the store."},{"name":"case","'
    'type":"string","doc":"Id of the case."},{"name":"task","type":"string","doc"'
    ':"Task of the case."},{"name":"source","type":"string","doc":"Where the case'
    ' comes from.","default":""},{"name":"tenant","type":"string","doc":"Organisa'
    'tion whose it is."},{"name":"requested_by","type":"string","doc":"Its sender'
    ': ORGANISATION/USER."}],"namespace":"muster.eval_commands"},{"type":"record"'
    ',"name":"DecideProposal","doc":"Accept a proposed case, which makes the next'
    ' version of its golden set, or reject it.","fields":[{"name":"proposal","typ'
    'e":"string","doc":"Its id: the first 16 digits of the case\'s digest."},{"nam'
    'e":"golden_set","type":"string","doc":"Name of the golden set."},{"name":"ac'
    'cepted","type":"boolean","doc":"Whether the case becomes part of the set."},'
    '{"name":"reason","type":"string","doc":"Why, for people.","default":""},{"na'
    'me":"replaces","type":"string","doc":"Digest of the set in force to which th'
    'e case was added; empty: it is rejected.","default":""},{"name":"digest","ty'
    'pe":"string","doc":"SHA-256 of the lines of the set with the case; empty: it'
    ' is rejected.","default":""},{"name":"tasks","type":{"type":"array","items":'
    '"muster.eval_commands.GoldenTask"},"doc":"Tasks of the set with the case, by'
    ' name.","default":[]},{"name":"tenant","type":"string","doc":"Organisation w'
    'hose it is."},{"name":"requested_by","type":"string","doc":"Its sender: ORGA'
    'NISATION/USER."}],"namespace":"muster.eval_commands"},{"type":"record","name'
    '":"ProbeJudge","doc":"Measure what a judge does not see: it scores changed a'
    'nswers whose right judgement is known.","fields":[{"name":"run","type":"stri'
    'ng","doc":"Id of the probe, chosen by its sender; no evaluation has it."},{"'
    'name":"config","type":"string","doc":"Name of an eval config with a judge."}'
    ',{"name":"repository","type":"string","doc":"Id of the repository whose answ'
    'ers are changed; empty: the only one that the config has scored.","default":'
    '""},{"name":"cases","type":"int","doc":"Most cases whose answers are changed'
    '."},{"name":"cap_micros","type":["null","long"],"doc":"Most that it may cost'
    ', millionths of a dollar; null: as the config says.","default":null},{"name"'
    ':"tenant","type":"string","doc":"Organisation whose it is."},{"name":"reques'
    'ted_by","type":"string","doc":"Its sender: ORGANISATION/USER."}],"namespace"'
    ':"muster.eval_commands"},{"type":"record","name":"RemoveLabels","doc":"Remov'
    'e labels: nobody is shown them, and no calibration counts them.","fields":[{'
    '"name":"labels","type":{"type":"array","items":{"type":"record","name":"Labe'
    'lReference","doc":"A person\'s label of an answer, by its parts.","fields":[{'
    '"name":"key","type":"string","doc":"Key of the answer, among those that are '
    'kept."},{"name":"answer","type":"string","doc":"SHA-256 of the answer."},{"n'
    'ame":"person","type":"string","doc":"Name of the person who scored it."}],"n'
    'amespace":"muster.eval_commands"}},"doc":"Which; those that do not exist are'
    ' passed over."},{"name":"reason","type":"string","doc":"Why; it stands in th'
    'e record.","default":""},{"name":"tenant","type":"string","doc":"Organisatio'
    'n whose they are."},{"name":"requested_by","type":"string","doc":"Its sender'
    ': ORGANISATION/USER."}],"namespace":"muster.eval_commands"}],"doc":"The requ'
    'est."}]}'
)
