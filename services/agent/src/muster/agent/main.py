"""The agent of one node; `sim`: the agents of thousands of simulated nodes."""

from __future__ import annotations

import argparse

from muster.agent.config import Settings
from muster.agent.edge.simulated.node_files import node_file, speed
from muster.service import Role, Service


def _sim_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the simulation."""
    parser.add_argument(
        "--nodes", type=node_file, required=True, help="CSV of nodes (sn,cpu_milli,memory_mib,gpu,model)"
    )
    parser.add_argument("--speed", type=speed, default=1.0, help="how much faster than real tasks run")


SERVICE = Service(
    "agent",
    "Carries out the scheduler's orders on one node.",
    Settings,
    (
        Role(name="node", kind="agent", start="muster.agent.edge.agent:start", alone=True),
        Role(
            name="sim",
            kind="agent",
            start="muster.agent.edge.simulated.agents:start",
            alone=True,
            options=_sim_options,
        ),
    ),
)
