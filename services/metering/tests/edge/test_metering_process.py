"""The service as real processes: killed, taken over, told twice; the totals are those of a clean run."""

from __future__ import annotations

import signal
import uuid
from collections import defaultdict
from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from muster.deciding import verify
from muster.events.job_commands import Tier
from muster.events.job_events import (
    AttemptEnded,
    AttemptOutcome,
    GangBound,
    JobQueued,
    NodeLost,
    RankPlacement,
    RankShape,
)
from muster.events.metering_commands import (
    ActivateRates,
    BudgetPolicy,
    BudgetScope,
    BudgetTerms,
    Rate,
    RateCard,
    RerateUsage,
    SetBudget,
)
from muster.events.node_commands import Sharing
from muster.events.queue_commands import RestrictQueue
from muster.events.shared.command_answers import CommandRejected, RejectionCode
from muster.events.shared.watermarks import Watermark
from muster.events.topics import METERING_COMMANDS, METERING_LOG, QUEUE_COMMANDS, USAGE_EVENTS
from muster.events.usage_events import (
    BindingOpened,
    BudgetSet,
    ChargesCorrected,
    DayCharged,
    RatesActivated,
    StorageChanged,
    UsageCorrected,
    UsageRecorded,
    WindowEnded,
)
from muster.identity.devkeys import mint
from muster.identity.principal import SERVICE_ROLE
from muster.journal import Outgoing, SystemClock
from muster.metering.core.decisions import DECIDER
from muster.metering.core.ledger import DAY_MS
from muster.metering.core.state import WINDOW_MS
from muster.metering.edge.roles import DECIDING
from muster.scheduler.edge.validation import admit
from muster.testkit.cores import build
from muster.testkit.cores.deciding import Decisions
from muster.testkit.cores.metered import saved
from muster.testkit.stack.fed_cell import FedCell, envelope
from muster.testkit.tokens import Tokens

pytestmark = [pytest.mark.stack, pytest.mark.faults]

START_MS = 1_795_233_600_000
"""4 hours after midnight."""

MINUTE_MS = 60_000


class Published(NamedTuple):
    """Facts of one batch of the scheduler."""

    at_ms: int
    seq: int
    facts: tuple[Any, ...]


CARD = RateCard(
    name="autumn",
    currency="USD",
    default_gpu_hour_micros=4_000_000,
    rates=(Rate(gpu_model="A100", commitment="", spot=False, gpu_hour_micros=2_500_000),),
)


class Site(FedCell):
    """A metered cell; facts are written at times of their own."""

    def __init__(self, endpoints: Mapping[str, str]) -> None:
        super().__init__(endpoints, "metering", METERING_LOG)
        self.home = Path(endpoints["MUSTER_JWT_KEY_FILE"]).parent.parent
        self._commands = self.log.producer("commands")
        self.published: list[Published] = []
        self.tell(0, *(build.node(f"n{number}", gpus=2) for number in range(4)))

    def tell(self, minute: int, *facts: Any) -> None:
        """Facts of that minute, with watermarks, in one transaction."""
        batch = Published(START_MS + minute * MINUTE_MS, len(self.published), facts)
        self.published.append(batch)
        self.publish(batch)

    def publish(self, batch: Published) -> None:
        """Publish a batch, possibly again."""
        self.commit(batch.seq, batch.at_ms, batch.facts)

    def ask(self, command: Any, roles: tuple[str, ...] = ("billing",)) -> str:
        """Somebody with these roles asks; the command's id."""
        token = mint(self.home, subject="ann", tenant="acme", roles=roles, ttl_s=600)
        asked = envelope(uuid.uuid4().hex, SystemClock().now_ms(), command)
        sent = Outgoing(METERING_COMMANDS, asked, authorization=f"Bearer {token}")
        self._commands.send(sent).result(10)
        return asked.event_id

    def close(self) -> None:
        """Close this connection as well."""
        self._commands.close()
        super().close()

    def wait_for_job(self, job_id: str) -> None:
        """Until the service has heard that the job holds GPUs."""
        self.wait_for_fact(BindingOpened, lambda fact: fact.job_id == job_id)

    def end(self, minute: int) -> None:
        """Time passes the end of every hour so far, and all of them are recorded."""
        self.tell(minute)
        until_ms = START_MS + minute * MINUTE_MS - 2 * MINUTE_MS
        until_ms -= until_ms % WINDOW_MS
        self.wait_for_fact(WindowEnded, lambda fact: fact.ends_at_ms >= until_ms)
        expected = _clean(self.published)
        self.wait_for(lambda: _totals(self.facts) == expected, f"the totals of a clean run: {expected}")

    def check(self) -> None:
        """The log decides again to the same, and what is logged is published."""
        self.check_log(DECIDING, USAGE_EVENTS)


