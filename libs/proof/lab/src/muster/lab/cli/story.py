"""`muster sim story`: the situations of docs/scenarios.md, played by the real core."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from muster.lab.cli.names import ALL, STORIES
from muster.terminal import output
from muster.terminal.output import Format, OutputOption

if TYPE_CHECKING:
    from muster.lab.stories.story import StoryResult

RUNS_SHOWN_MAX = 40

app = typer.Typer()


@app.command()
def story(
    name: Annotated[str, typer.Argument(help=f"{', '.join(STORIES)}, or {ALL}.")] = ALL,
    pictures: Annotated[
        Path | None, typer.Option(help="Folder for story-NAME.svg: a timeline with a row per GPU.")
    ] = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Show a small situation minute by minute: which job starts when and where, and why the others wait.

    Examples:
        muster sim story a
        muster sim story all --pictures /tmp
    """
    from muster.lab.stories import stories
    from muster.lab.stories.story import StoryPlayer
    from muster.lab.stories.timeline import timeline
    from muster.lab.stories.why import why

    chosen = list(STORIES) if name == ALL else [name]
    if name != ALL and name not in STORIES:
        _refuse(f"name is {name!r}; allowed: {', '.join(STORIES)}, or {ALL}")
    if pictures is not None and not pictures.is_dir():
        _refuse(f"pictures is {str(pictures)!r}; allowed: a folder that exists")
    results = [StoryPlayer(stories.STORIES[each], why).play() for each in chosen]
    if pictures is not None:
        for each in results:
            (pictures / f"story-{each.story.name}.svg").write_text(timeline(each), encoding="utf-8")
    if how.for_people:
        for each in results:
            show(each)
    elif len(results) == 1:
        output.show_one(as_json(results[0]), results[0].story.name, how)
    else:
        output.show_one({each.story.name: as_json(each) for each in results}, ALL, how)


def as_json(result: StoryResult) -> dict[str, object]:
    """A story for programs; times in milliseconds of virtual time."""
    return {
        "title": result.story.title,
        "point": result.story.point,
        "runs": [
            {
                "job": run.job.job_id,
                "start_ms": run.start_ms,
                "end_ms": run.end_ms,
                "finished": run.finished,
                "nodes": list(dict.fromkeys(place.node_id for place in run.places)),
            }
            for run in result.runs
        ],
        "answers": [
            {"at_ms": answer.question.at_ms, "job": answer.question.job_id, "answer": answer.words}
            for answer in result.answers
        ],
    }


def show(result: StoryResult) -> None:
    """Print a story's result."""
    from muster.lab.loads.load import MINUTE_MS
    from rich.console import Console
    from rich.table import Table

    console = Console()
    console.print(f"[bold]({result.story.name}) {result.story.title}[/bold]\n{result.story.point}\n")
    table = Table("minute", "job", "GPUs", "until", "where")
    for run in result.runs[:RUNS_SHOWN_MAX]:
        end = "runs on" if run.end_ms is None else f"{run.end_ms / MINUTE_MS:g}"
        ended = end if run.finished or run.end_ms is None else f"{end}, stopped"
        gpus = sum(place.shape.gpu_milli_total for place in run.places) / 1000
        nodes = ", ".join(dict.fromkeys(place.node_id for place in run.places))
        table.add_row(f"{run.start_ms / MINUTE_MS:g}", run.job.job_id, f"{gpus:g}", ended, nodes)
    console.print(table)
    left = len(result.runs) - RUNS_SHOWN_MAX
    if left > 0:
        console.print(f"and {left} more")
    for answer in result.answers:
        console.print(f"minute {answer.question.at_ms / MINUTE_MS:.2g}: {answer.words}", highlight=False)
    console.print()


def _refuse(problem: str) -> None:
    typer.echo(f"error: {problem}", err=True)
    raise typer.Exit(2)
