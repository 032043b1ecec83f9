"""`muster model du`, `quota`, `sharing`, `encrypt`, `tiers`: what is kept, how much may be, and where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

import typer
from muster.client.cli.commands.models.options import TypeOption, name_of, types_of
from muster.client.cli.connect import DECIDED_WITHIN_S, client
from muster.client.errors import InvalidRequest
from muster.jobs.values.quantities import format_size, parse_memory
from muster.terminal import output
from muster.terminal.messages import next_command, say
from muster.terminal.output import Column, Format, OutputOption, View

_NONE: Final = "none"
_MIB: Final = 1 << 20
_NOTHING: Final = {"last_read": "never"}
"""What it means that a field is null."""


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
    Without a name: of the organisation, and of its 20 largest repositories that you may read.
    Shared: of that, what other repositories of the organisation keep, too; own: what only this one keeps.
    Saved: what whole copies would take beyond that. Hot, warm, cold: how long ago it was read
    (`muster model tiers`). Stored: unique, where what is held as a difference from a base counts as that.
    Derived: fine-tunes that are held as differences from this, as they came, and stored. Downloaded: by
    members of the organisation, in 30 days.

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
    repositories: list[Mapping[str, Any]] = [] if name else opened.kept_repositories()["repositories"]
    if not how.for_people:
        shown_too = {} if name else {"repositories": repositories}
        output.show_one({**kept, **shown_too}, name or str(kept["organisation"]), how)
        return
    for field, value in kept.items():
        shown = format_size(value) if field.endswith("_bytes") and value is not None else value
        label = field.removesuffix("_bytes").replace("_", " ")
        typer.echo(f"{label:<16}{_NOTHING.get(field, 'no limit') if shown is None else shown}")
    if repositories:
        typer.echo("")
        output.show(repositories, _KEPT, how)


_KEPT: Final[View[Mapping[str, Any]]] = View(
    columns=(
        Column("NAME", lambda kept: kept["name"]),
        Column("TYPE", lambda kept: kept["type"], drop=1),
        Column("LOGICAL", lambda kept: format_size(kept["logical_bytes"]), right=True),
        Column("UNIQUE", lambda kept: format_size(kept["unique_bytes"]), right=True),
        Column("OWN", lambda kept: format_size(kept["own_bytes"]), right=True, drop=2),
        Column("SAVED", lambda kept: format_size(kept["saved_bytes"]), right=True),
    ),
    raw=dict,
    name=lambda kept: kept["name"],
    empty="nothing is kept that you may read",
)


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


def sharing(
    organisation: Annotated[str, typer.Argument(metavar="ORGANISATION")],
    *,
    how: OutputOption = Format.TABLE,
) -> None:
    """Show what an organisation shares with others in the store. Needs the role operator.

    Equal bytes are stored once for all organisations without an encryption key. More: what the store would
    keep beyond that, at most, if this one had its objects for itself, as with a key of its own. Downloaded:
    by its members, in 30 days; where the store cannot encrypt, all of that would pass through the registry.

    Examples:
        muster model sharing acme
    """
    shared = client().storage_sharing(organisation)
    if not how.for_people:
        output.show_one(shared, organisation, how)
        return
    for field, value in shared.items():
        shown = format_size(value) if field.endswith("_bytes") else "none" if value is None else value
        typer.echo(f"{field.removesuffix('_bytes').replace('_', ' '):<16}{shown}")


def encrypt(
    organisation: Annotated[str, typer.Argument(metavar="ORGANISATION")],
    *,
    key: Annotated[str, typer.Option("--key", metavar="NAME|none", help="Of the key ring of the store.")],
    how: OutputOption = Format.TABLE,
) -> None:
    """Encrypt what an organisation keeps, with a key of its own. Needs the role operator.

    Before it keeps anything: mirror the repositories of another one into it (`muster model mirror`). What
    this costs is shown by `muster model sharing ORGANISATION`. Only the name of a key is ever said here; the
    registry's operator puts the key into its key ring.

    Examples:
        muster model sharing acme
        muster model encrypt acme-secret --key acme-2026
    """
    outcome = client().set_encryption(organisation, None if key == _NONE else key, wait_s=DECIDED_WITHIN_S)
    if not how.for_people:
        output.show_one({"organisation": organisation, "outcome": outcome}, organisation, how)
        return
    is_known = outcome != "pending"
    said = f"{organisation} is {'not ' if key == _NONE else ''}encrypted"
    say(said if is_known else "the registry has not decided yet")
    next_command(f"muster model sharing {organisation}")


def tiers(
    *,
    warm_after: Annotated[
        int | None, typer.Option("--warm-after", metavar="DAYS", min=1, help="Until objects are warm.")
    ] = None,
    cold_after: Annotated[
        int | None, typer.Option("--cold-after", metavar="DAYS", min=2, help="Until they are cold.")
    ] = None,
    prewarm: Annotated[
        int | None,
        typer.Option("--prewarm", metavar="COUNT", min=0, help="Most downloaded models told to the CDN."),
    ] = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Show or set after how many days without a read objects change tier. To set: role operator.

    Hot: read lately; chunks of it may lie on the disks of the registry. Warm: in the store only. Cold: in
    the class of the store for what is seldom read. Whatever the tier, it is read at once; then it is hot.
    Where a CDN stands before the store, it is told each day what the most downloaded models keep.

    Examples:
        muster model tiers
        muster model tiers --warm-after 7 --cold-after 90
        muster model tiers --prewarm 100
    """
    opened = client()
    rule = opened.tier_rule()
    outcome = ""
    given = {"warm_after_days": warm_after, "cold_after_days": cold_after, "prewarmed_max": prewarm}
    changed = {name: value for name, value in given.items() if value is not None}
    if changed:
        rule |= changed
        outcome = opened.set_tier_rule(**rule, wait_s=DECIDED_WITHIN_S)
    if not how.for_people:
        output.show_one({**rule, "outcome": outcome} if outcome else rule, "tiers", how)
        return
    if outcome == "pending":
        say("the registry has not decided yet")
    typer.echo(
        f"warm after {rule['warm_after_days']} days without a read, cold after {rule['cold_after_days']}; "
        f"the CDN is told of {rule['prewarmed_max'] or 'no'} models"
    )


def _bytes(text: str) -> int | None:
    if text == _NONE:
        return None
    try:
        return parse_memory(text) * _MIB
    except ValueError as error:
        raise InvalidRequest(f"{error}, nor {_NONE!r}") from None
