"""`muster audit`: check that the log of a service that decides replays to what it recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer
from muster.terminal import output
from muster.terminal.messages import CommandFailed, say
from muster.terminal.output import Format, OutputOption
from muster.terminal.words import counted

if TYPE_CHECKING:
    from muster.service.audit import Audit, AuditedLog

app = typer.Typer(help="Replay the log of a service and compare every decision.", no_args_is_help=True)

NOT_FOUND = 3
USAGE = 2


def _names(incomplete: str) -> Sequence[str]:
    """Return names for the shell's completion."""
    from muster.service import audit

    return [name for name in audit.names() if name.startswith(incomplete)]


Service = Annotated[
    str,
    typer.Option("--service", "-s", help="Service whose log to read.", autocompletion=_names),
]


@app.command()
def verify(
    *,
    service: Service = "scheduler",
    from_snapshot: Annotated[
        bool, typer.Option("--from-snapshot", help="Start at the newest snapshot instead of the beginning.")
    ] = False,
    how: OutputOption = Format.TABLE,
) -> None:
    """Replay every recorded batch; exit with 0 if everything matches the record, 1 at the first difference.

    Batches that another version of the rules decided differently are listed but not compared. Exits with 3,
    not verified, if these include the end of the log, or if the log has no batches.

    Examples:
        muster audit verify
        muster audit verify --from-snapshot -o json
    """
    from muster.journal import Diverged
    from muster.service.audit import Audit
    from muster.service.settings import S3Settings
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    log, settings = _log(service), S3Settings.load()
    console = Console(stderr=True, highlight=False)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    seen, difference = Audit(), None
    try:
        with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
            task = bar.add_task("reading the log", total=None)
            for seen in log.audited(settings, from_snapshot=from_snapshot):
                bar.update(task, description=f"{counted(seen.batches, 'batch', 'batches')} replayed")
    except Diverged as error:
        difference = str(error)
    since = "the snapshot" if from_snapshot else "its beginning"
    raise typer.Exit(
        _report(seen, difference, how, nothing=f"the log of {service} has no batch since {since}")
    )


@app.command()
def show(
    seq: Annotated[
        int,
        typer.Argument(
            help="Number of the batch: of a scheduler input, or of another service's fact.", min=0
        ),
    ],
    *,
    service: Service = "scheduler",
    how: OutputOption = Format.JSON,
) -> None:
    """Print the batch with this number: its inputs, its decisions, and the reasons.

    Examples:
        muster audit show 417
    """
    from muster.service.settings import S3Settings

    batch = _log(service).batch_with(S3Settings.load(), seq)
    if batch is None:
        raise CommandFailed(f"seq {seq} is not in the log of {service}", exit_code=NOT_FOUND)
    output.show_one(batch, str(seq), Format.YAML if how.for_people else how)


def _log(service: str) -> AuditedLog:
    """The log of a service.

    Raises:
        CommandFailed: there is none of that name.
    """
    from muster.service.audit import audited_log

    try:
        return audited_log(service)
    except LookupError as error:
        raise CommandFailed(str(error), exit_code=USAGE) from None


def _report(seen: Audit, difference: str | None, how: Format, *, nothing: str) -> int:
    """Print the results of the comparison.

    Returns:
        The exit code: 0 verified, 1 diverged, 3 nothing to verify, or not to the end.
    """
    verified = difference is None and seen.batches > 0 and seen.reached_end
    code = 0 if verified else 1 if difference is not None else NOT_FOUND
    facts = {
        "verified": verified,
        "batches": seen.batches,
        "inputs": seen.inputs,
        "decisions": seen.decisions,
        "hashes_compared": seen.hashes,
        "first_offset": seen.first_offset,
        "last_offset": seen.last_offset,
        "epoch": seen.epoch,
        "state_hash": seen.state_hash,
        "not_compared": [asdict(stretch) for stretch in seen.unrepeated],
        "difference": difference,
    }
    if not how.for_people:
        output.show_one(facts, "verified" if verified else "not verified", how)
        return code
    for stretch in seen.unrepeated:
        last = "the end" if stretch.next_offset is None else stretch.next_offset - 1
        output.write(
            f"not compared: offsets {stretch.first_offset} to {last}, decided by version {stretch.version} "
            f"of the rules; this program has version {stretch.program_version}, "
            "one of that version verifies them\n"
        )
    counts = ", ".join(
        (
            counted(seen.batches, "batch", "batches"),
            counted(seen.inputs, "input"),
            counted(seen.decisions, "decision"),
            counted(seen.hashes, "state hash", "state hashes"),
        )
    )
    if difference is not None:
        output.write(f"DIVERGED after {counts}\n{difference}\n")
    elif verified:
        output.write(f"verified: {counts} came out as recorded\nstate hash {seen.state_hash}\n")
    elif seen.unrepeated:
        output.write(f"not verified to the end: {counts} came out as recorded\n")
    else:
        say(f"nothing to verify: {nothing}")
    return code
