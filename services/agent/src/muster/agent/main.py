"""The agent of one node; `sim`: the agents of thousands of simulated nodes. `--check` validates and exits."""

from __future__ import annotations

import argparse
import signal
from pathlib import Path

from muster.agent.config import Settings
from muster.agent.edge.agent import NodeAgent
from muster.agent.edge.simulated_agents import SimulatedAgents, read_nodes
from muster.telemetry import setup
from muster.telemetry.health import HealthServer


def main() -> int:
    """Settings, wire, run."""
    parser = argparse.ArgumentParser(prog="python -m muster.agent", description=__doc__)
    parser.add_argument("mode", nargs="?", choices=["node", "sim"], default="node")
    parser.add_argument("--check", action="store_true", help="validate settings and arguments, then exit")
    parser.add_argument("--nodes", type=Path, help="sim: CSV of nodes (sn,cpu_milli,memory_mib,gpu,model)")
    parser.add_argument("--speed", type=float, default=1.0, help="sim: how much faster than real tasks run")
    asked = parser.parse_args()
    try:
        settings = Settings()
        sim = SimulatedAgents(settings, read_nodes(asked.nodes), asked.speed) if asked.mode == "sim" else None
    except (ValueError, OSError) as error:
        parser.error(str(error))
    if not asked.check:
        telemetry = setup("agent", settings.otlp_endpoint, instance=settings.agent_node_id)
        agent = sim or NodeAgent(settings)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda _number, _frame: agent.stop())
        server = HealthServer(settings.http_port, agent.missing)
        agent.run()
        server.close()
        telemetry.close()
    return 0
