"""`muster sim story`: the situations of docs/scenarios.md, told by the real core."""

from pathlib import Path
from typing import Annotated

import typer
from muster.lab.loads.load import MINUTE_MS
from muster.lab.stories.stories import STORIES
from muster.lab.stories.story import Teller, Told
from muster.lab.stories.timeline import timeline
from muster.lab.stories.why import why
from rich.console import Console
from rich.table import Table

ALL = "all"
RUNS_SHOWN_MAX = 40


def story(
    name: Annotated[str, typer.Argument(help=f"{', '.join(STORIES)}, or {ALL}.")] = ALL,
    pictures: Annotated[
        Path | None, typer.Option(help="Folder to draw story-NAME.svg into, a row per GPU.")
    ] = None,
) -> None:
    """Tell a small situation minute by minute: who starts when and where, and why the others wait.

    Examples:
        muster sim story a
    """
    chosen = list(STORIES) if name == ALL else [name]
    if name != ALL and name not in STORIES:
        _refuse(f"name is {name!r}; allowed: {', '.join(STORIES)}, or {ALL}")
    if pictures is not None and not pictures.is_dir():
        _refuse(f"pictures is {str(pictures)!r}; allowed: a folder that exists")
    for each in chosen:
        told = Teller(STORIES[each], why).tell()
        show(Console(), told)
        if pictures is not None:
            (pictures / f"story-{each}.svg").write_text(timeline(told), encoding="utf-8")


def show(console: Console, told: Told) -> None:
    """A story for people."""
    console.print(f"[bold]({told.story.name}) {told.story.title}[/bold]\n{told.story.point}\n")
    table = Table("minute", "job", "GPUs", "until", "where")
    for run in told.runs[:RUNS_SHOWN_MAX]:
        end = "runs on" if run.end_ms is None else f"{run.end_ms / MINUTE_MS:g}"
        ended = end if run.finished or run.end_ms is None else f"{end}, stopped"
        gpus = sum(place.shape.gpu_milli_total for place in run.places) / 1000
        nodes = ", ".join(dict.fromkeys(place.node_id for place in run.places))
        table.add_row(f"{run.start_ms / MINUTE_MS:g}", run.job.job_id, f"{gpus:g}", ended, nodes)
    console.print(table)
    left = len(told.runs) - RUNS_SHOWN_MAX
    if left > 0:
        console.print(f"and {left} more")
    for answer in told.answers:
        console.print(f"minute {answer.question.at_ms / MINUTE_MS:.2g}: {answer.words}", highlight=False)
    console.print()


def _refuse(problem: str) -> None:
    typer.echo(f"error: {problem}", err=True)
    raise typer.Exit(2)
