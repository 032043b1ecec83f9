"""A stranger that repeats a command id changes nothing for the owner, in whatever order records are read."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Final

import pytest
from muster.events.job_commands import CancelJob
from muster.events.job_events import JobCancelled
from muster.events.shared.command_answers import CommandRejected, CommandRepeated, RejectionCode, Violation
from muster.events.topics import JOB_COMMANDS, JOB_EVENTS
from muster.events.wire.envelope import Envelope, Topic
from muster.events.wire.stamp import Asker
from muster.journal.journal import Delivery, Outgoing
from muster.journal.memory import MemoryJournal
from muster.journal.position import Position
from muster.views import commands
from muster.views.declared import tables
from muster.views.projection import Feed
from muster.views.reading.tables import Tables
from muster.views.rebuild import rebuild
from muster.views.rows import Upsert

ID: Final = "cmd-1"
OWNER, RIVAL, THIRD = "acme", "rival", "third"
BOB: Final = "bob of acme"
"""A colleague of the owner, who is ada."""


@dataclass(frozen=True)
class Stores:
    """Addresses of the real stores."""

    postgres_dsn: str
    elasticsearch_url: str = ""
    neo4j_url: str = ""
    neo4j_user: str = ""
    neo4j_password: str = ""


def rows(delivery: Delivery[Any]) -> Iterable[Upsert]:
    """Rows of a service that cancels jobs."""
    if delivery.position.topic == JOB_COMMANDS.name:
        return commands.received(delivery)
    match delivery.envelope.payload:
        case CommandRejected() | CommandRepeated() as fact:
            return commands.answered(fact, delivery)
        case JobCancelled() as fact:
            return commands.accepted(delivery, fact.job_id)
        case _:
            raise AssertionError(delivery)


CANCELS: Final = tables("cancels", [JOB_COMMANDS, JOB_EVENTS], rows, ddl=commands.DDL)


@dataclass(frozen=True)
class Write:
    """A record, of a fact with its tenant and sender, of a command with its token."""

    topic: Topic
    key: str
    payload: Any
    tenant: str | None = None
    sender: str | None = None
    authorization: str = ""


def command(tenant: str, job_id: str, authorization: str) -> Write:
    payload = CancelJob(job_id=job_id, tenant=tenant, requested_by="ada", reason="")
    return Write(JOB_COMMANDS, job_id, payload, authorization=authorization)


def cancelled(tenant: str, job_id: str, sender: str | None = None) -> Write:
    payload = JobCancelled(job_id=job_id, reason="", requested_by="ada")
    return Write(JOB_EVENTS, job_id, payload, tenant, sender)


def refused(proven: str, job_id: str) -> Write:
    """The answer to a sender that may not send its command."""
    said = Violation(field="authorization", value="(absent)", allowed="a token")
    fact = CommandRejected(
        command_id=ID,
        command="CancelJob",
        subject=job_id,
        tenant=proven,
        code=RejectionCode.FORBIDDEN,
        message="authorization is (absent)",
        violations=(said,),
    )
    return Write(JOB_EVENTS, job_id, fact, proven or None)


def repeated(tenant: str, job_id: str, sender: str | None = None, *, command_id: str = ID) -> Write:
    fact = CommandRepeated(command_id=command_id, command="CancelJob", subject=job_id)
    return Write(JOB_EVENTS, job_id, fact, tenant, sender)


OWNERS: Final = command(OWNER, "job-a", "Bearer good")
STRANGERS: Final = (
    command(OWNER, "job-x", ""),
    command(RIVAL, "job-y", ""),
    command(OWNER, "job-z", "Bearer of-rival"),
)
"""Without a token in the owner's name and in another's; with another's token in the owner's name."""
REFUSALS: Final = (refused("", "job-x"), refused(RIVAL, "job-z"))


def outgoing(write: Write) -> Outgoing:
    is_fact = write.topic is JOB_EVENTS
    envelope = Envelope(
        event_id=f"default:{uuid.uuid4()}" if is_fact else ID,
        key=write.key,
        occurred_at_ms=1,
        producer="test",
        correlation_id="c",
        causation_id=ID if is_fact else None,
        tenant=write.tenant,
        sender=write.sender,
        payload=write.payload,
    )
    return Outgoing(write.topic, envelope, authorization=write.authorization)


def row_of(write: Write, partition: int = 0, offset: int = 0) -> list[Upsert]:
    sent = outgoing(write)
    place = Position(sent.topic.name, partition, offset)
    return list(rows(Delivery(place, 0, sent.envelope, authorization=sent.authorization)))


def test_each_command_on_the_log_has_a_row_of_its_own() -> None:
    first, second = row_of(OWNERS, 0, 1), row_of(OWNERS, 0, 2)
    assert first[0].identity() != second[0].identity()


def test_a_record_without_a_token_is_nobodys_command() -> None:
    assert row_of(command(OWNER, "job-a", "")) == []


def test_a_refusal_of_a_sender_that_proved_no_tenant_is_nobodys() -> None:
    assert row_of(refused("", "job-a")) == []


def test_answers_differ_in_their_rows_by_sender_outcome_and_partition() -> None:
    facts = [
        cancelled(OWNER, "job-a"),
        cancelled(OWNER, "job-a", f"{OWNER}/ada"),
        cancelled(OWNER, "job-a", f"{OWNER}/bob"),
        repeated(OWNER, "job-a"),
        refused(OWNER, "job-a"),
        refused(RIVAL, "a"),
    ]
    found = {row.identity() for fact in facts for n in (0, 1) for row in row_of(fact, partition=n)}
    assert len(found) == 2 * len(facts)


@pytest.mark.parametrize("length", [commands.ID_CHARS_MAX, commands.ID_CHARS_MAX + 1])
def test_an_id_that_is_too_long_to_query_has_no_rows(length: int) -> None:
    """An index of Postgres refuses a key of a few thousand characters, and with it the whole batch."""
    fact = repeated(OWNER, "job-a", command_id="x" * length)
    assert bool(row_of(fact)) is (length == commands.ID_CHARS_MAX)


@pytest.fixture
def stores(endpoints: Mapping[str, str]) -> Stores:
    return Stores(endpoints["MUSTER_POSTGRES_DSN"])


Answers = Callable[..., dict[str, tuple[str | None, str] | None]]


@pytest.fixture
def answers_after(stores: Stores) -> Generator[Answers]:
    """Return the command as each caller sees it after these records; a rebuild must show the same."""
    projection = CANCELS.open(stores, view=f"cancels_{uuid.uuid4().hex[:8]}")
    view = projection.view

    async def answers() -> dict[str, tuple[str | None, str] | None]:
        async with Tables.connected(stores.postgres_dsn, view=view.name) as read:
            callers = {tenant: Asker(tenant, "ada") for tenant in (OWNER, RIVAL, THIRD)}
            callers[BOB] = Asker(OWNER, "bob")
            found = {name: await read.command(caller, ID) for name, caller in callers.items()}
            waited = await asyncio.gather(
                *(read.wait_for_command(caller, ID, 0.05) for caller in callers.values())
            )
        for row, decided in zip(found.values(), waited, strict=True):
            assert decided == (row if row and row.outcome else None)
        return {t: (row.outcome, row.subject) if row else None for t, row in found.items()}

    def answers_of(writes: Iterable[Write]) -> dict[str, tuple[str | None, str] | None]:
        journal = MemoryJournal()
        view.drop()
        view.prepare()
        producer = journal.producer("test")
        with closing(Feed(projection, view, journal)) as feed:
            for write in writes:
                producer.send(outgoing(write)).result(60)
                while feed.advance(0):
                    pass
        before = asyncio.run(answers())
        assert rebuild(projection, journal).differences == ()
        assert asyncio.run(answers()) == before
        return before

    yield answers_of
    view.drop()
    view.close()


@pytest.mark.stack
@pytest.mark.parametrize("stranger", STRANGERS, ids=["no-token", "no-token-rival", "rival-as-owner"])
@pytest.mark.parametrize("owner_first", [True, False])
def test_a_pending_command_stays_its_owners(
    answers_after: Answers, stranger: Write, *, owner_first: bool
) -> None:
    writes = (OWNERS, stranger) if owner_first else (stranger, OWNERS)
    found = answers_after(writes)
    assert (found[RIVAL], found[THIRD]) == (None, None)
    outcome, subject = found[OWNER] or ("", "")
    assert outcome is None
    if owner_first:
        assert subject == "job-a"


@pytest.mark.stack
def test_an_answer_stays_its_owners_in_every_order_of_the_facts(answers_after: Answers) -> None:
    for facts in permutations([cancelled(OWNER, "job-a"), *REFUSALS, repeated(RIVAL, "job-y")]):
        found = answers_after([OWNERS, *STRANGERS, *facts])
        owners = ("accepted", "job-a")
        assert found == {OWNER: owners, BOB: owners, RIVAL: ("repeated", "job-y"), THIRD: None}


@pytest.mark.stack
@pytest.mark.parametrize("decided_first", [True, False])
def test_a_refused_member_of_the_same_tenant_hides_no_answer(
    answers_after: Answers, *, decided_first: bool
) -> None:
    facts = [cancelled(OWNER, "job-a"), refused(OWNER, "job-b")]
    found = answers_after([OWNERS, *(facts if decided_first else reversed(facts))])
    assert found == dict.fromkeys((OWNER, BOB), ("accepted", "job-a")) | dict.fromkeys((RIVAL, THIRD))


@pytest.mark.stack
def test_a_refused_sender_sees_why(answers_after: Answers) -> None:
    found = answers_after([command(OWNER, "job-z", "Bearer of-rival"), refused(RIVAL, "job-z")])
    assert found[RIVAL] == ("rejected", "job-z")


@pytest.mark.stack
def test_a_command_about_what_another_tenant_shares_is_answered_to_its_sender(answers_after: Answers) -> None:
    """As a commit to another organisation's repository: the fact is the owner's of the repository.

    Facts recorded before they named senders answer the sender of the first command of that id.
    """
    sent = command(RIVAL, "job-a", "Bearer good")
    found = answers_after([sent, command(THIRD, "job-x", "Bearer good"), cancelled(OWNER, "job-a")])
    assert (found[RIVAL], found[THIRD]) == (("accepted", "job-a"), (None, "job-x"))


@pytest.mark.stack
@pytest.mark.parametrize("stranger_first", [True, False])
def test_a_fact_that_names_its_sender_answers_nobody_else(
    answers_after: Answers, *, stranger_first: bool
) -> None:
    """Also a fact of another tenant, for the sender of the first command of that id."""
    sent = [command(RIVAL, "job-a", "Bearer good"), command(THIRD, "job-x", "Bearer bad")]
    fact = cancelled(OWNER, "job-a", f"{RIVAL}/ada")
    found = answers_after([*(reversed(sent) if stranger_first else sent), fact])
    assert (found[RIVAL], found[OWNER], found[THIRD]) == (("accepted", "job-a"), None, (None, "job-x"))


@pytest.mark.stack
def test_members_of_a_tenant_see_their_own_answers_in_every_order_of_the_facts(
    answers_after: Answers,
) -> None:
    facts = [
        cancelled(OWNER, "job-a", f"{OWNER}/ada"),
        repeated(OWNER, "job-b", f"{OWNER}/bob"),
        refused(OWNER, "job-c"),
    ]
    for ordered in permutations(facts):
        found = answers_after([OWNERS, *ordered])
        assert (found[OWNER], found[BOB]) == (("accepted", "job-a"), ("repeated", "job-b"))
