"""Working files: the same bytes for the same files, nothing of the machine, nothing too large."""

from __future__ import annotations

import hashlib
import io
import os
import tarfile
from pathlib import Path

import pytest
from muster.client.documents import files
from muster.client.documents.files import pack
from muster.client.errors import InvalidRequest


def _tree(root: Path, reverse: bool = False) -> Path:
    written = [("train.py", "print(1)"), ("lib/a.py", "a"), ("run.sh", "#!/bin/sh"), ("data.bin", "x" * 100)]
    for name, text in reversed(written) if reverse else written:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (root / "run.sh").chmod(0o755)
    (root / ".git").mkdir()
    (root / ".git/config").write_text("secret")
    (root / "lib/__pycache__").mkdir()
    (root / "lib/__pycache__/a.pyc").write_text("x")
    return root


def test_the_same_files_are_the_same_bytes(tmp_path: Path) -> None:
    one, two = _tree(tmp_path / "one"), _tree(tmp_path / "two", reverse=True)
    os.utime(one / "train.py", (1, 1))
    assert pack(one) == pack(two)
    assert pack(one).sha256 == hashlib.sha256(pack(one).content).hexdigest()


def test_only_names_contents_and_runnability_go_in(tmp_path: Path) -> None:
    packed = pack(_tree(tmp_path / "job"))
    with tarfile.open(fileobj=io.BytesIO(packed.content), mode="r:gz") as archive:
        entries = archive.getmembers()
    assert [(e.name, e.mode) for e in entries] == [
        ("data.bin", 0o644),
        ("lib/a.py", 0o644),
        ("run.sh", 0o755),
        ("train.py", 0o644),
    ]
    assert {(e.uid, e.gid, e.uname, e.mtime) for e in entries} == {(0, 0, "", 0)}


def test_what_musterignore_names_is_left_out(tmp_path: Path) -> None:
    job = _tree(tmp_path / "job")
    (job / ".musterignore").write_text("# large\n*.bin\nlib/\n")
    assert pack(job).files == 3  # train.py, run.sh and .musterignore itself


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    job = _tree(tmp_path / "job")
    (job / "passwd").symlink_to("/etc/passwd")
    with pytest.raises(InvalidRequest, match="passwd links to /etc/passwd; must be a file within"):
        pack(job)


def test_a_link_within_the_folder_becomes_its_file(tmp_path: Path) -> None:
    job = _tree(tmp_path / "job")
    (job / "same.py").symlink_to("train.py")
    assert pack(job).files == 5


def test_what_is_too_large_is_refused_with_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "PACKED_BYTES_MAX", 1 << 20)
    job = _tree(tmp_path / "job")
    (job / "a.rnd").write_bytes(os.urandom(2 << 20))
    with pytest.raises(InvalidRequest, match="more than 1 MiB"):
        pack(job)
    with pytest.raises(InvalidRequest, match="is not a folder"):
        pack(job / "train.py")
