"""Writes the picture and the table of docs/drift.md: seven days of judged samples. Run by `make docs`.

Drift's own core takes the windows, the scores and the kept answers of a simulated week, without a clock or a
server. Scores are those of two real models' answers to problems of GSM8K, drawn by the names of samples.
"""
# pyright: basic

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Any

from generate_events import ROOT
from muster.deciding import Input, MemoryStore
from muster.deciding.core.batch import BatchDecision
from muster.deciding.core.entities import Overlay
from muster.drift.core.decisions import DECIDER
from muster.drift.core.documents import DAY_MS
from muster.drift.core.pictures import picture, plots_of, span_of
from muster.drift.core.quality.orders import JudgeOrder, JudgeResult, SampleScore, read_order, result_bytes
from muster.drift.core.sums import NOTHING
from muster.events.drift_commands import SetMonitor
from muster.events.drift_events import (
    AnchorsCompared,
    BaselineScored,
    ChartDesigned,
    DriftAlarmEnded,
    DriftAlarmRaised,
    GapMeasured,
    QualityMeasured,
    RollbackAsked,
)
from muster.events.drift_windows import WindowClosed, WindowsClosed
from muster.events.drift_work import AlarmDropped, AlarmHeld
from muster.events.eval_commands import ScoreAnswers
from muster.events.eval_events import AnchorTask, AnswerScore, AnswersScored, EvalConfigActivated
from muster.events.registry_commands import RepositoryType, Visibility
from muster.events.registry_events import RepositoryCreated
from muster.events.shared.work_orders import WorkerReported, WorkOrdered, WorkReported
from muster.golden.configs import ScoringConfig
from muster.jobs.values.quantities import format_time, parse_time

PAGE = ROOT / "docs" / "drift.md"
PICTURE = ROOT / "docs" / "pictures" / "drift-week.svg"
PROBLEMS = [
    json.loads(line) for line in (ROOT / "services/eval/tests/data/gsm8k.jsonl").read_text().splitlines()
]

REPOSITORY, COMMIT, TASK, TENANT = "acme/solver", "8f2c41d09b1c" + "0" * 52, "word-problems", "acme"
CONFIG = {
    "golden_set": "problems",
    "tasks": {TASK: {}},
    "judge": {"endpoint": {"url": "https://judge.example/v1", "model": "judge-1"}},
}
JUDGE_HASH = ScoringConfig.model_validate(CONFIG).judge_hash
MONITOR = {
    "measures": ["errors"],
    "series_max": 1,
    "sampling": {"bodies": True},
    "judge": {"config": "release"},
    "rollback": True,
}
"""All else is the default: subgroups of ten minutes with 20 judged samples, 200 kept answers, 50 anchors."""

BEGIN_MS = parse_time("2026-11-02T00:00:00Z")
DAYS = 7
HOUR_MS, MINUTE_MS, SUBGROUP_MS = 3_600_000, 60_000, 600_000
WORSE_MS = (BEGIN_MS + 4 * DAY_MS + 12 * HOUR_MS, BEGIN_MS + 4 * DAY_MS + 20 * HOUR_MS)
"""From noon to eight in the evening of the fifth day, the worse model answers."""
STRICT_MS = (BEGIN_MS + 5 * DAY_MS + 9 * HOUR_MS, BEGIN_MS + 6 * DAY_MS + 6 * HOUR_MS)
"""From nine on the sixth day to six on the seventh, the judge is stricter."""
SAMPLES = 20
WORKER = "drift-worker"


def main() -> None:
    """Live through the week, draw it, write what was decided."""
    facts = list(Week().facts())
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(drawn([fact for _, fact in facts]))
    begin, end = "<!-- week:begin -->\n", "<!-- week:end -->"
    pattern = re.compile(f"({begin}).*?({end})", re.DOTALL)
    text = PAGE.read_text()
    PAGE.write_text(pattern.sub(lambda found: f"{found[1]}{_table(facts)}\n{found[2]}", text))


