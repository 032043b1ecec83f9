"""`python -m muster.drift`."""

from muster.drift.main import SERVICE
from muster.service import run

raise SystemExit(run(SERVICE))
