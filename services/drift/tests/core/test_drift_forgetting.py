"""Forgotten users are on the list as long as samples of theirs may be left."""

from __future__ import annotations

from muster.drift.core.decisions import DECIDER
from muster.drift.core.forgetting import KEPT_MS, forgotten_users
from muster.events.drift_commands import ForgetUser
from muster.events.drift_events import UserForgotten
from muster.events.shared.command_answers import CommandRejected
from muster.testkit.cores.deciding import given

ANN, BEN = "ab" * 16, "cd" * 16


def command(user: str = ANN, tenant: str = "acme") -> ForgetUser:
    """A command to forget a user."""
    return ForgetUser(user=user, tenant=tenant, requested_by="op")


def test_a_forgotten_user_is_on_the_list_of_the_organisation_until_no_sample_can_be_left() -> None:
    decisions = given(DECIDER).when(command())
    (fact,) = decisions.decided
    now_ms = decisions.now_ms
    assert fact == UserForgotten(user=ANN, until_ms=now_ms + KEPT_MS, tenant="acme", requested_by="acme/op")
    state = decisions.state
    assert forgotten_users(state, "acme", now_ms) == (ANN,)
    assert forgotten_users(state, "acme", now_ms + KEPT_MS - 1) == (ANN,)
    assert forgotten_users(state, "acme", now_ms + KEPT_MS) == ()
    assert forgotten_users(state, "acm", now_ms) == ()
    assert forgotten_users(state, "acme-2", now_ms) == ()


def test_a_user_is_forgotten_again_and_the_list_drops_those_whose_time_is_over() -> None:
    decisions = given(DECIDER).when(command(), command(BEN, "rival"))
    decisions.when(command(BEN), after_ms=KEPT_MS)
    assert forgotten_users(decisions.state, "acme", 0) == (BEN,)
    assert forgotten_users(decisions.state, "rival", 0) == ()
    first_ms = decisions.now_ms
    decisions.when(command(BEN), after_ms=5)
    assert forgotten_users(decisions.state, "acme", first_ms + KEPT_MS + 4) == (BEN,)


def test_a_name_in_place_of_the_hash_is_rejected_and_not_recorded() -> None:
    (fact,) = given(DECIDER).when(command("ann@mail.example")).decided
    assert isinstance(fact, CommandRejected)
    assert [each.field for each in fact.violations] == ["user"]