class Week:
    """Drift's core with a model in production, a judge, and an eval service that answers at once."""

    def __init__(self) -> None:
        self._store, self._taken, self._decided = MemoryStore(), 0, 0
        self._found: list[tuple[int, Any]] = []
        self._batch(BEGIN_MS, founding=True)

    def facts(self) -> Iterator[tuple[int, Any]]:
        """Yield what the core decides, with its time, milliseconds since 1970 UTC."""
        self._take(BEGIN_MS, _created(), _config(), _monitor())
        for start_ms in range(BEGIN_MS, BEGIN_MS + DAYS * DAY_MS, SUBGROUP_MS):
            end_ms = start_ms + SUBGROUP_MS
            alive = WorkerReported(worker_id=WORKER, incarnation=1, slots=4)
            self._take(end_ms, alive, _window(start_ms, end_ms), _closed(end_ms))
        yield from self._found

    def _take(self, at_ms: int, *payloads: Any) -> None:
        """Decide inputs and what is due; answer orders and commands until there are none."""
        pending = [self._batch(at_ms, *payloads)]
        while pending:
            for fact in pending.pop(0):
                if (answer := self._answer(at_ms, fact)) is not None:
                    pending.append(self._batch(at_ms, answer))
            due_ms = DECIDER.next_deadline_ms(Overlay(self._store))
            if due_ms is not None and due_ms <= at_ms:
                pending.append(self._batch(at_ms))

    def _batch(self, at_ms: int, *payloads: Any, founding: bool = False) -> list[Any]:
        """Return what the core decides of a batch; the first one founds the log."""
        state = Overlay(self._store)
        batch = BatchDecision(DECIDER, state, at_ms, self._decided, "week", DAY_MS)
        if founding:
            batch.found()
        for payload in payloads:
            self._taken += 1
            event_id = f"e{self._taken}"
            batch.take(
                Input(
                    topic="inputs",
                    event_id=event_id,
                    key="",
                    correlation_id="",
                    payload=payload,
                    occurred_at_ms=at_ms,
                )
            )
        facts = batch.end()
        self._store.merge(state.changes(), b"")
        self._decided += len(facts)
        self._found += [(at_ms, fact.payload) for fact in facts]
        return [fact.payload for fact in facts]

    def _answer(self, at_ms: int, fact: Any) -> Any:
        """Return what the worker reports of an order, or eval of a command."""
        match fact:
            case WorkOrdered():
                order = read_order(fact.body)
                if not isinstance(order, JudgeOrder):
                    raise TypeError("the monitor proposes no cases")
                return WorkReported(
                    work_id=fact.work_id,
                    attempt=fact.attempt,
                    worker_id=WORKER,
                    incarnation=fact.incarnation,
                    died=False,
                    result=result_bytes(JudgeResult(scores=tuple(_scores(order)))),
                    reason="",
                )
            case ScoreAnswers():
                return _anchor_scores(at_ms, fact)
        return None


def _scores(order: JudgeOrder) -> Iterator[SampleScore]:
    """Yield the judge's scores of samples; a sample's problem is drawn by its name."""
    who = "worse" if WORSE_MS[0] <= order.start_ms < WORSE_MS[1] else "better"
    for place, sample in enumerate(order.samples):
        digest = int.from_bytes(blake2b(sample.encode(), digest_size=8).digest())
        score = score_of(PROBLEMS[digest % len(PROBLEMS)], who, order.end_ms)
        yield SampleScore(sample=sample, at_ms=order.start_ms + place, offset=place, score=score, verdicts=2)


def score_of(problem: dict[str, str], who: str, at_ms: int) -> float:
    """Return a judge's score of an answer, 0 to 1: 5 points of 5 for the right number, else 2.

    A strict judge takes two points off.
    """
    number = problem[who].strip().rstrip(".").replace(",", "")
    points = 5 if number in problem["expected"] else 2
    if STRICT_MS[0] < at_ms <= STRICT_MS[1]:
        points = max(points - 2, 1)
    return (points - 1) / 4


def drawn(facts: Sequence[Any]) -> str:
    """Return the chart of quality as SVG."""
    key = {"commit": COMMIT, "task": TASK, "segment": ""}
    subgroups = [
        {
            **key,
            "start": each.start_ms,
            "end": each.end_ms,
            "points": [point.to_datum() for point in each.points],
        }
        for each in facts
        if isinstance(each, QualityMeasured)
    ]
    (gap,) = (each for each in facts if isinstance(each, GapMeasured))
    chart = {**key, "measure": "quality", "center": gap.established, "baseline": gap.baseline}
    ended = {each.alarm: each.at_ms for each in facts if isinstance(each, DriftAlarmEnded)}
    alarms = [
        {
            **key,
            "commit": each.commit,
            "alarm": each.alarm,
            "measure": each.measure,
            "began_after": each.began_after_ms,
            "began_before": each.began_before_ms,
            "at": each.at_ms,
            "ended": ended.get(each.alarm),
            "text": each.text,
        }
        for each in facts
        if isinstance(each, DriftAlarmRaised)
    ]
    plots = plots_of([chart], subgroups, alarms, "quality")
    return picture(f"{REPOSITORY}: seven days in production", plots, span_of(subgroups)) + "\n"


