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
    """Kept answers of a version were scored as production is: they are the baseline of its quality.

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
        tenant: Organisation that owns it.
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
    """A version has no baseline; its quality is compared only with its own first subgroups.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: The version: a commit.
        config: Name of the eval config whose judge scores.
        reason: Reason, in one sentence.
        tenant: Organisation that owns it.
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
    """The judge scored the same answers again, to check whether it has moved.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: The version: a commit.
        config: Name of the eval config whose judge scores.
        run: Run of the eval service that scored them.
        cases: Number of answers with a score in both runs.
        difference: Mean difference of the scores; below 0: the judge has become stricter.
        p_value: Probability of a difference at least this large if the judge has not moved.
        moved: Whether the judge has moved.
        at_ms: When, milliseconds since 1970 UTC.
        tenant: Organisation that owns it.
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
        reason: Reason, in one sentence.
        tenant: Organisation that owns it.
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
    """Distance between the first subgroups of a series and the baseline of its version.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: the server does not report it.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        baseline: Mean score of the baseline.
        established: Mean score of the subgroups that established the chart.
        size: The gap, in standard deviations of one baseline score.
        uncertainty: Standard error of the gap.
        tenant: Organisation that owns it.
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
    """Quality has fallen, and the monitor demands a rollback of the version.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version to roll back; empty: the server does not report it.
        alarm: Alarm that demands it.
        reason: The alarm in one sentence.
        tenant: Organisation that owns it.
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
    """A model is monitored in this way from now on.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        document: The monitor as canonical JSON.
        digest: SHA-256 of the document.
        tenant: Organisation that owns it.
        requested_by: Sender: ORGANISATION/USER.
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
    """A model is no longer monitored; its open alarms end.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        tenant: Organisation that owns it.
        requested_by: Sender: ORGANISATION/USER.
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
        commit: Version: a commit; empty: the server does not report it.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        measure: The measure.
        center: Mean of the samples of these subgroups.
        spread: Standard deviation of one sample, widened by the variation between subgroups beyond
            chance.
        subgroups: Number of subgroups that established it.
        samples: Number of their samples.
        smoothing: Weight of the newest subgroup.
        low_limit: Lower limit, in standard deviations of the chart's statistic.
        high_limit: Upper limit, in the same unit.
        run_length: Intended number of subgroups between two false alarms of this chart.
        tenant: Organisation that owns it.
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
        state: How the chart treats it.
        count: Number of values in the mean.
        value: Mean; null: there is no value.
        deviation: Standard deviation of one value; null: there is no value.
        statistic: The chart's statistic, in standard deviations of a subgroup; null: it is not
            watched.
        low: Lower limit of the statistic; null: it is not watched.
        high: Upper limit of the statistic; null: it is not watched.
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
    """A subgroup of a series is complete: its figures, and the state of its charts.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: the server does not report it.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        start_ms: Start of the subgroup, milliseconds since 1970 UTC.
        end_ms: Its end, exclusive.
        samples: Number of samples.
        seen: Requests reported by the servers, sampled or not.
        dropped: Samples that servers could not send.
        points: By measure; measures without values are left out.
        tenant: Organisation that owns it.
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
        offset: Offset in that partition.
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
    """Samples of a subgroup were judged, or were not, with the reason.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: the server does not report it.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        start_ms: Start of the subgroup, milliseconds since 1970 UTC.
        end_ms: Its end, exclusive.
        points: Points by measure; empty: nothing was measured.
        judged: Samples with a score.
        unjudged: Samples without a score: their texts are gone, or the judge gave none.
        judge_hash: Hash of the judge.
        worst: Samples with the lowest scores, lowest first.
        cost_micros: Upper bound of its cost, millionths of a dollar.
        reason: Reason why samples were not judged, in one sentence; empty: all were judged.
        tenant: Organisation that owns it.
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
    """One property of inputs, in this period and in the first subgroups.

    Attributes:
        column: input-length, input-tokens, script or template.
        verdict: Verdict on the known values.
        psi: Population stability index: the size of the shift; 0 where nothing was tested.
        psi_by_chance: Size that sampling alone would produce.
        p_value: Probability of a difference at least this large by chance; 1 where nothing was
            tested.
        reference_samples: Samples of the first subgroups.
        samples: Samples of the period.
        reference_unknown: Samples of the first subgroups without a value.
        unknown: Samples of the period without a value.
        new: The most frequent new categories; empty for a length.
        reasons: Reasons for an alarm: values, nulls, new-category; empty: none.
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
        commit: Version: a commit; empty: the server does not report it.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        start_ms: Start of the period, milliseconds since 1970 UTC.
        end_ms: Its end, exclusive.
        reference_start_ms: Start of the first subgroup that it is compared with.
        subgroups: Number of subgroups in the period; it is compared with as many.
        columns: Comparisons by property.
        tenant: Organisation that owns it.
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
    """A measure has moved; one alarm per episode.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: the server does not report it.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
        alarm: Id of the alarm.
        measure: The measure.
        side: Direction of the change.
        center: Centre of the chart.
        value: Estimated mean since the change began.
        size: The change in standard deviations of one sample.
        began_ms: Estimated beginning of the change: start of a subgroup, milliseconds since 1970
            UTC.
        began_after_ms: Lower end of the 90 % interval of this estimate.
        began_before_ms: Upper end of that interval.
        at_ms: End of the subgroup that raised it.
        run_length: Intended number of subgroups between two false alarms of this chart.
        text: The alarm in one sentence.
        worst: Samples with the lowest scores since it began, lowest first.
        tenant: Organisation that owns it.
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
    """The episode has ended.

    Attributes:
        alarm: Id of the alarm.
        repository: Model: NAMESPACE/NAME.
        reason: Reason, in one sentence.
        at_ms: When, milliseconds since 1970 UTC.
        tenant: Organisation that owns it.
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
    """Somebody has acknowledged an alarm.

    Attributes:
        alarm: Id of the alarm.
        repository: Model: NAMESPACE/NAME.
        reason: Comment; may be empty.
        tenant: Organisation that owns it.
        requested_by: Sender: ORGANISATION/USER.
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
        until_ms: Samples may remain until then, milliseconds since 1970 UTC.
        tenant: Organisation of the user.
        requested_by: Sender: ORGANISATION/USER.
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
    'key","type":"string","doc":"Kafka key; records with the same key keep their '
    'order."},{"name":"occurred_at_ms","type":"long","doc":"Time of the event acc'
    'ording to the producer, milliseconds since 1970 UTC."},{"name":"producer","t'
    'ype":"string","doc":"Service and instance that wrote the record."},{"name":"'
    'correlation_id","type":"string","doc":"Shared by everything that follows fro'
    'm one request."},{"name":"causation_id","type":["null","string"],"doc":"even'
    't_id of the record this one follows from.","default":null},{"name":"seq","ty'
    'pe":["null","long"],"doc":"seq of the input it follows from; facts of all pa'
    'rtitions are ordered by seq, then index. Null: the writer assigns no order."'
    ',"default":null},{"name":"index","type":["null","int"],"doc":"Index among th'
    'e consequences of that input, from 0; orders count as well.","default":null}'
    ',{"name":"tenant","type":["null","string"],"doc":"The tenant it belongs to; '
    'null: no tenant.","default":null},{"name":"sender","type":["null","string"],'
    '"doc":"Authenticated sender of the command it follows from, as TENANT/USER; '
    'null: it follows from no command, or is older than this field.","default":nu'
    'll},{"name":"payload","type":[{"type":"record","name":"BaselineScored","doc"'
    ':"Kept answers of a version were scored as production is: they are the basel'
    'ine of its quality.","subject":"repository","fields":[{"name":"repository","'
    'type":"string","doc":"Model: NAMESPACE/NAME."},{"name":"commit","type":"stri'
    'ng","doc":"The version: a commit."},{"name":"config","type":"string","doc":"'
    'Name of the eval config whose judge scores."},{"name":"run","type":"string",'
    '"doc":"Run of the eval service that scored them."},{"name":"judge_hash","typ'
    'e":"string","doc":"Hash of the judge."},{"name":"mean","type":"double","doc"'
    ':"Mean score, 0 to 1."},{"name":"deviation","type":"double","doc":"Standard '
    'deviation of one score."},{"name":"scores","type":{"type":"array","items":{"'
    'type":"record","name":"AnchorScore","doc":"Score of one kept answer.","field'
    's":[{"name":"case","type":"string","doc":"Id of the case."},{"name":"task","'
    'type":"string","doc":"Its task."},{"name":"score","type":"double","doc":"Its'
    ' score, 0 to 1."}],"namespace":"muster.drift_events"}},"doc":"By case, in th'
    'e order of the run."},{"name":"at_ms","type":"long","doc":"When, millisecond'
    's since 1970 UTC."},{"name":"tenant","type":"string","doc":"Organisation tha'
    't owns it."}],"namespace":"muster.drift_events"},{"type":"record","name":"Ba'
    'selineMissing","doc":"A version has no baseline; its quality is compared onl'
    'y with its own first subgroups.","subject":"repository","fields":[{"name":"r'
    'epository","type":"string","doc":"Model: NAMESPACE/NAME."},{"name":"commit",'
    '"type":"string","doc":"The version: a commit."},{"name":"config","type":"str'
    'ing","doc":"Name of the eval config whose judge scores."},{"name":"reason","'
    'type":"string","doc":"Reason, in one sentence."},{"name":"tenant","type":"st'
    'ring","doc":"Organisation that owns it."}],"namespace":"muster.drift_events"'
    '},{"type":"record","name":"AnchorsCompared","doc":"The judge scored the same'
    ' answers again, to check whether it has moved.","subject":"repository","fiel'
    'ds":[{"name":"repository","type":"string","doc":"Model: NAMESPACE/NAME."},{"'
    'name":"commit","type":"string","doc":"The version: a commit."},{"name":"conf'
    'ig","type":"string","doc":"Name of the eval config whose judge scores."},{"n'
    'ame":"run","type":"string","doc":"Run of the eval service that scored them."'
    '},{"name":"cases","type":"int","doc":"Number of answers with a score in both'
    ' runs."},{"name":"difference","type":"double","doc":"Mean difference of the '
    'scores; below 0: the judge has become stricter."},{"name":"p_value","type":"'
    'double","doc":"Probability of a difference at least this large if the judge '
    'has not moved."},{"name":"moved","type":"boolean","doc":"Whether the judge h'
    'as moved."},{"name":"at_ms","type":"long","doc":"When, milliseconds since 19'
    '70 UTC."},{"name":"tenant","type":"string","doc":"Organisation that owns it.'
    '"}],"namespace":"muster.drift_events"},{"type":"record","name":"AnchorsMissi'
    'ng","doc":"The judge could not be checked.","subject":"repository","fields":'
    '[{"name":"repository","type":"string","doc":"Model: NAMESPACE/NAME."},{"name'
    '":"commit","type":"string","doc":"The version: a commit."},{"name":"config",'
    '"type":"string","doc":"Name of the eval config whose judge scores."},{"name"'
    ':"reason","type":"string","doc":"Reason, in one sentence."},{"name":"tenant"'
    ',"type":"string","doc":"Organisation that owns it."}],"namespace":"muster.dr'
    'ift_events"},{"type":"record","name":"GapMeasured","doc":"Distance between t'
    'he first subgroups of a series and the baseline of its version.","subject":"'
    'repository","fields":[{"name":"repository","type":"string","doc":"Model: NAM'
    'ESPACE/NAME."},{"name":"commit","type":"string","doc":"Version: a commit; em'
    'pty: the server does not report it."},{"name":"task","type":"string","doc":"'
    'Task of the requests; empty: none."},{"name":"segment","type":"string","doc"'
    ':"Segment of the traffic; empty: none."},{"name":"baseline","type":"double",'
    '"doc":"Mean score of the baseline."},{"name":"established","type":"double","'
    'doc":"Mean score of the subgroups that established the chart."},{"name":"siz'
    'e","type":"double","doc":"The gap, in standard deviations of one baseline sc'
    'ore."},{"name":"uncertainty","type":"double","doc":"Standard error of the ga'
    'p."},{"name":"tenant","type":"string","doc":"Organisation that owns it."}],"'
    'namespace":"muster.drift_events"},{"type":"record","name":"RollbackAsked","d'
    'oc":"Quality has fallen, and the monitor demands a rollback of the version."'
    ',"subject":"repository","fields":[{"name":"repository","type":"string","doc"'
    ':"Model: NAMESPACE/NAME."},{"name":"commit","type":"string","doc":"Version t'
    'o roll back; empty: the server does not report it."},{"name":"alarm","type":'
    '"string","doc":"Alarm that demands it."},{"name":"reason","type":"string","d'
    'oc":"The alarm in one sentence."},{"name":"tenant","type":"string","doc":"Or'
    'ganisation that owns it."}],"namespace":"muster.drift_events"},{"type":"reco'
    'rd","name":"CommandRejected","aliases":["muster.job_events.CommandRejected"]'
    ',"doc":"A command that is not carried out, and the reason.","subject":"comma'
    'nd","fields":[{"name":"command_id","type":"string","doc":"event_id of the co'
    'mmand."},{"name":"command","type":"string","doc":"Record name of the command'
    '."},{"name":"subject","type":"string","doc":"Its subject: a job, queue, node'
    ' or other entity of the service."},{"name":"tenant","type":"string","doc":"T'
    'enant."},{"name":"code","type":{"type":"enum","name":"RejectionCode","aliase'
    's":["muster.job_events.RejectionCode"],"doc":"Kinds of rejection, common to '
    'all services; each has its HTTP status.","symbols":["INVALID","ALREADY_EXIST'
    'S","NOT_FOUND","WRONG_STATE","IMPOSSIBLE_REQUEST","UNKNOWN_QUEUE","QUEUE_NOT'
    '_EMPTY","FORBIDDEN","QUOTA_EXCEEDED","BAD_TREE"],"default":"FORBIDDEN","name'
    'space":"muster.command_answers"},"doc":"Kind of rejection."},{"name":"detail'
    '_code","type":"string","doc":"More specific code of the service; its README '
    'lists them. Empty: `code` is specific enough.","default":""},{"name":"messag'
    'e","type":"string","doc":"Message for people."},{"name":"violations","type":'
    '{"type":"array","items":{"type":"record","name":"Violation","aliases":["must'
    'er.job_events.Violation"],"doc":"One violation in a request.","fields":[{"na'
    'me":"field","type":"string","doc":"Path of the field."},{"name":"value","typ'
    'e":"string","doc":"The value as sent, shortened."},{"name":"allowed","type":'
    '"string","doc":"What is allowed."}],"namespace":"muster.command_answers"}},"'
    'doc":"Violations by field.","default":[]}],"namespace":"muster.command_answe'
    'rs"},{"type":"record","name":"CommandRepeated","aliases":["muster.job_events'
    '.CommandRepeated"],"doc":"A command that was already carried out came again;'
    ' nothing changed.","subject":"command","fields":[{"name":"command_id","type"'
    ':"string","doc":"event_id of the command."},{"name":"command","type":"string'
    '","doc":"Record name of the command."},{"name":"subject","type":"string","do'
    'c":"Its subject."}],"namespace":"muster.command_answers"},{"type":"record","'
    'name":"MonitorSet","subject":"repository","doc":"A model is monitored in thi'
    's way from now on.","fields":[{"name":"repository","type":"string","doc":"Mo'
    'del: NAMESPACE/NAME."},{"name":"document","type":"string","doc":"The monitor'
    ' as canonical JSON."},{"name":"digest","type":"string","doc":"SHA-256 of the'
    ' document."},{"name":"tenant","type":"string","doc":"Organisation that owns '
    'it."},{"name":"requested_by","type":"string","doc":"Sender: ORGANISATION/USE'
    'R."}],"namespace":"muster.drift_events"},{"type":"record","name":"MonitorRem'
    'oved","subject":"repository","doc":"A model is no longer monitored; its open'
    ' alarms end.","fields":[{"name":"repository","type":"string","doc":"Model: N'
    'AMESPACE/NAME."},{"name":"tenant","type":"string","doc":"Organisation that o'
    'wns it."},{"name":"requested_by","type":"string","doc":"Sender: ORGANISATION'
    '/USER."}],"namespace":"muster.drift_events"},{"type":"record","name":"ChartD'
    'esigned","subject":"repository","doc":"A measure of a series has a chart: th'
    'e first subgroups have established its centre.","fields":[{"name":"repositor'
    'y","type":"string","doc":"Model: NAMESPACE/NAME."},{"name":"commit","type":"'
    'string","doc":"Version: a commit; empty: the server does not report it."},{"'
    'name":"task","type":"string","doc":"Task of the requests; empty: none."},{"n'
    'ame":"segment","type":"string","doc":"Segment of the traffic; empty: none."}'
    ',{"name":"measure","type":"string","doc":"The measure."},{"name":"center","t'
    'ype":"double","doc":"Mean of the samples of these subgroups."},{"name":"spre'
    'ad","type":"double","doc":"Standard deviation of one sample, widened by the '
    'variation between subgroups beyond chance."},{"name":"subgroups","type":"int'
    '","doc":"Number of subgroups that established it."},{"name":"samples","type"'
    ':"long","doc":"Number of their samples."},{"name":"smoothing","type":"double'
    '","doc":"Weight of the newest subgroup."},{"name":"low_limit","type":"double'
    '","doc":"Lower limit, in standard deviations of the chart\'s statistic."},{"n'
    'ame":"high_limit","type":"double","doc":"Upper limit, in the same unit."},{"'
    'name":"run_length","type":"double","doc":"Intended number of subgroups betwe'
    'en two false alarms of this chart."},{"name":"tenant","type":"string","doc":'
    '"Organisation that owns it."}],"namespace":"muster.drift_events"},{"type":"r'
    'ecord","name":"SubgroupMeasured","subject":"repository","doc":"A subgroup of'
    ' a series is complete: its figures, and the state of its charts.","fields":['
    '{"name":"repository","type":"string","doc":"Model: NAMESPACE/NAME."},{"name"'
    ':"commit","type":"string","doc":"Version: a commit; empty: the server does n'
    'ot report it."},{"name":"task","type":"string","doc":"Task of the requests; '
    'empty: none."},{"name":"segment","type":"string","doc":"Segment of the traff'
    'ic; empty: none."},{"name":"start_ms","type":"long","doc":"Start of the subg'
    'roup, milliseconds since 1970 UTC."},{"name":"end_ms","type":"long","doc":"I'
    'ts end, exclusive."},{"name":"samples","type":"long","doc":"Number of sample'
    's."},{"name":"seen","type":"long","doc":"Requests reported by the servers, s'
    'ampled or not."},{"name":"dropped","type":"long","doc":"Samples that servers'
    ' could not send."},{"name":"points","type":{"type":"array","items":{"type":"'
    'record","name":"ChartPoint","doc":"One measure of a subgroup.","fields":[{"n'
    'ame":"measure","type":"string","doc":"The measure."},{"name":"state","type":'
    '{"type":"enum","name":"PointState","doc":"LEARNING: the centre is being esta'
    'blished. WATCHED: compared with the limits. TOO_FEW: not compared.","symbols'
    '":["LEARNING","WATCHED","TOO_FEW"],"namespace":"muster.drift_events"},"doc":'
    '"How the chart treats it."},{"name":"count","type":"long","doc":"Number of v'
    'alues in the mean."},{"name":"value","type":["null","double"],"doc":"Mean; n'
    'ull: there is no value.","default":null},{"name":"deviation","type":["null",'
    '"double"],"doc":"Standard deviation of one value; null: there is no value.",'
    '"default":null},{"name":"statistic","type":["null","double"],"doc":"The char'
    "t's statistic, in standard deviations of a subgroup; null: it is not watched"
    '.","default":null},{"name":"low","type":["null","double"],"doc":"Lower limit'
    ' of the statistic; null: it is not watched.","default":null},{"name":"high",'
    '"type":["null","double"],"doc":"Upper limit of the statistic; null: it is no'
    't watched.","default":null}],"namespace":"muster.drift_events"}},"doc":"By m'
    'easure; measures without values are left out."},{"name":"tenant","type":"str'
    'ing","doc":"Organisation that owns it."}],"namespace":"muster.drift_events"}'
    ',{"type":"record","name":"QualityMeasured","doc":"Samples of a subgroup were'
    ' judged, or were not, with the reason.","subject":"repository","fields":[{"n'
    'ame":"repository","type":"string","doc":"Model: NAMESPACE/NAME."},{"name":"c'
    'ommit","type":"string","doc":"Version: a commit; empty: the server does not '
    'report it."},{"name":"task","type":"string","doc":"Task of the requests; emp'
    'ty: none."},{"name":"segment","type":"string","doc":"Segment of the traffic;'
    ' empty: none."},{"name":"start_ms","type":"long","doc":"Start of the subgrou'
    'p, milliseconds since 1970 UTC."},{"name":"end_ms","type":"long","doc":"Its '
    'end, exclusive."},{"name":"points","type":{"type":"array","items":"muster.dr'
    'ift_events.ChartPoint"},"doc":"Points by measure; empty: nothing was measure'
    'd."},{"name":"judged","type":"int","doc":"Samples with a score."},{"name":"u'
    'njudged","type":"int","doc":"Samples without a score: their texts are gone, '
    'or the judge gave none."},{"name":"judge_hash","type":"string","doc":"Hash o'
    'f the judge."},{"name":"worst","type":{"type":"array","items":{"type":"recor'
    'd","name":"WorstSample","doc":"A sample that a judge or a check scored low."'
    ',"fields":[{"name":"sample","type":"string","doc":"Id of the sample."},{"nam'
    'e":"score","type":"double","doc":"Its score, 0 to 1."},{"name":"at_ms","type'
    '":"long","doc":"Time of the sample, milliseconds since 1970 UTC."},{"name":"'
    'partition","type":"int","doc":"Partition of inference-samples that has it."}'
    ',{"name":"offset","type":"long","doc":"Offset in that partition."}],"namespa'
    'ce":"muster.drift_events"}},"doc":"Samples with the lowest scores, lowest fi'
    'rst."},{"name":"cost_micros","type":"long","doc":"Upper bound of its cost, m'
    'illionths of a dollar."},{"name":"reason","type":"string","doc":"Reason why '
    'samples were not judged, in one sentence; empty: all were judged."},{"name":'
    '"tenant","type":"string","doc":"Organisation that owns it."}],"namespace":"m'
    'uster.drift_events"},{"type":"record","name":"InputsCompared","subject":"rep'
    'ository","doc":"Inputs of a period of a series were compared with those of i'
    'ts first subgroups.","fields":[{"name":"repository","type":"string","doc":"M'
    'odel: NAMESPACE/NAME."},{"name":"commit","type":"string","doc":"Version: a c'
    'ommit; empty: the server does not report it."},{"name":"task","type":"string'
    '","doc":"Task of the requests; empty: none."},{"name":"segment","type":"stri'
    'ng","doc":"Segment of the traffic; empty: none."},{"name":"start_ms","type":'
    '"long","doc":"Start of the period, milliseconds since 1970 UTC."},{"name":"e'
    'nd_ms","type":"long","doc":"Its end, exclusive."},{"name":"reference_start_m'
    's","type":"long","doc":"Start of the first subgroup that it is compared with'
    '."},{"name":"subgroups","type":"int","doc":"Number of subgroups in the perio'
    'd; it is compared with as many."},{"name":"columns","type":{"type":"array","'
    'items":{"type":"record","name":"ColumnShift","doc":"One property of inputs, '
    'in this period and in the first subgroups.","fields":[{"name":"column","type'
    '":"string","doc":"input-length, input-tokens, script or template."},{"name":'
    '"verdict","type":{"type":"enum","name":"ShiftVerdict","doc":"SMALL: beyond c'
    "hance, PSI below 0.1. MODERATE: from 0.1, LARGE from 0.25. NOT_TESTABLE: non"
    'e known.","symbols":["NOT_ENOUGH_DATA","NOT_TESTABLE","STABLE","SMALL","MODE'
    'RATE","LARGE"],"namespace":"muster.drift_events"},"doc":"Verdict on the know'
    'n values."},{"name":"psi","type":"double","doc":"Population stability index:'
    ' the size of the shift; 0 where nothing was tested."},{"name":"psi_by_chance'
    '","type":"double","doc":"Size that sampling alone would produce."},{"name":"'
    'p_value","type":"double","doc":"Probability of a difference at least this la'
    'rge by chance; 1 where nothing was tested."},{"name":"reference_samples","ty'
    'pe":"long","doc":"Samples of the first subgroups."},{"name":"samples","type"'
    ':"long","doc":"Samples of the period."},{"name":"reference_unknown","type":"'
    'long","doc":"Samples of the first subgroups without a value."},{"name":"unkn'
    'own","type":"long","doc":"Samples of the period without a value."},{"name":"'
    'new","type":{"type":"array","items":{"type":"record","name":"NewCategory","d'
    'oc":"A category that the first subgroups did not have.","fields":[{"name":"n'
    'ame","type":"string","doc":"The category."},{"name":"share","type":"double",'
    '"doc":"Its share of the samples with a value, 0 to 1."}],"namespace":"muster'
    '.drift_events"}},"doc":"The most frequent new categories; empty for a length'
    '."},{"name":"reasons","type":{"type":"array","items":"string"},"doc":"Reason'
    's for an alarm: values, nulls, new-category; empty: none."}],"namespace":"mu'
    'ster.drift_events"}},"doc":"Comparisons by property."},{"name":"tenant","typ'
    'e":"string","doc":"Organisation that owns it."}],"namespace":"muster.drift_e'
    'vents"},{"type":"record","name":"DriftAlarmRaised","subject":"alarm","doc":"'
    'A measure has moved; one alarm per episode.","fields":[{"name":"repository",'
    '"type":"string","doc":"Model: NAMESPACE/NAME."},{"name":"commit","type":"str'
    'ing","doc":"Version: a commit; empty: the server does not report it."},{"nam'
    'e":"task","type":"string","doc":"Task of the requests; empty: none."},{"name'
    '":"segment","type":"string","doc":"Segment of the traffic; empty: none."},{"'
    'name":"alarm","type":"string","doc":"Id of the alarm."},{"name":"measure","t'
    'ype":"string","doc":"The measure."},{"name":"side","type":{"type":"enum","na'
    'me":"Side","doc":"Direction of a change.","symbols":["LOW","HIGH"],"namespac'
    'e":"muster.drift_events"},"doc":"Direction of the change."},{"name":"center"'
    ',"type":"double","doc":"Centre of the chart."},{"name":"value","type":"doubl'
    'e","doc":"Estimated mean since the change began."},{"name":"size","type":"do'
    'uble","doc":"The change in standard deviations of one sample."},{"name":"beg'
    'an_ms","type":"long","doc":"Estimated beginning of the change: start of a su'
    'bgroup, milliseconds since 1970 UTC."},{"name":"began_after_ms","type":"long'
    '","doc":"Lower end of the 90 % interval of this estimate."},{"name":"began_b'
    'efore_ms","type":"long","doc":"Upper end of that interval."},{"name":"at_ms"'
    ',"type":"long","doc":"End of the subgroup that raised it."},{"name":"run_len'
    'gth","type":"double","doc":"Intended number of subgroups between two false a'
    'larms of this chart."},{"name":"text","type":"string","doc":"The alarm in on'
    'e sentence."},{"name":"worst","type":{"type":"array","items":"muster.drift_e'
    'vents.WorstSample"},"doc":"Samples with the lowest scores since it began, lo'
    'west first.","default":[]},{"name":"tenant","type":"string","doc":"Organisat'
    'ion that owns it."}],"namespace":"muster.drift_events"},{"type":"record","na'
    'me":"DriftAlarmEnded","subject":"alarm","doc":"The episode has ended.","fiel'
    'ds":[{"name":"alarm","type":"string","doc":"Id of the alarm."},{"name":"repo'
    'sitory","type":"string","doc":"Model: NAMESPACE/NAME."},{"name":"reason","ty'
    'pe":"string","doc":"Reason, in one sentence."},{"name":"at_ms","type":"long"'
    ',"doc":"When, milliseconds since 1970 UTC."},{"name":"tenant","type":"string'
    '","doc":"Organisation that owns it."}],"namespace":"muster.drift_events"},{"'
    'type":"record","name":"DriftAlarmAcknowledged","subject":"alarm","doc":"Some'
    'body has acknowledged an alarm.","fields":[{"name":"alarm","type":"string","'
    'doc":"Id of the alarm."},{"name":"repository","type":"string","doc":"Model: '
    'NAMESPACE/NAME."},{"name":"reason","type":"string","doc":"Comment; may be em'
    'pty."},{"name":"tenant","type":"string","doc":"Organisation that owns it."},'
    '{"name":"requested_by","type":"string","doc":"Sender: ORGANISATION/USER."}],'
    '"namespace":"muster.drift_events"},{"type":"record","name":"UserForgotten","'
    'doc":"A user is forgotten in all models of the organisation.","subject":"use'
    'r","fields":[{"name":"user","type":"string","doc":"Keyed hash of the user, a'
    's samples have it."},{"name":"until_ms","type":"long","doc":"Samples may rem'
    'ain until then, milliseconds since 1970 UTC."},{"name":"tenant","type":"stri'
    'ng","doc":"Organisation of the user."},{"name":"requested_by","type":"string'
    '","doc":"Sender: ORGANISATION/USER."}],"namespace":"muster.drift_events"},{"'
    'type":"record","name":"Watermark","doc":"Every fact of the topic with this s'
    'eq or a lower one precedes this record, in every partition.","subject":"log"'
    ',"fields":[{"name":"seq","type":"long","doc":"seq of the newest input whose '
    'consequences are all written."},{"name":"at_ms","type":"long","doc":"Time of'
    ' the batch it ends, milliseconds since 1970 UTC."}],"namespace":"muster.wate'
    'rmarks"}],"doc":"What happened."}]}'
)
