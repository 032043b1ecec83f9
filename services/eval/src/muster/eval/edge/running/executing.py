"""One evaluation, in a process of its own: from its golden set to its last batch of results.

    1  the golden set is read from the store, and its cases are put into the order of the run
    2  of each batch, what was answered before is taken from the kept answers; the rest is asked
    3  new answers are kept; only then the batch is scored and sent
    4  where there is a judge, it scores the answers that passed, unless a check knows the right one
    5  the end is reported when the log has every batch

Killed anywhere, the next attempt asks only what was not kept, and sends the same batches again. A server that
does not answer is waited for. An endpoint that has ended for good ends the run with a code.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import cache, partial
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Final, TypeAlias

import psycopg
from muster.eval.core import judges
from muster.eval.core.documents import REASON_MAX, EvalConfig, GoldenCase, cases_of
from muster.eval.core.orders import BATCH, Order, Result, batches, read_order, result_bytes
from muster.eval.core.scoring import score
from muster.eval.edge.running.answers import Answers, Kept, kept
from muster.eval.edge.running.endpoints import NotUsable, endpoint_of, judge_endpoint_of
from muster.eval.edge.running.judging import Judging, Survivor
from muster.eval.edge.running.results import Results
from muster.eval.edge.stored import GoldenSets
from muster.events.eval_results import CaseScore
from muster.events.topics import EVAL_RESULTS
from muster.journal import SystemClock, Unavailable
from muster.journal.kafka import KafkaJournal
from muster.scoring.calling.cache_keys import cache_key
from muster.scoring.calling.endpoints import Endpoint
from muster.scoring.calling.outcomes import Answer, EndpointEnded, Failure
from muster.scoring.calling.prompts import Message, Prompt, Sampling
from muster.scoring.executing.engine import Engine
from muster.scoring.executing.items import Item, Outcome
from muster.scoring.executing.leases import Cluster, lease
from muster.store import NoSuchObject, StoreSettings, StoreUnavailable

GOLDEN_SET_GONE: Final = "GOLDEN_SET_GONE"
"""The store has no such golden set."""

PAUSE_S: Final = 5.0
"""Until a server that did not answer is asked again."""

ANSWER_NOT_KEPT: Final = "ANSWER_NOT_KEPT"
"""Kept answers alone are scored, and there is none."""

SCORER_FAILED: Final = "SCORER_FAILED"
"""A check raised an error."""

Scored: TypeAlias = tuple[float | None, str, str]
"""Score, code of why there is none, and a sentence."""

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
    """

    kafka_bootstrap: str
    schema_registry_url: str
    store: StoreSettings
    postgres_dsn: str = field(repr=False)
    secrets_dir: Path | None
    endpoints: tuple[str, ...]
    ray: Cluster | Path


def execute(means: Means, body: bytes) -> bytes:
    """Carry out an order; return what a worker reports."""
    order = read_order(body)
    while True:
        try:
            return result_bytes(_carried_out(means, order))
        except (StoreUnavailable, Unavailable, TimeoutError, psycopg.OperationalError) as error:
            _log.warning("evaluation %s waits: %s", order.run, error)
            time.sleep(PAUSE_S)


