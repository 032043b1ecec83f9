"""A stepped clock changes what time it is, and not how long a process waits."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from muster.testkit.faults.clock import ShiftedClock

AHEAD_S = 900

_CLIENT = """
import sys, time
from confluent_kafka import Consumer
consumer = Consumer({"bootstrap.servers": "127.0.0.1:1", "group.id": "any", "log_level": 0})
print("up", flush=True)
sys.stdin.readline()
began_s = time.monotonic()
consumer.poll(0.5)
print(time.time(), time.monotonic() - began_s, flush=True)
"""


@pytest.mark.slow
def test_a_kafka_client_whose_clock_jumps_ahead_waits_no_longer(tmp_path: Path) -> None:
    """It computes deadlines from the time of day; the kernel has another and must get them shifted back."""
    clock = ShiftedClock(tmp_path)
    with subprocess.Popen(
        [sys.executable, "-c", _CLIENT],
        env={**os.environ, **clock.environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as client:
        assert client.stdout is not None
        assert client.stdout.readline() == "up\n"
        clock.step(AHEAD_S)
        try:
            said, _ = client.communicate("\n", timeout=120)
        except subprocess.TimeoutExpired:
            client.kill()
            raise
    told_s, waited_s = map(float, said.split())
    assert told_s > time.time() + AHEAD_S / 2
    assert waited_s < AHEAD_S / 2
