"""One evaluation, in a process of its own: from its golden set to its last batch of results.

    0  if a job serves the version, its server is waited for until it lists the model
    1  the golden set is read from the store, and its cases are put into the order of the run
    2  of each batch, what was answered before is taken from the kept answers; the rest is asked
    3  new answers are kept; only then the batch is scored and sent
    4  where there is a judge, it scores the answers that passed, unless a check knows the right one
    5  the end is reported when the log has every batch

Killed anywhere, the next attempt asks only what was not kept, and sends the same batches again. This process
ends with its Ray, and the next attempt has another. A server that does not answer is waited for. An endpoint
that has ended for good ends the run with a code.
"""

from __future__ import annotations

import logging
import os
import time
import uuid
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import cache, partial
from hashlib import sha256
from itertools import takewhile
from pathlib import Path
from typing import Any, Final, TypeAlias

import psycopg
from muster.eval.core import judges
from muster.eval.core.configs.documents import GoldenCase, cases_of
from muster.eval.core.money.spending import CAP_REACHED, stopped_sentence
from muster.eval.core.runs.orders import (
    ANSWER_NOT_KEPT,
    RAY_NOT_REACHED,
    Order,
    Result,
    batches,
    read_order,
    result_bytes,
)
from muster.eval.edge.running.anchoring import Anchoring
from muster.eval.edge.running.coding import Sandbox, all_with_code
from muster.eval.edge.running.endpoints import endpoint_of, judge_endpoint_of
from muster.eval.edge.running.held_out import NOT_SHOWN, HeldOut, without_texts
from muster.eval.edge.running.judging import Judging, Survivor
from muster.eval.edge.running.probing import Probing
from muster.eval.edge.running.questions import answer_key, question
from muster.eval.edge.running.results import Results
from muster.eval.edge.running.rounds import Rounds
from muster.eval.edge.running.scorers import SCORER_FAILED, Scored, scored, scored_again, storable
from muster.eval.edge.running.spending import Spending
from muster.eval.edge.running.waiting import Waiting
from muster.eval.edge.stored import GoldenSets
from muster.events.eval_results import CaseScore
from muster.events.topics import EVAL_RESULTS
from muster.golden.configs import REASON_MAX
from muster.journal import SystemClock, Unavailable
from muster.journal.kafka import KafkaJournal
from muster.scoring.calling.allowed import NotUsable
from muster.scoring.calling.costs import PICOS
from muster.scoring.calling.endpoints import Endpoint
from muster.scoring.calling.outcomes import Answer, EndpointEnded, Failure
from muster.scoring.calling.paid_answer import PaidAnswer, paid_answer
from muster.scoring.calling.readiness import wait_until_ready
from muster.scoring.executing.clusters import watched
from muster.scoring.executing.engine import Engine
from muster.scoring.executing.items import Item, Outcome
from muster.scoring.executing.leases import Cluster, lease
from muster.scoring.executing.local_ray import NotReached
from muster.scoring.kept_answers import Answers
from muster.store import NoSuchObject, StoreSettings, StoreUnavailable

GOLDEN_SET_GONE: Final = "GOLDEN_SET_GONE"
"""The store has no such golden set."""

NOT_READY: Final = "SERVING_NOT_READY"
"""The job that serves the version did not list the model in time."""

BATCHES_JUDGED: Final = 10
"""Batches that are asked before their answers are judged, where verdicts cost money: no run pays for many
answers that it cannot have judged any more."""

PAUSE_S: Final = 5.0
"""Until a server that did not answer is asked again."""

