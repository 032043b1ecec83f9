"""`python -m muster.scheduler`."""

import sys

from muster.scheduler.main import SERVICE
from muster.service import run

sys.exit(run(SERVICE))
