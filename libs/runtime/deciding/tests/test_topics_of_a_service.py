"""Topics of a deciding service: its commands and its facts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from muster.deciding import DecidingService
from muster.events.topics import ALERTS_COMMANDS, ALERTS_EVENTS, ALERTS_LOG, JOB_EVENTS, SCAN_WORK
from muster.testkit.samples.names.core import DECIDER

SERVICE = DecidingService(
    name="alerts",
    decider=DECIDER,
    inputs=(JOB_EVENTS, ALERTS_COMMANDS),
    log=ALERTS_LOG,
    outputs=(SCAN_WORK, ALERTS_EVENTS),
    scopes=dict.fromkeys(ALERTS_COMMANDS.payloads.values(), "cluster:write"),
)


def test_commands_are_the_inputs_whose_senders_are_judged() -> None:
    assert SERVICE.commands == (ALERTS_COMMANDS,)


def test_facts_are_the_output_that_answers_commands() -> None:
    assert SERVICE.facts is ALERTS_EVENTS
    with pytest.raises(
        LookupError, match="outputs is scan-work; must be topics, one of them with CommandRej"
    ):
        _ = replace(SERVICE, outputs=(SCAN_WORK,)).facts
