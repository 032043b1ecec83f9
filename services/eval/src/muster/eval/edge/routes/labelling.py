"""The queue of answers that people are to score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.concurrency import run_in_threadpool
from muster.api import Caller, not_found, unavailable
from muster.api.commands.routes import NOT_OLDER, Gateway
from muster.api.document.answers import Time, answers
from muster.eval.core.configs.documents import GoldenCase
from muster.eval.core.people.labelling import Task, due_at_ms, plan
from muster.eval.edge.routes import label_queries
from muster.eval.edge.routes.calibration import judge_in_force
from muster.eval.edge.routes.configs import ConfigName
from muster.eval.edge.routes.label_queries import LabellingRun
from muster.eval.edge.routes.texts import kept_text, stored_cases
from muster.eval.edge.stored import GoldenSets, Stored
from muster.golden.configs import NAME, PERSON
from muster.store import StoreUnavailable
from typing_extensions import TypedDict

router = APIRouter(tags=["calibration"])


class PersonAnswer(TypedDict):
    """A person's part of the plan."""

    person: str
    labelled: int
    open: Annotated[int, "Answers that this person is to score."]


class AnswerAnswer(TypedDict):
    """An answer to be scored, without the judge's score, which would sway people."""

    case_id: str
    task: str
    conversation: Annotated[list[Any] | None, "Messages of role and content; null: no longer stored."]
    expected: list[str]
    sources: dict[str, str]
    answer: Annotated[str | None, "null: no longer kept."]


class LabellingAnswer(TypedDict):
    """Answers to be scored next, and how far the plan is."""

    config: str
    judge_hash: str
    run: Annotated[str, "Its answers are to be scored; empty: the judge has scored none yet."]
    planned: int
    done: Annotated[int, "Answers with as many labels as planned."]
    twice: Annotated[int, "Answers that two people are to score."]
    due_at: Annotated[Time | None, "When the next one becomes due; null: now, or none is left."]
    people: list[PersonAnswer]
    next: list[AnswerAnswer]


@router.get(
    "/v1/eval-configs/{name}/labelling",
    summary="List the answers that a person is to score next",
    dependencies=[NOT_OLDER],
    responses=answers({200: LabellingAnswer}, 404, 503),
)
async def read_labelling(
    name: ConfigName,
    caller: Caller,
    gateway: Gateway,
    stored: Stored,
    *,
    person: Annotated[str, Query(pattern=f"{PERSON}|^$", description="Who scores; absent: the caller.")] = "",
    run: Annotated[str, Query(pattern=f"{NAME}|^$", description="Evaluation; absent: the plan's.")] = "",
    limit: Annotated[int, Query(ge=1, le=50, description="Most answers.")] = 10,
) -> LabellingAnswer:
    """A random sample of a run's judged answers, stratified by the judge's score; some for two people.

    The plan stays with the run that was labelled last as long as its labels are fresh; then the newest.
    """
    judge, setting = await judge_in_force(name, caller.tenant, gateway)
    stale_until_ms = gateway.log.clock.now_ms() - setting.days_ms
    runs = await label_queries.runs(gateway.tables, caller.tenant, name, judge)
    chosen = _chosen(runs, run, stale_until_ms)
    if run and chosen is None:
        raise not_found("complete evaluation by this config and judge", run)
    tasks: list[Task] = []
    if chosen is not None:
        tasks = plan(
            await label_queries.judged(gateway.tables, caller.tenant, chosen["run"], judge),
            await label_queries.marked(gateway.tables, caller.tenant, chosen["run"]),
            cases=setting.cases,
            people=setting.people,
            stale_until_ms=stale_until_ms,
            seed=chosen["run"],
        )
    open_to = [each for each in tasks if each.is_open_to(person or caller.subject)][:limit]
    return {
        "config": name,
        "judge_hash": judge,
        "run": chosen["run"] if chosen else "",
        "planned": len(tasks),
        "done": sum(each.is_done for each in tasks),
        "twice": sum(each.times > 1 for each in tasks),
        "due_at": due_at_ms(tasks, setting.days_ms),
        "people": _people(tasks, setting.people),
        "next": await _with_texts(
            open_to, caller.tenant, chosen["golden_set"] if chosen else "", gateway, stored
        ),
    }


def _chosen(runs: Sequence[LabellingRun], named: str, stale_until_ms: int) -> LabellingRun | None:
    """Return the run whose answers are to be scored; None: there is none."""
    if named:
        return next((each for each in runs if each["run"] == named), None)
    fresh = [each for each in runs if (each["labelled_at_ms"] or 0) > stale_until_ms]
    return max(fresh, key=lambda each: each["labelled_at_ms"] or 0) if fresh else next(iter(runs), None)


def _people(tasks: Sequence[Task], assigned: Sequence[str]) -> list[PersonAnswer]:
    """Return the part of each person who is assigned or has labelled an answer of the plan."""
    people = sorted({*assigned, *(person for each in tasks for person in each.labelled)})
    return [
        {
            "person": person,
            "labelled": sum(person in each.labelled for each in tasks),
            "open": sum(each.is_open_to(person) for each in tasks),
        }
        for person in people
    ]


async def _with_texts(
    tasks: Sequence[Task], tenant: str, golden_set: str, gateway: Gateway, stored: GoldenSets
) -> list[AnswerAnswer]:
    """Return answers with the texts that a person needs to score them."""
    if not tasks:
        return []
    named = {each.judgement.case for each in tasks}
    try:
        cases = await run_in_threadpool(stored_cases, stored, tenant, golden_set, named)
    except StoreUnavailable as error:
        raise unavailable(str(error)) from error
    keys = [each.judgement.answer.partition(" ")[0] for each in tasks]
    texts = await label_queries.texts(gateway.tables, tenant, keys)
    return [
        _answer(each, cases.get(each.judgement.case), texts.get(key))
        for each, key in zip(tasks, keys, strict=True)
    ]


def _answer(task: Task, case: GoldenCase | None, text: str | None) -> AnswerAnswer:
    _, _, digest = task.judgement.answer.partition(" ")
    return {
        "case_id": task.judgement.case,
        "task": task.judgement.task,
        "conversation": None if case is None else [each.model_dump() for each in case.conversation],
        "expected": [] if case is None else list(case.expected),
        "sources": {} if case is None else dict(case.sources),
        "answer": kept_text(text, digest),
    }
