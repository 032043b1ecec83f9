"""The reactor of statuses: each change is posted to the code host, at least once.

    StatusChanged -> POST API/repos/OWNER/NAME/statuses/SHA

The API is that of GitHub (REST 2022-11-28, "Create a commit status"), as Gitea and Forgejo have it. Of
several statuses of one context the newest counts there. So a `pending` that is retried for minutes must not
hide the verdict that came meanwhile: before it is posted, and after it, the statuses of the commit are read,
and a verdict of the same run counts.

The token is a file of the reactor, by tenant and name, and goes only to hosts that the settings list.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

import httpx
from muster.events.eval_events import StatusChanged, StatusState
from muster.events.topics import EVAL_EVENTS
from muster.events.wire.datum import Record
from muster.journal import Delivery
from muster.reactors import Effect, Reactor, requests
from muster.reactors.alerts.targets import Secrets, Targets
from muster.reactors.reactor import Item

NAME: Final = "eval-statuses"
"""Name of the reactor in the ledger."""

ANSWER_BYTES_MAX: Final = 1 << 20

_FORBIDDEN: Final = 403


def reactor(poster: Poster) -> Reactor:
    """Return the reactor; one that never ran posts nothing of the past."""
    return Reactor(name=NAME, topics=[EVAL_EVENTS], effects=effects, perform=poster)


def effects(delivery: Delivery[Record]) -> Iterable[Effect]:
    """Return what a fact asks for: one status."""
    match delivery.envelope.payload:
        case StatusChanged() as changed:
            return [Effect("post", changed.to_datum())]
        case _:
            return []


@dataclass(frozen=True, slots=True, kw_only=True)
class Poster:
    """Posts one status at a time. Safe to share between threads.

    Attributes:
        targets: Code hosts that may be asked.
        secrets: Tokens, by tenant and name.
        link_base: Beginning of links to runs, as https://muster.example.org; empty: there are none.
    """

    targets: Targets
    secrets: Secrets
    link_base: str = ""

    def __call__(self, item: Item) -> None:
        """Post a status, unless it is pending and its run has a verdict there.

        Raises:
            Undeliverable: the host is not listed, or refuses the status for good.
            Undelivered: the host does not answer, limits us, or the token is missing.
        """
        changed = StatusChanged.from_datum(item.payload)
        with requests.client() as http:
            host = _Host(http, changed, self.targets, self.secrets)
            if changed.state is not StatusState.PENDING:
                host.post(self._body(changed))
            elif host.verdict() is None:
                host.post(self._body(changed))
                if (verdict := host.verdict()) is not None:
                    host.post(verdict)

    def _body(self, changed: StatusChanged) -> dict[str, str]:
        link = f"{self.link_base}/v1/evals/{changed.run}/report"
        return {
            "state": changed.state.value.lower(),
            "context": changed.context,
            "description": changed.description,
            **({"target_url": link} if self.link_base else {}),
        }


class _Host:
    """One commit at a code host.

    Args:
        http: For requests.
        changed: The status.
        targets: Hosts that may be asked.
        secrets: Tokens.

    Raises:
        Undeliverable, Undelivered: as of `Poster`.
    """

    def __init__(
        self, http: httpx.Client, changed: StatusChanged, targets: Targets, secrets: Secrets
    ) -> None:
        self._http, self._changed = http, changed
        self._base = httpx.URL(changed.api.rstrip("/") + f"/repos/{changed.code_repository}/")
        target = targets.webhook(changed.api)
        self._address = requests.address_of(self._base, private=target.private)
        self._token = secrets.value(changed.tenant, changed.token)

    def post(self, body: Mapping[str, Any]) -> None:
        """Post a status."""
        self._ask("POST", f"statuses/{self._changed.sha}", body)

    def verdict(self) -> dict[str, Any] | None:
        """Return the newest status of this run and context that is not pending; None: there is none."""
        mine = f"{self._changed.run}: "
        for each in self._ask("GET", f"commits/{self._changed.sha}/statuses?per_page=100"):
            state, text = each.get("state", each.get("status")), str(each.get("description") or "")
            if each.get("context") == self._changed.context and text.startswith(mine) and state != "pending":
                kept = ("context", "description", "target_url")
                return {"state": state, **{key: each[key] for key in kept if each.get(key)}}
        return None

    def _ask(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
        """Return the objects of an answer; of one that is no list, none."""
        headers = {
            "accept": "application/vnd.github+json",
            "authorization": f"Bearer {self._token}",
            "user-agent": "muster",
            "x-github-api-version": "2022-11-28",
            **({} if body is None else {"content-type": "application/json"}),
        }
        content = requests.send(
            self._http,
            method,
            self._base.join(path),
            self._address,
            headers=headers,
            content=None if body is None else json.dumps(body).encode(),
            bytes_max=ANSWER_BYTES_MAX if method == "GET" else 0,
            is_later=_is_limited,
        )
        return _objects(content)


def _is_limited(answer: httpx.Response) -> bool:
    """Return whether a refusal is GitHub's rate limit."""
    is_over = answer.headers.get("x-ratelimit-remaining") == "0"
    return answer.status_code == _FORBIDDEN and ("retry-after" in answer.headers or is_over)


def _objects(content: bytes) -> list[dict[str, Any]]:
    try:
        found = cast("object", json.loads(content)) if content else None
    except (ValueError, RecursionError):
        return []
    items = cast("list[object]", found) if isinstance(found, list) else []
    return [cast("dict[str, Any]", each) for each in items if isinstance(each, dict)]
