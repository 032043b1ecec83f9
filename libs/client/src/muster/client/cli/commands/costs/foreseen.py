"""What a job would cost, asked of the services: how long it would run, what GPUs there are and cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from muster.client.cli import moments
from muster.client.cli.commands.costs.price import (
    Price,
    card_at,
    cheaper,
    gpus_of,
    kinds_of,
    prices,
)
from muster.client.errors import MusterError

if TYPE_CHECKING:
    from muster.client.sync.client import Client


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What a job would cost.

    Attributes:
        prices: Started now, on each kind of GPUs that it may get, the cheapest first; none: `why` says why.
        basis: What the run time is based on.
        cheaper: What would cost less, in one line; empty: nothing.
        why: Why there is no price.
    """

    prices: list[Price]
    basis: str = ""
    cheaper: str = ""
    why: str = ""


def foresee(client: Client, job: Mapping[str, Any]) -> Foreseen:
    """What it would cost.

    Args:
        client: The services.
        job: The job, whole, with its defaults.

    Raises:
        MusterError: a service does not answer.
    """
    if not gpus_of(job):
        return Foreseen([], why="it takes no GPUs, and only GPUs have prices")
    from muster.jobs.values.quantities import format_time

    cards, now_ms = client.rates(), moments.now_ms()
    card = card_at(cards, format_time(now_ms))
    if card is None:
        return Foreseen([], why="no rates are in force")
    run_times = client.run_times(job)
    wanted = dict(job.get("node_labels") or {})
    kinds = kinds_of(node for node in client.nodes() if wanted.items() <= dict(node.labels).items())
    if job.get("spot") == "never":
        kinds = [kind for kind in kinds if not kind.spot]
    found = prices(job, run_times, kinds, card, now_ms)
    if not found:
        return Foreseen([], why="no node has such GPUs")
    return Foreseen(found, _basis(run_times), cheaper(job, run_times, kinds, cards, now_ms))


def price_lines(client: Client, job: Mapping[str, Any]) -> list[str]:
    """What people are told of it beside a job that is not submitted; one line if there is no price."""
    try:
        found = foresee(client, job)
    except MusterError as error:
        return [f"no price: {error}"]
    if not found.prices:
        return [f"no price: {found.why}"]
    dearest = found.prices[-1]
    if not dearest.range:
        return [f"no price: {found.basis}"]
    text = f"expected price of an attempt: {dearest.range} on {dearest.kind.text}; {found.basis}"
    return [text, *([f"cheaper: {found.cheaper}"] if found.cheaper else [])]


def _basis(run_times: Mapping[str, Any]) -> str:
    if not run_times["samples"]:
        return "no attempts to learn from yet: by expected_duration and wall_time alone"
    return f"8 of 10 such attempts, from {run_times['samples']} {run_times['basis']}"
