"""Store bandwidth assigned to stopping jobs for saving (ADR 92). Derived from their attempts.

A job has its bandwidth from its stop order until its ranks have ended. Agents upload no faster than the order
allows, so the sum bounds the load on the store, whatever the saves really need.
"""

from __future__ import annotations

from typing import NamedTuple


class Upload(NamedTuple):
    """The bandwidth assigned to one stopping job.

    Attributes:
        bytes_per_s: Its bandwidth, bytes per second.
        until_ms: Expected end of its save, ms since 1970 UTC; 0: the size of the save is unknown.
    """

    bytes_per_s: int
    until_ms: int = 0


class Uploads:
    """The bandwidth assigned to all stopping jobs.

    Attributes:
        by_job: Assigned bandwidth by job id.
        bytes_per_s: Sum over all jobs, bytes per second.
    """

    def __init__(self) -> None:
        self.by_job: dict[str, Upload] = {}
        self.bytes_per_s = 0

    def begin(self, job_id: str, upload: Upload) -> None:
        """Assign bandwidth to a job, replacing what it had."""
        self.end(job_id)
        self.by_job[job_id] = upload
        self.bytes_per_s += upload.bytes_per_s

    def end(self, job_id: str) -> None:
        """Release a job's bandwidth, if it has any."""
        before = self.by_job.pop(job_id, None)
        if before is not None:
            self.bytes_per_s -= before.bytes_per_s
