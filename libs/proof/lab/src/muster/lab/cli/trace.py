"""`muster sim trace` and `generate`: replay loads in virtual time by the real core and baselines."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from muster.lab.cli.names import ALL, GENERATED, OURS, POLICIES, WITHOUT_PREEMPTION
from muster.lab.cli.refusals import refusals
from muster.terminal import output
from muster.terminal.messages import say
from muster.terminal.output import Format, OutputOption

if TYPE_CHECKING:
    from muster.lab.figures.figures import Figures
    from muster.lab.loads.load import Load

INTERRUPTED = 130

app = typer.Typer()
generate_app = typer.Typer()


class Limits(StrEnum):
    """The wall-time limits that users give."""

    USUAL = "usual"
    EXACT = "exact"


class Durations(StrEnum):
    """Source of Philly's durations."""

    STEPS = "steps"
    DRAWN = "drawn"


CheckpointsOption = Annotated[
    int, typer.Option(min=0, help="Save every job after this many minutes of work.", metavar="MINUTES")
]
SavingOption = Annotated[
    int, typer.Option(min=0, max=100, help="With --checkpoints: share of jobs that save, %.")
]
SaveOption = Annotated[int, typer.Option(min=0, help="Pause of a job per checkpoint, seconds.")]
RestartOption = Annotated[int, typer.Option(min=0, help="Restart time of a resumed job, seconds.")]
NodeMtbfOption = Annotated[
    int, typer.Option(min=0, help="Mean time between failures of a node, hours; 0: none.")
]
SpotOption = Annotated[int, typer.Option(min=0, max=100, help="Spot nodes, % of all.")]
SpotMtbrOption = Annotated[int, typer.Option(min=1, help="Mean time between reclaims of a spot node, hours.")]
SettingsOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change a setting of our policies; repeatable."),
]
PictureOption = Annotated[Path | None, typer.Option("--picture", help="Write a picture to this file (.svg).")]


