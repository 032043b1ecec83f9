"""Faults in the kernel's log, read from real files and pipes."""

from __future__ import annotations

import os
from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from muster.agent.core.reports import Reporter
from muster.agent.edge.disk.memory import Memory
from muster.agent.edge.kernel_log import AGAIN_MS, LATELY_MS, KernelLog
from muster.events.task_events import NodeFaultReported
from muster.journal import SystemClock

XID_79 = (
    "[ 7.1] NVRM: Xid (PCI:0000:cb:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus.\n"
)
XID_13 = "[ 7.2] NVRM: Xid (PCI:0000:cb:00): 13, pid=7, name=python, Graphics Exception\n"
KMSG = "4,1042,7100000,-;NVRM: Xid (PCI:0000:17:00): 48, pid=7, DBE (double bit error)\n SUBSYSTEM=pci\n"
OOM = "Memory cgroup out of memory: Killed process 12 (python)\n"


class Later(SystemClock):
    """A clock that a test can advance."""

    moved_ms = 0

    def monotonic_ms(self) -> int:
        return 1_000_000 + self.moved_ms


@dataclass
class Followed:
    """A followed log, and the reports in the outbox."""

    file: Path
    memory: Memory
    clock: Later = field(default_factory=Later)

    def log(self) -> KernelLog:
        return KernelLog(self.file, self.memory, Reporter("n1"), "boot-1", self.clock)

    def write(self, text: str) -> None:
        with self.file.open("a") as file:
            file.write(text)

    def reports(self) -> list[NodeFaultReported]:
        found = [row.outgoing.envelope.payload for row in self.memory.outbox(1_000)]
        return [each for each in found if isinstance(each, NodeFaultReported)]


@pytest.fixture
def followed(tmp_path: Path) -> Generator[Followed]:
    memory = Memory(tmp_path / "memory.sqlite")
    yield Followed(tmp_path / "kernel.log", memory)
    memory.close()


def test_an_xid_is_reported_with_its_rule_and_gpu(followed: Followed) -> None:
    followed.write(XID_79)
    log = followed.log()
    log.look()
    assert followed.reports() == [], "older lines are not reported"
    followed.write("usb 1-1: new device\n" + XID_79)
    log.look()
    [told] = followed.reports()
    assert (told.rule, told.xid, told.gpu, told.count) == ("gpu.lost", 79, "0000:cb:00", 1)


def test_faults_of_applications_are_not_reported(followed: Followed) -> None:
    followed.file.touch()
    log = followed.log()
    log.look()
    followed.write(XID_13 + OOM)
    log.look()
    assert followed.reports() == []


def test_a_gpu_with_many_lines_is_reported_only_now_and_then(followed: Followed) -> None:
    followed.file.touch()
    log = followed.log()
    log.look()
    followed.write(XID_79 * 40)
    log.look()
    followed.clock.moved_ms += AGAIN_MS
    followed.write(XID_79)
    log.look()
    assert [told.count for told in followed.reports()] == [1, 40]
    ids = [row.outgoing.envelope.event_id for row in followed.memory.outbox(9)]
    assert ids == ["n1/boot-1/fault/1", "n1/boot-1/fault/2"]


@pytest.mark.slow
def test_a_flapping_link_is_reported_once_it_flaps_often_enough(followed: Followed) -> None:
    down = "mlx5_core 0000:3b:00.0 ens2f0np0: Link down\n"
    followed.file.touch()
    log = followed.log()
    log.look()
    followed.write(down * 4)
    log.look()
    followed.clock.moved_ms += LATELY_MS + 1
    followed.write(down * 4)
    log.look()
    assert followed.reports() == [], "four times an hour is not often enough"
    followed.write(down)
    log.look()
    assert [(told.rule, told.xid, told.gpu) for told in followed.reports()] == [
        ("network.link-flaps", None, "")
    ]


@pytest.mark.slow
def test_a_line_written_in_pieces_is_read_as_one(followed: Followed) -> None:
    followed.file.touch()
    log = followed.log()
    log.look()
    for piece in (XID_79[:30], XID_79[30:60], XID_79[60:]):
        followed.write(piece)
        log.look()
    assert [told.xid for told in followed.reports()] == [79]


def test_a_rotated_log_is_followed(followed: Followed) -> None:
    followed.file.touch()
    log = followed.log()
    log.look()
    followed.file.rename(followed.file.with_suffix(".1"))
    followed.write(XID_79)
    log.look()
    log.look()
    followed.file.write_text(KMSG)  # shorter than the part already read
    log.look()
    log.look()
    assert [told.xid for told in followed.reports()] == [79, 48]


def test_a_pipe_is_followed(followed: Followed) -> None:
    os.mkfifo(followed.file)
    log = followed.log()
    log.look()
    with followed.file.open("w") as pipe:
        pipe.write(KMSG)
        pipe.flush()
        log.look()
    log.look()
    assert [(told.rule, told.gpu) for told in followed.reports()] == [("gpu.ecc-double-bit", "0000:17:00")]


def test_an_unreadable_log_is_read_once_it_becomes_readable(followed: Followed) -> None:
    log = followed.log()
    log.look()
    log.look()
    followed.file.touch()
    log.look()
    followed.write(XID_79)
    log.look()
    assert len(followed.reports()) == 1
