"""Loads of run times for the estimator: users, run times, and the order in which they become known.

philly     the real run times of Philly in a random order, without users: only the heavy tail
users      the same, half as spread (on the log scale) around a median that depends on the user and the size:
           60 users of 5 projects, the n-th with activity 1 / n
estimates  users who estimate their run times: a quarter up to three times too long, a quarter a tenth, a
           quarter arbitrarily, a quarter not at all
constant   users; every second one always has the same run time, within 2 %
cut        users, with one run in five cut short after an unrelated time
drift      users whose medians move up or down by up to half an octave every 200 runs
gavel      the 15,264 Philly jobs as Gavel prepared them: predicted on arrival, known when they end
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final

from muster.events.job_commands import CheckpointPolicy, JobSpec, Resources, RetryPolicy, Tier
from muster.lab.loads.generator import Generator
from muster.lab.loads.load import Load
from muster.scheduler.core.durations.estimator import Features, features_of
from muster.scheduler.core.durations.histogram import OCTAVE, position_of, value_at

USERS: Final = 60
PROJECTS: Final = 5
TENANT: Final = "acme"
SPREAD_OCTAVES: Final = 8
USUAL_MS: Final = 1_200_000
DRIFT_EVERY: Final = 200
CUT_ONE_IN: Final = 5


@dataclass(frozen=True, slots=True)
class Run:
    """One run, as the estimator sees it.

    Attributes:
        who: The user, for figures by user.
        features: Properties known before the run.
        takes_ms: Run time if it is not stopped, milliseconds.
        ran_ms: Actual run time, milliseconds.
        begins: Rank of its beginning among all beginnings and ends.
        ends: Rank of its end among all beginnings and ends, after `begins`.
    """

    who: str
    features: Features
    takes_ms: int
    ran_ms: int
    begins: int
    ends: int


def philly(run_times_ms: Sequence[int], generator: Generator) -> list[Run]:
    """The real run times in a random order, of one user."""
    features = features_of(TENANT, _spec("user", 1))
    drawn = _shuffled(run_times_ms, generator)
    return [_at_once(place, "user", features, ms) for place, ms in enumerate(drawn)]


def users(run_times_ms: Sequence[int], generator: Generator) -> list[Run]:
    """Run times of different users."""
    medians = _medians(generator)
    return _of_users(run_times_ms, generator, lambda user, _: medians[user])


def estimates(run_times_ms: Sequence[int], generator: Generator) -> list[Run]:
    """Users who estimate their run times, well or badly."""
    return [
        replace(run, who=who, features=run.features._replace(estimate_ms=estimate_ms))
        for run in users(run_times_ms, generator)
        for who, estimate_ms in [_estimate(run, generator)]
    ]


def constant(run_times_ms: Sequence[int], generator: Generator) -> list[Run]:
    """Return runs of users; every second user always has the same run time."""
    medians = _medians(generator)

    def same(run: Run) -> Run:
        user = _number(run)
        if user % 2:
            return replace(run, who="varied")
        about_ms = value_at(position_of(USUAL_MS) // 2 + medians[user])
        takes_ms = about_ms * (1_000 + generator.randrange(20)) // 1_000
        return replace(run, who="constant", takes_ms=takes_ms, ran_ms=takes_ms)

    runs = _of_users(run_times_ms, generator, lambda user, _: medians[user])
    return [same(run) for run in runs]


def cut(run_times_ms: Sequence[int], generator: Generator) -> list[Run]:
    """Users, some of whose runs are cut short."""

    def shortened(run: Run) -> Run:
        stop_ms = value_at(generator.randrange(position_of(1 << 36)))
        cut_off = generator.randrange(CUT_ONE_IN) == 0 and stop_ms < run.takes_ms
        return replace(run, ran_ms=stop_ms) if cut_off else run

    return [shortened(run) for run in users(run_times_ms, generator)]


def drift(run_times_ms: Sequence[int], generator: Generator) -> list[Run]:
    """Users whose run times change over time."""
    medians = _medians(generator)

    def median(user: int, place: int) -> int:
        if place % DRIFT_EVERY == 0:
            for each in range(USERS):
                medians[each] += generator.randrange(OCTAVE + 1) - OCTAVE // 2
        return medians[user]

    return _of_users(run_times_ms, generator, median)


def gavel(load: Load) -> list[Run]:
    """A load's jobs, each starting on arrival; runs in the order of beginnings and ends."""
    begins = [(job.arrival_ms, 1, index) for index, job in enumerate(load.jobs)]
    ends = [(job.arrival_ms + job.duration_ms, 0, index) for index, job in enumerate(load.jobs)]
    place = {(kind, index): n for n, (_, kind, index) in enumerate(sorted(begins + ends))}
    return [
        Run(
            who=job.queue,
            features=features_of(
                TENANT, _spec(job.user, job.ranks * job.shape.gpu_count, job.project, job.ranks)
            ),
            takes_ms=job.duration_ms,
            ran_ms=job.duration_ms,
            begins=place[1, index],
            ends=place[0, index],
        )
        for index, job in enumerate(load.jobs)
    ]


