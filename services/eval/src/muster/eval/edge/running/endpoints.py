"""Endpoints that a worker may ask, and their keys."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from muster.eval.core import judges
from muster.eval.core.runs.orders import Order
from muster.events.refusal import must_be
from muster.golden import configs
from muster.scoring.calling.allowed import JUDGE_DIFFERS, NotUsable, key_named, require_listed
from muster.scoring.calling.endpoints import Endpoint


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
    return configs.endpoint_of_judge(setting, found)


def _usable(
    terms: configs.Endpoint, url: str, tenant: str, secrets_dir: Path | None, listed: Sequence[str] | None
) -> Endpoint:
    """Return an endpoint with its key; `listed` is None where any may be asked."""
    if listed is not None:
        require_listed(url, listed)
    return configs.endpoint(
        terms, url, key=None if terms.key is None else key_named(tenant, terms.key, secrets_dir)
    )
