"""`muster model`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any, Final

import typer
from muster.client.cli.connect import DECIDED_WITHIN_S, client, hub_of
from muster.client.cli.receipts import tell
from muster.client.cli.texts import moment
from muster.client.errors import InvalidRequest
from muster.jobs.values.quantities import format_size
from muster.registry.cli.bundles import export, import_
from muster.registry.cli.options import (
    Repository,
    RevisionOption,
    TypeOption,
    command_of,
    name_of,
    types_of,
)
from muster.registry.cli.origins import app as lineage
from muster.registry.cli.origins import recall
from muster.registry.cli.storage import du, encrypt, quota, show_sharing, tiers
from muster.registry.cli.tensors import show_tensors
from muster.registry.cli.transfers import mirror, pull, push
from muster.terminal import output
from muster.terminal.messages import next_command, say
from muster.terminal.output import Column, Format, OutputOption, View

app = typer.Typer(no_args_is_help=True, help="Find, transfer, share and release models and datasets.")

for moved in (push, pull, mirror, export, recall, du, quota):
    app.command()(moved)
app.command("sharing")(show_sharing)
app.command()(encrypt)
app.command()(tiers)
app.command("import")(import_)
app.add_typer(lineage, name="lineage")

Grantee = Annotated[
    str,
    typer.Argument(metavar="KIND:GRANTEE", help="user:acme/ann, team:acme/vision or organisation:acme."),
]


@app.command()
def search(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[WORD...]", help="Words that must all match.")
    ] = None,
    *,
    kind: Annotated[
        str | None,
        typer.Option("--type", help="Search only models, datasets or spaces: model, dataset or space."),
    ] = None,
    author: Annotated[str | None, typer.Option("--author", help="Search only this namespace.")] = None,
    tag: Annotated[
        list[str] | None, typer.Option("--tag", help="Require this tag; repeatable, all must match.")
    ] = None,
    licence: Annotated[
        list[str] | None, typer.Option("--licence", help="Require this licence; repeatable, any may match.")
    ] = None,
    library: Annotated[
        list[str] | None, typer.Option("--library", help="Require this library; repeatable, any may match.")
    ] = None,
    pipeline: Annotated[
        list[str] | None, typer.Option("--pipeline", help="Require this pipeline; repeatable, any may match.")
    ] = None,
    sort: Annotated[
        str, typer.Option("--sort", help="Sort by relevance, changed, created or downloads.")
    ] = "relevance",
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=1, max=100, help="Maximum number of repositories.")
    ] = 20,
    registries: Annotated[
        str | None,
        typer.Option(
            "--registries",
            metavar="NAME,...|all",
            help="Also search these other registries configured in the service.",
        ),
    ] = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Search the repositories that you may see, by words of the name or the card, or by part of the name.

    New commits are searchable within seconds.

    Examples:
        muster model search llama german --licence mit
        muster model search --library transformers --sort changed -o json
        muster model search llama --registries all
        muster model search llama --registries emea,hub
    """
    wanted: dict[str, Any] = {
        "text": " ".join(words or ()) or None,
        "type": kind,
        "author": author,
        "tag": tag,
        "licence": licence,
        "library": library,
        "pipeline": pipeline,
        "sort": sort,
        "limit": limit,
    }
    if registries == "all":
        wanted["federated"] = True
    elif registries is not None:
        wanted["registries"] = [name for name in registries.split(",") if name]
    found = client().search_repositories(**wanted)
    output.show(found["items"], _REPOSITORIES if registries is None else _OF_REGISTRIES, how)
    for each in found.get("registries", ()):
        if each["problem"]:
            say(f"{each['name']} did not answer: {each['problem']}")
    if how.for_people and found["next_page_token"]:
        say("more results exist; raise --limit (at most 100) or add words to narrow the search")


@app.command("ls")
def list_files(
    name: Repository,
    *,
    kind: TypeOption = "model",
    revision: RevisionOption = "main",
    how: OutputOption = Format.TABLE,
) -> None:
    """List the files of a repository.

    Examples:
        muster model ls acme/tiny
        muster model ls acme/words --type dataset -r v1
    """
    found = client().repository(types_of(kind), name_of(name), revision)
    output.show(found["siblings"], _FILES, how)


