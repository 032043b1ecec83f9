"""Charts of production traffic, and their alarms.

Generated from schemas/drift-events.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.events.shared.watermarks import Watermark
from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


class RepositoryFact:
    """Base of the facts whose subject is 'repository'; as a pattern it matches all of them."""

    __slots__ = ()


class AlarmFact:
    """Base of the facts whose subject is 'alarm'; as a pattern it matches all of them."""

    __slots__ = ()


class UserFact:
    """Base of the facts whose subject is 'user'; as a pattern it matches all of them."""

    __slots__ = ()


@final
@record
class AnchorScore:
    """Score of one kept answer.

    Attributes:
        case: Id of the case.
        task: Its task.
        score: Its score, 0 to 1.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.AnchorScore"

    case: str
    task: str
    score: float

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "case": self.case,
            "task": self.task,
            "score": self.score,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> AnchorScore:
        """The inverse."""
        return cls(
            case=d["case"],
            task=d["task"],
            score=d["score"],
        )


@final
@record
class BaselineScored(RepositoryFact):
    """Kept answers of a version were scored as production is: what its quality is held against.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: The version: a commit.
        config: Name of the eval config whose judge scores.
        run: Run of the eval service that scored them.
        judge_hash: Hash of the judge.
        mean: Mean score, 0 to 1.
        deviation: Standard deviation of one score.
        scores: By case, in the order of the run.
        at_ms: When, milliseconds since 1970 UTC.
        tenant: Organisation whose it is.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.BaselineScored"

    repository: str
    commit: str
    config: str
    run: str
    judge_hash: str
    mean: float
    deviation: float
    scores: tuple[AnchorScore, ...]
    at_ms: int
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "config": self.config,
            "run": self.run,
            "judge_hash": self.judge_hash,
            "mean": self.mean,
            "deviation": self.deviation,
            "scores": [x.to_datum() for x in self.scores],
            "at_ms": self.at_ms,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> BaselineScored:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            config=d["config"],
            run=d["run"],
            judge_hash=d["judge_hash"],
            mean=d["mean"],
            deviation=d["deviation"],
            scores=tuple(AnchorScore.from_datum(x) for x in d["scores"]),
            at_ms=d["at_ms"],
            tenant=d["tenant"],
        )


@final
@record
class BaselineMissing(RepositoryFact):
    """A version has no baseline, so its quality is held against its own first subgroups alone.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: The version: a commit.
        config: Name of the eval config whose judge scores.
        reason: Why, in one sentence.
        tenant: Organisation whose it is.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.BaselineMissing"

    repository: str
    commit: str
    config: str
    reason: str
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "config": self.config,
            "reason": self.reason,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> BaselineMissing:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            config=d["config"],
            reason=d["reason"],
            tenant=d["tenant"],
        )


@final
@record
class AnchorsCompared(RepositoryFact):
    """The judge scored the same answers again: whether it has moved.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: The version: a commit.
        config: Name of the eval config whose judge scores.
        run: Run of the eval service that scored them.
        cases: Answers that have a score in both.
        difference: Mean difference of the scores; below 0: the judge has become stricter.
        p_value: Probability of such a difference, or a larger one, of a judge that has not moved.
        moved: Whether the judge has moved.
        at_ms: When, milliseconds since 1970 UTC.
        tenant: Organisation whose it is.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.AnchorsCompared"

    repository: str
    commit: str
    config: str
    run: str
    cases: int
    difference: float
    p_value: float
    moved: bool
    at_ms: int
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "config": self.config,
            "run": self.run,
            "cases": self.cases,
            "difference": self.difference,
            "p_value": self.p_value,
            "moved": self.moved,
            "at_ms": self.at_ms,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> AnchorsCompared:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            config=d["config"],
            run=d["run"],
            cases=d["cases"],
            difference=d["difference"],
            p_value=d["p_value"],
            moved=d["moved"],
            at_ms=d["at_ms"],
            tenant=d["tenant"],
        )


@final
@record
class AnchorsMissing(RepositoryFact):
    """The judge could not be checked.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: The version: a commit.
        config: Name of the eval config whose judge scores.
        reason: Why, in one sentence.
        tenant: Organisation whose it is.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.AnchorsMissing"

    repository: str
    commit: str
    config: str
    reason: str
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "config": self.config,
            "reason": self.reason,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> AnchorsMissing:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            config=d["config"],
            reason=d["reason"],
            tenant=d["tenant"],
        )


@final
@record
class GapMeasured(RepositoryFact):
    """How far the first subgroups of a series are from the baseline of its version.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: the server does not say.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        baseline: Mean score of the baseline.
        established: Mean score of the subgroups that established the chart.
        size: The gap in standard deviations of one score of the baseline.
        uncertainty: Standard error of that.
        tenant: Organisation whose it is.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.GapMeasured"

    repository: str
    commit: str
    task: str
    segment: str
    baseline: float
    established: float
    size: float
    uncertainty: float
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "task": self.task,
            "segment": self.segment,
            "baseline": self.baseline,
            "established": self.established,
            "size": self.size,
            "uncertainty": self.uncertainty,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> GapMeasured:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            task=d["task"],
            segment=d["segment"],
            baseline=d["baseline"],
            established=d["established"],
            size=d["size"],
            uncertainty=d["uncertainty"],
            tenant=d["tenant"],
        )


@final
@record
class RollbackAsked(RepositoryFact):
    """Quality has fallen, and the monitor says that the version is to be taken back.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version to take back; empty: the server does not say.
        alarm: Alarm that asks for it.
        reason: The alarm in one sentence.
        tenant: Organisation whose it is.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.RollbackAsked"

    repository: str
    commit: str
    alarm: str
    reason: str
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "alarm": self.alarm,
            "reason": self.reason,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RollbackAsked:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            alarm=d["alarm"],
            reason=d["reason"],
            tenant=d["tenant"],
        )


