"""How versions do on golden cases, and whether they may go on.

Generated from schemas/eval-events.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.eval_commands import GoldenTask
from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.events.shared.watermarks import Watermark
from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


class SetFact:
    """Base of the facts whose subject is 'set'; as a pattern it matches all of them."""

    __slots__ = ()


class ConfigFact:
    """Base of the facts whose subject is 'config'; as a pattern it matches all of them."""

    __slots__ = ()


class VersionFact:
    """Base of the facts whose subject is 'version'; as a pattern it matches all of them."""

    __slots__ = ()


@final
@record
class GoldenSetActivated(SetFact):
    """A golden set is in force, in the place of the one of the same name.

    Attributes:
        name: Its name, unique in the organisation.
        digest: SHA-256 of its canonical lines, which lie in the store.
        tasks: Its tasks, by name.
        source: Where the cases come from.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_events.GoldenSetActivated"

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
    def from_datum(cls, d: Mapping[str, Any]) -> GoldenSetActivated:
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
class EvalConfigActivated(ConfigFact):
    """An eval config is in force, in the place of the one of the same name.

    Attributes:
        name: Its name, unique in the organisation.
        digest: SHA-256 of the document.
        document: The config as canonical JSON.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
        judge_hash: SHA-256 of its judge: model, version, prompt, sampling; empty: no judge.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_events.EvalConfigActivated"

    name: str
    digest: str
    document: str
    tenant: str
    requested_by: str
    judge_hash: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "name": self.name,
            "digest": self.digest,
            "document": self.document,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "judge_hash": self.judge_hash,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> EvalConfigActivated:
        """The inverse."""
        return cls(
            name=d["name"],
            digest=d["digest"],
            document=d["document"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            judge_hash=d.get("judge_hash", ""),
        )


@final
@record
class EvalStarted(VersionFact):
    """A version is being evaluated; its gates are pending.

    Attributes:
        run: Id of the evaluation; the same in all its facts.
        repository: Id of the repository that holds the version.
        commit: The version: a commit of it.
        baseline: Commit that it is compared with; empty: with none.
        config: Name of the configuration.
        config_digest: SHA-256 of the configuration: golden sets, rubric, judge, thresholds.
        gates: Names of the gates that it will decide.
        cases: How many golden cases.
        cap_micros: What it may cost, millionths of a dollar; null: no limit.
        tenant: Organisation of the repository.
        requested_by: Who asked: ORGANISATION/USER; empty: a commit did.
        judge_hash: SHA-256 of the judge: model, version, prompt, sampling; empty: no judge.
        rejudge: Kept answers are judged again by a new judge: scores follow, and no verdict.
        advisory: Those of its gates that only advise: they hold no promotion.
        sha: Git commit that the verdict is posted to; empty: none.
        trigger: Ref whose new version started it: branch NAME or tag NAME; empty: somebody asked.
        serving_job: Job that serves the version for this run and ends with it; empty: an endpoint
            serves it.
        golden_set: SHA-256 of the golden set; empty: written before this field was.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_events.EvalStarted"

    run: str
    repository: str
    commit: str
    baseline: str = ""
    config: str
    config_digest: str
    gates: tuple[str, ...] = ()
    cases: int = 0
    cap_micros: int | None = None
    tenant: str
    requested_by: str = ""
    judge_hash: str = ""
    rejudge: bool = False
    advisory: tuple[str, ...] = ()
    sha: str = ""
    trigger: str = ""
    serving_job: str = ""
    golden_set: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "run": self.run,
            "repository": self.repository,
            "commit": self.commit,
            "baseline": self.baseline,
            "config": self.config,
            "config_digest": self.config_digest,
            "gates": list(self.gates),
            "cases": self.cases,
            "cap_micros": self.cap_micros,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "judge_hash": self.judge_hash,
            "rejudge": self.rejudge,
            "advisory": list(self.advisory),
            "sha": self.sha,
            "trigger": self.trigger,
            "serving_job": self.serving_job,
            "golden_set": self.golden_set,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> EvalStarted:
        """The inverse."""
        return cls(
            run=d["run"],
            repository=d["repository"],
            commit=d["commit"],
            baseline=d.get("baseline", ""),
            config=d["config"],
            config_digest=d["config_digest"],
            gates=tuple(d.get("gates", [])),
            cases=d.get("cases", 0),
            cap_micros=d.get("cap_micros"),
            tenant=d["tenant"],
            requested_by=d.get("requested_by", ""),
            judge_hash=d.get("judge_hash", ""),
            rejudge=d.get("rejudge", False),
            advisory=tuple(d.get("advisory", [])),
            sha=d.get("sha", ""),
            trigger=d.get("trigger", ""),
            serving_job=d.get("serving_job", ""),
            golden_set=d.get("golden_set", ""),
        )


