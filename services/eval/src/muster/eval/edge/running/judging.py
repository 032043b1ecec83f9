"""Answers that passed the checks, judged after all were asked.

Each sample is one request, and one more if its reply cannot be read. Replies are kept like answers, and read
as they are kept: a killed run asks again at most what was under way, and comes to the same scores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256

from muster.eval.core.documents import REASON_MAX, GoldenCase
from muster.eval.core.orders import BATCH, Order
from muster.eval.edge.running.answers import Answers, Kept, kept
from muster.eval.edge.running.held_out import HeldOut, without_texts
from muster.eval.edge.running.rounds import Rounds
from muster.eval.edge.running.scorers import unscored
from muster.eval.edge.running.spending import Spending
from muster.eval.edge.running.waiting import Waiting
from muster.events.eval_results import CaseScore, Judged
from muster.events.refusal import must_be
from muster.scoring.calling.cache_keys import cache_key
from muster.scoring.calling.endpoints import Endpoint
from muster.scoring.calling.outcomes import Answer, Failure, FailureCode
from muster.scoring.calling.prompts import Message, Prompt
from muster.scoring.executing.engine import Engine
from muster.scoring.executing.items import Item, Outcome
from muster.scoring.judging.judgements import REASON_CHARACTERS, judgement
from muster.scoring.judging.prompts import ATTEMPTS, Material, sample_prompt
from muster.scoring.judging.replies import Reading, Verdict, kept_text, read_reply


@dataclass(frozen=True, slots=True)
class Survivor:
    """An answer that passed the checks.

    Attributes:
        case: Its case.
        key: Key of the answer, which is kept.
        result: The result without the judge.
        text: The answer; None: as it is kept.
    """

    case: GoldenCase
    key: str
    result: CaseScore
    text: str | None = None


@dataclass(slots=True)
class _Judging:
    """A survivor whose verdicts are incomplete.

    Attributes:
        survivor: The answer.
        samples: Readings of each sample, by attempt.
        hashes: Of the replies of each sample, by attempt.
        failure: Of an endpoint that gave no reply; None: it has given one to each request.
        paid: Replies that this run paid for.
        tokens_in: Of those.
        tokens_out: Of those.
        cost_picos: Most that replies and failures have cost this run, 10^-12 dollars.
        is_over: Whether its result was yielded.
    """

    survivor: Survivor
    samples: list[list[Reading]]
    hashes: list[list[str]]
    failure: Failure | None = None
    paid: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost_picos: int = 0
    is_over: bool = False

    @property
    def is_awaited(self) -> bool:
        """Whether a further reply can still make a score."""
        return not self.is_over and self.failure is None

    def needs(self, sample: int, attempt: int) -> bool:
        """Return whether a sample is to be asked for in this attempt."""
        readings = self.samples[sample]
        return len(readings) == attempt and not (readings and isinstance(readings[-1], Verdict))

    def is_settled(self) -> bool:
        """Return whether no reply is awaited any more."""
        return all(
            readings and (isinstance(readings[-1], Verdict) or len(readings) == ATTEMPTS)
            for readings in self.samples
        )


@dataclass(frozen=True, slots=True)
class _Request:
    """A request under way."""

    judging: _Judging
    sample: int
    key: str


@dataclass(slots=True)
class _Round:
    """One attempt at every sample that needs it.

    Attributes:
        attempt: From 0.
        open: Requests under way, by the id of their prompt.
        changed: Survivors with a new reply or failure.
    """

    attempt: int
    open: dict[str, tuple[_Request, Prompt]] = field(default_factory=dict[str, tuple[_Request, Prompt]])
    changed: list[_Judging] = field(default_factory=list[_Judging])


class Judging:
    """The judge's part of a run.

    Args:
        order: The run, whose config has a judge.
        endpoint: The judge's.
        answers: Answers and replies that were paid for.
        spending: Reserves what a verdict may cost before it is asked for; None: nothing has a price.
        held_out: Seals what is kept of held-out cases; None: there are none.

    Raises:
        ValueError: The config has no judge.
    """

    def __init__(
        self,
        order: Order,
        endpoint: Endpoint,
        answers: Answers,
        spending: Spending | None = None,
        held_out: HeldOut | None = None,
    ) -> None:
        self._held_out = held_out or HeldOut()
        if order.config.judge is None:
            raise ValueError(must_be("judge", "missing", "in the config"))
        self._order, self._answers = order, answers
        self._rounds = Rounds[None](endpoint, order.judge_price, spending)
        self._judge = order.config.judge.judge

    def judged(self, survivors: Sequence[Survivor], engine: Callable[[], Engine]) -> Iterator[CaseScore]:
        """Yield the result of each survivor as it is known; none of those that are not affordable any more.

        Args:
            survivors: Answers that passed the checks.
            engine: Starts the engine, if something has to be asked.

        Raises:
            EndpointEnded: The judge's endpoint has ended; some have no result.
        """
        judging = [
            _Judging(each, [[] for _ in range(self._judge.samples)], [[] for _ in range(self._judge.samples)])
            for each in survivors
        ]
        for attempt in range(ATTEMPTS):
            current = _Round(attempt)
            waiting = Waiting(self._missing(judging, current))
            for outcomes in self._rounds.outcomes(engine, waiting, unscored):
                self._note(current, outcomes)
                yield from self._settled(current)
            yield from self._settled(current)
            if waiting:
                return
        yield from (self._result(each) for each in judging if not each.is_over)

    def _missing(self, judging: Sequence[_Judging], current: _Round) -> Iterator[list[Item[None]]]:
        """Yield requests for which no reply is kept; note those that are."""
        for first in range(0, len(judging), BATCH):
            waiting = [each for each in judging[first : first + BATCH] if each.is_awaited]
            answers = self._answers.find(
                [each.survivor.key for each in waiting if each.survivor.text is None]
            )
            asked: dict[str, tuple[Prompt, _Request]] = {}
            for each in waiting:
                text = each.survivor.text
                if text is None:
                    text = self._held_out.read_text(each.survivor.case, answers[each.survivor.key].text)
                for sample in range(self._judge.samples):
                    if each.needs(sample, current.attempt):
                        prompt = self._prompt(each.survivor.case, text, sample, current.attempt)
                        key = self._key(each.survivor.case, prompt, sample, current.attempt)
                        asked[prompt.id] = prompt, _Request(each, sample, key)
            known = self._answers.find([request.key for _, request in asked.values()])
            items: list[Item[None]] = []
            for prompt, request in asked.values():
                if reply := known.get(request.key):
                    self._take(current, request, reply)
                else:
                    current.open[prompt.id] = request, prompt
                    items.append(Item(prompt, None))
            yield items

    def _note(self, current: _Round, outcomes: Sequence[Outcome[None]]) -> None:
        """Keep replies, then take them."""
        replies: list[tuple[_Request, Kept]] = []
        used = 0
        for outcome in outcomes:
            (request, prompt), result = current.open.pop(outcome.prompt_id), outcome.result
            used += (amount := self._rounds.cost(prompt, result))
            if isinstance(result, Answer):
                text = self._held_out.kept_text(request.judging.survivor.case, kept_text(result.text))
                replies.append((request, kept(request.key, self._order.run, text, result, cost_picos=amount)))
            elif result.code is FailureCode.TOO_LARGE:
                text = self._held_out.kept_text(request.judging.survivor.case, result.text)
                replies.append((request, self._too_large(request.key, text, amount)))
            else:
                request.judging.failure = result
                request.judging.cost_picos += amount
                current.changed.append(request.judging)
        with self._answers.transaction():
            self._answers.keep(reply for _, reply in replies)
            self._rounds.settle([outcome.prompt_id for outcome in outcomes], used)
        for request, reply in replies:
            self._take(current, request, reply)

    def _take(self, current: _Round, request: _Request, reply: Kept) -> None:
        """Add a kept reply to its survivor."""
        judging = request.judging
        reading = read_reply(self._held_out.read_text(judging.survivor.case, reply.text))
        if isinstance(reading, Verdict):
            reading = replace(reading, reason=reading.reason[: REASON_CHARACTERS + 1])
        judging.samples[request.sample].append(reading)
        judging.hashes[request.sample].append(sha256(reply.text.encode()).hexdigest())
        if reply.run == self._order.run:
            judging.paid += 1
            judging.tokens_in += reply.tokens_in
            judging.tokens_out += reply.tokens_out
            judging.cost_picos += reply.cost_picos
        current.changed.append(judging)

    def _settled(self, current: _Round) -> Iterator[CaseScore]:
        """Yield results of survivors that need no further reply."""
        changed, current.changed = current.changed, []
        for each in changed:
            if not each.is_over and each.is_settled():
                yield self._result(each)

    def _result(self, judging: _Judging) -> CaseScore:
        """Return a survivor's result; without a score if the endpoint has failed for a sample."""
        judging.is_over = True
        judged = Judged(
            scores=(),
            replies=tuple(each for hashes in judging.hashes for each in hashes),
            paid=judging.paid,
            tokens_in=judging.tokens_in,
            tokens_out=judging.tokens_out,
        )
        paid = replace(
            judging.survivor.result, cost_picos=judging.survivor.result.cost_picos + judging.cost_picos
        )
        if not judging.is_settled():
            failure = judging.failure
            if failure is None:
                raise LookupError(f"case {judging.survivor.case.id} has neither verdicts nor a failure")
            reason = f"the judge: {failure.text}"[:REASON_MAX]
            code = f"JUDGE_{failure.code}"
            failed = replace(paid, score=None, code=code, reason=reason, judged=judged)
            return without_texts(judging.survivor.case, failed)
        found = judgement(judging.samples)
        scored = replace(
            paid,
            score=found.score,
            reason=found.reason[:REASON_MAX],
            judged=replace(judged, scores=found.scores, unread=found.unread),
        )
        return without_texts(judging.survivor.case, scored)

    def _prompt(self, case: GoldenCase, answer: str, sample: int, attempt: int) -> Prompt:
        prompt_id = f"{self._order.run}/{case.id}"
        material = material_of(case, answer)
        return sample_prompt(self._judge, material, prompt_id, sample=sample, attempt=attempt)

    def _key(self, case: GoldenCase, prompt: Prompt, sample: int, attempt: int) -> str:
        """Return the key of a reply; each case has verdicts of its own, also on equal answers."""
        extra = {"case": case.id, "sample": sample, "attempt": attempt}
        return self._held_out.key(case, cache_key(f"judge/{self._order.judge}", prompt, extra))

    def _too_large(self, key: str, text: str, amount: int) -> Kept:
        """Return what is kept of a reply that was not received to its end: a text that cannot be read."""
        return Kept(
            key=key,
            run=self._order.run,
            text=text,
            tokens_in=0,
            tokens_out=0,
            latency_ms=0,
            cost_picos=amount,
        )


def material_of(case: GoldenCase, answer: str) -> Material:
    """Return an answer to a case as a judge sees it."""
    return Material(
        conversation=tuple(Message(each.role, each.content) for each in case.conversation),
        answer=answer,
        expected=case.expected,
        sources=case.sources,
    )
