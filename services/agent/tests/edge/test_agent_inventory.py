"""Inventory that a node reports."""

from __future__ import annotations

import subprocess
from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path

import psutil
import pynvml
import pytest
from muster.agent.edge.hardware.inventory import (
    DeclaredGpus,
    GpuFailed,
    cpu_milli_found,
    free_of,
    memory_mib_found,
)
from muster.agent.edge.hardware.nvml import NvmlGpus, find_gpus
from muster.events.node_heartbeats import GpuState


def test_declared_gpus_are_slots_and_healthy() -> None:
    gpus = DeclaredGpus("LOCAL", 2)
    assert (gpus.model, gpus.count) == ("LOCAL", 2)
    assert gpus.states() == (GpuState(index=0, healthy=True), GpuState(index=1, healthy=True))


def test_a_node_without_gpus_has_no_model() -> None:
    assert (DeclaredGpus("LOCAL", 0).model, DeclaredGpus("LOCAL", 0).states()) == ("", ())


def test_cpu_and_memory_default_to_the_machines() -> None:
    assert cpu_milli_found() == 1000 * (psutil.cpu_count() or 0)
    assert memory_mib_found() == psutil.virtual_memory().total >> 20


def test_a_node_without_a_driver_has_no_gpus() -> None:
    try:
        pynvml.nvmlInit()
    except pynvml.NVMLError:
        found = find_gpus()
        assert (found.model, found.count, found.states()) == ("", 0, ())
    else:
        assert find_gpus().count == pynvml.nvmlDeviceGetCount()


@dataclass
class Driver:
    """Simulated answers of NVML, since the test machine has no driver."""

    models: tuple[str, ...]
    lost: int = -1
    unmapped: int = -1
    memory_mib: tuple[int, ...] = (40_960, 40_960)
    pids: tuple[int, ...] = ()
    silent: bool = False
    mig: bool = False

    def handle(self, index: int) -> int:
        if index == self.lost:
            raise pynvml.NVMLError(pynvml.NVML_ERROR_GPU_IS_LOST)
        return index

    def model(self, handle: int) -> str:
        return self.models[handle]

    def memory(self, handle: int) -> Namespace:
        return Namespace(total=self.memory_mib[handle] << 20)

    def processes(self, handle: int) -> list[Namespace]:
        if self.silent:
            raise pynvml.NVMLError(pynvml.NVML_ERROR_NOT_SUPPORTED)
        return [Namespace(pid=pid) for pid in self.pids if handle == 0]

    def partitioned(self, _handle: int) -> tuple[int, int]:
        if not self.mig:
            raise pynvml.NVMLError(pynvml.NVML_ERROR_NOT_SUPPORTED)
        return (1, 1)

    def remapped_rows(self, handle: int) -> tuple[int, int, int, int]:
        if self.unmapped < 0:
            raise pynvml.NVMLError(pynvml.NVML_ERROR_NOT_SUPPORTED)
        return (1, 1, 0, int(handle == self.unmapped))


def gpus_of(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> NvmlGpus:
    monkeypatch.setattr(pynvml, "nvmlDeviceGetHandleByIndex", driver.handle)
    monkeypatch.setattr(pynvml, "nvmlDeviceGetName", driver.model)
    monkeypatch.setattr(pynvml, "nvmlDeviceGetRemappedRows", driver.remapped_rows)
    monkeypatch.setattr(pynvml, "nvmlDeviceGetMemoryInfo", driver.memory)
    monkeypatch.setattr(pynvml, "nvmlDeviceGetComputeRunningProcesses", driver.processes)
    monkeypatch.setattr(pynvml, "nvmlDeviceGetMigMode", driver.partitioned)
    return NvmlGpus(len(driver.models))


def test_a_node_offers_the_smallest_memory_of_its_gpus(monkeypatch: pytest.MonkeyPatch) -> None:
    assert gpus_of(Driver(("A100", "A100"), memory_mib=(81_920, 40_960)), monkeypatch).memory_mib == 40_960
    assert (DeclaredGpus("LOCAL", 2, 24_576).memory_mib, DeclaredGpus("LOCAL", 0, 24_576).memory_mib) == (
        24_576,
        0,
    )


def test_a_gpu_with_a_leftover_process_is_not_free_and_the_node_reports_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = psutil.Process()
    gpus = gpus_of(Driver(("A100", "A100"), pids=(own.pid, 2**22 + 1)), monkeypatch)
    first, second = free_of(gpus, taken=())
    left = f"left on it: process {own.pid} ({own.name()}), {2**22 + 1} (unknown)"
    assert (first, second) == (
        GpuState(index=0, healthy=False, reason=left),
        GpuState(index=1, healthy=True),
    )
    assert all(state.healthy for state in free_of(gpus, taken=(0,))), "a live task's own processes"


def test_a_driver_that_does_not_list_processes_leaves_gpus_free(monkeypatch: pytest.MonkeyPatch) -> None:
    gpus = gpus_of(Driver(("A100", "A100"), silent=True), monkeypatch)
    assert all(state.healthy for state in free_of(gpus, taken=()))


def test_a_driver_without_row_remapping_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
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
def test_an_unusable_gpu_is_reported_with_the_reason(
    driver: Driver, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fine, unfit = gpus_of(driver, monkeypatch).states()
    assert (fine.healthy, unfit.healthy) == (True, False)
    assert reason in unfit.reason


@pytest.fixture(scope="module")
def cuda(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a libcuda that computes on the host."""
    folder = tmp_path_factory.mktemp("cuda")
    source = Path(__file__).with_name("pretended_cuda.c")
    command = ["gcc", "-shared", "-fPIC", "-O2", "-o", str(folder / "libcuda.so.1"), str(source)]
    subprocess.run(command, check=True)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("", "128 MiB filled and read at "),
        ("taken", "in use, not computed: cuCtxCreate_v2: CUDA_ERROR_DEVICE_UNAVAILABLE"),
    ],
)
def test_a_gpu_test_reports_what_it_computed(
    monkeypatch: pytest.MonkeyPatch, cuda: Path, fault: str, said: str
) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", str(cuda))
    monkeypatch.setenv("PRETENDED", fault)
    assert gpus_of(Driver(("A100",)), monkeypatch).compute(0).startswith(said)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("memory", "memory holds a value other than the stored 0x55555555"),
        ("numbers", "a kernel computed wrong numbers"),
        ("lost", "cuCtxSynchronize: CUDA_ERROR_ECC_UNCORRECTABLE"),
        ("absent", "libcuda.so.1: cannot open shared object file: No such file or directory"),
    ],
)
def test_a_gpu_that_computes_wrongly_is_reported_with_the_finding(
    monkeypatch: pytest.MonkeyPatch, cuda: Path, fault: str, said: str
) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", str(cuda.parent if fault == "absent" else cuda))
    monkeypatch.setenv("PRETENDED", fault)
    with pytest.raises(GpuFailed) as failed:
        gpus_of(Driver(("A100",)), monkeypatch).compute(0)
    assert str(failed.value) == said


def test_a_partitioned_gpu_is_not_computed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    gpus = gpus_of(Driver(("A100",), mig=True), monkeypatch)
    assert gpus.compute(0) == "partitioned into MIG instances, not computed"