@final
@record
class EvalScore:
    """One score.

    Attributes:
        task: What was to be done.
        metric: What is measured.
        value: The score; what it ranges over is the metric's.
        lower: Lower confidence bound; null: none.
        upper: Upper confidence bound; null: none.
        cases: Over how many cases.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_events.EvalScore"

    task: str
    metric: str
    value: float
    lower: float | None = None
    upper: float | None = None
    cases: int = 0

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "task": self.task,
            "metric": self.metric,
            "value": self.value,
            "lower": self.lower,
            "upper": self.upper,
            "cases": self.cases,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> EvalScore:
        """The inverse."""
        return cls(
            task=d["task"],
            metric=d["metric"],
            value=d["value"],
            lower=d.get("lower"),
            upper=d.get("upper"),
            cases=d.get("cases", 0),
        )


@final
@record
class ScoresMeasured(VersionFact):
    """Scores of a version, in place of those of the same run, task and metric.

    Attributes:
        run: Id of the evaluation; the same in all its facts.
        repository: Id of the repository that holds the version.
        commit: The version: a commit of it.
        config_digest: SHA-256 of the configuration: golden sets, rubric, judge, thresholds.
        scores: By task and metric.
        judge: Model and version that judged; empty: rules did.
        tenant: Organisation of the repository.
        judge_hash: SHA-256 of the judge: model, version, prompt, sampling; empty: no judge.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_events.ScoresMeasured"

    run: str
    repository: str
    commit: str
    config_digest: str
    scores: tuple[EvalScore, ...]
    judge: str = ""
    tenant: str
    judge_hash: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "run": self.run,
            "repository": self.repository,
            "commit": self.commit,
            "config_digest": self.config_digest,
            "scores": [x.to_datum() for x in self.scores],
            "judge": self.judge,
            "tenant": self.tenant,
            "judge_hash": self.judge_hash,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ScoresMeasured:
        """The inverse."""
        return cls(
            run=d["run"],
            repository=d["repository"],
            commit=d["commit"],
            config_digest=d["config_digest"],
            scores=tuple(EvalScore.from_datum(x) for x in d["scores"]),
            judge=d.get("judge", ""),
            tenant=d["tenant"],
            judge_hash=d.get("judge_hash", ""),
        )


class GateVerdict(StrEnum):
    """What a gate says. INCONCLUSIVE: the cases are too few to tell."""

    PASSED = "PASSED"
    FAILED = "FAILED"
    INCONCLUSIVE = "INCONCLUSIVE"


