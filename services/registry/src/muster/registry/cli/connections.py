"""`muster model lineage paths`, `common` and `affected`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Annotated, Any, Final

import typer
from muster.client.cli.connect import client
from muster.terminal import output
from muster.terminal.messages import say
from muster.terminal.output import Column, Format, OutputOption, View
from muster.terminal.words import counted

Json = Mapping[str, Any]

KINDS: Final = (
    *("model", "dataset", "space", "version", "job", "attempt", "checkpoint", "node", "code"),
    *("evaluation", "deployment"),
)
_SHORT_NAMES: Final = ("job", "node", "code")
"""Kinds whose names may be without another slash, like a model's NAMESPACE/NAME."""
_SHORT: Final = 7
_EVER: Final = "2020-01-01T00:00:00Z"
_PRICED_MAX: Final = 50
"""Maximum number of jobs whose cost is requested, one request each."""

Artifact = Annotated[
    str,
    typer.Argument(
        metavar="ARTIFACT",
        help="KIND/NAME, e.g. node/gpu-17, dataset/acme/text or job/JOB. NAMESPACE/NAME[@REVISION] of a "
        "model suffices unless its namespace is code, job or node: then write model/NAMESPACE/NAME.",
    ),
]
Depth = Annotated[int, typer.Option("--depth", min=1, max=100, help="Maximum number of steps from each.")]


