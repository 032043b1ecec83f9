"""The GPUs that NVIDIA's driver reports, through NVML."""

# pyright: basic
# (nvidia-ml-py has no types)
from __future__ import annotations

import subprocess
import sys

import psutil
import pynvml
from muster.agent.edge.hardware import computing
from muster.agent.edge.hardware.inventory import MIB, DeclaredGpus, GpuFailed, Gpus
from muster.events.node_heartbeats import GpuState

_MPS_SERVER = "nvidia-cuda-mps-server"[:15]
"""The kernel cuts names to 15 characters."""
_COMPUTING_S = 120.0


def find_gpus() -> Gpus:
    """The GPUs that NVML finds; none without a driver."""
    try:
        pynvml.nvmlInit()
    except pynvml.NVMLError:
        return DeclaredGpus("", 0)
    count = pynvml.nvmlDeviceGetCount()
    return NvmlGpus(count) if count else DeclaredGpus("", 0)


class NvmlGpus:
    """The GPUs that NVIDIA's driver reports. A node offers one model: the first GPU's."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.model = _model(0)
        self.memory_mib: int = min(filter(None, map(_memory_mib, range(count))), default=0)

    def minor(self, index: int) -> int:
        """The number in the name of its device file; the driver's order may be another."""
        return int(pynvml.nvmlDeviceGetMinorNumber(pynvml.nvmlDeviceGetHandleByIndex(index)))

    def states(self) -> tuple[GpuState, ...]:
        """The health of each GPU, as the driver reports it now."""
        return tuple(self._state(index) for index in range(self.count))

    def busy_percent(self) -> tuple[int, ...]:
        """Busy share of each GPU, in percent; empty if one does not answer or is split into MIG instances."""
        try:
            handles = [pynvml.nvmlDeviceGetHandleByIndex(index) for index in range(self.count)]
            return tuple(int(pynvml.nvmlDeviceGetUtilizationRates(handle).gpu) for handle in handles)
        except pynvml.NVMLError:
            return ()

    def memory_used_mib(self) -> tuple[int, ...]:
        """Used memory of each GPU, MiB; empty if one does not answer."""
        try:
            handles = [pynvml.nvmlDeviceGetHandleByIndex(index) for index in range(self.count)]
            return tuple(int(pynvml.nvmlDeviceGetMemoryInfo(handle).used) // MIB for handle in handles)
        except pynvml.NVMLError:
            return ()

    def left_on(self, index: int) -> str:
        """The processes that compute on a GPU; empty when there is none, or the driver does not say.

        The server of MPS stays between jobs and holds nothing for them.
        """
        try:
            handle = pynvml.nvmlDeviceGetHandleByIndex(index)
            pids = sorted(process.pid for process in pynvml.nvmlDeviceGetComputeRunningProcesses(handle))
        except pynvml.NVMLError:
            return ""
        found = [(pid, _program(pid)) for pid in pids]
        left = [f"{pid} ({name})" for pid, name in found if not name.startswith(_MPS_SERVER)]
        return f"left on it: process {', '.join(left)}" if left else ""

    def compute(self, index: int) -> str:
        """Test whether a GPU computes, in a separate process; a partitioned one is not tested.

        Raises:
            GpuFailed: it does not, or others than the right numbers.
        """
        if _is_partitioned(index):
            return "partitioned into MIG instances, not computed"
        program = [sys.executable, "-I", computing.__file__, str(index)]
        try:
            done = subprocess.run(  # noqa: S603  (a module of the agent)
                program,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_COMPUTING_S,
                check=False,
                text=True,
            )
        except subprocess.TimeoutExpired:
            raise GpuFailed(f"it did not end computing within {_COMPUTING_S:.0f} s") from None
        if done.returncode:
            said = done.stderr.strip()[-300:]
            raise GpuFailed(said or f"what computes on it ended with exit code {done.returncode}")
        return done.stdout.strip()

    def _state(self, index: int) -> GpuState:
        try:
            reason = self._fault(index)
        except pynvml.NVMLError as error:
            reason = str(error)
        return GpuState(index=index, healthy=not reason, reason=reason)

    def _fault(self, index: int) -> str:
        """Why nothing may be placed on the GPU; empty when healthy. Raises when it has fallen off the bus."""
        handle = pynvml.nvmlDeviceGetHandleByIndex(index)
        if (model := _model(index)) != self.model:
            return f"model {model}; this node offers {self.model}"
        try:
            if pynvml.nvmlDeviceGetRemappedRows(handle)[3]:
                return "remapping a failed memory row failed"
        except pynvml.NVMLError_NotSupported:  # pyright: ignore[reportAttributeAccessIssue]  (made at import)
            pass  # models before Ampere do not remap rows
        return ""


def _is_partitioned(index: int) -> bool:
    try:
        handle = pynvml.nvmlDeviceGetHandleByIndex(index)
        return bool(pynvml.nvmlDeviceGetMigMode(handle)[0])
    except pynvml.NVMLError:
        return False  # models before Ampere cannot be; one that does not answer fails when it is to compute


def _memory_mib(index: int) -> int:
    """Memory of a GPU; 0 when it does not answer."""
    try:
        return int(pynvml.nvmlDeviceGetMemoryInfo(pynvml.nvmlDeviceGetHandleByIndex(index)).total) // MIB
    except pynvml.NVMLError:
        return 0


def _program(pid: int) -> str:
    """Program of a process; "unknown" where it cannot be seen from here."""
    try:
        return psutil.Process(pid).name()
    except psutil.Error:
        return "unknown"


def _model(index: int) -> str:
    name = pynvml.nvmlDeviceGetName(pynvml.nvmlDeviceGetHandleByIndex(index))
    return name.decode() if isinstance(name, bytes) else name
