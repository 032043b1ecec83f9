"""A judged run as a process that tests kill: real Ray, Postgres and endpoints, its results as its answer."""

from __future__ import annotations

import json
import uuid
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
from muster.eval.core.configs.documents import cases_of, parse_cases
from muster.eval.core.runs.orders import Order, Result, batches, order_bytes, read_order
from muster.eval.edge.running.anchoring import Anchoring
from muster.eval.edge.running.endpoints import endpoint_of, judge_endpoint_of
from muster.eval.edge.running.executing import Evaluation, end_process
from muster.eval.edge.running.held_out import HeldOut
from muster.eval.edge.running.judging import Judging
from muster.eval.edge.running.results import Results
from muster.eval.edge.running.spending import Spending
from muster.events.eval_results import CaseScore, CasesScored
from muster.events.topics import EVAL_RESULTS
from muster.journal import SystemClock
from muster.journal.memory import MemoryJournal
from muster.scoring.calling.costs import PICOS
from muster.scoring.calling.endpoints import Endpoint
from muster.scoring.executing.engine import Engine
from muster.scoring.executing.leases import lease
from muster.scoring.kept_answers import Answers
from muster.store.sealed.recipients import Opener
from pydantic import TypeAdapter

_ANSWER = TypeAdapter(tuple[Result, list[CaseScore]])
_LISTED = ("http://127.0.0.1:*",)


def body_of(order: Order, cases: bytes, held_out_key: Path | None = None) -> bytes:
    """Return an order with the lines of its golden set, and the key that opens held-out ones."""
    key_file = None if held_out_key is None else str(held_out_key)
    given = {"order": order_bytes(order).decode(), "cases": cases.decode(), "key_file": key_file}
    return json.dumps(given).encode()


def answer_of(answer: bytes) -> tuple[Result, list[CaseScore]]:
    """Return the report and the results, in the order of the run."""
    return _ANSWER.validate_json(answer)


def evaluate(dsn: str, leases: Path, body: bytes) -> bytes:
    """Run an evaluation with a judge, as far as its cap and its endpoints let it."""
    given = json.loads(body)
    order = read_order(given["order"].encode())
    golden = parse_cases(given["cases"].encode())
    cases, held_out = list(cases_of(golden.lines)), HeldOut()
    if given["key_file"] is not None:
        opener = Opener.from_file(Path(given["key_file"]))
        held_out = HeldOut(opener)
        cases += held_out.cases(order, opener.sealer.seal(golden.held_out_lines))
    journal = MemoryJournal([EVAL_RESULTS])
    with psycopg.connect(dsn, autocommit=True) as connection:
        if order.anchors:
            told = _anchoring(order, leases, connection, journal).run(cases, partial(_engine, leases))
        else:
            evaluation = _evaluation(order, leases, connection, journal, held_out)
            told = evaluation.run(batches(order.run, cases, order.config))
    sent = [each.envelope.payload for each in journal.reader([EVAL_RESULTS], name="t").read_to_end()]
    found = sorted((each for each in sent if isinstance(each, CasesScored)), key=lambda each: each.batch)
    return _ANSWER.dump_json((told, [result for each in found for result in each.results]))


@contextmanager
def _engine(leases: Path) -> Generator[Engine]:
    with lease(leases, end_process) as cluster, Engine(cluster) as opened:
        yield opened


def _anchoring(
    order: Order, leases: Path, connection: psycopg.Connection[Any], journal: MemoryJournal
) -> Anchoring:
    answers, judge = Answers(connection, order.tenant), judge_endpoint_of(order, None, _LISTED)
    assert judge is not None
    results = Results(journal.producer("w"), SystemClock(), order.run, order.tenant)
    return Anchoring(order, answers, results, Judging(order, _quick(judge), answers), None)


def _evaluation(
    order: Order,
    leases: Path,
    connection: psycopg.Connection[Any],
    journal: MemoryJournal,
    held_out: HeldOut,
) -> Evaluation:
    answers = Answers(connection, order.tenant)
    spending = None
    if order.cap_micros is not None:
        worker = uuid.uuid4().hex
        spending = Spending(connection, order.tenant, order.run, worker, order.cap_micros * PICOS)
    judge = judge_endpoint_of(order, None, _LISTED)
    assert judge is not None
    return Evaluation(
        order,
        _quick(endpoint_of(order, None, _LISTED)),
        partial(_engine, leases),
        answers,
        Results(journal.producer("w"), SystemClock(), order.run, order.tenant),
        judging=Judging(order, _quick(judge), answers, spending, held_out),
        spending=spending,
        held_out=held_out,
    )


def _quick(endpoint: Endpoint) -> Endpoint:
    """Return an endpoint whose failed calls are repeated at once, and once."""
    limits = replace(endpoint.limits, attempts_max=2, first_pause_ms=1, longest_pause_ms=4)
    return replace(endpoint, limits=limits)