@final
@record
class MonitorSet(RepositoryFact):
    """A model is watched in this way from here on.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        document: The monitor as canonical JSON.
        digest: SHA-256 of the document.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.MonitorSet"

    repository: str
    document: str
    digest: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "document": self.document,
            "digest": self.digest,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> MonitorSet:
        """The inverse."""
        return cls(
            repository=d["repository"],
            document=d["document"],
            digest=d["digest"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class MonitorRemoved(RepositoryFact):
    """A model is not watched any more; its open alarms end.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.MonitorRemoved"

    repository: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> MonitorRemoved:
        """The inverse."""
        return cls(
            repository=d["repository"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class ChartDesigned(RepositoryFact):
    """A measure of a series has a chart: the first subgroups have established its centre.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: the server does not say.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        measure: The measure.
        center: Mean of the samples of these subgroups.
        spread: Standard deviation of one sample, widened by how much subgroups differ beyond
            chance.
        subgroups: Subgroups that established it.
        samples: Their samples.
        smoothing: Weight of the newest subgroup.
        low_limit: Lower limit, in standard deviations of the chart's statistic.
        high_limit: Upper limit, likewise.
        run_length: Wanted number of subgroups between two false alarms of this chart.
        tenant: Organisation whose it is.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.ChartDesigned"

    repository: str
    commit: str
    task: str
    segment: str
    measure: str
    center: float
    spread: float
    subgroups: int
    samples: int
    smoothing: float
    low_limit: float
    high_limit: float
    run_length: float
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "task": self.task,
            "segment": self.segment,
            "measure": self.measure,
            "center": self.center,
            "spread": self.spread,
            "subgroups": self.subgroups,
            "samples": self.samples,
            "smoothing": self.smoothing,
            "low_limit": self.low_limit,
            "high_limit": self.high_limit,
            "run_length": self.run_length,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ChartDesigned:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            task=d["task"],
            segment=d["segment"],
            measure=d["measure"],
            center=d["center"],
            spread=d["spread"],
            subgroups=d["subgroups"],
            samples=d["samples"],
            smoothing=d["smoothing"],
            low_limit=d["low_limit"],
            high_limit=d["high_limit"],
            run_length=d["run_length"],
            tenant=d["tenant"],
        )


class PointState(StrEnum):
    """LEARNING: the centre is being established. WATCHED: compared with the limits. TOO_FEW: not compared."""

    LEARNING = "LEARNING"
    WATCHED = "WATCHED"
    TOO_FEW = "TOO_FEW"


@final
@record
class ChartPoint:
    """One measure of a subgroup.

    Attributes:
        measure: The measure.
        state: What the chart makes of it.
        count: Values that it is the mean of.
        value: Mean; null: there is no value.
        deviation: Standard deviation of one value; null: there is no value.
        statistic: The chart's statistic, in standard deviations of a subgroup; null: it is not
            watched.
        low: Lower limit of the statistic; null: likewise.
        high: Upper limit of the statistic; null: likewise.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.ChartPoint"

    measure: str
    state: PointState
    count: int
    value: float | None = None
    deviation: float | None = None
    statistic: float | None = None
    low: float | None = None
    high: float | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "measure": self.measure,
            "state": self.state,
            "count": self.count,
            "value": self.value,
            "deviation": self.deviation,
            "statistic": self.statistic,
            "low": self.low,
            "high": self.high,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ChartPoint:
        """The inverse."""
        return cls(
            measure=d["measure"],
            state=PointState(d["state"]),
            count=d["count"],
            value=d.get("value"),
            deviation=d.get("deviation"),
            statistic=d.get("statistic"),
            low=d.get("low"),
            high=d.get("high"),
        )


@final
@record
class SubgroupMeasured(RepositoryFact):
    """A subgroup of a series is over: its figures, and where the charts stand.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: the server does not say.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        start_ms: Start of the subgroup, milliseconds since 1970 UTC.
        end_ms: Its end, exclusive.
        samples: Its samples.
        seen: Requests that the servers report, sampled or not.
        dropped: Samples that servers could not send.
        points: By measure; measures without values are left out.
        tenant: Organisation whose it is.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.SubgroupMeasured"

    repository: str
    commit: str
    task: str
    segment: str
    start_ms: int
    end_ms: int
    samples: int
    seen: int
    dropped: int
    points: tuple[ChartPoint, ...]
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "task": self.task,
            "segment": self.segment,
            "start_ms": self.start_ms,
            "end_ms": self.end_ms,
            "samples": self.samples,
            "seen": self.seen,
            "dropped": self.dropped,
            "points": [x.to_datum() for x in self.points],
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> SubgroupMeasured:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            task=d["task"],
            segment=d["segment"],
            start_ms=d["start_ms"],
            end_ms=d["end_ms"],
            samples=d["samples"],
            seen=d["seen"],
            dropped=d["dropped"],
            points=tuple(ChartPoint.from_datum(x) for x in d["points"]),
            tenant=d["tenant"],
        )


@final
@record
class WorstSample:
    """A sample that a judge or a check scored low.

    Attributes:
        sample: Id of the sample.
        score: Its score, 0 to 1.
        at_ms: Time of the sample, milliseconds since 1970 UTC.
        partition: Partition of inference-samples that has it.
        offset: Its place there.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.WorstSample"

    sample: str
    score: float
    at_ms: int
    partition: int
    offset: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "sample": self.sample,
            "score": self.score,
            "at_ms": self.at_ms,
            "partition": self.partition,
            "offset": self.offset,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> WorstSample:
        """The inverse."""
        return cls(
            sample=d["sample"],
            score=d["score"],
            at_ms=d["at_ms"],
            partition=d["partition"],
            offset=d["offset"],
        )


@final
@record
class QualityMeasured(RepositoryFact):
    """Samples of a subgroup were judged, or why they were not.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: the server does not say.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        start_ms: Start of the subgroup, milliseconds since 1970 UTC.
        end_ms: Its end, exclusive.
        points: By measure; none if nothing was measured.
        judged: Samples with a score.
        unjudged: Samples without one: their texts are gone, or the judge gave none.
        judge_hash: Hash of the judge.
        worst: Samples with the lowest scores, lowest first.
        cost_micros: Most that it has cost, millionths of a dollar.
        reason: Why samples were not judged, in one sentence; empty: all were.
        tenant: Organisation whose it is.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.QualityMeasured"

    repository: str
    commit: str
    task: str
    segment: str
    start_ms: int
    end_ms: int
    points: tuple[ChartPoint, ...]
    judged: int
    unjudged: int
    judge_hash: str
    worst: tuple[WorstSample, ...]
    cost_micros: int
    reason: str
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "task": self.task,
            "segment": self.segment,
            "start_ms": self.start_ms,
            "end_ms": self.end_ms,
            "points": [x.to_datum() for x in self.points],
            "judged": self.judged,
            "unjudged": self.unjudged,
            "judge_hash": self.judge_hash,
            "worst": [x.to_datum() for x in self.worst],
            "cost_micros": self.cost_micros,
            "reason": self.reason,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> QualityMeasured:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            task=d["task"],
            segment=d["segment"],
            start_ms=d["start_ms"],
            end_ms=d["end_ms"],
            points=tuple(ChartPoint.from_datum(x) for x in d["points"]),
            judged=d["judged"],
            unjudged=d["unjudged"],
            judge_hash=d["judge_hash"],
            worst=tuple(WorstSample.from_datum(x) for x in d["worst"]),
            cost_micros=d["cost_micros"],
            reason=d["reason"],
            tenant=d["tenant"],
        )


class ShiftVerdict(StrEnum):
    """SMALL: beyond chance, PSI below 0.1. MODERATE: from 0.1, LARGE from 0.25. NOT_TESTABLE: none known."""

    NOT_ENOUGH_DATA = "NOT_ENOUGH_DATA"
    NOT_TESTABLE = "NOT_TESTABLE"
    STABLE = "STABLE"
    SMALL = "SMALL"
    MODERATE = "MODERATE"
    LARGE = "LARGE"


@final
@record
class NewCategory:
    """A category that the first subgroups did not have.

    Attributes:
        name: The category.
        share: Its share of the samples with a value, 0 to 1.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.NewCategory"

    name: str
    share: float

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "name": self.name,
            "share": self.share,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NewCategory:
        """The inverse."""
        return cls(
            name=d["name"],
            share=d["share"],
        )


@final
@record
class ColumnShift:
    """One property of inputs, now and in the first subgroups.

    Attributes:
        column: input-length, input-tokens, script or template.
        verdict: Of the known values.
        psi: Population stability index: the size of the shift; 0 where nothing was tested.
        psi_by_chance: What sampling alone adds to it.
        p_value: Probability of such a difference, or a larger one, by chance; 1 where nothing was
            tested.
        reference_samples: Samples of the first subgroups.
        samples: Samples of the period.
        reference_unknown: Of the former, those without a value.
        unknown: Of the latter, those without a value.
        new: The most frequent new categories; none of a length.
        reasons: Reasons for an alarm: values, nulls, new-category; none: there is no reason.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.ColumnShift"

    column: str
    verdict: ShiftVerdict
    psi: float
    psi_by_chance: float
    p_value: float
    reference_samples: int
    samples: int
    reference_unknown: int
    unknown: int
    new: tuple[NewCategory, ...]
    reasons: tuple[str, ...]

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "column": self.column,
            "verdict": self.verdict,
            "psi": self.psi,
            "psi_by_chance": self.psi_by_chance,
            "p_value": self.p_value,
            "reference_samples": self.reference_samples,
            "samples": self.samples,
            "reference_unknown": self.reference_unknown,
            "unknown": self.unknown,
            "new": [x.to_datum() for x in self.new],
            "reasons": list(self.reasons),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ColumnShift:
        """The inverse."""
        return cls(
            column=d["column"],
            verdict=ShiftVerdict(d["verdict"]),
            psi=d["psi"],
            psi_by_chance=d["psi_by_chance"],
            p_value=d["p_value"],
            reference_samples=d["reference_samples"],
            samples=d["samples"],
            reference_unknown=d["reference_unknown"],
            unknown=d["unknown"],
            new=tuple(NewCategory.from_datum(x) for x in d["new"]),
            reasons=tuple(d["reasons"]),
        )


@final
@record
class InputsCompared(RepositoryFact):
    """Inputs of a period of a series were compared with those of its first subgroups.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: the server does not say.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        start_ms: Start of the period, milliseconds since 1970 UTC.
        end_ms: Its end, exclusive.
        reference_start_ms: Start of the first of the subgroups that it is compared with.
        subgroups: Subgroups of the period, as many as those.
        columns: By property.
        tenant: Organisation whose it is.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.InputsCompared"

    repository: str
    commit: str
    task: str
    segment: str
    start_ms: int
    end_ms: int
    reference_start_ms: int
    subgroups: int
    columns: tuple[ColumnShift, ...]
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "task": self.task,
            "segment": self.segment,
            "start_ms": self.start_ms,
            "end_ms": self.end_ms,
            "reference_start_ms": self.reference_start_ms,
            "subgroups": self.subgroups,
            "columns": [x.to_datum() for x in self.columns],
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> InputsCompared:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            task=d["task"],
            segment=d["segment"],
            start_ms=d["start_ms"],
            end_ms=d["end_ms"],
            reference_start_ms=d["reference_start_ms"],
            subgroups=d["subgroups"],
            columns=tuple(ColumnShift.from_datum(x) for x in d["columns"]),
            tenant=d["tenant"],
        )


class Side(StrEnum):
    """Direction of a change."""

    LOW = "LOW"
    HIGH = "HIGH"


@final
@record
class DriftAlarmRaised(AlarmFact):
    """A measure has moved: one alarm for each episode.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: the server does not say.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        alarm: Id of the alarm.
        measure: The measure.
        side: Direction of the change.
        center: Centre of the chart.
        value: Mean since the change began, as estimated.
        size: The change in standard deviations of one sample.
        began_ms: Estimated begin of the change: start of a subgroup, milliseconds since 1970 UTC.
        began_after_ms: Lower end of the 90 % interval of this estimate.
        began_before_ms: Upper end of it.
        at_ms: End of the subgroup that raised it.
        run_length: Wanted number of subgroups between two false alarms of this chart.
        text: The same in one sentence.
        worst: Samples with the lowest scores since it began, lowest first.
        tenant: Organisation whose it is.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.DriftAlarmRaised"

    repository: str
    commit: str
    task: str
    segment: str
    alarm: str
    measure: str
    side: Side
    center: float
    value: float
    size: float
    began_ms: int
    began_after_ms: int
    began_before_ms: int
    at_ms: int
    run_length: float
    text: str
    worst: tuple[WorstSample, ...] = ()
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "task": self.task,
            "segment": self.segment,
            "alarm": self.alarm,
            "measure": self.measure,
            "side": self.side,
            "center": self.center,
            "value": self.value,
            "size": self.size,
            "began_ms": self.began_ms,
            "began_after_ms": self.began_after_ms,
            "began_before_ms": self.began_before_ms,
            "at_ms": self.at_ms,
            "run_length": self.run_length,
            "text": self.text,
            "worst": [x.to_datum() for x in self.worst],
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> DriftAlarmRaised:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            task=d["task"],
            segment=d["segment"],
            alarm=d["alarm"],
            measure=d["measure"],
            side=Side(d["side"]),
            center=d["center"],
            value=d["value"],
            size=d["size"],
            began_ms=d["began_ms"],
            began_after_ms=d["began_after_ms"],
            began_before_ms=d["began_before_ms"],
            at_ms=d["at_ms"],
            run_length=d["run_length"],
            text=d["text"],
            worst=tuple(WorstSample.from_datum(x) for x in d.get("worst", [])),
            tenant=d["tenant"],
        )


@final
@record
class DriftAlarmEnded(AlarmFact):
    """The episode is over.

    Attributes:
        alarm: Id of the alarm.
        repository: Model: NAMESPACE/NAME.
        reason: Why, in one sentence.
        at_ms: When, milliseconds since 1970 UTC.
        tenant: Organisation whose it is.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.DriftAlarmEnded"

    alarm: str
    repository: str
    reason: str
    at_ms: int
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "alarm": self.alarm,
            "repository": self.repository,
            "reason": self.reason,
            "at_ms": self.at_ms,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> DriftAlarmEnded:
        """The inverse."""
        return cls(
            alarm=d["alarm"],
            repository=d["repository"],
            reason=d["reason"],
            at_ms=d["at_ms"],
            tenant=d["tenant"],
        )


@final
@record
class DriftAlarmAcknowledged(AlarmFact):
    """Somebody knows of an alarm.

    Attributes:
        alarm: Id of the alarm.
        repository: Model: NAMESPACE/NAME.
        reason: What they say about it; may be empty.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.DriftAlarmAcknowledged"

    alarm: str
    repository: str
    reason: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "alarm": self.alarm,
            "repository": self.repository,
            "reason": self.reason,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> DriftAlarmAcknowledged:
        """The inverse."""
        return cls(
            alarm=d["alarm"],
            repository=d["repository"],
            reason=d["reason"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class UserForgotten(UserFact):
    """A user is forgotten in all models of the organisation.

    Attributes:
        user: Keyed hash of the user, as samples have it.
        until_ms: Samples may be left until then, milliseconds since 1970 UTC.
        tenant: Organisation whose user it is.
        requested_by: Its sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_events.UserForgotten"

    user: str
    until_ms: int
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "user": self.user,
            "until_ms": self.until_ms,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> UserForgotten:
        """The inverse."""
        return cls(
            user=d["user"],
            until_ms=d["until_ms"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


RepositoryPayload: TypeAlias = (
    BaselineScored
    | BaselineMissing
    | AnchorsCompared
    | AnchorsMissing
    | GapMeasured
    | RollbackAsked
    | MonitorSet
    | MonitorRemoved
    | ChartDesigned
    | SubgroupMeasured
    | QualityMeasured
    | InputsCompared
)

AlarmPayload: TypeAlias = DriftAlarmRaised | DriftAlarmEnded | DriftAlarmAcknowledged

UserPayload: TypeAlias = UserForgotten

DriftEvent: TypeAlias = (
    BaselineScored
    | BaselineMissing
    | AnchorsCompared
    | AnchorsMissing
    | GapMeasured
    | RollbackAsked
    | MonitorSet
    | MonitorRemoved
    | ChartDesigned
    | SubgroupMeasured
    | QualityMeasured
    | InputsCompared
    | DriftAlarmRaised
    | DriftAlarmEnded
    | DriftAlarmAcknowledged
    | UserForgotten
)

Payload: TypeAlias = DriftEvent | CommandRejected | CommandRepeated | Watermark

PAYLOADS: Final[Table] = table_of(
    BaselineScored,
    BaselineMissing,
    AnchorsCompared,
    AnchorsMissing,
    GapMeasured,
    RollbackAsked,
    CommandRejected,
    CommandRepeated,
    MonitorSet,
    MonitorRemoved,
    ChartDesigned,
    SubgroupMeasured,
    QualityMeasured,
    InputsCompared,
    DriftAlarmRaised,
    DriftAlarmEnded,
    DriftAlarmAcknowledged,
    UserForgotten,
    Watermark,
)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.drift_events","doc":"'
    'Charts of production traffic, and their alarms.","fields":[{"name":"event_id'
    '","type":"string","doc":"Unique for ever; the deduplication key."},{"name":"'
    'key","type":"string","doc":"The Kafka key: what this topic is ordered by."},'
    '{"name":"occurred_at_ms","type":"long","doc":"When the producer says it happ'
    'ened, milliseconds since 1970 UTC."},{"name":"producer","type":"string","doc'
    '":"Service and instance that wrote the record."},{"name":"correlation_id","t'
    'ype":"string","doc":"Shared by everything that follows from one request."},{'
    '"name":"causation_id","type":["null","string"],"doc":"event_id of the record'
    ' this one follows from.","default":null},{"name":"seq","type":["null","long"'
    '],"doc":"seq of the input it follows from: facts of all partitions are order'
    'ed by seq, then index. Null: its writer has no such order.","default":null},'
    '{"name":"index","type":["null","int"],"doc":"Which of that input\'s consequen'
    'ces it is, rising from 0; orders count, too.","default":null},{"name":"tenan'
    't","type":["null","string"],"doc":"The tenant it belongs to; null: no tenant'
    '.","default":null},{"name":"sender","type":["null","string"],"doc":"The judg'
    "ed sender of the command that it follows from, as TENANT/USER; null: it foll"
    'ows from none, or the record is older than this field.","default":null},{"na'
    'me":"payload","type":[{"type":"record","name":"BaselineScored","doc":"Kept a'
    "nswers of a version were scored as production is: what its quality is held a"
    'gainst.","subject":"repository","fields":[{"name":"repository","type":"strin'
    'g","doc":"Model: NAMESPACE/NAME."},{"name":"commit","type":"string","doc":"T'
    'he version: a commit."},{"name":"config","type":"string","doc":"Name of the '
    'eval config whose judge scores."},{"name":"run","type":"string","doc":"Run o'
    'f the eval service that scored them."},{"name":"judge_hash","type":"string",'
    '"doc":"Hash of the judge."},{"name":"mean","type":"double","doc":"Mean score'
    ', 0 to 1."},{"name":"deviation","type":"double","doc":"Standard deviation of'
    ' one score."},{"name":"scores","type":{"type":"array","items":{"type":"recor'
    'd","name":"AnchorScore","doc":"Score of one kept answer.","fields":[{"name":'
    '"case","type":"string","doc":"Id of the case."},{"name":"task","type":"strin'
    'g","doc":"Its task."},{"name":"score","type":"double","doc":"Its score, 0 to'
    ' 1."}],"namespace":"muster.drift_events"}},"doc":"By case, in the order of t'
    'he run."},{"name":"at_ms","type":"long","doc":"When, milliseconds since 1970'
    ' UTC."},{"name":"tenant","type":"string","doc":"Organisation whose it is."}]'
    ',"namespace":"muster.drift_events"},{"type":"record","name":"BaselineMissing'
    '","doc":"A version has no baseline, so its quality is held against its own f'
    'irst subgroups alone.","subject":"repository","fields":[{"name":"repository"'
    ',"type":"string","doc":"Model: NAMESPACE/NAME."},{"name":"commit","type":"st'
    'ring","doc":"The version: a commit."},{"name":"config","type":"string","doc"'
    ':"Name of the eval config whose judge scores."},{"name":"reason","type":"str'
    'ing","doc":"Why, in one sentence."},{"name":"tenant","type":"string","doc":"'
    'Organisation whose it is."}],"namespace":"muster.drift_events"},{"type":"rec'
    'ord","name":"AnchorsCompared","doc":"The judge scored the same answers again'
    ': whether it has moved.","subject":"repository","fields":[{"name":"repositor'
    'y","type":"string","doc":"Model: NAMESPACE/NAME."},{"name":"commit","type":"'
    'string","doc":"The version: a commit."},{"name":"config","type":"string","do'
    'c":"Name of the eval config whose judge scores."},{"name":"run","type":"stri'
    'ng","doc":"Run of the eval service that scored them."},{"name":"cases","type'
    '":"int","doc":"Answers that have a score in both."},{"name":"difference","ty'
    'pe":"double","doc":"Mean difference of the scores; below 0: the judge has be'
    'come stricter."},{"name":"p_value","type":"double","doc":"Probability of suc'
    'h a difference, or a larger one, of a judge that has not moved."},{"name":"m'
    'oved","type":"boolean","doc":"Whether the judge has moved."},{"name":"at_ms"'
    ',"type":"long","doc":"When, milliseconds since 1970 UTC."},{"name":"tenant",'
    '"type":"string","doc":"Organisation whose it is."}],"namespace":"muster.drif'
    't_events"},{"type":"record","name":"AnchorsMissing","doc":"The judge could n'
    'ot be checked.","subject":"repository","fields":[{"name":"repository","type"'
    ':"string","doc":"Model: NAMESPACE/NAME."},{"name":"commit","type":"string","'
    'doc":"The version: a commit."},{"name":"config","type":"string","doc":"Name '
    'of the eval config whose judge scores."},{"name":"reason","type":"string","d'
    'oc":"Why, in one sentence."},{"name":"tenant","type":"string","doc":"Organis'
    'ation whose it is."}],"namespace":"muster.drift_events"},{"type":"record","n'
    'ame":"GapMeasured","doc":"How far the first subgroups of a series are from t'
    'he baseline of its version.","subject":"repository","fields":[{"name":"repos'
    'itory","type":"string","doc":"Model: NAMESPACE/NAME."},{"name":"commit","typ'
    'e":"string","doc":"Version: a commit; empty: the server does not say."},{"na'
    'me":"task","type":"string","doc":"Task of the requests; empty: none."},{"nam'
    'e":"segment","type":"string","doc":"Segment of the traffic; empty: none."},{'
    '"name":"baseline","type":"double","doc":"Mean score of the baseline."},{"nam'
    'e":"established","type":"double","doc":"Mean score of the subgroups that est'
    'ablished the chart."},{"name":"size","type":"double","doc":"The gap in stand'
    'ard deviations of one score of the baseline."},{"name":"uncertainty","type":'
    '"double","doc":"Standard error of that."},{"name":"tenant","type":"string","'
    'doc":"Organisation whose it is."}],"namespace":"muster.drift_events"},{"type'
    '":"record","name":"RollbackAsked","doc":"Quality has fallen, and the monitor'
    ' says that the version is to be taken back.","subject":"repository","fields"'
    ':[{"name":"repository","type":"string","doc":"Model: NAMESPACE/NAME."},{"nam'
    'e":"commit","type":"string","doc":"Version to take back; empty: the server d'
    'oes not say."},{"name":"alarm","type":"string","doc":"Alarm that asks for it'
    '."},{"name":"reason","type":"string","doc":"The alarm in one sentence."},{"n'
    'ame":"tenant","type":"string","doc":"Organisation whose it is."}],"namespace'
    '":"muster.drift_events"},{"type":"record","name":"CommandRejected","aliases"'
    ':["muster.job_events.CommandRejected"],"doc":"A command that will not be car'
    'ried out, and why.","subject":"command","fields":[{"name":"command_id","type'
    '":"string","doc":"event_id of the command."},{"name":"command","type":"strin'
    'g","doc":"Its record name."},{"name":"subject","type":"string","doc":"What i'
    't was about: a job, queue, node, or another entity of the service."},{"name"'
    ':"tenant","type":"string","doc":"Tenant."},{"name":"code","type":{"type":"en'
    'um","name":"RejectionCode","aliases":["muster.job_events.RejectionCode"],"do'
    'c":"Kinds of refusal, the same for all services; each has its HTTP status.",'
    '"symbols":["INVALID","ALREADY_EXISTS","NOT_FOUND","WRONG_STATE","IMPOSSIBLE_'
    'REQUEST","UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN","QUOTA_EXCEEDED","BAD'
    '_TREE"],"default":"FORBIDDEN","namespace":"muster.command_answers"},"doc":"K'
    'ind of refusal."},{"name":"detail_code","type":"string","doc":"The service\'s'
    ' own, finer code; its README lists them. Empty: `code` says all.","default":'
    '""},{"name":"message","type":"string","doc":"For people."},{"name":"violatio'
    'ns","type":{"type":"array","items":{"type":"record","name":"Violation","alia'
    'ses":["muster.job_events.Violation"],"doc":"One thing wrong with a request."'
    ',"fields":[{"name":"field","type":"string","doc":"Path of the field."},{"nam'
    'e":"value","type":"string","doc":"What was given, shortened."},{"name":"allo'
    'wed","type":"string","doc":"What is allowed."}],"namespace":"muster.command_'
    'answers"}},"doc":"Field by field.","default":[]}],"namespace":"muster.comman'
    'd_answers"},{"type":"record","name":"CommandRepeated","aliases":["muster.job'
    '_events.CommandRepeated"],"doc":"A command that was carried out before came '
    'again; nothing changed.","subject":"command","fields":[{"name":"command_id",'
    '"type":"string","doc":"event_id of the command."},{"name":"command","type":"'
    'string","doc":"Its record name."},{"name":"subject","type":"string","doc":"W'
    'hat it was about."}],"namespace":"muster.command_answers"},{"type":"record",'
    '"name":"MonitorSet","subject":"repository","doc":"A model is watched in this'
    ' way from here on.","fields":[{"name":"repository","type":"string","doc":"Mo'
    'del: NAMESPACE/NAME."},{"name":"document","type":"string","doc":"The monitor'
    ' as canonical JSON."},{"name":"digest","type":"string","doc":"SHA-256 of the'
    ' document."},{"name":"tenant","type":"string","doc":"Organisation whose it i'
    's."},{"name":"requested_by","type":"string","doc":"Its sender: ORGANISATION/'
    'USER."}],"namespace":"muster.drift_events"},{"type":"record","name":"Monitor'
    'Removed","subject":"repository","doc":"A model is not watched any more; its '
    'open alarms end.","fields":[{"name":"repository","type":"string","doc":"Mode'
    'l: NAMESPACE/NAME."},{"name":"tenant","type":"string","doc":"Organisation wh'
    'ose it is."},{"name":"requested_by","type":"string","doc":"Its sender: ORGAN'
    'ISATION/USER."}],"namespace":"muster.drift_events"},{"type":"record","name":'
    '"ChartDesigned","subject":"repository","doc":"A measure of a series has a ch'
    'art: the first subgroups have established its centre.","fields":[{"name":"re'
    'pository","type":"string","doc":"Model: NAMESPACE/NAME."},{"name":"commit","'
    'type":"string","doc":"Version: a commit; empty: the server does not say."},{'
    '"name":"task","type":"string","doc":"Task of the requests; empty: none."},{"'
    'name":"segment","type":"string","doc":"Segment of the traffic; empty: none."'
    '},{"name":"measure","type":"string","doc":"The measure."},{"name":"center","'
    'type":"double","doc":"Mean of the samples of these subgroups."},{"name":"spr'
    'ead","type":"double","doc":"Standard deviation of one sample, widened by how'
    ' much subgroups differ beyond chance."},{"name":"subgroups","type":"int","do'
    'c":"Subgroups that established it."},{"name":"samples","type":"long","doc":"'
    'Their samples."},{"name":"smoothing","type":"double","doc":"Weight of the ne'
    'west subgroup."},{"name":"low_limit","type":"double","doc":"Lower limit, in '
    'standard deviations of the chart\'s statistic."},{"name":"high_limit","type":'
    '"double","doc":"Upper limit, likewise."},{"name":"run_length","type":"double'
    '","doc":"Wanted number of subgroups between two false alarms of this chart."'
    '},{"name":"tenant","type":"string","doc":"Organisation whose it is."}],"name'
    'space":"muster.drift_events"},{"type":"record","name":"SubgroupMeasured","su'
    'bject":"repository","doc":"A subgroup of a series is over: its figures, and '
    'where the charts stand.","fields":[{"name":"repository","type":"string","doc'
    '":"Model: NAMESPACE/NAME."},{"name":"commit","type":"string","doc":"Version:'
    ' a commit; empty: the server does not say."},{"name":"task","type":"string",'
    '"doc":"Task of the requests; empty: none."},{"name":"segment","type":"string'
    '","doc":"Segment of the traffic; empty: none."},{"name":"start_ms","type":"l'
    'ong","doc":"Start of the subgroup, milliseconds since 1970 UTC."},{"name":"e'
    'nd_ms","type":"long","doc":"Its end, exclusive."},{"name":"samples","type":"'
    'long","doc":"Its samples."},{"name":"seen","type":"long","doc":"Requests tha'
    't the servers report, sampled or not."},{"name":"dropped","type":"long","doc'
    '":"Samples that servers could not send."},{"name":"points","type":{"type":"a'
    'rray","items":{"type":"record","name":"ChartPoint","doc":"One measure of a s'
    'ubgroup.","fields":[{"name":"measure","type":"string","doc":"The measure."},'
    '{"name":"state","type":{"type":"enum","name":"PointState","doc":"LEARNING: t'
    "he centre is being established. WATCHED: compared with the limits. TOO_FEW: "
    'not compared.","symbols":["LEARNING","WATCHED","TOO_FEW"],"namespace":"muste'
    'r.drift_events"},"doc":"What the chart makes of it."},{"name":"count","type"'
    ':"long","doc":"Values that it is the mean of."},{"name":"value","type":["nul'
    'l","double"],"doc":"Mean; null: there is no value.","default":null},{"name":'
    '"deviation","type":["null","double"],"doc":"Standard deviation of one value;'
    ' null: there is no value.","default":null},{"name":"statistic","type":["null'
    '","double"],"doc":"The chart\'s statistic, in standard deviations of a subgro'
    'up; null: it is not watched.","default":null},{"name":"low","type":["null","'
    'double"],"doc":"Lower limit of the statistic; null: likewise.","default":nul'
    'l},{"name":"high","type":["null","double"],"doc":"Upper limit of the statist'
    'ic; null: likewise.","default":null}],"namespace":"muster.drift_events"}},"d'
    'oc":"By measure; measures without values are left out."},{"name":"tenant","t'
    'ype":"string","doc":"Organisation whose it is."}],"namespace":"muster.drift_'
    'events"},{"type":"record","name":"QualityMeasured","doc":"Samples of a subgr'
    'oup were judged, or why they were not.","subject":"repository","fields":[{"n'
    'ame":"repository","type":"string","doc":"Model: NAMESPACE/NAME."},{"name":"c'
    'ommit","type":"string","doc":"Version: a commit; empty: the server does not '
    'say."},{"name":"task","type":"string","doc":"Task of the requests; empty: no'
    'ne."},{"name":"segment","type":"string","doc":"Segment of the traffic; empty'
    ': none."},{"name":"start_ms","type":"long","doc":"Start of the subgroup, mil'
    'liseconds since 1970 UTC."},{"name":"end_ms","type":"long","doc":"Its end, e'
    'xclusive."},{"name":"points","type":{"type":"array","items":"muster.drift_ev'
    'ents.ChartPoint"},"doc":"By measure; none if nothing was measured."},{"name"'
    ':"judged","type":"int","doc":"Samples with a score."},{"name":"unjudged","ty'
    'pe":"int","doc":"Samples without one: their texts are gone, or the judge gav'
    'e none."},{"name":"judge_hash","type":"string","doc":"Hash of the judge."},{'
    '"name":"worst","type":{"type":"array","items":{"type":"record","name":"Worst'
    'Sample","doc":"A sample that a judge or a check scored low.","fields":[{"nam'
    'e":"sample","type":"string","doc":"Id of the sample."},{"name":"score","type'
    '":"double","doc":"Its score, 0 to 1."},{"name":"at_ms","type":"long","doc":"'
    'Time of the sample, milliseconds since 1970 UTC."},{"name":"partition","type'
    '":"int","doc":"Partition of inference-samples that has it."},{"name":"offset'
    '","type":"long","doc":"Its place there."}],"namespace":"muster.drift_events"'
    '}},"doc":"Samples with the lowest scores, lowest first."},{"name":"cost_micr'
    'os","type":"long","doc":"Most that it has cost, millionths of a dollar."},{"'
    'name":"reason","type":"string","doc":"Why samples were not judged, in one se'
    'ntence; empty: all were."},{"name":"tenant","type":"string","doc":"Organisat'
    'ion whose it is."}],"namespace":"muster.drift_events"},{"type":"record","nam'
    'e":"InputsCompared","subject":"repository","doc":"Inputs of a period of a se'
    'ries were compared with those of its first subgroups.","fields":[{"name":"re'
    'pository","type":"string","doc":"Model: NAMESPACE/NAME."},{"name":"commit","'
    'type":"string","doc":"Version: a commit; empty: the server does not say."},{'
    '"name":"task","type":"string","doc":"Task of the requests; empty: none."},{"'
    'name":"segment","type":"string","doc":"Segment of the traffic; empty: none."'
    '},{"name":"start_ms","type":"long","doc":"Start of the period, milliseconds '
    'since 1970 UTC."},{"name":"end_ms","type":"long","doc":"Its end, exclusive."'
    '},{"name":"reference_start_ms","type":"long","doc":"Start of the first of th'
    'e subgroups that it is compared with."},{"name":"subgroups","type":"int","do'
    'c":"Subgroups of the period, as many as those."},{"name":"columns","type":{"'
    'type":"array","items":{"type":"record","name":"ColumnShift","doc":"One prope'
    'rty of inputs, now and in the first subgroups.","fields":[{"name":"column","'
    'type":"string","doc":"input-length, input-tokens, script or template."},{"na'
    'me":"verdict","type":{"type":"enum","name":"ShiftVerdict","doc":"SMALL: beyo'
    "nd chance, PSI below 0.1. MODERATE: from 0.1, LARGE from 0.25. NOT_TESTABLE:"
    ' none known.","symbols":["NOT_ENOUGH_DATA","NOT_TESTABLE","STABLE","SMALL","'
    'MODERATE","LARGE"],"namespace":"muster.drift_events"},"doc":"Of the known va'
    'lues."},{"name":"psi","type":"double","doc":"Population stability index: the'
    ' size of the shift; 0 where nothing was tested."},{"name":"psi_by_chance","t'
    'ype":"double","doc":"What sampling alone adds to it."},{"name":"p_value","ty'
    'pe":"double","doc":"Probability of such a difference, or a larger one, by ch'
    'ance; 1 where nothing was tested."},{"name":"reference_samples","type":"long'
    '","doc":"Samples of the first subgroups."},{"name":"samples","type":"long","'
    'doc":"Samples of the period."},{"name":"reference_unknown","type":"long","do'
    'c":"Of the former, those without a value."},{"name":"unknown","type":"long",'
    '"doc":"Of the latter, those without a value."},{"name":"new","type":{"type":'
    '"array","items":{"type":"record","name":"NewCategory","doc":"A category that'
    ' the first subgroups did not have.","fields":[{"name":"name","type":"string"'
    ',"doc":"The category."},{"name":"share","type":"double","doc":"Its share of '
    'the samples with a value, 0 to 1."}],"namespace":"muster.drift_events"}},"do'
    'c":"The most frequent new categories; none of a length."},{"name":"reasons",'
    '"type":{"type":"array","items":"string"},"doc":"Reasons for an alarm: values'
    ', nulls, new-category; none: there is no reason."}],"namespace":"muster.drif'
    't_events"}},"doc":"By property."},{"name":"tenant","type":"string","doc":"Or'
    'ganisation whose it is."}],"namespace":"muster.drift_events"},{"type":"recor'
    'd","name":"DriftAlarmRaised","subject":"alarm","doc":"A measure has moved: o'
    'ne alarm for each episode.","fields":[{"name":"repository","type":"string","'
    'doc":"Model: NAMESPACE/NAME."},{"name":"commit","type":"string","doc":"Versi'
    'on: a commit; empty: the server does not say."},{"name":"task","type":"strin'
    'g","doc":"Task of the requests; empty: none."},{"name":"segment","type":"str'
    'ing","doc":"Segment of the traffic; empty: none."},{"name":"alarm","type":"s'
    'tring","doc":"Id of the alarm."},{"name":"measure","type":"string","doc":"Th'
    'e measure."},{"name":"side","type":{"type":"enum","name":"Side","doc":"Direc'
    'tion of a change.","symbols":["LOW","HIGH"],"namespace":"muster.drift_events'
    '"},"doc":"Direction of the change."},{"name":"center","type":"double","doc":'
    '"Centre of the chart."},{"name":"value","type":"double","doc":"Mean since th'
    'e change began, as estimated."},{"name":"size","type":"double","doc":"The ch'
    'ange in standard deviations of one sample."},{"name":"began_ms","type":"long'
    '","doc":"Estimated begin of the change: start of a subgroup, milliseconds si'
    'nce 1970 UTC."},{"name":"began_after_ms","type":"long","doc":"Lower end of t'
    'he 90 % interval of this estimate."},{"name":"began_before_ms","type":"long"'
    ',"doc":"Upper end of it."},{"name":"at_ms","type":"long","doc":"End of the s'
    'ubgroup that raised it."},{"name":"run_length","type":"double","doc":"Wanted'
    ' number of subgroups between two false alarms of this chart."},{"name":"text'
    '","type":"string","doc":"The same in one sentence."},{"name":"worst","type":'
    '{"type":"array","items":"muster.drift_events.WorstSample"},"doc":"Samples wi'
    'th the lowest scores since it began, lowest first.","default":[]},{"name":"t'
    'enant","type":"string","doc":"Organisation whose it is."}],"namespace":"must'
    'er.drift_events"},{"type":"record","name":"DriftAlarmEnded","subject":"alarm'
    '","doc":"The episode is over.","fields":[{"name":"alarm","type":"string","do'
    'c":"Id of the alarm."},{"name":"repository","type":"string","doc":"Model: NA'
    'MESPACE/NAME."},{"name":"reason","type":"string","doc":"Why, in one sentence'
    '."},{"name":"at_ms","type":"long","doc":"When, milliseconds since 1970 UTC."'
    '},{"name":"tenant","type":"string","doc":"Organisation whose it is."}],"name'
    'space":"muster.drift_events"},{"type":"record","name":"DriftAlarmAcknowledge'
    'd","subject":"alarm","doc":"Somebody knows of an alarm.","fields":[{"name":"'
    'alarm","type":"string","doc":"Id of the alarm."},{"name":"repository","type"'
    ':"string","doc":"Model: NAMESPACE/NAME."},{"name":"reason","type":"string","'
    'doc":"What they say about it; may be empty."},{"name":"tenant","type":"strin'
    'g","doc":"Organisation whose it is."},{"name":"requested_by","type":"string"'
    ',"doc":"Its sender: ORGANISATION/USER."}],"namespace":"muster.drift_events"}'
    ',{"type":"record","name":"UserForgotten","doc":"A user is forgotten in all m'
    'odels of the organisation.","subject":"user","fields":[{"name":"user","type"'
    ':"string","doc":"Keyed hash of the user, as samples have it."},{"name":"unti'
    'l_ms","type":"long","doc":"Samples may be left until then, milliseconds sinc'
    'e 1970 UTC."},{"name":"tenant","type":"string","doc":"Organisation whose use'
    'r it is."},{"name":"requested_by","type":"string","doc":"Its sender: ORGANIS'
    'ATION/USER."}],"namespace":"muster.drift_events"},{"type":"record","name":"W'
    'atermark","doc":"Every fact of the topic with this seq or a lower one preced'
    'es this record, in every partition.","subject":"log","fields":[{"name":"seq"'
    ',"type":"long","doc":"Of the newest input whose consequences are all written'
    '."},{"name":"at_ms","type":"long","doc":"Time of the batch it ends, millisec'
    'onds since 1970 UTC."}],"namespace":"muster.watermarks"}],"doc":"What happen'
    'ed."}]}'
)
