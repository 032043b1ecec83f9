"""Every rule of the request model: each refusal names field, value and what is allowed."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.jobs import InvalidDocument, JobRequest, parse_request
from muster.jobs.documents.refusal import VALUE_CHARS_MAX, VIOLATIONS_MAX
from muster.jobs.forms.errors import allowed_at

GOOD: dict[str, Any] = {"name": "hello", "run": "echo hello"}


def refused(data: object) -> InvalidDocument:
    with pytest.raises(InvalidDocument) as caught:
        parse_request(data)
    return caught.value


def job(path: str, value: object) -> dict[str, Any]:
    """GOOD with one field set, by dotted path."""
    whole: dict[str, Any] = dict(GOOD)
    *parents, last = path.split(".")
    at = whole
    for parent in parents:
        at[parent] = at = dict(at.get(parent, {}))
    at[last] = value
    return whole


def gang(*, gpus: float = 1, **fields: object) -> dict[str, Any]:
    """Eight ranks."""
    return GOOD | {"ranks": 8, "resources": {"gpus": gpus}, **fields}


INVALID: list[tuple[str, object, str | None]] = [
    ("name", "", '""'),
    ("name", "-dash", "-dash"),
    ("name", "a" * 129, "a" * 79 + "…"),
    ("name", "new\nline", "new�line"),
    ("name", "trailing\n", "trailing�"),
    ("name", "job-aaaaaaaaaaaaaaaaaaaa", "job-aaaaaaaaaaaaaaaaaaaa"),
    ("name", "job-k3v7", "job-k3v7"),
    ("name", "scheduler", "scheduler"),
    ("name", 7, "7"),
    ("name", None, "null"),
    ("queue", "Default", "Default"),
    ("queue", "a" * 64, "a" * 64),
    ("after", "job-abcd", "job-abcd"),
    ("after.train", "ok", None),
    ("after.job-abcd", "success", "success"),
    ("after", {f"job-{i:04}": "ok" for i in range(101)}, None),
    ("team", "a b", "a b"),
    ("project", "", '""'),
    ("tier", "urgent", "urgent"),
    ("tier", 3, "3"),
    ("priority", 1001, "1001"),
    ("priority", "high", "high"),
    ("priority", 0.5, "0.5"),
    ("ranks", 0, "0"),
    ("ranks", -1, "-1"),
    ("ranks", 4097, "4097"),
    ("ranks", 1.5, "1.5"),
    ("ranks", "2", "2"),
    ("ranks", True, "true"),
    ("ranks", math.nan, "NaN"),
    ("resources", 8, "8"),
    ("resources", [], "[]"),
    ("resources.gpus", -1, "-1"),
    ("resources.gpus", 65, "65"),
    ("resources.gpus", 1.5, "1.5"),
    ("resources.gpus", 0.0001, "0.0001"),
    ("resources.gpus", 0.9999, "0.9999"),
    ("resources.gpus", math.nan, "NaN"),
    ("resources.gpus", math.inf, "Infinity"),
    ("resources.gpus", -math.inf, "-Infinity"),
    ("resources.gpus", 10**400, "1" + "0" * 78 + "…"),
    ("resources.gpus", "8", "8"),
    ("resources.gpus", True, "true"),
    ("resources.gpu_models", "H200", "H200"),
    ("resources.gpu_memory_min", "80GB", "80GB"),
    ("resources.isolation", "none", "none"),
    ("resources.cpu", -0.5, "-0.5"),
    ("resources.cpu", 4097, "4097"),
    ("resources.cpu", math.nan, "NaN"),
    ("resources.cpu", "500m", "500m"),
    ("resources.memory", "4GB", "4GB"),
    ("resources.memory", "1.5GiB", "1.5GiB"),
    ("resources.memory", "-1GiB", "-1GiB"),
    ("resources.memory", 4096, "4096"),
    ("resources.memory", "65TiB", "65TiB"),
    ("topology", "leaf", "leaf"),
    ("topology.within", "rack", "rack"),
    ("topology.within", "LEAF", "LEAF"),
    ("topology.strictness", "soft", "soft"),
    ("topology.tensor_parallel_ranks", 0, "0"),
    ("topology.tensor_parallel_ranks", "8", "8"),
    ("spread", "rack", "rack"),
    ("sandbox", "always", "always"),
    ("network", "offline", "offline"),
    ("spot", "always", "always"),
    ("gpu_preferences", "H100", "H100"),
    ("node_labels", ["zone=a"], '["zone=a"]'),
    ("node_labels", {f"k{i}": "v" for i in range(17)}, None),
    ("node_labels_preferred", ["zone=a"], '["zone=a"]'),
    ("tolerations", "spot", "spot"),
    ("tolerations", [f"t{i}" for i in range(33)], None),
    ("caches", "imagenet", "imagenet"),
    ("caches", [f"c{i}" for i in range(17)], None),
    ("image", "pytorch/pytorch:2.9", "pytorch/pytorch:2.9"),
    ("image", "", '""'),
    ("command", [], "[]"),
    ("command", "echo", "echo"),
    ("run", "", '""'),
    ("run", "a\0b", "text with a NUL byte"),
    ("run", "x" * (128 << 10), "131072 bytes in all"),
    ("env", ["A=1"], '["A=1"]'),
    ("env", {f"V{i}": "x" * 1024 for i in range(64)}, "65846 bytes in all"),
    ("files_sha256", "ABC", "ABC"),
    ("files_sha256", "A" * 64, "A" * 64),
    ("wall_time", 60, "60"),
    ("wall_time", "60", "60"),
    ("wall_time", "0s", "0s"),
    ("wall_time", "367d", "367d"),
    ("wall_time", "1m1h", "1m1h"),
    ("wall_time", "1.5h", "1.5h"),
    ("wall_time", "-5s", "-5s"),
    ("wall_time", "", '""'),
    ("wall_time", "٣s", "٣s"),
    ("expected_duration", "soon", "soon"),
    ("hang_after", "0s", "0s"),
    ("grace", "2h", "2h"),
    ("grace", "0s", "0s"),
    ("elastic", 3, "3"),
    ("elastic.min", 0, "0"),
    ("elastic.sizes", "2", "2"),
    ("retry", None, "null"),
    ("retry.attempts", 0, "0"),
    ("retry.attempts", 101, "101"),
    ("retry.backoff", "2d", "2d"),
    ("retry.memory_max", "much", "much"),
    ("checkpoint.enabled", "yes", "yes"),
    ("checkpoint.interval", "10ms", "10ms"),
    ("checkpoint.grace", "0s", "0s"),
    ("checkpoint.grace", "-5s", "-5s"),
    ("checkpoint.keep_last", 1, "1"),
    ("checkpoint.keep_last", 65, "65"),
    ("checkpoint.keep_every", -1, "-1"),
    ("labels", {f"k{i}": "v" for i in range(65)}, None),
    ("model", "/absolute", "/absolute"),
]


@pytest.mark.parametrize(("path", "value", "shown"), INVALID, ids=lambda v: str(v)[:24])
def test_a_refusal_names_field_value_and_what_is_allowed(path: str, value: object, shown: str | None) -> None:
    (violation,) = refused(job(path, value)).violations
    assert violation.field == path
    assert violation.value == (shown if shown != '""' else "") or shown is None
    assert violation.allowed.startswith(allowed_at(JobRequest, path.split(".")))


def test_every_field_is_in_the_list_above() -> None:
    """A new field without an invalid example here fails."""
    tried = {path for path, _, _ in INVALID}
    for name, field in JobRequest.model_fields.items():
        nested = getattr(field.annotation, "model_fields", None)
        for path in [f"{name}.{inner}" for inner in nested] if nested else [name]:
            assert path in tried, path


@pytest.mark.parametrize(
    ("data", "field", "value", "allowed"),
    [
        ({"name": "x"}, "command", "neither", "exactly one of run"),
        (GOOD | {"command": ["true"]}, "command", "both", "exactly one of run"),
        ({"name": "x", "command": [""]}, "command[0]", "", "not empty"),
        ({"name": "x", "command": ["a", 1]}, "command[1]", "1", "a list of 1 to 4096 strings"),
        ({"name": "x", "command": ["a", "\0"]}, "command[1]", "text with a NUL byte", "without NUL"),
        ({"run": "x"}, "name", "(absent)", "1 to 128 of letters"),
        (job("env", {"A-B": "1"}), "env.A-B", "A-B", "letters, digits and _"),
        (job("env", {"N": 1}), "env.N", "1", "quote numbers"),
        (job("env", {"RANK": "0"}), "env.RANK", "0", "the agent does not set itself"),
        (job("env", {"MUSTER_JOB_ID": "x"}), "env.MUSTER_JOB_ID", "x", "the agent does not set itself"),
        (job("labels", {"k": "a\nb"}), "labels.k", "a�b", "without control characters"),
        (job("labels", {"": "v"}), "labels.", "", "1 to 63"),
        (job("resources.gpu_models", ["A100"]), "resources.gpu_models", "A100", "when resources.gpus is 0"),
        (job("network", "none"), "network", "none", "host unless sandbox is required, and ranks is 1 or"),
        (
            {**job("spot", "never"), "node_labels": {"capacity-type": "spot"}},
            "spot",
            "never",
            "by-tier or allowed: node_labels ask for capacity-type=spot",
        ),
        (
            {**job("network", "none"), "sandbox": "required", "ranks": 2},
            "network",
            "none",
            "topology is within node, required",
        ),
        (
            job("resources.gpu_memory_min", "80GiB"),
            "resources.gpu_memory_min",
            "80GiB",
            "when resources.gpus is 0",
        ),
        (
            job("resources.isolation", "mig"),
            "resources.isolation",
            "mig",
            "unless resources.gpus is a fraction",
        ),
        (
            job("resources", {"gpus": 0.5, "isolation": "time-slicing"}),
            "resources.isolation",
            "time-slicing",
            "unless tier is interactive",
        ),
        (job("checkpoint.interval", "5m"), "checkpoint.interval", "300000 ms", "checkpoint.enabled is true"),
        (
            job("topology", {"within": "leaf", "strictness": "best-effort"}),
            "topology.strictness",
            "best-effort with within leaf",
            "required or preferred with within",
        ),
        (
            job("topology.strictness", "preferred"),
            "topology.strictness",
            "preferred with within absent",
            "required or preferred with within",
        ),
        (
            gang(topology={"tensor_parallel_ranks": 3}),
            "topology.tensor_parallel_ranks",
            "3",
            "a divisor of every gang size: 8",
        ),
        (
            gang(topology={"tensor_parallel_ranks": 4}, elastic={"min": 2}),
            "topology.tensor_parallel_ranks",
            "4",
            "a divisor of every gang size: 8, 2",
        ),
        (
            gang(resources={"gpus": 0.5, "isolation": "mig"}, topology={"tensor_parallel_ranks": 2}),
            "topology.tensor_parallel_ranks",
            "2",
            "1 unless resources.gpus is a whole number of at least 1",
        ),
        (
            gang(gpus=0, topology={"tensor_parallel_ranks": 2}),
            "topology.tensor_parallel_ranks",
            "2",
            "1 unless resources.gpus is a whole number of at least 1",
        ),
        (
            gang(gpus=0.5, topology={"tensor_parallel_ranks": 2}),
            "topology.tensor_parallel_ranks",
            "2",
            "1 unless resources.gpus is a whole number of at least 1",
        ),
        (
            gang(tier="production-inference", elastic={"min": 2}),
            "elastic.min",
            "2",
            "absent with tier production-inference",
        ),
        (gang(gpus=0.5, topology={"within": "leaf"}), "topology.within", "leaf", "a fraction"),
        (gang(gpus=0.5, spread="node"), "spread", "node", "a fraction"),
        (gang(topology={"within": "leaf"}, spread="node"), "spread", "node", "absent when topology is given"),
        (gang(tolerations=["no spaces"]), "tolerations[0]", "no spaces", "each 1 to 128 of letters"),
        (gang(caches=["/absolute"]), "caches[0]", "/absolute", "each 1 to 256 of letters"),
        (gang(node_labels={"zone": 7}), "node_labels.zone", "7", "as nodes have them"),
        (
            gang(gpu_preferences=[{"model": "H100"}]),
            "gpu_preferences[0].throughput",
            "(absent)",
            "a number of speed from 0.001 to 1000",
        ),
        (
            gang(gpu_preferences=[{"model": "H100", "throughput": 0}]),
            "gpu_preferences[0].throughput",
            "0",
            "a number of speed from 0.001 to 1000",
        ),
        (
            gang(gpu_preferences=[{"model": "H100", "throughput": 1}, {"model": "H100", "throughput": 2}]),
            "gpu_preferences",
            "H100, H100",
            "different models",
        ),
        (
            gang(gpus=0, gpu_preferences=[{"model": "H100", "throughput": 1}]),
            "gpu_preferences",
            "H100",
            "only with GPUs",
        ),
        (
            gang(gpu_preferences=[{"model": "H100", "throughput": 1}])
            | {"resources": {"gpus": 1, "gpu_models": ["A100"]}},
            "resources.gpu_models",
            "A100",
            "those of gpu_preferences: H100",
        ),
        (None, "(document)", "null", "an object with the fields name, queue"),
        ([GOOD], "(document)", '[{"name": "hello", "run": "echo hello"}]', "an object with the fields"),
        ("name: x", "(document)", "name: x", "an object with the fields"),
    ],
)
def test_rules_about_several_fields_are_enforced(data: object, field: str, value: str, allowed: str) -> None:
    (violation,) = refused(data).violations
    assert (violation.field, violation.value) == (field, value)
    assert allowed in violation.allowed


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("gpu", "resources.gpus"),
        ("gpus", "resources.gpus"),
        ("resources.gpu", "gpus"),
        ("resources.gpu_model", "gpu_models"),
        ("rank", "ranks"),
        ("num_nodes", "ranks"),
        ("timeout", "wall_time"),
        ("walltime", "wall_time"),
        ("priorty", "priority"),
        ("cmd", "command"),
        ("retry.attempt", "attempts"),
    ],
)
def test_a_misspelt_field_gets_a_suggestion(path: str, meant: str) -> None:
    (violation,) = refused(job(path, 1)).violations
    assert (violation.field, violation.allowed) == (path, f"absent: unknown field; did you mean {meant!r}?")


@pytest.mark.parametrize(
    ("retry", "allowed"),
    [
        ({"memory_max": "2GiB"}, "absent unless retry.attempts is 2 or more"),
        ({"attempts": 2, "memory_max": "512MiB"}, "at least resources.memory, 1GiB"),
    ],
)
def test_more_memory_needs_attempts_and_room_to_grow(retry: dict[str, Any], allowed: str) -> None:
    (violation,) = refused(job("retry", retry)).violations
    assert (violation.field, violation.allowed) == ("retry.memory_max", allowed)


def test_an_unknown_field_unlike_any_lists_what_there_is() -> None:
    (violation,) = refused(job("retry.xyzzy", 1)).violations
    assert violation.allowed == "absent: unknown field; the fields are attempts, backoff, memory_max"


def test_a_misspelt_tier_gets_a_suggestion() -> None:
    (violation,) = refused(job("tier", "STANDARD_TRAINING")).violations
    assert violation.allowed.endswith("did you mean 'standard-training'?")


@pytest.mark.parametrize("field", ["tenant", "user", "epoch", "job_id"])
def test_a_job_cannot_claim_an_identity(field: str) -> None:
    assert refused(job(field, "root")).violations[0].field == field


def test_all_violations_are_reported_at_once_up_to_a_limit() -> None:
    many = refused({"name": "", "ranks": 0, "resources": {"gpus": -1, "cpu": -1}, "run": 5})
    assert [v.field for v in many.violations] == ["name", "ranks", "resources.gpus", "resources.cpu", "run"]
    endless = refused(GOOD | {f"unknown_{i}": i for i in range(5000)})
    assert len(endless.violations) == VIOLATIONS_MAX


def test_a_good_job_says_no_more_than_it_must() -> None:
    request = parse_request(GOOD)
    assert (request.ranks, request.queue, request.resources.gpus, request.retry.attempts) == (
        1,
        "default",
        0,
        1,
    )


def test_strictness_goes_with_the_unit_that_is_named() -> None:
    def strictness(**topology: str) -> str:
        return parse_request(gang(topology=topology)).topology.strictness

    assert strictness() == "BEST_EFFORT"
    assert strictness(within="leaf") == "PREFERRED"
    assert strictness(within="leaf", strictness="required") == "REQUIRED"


def test_models_are_sorted_and_counted_once() -> None:
    models = parse_request(job("resources", {"gpus": 1, "gpu_models": ["V100", "A100", "V100"]}))
    assert models.resources.gpu_models == ("A100", "V100")


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=8,
)
paths = st.sampled_from(sorted({path for path, _, _ in INVALID} | {"surprise", "resources.surprise"}))


@pytest.mark.slow
@given(path=paths, value=anything)
def test_whatever_is_given_is_accepted_or_refused_in_words(path: str, value: object) -> None:
    try:
        parse_request(job(path, value))
    except InvalidDocument as error:
        for violation in error.violations:
            assert violation.field
            assert violation.allowed
            assert len(violation.value) <= VALUE_CHARS_MAX
            assert violation.value.isprintable()
            violation.field.encode()


@pytest.mark.parametrize(
    ("field", "allowed"),
    [
        ("gpu_count", "absent: unknown field; did you mean 'resources.gpus'?"),
        ("walltime_max", "absent: unknown field; did you mean 'wall_time'?"),
        ("node_tags", "absent: unknown field; did you mean 'node_labels'?"),
        ("commandline_of", "absent: unknown field; the nearest are command"),
        ("zzz", "absent: unknown field; no other is near"),
    ],
)
def test_an_unknown_field_of_a_job_names_near_fields_and_not_all(field: str, allowed: str) -> None:
    with pytest.raises(InvalidDocument) as raised:
        parse_request({"name": "a", "run": "x", field: 1})
    [violation] = raised.value.violations
    assert violation.allowed == allowed