@final
@record
class GateTask:
    """What it says about one task.

    Attributes:
        task: The task.
        verdict: What it says.
        value: Score of the version.
        lower: Lower confidence bound of the score; null: none.
        threshold: What the lower bound must reach; null: none.
        difference: To the baseline, paired; null: there is none.
        margin: How much worse it may be; null: there is no baseline.
        detectable: The smallest difference that these cases show; null: not computed.
        cases: Over how many cases.
        cases_needed: How many would decide it; null: enough are there.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_events.GateTask"

    task: str
    verdict: GateVerdict
    value: float
    lower: float | None = None
    threshold: float | None = None
    difference: float | None = None
    margin: float | None = None
    detectable: float | None = None
    cases: int = 0
    cases_needed: int | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "task": self.task,
            "verdict": self.verdict,
            "value": self.value,
            "lower": self.lower,
            "threshold": self.threshold,
            "difference": self.difference,
            "margin": self.margin,
            "detectable": self.detectable,
            "cases": self.cases,
            "cases_needed": self.cases_needed,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> GateTask:
        """The inverse."""
        return cls(
            task=d["task"],
            verdict=GateVerdict(d["verdict"]),
            value=d["value"],
            lower=d.get("lower"),
            threshold=d.get("threshold"),
            difference=d.get("difference"),
            margin=d.get("margin"),
            detectable=d.get("detectable"),
            cases=d.get("cases", 0),
            cases_needed=d.get("cases_needed"),
        )


@final
@record
class GateDecided(VersionFact):
    """Whether a version may go on, in place of what the same gate said before.

    Attributes:
        run: Id of the evaluation; the same in all its facts.
        repository: Id of the repository that holds the version.
        commit: The version: a commit of it.
        baseline: Commit that it was compared with; empty: with none.
        gate: Name of the gate.
        verdict: What it says.
        blocking: Nothing is promoted against it; otherwise it is advice.
        reason: One sentence.
        tasks: By task.
        config_digest: SHA-256 of the configuration: golden sets, rubric, judge, thresholds.
        tenant: Organisation of the repository.
        warnings: Reasons for doubt that do not change the verdict, such as a judge of the version's
            family.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_events.GateDecided"

    run: str
    repository: str
    commit: str
    baseline: str = ""
    gate: str
    verdict: GateVerdict
    blocking: bool = True
    reason: str
    tasks: tuple[GateTask, ...] = ()
    config_digest: str
    tenant: str
    warnings: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "run": self.run,
            "repository": self.repository,
            "commit": self.commit,
            "baseline": self.baseline,
            "gate": self.gate,
            "verdict": self.verdict,
            "blocking": self.blocking,
            "reason": self.reason,
            "tasks": [x.to_datum() for x in self.tasks],
            "config_digest": self.config_digest,
            "tenant": self.tenant,
            "warnings": list(self.warnings),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> GateDecided:
        """The inverse."""
        return cls(
            run=d["run"],
            repository=d["repository"],
            commit=d["commit"],
            baseline=d.get("baseline", ""),
            gate=d["gate"],
            verdict=GateVerdict(d["verdict"]),
            blocking=d.get("blocking", True),
            reason=d["reason"],
            tasks=tuple(GateTask.from_datum(x) for x in d.get("tasks", [])),
            config_digest=d["config_digest"],
            tenant=d["tenant"],
            warnings=tuple(d.get("warnings", [])),
        )


class EvalOutcome(StrEnum):
    """How a run ended. STOPPED: somebody or its cap stopped it."""

    COMPLETED = "COMPLETED"
    STOPPED = "STOPPED"
    FAILED = "FAILED"