def _clean(published: Sequence[Published]) -> dict[str, int]:
    """Return the totals of a core that reads everything once, in order."""
    core = Decisions(DECIDER)
    facts: list[Any] = []
    for batch in published:
        core.when(*batch.facts, Watermark(seq=batch.seq, at_ms=batch.at_ms), occurred_at_ms=batch.at_ms)
        facts += core.decided
        while core.when_due():
            facts += core.decided
    return _totals(facts)


def _totals(facts: Sequence[Any]) -> dict[str, int]:
    """GPU microseconds by usage id, corrections included; bytes in the store by job."""
    found: dict[str, int] = defaultdict(int)
    for fact in facts:
        for share in fact.shares if isinstance(fact, UsageRecorded | UsageCorrected) else ():
            found[share.usage_id] += share.gpu_us
        if isinstance(fact, StorageChanged):
            found[fact.job_id] += fact.more_bytes
    return dict(found)


def _bound(job_id: str, node_id: str) -> list[Any]:
    spec = build.job_spec(gpus=1, queue="research")
    place = RankPlacement(
        rank=0, node_id=node_id, gpu_indices=(0,), gpu_milli=1_000, sharing=Sharing.EXCLUSIVE
    )
    bound = GangBound(
        job_id=job_id,
        attempt=1,
        placements=(place,),
        master_address="a",
        master_port=1,
        waited_ms=0,
        tenant="acme",
        queue="research",
        each=RankShape(cpu_milli=1, memory_mib=1),
    )
    return [JobQueued(job_id=job_id, tenant="acme", spec=spec), bound, saved(job_id, size_bytes=1_000)]


def _ended(job_id: str) -> AttemptEnded:
    return AttemptEnded(
        job_id=job_id,
        attempt=1,
        outcome=AttemptOutcome.SUCCEEDED,
        exit_code=0,
        signal=None,
        rank=None,
        node_id=None,
        message="",
        ran_ms=1,
    )


@pytest.fixture
def site(endpoints: Mapping[str, str]) -> Generator[Site]:
    site = Site(endpoints)
    try:
        yield site
    finally:
        site.close()


@pytest.mark.long
@pytest.mark.parametrize("place", ["after_commit:4", "before_commit:4", "before_merge:4", "after_merge:4"])
def test_kill_9_in_a_window_changes_no_total(site: Site, place: str, tmp_path: Path) -> None:
    first = site.contend(tmp_path / "first", place)
    number = 0
    while first.poll() is None:  # fact by fact, until its place is reached
        job_id = f"job-{number}"
        site.tell(number, *_bound(job_id, f"n{number % 4}"))
        site.wait_for(
            lambda job=job_id: first.poll() is not None or _is_bound(site, job), "a binding, or death"
        )
        site.tell(number, _ended(job_id))
        number += 1
    assert first.returncode == -signal.SIGKILL
    site.contend(tmp_path / "second")
    site.tell(70, *_bound("job-last", "n0"))
    site.wait_for_fact(UsageRecorded, lambda fact: fact.node_id == "n1")
    site.tell(75, NodeLost(node_id="n1", silent_ms=20 * MINUTE_MS))
    site.end(200)
    assert any(isinstance(fact, UsageCorrected) for fact in site.facts)
    site.check()


