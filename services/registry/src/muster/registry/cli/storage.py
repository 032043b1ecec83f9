"""`muster model du`, `quota`, `sharing`, `encrypt`, `tiers`: storage in use, its limits and its tiers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

import typer
from muster.client.cli.connect import DECIDED_WITHIN_S, client
from muster.client.errors import InvalidRequest
from muster.jobs.values.quantities import format_size, parse_memory
from muster.registry.cli.options import TypeOption, name_of, types_of
from muster.terminal import output
from muster.terminal.messages import next_command, say
from muster.terminal.output import Column, Format, OutputOption, View

_NONE: Final = "none"
_MIB: Final = 1 << 20
_NOTHING: Final = {"last_read": "never"}
"""Meaning of a field that is null."""


def du(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAMESPACE/NAME]", help="Repository (default: the whole organisation)."),
    ] = None,
    *,
    kind: TypeOption = "model",
    damaged: Annotated[
        bool, typer.Option("--damaged", help="List objects that were found damaged or missing instead.")
    ] = False,
    how: OutputOption = Format.TABLE,
) -> None:
    """Show storage and downloads, and the savings from deduplication.

    Without a name, covers the organisation and its 20 largest repositories that you may read.

    Logical: size of full copies of all versions that a branch or a tag names. Unique: size after
    deduplication. Shared: part of unique that other repositories of the organisation also use; own: part that
    only this one uses. Saved: logical minus unique. Hot, warm, cold: split by time since the last read
    (`muster model tiers`). Stored: unique, counting a file that is stored as a delta from a base at the size
    of the delta. Derived: fine-tunes stored as deltas from this one, at their original and their stored size.
    Downloaded: by members of the organisation in the last 30 days. Damaged objects: those of its repositories
    that were found damaged or missing when the registry read them back; nobody gets them until they are
    restored (--damaged lists them; operators see those of all organisations).

    Examples:
        muster model du acme/tiny
        muster model du
        muster model du --damaged
    """
    opened = client()
    if damaged:
        if name is not None:
            raise InvalidRequest("--damaged covers all repositories; do not name one")
        found = opened.damaged_objects()
        output.show(found["items"], _DAMAGED, how)
        if how.for_people and (more := found["count"] - len(found["items"])) > 0:
            say(f"{more} more damaged objects are not shown")
        return
    kept = (
        opened.organisation_storage()
        if name is None
        else opened.repository_storage(types_of(kind), name_of(name))
    )
    repositories: Sequence[Mapping[str, Any]] = [] if name else opened.kept_repositories()
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
    empty="no repositories that you may read",
)


_DAMAGED: Final[View[Mapping[str, Any]]] = View(
    columns=(
        Column("OBJECT", lambda found: found["object"]),
        Column("SIZE", lambda found: format_size(found["size_bytes"]), right=True),
        Column("NEEDED BY", lambda found: ", ".join(found["repositories"])),
        Column("REASON", lambda found: found["reason"], drop=1),
    ),
    raw=dict,
    name=lambda found: found["object"],
    empty="no damaged objects",
)


def quota(
    organisation: Annotated[str, typer.Argument(metavar="ORGANISATION")],
    *,
    storage: Annotated[
        str | None, typer.Option("--storage", metavar="SIZE|none", help="Limit its storage, e.g. 10TiB.")
    ] = None,
    downloads: Annotated[
        str | None,
        typer.Option("--downloads", metavar="SIZE|none", help="Limit its members' downloads in 30 days."),
    ] = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Limit the storage of an organisation and its members' downloads. Needs the role operator.

    The organisation is alerted at 80 and at 100 %. An upload that would exceed the storage quota is refused
    before any byte is sent; at 100 % of the download quota, members cannot download until the total of the
    last 30 days falls below it.

    Examples:
        muster model quota acme --storage 10TiB --downloads 200TiB
        muster model quota acme --downloads none
    """
    limits = {"quota": storage, "download-quota": downloads}
    given = {what: _bytes(text) for what, text in limits.items() if text is not None}
    if not given:
        raise InvalidRequest("no limit given; use --storage, --downloads, or both")
    opened = client()
    outcomes: dict[str, Any] = {
        what: opened.set_storage_quota(organisation, what, quota_bytes, wait_s=DECIDED_WITHIN_S)
        for what, quota_bytes in given.items()
    }
    if not how.for_people:
        output.show_one({"organisation": organisation, **outcomes}, organisation, how)
        return
    is_known = all(outcome != "pending" for outcome in outcomes.values())
    say(f"Quotas of {organisation} set" if is_known else "the registry has not decided yet")
    next_command("muster model du")


def show_sharing(
    organisation: Annotated[str, typer.Argument(metavar="ORGANISATION")],
    *,
    how: OutputOption = Format.TABLE,
) -> None:
    """Show how much storage an organisation shares with others. Needs the role operator.

    Organisations without an encryption key share one copy of equal bytes. More: the additional storage
    needed, at most, if this organisation kept objects of its own, as it would with its own key. Downloaded:
    by its members in 30 days; if the store cannot encrypt, all of that would pass through the registry.

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
    key: Annotated[
        str, typer.Option("--key", metavar="NAME|none", help="Name of a key in the store's key ring.")
    ],
    how: OutputOption = Format.TABLE,
) -> None:
    """Encrypt the content of an organisation with a key of its own. Needs the role operator.

    Works only while the organisation is empty: to encrypt existing repositories, mirror them into a new
    organisation afterwards (`muster model mirror`). `muster model sharing ORGANISATION` shows the cost. Only
    the name of the key is given here; the registry's operator puts the key itself into the key ring.

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
        int | None,
        typer.Option(
            "--warm-after", metavar="DAYS", min=1, help="Days without a read until objects are warm."
        ),
    ] = None,
    cold_after: Annotated[
        int | None,
        typer.Option(
            "--cold-after", metavar="DAYS", min=2, help="Days without a read until objects are cold."
        ),
    ] = None,
    prewarm: Annotated[
        int | None,
        typer.Option(
            "--prewarm",
            metavar="COUNT",
            min=0,
            help="Most downloaded models to announce to the CDN each day.",
        ),
    ] = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Show or set after how many days without a read objects change tier. Setting needs the role operator.

    Hot: read recently; chunks may be cached on the registry's disks. Warm: in the store only. Cold: in the
    store's class for rarely read data. Objects of any tier can be read at once, which makes them hot.
    If a CDN is in front of the store, the registry announces the files of the most downloaded models to it
    each day.

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
        f"{rule['prewarmed_max'] or 'no'} models announced to the CDN"
    )


def _bytes(text: str) -> int | None:
    if text == _NONE:
        return None
    try:
        return parse_memory(text) * _MIB
    except ValueError as error:
        raise InvalidRequest(f"{error}, nor {_NONE!r}") from None
