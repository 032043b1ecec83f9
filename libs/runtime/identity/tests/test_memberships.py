"""Effects of later facts on a token that was issued before."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from muster.events.identity_events import (
    EnrolmentShown,
    MembershipGranted,
    MembershipRevoked,
    Payload,
    TokenRevoked,
)
from muster.identity import Memberships
from muster.identity.memberships import RECORDS_WAIT_MS

NONE = frozenset[str]()


def granted(team: str | None = None, subject: str = "ann") -> MembershipGranted:
    return MembershipGranted(tenant="acme", subject=subject, team=team, decided_by="zoe")


def revoked(team: str | None = None, subject: str = "ann") -> MembershipRevoked:
    return MembershipRevoked(tenant="acme", subject=subject, team=team, decided_by="zoe", reason="")


def token_revoked(token_id: str, expires_at_ms: int = 10**13) -> TokenRevoked:
    return TokenRevoked(
        tenant="acme", token_id=token_id, expires_at_ms=expires_at_ms, decided_by="zoe", reason=""
    )


def enrolment_shown(token_id: str, name: str, expires_at_ms: int) -> EnrolmentShown:
    return EnrolmentShown(
        tenant="acme",
        subject=name,
        nodes=("n*",),
        token_id=token_id,
        issued_at_ms=250,
        expires_at_ms=expires_at_ms,
    )


def after(*facts: Payload) -> Memberships:
    """The facts, one at each of the moments 100, 200, 300 ..."""
    memberships = Memberships()
    for number, fact in enumerate(facts, start=1):
        memberships.apply(fact, number * 100)
    return memberships


def test_without_a_fact_a_token_speaks_for_itself() -> None:
    assert after().refusal("acme", "ann", "t1", 0) is None
    assert after().teams("acme", "ann", frozenset({"vision"}), 0) == {"vision"}


def test_a_revoked_token_is_refused_and_no_other() -> None:
    memberships = after(token_revoked("t1"))
    assert memberships.refusal("acme", "ann", "t1", 50) == "the token was revoked"
    assert memberships.refusal("acme", "ann", "t2", 50) is None
    assert memberships.refusal("acme", "ann", "", 50) is None


def test_tokens_issued_before_a_user_left_are_refused_and_later_ones_count() -> None:
    memberships = after(revoked())
    assert (
        memberships.refusal("acme", "ann", "", 100) == "ann was taken out of acme after the token was issued"
    )
    assert memberships.refusal("acme", "ann", "", 101) is None
    assert memberships.refusal("acme", "bob", "", 100) is None
    assert memberships.refusal("other", "ann", "", 100) is None


def test_a_user_added_again_is_accepted() -> None:
    assert after(revoked(), granted()).refusal("acme", "ann", "", 50) is None


def test_teams_are_those_of_the_token_as_later_facts_changed_them() -> None:
    memberships = after(granted("vision"), revoked("speech"))
    said = frozenset({"speech", "maps"})
    assert memberships.teams("acme", "ann", said, 50) == {"vision", "maps"}
    assert memberships.teams("acme", "ann", said, 150) == {"maps"}
    assert memberships.teams("acme", "ann", said, 250) == {"speech", "maps"}
    assert memberships.teams("acme", "bob", NONE, 50) == NONE


def test_a_revocation_is_forgotten_when_its_token_has_expired() -> None:
    memberships = after(token_revoked("t1", expires_at_ms=150), token_revoked("t2"))
    assert memberships.refusal("acme", "ann", "t1", 50) is not None, "a command sent with it may still wait"
    memberships.apply(token_revoked("t3"), 150 + RECORDS_WAIT_MS + 1)
    assert memberships.refusal("acme", "ann", "t1", 50) is None, "its expiry refuses it"
    assert memberships.refusal("acme", "ann", "t2", 50) is not None


TEAMS = st.sampled_from([None, "vision", "speech"])
SUBJECTS = st.sampled_from(["ann", "bob"])
FACTS = st.one_of(
    st.builds(granted, TEAMS, SUBJECTS),
    st.builds(revoked, TEAMS, SUBJECTS),
    st.builds(token_revoked, st.sampled_from(["t1", "t2"])),
    st.builds(enrolment_shown, st.sampled_from(["t1", "t3"]), SUBJECTS, st.integers(1, 9)),
)


def key(fact: Payload) -> tuple[str | None, ...]:
    match fact:
        case TokenRevoked():
            return ("token", fact.token_id)
        case EnrolmentShown():
            return ("enrolment", fact.subject, *fact.nodes)
        case _:
            return ("member", fact.subject, fact.team)


@given(st.lists(FACTS, max_size=12), st.integers(0, 1300), SUBJECTS, st.sampled_from(["", "t1", "t2"]))
def test_a_compacted_topic_says_the_same(
    facts: list[Payload], issued_at_ms: int, subject: str, token_id: str
) -> None:
    newest = {key(fact): number for number, fact in enumerate(facts, start=1)}
    whole, compacted = Memberships(), Memberships()
    for number, fact in enumerate(facts, start=1):
        whole.apply(fact, number * 100)
        if newest[key(fact)] == number:
            compacted.apply(fact, number * 100)
    said = frozenset({"vision"})
    for memberships in (whole, compacted):
        assert memberships.refusal("acme", subject, token_id, issued_at_ms) == whole.refusal(
            "acme", subject, token_id, issued_at_ms
        )
        assert memberships.enrolled_until_ms("acme", ["n1"]) == whole.enrolled_until_ms("acme", ["n1"])
        assert memberships.teams("acme", subject, said, issued_at_ms) == whole.teams(
            "acme", subject, said, issued_at_ms
        )
