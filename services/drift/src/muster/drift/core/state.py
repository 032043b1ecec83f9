"""The entities. PURE."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from muster.deciding import ByTime, Kind
from muster.deciding.work import WorkQueue
from muster.drift.core.documents import Monitor
from muster.drift.core.sums import NOTHING, NOTHING_COUNTED, Counted
from muster.events.drift_commands import DriftCommand
from muster.events.drift_events import (
    AnchorsCompared,
    AnchorScore,
    AnchorsMissing,
    BaselineMissing,
    BaselineScored,
    ChartDesigned,
    DriftAlarmAcknowledged,
    DriftAlarmEnded,
    DriftAlarmRaised,
    GapMeasured,
    InputsCompared,
    MonitorRemoved,
    MonitorSet,
    QualityMeasured,
    RollbackAsked,
    Side,
    SubgroupMeasured,
    UserForgotten,
    WorstSample,
)
from muster.events.drift_windows import WindowClosed, WindowsClosed, WindowSums
from muster.events.drift_work import (
    AlarmDropped,
    AlarmHeld,
    CasesAsked,
    JudgeMet,
    ModelMet,
    PointerMet,
    PriceMet,
    ScoresAsked,
    SeriesEnded,
    SubgroupWaits,
    TimeAdvanced,
    WindowCounted,
)
from muster.events.eval_commands import ProposeCase, ScoreAnswers, TokenPrice
from muster.events.eval_events import AnswersScored, EvalConfigActivated, EvalEnded, TokenPriceSet
from muster.events.registry_events import (
    RepositoryCreated,
    RepositoryDeleted,
    RepositoryMoved,
    VersionPromoted,
    VersionWithdrawn,
)
from muster.events.shared.command_answers import CommandRejected
from muster.statistics.charts.ewma import EwmaState

OfRegistry: TypeAlias = (
    RepositoryCreated | RepositoryMoved | RepositoryDeleted | VersionPromoted | VersionWithdrawn
)
"""Facts of the registry that say which version a model's name stands for."""

OfEval: TypeAlias = EvalConfigActivated | TokenPriceSet | AnswersScored | EvalEnded | CommandRejected
"""Facts of eval about judges and the runs that score kept answers."""

Inputs: TypeAlias = DriftCommand | WindowClosed | WindowsClosed | OfRegistry | OfEval
"""Records of its inputs that the core decides."""

OfQuality: TypeAlias = (
    QualityMeasured | SubgroupWaits | AlarmHeld | AlarmDropped | RollbackAsked | CasesAsked | ProposeCase
)
"""Facts about judged samples."""

OfBaselines: TypeAlias = (
    ScoresAsked
    | ScoreAnswers
    | BaselineScored
    | BaselineMissing
    | AnchorsCompared
    | AnchorsMissing
    | GapMeasured
)
"""Facts about baselines and anchors."""

Noted: TypeAlias = JudgeMet | PriceMet | ModelMet | PointerMet
"""Notes of facts of other services."""

OfSubgroups: TypeAlias = (
    WindowCounted | SeriesEnded | TimeAdvanced | SubgroupMeasured | ChartDesigned | InputsCompared
)
"""Facts about windows, subgroups, charts and inputs."""

OfMonitors: TypeAlias = MonitorSet | MonitorRemoved | UserForgotten
"""Facts about monitors and users."""

OfAlarms: TypeAlias = DriftAlarmRaised | DriftAlarmEnded | DriftAlarmAcknowledged
"""Facts about alarms."""

Outputs: TypeAlias = OfMonitors | OfSubgroups | OfAlarms | OfQuality | OfBaselines | Noted
"""Records that the core emits."""

QUEUE: Final = WorkQueue(lease_ms=15_000)
"""Orders to workers: samples to judge, cases to store."""


@dataclass(frozen=True, slots=True)
class SeriesName:
    """A series by its parts.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version; empty: the server does not say.
        task: Task of the requests; empty: none.
        segment: Segment of the traffic; empty: none.
    """

    repository: str
    commit: str
    task: str
    segment: str

    @property
    def key(self) -> str:
        """Key of the series."""
        return _SEPARATOR.join((self.repository, self.commit, self.task, self.segment))

    @property
    def version(self) -> str:
        """Key of the version."""
        return _SEPARATOR.join((self.repository, self.commit))

    def chart_key(self, measure: str) -> str:
        """Return the key of the chart of a measure."""
        return f"{self.key}{_SEPARATOR}{measure}"

    @property
    def words(self) -> str:
        """The series for people."""
        parts = [f"{self.repository}@{self.commit[:7]}" if self.commit else self.repository]
        parts += [each for each in (self.task, self.segment) if each]
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class Watched:
    """A model that is watched.

    Attributes:
        tenant: Its organisation.
        monitor: How it is watched.
        digest: SHA-256 of the monitor.
    """

    tenant: str
    monitor: Monitor
    digest: str


