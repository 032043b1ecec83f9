"""What `muster.testkit.processes.alerts` runs: the service's own role on a journal of suffixed topics."""

from __future__ import annotations

from muster.alerts.config import Settings
from muster.alerts.edge.roles import DECIDING
from muster.service import Context, Work
from muster.service.starting.decider import decide
from muster.testkit.processes.renamed_context import renamed_context


def start(context: Context[Settings]) -> Work:
    """Stand by and lead."""
    return decide(renamed_context(context), DECIDING)
