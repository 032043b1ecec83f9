"""Settings: the only module that reads the environment. This service's own are named MUSTER_PREEMPTION_*.

No setting affects a decision: those that do are policy, which is on the log.
"""

from __future__ import annotations

from muster.service import DecidingSettings, TokenSettings


class Settings(DecidingSettings, TokenSettings):
    """Settings that differ between deployments."""
