"""Estimate the cost of a job from the services' data: run times, available GPUs and their rates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from muster.client.cli import moments
from muster.client.cli.pricing.price import (
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
    """Estimated cost of a job.

    Attributes:
        prices: If started now, on each kind of GPU it may get, the cheapest first; if empty, see `why`.
        basis: Basis of the run time.
        cheaper: Cheaper alternatives, in one line; empty if there are none.
        why: Reason why there is no price.
    """

    prices: list[Price]
    basis: str = ""
    cheaper: str = ""
    why: str = ""


def foresee(client: Client, job: Mapping[str, Any]) -> Foreseen:
    """Estimate the cost of a job.

    Args:
        client: Client of the services.
        job: The complete job, including defaults.

    Raises:
        MusterError: a service does not answer.
    """
    if not gpus_of(job):
        return Foreseen([], why="the job uses no GPUs, and only GPUs have prices")
    from muster.jobs.values.quantities import format_time

    cards, now_ms = client.rates(), moments.now_ms()
    card = card_at(cards, format_time(now_ms))
    if card is None:
        return Foreseen([], why="no rates are in effect")
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
    """Return the lines about the price that a dry run prints; one line if there is no price."""
    try:
        found = foresee(client, job)
    except MusterError as error:
        return [f"no price: {error}"]
    if not found.prices:
        return [f"no price: {found.why}"]
    dearest = found.prices[-1]
    if not dearest.range:
        return [f"no price: {found.basis}"]
    text = f"estimated cost per attempt: {dearest.range} on {dearest.kind.text}; {found.basis}"
    return [text, *([f"cheaper: {found.cheaper}"] if found.cheaper else [])]


def _basis(run_times: Mapping[str, Any]) -> str:
    if not run_times["samples"]:
        return "no past attempts to learn from: from expected_duration and wall_time alone"
    samples, basis = run_times["samples"], str(run_times["basis"])
    if not basis.startswith("runs"):
        basis = "runs of all kinds" if basis == "all runs" else f"past runs and {basis}"
    return f"80 % of similar attempts, from {samples} {basis}"
