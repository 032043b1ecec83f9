"""Builds a load as requested and replays it by each contender, timed, in parallel processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from random import Random
from signal import SIG_IGN, SIGINT, signal
from time import process_time
from typing import Any, Final

from muster.lab.figures.figures import Figures
from muster.lab.figures.summary import summarise
from muster.lab.loads.conditions import MINUTE_MS, NONE_AWAY, RESTART_MS, SAVE_MS, Rates
from muster.lab.loads.file import read_load
from muster.lab.loads.generated import GENERATED
from muster.lab.loads.load import Load, compressed, with_checkpoints, with_outages, with_usual_limits
from muster.lab.loads.openb import read_openb
from muster.lab.loads.philly import read_philly
from muster.lab.loads.traces import TraceError, lines_of, read_nodes
from muster.lab.replay.replay import Replay
from muster.lab.rules.contenders import CONTENDERS
from muster.lab.rules.settings import change

GENERATED_PREFIX = "gen:"
ALL_SAVE: Final = 100
NO_SETTINGS: Final[Mapping[str, Any]] = {}
_TICK_S: Final = 0.5


@dataclass(frozen=True, slots=True)
class Wanted:
    """The requested load.

    Attributes:
        jobs: A folder of Philly traces, an openb pod list, a job list, or gen:NAME.
        nodes: A node list; None: the load's own cluster.
        nodes_every: Use only every n-th node.
        load_percent: Scale arrivals to this demand, percent of the capacity; None: unchanged.
        usual_limits: Users' limits are overestimated and rounded; else exact.
        drawn_durations: Philly only: durations drawn from real run times.
        seed: Seed of all random draws.
        checkpoint_min: Work between two checkpoints of all jobs, minutes; 0: as in the load.
        save_s: Pause of a job per checkpoint, seconds.
        restart_s: Time until a resumed job works, seconds.
        rates: Rates of node failures and reclaims.
        saving_percent: Share of jobs with checkpoints, percent, if there are any.
    """

    jobs: str
    nodes: Path | None = None
    nodes_every: int = 1
    load_percent: int | None = None
    usual_limits: bool = True
    drawn_durations: bool = False
    seed: int = 42
    checkpoint_min: int = 0
    save_s: int = SAVE_MS // 1_000
    restart_s: int = RESTART_MS // 1_000
    rates: Rates = NONE_AWAY
    saving_percent: int = ALL_SAVE


def gather(wanted: Wanted, nodes_default: Callable[[], Path]) -> Load:
    """Build the load.

    Raises:
        TraceError: A file is invalid, or the load does not exist.
    """
    generator = Random(wanted.seed)  # noqa: S311 - to be repeated, not to be secret
    load = _read(wanted, nodes_default, generator)
    nodes = load.nodes if wanted.nodes is None else read_nodes(wanted.nodes)
    load = replace(load, nodes=nodes[:: wanted.nodes_every])
    if wanted.load_percent is not None:
        load = compressed(load, wanted.load_percent)
    if wanted.usual_limits:
        load = with_usual_limits(load, generator)
    if wanted.checkpoint_min:
        times_ms = (wanted.checkpoint_min * MINUTE_MS, wanted.save_s * 1_000, wanted.restart_s * 1_000)
        percent, draw = wanted.saving_percent, generator.randrange
        load = with_checkpoints(load, *times_ms, lambda: percent == ALL_SAVE or draw(ALL_SAVE) < percent)
    return with_outages(load, wanted.rates, generator) if wanted.rates != NONE_AWAY else load


def compete(
    load: Load,
    policies: Sequence[str],
    watch: Callable[[int], None] = lambda _: None,
    settings: Mapping[str, Any] = NO_SETTINGS,
) -> Iterator[Figures]:
    """The figures of each policy, as they finish; the rest is aborted when the caller stops reading.

    Args:
        load: The load to replay.
        policies: Policies that replay it, two at a time.
        watch: Called about twice a second with the number of jobs that are over, of all policies together.
        settings: Changed settings of the scheduler's policy, for contenders of the real core.

    Raises:
        TraceError: a setting is invalid, or a contender has none.
    """
    if len(policies) == 1:
        yield replay_timed(load, policies[0], watch, settings)
        return
    context = get_context("spawn")
    over, given_up = context.Array("q", len(policies)), context.Event()
    with ProcessPoolExecutor(
        2, mp_context=context, initializer=_begin_worker, initargs=(over, given_up)
    ) as pool:
        try:
            running = {
                pool.submit(_replay_one, load, policy, n, settings) for n, policy in enumerate(policies)
            }
            while running:
                ended, running = wait(running, timeout=_TICK_S, return_when=FIRST_COMPLETED)
                watch(sum(over[:]))
                for each in ended:
                    yield each.result()
        finally:
            given_up.set()
            pool.shutdown(wait=False, cancel_futures=True)


_worker: dict[str, Any] = {}
"""Shared by the processes of one comparison: `over`, jobs that are over by policy; `given_up`, an event."""


def _begin_worker(over: Any, given_up: Any) -> None:
    """Ignore Ctrl-C, which the parent handles by setting the event."""
    signal(SIGINT, SIG_IGN)
    _worker.update(over=over, given_up=given_up)


def _replay_one(load: Load, policy: str, number: int, settings: Mapping[str, Any]) -> Figures:
    def watch(over: int) -> None:
        _worker["over"][number] = over
        if _worker["given_up"].is_set():
            raise SystemExit

    return replay_timed(load, policy, watch, settings)


def replay_timed(
    load: Load,
    policy: str,
    watch: Callable[[int], None] | None = None,
    settings: Mapping[str, Any] = NO_SETTINGS,
) -> Figures:
    """Replay by one contender. The CPU time covers deciding and bookkeeping, not reading the load."""
    begun_s = process_time()
    contender = CONTENDERS[policy](load)
    if settings:
        change(contender, policy, settings)
    history = Replay(load, contender, watch).run()
    return summarise(policy, history, process_time() - begun_s)


def _read(wanted: Wanted, nodes_default: Callable[[], Path], generator: Random) -> Load:
    if wanted.jobs.startswith(GENERATED_PREFIX):
        name = wanted.jobs.removeprefix(GENERATED_PREFIX)
        if name not in GENERATED:
            raise TraceError(f"jobs is {wanted.jobs!r}; allowed: gen: and one of {', '.join(GENERATED)}")
        return GENERATED[name]()
    path = Path(wanted.jobs)
    if path.is_dir():
        return read_philly(path, generator if wanted.drawn_durations else None)
    nodes = read_nodes(wanted.nodes or nodes_default())
    header = lines_of(path)[:1]
    return read_load(path, nodes) if header and "arrival_ms" in header[0] else read_openb(path, nodes)
