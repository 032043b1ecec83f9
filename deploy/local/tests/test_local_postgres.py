"""The lock of a Postgres that was killed does not stop the next one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import psutil
import pytest
from muster.local.servers.postgres import unlock
from muster.testkit.patience import until


@pytest.fixture
def zombie(tmp_path: Path) -> Generator[int]:
    """A killed process with a lock file, whose exit status nobody has read yet."""
    killed = subprocess.Popen(["sleep", "600"])
    (tmp_path / "postmaster.pid").write_text(f"{killed.pid}\n{tmp_path}\n")
    killed.kill()
    until(lambda: psutil.Process(killed.pid).status() == psutil.STATUS_ZOMBIE)
    yield killed.pid
    killed.wait()


@pytest.mark.usefixtures("zombie")
def test_the_lock_of_a_zombie_is_removed(tmp_path: Path) -> None:
    unlock(tmp_path)
    assert not (tmp_path / "postmaster.pid").exists()


@pytest.mark.usefixtures("zombie")
def test_the_lock_of_a_zombie_stays_while_one_of_its_children_works_in_the_folder(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], cwd=tmp_path, stdin=subprocess.PIPE) as child:
        unlock(tmp_path, 0.2)
        assert (tmp_path / "postmaster.pid").exists()
        child.kill()
    unlock(tmp_path)
    assert not (tmp_path / "postmaster.pid").exists()


def test_the_lock_of_a_running_server_stays(tmp_path: Path) -> None:
    (tmp_path / "postmaster.pid").write_text("1\n")
    unlock(tmp_path)
    assert (tmp_path / "postmaster.pid").exists()


def test_a_folder_without_a_lock_is_left_as_it_is(tmp_path: Path) -> None:
    unlock(tmp_path)
    assert list(tmp_path.iterdir()) == []