@pytest.mark.long
def test_another_takes_over_and_what_is_told_twice_counts_once(site: Site, tmp_path: Path) -> None:
    first = site.contend(tmp_path / "first")
    site.tell(10, *_bound("job-a", "n0"))
    site.wait_for_job("job-a")
    site.contend(tmp_path / "second")
    first.kill()
    site.wait_for_epoch(2)
    site.tell(20, _ended("job-a"), *_bound("job-b", "n0"))
    for batch in list(site.published):
        site.publish(batch)
    site.end(130)
    site.check()


def test_whoever_may_sets_prices_and_each_day_is_charged_to_the_cent(site: Site, tmp_path: Path) -> None:
    first = site.contend(tmp_path / "first", "after_commit:6")
    asked = ActivateRates(card=CARD, starts_at_ms=START_MS, requested_by="ann")
    forbidden = site.ask(asked, roles=("operator",))
    refused = site.wait_for_fact(CommandRejected, lambda fact: fact.command_id == forbidden)
    assert refused.code is RejectionCode.FORBIDDEN
    site.ask(asked)
    site.wait_for_fact(RatesActivated, lambda fact: fact.card == CARD)
    site.tell(10, *_bound("job-a", "n0"))
    site.tell(610, _ended("job-a"))
    if first.poll() is None:
        site.tell(700)
    site.contend(tmp_path / "second")
    site.tell(20 * 60 + 2)
    site.wait_for_fact(DayCharged, lambda fact: fact.node_id == "n3")
    site.tell(20 * 60 + 3, NodeLost(node_id="n1", silent_ms=30 * MINUTE_MS))
    site.wait_for_fact(ChargesCorrected, lambda fact: fact.node_id == "n1")
    cheap = replace(CARD, name="rebate", default_gpu_hour_micros=1, rates=())
    day_ms = START_MS - START_MS % DAY_MS
    rerating = RerateUsage(card=cheap, starts_at_ms=day_ms, ends_at_ms=day_ms + DAY_MS, requested_by="ann")
    asked_id = site.ask(rerating)
    site.wait_for_fact(ChargesCorrected, lambda fact: fact.node_id == "n3" and fact.cause == asked_id)
    days = [fact for fact in site.facts if isinstance(fact, DayCharged)]
    assert sorted(day.node_id for day in days) == ["n0", "n1", "n2", "n3"]
    assert {day.cents for day in days} == {2 * 20 * 2_50}
    [job] = [charge for day in days for charge in day.charges if charge.job_id]
    assert (job.cost_cents, job.charged_cents, job.payer.tenant) == (25_00, 25_00, "acme")
    site.check()


def test_a_spent_budget_commands_the_scheduler_with_a_token_it_accepts(site: Site, tmp_path: Path) -> None:
    token = tmp_path / "first" / "tokens" / "metering"
    token.parent.mkdir(parents=True)
    token.write_text(mint(site.home, subject="metering", tenant="local", roles=[SERVICE_ROLE], ttl_s=600))
    site.contend(tmp_path / "first")
    terms = BudgetTerms(
        scope=BudgetScope.QUEUE,
        of="research",
        currency="",
        amount_micros=1_000_000,
        rolling_days=None,
        warn_percent=80,
        policy=BudgetPolicy.APPROVAL,
        tiers=(Tier.INTERACTIVE,),
    )
    site.ask(SetBudget(budget="hours", tenant="acme", terms=terms, requested_by="ann"))
    site.wait_for_fact(BudgetSet, lambda fact: fact.budget == "hours")
    site.tell(0, *_bound("job-a", "n0"))
    site.tell(122)
    decided = site.wait_for_fact(RestrictQueue, lambda fact: fact.restriction == "hours")
    [delivery] = site.log.reader([QUEUE_COMMANDS], name="t", on_poison="stop").read_to_end()
    assert Tokens(site.home).sender_check().refusal(delivery) is None
    assert admit(delivery) == decided
    assert decided.reason == "budget hours is spent: 2.00 of 1.00 GPU hours"
    verify(DECIDING, site.log, cell=site.cell)


def _is_bound(site: Site, job_id: str) -> bool:
    return any(isinstance(fact, BindingOpened) and fact.job_id == job_id for fact in site.facts)
