"""The shim by itself: the claim on a task, and the files it leaves in the folder."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from muster.agent.core.supervision import EndCause, Grace, Limits, Look, Step, StepKind
from muster.agent.edge.disk.task_dir import Ended, Plan, RankPlan, ShimState, TaskDir
from muster.agent.edge.shim.watch import Watch
from muster.testkit.faults.disk import SmallDisk, small_disk
from muster.testkit.faults.fault import Impossible
from muster.testkit.patience import until


@pytest.fixture
def lease(tmp_path: Path) -> Generator[Path]:
    lease = tmp_path / "lease"
    lease.touch()
    yield lease
    lease.unlink(missing_ok=True)  # ends ranks that still run


def task(tmp_path: Path, *command: str, lease_ms: int = 60_000) -> TaskDir:
    folder = TaskDir(tmp_path / "task")
    rank = RankPlan(rank=0, argv=command, env={"PATH": os.environ["PATH"]}, cwd=str(folder.work))
    limits = Limits(grace_ms=500, lease_ms=lease_ms)
    folder.create(
        Plan(lease_file=str(tmp_path / "lease"), output_bytes_max=10**6, limits=limits, ranks=(rank,))
    )
    return folder


@pytest.fixture
def disk(tmp_path: Path) -> Generator[SmallDisk]:
    """A file system of 8 MiB that holds the task's folder."""
    (tmp_path / "task").mkdir()
    try:
        with small_disk(tmp_path / "task", 8) as disk:
            yield disk
    except Impossible as error:
        pytest.skip(str(error))


def shim(folder: TaskDir) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-P", "-m", "muster.agent.edge.shim", str(folder.root)])


@pytest.mark.slow
def test_only_one_of_many_shims_runs_the_task(tmp_path: Path, lease: Path) -> None:
    folder = task(tmp_path, "sh", "-c", f"echo ran >> {tmp_path}/count; sleep 1000")
    shims = [shim(folder) for _ in range(4)]
    assert [process.wait() for process in shims] == [0, 0, 0, 0]
    until(lambda: (tmp_path / "count").exists() and (tmp_path / "count").read_text())
    assert folder.shim_state() is ShimState.ALIVE
    lease.unlink()
    ended = until(folder.ended)
    assert ended.cause is EndCause.NODE_STOPPED
    until(lambda: folder.shim_state() is ShimState.GONE)
    assert shim(folder).wait() == 0  # a late shim finds the task taken
    assert (tmp_path / "count").read_text() == "ran\n"


def test_reading_the_claim_does_not_take_it(tmp_path: Path, lease: Path) -> None:
    folder = task(tmp_path, "true")
    assert folder.shim_state() is ShimState.UNCLAIMED
    (folder.root / "claim").touch()  # a shim died before it wrote its number: it started nothing
    assert folder.shim_state() is ShimState.UNCLAIMED
    assert shim(folder).wait() == 0
    until(folder.ended)


@pytest.mark.slow
def test_ranks_end_when_the_lease_is_not_renewed(tmp_path: Path, lease: Path) -> None:
    folder = task(tmp_path, "sleep", "1000", lease_ms=300)
    shim(folder).wait()
    assert until(folder.ended).cause is EndCause.LEASE_EXPIRED


def test_any_change_of_the_leases_time_renews_it_even_to_an_earlier_one(
    tmp_path: Path, lease: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machine's date may be set back: only the fact of a change counts, on the monotonic clock."""
    monkeypatch.setattr("signal.signal", _not_a_shim)
    folder = task(tmp_path, "true")
    watch = Watch(folder, folder.plan())
    first = watch.look(rank_failed=False, out_of_memory=False)
    later = _look_later(watch, first)
    assert later.lease_seen_ms == first.lease_seen_ms
    os.utime(lease, (1, 1))
    renewed = _look_later(watch, later)
    assert renewed.lease_seen_ms > later.lease_seen_ms
    lease.unlink()
    assert watch.look(rank_failed=False, out_of_memory=False).lease_revoked


def _look_later(watch: Watch, before: Look) -> Look:
    """Look at a later millisecond."""
    looks = iter(lambda: watch.look(rank_failed=False, out_of_memory=False), None)
    return next(look for look in looks if look.now_ms > before.now_ms)


def _not_a_shim(number: int, handler: object) -> None:
    """The test's process keeps its own signal handlers."""


@pytest.mark.usefixtures("lease")
def test_a_task_that_fills_the_disk_ends_as_it_would_elsewhere(tmp_path: Path, disk: SmallDisk) -> None:
    folder = task(tmp_path, "sh", "-c", "cat /dev/zero > zeros 2>/dev/null; exit 3")
    assert shim(folder).wait() == 0
    ended = until(folder.ended)
    assert (ended.cause, [end.exit_code for end in ended.exits]) == (EndCause.EXITED, [3])
    with pytest.raises(OSError, match="No space left"):
        (folder.work / "more").write_bytes(bytes(1 << 16))


@pytest.mark.usefixtures("lease")
def test_a_task_is_stopped_on_a_full_disk(tmp_path: Path, disk: SmallDisk) -> None:
    folder = task(tmp_path, "sleep", "1000")
    assert shim(folder).wait() == 0
    until(folder.started)
    disk.fill()
    folder.order_stop(Grace(100))
    assert until(folder.ended).cause is EndCause.STOPPED


def test_a_folder_without_a_plan_is_reported_as_an_error(tmp_path: Path) -> None:
    folder = TaskDir(tmp_path / "task")
    folder.root.mkdir()
    process = subprocess.run(
        [sys.executable, "-P", "-m", "muster.agent.edge.shim", str(folder.root)],
        capture_output=True,
        check=False,
    )
    assert process.returncode == 1
    assert b"plan.json" in process.stderr


def test_notes_left_in_the_folder_can_be_read_back(tmp_path: Path, lease: Path) -> None:
    folder = task(tmp_path, "true")
    assert (folder.started(), folder.stop_grace(), folder.ended()) == (False, None, None)
    folder.note_started()
    folder.order_stop(Grace(300, 20))
    folder.order_stop(Grace(9_000))
    ended = Ended(EndCause.STOPPED, steps=(Step(StepKind.TERMINATED, 7),))
    folder.note_ended(ended)
    assert (folder.started(), folder.stop_grace()) == (True, Grace(300, 20))
    assert folder.ended() == ended
