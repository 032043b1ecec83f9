"""What keeps the jobs of this machine apart, as its node says."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final, cast

import httpx
from muster.local import endpoints
from muster.local.home import Home

_PATIENCE_S: Final = 10.0
_AGAIN_S: Final = 0.2


def isolation(home: Home) -> str:
    """A sentence about the sandbox of the node that belongs to the stack; empty while there is none."""
    node = _node(home)
    if node is None:
        return ""
    enforced = ", ".join(cast("list[str]", node["enforces"])) or "nothing"
    if node["sandbox"] in (None, "none"):
        return f"jobs run without a sandbox and see what this user sees; they are held to: {enforced}"
    return (
        f"jobs run in a sandbox ({node['sandbox']}) and are held to: {enforced}; "
        "the network is this machine's unless a job says network: none"
    )


def _node(home: Home) -> Mapping[str, Any] | None:
    """The node that runs real jobs, as soon as it has joined; None: it has not, or the API does not say."""
    url = f"{endpoints.read(home.endpoints_file).api_url}/v1/nodes"
    headers = {"Authorization": f"Bearer {home.token_file.read_text().strip()}"}
    deadline_s = time.monotonic() + _PATIENCE_S
    while time.monotonic() < deadline_s:
        try:
            answer = httpx.get(url, headers=headers, trust_env=False, timeout=_PATIENCE_S)
        except httpx.TransportError:
            return None
        if not answer.is_success:
            return None
        for node in cast("list[dict[str, Any]]", answer.json()["items"]):
            if node["executor"] == "process" and node["state"] == "ready":
                return node
        time.sleep(_AGAIN_S)
    return None
