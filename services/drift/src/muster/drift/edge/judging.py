"""One order of the decider, in a process of its own: samples are judged, or stored as golden cases.

Samples are looked up in the log, where their texts are, or the key of their texts in S3. Checks of their
task come first; what passes them goes to the judge. Its replies are kept under the id of the order until the
order is done: a killed process's successor finds what was paid for. A judge that does not answer is asked
again until the order's time is up.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import random
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import aclosing, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

import psycopg
from muster.backoff import Backoff, Pauses
from muster.drift.core.quality.orders import (
    CasesOrder,
    CasesResult,
    JudgeOrder,
    JudgeResult,
    SampleScore,
    StoredCase,
    read_order,
    result_bytes,
)
from muster.drift.edge import samples
from muster.drift.edge.samples import Found
from muster.events.inference_samples import SampleBody
from muster.events.topics import INFERENCE_SAMPLES
from muster.golden.configs import (
    JudgeSetting,
    ScoringConfig,
    endpoint,
    endpoint_of_judge,
    score_in_production,
)
from muster.golden.lines import canonical_line
from muster.journal import Unavailable
from muster.journal.kafka import KafkaJournal
from muster.sampling.bodies import read_body
from muster.scoring.calling.allowed import JUDGE_DIFFERS, NotUsable, key_named, require_listed
from muster.scoring.calling.client import Client
from muster.scoring.calling.costs import PICOS, Allowance, micros
from muster.scoring.calling.endpoints import Endpoint
from muster.scoring.calling.outcomes import EndpointEnded, FailureCode
from muster.scoring.calling.prompts import Message
from muster.scoring.executing.system import SystemClock
from muster.scoring.judge_calls import JudgeCalls, JudgedAnswer
from muster.scoring.judging.progress import Judged
from muster.scoring.judging.prompts import Material
from muster.scoring.kept_answers import Answers
from muster.store import ObjectStore, StoreSettings, StoreUnavailable
from muster.store.keys import proposed_case_key

_log = logging.getLogger(__name__)

FAILED_FROM: Final = 400
"""HTTP status from which a request has no answer to judge."""

_PAUSES: Final = Backoff(first_ms=1_000, longest_ms=60_000)
_FINAL: Final = frozenset({FailureCode.REJECTED, FailureCode.REDIRECTED, FailureCode.TOO_LARGE})
"""Failures that a judge repeats however often it is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """Addresses and limits that a process needs to judge.

    Attributes:
        kafka_bootstrap: Where the log is.
        schema_registry_url: Where its schemas are.
        store: Where large texts are, and proposed cases go.
        postgres_dsn: Where replies are kept.
        secrets_dir: Keys of endpoints; None: there are none.
        endpoints: Endpoints that may be asked, as SCHEME://HOST:PORT with * for any.
    """

    kafka_bootstrap: str
    schema_registry_url: str
    store: StoreSettings
    postgres_dsn: str = field(repr=False)
    secrets_dir: Path | None
    endpoints: tuple[str, ...]


def execute(means: Means, body: bytes) -> bytes:
    """Carry out an order; return what a worker reports."""
    order = read_order(body)
    pauses = Pauses(_PAUSES)
    while True:
        try:
            if isinstance(order, CasesOrder):
                return result_bytes(_stored(means, order))
            return result_bytes(_judged(means, order))
        except (StoreUnavailable, Unavailable, psycopg.OperationalError) as error:
            _log.warning("%s waits: %s", order.work, error)
            time.sleep(pauses.next_ms() / 1_000)


@contextmanager
def _journal(means: Means) -> Generator[KafkaJournal]:
    with closing(
        KafkaJournal(
            means.kafka_bootstrap, means.schema_registry_url, "drift-worker", topics=[INFERENCE_SAMPLES]
        )
    ) as journal:
        yield journal


def _texts(
    means: Means, found: Mapping[str, Found], forgotten: Sequence[str]
) -> dict[str, tuple[Found, SampleBody]]:
    """Return the samples that have an answer and their texts, but those of forgotten users."""
    store = ObjectStore(means.store)
    texts: dict[str, tuple[Found, SampleBody]] = {}
    for sample, each in found.items():
        if each.sample.status >= FAILED_FROM or each.sample.subject in forgotten:
            continue
        try:
            body = read_body(store, each.sample)
        except ValueError:
            _log.warning("sample %s has no readable texts", sample, exc_info=True)
            continue
        if body is not None:
            texts[sample] = each, body
    return texts


