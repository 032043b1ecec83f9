"""`python -m muster.agent`."""

import sys

from muster.agent.main import SERVICE
from muster.service import run

sys.exit(run(SERVICE))
