"""Settings: the only reader of the environment. What is this service's own is named MUSTER_PREEMPTION_*.

None of them changes a decision: what does is policy, and policy is on the log.
"""

from __future__ import annotations

from muster.service import DecidingSettings, TokenSettings


class Settings(DecidingSettings, TokenSettings):
    """What differs between deployments."""
