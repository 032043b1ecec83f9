"""`muster submit`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from muster.client.cli.connect import client
from muster.submit.cli.jobs.requested.submission import (
    AfterOption,
    CommandLine,
    CpusOption,
    EnvOption,
    FollowOption,
    GpusOption,
    ImageOption,
    KeyOption,
    MemoryOption,
    NameOption,
    OverridesOption,
    QueueOption,
    WaitOption,
    command_line,
    job_from,
    settings,
    submit_and_watch,
    with_others_by_id,
)
from muster.submit.cli.jobs.requested.wait import TimeoutOption
from muster.terminal import output
from muster.terminal.messages import say
from muster.terminal.output import Format, OutputOption

if TYPE_CHECKING:
    from muster.client.documents.jobfile import JobFile

app = typer.Typer()


@app.command(cls=CommandLine)
def submit(
    ctx: typer.Context,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="YAML file; - reads stdin. Or: -- COMMAND ARGS...")
    ] = None,
    *,
    name: NameOption = None,
    gpus: GpusOption = None,
    cpus: CpusOption = None,
    memory: MemoryOption = None,
    env: EnvOption = None,
    queue: QueueOption = None,
    after: AfterOption = None,
    image: ImageOption = None,
    files: Annotated[
        str | None,
        typer.Option("--files", metavar="FOLDER", help="Working folder to send, for a command after --."),
    ] = None,
    overrides: OverridesOption = None,
    wait: WaitOption = False,
    follow: FollowOption = False,
    timeout: TimeoutOption = None,
    dry_run: Annotated[
        bool,
        typer.Option("--dry-run", help="Check the job and print it in full with its price; submit nothing."),
    ] = False,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of a job file.")] = False,
    key: KeyOption = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Submit a job from a YAML file, or a command given after --.

    A folder named by `files: FOLDER`, or --files, is sent with the job. Prints the job's id.

    Examples:
        muster submit examples/hello.yaml --wait
        muster submit train.yaml --gpus 8 --name big-run
        muster submit --files . --gpus 1 -- python train.py --lr 0.1
        muster submit evaluate.yaml --after train --after prepare:any
        muster submit train.yaml --dry-run
    """
    if schema:
        from muster.jobs import json_schema

        output.write(output.json_text(json_schema()))
        return
    changed = settings(
        overrides,
        name=name,
        gpus=gpus,
        cpus=cpus,
        memory=memory,
        env=env,
        queue=queue,
        image=image,
        after=after,
    )
    job_file = _job_file(file, command_line(ctx), changed, files)
    if dry_run:
        _show_in_full(with_others_by_id(job_file), how)
        return
    submit_and_watch(job_file, key, how, wait=wait, follow=follow, timeout=timeout)


def _job_file(file: Path | None, words: list[str], overrides: list[str], files: str | None) -> JobFile:
    from muster.client.documents.jobfile import read_file, read_text

    if (file is None) == (not words):
        raise typer.BadParameter(
            "give a job FILE or a command after --, not both"
            if words
            else "give a job FILE, or a command after --"
        )
    if words:
        return job_from(words, overrides, files)
    if files is not None:
        raise typer.BadParameter("--files is for a command after --; in a job file, write `files: FOLDER`")
    if str(file) == "-":
        return read_text(sys.stdin.buffer.read(), origin="stdin", folder=Path(), overrides=overrides)
    return read_file(file or Path(), overrides)


def _show_in_full(job_file: JobFile, how: Format) -> None:
    body = job_file.checked().model_dump(mode="json", exclude_none=True)
    if how.for_people or how is Format.YAML:
        output.write(output.yaml_text(body))
    else:
        output.show_one(body, str(body["name"]), how)
    if how.for_people and body["resources"].get("gpus"):
        from muster.client.cli.pricing.foreseen import price_lines

        for line in price_lines(client(), body):
            say(line)
    say("valid; nothing was submitted (--dry-run)")
