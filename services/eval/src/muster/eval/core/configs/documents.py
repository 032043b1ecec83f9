"""A config and a golden case as models: read with errors that name the field. PURE."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Annotated, Any, Final, Literal, cast

from muster.eval.core.configs import kinds, subsets
from muster.eval.core.configs.kinds import CaseKind, Provenance
from muster.eval.core.configs.reach import Serve, Trigger
from muster.eval.core.configs.subsets import SubsetName
from muster.eval.core.configs.violations import violations_of
from muster.eval.core.gating.terms import GateKind, WhenInconclusive
from muster.events.eval_commands import GoldenTask
from muster.events.shared.command_answers import Violation
from muster.golden.checking.clusters import HELD_OUT_ALONE, mixed_cases
from muster.golden.configs import Checks, Endpoint, JudgeSetting, Name, Part, TaskSetting
from muster.golden.lines import canonical_line
from muster.jobs.documents.refusal import InvalidDocument, invalid
from muster.jobs.documents.text import read_json
from muster.jobs.forms.errors import filled
from muster.jobs.values.rules import QUEUE_ALLOWED
from muster.scoring.judging.names import same_model
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    ValidationError,
    model_validator,
)

NAME_ALLOWED: Final = QUEUE_ALLOWED
"""As `NAME`, for people."""

CASES_MAX: Final = 100_000
SET_BYTES_MAX: Final = 64 << 20
TASKS_MAX: Final = 100
CAP_MICROS_MAX: Final = 1_000_000_000_000
"""Largest cap, a million dollars: sums fit 64 bits."""

CAP_USD_MAX: Final = CAP_MICROS_MAX // 1_000_000
TRIGGERS_MAX: Final = 100

CaseId = Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[!-~]+$")]


def _is_none(value: object) -> bool:
    return value is None


def _is_empty(value: object) -> bool:
    return value == ()


class Sampling(Part):
    """How answers are drawn."""

    temperature: Annotated[float, Field(ge=0, le=2)] = 0.0
    """0: the likeliest token each time."""
    seed: int = 1
    """Sent with each request."""
    max_tokens: Annotated[int, Field(ge=1, le=1_000_000)] = 512
    """Most tokens of an answer."""
    stop: Annotated[tuple[str, ...], Field(max_length=4)] = ()
    """Texts that end an answer."""


class GateSetting(Part):
    """How a run's scores become a verdict."""

    kind: GateKind = GateKind.GENERAL
    """general: at least 0.85; safety: at least 0.95, and it always blocks; creative: at least 0.75."""
    blocking: bool = True
    """Whether it can hold a promotion; otherwise it advises."""
    coverage: Annotated[float, Field(gt=0, le=1)] = 0.95
    """Least share of the cases that must have a score."""
    inconclusive: WhenInconclusive | None = None
    """Policy when the cases are too few to tell; absent: block for safety, else advise."""

    @model_validator(mode="after")
    def _safety_blocks(self) -> GateSetting:
        if self.kind is GateKind.SAFETY and not self.blocking:
            raise ValueError("blocking is false; must be true for a gate of kind safety")
        return self


_PART: Final = r"\.?[A-Za-z0-9_-][A-Za-z0-9_.-]*"
"""Owner or name at a code host; never `.` or `..`, which would lead elsewhere."""


class StatusSetting(Part):
    """The code host that verdicts are posted to, by the API of GitHub for statuses of commits."""

    api: Annotated[str, Field(pattern=r"^https?://[^\s@?#]+$", max_length=500)] = "https://api.github.com"
    """Base URL of the API, as in https://git.example.org/api/v1."""
    repository: Annotated[str, Field(pattern=f"^{_PART}/{_PART}$", max_length=200)]
    """OWNER/NAME of the code's repository there."""
    token: Name
    """Name of a file with the token, among the secrets of the reactor."""


