"""An order to a worker, and the result that it reports. PURE."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Final

from muster.eval.core.documents import EvalConfig, GoldenCase, parse_config
from muster.statistics.seeds import seeded_order

BATCH: Final = 25
"""Cases of one record of results."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """An evaluation for a worker to carry out.

    Attributes:
        run: Its id.
        tenant: Organisation of the repository.
        repository: Id of the repository.
        commit: The version.
        golden_set: Digest of the golden set.
        url: Base URL of the endpoint that serves the version.
        config: The config.
    """

    run: str
    tenant: str
    repository: str
    commit: str
    golden_set: str
    url: str
    config: EvalConfig


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a worker's part ended.

    Attributes:
        batches: Batches of results that it has sent.
        code: Why not all cases were asked; empty: all were.
        reason: The same in one sentence.
    """

    batches: int
    code: str = ""
    reason: str = ""


def order_bytes(order: Order) -> bytes:
    """Return the body of an order."""
    data = {**asdict(order), "config": order.config.model_dump(mode="json")}
    return json.dumps(data, sort_keys=True).encode()


def read_order(body: bytes) -> Order:
    """Return the order of a body; the inverse of `order_bytes`."""
    data = json.loads(body)
    config = parse_config(data.pop("config"))
    return Order(config=config, **data)


def result_bytes(result: Result) -> bytes:
    """Return a result as it is reported."""
    return json.dumps(asdict(result), sort_keys=True).encode()


def read_result(body: bytes) -> Result:
    """Return a reported result; the inverse of `result_bytes`."""
    return Result(**json.loads(body))


def batches(run: str, cases: Iterable[GoldenCase], config: EvalConfig) -> list[list[GoldenCase]]:
    """Return the cases of a run in its order, in batches: clusters in an order that the run's id seeds.

    A run that is stopped early is so a random sample of clusters.
    """
    chosen = [case for case in cases if case.task in config.tasks]
    by_cluster: dict[str, list[GoldenCase]] = {}
    for case in chosen:
        by_cluster.setdefault(case.cluster_name, []).append(case)
    ordered = [case for cluster in seeded_order(run, list(by_cluster)) for case in by_cluster[cluster]]
    return [ordered[first : first + BATCH] for first in range(0, len(ordered), BATCH)]