@app.command()
def info(
    name: Repository,
    *,
    kind: TypeOption = "model",
    revision: RevisionOption = "main",
    how: OutputOption = Format.TABLE,
) -> None:
    """Show a repository: its card, branches, tags and pointers, its size, and drift in production.

    Examples:
        muster model info acme/tiny
        muster model info acme/tiny -r v1 -o json
    """
    opened, types = client(), types_of(kind)
    found = opened.repository(types, name_of(name), revision)
    refs = [] if found["disabled"] or found["gated"] else _names(opened.repository_refs(types, name))
    pointers = opened.repository_pointers(types, name_of(name))
    version = opened.repository_version(types, name_of(name), found["sha"])
    if not how.for_people:
        also = {"refs": refs, "pointers": pointers, "drift": version["drift"]}
        output.show_one({**found, **also}, name, how)
        return
    files = found["siblings"]
    lines = {
        "name": found["id"],
        "commit": found["sha"],
        "visibility": found["visibility"],
        "changed": found["lastModified"],
        "tags": ", ".join(found["tags"]),
        "names": ", ".join(f"{ref['name']} {ref['commit'][:7]}" for ref in refs),
        "pointers": ", ".join(f"@{pointer} {commit[:7]}" for pointer, commit in pointers.items() if commit),
        "files": f"{len(files)}, {format_size(sum(file['size'] or 0 for file in files))}",
        "downloads": _downloads(found),
        "closed": "in quarantine" if found["disabled"] else "",
    }
    for title, value in lines.items():
        if value:
            typer.echo(f"{title:<12}{value}")
    for mark in version["drift"]:
        since = moment(datetime.fromisoformat(mark["since"]))
        rollback = "; its monitor asks for a rollback" if mark["rollback"] else ""
        typer.echo(f"{'drift':<12}since {since}: {mark['text']}{rollback}")


@app.command()
def tag(
    name: Repository,
    tag: Annotated[str, typer.Argument(metavar="TAG", help="Name of the tag.")],
    *,
    kind: TypeOption = "model",
    revision: RevisionOption = "main",
    message: Annotated[str, typer.Option("--message", "-m", help="Purpose of the tag.")] = "",
    delete: Annotated[bool, typer.Option("--delete", help="Delete the tag.")] = False,
    how: OutputOption = Format.TABLE,
) -> None:
    """Tag a version. A tag always names the same commit.

    Examples:
        muster model tag acme/tiny v1
        muster model tag acme/tiny v1 -r trial -m "as deployed"
        muster model tag acme/tiny v1 --delete
    """
    opened, types = client(), types_of(kind)
    if delete:
        opened.untag_repository(types, name_of(name), tag)
    else:
        opened.tag_repository(types, name_of(name), tag, revision=revision, message=message)
    if how.for_people:
        say(f"Tag {tag} {'deleted' if delete else f'is at {revision}'}")
        next_command(command_of("info", name, kind))
    else:
        output.show_one({"name": name, "tag": tag, "deleted": delete}, tag, how)


