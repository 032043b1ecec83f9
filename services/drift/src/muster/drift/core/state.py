"""The entities. PURE."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from muster.deciding import ByTime, Kind
from muster.drift.core.documents import Monitor
from muster.drift.core.sums import NOTHING_COUNTED, Counted
from muster.events.drift_commands import DriftCommand
from muster.events.drift_events import DriftEvent
from muster.events.drift_windows import WindowClosed, WindowsClosed
from muster.events.drift_work import SeriesEnded, TimeAdvanced, WindowCounted
from muster.statistics.charts.ewma import EwmaState

Inputs: TypeAlias = DriftCommand | WindowClosed | WindowsClosed
"""Records of its inputs that the core decides."""

Outputs: TypeAlias = DriftEvent | WindowCounted | SeriesEnded | TimeAdvanced
"""Records that the core emits."""


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
    ewma: EwmaState = _BEGUN
    recent: tuple[Recent, ...] = ()
    alarm: str = ""
    calm: int = 0


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


WATCHED: Final = Kind("monitor", Watched)
"""repository -> how it is watched."""

SERIES: Final = Kind("series", Series)
"""`series_key` -> what is counted of it."""

CHARTS: Final = Kind("chart", Chart)
"""`chart_key` -> chart."""

ALARMS: Final = Kind("alarm", Alarm)
"""alarm -> the alarm, while it is open."""

CLOSED: Final = Kind("closed", int)
"""`partition_key` -> time until which no window of the partition is open, milliseconds since 1970 UTC."""

OPEN: Final = ByTime("subgroup-end")
"""Series by the end of their open subgroup."""


def partition_key(partition: int) -> str:
    """Return the key of a partition."""
    return f"{partition:06d}"


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

    def chart_key(self, measure: str) -> str:
        """Return the key of the chart of a measure."""
        return f"{self.key}{_SEPARATOR}{measure}"

    @property
    def words(self) -> str:
        """The series for people."""
        parts = [f"{self.repository}@{self.commit[:7]}" if self.commit else self.repository]
        parts += [each for each in (self.task, self.segment) if each]
        return " ".join(parts)


_SEPARATOR: Final = "\x1f"
"""Stands in no name: `subgroups` replaces control characters of the names that it reads."""


def series_named(key: str) -> SeriesName:
    """Return the parts of a key of a series."""
    repository, commit, task, segment = key.split(_SEPARATOR)
    return SeriesName(repository, commit, task, segment)


def measure_of(chart: str) -> tuple[SeriesName, str]:
    """Return the series and the measure of a chart by its key."""
    series, _, measure = chart.rpartition(_SEPARATOR)
    return series_named(series), measure


def series_prefix(repository: str) -> str:
    """Return how the keys of all series and charts of a model begin."""
    return f"{repository}{_SEPARATOR}"
