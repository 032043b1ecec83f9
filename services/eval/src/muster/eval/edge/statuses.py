"""The reactor of statuses: each change is posted to the code host, at least once.

    StatusChanged -> POST API/repos/OWNER/NAME/statuses/SHA

The API is that of GitHub (REST 2022-11-28, "Create a commit status"), as Gitea and Forgejo have it. Of
several statuses of one context the newest counts there. So a `pending` that is retried for minutes must not
hide the verdict that came meanwhile: before it is posted, and after it, the statuses of the commit are read,
and a verdict of the same run counts.

The token is a file of the reactor, by tenant and name, and goes only to hosts that the settings list.
Addresses are judged once, and the connection goes to one that was judged. Redirects are not followed.
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
from muster.reactors import Effect, Reactor, Undeliverable, Undelivered
from muster.reactors.addresses import addresses_of
from muster.reactors.alerts.targets import Secrets, Targets
from muster.reactors.reactor import Item

NAME: Final = "eval-statuses"
"""Name of the reactor in the ledger."""

ANSWER_BYTES_MAX: Final = 1 << 20

_TIMEOUT: Final = httpx.Timeout(connect=3.0, read=10.0, write=10.0, pool=10.0)
_FORBIDDEN: Final = 403
_AGAIN_LATER: Final = frozenset({408, 425, 429})


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
        with httpx.Client(timeout=_TIMEOUT, trust_env=False, follow_redirects=False) as http:
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
        port = self._base.port or (443 if self._base.scheme == "https" else 80)
        self._address = addresses_of(self._base.host, port, private=target.private)[0]
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
        url = self._base.join(path)
        request = self._http.build_request(
            method,
            url.copy_with(host=self._address),
            json=body,
            headers={
                "accept": "application/vnd.github+json",
                "authorization": f"Bearer {self._token}",
                "host": url.netloc.decode("ascii"),
                "user-agent": "muster",
                "x-github-api-version": "2022-11-28",
            },
            extensions={"sni_hostname": url.host},  # the certificate is judged by the host's name
        )
        place = f"{url.scheme}://{url.netloc.decode('ascii')}"
        try:
            answer = self._http.send(request, stream=True)
            try:
                content = _read(answer) if method == "GET" and answer.is_success else b""
            finally:
                answer.close()
        except httpx.TransportError as error:
            raise Undelivered(f"{place}: {type(error).__name__}") from None
        if answer.is_success:
            return _objects(content)
        is_limited = answer.status_code == _FORBIDDEN and _is_limited(answer.headers)
        if answer.is_server_error or answer.status_code in _AGAIN_LATER or is_limited:
            raise Undelivered(f"{place} answered {answer.status_code}")
        raise Undeliverable(f"{place} refused it: {answer.status_code}")


def _is_limited(headers: httpx.Headers) -> bool:
    """Return whether a 403 is GitHub's rate limit."""
    return "retry-after" in headers or headers.get("x-ratelimit-remaining") == "0"


def _read(answer: httpx.Response) -> bytes:
    """Return a body of at most ANSWER_BYTES_MAX; a longer one is no list of statuses."""
    content = bytearray()
    for piece in answer.iter_bytes():
        content += piece
        if len(content) > ANSWER_BYTES_MAX:
            return b""
    return bytes(content)


def _objects(content: bytes) -> list[dict[str, Any]]:
    try:
        found = cast("object", json.loads(content)) if content else None
    except (ValueError, RecursionError):
        return []
    items = cast("list[object]", found) if isinstance(found, list) else []
    return [cast("dict[str, Any]", each) for each in items if isinstance(each, dict)]
