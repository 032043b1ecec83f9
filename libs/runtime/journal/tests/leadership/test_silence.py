"""A standby's patience, by a clock that the test moves."""

from __future__ import annotations

from muster.events.scheduler_lease import LeaseRenewed
from muster.events.topics import SCHEDULER_LEASE, SCHEDULER_LOG
from muster.journal import LeaderSettings, ManualClock, OwnLease
from muster.journal.leadership.silence import Silence

SETTINGS = LeaderSettings(
    cell="c",
    transactional_id="t",
    inputs=(),
    log=SCHEDULER_LOG,
    lease=OwnLease(SCHEDULER_LEASE, LeaseRenewed),
    silence_ms=1_000,
    silence_jitter_ms=300,
    tenure_min_ms=2_000,
)


def test_every_sign_of_life_restarts_the_time_out() -> None:
    clock = ManualClock()
    silence = Silence(SETTINGS, clock, 0.0)
    clock.advance(900)
    silence.saw_progress(1)
    clock.advance(999)
    assert silence.left_ms() == 1
    clock.advance(1)
    assert silence.left_ms() == 0


def test_chance_makes_patience_longer() -> None:
    assert Silence(SETTINGS, ManualClock(), 0.5).left_ms() == 1_150


def test_a_leader_seen_to_begin_is_left_alone_for_its_minimum_tenure() -> None:
    clock = ManualClock()
    silence = Silence(SETTINGS, clock, 0.0)
    silence.saw_progress(1)
    silence.saw_progress(2)
    assert silence.left_ms() == 2_000
    clock.advance(1_500)
    silence.saw_progress(2)
    assert silence.left_ms() == 1_000


def test_a_leader_met_in_office_has_no_tenure_left() -> None:
    """A standby that starts beside an old leader must not wait longer for it."""
    silence = Silence(SETTINGS, ManualClock(), 0.0)
    silence.saw_progress(7)
    silence.saw_progress(7)
    assert silence.left_ms() == 1_000


def test_a_fenced_leader_that_does_not_know_it_yet_is_no_sign_of_life() -> None:
    clock = ManualClock()
    silence = Silence(SETTINGS, clock, 0.0)
    silence.saw_progress(2)
    clock.advance(900)
    silence.saw_progress(1)
    assert silence.left_ms() == 100
