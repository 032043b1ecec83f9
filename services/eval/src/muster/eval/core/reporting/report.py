"""Report of an evaluation, as the API answers it. PURE."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Any, Final

from pydantic import ConfigDict, TypeAdapter

CASES_MAX: Final = 20
"""Most cases that a report shows."""


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
    """

    __pydantic_config__ = ConfigDict(extra="ignore")

    case_id: str
    task: str
    score: float | None = None
    baseline: float | None = None
    code: str = ""
    reason: str = ""


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


def report_of(found: Mapping[str, Any], examples: Sequence[Mapping[str, Any]]) -> Report:
    """Return the report of an evaluation.

    Args:
        found: The evaluation, as the API answers it; fields that a report has not are ignored.
        examples: Cases to show; of more than CASES_MAX the first.
    """
    tasks = [{**each, "verdict": str(each["verdict"]).lower()} for each in found["tasks"]]
    data = {**found, "tasks": tasks, "examples": list(examples)[:CASES_MAX]}
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
