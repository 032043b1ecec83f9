"""Answers that passed the checks, judged after all were asked.

Each sample is one request, and one more if its reply cannot be read. The first samples of an answer are asked
for at once; if they differ, the others come before further answers, so that a run that reaches its cap lacks
verdicts on the last answers alone. Replies are kept like answers, and read as they are kept: a killed run
asks again at most what was under way, and comes to the same scores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from muster.eval.core.configs.documents import GoldenCase
from muster.eval.core.runs.orders import BATCH, Order
from muster.eval.edge.running.held_out import HeldOut, without_texts
from muster.eval.edge.running.rounds import Rounds
from muster.eval.edge.running.scorers import unscored
from muster.eval.edge.running.spending import Spending
from muster.eval.edge.running.waiting import Waiting
from muster.events.eval_results import CaseScore, Judged
from muster.events.refusal import must_be
from muster.golden.configs import REASON_MAX
from muster.scoring.calling.endpoints import Endpoint
from muster.scoring.calling.outcomes import Failure
from muster.scoring.calling.paid_answer import PaidAnswer, paid_answer
from muster.scoring.calling.prompts import Message, Prompt
from muster.scoring.executing.engine import Engine
from muster.scoring.executing.items import Item, Outcome
from muster.scoring.judging.progress import Progress, begun, readable, reply_key
from muster.scoring.judging.prompts import Material, sample_prompt
from muster.scoring.kept_answers import Answers


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


@dataclass(frozen=True, slots=True)
class _Judging:
    """A survivor whose verdicts are incomplete."""

    survivor: Survivor
    progress: Progress


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
        judging = [_Judging(each, begun(self._judge.samples, self._order.run)) for each in survivors]
        asked = _Asked()
        batches = (judging[first : first + BATCH] for first in range(0, len(judging), BATCH))
        waiting = Waiting(self._requests(asked, batch) for batch in batches)
        for outcomes in self._rounds.outcomes(engine, waiting, unscored):
            waiting.put_back(self._requests(asked, self._note(asked, outcomes)))
            yield from self._results(asked)
        yield from self._results(asked)
        # Not before: where the endpoint has ended, what it failed at has no result, and is asked for again.
        yield from (self._result(each) for each in judging if each.progress.failure is not None)

    def _requests(self, asked: _Asked, judging: Sequence[_Judging]) -> list[Item[None]]:
        """Return requests for which no reply is kept; take those that are, and note who needs none."""
        items: list[Item[None]] = []
        while unsettled := [each for each in judging if each.progress.needed()]:
            requests = {prompt.id: (request, prompt) for request, prompt in self._requests_for(unsettled)}
            known = self._answers.find([request.key for request, _ in requests.values()])
            for prompt_id, (request, prompt) in requests.items():
                if reply := known.get(request.key):
                    self._take(request, reply)
                else:
                    request.judging.progress.under_way += 1
                    asked.open[prompt_id] = request, prompt
                    items.append(Item(prompt, None))
        asked.over += [
            each for each in judging if not each.progress.under_way and each.progress.failure is None
        ]
        return items

    def _requests_for(self, judging: Sequence[_Judging]) -> Iterator[tuple[_Request, Prompt]]:
        """Yield a request for each sample that is needed."""
        answers = self._answers.find([each.survivor.key for each in judging if each.survivor.text is None])
        for each in judging:
            case, text = each.survivor.case, each.survivor.text
            if text is None:
                text = self._held_out.read_text(case, answers[each.survivor.key].text)
            for sample in each.progress.needed():
                attempt = each.progress.attempt(sample)
                prompt = self._prompt(case, text, sample, attempt)
                yield _Request(each, sample, self._key(case, prompt, sample, attempt)), prompt

    def _note(self, asked: _Asked, outcomes: Sequence[Outcome[None]]) -> list[_Judging]:
        """Keep replies, then take them; return the survivors that they are for."""
        replies: list[tuple[_Request, PaidAnswer]] = []
        changed: dict[str, _Judging] = {}
        used = 0
        for outcome in outcomes:
            (request, prompt), result = asked.open.pop(outcome.prompt_id), outcome.result
            judging, case = request.judging, request.judging.survivor.case
            judging.progress.under_way -= 1
            changed[case.id] = judging
            used += (amount := self._rounds.cost(prompt, result))
            if (text := readable(result)) is not None:
                text = self._held_out.kept_text(case, text)
                replies.append(
                    (request, paid_answer(request.key, self._order.run, text, result, cost_picos=amount))
                )
            elif isinstance(result, Failure):
                judging.progress.fail(result, amount)
        with self._answers.transaction():
            self._answers.keep(reply for _, reply in replies)
            self._rounds.settle([outcome.prompt_id for outcome in outcomes], used)
        for request, reply in replies:
            self._take(request, reply)
        return list(changed.values())

    def _take(self, request: _Request, reply: PaidAnswer) -> None:
        """Add a kept reply to its survivor."""
        judging = request.judging
        text = self._held_out.read_text(judging.survivor.case, reply.text)
        judging.progress.take(request.sample, reply, text)

    def _results(self, asked: _Asked) -> Iterator[CaseScore]:
        """Yield results of survivors with all verdicts that they need."""
        over, asked.over = asked.over, []
        yield from map(self._result, over)

    def _result(self, judging: _Judging) -> CaseScore:
        """Return a survivor's result; without a score if the endpoint has failed for a sample."""
        survivor, found = judging.survivor, judging.progress.judged()
        judged = Judged(
            scores=found.scores,
            unread=found.unread,
            replies=found.replies,
            paid=found.paid,
            tokens_in=found.tokens_in,
            tokens_out=found.tokens_out,
        )
        result = replace(
            survivor.result,
            score=found.score,
            reason=found.reason[:REASON_MAX],
            judged=judged,
            cost_picos=survivor.result.cost_picos + found.cost_picos,
        )
        if found.code:
            reason = f"the judge: {found.reason}"[:REASON_MAX]
            result = replace(result, code=f"JUDGE_{found.code}", reason=reason)
        return without_texts(survivor.case, result)

    def _prompt(self, case: GoldenCase, answer: str, sample: int, attempt: int) -> Prompt:
        prompt_id = f"{self._order.run}/{case.id}"
        material = material_of(case, answer)
        return sample_prompt(self._judge, material, prompt_id, sample=sample, attempt=attempt)

    def _key(self, case: GoldenCase, prompt: Prompt, sample: int, attempt: int) -> str:
        """Return the key of a reply; each case has verdicts of its own, also on equal answers."""
        run = self._order.run if self._order.fresh else ""
        key = reply_key(self._order.judge, prompt, case.id, sample=sample, attempt=attempt, run=run)
        return self._held_out.key(case, key)


def material_of(case: GoldenCase, answer: str) -> Material:
    """Return an answer to a case as a judge sees it."""
    return Material(
        conversation=tuple(Message(each.role, each.content) for each in case.conversation),
        answer=answer,
        expected=case.expected,
        sources=case.sources,
    )
