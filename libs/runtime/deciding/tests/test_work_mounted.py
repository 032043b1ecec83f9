"""A core with a queue of work in one call: what reaches the service, and what the queue keeps to itself."""

from __future__ import annotations

from muster.deciding import About, Changes, Entities, Fact, Facts, Happened, Input, Kind
from muster.deciding.work import Followed, Item, WorkFact, WorkQueue, with_work
from muster.events.shared.watermarks import Watermark
from muster.events.shared.work_orders import (
    WorkEnded,
    WorkerLost,
    WorkerRenewed,
    WorkerReported,
    WorkLost,
    WorkOrdered,
    WorkParked,
    WorkQueued,
    WorkReported,
)
from muster.testkit.cores.deciding import Decisions, given

LEASE_MS = 6_000
QUEUE = WorkQueue(lease_ms=LEASE_MS)
SEEN = Kind("seen", str)
"""Name of a fact of work -> the work that it was about last."""
DONE = Kind("done", int)
LIVES = WorkerReported(worker_id="w", incarnation=1, slots=1)


def decide(state: Entities, given: Input[Watermark], _at_ms: int) -> Facts[WorkFact]:
    """A watermark asks for work."""
    seq = given.payload.seq
    yield from QUEUE.queued(state, f"work-{seq}", priority=seq, body=b"%d" % seq, tenant="acme")


def evolve(state: Changes, fact: Happened[Watermark]) -> None:
    """Only what the service tells itself comes here."""
    assert isinstance(fact.payload, Watermark)
    state.put(DONE, fact.key, fact.payload.seq)


def follow(state: Entities, item: Item, fact: Followed, at_ms: int) -> Facts[Watermark]:
    """The end of an attempt is reported."""
    del state, at_ms
    if not isinstance(fact, WorkOrdered):
        yield Fact(Watermark(seq=item.attempt, at_ms=0), fact.work_id, item.tenant)


def evolve_work(state: Changes, fact: WorkFact) -> None:
    """Remember which facts of the queue there were."""
    state.put(SEEN, type(fact).__name__, getattr(fact, "work_id", ""))


def about(payload: Watermark) -> About:
    """A command."""
    return About(str(payload.seq))


DECIDER = with_work(
    QUEUE,
    decisions_version=1,
    decide=decide,
    evolve=evolve,
    about=about,
    follow=follow,
    evolve_work=evolve_work,
)


def ordered() -> Decisions:
    """Work 7 at its first attempt."""
    return given(DECIDER).when(LIVES, Watermark(seq=7, at_ms=0))


def ended(attempt: int = 1, *, died: bool = False) -> WorkReported:
    return WorkReported(
        work_id="work-7", attempt=attempt, worker_id="w", incarnation=1, died=died, result=b"r", reason="x"
    )


def test_work_is_queued_by_the_service_and_ordered_by_the_queue() -> None:
    decisions = ordered()
    assert [type(each) for each in decisions.decided] == [WorkerRenewed, WorkQueued, WorkOrdered]
    assert dict(decisions.state.scan(SEEN))["WorkOrdered"] == "work-7"


def test_the_consequences_of_a_result_follow_it_at_once() -> None:
    decisions = ordered().when(ended())
    assert [type(each) for each in decisions.decided] == [WorkEnded, Watermark]
    assert decisions.state.get(DONE, "work-7") == 1
    assert QUEUE.item(decisions.state, "work-7") is None


def test_work_that_kills_twice_is_followed_when_it_is_parked() -> None:
    decisions = ordered().when(ended(died=True))
    assert [type(each) for each in decisions.decided] == [WorkLost, WorkOrdered]
    decisions.when(ended(2, died=True))
    assert [type(each) for each in decisions.decided] == [WorkLost, WorkParked, Watermark]


def test_a_lease_that_ends_wakes_the_core_though_the_service_has_no_deadline() -> None:
    decisions = ordered().when_time_comes()
    assert [type(each) for each in decisions.decided] == [WorkLost, WorkerLost]


def test_a_report_is_no_command_and_its_duplicate_is_answered_to_nobody() -> None:
    decisions = given(DECIDER).when(LIVES, event_ids=["same"]).when(LIVES, event_ids=["same"])
    assert decisions.decided == []
