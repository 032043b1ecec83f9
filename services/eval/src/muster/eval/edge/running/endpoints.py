"""Endpoints that a worker may ask, and their keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from muster.eval.core import documents, judges
from muster.eval.core.orders import Order
from muster.events.refusal import must_be
from muster.scoring.calling.endpoints import Endpoint, Limits, Secret

NOT_LISTED: Final = "ENDPOINT_NOT_LISTED"
"""The workers may not ask this endpoint."""

KEY_MISSING: Final = "KEY_MISSING"
"""The workers have no key of this name."""

JUDGE_DIFFERS: Final = "JUDGE_DIFFERS"
"""This worker's judge has another prompt than the one that the run is decided by."""

JUDGE_REPLY_BYTES_MAX: Final = 1_000_000
"""Largest reply of a judge that is received; a larger one is one that cannot be read."""

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
    if order.served_as:  # by a job: its address is the scheduler's, not a caller's
        served = terms.model_copy(update={"model": order.served_as})
        return _usable(served, order.url, order.tenant, secrets_dir, None)
    return _usable(terms, order.url, order.tenant, secrets_dir, listed)


def judge_endpoint_of(order: Order, secrets_dir: Path | None, listed: Sequence[str]) -> Endpoint | None:
    """Return the endpoint of an order's judge, with its key; None: it has no judge.

    Args:
        order: What is to be done.
        secrets_dir: As of `endpoint_of`.
        listed: As of `endpoint_of`.

    Raises:
        NotUsable: It is not listed, its key is missing, or this worker would judge otherwise.
    """
    setting = order.config.judge
    if setting is None or setting.endpoint.url is None:
        return None
    if (own := judges.hash_of(order.config)) != order.judge:
        raise NotUsable(JUDGE_DIFFERS, must_be("judge", own, f"{order.judge}: update this worker"))
    found = _usable(setting.endpoint, setting.endpoint.url, order.tenant, secrets_dir, listed)
    return replace(
        found,
        models_accepted=frozenset({setting.version} - {""}),
        limits=replace(found.limits, reply_bytes_max=JUDGE_REPLY_BYTES_MAX),
    )


def _usable(
    terms: documents.Endpoint, url: str, tenant: str, secrets_dir: Path | None, listed: Sequence[str] | None
) -> Endpoint:
    """Return an endpoint with its key; `listed` is None where any may be asked."""
    parts = urlsplit(url)
    place = f"{parts.scheme}://{parts.hostname}:{parts.port or _PORTS.get(parts.scheme, 0)}"
    if listed is not None and not any(fnmatchcase(place, each) for each in listed):
        allowed = f"one of MUSTER_EVAL_ENDPOINTS: {', '.join(listed) or 'none'}"
        raise NotUsable(NOT_LISTED, must_be("url", place, allowed))
    return Endpoint(
        base_url=url,
        model=terms.model,
        key=None if terms.key is None else _key(tenant, terms.key, secrets_dir),
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
