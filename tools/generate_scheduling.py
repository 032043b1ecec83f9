"""Writes the tables of docs/scheduling.md and its pictures: `make lab`.

About ten minutes of CPU, and half an hour and more for each table with checkpoints.

Only those named, where some are: `make lab TABLES="openb published"`. Each table stands between markers that
name it; the text around them is written by hand. Every one is what the command above it prints, as Markdown.
"""
# pyright: basic

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

from generate_events import ROOT
from muster.lab.cli.starts import rows
from muster.lab.edge.trace_runs import Wanted, compete, gather, replay_timed
from muster.lab.figures.comparison import criteria, losses
from muster.lab.figures.figures import Figures, Waits
from muster.lab.loads.conditions import NODE_MTBF_H, Rates
from muster.lab.loads.load import Load
from muster.lab.loads.shipped import OPENB_NODES, OPENB_PODS, shipped
from muster.lab.pictures.trace_picture import picture
from muster.lab.pictures.trace_report import duration, show
from muster.lab.replay.foresight import foresee
from muster.lab.rules.contenders import OURS, WITHOUT_PREEMPTION
from muster.lab.rules.contenders import SHARED as SHARED_OURS

PAGE = ROOT / "docs" / "scheduling.md"
PICTURES = ROOT / "docs" / "pictures"

COMPARED = {
    "philly": Wanted(str(shipped("philly"))),
    "philly-drawn": Wanted(str(shipped("philly")), drawn_durations=True, load_percent=95),
    "openb": Wanted(str(shipped(OPENB_PODS)), nodes_every=40, load_percent=100),
}

TITLES = {"philly": "Philly", "philly-drawn": "Philly with real run times", "openb": "openb"}
"""Headings of the pictures."""

SHARED = {
    "philly-checkpoints": replace(COMPARED["philly"], checkpoint_min=30),
    "philly-drawn-checkpoints": replace(COMPARED["philly-drawn"], checkpoint_min=30),
    "philly-drawn-outages": replace(
        COMPARED["philly-drawn"], checkpoint_min=30, rates=Rates(NODE_MTBF_H, spot_percent=25)
    ),
}
"""Loads with checkpoints, whose costs are counted, and with nodes that fail or are reclaimed."""

SHARERS = (OURS, SHARED_OURS, "fifo", "easy", "bestfit", "drf", "tiresias", "kill-and-requeue", "srtf")
"""Policies compared there; those that differ only in placement are left out."""

FORESEEN = {
    "philly": COMPARED["philly"],
    "philly-drawn": COMPARED["philly-drawn"],
    "philly-drawn-110, seed 7": Wanted(
        str(shipped("philly")), drawn_durations=True, load_percent=110, seed=7
    ),
    "openb": COMPARED["openb"],
    "philly-drawn-85, seed 11": Wanted(
        str(shipped("philly")), drawn_durations=True, load_percent=85, seed=11
    ),
}
"""Loads with a backlog, for which starts are predicted."""

PUBLISHED = {
    "kueue-15k": "Kueue 351 s (66 s is the least its quotas allow)",
    "kueue-50k": "Kueue 1,179 s (4 s is the least)",
    "kai-fill": "KAI 398 s",
    "kai-gang": "KAI 48.7 s",
    "kai-reclaim": "KAI 694 s, by preemption",
    "kai-consolidate": "KAI 456 s, by moving jobs",
    "volcano-10000x1": "Volcano 250 s, 180 s without webhooks",
    "volcano-500x20": "not given",
    "volcano-20x500": "not given",
    "volcano-1x10000": "not given",
}
"""Wall time until all was scheduled, from the sources in shared/reference/scheduling.md, section 2."""


def main() -> None:
    """Replay the requested loads, replace their tables, draw their pictures."""
    parser = argparse.ArgumentParser(description="The tables and pictures of docs/scheduling.md.")
    tables = [*COMPARED, *SHARED, "starts", "published"]
    parser.add_argument("tables", nargs="*", choices=[[], *tables], help="only these; all when none is named")
    asked = parser.parse_args().tables or tables
    PICTURES.mkdir(exist_ok=True)
    for name in asked:
        if name in COMPARED:
            _compare(name)
        if name in SHARED:
            _share(name)
    if "starts" in asked:
        _replace("starts", _starts())
    if "published" in asked:
        titles = ["load", "jobs", "CPU", "waited, mean", "makespan", "theirs"]
        _replace("published", _table(titles, _published()))