def _carried_out(means: Means, order: Order) -> Result:
    """Run an evaluation as far as its endpoint lets it.

    Raises:
        StoreUnavailable, Unavailable, TimeoutError, psycopg.OperationalError: A server does not answer.
    """
    try:
        endpoint = None if order.stored else endpoint_of(order, means.secrets_dir, means.endpoints)
        judge_endpoint = judge_endpoint_of(order, means.secrets_dir, means.endpoints)
        lines = GoldenSets(means.store).get_set(order.tenant, order.golden_set)
    except NotUsable as error:
        return Result(batches=0, code=error.code, reason=str(error))
    except NoSuchObject as error:
        return Result(batches=0, code=GOLDEN_SET_GONE, reason=str(error)[:REASON_MAX])
    journal = KafkaJournal(
        means.kafka_bootstrap, means.schema_registry_url, "eval-worker", topics=(EVAL_RESULTS,)
    )
    with (
        closing(journal),
        closing(journal.producer(f"eval-{order.run}")) as producer,
        psycopg.connect(means.postgres_dsn, autocommit=True) as connection,
    ):
        answers = Answers(connection, order.tenant)
        evaluation = Evaluation(
            order,
            endpoint,
            partial(_engine, means),
            answers,
            Results(producer, SystemClock(), order.run, order.tenant),
            judging=None if judge_endpoint is None else Judging(order, judge_endpoint, answers),
        )
        return evaluation.run(batches(order.run, cases_of(lines), order.config))


