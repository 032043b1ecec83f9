"""One leader at a time, standbys warm behind it. ARCHITECTURE.md section 2.1 is the reasoning.

leader.py      the runner: stand by, fence, read to the end, lead
silence.py     when a standby has seen no progress for too long
machine.py     what is driven
settings.py    what is read and written, how patient the standbys are
"""

from muster.journal.leadership.leader import Leader, Step
from muster.journal.leadership.lease import Held, Lease, LeaseRecord, OwnLease, SharedLease
from muster.journal.leadership.machine import Machine
from muster.journal.leadership.settings import LeaderSettings

__all__ = [
    "Held",
    "Leader",
    "LeaderSettings",
    "Lease",
    "LeaseRecord",
    "Machine",
    "OwnLease",
    "SharedLease",
    "Step",
]
