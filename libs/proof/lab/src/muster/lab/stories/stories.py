"""The scenarios of docs/scenarios.md: common questions of schedulers' users, each on one screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from muster.cluster import NodeCapacity, Shape
from muster.events.job_commands import Tier
from muster.events.job_events import NodeLost, NodeSuspected
from muster.events.queue_commands import QueueSettings, Quota, ReserveCapacity
from muster.lab.loads.conditions import RESTART_MS, SAVE_MS
from muster.lab.loads.load import MINUTE_MS, Load, TraceJob, with_checkpoints
from muster.lab.rules.ours import BEGIN_MS, TENANT, WHO
from muster.lab.stories.story import Question, ScriptedInput, Story
from muster.scheduler.core.state.job import Speed

EIGHT = Shape(8, 1000, (), 8_000, 65_536)
FOUR = Shape(4, 1000, (), 4_000, 32_768)
ONE = Shape(1, 1000, (), 1_000, 8_192)
EITHER = replace(EIGHT, gpu_models=("A100", "H100"))
BOTH = (Speed("H100", 2_500), Speed("A100", 1_000))


def _nodes(count: int, model: str = "A100", gpus: int = 8, first: int = 1) -> tuple[NodeCapacity, ...]:
    return tuple(
        NodeCapacity(f"{model.lower()}-{n:02d}", 96_000, 1_048_576, model, gpus)
        for n in range(first, first + count)
    )


def _job(  # noqa: PLR0917 - a row of a table
    name: str,
    at_min: float,
    runs_min: float,
    says_min: float = 0,
    shape: Shape = EIGHT,
    ranks: int = 1,
    queue: str = "default",
    tier: Tier = Tier.STANDARD_TRAINING,
    speeds: tuple[Speed, ...] = (),
) -> TraceJob:
    runs_ms = round(runs_min * MINUTE_MS)
    says_ms = round((says_min or runs_min) * MINUTE_MS)
    slowest = min((speed.throughput_milli / speeds[0].throughput_milli for speed in speeds), default=1)
    return TraceJob(
        f"job-{name}",
        round(at_min * MINUTE_MS),
        runs_ms,
        round(max(runs_ms, says_ms) / slowest),
        shape,
        ranks,
        tier,
        queue,
        estimate_ms=says_ms,
        speeds=speeds,
    )


def _of(model: str, gpus: int) -> Shape:
    return Shape(gpus, 1000, (model,), 8_000, 65_536)


def _in_order(*parts: Sequence[TraceJob]) -> tuple[TraceJob, ...]:
    jobs = [job for part in parts for job in part]
    return tuple(sorted(jobs, key=lambda job: job.arrival_ms))


BURST = Story(
    "a",
    "A hundred jobs of eight GPUs at once, 64 GPUs free",
    "Eight run at any time, first come, first served; no job waits while a node is free.",
    Load("burst", _nodes(8), tuple(_job(f"{n:03d}", 0, 3 + n % 5) for n in range(100))),
    questions=(Question(MINUTE_MS, "job-050"),),
)

HEAD = Story(
    "b",
    "A job of 64 GPUs is next, 48 are free, and 20 small jobs with mixed estimates wait behind it",
    "Nodes are reserved for the first job; small jobs that end in time run ahead on them, longer ones "
    "elsewhere or later. The job with a false estimate (4 minutes instead of 14) does not delay it.",
    Load(
        "head",
        _nodes(10),
        _in_order(
            [_job(f"run-{n}", 0, 8 + 2 * n) for n in range(4)],
            [_job("head", 1, 10, ranks=8, tier=Tier.PREMIUM_TRAINING)],
            [_job("liar", 2, 14, says_min=4)],
            [_job(f"small-{n:02d}", 2, (2, 4, 6, 12, 25)[n % 5]) for n in range(19)],
        ),
    ),
    questions=(Question(3 * MINUTE_MS, "job-head"), Question(9 * MINUTE_MS, "job-small-04")),
    until_ms=60 * MINUTE_MS,
)

TWO_GANGS = Story(
    "c",
    "Two jobs of 64 GPUs, 104 free",
    "One runs whole; the other holds nothing, so smaller work uses the rest until it can start whole.",
    Load(
        "two-gangs",
        _nodes(13),
        _in_order(
            [_job("first", 0, 10, ranks=8), _job("second", 0, 10, ranks=8)],
            [_job(f"small-{n}", 1, 6) for n in range(5)],
        ),
    ),
    questions=(Question(MINUTE_MS // 3, "job-second"), Question(MINUTE_MS // 3, "job-first")),
)

FRACTIONS = Story(
    "d",
    "Four halves of a GPU at once beside jobs of whole GPUs",
    "Two GPUs hold two halves each; no GPU is oversubscribed, and the other GPUs stay whole.",
    Load(
        "fractions",
        _nodes(1, gpus=4),
        _in_order(
            [_job(f"half-{n}", 0, 10, shape=Shape(1, 500, (), 1_000, 8_192)) for n in range(4)],
            [_job("whole", 0, 10, shape=ONE), _job("pair", 1, 5, shape=Shape(2, 1000, (), 1_000, 8_192))],
        ),
    ),
    questions=(Question(2 * MINUTE_MS, "job-pair"),),
)

BORROWED = Story(
    "e",
    "Borrowed GPUs are reclaimed",
    "Vision's guarantee is idle, so speech borrows all of it; when vision submits, a preemption request is "
    "on the log, and GPUs that become free go to vision until it has its guarantee.",
    Load(
        "borrowed",
        _nodes(4),
        _in_order(
            [_job(f"speech-{n:02d}", 0, 4 + n, shape=EIGHT, queue="speech") for n in range(10)],
            [_job(f"vision-{n}", 2, 8, queue="vision") for n in range(4)],
        ),
        shares=(
            ("speech", QueueSettings(guarantee=Quota(gpu_milli=8_000))),
            ("vision", QueueSettings(guarantee=Quota(gpu_milli=16_000))),
        ),
    ),
    questions=(Question(3 * MINUTE_MS, "job-vision-0"),),
)

MODELS = Story(
    "f",
    "All jobs want H100, and A100 are idle",
    "A job that states its speed on each model gets an H100 while its quota allows and one is free, then an "
    "A100, where it runs two and a half times as long. A job that insists on H100 waits, with a reason.",
    Load(
        "models",
        (*_nodes(2, "H100"), *_nodes(4, "A100")),
        _in_order(
            [_job(f"open-{n}", 0, 12, shape=EITHER, queue="open", speeds=BOTH) for n in range(3)],
            [_job(f"free-{n}", 1, 12, shape=EITHER, speeds=BOTH) for n in range(2)],
            [_job("h100", 1, 12, shape=replace(EIGHT, gpu_models=("H100",)), queue="open")],
        ),
        shares=(("open", QueueSettings(maximum=Quota(gpu_milli_by_model={"H100": 8_000}))),),
    ),
    questions=(Question(2 * MINUTE_MS, "job-free-1"), Question(2 * MINUTE_MS, "job-h100")),
    until_ms=40 * MINUTE_MS,
)

GROWING = Story(
    "g",
    "Nearly everything is allocated, and the backlog grows",
    "Sixteen H100 are kept busy by a stream of jobs that insist on them, the free A100 are fragmented, and a "
    "queue is at its maximum. `muster capacity` says what binds, what is unusable, and what would help.",
    Load(
        "growing",
        (*_nodes(2, "H100"), *_nodes(6, "A100")),
        _in_order(
            [_job(f"fill-{n}", 0, 40, shape=_of("A100", 7)) for n in range(4)],
            [_job(f"base-{n}", 0, 45, shape=_of("A100", 8)) for n in range(2)],
            [_job(f"h100-{n:02d}", 2 * n, 20, shape=_of("H100", 4)) for n in range(14)],
            [_job(f"pair-{n}", 5 + n, 15, shape=_of("A100", 2)) for n in range(4)],
            [_job(f"capped-{n}", 3, 30, shape=ONE, queue="capped") for n in range(3)],
        ),
        shares=(("capped", QueueSettings(maximum=Quota(gpu_milli=1_000))),),
    ),
    questions=(Question(25 * MINUTE_MS, ""),),
    until_ms=40 * MINUTE_MS,
)

SILENT = Story(
    "h",
    "A node falls silent",
    "After two missed beats nothing new is placed there; once it is lost, its gang is stopped as a whole and "
    "restarted as a whole elsewhere, and the other jobs run on.",
    Load(
        "silent",
        _nodes(4),
        _in_order(
            [_job("gang", 0, 12, ranks=2), _job("beside", 0, 20)],
            [_job(f"later-{n}", 4, 6) for n in range(2)],
        ),
    ),
    script=(
        ScriptedInput(
            3 * MINUTE_MS, NodeSuspected(node_id="a100-01", silent_ms=12_500), "a100-01 is suspected"
        ),
        ScriptedInput(7 * MINUTE_MS, NodeLost(node_id="a100-01", silent_ms=252_500), "a100-01 is lost"),
    ),
    questions=(Question(5 * MINUTE_MS, "job-later-1"),),
)

MOVED = Story(
    "i",
    "Half of every node is free, and a job needs a whole one",
    "Enough is free, but not on one node. A job with checkpoints moves to a free half elsewhere, because it "
    "loses little compared to the hour that the other job would wait.",
    Load(
        "moved",
        _nodes(3),
        (
            *(
                replace(_job(f"{name}-{n}", 0, runs_min, shape=FOUR), checkpoint_ms=MINUTE_MS)
                for n in range(3)
                for name, runs_min in (("long", 60), ("short", 3))
            ),
            _job("whole", 6, 20),
        ),
    ),
    questions=(Question(6 * MINUTE_MS, "job-whole"),),
)

RESERVED = Story(
    "j",
    "Two nodes are reserved for a course from minute 10 to 25",
    "Until then other jobs run on them if they end in time, else they run elsewhere or wait; from then on "
    "only the course's jobs run there, and they start at once although others wait.",
    Load(
        "reserved",
        _nodes(4),
        _in_order(
            [_job(f"long-{n}", 1, 16) for n in range(4)],
            [_job(f"short-{n}", 1, 4) for n in range(3)],
            [_job(f"course-{n}", 10, 6, queue="course") for n in range(4)],
        ),
        shares=(("course", QueueSettings()),),
    ),
    script=(
        ScriptedInput(
            0,
            ReserveCapacity(
                reservation="course",
                tenant=TENANT,
                queue="course",
                gpu_model="A100",
                node_count=2,
                starts_at_ms=BEGIN_MS + 10 * MINUTE_MS,
                ends_at_ms=BEGIN_MS + 25 * MINUTE_MS,
                requested_by=WHO,
            ),
            "two nodes are reserved for the course",
        ),
    ),
    questions=(Question(12 * MINUTE_MS, "job-long-2"), Question(12 * MINUTE_MS, "job-course-3")),
    until_ms=45 * MINUTE_MS,
)

YIELDS = Story(
    "k",
    "A job yields: it stores its work, stops, and goes on later",
    "Speech has borrowed what vision does not use. Vision's job is due its GPUs, and two nodes are enough: "
    "the two jobs whose stop costs least store their work and stop. When both are over, vision starts in the "
    "same moment; when it is done, they go on from where they were.",
    with_checkpoints(
        Load(
            "yields",
            _nodes(4),
            _in_order(
                [_job(f"speech-{n}", n * 2, 24, queue="speech") for n in range(4)],
                [_job("vision", 13, 10, ranks=2, queue="vision")],
            ),
            shares=(
                ("speech", QueueSettings(guarantee=Quota(gpu_milli=8_000))),
                ("vision", QueueSettings(guarantee=Quota(gpu_milli=16_000))),
            ),
        ),
        checkpoint_ms=10 * MINUTE_MS,
        save_ms=SAVE_MS,
        restart_ms=RESTART_MS,
    ),
    questions=(
        Question(round(13.5 * MINUTE_MS), "job-vision"),
        Question(round(13.5 * MINUTE_MS), "job-speech-3"),
        Question(20 * MINUTE_MS, "job-speech-3"),
    ),
    until_ms=50 * MINUTE_MS,
)

STORIES = {
    story.name: story
    for story in (
        BURST, HEAD, TWO_GANGS, FRACTIONS, BORROWED, MODELS, GROWING, SILENT, MOVED, RESERVED, YIELDS,
    )
}  # fmt: skip
"""Stories by letter."""
