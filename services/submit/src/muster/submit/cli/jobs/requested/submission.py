"""Options and steps shared by the commands that submit jobs: `submit`, `run` and `resubmit`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, cast

import typer
from muster.client.cli import completion, texts
from muster.client.cli.connect import client
from muster.client.cli.follow import progress
from muster.client.errors import InvalidRequest
from muster.jobs.values.quantities import format_size
from muster.terminal import output
from muster.terminal.messages import next_command, say
from muster.terminal.output import Format
from muster.terminal.words import counted
from typer.core import TyperCommand

if TYPE_CHECKING:
    from muster.client.documents.files import Packed
    from muster.client.documents.jobfile import JobFile
    from muster.client.sync.client import Client
    from muster.client.sync.handle import JobHandle

_COMMAND_LINE: Final = "muster.submission.command_line"
_ACCEPTED_WITHIN_S: Final = 10

OverridesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="FIELD=VALUE",
        help="Override a field, e.g. resources.gpus=2; repeatable. Text, as in env.LR=0.10, stays as typed.",
    ),
]
NameOption = Annotated[str | None, typer.Option("--name", help="Name of the job; need not be unique.")]
GpusOption = Annotated[str | None, typer.Option("--gpus", help="GPUs per rank, e.g. 2; 0.5 is half of one.")]
CpusOption = Annotated[str | None, typer.Option("--cpus", help="CPU cores per rank, e.g. 8.")]
MemoryOption = Annotated[str | None, typer.Option("--memory", help="Memory per rank, e.g. 16GiB.")]
EnvOption = Annotated[
    list[str] | None,
    typer.Option("--env", metavar="NAME=VALUE", help="Environment variable, as typed; repeatable."),
]
QueueOption = Annotated[str | None, typer.Option("--queue", "-q", help="Queue the job waits in.")]
AfterOption = Annotated[
    list[str] | None,
    typer.Option(
        "--after",
        metavar="JOB[:ok|any|failed]",
        help="Start after this job ended: ok (it succeeded; default), failed, or any; repeatable.",
        autocompletion=completion.jobs,
    ),
]
ImageOption = Annotated[str | None, typer.Option("--image", help="Container image to run in.")]
WaitOption = Annotated[
    bool, typer.Option("--wait", help="Wait until the job ends; exit 0 if it succeeded, 1 if not.")
]
FollowOption = Annotated[
    bool, typer.Option("--follow", "-f", help="Print its output until it ends; exit as with --wait.")
]
KeyOption = Annotated[
    str | None,
    typer.Option("--idempotency-key", help="Submit at most one job under this key, even if repeated."),
]


class CommandLine(TyperCommand):
    """Keep everything after `--` for the job's command line, and list the fields of a job in the help."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse what precedes `--`."""
        if "--" in args:
            cut = args.index("--")
            ctx.meta[_COMMAND_LINE] = args[cut + 1 :]
            args = args[:cut]
        return super().parse_args(ctx, args)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options, then the fields of a job."""
        from muster.client.documents.fields import job_fields

        super().format_options(ctx, formatter)
        with formatter.section("Fields of a job (`muster submit --schema` prints every rule)"):
            formatter.write_dl(job_fields())


def command_line(ctx: typer.Context) -> list[str]:
    """Return what was typed after `--`."""
    return list(ctx.meta.get(_COMMAND_LINE) or ())


def settings(
    overrides: list[str] | None,
    *,
    name: str | None = None,
    gpus: str | None = None,
    cpus: str | None = None,
    memory: str | None = None,
    env: list[str] | None = None,
    queue: str | None = None,
    image: str | None = None,
    after: list[str] | None = None,
) -> list[str]:
    """Return the options of a job as settings FIELD=VALUE; an option takes precedence over --set.

    Raises:
        typer.BadParameter: a variable has no value.
    """
    if wrong := [each for each in env or () if not each.partition("=")[0] or "=" not in each]:
        raise typer.BadParameter(f"--env is {wrong[0]}; must be NAME=VALUE")
    options = {
        "name": name,
        "resources.gpus": gpus,
        "resources.cpu": cpus,
        "resources.memory": memory,
        "queue": queue,
        "image": image,
    }
    return [
        *(overrides or ()),
        *(f"{field}={value}" for field, value in options.items() if value is not None),
        *(f"env.{each}" for each in env or ()),
        *(f"after.{each.replace(':', '=') if ':' in each else f'{each}=ok'}" for each in after or ()),
    ]


def job_from(words: list[str], overrides: list[str], files: str | None = None) -> JobFile:
    """Make a job of a command line.

    Args:
        words: Program and arguments.
        overrides: Settings FIELD=VALUE.
        files: Working folder to send; None: the job begins in an empty folder.
    """
    from muster.client.documents.jobfile import from_fields

    fields: dict[str, Any] = {"name": _name_of(words[0]), "command": words}
    if files is not None:
        fields["files"] = files
    return from_fields(fields, origin="the command line", folder=Path(), overrides=overrides)


def _name_of(program: str) -> str:
    kept = "".join(c if c.isalnum() or c in "._-" else "-" for c in Path(program).name)
    return kept.lstrip("._-")[:63] or "job"


def submitted(job_file: JobFile, key: str | None) -> JobHandle:
    """Send the working files, then submit the job.

    Raises:
        InvalidRequest: a field breaks a rule; the error names the file and line.
    """
    body, connected = with_others_by_id(job_file).body(), client()
    if job_file.files is not None:
        _send_files(connected, job_file.files)
    try:
        return connected.submit(body, wait_s=_ACCEPTED_WITHIN_S, idempotency_key=key)
    except InvalidRequest as error:
        raise job_file.explained(error) from None


def with_others_by_id(job_file: JobFile) -> JobFile:
    """Return the job with the ids of the jobs that it starts after, which may be named otherwise.

    Raises:
        NotFound, Conflict: as raised by `references.resolve`.
    """
    from muster.client.references import with_ids

    after = job_file.fields.get("after")
    if not after or not isinstance(after, Mapping):
        return job_file
    others = with_ids(client(), cast("Mapping[str, Any]", after))
    return replace(job_file, fields={**job_file.fields, "after": others})


def _send_files(connected: Client, packed: Packed) -> None:
    from muster.client.transfers.folders import send
    from muster.terminal.progress import bytes_done

    with bytes_done() as display:
        sent_bytes = send(connected, packed, display)
    size = f"{counted(packed.files, 'file')}, {format_size(packed.raw_bytes)}"
    say(f"files: {size}; {f'sent {format_size(sent_bytes)}' if sent_bytes else 'nothing new to send'}")


def submit_and_watch(
    job_file: JobFile, key: str | None, how: Format, *, wait: bool, follow: bool, timeout: float | None
) -> None:
    """Submit a job, print its id, and wait for it or follow it if wanted.

    Raises:
        typer.Exit: it was waited for; the code is its result.
    """
    handle = submitted(job_file, key)
    _show_submitted(handle, how, waiting=wait or follow)
    if follow:
        from muster.submit.cli.jobs.shown.logs import follow_to_the_end

        raise typer.Exit(progress.ended(follow_to_the_end(handle)))
    if wait:
        raise typer.Exit(progress.ended(progress.until_over(handle, timeout)))


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
