"""Timeline of a story as SVG: a row per GPU, a bar per run; below, the waiting jobs from arrival to start.

Of a run's bar, the parts in which its job does not work have colours of their own: it starts again, or it
stores a last checkpoint.
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.lab.loads.load import MINUTE_MS, TraceJob
from muster.lab.pictures.trace_picture import PALETTE
from muster.lab.stories.story import Run, StoryResult
from muster.terminal.svg import FAINT, GRID, INK, Point, Scale, Svg

WIDTH, LEFT, RIGHT, TOP = 900, 110, 880, 60
ROW, GAP = 6, 3
WAITING_ROW = 9
WAITING_DRAWN_MAX = 24
RESTARTS, SAVES = "#c6dff0", "#f0e442"


def timeline(result: StoryResult) -> str:
    """The timeline of a played story."""
    nodes = result.story.load.nodes
    tops: dict[str, float] = {}
    bottom: float = TOP
    for node in nodes:
        tops[node.node_id] = bottom
        bottom += ROW * node.gpu_count + GAP
    waited = [job for job in result.story.load.jobs if result.first_start_ms(job.job_id) != job.arrival_ms]
    drawn = waited[:WAITING_DRAWN_MAX]
    x = Scale(0, result.story.until_ms, LEFT, RIGHT)
    svg = Svg(WIDTH, round(bottom) + 60 + WAITING_ROW * len(drawn))
    svg.text((LEFT, 26), f"({result.story.name}) {result.story.title}", size=15, bold=True)
    _grid(svg, x, (TOP, bottom), result.story.until_ms)
    for node in nodes:
        middle = tops[node.node_id] + ROW * node.gpu_count / 2 + 4
        svg.text((LEFT - 8, middle), node.node_id, anchor="end", size=10, colour=FAINT)
    colours = _colours(result.story.load.jobs)
    for run in result.runs:
        _run(svg, x, tops, run, (result.story.until_ms, colours[_stem(run.job)]))
    if any(run.course.stopped_ms is not None for run in result.runs):
        _key(svg)
    _inputs(svg, x, result, bottom)
    _waiting(svg, x, result, (bottom + 34, drawn), len(waited))
    return svg.render()


def _colours(jobs: Sequence[TraceJob]) -> dict[str, str]:
    """One colour per group of jobs, by the name without its number, in order."""
    stems = dict.fromkeys(_stem(job) for job in jobs)
    return {stem: PALETTE[index % len(PALETTE)] for index, stem in enumerate(stems)}


def _stem(job: TraceJob) -> str:
    return job.job_id.rstrip("0123456789-")


def _grid(svg: Svg, x: Scale, rows: Point, until_ms: int) -> None:
    top, bottom = rows
    step_min = 5 if until_ms <= 40 * MINUTE_MS else 10
    for minute in range(0, until_ms // MINUTE_MS + 1, step_min):
        at = x(minute * MINUTE_MS)
        svg.line([(at, top), (at, bottom)], GRID)
        svg.text((at, bottom + 14), f"{minute} min", anchor="middle", size=10, colour=FAINT)


def _run(svg: Svg, x: Scale, tops: dict[str, float], run: Run, look: tuple[int, str]) -> None:
    """A bar on every GPU of the run; on a shared GPU only a part of the height."""
    until_ms, colour = look
    ended_ms = until_ms if run.end_ms is None else run.end_ms
    start, end = x(run.start_ms), x(ended_ms)
    parts = [(start, end, colour)]
    if run.course.starting_ms:
        parts.append((start, x(min(ended_ms, run.start_ms + run.course.starting_ms)), RESTARTS))
    if run.course.stopped_ms is not None:
        parts.append((x(run.course.stopped_ms), end, SAVES))
    for place in run.places:
        for index in place.gpu_indices:
            height = max(1.5, (ROW - 1) * place.shape.gpu_milli / 1000)
            for left, right, fill in parts:
                top = tops[place.node_id] + ROW * index
                svg.rect((left, top), max(1.0, right - left - 1), height, fill)
    first = run.places[0]
    if end - start > 40 and first.gpu_indices:
        stopped = run.end_ms is not None and not run.finished
        label = run.job.job_id.removeprefix("job-") + (" (stopped)" if stopped else "")
        at = tops[first.node_id] + ROW * first.gpu_indices[0] + ROW * len(first.gpu_indices) / 2 + 4
        begins = x(run.start_ms + run.course.starting_ms)
        svg.text((begins + 4, at), label, size=10, colour="#ffffff" if len(first.gpu_indices) > 1 else INK)


def _key(svg: Svg) -> None:
    """Draw the legend of colours."""
    at = float(LEFT)
    for words, colour in (("stores its last checkpoint, stops", SAVES), ("starts again", RESTARTS)):
        svg.rect((at, 36), 10, 10, colour)
        svg.text((at + 15, 45), words, size=11, colour=FAINT)
        at += 220


def _inputs(svg: Svg, x: Scale, result: StoryResult, bottom: float) -> None:
    for scripted in result.story.script:
        at = x(scripted.at_ms)
        svg.line([(at, TOP - 8), (at, bottom)], "#d55e00", width=1.5)
        svg.text((at + 3, TOP - 8), scripted.words, size=10, colour="#d55e00")


def _waiting(
    svg: Svg, x: Scale, result: StoryResult, part: tuple[float, list[TraceJob]], waited: int
) -> None:
    top, drawn = part
    colours = _colours(result.story.load.jobs)
    if not drawn:
        return
    more = f", the first {len(drawn)} drawn" if waited > len(drawn) else ""
    svg.text((LEFT, top), f"Waiting: {waited} {'job' if waited == 1 else 'jobs'}{more}", size=11, bold=True)
    for row, job in enumerate(drawn):
        start_ms = result.first_start_ms(job.job_id)
        at = top + 12 + WAITING_ROW * row
        end = x(result.story.until_ms if start_ms is None else start_ms)
        svg.line([(x(job.arrival_ms), at), (end, at)], colours[_stem(job)], width=2)
        svg.text((LEFT - 8, at + 3), job.job_id.removeprefix("job-"), anchor="end", size=9, colour=FAINT)
