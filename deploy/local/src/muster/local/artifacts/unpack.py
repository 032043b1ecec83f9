"""Unpack an archive once: into a folder beside its final name, then renamed, so a cut-off never counts."""

from __future__ import annotations

import os
import shutil
import tarfile
import zipfile
from pathlib import Path


def unpack(archive: Path, folder: Path) -> Path:
    """The content of `archive` under `folder`; a single top folder in the archive is left out."""
    if folder.exists():
        return folder
    partial = folder.with_name(f"{folder.name}.{os.getpid()}")
    partial.mkdir(parents=True)
    if archive.suffix == ".zip":
        with zipfile.ZipFile(archive) as opened:
            opened.extractall(partial)  # noqa: S202  (zipfile keeps every member inside, and the archive is pinned)
    else:
        with tarfile.open(archive) as opened:
            opened.extractall(partial, filter="data")
    entries = list(partial.iterdir())
    root = entries[0] if len(entries) == 1 and entries[0].is_dir() else partial
    root.rename(folder)
    shutil.rmtree(partial, ignore_errors=True)
    return folder
