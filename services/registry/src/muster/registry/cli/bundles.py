"""`muster model export` and `import`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from muster.client.cli.connect import hub_of
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
from muster.terminal.output import Format, OutputOption
from muster.terminal.progress import bytes_done
from muster.terminal.words import counted


def export(
    name: Repository,
    bundle: Annotated[Path, typer.Argument(metavar="FILE", help="File to write.")],
    *,
    key: Annotated[Path, typer.Option("--key", metavar="PEM", help="Ed25519 private key to sign with.")],
    kind: TypeOption = "model",
    revision: RevisionOption = "main",
    how: OutputOption = Format.TABLE,
) -> None:
    """Export a version as one signed file, e.g. for an air-gapped site.

    The file is a tar with a signed manifest and every file with its SHA-256. Writing it needs free disk space
    of twice its size.

    Examples:
        openssl genpkey -algorithm ed25519 -out key.pem
        muster model export acme/tiny tiny.bundle --key key.pem -r v1
    """
    from muster.client.transfers.bundles import pack

    with hub_of(types_of(kind), name_of(name)) as hub, bytes_done() as progress:
        done = pack(hub, revision, bundle, key, progress)
    size_bytes = sum(file.size_bytes for file in done.files)
    if not how.for_people:
        told = {"name": name, "commit": done.commit, "files": len(done.files), "size_bytes": size_bytes}
        output.show_one(told, name, how)
        return
    how_much = f"{counted(len(done.files), 'file')}, {format_size(size_bytes)}"
    say(f"{bundle} is {name} at {done.commit[:7]}: {how_much}")
    next_command(f"muster model import {bundle} --trust public.pem")


def import_(
    bundle: Annotated[Path, typer.Argument(metavar="FILE", help="Bundle written by `muster model export`.")],
    name: Annotated[
        str,
        typer.Argument(metavar="[NAMESPACE/NAME]", help="Target repository (default: its original name)."),
    ] = "",
    *,
    trust: Annotated[Path, typer.Option("--trust", metavar="PEM", help="Public key of the trusted signer.")],
    revision: Annotated[
        str, typer.Option("--revision", "-r", help="Target branch; created if needed.")
    ] = "main",
    how: OutputOption = Format.TABLE,
) -> None:
    """Import a bundle as one commit. Nothing is committed unless its signature and all hashes are valid.

    The branch ends up with exactly the bundle's files. Lineage records where they come from. Content that the
    organisation already has is not sent again.

    Examples:
        openssl pkey -in key.pem -pubout -out public.pem
        muster model import tiny.bundle --trust public.pem
        muster model import tiny.bundle acme/tiny-imported --trust public.pem -r trial
    """
    from muster.client.transfers.bundles import unpack

    with bytes_done() as progress:
        said, pushed = unpack(
            bundle, trust, lambda said: hub_of(said.types, name_of(name or said.name)), revision, progress
        )
    here = name or said.name
    if not how.for_people:
        told = {"name": here, "commit": pushed.commit, "files": pushed.files, "sent_bytes": pushed.sent_bytes}
        output.show_one({**told, "origin": said.commit}, here, how)
        return
    say(f"{here} {revision} is at {pushed.commit[:7]}: {counted(pushed.files, 'file')} of {said.name}")
    kind = said.types.removesuffix("s")
    next_command(command_of("info", here, kind), command_of("lineage", here, kind))
