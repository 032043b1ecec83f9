"""Stored answers of anchors, judged as answers in production are: without expected texts.

A case without a kept answer has a result that says so; one that fails a check of its task scores 0 and is not
judged. Results are sent when all are known; a killed run finds the verdicts that it has paid for among the
kept replies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from hashlib import sha256
from typing import Final

from muster.eval.core.configs.documents import GoldenCase
from muster.eval.core.money.spending import CAP_REACHED, stopped_sentence
from muster.eval.core.runs.orders import ANSWER_NOT_KEPT, BATCH, Order, Result, anchors
from muster.eval.core.runs.probes import NO_ANSWERS
from muster.eval.edge.running.judging import Judging, Survivor
from muster.eval.edge.running.probing import judged_survivors, sent
from muster.eval.edge.running.questions import answer_key, question
from muster.eval.edge.running.results import Results
from muster.eval.edge.running.spending import Spending
from muster.events.eval_results import CaseScore
from muster.golden.configs import score_in_production
from muster.scoring.calling.paid_answer import PaidAnswer
from muster.scoring.executing.engine import Engine
from muster.scoring.kept_answers import Answers

_NO_ANSWERS: Final = "no answer of the version is kept of these cases"
_NOT_KEPT: Final = "no answer of the version to this case is kept"


class Anchoring:
    """One run over anchors.

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
        self, cases: Iterable[GoldenCase], engine: Callable[[], AbstractContextManager[Engine]]
    ) -> Result:
        """Have the kept answers judged, and send the results."""
        survivors = list(self._survivors(anchors(self._order, cases)))
        if all(each.result.code == ANSWER_NOT_KEPT for each in survivors):
            return Result(batches=0, code=NO_ANSWERS, reason=_NO_ANSWERS)
        known = {each.case.id: each.result for each in survivors if not each.result.score}
        asked = [each for each in survivors if each.case.id not in known]
        judged, code, reason = judged_survivors(self._judging, asked, engine)
        found = _first(survivors, {**known, **judged})
        if not code and len(found) < len(survivors) and self._spending is not None:
            code = CAP_REACHED
            reason = stopped_sentence(self._spending.allowance, len(found), len(survivors))
        return sent(self._results, self._spending, found, code, reason)

    def _survivors(self, cases: Sequence[GoldenCase]) -> Iterator[Survivor]:
        """Yield the cases with their results without the judge; those with the score 1 are to be judged."""
        for first in range(0, len(cases), BATCH):
            batch = cases[first : first + BATCH]
            keys = [answer_key(self._order, question(self._order, case)) for case in batch]
            known = self._answers.find(keys)
            for case, key in zip(batch, keys, strict=True):
                yield self._survivor(case, known.get(key))

    def _survivor(self, case: GoldenCase, answer: PaidAnswer | None) -> Survivor:
        result = CaseScore(case=case.id, task=case.task, cluster=case.cluster_name, cached=True)
        if answer is None:
            return Survivor(case, "", replace(result, code=ANSWER_NOT_KEPT, reason=_NOT_KEPT), "")
        setting = self._order.config.tasks[case.task]
        score, reason = score_in_production(setting, answer.text, case.sources)
        digest = sha256(answer.text.encode()).hexdigest()
        result = replace(result, score=score, reason=reason, answer=digest, key=answer.key)
        return Survivor(case.model_copy(update={"expected": ()}), "", result, answer.text)


def _first(survivors: Sequence[Survivor], known: Mapping[str, CaseScore]) -> list[CaseScore]:
    """Return the results in their order, up to the first that is missing."""
    found: list[CaseScore] = []
    for each in survivors:
        if (result := known.get(each.case.id)) is None:
            break
        found.append(result)
    return found
