"""Traces shipped in the repository's `data/`, found from wherever the command is run."""

from __future__ import annotations

from pathlib import Path

from muster.lab.loads.traces import TraceError

OPENB_NODES = "openb/openb_node_list_gpu_node.csv"
OPENB_PODS = "openb/openb_pod_list_default.csv"


def shipped(name: str) -> Path:
    """A file or folder of `data/`, searched for upwards from the working directory and from this file.

    Raises:
        TraceError: The trace is missing; the message names the options for other files.
    """
    for start in (Path.cwd(), Path(__file__).resolve().parent):
        for folder in (start, *start.parents):
            path = folder / "data" / name
            if path.exists():
                return path
    raise TraceError(
        f"{name} not found: no data/ above {Path.cwd()}; name files with --nodes, --pods, --jobs"
    )
