"""Configs and golden sets, and the errors of those that cannot be read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from muster.eval.core.configs.documents import (
    EvalConfig,
    canonical,
    cases_of,
    parse_cases,
    parse_config,
    read_config,
)
from muster.events.refusal import in_words
from muster.jobs import InvalidDocument, read_yaml

CONFIG: dict[str, Any] = {
    "golden_set": "invoices",
    "endpoint": {"model": "extract"},
    "tasks": {"extract": {"checks": [{"kind": "exact"}]}},
}


def lines(*cases: dict[str, Any]) -> bytes:
    return "\n".join(json.dumps(case) for case in cases).encode()


def wrong(data: dict[str, Any]) -> list[str]:
    with pytest.raises(InvalidDocument) as raised:
        parse_config(data)
    return [f"{each.field} is {each.value}; must be {each.allowed}" for each in raised.value.violations]


def wrong_lines(text: bytes) -> list[str]:
    with pytest.raises(InvalidDocument) as raised:
        parse_cases(text)
    return [f"{each.field} is {each.value}; must be {each.allowed}" for each in raised.value.violations]


def test_a_config_has_defaults_and_one_canonical_text() -> None:
    config = parse_config(CONFIG)
    assert config.sampling.temperature == 0
    assert config.tasks["extract"].margin == 0.02
    assert canonical(config) == canonical(EvalConfig.model_validate_json(canonical(config)))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"golden_set": None}, "golden_set is null; must be a valid string"),
        ({"judges": {}}, "judges is {}; must be left out: there is no such field"),
        (
            {"tasks": {"extract": {"checks": [{"kind": "exakt"}]}}},
            "tasks.extract.checks[0].kind is 'exakt'; must be",
        ),
        ({"tasks": {}}, "tasks is {}; must be"),
        (
            {"gate": {"kind": "safety", "blocking": False}},
            "gate.blocking is false; must be true for a gate of kind safety",
        ),
        ({"endpoint": {"model": "m", "url": "ftp://x"}}, "endpoint.url is ftp://x; must be"),
        (
            {"endpoint": {"model": "m", "url": "http://u@x/v1"}},
            "endpoint.url is http://u@x/v1; must be",
        ),
    ],
)
def test_a_wrong_config_is_named_by_its_field(changes: dict[str, Any], sentence: str) -> None:
    [said] = wrong({**CONFIG, **changes})
    assert said.startswith(sentence)


def test_a_golden_set_is_counted_by_task_and_cluster() -> None:
    golden = parse_cases(
        lines(
            {"id": "a", "task": "extract", "prompt": "1?", "expected": "1", "cluster": "page-1"},
            {"id": "b", "task": "extract", "prompt": "2?", "expected": "2", "cluster": "page-1"},
            {"id": "c", "task": "extract", "prompt": "3?", "expected": ["3", "three"]},
            {"id": "d", "task": "label", "prompt": "?", "checks": [{"kind": "pattern", "pattern": "yes|no"}]},
        )
    )
    assert [(each.task, each.cases, each.clusters, each.checked) for each in golden.tasks] == [
        ("extract", 3, 2, 0),
        ("label", 1, 1, 1),
    ]
    assert [case.expected for case in cases_of(golden.lines)] == [("1",), ("2",), ("3", "three"), ()]


def test_a_golden_set_has_one_digest_however_its_lines_are_spaced() -> None:
    tight = parse_cases(b'{"id":"a","task":"t","prompt":"1?"}')
    loose = parse_cases(b'\n{ "task": "t",  "prompt": "1?", "id": "a" }\n\n')
    assert tight.digest == loose.digest


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"", "cases is none; must be at least one line of JSON"),
        (b'{"id": "a", "task": "t"}', "line 1.prompt is missing; must be given, or messages in its place"),
        (b'{"id": "a", "task": "t", "prompt": "x"', "line 1 is"),
        (b'{"id": "a b", "task": "t", "prompt": "x"}', "line 1.id is a b; must be"),
        (b'{"id": "a", "task": "t", "prompt": "x", "answer": "y"}', "line 1.answer is y; must be left out"),
    ],
)
def test_a_wrong_line_is_named_by_number_and_field(text: bytes, sentence: str) -> None:
    [said] = wrong_lines(text)
    assert said.startswith(sentence)


def test_an_id_that_is_there_twice_names_both_lines() -> None:
    case = {"id": "a", "task": "t", "prompt": "x"}
    assert wrong_lines(lines(case, case)) == ["line 2.id is a; must be one that line 1 has not"]


def test_at_most_ten_wrong_lines_are_named() -> None:
    assert len(wrong_lines(b"{}\n" * 40)) <= 12


SERVED: dict[str, Any] = {
    "golden_set": "s",
    "endpoint": {"model": "m"},
    "tasks": {"t": {"checks": [{"kind": "exact"}]}},
    "triggers": [{"models": ["acme/*"]}],
    "serve": {"run": "exec serve", "resources": {"gpus": 0.5}, "ready_within": "90s"},
}


def test_a_config_with_a_job_is_read_back_as_it_was_written() -> None:
    config = parse_config(SERVED)
    assert config.serve is not None
    assert (config.serve.ready_within, config.serve.wall_time) == (90_000, 86_400_000)
    assert read_config(canonical(config)) == config


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"serve": {"run": "x", "ranks": 2}}, "serve.ranks is 2; must be 1: one server"),
        ({"serve": {"run": "x", "network": "none"}}, "serve.network is "),
        ({"serve": {"run": "x", "cpu": 2}}, "serve.cpu is 2; must be absent: unknown field; did you mean"),
        ({"serve": {"run": "x", "ready_within": 3}}, "serve.ready_within is 3; must be a duration from 1s"),
        ({"serve": {}}, "serve.command is neither; must be exactly one of run"),
        ({"serve": None}, "serve is missing; must be a job: nothing else serves a version that was just"),
        (
            {"endpoint": {"model": "m", "url": "http://n/v1"}},
            "endpoint.url is http://n/v1; must be absent with serve",
        ),
        (
            {"triggers": [{"models": list[str]()}]},
            "triggers[0].models is empty; must be at least one pattern",
        ),
        ({"triggers": [{"models": ["acme/[ab]"]}]}, "triggers[0].models[0] is acme/[ab]; must"),
    ],
)
def test_a_wrong_job_or_trigger_is_named_in_the_words_of_jobs(changed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidDocument) as caught:
        parse_config({**SERVED, **changed})
    [said] = [in_words([each]) for each in caught.value.violations]
    assert said.startswith(sentence)


def test_the_examples_are_a_config_and_the_golden_set_that_it_asks() -> None:
    folder = Path(__file__).resolve().parents[4] / "examples/tiny_answers"
    data, _ = read_yaml((folder / "release.yaml").read_text())
    config = parse_config(data)
    golden = parse_cases((folder / "golden.jsonl").read_bytes())
    assert (config.golden_set, set(config.tasks)) == ("tiny-answers", {task.task for task in golden.tasks})
    assert config.serve is not None
