"""Parts of an eval config that say how answers are scored, read with errors that name the field. PURE.

Two services read them: eval scores answers of golden cases by them, drift samples of production.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Final, Literal, cast

from muster.events.refusal import must_be
from muster.jobs.values.rules import QUEUE_PATTERN
from muster.scoring.calling import endpoints
from muster.scoring.calling.allowed import JUDGE_REPLY_BYTES_MAX
from muster.scoring.calling.endpoints import Secret
from muster.scoring.judging.judges import CRITERIA, SAMPLES, Judge, judge_hash, prompt_hash
from muster.scoring.judging.prompts import ANSWER_CHARACTERS_MAX
from muster.scoring.rubric.checks import Check, parse_check
from muster.scoring.rubric.findings import Case, InvalidCheck
from muster.scoring.rubric.judging import first_failure, without_expected
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

NAME: Final = QUEUE_PATTERN
"""Golden sets, configs, tasks, keys and runs are named as queues are."""

Name = Annotated[str, Field(pattern=NAME)]

REASON_MAX: Final = 300
"""Most characters of a reason in a fact or a result."""


class Part(BaseModel):
    """A part of a document; a field that it does not have is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


def _check(data: object) -> object:
    """Read one check with the rubric's own messages."""
    try:
        return parse_check(cast("object", data)) if isinstance(data, Mapping) else data
    except InvalidCheck as error:
        raise ValueError(str(error)) from None


Checks = Annotated[tuple[Annotated[Check, BeforeValidator(_check)], ...], Field(max_length=100)]


class Endpoint(Part):
    """A server of the version, by the chat completions API of OpenAI."""

    url: Annotated[str, Field(pattern=r"^https?://[^\s@]+$", max_length=500)] | None = None
    """Base URL, as in https://models.example.org/v1; absent: each evaluation names it."""
    model: Annotated[str, Field(min_length=1, max_length=300)]
    """Model to ask for; an endpoint that reports another is an error."""
    key: Name | None = None
    """Name of a file with the endpoint's key, among the secrets of the workers; absent: it takes none."""
    concurrency: Annotated[int, Field(ge=1, le=1_000)] = 20
    """Most requests at a time, of all evaluations of a worker that ask this endpoint."""
    requests_per_s: Annotated[float, Field(gt=0)] | None = None
    """Most requests in a second, likewise; absent: as many as it answers."""
    timeout_s: Annotated[float, Field(gt=0, le=3_600)] = 60.0
    """How long one answer may take."""


class TaskSetting(Part):
    """How answers of one task are scored, and what they must reach."""

    checks: Checks = ()
    """All must pass; empty: the cases bring their own."""
    threshold: Annotated[float, Field(ge=0, le=1)] | None = None
    """Least mean, to be reached with confidence; absent: that of the gate's kind."""
    margin: Annotated[float, Field(ge=0, le=1)] = 0.02
    """How much worse than the version in production it may be."""
    judge: Annotated[bool, Field(exclude_if=bool)] = True
    """Whether the judge scores answers that pass the checks; it skips cases with one right answer."""


class JudgeSampling(Part):
    """How verdicts are drawn."""

    temperature: Annotated[float, Field(ge=0, le=2)] = 0.7
    """At 0 the samples of a case are about the same, and their median says no more than one."""
    seed: Annotated[int, Field(ge=0, le=1_000_000_000)] = 1
    """Seed of the first sample; each further request has the next one."""
    max_tokens: Annotated[int, Field(ge=1, le=10_000)] = 512
    """Most tokens of a reply."""


PERSON: Final = r"^[A-Za-z0-9][A-Za-z0-9._@+-]{0,99}$"
PERSON_ALLOWED: Final = "1 to 100 of A-Z a-z 0-9 . _ @ + -, a letter or digit first"
"""Names of people who label answers."""


class CalibrationSetting(Part):
    """How people calibrate a judge."""

    cases: Annotated[int, Field(ge=2, le=5_000)] = 100
    """Answers that people score; every fifth is scored by two."""
    days: Annotated[int, Field(ge=1, le=3_650)] = 90
    """Age at which labels are stale: verdicts warn, and other answers are to be scored."""
    people: Annotated[tuple[Annotated[str, Field(pattern=PERSON)], ...], Field(max_length=50)] = ()
    """Names of the people who score, each once; empty: anyone may."""

    @model_validator(mode="after")
    def _people_are_distinct(self) -> CalibrationSetting:
        if len(set(self.people)) < len(self.people):
            raise ValueError(f"people is {', '.join(self.people)}; must be distinct")
        return self

    @property
    def days_ms(self) -> int:
        """The days in milliseconds."""
        return self.days * 86_400_000


