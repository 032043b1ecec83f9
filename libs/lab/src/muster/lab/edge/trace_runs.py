"""A load put together from what was asked for, and replayed by each contender, timed, side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import process_time

from muster.lab.figures.figures import Figures
from muster.lab.figures.summary import summarise
from muster.lab.loads.file import read_load
from muster.lab.loads.generated import GENERATED
from muster.lab.loads.load import Load, compressed, with_usual_limits
from muster.lab.loads.openb import read_openb
from muster.lab.loads.philly import read_philly
from muster.lab.loads.traces import TraceError, lines_of, read_nodes
from muster.lab.replay.replay import Replay
from muster.lab.rules.contenders import CONTENDERS

GENERATED_PREFIX = "gen:"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be replayed.

    Attributes:
        jobs: A folder of Philly traces, an openb pod list, a job list, or gen:NAME.
        nodes: A node list; None: the load's own cluster.
        nodes_every: Of these, every so many-th.
        load_percent: Arrivals moved so that so much of the capacity is asked for; None: as they are.
        usual_limits: Owners' limits too long and round; else exact.
        drawn_durations: Philly only: durations drawn from real run times.
        seed: Of all that is drawn.
    """

    jobs: str
    nodes: Path | None = None
    nodes_every: int = 1
    load_percent: int | None = None
    usual_limits: bool = True
    drawn_durations: bool = False
    seed: int = 42


def gather(wanted: Wanted, nodes_default: Callable[[], Path]) -> Load:
    """The load.

    Raises:
        TraceError: A file cannot be used, or there is no such load.
    """
    generator = Random(wanted.seed)  # noqa: S311 - to be repeated, not to be secret
    load = _read(wanted, nodes_default, generator)
    nodes = load.nodes if wanted.nodes is None else read_nodes(wanted.nodes)
    load = replace(load, nodes=nodes[:: wanted.nodes_every])
    if wanted.load_percent is not None:
        load = compressed(load, wanted.load_percent)
    return with_usual_limits(load, generator) if wanted.usual_limits else load


def compete(
    load: Load, policies: Sequence[str], watch: Callable[[int], None] | None = None
) -> Iterator[Figures]:
    """The figures of each, in order, as they come in; `watch` hears of jobs only when one runs alone."""
    if len(policies) == 1:
        yield replay_timed(load, policies[0], watch)
        return
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield from pool.map(replay_timed, repeat(load), policies)


def replay_timed(load: Load, policy: str, watch: Callable[[int], None] | None = None) -> Figures:
    """One contender. The CPU time is of deciding and bookkeeping; reading the load is not in it."""
    begun_s = process_time()
    history = Replay(load, CONTENDERS[policy](load), watch).run()
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
