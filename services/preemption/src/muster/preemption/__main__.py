"""`python -m muster.preemption`."""

import sys

from muster.preemption.main import SERVICE
from muster.service import run

sys.exit(run(SERVICE))
