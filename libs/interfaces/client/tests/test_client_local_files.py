"""Files to send: what cannot be read is named, with what to do."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from muster.client.errors import InvalidRequest
from muster.client.transfers import local


@contextmanager
def ordinary_user() -> Generator[None]:
    """The block runs without the rights of root."""
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(65_534)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file, which everybody reads."""
    made = tmp_path_factory.mktemp("model")
    for above in (made, *made.parents):
        if above.owner() == made.owner() and above.name.startswith(("pytest", "popen", "model")):
            above.chmod(0o755)
    (made / "w.bin").write_bytes(b"weights")
    return made


def test_files_and_links_to_files_are_sent(folder: Path) -> None:
    (folder / "link.bin").symlink_to("w.bin")
    assert list(local.files_of(folder)) == ["link.bin", "w.bin"]


@pytest.mark.parametrize("target", ["absent", "loop"])
def test_a_link_that_leads_nowhere_is_named(folder: Path, target: str) -> None:
    (folder / "loop").symlink_to(target)
    with pytest.raises(InvalidRequest, match=rf"{folder}/loop is a link to {target}, which leads nowhere"):
        local.files_of(folder)


@pytest.mark.parametrize("name", ["w.bin", "sub", "sub/inner.bin"])
def test_unreadable_files_and_folders_are_named(folder: Path, name: str) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "inner.bin").write_bytes(b"x")
    (folder / name).chmod(0)
    with ordinary_user(), pytest.raises(InvalidRequest, match=rf"{folder}/{name} cannot be read: Permission"):
        local.files_of(folder)


def test_a_file_that_becomes_unreadable_while_it_is_sent_is_named(folder: Path) -> None:
    (folder / "w.bin").unlink()
    with pytest.raises(InvalidRequest, match=r"w\.bin cannot be read: No such file"):
        list(local.pieces(folder / "w.bin"))