@app.command()
def trace(
    *,
    jobs: Annotated[
        str,
        typer.Option(
            help="Folder of Philly traces, an openb pod list, a generated job list, or gen:NAME.",
            show_default="data/philly",
        ),
    ] = "",
    nodes: Annotated[Path | None, typer.Option(help="Node list (CSV); default: that of the load.")] = None,
    nodes_every: Annotated[int, typer.Option(min=1, help="Use only every Nth node.", metavar="N")] = 1,
    policy: Annotated[str, typer.Option(help=f"Comma-separated: {', '.join(POLICIES)}; or {ALL}.")] = OURS,
    load: Annotated[
        int | None,
        typer.Option(min=1, max=10_000, help="Scale arrival times to this demand, % of the capacity."),
    ] = None,
    limits: Annotated[
        Limits, typer.Option(help="Users' wall-time limits: overestimated and rounded, or exact.")
    ] = Limits.USUAL,
    durations: Annotated[
        Durations, typer.Option(help="Philly: from steps, or drawn from real run times.")
    ] = Durations.STEPS,
    seed: Annotated[int, typer.Option(min=0, help="Seed of everything random.")] = 42,
    checkpoints: CheckpointsOption = 0,
    saving: SavingOption = 100,
    save_s: SaveOption = 60,
    restart_s: RestartOption = 120,
    node_mtbf: NodeMtbfOption = 0,
    spot: SpotOption = 0,
    spot_mtbr: SpotMtbrOption = 24,
    settings: SettingsOption = None,
    picture_file: PictureOption = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Replay a load in virtual time: waits, utilisation, fairness and fragmentation under each policy.

    Ctrl-C stops the replay; the figures of the policies that have finished are printed.

    Examples:
        muster sim trace
        muster sim trace --policy all --load 120 --picture all.svg
        muster sim trace --checkpoints 30 --policy ours,tiresias,srtf --node-mtbf 3692
        muster sim trace --jobs gen:kai-fill --policy ours,fifo --json
        muster sim trace --jobs gen:gfs-mix --policy ours-yielding --set preemption_ran_min=1h
    """
    from muster.lab.edge.trace_runs import Wanted, gather
    from muster.lab.loads.conditions import Rates
    from muster.lab.loads.shipped import OPENB_NODES, shipped

    with refusals():
        policies = _policies(policy)
        _check_picture(picture_file)
        wanted = Wanted(
            jobs=jobs or str(shipped("philly")),
            nodes=nodes,
            nodes_every=nodes_every,
            load_percent=load,
            usual_limits=limits is Limits.USUAL,
            drawn_durations=durations is Durations.DRAWN,
            seed=seed,
            checkpoint_min=checkpoints,
            save_s=save_s,
            restart_s=restart_s,
            rates=Rates(node_mtbf, spot, spot_mtbr),
            saving_percent=saving,
        )
        given = gather(wanted, lambda: shipped(OPENB_NODES))
        done = _replay(given, policies, _settings(settings or []))
    _report(*done, picture_file, how)


def _report(all_figures: list[Figures], interrupted: bool, picture_file: Path | None, how: Format) -> None:
    """Show the finished figures, and report whether Ctrl-C stopped the replay."""
    if interrupted:
        done = ", ".join(figures.policy for figures in all_figures)
        say(f"interrupted; finished: {done}" if done else "interrupted before any policy finished")
    if all_figures:
        _show(all_figures, picture_file, how)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _show(all_figures: list[Figures], picture_file: Path | None, how: Format) -> None:
    from muster.lab.pictures.trace_picture import picture
    from muster.lab.pictures.trace_report import report_all, report_one
    from rich.console import Console

    if picture_file is not None:
        picture_file.write_text(picture(all_figures), encoding="utf-8")
    if how.for_people:
        Console().print(report_one(all_figures[0]) if len(all_figures) == 1 else report_all(all_figures))
    else:
        output.show_one(_answer(all_figures), ",".join(figures.policy for figures in all_figures), how)


@generate_app.command()
def generate(
    kind: Annotated[str, typer.Argument(help=f"One of {', '.join(GENERATED)}.")],
    jobs: Annotated[Path, typer.Option(help="File for the jobs (CSV).")] = Path("jobs.csv"),
    nodes: Annotated[Path, typer.Option(help="File for the nodes (CSV).")] = Path("nodes.csv"),
    how: OutputOption = Format.TABLE,
) -> None:
    """Write a published load as two files for `muster sim trace`.

    Examples:
        muster sim generate kai-fill --jobs kai.csv --nodes kai-nodes.csv
    """
    from muster.lab.edge.trace_runs import Wanted, gather
    from muster.lab.loads.file import write_load

    with refusals():
        made = gather(Wanted(f"gen:{kind}", usual_limits=False), lambda: nodes)
        write_load(made, jobs, nodes)
    if how.for_people:
        output.write(f"wrote {len(made.jobs)} jobs to {jobs} and {len(made.nodes)} nodes to {nodes}\n")
    else:
        written = {"jobs": len(made.jobs), "nodes": len(made.nodes)}
        output.show_one({**written, "jobs_file": str(jobs), "nodes_file": str(nodes)}, kind, how)


def _check_picture(path: Path | None) -> None:
    """Check the path before the work starts."""
    from muster.lab.loads.traces import TraceError

    if path is not None and (path.suffix != ".svg" or not path.parent.is_dir()):
        raise TraceError(f"picture is {str(path)!r}; allowed: a name ending in .svg in a folder that exists")


def _policies(text: str) -> list[str]:
    """Names of contenders in the order of the table."""
    from muster.lab.loads.traces import TraceError

    names = list(WITHOUT_PREEMPTION) if text == ALL else text.split(",")
    unknown = [name for name in names if name not in POLICIES]
    if unknown:
        raise TraceError(f"policy is {unknown[0]!r}; allowed: {', '.join(POLICIES)}, or {ALL}")
    return [name for name in POLICIES if name in names]


def _settings(texts: list[str]) -> dict[str, Any]:
    """Return settings by name; those of a group, such as headroom_percent.A100, below its name."""
    from muster.jobs import InvalidDocument, read_yaml
    from muster.lab.loads.traces import TraceError

    found: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        group, dot, key = name.partition(".")
        if not equals or not group:
            raise TraceError(f"--set is {text!r}; must be KEY=VALUE, such as head_patience=10m")
        try:
            read = read_yaml(value.encode())[0]
        except InvalidDocument as error:
            raise TraceError(f"--set {text}: {error}") from None
        if not dot:
            found[name] = read
            continue
        below = found.setdefault(group, {})
        if not isinstance(below, dict):
            raise TraceError(f"--set {text}: {group} has no settings below it")
        below[key] = read
    return found


def _replay(load: Load, policies: list[str], settings: Mapping[str, Any]) -> tuple[list[Figures], bool]:
    """The figures of the finished policies, and whether Ctrl-C stopped the replay."""
    from muster.lab.edge.trace_runs import compete
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} jobs"),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
    )
    found: dict[str, Figures] = {}
    interrupted = False
    with Progress(
        *columns, console=console, disable=not console.is_terminal, transient=True, speed_estimate_period=3600
    ) as progress:
        task = progress.add_task(", ".join(policies), total=len(load.jobs) * len(policies))
        try:
            for figures in compete(
                load, policies, lambda over: progress.update(task, completed=over), settings
            ):
                found[figures.policy] = figures
                left = [policy for policy in policies if policy not in found]
                progress.update(task, description=", ".join(left))
        except KeyboardInterrupt:
            interrupted = True
    return [found[policy] for policy in policies if policy in found], interrupted


def _answer(all_figures: list[Figures]) -> dict[str, object]:
    """Return one contender's figures, or those of all with the figures in which ours does not win."""
    from muster.lab.figures.comparison import losses

    if len(all_figures) == 1:
        return all_figures[0].as_json()
    return {
        "policies": {figures.policy: figures.as_json() for figures in all_figures},
        "ours_behind": [loss.as_json() for loss in losses(all_figures)],
    }