class EvalConfig(Part):
    """A config of evaluations."""

    golden_set: Name
    """The cases."""
    endpoint: Endpoint
    """The server to ask."""
    tasks: Annotated[dict[Name, TaskSetting], Field(min_length=1, max_length=TASKS_MAX)]
    """By name, as in the golden set."""
    sampling: Sampling = Sampling()
    """How answers are drawn."""
    gate: GateSetting = GateSetting()
    """The verdict."""
    judge: Annotated[JudgeSetting | None, Field(exclude_if=_is_none)] = None
    """Scores answers that pass the checks; absent: checks alone decide."""
    status: StatusSetting | None = None
    """Code host for verdicts of runs that name a Git commit; absent: none are posted."""
    cap_usd: Annotated[
        Annotated[Decimal, Field(gt=0, le=CAP_USD_MAX, decimal_places=6)] | None,
        Field(exclude_if=_is_none),
    ] = None
    """Most that a run may cost, US dollars; absent: 5 where a price is set for the model."""
    triggers: Annotated[tuple[Trigger, ...], Field(max_length=TRIGGERS_MAX, exclude_if=_is_empty)] = ()
    """Versions that are evaluated by themselves; they are served by the job under `serve`."""
    serve: Annotated[Serve | None, Field(exclude_if=_is_none)] = None
    """Job that serves the version for each evaluation; absent: an endpoint does."""

    @model_validator(mode="after")
    def _judge_is_another(self) -> EvalConfig:
        if self.judge is None:
            return self
        names = {"endpoint.model": self.judge.endpoint.model, "version": self.judge.version}
        for path, name in names.items():
            if same_model(name, self.endpoint.model):
                allowed = f"another model than the one under test, {self.endpoint.model}"
                raise ValueError(f"judge.{path} is {name}; must be {allowed}")
        return self

    @model_validator(mode="after")
    def _one_way_to_the_version(self) -> EvalConfig:
        if self.triggers and self.serve is None:
            allowed = "a job: nothing else serves a version that was just committed"
            raise ValueError(f"serve is missing; must be {allowed}")
        if self.serve is not None and self.endpoint.url is not None:
            raise ValueError(f"endpoint.url is {self.endpoint.url}; must be absent with serve")
        return self


class Message(Part):
    """One message of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: Annotated[str, Field(max_length=1_000_000)]


def _is_locked(value: object) -> bool:
    return value == "locked"


def _several(value: object) -> object:
    return (value,) if isinstance(value, str) else value


_SEVERAL: Final = BeforeValidator(_several, json_schema_input_type=str | tuple[str, ...])


def _by_name(sources: dict[str, str]) -> dict[str, str]:
    """Return sources in the order of their names: a judge's prompt has them in the order of the mapping."""
    return dict(sorted(sources.items()))


class GoldenCase(Part):
    """A case of a golden set: a line of its file."""

    id: CaseId
    """Unique in the set."""
    task: Name
    """Name of the task."""
    prompt: Annotated[str, Field(max_length=1_000_000)] | None = None
    """The user's message; in place of `messages`."""
    messages: Annotated[tuple[Message, ...], Field(max_length=1_000)] = ()
    """The conversation up to the answer."""
    expected: Annotated[tuple[str, ...], _SEVERAL, Field(max_length=1_000)] = ()
    """Texts that count as right: a list, or one text."""
    sources: Annotated[dict[str, str], AfterValidator(_by_name)] = Field(default_factory=dict)
    """Texts that an answer may cite, by name."""
    checks: Checks = ()
    """Checks of this case, besides the task's."""
    cluster: Annotated[str, Field(max_length=200)] | None = None
    """Cases that are not independent of each other share one; absent: the case is alone."""
    metadata: dict[str, Any] = Field(default_factory=dict)
    """For people; `canary` is a text by which `muster eval check` finds copies of the set."""
    kind: CaseKind | None = None
    """It says which fields the case must have, and how it is checked if it has no checks of its own."""
    labels: Annotated[
        tuple[Annotated[str, Field(min_length=1)], ...], Field(max_length=kinds.LABELS_MAX)
    ] = ()
    """Labels that an answer may be, in a case of kind safety; `expected` is one of them."""
    provenance: Provenance | None = None
    """Origin of the case."""
    subset: Annotated[SubsetName, Field(exclude_if=_is_locked)] = "locked"
    """live: it comes from production, and no comparison counts it; held_out: only final gates ask it, and
    nobody reads its texts."""

    @model_validator(mode="after")
    def _asks_something(self) -> GoldenCase:
        if (self.prompt is None) == (not self.messages):
            raise ValueError("prompt is missing; must be given, or messages in its place")
        return self

    @model_validator(mode="after")
    def _has_the_fields_of_its_kind(self) -> GoldenCase:
        kinds.check_fields(
            self.kind, expected=self.expected, labels=self.labels, sources=self.sources, checks=self.checks
        )
        return self

    @property
    def cluster_name(self) -> str:
        """Its cluster; a case that is alone is one."""
        return self.cluster if self.cluster is not None else f"case:{self.id}"

    @property
    def conversation(self) -> tuple[Message, ...]:
        """The messages that are sent."""
        return self.messages or (Message(role="user", content=self.prompt or ""),)


