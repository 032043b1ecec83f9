"""Files that `nobody` must reach when root starts servers that refuse root."""

from __future__ import annotations

import os
import pwd
import subprocess
from collections.abc import Generator
from pathlib import Path

import pytest
from muster.local.processes import unprivileged

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root has to give up rights")
NOBODY = pwd.getpwnam("nobody").pw_uid


@pytest.fixture
def shared(reachable: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of root's that every user may enter, in place of /var/lib/muster."""
    place = reachable / "shared"
    monkeypatch.setattr(unprivileged, "_SHARED", place)
    return place


@pytest.fixture
def locked(tmp_path: Path) -> Generator[Path]:
    """A folder that only its owner may enter, as root's home is."""
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o700)
    yield folder


def _as_nobody(*command: str | Path) -> str:
    done = subprocess.run(command, check=True, capture_output=True, text=True, user="nobody", cwd="/")
    return done.stdout


@as_root
def test_data_goes_where_nobody_can_write_and_is_linked(shared: Path, locked: Path) -> None:
    asked = locked / "data"
    asked.mkdir()
    place = unprivileged.folder(asked)
    assert place.parent == shared
    assert asked.resolve() == place
    _as_nobody("touch", place / "written")
    assert (asked / "written").exists()
    assert unprivileged.folder(asked) == place, "the second start finds the same"


@as_root
def test_data_stays_where_nobody_can_reach_it_anyway(shared: Path) -> None:
    asked = shared.parent / "open" / "data"
    asked.mkdir(parents=True)
    assert unprivileged.folder(asked) == asked
    assert asked.stat().st_uid == NOBODY
    assert not shared.exists()


@as_root
def test_programs_are_copied_where_nobody_can_read_them(shared: Path, locked: Path) -> None:
    program = locked / "program"
    program.mkdir()
    (program / "word").write_text("first")
    copy = unprivileged.readable(program)
    assert copy.is_relative_to(shared)
    assert _as_nobody("cat", copy / "word") == "first"
    assert unprivileged.readable(program) == copy


@as_root
def test_an_upgraded_program_is_copied_again(shared: Path, locked: Path) -> None:
    program = locked / "program"
    program.mkdir()
    before = unprivileged.readable(program)
    os.utime(program, ns=(1, 1))
    assert unprivileged.readable(program) != before
    assert len(list((shared / "programs").iterdir())) == 2


def test_an_ordinary_user_needs_none_of_this(locked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unprivileged, "account", lambda: None)
    assert unprivileged.folder(locked / "data") == locked / "data"
    assert unprivileged.readable(locked) == locked
