"""`python -m muster.submit`."""

import sys

from muster.service import run
from muster.submit.main import SERVICE

sys.exit(run(SERVICE))
