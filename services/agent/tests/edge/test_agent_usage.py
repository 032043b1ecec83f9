"""What a node says of what its hardware does, measured on this one."""

from __future__ import annotations

import time

from muster.agent.edge.hardware.inventory import DeclaredGpus, cpu_milli_found, memory_mib_found
from muster.agent.edge.hardware.usage import UsageMeter


def test_work_shows_and_slots_that_are_no_gpus_are_not_measured() -> None:
    meter = UsageMeter(DeclaredGpus("LOCAL", 2))
    until = time.process_time() + 0.3
    while time.process_time() < until:
        pass
    usage = meter.read()
    assert 0 < usage.cpu_busy_milli <= cpu_milli_found()
    assert 0 < usage.memory_used_mib < memory_mib_found()
    assert usage.gpu_busy_percent == ()
