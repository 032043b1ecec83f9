"""The settings of a policy that an operator needs first."""

from __future__ import annotations

from muster.jobs.forms.policy import PolicyRequest
from muster.jobs.forms.policy_guide import FIRST, LOADS


def test_ten_settings_of_the_policy_come_first() -> None:
    assert len(FIRST) == 10
    assert PolicyRequest.model_fields.keys() >= FIRST.keys()


def test_summaries_fit_the_help_and_effects_name_their_loads() -> None:
    for name, guide in FIRST.items():
        assert len(guide.summary) <= 60, name
        assert any(load in guide.effect for load in LOADS), name
