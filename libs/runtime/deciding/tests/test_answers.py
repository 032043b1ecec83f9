"""Refusals and repeated commands: what they are about is declared once."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from muster.deciding import (
    About,
    Changes,
    Decider,
    Entities,
    Fact,
    Facts,
    Happened,
    Input,
    MemoryStore,
    refuse,
    repeated,
)
from muster.deciding.core.answered import is_answered
from muster.deciding.core.batch import BatchDecision, fold
from muster.deciding.core.entities import Overlay
from muster.events.refusal import SENTENCES_MAX, in_words, must_be
from muster.events.shared.command_answers import CommandRejected, CommandRepeated, RejectionCode, Violation
from muster.testkit.cores.deciding import given
from muster.testkit.samples.names.records import OrganisationLeft, QuotaSet, SetQuota

COMMAND = SetQuota(organisation="acme", names_max=-1)
WRONG = Violation(field="names_max", value="-1", allowed="0 or more")


def _input(about: About | None) -> Input[SetQuota]:
    return Input(topic="t", event_id="e", key="k", correlation_id="c", payload=COMMAND, about=about)


@pytest.mark.parametrize(
    ("about", "key"), [(About("acme", "acme-corp"), "acme"), (About("acme", "acme-corp", "o/acme"), "o/acme")]
)
def test_a_refusal_is_about_what_the_command_is_about(about: About, key: str) -> None:
    fact = refuse(_input(about), RejectionCode.INVALID, [WRONG], detail_code="NEGATIVE")
    assert (fact.key, fact.tenant) == (key, "acme-corp")
    assert fact.payload == CommandRejected(
        command_id="e",
        command="SetQuota",
        subject="acme",
        tenant="acme-corp",
        code=RejectionCode.INVALID,
        detail_code="NEGATIVE",
        message="names_max is -1; must be 0 or more",
        violations=(WRONG,),
    )


def test_a_refusal_of_what_is_no_command_is_a_mistake_of_the_core() -> None:
    with pytest.raises(ValueError, match="e is a SetQuota; must be a command"):
        refuse(_input(None), RejectionCode.INVALID, "no")


def test_a_repeated_command_may_name_what_was_made_then() -> None:
    fact = repeated(_input(About("acme", "acme-corp")), subject="commit-1")
    assert fact.payload == CommandRepeated(command_id="e", command="SetQuota", subject="commit-1")


def _decide(state: Entities, asked: Input[SetQuota | OrganisationLeft], at_ms: int) -> Facts[QuotaSet]:
    del state, at_ms
    yield refuse(replace(asked, about=asked.about or About("nobody")), RejectionCode.INVALID, "no")


def _evolve(state: Changes, fact: Happened[QuotaSet]) -> None:
    raise AssertionError(f"{fact.payload} changes no state; must be kept from the core")


def _about(payload: SetQuota | OrganisationLeft) -> About | None:
    return About(payload.organisation) if isinstance(payload, SetQuota) else None


ANSWERING = Decider(decisions_version=1, decide=_decide, evolve=_evolve, about=_about)


def test_answers_change_no_state_and_no_core_sees_them() -> None:
    core = given(ANSWERING).when(COMMAND, event_ids=["same"]).when(COMMAND, event_ids=["same"])
    core.then(CommandRepeated(command_id="same", command="SetQuota", subject="acme"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Set:
    """A command that says who sends it."""

    tenant: str
    requested_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WasSet:
    """It was carried out."""

    by: str


def _set(state: Entities, asked: Input[Set | OrganisationLeft], at_ms: int) -> Facts[WasSet]:
    del state, at_ms
    if isinstance(asked.payload, Set):
        yield Fact(WasSet(by=f"{asked.payload.tenant}/{asked.payload.requested_by}"), "k")
    else:
        yield Fact(WasSet(by="nobody"), "k")


def _keep_nothing(state: Changes, fact: Happened[WasSet]) -> None:
    del state, fact


SETTING = Decider(
    decisions_version=1,
    decide=_set,
    evolve=_keep_nothing,
    about=lambda payload: About("thing", payload.tenant) if isinstance(payload, Set) else None,
)
OWNERS = Set(tenant="acme", requested_by="ann")
STRANGERS = (Set(tenant="rival", requested_by="ann"), Set(tenant="acme", requested_by="bob"))
REPEATED = CommandRepeated(command_id="same", command="Set", subject="thing")


@pytest.mark.parametrize("stranger", STRANGERS, ids=["another-tenant", "another-user"])
def test_a_stranger_that_repeats_a_command_id_changes_nothing_for_its_owner(stranger: Set) -> None:
    owners, strangers = WasSet(by="acme/ann"), WasSet(by=f"{stranger.tenant}/{stranger.requested_by}")
    for first, second in ((OWNERS, stranger), (stranger, OWNERS)):
        core = given(SETTING).when(first, event_ids=["same"]).when(second, event_ids=["same"])
        core.then(owners if second is OWNERS else strangers)
        core.when(OWNERS, stranger, event_ids=["same", "same"]).then(REPEATED, REPEATED)
    given(SETTING).when(stranger, OWNERS, event_ids=["same"] * 2).then(strangers, owners)


@pytest.mark.parametrize("owner_first", [True, False])
def test_a_fact_with_a_commands_id_hides_no_command(*, owner_first: bool) -> None:
    left = OrganisationLeft(organisation="acme")
    inputs = (OWNERS, left) if owner_first else (left, OWNERS)
    facts = [WasSet(by="acme/ann"), WasSet(by="nobody")]
    given(SETTING).when(*inputs, event_ids=["same"] * 2).then(*(facts if owner_first else reversed(facts)))


def test_an_answer_recorded_before_senders_were_is_its_ids() -> None:
    """A duplicate that arrives after the upgrade is answered as before it, for every sender."""
    state = Overlay(MemoryStore())
    former = Happened(
        seq=0,
        at_ms=1,
        event_id="f",
        key="k",
        tenant="",
        cause="same",
        correlation_id="c",
        sender=None,
        payload=WasSet(by="acme/ann"),
    )
    fold(SETTING, state, [former], at_ms=1, answered_ms=1_000)
    batch = BatchDecision(SETTING, state, at_ms=2, seq_next=1, origin="t", answered_ms=1_000)
    batch.take(Input(topic="t", event_id="same", key="k", correlation_id="c", payload=OWNERS))
    batch.take(Input(topic="t", event_id="other", key="k", correlation_id="c", payload=OWNERS))
    assert [fact.payload for fact in batch.end()] == [REPEATED, WasSet(by="acme/ann")]
    assert [fact.sender for fact in batch.facts] == ["acme/ann", "acme/ann"]
    later = BatchDecision(SETTING, state, at_ms=2_000, seq_next=3, origin="t", answered_ms=1_000)
    later.take(Input(topic="t", event_id="same", key="k", correlation_id="c", payload=OWNERS))
    assert [fact.payload for fact in later.end()] == [REPEATED], "a batch forgets at its end"
    assert not is_answered(state, None, "same")


def test_a_duplicate_of_a_fact_is_nobodys_question() -> None:
    left = OrganisationLeft(organisation="acme")
    given(ANSWERING).when(left, event_ids=["same"]).when(left, event_ids=["same"]).then()


def test_a_violation_is_one_sentence_whatever_says_it() -> None:
    assert in_words([WRONG]) == must_be("names_max", -1, "0 or more") == "names_max is -1; must be 0 or more"


def test_several_violations_are_sentences_in_their_order_and_the_first_of_many() -> None:
    other = Violation(field="name", value="(empty)", allowed="1 to 63 letters")
    told = f"{in_words([WRONG])}. name is (empty); must be 1 to 63 letters"
    assert in_words([WRONG, other]) == told
    said = in_words([WRONG] * (SENTENCES_MAX + 3))
    assert (said.count("names_max is"), said.endswith(". 3 more are wrong")) == (SENTENCES_MAX, True)
