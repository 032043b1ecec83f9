"""How versions do on golden cases, and whether they may go on.

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
    """A golden set is in force, in the place of the one of the same name.

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
        price: Price of the version's tokens, for the whole run; null: none is set, and its cost is
            not known.
        judge_price: Price of the judge's tokens, for the whole run; null: there is no judge, or no
            price of it.
        trigger: Ref whose new version started it: branch NAME or tag NAME; empty: somebody asked.
        serving_job: Job that serves the version for this run and ends with it; empty: an endpoint
            serves it.
        golden_set: SHA-256 of the golden set; empty: written before this field was.
        held_out: Keyed digest of the held-out cases that it asks; empty: it asks none.
        held_out_cases: Number of held-out cases of its tasks, whether it asks them or not.
        held_out_use: How many final gates have asked these held-out cases, this one included; 0: it
            asks none.
        probe: Most cases whose answers its judge scores changed, to measure what it does not see:
            figures of the judge follow, neither scores nor a verdict; 0: it is no probe.
        anchors: Most cases whose kept answers its judge scores without expected texts:
            AnswersScored follows, neither scores nor a verdict; 0: it is no such run.
        fresh: Whether its judge is asked for every verdict, also for those that are kept.
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
        unsettled_micros: Most that was paid besides, millionths of a dollar: requests of workers
            that died, cases whose result does not count.
        paid_cases: Cases that were asked.
        cached_cases: Cases whose answer was there already: they cost nothing.
        tokens_in: Tokens of the prompts of cases that were asked.
        tokens_out: Tokens of their answers.
        tokens_in_cached: Tokens of their prompts that the endpoint had cached.
        priced: Whether all that was paid for had a price, so that the cost is known.
        requested_by: Who asked: ORGANISATION/USER; empty: not recorded.
        probe: Whether it was a probe of a judge, or scored kept answers without expected texts: it
            has neither scores nor a verdict.
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
class TokenPriceSet(PriceFact):
    """A model's tokens have this price from here on.

    Attributes:
        model: Model.
        endpoint: SCHEME://HOST:PORT of the endpoint; empty: wherever no other price holds.
        price: Price; null: none.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
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
    """An organisation's automatic runs may cost this much in one day.

    Attributes:
        day_micros: Millionths of a dollar.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
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
    """No automatic run starts any more on this day: the next could exceed its limit.

    Attributes:
        day_ms: Start of the day, UTC, milliseconds since 1970.
        day_micros: Limit of the day, millionths of a dollar.
        spent_micros: Cost of runs that ended.
        reserved_micros: Caps of runs that have not ended.
        cap_micros: Cap of the run that was not started.
        run: The run that was not started.
        tenant: Organisation whose it is.
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
        reason: Why, as the sender says.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
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


@final
@record
class CaseLabel:
    """Score of one answer by one person.

    Attributes:
        run: Id of the evaluation that the label names; others have the same answer where it was
            kept.
        case: Case of its golden set.
        person: Name of the person who scored it.
        score: Score on the judge's scale, 1 to 5.
        comment: Reason, for people.
        key: Key of the answer among those that are used again: SHA-256 of model digest, prompt,
            sampling and config.
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
    """People scored answers, in place of what the same person said about the same answer before.

    Attributes:
        labels: In the order of the request.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
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
        digest: SHA-256 of the case's canonical line, which lies in the store.
        case: Id of the case.
        task: Task of the case.
        source: Where the case comes from.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
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
    """A proposed case was accepted, so that it is part of the set in force, or rejected.

    Attributes:
        proposal: Its id: the first 16 digits of the case's digest.
        golden_set: Name of the golden set.
        case: Id of the case.
        accepted: Whether it was accepted.
        reason: Why, for people.
        digest: SHA-256 of the lines of the set with the case; empty: it was rejected.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
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
        pairs: Pairs of a plain and a changed answer that can show something.
        misled: Pairs that a good judge would have scored otherwise.
        share: misled / pairs.
        low: Lower end of its interval of 95 %, by clusters.
        high: Upper end.
        change: Mean of the changed score - the plain one, on the scale from 0 to 1.
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
        commit: The version that gave them.
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
    """A person's label of an answer, by its parts.

    Attributes:
        key: Key of the answer, among those that are kept.
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
    """Labels count no longer.

    Attributes:
        labels: Which.
        reason: Why.
        tenant: Organisation whose they were.
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
        code: Why there is no score, as a code; empty: there is one.
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
        cases: Number of chosen cases, as far as the run went.
        missing: Those of which no answer is kept; they have no result.
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
    """How a judge scored kept answers of a version without expected texts.

    Attributes:
        run: Id of the run.
        repository: Id of the repository that holds the version.
        commit: The version that gave the answers.
        config: Name of the eval config.
        golden_set: SHA-256 of its golden set.
        judge: Model and version of the judge.
        judge_hash: Hash of model, version, prompt and sampling of the judge.
        fresh: Whether the judge was asked for every verdict; otherwise kept ones count.
        results: In the order of the run, which depends on the golden set alone; fewer than there
            are answers if the run was stopped.
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
    'GANISATION/USER."},{"name":"comparable","type":"string","doc":"SHA-256 of it'
    "s cases but the live ones: sets with the same one are compared; empty: the d"
    'igest.","default":""},{"name":"held_out","type":"string","doc":"Keyed digest'
    ' of its held-out cases, which are sealed in the store; empty: it has none.",'
    '"default":""},{"name":"held_out_tasks","type":{"type":"array","items":"muste'
    'r.eval_commands.GoldenTask"},"doc":"Tasks of its held-out cases, by name; th'
    'e other tasks do not count these.","default":[]}],"namespace":"muster.eval_e'
    'vents"},{"type":"record","name":"EvalConfigActivated","subject":"config","do'
    'c":"An eval config is in force, in the place of the one of the same name.","'
    'fields":[{"name":"name","type":"string","doc":"Its name, unique in the organ'
    'isation."},{"name":"digest","type":"string","doc":"SHA-256 of the document."'
    '},{"name":"document","type":"string","doc":"The config as canonical JSON."},'
    '{"name":"tenant","type":"string","doc":"Organisation whose it is."},{"name":'
    '"requested_by","type":"string","doc":"Its sender: ORGANISATION/USER."},{"nam'
    'e":"judge_hash","type":"string","doc":"SHA-256 of its judge: model, version,'
    ' prompt, sampling; empty: no judge.","default":""}],"namespace":"muster.eval'
    '_events"},{"type":"record","name":"EvalStarted","subject":"version","doc":"A'
    ' version is being evaluated; its gates are pending.","fields":[{"name":"run"'
    ',"type":"string","doc":"Id of the evaluation; the same in all its facts."},{'
    '"name":"repository","type":"string","doc":"Id of the repository that holds t'
    'he version."},{"name":"commit","type":"string","doc":"The version: a commit '
    'of it."},{"name":"baseline","type":"string","doc":"Commit that it is compare'
    'd with; empty: with none.","default":""},{"name":"config","type":"string","d'
    'oc":"Name of the configuration."},{"name":"config_digest","type":"string","d'
    'oc":"SHA-256 of the configuration: golden sets, rubric, judge, thresholds."}'
    ',{"name":"gates","type":{"type":"array","items":"string"},"doc":"Names of th'
    'e gates that it will decide.","default":[]},{"name":"cases","type":"int","do'
    'c":"How many golden cases.","default":0},{"name":"cap_micros","type":["null"'
    ',"long"],"doc":"What it may cost, millionths of a dollar; null: no limit.","'
    'default":null},{"name":"tenant","type":"string","doc":"Organisation of the r'
    'epository."},{"name":"requested_by","type":"string","doc":"Who asked: ORGANI'
    'SATION/USER; empty: a commit did.","default":""},{"name":"judge_hash","type"'
    ':"string","doc":"SHA-256 of the judge: model, version, prompt, sampling; emp'
    'ty: no judge.","default":""},{"name":"rejudge","type":"boolean","doc":"Kept '
    'answers are judged again by a new judge: scores follow, and no verdict.","de'
    'fault":false},{"name":"advisory","type":{"type":"array","items":"string"},"d'
    'oc":"Those of its gates that only advise: they hold no promotion.","default"'
    ':[]},{"name":"sha","type":"string","doc":"Git commit that the verdict is pos'
    'ted to; empty: none.","default":""},{"name":"price","type":["null",{"type":"'
    'record","name":"TokenPrice","doc":"Price of a model\'s tokens, millionths of '
    'a dollar for 10^6 of them.","fields":[{"name":"input_micros","type":"long","'
    'doc":"Tokens of prompts."},{"name":"output_micros","type":"long","doc":"Gene'
    'rated tokens."},{"name":"cached_micros","type":["null","long"],"doc":"Tokens'
    ' of prompts that the endpoint had cached; null: as other tokens of prompts."'
    ',"default":null}],"namespace":"muster.eval_commands"}],"doc":"Price of the v'
    "ersion's tokens, for the whole run; null: none is set, and its cost is not k"
    'nown.","default":null},{"name":"judge_price","type":["null","muster.eval_com'
    'mands.TokenPrice"],"doc":"Price of the judge\'s tokens, for the whole run; nu'
    'll: there is no judge, or no price of it.","default":null},{"name":"trigger"'
    ',"type":"string","doc":"Ref whose new version started it: branch NAME or tag'
    ' NAME; empty: somebody asked.","default":""},{"name":"serving_job","type":"s'
    'tring","doc":"Job that serves the version for this run and ends with it; emp'
    'ty: an endpoint serves it.","default":""},{"name":"golden_set","type":"strin'
    'g","doc":"SHA-256 of the golden set; empty: written before this field was.",'
    '"default":""},{"name":"held_out","type":"string","doc":"Keyed digest of the '
    'held-out cases that it asks; empty: it asks none.","default":""},{"name":"he'
    'ld_out_cases","type":"int","doc":"Number of held-out cases of its tasks, whe'
    'ther it asks them or not.","default":0},{"name":"held_out_use","type":"int",'
    '"doc":"How many final gates have asked these held-out cases, this one includ'
    'ed; 0: it asks none.","default":0},{"name":"probe","type":"int","doc":"Most '
    "cases whose answers its judge scores changed, to measure what it does not se"
    "e: figures of the judge follow, neither scores nor a verdict; 0: it is no pr"
    'obe.","default":0},{"name":"anchors","type":"int","doc":"Most cases whose ke'
    "pt answers its judge scores without expected texts: AnswersScored follows, n"
    'either scores nor a verdict; 0: it is no such run.","default":0},{"name":"fr'
    'esh","type":"boolean","doc":"Whether its judge is asked for every verdict, a'
    'lso for those that are kept.","default":false}],"namespace":"muster.eval_eve'
    'nts"},{"type":"record","name":"ScoresMeasured","subject":"version","doc":"Sc'
    'ores of a version, in place of those of the same run, task and metric.","fie'
    'lds":[{"name":"run","type":"string","doc":"Id of the evaluation; the same in'
    ' all its facts."},{"name":"repository","type":"string","doc":"Id of the repo'
    'sitory that holds the version."},{"name":"commit","type":"string","doc":"The'
    ' version: a commit of it."},{"name":"config_digest","type":"string","doc":"S'
    'HA-256 of the configuration: golden sets, rubric, judge, thresholds."},{"nam'
    'e":"scores","type":{"type":"array","items":{"type":"record","name":"EvalScor'
    'e","doc":"One score.","fields":[{"name":"task","type":"string","doc":"What w'
    'as to be done."},{"name":"metric","type":"string","doc":"What is measured."}'
    ',{"name":"value","type":"double","doc":"The score; what it ranges over is th'
    'e metric\'s."},{"name":"lower","type":["null","double"],"doc":"Lower confiden'
    'ce bound; null: none.","default":null},{"name":"upper","type":["null","doubl'
    'e"],"doc":"Upper confidence bound; null: none.","default":null},{"name":"cas'
    'es","type":"int","doc":"Over how many cases.","default":0}],"namespace":"mus'
    'ter.eval_events"}},"doc":"By task and metric."},{"name":"judge","type":"stri'
    'ng","doc":"Model and version that judged; empty: rules did.","default":""},{'
    '"name":"tenant","type":"string","doc":"Organisation of the repository."},{"n'
    'ame":"judge_hash","type":"string","doc":"SHA-256 of the judge: model, versio'
    'n, prompt, sampling; empty: no judge.","default":""}],"namespace":"muster.ev'
    'al_events"},{"type":"record","name":"GateDecided","subject":"version","doc":'
    '"Whether a version may go on, in place of what the same gate said before.","'
    'fields":[{"name":"run","type":"string","doc":"Id of the evaluation; the same'
    ' in all its facts."},{"name":"repository","type":"string","doc":"Id of the r'
    'epository that holds the version."},{"name":"commit","type":"string","doc":"'
    'The version: a commit of it."},{"name":"baseline","type":"string","doc":"Com'
    'mit that it was compared with; empty: with none.","default":""},{"name":"gat'
    'e","type":"string","doc":"Name of the gate."},{"name":"verdict","type":{"typ'
    'e":"enum","name":"GateVerdict","doc":"What a gate says. INCONCLUSIVE: the ca'
    'ses are too few to tell.","symbols":["PASSED","FAILED","INCONCLUSIVE"],"name'
    'space":"muster.eval_events"},"doc":"What it says."},{"name":"blocking","type'
    '":"boolean","doc":"Nothing is promoted against it; otherwise it is advice.",'
    '"default":true},{"name":"reason","type":"string","doc":"One sentence."},{"na'
    'me":"tasks","type":{"type":"array","items":{"type":"record","name":"GateTask'
    '","doc":"What it says about one task.","fields":[{"name":"task","type":"stri'
    'ng","doc":"The task."},{"name":"verdict","type":"muster.eval_events.GateVerd'
    'ict","doc":"What it says."},{"name":"value","type":"double","doc":"Score of '
    'the version."},{"name":"lower","type":["null","double"],"doc":"Lower confide'
    'nce bound of the score; null: none.","default":null},{"name":"threshold","ty'
    'pe":["null","double"],"doc":"What the lower bound must reach; null: none.","'
    'default":null},{"name":"difference","type":["null","double"],"doc":"To the b'
    'aseline, paired; null: there is none.","default":null},{"name":"margin","typ'
    'e":["null","double"],"doc":"How much worse it may be; null: there is no base'
    'line.","default":null},{"name":"detectable","type":["null","double"],"doc":"'
    'The smallest difference that these cases show; null: not computed.","default'
    '":null},{"name":"cases","type":"int","doc":"Over how many cases.","default":'
    '0},{"name":"cases_needed","type":["null","int"],"doc":"How many would decide'
    ' it; null: enough are there.","default":null}],"namespace":"muster.eval_even'
    'ts"}},"doc":"By task.","default":[]},{"name":"config_digest","type":"string"'
    ',"doc":"SHA-256 of the configuration: golden sets, rubric, judge, thresholds'
    '."},{"name":"tenant","type":"string","doc":"Organisation of the repository."'
    '},{"name":"warnings","type":{"type":"array","items":"string"},"doc":"Reasons'
    " for doubt that do not change the verdict, such as a judge of the version's "
    'family.","default":[]}],"namespace":"muster.eval_events"},{"type":"record","'
    'name":"EvalEnded","subject":"version","doc":"Nothing more follows from this '
    'run.","fields":[{"name":"run","type":"string","doc":"Id of the evaluation; t'
    'he same in all its facts."},{"name":"repository","type":"string","doc":"Id o'
    'f the repository that holds the version."},{"name":"commit","type":"string",'
    '"doc":"The version: a commit of it."},{"name":"outcome","type":{"type":"enum'
    '","name":"EvalOutcome","doc":"How a run ended. STOPPED: somebody or its cap '
    'stopped it.","symbols":["COMPLETED","STOPPED","FAILED"],"namespace":"muster.'
    'eval_events"},"doc":"How."},{"name":"reason","type":"string","doc":"One sent'
    'ence; empty: all cases were done.","default":""},{"name":"cases_done","type"'
    ':"int","doc":"Cases with a result.","default":0},{"name":"spent_micros","typ'
    'e":"long","doc":"What it has cost, millionths of a dollar.","default":0},{"n'
    'ame":"tenant","type":"string","doc":"Organisation of the repository."},{"nam'
    'e":"code","type":"string","doc":"Why not all cases were asked, as a code; em'
    'pty: all were.","default":""},{"name":"unsettled_micros","type":"long","doc"'
    ':"Most that was paid besides, millionths of a dollar: requests of workers th'
    'at died, cases whose result does not count.","default":0},{"name":"paid_case'
    's","type":"int","doc":"Cases that were asked.","default":0},{"name":"cached_'
    'cases","type":"int","doc":"Cases whose answer was there already: they cost n'
    'othing.","default":0},{"name":"tokens_in","type":"long","doc":"Tokens of the'
    ' prompts of cases that were asked.","default":0},{"name":"tokens_out","type"'
    ':"long","doc":"Tokens of their answers.","default":0},{"name":"tokens_in_cac'
    'hed","type":"long","doc":"Tokens of their prompts that the endpoint had cach'
    'ed.","default":0},{"name":"priced","type":"boolean","doc":"Whether all that '
    'was paid for had a price, so that the cost is known.","default":false},{"nam'
    'e":"requested_by","type":"string","doc":"Who asked: ORGANISATION/USER; empty'
    ': not recorded.","default":""},{"name":"probe","type":"boolean","doc":"Wheth'
    "er it was a probe of a judge, or scored kept answers without expected texts:"
    ' it has neither scores nor a verdict.","default":false}],"namespace":"muster'
    '.eval_events"},{"type":"record","name":"EvalStopped","subject":"version","do'
    'c":"A run was stopped; it is decided from the results that count by now.","f'
    'ields":[{"name":"run","type":"string","doc":"Id of the evaluation; the same '
    'in all its facts."},{"name":"repository","type":"string","doc":"Id of the re'
    'pository that holds the version."},{"name":"commit","type":"string","doc":"T'
    'he version: a commit of it."},{"name":"reason","type":"string","doc":"Why, a'
    's the sender says.","default":""},{"name":"tenant","type":"string","doc":"Or'
    'ganisation of the repository."},{"name":"requested_by","type":"string","doc"'
    ':"Its sender: ORGANISATION/USER."}],"namespace":"muster.eval_events"},{"type'
    '":"record","name":"StatusChanged","subject":"version","doc":"The status of a'
    ' run at a code host is to be this; all that posting it needs.","fields":[{"n'
    'ame":"run","type":"string","doc":"Id of the evaluation; the same in all its '
    'facts."},{"name":"repository","type":"string","doc":"Id of the repository th'
    'at holds the version."},{"name":"commit","type":"string","doc":"The version:'
    ' a commit of it."},{"name":"api","type":"string","doc":"Base URL of the code'
    ' host\'s API, as of GitHub."},{"name":"code_repository","type":"string","doc"'
    ':"OWNER/NAME there."},{"name":"sha","type":"string","doc":"Git commit there.'
    '"},{"name":"token","type":"string","doc":"Name of the token, among the secre'
    'ts of the reactor; not the token itself."},{"name":"context","type":"string"'
    ',"doc":"Name of the check."},{"name":"state","type":{"type":"enum","name":"S'
    'tatusState","doc":"State of a status, as GitHub has them. ERROR: there is no'
    ' verdict.","symbols":["PENDING","SUCCESS","FAILURE","ERROR"],"namespace":"mu'
    'ster.eval_events"},"doc":"The state."},{"name":"description","type":"string"'
    ',"doc":"One short sentence that begins with the run\'s id."},{"name":"tenant"'
    ',"type":"string","doc":"Organisation of the repository."}],"namespace":"must'
    'er.eval_events"},{"type":"record","name":"Watermark","doc":"Every fact of th'
    "e topic with this seq or a lower one precedes this record, in every partitio"
    'n.","subject":"log","fields":[{"name":"seq","type":"long","doc":"Of the newe'
    'st input whose consequences are all written."},{"name":"at_ms","type":"long"'
    ',"doc":"Time of the batch it ends, milliseconds since 1970 UTC."}],"namespac'
    'e":"muster.watermarks"},{"type":"record","name":"TokenPriceSet","subject":"p'
    'rice","doc":"A model\'s tokens have this price from here on.","fields":[{"nam'
    'e":"model","type":"string","doc":"Model."},{"name":"endpoint","type":"string'
    '","doc":"SCHEME://HOST:PORT of the endpoint; empty: wherever no other price '
    'holds.","default":""},{"name":"price","type":["null","muster.eval_commands.T'
    'okenPrice"],"doc":"Price; null: none.","default":null},{"name":"tenant","typ'
    'e":"string","doc":"Organisation whose it is."},{"name":"requested_by","type"'
    ':"string","doc":"Its sender: ORGANISATION/USER."}],"namespace":"muster.eval_'
    'events"},{"type":"record","name":"EvalBudgetSet","subject":"budget","doc":"A'
    'n organisation\'s automatic runs may cost this much in one day.","fields":[{"'
    'name":"day_micros","type":"long","doc":"Millionths of a dollar."},{"name":"t'
    'enant","type":"string","doc":"Organisation whose it is."},{"name":"requested'
    '_by","type":"string","doc":"Its sender: ORGANISATION/USER."}],"namespace":"m'
    'uster.eval_events"},{"type":"record","name":"EvalsPaused","subject":"budget"'
    ',"doc":"No automatic run starts any more on this day: the next could exceed '
    'its limit.","fields":[{"name":"day_ms","type":"long","doc":"Start of the day'
    ', UTC, milliseconds since 1970."},{"name":"day_micros","type":"long","doc":"'
    'Limit of the day, millionths of a dollar."},{"name":"spent_micros","type":"l'
    'ong","doc":"Cost of runs that ended."},{"name":"reserved_micros","type":"lon'
    'g","doc":"Caps of runs that have not ended."},{"name":"cap_micros","type":"l'
    'ong","doc":"Cap of the run that was not started."},{"name":"run","type":"str'
    'ing","doc":"The run that was not started."},{"name":"tenant","type":"string"'
    ',"doc":"Organisation whose it is."}],"namespace":"muster.eval_events"},{"typ'
    'e":"record","name":"EvalsResumed","subject":"budget","doc":"Automatic runs s'
    'tart again.","fields":[{"name":"day_ms","type":"long","doc":"Start of the da'
    'y, UTC, milliseconds since 1970."},{"name":"reason","type":"string","doc":"W'
    'hy, as the sender says.","default":""},{"name":"tenant","type":"string","doc'
    '":"Organisation whose it is."},{"name":"requested_by","type":"string","doc":'
    '"Its sender: ORGANISATION/USER."}],"namespace":"muster.eval_events"},{"type"'
    ':"record","name":"EvalServed","subject":"version","doc":"The job that serves'
    ' a run\'s version has an address.","fields":[{"name":"run","type":"string","d'
    'oc":"Id of the evaluation; the same in all its facts."},{"name":"repository"'
    ',"type":"string","doc":"Id of the repository that holds the version."},{"nam'
    'e":"commit","type":"string","doc":"The version: a commit of it."},{"name":"j'
    'ob_id","type":"string","doc":"The job."},{"name":"attempt","type":"int","doc'
    '":"Attempt of the job; another one would have another address."},{"name":"ur'
    'l","type":"string","doc":"Base URL of its chat completions API."},{"name":"t'
    'enant","type":"string","doc":"Organisation of the repository."}],"namespace"'
    ':"muster.eval_events"},{"type":"record","name":"CasesLabelled","subject":"la'
    'bels","doc":"People scored answers, in place of what the same person said ab'
    'out the same answer before.","fields":[{"name":"labels","type":{"type":"arra'
    'y","items":{"type":"record","name":"CaseLabel","doc":"Score of one answer by'
    ' one person.","fields":[{"name":"run","type":"string","doc":"Id of the evalu'
    'ation that the label names; others have the same answer where it was kept."}'
    ',{"name":"case","type":"string","doc":"Case of its golden set."},{"name":"pe'
    'rson","type":"string","doc":"Name of the person who scored it."},{"name":"sc'
    'ore","type":"int","doc":"Score on the judge\'s scale, 1 to 5."},{"name":"comm'
    'ent","type":"string","doc":"Reason, for people.","default":""},{"name":"key"'
    ',"type":"string","doc":"Key of the answer among those that are used again: S'
    'HA-256 of model digest, prompt, sampling and config."},{"name":"answer","typ'
    'e":"string","doc":"SHA-256 of the answer."},{"name":"judges","type":{"type":'
    '"array","items":"string"},"doc":"Hashes of the judges that have scored this '
    'answer.","default":[]}],"namespace":"muster.eval_events"}},"doc":"In the ord'
    'er of the request."},{"name":"tenant","type":"string","doc":"Organisation wh'
    'ose it is."},{"name":"requested_by","type":"string","doc":"Its sender: ORGAN'
    'ISATION/USER."}],"namespace":"muster.eval_events"},{"type":"record","name":"'
    'CaseProposed","subject":"set","doc":"A case is proposed for a golden set.","'
    'fields":[{"name":"proposal","type":"string","doc":"Its id: the first 16 digi'
    'ts of the case\'s digest."},{"name":"golden_set","type":"string","doc":"Name '
    'of the golden set."},{"name":"digest","type":"string","doc":"SHA-256 of the '
    'case\'s canonical line, which lies in the store."},{"name":"case","type":"str'
    'ing","doc":"Id of the case."},{"name":"task","type":"string","doc":"Task of '
    'the case."},{"name":"source","type":"string","doc":"Where the case comes fro'
    'm.","default":""},{"name":"tenant","type":"string","doc":"Organisation whose'
    ' it is."},{"name":"requested_by","type":"string","doc":"Its sender: ORGANISA'
    'TION/USER."}],"namespace":"muster.eval_events"},{"type":"record","name":"Pro'
    'posalDecided","subject":"set","doc":"A proposed case was accepted, so that i'
    't is part of the set in force, or rejected.","fields":[{"name":"proposal","t'
    'ype":"string","doc":"Its id: the first 16 digits of the case\'s digest."},{"n'
    'ame":"golden_set","type":"string","doc":"Name of the golden set."},{"name":"'
    'case","type":"string","doc":"Id of the case."},{"name":"accepted","type":"bo'
    'olean","doc":"Whether it was accepted."},{"name":"reason","type":"string","d'
    'oc":"Why, for people.","default":""},{"name":"digest","type":"string","doc":'
    '"SHA-256 of the lines of the set with the case; empty: it was rejected.","de'
    'fault":""},{"name":"tenant","type":"string","doc":"Organisation whose it is.'
    '"},{"name":"requested_by","type":"string","doc":"Its sender: ORGANISATION/US'
    'ER."}],"namespace":"muster.eval_events"},{"type":"record","name":"JudgeProbe'
    'd","subject":"judge","doc":"How often changed answers misled a judge.","fiel'
    'ds":[{"name":"run","type":"string","doc":"Id of the probe."},{"name":"reposi'
    'tory","type":"string","doc":"Id of the repository whose answers were changed'
    '."},{"name":"commit","type":"string","doc":"The version that gave them."},{"'
    'name":"config","type":"string","doc":"Name of the eval config."},{"name":"go'
    'lden_set","type":"string","doc":"SHA-256 of its golden set."},{"name":"judge'
    '","type":"string","doc":"Model and version of the judge."},{"name":"judge_ha'
    'sh","type":"string","doc":"Hash of model, version, prompt and sampling of th'
    'e judge."},{"name":"spots","type":{"type":"array","items":{"type":"record","'
    'name":"BlindSpot","doc":"How often one kind of change misled a judge.","fiel'
    'ds":[{"name":"kind","type":"string","doc":"position: sources in the opposite'
    " order; padding: sentences that say nothing; hallucination: a claim that no "
    'source supports."},{"name":"pairs","type":"int","doc":"Pairs of a plain and '
    'a changed answer that can show something."},{"name":"misled","type":"int","d'
    'oc":"Pairs that a good judge would have scored otherwise."},{"name":"share",'
    '"type":"double","doc":"misled / pairs."},{"name":"low","type":"double","doc"'
    ':"Lower end of its interval of 95 %, by clusters."},{"name":"high","type":"d'
    'ouble","doc":"Upper end."},{"name":"change","type":"double","doc":"Mean of t'
    'he changed score - the plain one, on the scale from 0 to 1."},{"name":"cases'
    '","type":{"type":"array","items":"string"},"doc":"Some cases that misled it,'
    ' the largest change first."}],"namespace":"muster.eval_events"}},"doc":"Kind'
    's that have pairs, in the order position, padding, hallucination."},{"name":'
    '"tenant","type":"string","doc":"Organisation of the repository."}],"namespac'
    'e":"muster.eval_events"},{"type":"record","name":"LabelsRemoved","subject":"'
    'labels","doc":"Labels count no longer.","fields":[{"name":"labels","type":{"'
    'type":"array","items":{"type":"record","name":"RemovedLabel","doc":"A person'
    '\'s label of an answer, by its parts.","fields":[{"name":"key","type":"string'
    '","doc":"Key of the answer, among those that are kept."},{"name":"answer","t'
    'ype":"string","doc":"SHA-256 of the answer."},{"name":"person","type":"strin'
    'g","doc":"Name of the person who scored it."}],"namespace":"muster.eval_even'
    'ts"}},"doc":"Which."},{"name":"reason","type":"string","doc":"Why.","default'
    '":""},{"name":"tenant","type":"string","doc":"Organisation whose they were."'
    '},{"name":"requested_by","type":"string","doc":"Sender of the command, as TE'
    'NANT/USER."}],"namespace":"muster.eval_events"},{"type":"record","name":"Ans'
    'wersScored","subject":"answers","doc":"How a judge scored kept answers of a '
    'version without expected texts.","fields":[{"name":"run","type":"string","do'
    'c":"Id of the run."},{"name":"repository","type":"string","doc":"Id of the r'
    'epository that holds the version."},{"name":"commit","type":"string","doc":"'
    'The version that gave the answers."},{"name":"config","type":"string","doc":'
    '"Name of the eval config."},{"name":"golden_set","type":"string","doc":"SHA-'
    '256 of its golden set."},{"name":"judge","type":"string","doc":"Model and ve'
    'rsion of the judge."},{"name":"judge_hash","type":"string","doc":"Hash of mo'
    'del, version, prompt and sampling of the judge."},{"name":"fresh","type":"bo'
    'olean","doc":"Whether the judge was asked for every verdict; otherwise kept '
    'ones count."},{"name":"results","type":{"type":"array","items":{"type":"reco'
    'rd","name":"AnswerScore","doc":"Score of one kept answer.","fields":[{"name"'
    ':"case","type":"string","doc":"Id of the case; never a held-out one."},{"nam'
    'e":"task","type":"string","doc":"Its task."},{"name":"score","type":["null",'
    '"double"],"doc":"0 if a check without expected texts failed, else (median ve'
    'rdict - 1) / 4; null: there is none.","default":null},{"name":"unread","type'
    '":"int","doc":"Verdicts that could not be read; each counts as 1.","default"'
    ':0},{"name":"code","type":"string","doc":"Why there is no score, as a code; '
    'empty: there is one.","default":""}],"namespace":"muster.eval_events"}},"doc'
    '":"In the order of the run, which depends on the golden set alone; fewer tha'
    'n there are answers if the run was stopped."},{"name":"tasks","type":{"type"'
    ':"array","items":{"type":"record","name":"AnchorTask","doc":"Chosen cases of'
    ' one task.","fields":[{"name":"task","type":"string","doc":"Name of the task'
    '."},{"name":"cases","type":"int","doc":"Number of chosen cases, as far as th'
    'e run went."},{"name":"missing","type":"int","doc":"Those of which no answer'
    ' is kept; they have no result."}],"namespace":"muster.eval_events"}},"doc":"'
    'Tasks of the chosen cases, by name."},{"name":"tenant","type":"string","doc"'
    ':"Organisation of the repository."}],"namespace":"muster.eval_events"}],"doc'
    '":"What happened."}]}'
)
