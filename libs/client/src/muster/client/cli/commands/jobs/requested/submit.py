"""`muster submit`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from muster.client.cli import texts
from muster.client.cli.commands.jobs.requested.wait import TimeoutOption
from muster.client.cli.connect import client
from muster.client.cli.follow import progress
from muster.client.errors import InvalidRequest
from muster.terminal import output
from muster.terminal.messages import next_command, say
from muster.terminal.output import Format, OutputOption
from muster.terminal.words import counted
from typer.core import TyperCommand

if TYPE_CHECKING:
    from muster.client.documents.jobfile import JobFile
    from muster.client.sync.handle import JobHandle

app = typer.Typer()
_COMMAND_LINE: Final = "muster.submit.command_line"
_ACCEPTED_WITHIN_S: Final = 10


class _SubmitCommand(TyperCommand):
    """Keep everything after `--` for the job's command line, and list the fields of a job in the help."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if "--" in args:
            cut = args.index("--")
            ctx.meta[_COMMAND_LINE] = args[cut + 1 :]
            args = args[:cut]
        return super().parse_args(ctx, args)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        from muster.client.documents.fields import job_fields

        super().format_options(ctx, formatter)
        with formatter.section("Fields of a job (--schema prints every rule)"):
            formatter.write_dl(job_fields())


@app.command(cls=_SubmitCommand)
def submit(
    ctx: typer.Context,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="YAML file; - reads stdin. Or: -- COMMAND ARGS...")
    ] = None,
    *,
    overrides: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="FIELD=VALUE", help="Override a field, e.g. resources.gpus=2; repeatable."
        ),
    ] = None,
    name: Annotated[str | None, typer.Option("--name", help="Same as --set name=NAME.")] = None,
    wait: Annotated[
        bool, typer.Option("--wait", help="Wait until the job ends; exit 0 if it succeeded, 1 if not.")
    ] = False,
    follow: Annotated[
        bool, typer.Option("--follow", "-f", help="Print its output until it ends; exit as with --wait.")
    ] = False,
    timeout: TimeoutOption = None,
    dry_run: Annotated[
        bool,
        typer.Option("--dry-run", help="Check the job and print it in full with its price; submit nothing."),
    ] = False,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of a job file.")] = False,
    key: Annotated[
        str | None,
        typer.Option("--idempotency-key", help="Submit at most one job under this key, even if repeated."),
    ] = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Submit a job from a YAML file, or a command given after --.

    A folder named by `files: FOLDER` is packed and uploaded with the job. Prints the job's id.

    Examples:
        muster submit examples/hello.yaml --wait
        muster submit train.yaml --set resources.gpus=8 --name big-run
        muster submit --name quick --set resources.gpus=1 -- python train.py --lr 0.1
        muster submit train.yaml --dry-run
    """
    if schema:
        from muster.jobs import json_schema

        output.write(output.json_text(json_schema()))
        return
    replaced = [*(overrides or []), *([f"name={name}"] if name else [])]
    job_file = _job_file(file, ctx.meta.get(_COMMAND_LINE), replaced)
    if dry_run:
        _show_in_full(job_file, how)
        return
    handle = _submitted(job_file, key)
    _show_submitted(handle, how, waiting=wait or follow)
    if follow:
        from muster.client.cli.commands.jobs.shown.logs import follow_to_the_end

        raise typer.Exit(follow_to_the_end(handle))
    if wait:
        raise typer.Exit(progress.ended(progress.until_over(handle, timeout)))


def _job_file(file: Path | None, command_line: list[str] | None, overrides: list[str]) -> JobFile:
    from muster.client.documents.jobfile import from_fields, read_file, read_text

    if (file is None) == (not command_line):
        raise typer.BadParameter(
            "give a job FILE or a command after --, not both"
            if command_line
            else "give a job FILE, or a command after --"
        )
    if command_line:
        fields = {"name": _name_of(command_line[0]), "command": command_line}
        return from_fields(fields, origin="the command line", folder=Path(), overrides=overrides)
    if str(file) == "-":
        return read_text(sys.stdin.buffer.read(), origin="stdin", folder=Path(), overrides=overrides)
    return read_file(file or Path(), overrides)


def _name_of(program: str) -> str:
    kept = "".join(c if c.isalnum() or c in "._-" else "-" for c in Path(program).name)
    return kept.lstrip("._-")[:63] or "job"


def _submitted(job_file: JobFile, key: str | None) -> JobHandle:
    body, connected = job_file.body(), client()
    if job_file.files is not None:
        packed = job_file.files
        say(f"sending {counted(packed.files, 'file')}, {len(packed.content) / 1024:.0f} KiB packed")
        connected.upload(packed.content, packed.sha256)
    try:
        return connected.submit(body, wait_s=_ACCEPTED_WITHIN_S, idempotency_key=key)
    except InvalidRequest as error:
        raise job_file.explained(error) from None


def _show_submitted(handle: JobHandle, how: Format, *, waiting: bool) -> None:
    """Print the id on stdout and suggest the next command."""
    if how.for_people or how is Format.NAME:
        output.write(f"{handle.job_id}\n")
    else:
        output.show_one(handle.status().raw, handle.job_id, how)
    if not waiting:
        short = texts.short_id(handle.job_id)
        next_command(
            f"muster logs -f {short}      its output, live",
            f"muster describe {short}     where it runs, or why it waits",
        )


def _show_in_full(job_file: JobFile, how: Format) -> None:
    body = job_file.checked().model_dump(mode="json", exclude_none=True)
    if how.for_people or how is Format.YAML:
        output.write(output.yaml_text(body))
    else:
        output.show_one(body, str(body["name"]), how)
    if how.for_people and body["resources"].get("gpus"):
        from muster.client.cli.commands.costs.foreseen import price_lines

        for line in price_lines(client(), body):
            say(line)
    say("valid; nothing was submitted (--dry-run)")
