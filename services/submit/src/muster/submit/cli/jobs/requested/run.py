"""`muster run`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer
from muster.client.cli import texts
from muster.client.cli.follow import progress
from muster.submit.cli.jobs.requested.submission import (
    AfterOption,
    CpusOption,
    EnvOption,
    GpusOption,
    ImageOption,
    MemoryOption,
    NameOption,
    OverridesOption,
    QueueOption,
    job_from,
    settings,
    submitted,
)
from muster.terminal.messages import say

if TYPE_CHECKING:
    from muster.client.resources import Job

app = typer.Typer()
_EXIT_MAX: Final = 255
_KILLED: Final = 128
"""A shell adds the number of the signal that ended a program."""


@app.command(context_settings={"allow_interspersed_args": False})
def run(
    command: Annotated[
        list[str], typer.Argument(metavar="COMMAND", help="Program and arguments; -- may precede them.")
    ],
    *,
    gpus: GpusOption = None,
    cpus: CpusOption = None,
    memory: MemoryOption = None,
    env: EnvOption = None,
    queue: QueueOption = None,
    after: AfterOption = None,
    name: NameOption = None,
    image: ImageOption = None,
    files: Annotated[
        str, typer.Option("--files", metavar="FOLDER", help="Working folder to send and run in.")
    ] = ".",
    overrides: OverridesOption = None,
) -> None:
    """Run a command on the cluster as if it ran here: send this folder, follow its output, exit as it does.

    Only what is not stored yet is sent; what .gitignore and .musterignore name is left out. Ctrl-C stops
    watching, and the job keeps running. `muster submit -- COMMAND` submits without following.

    Examples:
        muster run --gpus 1 -- python train.py --lr 0.1
        muster run --gpus 2 --memory 64GiB --env SEED=7 -- torchrun --nproc-per-node 2 train.py
        muster run --files examples/train_tiny ls
    """
    from muster.submit.cli.jobs.shown.logs import follow_to_the_end

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
    handle = submitted(job_from(command, changed, files), None)
    stop = f"muster stop {texts.short_id(handle.job_id)}"
    say(f"{handle.job_id}: submitted; Ctrl-C stops watching, `{stop}` ends it")
    job = follow_to_the_end(handle)
    progress.ended(job)
    raise typer.Exit(_exit_code(job))


def _exit_code(job: Job) -> int:
    """Return the exit code of the job's command, as a shell has it; 1 if the job failed otherwise."""
    if job.succeeded:
        return 0
    if job.exit_code is None:
        return progress.EXIT_DID_NOT_SUCCEED
    code = job.exit_code if job.exit_code >= 0 else _KILLED - job.exit_code
    return code if 0 < code <= _EXIT_MAX else progress.EXIT_DID_NOT_SUCCEED
