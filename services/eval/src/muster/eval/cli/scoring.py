"""`muster eval score`: kept answers, scored as answers in production are."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Annotated, Any, Final

import typer
from muster.client.cli.connect import service
from muster.client.cli.receipts import tell
from muster.client.errors import NotFound
from muster.client.requests import fresh_key
from muster.eval.cli.figures import decimal, version_text
from muster.eval.cli.heads import POLL_S, decided_on
from muster.eval.cli.verdicts import NOT_RUN
from muster.terminal import output
from muster.terminal.messages import say
from muster.terminal.output import Column, Format, OutputOption, View, show_one

_CASES_MAX: Final = 2_000


def score(
    config: Annotated[str, typer.Argument(metavar="CONFIG", help="Name of an eval config with a judge.")],
    *,
    version: Annotated[
        str,
        typer.Option(
            "--repository",
            "-r",
            metavar="REPOSITORY[@REVISION]",
            help="NAMESPACE/NAME; REVISION is a branch, tag, pointer or commit (default: main).",
        ),
    ],
    cases: Annotated[
        int, typer.Option("--cases", min=1, max=_CASES_MAX, help="Maximum number of cases.")
    ] = 200,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Ask the judge for every verdict; kept ones do not count.")
    ] = False,
    cap: Annotated[
        str | None,
        typer.Option("--cap", help="Maximum cost, US dollars (default: `cap_usd` of the config, else 5)."),
    ] = None,
    run_id: Annotated[str | None, typer.Option("--id", help="Id of the run (default: a new one).")] = None,
    wait: Annotated[bool, typer.Option("--wait", "-w", help="Wait for the scores.")] = False,
    how: OutputOption = Format.TABLE,
) -> None:
    """Have the judge score kept answers of a version as answers in production: without expected texts.

    The cases are the same in each run over one golden set. Checks that hold an answer against the right one,
    and checks of cases, are skipped.

    Exit codes with --wait: 0 all is scored, 12 the run did not run to its end.

    Examples:
        muster eval score release -r vision/extract --wait
        muster eval score release -r vision/extract@production --cases 50 --fresh --wait -o json
    """
    chosen = run_id or fresh_key()
    asked = {"config": config} if cap is None else {"config": config, "cap": cap}
    query = {"cases": cases, "fresh": str(fresh).lower()}
    outcome = decided_on(version, f"/v1/eval-answer-scores/{chosen}", asked, query)
    if not wait:
        done = f"Run {chosen} {'exists already' if outcome == 'repeated' else 'started'}"
        tell(outcome, done, f"muster eval show {chosen}", chosen, how, by="the eval service")
        return
    found = answer_scores(chosen)
    while found is not None and found["state"] == "running":
        time.sleep(POLL_S)
        found = answer_scores(chosen)
    if found is None:
        raise NotFound(f"run {chosen} does not exist")
    show_scores(found, how)
    if found["state"] != "completed":
        raise typer.Exit(NOT_RUN)


def answer_scores(run_id: str) -> Mapping[str, Any] | None:
    """Return a run over kept answers; None: there is none of this id."""
    try:
        return service("eval").json("GET", f"/v1/eval-answer-scores/{run_id}")
    except NotFound:
        return None


def show_scores(found: Mapping[str, Any], how: Format) -> None:
    """Print a run over kept answers: the mean of each task, and how many answers are missing."""
    if not how.for_people:
        show_one(found, found["run"], how)
        return
    say(f"run {found['run']} of judge {found['judge_hash'][:12]}: {found['state']}")
    say(f"answers of {version_text(found)}, scored without expected texts")
    if found["cost"] is not None:
        say(f"cost {found['cost']} of at most {found['cap']} USD")
    if found["state"] in {"stopped", "failed"}:
        say(f"did not run to its end: {found['code']}: {found['reason']}")
    output.show([_task(each, found["results"]) for each in found["tasks"]], _TASKS, how)


def _task(task: Mapping[str, Any], results: list[Mapping[str, Any]]) -> Mapping[str, Any]:
    of_task = [each for each in results if each["task"] == task["task"]]
    scores = [each["score"] for each in of_task if each["score"] is not None]
    mean = sum(scores) / len(scores) if scores else None
    unread = sum(each["unread"] for each in of_task)
    return {**task, "scored": len(scores), "mean": mean, "unread": unread}


_TASKS: View[Mapping[str, Any]] = View(
    columns=(
        Column("TASK", lambda row: row["task"]),
        Column("MEAN", lambda row: decimal(row["mean"]), right=True),
        Column("SCORED", lambda row: str(row["scored"]), right=True),
        Column("CASES", lambda row: str(row["cases"]), right=True),
        Column("NOT KEPT", lambda row: str(row["missing"]), right=True),
        Column("UNREAD", lambda row: str(row["unread"]), right=True),
    ),
    raw=dict,
    name=lambda row: row["task"],
    empty="nothing is scored yet",
)
