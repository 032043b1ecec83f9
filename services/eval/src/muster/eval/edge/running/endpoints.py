"""Endpoints that a worker may ask, and their keys."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from muster.eval.core.orders import Order
from muster.events.refusal import must_be
from muster.scoring.calling.endpoints import Endpoint, Limits, Secret

NOT_LISTED: Final = "ENDPOINT_NOT_LISTED"
"""The workers may not ask this endpoint."""

KEY_MISSING: Final = "KEY_MISSING"
"""The workers have no key of this name."""

_PORTS: Final = {"http": 80, "https": 443}


class NotUsable(Exception):
    """An endpoint that a worker does not ask.

    Attributes:
        code: Why, stable.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def endpoint_of(order: Order, secrets_dir: Path | None, listed: Sequence[str]) -> Endpoint:
    """Return the endpoint of an order, with its key.

    Args:
        order: What is to be done.
        secrets_dir: Keys: files TENANT/NAME, of one line each; None: there are none.
        listed: Endpoints that may be asked: SCHEME://HOST:PORT, each part may be *.

    Raises:
        NotUsable: It is not listed, or its key is missing.
    """
    terms = order.config.endpoint
    parts = urlsplit(order.url)
    is_served = order.ready_within_ms is not None  # by a job: its address is the scheduler's, not a caller's
    place = f"{parts.scheme}://{parts.hostname}:{parts.port or _PORTS.get(parts.scheme, 0)}"
    if not is_served and not any(fnmatchcase(place, each) for each in listed):
        allowed = f"one of MUSTER_EVAL_ENDPOINTS: {', '.join(listed) or 'none'}"
        raise NotUsable(NOT_LISTED, must_be("url", place, allowed))
    return Endpoint(
        base_url=order.url,
        model=terms.model,
        key=None if terms.key is None else _key(order.tenant, terms.key, secrets_dir),
        limits=Limits(
            concurrency_max=terms.concurrency,
            concurrency_start=min(8, terms.concurrency),
            requests_per_s=terms.requests_per_s,
            timeout_s=terms.timeout_s,
        ),
    )


def _key(tenant: str, name: str, secrets_dir: Path | None) -> Secret:
    file = None if secrets_dir is None else secrets_dir / tenant / name
    try:
        if file is not None:
            return Secret(file.read_text().strip())
    except FileNotFoundError:
        pass
    raise NotUsable(KEY_MISSING, must_be("key", name, f"a file {tenant}/{name} in MUSTER_EVAL_SECRETS_DIR"))
