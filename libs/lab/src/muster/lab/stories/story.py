"""Stories: small scripted situations for the real core (docs/scenarios.md).

A story is a load of a few jobs and a script of further events: a queue changes, a node falls silent. Its
player is a discrete-event loop like the replay's that records which job held which GPU when, for the drawing,
and asks in between why a job waits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any

from muster.cluster import Placement
from muster.lab.loads.load import Load, TraceJob
from muster.lab.rules.contender import Move, Refuse, Start, Stop
from muster.lab.rules.ours import Ours
from muster.scheduler.core.durations.estimator import FULL_PACE_MILLI
from muster.scheduler.core.state.state import State

Why = Callable[[State, str], str]
"""Explains in words why a job waits or runs where it does, in a state; the first line is the summary."""


@dataclass(frozen=True, slots=True)
class ScriptedInput:
    """An input at a time, and its name."""

    at_ms: int
    payload: Any
    words: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a job at a time; an empty id: about the cluster as a whole."""

    at_ms: int
    job_id: str


@dataclass(frozen=True, slots=True)
class Story:
    """A situation.

    Attributes:
        name: Its letter in docs/scenarios.md.
        title: The situation in a phrase.
        point: What to observe.
        load: Cluster, queues and jobs.
        script: Further inputs.
        questions: When to ask why.
        until_ms: When the story ends, milliseconds.
    """

    name: str
    title: str
    point: str
    load: Load
    script: tuple[ScriptedInput, ...] = ()
    questions: tuple[Question, ...] = ()
    until_ms: int = 30 * 60_000


@dataclass(slots=True)
class Run:
    """One attempt of a job on its placements; end_ms is None if it still runs at the end of the story."""

    job: TraceJob
    places: tuple[Placement, ...]
    start_ms: int
    end_ms: int | None = None
    finished: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question."""

    question: Question
    words: str


@dataclass(slots=True)
class StoryResult:
    """The course of a story.

    Attributes:
        story: The story.
        runs: Runs in the order of their starts.
        answers: Answers in the order of the questions.
        refused: Why a job was not queued, by job id.
    """

    story: Story
    runs: list[Run] = field(default_factory=list[Run])
    answers: list[Answer] = field(default_factory=list[Answer])
    refused: dict[str, str] = field(default_factory=dict[str, str])

    def first_start_ms(self, job_id: str) -> int | None:
        """When a job first started, milliseconds; None: never."""
        return next((run.start_ms for run in self.runs if run.job.job_id == job_id), None)

    def held_at(self, at_ms: int) -> dict[str, Run]:
        """The run on each GPU at a moment."""
        return {
            run.job.job_id: run
            for run in self.runs
            if run.start_ms <= at_ms and (run.end_ms is None or at_ms < run.end_ms)
        }


class StoryPlayer:
    """Plays one story once.

    Args:
        story: The story.
        why: Explains a job.
    """

    def __init__(self, story: Story, why: Why) -> None:
        self._story = story
        self._why = why
        self._core = Ours(story.load)
        self._result = StoryResult(story)
        self._models = {node.node_id: node.gpu_model for node in story.load.nodes}
        self._live: dict[str, Run] = {}
        self._ends: list[tuple[int, int, str]] = []
        self._arrivals = list(story.load.jobs)
        self._script = list(story.script)
        self._questions = list(story.questions)
        self._jobs = {job.job_id: job for job in story.load.jobs}
        self._now_ms = 0

    def play(self) -> StoryResult:
        """Play from the beginning to `until_ms`."""
        while (next_ms := self._next_ms()) is not None and next_ms <= self._story.until_ms:
            self._now_ms = max(next_ms, self._now_ms)
            self._apply_script()
            for move in self._core.decide(self._now_ms):
                self._carry_out(move)
            self._ask()
        return self._result

    def _next_ms(self) -> int | None:
        due = [entry.arrival_ms for entry in self._arrivals[:1]]
        due += [entry.at_ms for entries in (self._script[:1], self._questions[:1]) for entry in entries]
        due += [end for end, _, _ in self._ends[:1]]
        deadline_ms = self._core.deadline_ms()
        if deadline_ms is not None:
            due.append(max(deadline_ms, self._now_ms))
        return min(due, default=None)

    def _apply_script(self) -> None:
        while self._ends and self._ends[0][0] <= self._now_ms:
            _, number, job_id = heappop(self._ends)
            run = self._live.get(job_id)
            if run is self._result.runs[number]:
                self._end(job_id, finished=True)
        while self._arrivals and self._arrivals[0].arrival_ms <= self._now_ms:
            self._core.arrive(self._arrivals.pop(0))
        while self._script and self._script[0].at_ms <= self._now_ms:
            self._core.receive(self._script.pop(0).payload)

    def _carry_out(self, move: Move) -> None:
        match move:
            case Start():
                run = Run(self._jobs[move.job_id], move.places, self._now_ms)
                self._live[move.job_id] = run
                pace_milli = run.job.pace_milli(self._models[move.places[0].node_id])
                ends_ms = self._now_ms + run.job.duration_ms * FULL_PACE_MILLI // pace_milli
                heappush(self._ends, (ends_ms, len(self._result.runs), move.job_id))
                self._result.runs.append(run)
            case Stop() if move.job_id in self._live:
                self._end(move.job_id, finished=False)
            case Refuse():
                self._result.refused[move.job_id] = move.reason
            case _:
                pass  # a preemption request has no effect yet

    def _end(self, job_id: str, *, finished: bool) -> None:
        run = self._live.pop(job_id)
        run.end_ms, run.finished = self._now_ms, finished
        self._core.depart(job_id, finished)

    def _ask(self) -> None:
        while self._questions and self._questions[0].at_ms <= self._now_ms and self._core.settled:
            question = self._questions.pop(0)
            self._result.answers.append(Answer(question, self._why(self._core.state, question.job_id)))
