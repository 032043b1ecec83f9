"""Failure rules: activated on the log; invalid ones leave the old ones in effect."""

import pytest
from muster.events.job_events import FailureRulesActivated
from muster.events.operator_commands import ActivateFailureRules
from muster.events.shared.command_answers import CommandRejected, Violation
from muster.failures.shipped import shipped_rules, shipped_text
from muster.scheduler.core.replay import snapshot
from muster.testkit.cores.scenario import given

VERSION = shipped_rules().version
NEWER = shipped_text().replace(f"version: {VERSION}\n", f"version: {VERSION + 1}\n", 1)


def activate(text: str) -> ActivateFailureRules:
    return ActivateFailureRules(rules=text, requested_by="op")


def test_a_cell_without_rules_has_none_in_its_hash_and_snapshot() -> None:
    scenario = given()
    assert scenario.state.failure_rules is None
    assert "failure-rules" not in dict(snapshot.dump_whole(scenario.state))


def test_rules_are_activated_and_survive_a_snapshot() -> None:
    scenario = given(activate(shipped_text()))
    scenario.when(activate(NEWER))
    [fact] = scenario.decided
    assert isinstance(fact, FailureRulesActivated)
    assert (fact.version, fact.requested_by) == (VERSION + 1, "op")
    copy = snapshot.forked(scenario.state)
    assert copy.failure_rules == scenario.state.failure_rules
    assert copy.failure_rules is not None
    assert (copy.failure_rules.sha256, copy.failure_rules.rules.version) == (fact.sha256, VERSION + 1)


def test_the_same_rules_again_are_answered_as_repeated() -> None:
    given(activate(NEWER)).when(activate(NEWER)).then("CommandRepeated ActivateFailureRules failure-rules")


@pytest.mark.parametrize("version", [VERSION, VERSION + 1])
def test_two_texts_never_share_a_version(version: int) -> None:
    scenario = given(activate(NEWER))
    before = scenario.state.failure_rules
    other = NEWER.replace(f"version: {VERSION + 1}\n", f"version: {version}\n", 1).replace(
        "fallen off", "fallen from"
    )
    scenario.when(activate(other))
    [fact] = scenario.decided
    assert isinstance(fact, CommandRejected)
    allowed = f"a whole number above {VERSION + 1}, the version in effect"
    assert fact.violations == (Violation(field="version", value=str(version), allowed=allowed),)
    assert scenario.state.failure_rules == before
