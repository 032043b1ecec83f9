"""What keeps the jobs of this machine apart, as its agent says."""

from __future__ import annotations

from typing import Any, Final

import httpx
from muster.local.home import Home
from muster.local.seed import AGENT

_ROLE: Final = "agent:node"


def isolation(home: Home) -> str:
    """A sentence about the sandbox of the agent that belongs to the stack; empty: it does not answer."""
    try:
        answer = httpx.get(f"http://127.0.0.1:{home.saved_ports()[AGENT]}/readyz", trust_env=False)
    except httpx.TransportError:
        return ""
    node: dict[str, Any] = answer.json()["roles"][_ROLE]["progress"]
    enforced = ", ".join(node["enforces"]) or "nothing"
    if node["sandbox"] == "none":
        return f"jobs run without a sandbox and see what this user sees; they are held to: {enforced}"
    return (
        f"jobs run in a sandbox ({node['sandbox']}) and are held to: {enforced}; "
        "the network is this machine's unless a job says network: none"
    )
