"""YAML and JSON text: what is read, where its fields are, and what is refused before it can hurt."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.jobs import InvalidDocument, parse_json, parse_yaml, read_json, read_yaml

JOB = """\
# yaml-language-server: $schema=http://127.0.0.1/v1/schemas/job.json
name: train
ranks: 2
resources:
  gpus: 0.5
  gpu_models: [A100, H200]
  memory: 4GiB
run: |
  python train.py
  echo done
env:
  SEED: "42"
wall_time: 1h30m
"""


def refused(text: str | bytes) -> InvalidDocument:
    with pytest.raises(InvalidDocument) as caught:
        parse_yaml(text)
    return caught.value


def test_a_job_file() -> None:
    request = parse_yaml(JOB)
    assert request.resources.gpus == 0.5
    assert request.resources.memory == 4096
    assert request.run == "python train.py\necho done\n"
    assert request.wall_time == 5_400_000


def test_a_violation_says_the_line() -> None:
    error = refused(JOB.replace("gpus: 0.5", "gpu: 0.5").replace('"42"', "42"))
    assert str(error).splitlines() == [
        "line 5: resources.gpu is 0.5; must be absent: unknown field; did you mean 'gpus'?",
        "line 12: env.SEED is 42; must be "
        + next(v.allowed for v in error.violations if v.field == "env.SEED"),
    ]


def test_missing_fields_are_reported_at_their_place() -> None:
    assert refused("ranks: 1\nrun: x\n").line_of("name") is None
    assert (
        refused("name: x\nrun: y\nresources:\n  gpu_models:\n    - ok\n    - 'a b'\n").line_of(
            "resources.gpu_models[1]"
        )
        == 6
    )


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("on", "on"),
        ("2026-01-01", "2026-01-01"),
        ("1:30:00", "1:30:00"),
        ("010", "010"),
        ("0x1F", "0x1F"),
        ("1_000", "1_000"),
        ("true", True),
        ("False", False),
        ("~", None),
        ("-7", -7),
        ("0.47", 0.47),
        ("1e3", 1000.0),
        ("'1'", "1"),
        ("<<", "<<"),
    ],
)
def test_scalars_are_read_as_yaml_1_2(text: str, value: object) -> None:
    data, _ = read_yaml(f"v: {text}\n")
    assert data == {"v": value}
    assert type(data["v"]) is type(value)


def test_not_a_number_is_read_and_then_refused() -> None:
    for text, shown in ((".nan", "NaN"), (".inf", "Infinity"), ("-.INF", "-Infinity")):
        (violation,) = refused(f"name: x\nrun: y\nresources: {{gpus: {text}}}\n").violations
        assert (violation.field, violation.value) == ("resources.gpus", shown)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("name: [unclosed", "line 1"),
        ("name: x\n\tbad: tab", "line 2, column 1"),
        ("a: &x 1\n", "line 1, column 4: anchors and aliases are not allowed"),
        ("a: &x [1]\nb: *x\n", "anchors and aliases are not allowed"),
        ("a: !!python/object/apply:os.system [id]\n", "tags are not allowed"),
        ("a: !!binary aGk=\n", "tags are not allowed"),
        ("a: 1\n---\nb: 2\n", "but found another document"),
        ("a: 1\na: 2\n", "line 2: a a second time"),
        ("1: x\n", "line 1: a key that is not text"),
        ("? [a]\n: x\n", "a key that is not text"),
        ("[" * 40 + "]" * 40, "nested deeper than 20 levels"),
        ("[" + "1," * 30_000 + "]", "more than 20000 values"),
        (b"\xff\xfe\x00", ""),
        (b"name: \xe9", ""),
        ("a: \x07", "special characters are not allowed"),
        ("x" * (600 << 10), "614400 bytes"),
    ],
    ids=lambda v: repr(v)[:20],
)
def test_malformed_job_files_are_refused(text: str | bytes, problem: str) -> None:
    (violation,) = refused(text).violations
    assert violation.field == "(document)"
    assert problem in violation.value


def test_a_small_bomb_costs_nothing() -> None:
    bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"{b}: &{b} [{','.join(['*' + a] * 9)}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    assert "anchors" in refused(bomb).violations[0].value


def test_an_empty_file_is_not_a_job() -> None:
    assert refused("").violations[0].value == "null"


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"", "line 1, column 1"),
        (b'{"name":', "line 1, column 9"),
        (b'{"ranks": NaN}', "NaN is not a JSON number"),
        (b'{"ranks": -Infinity}', "-Infinity is not a JSON number"),
        (b'{"a": 1, "a": 2}', "the key 'a' is given twice"),
        (b"\xff", "byte 0 is not UTF-8"),
        (b"[" * 100_000, "nested too deep"),
        (b'{"ranks": 1' + b"0" * 5000 + b"}", "Exceeds the limit"),
    ],
    ids=lambda v: repr(v)[:20],
)
def test_malformed_json_is_refused(body: bytes, problem: str) -> None:
    with pytest.raises(InvalidDocument) as caught:
        read_json(body)
    (violation,) = caught.value.violations
    assert violation.field == "(document)"
    assert problem in violation.value


def test_numbers_too_large_for_a_float_are_refused_by_the_field() -> None:
    with pytest.raises(InvalidDocument, match=r"resources\.gpus is Infinity"):
        parse_json(b'{"name": "x", "run": "y", "resources": {"gpus": 1e999}}')


@given(st.text(max_size=200) | st.binary(max_size=200))
def test_any_text_is_a_job_or_refused(text: str | bytes) -> None:
    with pytest.raises(InvalidDocument):
        parse_yaml(text)
    with pytest.raises(InvalidDocument):
        parse_json(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))


bmp = st.text(st.characters(max_codepoint=0xFFFF, exclude_categories=["Cs"]), max_size=10)
json_data = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | bmp,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(bmp, inner, max_size=3),
    max_leaves=10,
)


@given(json_data)
def test_json_is_yaml(data: object) -> None:
    """YAML 1.2 reads JSON as the same data; only escaped surrogate pairs are not combined."""
    text = json.dumps(data)
    assert read_json(text.encode()) == data
    assert read_yaml(text)[0] == data
