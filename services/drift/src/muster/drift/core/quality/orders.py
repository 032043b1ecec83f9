"""Orders to a worker, and what it reports. PURE."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from muster.events.eval_commands import TokenPrice
from pydantic import TypeAdapter, ValidationError


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeOrder:
    """Samples of a subgroup to judge.

    Attributes:
        work: Id of the order.
        tenant: Organisation of the model.
        repository: Model: NAMESPACE/NAME.
        partition: Partition of inference-samples that has them.
        start_ms: Start of the subgroup, milliseconds since 1970 UTC.
        end_ms: Its end, exclusive.
        samples: Their ids.
        forgotten: Keyed hashes of users whose samples nobody may judge.
        document: The eval config.
        judge_hash: Hash that its judge must have.
        price: Price of the judge's tokens; None: none is set.
        cap_micros: Most that it may cost, millionths of a dollar; None without a price.
        until_ms: When a judge that does not answer is given up, milliseconds since 1970 UTC.
    """

    work: str
    tenant: str
    repository: str
    partition: int
    start_ms: int
    end_ms: int
    samples: tuple[str, ...]
    forgotten: tuple[str, ...]
    document: str
    judge_hash: str
    price: TokenPrice | None
    cap_micros: int | None
    until_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A sample and its place in the log.

    Attributes:
        sample: Its id.
        partition: Partition of inference-samples.
        offset: Offset there.
    """

    sample: str
    partition: int
    offset: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CasesOrder:
    """Samples to store as proposed golden cases.

    Attributes:
        work: Id of the order.
        tenant: Organisation of the model.
        alarm: The alarm that they stand for.
        document: The eval config, whose tasks cases belong to.
        samples: The samples.
        forgotten: Keyed hashes of users whose samples nobody may keep.
    """

    work: str
    tenant: str
    alarm: str
    document: str
    samples: tuple[Place, ...]
    forgotten: tuple[str, ...]


Order: TypeAlias = JudgeOrder | CasesOrder


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleScore:
    """A sample that was judged.

    Attributes:
        sample: Its id.
        at_ms: Its time, milliseconds since 1970 UTC.
        offset: Its place in its partition.
        score: 0 to 1; None: there is none.
        failed_check: Whether a check of its task failed, so that the judge was not asked.
        verdicts: Verdicts that were asked for.
        unread: Those that could not be read.
    """

    sample: str
    at_ms: int
    offset: int
    score: float | None
    failed_check: bool = False
    verdicts: int = 0
    unread: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeResult:
    """Result of a JudgeOrder.

    Attributes:
        scores: By sample, in the order of the order; those whose texts are gone are left out.
        cost_micros: Most that it has cost, millionths of a dollar.
        reason: Why not all were judged, in one sentence; empty: all were.
    """

    scores: tuple[SampleScore, ...] = ()
    cost_micros: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredCase:
    """A case that was stored.

    Attributes:
        case: Its id.
        task: Its task.
        digest: SHA-256 of its canonical line.
    """

    case: str
    task: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CasesResult:
    """Result of a CasesOrder.

    Attributes:
        cases: Those that were stored; samples whose texts are gone have none.
    """

    cases: tuple[StoredCase, ...] = ()


_ORDER: Final[TypeAdapter[JudgeOrder | CasesOrder]] = TypeAdapter(JudgeOrder | CasesOrder)
_JUDGED: Final = TypeAdapter(JudgeResult)
_CASES: Final = TypeAdapter(CasesResult)


def order_bytes(order: Order) -> bytes:
    """Return the body of an order."""
    return _ORDER.dump_json(order)


def read_order(body: bytes) -> Order:
    """Return the order of a body; the inverse of `order_bytes`."""
    return _ORDER.validate_json(body)


def result_bytes(result: JudgeResult | CasesResult) -> bytes:
    """Return a result as it is reported."""
    return _JUDGED.dump_json(result) if isinstance(result, JudgeResult) else _CASES.dump_json(result)


def read_judged(body: bytes) -> JudgeResult:
    """Return what was reported of a JudgeOrder; a report that is none has no scores, and says so."""
    try:
        return _JUDGED.validate_json(body)
    except ValidationError:
        return JudgeResult(reason="the worker's report cannot be read")


def read_cases(body: bytes) -> CasesResult:
    """Return what was reported of a CasesOrder; a report that is none has no cases."""
    try:
        return _CASES.validate_json(body)
    except ValidationError:
        return CasesResult()
