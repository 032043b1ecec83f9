"""A monitor as a model: read with errors that name the field. PURE."""

from __future__ import annotations

import json
import operator
from decimal import Decimal
from typing import Annotated, Any, Final, Literal, get_args

from muster.events.shared.command_answers import Violation
from muster.jobs.documents.refusal import InvalidDocument, invalid, path_text
from muster.jobs.documents.text import read_json
from muster.jobs.values.quantities import format_duration, parse_duration
from muster.jobs.values.rules import QUEUE_PATTERN
from muster.statistics.charts.budgets import arl_for_days
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, ValidationError

DAY_MS: Final = 86_400_000

SUBGROUPS_MS: Final = tuple(
    seconds * 1_000
    for seconds in (
        1,
        2,
        5,
        10,
        30,
        60,
        120,
        300,
        600,
        900,
        1_800,
        3_600,
        7_200,
        14_400,
        21_600,
        43_200,
        86_400,
    )
)
"""Allowed lengths of a subgroup: a whole number of them fits into a day."""

MeasureName = Literal[
    "errors",
    "truncated",
    "refusals",
    "invalid-json",
    "null-fields",
    "rating",
    "completion",
    "latency",
    "answer-length",
]
"""Measures that need no judge."""

JudgedName = Literal["quality", "failed-checks", "unread-verdicts"]

JUDGED: Final[tuple[JudgedName, ...]] = get_args(JudgedName)
"""Measures of judged samples."""


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


def _duration(low_ms: int, high_ms: int) -> BeforeValidator:
    def read(value: object) -> int:
        allowed = f"a duration from {format_duration(low_ms)} to {format_duration(high_ms)}, as 10m or 30d"
        try:
            duration_ms = parse_duration(value if isinstance(value, str) else "")
        except ValueError:
            raise ValueError(allowed) from None
        if not low_ms <= duration_ms <= high_ms:
            raise ValueError(allowed)
        return duration_ms

    return BeforeValidator(read)


def _subgroup(value: object) -> int:
    try:
        duration_ms = parse_duration(value if isinstance(value, str) else "")
    except ValueError:
        duration_ms = 0
    if duration_ms not in SUBGROUPS_MS:
        raise ValueError(f"one of {', '.join(map(format_duration, SUBGROUPS_MS))}")
    return duration_ms


_AS_TEXT: Final = PlainSerializer(format_duration, return_type=str)

SubgroupMs = Annotated[int, BeforeValidator(_subgroup), _AS_TEXT, Field(json_schema_extra={"type": "string"})]
BetweenMs = Annotated[int, _duration(DAY_MS, 3_650 * DAY_MS), _AS_TEXT]


class Sampling(_Model):
    """How servers sample the model's requests."""

    one_in: Annotated[int, Field(ge=1, le=1_000_000)] = 1_000
    """Sampling rate: one in this many requests is sampled."""
    per_window_min: Annotated[int, Field(ge=0, le=1_000)] = 20
    """Samples of each task and segment in a minute below which more requests are sampled."""
    per_second_max: Annotated[float, Field(gt=0, le=10_000)] = 20.0
    """Maximum number of samples of one server process in a second."""
    bodies: bool = False
    """Whether texts are kept, redacted, for seven days. Without them nothing can be judged."""


class Judging(_Model):
    """How samples with texts are judged, on the ruler of an eval config."""

    config: Annotated[str, Field(pattern=QUEUE_PATTERN)]
    """Name of the eval config whose judge and checks score samples."""
    samples: Annotated[int, Field(ge=2, le=50)] = 20
    """Most samples of each subgroup and series that are judged."""
    daily_usd: Annotated[Decimal, Field(gt=0, le=1_000_000, decimal_places=6)] = Decimal(5)
    """Most that judging this model may cost in one day, UTC, as far as the judge has a price."""
    baseline: Annotated[int, Field(ge=20, le=2_000)] = 200
    """Most kept answers of the evaluation of a version that are scored again as its baseline."""
    anchors: Annotated[int, Field(ge=10, le=200)] = 50
    """Number of these that the judge scores again each day, and before an alarm about quality."""
    gap: Annotated[float, Field(gt=0, le=10)] = 1.0
    """Distance from the baseline, in standard deviations of one score, beyond which there is an alarm."""
    propose: bool = False
    """Whether the worst samples of an alarm about quality are proposed as cases of the config's golden set.
    They are then kept as long as the set."""

    @property
    def daily_micros(self) -> int:
        """The daily limit in millionths of a dollar."""
        return int(self.daily_usd * 1_000_000)


