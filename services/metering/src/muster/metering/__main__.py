"""`python -m muster.metering`."""

import sys

from muster.metering.main import SERVICE
from muster.service import run

sys.exit(run(SERVICE))
