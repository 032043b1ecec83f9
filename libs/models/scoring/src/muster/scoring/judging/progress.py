"""Judging of one answer, reply by reply: what to ask for next, and what the replies make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256

from muster.scoring.calling.cache_keys import cache_key
from muster.scoring.calling.outcomes import Answer, Failure, FailureCode
from muster.scoring.calling.paid_answer import PaidAnswer
from muster.scoring.calling.prompts import Json, Prompt
from muster.scoring.judging.judgements import REASON_CHARACTERS, judgement, needed
from muster.scoring.judging.replies import Reading, Verdict, kept_text, read_reply


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """Result of one answer.

    Attributes:
        score: The median on the scale from 0 to 1; None: the endpoint has failed for a sample.
        reason: The judge's words for the median, why a reply could not be read, or the failure.
        scores: Of each sample that was asked for, 1 to 5; empty without a score.
        unread: Samples without a reply that could be read; each counts as 1.
        code: Of the failure; empty: there is a score.
        replies: SHA-256 of each reply as it is kept, unread ones included.
        paid: Replies that this run paid for; the others were there already.
        tokens_in: Tokens of the prompts that this run paid for.
        tokens_out: Tokens of the replies that this run paid for.
        cost_picos: Most that it has cost this run, 10^-12 dollars.
    """

    score: float | None
    reason: str
    scores: tuple[int, ...]
    unread: int
    code: str
    replies: tuple[str, ...]
    paid: int
    tokens_in: int
    tokens_out: int
    cost_picos: int


@dataclass(slots=True)
class Progress:
    """An answer whose verdicts may be incomplete.

    Attributes:
        run: Replies that it paid for count as paid.
        readings: Of each sample, by attempt.
        hashes: Of the replies of each sample, by attempt.
        under_way: Requests without a reply.
        failure: Of an endpoint that gave no reply; None: it has given one to each request.
        paid: Replies that this run paid for.
        tokens_in: Of those.
        tokens_out: Of those.
        cost_picos: Most that replies and failures have cost this run, 10^-12 dollars.
    """

    run: str
    readings: list[list[Reading]]
    hashes: list[list[str]] = field(init=False)
    under_way: int = 0
    failure: Failure | None = None
    paid: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost_picos: int = 0

    def __post_init__(self) -> None:
        self.hashes = [[] for _ in self.readings]

    def needed(self) -> Sequence[int]:
        """Return the samples to ask for; none while replies are under way, nor after a failure."""
        return () if self.under_way or self.failure is not None else needed(self.readings)

    def attempt(self, sample: int) -> int:
        """Return which attempt at a sample comes next, from 0."""
        return len(self.readings[sample])

    def take(self, sample: int, reply: PaidAnswer, text: str) -> None:
        """Add a reply, kept as `reply`, whose text is `text`."""
        reading = read_reply(text)
        if isinstance(reading, Verdict):
            reading = replace(reading, reason=reading.reason[: REASON_CHARACTERS + 1])
        self.readings[sample].append(reading)
        self.hashes[sample].append(sha256(reply.text.encode()).hexdigest())
        if reply.run == self.run:
            self.paid += 1
            self.tokens_in += reply.tokens_in
            self.tokens_out += reply.tokens_out
            self.cost_picos += reply.cost_picos

    def fail(self, failure: Failure, cost_picos: int) -> None:
        """Note that the endpoint has failed for a sample, at this cost at most."""
        self.failure = failure
        self.cost_picos += cost_picos

    def judged(self) -> Judged:
        """Return the result.

        Raises:
            ValueError: Some samples are needed.
        """
        found = None if self.failure is not None else judgement(self.readings)
        return Judged(
            score=None if found is None else found.score,
            reason=found.reason if found is not None else "" if self.failure is None else self.failure.text,
            scores=() if found is None else found.scores,
            unread=0 if found is None else found.unread,
            code="" if self.failure is None else str(self.failure.code),
            replies=tuple(each for hashes in self.hashes for each in hashes),
            paid=self.paid,
            tokens_in=self.tokens_in,
            tokens_out=self.tokens_out,
            cost_picos=self.cost_picos,
        )


def begun(samples: int, run: str) -> Progress:
    """Return the judging of an answer that has no verdict yet."""
    return Progress(run, [[] for _ in range(samples)])


def reply_key(
    judge_hash: str, prompt: Prompt, subject: str, *, sample: int, attempt: int, run: str = ""
) -> str:
    """Return the key under which a reply is kept.

    Args:
        judge_hash: Of the judge.
        prompt: The request.
        subject: Id of what was answered: each has verdicts of its own, also on equal answers.
        sample: Of the request.
        attempt: Of the request.
        run: The run to which the reply is of use; empty: to any.
    """
    extra: dict[str, Json] = {"case": subject, "sample": sample, "attempt": attempt}
    if run:
        extra["run"] = run
    return cache_key(f"judge/{judge_hash}", prompt, extra)


def readable(result: Answer | Failure) -> str | None:
    """Return what is kept and read of a reply; None: there is none, and the answer has no score.

    A reply that was too large to be received is a text that cannot be read.
    """
    if isinstance(result, Answer):
        return kept_text(result.text)
    return result.text if result.code is FailureCode.TOO_LARGE else None