@dataclass(frozen=True, slots=True)
class Series:
    """Traffic of one version, task and segment.

    Attributes:
        partition: Partition of its samples.
        subgroup_end_ms: End of its open subgroup, milliseconds since 1970 UTC.
        counted_until_ms: End of the last window counted.
        counted: Windows of the open subgroup.
        quiet: Subgroups without a sample since the last one with samples.
    """

    partition: int
    subgroup_end_ms: int
    counted_until_ms: int
    counted: Counted = NOTHING_COUNTED
    quiet: int = 0


@dataclass(frozen=True, slots=True)
class Learned:
    """A subgroup that helps to establish a centre.

    Attributes:
        count: Values.
        mean: Their mean.
        deviation: Their standard deviation.
    """

    count: int
    mean: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Recent:
    """A subgroup that a chart has compared.

    Attributes:
        start_ms: Its start, milliseconds since 1970 UTC.
        count: Values.
        mean: Their mean.
    """

    start_ms: int
    count: int
    mean: float


_BEGUN: Final = EwmaState()


@dataclass(frozen=True, slots=True)
class Chart:
    """The chart of one measure of a series.

    Attributes:
        learned: Subgroups that establish its centre, until it has limits.
        center: Mean of the samples of these.
        spread: Standard deviation of one sample, widened by how much subgroups differ.
        smoothing: Weight of the newest subgroup.
        low_limit: Lower limit in standard deviations of the statistic, without its sign; 0: none yet.
        high_limit: Upper limit likewise.
        run_length: Wanted number of subgroups between two false alarms.
        samples: Samples that established the centre.
        ewma: State.
        recent: Last subgroups compared, oldest first.
        alarm: Id of the open alarm; empty: there is none.
        calm: Subgroups in succession well within the limits since the alarm.
    """

    learned: tuple[Learned, ...] = ()
    center: float = 0.0
    spread: float = 0.0
    smoothing: float = 0.0
    low_limit: float = 0.0
    high_limit: float = 0.0
    run_length: float = 0.0
    samples: int = 0
    ewma: EwmaState = _BEGUN
    recent: tuple[Recent, ...] = ()
    alarm: str = ""
    calm: int = 0


@dataclass(frozen=True, slots=True)
class Population:
    """Inputs of some subgroups in succession.

    Attributes:
        start_ms: Start of the first, milliseconds since 1970 UTC; 0: there is none.
        subgroups: Number of them.
        sums: What sums of their samples say of inputs; the rest is empty.
    """

    start_ms: int = 0
    subgroups: int = 0
    sums: WindowSums = NOTHING


NO_POPULATION: Final = Population()


@dataclass(frozen=True, slots=True)
class SeriesInputs:
    """Inputs of a series.

    Attributes:
        reference: Inputs of its first subgroups; None: too few so far, they are in `recent`.
        recent: Inputs of the period so far.
    """

    reference: Population | None = None
    recent: Population = NO_POPULATION


NO_INPUTS: Final = SeriesInputs()


@dataclass(frozen=True, slots=True)
class Alarm:
    """An alarm that has not ended.

    Attributes:
        tenant: Organisation of the model.
        chart: Key of its chart.
        acknowledged: Whether somebody knows of it.
    """

    tenant: str
    chart: str
    acknowledged: bool = False


@dataclass(frozen=True, slots=True)
class Judge:
    """The eval config of a name.

    Attributes:
        document: As canonical JSON.
        judge_hash: Hash of its judge; empty: it has none.
    """

    document: str
    judge_hash: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """A subgroup whose samples wait for the judge, or are with it.

    Attributes:
        name: Its series.
        partition: Partition of inference-samples that has the samples.
        start_ms: Its start, milliseconds since 1970 UTC.
        end_ms: Its end, exclusive.
        samples: Ids of the samples.
    """

    name: SeriesName
    partition: int
    start_ms: int
    end_ms: int
    samples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JudgeTurn:
    """Subgroups of one model that wait for the judge, and what judging has cost.

    Attributes:
        waiting: In their order; the first is with a worker.
        day: Day of `spent_micros`, days since 1970 UTC.
        spent_micros: Cost of that day, millionths of a dollar.
    """

    waiting: tuple[Waiting, ...] = ()
    day: int = 0
    spent_micros: int = 0


