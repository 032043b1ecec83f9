"""One leader at a time, a standby warm behind it: settings, the machine that is driven, the runner."""

from muster.journal.leadership.machine import Machine
from muster.journal.leadership.settings import LeaderSettings

__all__ = ["LeaderSettings", "Machine"]
