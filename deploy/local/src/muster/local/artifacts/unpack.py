"""Unpack an archive once: into a temporary folder that is then renamed, so that it is whole or absent."""

from __future__ import annotations

import os
import shutil
import tarfile
import zipfile
from pathlib import Path

from muster.local.home import move_into_place


def unpack(archive: Path, folder: Path) -> Path:
    """The content of `archive` under `folder`; a single top folder in the archive is left out."""
    if folder.exists():
        return folder
    unfinished = folder.with_name(f"{folder.name}.{os.getpid()}")
    unfinished.mkdir(parents=True)
    try:
        _extract(archive, unfinished)
        entries = list(unfinished.iterdir())
        root = entries[0] if len(entries) == 1 and entries[0].is_dir() else unfinished
        move_into_place(root, folder)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return folder


def _extract(archive: Path, folder: Path) -> None:
    """Extract an archive whose SHA-256 is pinned; members outside the folder are refused nevertheless."""
    if archive.suffix == ".zip":
        with zipfile.ZipFile(archive) as opened:
            opened.extractall(folder)  # noqa: S202  (zipfile keeps every member inside)
        return
    with tarfile.open(archive) as opened:
        # Python 3.11 has the safe filter only from 3.11.4 on.
        opened.extraction_filter = getattr(tarfile, "data_filter", None)
        opened.extractall(folder)  # noqa: S202
