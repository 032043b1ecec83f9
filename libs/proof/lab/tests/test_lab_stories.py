"""The stories of docs/scenarios.md, as tests: what each of them is there to show."""

from xml.etree import ElementTree

import pytest
from muster.lab.loads.load import MINUTE_MS
from muster.lab.stories.stories import STORIES
from muster.lab.stories.story import StoryPlayer, StoryResult
from muster.lab.stories.timeline import EVENT, GROUPS, RESTARTS, SAVES, group_of, timeline
from muster.lab.stories.why import why
from muster.terminal.svg import INK, text_on

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def results() -> dict[str, StoryResult]:
    return {name: StoryPlayer(story, why).play() for name, story in STORIES.items()}


def start_min(result: StoryResult, job: str) -> float | None:
    start_ms = result.first_start_ms(f"job-{job}")
    return None if start_ms is None else start_ms / MINUTE_MS


@pytest.mark.slow
def test_no_gpu_is_held_twice_at_any_moment(results: dict[str, StoryResult]) -> None:
    for one in results.values():
        for at_ms in {run.start_ms for run in one.runs}:
            held: dict[tuple[str, int], int] = {}
            for run in one.held_at(at_ms).values():
                for place in run.places:
                    for index in place.gpu_indices:
                        key = (place.node_id, index)
                        held[key] = held.get(key, 0) + place.shape.gpu_milli
            assert all(milli <= 1000 for milli in held.values()), (one.story.name, at_ms)


def test_a_hundred_at_once_keep_every_gpu_busy_in_the_order_they_came(
    results: dict[str, StoryResult],
) -> None:
    burst = results["a"]
    starts = [run.start_ms for run in burst.runs]
    assert [run.job.job_id for run in burst.runs] == [f"job-{n:03d}" for n in range(len(starts))]
    for minute in range(30):
        assert len(burst.held_at(minute * MINUTE_MS)) == 8


def test_a_large_head_starts_as_promised_whichever_jobs_run_ahead(results: dict[str, StoryResult]) -> None:
    head = results["b"]
    start = start_min(head, "head")
    assert start == 10, "two of the long runs are over: eight nodes are clear"
    ahead = [run for run in head.runs if 2 * MINUTE_MS <= run.start_ms < 10 * MINUTE_MS]
    assert len(ahead) == 9, "short ones ran on the nodes that were kept"
    assert all(run.end_ms is not None and run.end_ms <= 10 * MINUTE_MS for run in ahead)
    assert (start_min(head, "liar") or 0) >= start, "its limit is what counts, and that is too long"
    assert "HELD_FOR_HEAD" in head.answers[1].words


def test_of_two_gangs_one_runs_whole_and_the_other_holds_nothing(results: dict[str, StoryResult]) -> None:
    gangs = results["c"]
    assert (start_min(gangs, "first"), start_min(gangs, "second")) == (0, 10)
    assert [start_min(gangs, f"small-{n}") for n in range(5)] == [1] * 5
    assert "5 of 8 fit now" in gangs.answers[0].words


def test_halves_share_cards_and_whole_cards_stay_whole(results: dict[str, StoryResult]) -> None:
    fractions = results["d"]
    cards = [run.places[0].gpu_indices[0] for run in fractions.runs if "half" in run.job.job_id]
    assert sorted(cards) == [cards[0], cards[0], cards[2], cards[2]]
    assert start_min(fractions, "pair") == 10


def test_lent_gpus_come_back_as_their_jobs_end(results: dict[str, StoryResult]) -> None:
    borrowed = results["e"]
    assert [start_min(borrowed, f"speech-{n:02d}") for n in range(4)] == [0] * 4
    assert [start_min(borrowed, f"vision-{n}") for n in range(2)] == [4, 5]


def test_jobs_fall_back_to_other_models_and_run_longer_there(
    results: dict[str, StoryResult],
) -> None:
    models = results["f"]
    ran = {
        run.job.job_id[4:]: (
            run.places[0].node_id[:4],
            run.start_ms // MINUTE_MS,
            (run.end_ms or 0) // MINUTE_MS,
        )
        for run in models.runs
    }
    assert ran == {
        "open-0": ("h100", 0, 12),
        "open-1": ("a100", 0, 30),
        "open-2": ("a100", 0, 30),
        "free-0": ("h100", 1, 13),
        "free-1": ("a100", 1, 31),
        "h100": ("h100", 12, 24),
    }
    assert "QUOTA_EXHAUSTED" in models.answers[1].words


def test_a_growing_backlog_shows_what_binds_and_what_would_help(results: dict[str, StoryResult]) -> None:
    [answer] = results["g"].answers
    first, *rest = answer.words.splitlines()
    assert first.startswith("95 % of the GPUs are allocated; 12 jobs wait for 34 GPUs")
    assert "What binds most is H100 (all in use): 6 jobs, 70 % of the GPUs asked for." in first
    assert any(line.strip().startswith("to 2 A100 (4 jobs wait): 3 of 3 free") for line in rest)
    assert any("no maximum and no limit on jobs for queue capped" in line for line in rest)
    assert any("simulated nodes measure nothing" in line for line in rest)