def _compare(name: str) -> None:
    load = gather(COMPARED[name], lambda: shipped(OPENB_NODES))
    all_figures = _replayed(load, WITHOUT_PREEMPTION)
    _replace(name, _compared(all_figures))
    ours = next(figures for figures in all_figures if figures.policy == OURS)
    for suffix, drawn in (("all", all_figures), ("ours", [ours])):
        title = f"{TITLES[name]}: {ours.offered:,} jobs"
        (PICTURES / f"lab-{name}-{suffix}.svg").write_text(picture(drawn, title))


def _share(name: str) -> None:
    load = gather(SHARED[name], lambda: shipped(OPENB_NODES))
    _replace(name, _compared(_replayed(load, SHARERS)))


def _replayed(load: Load, policies: Sequence[str]) -> list[Figures]:
    """Replay each policy, two at a time in forked processes: a compiled load cannot be pickled."""
    context = get_context("fork")
    with ProcessPoolExecutor(2, mp_context=context, initializer=_take, initargs=(load,)) as pool:
        return list(pool.map(_replay, policies))


_taken: list[Load] = []
"""The load of a forked process."""


def _take(load: Load) -> None:
    _taken.append(load)


def _replay(policy: str) -> Figures:
    return replay_timed(_taken[0], policy)


def _starts() -> str:
    loads = [gather(wanted, lambda: shipped(OPENB_NODES)) for wanted in FORESEEN.values()]
    found = [rows(foresee(load)) for load in loads]
    titles = [title for title, _ in found[0]]
    lines = [[name, *(value for _, value in each)] for name, each in zip(FORESEEN, found, strict=True)]
    return _table(["load", *titles], lines)


def _replace(name: str, content: str) -> None:
    """Put content between a table's markers."""
    begin, end = f"<!-- lab:{name}:begin -->", f"<!-- lab:{name}:end -->"
    block = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    PAGE.write_text(block.sub(lambda _: f"{begin}\n{content}\n{end}", PAGE.read_text()))


def _compared(all_figures: Sequence[Figures]) -> str:
    policies = [figures.policy for figures in all_figures]
    overview = [
        [criterion.name, *(show(criterion, criterion.of(figures)) for figures in all_figures)]
        for criterion in criteria(all_figures)
    ]
    first = all_figures[0]
    waits = [
        [f"{size} {first.resource}", *(_waits(figures.by_size[size]) for figures in all_figures)]
        for size in first.by_size
    ]
    if len(first.by_tier) > 1:
        waits += [
            [tier.lower().replace("_", " "), *(_waits(figures.by_tier[tier]) for figures in all_figures)]
            for tier in first.by_tier
        ]
    return "\n\n".join([
        _table(["", *policies], overview),
        _table(["wait p50 / p99", *policies], waits),
        _behind(all_figures),
    ])  # fmt: skip


def _waits(waits: Waits) -> str:
    return f"{duration(waits.p50_s)} / {duration(waits.p99_s)}"


def _behind(all_figures: Sequence[Figures]) -> str:
    found = [
        f"{loss.criterion.name} ({show(loss.criterion, loss.ours)}; "
        f"{loss.policy} {show(loss.criterion, loss.best)})"
        for loss in losses(all_figures)
    ]
    return "Ours is behind in: " + "; ".join(found) + "." if found else "Ours is behind in nothing."


def _published() -> list[list[str]]:
    rows: list[list[str]] = []
    for name, theirs in PUBLISHED.items():
        load = gather(Wanted(f"gen:{name}", usual_limits=False), lambda: shipped(OPENB_NODES))
        (figures,) = compete(load, [OURS])
        jobs = f"{figures.finished:,}" + "".join(f", {n} refused" for n in figures.refused.values())
        waits = "; ".join(f"{size}: {duration(waits.mean_s)}" for size, waits in figures.by_size.items())
        rows.append([name, jobs, f"{figures.cpu_s:.1f} s", waits, duration(figures.makespan_s), theirs])
    return rows


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    ruler = ["---", *["---:"] * (len(head) - 1)]
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, ruler, *rows])


if __name__ == "__main__":
    main()
