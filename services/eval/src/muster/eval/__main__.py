"""`python -m muster.eval`."""

from muster.eval.main import SERVICE
from muster.service import run

raise SystemExit(run(SERVICE))