# ---- judging ---------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Budget:
    """The limit of an order, as an Allowance of JudgeCalls."""

    allowance: Allowance

    def reserve(self, worst: Sequence[int]) -> int:
        """Reserve the worst cases of requests, from the first on; return for how many there was enough."""
        count = self.allowance.affordable(worst)
        self.allowance = self.allowance.reserved(sum(worst[:count]))
        return count

    def settle(self, amount: int, used: int) -> None:
        """Replace reservations by what was really used."""
        self.allowance = self.allowance.settled(amount, used)


def _judged(means: Means, order: JudgeOrder) -> JudgeResult:
    config = ScoringConfig.model_validate_json(order.document)
    if config.judge is None:
        raise ValueError(f"{order.work}: the config has no judge")
    try:
        server = _server(means, order, config, config.judge)
    except NotUsable as error:
        return JudgeResult(reason=f"the judge: {error}")
    with _journal(means) as journal:
        found = samples.of_subgroup(
            journal, order.partition, order.start_ms, order.end_ms, frozenset(order.samples)
        )
    texts = _texts(means, found, order.forgotten)
    scores = {sample: _checked(config, each, body) for sample, (each, body) in texts.items()}
    passed = [
        JudgedAnswer(sample, _material(texts[sample][1])) for sample in order.samples if _asks(scores, sample)
    ]
    with psycopg.connect(means.postgres_dsn, autocommit=True) as connection:
        replies = Answers(connection, order.tenant)
        asking = _Asking(order, config.judge, server, replies)
        spent, reason = asyncio.run(asking.judged(passed, scores))
        replies.forget(order.work)  # they may quote users, and nothing needs them any more
    if not reason and len(scores) < len(order.samples):
        missing = len(order.samples) - len(scores)
        reason = f"texts of {missing} samples are gone, or their requests have failed"
    ordered = tuple(scores[each] for each in order.samples if each in scores)
    return JudgeResult(scores=ordered, cost_micros=micros(spent), reason=reason)


def _asks(scores: Mapping[str, SampleScore], sample: str) -> bool:
    return sample in scores and not scores[sample].failed_check


def _server(means: Means, order: JudgeOrder, config: ScoringConfig, setting: JudgeSetting) -> Endpoint:
    """Return the judge's endpoint.

    Raises:
        NotUsable: it may not be asked, its key is missing, or this worker would judge otherwise.
    """
    if config.judge_hash != order.judge_hash:
        raise NotUsable(
            JUDGE_DIFFERS, f"judge is {config.judge_hash}; must be {order.judge_hash}: update this worker"
        )
    url, name = setting.endpoint.url or "", setting.endpoint.key
    require_listed(url, means.endpoints)
    key = None if name is None else key_named(order.tenant, name, means.secrets_dir)
    return endpoint_of_judge(setting, endpoint(setting.endpoint, url, key=key))


def _checked(config: ScoringConfig, found: Found, body: SampleBody) -> SampleScore:
    """Return a sample's result without the judge: one that passes the checks has no score yet."""
    setting = config.tasks.get(found.sample.task)
    score = 1.0
    if setting is not None:
        score, _ = score_in_production(setting, body.answer, _sources(body))
    failed = score == 0
    return SampleScore(
        sample=found.sample.sample,
        at_ms=found.at_ms,
        offset=found.offset,
        score=0.0 if failed else None,
        failed_check=failed,
    )


def _role(role: str) -> Literal["system", "user", "assistant"]:
    """Return a role that judges and golden cases know: what a tool says is given to the model as a user's."""
    match role:
        case "system" | "user" | "assistant":
            return role
        case "developer":
            return "system"
        case _:
            return "user"


def _sources(body: SampleBody) -> dict[str, str]:
    return {str(number): text for number, text in enumerate(body.sources, 1)}


def _material(body: SampleBody) -> Material:
    return Material(
        conversation=tuple(Message(_role(each.role), each.content) for each in body.conversation),
        answer=body.answer,
        sources=_sources(body),
    )


