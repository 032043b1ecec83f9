"""`muster model du` and `muster model quota`: what is kept and downloaded, and how much of it may be."""

from __future__ import annotations

from typing import Annotated, Any, Final

import typer
from muster.client.cli.commands.models.options import TypeOption, name_of, types_of
from muster.client.cli.connect import DECIDED_WITHIN_S, client
from muster.client.errors import InvalidRequest
from muster.jobs.values.quantities import format_size, parse_memory
from muster.terminal import output
from muster.terminal.messages import next_command, say
from muster.terminal.output import Format, OutputOption

_NO_LIMIT: Final = "none"
_MIB: Final = 1 << 20


def du(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAMESPACE/NAME]", help="Of this repository; else of the organisation."),
    ] = None,
    *,
    kind: TypeOption = "model",
    how: OutputOption = Format.TABLE,
) -> None:
    """Show what is kept in the store and downloaded, and what equal bytes save.

    Logical: whole copies of all versions that a branch or a tag names. Unique: what is stored for them.
    Shared: of that, what other repositories of the organisation keep, too; own: what only this one keeps.
    Saved: what whole copies would take beyond that. Downloaded: by members of the organisation, in 30 days.

    Examples:
        muster model du acme/tiny
        muster model du
    """
    opened = client()
    kept = (
        opened.organisation_storage()
        if name is None
        else opened.repository_storage(types_of(kind), name_of(name))
    )
    if not how.for_people:
        output.show_one(kept, name or str(kept["organisation"]), how)
        return
    for field, value in kept.items():
        shown = format_size(value) if field.endswith("_bytes") and value is not None else value
        label = field.removesuffix("_bytes").replace("_", " ")
        typer.echo(f"{label:<16}{'no limit' if shown is None else shown}")


def quota(
    organisation: Annotated[str, typer.Argument(metavar="ORGANISATION")],
    *,
    storage: Annotated[
        str | None, typer.Option("--storage", metavar="SIZE|none", help="Of what it keeps: 512GiB, 10TiB.")
    ] = None,
    downloads: Annotated[
        str | None,
        typer.Option("--downloads", metavar="SIZE|none", help="Of what its members download in 30 days."),
    ] = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Limit what an organisation keeps, and what its members download. Needs the role operator.

    It is told at 80 and at 100 %. An upload that would exceed its storage is refused before a byte is sent;
    at 100 % of its downloads its members download nothing until less was downloaded within 30 days.

    Examples:
        muster model quota acme --storage 10TiB --downloads 200TiB
        muster model quota acme --downloads none
    """
    limits = {"quota": storage, "download-quota": downloads}
    given = {what: _bytes(text) for what, text in limits.items() if text is not None}
    if not given:
        raise InvalidRequest("nothing is to be limited; allowed are --storage and --downloads, or both")
    opened = client()
    outcomes: dict[str, Any] = {
        what: opened.set_storage_quota(organisation, what, quota_bytes, wait_s=DECIDED_WITHIN_S)
        for what, quota_bytes in given.items()
    }
    if not how.for_people:
        output.show_one({"organisation": organisation, **outcomes}, organisation, how)
        return
    is_known = all(outcome != "pending" for outcome in outcomes.values())
    say(f"{organisation} is limited" if is_known else "the registry has not decided yet")
    next_command("muster model du")


def _bytes(text: str) -> int | None:
    if text == _NO_LIMIT:
        return None
    try:
        return parse_memory(text) * _MIB
    except ValueError as error:
        raise InvalidRequest(f"{error}, nor {_NO_LIMIT!r}") from None