def _is_none(value: object) -> bool:
    return value is None


class Monitor(_Model):
    """How a model is watched in production."""

    subgroup: SubgroupMs = 600_000
    """Length of a subgroup, the unit of each chart. Windows of the service that are longer take its place."""
    false_alarm_every: BetweenMs = 7 * DAY_MS
    """Wanted mean time between two false alarms, over all charts of the monitor."""
    measures: tuple[MeasureName, ...] = (
        "errors",
        "truncated",
        "refusals",
        "invalid-json",
        "null-fields",
        "rating",
        "completion",
        "latency",
        "answer-length",
    )
    """Measures that have charts."""
    series_max: Annotated[int, Field(ge=1, le=1_000)] = 5
    """Most series, combinations of task and segment, of one version; the budget of false alarms is divided
    among their charts. Samples of further ones are not charted."""
    learning_subgroups: Annotated[int, Field(ge=10, le=1_000)] = 50
    """Subgroups with enough samples that establish the centre of a chart."""
    samples_min: Annotated[int, Field(ge=2, le=10_000)] = 10
    """Values below which a subgroup is too small to be compared."""
    smoothing: Annotated[float, Field(ge=0.02, le=1)] = 0.1
    """Weight of the newest subgroup: small values find small changes, large values find large ones soon."""
    sampling: Sampling = Sampling()
    """How servers sample."""
    judge: Annotated[Judging | None, Field(exclude_if=_is_none)] = None
    """How samples are judged; absent: they are not."""
    rollback: Annotated[bool, Field(exclude_if=operator.not_)] = False
    """Whether an alarm about fallen quality asks for the version to be taken back."""

    @property
    def charted(self) -> tuple[str, ...]:
        """Measures that have charts, those of a judge included."""
        return (*self.measures, *(() if self.judge is None else JUDGED))

    @property
    def run_length(self) -> float:
        """Wanted mean number of subgroups between two false alarms of one chart."""
        charts = self.series_max * len(self.charted)
        return arl_for_days(self.false_alarm_every / DAY_MS, DAY_MS / self.subgroup, charts)


def parse_monitor(data: object) -> Monitor:
    """Return the monitor that plain data describes.

    Raises:
        InvalidDocument: A field is unknown, missing or not allowed.
    """
    try:
        monitor = Monitor.model_validate(data)
    except ValidationError as error:
        raise InvalidDocument([_violation(each) for each in error.errors()]) from None
    if not monitor.measures or len(set(monitor.measures)) < len(monitor.measures):
        raise InvalidDocument([invalid("measures", ", ".join(monitor.measures), "distinct, at least one")])
    if monitor.judge is not None and not monitor.sampling.bodies:
        raise InvalidDocument([invalid("sampling.bodies", "false", "true with judge, which reads texts")])
    return monitor


def _violation(found: Any) -> Violation:
    """Return an error of pydantic as a violation; messages of validators here are what is allowed."""
    field = path_text(found["loc"])
    match found["type"]:
        case "missing":
            return invalid(field, "missing", "given")
        case "extra_forbidden":
            return invalid(field, found["input"], "left out: there is no such field")
        case "value_error":
            return invalid(field, found["input"], str(found["ctx"]["error"]))
        case _:
            text = str(found["msg"]).removeprefix("Input should be ")
            return invalid(field, found["input"], text[:1].lower() + text[1:])


def read_monitor(document: str) -> Monitor:
    """Return the monitor in a JSON text.

    Raises:
        InvalidDocument: It is none.
    """
    return parse_monitor(read_json(document.encode()))


def canonical(monitor: Monitor) -> str:
    """Return the monitor as canonical JSON: equal monitors are equal texts."""
    return json.dumps(monitor.model_dump(mode="json"), sort_keys=True, separators=(",", ":"))


def monitor_schema() -> dict[str, Any]:
    """Return the JSON Schema of a monitor."""
    return Monitor.model_json_schema()