@dataclass(frozen=True, slots=True)
class BaselineState:
    """A baseline, which the quality of a version is held against, and the last check of its judge.

    Attributes:
        asked_ms: When scores were asked for last, milliseconds since 1970 UTC.
        judge_hash: Hash of the judge.
        mean: Mean score.
        deviation: Standard deviation of one score.
        scores: By case, in the order of the run; empty: there is no baseline.
        run: Run of eval whose answer is awaited; empty: none.
        checks: Whether that run checks the judge.
        moved: Whether the judge has moved since.
        checked_ms: When the judge scored as before for the last time.
    """

    asked_ms: int
    judge_hash: str = ""
    mean: float = 0.0
    deviation: float = 0.0
    scores: tuple[AnchorScore, ...] = ()
    run: str = ""
    checks: bool = False
    moved: bool = False
    checked_ms: int = 0


@dataclass(frozen=True, slots=True)
class Held:
    """An alarm that waits until the judge is checked.

    Attributes:
        side: Direction of the change.
        at_ms: End of the subgroup that gave the signal.
    """

    side: Side
    at_ms: int


@dataclass(frozen=True, slots=True)
class Worst:
    """A sample with a low score, and its subgroup.

    Attributes:
        start_ms: Start of the subgroup.
        sample: The sample.
    """

    start_ms: int
    sample: WorstSample


WATCHED: Final = Kind("monitor", Watched)
"""repository -> how it is watched."""

SERIES: Final = Kind("series", Series)
"""`series_key` -> what is counted of it."""

CHARTS: Final = Kind("chart", Chart)
"""`chart_key` -> chart."""

INPUTS: Final = Kind("inputs", SeriesInputs)
"""`series_key` -> its inputs."""

ALARMS: Final = Kind("alarm", Alarm)
"""alarm -> the alarm, while it is open."""

CLOSED: Final = Kind("closed", int)
"""`partition_key` -> time until which no window of the partition is open, milliseconds since 1970 UTC."""

JUDGES: Final = Kind("judge", Judge)
"""tenant/config -> the eval config."""

PRICES: Final = Kind("price", TokenPrice)
"""`price_key` -> price of a model's tokens."""

MODELS: Final = Kind("model", str)
"""Id of a repository -> its name."""

MODEL_IDS: Final = Kind("model-id", str)
"""Name of a repository -> its id."""

PRODUCTION: Final = Kind("production", str)
"""Id of a repository -> its commit in production."""

TURNS: Final = Kind("judge-turn", JudgeTurn)
"""repository -> what waits for the judge."""

BASELINES: Final = Kind("baseline", BaselineState)
"""`SeriesName.version` -> what the quality of a version is held against."""

RUNS: Final = Kind("run", str)
"""Run of eval -> key of the baseline that awaits it."""

RUNS_DUE: Final = ByTime("run-due")
"""Runs by when their answer is given up."""

HELD: Final = Kind("held", Held)
"""`chart_key` -> alarm that is held."""

WORST: Final = Kind("worst", tuple[Worst, ...])
"""`chart_key` -> samples with low scores of its last subgroups, oldest first."""

OPEN: Final = ByTime("subgroup-end")
"""Series by the end of their open subgroup."""


def partition_key(partition: int) -> str:
    """Return the key of a partition."""
    return f"{partition:06d}"


_SEPARATOR: Final = "\x1f"
"""Stands in no name: `subgroups` replaces control characters of the names that it reads."""


def series_named(key: str) -> SeriesName:
    """Return the parts of a key of a series."""
    repository, commit, task, segment = key.split(_SEPARATOR)
    return SeriesName(repository, commit, task, segment)


class SeriesFact(Protocol):
    """A fact about one series."""

    @property
    def repository(self) -> str:
        """Model: NAMESPACE/NAME."""
        ...

    @property
    def commit(self) -> str:
        """Version; empty: the server does not say."""
        ...

    @property
    def task(self) -> str:
        """Task of the requests; empty: none."""
        ...

    @property
    def segment(self) -> str:
        """Segment of the traffic; empty: none."""
        ...


def series_of(fact: SeriesFact) -> SeriesName:
    """Return the series of a fact."""
    return SeriesName(fact.repository, fact.commit, fact.task, fact.segment)


def measure_of(chart: str) -> tuple[SeriesName, str]:
    """Return the series and the measure of a chart by its key."""
    series, _, measure = chart.rpartition(_SEPARATOR)
    return series_named(series), measure


def series_prefix(repository: str) -> str:
    """Return how the keys of all series and charts of a model begin."""
    return f"{repository}{_SEPARATOR}"


def price_key(tenant: str, endpoint: str, model: str) -> str:
    """Return the key of a price."""
    return _SEPARATOR.join((tenant, endpoint, model))


def version_named(key: str) -> tuple[str, str]:
    """Return repository and commit of a key of a version."""
    repository, commit = key.split(_SEPARATOR)
    return repository, commit
