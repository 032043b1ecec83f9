"""The request and the record: two spellings of one thing, whatever the job."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.events.job_commands import (
    CheckpointPolicy,
    GpuPreference,
    JobSpec,
    RequiredEnd,
    Resources,
    RetryPolicy,
    Strictness,
    Tier,
    Topology,
)
from muster.jobs import InvalidDocument, from_spec, parse_request, to_spec, violations
from muster.jobs.values.quantities import format_duration
from muster.jobs.values.rules import PROGRAMS, written

names = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,20}", fullmatch=True).filter(
    lambda name: name not in PROGRAMS and not name.startswith("job-")
)
job_ids = st.from_regex(r"job-[a-z0-9-]{4,60}", fullmatch=True)
plain = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=20)
env_names = st.from_regex(r"[a-z_][a-z0-9_]{0,9}", fullmatch=True)
wall_times = st.none() | st.integers(1000, 366 * 86_400_000).map(format_duration)
gpus = st.just(0) | st.integers(1, 64) | st.integers(1, 999).map(lambda milli: milli / 1000)


@st.composite
def layouts(draw: st.DrawFn, ranks: int, gpus: float) -> dict[str, Any]:
    """How such a gang may lie in the network."""
    if 0 < gpus < 1:
        return {}
    levels = st.sampled_from(["node", "nvlink-domain", "leaf", "spine", "cell"])
    divisors = [size for size in (1, 2, 3, 8) if ranks % size == 0] if gpus else [1]
    strictness = st.sampled_from(["required", "preferred"])
    within = draw(st.none() | st.fixed_dictionaries({"within": levels}, optional={"strictness": strictness}))
    packed = {"topology": (within or {}) | {"tensor_parallel_ranks": draw(st.sampled_from(divisors))}}
    nothing: dict[str, Any] = {}
    return draw(st.just(nothing) | st.just(packed) | st.fixed_dictionaries({"spread": levels}))


@st.composite
def requests(draw: st.DrawFn) -> dict[str, Any]:
    count = draw(gpus)
    ranks = draw(st.integers(1, 4096))
    enabled = draw(st.booleans())
    interval = st.none() | st.integers(1000, 7 * 86_400_000).map(format_duration)
    how = draw(
        st.fixed_dictionaries({"run": plain.filter(bool)})
        | st.fixed_dictionaries({"command": st.lists(plain.filter(bool), min_size=1, max_size=5)})
    )
    return how | {
        "name": draw(names),
        "team": draw(st.none() | names),
        "project": draw(names),
        "tier": draw(st.sampled_from([written(tier) for tier in Tier])),
        "priority": draw(st.integers(-1000, 1000)),
        "ranks": ranks,
        "resources": {
            "gpus": count,
            "gpu_models": draw(st.lists(names, max_size=3)) if count else [],
            "gpu_memory_min": f"{draw(st.integers(0, 64 << 20)) if count else 0}MiB",
            "cpu": draw(st.integers(0, 4_096_000).map(lambda milli: milli / 1000)),
            "memory": draw(st.integers(0, 64 << 20).map(lambda mib: f"{mib}MiB")),
        },
        "env": draw(
            st.dictionaries(st.from_regex(r"[a-z_][a-z0-9_]{0,9}", fullmatch=True), plain, max_size=3)
        ),
        "files_sha256": draw(st.none() | st.from_regex(r"[0-9a-f]{64}", fullmatch=True)),
        "wall_time": draw(wall_times),
        "expected_duration": draw(wall_times),
        "grace": draw(st.integers(1, 3_600_000).map(format_duration)),
        "retry": {"attempts": draw(st.integers(1, 100)), "backoff": "1m30s"},
        "checkpoint": {"enabled": enabled, "interval": draw(interval) if enabled else None},
        "labels": draw(st.dictionaries(names, plain, max_size=3)),
        "model": draw(st.none() | names),
        "node_labels": draw(st.dictionaries(names, plain, max_size=3)),
        "node_labels_preferred": draw(st.dictionaries(names, plain, max_size=3)),
        "tolerations": draw(st.lists(names, max_size=3)),
        "caches": draw(st.lists(names, max_size=3)),
        "after": draw(st.dictionaries(job_ids, st.sampled_from(["ok", "any", "failed"]), max_size=3)),
        **draw(layouts(ranks, count)),
    }


@given(requests())
def test_a_request_survives_the_log(data: dict[str, Any]) -> None:
    request = parse_request(data)
    spec = to_spec(request, user="ann@example.org", team="research")
    assert violations(spec) == ()
    assert JobSpec.from_datum(spec.to_datum()) == spec
    assert to_spec(from_spec(spec), user="ann@example.org", team="research") == spec
    if data.get("command", [""])[:2] != ["/bin/sh", "-ec"]:
        assert from_spec(spec) == request.model_copy(update={"team": request.team or "research"})


@given(requests())
def test_dumped_requests_are_valid_requests(data: dict[str, Any]) -> None:
    request = parse_request(data)
    assert parse_request(request.model_dump(mode="json")) == request


def test_preferred_models_are_the_accepted_ones() -> None:
    faster = [{"model": "V100", "throughput": 1}, {"model": "H100", "throughput": 2.5}]
    data = {"name": "x", "run": "y", "resources": {"gpus": 1}, "gpu_preferences": faster}
    spec = to_spec(parse_request(data), user="u", team="t")
    assert spec.resources.gpu_models == ("H100", "V100")
    assert [p.throughput_milli for p in spec.gpu_preferences] == [1000, 2500]
    assert violations(spec) == ()
    assert to_spec(from_spec(spec), user="u", team="t") == spec


def test_shell_text_becomes_a_command() -> None:
    spec = to_spec(parse_request({"name": "x", "run": "echo $RANK"}), user="u", team="t")
    assert spec.command == ("/bin/sh", "-ec", "echo $RANK")


@pytest.mark.parametrize(
    ("number", "count", "milli"), [(0, 0, 0), (0.001, 1, 1), (0.47, 1, 470), (1, 1, 1000), (8, 8, 1000)]
)
def test_gpus_become_count_and_thousandths(number: float, count: int, milli: int) -> None:
    models = {"gpus": number}
    resources = to_spec(
        parse_request({"name": "x", "run": "y", "resources": models}), user="u", team="t"
    ).resources
    assert (resources.gpu_count, resources.gpu_milli) == (count, milli)


GOOD = JobSpec(
    name="x",
    team="t",
    project="p",
    user="u",
    queue="default",
    tier=Tier.INTERACTIVE,
    ranks=1,
    resources=Resources(gpu_count=1, gpu_milli=1000, cpu_milli=1000, memory_mib=0),
    command=("true",),
    retry=RetryPolicy(attempts_max=1),
    checkpoint=CheckpointPolicy(enabled=False),
)


def with_resources(**fields: Any) -> JobSpec:
    return replace(GOOD, resources=replace(GOOD.resources, **fields))


@pytest.mark.parametrize(
    ("spec", "field", "value"),
    [
        (replace(GOOD, ranks=0), "ranks", "0"),
        (replace(GOOD, ranks=2**31 - 1), "ranks", "2147483647"),
        (replace(GOOD, user="a b"), "user", "a b"),
        (replace(GOOD, user=""), "user", ""),
        (replace(GOOD, name=""), "name", ""),
        (replace(GOOD, command=()), "command", "[]"),
        (replace(GOOD, command=("",)), "command[0]", ""),
        (replace(GOOD, command=("/bin/sh", "-ec", "x" * (128 << 10))), "command", "131072 bytes in all"),
        (replace(GOOD, env={"BIG": "x" * 10_000_000}), "env", "10000005 bytes in all"),
        (replace(GOOD, grace_ms=-1), "grace_ms", "-1ms"),
        (replace(GOOD, grace_ms=0), "grace_ms", "0s"),
        (
            replace(GOOD, checkpoint=CheckpointPolicy(enabled=True, grace_ms=0)),
            "checkpoint.grace_ms",
            "0s",
        ),
        (replace(GOOD, wall_time_max_ms=0), "wall_time_max_ms", "0s"),
        (replace(GOOD, duration_expected_ms=-(2**60)), "duration_expected_ms", None),
        (replace(GOOD, retry=RetryPolicy(attempts_max=0)), "retry.attempts_max", "0"),
        (replace(GOOD, retry=RetryPolicy(attempts_max=1, backoff_ms=-5)), "retry.backoff_ms", "-5ms"),
        (
            replace(GOOD, checkpoint=CheckpointPolicy(enabled=True, interval_ms=-5)),
            "checkpoint.interval_ms",
            "-5ms",
        ),
        (replace(GOOD, topology=Topology(tensor_parallel_ranks=0)), "topology.tensor_parallel_ranks", "0"),
        (replace(GOOD, topology=Topology(tensor_parallel_ranks=2)), "topology.tensor_parallel_ranks", "2"),
        (
            replace(GOOD, topology=Topology(strictness=Strictness.REQUIRED)),
            "topology.strictness",
            "required with within absent",
        ),
        (replace(GOOD, image="pytorch/pytorch:2.9"), "image", "pytorch/pytorch:2.9"),
        (replace(GOOD, tolerations=("b", "a")), "tolerations", '["b", "a"]'),
        (replace(GOOD, after={"train": RequiredEnd.OK}), "after.train", None),
        (replace(GOOD, caches=("a", "a")), "caches", '["a", "a"]'),
        (
            replace(GOOD, gpu_preferences=(GpuPreference(model="H100", throughput_milli=1),)),
            "resources.gpu_models",
            "[]",
        ),
        (with_resources(gpu_count=-1), "resources.gpu_count", "-1"),
        (with_resources(gpu_count=65), "resources.gpu_count", "65"),
        (with_resources(gpu_count=2, gpu_milli=500), "resources.gpu_milli", "500 with gpu_count 2"),
        (with_resources(gpu_count=0), "resources.gpu_milli", "1000 with gpu_count 0"),
        (with_resources(gpu_milli=0), "resources.gpu_milli", "0 with gpu_count 1"),
        (with_resources(gpu_milli=1001), "resources.gpu_milli", "1001 with gpu_count 1"),
        (with_resources(gpu_models=("V100", "A100")), "resources.gpu_models", '["V100", "A100"]'),
        (with_resources(gpu_models=("",)), "resources.gpu_models[0]", ""),
        (with_resources(gpu_memory_mib_min=-1), "resources.gpu_memory_mib_min", "-1MiB"),
        (with_resources(cpu_milli=-1), "resources.cpu_milli", "-0.001"),
        (with_resources(memory_mib=-1), "resources.memory_mib", "-1MiB"),
        (with_resources(memory_mib=2**62), "resources.memory_mib", None),
    ],
)
def test_a_record_no_request_can_say_is_refused_in_the_record_s_words(
    spec: JobSpec, field: str, value: str | None
) -> None:
    (violation,) = violations(spec)
    assert violation.field == field
    assert violation.value == value or value is None
    assert violation.allowed
    if field != "user":
        with pytest.raises(InvalidDocument):
            from_spec(spec)


def test_the_good_one_is_good() -> None:
    assert violations(GOOD) == ()


def test_several_violations_are_all_reported() -> None:
    spec = replace(with_resources(gpu_count=3, gpu_milli=1, cpu_milli=-1), user="?")
    assert [v.field for v in violations(spec)] == ["resources.gpu_milli", "resources.cpu_milli", "user"]


whole = st.integers(-(2**31), 2**31 - 1)
long = st.integers(-(2**63), 2**63 - 1)


@given(
    count=whole, milli=whole, cpu=st.integers(-(2**63), 2**63 - 1), memory=st.integers(-(2**63), 2**63 - 1)
)
def test_no_number_gets_past_validation_or_breaks_it(count: int, milli: int, cpu: int, memory: int) -> None:
    spec = with_resources(gpu_count=count, gpu_milli=milli, cpu_milli=cpu, memory_mib=memory)
    sound = (
        (milli == (1000 if count else 0) or (count == 1 and 0 < milli < 1000))
        and 0 <= count <= 64
        and 0 <= cpu <= 4_096_000
        and 0 <= memory <= 64 << 20
    )
    assert (violations(spec) == ()) == sound
