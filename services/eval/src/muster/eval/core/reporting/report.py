"""Report of an evaluation, as the API answers it. PURE."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Any, Final

from pydantic import ConfigDict, TypeAdapter

CASES_MAX: Final = 20
"""Most cases that a report shows."""

PAGE_CASES_MAX: Final = 100
"""The same of a page."""

TEXTS_MAX: Final = 20
"""Most cases of a page with question and answer."""

SCORE_BARS: Final = 11
"""Tenths of scores, and full scores apart."""


class Conclusion(StrEnum):
    """Meaning of an evaluation to a CI step."""

    PENDING = auto()
    PASSED = auto()
    FAILED = auto()
    INCONCLUSIVE = auto()
    ADVICE = auto()
    NOT_RUN = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskLine:
    """Verdict about one task; attributes as of `GateTask`, the verdict in small letters."""

    __pydantic_config__ = ConfigDict(extra="ignore")

    task: str
    verdict: str
    value: float
    lower: float | None = None
    threshold: float | None = None
    difference: float | None = None
    margin: float | None = None
    detectable: float | None = None
    cases: int = 0
    cases_needed: int | None = None

    @property
    def score(self) -> str:
        """The score as text; where no case has one it is not 0."""
        return figure(self.value) if self.cases else "not measured"


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseTexts:
    """Question and answer of a case; untrusted.

    Attributes:
        prompt: Messages up to the answer.
        expected: Texts that count as right.
        answer: The answer; None: it is not kept.
    """

    prompt: str
    expected: tuple[str, ...]
    answer: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseLine:
    """A case that a report shows.

    Attributes:
        case_id: Its id.
        task: Its task.
        score: 0 to 1; None: it could not be scored.
        baseline: Score of the version in production; None: it has none.
        code: Why it has no score.
        reason: One sentence; it may quote the model.
        judge_scores: Verdicts of a judge, 1 to 5; empty: checks decided.
        tokens_out: Tokens of the answer.
        latency_ms: How long the answer took when it was asked.
        cached: Whether the answer was there already.
        key: Of the answer, among those that are used again; empty: there is none.
        cost: US dollars at most; None: not known.
        texts: Question and answer; None: they are not shown.
    """

    __pydantic_config__ = ConfigDict(extra="ignore")

    case_id: str
    task: str
    score: float | None = None
    baseline: float | None = None
    code: str = ""
    reason: str = ""
    judge_scores: tuple[int, ...] = ()
    tokens_out: int = 0
    latency_ms: int = 0
    cached: bool = False
    key: str = ""
    cost: str | None = None
    texts: CaseTexts | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunLine:
    """Cost of an evaluation or of its baseline; attributes as of `ComparedEval` of the API."""

    __pydantic_config__ = ConfigDict(extra="ignore")

    run: str
    repository: str
    commit: str
    cases: int
    scored: int
    paid: int
    cached: int
    cost: str | None
    latency_p50_ms: int | None
    latency_p95_ms: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedLine:
    """One task beside its baseline; attributes as of `TaskComparison`."""

    __pydantic_config__ = ConfigDict(extra="ignore")

    task: str
    value: float | None
    coverage: float
    baseline_value: float | None
    pairs: int
    difference: float | None
    lower: float | None
    upper: float | None
    worsened: int
    improved: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreCounts:
    """Distribution of a task's scores.

    Attributes:
        task: Its name.
        cases: Cases by tenth of the score, full scores apart, shape (SCORE_BARS,).
        unscored: Cases without a score.
        baseline: The same of the baseline; empty: there is none.
    """

    task: str
    cases: tuple[int, ...]
    unscored: int
    baseline: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Figures that follow from all results.

    Attributes:
        runs: The evaluation, and its baseline if there is one.
        compared: Tasks beside the baseline's; empty: there is none.
        scores: Distributions by task.
    """

    runs: tuple[RunLine, ...]
    compared: tuple[ComparedLine, ...]
    scores: tuple[ScoreCounts, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """An evaluation with its verdict.

    Attributes:
        run: Its id.
        state: running, completed, stopped or failed.
        verdict: passed, failed or inconclusive; None: there is none.
        blocking: Whether the verdict holds the version; None: there is none.
        reason: Why, in one sentence.
        code: Why not all cases were asked; empty: all were.
        repository: NAMESPACE/NAME.
        commit: The version.
        baseline: Version that it is compared with; empty: none.
        config: Name of the config, and of its gate.
        tasks: By name.
        cases: Number of cases.
        done: Cases with a result.
        scored: Cases with a score.
        cached: Cases whose answer was there already.
        started_at: Milliseconds since 1970 UTC.
        ended_at: The same; None: it runs.
        examples: Cases below production, the worst first; without a baseline those that are not right.
        warnings: Reasons for doubt that do not change the verdict.
        judge_hash: Hash of the judge; empty: checks alone.
        judged: Cases that the judge scored.
        judge_unread: Verdicts of the judge that could not be read.
        figures: What follows from all results; None: the form does not show it.
        held_out_cases: Held-out cases of its tasks, asked or not.
        held_out_use: How many final gates have asked these, this one included; 0: they are not asked.
    """

    __pydantic_config__ = ConfigDict(extra="ignore")

    run: str
    state: str
    verdict: str | None
    blocking: bool | None
    reason: str
    code: str
    repository: str
    commit: str
    baseline: str
    config: str
    tasks: tuple[TaskLine, ...]
    cases: int
    done: int
    scored: int
    cached: int
    started_at: int
    ended_at: int | None
    examples: tuple[CaseLine, ...] = ()
    warnings: tuple[str, ...] = ()
    judge_hash: str = ""
    judged: int = 0
    judge_unread: int = 0
    figures: Figures | None = None
    held_out_cases: int = 0
    held_out_use: int = 0

    @property
    def held_out(self) -> str:
        """Sentence about held-out cases that were asked; empty: none were."""
        if not self.held_out_use:
            return ""
        uses = f"final gates that have used these: {self.held_out_use}"
        return f"{self.held_out_cases} of them are held out; {uses}"

    @property
    def version(self) -> str:
        """REPOSITORY@COMMIT, the commit short."""
        return f"{self.repository}@{self.commit[:12]}"

    @property
    def conclusion(self) -> Conclusion:
        """Meaning to a CI step."""
        match self.verdict:
            case None:
                return Conclusion.PENDING if self.state == "running" else Conclusion.NOT_RUN
            case "passed":
                return Conclusion.PASSED
            case "inconclusive":
                return Conclusion.INCONCLUSIVE
            case _:
                return Conclusion.FAILED if self.blocking else Conclusion.ADVICE

    @property
    def headline(self) -> str:
        """The verdict in a few words."""
        held = " and holds the version" if self.blocking else "; the gate only advises here"
        match self.conclusion:
            case Conclusion.PENDING:
                return f"running: {self.done} of {self.cases} cases"
            case Conclusion.PASSED:
                return "passed"
            case Conclusion.FAILED:
                return "failed"
            case Conclusion.ADVICE:
                return f"failed{held}"
            case Conclusion.INCONCLUSIVE:
                return f"inconclusive{held}"
            case Conclusion.NOT_RUN:
                return f"no verdict: {self.code or self.state}"

    def examples_of(self, task: str) -> tuple[CaseLine, ...]:
        """Return the examples of one task."""
        return tuple(each for each in self.examples if each.task == task)


_REPORT: Final = TypeAdapter(Report)


def report_of(
    found: Mapping[str, Any],
    examples: Sequence[Mapping[str, Any]],
    figures: Mapping[str, Any] | None = None,
) -> Report:
    """Return the report of an evaluation.

    Args:
        found: The evaluation, as the API answers it; fields that a report has not are ignored.
        examples: Cases to show; of more than CASES_MAX the first, or PAGE_CASES_MAX with figures.
        figures: Fields of `Figures`; None: the form does not show them.
    """
    tasks = [{**each, "verdict": str(each["verdict"]).lower()} for each in found["tasks"]]
    shown = list(examples)[: CASES_MAX if figures is None else PAGE_CASES_MAX]
    data = {**found, "tasks": tasks, "examples": shown, "figures": figures}
    return _REPORT.validate_python(data)


def figure(value: float | None) -> str:
    """Return a score with three decimals."""
    return "-" if value is None else f"{value:.3f}"


def signed(value: float | None) -> str:
    """Return a difference with its sign and three decimals."""
    return "-" if value is None else f"{value:+.3f}"


def change(case: CaseLine) -> str:
    """Return a case's scores: in production, and now."""
    now = case.code or "no score" if case.score is None else figure(case.score)
    return now if case.baseline is None else f"{figure(case.baseline)} -> {now}"
