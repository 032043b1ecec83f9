"""An effect: a signed POST to an allowed target.

Signature and headers: the Standard Webhooks specification (`webhook-id`, `webhook-timestamp`,
`webhook-signature: v1,<base64 of HMAC-SHA-256 over "id.timestamp.body">`). The id is the idempotency key: the
same at every attempt. Receivers refuse time-stamps that are too old, and ids they have seen.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

import httpx
from muster.journal.clock import Clock
from muster.reactors import requests
from muster.reactors.origins import origin_of
from muster.reactors.reactor import Effect, Item, Undeliverable


def webhook(url: str, body: Mapping[str, Any]) -> Effect:
    """Return the effect that posts this body."""
    return Effect(label=f"post {url}", payload={"url": url, "body": dict(body)})


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookTarget:
    """A permitted target of webhooks.

    Attributes:
        secret: Shared with the receiver; signs each call.
        private: Whether addresses of private networks, of this machine and the like are permitted.
    """

    secret: bytes = field(repr=False)
    private: bool = False


class Webhook:
    """Posts to allowed targets. Safe to share between threads.

    Args:
        targets: Allowed targets by origin: scheme, host and port, as in `https://hooks.example.org` or
            `https://hooks.example.org:8443`; a path behind it counts for nothing.
        clock: For time-stamps.
    """

    def __init__(self, targets: Mapping[str, WebhookTarget], *, clock: Clock) -> None:
        self._targets = {origin_of(httpx.URL(origin)): target for origin, target in targets.items()}
        self._clock = clock
        self._http = requests.client()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def __call__(self, item: Item) -> None:
        """Post the body; any 2xx answer means that it has arrived.

        Raises:
            Undeliverable: the target is not allowed, or refuses it for good.
            Undelivered: the target does not answer, or not now.
        """
        try:
            url = httpx.URL(str(item.payload["url"]))
        except httpx.InvalidURL as error:
            raise Undeliverable(f"{item.payload['url']}: {error}") from error
        target = self._targets.get(origin_of(url))
        if target is None:
            raise Undeliverable(f"{origin_of(url)} is not an allowed target")
        address = requests.address_of(url, private=target.private)
        body = json.dumps(item.payload["body"], separators=(",", ":"), ensure_ascii=False).encode()
        timestamp = str(self._clock.now_ms() // 1000)
        headers = {
            "content-type": "application/json",
            "webhook-id": item.key,
            "webhook-timestamp": timestamp,
            "webhook-signature": signature(target.secret, item.key, timestamp, body),
        }
        requests.send(self._http, "POST", url, address, headers=headers, content=body)


def signature(secret: bytes, key: str, timestamp: str, body: bytes) -> str:
    """The value of `webhook-signature`; `timestamp` in seconds since 1970 UTC."""
    signed = hmac.new(secret, f"{key}.{timestamp}.".encode() + body, hashlib.sha256)
    return f"v1,{base64.b64encode(signed.digest()).decode('ascii')}"