class _Asking:
    """The judge of an order.

    Args:
        order: The order.
        setting: The judge.
        server: Its endpoint.
        replies: Replies that were paid for.
    """

    def __init__(self, order: JudgeOrder, setting: JudgeSetting, server: Endpoint, replies: Answers) -> None:
        self._order, self._setting, self._server, self._replies = order, setting, server, replies
        cap = order.cap_micros
        self._budget = None if cap is None else _Budget(Allowance(cap * PICOS))
        self._paid = 0

    async def judged(self, passed: Sequence[JudgedAnswer], scores: dict[str, SampleScore]) -> tuple[int, str]:
        """Have answers judged, and fill in their scores.

        Returns:
            Most that it has cost, 10^-12 dollars, and why not all have a score; empty: all have.
        """
        clock, pauses = SystemClock(), Pauses(_PAUSES)
        waiting = list(passed)
        while waiting:
            waiting, trouble, capped = await self._round(waiting, scores, clock)
            if capped:
                return self._cost(), "today's limit is reached"
            if not waiting:
                break
            pause_ms = pauses.next_ms()
            if clock.now_s() * 1_000 + pause_ms > self._order.until_ms:
                return self._cost(), f"the judge does not answer: {trouble}"
            _log.warning("%s: the judge: %s: again in %d ms", self._order.work, trouble, pause_ms)
            await clock.sleep(pause_ms / 1_000)
        rejected = sum(scores[each.subject].score is None for each in passed)
        return self._cost(), f"the judge has rejected {rejected} samples" if rejected else ""

    async def _round(
        self, waiting: Sequence[JudgedAnswer], scores: dict[str, SampleScore], clock: SystemClock
    ) -> tuple[list[JudgedAnswer], str, bool]:
        """Ask once for each; return what is to be asked again, why, and whether the limit is reached."""
        again, trouble = {each.subject: each for each in waiting}, ""
        async with Client(self._server, clock, random.SystemRandom().random) as client:
            calls = JudgeCalls(
                self._setting.judge,
                client,
                run=self._order.work,
                replies=self._replies,
                allowance=self._budget,
                price=self._order.price,
            )
            try:
                async with aclosing(calls.judged(waiting)) as results:
                    async for sample, judged in results:
                        self._paid += judged.cost_picos
                        scores[sample] = _scored(scores[sample], judged)
                        if not judged.code or judged.code in _FINAL:
                            del again[sample]
                        else:
                            trouble = judged.reason
            except EndpointEnded as end:
                trouble = end.failure.text
            return list(again.values()), trouble, calls.capped

    def _cost(self) -> int:
        """Return the most that it has cost: what is reserved still may have been charged."""
        if self._budget is None:
            return self._paid
        return max(self._paid, self._budget.allowance.used + self._budget.allowance.held)


def _scored(score: SampleScore, judged: Judged) -> SampleScore:
    return SampleScore(
        sample=score.sample,
        at_ms=score.at_ms,
        offset=score.offset,
        score=judged.score,
        verdicts=len(judged.scores),
        unread=judged.unread,
    )


# ---- golden cases ----------------------------------------------------------------------------------------


def _stored(means: Means, order: CasesOrder) -> CasesResult:
    """Store samples as golden cases that may be proposed."""
    config = ScoringConfig.model_validate_json(order.document)
    with _journal(means) as journal:
        found = samples.at_places(journal, order.samples)
    store = ObjectStore(means.store)
    cases: list[StoredCase] = []
    for sample, (each, body) in _texts(means, found, order.forgotten).items():
        task = each.sample.task if each.sample.task in config.tasks else next(iter(config.tasks))
        case = {
            "id": f"{order.alarm}-{sample}",
            "task": task,
            "messages": [{"role": _role(one.role), "content": one.content} for one in body.conversation],
            "metadata": {
                "alarm": order.alarm,
                "model": each.sample.repository,
                "version": each.sample.commit,
            },
            "subset": "live",
        }
        if body.sources:
            case["sources"] = _sources(body)
        line = canonical_line(case).encode()
        digest = hashlib.sha256(line).hexdigest()
        store.put(proposed_case_key(order.tenant, digest), line)
        cases.append(StoredCase(case=str(case["id"]), task=task, digest=digest))
    return CasesResult(cases=tuple(cases))
