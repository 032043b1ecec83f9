"""A verdict on the screen, or as a report for a CI system."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum, auto
from pathlib import Path
from typing import Annotated, Any

import typer
from muster.client.cli.files import save
from muster.eval.cli.figures import decimal, score_text, signed, version_text
from muster.eval.cli.verdicts import verdict_style
from muster.terminal import output
from muster.terminal.messages import next_command, say
from muster.terminal.output import Column, Format, View, show_one


class ReportForm(StrEnum):
    """A form of a report."""

    TEXT = auto()
    JSON = auto()
    MARKDOWN = auto()
    JUNIT = auto()
    SARIF = auto()
    HTML = auto()


FormOption = Annotated[
    ReportForm | None,
    typer.Option(
        "--format",
        help="Write the report in this form, with the cases below production, instead of the table.",
    ),
]

FileOption = Annotated[
    Path | None, typer.Option("--file", help="File for the report (default: stdout); needs --format.")
]


def write(run_id: str, form: ReportForm, file: Path | None) -> None:
    """Write a report to a file, or to stdout."""
    save("eval", f"/v1/evals/{run_id}/report", {"format": form.value}, file)


def report(found: Mapping[str, Any], how: Format) -> None:
    """Print the progress of an evaluation, and its verdict task by task."""
    if not how.for_people:
        show_one(found, found["run"], how)
        return
    verdict = found["verdict"] or found["state"]
    say(f"{version_text(found)} by {found['config']}: {verdict}")
    if found["reason"]:
        say(found["reason"])
    cached = f", {found['cached']} from the cache" if found["cached"] else ""
    say(f"{found['scored']} of {found['cases']} cases have a score{cached}")
    if used := found.get("held_out_use"):
        held_out = found["held_out_cases"]
        say(f"{held_out} of them are held out; final gates that have used these: {used}")
    if found.get("judge_hash"):
        say(_judge_line(found))
    for warning in found.get("warnings", []):
        say(f"warning: {warning}")
    if found["job_id"]:
        say(f"served by {found['job_id']}{' at ' + found['url'] if found['url'] else ''}")
    if found["cost"] is not None:
        besides = "" if found["unsettled"] in {None, "0.00"} else f", at most {found['unsettled']} besides"
        say(f"cost {found['cost']} of at most {found['cap']} USD{besides}")
    elif found["job_id"]:
        say("cost: the GPU time of that job (`muster cost`)")
    else:
        without = "model or its judge" if found.get("judge_hash") else "model"
        say(f"cost unknown: the {without} has no price (`muster eval price`)")
    if found["tasks"]:
        output.show(found["tasks"], _TASKS, how)
    if verdict in {"failed", "inconclusive"}:
        which = "flipped" if found["baseline"] else "failed"
        next_command(f"muster eval cases {found['run']} --{which}")


def _judge_line(found: Mapping[str, Any]) -> str:
    spared = found["scored"] - found["judged"]
    share = f"; checks decided {spared / found['scored']:.0%}" if found["scored"] else ""
    unread = f"; {found['judge_unread']} verdicts could not be read" if found["judge_unread"] else ""
    return f"judge {found['judge_hash'][:12]} scored {found['judged']} of them{share}{unread}"


_TASKS: View[Mapping[str, Any]] = View(
    columns=(
        Column("TASK", lambda row: row["task"]),
        Column("VERDICT", lambda row: row["verdict"].lower(), style=verdict_style),
        Column("SCORE", score_text, right=True),
        Column("AT LEAST", lambda row: decimal(row["lower"]), right=True),
        Column("MUST REACH", lambda row: decimal(row["threshold"]), right=True),
        Column("TO PRODUCTION", lambda row: signed(row["difference"]), right=True),
        Column("SHOWS FROM", lambda row: decimal(row["detectable"]), right=True, drop=1),
        Column("CASES", lambda row: str(row["cases"]), right=True),
        Column("NEEDED", lambda row: str(row["cases_needed"] or ""), right=True, drop=1),
    ),
    raw=dict,
    name=lambda row: row["task"],
    empty="no task",
)
