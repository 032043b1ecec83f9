"""`python -m muster.scanner`."""

import sys

from muster.scanner.main import SERVICE
from muster.service import run

sys.exit(run(SERVICE))