def _table(facts: Sequence[tuple[int, Any]]) -> str:
    rows = [(at_ms, words) for at_ms, fact in facts if (words := _words(fact))]
    lines = ["| day, UTC | decided |", "|---|---|"]
    for at_ms, words in rows:
        day = (at_ms - BEGIN_MS) // DAY_MS + 1
        lines.append(f"| {day}, {format_time(at_ms)[11:16]} | {words} |")
    return "\n".join(lines)


def _words(fact: Any) -> str:
    """Return a decision as a sentence; empty: it is not shown."""
    match fact:
        case BaselineScored():
            return f"`BaselineScored`: {len(fact.scores)} kept answers, mean {fact.mean:.2f}"
        case ChartDesigned(measure="quality"):
            low, high = -fact.low_limit, fact.high_limit
            return (
                f"`ChartDesigned`: centre {fact.center:.2f} from {fact.subgroups} subgroups, "
                f"limits {low:+.1f} and {high:+.1f} standard deviations"
            )
        case GapMeasured():
            return (
                f"`GapMeasured`: {fact.established:.2f} in production, {fact.baseline:.2f} in the evaluation "
                f"({fact.size:+.2f} standard deviations of one score)"
            )
        case AlarmHeld():
            return "`AlarmHeld`: quality is beyond a limit; the judge is checked first"
        case AnchorsCompared():
            verdict = "the judge has moved" if fact.moved else "the judge has not moved"
            return (
                f"`AnchorsCompared`: {fact.cases} answers, {fact.difference:+.2f} "
                f"(p {fact.p_value:.4f}): {verdict}"
            )
        case AlarmDropped():
            return "`AlarmDropped`: no alarm about quality"
        case DriftAlarmRaised():
            began = ""
            if fact.measure == "quality":
                moments = (fact.began_after_ms, fact.began_before_ms)
                began = " It began between {} and {}.".format(*(format_time(each)[11:16] for each in moments))
            return f"`DriftAlarmRaised`: {fact.text}.{began}"
        case RollbackAsked():
            return "`RollbackAsked`: the version is to be taken back"
        case DriftAlarmEnded():
            return f"`DriftAlarmEnded`: {fact.reason}"
    return ""


def _anchor_scores(at_ms: int, command: ScoreAnswers) -> AnswersScored:
    """Return eval's scores of stored answers: those of the better model to the first problems."""
    scores = tuple(
        AnswerScore(case=f"gsm-{n}", task=TASK, score=score_of(problem, "better", at_ms))
        for n, problem in enumerate(PROBLEMS[: command.cases])
    )
    return AnswersScored(
        run=command.run,
        repository=command.repository,
        commit=command.commit,
        config=command.config,
        golden_set="0" * 64,
        judge="judge-1",
        judge_hash=command.judge_hash,
        fresh=command.fresh,
        results=scores,
        tasks=(AnchorTask(task=TASK, cases=len(scores), missing=0),),
        tenant=TENANT,
    )


def _window(start_ms: int, end_ms: int) -> WindowClosed:
    texts = tuple(f"{start_ms}-{place}" for place in range(SAMPLES))
    return WindowClosed(
        repository=REPOSITORY,
        commit=COMMIT,
        task=TASK,
        segment="",
        partition=0,
        start_ms=end_ms - MINUTE_MS,
        end_ms=end_ms,
        seen=SAMPLES,
        dropped=0,
        sums=replace(NOTHING, samples=SAMPLES, bodies=texts),
    )


def _closed(end_ms: int) -> WindowsClosed:
    return WindowsClosed(
        partition=0, closed_until_ms=end_ms, read_from_offset=0, read_from_ms=0, whole_from_ms=0
    )


def _created() -> RepositoryCreated:
    namespace, _, name = REPOSITORY.partition("/")
    return RepositoryCreated(
        repository="r1",
        repository_type=RepositoryType.MODEL,
        namespace=namespace,
        name=name,
        visibility=Visibility.PRIVATE,
        tenant=TENANT,
        requested_by="acme/ann",
        commit=COMMIT,
        root="0" * 64,
    )


def _config() -> EvalConfigActivated:
    return EvalConfigActivated(
        name="release",
        digest="0" * 64,
        document=json.dumps(CONFIG),
        tenant=TENANT,
        requested_by="acme/ann",
        judge_hash=JUDGE_HASH,
    )


def _monitor() -> SetMonitor:
    document = json.dumps(MONITOR)
    return SetMonitor(repository=REPOSITORY, document=document, tenant=TENANT, requested_by="acme/ann")


if __name__ == "__main__":
    main()
