"""Entry point of `muster.testkit.processes.metering`: the service's role on a journal of suffixed topics."""

from __future__ import annotations

from muster.metering.config import Settings
from muster.metering.edge import roles
from muster.service import Context, Work
from muster.service.starting.decider import decide
from muster.testkit.processes.renamed_context import renamed_context


def start(context: Context[Settings]) -> Work:
    """Stand by and lead."""
    return decide(renamed_context(context), roles.DECIDING)


def measurer(context: Context[Settings]) -> Work:
    """Run the measurer, which reports the use of GPUs."""
    return roles.measurer(renamed_context(context))
