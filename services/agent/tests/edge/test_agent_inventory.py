"""What a node says it has."""

from __future__ import annotations

from dataclasses import dataclass

import psutil
import pynvml
import pytest
from muster.agent.edge.hardware.inventory import DeclaredGpus, cpu_milli_found, memory_mib_found
from muster.agent.edge.hardware.nvml import NvmlGpus, find_gpus
from muster.events.node_heartbeats import GpuState


def test_declared_gpus_are_slots_and_healthy() -> None:
    gpus = DeclaredGpus("LOCAL", 2)
    assert (gpus.model, gpus.count) == ("LOCAL", 2)
    assert gpus.states() == (GpuState(index=0, healthy=True), GpuState(index=1, healthy=True))


def test_no_gpus_no_model() -> None:
    assert (DeclaredGpus("LOCAL", 0).model, DeclaredGpus("LOCAL", 0).states()) == ("", ())


def test_cpu_and_memory_are_the_machines() -> None:
    assert cpu_milli_found() == 1000 * (psutil.cpu_count() or 0)
    assert memory_mib_found() == psutil.virtual_memory().total >> 20


def test_without_a_driver_there_are_no_gpus() -> None:
    try:
        pynvml.nvmlInit()
    except pynvml.NVMLError:
        found = find_gpus()
        assert (found.model, found.count, found.states()) == ("", 0, ())
    else:
        assert find_gpus().count == pynvml.nvmlDeviceGetCount()


@dataclass
class Driver:
    """NVML's answers: no driver is at hand where these tests run."""

    models: tuple[str, ...]
    lost: int = -1
    unmapped: int = -1

    def handle(self, index: int) -> int:
        if index == self.lost:
            raise pynvml.NVMLError(pynvml.NVML_ERROR_GPU_IS_LOST)
        return index

    def model(self, handle: int) -> str:
        return self.models[handle]

    def remapped_rows(self, handle: int) -> tuple[int, int, int, int]:
        if self.unmapped < 0:
            raise pynvml.NVMLError(pynvml.NVML_ERROR_NOT_SUPPORTED)
        return (1, 1, 0, int(handle == self.unmapped))


def gpus_of(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> NvmlGpus:
    monkeypatch.setattr(pynvml, "nvmlDeviceGetHandleByIndex", driver.handle)
    monkeypatch.setattr(pynvml, "nvmlDeviceGetName", driver.model)
    monkeypatch.setattr(pynvml, "nvmlDeviceGetRemappedRows", driver.remapped_rows)
    return NvmlGpus(len(driver.models))


def test_a_driver_that_does_not_know_row_remapping_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    gpus = gpus_of(Driver(("P100", "P100")), monkeypatch)
    assert [state.healthy for state in gpus.states()] == [True, True]


@pytest.mark.parametrize(
    ("driver", "reason"),
    [
        (Driver(("A100", "A100"), lost=1), "GPU is lost"),
        (Driver(("A100", "A100"), unmapped=1), "remapping a failed memory row failed"),
        (Driver(("A100", "T4")), "model T4; this node offers A100"),
    ],
)
def test_a_gpu_that_must_not_be_used_says_why(
    driver: Driver, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fine, unfit = gpus_of(driver, monkeypatch).states()
    assert (fine.healthy, unfit.healthy) == (True, False)
    assert reason in unfit.reason
