"""The store's bandwidth that stopping jobs have to save with (ADR 92). Derived from their attempts.

A job has it from its stop order until its ranks have ended: an agent sends no faster than the order says, so
what all of them have is what the store gets at most, whatever a save really needs.
"""

from __future__ import annotations

from typing import NamedTuple


class Upload(NamedTuple):
    """What one stopping job has.

    Attributes:
        bytes_per_s: Its bandwidth, bytes per second.
        until_ms: When its save is believed to be stored, ms since 1970 UTC; 0: how much it is, is unknown.
    """

    bytes_per_s: int
    until_ms: int = 0


class Uploads:
    """What all stopping jobs have, by job id.

    Attributes:
        by_job: Who has how much.
        bytes_per_s: All of them together.
    """

    def __init__(self) -> None:
        self.by_job: dict[str, Upload] = {}
        self.bytes_per_s = 0

    def begin(self, job_id: str, upload: Upload) -> None:
        """A job has this from now on."""
        self.end(job_id)
        self.by_job[job_id] = upload
        self.bytes_per_s += upload.bytes_per_s

    def end(self, job_id: str) -> None:
        """A job has nothing any longer."""
        before = self.by_job.pop(job_id, None)
        if before is not None:
            self.bytes_per_s -= before.bytes_per_s