@contextmanager
def _engine(means: Means) -> Generator[Engine]:
    """Yield an engine: on a cluster, or on the worker's own Ray."""
    found = nullcontext(means.ray) if isinstance(means.ray, Cluster) else lease(means.ray)
    with found as cluster, Engine(cluster) as engine:
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
        key: Key of its answer.
        batch: Its batch.
        index: Its place there.
    """

    case: GoldenCase
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
    """

    def __init__(
        self,
        order: Order,
        endpoint: Endpoint | None,
        engine: Callable[[], AbstractContextManager[Engine]],
        answers: Answers,
        results: Results,
        *,
        judging: Judging | None = None,
    ) -> None:
        self._order, self._endpoint, self._engine = order, endpoint, engine
        self._answers, self._results, self._judging = answers, results, judging
        self._survivors: list[tuple[Survivor, _Batch, int]] = []
        self._open: dict[str, _Question] = {}
        self._sent = 0

    def run(self, planned: Sequence[Sequence[GoldenCase]]) -> Result:
        """Ask, score and send every batch."""
        with ExitStack() as stack:
            engine = cache(lambda: stack.enter_context(self._engine()))
            try:
                self._ask(planned, engine)
            except EndpointEnded as end:
                return Result(batches=self._sent, code=end.failure.code, reason=end.failure.text[:REASON_MAX])
            try:
                self._judge(engine)
            except EndpointEnded as end:
                code, reason = f"JUDGE_{end.failure.code}", f"the judge: {end.failure.text}"
                return Result(batches=self._sent, code=code, reason=reason[:REASON_MAX])
        return Result(batches=self._sent)

    def _ask(self, planned: Sequence[Sequence[GoldenCase]], engine: Callable[[], Engine]) -> None:
        """Ask the version what is missing; the engine starts only if something is."""
        missing = self._missing(planned)
        first = next(missing, None)
        if first is None or self._endpoint is None:
            return
        score_one = partial(scored, self._order.config)
        for outcomes in engine().run(self._endpoint, chain([first], missing), score_one, batch=BATCH):
            self._note(outcomes)

    def _judge(self, engine: Callable[[], Engine]) -> None:
        """Have survivors judged, in the order of the run, and send the batches that this completes."""
        if self._judging is None:
            return
        self._survivors.sort(key=lambda each: (each[1].place, each[2]))
        places = {survivor.case.id: (batch, index) for survivor, batch, index in self._survivors}
        for result in self._judging.judged([survivor for survivor, *_ in self._survivors], engine):
            batch, index = places[result.case]
            batch.results[index] = result
            self._send_if_complete(batch)

    def _missing(self, planned: Sequence[Sequence[GoldenCase]]) -> Iterator[Item[GoldenCase]]:
        """Yield what has to be asked, in the order of the run; send batches that need nothing."""
        for place, cases in enumerate(planned):
            prompts = [self._prompt(case) for case in cases]
            keys = [self._key(prompt) for prompt in prompts]
            known = self._answers.find(keys)
            batch = _Batch(place, [None] * len(cases))
            items: list[Item[GoldenCase]] = []
            for index, (case, prompt, key) in enumerate(zip(cases, prompts, keys, strict=True)):
                if answer := known.get(key):
                    result = _result(case, score(self._order.config, case, answer.text), answer)
                    self._place(
                        replace(result, cached=answer.run != self._order.run), case, key, batch, index
                    )
                elif self._endpoint is None:
                    batch.results[index] = _result(case, (None, ANSWER_NOT_KEPT, ""), None)
                else:
                    self._open[prompt.id] = _Question(case, key, batch, index)
                    items.append(Item(prompt, case))
            self._send_if_complete(batch)
            yield from items

    def _note(self, outcomes: Sequence[Outcome[Scored]]) -> None:
        """Keep answers, then fill in results and send what is complete."""
        questions = {outcome.prompt_id: self._open.pop(outcome.prompt_id) for outcome in outcomes}
        answers: dict[str, Kept] = {}
        for outcome in outcomes:
            if isinstance(outcome.result, Answer):
                key, text = questions[outcome.prompt_id].key, _storable(outcome.result.text)
                answers[outcome.prompt_id] = kept(key, self._order.run, text, outcome.result)
        self._answers.keep(answers.values())
        for outcome in outcomes:
            asked = questions[outcome.prompt_id]
            result = _result(asked.case, _score_of(outcome), answers.get(outcome.prompt_id))
            self._place(result, asked.case, asked.key, asked.batch, asked.index)
            self._send_if_complete(asked.batch)

    def _place(self, result: CaseScore, case: GoldenCase, key: str, batch: _Batch, index: int) -> None:
        """Put a result into its batch, or aside for the judge."""
        if self._judging is not None and result.score and judges.is_judged(self._order.config, case):
            self._survivors.append((Survivor(case, key, result), batch, index))
        else:
            batch.results[index] = result

    def _send_if_complete(self, batch: _Batch) -> None:
        results = [each for each in batch.results if each is not None]
        if len(results) == len(batch.results):
            self._results.send(batch.place, results)
            self._sent += 1

    def _prompt(self, case: GoldenCase) -> Prompt:
        sampling = self._order.config.sampling
        return Prompt(
            id=f"{self._order.run}/{case.id}",
            messages=tuple(Message(each.role, each.content) for each in case.conversation),
            sampling=Sampling(
                temperature=sampling.temperature,
                seed=sampling.seed,
                max_tokens=sampling.max_tokens,
                stop=sampling.stop,
            ),
        )

    def _key(self, prompt: Prompt) -> str:
        """Return the key of an answer: a version is known by its commit."""
        return cache_key(
            f"{self._order.repository}/{self._order.commit}",
            prompt,
            {"model": self._order.config.endpoint.model},
        )


def _score_of(outcome: Outcome[Scored]) -> Scored:
    """Return the score of an outcome, or the code of why there is none."""
    if isinstance(outcome.result, Failure):
        return None, str(outcome.result.code), outcome.result.text
    return outcome.score or (None, SCORER_FAILED, outcome.scorer_error)


def _result(case: GoldenCase, of: Scored, answer: Kept | None) -> CaseScore:
    value, code, reason = of
    result = CaseScore(
        case=case.id,
        task=case.task,
        cluster=case.cluster_name,
        score=value,
        code=code,
        reason=reason[:REASON_MAX],
    )
    if answer is None:
        return result
    return replace(
        result,
        answer=sha256(answer.text.encode()).hexdigest(),
        tokens_in=answer.tokens_in,
        tokens_out=answer.tokens_out,
        latency_ms=answer.latency_ms,
    )


def scored(config: EvalConfig, case: GoldenCase, answer: Answer) -> Scored:
    """Score an answer, in a process of the engine."""
    return score(config, case, _storable(answer.text))


def _storable(text: str) -> str:
    """Return a text that Postgres keeps: NUL as U+FFFD."""
    return text.replace("\x00", "\ufffd")
