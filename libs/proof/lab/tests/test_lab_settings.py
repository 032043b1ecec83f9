"""A replay under other settings of the policy."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from muster.events.operator_commands import ActivatePolicy
from muster.lab.cli.sim import app
from muster.lab.edge.trace_runs import replay_timed
from muster.lab.loads.generated import GENERATED
from muster.lab.loads.load import Load
from muster.lab.loads.traces import TraceError
from muster.lab.rules.contenders import CONTENDERS
from muster.lab.rules.ours import Played
from muster.lab.rules.settings import change
from muster.scheduler.core.state.state import DEFAULT_POLICY
from typer.testing import CliRunner

LOAD = "gfs-mix"


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Load:
    """The first two days and a half of eight."""
    whole = GENERATED[LOAD]()
    load = replace(whole, jobs=whole.jobs[:400])
    monkeypatch.setitem(GENERATED, LOAD, lambda: load)
    return load


@pytest.mark.slow
def test_a_setting_changes_the_replay_and_its_default_does_not(load: Load) -> None:
    plain = replay_timed(load, "ours-yielding")
    same = replay_timed(load, "ours-yielding", settings={"preemption_ran_min": "0s"})
    later = replay_timed(load, "ours-yielding", settings={"preemption_ran_min": "1h"})
    assert plain.starts_sha256 == same.starts_sha256
    assert (plain.preemptions, later.preemptions) == (10, 1)


@pytest.mark.parametrize(
    ("policy", "settings", "sentence"),
    [
        ("ours", {"head_patience": "-1s"}, "head_patience is -1s; must be"),
        ("ours", {"head_patienc": "1s"}, "head_patienc"),
        ("fifo", {"head_patience": "1s"}, "policy is fifo; must be one of ours"),
    ],
)
def test_settings_that_no_policy_has_are_refused(
    policy: str, settings: dict[str, str], sentence: str
) -> None:
    with pytest.raises(TraceError, match=sentence):
        replay_timed(GENERATED["kai-fill"](), policy, settings=settings)


def test_a_weight_of_a_group_leaves_the_others() -> None:
    contender = CONTENDERS["ours"](GENERATED["kai-fill"]())
    assert isinstance(contender, Played)
    change(contender, "ours", {"topology": {"leaf": 500}})
    [activated] = [each for each in contender.waiting_inputs if isinstance(each, ActivatePolicy)]
    assert activated.policy.topology == replace(DEFAULT_POLICY.topology, leaf=500)


def test_a_setting_below_one_without_fields_is_refused() -> None:
    words = ["trace", "--jobs", "gen:kai-fill", "--set", "head_patience=1s", "--set", "head_patience.a=1s"]
    ended = CliRunner().invoke(app, words)
    assert ended.exit_code == 2
    assert "head_patience has no settings below it" in ended.stderr


@pytest.mark.parametrize("text", ["head_patience", "=1s"])
def test_a_setting_needs_a_name_and_a_value(text: str) -> None:
    ended = CliRunner().invoke(app, ["trace", "--jobs", "gen:kai-fill", "--set", text])
    assert ended.exit_code != 0


@pytest.mark.slow
def test_settings_of_a_group_are_given_one_by_one(load: Load) -> None:
    words = ["trace", "--jobs", f"gen:{LOAD}", "--limits", "exact", "--policy", "ours-yielding", "-o", "json"]
    ended = CliRunner().invoke(app, [*words, "--set", "headroom_percent.A100=20"])
    found, headroom = json.loads(ended.stdout), replay_timed(load, "ours-headroom").as_json()
    assert found["starts_sha256"] == headroom["starts_sha256"]
