"""`muster model push`, `pull` and `mirror`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from muster.client.cli.connect import hub_of, settings_with_token
from muster.jobs.values.quantities import format_size
from muster.registry.cli.options import (
    Repository,
    RevisionOption,
    TypeOption,
    command_of,
    name_of,
    types_of,
)
from muster.terminal import output
from muster.terminal.messages import next_command, say
from muster.terminal.output import Column, Format, OutputOption, View
from muster.terminal.progress import bytes_done
from muster.terminal.words import counted

HUB_URL: Final = "https://huggingface.co"

Source = Annotated[Path, typer.Argument(metavar="DIR|FILE", help="Folder or file to send.")]
Folder = Annotated[Path | None, typer.Argument(metavar="[DIR]", help="Target folder (default: ./NAME).")]
BranchOption = Annotated[str, typer.Option("--revision", "-r", help="Target branch; created if needed.")]
FixedOption = Annotated[
    bool, typer.Option("--fixed", help="Send chunks of 64 MiB by SHA-256 instead of chunks cut by content.")
]


def push(
    source: Source,
    name: Repository,
    *,
    kind: TypeOption = "model",
    revision: BranchOption = "main",
    message: Annotated[str, typer.Option("--message", "-m", help="Title of the commit.")] = "",
    fixed: FixedOption = False,
    how: OutputOption = Format.TABLE,
) -> None:
    """Send a folder or a file as one commit. Only data that the organisation does not have is sent.

    The repository and the branch are created if needed. The branch keeps files that are not in the folder.
    To resume after an interruption, repeat the command: data stored within the last day is not sent again.

    Examples:
        muster model push out/ acme/tiny -m "epoch 3"
        muster model push model.safetensors acme/tiny -r trial
        muster model push out/ acme/tiny --fixed
    """
    from muster.client.transfers.pushing import push as send

    with hub_of(types_of(kind), name_of(name)) as hub, bytes_done() as progress:
        title = message or f"Upload {source.resolve().name}"
        done = send(hub, source, revision, title, progress, is_fixed=fixed)
    if not how.for_people:
        output.show_one(
            {
                "name": name,
                "commit": done.commit,
                "files": done.files,
                "unchanged": done.unchanged,
                "size_bytes": done.size_bytes,
                "sent_bytes": done.sent_bytes,
            },
            name,
            how,
        )
        return
    sent = f"{format_size(done.sent_bytes)} of {format_size(done.size_bytes)} sent"
    say(f"{name} {revision} is at {done.commit[:7]}: {counted(done.files, 'file')}, {sent}")
    next_command(command_of("info", name, kind), command_of("du", name, kind))


def pull(
    name: Repository,
    folder: Folder = None,
    *,
    kind: TypeOption = "model",
    revision: RevisionOption = "main",
    how: OutputOption = Format.TABLE,
) -> None:
    """Download a version into a folder; other files there are kept. Resumes after an interruption.

    Every file is checked against its hash before it is moved into place.

    Examples:
        muster model pull acme/tiny
        muster model pull acme/tiny models/tiny -r v1
        muster model pull acme/tiny -r @production
    """
    from muster.client.transfers.pulling import pull as fetch

    to = folder or Path(name_of(name).partition("/")[2])
    with hub_of(types_of(kind), name) as hub, bytes_done() as progress:
        done = fetch(hub, revision, to, progress)
    if not how.for_people:
        output.show_one(
            {
                "name": name,
                "commit": done.commit,
                "folder": str(to),
                "files": done.files,
                "unchanged": done.unchanged,
                "size_bytes": done.size_bytes,
                "fetched_bytes": done.fetched_bytes,
            },
            name,
            how,
        )
        return
    fetched = f"{format_size(done.fetched_bytes)} of {format_size(done.size_bytes)} fetched"
    say(f"{to} is {name} at {done.commit[:7]}: {counted(done.files, 'file')}, {fetched}")


def mirror(
    source: Annotated[
        str, typer.Argument(metavar="NAMESPACE/NAME", help="Repository in the other registry.")
    ],
    name: Annotated[
        str, typer.Argument(metavar="[NAMESPACE/NAME]", help="Repository here (default: the same name).")
    ] = "",
    *,
    at: Annotated[str, typer.Option("--from", metavar="URL", help="URL of the other registry.")] = HUB_URL,
    kind: TypeOption = "model",
    branch: Annotated[
        list[str] | None,
        typer.Option("--revision", "-r", help="Branch to copy; repeatable (default: all)."),
    ] = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Copy a repository from another registry or the Hugging Face Hub; run it again to update the copy.

    Fetches only files that differ and stores only chunks that the organisation does not have. Branches become
    identical to the originals, and tags of their commits are set. Lineage records the origin. Run the same
    command to resume after an interruption. Set MUSTER_MIRROR_TOKEN if the other registry needs a token; your
    Muster token is never sent to it.

    Examples:
        muster model mirror hf-internal-testing/tiny-random-gpt2 acme/tiny-gpt2 -r main
        muster model mirror acme/tiny --from https://models.example.org
        muster model mirror stanfordnlp/imdb acme/imdb --type dataset
    """
    from muster.client.transfers.hub import Hub
    from muster.client.transfers.mirroring import mirror as copy

    types, here, settings = types_of(kind), name_of(name or name_of(source)), settings_with_token()
    folder = settings.home / "mirrors" / types / here
    there = Hub(at, settings.mirror_token, types, source)
    with there, hub_of(types, here) as hub, bytes_done() as progress:
        done = list(copy(there, hub, branch or [], folder, progress))
    output.show([asdict(each) for each in done], _MIRRORED, how)
    if how.for_people:
        next_command(command_of("info", here, kind), command_of("lineage", here, kind))


_MIRRORED: View[Mapping[str, Any]] = View(
    columns=(
        Column("BRANCH", lambda each: each["branch"]),
        Column("COMMIT", lambda each: each["commit"][:7]),
        Column("FROM", lambda each: each["origin"][:7]),
        Column("FILES", lambda each: str(each["files"])),
        Column("UNCHANGED", lambda each: str(each["unchanged"])),
        Column("FETCHED", lambda each: format_size(each["fetched_bytes"])),
        Column("SENT", lambda each: format_size(each["sent_bytes"])),
        Column("TAGS", lambda each: ", ".join(each["tags"]), drop=1),
    ),
    raw=dict,
    name=lambda each: each["branch"],
    empty="no branch to copy",
)