def _is_default(value: object) -> bool:
    return value == CalibrationSetting()


class JudgeSetting(Part):
    """A model that scores answers from 1 to 5."""

    endpoint: Endpoint
    """Its server, with limits and key of its own; `url` is required."""
    version: Annotated[str, Field(max_length=300)] = ""
    """Release that the endpoint reports in place of the model, as gpt-4o-2024-08-06."""
    criteria: Annotated[str, Field(min_length=1, max_length=10_000)] = CRITERIA
    """Standard by which the judge grades answers."""
    prompt_hash: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")] | None = None
    """SHA-256 that the judge's prompt must have; absent: not pinned."""
    samples: Literal[1, 3, 5, 7, 9] = SAMPLES
    """Most verdicts on each answer, whose median counts; the last are asked for only if the first differ."""
    sampling: JudgeSampling = JudgeSampling()
    """How verdicts are drawn."""
    calibration: Annotated[CalibrationSetting, Field(exclude_if=_is_default)] = CalibrationSetting()
    """How people calibrate it; no part of its hash."""

    @model_validator(mode="after")
    def _is_whole(self) -> JudgeSetting:
        if self.endpoint.url is None:
            raise ValueError("endpoint.url is missing; must be given: nothing else names the judge's server")
        found = prompt_hash(self.judge)
        if self.prompt_hash not in (None, found):
            raise ValueError(f"prompt_hash is {self.prompt_hash}; must be {found} for these criteria")
        return self

    @property
    def judge(self) -> Judge:
        """The judge that it describes."""
        return Judge(
            model=self.endpoint.model,
            version=self.version,
            criteria=self.criteria,
            samples=self.samples,
            temperature=self.sampling.temperature,
            seed=self.sampling.seed,
            max_tokens=self.sampling.max_tokens,
        )


class ScoringConfig(BaseModel):
    """A config as far as it says how answers in production are scored."""

    model_config = ConfigDict(frozen=True, extra="ignore", use_attribute_docstrings=True)

    golden_set: Name
    """The cases."""
    tasks: dict[Name, TaskSetting]
    """By name."""
    judge: JudgeSetting | None = None
    """Scores answers that pass the checks."""

    @property
    def judge_hash(self) -> str:
        """Hash of its judge; empty: it has none."""
        return "" if self.judge is None else judge_hash(self.judge.judge)


def score_in_production(setting: TaskSetting, answer: str, sources: Mapping[str, str]) -> tuple[float, str]:
    """Score an answer by the checks of its task that need no expected text; the judge scores it after these.

    Checks of cases are left out: requests in production bring none.

    Args:
        setting: Of the task.
        answer: The answer.
        sources: Texts that it may cite, by name.

    Returns:
        Score 1.0 or 0.0, and a sentence: the first check that failed.
    """
    checks = without_expected(setting.checks, has_sources=bool(sources))
    failure = first_failure(checks, answer, Case(sources=sources))
    if failure is not None:
        return 0.0, failure.reason[:REASON_MAX]
    if len(answer) > ANSWER_CHARACTERS_MAX:
        return 0.0, must_be("the answer", f"{len(answer)} characters", f"at most {ANSWER_CHARACTERS_MAX}")
    return 1.0, ""


def endpoint(terms: Endpoint, url: str, *, key: Secret | None) -> endpoints.Endpoint:
    """Return an endpoint as a client asks it."""
    return endpoints.Endpoint(
        base_url=url,
        model=terms.model,
        key=key,
        limits=endpoints.Limits(
            concurrency_max=terms.concurrency,
            concurrency_start=min(8, terms.concurrency),
            requests_per_s=terms.requests_per_s,
            timeout_s=terms.timeout_s,
        ),
    )


def endpoint_of_judge(setting: JudgeSetting, found: endpoints.Endpoint) -> endpoints.Endpoint:
    """Return the endpoint of a judge: it may report the judge's version, and its replies are short."""
    return replace(
        found,
        models_accepted=frozenset({setting.version} - {""}),
        limits=replace(found.limits, reply_bytes_max=JUDGE_REPLY_BYTES_MAX),
    )
