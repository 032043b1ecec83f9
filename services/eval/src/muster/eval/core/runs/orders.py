"""An order to a worker, and the result that it reports. PURE."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Final

from muster.eval.core.configs.documents import EvalConfig, GoldenCase, parse_config
from muster.events.eval_commands import TokenPrice
from muster.events.refusal import must_be
from muster.statistics.seeds import seeded_order
from pydantic import TypeAdapter, ValidationError

BATCH: Final = 25
"""Cases of one record of results."""

UNREADABLE: Final = "RESULT_UNREADABLE"
"""The worker's report is no result."""

ANSWER_NOT_KEPT: Final = "ANSWER_NOT_KEPT"
"""Kept answers alone are scored, and there is none."""

RAY_NOT_REACHED: Final = "RAY_NOT_REACHED"
"""No Ray cluster runs at the address that the worker has."""

_OPTIONAL: Final = (
    "judge",
    "stored",
    "price",
    "judge_price",
    "cap_micros",
    "ready_within_ms",
    "served_as",
    "held_out",
    "probe",
    "anchors",
    "fresh",
)


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
        judge: Hash of the judge by which the run is decided; empty: there is none.
        stored: Whether kept answers alone are scored: the version is not asked.
        price: Price of the version's tokens; None: none is set, and nothing is reserved for its answers.
        judge_price: Price of the judge's tokens; None: none is set, and nothing is reserved for its verdicts.
        cap_micros: Most that the run may cost, millionths of a dollar; None without a price.
        ready_within_ms: How long the server may take until it lists the model, if a job serves the version;
            None: an endpoint does.
        served_as: Name by which a job serves the version; empty: an endpoint does, by the config's.
        held_out: Keyed digest of the held-out cases that are asked besides; empty: none are.
        probe: Most cases whose kept answers are changed and judged; 0: it is no probe.
        anchors: Most cases whose kept answers are judged without expected texts; 0: it is no such run.
        fresh: Whether the judge is asked for every verdict; kept ones of this run alone count.
    """

    run: str
    tenant: str
    repository: str
    commit: str
    golden_set: str
    url: str
    config: EvalConfig
    judge: str = ""
    stored: bool = False
    price: TokenPrice | None = None
    judge_price: TokenPrice | None = None
    cap_micros: int | None = None
    ready_within_ms: int | None = None
    served_as: str = ""
    held_out: str = ""
    probe: int = 0
    anchors: int = 0
    fresh: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a worker's part ended.

    Attributes:
        batches: Batches of results that it has sent.
        code: Why not all cases were asked; empty: all were.
        reason: The same in one sentence.
        unsettled_micros: Most that was paid beside results, millionths of a dollar.
    """

    batches: int
    code: str = ""
    reason: str = ""
    unsettled_micros: int = 0


_RESULT: Final = TypeAdapter(Result)


def order_bytes(order: Order) -> bytes:
    """Return the body of an order."""
    data = {**asdict(order), "config": order.config.model_dump(mode="json")}
    for field in _OPTIONAL:
        if not data[field]:
            del data[field]
    return json.dumps(data, sort_keys=True).encode()


def read_order(body: bytes) -> Order:
    """Return the order of a body; the inverse of `order_bytes`."""
    data = json.loads(body)
    config = parse_config(data.pop("config"))
    prices = {name: TokenPrice(**data.pop(name)) for name in ("price", "judge_price") if name in data}
    return Order(config=config, **prices, **data)


def result_bytes(result: Result) -> bytes:
    """Return a result as it is reported."""
    return json.dumps(asdict(result), sort_keys=True).encode()


def read_result(body: bytes) -> Result:
    """Return a reported result; the inverse of `result_bytes`. One that is none is a run without results."""
    try:
        return _RESULT.validate_json(body)
    except ValidationError:
        reason = must_be("report", repr(body[:80]), "a result")
        return Result(batches=0, code=UNREADABLE, reason=reason)


def batches(run: str, cases: Iterable[GoldenCase], config: EvalConfig) -> list[list[GoldenCase]]:
    """Return the cases of a run in its order, in batches: the order in which the gate counts them.

    Clusters come in an order that the run's id seeds, cases of a cluster by their ids.
    """
    ordered = _ordered(run, (case for case in cases if case.task in config.tasks))
    return [ordered[first : first + BATCH] for first in range(0, len(ordered), BATCH)]


def anchors(order: Order, cases: Iterable[GoldenCase]) -> list[GoldenCase]:
    """Return the cases whose kept answers are judged without expected texts: the same ones in each run.

    The golden set alone seeds their order. They are cases of the tasks that the judge scores.
    """
    tasks = order.config.tasks
    judged = (case for case in cases if case.task in tasks and tasks[case.task].judge)
    return _ordered(order.golden_set, judged)[: order.anchors]


def _ordered(seed: str, cases: Iterable[GoldenCase]) -> list[GoldenCase]:
    by_cluster: dict[str, list[GoldenCase]] = {}
    for case in sorted(cases, key=lambda case: case.id):
        by_cluster.setdefault(case.cluster_name, []).append(case)
    return [case for cluster in seeded_order(seed, list(by_cluster)) for case in by_cluster[cluster]]
