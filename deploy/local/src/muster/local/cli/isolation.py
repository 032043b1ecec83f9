"""Isolation of this machine's jobs, as reported by its agent."""

from __future__ import annotations

from typing import Any, Final

import httpx
from muster.local.home import Home
from muster.local.seed import AGENT

_ROLE: Final = "agent:node"


def isolation(home: Home) -> str:
    """Describe the sandbox of the stack's agent in a sentence; empty if the agent does not answer."""
    try:
        answer = httpx.get(f"http://127.0.0.1:{home.saved_ports()[AGENT]}/readyz", trust_env=False)
    except httpx.TransportError:
        return ""
    node: dict[str, Any] = answer.json()["roles"][_ROLE]["progress"]
    enforced = ", ".join(node["enforces"]) or "nothing"
    if node["sandbox"] == "none":
        return f"jobs run without a sandbox, with this user's access; enforced limits: {enforced}"
    return (
        f"jobs run in a sandbox ({node['sandbox']}); enforced limits: {enforced}; "
        "jobs use this machine's network unless they set network: none"
    )
