"""When GPUs count as idle: by their mean over the whole time, and by which measure."""

from __future__ import annotations

from muster.agent.core.idleness import GpuIdleness, look_every_ms
from muster.events.task_events import Suspicion

LIMIT_MS = 60_000
STEP_MS = look_every_ms(LIMIT_MS)
LOOKS = LIMIT_MS // STEP_MS


def seen(*looks: tuple[tuple[int, ...], tuple[int, ...]], gpus: tuple[int, ...] = (0, 1)) -> GpuIdleness:
    """After these looks, (by the driver, by multiprocessors), one after the other."""
    idleness = GpuIdleness(LIMIT_MS, gpus)
    for number, (kernel, sm_active) in enumerate(looks):
        idleness.look(number * STEP_MS, kernel, sm_active)
    return idleness


NOTHING = ((0, 0), (1, 0))
AT_WORK = ((100, 100), (90, 90))
UNMEASURED = ((), ())


def test_nothing_is_said_before_the_whole_time_was_seen() -> None:
    assert seen(*[NOTHING] * LOOKS).idle() is None
    found = seen(*[NOTHING] * (LOOKS + 1)).idle()
    assert found is not None
    assert found.suspicion is Suspicion.GPUS_IDLE
    assert found.message == (
        "none of its 2 GPUs was busy for more than 1.0 % of the last 1m (multiprocessors active, by DCGM)"
    )


def test_one_gpu_that_works_is_enough() -> None:
    assert seen(*[((0, 0), (0, 5))] * (LOOKS + 1)).idle() is None
    assert seen(*[((0, 0), (0, 5))] * (LOOKS + 1), gpus=(0,)).idle() is not None


def test_a_job_that_computes_in_bursts_is_busy() -> None:
    bursts = [AT_WORK if number % 10 == 0 else NOTHING for number in range(LOOKS + 1)]
    assert seen(*bursts).idle() is None


def test_what_only_the_driver_says_is_another_suspicion() -> None:
    found = seen(*[((1, 2), ())] * (LOOKS + 1), gpus=(1,)).idle()
    assert found is not None
    assert found.suspicion is Suspicion.GPUS_SEEM_IDLE
    assert found.message == "its GPU was busy for 2.0 % of the last 1m (by the driver alone: a kernel ran)"
    mixed = seen(((1, 2), ()), *[NOTHING] * LOOKS, NOTHING).idle()
    assert mixed is not None
    assert mixed.suspicion is Suspicion.GPUS_IDLE, "the look without them is older than the time"
    mixed = seen(*[NOTHING] * LOOKS, ((1, 2), ())).idle()
    assert mixed is not None
    assert mixed.suspicion is Suspicion.GPUS_SEEM_IDLE


def test_the_drivers_figure_says_nothing_where_multiprocessors_are_measured() -> None:
    assert seen(*[((100, 100), (0, 0))] * (LOOKS + 1)).idle() is not None


def test_where_nothing_is_measured_counting_begins_anew() -> None:
    assert seen(*[NOTHING] * LOOKS, UNMEASURED, *[NOTHING] * LOOKS).idle() is None
    assert seen(*[UNMEASURED] * (2 * LOOKS)).idle() is None
    assert seen(*[NOTHING] * (2 * LOOKS), gpus=(7,)).idle() is None


def test_work_takes_it_back() -> None:
    assert seen(*[NOTHING] * (2 * LOOKS), *[AT_WORK] * (LOOKS // 10)).idle() is None
