"""Progress of ranks: read from untrusted files, reported in samples."""

from __future__ import annotations

import json
import os
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from muster.agent.core.reports import Origin, Reporter
from muster.agent.edge.disk.home import AgentHome
from muster.agent.edge.disk.memory import Memory, TaskNote
from muster.agent.edge.tasks import progress as progress_module
from muster.agent.edge.tasks.progress import ProgressReader
from muster.checkpoint.progress import FILE, FORMAT
from muster.events.log_events import ProgressRefused, TaskProgressed
from muster.events.node_commands import RankAssignment, StartTask
from muster.journal import ManualClock

INTERVAL_MS = 15_000
START = StartTask(
    node_id="n1",
    epoch=1,
    order_seq=1,
    job_id="job-a",
    attempt=2,
    tenant="acme",
    job_name="test",
    user="ada",
    ranks=tuple(RankAssignment(rank=rank, gpu_indices=(), gpu_milli=0) for rank in (4, 5)),
    world_size=6,
    master_address="127.0.0.1",
    master_port=29_499,
    command=("true",),
    grace_ms=500,
    checkpoint_enabled=False,
)


class Rig:
    """A reader that follows one task of two ranks."""

    def __init__(self, root: Path) -> None:
        self.home = AgentHome(root)
        self.memory = Memory(self.home.memory)
        self.clock = ManualClock(1_000_000)
        self.note = TaskNote(start=START, origin=Origin("c", "e"), mark="m")
        self.reader = ProgressReader(
            self.home, self.memory, Reporter("n1"), self.clock, interval_ms=INTERVAL_MS
        )
        for rank in START.ranks:
            self.folder(rank.rank).mkdir(parents=True)
        self.reader.follow(self.note)

    def folder(self, rank: int) -> Path:
        return self.home.task(self.note.key).progress(rank)

    def report(self, rank: int, step: int, **fields: Any) -> None:
        """Have a rank report, and the agent look."""
        document = {"format": FORMAT, "step": step, "reported_at_ms": self.clock.now_ms(), **fields}
        part = self.folder(rank) / f"{FILE}.part"
        part.write_text(json.dumps(document))
        part.replace(self.folder(rank) / FILE)
        self.reader.look()

    def reports(self) -> list[Any]:
        """Return the reports since the last call."""
        rows = self.memory.outbox(5_000)
        with self.memory.transaction() as transaction:
            transaction.reported(rows[-1].number if rows else 0)
        return [row.outgoing.envelope.payload for row in rows]


@pytest.fixture
def rig(tmp_path: Path) -> Generator[Rig]:
    rig = Rig(tmp_path)
    yield rig
    rig.memory.close()
    rig.home.close()


def test_the_first_progress_is_reported_at_once_and_in_full(rig: Rig) -> None:
    rig.report(5, 3, total=10, metrics={"loss": 0.5}, steps_per_s=2.0, eta_s=3.5)
    assert rig.reports() == [
        TaskProgressed(
            job_id="job-a",
            tenant="acme",
            attempt=2,
            rank=5,
            node_id="n1",
            step=3,
            total=10,
            metrics={"loss": 0.5},
            steps_per_s=2.0,
            eta_ms=3_500,
            reported_at_ms=rig.clock.now_ms(),
        )
    ]


def test_progress_is_reported_once_an_interval_and_the_last_step_at_once(rig: Rig) -> None:
    for step in range(1, 8):
        rig.report(4, step, total=8)
    assert [each.step for each in rig.reports()] == [1]
    rig.clock.advance(INTERVAL_MS)
    rig.reader.look()
    assert [each.step for each in rig.reports()] == [7]
    rig.report(4, 8, total=8)
    assert [each.step for each in rig.reports()] == [8]
    rig.clock.advance(INTERVAL_MS)
    rig.reader.look()
    assert rig.reports() == []


def test_the_last_progress_of_a_task_is_reported(rig: Rig) -> None:
    rig.report(4, 1)
    rig.report(4, 2)
    rig.reader.finish(rig.note.key)
    assert [each.step for each in rig.reports()] == [1, 2]
    assert rig.reader.finished(rig.note.key)


def test_watchdogs_learn_when_a_step_changed_last(rig: Rig) -> None:
    rig.report(4, 1)
    began_ms = rig.clock.monotonic_ms()
    rig.clock.advance(5_000)
    rig.report(4, 1, metrics={"loss": 1})
    found = rig.reader.of(rig.note.key)
    assert set(found) == {4}
    assert (found[4].changed_ms, found[4].progress.metrics) == (began_ms, {"loss": 1})
    rig.report(4, 2)
    assert rig.reader.of(rig.note.key)[4].changed_ms == began_ms + 5_000


def test_a_time_in_the_future_is_not_trusted(rig: Rig) -> None:
    rig.report(4, 1, reported_at_ms=2**53)
    assert [each.reported_at_ms for each in rig.reports()] == [rig.clock.now_ms()]


def test_an_unreadable_file_is_reported_once_and_the_next_valid_one_counts(rig: Rig) -> None:
    rig.report(4, -1)
    rig.report(4, -2)
    (refused,) = rig.reports()
    assert refused == ProgressRefused(
        job_id="job-a",
        tenant="acme",
        attempt=2,
        rank=4,
        node_id="n1",
        message="step is -1; allowed: 0 to 9007199254740992",
    )
    rig.report(4, 1)
    assert [type(each) for each in rig.reports()] == [TaskProgressed]


def _link(file: Path) -> None:
    file.symlink_to("/etc/passwd")


def _fill(file: Path) -> None:
    file.write_bytes(b"0" * 10**6)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (
            _link,
            "the file cannot be opened: Too many levels",
        ),
        (os.mkfifo, "the file is a pipe, folder or device; must be a plain file"),
        (Path.mkdir, "the file is a pipe, folder or device; must be a plain file"),
        (_fill, "the file has more than 32768 bytes"),
    ],
    ids=["link", "pipe", "folder", "large"],
)
def test_links_pipes_and_other_traps_are_not_followed(rig: Rig, make: Any, problem: str) -> None:
    make(rig.folder(4) / FILE)
    rig.reader.look()
    (refused,) = rig.reports()
    assert refused.message.startswith(problem)
    assert rig.reader.of(rig.note.key) == {}


def test_only_the_newest_progress_waits_while_reports_pile_up(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress_module, "WAITING_MAX", 0)
    rig.report(4, 1)
    rig.report(5, 1)
    rig.report(5, 2, total=2)
    assert [(each.rank, each.step) for each in rig.reports()] == [(4, 1)]
    rig.reader.look()
    assert [(each.rank, each.step) for each in rig.reports()] == [(5, 2)]
