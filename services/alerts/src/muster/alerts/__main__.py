"""`python -m muster.alerts`."""

import sys

from muster.alerts.main import SERVICE
from muster.service import run

sys.exit(run(SERVICE))