@final
@record
class EvalEnded(VersionFact):
    """Nothing more follows from this run.

    Attributes:
        run: Id of the evaluation; the same in all its facts.
        repository: Id of the repository that holds the version.
        commit: The version: a commit of it.
        outcome: How.
        reason: One sentence; empty: all cases were done.
        cases_done: Cases with a result.
        spent_micros: What it has cost, millionths of a dollar.
        tenant: Organisation of the repository.
        code: Why not all cases were asked, as a code; empty: all were.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_events.EvalEnded"

    run: str
    repository: str
    commit: str
    outcome: EvalOutcome
    reason: str = ""
    cases_done: int = 0
    spent_micros: int = 0
    tenant: str
    code: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "run": self.run,
            "repository": self.repository,
            "commit": self.commit,
            "outcome": self.outcome,
            "reason": self.reason,
            "cases_done": self.cases_done,
            "spent_micros": self.spent_micros,
            "tenant": self.tenant,
            "code": self.code,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> EvalEnded:
        """The inverse."""
        return cls(
            run=d["run"],
            repository=d["repository"],
            commit=d["commit"],
            outcome=EvalOutcome(d["outcome"]),
            reason=d.get("reason", ""),
            cases_done=d.get("cases_done", 0),
            spent_micros=d.get("spent_micros", 0),
            tenant=d["tenant"],
            code=d.get("code", ""),
        )


@final
@record
class EvalStopped(VersionFact):
    """A run was stopped; it is decided from the results that count by now.

    Attributes:
        run: Id of the evaluation; the same in all its facts.
        repository: Id of the repository that holds the version.
        commit: The version: a commit of it.
        reason: Why, as the sender says.
        tenant: Organisation of the repository.
        requested_by: Its sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_events.EvalStopped"

    run: str
    repository: str
    commit: str
    reason: str = ""
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "run": self.run,
            "repository": self.repository,
            "commit": self.commit,
            "reason": self.reason,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> EvalStopped:
        """The inverse."""
        return cls(
            run=d["run"],
            repository=d["repository"],
            commit=d["commit"],
            reason=d.get("reason", ""),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


class StatusState(StrEnum):
    """State of a status, as GitHub has them. ERROR: there is no verdict."""

    PENDING = "PENDING"
    SUCCESS = "SUCCESS"
    FAILURE = "FAILURE"
    ERROR = "ERROR"


@final
@record
class StatusChanged(VersionFact):
    """The status of a run at a code host is to be this; all that posting it needs.

    Attributes:
        run: Id of the evaluation; the same in all its facts.
        repository: Id of the repository that holds the version.
        commit: The version: a commit of it.
        api: Base URL of the code host's API, as of GitHub.
        code_repository: OWNER/NAME there.
        sha: Git commit there.
        token: Name of the token, among the secrets of the reactor; not the token itself.
        context: Name of the check.
        state: The state.
        description: One short sentence that begins with the run's id.
        tenant: Organisation of the repository.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_events.StatusChanged"

    run: str
    repository: str
    commit: str
    api: str
    code_repository: str
    sha: str
    token: str
    context: str
    state: StatusState
    description: str
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "run": self.run,
            "repository": self.repository,
            "commit": self.commit,
            "api": self.api,
            "code_repository": self.code_repository,
            "sha": self.sha,
            "token": self.token,
            "context": self.context,
            "state": self.state,
            "description": self.description,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> StatusChanged:
        """The inverse."""
        return cls(
            run=d["run"],
            repository=d["repository"],
            commit=d["commit"],
            api=d["api"],
            code_repository=d["code_repository"],
            sha=d["sha"],
            token=d["token"],
            context=d["context"],
            state=StatusState(d["state"]),
            description=d["description"],
            tenant=d["tenant"],
        )


@final
@record
class EvalServed(VersionFact):
    """The job that serves a run's version has an address.

    Attributes:
        run: Id of the evaluation; the same in all its facts.
        repository: Id of the repository that holds the version.
        commit: The version: a commit of it.
        job_id: The job.
        attempt: Attempt of the job; another one would have another address.
        url: Base URL of its chat completions API.
        tenant: Organisation of the repository.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_events.EvalServed"

    run: str
    repository: str
    commit: str
    job_id: str
    attempt: int
    url: str
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "run": self.run,
            "repository": self.repository,
            "commit": self.commit,
            "job_id": self.job_id,
            "attempt": self.attempt,
            "url": self.url,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> EvalServed:
        """The inverse."""
        return cls(
            run=d["run"],
            repository=d["repository"],
            commit=d["commit"],
            job_id=d["job_id"],
            attempt=d["attempt"],
            url=d["url"],
            tenant=d["tenant"],
        )


SetPayload: TypeAlias = GoldenSetActivated

ConfigPayload: TypeAlias = EvalConfigActivated

VersionPayload: TypeAlias = (
    EvalStarted | ScoresMeasured | GateDecided | EvalEnded | EvalStopped | StatusChanged | EvalServed
)

EvalEvent: TypeAlias = (
    GoldenSetActivated
    | EvalConfigActivated
    | EvalStarted
    | ScoresMeasured
    | GateDecided
    | EvalEnded
    | EvalStopped
    | StatusChanged
    | EvalServed
)

Payload: TypeAlias = EvalEvent | CommandRejected | CommandRepeated | Watermark

PAYLOADS: Final[Table] = table_of(
    CommandRejected,
    CommandRepeated,
    GoldenSetActivated,
    EvalConfigActivated,
    EvalStarted,
    ScoresMeasured,
    GateDecided,
    EvalEnded,
    EvalStopped,
    StatusChanged,
    Watermark,
    EvalServed,
)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.eval_events","doc":"H'
    'ow versions do on golden cases, and whether they may go on.","fields":[{"nam'
    'e":"event_id","type":"string","doc":"Unique for ever; the deduplication key.'
    '"},{"name":"key","type":"string","doc":"The Kafka key: what this topic is or'
    'dered by."},{"name":"occurred_at_ms","type":"long","doc":"When the producer '
    'says it happened, milliseconds since 1970 UTC."},{"name":"producer","type":"'
    'string","doc":"Service and instance that wrote the record."},{"name":"correl'
    'ation_id","type":"string","doc":"Shared by everything that follows from one '
    'request."},{"name":"causation_id","type":["null","string"],"doc":"event_id o'
    'f the record this one follows from.","default":null},{"name":"seq","type":["'
    'null","long"],"doc":"seq of the input it follows from: facts of all partitio'
    'ns are ordered by seq, then index. Null: its writer has no such order.","def'
    'ault":null},{"name":"index","type":["null","int"],"doc":"Which of that input'
    '\'s consequences it is, rising from 0; orders count, too.","default":null},{"'
    'name":"tenant","type":["null","string"],"doc":"The tenant it belongs to; nul'
    'l: no tenant.","default":null},{"name":"sender","type":["null","string"],"do'
    'c":"The judged sender of the command that it follows from, as TENANT/USER; n'
    'ull: it follows from none, or the record is older than this field.","default'
    '":null},{"name":"payload","type":[{"type":"record","name":"CommandRejected",'
    '"aliases":["muster.job_events.CommandRejected"],"doc":"A command that will n'
    'ot be carried out, and why.","subject":"command","fields":[{"name":"command_'
    'id","type":"string","doc":"event_id of the command."},{"name":"command","typ'
    'e":"string","doc":"Its record name."},{"name":"subject","type":"string","doc'
    '":"What it was about: a job, queue, node, or another entity of the service."'
    '},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"code","type":{"'
    'type":"enum","name":"RejectionCode","aliases":["muster.job_events.RejectionC'
    'ode"],"doc":"Kinds of refusal, the same for all services; each has its HTTP '
    'status.","symbols":["INVALID","ALREADY_EXISTS","NOT_FOUND","WRONG_STATE","IM'
    'POSSIBLE_REQUEST","UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN","QUOTA_EXCEE'
    'DED","BAD_TREE"],"default":"FORBIDDEN","namespace":"muster.command_answers"}'
    ',"doc":"Kind of refusal."},{"name":"detail_code","type":"string","doc":"The '
    'service\'s own, finer code; its README lists them. Empty: `code` says all.","'
    'default":""},{"name":"message","type":"string","doc":"For people."},{"name":'
    '"violations","type":{"type":"array","items":{"type":"record","name":"Violati'
    'on","aliases":["muster.job_events.Violation"],"doc":"One thing wrong with a '
    'request.","fields":[{"name":"field","type":"string","doc":"Path of the field'
    '."},{"name":"value","type":"string","doc":"What was given, shortened."},{"na'
    'me":"allowed","type":"string","doc":"What is allowed."}],"namespace":"muster'
    '.command_answers"}},"doc":"Field by field.","default":[]}],"namespace":"must'
    'er.command_answers"},{"type":"record","name":"CommandRepeated","aliases":["m'
    'uster.job_events.CommandRepeated"],"doc":"A command that was carried out bef'
    'ore came again; nothing changed.","subject":"command","fields":[{"name":"com'
    'mand_id","type":"string","doc":"event_id of the command."},{"name":"command"'
    ',"type":"string","doc":"Its record name."},{"name":"subject","type":"string"'
    ',"doc":"What it was about."}],"namespace":"muster.command_answers"},{"type":'
    '"record","name":"GoldenSetActivated","subject":"set","doc":"A golden set is '
    'in force, in the place of the one of the same name.","fields":[{"name":"name'
    '","type":"string","doc":"Its name, unique in the organisation."},{"name":"di'
    'gest","type":"string","doc":"SHA-256 of its canonical lines, which lie in th'
    'e store."},{"name":"tasks","type":{"type":"array","items":{"type":"record","'
    'name":"GoldenTask","doc":"Cases of one task in a golden set.","fields":[{"na'
    'me":"task","type":"string","doc":"Name of the task."},{"name":"cases","type"'
    ':"int","doc":"Number of its cases."},{"name":"clusters","type":"int","doc":"'
    'Number of clusters that they fall into."},{"name":"checked","type":"int","do'
    'c":"Number of its cases that bring checks of their own.","default":0},{"name'
    '":"largest","type":"int","doc":"Number of cases of its largest cluster; 0: n'
    'ot recorded.","default":0}],"namespace":"muster.eval_commands"}},"doc":"Its '
    'tasks, by name."},{"name":"source","type":"string","doc":"Where the cases co'
    'me from.","default":""},{"name":"tenant","type":"string","doc":"Organisation'
    ' whose it is."},{"name":"requested_by","type":"string","doc":"Its sender: OR'
    'GANISATION/USER."}],"namespace":"muster.eval_events"},{"type":"record","name'
    '":"EvalConfigActivated","subject":"config","doc":"An eval config is in force'
    ', in the place of the one of the same name.","fields":[{"name":"name","type"'
    ':"string","doc":"Its name, unique in the organisation."},{"name":"digest","t'
    'ype":"string","doc":"SHA-256 of the document."},{"name":"document","type":"s'
    'tring","doc":"The config as canonical JSON."},{"name":"tenant","type":"strin'
    'g","doc":"Organisation whose it is."},{"name":"requested_by","type":"string"'
    ',"doc":"Its sender: ORGANISATION/USER."},{"name":"judge_hash","type":"string'
    '","doc":"SHA-256 of its judge: model, version, prompt, sampling; empty: no j'
    'udge.","default":""}],"namespace":"muster.eval_events"},{"type":"record","na'
    'me":"EvalStarted","subject":"version","doc":"A version is being evaluated; i'
    'ts gates are pending.","fields":[{"name":"run","type":"string","doc":"Id of '
    'the evaluation; the same in all its facts."},{"name":"repository","type":"st'
    'ring","doc":"Id of the repository that holds the version."},{"name":"commit"'
    ',"type":"string","doc":"The version: a commit of it."},{"name":"baseline","t'
    'ype":"string","doc":"Commit that it is compared with; empty: with none.","de'
    'fault":""},{"name":"config","type":"string","doc":"Name of the configuration'
    '."},{"name":"config_digest","type":"string","doc":"SHA-256 of the configurat'
    'ion: golden sets, rubric, judge, thresholds."},{"name":"gates","type":{"type'
    '":"array","items":"string"},"doc":"Names of the gates that it will decide.",'
    '"default":[]},{"name":"cases","type":"int","doc":"How many golden cases.","d'
    'efault":0},{"name":"cap_micros","type":["null","long"],"doc":"What it may co'
    'st, millionths of a dollar; null: no limit.","default":null},{"name":"tenant'
    '","type":"string","doc":"Organisation of the repository."},{"name":"requeste'
    'd_by","type":"string","doc":"Who asked: ORGANISATION/USER; empty: a commit d'
    'id.","default":""},{"name":"judge_hash","type":"string","doc":"SHA-256 of th'
    'e judge: model, version, prompt, sampling; empty: no judge.","default":""},{'
    '"name":"rejudge","type":"boolean","doc":"Kept answers are judged again by a '
    'new judge: scores follow, and no verdict.","default":false},{"name":"advisor'
    'y","type":{"type":"array","items":"string"},"doc":"Those of its gates that o'
    'nly advise: they hold no promotion.","default":[]},{"name":"sha","type":"str'
    'ing","doc":"Git commit that the verdict is posted to; empty: none.","default'
    '":""},{"name":"trigger","type":"string","doc":"Ref whose new version started'
    ' it: branch NAME or tag NAME; empty: somebody asked.","default":""},{"name":'
    '"serving_job","type":"string","doc":"Job that serves the version for this ru'
    'n and ends with it; empty: an endpoint serves it.","default":""},{"name":"go'
    'lden_set","type":"string","doc":"SHA-256 of the golden set; empty: written b'
    'efore this field was.","default":""}],"namespace":"muster.eval_events"},{"ty'
    'pe":"record","name":"ScoresMeasured","subject":"version","doc":"Scores of a '
    'version, in place of those of the same run, task and metric.","fields":[{"na'
    'me":"run","type":"string","doc":"Id of the evaluation; the same in all its f'
    'acts."},{"name":"repository","type":"string","doc":"Id of the repository tha'
    't holds the version."},{"name":"commit","type":"string","doc":"The version: '
    'a commit of it."},{"name":"config_digest","type":"string","doc":"SHA-256 of '
    'the configuration: golden sets, rubric, judge, thresholds."},{"name":"scores'
    '","type":{"type":"array","items":{"type":"record","name":"EvalScore","doc":"'
    'One score.","fields":[{"name":"task","type":"string","doc":"What was to be d'
    'one."},{"name":"metric","type":"string","doc":"What is measured."},{"name":"'
    'value","type":"double","doc":"The score; what it ranges over is the metric\'s'
    '."},{"name":"lower","type":["null","double"],"doc":"Lower confidence bound; '
    'null: none.","default":null},{"name":"upper","type":["null","double"],"doc":'
    '"Upper confidence bound; null: none.","default":null},{"name":"cases","type"'
    ':"int","doc":"Over how many cases.","default":0}],"namespace":"muster.eval_e'
    'vents"}},"doc":"By task and metric."},{"name":"judge","type":"string","doc":'
    '"Model and version that judged; empty: rules did.","default":""},{"name":"te'
    'nant","type":"string","doc":"Organisation of the repository."},{"name":"judg'
    'e_hash","type":"string","doc":"SHA-256 of the judge: model, version, prompt,'
    ' sampling; empty: no judge.","default":""}],"namespace":"muster.eval_events"'
    '},{"type":"record","name":"GateDecided","subject":"version","doc":"Whether a'
    ' version may go on, in place of what the same gate said before.","fields":[{'
    '"name":"run","type":"string","doc":"Id of the evaluation; the same in all it'
    's facts."},{"name":"repository","type":"string","doc":"Id of the repository '
    'that holds the version."},{"name":"commit","type":"string","doc":"The versio'
    'n: a commit of it."},{"name":"baseline","type":"string","doc":"Commit that i'
    't was compared with; empty: with none.","default":""},{"name":"gate","type":'
    '"string","doc":"Name of the gate."},{"name":"verdict","type":{"type":"enum",'
    '"name":"GateVerdict","doc":"What a gate says. INCONCLUSIVE: the cases are to'
    'o few to tell.","symbols":["PASSED","FAILED","INCONCLUSIVE"],"namespace":"mu'
    'ster.eval_events"},"doc":"What it says."},{"name":"blocking","type":"boolean'
    '","doc":"Nothing is promoted against it; otherwise it is advice.","default":'
    'true},{"name":"reason","type":"string","doc":"One sentence."},{"name":"tasks'
    '","type":{"type":"array","items":{"type":"record","name":"GateTask","doc":"W'
    'hat it says about one task.","fields":[{"name":"task","type":"string","doc":'
    '"The task."},{"name":"verdict","type":"muster.eval_events.GateVerdict","doc"'
    ':"What it says."},{"name":"value","type":"double","doc":"Score of the versio'
    'n."},{"name":"lower","type":["null","double"],"doc":"Lower confidence bound '
    'of the score; null: none.","default":null},{"name":"threshold","type":["null'
    '","double"],"doc":"What the lower bound must reach; null: none.","default":n'
    'ull},{"name":"difference","type":["null","double"],"doc":"To the baseline, p'
    'aired; null: there is none.","default":null},{"name":"margin","type":["null"'
    ',"double"],"doc":"How much worse it may be; null: there is no baseline.","de'
    'fault":null},{"name":"detectable","type":["null","double"],"doc":"The smalle'
    'st difference that these cases show; null: not computed.","default":null},{"'
    'name":"cases","type":"int","doc":"Over how many cases.","default":0},{"name"'
    ':"cases_needed","type":["null","int"],"doc":"How many would decide it; null:'
    ' enough are there.","default":null}],"namespace":"muster.eval_events"}},"doc'
    '":"By task.","default":[]},{"name":"config_digest","type":"string","doc":"SH'
    'A-256 of the configuration: golden sets, rubric, judge, thresholds."},{"name'
    '":"tenant","type":"string","doc":"Organisation of the repository."},{"name":'
    '"warnings","type":{"type":"array","items":"string"},"doc":"Reasons for doubt'
    ' that do not change the verdict, such as a judge of the version\'s family.","'
    'default":[]}],"namespace":"muster.eval_events"},{"type":"record","name":"Eva'
    'lEnded","subject":"version","doc":"Nothing more follows from this run.","fie'
    'lds":[{"name":"run","type":"string","doc":"Id of the evaluation; the same in'
    ' all its facts."},{"name":"repository","type":"string","doc":"Id of the repo'
    'sitory that holds the version."},{"name":"commit","type":"string","doc":"The'
    ' version: a commit of it."},{"name":"outcome","type":{"type":"enum","name":"'
    'EvalOutcome","doc":"How a run ended. STOPPED: somebody or its cap stopped it'
    '.","symbols":["COMPLETED","STOPPED","FAILED"],"namespace":"muster.eval_event'
    's"},"doc":"How."},{"name":"reason","type":"string","doc":"One sentence; empt'
    'y: all cases were done.","default":""},{"name":"cases_done","type":"int","do'
    'c":"Cases with a result.","default":0},{"name":"spent_micros","type":"long",'
    '"doc":"What it has cost, millionths of a dollar.","default":0},{"name":"tena'
    'nt","type":"string","doc":"Organisation of the repository."},{"name":"code",'
    '"type":"string","doc":"Why not all cases were asked, as a code; empty: all w'
    'ere.","default":""}],"namespace":"muster.eval_events"},{"type":"record","nam'
    'e":"EvalStopped","subject":"version","doc":"A run was stopped; it is decided'
    ' from the results that count by now.","fields":[{"name":"run","type":"string'
    '","doc":"Id of the evaluation; the same in all its facts."},{"name":"reposit'
    'ory","type":"string","doc":"Id of the repository that holds the version."},{'
    '"name":"commit","type":"string","doc":"The version: a commit of it."},{"name'
    '":"reason","type":"string","doc":"Why, as the sender says.","default":""},{"'
    'name":"tenant","type":"string","doc":"Organisation of the repository."},{"na'
    'me":"requested_by","type":"string","doc":"Its sender: ORGANISATION/USER."}],'
    '"namespace":"muster.eval_events"},{"type":"record","name":"StatusChanged","s'
    'ubject":"version","doc":"The status of a run at a code host is to be this; a'
    'll that posting it needs.","fields":[{"name":"run","type":"string","doc":"Id'
    ' of the evaluation; the same in all its facts."},{"name":"repository","type"'
    ':"string","doc":"Id of the repository that holds the version."},{"name":"com'
    'mit","type":"string","doc":"The version: a commit of it."},{"name":"api","ty'
    'pe":"string","doc":"Base URL of the code host\'s API, as of GitHub."},{"name"'
    ':"code_repository","type":"string","doc":"OWNER/NAME there."},{"name":"sha",'
    '"type":"string","doc":"Git commit there."},{"name":"token","type":"string","'
    'doc":"Name of the token, among the secrets of the reactor; not the token its'
    'elf."},{"name":"context","type":"string","doc":"Name of the check."},{"name"'
    ':"state","type":{"type":"enum","name":"StatusState","doc":"State of a status'
    ', as GitHub has them. ERROR: there is no verdict.","symbols":["PENDING","SUC'
    'CESS","FAILURE","ERROR"],"namespace":"muster.eval_events"},"doc":"The state.'
    '"},{"name":"description","type":"string","doc":"One short sentence that begi'
    'ns with the run\'s id."},{"name":"tenant","type":"string","doc":"Organisation'
    ' of the repository."}],"namespace":"muster.eval_events"},{"type":"record","n'
    'ame":"Watermark","doc":"Every fact of the topic with this seq or a lower one'
    ' precedes this record, in every partition.","subject":"log","fields":[{"name'
    '":"seq","type":"long","doc":"Of the newest input whose consequences are all '
    'written."},{"name":"at_ms","type":"long","doc":"Time of the batch it ends, m'
    'illiseconds since 1970 UTC."}],"namespace":"muster.watermarks"},{"type":"rec'
    'ord","name":"EvalServed","subject":"version","doc":"The job that serves a ru'
    'n\'s version has an address.","fields":[{"name":"run","type":"string","doc":"'
    'Id of the evaluation; the same in all its facts."},{"name":"repository","typ'
    'e":"string","doc":"Id of the repository that holds the version."},{"name":"c'
    'ommit","type":"string","doc":"The version: a commit of it."},{"name":"job_id'
    '","type":"string","doc":"The job."},{"name":"attempt","type":"int","doc":"At'
    'tempt of the job; another one would have another address."},{"name":"url","t'
    'ype":"string","doc":"Base URL of its chat completions API."},{"name":"tenant'
    '","type":"string","doc":"Organisation of the repository."}],"namespace":"mus'
    'ter.eval_events"}],"doc":"What happened."}]}'
)
