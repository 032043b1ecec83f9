"""Entry point of `muster.testkit.processes.preemption`: its role on a journal of suffixed topics."""

from __future__ import annotations

from muster.preemption.config import Settings
from muster.preemption.edge import roles
from muster.service import Context, Work
from muster.testkit.processes.renamed_context import renamed_context


def start(context: Context[Settings]) -> Work:
    """Stand by and lead."""
    return roles.start(renamed_context(context))
