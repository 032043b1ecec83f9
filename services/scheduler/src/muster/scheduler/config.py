"""Settings: the only place that reads the environment.

Shared settings are declared in muster.service.settings; the scheduler's own are named MUSTER_SCHEDULER_*. No
setting affects a decision: those that do are policy, which is on the log.
"""

from __future__ import annotations

import os
import socket

from muster.service import NodeTokenSettings, S3Settings, TokenSettings
from pydantic import Field


class Settings(S3Settings, TokenSettings, NodeTokenSettings):
    """The scheduler's own settings, with their limits."""

    scheduler_id: str = Field(default_factory=lambda: f"scheduler-{socket.gethostname()}-{os.getpid()}")
    """Unique name of this process in logs, client ids and the leader's lease."""
    scheduler_silence_ms: int = Field(default=1_000, ge=500, le=60_000)
    """A standby takes over after this much silence of the leader, and up to a third more."""
    scheduler_batch_max: int = Field(default=500, ge=1, le=5_000)
    """Most records read for one batch."""
    scheduler_snapshot_every_batches: int = Field(default=2_000, ge=1)
    """Most batches between two snapshots; there are fewer when they are a lot of work."""
    scheduler_deaf_believed_ms: int = Field(default=120_000, ge=1_000)
    """If no node at all has been heard for this long, the nodes are considered gone."""
    scheduler_lost_kept_ms: int = Field(default=86_400_000, ge=60_000)
    """A node lost for this long is forgotten, unless an operator has closed, labelled or reserved it."""
    scheduler_failpoints: str = ""
    """Tests only: where this process kills itself, "before_commit:3,after_commit:1"."""

    @property
    def instance(self) -> str:
        """The unique name of this scheduler process."""
        return self.scheduler_id
