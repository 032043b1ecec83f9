"""Queues and policies as people write them: every rule, and that the log says the same."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.events.operator_commands import MigGeometry, MigInstance, Policy
from muster.events.preemption_commands import PreemptionPolicy
from muster.events.queue_commands import QueueOrder, QueueSettings, Quota
from muster.events.shared.command_answers import Violation
from muster.jobs import (
    InvalidDocument,
    PolicyRequest,
    PreemptionPolicyRequest,
    QueueRequest,
    QueueSettingsRequest,
    TreeRequest,
    filled,
    from_policy,
    from_settings,
    merged,
    preemption_policy_data,
    preemption_policy_violations,
    read_yaml,
    to_policy,
    to_preemption_policy,
    to_settings,
)
from muster.jobs.forms.form import Form
from muster.jobs.forms.policy import policy_violations
from muster.jobs.records.queues import settings_violations, violation_as_written

QUEUE: dict[str, Any] = {
    "name": "vision",
    "description": "cats",
    "parent": "acme",
    "guarantee": {"gpus": 64, "gpus_by_model": {"H100": 32}, "cpus": 512, "memory": "4TiB"},
    "maximum": {"gpus": 96.5},
    "weight": 2,
    "over_quota_weight": 0,
    "order": "priority",
    "limits": {"jobs_running": 10, "jobs_pending": 100, "user_jobs_running": 2, "user_jobs_pending": 0},
    "suspended": "budget is used up",
    "spot_percent": 30,
}
SETTINGS = QueueSettings(
    parent="acme",
    guarantee=Quota(
        gpu_milli=64_000, gpu_milli_by_model={"H100": 32_000}, cpu_milli=512_000, memory_mib=4 << 20
    ),
    maximum=Quota(gpu_milli=96_500),
    weight=2,
    over_quota_weight=0,
    order=QueueOrder.PRIORITY,
    jobs_running_max=10,
    jobs_pending_max=100,
    user_jobs_running_max=2,
    user_jobs_pending_max=0,
    suspended="budget is used up",
    spot_percent_max=30,
)
DAY_MS = 86_400_000
PREEMPTION = PreemptionPolicy(name="default")
POLICY = Policy(
    name="calm",
    head_patience_ms=300_000,
    head_hold_ms=0,
    attempts_lost_max=5,
    workload_shapes_max=64,
    jobs_ended_kept_max=100_000,
    model_price_milli={"A100": 1000, "H100": 2500},
)


def refused(form: type[Form], data: object) -> list[tuple[str, str, str]]:
    with pytest.raises(InvalidDocument) as caught:
        filled(form, data)
    return [(v.field, v.value, v.allowed) for v in caught.value.violations]


def laid_over(whole: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """A document with one field set, by dotted path."""
    head, _, rest = path.partition(".")
    return whole | {head: laid_over(whole.get(head) or {}, rest, value) if rest else value}


# --- queues -------------------------------------------------------------------------------------------------


def test_people_write_gpus_and_sizes_and_the_log_has_exact_integers() -> None:
    assert to_settings(filled(QueueRequest, QUEUE)) == SETTINGS


def test_a_queue_says_no_more_than_it_must() -> None:
    assert to_settings(filled(QueueRequest, {"name": "x"})) == QueueSettings()


@pytest.mark.parametrize("empty", [None, {}, {"gpus": None}, {"gpus_by_model": {}}])
def test_an_empty_quota_is_none(empty: object) -> None:
    assert to_settings(filled(QueueRequest, {"name": "x", "guarantee": empty})).guarantee is None


milli = st.integers(0, 10**12)
quotas = st.builds(
    Quota,
    gpu_milli=st.none() | milli,
    gpu_milli_by_model=st.dictionaries(st.sampled_from(["A100", "H100", "MI300.X"]), milli),
    cpu_milli=st.none() | milli,
    memory_mib=st.none() | st.integers(0, 900_000 << 20),
).filter(lambda quota: quota != Quota())
jobs = st.none() | st.integers(0, 10_000_000)


@given(
    st.builds(
        QueueSettings,
        parent=st.none() | st.just("acme"),
        guarantee=st.none() | quotas,
        weight=st.integers(1, 1_000_000),
        over_quota_weight=st.integers(0, 1_000_000),
        order=st.sampled_from(QueueOrder),
        jobs_running_max=jobs,
        user_jobs_pending_max=jobs,
        suspended=st.sampled_from([None, "", "why"]),
        spot_percent_max=st.sampled_from([None, 0, 1, 100]),
    )
)
def test_settings_survive_what_people_write(settings: QueueSettings) -> None:
    request = from_settings(settings)
    assert to_settings(request) == settings
    assert filled(QueueSettingsRequest, request.model_dump(mode="json")) == request


NUMBER = "a number from 0 to 1000000000 in steps of 0.001"
JOBS = "a whole number from 0 to 10000000"
QUEUE_NAME = "1 to 63 of a-z 0-9 and -, not starting with -"


@pytest.mark.parametrize(
    ("path", "value", "shown", "allowed"),
    [
        ("name", "No Good", "No Good", QUEUE_NAME),
        ("parent", "../x", "../x", QUEUE_NAME),
        ("description", "a\x1b[2J", "a\N{REPLACEMENT CHARACTER}[2J",
         "at most 1024 characters without control characters"),
        ("guarantee", 8, "8", "an object with the fields gpus, gpus_by_model, cpus, memory"),
        ("guarantee.gpus", -1, "-1", NUMBER),
        ("guarantee.gpus", "8", "8", NUMBER),
        ("guarantee.gpus", 0.0001, "0.0001", NUMBER),
        ("guarantee.cpus", True, "true", NUMBER),
        ("maximum.memory", "4TB", "4TB",
         "a size up to 900000TiB: a whole number and MiB, GiB or TiB, written like 512MiB or 4GiB"),
        ("guarantee.cpu", 1, "1", "absent: unknown field; did you mean 'cpus'?"),
        ("gpus", 1, "1", "absent: unknown field; did you mean 'guarantee.gpus'?"),
        ("max", 1, "1", "absent: unknown field; did you mean 'maximum'?"),
        ("limits.running", 1, "1", "absent: unknown field; did you mean 'jobs_running'?"),
        ("weight", 0, "0", "a whole number from 1 to 1000000"),
        ("weight", -3, "-3", "a whole number from 1 to 1000000"),
        ("over_quota_weight", -1, "-1", "a whole number from 0 to 1000000; 0 never borrows"),
        ("order", "FIFO", "FIFO", "fifo, priority, drf, least-attained-service; did you mean 'fifo'?"),
        ("order", 3, "3", "fifo, priority, drf, least-attained-service"),
        ("limits.jobs_running", -1, "-1", JOBS),
        ("limits.user_jobs_pending", 1.5, "1.5", JOBS),
        ("spot_percent", 101, "101", "a whole number from 0 to 100; 0 keeps its jobs off spot nodes"),
        ("suspended", True, "true", "at most 1024 characters without control characters"),
    ],
)  # fmt: skip
def test_invalid_fields_of_a_queue_are_refused(path: str, value: object, shown: str, allowed: str) -> None:
    assert refused(QueueRequest, laid_over({"name": "x"}, path, value)) == [(path, shown, allowed)]


@pytest.mark.parametrize(
    ("guarantee", "maximum", "field", "value", "allowed"),
    [
        ({"gpus": 9}, {"gpus": 8.5}, "gpus", "9", "at most the maximum, 8.5"),
        ({"gpus_by_model": {"H100": 2}}, {"gpus_by_model": {"H100": 1}}, "gpus_by_model.H100", "2",
         "at most the maximum, 1"),
        ({"memory": "2TiB"}, {"memory": "1536GiB"}, "memory", "2TiB", "at most the maximum, 1536GiB"),
    ],
)  # fmt: skip
def test_a_guarantee_above_the_maximum_could_never_be_used(
    guarantee: dict[str, Any], maximum: dict[str, Any], field: str, value: str, allowed: str
) -> None:
    queue = {"name": "x", "guarantee": guarantee, "maximum": maximum}
    assert refused(QueueRequest, queue) == [(f"guarantee.{field}", value, allowed)]


def test_violations_of_a_record_name_its_fields() -> None:
    settings = QueueSettings(
        parent="No",
        weight=0,
        jobs_running_max=-1,
        guarantee=Quota(gpu_milli=-5, gpu_milli_by_model={"x y": 1}),
    )
    assert [v.field for v in settings_violations(settings)] == [
        "settings.parent",
        "settings.guarantee.gpu_milli",
        "settings.guarantee.gpu_milli_by_model.x y",
        "settings.weight",
        "settings.jobs_running_max",
    ]
    assert settings_violations(SETTINGS) == ()


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (("settings.guarantee.gpu_milli", "5000", "at most 4500: what the guarantee of 'acme-2' leaves"),
         ("guarantee.gpus", "5", "at most 4.5: what the guarantee of 'acme-2' leaves")),
        (("settings.guarantee.gpu_milli_by_model.H100", "1", "at most 0: what the guarantee of 'a' leaves"),
         ("guarantee.gpus_by_model.H100", "0.001", "at most 0: what the guarantee of 'a' leaves")),
        (("settings.guarantee.memory_mib", "1024", "at least 1048576: what is guaranteed below it"),
         ("guarantee.memory", "1GiB", "at least 1TiB: what is guaranteed below it")),
        (("settings.parent", "acne", "a queue of this tenant: acme, speech"),
         ("parent", "acne", "a queue of this tenant: acme, speech")),
        (("settings.user_jobs_pending_max", "3", "at most 2"),
         ("limits.user_jobs_pending", "3", "at most 2")),
    ],
)  # fmt: skip
def test_the_scheduler_s_refusals_use_the_notation_of_people(
    told: tuple[str, str, str], said: tuple[str, str, str]
) -> None:
    violation = violation_as_written(Violation(field=told[0], value=told[1], allowed=told[2]))
    assert (violation.field, violation.value, violation.allowed) == said


# --- a file of queues ---------------------------------------------------------------------------------------


def test_a_tree_names_the_place_of_what_is_wrong() -> None:
    text = """
