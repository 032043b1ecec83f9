"""A wait in vain ends when nothing has moved for long: on a busy machine later than on an idle one."""

from __future__ import annotations

import pytest
from muster.testkit.patience import Patience, until


class Machine:
    """Two processors with a given idle share, and a clock."""

    def __init__(self) -> None:
        self.now_s = self.idle_s = 0.0

    def runs(self, seconds: float, *, idle: float) -> None:
        self.now_s += seconds
        self.idle_s += 2 * idle * seconds

    def patience(self, patience_s: float) -> Patience:
        return Patience(patience_s, idle_s=lambda: self.idle_s, now_s=lambda: self.now_s, processors=2)


@pytest.mark.parametrize(("idle", "lasts_s"), [(1.0, 120), (0.5, 240), (0.0, 360)])
def test_patience_lasts_longer_the_busier_the_machine_is(idle: float, lasts_s: int) -> None:
    machine = Machine()
    patience = machine.patience(120)
    seconds = 0
    while not patience.is_over():
        machine.runs(1, idle=idle)
        seconds += 1
    assert seconds == pytest.approx(lasts_s, abs=1)


def test_progress_renews_patience() -> None:
    machine = Machine()
    patience = machine.patience(10)
    for position in range(100):
        machine.runs(9, idle=1.0)
        assert not patience.is_over(position)
    machine.runs(10, idle=1.0)
    assert patience.is_over(99)


def test_a_wait_in_vain_fails_with_what_it_waited_for() -> None:
    with pytest.raises(AssertionError, match="in vain: the second record"):
        until(lambda: False, "the second record", patience_s=0.0)


def test_a_wait_returns_what_it_waited_for() -> None:
    values = iter([None, "", "here"])
    assert until(lambda: next(values), pause_s=0) == "here"