@dataclass(frozen=True, slots=True)
class GoldenText:
    """A golden set as it is stored.

    Attributes:
        lines: Canonical JSON lines, each ended by a newline; none of a held-out case.
        tasks: Tasks of its locked and live cases, by name.
        compared: The lines but those of live cases.
        held_out: Keyed digest of the held-out cases; empty: there are none, or they are not sealed yet.
        held_out_tasks: Tasks of these, by name.
        held_out_lines: Lines of these until they are sealed; nothing but a seal may get them.
    """

    lines: bytes
    tasks: tuple[GoldenTask, ...]
    compared: bytes
    held_out: str = ""
    held_out_tasks: tuple[GoldenTask, ...] = ()
    held_out_lines: bytes = field(default=b"", repr=False)

    @property
    def digest(self) -> str:
        """SHA-256 of the lines."""
        return hashlib.sha256(self.lines).hexdigest()

    @property
    def comparable(self) -> str:
        """SHA-256 of the lines but those of live cases; empty: there are no live cases."""
        return "" if self.compared == self.lines else hashlib.sha256(self.compared).hexdigest()

    def sealed(self, digest: str, tasks: tuple[GoldenTask, ...]) -> GoldenText:
        """Return the set with held-out cases that are sealed: it names them by their keyed digest."""
        line = subsets.held_out_line(digest, tasks)
        return replace(
            self,
            lines=self.lines + line,
            compared=self.compared + line,
            held_out=digest,
            held_out_tasks=tasks,
            held_out_lines=b"",
        )


def parse_config(data: object) -> EvalConfig:
    """Return the config that plain data describes.

    Raises:
        InvalidDocument: A field is unknown, missing or not allowed.
    """
    try:
        return EvalConfig.model_validate(data)
    except ValidationError as error:
        in_words_of_jobs = _of_serve(data)
        others = (each for each in violations_of(error, "") if not (in_words_of_jobs and _is_of_serve(each)))
        raise InvalidDocument([*in_words_of_jobs, *others]) from None


def _of_serve(data: object) -> list[Violation]:
    """Return what is wrong with the job under `serve`, in the words of jobs."""
    job = cast("Mapping[str, object]", data).get("serve") if isinstance(data, Mapping) else None
    if not isinstance(job, Mapping):
        return []
    try:
        filled(Serve, cast("object", job))
    except InvalidDocument as error:
        return [replace(each, field=f"serve.{each.field}") for each in error.violations]
    return []


def _is_of_serve(violation: Violation) -> bool:
    return violation.field.partition(".")[0] == "serve"


def read_config(document: str) -> EvalConfig:
    """Return the config in a JSON text.

    Raises:
        InvalidDocument: It is none.
    """
    return parse_config(read_json(document.encode()))


def canonical(config: EvalConfig) -> str:
    """Return the config as canonical JSON: equal configs are equal texts."""
    return json.dumps(config.model_dump(mode="json"), sort_keys=True, separators=(",", ":"))