def test_a_silent_node_gets_nothing_new_and_its_gang_is_handled_whole(
    results: dict[str, StoryResult],
) -> None:
    silent = results["h"]
    gang = [run for run in silent.runs if run.job.job_id == "job-gang"]
    assert (gang[0].end_ms, gang[0].finished) == (7 * MINUTE_MS, False)
    assert gang[1].finished
    after = [run for run in silent.runs if run.start_ms >= 3 * MINUTE_MS]
    assert not any(place.node_id == "a100-01" for run in after for place in run.places)
    beside = [run for run in silent.runs if run.job.job_id == "job-beside"]
    assert [run.finished for run in beside] == [True]


def test_a_job_moves_and_the_one_that_needs_a_whole_node_starts(results: dict[str, StoryResult]) -> None:
    moved = results["i"]
    others = {run.job.job_id for run in moved.runs if not run.finished and run.end_ms is not None}
    assert len(others) == 1, "one half is enough"
    [job_id] = others
    first, second = [run for run in moved.runs if run.job.job_id == job_id]
    assert first.places[0].node_id != second.places[0].node_id
    assert second.start_ms == first.end_ms, "it goes on at once"
    assert start_min(moved, "whole") == 6.5, "once the head's patience was over"


def test_reserved_nodes_are_the_courses_from_its_start_to_its_end(results: dict[str, StoryResult]) -> None:
    reserved = results["j"]
    where = {run.job.job_id: run.places[0].node_id for run in reserved.runs}
    course = {where["job-course-0"], where["job-course-1"]}
    assert [start_min(reserved, f"course-{n}") for n in range(4)] == [10, 10, 16, 16]
    assert [start_min(reserved, f"short-{n}") for n in range(2)] == [1, 1]
    assert {where["job-short-0"], where["job-short-1"]} == course, "they are gone in time"
    for run in reserved.runs:
        if 10 * MINUTE_MS <= run.start_ms < 25 * MINUTE_MS and run.places[0].node_id in course:
            assert run.job.queue == "course"


def test_jobs_that_yield_lose_nothing_but_the_time_of_a_checkpoint_and_a_restart(
    results: dict[str, StoryResult],
) -> None:
    yields = results["k"]
    first, again = [run for run in yields.runs if run.job.job_id == "job-speech-3"]
    assert (first.course.stopped_ms, first.end_ms) == (13 * MINUTE_MS, 14 * MINUTE_MS)
    assert start_min(yields, "vision") == 14, "the moment in which the last of them is over"
    left_min = 24 - (13 - 6) + 1 + 2  # of 24 minutes 7 are done; one checkpoint on the way; a restart
    assert again.end_ms is not None
    assert again.end_ms - again.start_ms == left_min * MINUTE_MS
    assert again.finished
    assert [run.job.job_id for run in yields.runs if run.course.stopped_ms] == [
        "job-speech-2",
        "job-speech-3",
    ]
    asked, victim, later = yields.answers
    assert "others yield to it by plan-job-vision" in asked.words
    assert "it yields to job-vision" in victim.words
    assert "resumes from checkpoint" in later.words


def test_every_story_can_be_drawn(results: dict[str, StoryResult]) -> None:
    for one in results.values():
        drawn = timeline(one)
        assert drawn == timeline(one)
        seen = [run for run in one.runs if run.start_ms < one.story.until_ms]
        assert drawn.count("<rect") > sum(len(run.places) for run in seen)


def test_a_story_s_picture_is_legible_at_half_size_and_has_one_meaning_per_colour(
    results: dict[str, StoryResult],
) -> None:
    for one in results.values():
        root = ElementTree.fromstring(timeline(one))
        sizes = [int(element.attrib["font-size"]) for element in root.iter(f"{SVG}text")]
        assert min(sizes) >= 16
        jobs = {group_of(job) for job in one.story.load.jobs}
        assert len({*GROUPS[: len(jobs)], RESTARTS, SAVES, EVENT}) == len(jobs) + 3


def test_runs_that_share_a_gpu_are_drawn_beside_each_other(results: dict[str, StoryResult]) -> None:
    root = ElementTree.fromstring(timeline(results["d"]))
    names = [element.text for element in root.iter(f"{SVG}text")]
    assert [name for name in names if name in {"half-0", "half-1", "half-2", "half-3"}] == [
        "half-0",
        "half-1",
        "half-2",
        "half-3",
    ]
    places = [(each.attrib["x"], each.attrib["y"]) for each in root.iter(f"{SVG}rect") if "x" in each.attrib]
    assert len(places) == len(set(places))


def test_a_name_is_drawn_in_a_colour_that_its_block_lets_be_read() -> None:
    assert [text_on(colour) for colour in ("#0072b2", "#f0e442", "#56b4e9")] == ["#ffffff", INK, INK]