RAY_DIED: Final = 71
"""Exit code of a process whose Ray has died, EX_OSERR of sysexits.h."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """Addresses and limits that a process needs to evaluate.

    Attributes:
        kafka_bootstrap: Where the log is.
        schema_registry_url: Where its schemas are.
        store: Where golden sets are.
        postgres_dsn: Where answers are kept.
        secrets_dir: Keys of endpoints; None: there are none.
        endpoints: Endpoints that may be asked, as SCHEME://HOST:PORT with * for any.
        ray: The cluster that runs evaluations, or where the worker's own Ray is leased.
        hidden: Folders of the worker that code of answers may not see.
        held_out_key_file: Private key that opens held-out cases; None: there is none.
    """

    kafka_bootstrap: str
    schema_registry_url: str
    store: StoreSettings
    postgres_dsn: str = field(repr=False)
    secrets_dir: Path | None
    endpoints: tuple[str, ...]
    ray: Cluster | Path
    hidden: tuple[Path, ...] = ()
    held_out_key_file: Path | None = None


OpenEngine: TypeAlias = Callable[[], AbstractContextManager[Engine]]


def execute(means: Means, body: bytes) -> bytes:
    """Carry out an order; return what a worker reports. The process ends with `RAY_DIED` if its Ray dies."""
    return _executed(means, partial(_engine, means), body)


@contextmanager
def ready(means: Means) -> Generator[Callable[[bytes], bytes]]:
    """Yield the same as `execute`, connected to Ray before there is an order."""
    with _engine(means) as engine:
        engine.warm(scored)
        yield partial(_executed, means, lambda: nullcontext(engine))


def _executed(means: Means, engine: OpenEngine, body: bytes) -> bytes:
    order = read_order(body)
    while True:
        try:
            return result_bytes(_carried_out(means, order, engine))
        except (StoreUnavailable, Unavailable, TimeoutError, psycopg.OperationalError) as error:
            _log.warning("evaluation %s waits: %s", order.run, error)
            time.sleep(PAUSE_S)


def _carried_out(means: Means, order: Order, engine: OpenEngine) -> Result:
    """Run an evaluation as far as its endpoint lets it.

    Raises:
        StoreUnavailable, Unavailable, TimeoutError, psycopg.OperationalError: A server does not answer.
    """
    try:
        endpoint = None if order.stored else endpoint_of(order, means.secrets_dir, means.endpoints)
        judge_endpoint = judge_endpoint_of(order, means.secrets_dir, means.endpoints)
        held_out = HeldOut.from_file(means.held_out_key_file)
        cases = asked_cases(GoldenSets(means.store), order, held_out)
    except NotUsable as error:
        return Result(batches=0, code=error.code, reason=str(error))
    except NoSuchObject as error:
        return Result(batches=0, code=GOLDEN_SET_GONE, reason=str(error)[:REASON_MAX])
    within_ms, problem = order.ready_within_ms, ""
    if within_ms is not None and endpoint is not None:
        problem = wait_until_ready(
            endpoint,
            within_ms / 1_000,
            now_s=lambda: SystemClock().monotonic_ms() / 1_000,
            pause=time.sleep,
        )
    if problem:
        return Result(batches=0, code=NOT_READY, reason=problem)
    journal = KafkaJournal(
        means.kafka_bootstrap, means.schema_registry_url, "eval-worker", topics=(EVAL_RESULTS,)
    )
    with (
        closing(journal),
        closing(journal.producer(f"eval-{order.run}")) as producer,
        psycopg.connect(means.postgres_dsn, autocommit=True) as connection,
    ):
        answers = Answers(connection, order.tenant)
        results = Results(producer, SystemClock(), order.run, order.tenant)
        spending = _spending(connection, order)
        judging = (
            None if judge_endpoint is None else Judging(order, judge_endpoint, answers, spending, held_out)
        )
        if order.anchors and judging is not None:
            return Anchoring(order, answers, results, judging, spending).run(cases, engine)
        planned = batches(order.run, cases, order.config)
        if order.probe and judging is not None:
            return Probing(order, answers, results, judging, spending).run(planned, engine)
        if within_ms is not None and endpoint is not None:
            results.send_answered(order.url, endpoint.model)
        evaluation = Evaluation(
            order,
            endpoint,
            engine,
            answers,
            results,
            judging=judging,
            spending=spending,
            sandbox=Sandbox.installed(means.hidden),
            held_out=held_out,
        )
        return evaluation.run(planned)


def asked_cases(stored: GoldenSets, order: Order, held_out: HeldOut) -> list[GoldenCase]:
    """Return the cases that a run asks.

    Raises:
        NoSuchObject: The store does not have them.
        NotUsable: Held-out cases are among them, and this worker cannot open these.
    """
    cases = list(cases_of(stored.get_set(order.tenant, order.golden_set)))
    if order.held_out:
        cases += held_out.cases(order, stored.get_held_out(order.tenant, order.held_out))
    return cases


def _spending(connection: psycopg.Connection[Any], order: Order) -> Spending | None:
    """Return what the run reserves; None: nothing that it asks has a price."""
    if order.cap_micros is None:
        return None
    return Spending(connection, order.tenant, order.run, uuid.uuid4().hex, order.cap_micros * PICOS)


def end_process() -> None:
    """End this process, since its Ray has died: the next attempt has another."""
    _log.error("Ray has died; the evaluation goes on in another process")
    os._exit(RAY_DIED)


@contextmanager
def _engine(means: Means) -> Generator[Engine]:
    """Yield an engine: on a cluster, or on the worker's own Ray.

    Raises:
        NotReached: There is no such cluster.
    """
    if isinstance(means.ray, Cluster):
        with watched(means.ray.address, end_process), Engine(means.ray) as engine:
            yield engine
    else:
        with lease(means.ray, end_process) as own, Engine(own) as engine:
            yield engine


@dataclass(slots=True)
class _Batch:
    """A batch whose results are incomplete.

    Attributes:
        place: Its number.
        results: In the order of the run; None: missing.
    """

    place: int
    results: list[CaseScore | None]


@dataclass(frozen=True, slots=True)
class _Question:
    """A case that has to be asked.

    Attributes:
        case: The case.
        item: The same for the engine.
        key: Key of its answer.
        batch: Its batch.
        index: Its place there.
    """

    case: GoldenCase
    item: Item[GoldenCase]
    key: str
    batch: _Batch
    index: int


class Evaluation:
    """One run over batches of cases.

    Args:
        order: What is to be done.
        endpoint: The endpoint that serves the version; None: kept answers alone are scored.
        engine: Makes the engine, if something has to be asked.
        answers: Answers that were paid for.
        results: Where results go.
        judging: The judge's part; None: there is no judge.
        spending: Reserves what a question may cost before it is asked; None: nothing has a price.
        sandbox: Runs code of answers; None: this machine has none.
        held_out: Seals what is kept of held-out cases; None: there are none.
    """

    def __init__(
        self,
        order: Order,
        endpoint: Endpoint | None,
        engine: OpenEngine,
        answers: Answers,
        results: Results,
        *,
        judging: Judging | None = None,
        spending: Spending | None = None,
        sandbox: Sandbox | None = None,
        held_out: HeldOut | None = None,
    ) -> None:
        self._sandbox = sandbox or Sandbox((), None)
        self._held_out = held_out or HeldOut()
        self._order, self._endpoint, self._engine = order, endpoint, engine
        self._answers, self._results, self._judging = answers, results, judging
        self._survivors: list[tuple[Survivor, _Batch, int]] = []
        self._open: dict[str, _Question] = {}
        self._sent = 0
        self._spending = spending
        self._rounds = None if endpoint is None else Rounds[GoldenCase](endpoint, order.price, spending)
        self._cases_sent = self._sent_picos = 0
        self._incomplete: dict[int, _Batch] = {}

    def run(self, planned: Sequence[Sequence[GoldenCase]]) -> Result:
        """Ask, score, judge and send every batch, or those that the cap allows."""
        try:
            return self._run(planned)
        except NotReached as error:
            return self._result(RAY_NOT_REACHED, str(error))

    def _run(self, planned: Sequence[Sequence[GoldenCase]]) -> Result:
        with ExitStack() as stack:
            engine = cache(lambda: stack.enter_context(self._engine()))
            for part in self._parts(planned):
                try:
                    self._ask(Waiting(self._missing(part)), engine)
                except EndpointEnded as end:
                    return self._result(end.failure.code, self._message_of(end.failure))
                try:
                    self._judge(engine)
                except EndpointEnded as end:
                    return self._result(
                        f"JUDGE_{end.failure.code}", f"the judge: {self._message_of(end.failure)}"
                    )
                if self._incomplete and self._spending is not None:
                    self._send_first(self._incomplete[min(self._incomplete)])
                    allowance, cases = self._spending.allowance, sum(map(len, planned))
                    return self._result(CAP_REACHED, stopped_sentence(allowance, self._cases_sent, cases))
        return self._result()

    def _parts(self, planned: Sequence[Sequence[GoldenCase]]) -> Iterator[Mapping[int, Sequence[GoldenCase]]]:
        """Yield batches by place, in parts that are asked and judged one after another.

        There is one part, unless the judge has a price: then answers are judged before further ones are paid.
        """
        count = len(planned) if self._order.judge_price is None else BATCHES_JUDGED
        numbered = list(enumerate(planned))
        for first in range(0, len(planned), max(count, 1)):
            yield dict(numbered[first : first + count])

    def _judge(self, engine: Callable[[], Engine]) -> None:
        """Have survivors judged, in the order of the run, and send the batches that this completes."""
        if self._judging is None:
            return
        survivors, self._survivors = self._survivors, []
        survivors.sort(key=lambda each: (each[1].place, each[2]))
        places = {survivor.case.id: (batch, index) for survivor, batch, index in survivors}
        for result in self._judging.judged([survivor for survivor, *_ in survivors], engine):
            batch, index = places[result.case]
            batch.results[index] = result
            self._send_if_complete(batch)

    def _ask(self, waiting: Waiting[GoldenCase], engine: Callable[[], Engine]) -> None:
        """Ask what is waiting and affordable; the engine starts only if something is asked."""
        if self._rounds is None:
            waiting.take()  # there is nothing to ask: what is kept is sent as it is read
            return
        for outcomes in self._rounds.outcomes(engine, waiting, partial(scored, self._order.config)):
            self._note(outcomes, self._rounds)

    def _message_of(self, failure: Failure) -> str:
        """Return the message of an endpoint that has ended; it may quote what it was asked."""
        return NOT_SHOWN if self._order.held_out else failure.text

    def _result(self, code: str = "", reason: str = "") -> Result:
        unsettled = 0 if self._spending is None else self._spending.unsettled_micros(self._sent_picos)
        return Result(batches=self._sent, code=code, reason=reason[:REASON_MAX], unsettled_micros=unsettled)

    def _missing(self, planned: Mapping[int, Sequence[GoldenCase]]) -> Iterator[list[Item[GoldenCase]]]:
        """Yield what has to be asked, in the order of the run; send batches that need nothing."""
        for place, cases in planned.items():
            prompts = [question(self._order, case) for case in cases]
            keys = [
                self._held_out.key(case, answer_key(self._order, prompt))
                for case, prompt in zip(cases, prompts, strict=True)
            ]
            known = self._answers.find(keys)
            batch = self._incomplete[place] = _Batch(place, [None] * len(cases))
            items: list[Item[GoldenCase]] = []
            scores = self._scores_of(
                [
                    (case, self._held_out.read_text(case, known[key].text))
                    for case, key in zip(cases, keys, strict=True)
                    if key in known
                ]
            )
            for index, (case, prompt, key) in enumerate(zip(cases, prompts, keys, strict=True)):
                if answer := known.get(key):
                    result = _result(case, next(scores), answer)
                    if answer.run != self._order.run:
                        result = replace(result, cached=True, cost_picos=0)
                    self._place(result, case, key, batch, index)
                elif self._endpoint is None:
                    batch.results[index] = _result(case, (None, ANSWER_NOT_KEPT, ""), None)
                else:
                    item = Item(prompt, case)
                    self._open[prompt.id] = _Question(case, item, key, batch, index)
                    items.append(item)
            self._send_if_complete(batch)
            yield items

    def _note(self, outcomes: Sequence[Outcome[Scored]], rounds: Rounds[GoldenCase]) -> None:
        """Keep answers, then fill in results and send what is complete."""
        questions = {outcome.prompt_id: self._open.pop(outcome.prompt_id) for outcome in outcomes}
        answers: dict[str, PaidAnswer] = {}
        texts: dict[str, str] = {}
        costs: dict[str, int] = {}
        for outcome in outcomes:
            asked, result = questions[outcome.prompt_id], outcome.result
            amount = costs[outcome.prompt_id] = rounds.cost(asked.item.prompt, result)
            if isinstance(result, Answer):
                text = texts[outcome.prompt_id] = storable(result.text)
                text = self._held_out.kept_text(asked.case, text)
                answers[outcome.prompt_id] = paid_answer(
                    asked.key, self._order.run, text, result, cost_picos=amount
                )
        with self._answers.transaction():
            self._answers.keep(answers.values())
            rounds.settle(list(questions), sum(costs.values()))
        scores = self._with_code(
            [
                (questions[each.prompt_id].case, _score_of(each), texts.get(each.prompt_id, ""))
                for each in outcomes
            ]
        )
        for outcome, score_ in zip(outcomes, scores, strict=True):
            asked = questions[outcome.prompt_id]
            result = _result(asked.case, score_, answers.get(outcome.prompt_id))
            result = replace(result, key=asked.key, cost_picos=costs[outcome.prompt_id])
            self._place(result, asked.case, asked.key, asked.batch, asked.index)
            self._send_if_complete(asked.batch)

    def _scores_of(self, answers: Sequence[tuple[GoldenCase, str]]) -> Iterator[Scored]:
        """Return the scores of answers that were kept, in order."""
        config = self._order.config
        by_checks = [(case, scored_again(config, case, text), text) for case, text in answers]
        return iter(self._with_code(by_checks))

    def _with_code(self, answers: Sequence[tuple[GoldenCase, Scored, str]]) -> list[Scored]:
        return all_with_code(self._sandbox, self._order.config, answers)

    def _place(self, result: CaseScore, case: GoldenCase, key: str, batch: _Batch, index: int) -> None:
        """Put a result into its batch, or aside for the judge."""
        if self._judging is not None and result.score and judges.is_judged(self._order.config, case):
            self._survivors.append((Survivor(case, key, result), batch, index))
        else:
            batch.results[index] = result

    def _send_if_complete(self, batch: _Batch) -> None:
        if None not in batch.results:
            self._send_first(batch)
            del self._incomplete[batch.place]

    def _send_first(self, batch: _Batch) -> None:
        """Send the results of a batch before the first that is missing, if there are any."""
        results = takewhile(lambda each: each is not None, batch.results)
        if found := [each for each in results if each is not None]:
            self._results.send(batch.place, found)
            self._sent += 1
            self._cases_sent += len(found)
            self._sent_picos += sum(each.cost_picos for each in found)


def _score_of(outcome: Outcome[Scored]) -> Scored:
    """Return the score of an outcome, or the code of why there is none."""
    if isinstance(outcome.result, Failure):
        return None, str(outcome.result.code), outcome.result.text
    return outcome.score or (None, SCORER_FAILED, outcome.scorer_error)


def _result(case: GoldenCase, of: Scored, answer: PaidAnswer | None) -> CaseScore:
    value, code, reason = of
    result = CaseScore(
        case=case.id,
        task=case.task,
        cluster=case.cluster_name,
        score=value,
        code=code,
        reason=reason[:REASON_MAX],
    )
    result = without_texts(case, result)
    if answer is None:
        return result
    return replace(
        result,
        answer=sha256(answer.text.encode()).hexdigest(),
        tokens_in=answer.tokens_in,
        tokens_out=answer.tokens_out,
        latency_ms=answer.latency_ms,
        key=answer.key,
        tokens_in_cached=answer.tokens_in_cached,
        cost_picos=answer.cost_picos,
    )
