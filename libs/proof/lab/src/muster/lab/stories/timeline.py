"""Timeline of a story as SVG: a row per GPU, a block per run; below, the waiting jobs from arrival to start.

The parts of a block in which its job does not work have colours of their own: it starts again, or it stores a
last checkpoint. Text is large enough to be read at half size.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from muster.cluster import Placement
from muster.lab.loads.load import MINUTE_MS, TraceJob
from muster.lab.stories.story import Run, StoryResult
from muster.terminal.svg import FAINT, GRID, INK, Point, Scale, Svg, text_on

WIDTH, LEFT, RIGHT = 900, 110, 860
TITLE, TEXT = 20, 16
_LETTER: Final = 0.56
"""Width of a letter on average, as a part of its height."""
_LINE: Final = 22
_NUMBER: Final = re.compile(r"(^|-)\d+$")
GAP = 5
WAITING_ROW = 20
WAITING_DRAWN_MAX = 12
GROUPS: Final = ("#0072b2", "#56b4e9", "#009e73", "#cc79a7", "#e69f00", "#8b6d4f")
"""Colours of groups of jobs; further groups repeat them."""
RESTARTS, SAVES, EVENT = "#d9d9d9", "#f0e442", "#d55e00"


def timeline(result: StoryResult) -> str:
    """Draw a played story."""
    story = result.story
    title = textwrap.wrap(f"({story.name}) {story.title}", 72)
    x = Scale(0, story.until_ms, LEFT, RIGHT)
    groups = _groups(story.load.jobs)
    legend = list(_rows_of_legend(_legend(result, groups)))
    events = list(_levels(x, result))
    head = 14 + TITLE * 1.3 * len(title)
    top = head + _LINE * (len(legend) + max((level + 1 for _, level, _ in events), default=0))
    row = _row_height(result)
    tops: dict[str, float] = {}
    bottom = top + 4
    for node in story.load.nodes:
        tops[node.node_id] = bottom
        bottom += row * node.gpu_count + GAP
    waited = [job for job in story.load.jobs if result.first_start_ms(job.job_id) != job.arrival_ms]
    drawn = waited[:WAITING_DRAWN_MAX]
    svg = Svg(WIDTH, round(bottom) + 32 + (34 if drawn else 0) + WAITING_ROW * len(drawn))
    for index, words in enumerate(title):
        svg.text((16, 14 + TITLE * (0.8 + 1.3 * index)), words, size=TITLE, bold=True)
    _draw_legend(svg, legend, head + 4)
    _draw_grid(svg, x, (top, bottom), story.until_ms)
    for node in story.load.nodes:
        middle = tops[node.node_id] + row * node.gpu_count / 2 + TEXT / 3
        svg.text((LEFT - 8, middle), node.node_id, anchor="end", size=TEXT, colour=FAINT)
    for at, level, words in events:
        svg.line([(at, top - _LINE * level - 18), (at, bottom)], EVENT, width=2)
        svg.text((at + 5, top - _LINE * level - 6), words, size=TEXT, colour=EVENT)
    offsets = _offsets(result.runs)
    for run, offset in zip(result.runs, offsets, strict=True):
        _draw_run(svg, x, (tops, row), (run, offset), (story.until_ms, groups[group_of(run.job)]))
    _draw_waiting(svg, x, result, (bottom + 50, drawn), len(waited))
    return svg.render(f"Timeline of scenario ({story.name}): {story.title}")


def group_of(job: TraceJob) -> str:
    """Return a job's name without its number: jobs of one group share a colour."""
    return _NUMBER.sub("", job.job_id.removeprefix("job-"))


def _groups(jobs: Sequence[TraceJob]) -> dict[str, str]:
    """Return the colour of each group of jobs, in order of arrival."""
    names = dict.fromkeys(group_of(job) for job in jobs)
    return {name: GROUPS[index % len(GROUPS)] for index, name in enumerate(names)}


