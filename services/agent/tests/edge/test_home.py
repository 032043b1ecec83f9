"""The agent's folder: removed tasks are gone at once, and their files are deleted by another thread."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from muster.agent.core.ledger import TaskKey
from muster.agent.edge.disk.home import AgentHome
from muster.testkit.patience import until

KEY = TaskKey("job-a", 1)


def trashed(root: Path) -> list[Path]:
    return list((root / "trash").iterdir())


@pytest.fixture
def home(tmp_path: Path) -> Generator[AgentHome]:
    """A folder with a task of a hundred files."""
    with closing(AgentHome(tmp_path)) as home:
        yield with_a_task(home)


def with_a_task(home: AgentHome) -> AgentHome:
    files = home.task(KEY).root / "work" / "many"
    files.mkdir(parents=True)
    for number in range(100):
        (files / str(number)).touch()
    return home


@contextmanager
def emptying(home: AgentHome) -> Generator[None]:
    stopping = threading.Event()
    worker = threading.Thread(target=home.empty_trash, args=(stopping,))
    worker.start()
    try:
        yield
    finally:
        stopping.set()
        worker.join(60)
        assert not worker.is_alive()


def test_a_removed_task_is_gone_before_its_files_are_deleted(home: AgentHome, tmp_path: Path) -> None:
    home.remove(KEY)
    assert list(home.tasks()) == []
    assert not (tmp_path / "tasks" / "job-a").exists()
    [folder] = trashed(tmp_path)
    assert len(list((folder / "work" / "many").iterdir())) == 100
    with emptying(home):
        until(lambda: not trashed(tmp_path), "the trash is not empty")


def test_a_folder_that_a_killed_agent_left_in_the_trash_is_deleted_by_the_next(tmp_path: Path) -> None:
    with closing(AgentHome(tmp_path)) as killed:
        with_a_task(killed).remove(KEY)
    with closing(AgentHome(tmp_path)) as home, emptying(home):
        until(lambda: not trashed(tmp_path), "the trash is not empty")


def test_another_attempt_of_the_job_stays(home: AgentHome) -> None:
    home.task(TaskKey("job-a", 2)).root.mkdir(parents=True)
    home.remove(KEY)
    assert [key for key, _ in home.tasks()] == [TaskKey("job-a", 2)]


def test_a_task_without_a_folder_can_be_removed(home: AgentHome, tmp_path: Path) -> None:
    home.remove(TaskKey("job-b", 1))
    assert trashed(tmp_path) == []
