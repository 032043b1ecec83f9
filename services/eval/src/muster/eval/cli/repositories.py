"""Golden sets in dataset repositories of the registry."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from muster.client.cli.connect import hub_of
from muster.client.errors import InvalidRequest, NotFound
from muster.client.transfers.pulling import fetch
from muster.golden.importing.tables import json_lines
from muster.jobs import InvalidDocument
from muster.terminal.progress import bytes_done

DATASETS: Final = "datasets"


def read_cases(repository: str, revision: str, path: str) -> tuple[bytes, str]:
    """Return a golden set in a dataset repository, and its source: `datasets/NAME@COMMIT:PATH`.

    Args:
        repository: NAMESPACE/NAME.
        revision: A branch, tag or commit.
        path: Of the file there.

    Raises:
        NotFound: There is no such repository, revision or file that the caller may read.
        InvalidRequest: It has held-out cases: a repository is read by its readers.
    """
    with hub_of(DATASETS, repository) as hub, bytes_done() as progress, TemporaryDirectory() as folder:
        commit = str(hub.info(revision)["sha"])
        entries = [each for each in hub.entries(commit) if each.path == path]
        if not entries:
            raise NotFound(f"{DATASETS}/{repository}@{commit[:12]} has no file {path}")
        fetch(hub, commit, entries, Path(folder), progress)
        lines = (Path(folder) / path).read_bytes()
    _require_readable(lines, path)
    return lines, f"{DATASETS}/{repository}@{commit}:{path}"


def _require_readable(lines: bytes, path: str) -> None:
    """Refuse held-out cases; other errors are the service's to name."""
    try:
        held_out = [
            each.place
            for each in json_lines(path, lines.splitlines())
            if each.fields.get("subset") == "held_out"
        ]
    except InvalidDocument:
        return
    if held_out:
        allowed = "locked or live: a repository is read by its readers; keep these cases in a file"
        raise InvalidRequest(f"{held_out[0]}: subset is held_out; must be {allowed}")
