"""`python -m muster.registry`."""

import sys

from muster.registry.main import SERVICE
from muster.service import run

sys.exit(run(SERVICE))
