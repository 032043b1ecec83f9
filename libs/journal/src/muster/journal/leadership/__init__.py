"""One leader at a time, standbys warm behind it. ARCHITECTURE.md section 2.1 is the reasoning.

leader.py      the runner: stand by, fence, read to the end, lead
silence.py     when a standby has seen no progress for too long
machine.py     what is driven
settings.py    what is read and written, how patient the standbys are
"""

from muster.journal.leadership.leader import Leader, Step
from muster.journal.leadership.machine import Machine
from muster.journal.leadership.settings import LeaderSettings, LeaseRecord

__all__ = ["Leader", "LeaderSettings", "LeaseRecord", "Machine", "Step"]
