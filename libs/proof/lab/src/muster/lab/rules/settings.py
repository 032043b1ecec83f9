"""Settings of the policy under which the real core replays a load, as `muster policy set` writes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from muster.events.operator_commands import ActivatePolicy
from muster.jobs import InvalidDocument, merged
from muster.jobs.forms.errors import filled
from muster.jobs.forms.policy import PolicyRequest, policy_data, to_policy
from muster.lab.loads.traces import TraceError
from muster.lab.rules.contender import Contender
from muster.lab.rules.ours import WHO, Played
from muster.scheduler.core.state.state import DEFAULT_POLICY


def change(contender: Contender, name: str, settings: Mapping[str, Any]) -> None:
    """Change settings of a contender's policy before the replay.

    Args:
        contender: A contender that has not begun.
        name: Its name, for errors.
        settings: Settings by their names in a policy, as a merge patch; others stay.

    Raises:
        TraceError: a setting is invalid, or the contender has no policy.
    """
    if not isinstance(contender, Played):
        raise TraceError(f"policy is {name}; must be one of ours, for settings to change")
    given = (each.policy for each in reversed(contender.waiting_inputs) if isinstance(each, ActivatePolicy))
    before = policy_data(next(given, DEFAULT_POLICY))
    try:
        policy = to_policy(filled(PolicyRequest, merged(before, settings)))
    except InvalidDocument as error:
        raise TraceError(str(error)) from None
    contender.receive(ActivatePolicy(policy=policy, requested_by=WHO))
