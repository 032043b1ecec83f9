"""Wait until a server lists the model that is expected of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final, cast

import httpx
from muster.scoring.calling.endpoints import Endpoint

PAUSE_S: Final = 0.5
TIMEOUT_S: Final = 5.0
BYTES_MAX: Final = 1 << 20
SHOWN_MAX: Final = 200


def wait_until_ready(
    endpoint: Endpoint,
    within_s: float,
    *,
    now_s: Callable[[], float],
    pause: Callable[[float], None],
) -> str:
    """Ask a server for its models until it lists the one that is expected.

    The list is that of OpenAI: https://platform.openai.com/docs/api-reference/models/list

    Args:
        endpoint: Address, model, key.
        within_s: How long it may take, seconds.
        now_s: A clock that only goes forward, seconds.
        pause: Waits for a number of seconds.

    Returns:
        Empty once the model is listed; the last reason why it was not, when the time is over.
    """
    until_s = now_s() + within_s
    headers = {"Accept": "application/json", "Accept-Encoding": "identity"}
    if endpoint.key is not None:
        headers["Authorization"] = f"Bearer {endpoint.key.reveal()}"
    with httpx.Client(trust_env=False, timeout=TIMEOUT_S, headers=headers) as client:
        while True:
            problem = _problem(client, endpoint)
            if not problem or now_s() >= until_s:
                return problem
            pause(PAUSE_S)


def _problem(client: httpx.Client, endpoint: Endpoint) -> str:
    """Return why a server is not ready; empty: it is."""
    body = b""
    try:
        with client.stream("GET", f"{endpoint.base_url.rstrip('/')}/models") as reply:
            for chunk in reply.iter_bytes():
                body += chunk
                if len(body) > BYTES_MAX:
                    return f"GET /models answers more than {BYTES_MAX} bytes"
        if reply.status_code != HTTPStatus.OK:
            return f"GET /models answers {reply.status_code}"
        names = _names(json.loads(body))
    except httpx.HTTPError as error:
        return f"GET /models ends in {type(error).__name__}"
    except (ValueError, RecursionError):
        return "GET /models does not answer JSON"
    if endpoint.model in names:
        return ""
    return f"GET /models lists {', '.join(names)[:SHOWN_MAX] or 'nothing'}; must list {endpoint.model}"


def _names(answer: object) -> list[str]:
    """Return the names in a list of models; what has another form has none."""
    data = cast("dict[str, Any]", answer).get("data") if isinstance(answer, dict) else None
    entries = cast("list[Any]", data) if isinstance(data, list) else []
    models = [cast("dict[str, Any]", each) for each in entries if isinstance(each, dict)]
    return [str(each["id"]) for each in models if "id" in each]
