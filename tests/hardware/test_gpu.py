"""On a machine with an NVIDIA GPU: what the agent says of it, whether it computes, checkpoints of tensors.

Skipped elsewhere. Needs neither servers nor the rest of the product, so that a bare GPU machine can run it:
    python3 -m pytest -c /dev/null --rootdir tests/hardware --confcutdir tests/hardware tests/hardware
with every libs/*/*/src and services/*/src on PYTHONPATH, and psutil, nvidia-ml-py and torch.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from muster.agent.edge.hardware.devices import device_files
from muster.agent.edge.hardware.inventory import Gpus, free_of
from muster.agent.edge.hardware.nvml import find_gpus
from muster.testkit.patience import until

GPUS = find_gpus()

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not GPUS.count, reason="no NVIDIA driver answers here")]

PATIENCE_S = 120.0
HELD_MIB = 4_096

BUSY = f"""
import torch
held = torch.empty({HELD_MIB} << 20, dtype=torch.uint8, device="cuda")
factor = torch.randn(8192, 8192, dtype=torch.bfloat16, device="cuda")
while True:
    product = factor @ factor
    torch.cuda.synchronize()
"""

TRAIN = Path(__file__).with_name("train.py")


@pytest.fixture
def gpus() -> Gpus:
    return GPUS


@contextmanager
def running(program: str) -> Generator[subprocess.Popen[bytes]]:
    with subprocess.Popen([sys.executable, "-c", program]) as process:
        try:
            yield process
        finally:
            process.kill()


def test_a_driver_s_gpus_have_a_model_memory_and_device_files(gpus: Gpus) -> None:
    assert gpus.model
    assert gpus.memory_mib > 1_024
    assert [(state.index, state.healthy) for state in gpus.states()] == [(i, True) for i in range(gpus.count)]
    names = {file.name for file in device_files(gpus.minor(i) for i in range(gpus.count))}
    assert {"nvidiactl", *(f"nvidia{gpus.minor(i)}" for i in range(gpus.count))} <= names
    assert len(gpus.busy_percent()) == len(gpus.memory_used_mib()) == gpus.count


def test_a_busy_gpu_says_so_and_who_is_left_on_it(gpus: Gpus) -> None:
    pytest.importorskip("torch")
    before = gpus.memory_used_mib()[0]
    assert gpus.left_on(0) == ""
    with running(BUSY):
        until(lambda: gpus.busy_percent()[0] >= 90, gpus.busy_percent)
        assert gpus.memory_used_mib()[0] - before >= HELD_MIB
        first = free_of(gpus, taken=())[0]
        assert (first.healthy, first.reason.startswith("left on it: process ")) == (False, True), first
        assert free_of(gpus, taken=(0,))[0].healthy
        assert re.match(r"\d+ MiB filled and read at ", gpus.compute(0)), "others may use it meanwhile"
    until(lambda: gpus.left_on(0) == "", lambda: gpus.left_on(0))
    until(lambda: gpus.memory_used_mib()[0] <= before + 512, gpus.memory_used_mib)


def test_every_gpu_computes(gpus: Gpus) -> None:
    for index in range(gpus.count):
        said = gpus.compute(index)
        assert re.fullmatch(
            r"1024 MiB filled and read at [\d.]+ GB/s, 268435456 values computed|partitioned .*", said
        ), said


def test_training_that_is_killed_on_a_gpu_goes_on_to_the_same_weights(tmp_path: Path) -> None:
    pytest.importorskip("torch")

    def train(folder: Path, die_at: int = 0) -> tuple[int, str]:
        program = [sys.executable, str(TRAIN), str(folder), str(die_at)]
        done = subprocess.run(program, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
        return done.returncode, done.stdout + done.stderr

    undisturbed = train(tmp_path / "undisturbed")
    assert undisturbed[0] == 0, undisturbed[1]
    assert train(tmp_path / "killed", die_at=17)[0] == -9
    resumed = train(tmp_path / "killed")
    assert resumed[1].splitlines() == ["goes on after step 15", *undisturbed[1].splitlines()[1:]]
