"""Idle GPUs: by the mean over the whole time, measured by DCGM or by the driver alone."""

from __future__ import annotations

from muster.agent.core.idleness import GpuIdleness, look_every_ms
from muster.events.task_events import Suspicion

LIMIT_MS = 60_000
STEP_MS = look_every_ms(LIMIT_MS)
LOOKS = LIMIT_MS // STEP_MS


def idleness(*looks: tuple[tuple[int, ...], tuple[int, ...]], gpus: tuple[int, ...] = (0, 1)) -> GpuIdleness:
    """Return the state after these looks (by the driver, by multiprocessors), one step apart."""
    state = GpuIdleness(LIMIT_MS, gpus)
    for number, (kernel, sm_active) in enumerate(looks):
        state.look(number * STEP_MS, kernel, sm_active)
    return state


NOTHING = ((0, 0), (1, 0))
AT_WORK = ((100, 100), (90, 90))
UNMEASURED = ((), ())


def test_gpus_are_not_idle_before_the_whole_time_has_passed() -> None:
    assert idleness(*[NOTHING] * LOOKS).idle() is None
    found = idleness(*[NOTHING] * (LOOKS + 1)).idle()
    assert found is not None
    assert found.suspicion is Suspicion.GPUS_IDLE
    assert found.message == (
        "none of its 2 GPUs was busy for more than 1.0 % of the last 1m (multiprocessors active, by DCGM)"
    )


def test_one_busy_gpu_keeps_the_others_from_being_reported() -> None:
    assert idleness(*[((0, 0), (0, 5))] * (LOOKS + 1)).idle() is None
    assert idleness(*[((0, 0), (0, 5))] * (LOOKS + 1), gpus=(0,)).idle() is not None


def test_a_job_that_computes_in_bursts_is_busy() -> None:
    bursts = [AT_WORK if number % 10 == 0 else NOTHING for number in range(LOOKS + 1)]
    assert idleness(*bursts).idle() is None


def test_figures_of_the_driver_alone_raise_a_different_suspicion() -> None:
    found = idleness(*[((1, 2), ())] * (LOOKS + 1), gpus=(1,)).idle()
    assert found is not None
    assert found.suspicion is Suspicion.GPUS_SEEM_IDLE
    assert found.message == "its GPU was busy for 2.0 % of the last 1m (by the driver alone: a kernel ran)"
    mixed = idleness(((1, 2), ()), *[NOTHING] * LOOKS, NOTHING).idle()
    assert mixed is not None
    assert mixed.suspicion is Suspicion.GPUS_IDLE, "the look without multiprocessors has expired"
    mixed = idleness(*[NOTHING] * LOOKS, ((1, 2), ())).idle()
    assert mixed is not None
    assert mixed.suspicion is Suspicion.GPUS_SEEM_IDLE


def test_the_drivers_figure_is_ignored_where_multiprocessors_are_measured() -> None:
    assert idleness(*[((100, 100), (0, 0))] * (LOOKS + 1)).idle() is not None


def test_a_look_without_measurements_restarts_the_time() -> None:
    assert idleness(*[NOTHING] * LOOKS, UNMEASURED, *[NOTHING] * LOOKS).idle() is None
    assert idleness(*[UNMEASURED] * (2 * LOOKS)).idle() is None
    assert idleness(*[NOTHING] * (2 * LOOKS), gpus=(7,)).idle() is None


def test_work_ends_the_suspicion() -> None:
    assert idleness(*[NOTHING] * (2 * LOOKS), *[AT_WORK] * (LOOKS // 10)).idle() is None