queues:
- name: acme
  queues:
  - name: vision
    guarantee: {gpus: many}
  - name: speech
    guarantee: {gpus: 2}
    maximum: {gpus: 1}
    weigth: 3
  - 7
"""
    data, lines = read_yaml(text)
    with pytest.raises(InvalidDocument) as caught:
        filled(TreeRequest, data)
    found = InvalidDocument(caught.value.violations, lines)
    assert [(v.field, found.line_of(v.field)) for v in found.violations] == [
        ("queues[0].queues[0].guarantee.gpus", 6),
        ("queues[0].queues[1].weigth", 10),
        ("queues[0].queues[2]", 11),
    ]
    assert found.violations[1].allowed == "absent: unknown field; did you mean 'weight'?"
    assert found.violations[2].allowed.startswith("an object with the fields name, description, parent")


def test_a_rule_over_several_fields_names_its_place_too() -> None:
    tight = {"name": "b", "guarantee": {"gpus": 2}, "maximum": {"gpus": 1}}
    [(field, _, _)] = refused(TreeRequest, {"queues": [{"name": "a", "queues": [tight]}]})
    assert field == "queues[0].queues[0].guarantee.gpus"


def test_a_queue_stands_where_it_is_written() -> None:
    tree = {"queues": [{"name": "a", "queues": [{"name": "b", "parent": "c"}]}]}
    assert refused(TreeRequest, tree) == [
        ("queues[0].queues[0].parent", "c", "absent or a, the queue that it is listed under")
    ]
    assert refused(TreeRequest, {"queues": []}) == [("queues", "[]", "a list of 1 to 10000 queues")]


# --- policies -----------------------------------------------------------------------------------------------


def test_a_policy_survives_what_people_write() -> None:
    request = from_policy(POLICY)
    assert (request.share_half_life, request.model_price) == (604_800_000, {"A100": 1, "H100": 2.5})
    written = request.model_dump(mode="json")
    assert (written["head_patience"], written["share_window"], written["credit_max"]) == ("5m", "30d", "1d")
    assert to_policy(filled(PolicyRequest, written)) == POLICY


def test_a_geometry_is_written_as_profiles_and_starts() -> None:
    halves = tuple(MigInstance(profile="2g.12gb", start=start) for start in (0, 2))
    policy = replace(POLICY, mig_geometries=(MigGeometry(gpu_model="A30", instances=halves),))
    written = from_policy(policy).model_dump(mode="json")
    assert written["mig_geometries"] == {"A30": ["2g.12gb@0", "2g.12gb@2"]}
    assert to_policy(filled(PolicyRequest, written)) == policy
    [(field, value, allowed)] = refused(PolicyRequest, written | {"mig_geometries": {"A30": ["half"]}})
    assert (field, value) == ("mig_geometries.A30[0]", "half")
    assert allowed.endswith("profile@start, such as 2g.10gb@4")


def test_headroom_is_a_percentage_of_each_named_model() -> None:
    policy = replace(POLICY, headroom_percent={"H100": 10})
    written = from_policy(policy).model_dump(mode="json")
    assert written["headroom_percent"] == {"H100": 10}
    assert to_policy(filled(PolicyRequest, written)) == policy
    [(field, value, allowed)] = refused(PolicyRequest, written | {"headroom_percent": {"H100": 101}})
    assert (field, value) == ("headroom_percent.H100", "101")
    assert allowed.endswith("with a whole number from 0 to 100")


def test_every_field_of_a_record_can_be_written() -> None:
    assert len(PolicyRequest.model_fields) == len(fields(Policy))
    assert len(QueueSettingsRequest.model_fields) + 4 - 1 == len(fields(QueueSettings)), "limits are four"


@pytest.mark.parametrize(
    ("name", "value", "shown", "allowed"),
    [
        ("share_half_life", "0s", "0s", "a duration from 1m to 400d, written like 90s, 1h30m or 250ms"),
        ("share_half_life", 7, "7", "a duration from 1m to 400d, written like 90s, 1h30m or 250ms"),
        ("share_history_percent", -1, "-1", "a whole number from 0 to 10000"),
        ("half_life", "1d", "1d", "absent: unknown field; did you mean 'share_half_life'?"),
        ("mig_change_interval", "0s", "0s", "a duration from 1s to 30d, written like 90s, 1h30m or 250ms"),
        ("time_level_gpu", "59s", "59s", "a duration from 1m to 400d, written like 90s, 1h30m or 250ms"),
        ("time_level_factor", 1, "1", "a whole number from 2 to 100"),
        ("time_levels", 0, "0", "a whole number from 1 to 8; 1: first come, first served"),
        ("time_levels", 9, "9", "a whole number from 1 to 8; 1: first come, first served"),
        ("time_quantum", "1s", "1s", "a duration from 1m to 30d, written like 90s, 1h30m or 250ms"),
        ("time_cost_percent_max", 101, "101", "a whole number from 1 to 100"),
        ("time_promotion", "0s", "0s", "a duration from 1m to 400d, written like 90s, 1h30m or 250ms"),
        ("fragmentation_percent_max", -1, "-1", "a whole number from 0 to 100; 0: nobody looks"),
        ("fragmentation_percent_max", 101, "101", "a whole number from 0 to 100; 0: nobody looks"),
        ("gap_drain_max", "11m", "11m", "a duration from 0s to 10m, written like 90s, 1h30m or 250ms"),
        ("fairness_threshold_percent", -1, "-1", "a whole number from 0 to 100; 0: no queue may"),
        ("fairness_threshold_percent", 101, "101", "a whole number from 0 to 100; 0: no queue may"),
        ("reclaim_margin", "11m", "11m", "a duration from 0s to 10m, written like 90s, 1h30m or 250ms"),
        ("checkpoints_kept", -1, "-1", "a whole number from 0 to 64; 0: all stay"),
        ("checkpoints_kept", 65, "65", "a whole number from 0 to 64; 0: all stay"),
        ("job_upload_bytes_per_s", 999_999, "999999", "a whole number from 1000000 to 1000000000000000"),
        ("store_upload_bytes_per_s", 0, "0", "a whole number from 1000000 to 1000000000000000"),
        (
            "background_upload_bytes_per_s",
            -1,
            "-1",
            "a whole number from 0 to 1000000000000000; 0: each what one job may",
        ),
        ("spot_price_percent", 0, "0", "a whole number from 1 to 100"),
        ("spot_loss_weight", -1, "-1", "a whole number from 0 to 1000; 0: whatever it loses"),
        ("spot_reclaim_prior", "0s", "0s", "a duration from 1m to 400d, written like 90s, 1h30m or 250ms"),
        ("node_loss_prior", "59m", "59m", "a duration from 1h to 3650d, written like 90s, 1h30m or 250ms"),
        ("spot_restart", "25h", "25h", "a duration from 0s to 1d, written like 90s, 1h30m or 250ms"),
        ("faulty_nodes_max", -1, "-1", "a whole number from 0 to 100000; 0 closes no node"),
        ("checkpoints_kept", 65, "65", "a whole number from 0 to 64; 0: all stay"),
    ],
)
def test_invalid_fields_of_a_policy_are_refused(name: str, value: object, shown: str, allowed: str) -> None:
    whole = from_policy(POLICY).model_dump(mode="json")
    assert refused(PolicyRequest, whole | {name: value}) == [(name, shown, allowed)]


def test_a_policy_is_given_whole() -> None:
    found = refused(PolicyRequest, {"name": "x"})
    assert {value for _, value, _ in found} == {"(absent)"}
    assert len(found) == len(PolicyRequest.model_fields) - 1


def test_violations_of_a_policy_name_its_own_fields() -> None:
    policy = Policy.from_datum(
        POLICY.to_datum()
        | {"share_half_life_ms": 0, "attempts_lost_max": 0, "model_price_milli": {"H100": 0, "x y": 1}}
    )
    assert [v.field for v in policy_violations(policy)] == [
        "policy.attempts_lost_max",
        "policy.share_half_life_ms",
        "policy.model_price_milli.H100",
        "policy.model_price_milli.x y",
    ]


# --- merge patch --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "patch", "result"),
    [
        ({"a": "b"}, {"a": "c"}, {"a": "c"}),
        ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
        ({"a": "b"}, {"a": None}, {}),
        ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
        ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
        ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
        ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
        (["a", "b"], ["c", "d"], ["c", "d"]),
        ({"a": "b"}, ["c"], ["c"]),
        ({"a": "foo"}, None, None),
        ({"a": "foo"}, "bar", "bar"),
        ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
        ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
        ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
    ],
)
def test_the_examples_of_rfc_7396(target: Any, patch: Any, result: Any) -> None:
    assert merged(target, patch) == result


# --- the policy of preemption -------------------------------------------------------------------------------


def test_a_policy_of_preemption_survives_what_people_write() -> None:
    written = preemption_policy_data(PREEMPTION)
    assert (written["ran_min"], written["gain_percent_min"], written["pair_remembered"]) == ("5m", 100, "7d")
    assert to_preemption_policy(filled(PreemptionPolicyRequest, written)) == PREEMPTION
    assert preemption_policy_violations(PREEMPTION) == ()


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("ran_ms_min", 0, 30 * DAY_MS),
        ("evictions_per_job_day_max", 0, 1_000),
        ("evictions_per_queue_hour_max", 0, 100_000),
        ("evictions_per_user_hour_max", 0, 100_000),
        ("restart_ms", 0, DAY_MS),
        ("delay_ms", 0, 30 * DAY_MS),
        ("wait_spared_ms", 0, 30 * DAY_MS),
        ("gain_percent_min", 0, 10_000),
        ("plan_valid_ms", 1_000, 600_000),
        ("plans_per_request_max", 1, 1_000),
        ("pair_remembered_ms", DAY_MS, 30 * DAY_MS),
    ],
)
def test_each_setting_of_preemption_has_bounds(name: str, least: int, most: int) -> None:
    for value in (least, most):
        assert preemption_policy_violations(replace(PREEMPTION, **{name: value})) == ()
    for value in (least - 1, most + 1):
        [violation] = preemption_policy_violations(replace(PREEMPTION, **{name: value}))
        assert violation.field == f"policy.{name}"
        assert " from " in violation.allowed


def test_times_of_tiers_are_bounded_and_named_as_people_write_tiers() -> None:
    policy = replace(POLICY, wall_time_max_ms={"STANDARD_TRAINING": 86_400_000})
    written = from_policy(policy).model_dump(mode="json")
    assert written["wall_time_max"] == {"standard-training": "1d"}
    assert to_policy(from_policy(policy)) == policy
    for tier, time in (("standard-training", "999ms"), ("standard-training", "401d"), ("training", "1h")):
        [(field, _, _), *_] = refused(PolicyRequest, written | {"wall_time_max": {tier: time}})
        assert field == f"wall_time_max.{tier}"
