"""`muster model lineage` and `recall`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final

import typer
from muster.client.cli.connect import client
from muster.jobs.values.quantities import format_size
from muster.registry.cli.connections import affected, common, paths, where
from muster.registry.cli.options import (
    Repository,
    RevisionOption,
    TypeOption,
    name_of,
    types_of,
)
from muster.terminal import output
from muster.terminal.messages import say
from muster.terminal.output import Column, Format, OutputOption, View
from muster.terminal.words import counted
from typer.core import TyperGroup

Json = Mapping[str, Any]

_WALK: Final = "of"


class RepositoriesBesideCommands(TyperGroup):
    """Group in which a first word that is not a subcommand names a repository."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the subcommand that the first word names, else the one for a repository."""
        if args and self.get_command(ctx, args[0]) is None:
            args = [_WALK, *args]
        return super().resolve_command(ctx, args)


app = typer.Typer(
    cls=RepositoriesBesideCommands, no_args_is_help=True, subcommand_metavar="[NAMESPACE/NAME | COMMAND]"
)


@app.callback()
def lineage() -> None:
    """Show what a version is derived from and what is derived from it, and how artifacts are connected.

    With NAMESPACE/NAME, shows the origins and derivatives of a version; see `muster model lineage of --help`.

    Examples:
        muster model lineage acme/tiny
        muster model lineage acme/tiny --down -r v1
        muster model lineage paths acme/tiny@v1 node/gpu-17
    """


@app.command(_WALK)
def of(
    name: Repository,
    *,
    kind: TypeOption = "model",
    revision: RevisionOption = "main",
    up: Annotated[bool, typer.Option("--up", help="Show only what it is derived from.")] = False,
    down: Annotated[bool, typer.Option("--down", help="Show only what is derived from it.")] = False,
    depth: Annotated[int, typer.Option("--depth", min=1, max=50, help="Maximum number of steps.")] = 20,
    how: OutputOption = Format.TABLE,
) -> None:
    """Show what a version is derived from and what is derived from it, as trees.

    Listed as doubts below: claimed origins that share no content, and origins that only content suggests.
    Same as `muster model lineage NAMESPACE/NAME`.

    Examples:
        muster model lineage of acme/tiny --up
    """
    opened, types = client(), types_of(kind)
    directions = [way for way, wanted in (("up", up or not down), ("down", down or not up)) if wanted]
    walks = {
        way: opened.repository_lineage(types, name_of(name), revision, direction=way, depth=depth)
        for way in directions
    }
    if not how.for_people:
        output.show_one(walks if len(walks) > 1 else walks[directions[0]], name, how)
        return
    titles = {"up": f"{name} {revision} is derived from:", "down": f"Derived from {name} {revision}:"}
    for way, walk in walks.items():
        typer.echo(titles[way])
        lines = list(_tree(walk, way))
        typer.echo("".join(f"{line}\n" for line in lines) if lines else "  nothing known\n", nl=False)
        for doubt in walk["doubts"]:
            other = _label(walk, doubt["parent"] if way == "up" else doubt["child"])
            typer.echo(f"  doubt: {other}  {_words(doubt)}")
        if walk["hidden"]:
            say(f"{counted(walk['hidden'], 'more artifact')} that you may not see")
        if not walk["is_complete"]:
            say("there is more; raise --depth to go further")


for _command in (paths, common, affected):
    app.command()(_command)


def recall(
    name: Repository,
    *,
    kind: TypeOption = "model",
    revision: RevisionOption = "main",
    how: OutputOption = Format.TABLE,
) -> None:
    """List everything to recall with a version: all that is derived from it, at any distance.

    Examples:
        muster model recall acme/base -r v1
        muster model recall acme/base -o jsonl > recalled.jsonl
    """
    found = client().repository_recalls(types_of(kind), name_of(name), revision)
    output.show(found["items"], _RECALLED, how)
    if how.for_people and found["hidden"]:
        say(f"{counted(found['hidden'], 'more artifact')} that you may not see")


def _tree(walk: Json, way: str) -> Iterator[str]:
    """Yield the lines below the version; a part that occurs twice is drawn once."""
    near, far = ("child", "parent") if way == "up" else ("parent", "child")
    starts = set(walk["starts"])
    below: dict[str, list[Json]] = {}
    for edge in walk["edges"]:
        below.setdefault(edge[near], []).append(edge)
    drawn: set[str] = set()

    def draw(artifacts: Sequence[str], indent: str) -> Iterator[str]:
        edges = [edge for artifact in artifacts for edge in below.get(artifact, [])]
        shown = [edge for edge in edges if edge[far] not in starts]
        for number, edge in enumerate(shown):
            is_last = number == len(shown) - 1
            again = edge[far] in drawn
            mark = " (above)" if again and below.get(edge[far]) else ""
            yield f"{indent}{'└── ' if is_last else '├── '}{_label(walk, edge[far])}  {_words(edge)}{mark}"
            if not again:
                drawn.add(edge[far])
                yield from draw([edge[far]], indent + ("    " if is_last else "│   "))

    yield from draw(walk["starts"], "")


def _label(walk: Json, artifact: str) -> str:
    known = (each for each in (*walk["artifacts"], *walk["doubtful"]) if each["artifact"] == artifact)
    return next(map(where, known), artifact)


def _words(edge: Json) -> str:
    """Describe the relation of an edge and the evidence for it."""
    said = f"{edge['relation'].replace('_', ' ')}, {edge['standing'].replace('_', ' ')}"
    shared = f", {format_size(edge['shared_bytes'])} shared" if edge["content"] == "shared" else ""
    said += ", nothing shared" if edge["content"] == "nothing_shared" else shared
    if edge["weights"] == "kin":
        return f"{said}, {edge['likeness_ppm'] / 10_000:.0f} % of its weights similar by fingerprint"
    return said + (", different weights by fingerprint" if edge["weights"] == "not_kin" else "")


_RECALLED: View[Json] = View(
    columns=(
        Column("KIND", lambda each: each["kind"]),
        Column("ARTIFACT", where),
        Column("ORGANISATION", lambda each: each.get("organisation") or "", drop=1),
        Column("NAMES", lambda each: each.get("names") or ""),
    ),
    raw=dict,
    name=lambda each: each["artifact"],
    empty="nothing is derived from it",
)