SYNTHETIC: Final[dict[str, Callable[[Sequence[int], Generator], list[Run]]]] = {
    "philly": philly,
    "users": users,
    "estimates": estimates,
    "constant": constant,
    "cut": cut,
    "drift": drift,
}
"""Loads made of the real run times, by name."""


def _of_users(
    run_times_ms: Sequence[int], generator: Generator, median: Callable[[int, int], int]
) -> list[Run]:
    """Run times with half their spread, shifted by user, and by an octave per size."""
    busy = list(accumulate(1_000_000 // (user + 1) for user in range(USERS)))
    runs: list[Run] = []
    for place, ms in enumerate(_shuffled(run_times_ms, generator)):
        pick = generator.randrange(busy[-1])
        user = next(user for user, upto in enumerate(busy) if pick < upto)
        size = generator.randrange(4)
        takes_ms = value_at(position_of(ms) // 2 + median(user, place) + size * OCTAVE)
        features = features_of(TENANT, _spec(f"user-{user:02}", 1 << size, f"project-{user % PROJECTS}"))
        runs.append(_at_once(place, f"user-{user:02}", features, max(1_000, takes_ms)))
    return runs


def _medians(generator: Generator) -> list[int]:
    """The shift of each user's run times, in positions, spread over SPREAD_OCTAVES."""
    spread = SPREAD_OCTAVES * OCTAVE
    return [position_of(1 << 18) + generator.randrange(spread) - spread // 2 for _ in range(USERS)]


def _estimate(run: Run, generator: Generator) -> tuple[str, int | None]:
    """The kind of a run's user, and the estimate."""
    match _number(run) % 4:
        case 0:
            return "padded", run.takes_ms * (100 + generator.randrange(201)) // 100
        case 1:
            return "a tenth", max(1, run.takes_ms * (90 + generator.randrange(21)) // 1_000)
        case 2:
            return "anything", value_at(position_of(60_000) + generator.randrange(8 * OCTAVE))
        case _:
            return "nothing", None


def _number(run: Run) -> int:
    return int(run.who.rpartition("-")[2])


def _at_once(place: int, who: str, features: Features, takes_ms: int) -> Run:
    """A run that ends before the next begins."""
    return Run(who, features, takes_ms, takes_ms, 2 * place, 2 * place + 1)


def _shuffled(values: Iterable[int], generator: Generator) -> list[int]:
    """Shuffle by the Fisher-Yates algorithm."""
    order = list(values)
    for last in range(len(order) - 1, 0, -1):
        other = generator.randrange(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def _spec(user: str, gpus: int, project: str = "philly", ranks: int = 1) -> JobSpec:
    return JobSpec(
        name="run",
        team="team",
        project=project,
        user=user,
        queue="default",
        tier=Tier.STANDARD_TRAINING,
        ranks=ranks,
        resources=Resources(
            gpu_count=max(1, gpus // ranks), gpu_milli=1_000, gpu_models=(), cpu_milli=1_000, memory_mib=1_024
        ),
        command=("run",),
        retry=RetryPolicy(attempts_max=1),
        checkpoint=CheckpointPolicy(enabled=False),
    )
