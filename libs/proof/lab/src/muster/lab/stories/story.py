"""Stories: small scripted situations for the real cores (docs/scenarios.md).

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
from muster.lab.replay.run import Run as Course
from muster.lab.rules.answered import Answered
from muster.lab.rules.contender import Move, Refuse, Start, Stop
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
        name: Letter of the scenario in docs/scenarios.md.
        title: The situation in a phrase.
        point: Claim to observe.
        load: Cluster, queues and jobs.
        script: Further inputs.
        questions: Times at which to ask why.
        until_ms: End of the scenario, milliseconds.
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
    """One attempt of a job on its placements.

    Attributes:
        course: Split of its time.
        end_ms: End of the run, milliseconds; None: it still runs at the end of the scenario.
        finished: Whether its job was done then.
    """

    course: Course
    end_ms: int | None = None
    finished: bool = False

    @property
    def job(self) -> TraceJob:
        """The job of the run."""
        return self.course.job

    @property
    def places(self) -> tuple[Placement, ...]:
        """Its placements, in rank order."""
        return self.course.places

    @property
    def start_ms(self) -> int:
        """Start of the run, milliseconds."""
        return self.course.started_ms


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
        """Return the first start of a job, milliseconds; None: never."""
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
        self._core = Answered(story.load)
        self._result = StoryResult(story)
        self._models = {node.node_id: node.gpu_model for node in story.load.nodes}
        self._left_ms = {job.job_id: job.duration_ms for job in story.load.jobs}
        self._live: dict[str, Run] = {}
        self._ends: list[tuple[int, int, str]] = []
        self._arrivals = list(story.load.jobs)
        self._script = list(story.script)
        self._questions = list(story.questions)
        self._jobs = {job.job_id: job for job in story.load.jobs}
        self._number = 0
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
            if run is not None and run.course.number == number:
                self._end(job_id, finished=run.course.stopped_ms is None)
        while self._arrivals and self._arrivals[0].arrival_ms <= self._now_ms:
            self._core.arrive(self._arrivals.pop(0))
        while self._script and self._script[0].at_ms <= self._now_ms:
            self._core.receive(self._script.pop(0).payload)

    def _carry_out(self, move: Move) -> None:
        match move:
            case Start():
                self._start(move)
            case Stop() if move.job_id in self._live:
                self._stop(move)
            case Refuse():
                self._result.refused[move.job_id] = move.reason
            case _:
                pass  # the preemption core has answered a request

    def _start(self, start: Start) -> None:
        job, costs = self._jobs[start.job_id], self._story.load.conditions
        again = any(run.job is job for run in self._result.runs)
        course = Course(
            job=job,
            places=start.places,
            number=self._numbered(),
            started_ms=self._now_ms,
            starting_ms=costs.restart_ms if again else 0,
            save_ms=costs.save_ms,
            pace_milli=job.pace_milli(self._models[start.places[0].node_id]),
        )
        run = self._live[job.job_id] = Run(course)
        self._result.runs.append(run)
        self._ends_at(course, self._now_ms + course.lasts_ms(self._left_ms[job.job_id]))

    def _stop(self, stop: Stop) -> None:
        """Stop a run: after one more checkpoint if it saves, else at once."""
        course = self._live[stop.job_id].course
        if not (stop.saves and course.job.checkpoint_ms and course.save_ms):
            self._end(stop.job_id, finished=False)
        elif course.stopped_ms is None:
            course.stopped_ms, course.number = self._now_ms, self._numbered()
            self._ends_at(course, self._now_ms + course.save_ms)

    def _numbered(self) -> int:
        """The next number of an end; a run whose end is another one has a new number."""
        self._number += 1
        return self._number

    def _ends_at(self, course: Course, at_ms: int) -> None:
        heappush(self._ends, (at_ms, course.number, course.job.job_id))

    def _end(self, job_id: str, *, finished: bool) -> None:
        run = self._live.pop(job_id)
        run.end_ms, run.finished = self._now_ms, finished
        if not finished:
            self._left_ms[job_id] -= run.course.on_fastest_ms(run.course.kept_ms(self._now_ms))
        self._core.depart(job_id, finished)

    def _ask(self) -> None:
        while self._questions and self._questions[0].at_ms <= self._now_ms and self._core.settled:
            question = self._questions.pop(0)
            self._result.answers.append(Answer(question, self._why(self._core.state, question.job_id)))