def parse_cases(text: bytes) -> GoldenText:
    """Return a golden set from JSON lines.

    Raises:
        InvalidDocument: A line is no case, an id is there twice, or there is no case; at most ten lines are
            named. An error about a held-out case shows nothing of it.
    """
    if len(text) > SET_BYTES_MAX:
        raise InvalidDocument([invalid("size", f"{len(text)} bytes", f"at most {SET_BYTES_MAX} bytes")])
    found: list[Violation] = []
    cases: list[GoldenCase] = []
    numbers: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if len(found) >= 10:
            break
        if not line.strip():
            continue
        try:
            case = GoldenCase.model_validate_json(line)
        except ValidationError as error:
            wrong = violations_of(error, f"line {number}")
            is_hidden = subsets.is_held_out(line)
            found.extend(subsets.without_texts(wrong, GoldenCase.model_fields) if is_hidden else wrong)
            continue
        if case.id in numbers:
            shown = subsets.NOT_SHOWN if case.subset == "held_out" else case.id
            found.append(invalid(f"line {number}.id", shown, f"one that line {numbers[case.id]} has not"))
            continue
        numbers[case.id] = number
        if not case.checks and (implied := kinds.implied_checks(case.kind, case.expected)):
            case = case.model_copy(update={"checks": implied})
        cases.append(case)
    if not found and not cases:
        found.append(invalid("cases", "none", "at least one line of JSON"))
    if len(cases) > CASES_MAX:
        found.append(invalid("cases", len(cases), f"at most {CASES_MAX}"))
    found.extend(_mixed_clusters(cases, numbers))
    if found:
        raise InvalidDocument(found)
    return _golden_text(cases)


def _golden_text(cases: Sequence[GoldenCase]) -> GoldenText:
    open_cases = [case for case in cases if case.subset != "held_out"]
    held_out = [case for case in cases if case.subset == "held_out"]
    lines = _lines(open_cases)
    compared = [case for case in open_cases if case.subset != "live"]
    return GoldenText(
        lines=lines,
        tasks=tuple(_tasks(open_cases)),
        compared=lines if len(compared) == len(open_cases) else _lines(compared),
        held_out_tasks=tuple(_tasks(held_out)),
        held_out_lines=_lines(held_out),
    )


def _mixed_clusters(cases: Sequence[GoldenCase], numbers: Mapping[str, int]) -> Iterator[Violation]:
    """Yield the first held-out case whose cluster has other cases, which would tell what it is about."""
    for place in mixed_cases((case.cluster, case.subset == "held_out") for case in cases)[:1]:
        yield invalid(f"line {numbers[cases[place].id]}.cluster", subsets.NOT_SHOWN, HELD_OUT_ALONE)


def cases_of(lines: bytes) -> Iterator[GoldenCase]:
    """Yield the cases of a stored golden set, but held-out ones, or those of opened lines."""
    for line in subsets.split(lines)[0].splitlines():
        yield GoldenCase.model_validate_json(line)


def config_schema() -> dict[str, Any]:
    """Return the JSON Schema of a config, for editors."""
    return EvalConfig.model_json_schema()


def case_schema() -> dict[str, Any]:
    """Return the JSON Schema of a line of a golden set."""
    return {**GoldenCase.model_json_schema(), "allOf": kinds.FIELDS_BY_KIND}


def _lines(cases: Iterable[GoldenCase]) -> bytes:
    return "".join(map(_line, cases)).encode()


def _line(case: GoldenCase) -> str:
    return canonical_line(case.model_dump(mode="json", exclude_unset=True))


def _tasks(cases: Iterable[GoldenCase]) -> Iterator[GoldenTask]:
    counted: Counter[str] = Counter()
    checked: Counter[str] = Counter()
    clusters: dict[str, Counter[str]] = {}
    for case in cases:
        counted[case.task] += 1
        checked[case.task] += bool(case.checks)
        clusters.setdefault(case.task, Counter())[case.cluster_name] += 1
    for task in sorted(counted):
        yield GoldenTask(
            task=task,
            cases=counted[task],
            clusters=len(clusters[task]),
            checked=checked[task],
            largest=max(clusters[task].values()),
        )
