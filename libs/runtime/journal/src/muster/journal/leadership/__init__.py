"""One leader at a time, with hot standbys. ADR 1 and docs/explanation/one-log.md give the reasons.

leader.py      the runner: stand by, fence, read to the end, lead
silence.py     decides when the leader has been silent for too long
machine.py     the interface of the state machine that the runner drives
collector.py   keeps the garbage collector out of batches
lease.py       how an idle leader shows that it is alive
keepalive.py   shows that the leader is alive during one long batch
passing_time.py  the time of decisions: it never stands still or goes back
settings.py    topics and time-outs
"""

from muster.journal.leadership.collector import Collector
from muster.journal.leadership.leader import Leader, Step
from muster.journal.leadership.lease import Held, Lease, LeaseRecord, OwnLease, SharedLease
from muster.journal.leadership.machine import Machine
from muster.journal.leadership.settings import LeaderSettings

__all__ = [
    "Collector",
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