def _legend(result: StoryResult, groups: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield words and colours, if there is more than one meaning."""
    if len(groups) > 1:
        yield from ((name or "job", colour) for name, colour in groups.items())
    if any(run.course.stopped_ms is not None for run in result.runs):
        yield "stores its last checkpoint, stops", SAVES
    if any(run.course.starting_ms for run in result.runs):
        yield "starts again", RESTARTS


def _rows_of_legend(entries: Iterator[tuple[str, str]]) -> Iterator[list[tuple[float, str, str]]]:
    """Yield rows of (left, words, colour) that fit the width."""
    row: list[tuple[float, str, str]] = []
    left = float(LEFT)
    for words, colour in entries:
        width = 24 + _width(words) + 18
        if row and left + width > WIDTH:
            yield row
            row, left = [], float(LEFT)
        row.append((left, words, colour))
        left += width
    if row:
        yield row


def _draw_legend(svg: Svg, rows: Sequence[Sequence[tuple[float, str, str]]], top: float) -> None:
    for index, row in enumerate(rows):
        for left, words, colour in row:
            svg.rect((left, top + _LINE * index), 16, 16, colour)
            svg.text((left + 22, top + _LINE * index + 14), words, size=TEXT)


def _levels(x: Scale, result: StoryResult) -> Iterator[tuple[float, int, str]]:
    """Yield place, level above the rows and words of each scripted input, so that no words are crossed."""
    starts: list[float] = []
    for scripted in sorted(result.story.script, key=lambda one: one.at_ms, reverse=True):
        at = x(scripted.at_ms)
        end = at + 10 + _width(scripted.words)
        level = next((index for index, start in enumerate(starts) if end < start), len(starts))
        starts[level : level + 1] = [at]
        yield at, level, scripted.words


def _offsets(runs: Sequence[Run]) -> list[int]:
    """Return for each run where its part of a shared GPU begins, thousandths, beside those of other runs."""
    found: list[int] = []
    for index, run in enumerate(runs):
        gpus = {(place.node_id, gpu) for place in run.places for gpu in place.gpu_indices}
        taken = sorted(
            (offset, other.places[0].shape.gpu_milli)
            for other, offset in zip(runs[:index], found, strict=True)
            if other.end_ms is None or other.end_ms > run.start_ms
            if any((place.node_id, gpu) in gpus for place in other.places for gpu in place.gpu_indices)
        )
        offset = 0
        for begins, milli in taken:
            if offset + run.places[0].shape.gpu_milli > begins:
                offset = max(offset, begins + milli)
        found.append(offset)
    return found


def _row_height(result: StoryResult) -> int:
    """Return the height of a GPU's row, pixels: the fewer GPUs, the more."""
    gpus = sum(node.gpu_count for node in result.story.load.nodes)
    return max(6, min(40, 160 // gpus))


def _draw_grid(svg: Svg, x: Scale, rows: Point, until_ms: int) -> None:
    top, bottom = rows
    step_min = 5 if until_ms <= 40 * MINUTE_MS else 10
    for minute in range(0, until_ms // MINUTE_MS + 1, step_min):
        at = x(minute * MINUTE_MS)
        svg.line([(at, top), (at, bottom)], GRID)
        svg.text((at, bottom + 16), f"{minute} min", anchor="middle", size=TEXT, colour=FAINT)


def _draw_run(
    svg: Svg,
    x: Scale,
    rows: tuple[Mapping[str, float], int],
    placed: tuple[Run, int],
    look: tuple[int, str],
) -> None:
    """Draw a block for each group of neighbouring GPUs of a run, and its name in the first that has room."""
    (tops, row), (run, offset) = rows, placed
    until_ms, colour = look
    ended_ms = until_ms if run.end_ms is None else run.end_ms
    start, end = x(run.start_ms), x(ended_ms)
    working_from = x(min(ended_ms, run.start_ms + run.course.starting_ms))
    working_to = end if run.course.stopped_ms is None else x(run.course.stopped_ms)
    parts = [(start, working_from, RESTARTS), (working_from, working_to, colour), (working_to, end, SAVES)]
    name = run.job.job_id.removeprefix("job-")
    stopped = run.end_ms is not None and not run.finished
    named = False
    for place in run.places:
        for top, height in _blocks(place, tops[place.node_id], row, offset):
            for left, right, fill in parts:
                if right > left:
                    svg.rect((left, top), max(1.0, right - left - (1 if right == end else 0)), height, fill)
            for words in (f"{name} (stopped)" if stopped else name, name):
                if not named and height >= TEXT and _width(words) + 8 <= working_to - working_from:
                    at = (working_from + 4, top + height / 2 + TEXT / 3)
                    svg.text(at, words, size=TEXT, colour=text_on(colour))
                    named = True


def _blocks(place: Placement, top: float, row: int, offset: int) -> Iterator[tuple[float, float]]:
    """Yield top and height of each group of neighbouring GPUs; a shared GPU has a part of its row."""
    indices = sorted(place.gpu_indices)
    if place.shape.gpu_milli < 1000:
        height = max(1.5, (row - 1) * place.shape.gpu_milli / 1000 - 1)
        yield from ((top + row * index + (row - 1) * offset / 1000, height) for index in indices)
        return
    first = None
    for index in indices:
        first = index if first is None else first
        if index + 1 not in indices:
            yield top + row * first, row * (index + 1 - first) - 1
            first = None


def _draw_waiting(
    svg: Svg, x: Scale, result: StoryResult, part: tuple[float, list[TraceJob]], waited: int
) -> None:
    top, drawn = part
    groups = _groups(result.story.load.jobs)
    if not drawn:
        return
    more = f" (the first {len(drawn)} are shown)" if waited > len(drawn) else ""
    words = f"{waited} {'job waits' if waited == 1 else 'jobs wait'}, from arrival to start{more}"
    svg.text((LEFT, top), words, size=TEXT, bold=True, colour=INK)
    for index, job in enumerate(drawn):
        start_ms = result.first_start_ms(job.job_id)
        at = top + 18 + WAITING_ROW * index
        end = x(result.story.until_ms if start_ms is None else start_ms)
        svg.line([(x(job.arrival_ms), at), (end, at)], groups[group_of(job)], width=6)
        name = job.job_id.removeprefix("job-")
        svg.text((LEFT - 8, at + TEXT / 3), name, anchor="end", size=TEXT, colour=FAINT)


def _width(words: str) -> float:
    """Estimate the width of words, pixels."""
    return len(words) * TEXT * _LETTER
