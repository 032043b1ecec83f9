"""Faults, each done to the whole product under a load of known jobs, and what must come of it.

catalogue   the faults: one list, for the tests and for `make faults`
fault       what a fault is
site        the product that is broken, with a proxy before each client that needs one
load        jobs with known keys, submitted whatever is answered
flood       a tenant that sends faster than its limit
unreadable  records that nobody can read
witness     follows the facts: who was bound, and when
trial       one fault from its beginning to the judgement of the checker
clock       a process whose clock is stepped
disk        a server whose disk is full
"""

from muster.testkit.faults.catalogue import FAULTS
from muster.testkit.faults.fault import Fault, Impossible
from muster.testkit.faults.site import Site
from muster.testkit.faults.trial import Verdict, attempt

__all__ = ["FAULTS", "Fault", "Impossible", "Site", "Verdict", "attempt"]