@app.command()
def promote(
    name: Repository,
    *,
    kind: TypeOption = "model",
    revision: RevisionOption = "main",
    to: Annotated[str, typer.Option("--to", metavar="POINTER", help="Pointer to move.")] = "production",
    reason: Annotated[str, typer.Option("--reason", "-m", help="Reason, recorded in the log.")],
    override: Annotated[
        bool,
        typer.Option("--override", help="Release despite failed gates; recorded, needs the role operator."),
    ] = False,
    withdraw: Annotated[
        bool, typer.Option("--withdraw", help="Withdraw the pointer, so that it names no version.")
    ] = False,
    how: OutputOption = Format.TABLE,
) -> None:
    """Release a version: move a pointer, such as `production`, to it, or withdraw the pointer.

    `production` accepts only versions that have passed every blocking gate and that no scan blocks. Clients,
    jobs and servers that read acme/tiny@production read the new version at once. Drift of a version in
    production, as shown by `muster model info`, blocks nothing.

    Examples:
        muster model promote acme/tiny --reason "release of May"
        muster model promote acme/tiny -r v2 --to staging --reason "try it"
        muster model promote acme/tiny --withdraw --reason "it leaks names"
    """
    opened, types = client(), types_of(kind)
    if withdraw:
        outcome = opened.withdraw_repository(
            types, name_of(name), reason=reason, pointer=to, wait_s=DECIDED_WITHIN_S
        )
        tell(outcome, f"{to} withdrawn", command_of("info", name, kind), name, how, by="the registry")
        return
    outcome = opened.promote_repository(
        types,
        name_of(name),
        reason=reason,
        revision=revision,
        pointer=to,
        override=override,
        wait_s=DECIDED_WITHIN_S,
    )
    tell(outcome, f"{to} is now {revision}", command_of("info", name, kind), name, how, by="the registry")


@app.command()
def grant(
    name: Repository,
    to: Annotated[
        str | None,
        typer.Argument(metavar="[KIND:GRANTEE]", help="Grantee, as for `revoke` (default: list the grants)."),
    ] = None,
    level: Annotated[
        str, typer.Argument(metavar="[LEVEL]", help="Level of access: read, write or admin.")
    ] = "read",
    *,
    kind: TypeOption = "model",
    how: OutputOption = Format.TABLE,
) -> None:
    """Grant access to a repository, or list its grants. Needs admin access to the repository.

    Examples:
        muster model grant acme/tiny team:acme/vision write
        muster model grant acme/tiny
    """
    opened, types = client(), types_of(kind)
    if to is None:
        output.show(opened.repository_grants(types, name_of(name)), _GRANTS, how)
        return
    what, grantee = _grantee(to)
    outcome = opened.grant_repository(types, name_of(name), what, grantee, level, wait_s=DECIDED_WITHIN_S)
    _report(outcome, f"{grantee} may {level}", name, kind, how)


@app.command()
def revoke(
    name: Repository, to: Grantee, *, kind: TypeOption = "model", how: OutputOption = Format.TABLE
) -> None:
    """Revoke a grant. Needs admin access to the repository.

    Examples:
        muster model revoke acme/tiny team:acme/vision
    """
    what, grantee = _grantee(to)
    types = types_of(kind)
    outcome = client().revoke_repository(types, name_of(name), what, grantee, wait_s=DECIDED_WITHIN_S)
    _report(outcome, f"Revoked the grant to {grantee}", name, kind, how)


@app.command()
def diff(
    name: Repository,
    before: Annotated[str, typer.Argument(metavar="BEFORE", help="Branch, tag or commit.")],
    after: Annotated[
        str, typer.Argument(metavar="AFTER", help="Branch, tag or commit to compare it with.")
    ] = "main",
    *,
    kind: TypeOption = "model",
    tensors: Annotated[bool, typer.Option("--tensors", help="Compare tensors instead of files.")] = False,
    how: OutputOption = Format.TABLE,
) -> None:
    """Compare the files of two versions, or their tensors; equal ones are not listed.

    With --tensors, reads the safetensors and GGUF files that differ from the registry, and shows how far each
    tensor moved relative to its norm and how many of its numbers are bit-identical.

    Examples:
        muster model diff acme/tiny v1 v2
        muster model diff acme/tiny v1 --tensors
    """
    if tensors:
        with hub_of(types_of(kind), name_of(name)) as hub:
            show_tensors(hub, before, after, how)
        return
    opened, types = client(), types_of(kind)
    was, now = (_by_path(opened.repository(types, name_of(name), each)) for each in (before, after))
    changes = [
        {
            "path": path,
            "state": _state(path, was, now),
            "before_bytes": _bytes(was, path),
            "after_bytes": _bytes(now, path),
        }
        for path in sorted(was.keys() | now.keys())
        if was.get(path, {}).get("blobId") != now.get(path, {}).get("blobId")
    ]
    output.show(changes, _CHANGES, how)


