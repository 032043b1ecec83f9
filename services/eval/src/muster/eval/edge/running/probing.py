"""A probe of the judge: kept answers of a version, plain and changed, are judged.

Plain answers that were judged before cost nothing: their verdicts are kept. Results are sent when all are
known; a killed probe finds the verdicts that it has paid for among the kept replies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from functools import cache
from hashlib import sha256
from itertools import takewhile
from typing import Final

from muster.eval.core import judges
from muster.eval.core.configs.documents import GoldenCase
from muster.eval.core.money.spending import CAP_REACHED, stopped_sentence
from muster.eval.core.runs.orders import BATCH, RAY_NOT_REACHED, Order, Result
from muster.eval.core.runs.probes import NO_ANSWERS, PLAIN, name_of
from muster.eval.edge.running.judging import Judging, Survivor, material_of
from muster.eval.edge.running.questions import answer_key, question
from muster.eval.edge.running.results import Results
from muster.eval.edge.running.scorers import scored_again
from muster.eval.edge.running.spending import Spending
from muster.events.eval_results import CaseScore
from muster.golden.configs import REASON_MAX
from muster.scoring.calling.outcomes import EndpointEnded
from muster.scoring.calling.paid_answer import PaidAnswer
from muster.scoring.executing.engine import Engine
from muster.scoring.executing.local_ray import NotReached
from muster.scoring.judging.probes import probes
from muster.scoring.judging.prompts import ANSWER_CHARACTERS_MAX
from muster.scoring.kept_answers import Answers

_NO_ANSWERS: Final = "no answer of the version is kept that its checks let pass and the judge scores"


class Probing:
    """One probe.

    Args:
        order: What is to be done.
        answers: Answers and replies that were paid for.
        results: Where results go.
        judging: The judge's part.
        spending: Reserves what a verdict may cost before it is asked for; None: nothing has a price.
    """

    def __init__(
        self, order: Order, answers: Answers, results: Results, judging: Judging, spending: Spending | None
    ) -> None:
        self._order, self._answers, self._results = order, answers, results
        self._judging, self._spending = judging, spending

    def run(
        self,
        planned: Sequence[Sequence[GoldenCase]],
        engine: Callable[[], AbstractContextManager[Engine]],
    ) -> Result:
        """Have plain and changed answers judged, and send the results."""
        survivors = list(self._survivors(planned))
        if not survivors:
            return Result(batches=0, code=NO_ANSWERS, reason=_NO_ANSWERS)
        judged, code, reason = judged_survivors(self._judging, survivors, engine)
        found = [judged.get(each.result.case) for each in survivors]
        first = [each for each in takewhile(lambda each: each is not None, found) if each is not None]
        if not code and len(first) < len(survivors) and self._spending is not None:
            done = sum(each.task == PLAIN for each in first)
            cases = sum(each.result.task == PLAIN for each in survivors)
            code, reason = CAP_REACHED, stopped_sentence(self._spending.allowance, done, cases)
        return sent(self._results, self._spending, first, code, reason)

    def _survivors(self, planned: Sequence[Sequence[GoldenCase]]) -> Iterator[Survivor]:
        """Yield answers of the first cases of the run that the judge scores: plain, then changed."""
        left = self._order.probe
        for batch in planned:
            cases = [case for case in batch if judges.is_judged(self._order.config, case)]
            keys = [answer_key(self._order, question(self._order, case)) for case in cases]
            known = self._answers.find(keys)
            for case, key in zip(cases, keys, strict=True):
                answer = known.get(key)
                if answer is None or scored_again(self._order.config, case, answer.text)[0] != 1.0:
                    continue
                if left == 0:
                    return
                left -= 1
                yield from _probed(case, answer)


def judged_survivors(
    judging: Judging,
    survivors: Sequence[Survivor],
    engine: Callable[[], AbstractContextManager[Engine]],
) -> tuple[Mapping[str, CaseScore], str, str]:
    """Return the results that the judge gives by case, and code and sentence of why it could not go on."""
    judged: dict[str, CaseScore] = {}
    code = reason = ""
    with ExitStack() as stack:
        started = cache(lambda: stack.enter_context(engine()))
        try:
            for each in judging.judged(survivors, started):
                judged[each.case] = each
        except EndpointEnded as end:
            code, reason = f"JUDGE_{end.failure.code}", f"the judge: {end.failure.text}"
        except NotReached as error:
            code, reason = RAY_NOT_REACHED, str(error)
    return judged, code, reason


def sent(
    results: Results, spending: Spending | None, found: Sequence[CaseScore], code: str, reason: str
) -> Result:
    """Send all results of a run over kept answers; return what is reported."""
    places = range(0, len(found), BATCH)
    for batch, first in enumerate(places):
        results.send(batch, found[first : first + BATCH])
    unsettled = 0
    if spending is not None:
        unsettled = spending.unsettled_micros(sum(each.cost_picos for each in found))
    return Result(batches=len(places), code=code, reason=reason[:REASON_MAX], unsettled_micros=unsettled)


def _probed(case: GoldenCase, answer: PaidAnswer) -> Iterator[Survivor]:
    """Yield an answer plain and changed; a changed one has a name of its own: verdicts are kept by it."""
    yield _survivor(case, case, PLAIN, answer.text)
    for probe in probes(case.id, material_of(case, answer.text)):
        if len(probe.material.answer) <= ANSWER_CHARACTERS_MAX:
            changed = {"id": name_of(case.id, probe.kind), "sources": dict(probe.material.sources)}
            yield _survivor(case, case.model_copy(update=changed), probe.kind, probe.material.answer)


def _survivor(case: GoldenCase, judged: GoldenCase, kind: str, text: str) -> Survivor:
    result = CaseScore(case=name_of(case.id, kind), task=kind, cluster=case.cluster_name, score=1.0)
    answer = sha256(text.encode()).hexdigest()
    return Survivor(judged, "", replace(result, answer=answer), text)
