"""Results of versions on golden cases, and decisions of gates.

Generated from schemas/eval-events.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.eval_commands import GoldenTask, TokenPrice
from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.events.shared.watermarks import Watermark
from muster.events.wire.datum import Table, branch_of, table_of
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


class PriceFact:
    """Base of the facts whose subject is 'price'; as a pattern it matches all of them."""

    __slots__ = ()


class BudgetFact:
    """Base of the facts whose subject is 'budget'; as a pattern it matches all of them."""

    __slots__ = ()


class LabelsFact:
    """Base of the facts whose subject is 'labels'; as a pattern it matches all of them."""

    __slots__ = ()


class JudgeFact:
    """Base of the facts whose subject is 'judge'; as a pattern it matches all of them."""

    __slots__ = ()


class AnswersFact:
    """Base of the facts whose subject is 'answers'; as a pattern it matches all of them."""

    __slots__ = ()


@final
@record
class GoldenSetActivated(SetFact):
    """A golden set is in force; it replaces the one of the same name.

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

    AVRO_NAME: ClassVar[str] = "muster.eval_events.GoldenSetActivated"

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
    def from_datum(cls, d: Mapping[str, Any]) -> GoldenSetActivated:
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
class EvalConfigActivated(ConfigFact):
    """An eval config is in force; it replaces the one of the same name.

    Attributes:
        name: Its name, unique in the organisation.
        digest: SHA-256 of the document.
        document: The config as canonical JSON.
        tenant: Organisation that owns it.
        requested_by: Sender: ORGANISATION/USER.
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
        baseline: Commit that it is compared with; empty: none.
        config: Name of the configuration.
        config_digest: SHA-256 of the configuration: golden sets, rubric, judge, thresholds.
        gates: Names of the gates that it will decide.
        cases: Number of golden cases.
        cap_micros: Maximum cost, millionths of a dollar; null: no limit.
        tenant: Organisation of the repository.
        requested_by: Sender: ORGANISATION/USER; empty: a commit started it.
        judge_hash: SHA-256 of the judge: model, version, prompt, sampling; empty: no judge.
        rejudge: Whether a new judge scores kept answers again: scores follow, but no verdict.
        advisory: Its advisory gates: they hold no promotion.
        sha: Git commit that the verdict is posted to; empty: none.
        price: Price of the version's tokens, for the whole run; null: not set, so its cost is
            unknown.
        judge_price: Price of the judge's tokens, for the whole run; null: no judge, or no price.
        trigger: Ref whose new version started it: branch NAME or tag NAME; empty: somebody
            requested it.
        serving_job: Job that serves the version for this run and ends with it; empty: an endpoint
            serves it.
        golden_set: SHA-256 of the golden set; empty: written before this field existed.
        held_out: Keyed digest of the held-out cases that it asks; empty: none.
        held_out_cases: Number of held-out cases of its tasks, asked or not.
        held_out_use: Number of final gates that have asked these held-out cases, this one included;
            0: it asks none.
        probe: Maximum number of cases whose changed answers its judge scores, to measure blind
            spots: figures of the judge follow, but no scores or verdict; 0: no probe.
        anchors: Maximum number of cases whose kept answers its judge scores without expected texts:
            AnswersScored follows, but no scores or verdict; 0: no such run.
        fresh: Whether its judge is asked for every verdict, even if one is kept.
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
    price: TokenPrice | None = None
    judge_price: TokenPrice | None = None
    trigger: str = ""
    serving_job: str = ""
    golden_set: str = ""
    held_out: str = ""
    held_out_cases: int = 0
    held_out_use: int = 0
    probe: int = 0
    anchors: int = 0
    fresh: bool = False

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
            "price": None if self.price is None else self.price.to_datum(),
            "judge_price": None if self.judge_price is None else self.judge_price.to_datum(),
            "trigger": self.trigger,
            "serving_job": self.serving_job,
            "golden_set": self.golden_set,
            "held_out": self.held_out,
            "held_out_cases": self.held_out_cases,
            "held_out_use": self.held_out_use,
            "probe": self.probe,
            "anchors": self.anchors,
            "fresh": self.fresh,
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
            price=None if d.get("price") is None else TokenPrice.from_datum(branch_of(d["price"])),
            judge_price=None
            if d.get("judge_price") is None
            else TokenPrice.from_datum(branch_of(d["judge_price"])),
            trigger=d.get("trigger", ""),
            serving_job=d.get("serving_job", ""),
            golden_set=d.get("golden_set", ""),
            held_out=d.get("held_out", ""),
            held_out_cases=d.get("held_out_cases", 0),
            held_out_use=d.get("held_out_use", 0),
            probe=d.get("probe", 0),
            anchors=d.get("anchors", 0),
            fresh=d.get("fresh", False),
        )


@final
@record
class EvalScore:
    """One score.

    Attributes:
        task: The task.
        metric: The metric.
        value: The score, in the range of the metric.
        lower: Lower confidence bound; null: none.
        upper: Upper confidence bound; null: none.
        cases: Number of cases.
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
    """Scores of a version; they replace those of the same run, task and metric.

    Attributes:
        run: Id of the evaluation; the same in all its facts.
        repository: Id of the repository that holds the version.
        commit: The version: a commit of it.
        config_digest: SHA-256 of the configuration: golden sets, rubric, judge, thresholds.
        scores: Scores by task and metric.
        judge: Model and version of the judge; empty: rules scored.
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
    """Verdict of a gate. INCONCLUSIVE: there are too few cases."""

    PASSED = "PASSED"
    FAILED = "FAILED"
    INCONCLUSIVE = "INCONCLUSIVE"


@final
@record
class GateTask:
    """Result of a gate for one task.

    Attributes:
        task: The task.
        verdict: Verdict.
        value: Score of the version.
        lower: Lower confidence bound of the score; null: none.
        threshold: Threshold that the lower bound must reach; null: none.
        difference: Paired difference from the baseline; null: none.
        margin: Allowed loss against the baseline; null: there is no baseline.
        detectable: Smallest difference that these cases can detect; null: not computed.
        cases: Number of cases.
        cases_needed: Number of cases that would decide it; null: there are enough.
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
    """Decision of a gate about a version; it replaces the gate's earlier one.

    Attributes:
        run: Id of the evaluation; the same in all its facts.
        repository: Id of the repository that holds the version.
        commit: The version: a commit of it.
        baseline: Commit that it was compared with; empty: none.
        gate: Name of the gate.
        verdict: Verdict.
        blocking: Whether it blocks promotion; otherwise it is advice.
        reason: One sentence.
        tasks: Results by task.
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
    """Outcome of a run. STOPPED: by a person, or by its cap."""

    COMPLETED = "COMPLETED"
    STOPPED = "STOPPED"
    FAILED = "FAILED"


@final
@record
class EvalEnded(VersionFact):
    """The run has ended; nothing more follows from it.

    Attributes:
        run: Id of the evaluation; the same in all its facts.
        repository: Id of the repository that holds the version.
        commit: The version: a commit of it.
        outcome: Outcome of the run.
        reason: Reason, in one sentence; empty: all cases were done.
        cases_done: Cases with a result.
        spent_micros: Its cost, millionths of a dollar.
        tenant: Organisation of the repository.
        code: Reason why not all cases were asked, as a code; empty: all were.
        unsettled_micros: Upper bound of further payments, millionths of a dollar: requests of
            workers that died, and cases whose result does not count.
        paid_cases: Cases that were asked, and paid for.
        cached_cases: Cases whose answer was kept; they cost nothing.
        tokens_in: Prompt tokens of the cases that were asked.
        tokens_out: Tokens of their answers.
        tokens_in_cached: Prompt tokens of them that the endpoint had cached.
        priced: Whether everything paid for had a price, so that the cost is known.
        requested_by: Sender: ORGANISATION/USER; empty: not recorded.
        probe: Whether it probed a judge, or scored kept answers without expected texts; such runs
            have neither scores nor a verdict.
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
    unsettled_micros: int = 0
    paid_cases: int = 0
    cached_cases: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_in_cached: int = 0
    priced: bool = False
    requested_by: str = ""
    probe: bool = False

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
            "unsettled_micros": self.unsettled_micros,
            "paid_cases": self.paid_cases,
            "cached_cases": self.cached_cases,
            "tokens_in": self.tokens_in,
            "tokens_out": self.tokens_out,
            "tokens_in_cached": self.tokens_in_cached,
            "priced": self.priced,
            "requested_by": self.requested_by,
            "probe": self.probe,
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
            unsettled_micros=d.get("unsettled_micros", 0),
            paid_cases=d.get("paid_cases", 0),
            cached_cases=d.get("cached_cases", 0),
            tokens_in=d.get("tokens_in", 0),
            tokens_out=d.get("tokens_out", 0),
            tokens_in_cached=d.get("tokens_in_cached", 0),
            priced=d.get("priced", False),
            requested_by=d.get("requested_by", ""),
            probe=d.get("probe", False),
        )