def _grantee(to: str) -> tuple[str, str]:
    kind, colon, grantee = to.partition(":")
    if not colon or not grantee:
        allowed = "user:ORGANISATION/NAME, team:ORGANISATION/NAME or organisation:NAME"
        raise InvalidRequest(f"the grantee is {to!r}; must be {allowed}")
    return kind, grantee


def _downloads(found: Mapping[str, Any]) -> str:
    """Return the downloads of the last 30 days and of all time; empty if the registry does not count them."""
    if "downloadsAllTime" not in found:
        return ""
    return f"{found['downloads']} in 30 days, {found['downloadsAllTime']} in total"


def _names(refs: Mapping[str, Any]) -> list[dict[str, str]]:
    return [
        {"kind": kind, "name": ref["name"], "commit": ref["targetCommit"]}
        for kind, listed in (("branch", refs["branches"]), ("tag", refs["tags"]))
        for ref in listed
    ]


def _by_path(found: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    return {file["rfilename"]: file for file in found["siblings"]}


def _bytes(files: Mapping[str, Mapping[str, Any]], path: str) -> int | None:
    return files[path]["size"] if path in files else None


def _state(path: str, was: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    return "changed" if path in was and path in now else "added" if path in now else "removed"


def _report(outcome: str, done: str, name: str, kind: str, how: Format) -> None:
    tell(outcome, done, command_of("grant", name, kind), name, how, by="the registry")


def _size_text(value: int | None) -> str:
    return "" if value is None else format_size(value)


_STATES: Final = {"added": "green", "removed": "red", "changed": "yellow"}

_REPOSITORIES: View[Mapping[str, Any]] = View(
    columns=(
        Column("NAME", lambda found: found["name"]),
        Column("TYPE", lambda found: found["type"], drop=2),
        Column("LICENCE", lambda found: found["licence"], drop=1),
        Column("VISIBILITY", lambda found: found["visibility"], drop=3),
        Column("DOWNLOADS", lambda found: str(found.get("downloads", "")), right=True, drop=5),
        Column("COMMIT", lambda found: found["commit"][:7], drop=4),
        Column("CLOSED", lambda found: found["quarantine"] or "", least=20),
        Column("TAGS", lambda found: ", ".join(found["tags"]), wide=True),
    ),
    raw=dict,
    name=lambda found: found["name"],
    empty="no repository that you may see matches",
)

_REGISTRY: Column[Mapping[str, Any]] = Column("REGISTRY", lambda found: found["registry"] or "")
_OF_REGISTRIES: Final = replace(_REPOSITORIES, columns=(*_REPOSITORIES.columns, _REGISTRY))

_FILES: View[Mapping[str, Any]] = View(
    columns=(
        Column("SIZE", lambda file: format_size(file["size"]), right=True),
        Column("PATH", lambda file: file["rfilename"]),
        Column("SHA-256", lambda file: file.get("lfs", {}).get("sha256", ""), wide=True),
    ),
    raw=dict,
    name=lambda file: file["rfilename"],
    empty="the repository has no files",
)

_GRANTS: View[Mapping[str, Any]] = View(
    columns=(
        Column("KIND", lambda grant: grant["kind"]),
        Column("GRANTEE", lambda grant: grant["grantee"]),
        Column("LEVEL", lambda grant: grant["level"]),
    ),
    raw=dict,
    name=lambda grant: f"{grant['kind']}:{grant['grantee']}",
    empty="no grants",
)

_CHANGES: View[Mapping[str, Any]] = View(
    columns=(
        Column("STATE", lambda change: change["state"], style=lambda change: _STATES[change["state"]]),
        Column("PATH", lambda change: change["path"]),
        Column("BEFORE", lambda change: _size_text(change["before_bytes"]), right=True),
        Column("AFTER", lambda change: _size_text(change["after_bytes"]), right=True),
    ),
    raw=dict,
    name=lambda change: change["path"],
    empty="both versions have the same files",
)
