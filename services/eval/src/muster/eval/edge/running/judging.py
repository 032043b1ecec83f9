"""Answers that passed the checks, judged after all were asked.

Each sample is one request, and one more if its reply cannot be read. The first samples of an answer are asked
for at once; if they differ, the others come before further answers, so that a run that reaches its cap lacks
verdicts on the last answers alone. Replies are kept like answers, and read as they are kept: a killed run
asks again at most what was under way, and comes to the same scores.
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
from muster.scoring.judging.judgements import REASON_CHARACTERS, judgement, needed
from muster.scoring.judging.prompts import Material, sample_prompt
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
        under_way: Requests without a reply.
        failure: Of an endpoint that gave no reply; None: it has given one to each request.
        paid: Replies that this run paid for.
        tokens_in: Of those.
        tokens_out: Of those.
        cost_picos: Most that replies and failures have cost this run, 10^-12 dollars.
    """

    survivor: Survivor
    samples: list[list[Reading]]
    hashes: list[list[str]]
    under_way: int = 0
    failure: Failure | None = None
    paid: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost_picos: int = 0

    def needed(self) -> Sequence[int]:
        """Return the samples to ask for; none while replies are under way, nor after a failure."""
        return () if self.under_way or self.failure is not None else needed(self.samples)


@dataclass(frozen=True, slots=True)
class _Request:
    """A request under way."""

    judging: _Judging
    sample: int
    key: str


@dataclass(slots=True)
class _Asked:
    """Progress of a run's judge.

    Attributes:
        open: Requests under way, by the id of their prompt.
        over: Survivors with all verdicts that they need, whose result is not yielded.
    """

    open: dict[str, tuple[_Request, Prompt]] = field(default_factory=dict[str, tuple[_Request, Prompt]])
    over: list[_Judging] = field(default_factory=list[_Judging])


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
        asked = _Asked()
        batches = (judging[first : first + BATCH] for first in range(0, len(judging), BATCH))
        waiting = Waiting(self._requests(asked, batch) for batch in batches)
        for outcomes in self._rounds.outcomes(engine, waiting, unscored):
            waiting.put_back(self._requests(asked, self._note(asked, outcomes)))
            yield from self._results(asked)
        yield from self._results(asked)
        # Not before: where the endpoint has ended, what it failed at has no result, and is asked for again.
        yield from (self._result(each) for each in judging if each.failure is not None)

    def _requests(self, asked: _Asked, judging: Sequence[_Judging]) -> list[Item[None]]:
        """Return requests for which no reply is kept; take those that are, and note who needs none."""
        items: list[Item[None]] = []
        while unsettled := [each for each in judging if each.needed()]:
            requests = {prompt.id: (request, prompt) for request, prompt in self._requests_for(unsettled)}
            known = self._answers.find([request.key for request, _ in requests.values()])
            for prompt_id, (request, prompt) in requests.items():
                if reply := known.get(request.key):
                    self._take(request, reply)
                else:
                    request.judging.under_way += 1
                    asked.open[prompt_id] = request, prompt
                    items.append(Item(prompt, None))
        asked.over += [each for each in judging if not each.under_way and each.failure is None]
        return items

    def _requests_for(self, judging: Sequence[_Judging]) -> Iterator[tuple[_Request, Prompt]]:
        """Yield a request for each sample that is needed."""
        answers = self._answers.find([each.survivor.key for each in judging if each.survivor.text is None])
        for each in judging:
            case, text = each.survivor.case, each.survivor.text
            if text is None:
                text = self._held_out.read_text(case, answers[each.survivor.key].text)
            for sample in each.needed():
                attempt = len(each.samples[sample])
                prompt = self._prompt(case, text, sample, attempt)
                yield _Request(each, sample, self._key(case, prompt, sample, attempt)), prompt

    def _note(self, asked: _Asked, outcomes: Sequence[Outcome[None]]) -> list[_Judging]:
        """Keep replies, then take them; return the survivors that they are for."""
        replies: list[tuple[_Request, Kept]] = []
        changed: dict[str, _Judging] = {}
        used = 0
        for outcome in outcomes:
            (request, prompt), result = asked.open.pop(outcome.prompt_id), outcome.result
            judging, case = request.judging, request.judging.survivor.case
            judging.under_way -= 1
            changed[case.id] = judging
            used += (amount := self._rounds.cost(prompt, result))
            if isinstance(result, Answer):
                text = self._held_out.kept_text(case, kept_text(result.text))
                replies.append((request, kept(request.key, self._order.run, text, result, cost_picos=amount)))
            elif result.code is FailureCode.TOO_LARGE:
                text = self._held_out.kept_text(case, result.text)
                replies.append((request, self._too_large(request.key, text, amount)))
            else:
                judging.failure = result
                judging.cost_picos += amount
        with self._answers.transaction():
            self._answers.keep(reply for _, reply in replies)
            self._rounds.settle([outcome.prompt_id for outcome in outcomes], used)
        for request, reply in replies:
            self._take(request, reply)
        return list(changed.values())

    def _take(self, request: _Request, reply: Kept) -> None:
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

    def _results(self, asked: _Asked) -> Iterator[CaseScore]:
        """Yield results of survivors with all verdicts that they need."""
        over, asked.over = asked.over, []
        yield from map(self._result, over)

    def _result(self, judging: _Judging) -> CaseScore:
        """Return a survivor's result; without a score if the endpoint has failed for a sample."""
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
        if (failure := judging.failure) is not None:
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