@final
@record
class EvalStopped(VersionFact):
    """A run was stopped; it is decided from the results counted so far.

    Attributes:
        run: Id of the evaluation; the same in all its facts.
        repository: Id of the repository that holds the version.
        commit: The version: a commit of it.
        reason: Reason, as stated by the sender.
        tenant: Organisation of the repository.
        requested_by: Sender: ORGANISATION/USER.
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
    """New status of a run at a code host, with everything that is needed to post it.

    Attributes:
        run: Id of the evaluation; the same in all its facts.
        repository: Id of the repository that holds the version.
        commit: The version: a commit of it.
        api: Base URL of the code host's API, which is like GitHub's.
        code_repository: OWNER/NAME at the code host.
        sha: Git commit at the code host.
        token: Name of the token among the reactor's secrets; not the token itself.
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
class TokenPriceSet(PriceFact):
    """A model's tokens have this price from now on.

    Attributes:
        model: Model.
        endpoint: SCHEME://HOST:PORT of the endpoint; empty: every endpoint without a price of its
            own.
        price: Price; null: none.
        tenant: Organisation that owns it.
        requested_by: Sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_events.TokenPriceSet"

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
    def from_datum(cls, d: Mapping[str, Any]) -> TokenPriceSet:
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
class EvalBudgetSet(BudgetFact):
    """Daily limit on the cost of an organisation's automatic runs.

    Attributes:
        day_micros: Millionths of a dollar.
        tenant: Organisation that owns it.
        requested_by: Sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_events.EvalBudgetSet"

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
    def from_datum(cls, d: Mapping[str, Any]) -> EvalBudgetSet:
        """The inverse."""
        return cls(
            day_micros=d["day_micros"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class EvalsPaused(BudgetFact):
    """No automatic run starts any more on this day: the next one could exceed the limit.

    Attributes:
        day_ms: Start of the day, UTC, milliseconds since 1970.
        day_micros: Limit of the day, millionths of a dollar.
        spent_micros: Cost of runs that ended.
        reserved_micros: Caps of runs that have not ended.
        cap_micros: Cap of the run that was not started.
        run: The run that was not started.
        tenant: Organisation that owns it.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_events.EvalsPaused"

    day_ms: int
    day_micros: int
    spent_micros: int
    reserved_micros: int
    cap_micros: int
    run: str
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "day_ms": self.day_ms,
            "day_micros": self.day_micros,
            "spent_micros": self.spent_micros,
            "reserved_micros": self.reserved_micros,
            "cap_micros": self.cap_micros,
            "run": self.run,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> EvalsPaused:
        """The inverse."""
        return cls(
            day_ms=d["day_ms"],
            day_micros=d["day_micros"],
            spent_micros=d["spent_micros"],
            reserved_micros=d["reserved_micros"],
            cap_micros=d["cap_micros"],
            run=d["run"],
            tenant=d["tenant"],
        )


@final
@record
class EvalsResumed(BudgetFact):
    """Automatic runs start again.

    Attributes:
        day_ms: Start of the day, UTC, milliseconds since 1970.
        reason: Reason, as stated by the sender.
        tenant: Organisation that owns it.
        requested_by: Sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_events.EvalsResumed"

    day_ms: int
    reason: str = ""
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "day_ms": self.day_ms,
            "reason": self.reason,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> EvalsResumed:
        """The inverse."""
        return cls(
            day_ms=d["day_ms"],
            reason=d.get("reason", ""),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class EvalServed(VersionFact):
    """Address of the job that serves a run's version.

    Attributes:
        run: Id of the evaluation; the same in all its facts.
        repository: Id of the repository that holds the version.
        commit: The version: a commit of it.
        job_id: The job.
        attempt: Attempt of the job; another attempt would have another address.
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


@final
@record
class CaseLabel:
    """Score of one answer by one person.

    Attributes:
        run: Id of the evaluation that the label names; where the answer was kept, other runs have
            it as well.
        case: Case of its golden set.
        person: Name of the person who scored it.
        score: Score on the judge's scale, 1 to 5.
        comment: Reason, for people.
        key: Key of the kept answer: SHA-256 of model digest, prompt, sampling and config.
        answer: SHA-256 of the answer.
        judges: Hashes of the judges that have scored this answer.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_events.CaseLabel"

    run: str
    case: str
    person: str
    score: int
    comment: str = ""
    key: str
    answer: str
    judges: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "run": self.run,
            "case": self.case,
            "person": self.person,
            "score": self.score,
            "comment": self.comment,
            "key": self.key,
            "answer": self.answer,
            "judges": list(self.judges),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CaseLabel:
        """The inverse."""
        return cls(
            run=d["run"],
            case=d["case"],
            person=d["person"],
            score=d["score"],
            comment=d.get("comment", ""),
            key=d["key"],
            answer=d["answer"],
            judges=tuple(d.get("judges", [])),
        )


@final
@record
class CasesLabelled(LabelsFact):
    """People scored answers; a score replaces the same person's earlier score of the same answer.

    Attributes:
        labels: Labels in the order of the request.
        tenant: Organisation that owns it.
        requested_by: Sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_events.CasesLabelled"

    labels: tuple[CaseLabel, ...]
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
    def from_datum(cls, d: Mapping[str, Any]) -> CasesLabelled:
        """The inverse."""
        return cls(
            labels=tuple(CaseLabel.from_datum(x) for x in d["labels"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class CaseProposed(SetFact):
    """A case is proposed for a golden set.

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

    AVRO_NAME: ClassVar[str] = "muster.eval_events.CaseProposed"

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
    def from_datum(cls, d: Mapping[str, Any]) -> CaseProposed:
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
class ProposalDecided(SetFact):
    """A proposed case was accepted, and is part of the set in force, or was rejected.

    Attributes:
        proposal: Its id: the first 16 digits of the case's digest.
        golden_set: Name of the golden set.
        case: Id of the case.
        accepted: Whether it was accepted.
        reason: Why, for people.
        digest: SHA-256 of the lines of the set with the case; empty: it was rejected.
        tenant: Organisation that owns it.
        requested_by: Sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_events.ProposalDecided"

    proposal: str
    golden_set: str
    case: str
    accepted: bool
    reason: str = ""
    digest: str = ""
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "proposal": self.proposal,
            "golden_set": self.golden_set,
            "case": self.case,
            "accepted": self.accepted,
            "reason": self.reason,
            "digest": self.digest,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ProposalDecided:
        """The inverse."""
        return cls(
            proposal=d["proposal"],
            golden_set=d["golden_set"],
            case=d["case"],
            accepted=d["accepted"],
            reason=d.get("reason", ""),
            digest=d.get("digest", ""),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class BlindSpot:
    """How often one kind of change misled a judge.

    Attributes:
        kind: position: sources in the opposite order; padding: sentences that say nothing;
            hallucination: a claim that no source supports.
        pairs: Pairs of a plain and a changed answer that can reveal a blind spot.
        misled: Pairs that a good judge would have scored differently.
        share: misled / pairs.
        low: Lower end of the 95 % interval of the share, by clusters.
        high: Upper end of that interval.
        change: Mean of the changed score minus the plain one, on the scale from 0 to 1.
        cases: Some cases that misled it, the largest change first.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_events.BlindSpot"

    kind: str
    pairs: int
    misled: int
    share: float
    low: float
    high: float
    change: float
    cases: tuple[str, ...]

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "kind": self.kind,
            "pairs": self.pairs,
            "misled": self.misled,
            "share": self.share,
            "low": self.low,
            "high": self.high,
            "change": self.change,
            "cases": list(self.cases),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> BlindSpot:
        """The inverse."""
        return cls(
            kind=d["kind"],
            pairs=d["pairs"],
            misled=d["misled"],
            share=d["share"],
            low=d["low"],
            high=d["high"],
            change=d["change"],
            cases=tuple(d["cases"]),
        )


@final
@record
class JudgeProbed(JudgeFact):
    """How often changed answers misled a judge.

    Attributes:
        run: Id of the probe.
        repository: Id of the repository whose answers were changed.
        commit: Version that gave the answers.
        config: Name of the eval config.
        golden_set: SHA-256 of its golden set.
        judge: Model and version of the judge.
        judge_hash: Hash of model, version, prompt and sampling of the judge.
        spots: Kinds that have pairs, in the order position, padding, hallucination.
        tenant: Organisation of the repository.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_events.JudgeProbed"

    run: str
    repository: str
    commit: str
    config: str
    golden_set: str
    judge: str
    judge_hash: str
    spots: tuple[BlindSpot, ...]
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "run": self.run,
            "repository": self.repository,
            "commit": self.commit,
            "config": self.config,
            "golden_set": self.golden_set,
            "judge": self.judge,
            "judge_hash": self.judge_hash,
            "spots": [x.to_datum() for x in self.spots],
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JudgeProbed:
        """The inverse."""
        return cls(
            run=d["run"],
            repository=d["repository"],
            commit=d["commit"],
            config=d["config"],
            golden_set=d["golden_set"],
            judge=d["judge"],
            judge_hash=d["judge_hash"],
            spots=tuple(BlindSpot.from_datum(x) for x in d["spots"]),
            tenant=d["tenant"],
        )


@final
@record
class RemovedLabel:
    """Reference to a person's label of an answer.

    Attributes:
        key: Key of the kept answer.
        answer: SHA-256 of the answer.
        person: Name of the person who scored it.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_events.RemovedLabel"

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
    def from_datum(cls, d: Mapping[str, Any]) -> RemovedLabel:
        """The inverse."""
        return cls(
            key=d["key"],
            answer=d["answer"],
            person=d["person"],
        )


@final
@record
class LabelsRemoved(LabelsFact):
    """Labels no longer count.

    Attributes:
        labels: The labels.
        reason: Reason.
        tenant: Organisation that owned them.
        requested_by: Sender of the command, as TENANT/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_events.LabelsRemoved"

    labels: tuple[RemovedLabel, ...]
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
    def from_datum(cls, d: Mapping[str, Any]) -> LabelsRemoved:
        """The inverse."""
        return cls(
            labels=tuple(RemovedLabel.from_datum(x) for x in d["labels"]),
            reason=d.get("reason", ""),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class AnswerScore:
    """Score of one kept answer.

    Attributes:
        case: Id of the case; never a held-out one.
        task: Its task.
        score: 0 if a check without expected texts failed, else (median verdict - 1) / 4; null:
            there is none.
        unread: Verdicts that could not be read; each counts as 1.
        code: Reason why there is no score, as a code; empty: there is one.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_events.AnswerScore"

    case: str
    task: str
    score: float | None = None
    unread: int = 0
    code: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "case": self.case,
            "task": self.task,
            "score": self.score,
            "unread": self.unread,
            "code": self.code,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> AnswerScore:
        """The inverse."""
        return cls(
            case=d["case"],
            task=d["task"],
            score=d.get("score"),
            unread=d.get("unread", 0),
            code=d.get("code", ""),
        )


@final
@record
class AnchorTask:
    """Chosen cases of one task.

    Attributes:
        task: Name of the task.
        cases: Number of chosen cases that the run reached.
        missing: Number of cases without a kept answer; they have no result.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_events.AnchorTask"

    task: str
    cases: int
    missing: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "task": self.task,
            "cases": self.cases,
            "missing": self.missing,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> AnchorTask:
        """The inverse."""
        return cls(
            task=d["task"],
            cases=d["cases"],
            missing=d["missing"],
        )


@final
@record
class AnswersScored(AnswersFact):
    """A judge's scores of kept answers of a version, without expected texts.

    Attributes:
        run: Id of the run.
        repository: Id of the repository that holds the version.
        commit: Version that gave the answers.
        config: Name of the eval config.
        golden_set: SHA-256 of its golden set.
        judge: Model and version of the judge.
        judge_hash: Hash of model, version, prompt and sampling of the judge.
        fresh: Whether the judge was asked for every verdict; otherwise kept verdicts count.
        results: Results in the order of the run, which depends on the golden set alone; fewer than
            the answers if the run was stopped.
        tasks: Tasks of the chosen cases, by name.
        tenant: Organisation of the repository.
    """

    AVRO_NAME: ClassVar[str] = "muster.eval_events.AnswersScored"

    run: str
    repository: str
    commit: str
    config: str
    golden_set: str
    judge: str
    judge_hash: str
    fresh: bool
    results: tuple[AnswerScore, ...]
    tasks: tuple[AnchorTask, ...]
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "run": self.run,
            "repository": self.repository,
            "commit": self.commit,
            "config": self.config,
            "golden_set": self.golden_set,
            "judge": self.judge,
            "judge_hash": self.judge_hash,
            "fresh": self.fresh,
            "results": [x.to_datum() for x in self.results],
            "tasks": [x.to_datum() for x in self.tasks],
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> AnswersScored:
        """The inverse."""
        return cls(
            run=d["run"],
            repository=d["repository"],
            commit=d["commit"],
            config=d["config"],
            golden_set=d["golden_set"],
            judge=d["judge"],
            judge_hash=d["judge_hash"],
            fresh=d["fresh"],
            results=tuple(AnswerScore.from_datum(x) for x in d["results"]),
            tasks=tuple(AnchorTask.from_datum(x) for x in d["tasks"]),
            tenant=d["tenant"],
        )


SetPayload: TypeAlias = GoldenSetActivated | CaseProposed | ProposalDecided

ConfigPayload: TypeAlias = EvalConfigActivated

VersionPayload: TypeAlias = (
    EvalStarted | ScoresMeasured | GateDecided | EvalEnded | EvalStopped | StatusChanged | EvalServed
)

PricePayload: TypeAlias = TokenPriceSet

BudgetPayload: TypeAlias = EvalBudgetSet | EvalsPaused | EvalsResumed

LabelsPayload: TypeAlias = CasesLabelled | LabelsRemoved

JudgePayload: TypeAlias = JudgeProbed

AnswersPayload: TypeAlias = AnswersScored

EvalEvent: TypeAlias = (
    GoldenSetActivated
    | EvalConfigActivated
    | EvalStarted
    | ScoresMeasured
    | GateDecided
    | EvalEnded
    | EvalStopped
    | StatusChanged
    | TokenPriceSet
    | EvalBudgetSet
    | EvalsPaused
    | EvalsResumed
    | EvalServed
    | CasesLabelled
    | CaseProposed
    | ProposalDecided
    | JudgeProbed
    | LabelsRemoved
    | AnswersScored
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
    TokenPriceSet,
    EvalBudgetSet,
    EvalsPaused,
    EvalsResumed,
    EvalServed,
    CasesLabelled,
    CaseProposed,
    ProposalDecided,
    JudgeProbed,
    LabelsRemoved,
    AnswersScored,
)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.eval_events","doc":"R'
    'esults of versions on golden cases, and decisions of gates.","fields":[{"nam'
    'e":"event_id","type":"string","doc":"Unique for ever; the deduplication key.'
    '"},{"name":"key","type":"string","doc":"Kafka key; records with the same key'
    ' keep their order."},{"name":"occurred_at_ms","type":"long","doc":"Time of t'
    'he event according to the producer, milliseconds since 1970 UTC."},{"name":"'
    'producer","type":"string","doc":"Service and instance that wrote the record.'
    '"},{"name":"correlation_id","type":"string","doc":"Shared by everything that'
    ' follows from one request."},{"name":"causation_id","type":["null","string"]'
    ',"doc":"event_id of the record this one follows from.","default":null},{"nam'
    'e":"seq","type":["null","long"],"doc":"seq of the input it follows from; fac'
    "ts of all partitions are ordered by seq, then index. Null: the writer assign"
    's no order.","default":null},{"name":"index","type":["null","int"],"doc":"In'
    'dex among the consequences of that input, from 0; orders count as well.","de'
    'fault":null},{"name":"tenant","type":["null","string"],"doc":"The tenant it '
    'belongs to; null: no tenant.","default":null},{"name":"sender","type":["null'
    '","string"],"doc":"Authenticated sender of the command it follows from, as T'
    'ENANT/USER; null: it follows from no command, or is older than this field.",'
    '"default":null},{"name":"payload","type":[{"type":"record","name":"CommandRe'
    'jected","aliases":["muster.job_events.CommandRejected"],"doc":"A command tha'
    't is not carried out, and the reason.","subject":"command","fields":[{"name"'
    ':"command_id","type":"string","doc":"event_id of the command."},{"name":"com'
    'mand","type":"string","doc":"Record name of the command."},{"name":"subject"'
    ',"type":"string","doc":"Its subject: a job, queue, node or other entity of t'
    'he service."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"cod'
    'e","type":{"type":"enum","name":"RejectionCode","aliases":["muster.job_event'
    's.RejectionCode"],"doc":"Kinds of rejection, common to all services; each ha'
    's its HTTP status.","symbols":["INVALID","ALREADY_EXISTS","NOT_FOUND","WRONG'
    '_STATE","IMPOSSIBLE_REQUEST","UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN","'
    'QUOTA_EXCEEDED","BAD_TREE"],"default":"FORBIDDEN","namespace":"muster.comman'
    'd_answers"},"doc":"Kind of rejection."},{"name":"detail_code","type":"string'
    '","doc":"More specific code of the service; its README lists them. Empty: `c'
    'ode` is specific enough.","default":""},{"name":"message","type":"string","d'
    'oc":"Message for people."},{"name":"violations","type":{"type":"array","item'
    's":{"type":"record","name":"Violation","aliases":["muster.job_events.Violati'
    'on"],"doc":"One violation in a request.","fields":[{"name":"field","type":"s'
    'tring","doc":"Path of the field."},{"name":"value","type":"string","doc":"Th'
    'e value as sent, shortened."},{"name":"allowed","type":"string","doc":"What '
    'is allowed."}],"namespace":"muster.command_answers"}},"doc":"Violations by f'
    'ield.","default":[]}],"namespace":"muster.command_answers"},{"type":"record"'
    ',"name":"CommandRepeated","aliases":["muster.job_events.CommandRepeated"],"d'
    'oc":"A command that was already carried out came again; nothing changed.","s'
    'ubject":"command","fields":[{"name":"command_id","type":"string","doc":"even'
    't_id of the command."},{"name":"command","type":"string","doc":"Record name '
    'of the command."},{"name":"subject","type":"string","doc":"Its subject."}],"'
    'namespace":"muster.command_answers"},{"type":"record","name":"GoldenSetActiv'
    'ated","subject":"set","doc":"A golden set is in force; it replaces the one o'
    'f the same name.","fields":[{"name":"name","type":"string","doc":"Its name, '
    'unique in the organisation."},{"name":"digest","type":"string","doc":"SHA-25'
    '6 of its canonical lines, which are in the store."},{"name":"tasks","type":{'
    '"type":"array","items":{"type":"record","name":"GoldenTask","doc":"Cases of '
    'one task in a golden set.","fields":[{"name":"task","type":"string","doc":"N'
    'ame of the task."},{"name":"cases","type":"int","doc":"Number of its cases."'
    '},{"name":"clusters","type":"int","doc":"Number of clusters that they fall i'
    'nto."},{"name":"checked","type":"int","doc":"Number of its cases with checks'
    ' of their own.","default":0},{"name":"largest","type":"int","doc":"Number of'
    ' cases of its largest cluster; 0: not recorded.","default":0}],"namespace":"'
    'muster.eval_commands"}},"doc":"Its tasks, by name."},{"name":"source","type"'
    ':"string","doc":"Where the cases come from.","default":""},{"name":"tenant",'
    '"type":"string","doc":"Organisation that owns it."},{"name":"requested_by","'
    'type":"string","doc":"Sender: ORGANISATION/USER."},{"name":"comparable","typ'
    'e":"string","doc":"SHA-256 of its cases except live ones: sets with equal va'
    'lues are comparable; empty: the digest.","default":""},{"name":"held_out","t'
    'ype":"string","doc":"Keyed digest of its held-out cases, which are sealed in'
    ' the store; empty: none.","default":""},{"name":"held_out_tasks","type":{"ty'
    'pe":"array","items":"muster.eval_commands.GoldenTask"},"doc":"Tasks of its h'
    'eld-out cases, by name; `tasks` does not count these cases.","default":[]}],'
    '"namespace":"muster.eval_events"},{"type":"record","name":"EvalConfigActivat'
    'ed","subject":"config","doc":"An eval config is in force; it replaces the on'
    'e of the same name.","fields":[{"name":"name","type":"string","doc":"Its nam'
    'e, unique in the organisation."},{"name":"digest","type":"string","doc":"SHA'
    '-256 of the document."},{"name":"document","type":"string","doc":"The config'
    ' as canonical JSON."},{"name":"tenant","type":"string","doc":"Organisation t'
    'hat owns it."},{"name":"requested_by","type":"string","doc":"Sender: ORGANIS'
    'ATION/USER."},{"name":"judge_hash","type":"string","doc":"SHA-256 of its jud'
    'ge: model, version, prompt, sampling; empty: no judge.","default":""}],"name'
    'space":"muster.eval_events"},{"type":"record","name":"EvalStarted","subject"'
    ':"version","doc":"A version is being evaluated; its gates are pending.","fie'
    'lds":[{"name":"run","type":"string","doc":"Id of the evaluation; the same in'
    ' all its facts."},{"name":"repository","type":"string","doc":"Id of the repo'
    'sitory that holds the version."},{"name":"commit","type":"string","doc":"The'
    ' version: a commit of it."},{"name":"baseline","type":"string","doc":"Commit'
    ' that it is compared with; empty: none.","default":""},{"name":"config","typ'
    'e":"string","doc":"Name of the configuration."},{"name":"config_digest","typ'
    'e":"string","doc":"SHA-256 of the configuration: golden sets, rubric, judge,'
    ' thresholds."},{"name":"gates","type":{"type":"array","items":"string"},"doc'
    '":"Names of the gates that it will decide.","default":[]},{"name":"cases","t'
    'ype":"int","doc":"Number of golden cases.","default":0},{"name":"cap_micros"'
    ',"type":["null","long"],"doc":"Maximum cost, millionths of a dollar; null: n'
    'o limit.","default":null},{"name":"tenant","type":"string","doc":"Organisati'
    'on of the repository."},{"name":"requested_by","type":"string","doc":"Sender'
    ': ORGANISATION/USER; empty: a commit started it.","default":""},{"name":"jud'
    'ge_hash","type":"string","doc":"SHA-256 of the judge: model, version, prompt'
    ', sampling; empty: no judge.","default":""},{"name":"rejudge","type":"boolea'
    'n","doc":"Whether a new judge scores kept answers again: scores follow, but '
    'no verdict.","default":false},{"name":"advisory","type":{"type":"array","ite'
    'ms":"string"},"doc":"Its advisory gates: they hold no promotion.","default":'
    '[]},{"name":"sha","type":"string","doc":"Git commit that the verdict is post'
    'ed to; empty: none.","default":""},{"name":"price","type":["null",{"type":"r'
    'ecord","name":"TokenPrice","doc":"Price of a model\'s tokens, millionths of a'
    ' dollar for 10^6 of them.","fields":[{"name":"input_micros","type":"long","d'
    'oc":"Price of prompt tokens."},{"name":"output_micros","type":"long","doc":"'
    'Price of generated tokens."},{"name":"cached_micros","type":["null","long"],'
    '"doc":"Price of prompt tokens that the endpoint had cached; null: that of ot'
    'her prompt tokens.","default":null}],"namespace":"muster.eval_commands"}],"d'
    'oc":"Price of the version\'s tokens, for the whole run; null: not set, so its'
    ' cost is unknown.","default":null},{"name":"judge_price","type":["null","mus'
    'ter.eval_commands.TokenPrice"],"doc":"Price of the judge\'s tokens, for the w'
    'hole run; null: no judge, or no price.","default":null},{"name":"trigger","t'
    'ype":"string","doc":"Ref whose new version started it: branch NAME or tag NA'
    'ME; empty: somebody requested it.","default":""},{"name":"serving_job","type'
    '":"string","doc":"Job that serves the version for this run and ends with it;'
    ' empty: an endpoint serves it.","default":""},{"name":"golden_set","type":"s'
    'tring","doc":"SHA-256 of the golden set; empty: written before this field ex'
    'isted.","default":""},{"name":"held_out","type":"string","doc":"Keyed digest'
    ' of the held-out cases that it asks; empty: none.","default":""},{"name":"he'
    'ld_out_cases","type":"int","doc":"Number of held-out cases of its tasks, ask'
    'ed or not.","default":0},{"name":"held_out_use","type":"int","doc":"Number o'
    "f final gates that have asked these held-out cases, this one included; 0: it"
    ' asks none.","default":0},{"name":"probe","type":"int","doc":"Maximum number'
    " of cases whose changed answers its judge scores, to measure blind spots: fi"
    'gures of the judge follow, but no scores or verdict; 0: no probe.","default"'
    ':0},{"name":"anchors","type":"int","doc":"Maximum number of cases whose kept'
    " answers its judge scores without expected texts: AnswersScored follows, but"
    ' no scores or verdict; 0: no such run.","default":0},{"name":"fresh","type":'
    '"boolean","doc":"Whether its judge is asked for every verdict, even if one i'
    's kept.","default":false}],"namespace":"muster.eval_events"},{"type":"record'
    '","name":"ScoresMeasured","subject":"version","doc":"Scores of a version; th'
    'ey replace those of the same run, task and metric.","fields":[{"name":"run",'
    '"type":"string","doc":"Id of the evaluation; the same in all its facts."},{"'
    'name":"repository","type":"string","doc":"Id of the repository that holds th'
    'e version."},{"name":"commit","type":"string","doc":"The version: a commit o'
    'f it."},{"name":"config_digest","type":"string","doc":"SHA-256 of the config'
    'uration: golden sets, rubric, judge, thresholds."},{"name":"scores","type":{'
    '"type":"array","items":{"type":"record","name":"EvalScore","doc":"One score.'
    '","fields":[{"name":"task","type":"string","doc":"The task."},{"name":"metri'
    'c","type":"string","doc":"The metric."},{"name":"value","type":"double","doc'
    '":"The score, in the range of the metric."},{"name":"lower","type":["null","'
    'double"],"doc":"Lower confidence bound; null: none.","default":null},{"name"'
    ':"upper","type":["null","double"],"doc":"Upper confidence bound; null: none.'
    '","default":null},{"name":"cases","type":"int","doc":"Number of cases.","def'
    'ault":0}],"namespace":"muster.eval_events"}},"doc":"Scores by task and metri'
    'c."},{"name":"judge","type":"string","doc":"Model and version of the judge; '
    'empty: rules scored.","default":""},{"name":"tenant","type":"string","doc":"'
    'Organisation of the repository."},{"name":"judge_hash","type":"string","doc"'
    ':"SHA-256 of the judge: model, version, prompt, sampling; empty: no judge.",'
    '"default":""}],"namespace":"muster.eval_events"},{"type":"record","name":"Ga'
    'teDecided","subject":"version","doc":"Decision of a gate about a version; it'
    ' replaces the gate\'s earlier one.","fields":[{"name":"run","type":"string","'
    'doc":"Id of the evaluation; the same in all its facts."},{"name":"repository'
    '","type":"string","doc":"Id of the repository that holds the version."},{"na'
    'me":"commit","type":"string","doc":"The version: a commit of it."},{"name":"'
    'baseline","type":"string","doc":"Commit that it was compared with; empty: no'
    'ne.","default":""},{"name":"gate","type":"string","doc":"Name of the gate."}'
    ',{"name":"verdict","type":{"type":"enum","name":"GateVerdict","doc":"Verdict'
    ' of a gate. INCONCLUSIVE: there are too few cases.","symbols":["PASSED","FAI'
    'LED","INCONCLUSIVE"],"namespace":"muster.eval_events"},"doc":"Verdict."},{"n'
    'ame":"blocking","type":"boolean","doc":"Whether it blocks promotion; otherwi'
    'se it is advice.","default":true},{"name":"reason","type":"string","doc":"On'
    'e sentence."},{"name":"tasks","type":{"type":"array","items":{"type":"record'
    '","name":"GateTask","doc":"Result of a gate for one task.","fields":[{"name"'
    ':"task","type":"string","doc":"The task."},{"name":"verdict","type":"muster.'
    'eval_events.GateVerdict","doc":"Verdict."},{"name":"value","type":"double","'
    'doc":"Score of the version."},{"name":"lower","type":["null","double"],"doc"'
    ':"Lower confidence bound of the score; null: none.","default":null},{"name":'
    '"threshold","type":["null","double"],"doc":"Threshold that the lower bound m'
    'ust reach; null: none.","default":null},{"name":"difference","type":["null",'
    '"double"],"doc":"Paired difference from the baseline; null: none.","default"'
    ':null},{"name":"margin","type":["null","double"],"doc":"Allowed loss against'
    ' the baseline; null: there is no baseline.","default":null},{"name":"detecta'
    'ble","type":["null","double"],"doc":"Smallest difference that these cases ca'
    'n detect; null: not computed.","default":null},{"name":"cases","type":"int",'
    '"doc":"Number of cases.","default":0},{"name":"cases_needed","type":["null",'
    '"int"],"doc":"Number of cases that would decide it; null: there are enough."'
    ',"default":null}],"namespace":"muster.eval_events"}},"doc":"Results by task.'
    '","default":[]},{"name":"config_digest","type":"string","doc":"SHA-256 of th'
    'e configuration: golden sets, rubric, judge, thresholds."},{"name":"tenant",'
    '"type":"string","doc":"Organisation of the repository."},{"name":"warnings",'
    '"type":{"type":"array","items":"string"},"doc":"Reasons for doubt that do no'
    't change the verdict, such as a judge of the version\'s family.","default":[]'
    '}],"namespace":"muster.eval_events"},{"type":"record","name":"EvalEnded","su'
    'bject":"version","doc":"The run has ended; nothing more follows from it.","f'
    'ields":[{"name":"run","type":"string","doc":"Id of the evaluation; the same '
    'in all its facts."},{"name":"repository","type":"string","doc":"Id of the re'
    'pository that holds the version."},{"name":"commit","type":"string","doc":"T'
    'he version: a commit of it."},{"name":"outcome","type":{"type":"enum","name"'
    ':"EvalOutcome","doc":"Outcome of a run. STOPPED: by a person, or by its cap.'
    '","symbols":["COMPLETED","STOPPED","FAILED"],"namespace":"muster.eval_events'
    '"},"doc":"Outcome of the run."},{"name":"reason","type":"string","doc":"Reas'
    'on, in one sentence; empty: all cases were done.","default":""},{"name":"cas'
    'es_done","type":"int","doc":"Cases with a result.","default":0},{"name":"spe'
    'nt_micros","type":"long","doc":"Its cost, millionths of a dollar.","default"'
    ':0},{"name":"tenant","type":"string","doc":"Organisation of the repository."'
    '},{"name":"code","type":"string","doc":"Reason why not all cases were asked,'
    ' as a code; empty: all were.","default":""},{"name":"unsettled_micros","type'
    '":"long","doc":"Upper bound of further payments, millionths of a dollar: req'
    'uests of workers that died, and cases whose result does not count.","default'
    '":0},{"name":"paid_cases","type":"int","doc":"Cases that were asked, and pai'
    'd for.","default":0},{"name":"cached_cases","type":"int","doc":"Cases whose '
    'answer was kept; they cost nothing.","default":0},{"name":"tokens_in","type"'
    ':"long","doc":"Prompt tokens of the cases that were asked.","default":0},{"n'
    'ame":"tokens_out","type":"long","doc":"Tokens of their answers.","default":0'
    '},{"name":"tokens_in_cached","type":"long","doc":"Prompt tokens of them that'
    ' the endpoint had cached.","default":0},{"name":"priced","type":"boolean","d'
    'oc":"Whether everything paid for had a price, so that the cost is known.","d'
    'efault":false},{"name":"requested_by","type":"string","doc":"Sender: ORGANIS'
    'ATION/USER; empty: not recorded.","default":""},{"name":"probe","type":"bool'
    'ean","doc":"Whether it probed a judge, or scored kept answers without expect'
    'ed texts; such runs have neither scores nor a verdict.","default":false}],"n'
    'amespace":"muster.eval_events"},{"type":"record","name":"EvalStopped","subje'
    'ct":"version","doc":"A run was stopped; it is decided from the results count'
    'ed so far.","fields":[{"name":"run","type":"string","doc":"Id of the evaluat'
    'ion; the same in all its facts."},{"name":"repository","type":"string","doc"'
    ':"Id of the repository that holds the version."},{"name":"commit","type":"st'
    'ring","doc":"The version: a commit of it."},{"name":"reason","type":"string"'
    ',"doc":"Reason, as stated by the sender.","default":""},{"name":"tenant","ty'
    'pe":"string","doc":"Organisation of the repository."},{"name":"requested_by"'
    ',"type":"string","doc":"Sender: ORGANISATION/USER."}],"namespace":"muster.ev'
    'al_events"},{"type":"record","name":"StatusChanged","subject":"version","doc'
    '":"New status of a run at a code host, with everything that is needed to pos'
    't it.","fields":[{"name":"run","type":"string","doc":"Id of the evaluation; '
    'the same in all its facts."},{"name":"repository","type":"string","doc":"Id '
    'of the repository that holds the version."},{"name":"commit","type":"string"'
    ',"doc":"The version: a commit of it."},{"name":"api","type":"string","doc":"'
    'Base URL of the code host\'s API, which is like GitHub\'s."},{"name":"code_rep'
    'ository","type":"string","doc":"OWNER/NAME at the code host."},{"name":"sha"'
    ',"type":"string","doc":"Git commit at the code host."},{"name":"token","type'
    '":"string","doc":"Name of the token among the reactor\'s secrets; not the tok'
    'en itself."},{"name":"context","type":"string","doc":"Name of the check."},{'
    '"name":"state","type":{"type":"enum","name":"StatusState","doc":"State of a '
    'status, as GitHub has them. ERROR: there is no verdict.","symbols":["PENDING'
    '","SUCCESS","FAILURE","ERROR"],"namespace":"muster.eval_events"},"doc":"The '
    'state."},{"name":"description","type":"string","doc":"One short sentence tha'
    't begins with the run\'s id."},{"name":"tenant","type":"string","doc":"Organi'
    'sation of the repository."}],"namespace":"muster.eval_events"},{"type":"reco'
    'rd","name":"Watermark","doc":"Every fact of the topic with this seq or a low'
    'er one precedes this record, in every partition.","subject":"log","fields":['
    '{"name":"seq","type":"long","doc":"seq of the newest input whose consequence'
    's are all written."},{"name":"at_ms","type":"long","doc":"Time of the batch '
    'it ends, milliseconds since 1970 UTC."}],"namespace":"muster.watermarks"},{"'
    'type":"record","name":"TokenPriceSet","subject":"price","doc":"A model\'s tok'
    'ens have this price from now on.","fields":[{"name":"model","type":"string",'
    '"doc":"Model."},{"name":"endpoint","type":"string","doc":"SCHEME://HOST:PORT'
    ' of the endpoint; empty: every endpoint without a price of its own.","defaul'
    't":""},{"name":"price","type":["null","muster.eval_commands.TokenPrice"],"do'
    'c":"Price; null: none.","default":null},{"name":"tenant","type":"string","do'
    'c":"Organisation that owns it."},{"name":"requested_by","type":"string","doc'
    '":"Sender: ORGANISATION/USER."}],"namespace":"muster.eval_events"},{"type":"'
    'record","name":"EvalBudgetSet","subject":"budget","doc":"Daily limit on the '
    'cost of an organisation\'s automatic runs.","fields":[{"name":"day_micros","t'
    'ype":"long","doc":"Millionths of a dollar."},{"name":"tenant","type":"string'
    '","doc":"Organisation that owns it."},{"name":"requested_by","type":"string"'
    ',"doc":"Sender: ORGANISATION/USER."}],"namespace":"muster.eval_events"},{"ty'
    'pe":"record","name":"EvalsPaused","subject":"budget","doc":"No automatic run'
    ' starts any more on this day: the next one could exceed the limit.","fields"'
    ':[{"name":"day_ms","type":"long","doc":"Start of the day, UTC, milliseconds '
    'since 1970."},{"name":"day_micros","type":"long","doc":"Limit of the day, mi'
    'llionths of a dollar."},{"name":"spent_micros","type":"long","doc":"Cost of '
    'runs that ended."},{"name":"reserved_micros","type":"long","doc":"Caps of ru'
    'ns that have not ended."},{"name":"cap_micros","type":"long","doc":"Cap of t'
    'he run that was not started."},{"name":"run","type":"string","doc":"The run '
    'that was not started."},{"name":"tenant","type":"string","doc":"Organisation'
    ' that owns it."}],"namespace":"muster.eval_events"},{"type":"record","name":'
    '"EvalsResumed","subject":"budget","doc":"Automatic runs start again.","field'
    's":[{"name":"day_ms","type":"long","doc":"Start of the day, UTC, millisecond'
    's since 1970."},{"name":"reason","type":"string","doc":"Reason, as stated by'
    ' the sender.","default":""},{"name":"tenant","type":"string","doc":"Organisa'
    'tion that owns it."},{"name":"requested_by","type":"string","doc":"Sender: O'
    'RGANISATION/USER."}],"namespace":"muster.eval_events"},{"type":"record","nam'
    'e":"EvalServed","subject":"version","doc":"Address of the job that serves a '
    'run\'s version.","fields":[{"name":"run","type":"string","doc":"Id of the eva'
    'luation; the same in all its facts."},{"name":"repository","type":"string","'
    'doc":"Id of the repository that holds the version."},{"name":"commit","type"'
    ':"string","doc":"The version: a commit of it."},{"name":"job_id","type":"str'
    'ing","doc":"The job."},{"name":"attempt","type":"int","doc":"Attempt of the '
    'job; another attempt would have another address."},{"name":"url","type":"str'
    'ing","doc":"Base URL of its chat completions API."},{"name":"tenant","type":'
    '"string","doc":"Organisation of the repository."}],"namespace":"muster.eval_'
    'events"},{"type":"record","name":"CasesLabelled","subject":"labels","doc":"P'
    "eople scored answers; a score replaces the same person's earlier score of th"
    'e same answer.","fields":[{"name":"labels","type":{"type":"array","items":{"'
    'type":"record","name":"CaseLabel","doc":"Score of one answer by one person."'
    ',"fields":[{"name":"run","type":"string","doc":"Id of the evaluation that th'
    'e label names; where the answer was kept, other runs have it as well."},{"na'
    'me":"case","type":"string","doc":"Case of its golden set."},{"name":"person"'
    ',"type":"string","doc":"Name of the person who scored it."},{"name":"score",'
    '"type":"int","doc":"Score on the judge\'s scale, 1 to 5."},{"name":"comment",'
    '"type":"string","doc":"Reason, for people.","default":""},{"name":"key","typ'
    'e":"string","doc":"Key of the kept answer: SHA-256 of model digest, prompt, '
    'sampling and config."},{"name":"answer","type":"string","doc":"SHA-256 of th'
    'e answer."},{"name":"judges","type":{"type":"array","items":"string"},"doc":'
    '"Hashes of the judges that have scored this answer.","default":[]}],"namespa'
    'ce":"muster.eval_events"}},"doc":"Labels in the order of the request."},{"na'
    'me":"tenant","type":"string","doc":"Organisation that owns it."},{"name":"re'
    'quested_by","type":"string","doc":"Sender: ORGANISATION/USER."}],"namespace"'
    ':"muster.eval_events"},{"type":"record","name":"CaseProposed","subject":"set'
    '","doc":"A case is proposed for a golden set.","fields":[{"name":"proposal",'
    '"type":"string","doc":"Its id: the first 16 digits of the case\'s digest."},{'
    '"name":"golden_set","type":"string","doc":"Name of the golden set."},{"name"'
    ':"digest","type":"string","doc":"SHA-256 of the case\'s canonical line, which'
    ' is in the store."},{"name":"case","type":"string","doc":"Id of the case."},'
    '{"name":"task","type":"string","doc":"Task of the case."},{"name":"source","'
    'type":"string","doc":"Where the case comes from.","default":""},{"name":"ten'
    'ant","type":"string","doc":"Organisation that owns it."},{"name":"requested_'
    'by","type":"string","doc":"Sender: ORGANISATION/USER."}],"namespace":"muster'
    '.eval_events"},{"type":"record","name":"ProposalDecided","subject":"set","do'
    'c":"A proposed case was accepted, and is part of the set in force, or was re'
    'jected.","fields":[{"name":"proposal","type":"string","doc":"Its id: the fir'
    'st 16 digits of the case\'s digest."},{"name":"golden_set","type":"string","d'
    'oc":"Name of the golden set."},{"name":"case","type":"string","doc":"Id of t'
    'he case."},{"name":"accepted","type":"boolean","doc":"Whether it was accepte'
    'd."},{"name":"reason","type":"string","doc":"Why, for people.","default":""}'
    ',{"name":"digest","type":"string","doc":"SHA-256 of the lines of the set wit'
    'h the case; empty: it was rejected.","default":""},{"name":"tenant","type":"'
    'string","doc":"Organisation that owns it."},{"name":"requested_by","type":"s'
    'tring","doc":"Sender: ORGANISATION/USER."}],"namespace":"muster.eval_events"'
    '},{"type":"record","name":"JudgeProbed","subject":"judge","doc":"How often c'
    'hanged answers misled a judge.","fields":[{"name":"run","type":"string","doc'
    '":"Id of the probe."},{"name":"repository","type":"string","doc":"Id of the '
    'repository whose answers were changed."},{"name":"commit","type":"string","d'
    'oc":"Version that gave the answers."},{"name":"config","type":"string","doc"'
    ':"Name of the eval config."},{"name":"golden_set","type":"string","doc":"SHA'
    '-256 of its golden set."},{"name":"judge","type":"string","doc":"Model and v'
    'ersion of the judge."},{"name":"judge_hash","type":"string","doc":"Hash of m'
    'odel, version, prompt and sampling of the judge."},{"name":"spots","type":{"'
    'type":"array","items":{"type":"record","name":"BlindSpot","doc":"How often o'
    'ne kind of change misled a judge.","fields":[{"name":"kind","type":"string",'
    '"doc":"position: sources in the opposite order; padding: sentences that say '
    'nothing; hallucination: a claim that no source supports."},{"name":"pairs","'
    'type":"int","doc":"Pairs of a plain and a changed answer that can reveal a b'
    'lind spot."},{"name":"misled","type":"int","doc":"Pairs that a good judge wo'
    'uld have scored differently."},{"name":"share","type":"double","doc":"misled'
    ' / pairs."},{"name":"low","type":"double","doc":"Lower end of the 95 % inter'
    'val of the share, by clusters."},{"name":"high","type":"double","doc":"Upper'
    ' end of that interval."},{"name":"change","type":"double","doc":"Mean of the'
    ' changed score minus the plain one, on the scale from 0 to 1."},{"name":"cas'
    'es","type":{"type":"array","items":"string"},"doc":"Some cases that misled i'
    't, the largest change first."}],"namespace":"muster.eval_events"}},"doc":"Ki'
    'nds that have pairs, in the order position, padding, hallucination."},{"name'
    '":"tenant","type":"string","doc":"Organisation of the repository."}],"namesp'
    'ace":"muster.eval_events"},{"type":"record","name":"LabelsRemoved","subject"'
    ':"labels","doc":"Labels no longer count.","fields":[{"name":"labels","type":'
    '{"type":"array","items":{"type":"record","name":"RemovedLabel","doc":"Refere'
    'nce to a person\'s label of an answer.","fields":[{"name":"key","type":"strin'
    'g","doc":"Key of the kept answer."},{"name":"answer","type":"string","doc":"'
    'SHA-256 of the answer."},{"name":"person","type":"string","doc":"Name of the'
    ' person who scored it."}],"namespace":"muster.eval_events"}},"doc":"The labe'
    'ls."},{"name":"reason","type":"string","doc":"Reason.","default":""},{"name"'
    ':"tenant","type":"string","doc":"Organisation that owned them."},{"name":"re'
    'quested_by","type":"string","doc":"Sender of the command, as TENANT/USER."}]'
    ',"namespace":"muster.eval_events"},{"type":"record","name":"AnswersScored","'
    'subject":"answers","doc":"A judge\'s scores of kept answers of a version, wit'
    'hout expected texts.","fields":[{"name":"run","type":"string","doc":"Id of t'
    'he run."},{"name":"repository","type":"string","doc":"Id of the repository t'
    'hat holds the version."},{"name":"commit","type":"string","doc":"Version tha'
    't gave the answers."},{"name":"config","type":"string","doc":"Name of the ev'
    'al config."},{"name":"golden_set","type":"string","doc":"SHA-256 of its gold'
    'en set."},{"name":"judge","type":"string","doc":"Model and version of the ju'
    'dge."},{"name":"judge_hash","type":"string","doc":"Hash of model, version, p'
    'rompt and sampling of the judge."},{"name":"fresh","type":"boolean","doc":"W'
    "hether the judge was asked for every verdict; otherwise kept verdicts count."
    '"},{"name":"results","type":{"type":"array","items":{"type":"record","name":'
    '"AnswerScore","doc":"Score of one kept answer.","fields":[{"name":"case","ty'
    'pe":"string","doc":"Id of the case; never a held-out one."},{"name":"task","'
    'type":"string","doc":"Its task."},{"name":"score","type":["null","double"],"'
    'doc":"0 if a check without expected texts failed, else (median verdict - 1) '
    '/ 4; null: there is none.","default":null},{"name":"unread","type":"int","do'
    'c":"Verdicts that could not be read; each counts as 1.","default":0},{"name"'
    ':"code","type":"string","doc":"Reason why there is no score, as a code; empt'
    'y: there is one.","default":""}],"namespace":"muster.eval_events"}},"doc":"R'
    "esults in the order of the run, which depends on the golden set alone; fewer"
    ' than the answers if the run was stopped."},{"name":"tasks","type":{"type":"'
    'array","items":{"type":"record","name":"AnchorTask","doc":"Chosen cases of o'
    'ne task.","fields":[{"name":"task","type":"string","doc":"Name of the task."'
    '},{"name":"cases","type":"int","doc":"Number of chosen cases that the run re'
    'ached."},{"name":"missing","type":"int","doc":"Number of cases without a kep'
    't answer; they have no result."}],"namespace":"muster.eval_events"}},"doc":"'
    'Tasks of the chosen cases, by name."},{"name":"tenant","type":"string","doc"'
    ':"Organisation of the repository."}],"namespace":"muster.eval_events"}],"doc'
    '":"What happened."}]}'
)