def paths(
    start: Artifact,
    end: Artifact,
    *,
    any_direction: Annotated[
        bool, typer.Option("--any", help="Follow edges in both directions, at most 4 steps.")
    ] = False,
    depth: Annotated[
        int | None,
        typer.Option(
            "--depth",
            min=1,
            max=100,
            help="Maximum number of steps (default: 20; with --any: 4, the maximum).",
        ),
    ] = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Show the shortest paths between two artifacts, of which one is derived from the other.

    Examples:
        muster model lineage paths acme/tiny@v1 node/gpu-17
        muster model lineage paths dataset/acme/text deployment/acme/chat
        muster model lineage paths acme/tiny acme/chat --any
    """
    direction = "any" if any_direction else "derived"
    found = client().lineage_paths(named(start), named(end), direction=direction, depth=depth)
    if not how.for_people:
        output.show_one(found, start, how)
        return
    for path in found["items"]:
        typer.echo("".join(f"{line}\n" for line in _drawn(path)), nl=False)
    if not found["items"]:
        typer.echo("no visible path" if found["hidden"] else "no path")
    if found["hidden"]:
        through = "it passes" if found["hidden"] == 1 else "they pass"
        say(f"{counted(found['hidden'], 'path')} hidden: {through} through artifacts you may not see")
    if not found["is_complete"]:
        say("there are more paths of this length")


def common(
    artifact: Artifact,
    other: Artifact,
    *,
    depth: Depth = 20,
    every: Annotated[bool, typer.Option("--all", help="Include ancestors of the nearest ones.")] = False,
    how: OutputOption = Format.TABLE,
) -> None:
    """List what two artifacts are both derived from: base models, datasets, jobs, nodes.

    Examples:
        muster model lineage common acme/tiny acme/chat@v1
        muster model lineage common deployment/acme/chat deployment/acme/search --all
    """
    found = client().common_ancestors(named(artifact), named(other), depth=depth)
    items = [each for each in found["items"] if every or each["is_nearest"]]
    output.show(items, _COMMON, how)
    if how.for_people:
        _say_rest(found, "common ancestor")


def affected(
    artifact: Artifact,
    *,
    since: Annotated[
        str | None,
        typer.Option(
            "--since",
            metavar="TIME",
            help="Only attempts started at or after TIME (job or node only).",
        ),
    ] = None,
    cost: Annotated[
        bool, typer.Option("--cost", help="Add the cost of the affected jobs, at most 50.")
    ] = False,
    how: OutputOption = Format.TABLE,
) -> None:
    """List everything that a dataset, model, job or node affects: all that is derived from it.

    Examples:
        muster model lineage affected dataset/acme/text@v2
        muster model lineage affected node/gpu-17 --since 2026-11-21T09:00:00Z
        muster model lineage affected acme/base --cost
    """
    opened = client()
    found = opened.affected_artifacts(named(artifact), since=since)
    jobs = _jobs(found["items"]) if cost else []
    costs = _costs(jobs[:_PRICED_MAX])
    if not how.for_people:
        output.show_one(found | ({"costs": costs} if cost else {}), artifact, how)
        return
    output.show(found["items"], _AFFECTED, how)
    if found["items"]:
        say(", ".join(counted(number, kind) for kind, number in found["counts"].items()))
    for currency, charged in costs.items():
        say(f"cost of {counted(len(jobs[:_PRICED_MAX]), 'affected job')}: {charged} {currency}")
    if len(jobs) > _PRICED_MAX:
        more = counted(len(jobs) - _PRICED_MAX, "more job")
        say(f"cost not included for {more} (limit: {_PRICED_MAX})")
    _say_rest(found, "artifact")


def named(text: str) -> str:
    """Return the name of an artifact; a model may be written without its kind."""
    kind, _, name = text.partition("/")
    return text if kind in KINDS and (kind in _SHORT_NAMES or "/" in name) else f"model/{text}"


def _drawn(path: Json) -> Sequence[str]:
    """Return the lines of a path: an artifact each, with the step that leads to it."""
    first, *others = path["artifacts"]
    lines = [where(first)]
    for artifact, step in zip(others, path["steps"], strict=False):
        arrow = "↑" if step["parent"] == artifact["artifact"] else "↓"
        lines.append(f"  {arrow} {step['relation'].replace('_', ' ')}  {where(artifact)}")
    return lines


def where(each: Json) -> str:
    """Return an artifact's name for people: a version by its repository, an evaluation with its gates."""
    if each["repository"]:
        return f"{each['repository']} {each['revision'][:_SHORT]}"
    gates = ", ".join(f"{gate['gate']} {gate['verdict']}" for gate in each.get("gates", ()))
    return f"{each['artifact']}: {gates}" if gates else each["artifact"]


def _jobs(items: Sequence[Json]) -> list[str]:
    """Return the jobs of attempts, each once."""
    attempts = (each["artifact"].split("/") for each in items if each["kind"] == "attempt")
    return list(dict.fromkeys(job for _, job, _ in attempts))


def _costs(jobs: Sequence[str]) -> dict[str, str]:
    """Return what jobs were charged so far, by currency."""
    opened, sums = client(), dict[str, Decimal]()
    for job in jobs:
        for item in opened.costs("job", since=_EVER, only=[f"job={job}"])["items"]:
            sums[item["currency"]] = sums.get(item["currency"], Decimal(0)) + Decimal(item["charged"])
    return {currency: str(charged) for currency, charged in sums.items()}


def _say_rest(found: Json, noun: str) -> None:
    if found["hidden"]:
        say(f"{counted(found['hidden'], f'more {noun}')} that you may not see")
    if not found["is_complete"]:
        say("there are more; your organisation's are listed first")


_COMMON: Final[View[Json]] = View(
    columns=(
        Column("KIND", lambda each: each["kind"]),
        Column("ARTIFACT", where),
        Column("STEPS", lambda each: f"{each['depth']} and {each['other_depth']}"),
    ),
    raw=dict,
    name=lambda each: each["artifact"],
    empty="nothing in common",
)
_AFFECTED: Final[View[Json]] = View(
    columns=(
        Column("KIND", lambda each: each["kind"]),
        Column("ARTIFACT", where),
        Column("ORGANISATION", lambda each: each.get("organisation") or "", drop=1),
    ),
    raw=dict,
    name=lambda each: each["artifact"],
    empty="nothing is derived from it",
)
