"""`muster submit`: submit a job from a YAML file, or a command line given after --."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from muster.client.cli import output
from muster.client.cli.connect import client
from muster.client.cli.follow import progress
from muster.client.cli.messages import next_command, say
from muster.client.cli.output import Format, JsonOption, OutputOption
from muster.client.documents.jobfile import JobFile, from_fields, read_file, read_text
from muster.client.handle import JobHandle
from typer.core import TyperCommand

app = typer.Typer()
_COMMAND_LINE: Final = "muster.submit.command_line"
_ACCEPTED_WITHIN_S: Final = 10


class _WithCommandLine(TyperCommand):
    """Keeps what stands after `--` apart: it belongs to the job, not to us."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if "--" in args:
            cut = args.index("--")
            ctx.meta[_COMMAND_LINE] = args[cut + 1 :]
            args = args[:cut]
        return super().parse_args(ctx, args)


@app.command(cls=_WithCommandLine)
def submit(
    ctx: typer.Context,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A YAML file; - reads stdin. Or: -- COMMAND ARGS...")
    ] = None,
    *,
    overrides: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="FIELD=VALUE", help="Replace a field, like resources.gpus=2."),
    ] = None,
    name: Annotated[str | None, typer.Option("--name", help="The same as --set name=NAME.")] = None,
    wait: Annotated[bool, typer.Option("--wait", help="Wait until it is over; end with its result.")] = False,
    follow: Annotated[
        bool, typer.Option("--follow", "-f", help="Print its output; end with its result.")
    ] = False,
    timeout: Annotated[float | None, typer.Option(min=0, help="Seconds to wait; then exit code 124.")] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Check it, print it in full, submit nothing.")
    ] = False,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of a job file.")] = False,
    key: Annotated[
        str | None, typer.Option("--idempotency-key", help="The same key and job again is the same job.")
    ] = None,
    how: OutputOption = Format.TABLE,
    as_json: JsonOption = False,
) -> None:
    """Submit a job from a YAML file, or a command line given after --.

    The file is checked here first, by the model the service uses. `files: FOLDER` in it is packed and sent.
    """
    if schema:
        from muster.jobs import json_schema

        output.write(output.json_text(json_schema()))
        return
    replaced = [*(overrides or []), *([f"name={name}"] if name else [])]
    job_file = _job_file(file, ctx.meta.get(_COMMAND_LINE), replaced)
    how = output.chosen(how, as_json)
    if dry_run:
        _show_in_full(job_file, how)
        return
    handle = _submit(job_file, key)
    _tell(handle, how, waiting=wait or follow)
    if follow:
        from muster.client.cli.commands.jobs.logs import follow_to_the_end

        raise typer.Exit(follow_to_the_end(handle))
    if wait:
        raise typer.Exit(progress.ended(progress.until_over(handle, timeout)))


def _job_file(file: Path | None, command_line: list[str] | None, overrides: list[str]) -> JobFile:
    if (file is None) == (not command_line):
        raise typer.BadParameter(
            "give either a job FILE or -- COMMAND ARGS...; `muster submit --help` shows both"
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


def _submit(job_file: JobFile, key: str | None) -> JobHandle:
    connected = client()
    if job_file.files is not None:
        packed = job_file.files
        say(f"sending {packed.files} files, {len(packed.content) / 1024:.0f} KiB packed")
        connected.upload(packed.content, packed.sha256)
    return connected.submit(job_file.request, wait_s=_ACCEPTED_WITHIN_S, idempotency_key=key)


def _tell(handle: JobHandle, how: Format, *, waiting: bool) -> None:
    """What was submitted: the id on stdout, and what to type next."""
    if how.for_people or how is Format.NAME:
        output.write(f"{handle.job_id}\n")
    else:
        output.show_one(handle.status().raw, handle.job_id, how)
    if not waiting:
        next_command(
            f"muster logs -f {handle.job_id}      its output, live",
            f"muster describe {handle.job_id}     where it is and why",
        )


def _show_in_full(job_file: JobFile, how: Format) -> None:
    body = job_file.body()
    if how.for_people or how is Format.YAML:
        output.write(output.yaml_text(body))
    else:
        output.show_one(body, str(body["name"]), how)
    say("valid; nothing was submitted (--dry-run)")
