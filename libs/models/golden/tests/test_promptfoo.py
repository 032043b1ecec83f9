"""Configs of promptfoo as cases."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from muster.golden.importing.cases import Imported
from muster.golden.importing.promptfoo import import_promptfoo
from muster.jobs import InvalidDocument


def imported(config: str, files: Mapping[str, str] | None = None) -> Imported:
    return import_promptfoo(
        "promptfooconfig.yaml", config.encode(), lambda path: (files or {})[path].encode(), task="answer"
    )


def wrong(config: str, files: Mapping[str, str] | None = None) -> list[str]:
    with pytest.raises(InvalidDocument) as caught:
        imported(config, files)
    return caught.value.describe()


TRANSLATION = """\
# yaml-language-server: $schema=https://promptfoo.dev/config-schema.json
description: Translation
prompts:
  - 'Convert this English to {{language}}: {{input}}'
  - id: file://prompts/chat.json
    label: chat
providers: [openai:gpt-4.1, openai:o4-mini]
defaultTest:
  assert:
    - type: not-icontains
      value: as an AI
tests:
  - description: A greeting
    vars: {language: French, input: Hello world}
    assert:
      - type: contains
        value: Bonjour
      - type: llm-rubric
        value: is polite
  - vars:
      language: [Spanish, German]
      input: Where is the library?
    metadata: {topic: travel}
    assert:
      - $ref: '#/assertionTemplates/question'
assertionTemplates:
  question: {type: regex, value: '\\?\\s*$'}
"""
CHAT = """\
[{"role": "system", "content": "You translate to {{language}}."}, {"role": "user", "content": "{{ input }}"}]
"""


def test_each_test_with_each_prompt_is_a_case_of_one_cluster() -> None:
    found = imported(TRANSLATION, {"prompts/chat.json": CHAT})
    assert [(case["id"], case["cluster"]) for case in found.cases] == [
        ("test-1.prompt-1", "test-1"),
        ("test-1.prompt-2", "test-1"),
        ("test-2.vars-1.prompt-1", "test-2"),
        ("test-2.vars-1.prompt-2", "test-2"),
        ("test-2.vars-2.prompt-1", "test-2"),
        ("test-2.vars-2.prompt-2", "test-2"),
    ]
    first, second, *_, last = found.cases
    assert first["prompt"] == "Convert this English to French: Hello world"
    assert second["messages"] == [
        {"role": "system", "content": "You translate to French."},
        {"role": "user", "content": "Hello world"},
    ]
    assert last["messages"][0]["content"] == "You translate to German."
    assert last["metadata"] == {"topic": "travel"}
    assert last["provenance"] == {"origin": "written", "source": "promptfooconfig.yaml:20: tests[1]"}


def test_checks_are_those_of_the_default_test_and_of_the_test() -> None:
    found = imported(TRANSLATION, {"prompts/chat.json": CHAT})
    default = {"kind": "pattern", "pattern": "(?i)as an AI", "match": "nowhere"}
    assert found.cases[0]["checks"] == [
        default,
        {"kind": "pattern", "pattern": "Bonjour", "match": "anywhere"},
    ]
    assert found.cases[-1]["checks"] == [
        default,
        {"kind": "pattern", "pattern": r"\?\s*$", "match": "anywhere"},
    ]


def test_an_assertion_without_an_equal_is_listed_once_and_stands_in_its_cases() -> None:
    found = imported(TRANSLATION, {"prompts/chat.json": CHAT})
    [loss] = found.losses
    assert (loss.place, loss.what) == ("promptfooconfig.yaml:18: tests[0].assert[1]", "llm-rubric")
    assert "criteria" in loss.reason
    lost = [case.get("metadata", {}).get("not_carried_over") for case in found.cases]
    assert lost == [["llm-rubric"], ["llm-rubric"], None, None, None, None]


def test_one_prompt_makes_cases_that_are_alone() -> None:
    found = imported("prompts: '{{q}}'\ntests:\n  - vars: {q: 'one?'}\n  - vars: {q: 'two?'}\n")
    assert [(case["id"], case["prompt"]) for case in found.cases] == [("test-1", "one?"), ("test-2", "two?")]
    assert not any("cluster" in case for case in found.cases)


def test_tests_come_from_tables_with_columns_of_their_own() -> None:
    table = (
        "language,body,__expected1,__expected2,__prefix,__metadata:kind,__threshold\n"
        'French,"Hello, world",icontains:bonjour,"contains-any: monde, terre",Please: ,greeting,\n'
        "French,\"I'm hungry\",J'ai faim,,,,0.5\n"
        'French,"Two\nlines",not-contains:line,note: not a type,,,\n'
    )
    found = imported("prompts: [prompts.txt]\ntests: file://tests.csv", {
        "prompts.txt": "To {{language}}: {{body}}\n---\n", "tests.csv": table
    })  # fmt: skip
    first, second, third = found.cases
    assert (first["prompt"], first["metadata"]["kind"]) == ("Please: To French: Hello, world", "greeting")
    assert [check["pattern"] for check in first["checks"]] == ["(?i)bonjour", "monde|terre"]
    assert second["checks"] == [{"kind": "exact", "expected": ["J'ai faim"]}]
    assert [(loss.place, loss.what) for loss in found.losses] == [("tests.csv:3: threshold", "threshold")]
    assert third["provenance"]["source"] == "tests.csv:4"
    assert third["checks"][1] == {"kind": "exact", "expected": ["note: not a type"]}


def test_tests_come_from_yaml_json_and_json_lines() -> None:
    files = {
        "a.yaml": "- vars: {q: 1}\n- file://b.jsonl\n",
        "b.jsonl": '{"vars": {"q": 2}, "assert": [{"type": "equals", "value": 4}]}\n',
        "c.json": '[{"vars": {"q": {"n": 3}}}]',
    }
    found = imported("prompts: ['{{q}}?']\ntests: [file://a.yaml, file://c.json]", files)
    assert [case["prompt"] for case in found.cases] == ["1?", "2?", '{"n":3}?']
    assert [case["provenance"]["source"] for case in found.cases] == [
        "a.yaml:1: [0]",
        "b.jsonl:1",
        "c.json: [0]",
    ]
    assert found.cases[1]["checks"] == [{"kind": "exact", "expected": ["4"]}]


@pytest.mark.parametrize(
    ("kind", "value", "reason"),
    [
        ("contains-json", "", "no text around it"),
        ("javascript", "output.length < 9", "code is not run"),
        ("regex", "'(?=x)y'", "RE2 cannot read"),
        ("not-is-json", "", "not JSON"),
        ("not-contains-all", "[a, b]", "one of several"),
        ("rouge-n", "x", "no check is equivalent"),
        ("brand-new-type", "x", "no check is equivalent"),
        ("is-json", "file://schema.js", "what a program returns"),
        ("contains", "''", "its value is ''"),
    ],
)
def test_assertions_without_an_equal_are_left_out_with_a_reason(kind: str, value: str, reason: str) -> None:
    config = (
        f"prompts: ['{{{{q}}}}']\ntests: [{{vars: {{q: x}}, assert: [{{type: {kind}, value: {value}}}]}}]"
    )
    found = imported(config)
    assert "checks" not in found.cases[0]
    [loss] = found.losses
    assert (loss.what, reason in loss.reason) == (kind, True), loss


@pytest.mark.parametrize(
    ("more", "what"),
    [
        ("transform: output.x", "contains"),
        ("weight: 0", "contains"),
        ("normalizeUnicode: true", "contains"),
    ],
)
def test_an_assertion_with_more_than_its_value_is_not_a_weaker_check(more: str, what: str) -> None:
    test = f"{{vars: {{q: x}}, assert: [{{type: contains, value: y, {more}}}]}}"
    found = imported(f"prompts: ['{{{{q}}}}']\ntests: [{test}]")
    assert ("checks" in found.cases[0], [loss.what for loss in found.losses]) == (False, [what])


@pytest.mark.parametrize(
    ("before", "test", "losses"),
    [
        ("", "options: {transform: output.x}, ", ["transform", "contains"]),
        ("defaultTest: {options: {postprocess: output.x}}\n", "", ["postprocess", "contains"]),
        ("providers: [echo, {id: echo, transform: output.x}]\n", "", ["contains"]),
    ],
)
def test_no_assertion_about_a_transformed_answer_becomes_a_check(
    before: str, test: str, losses: list[str]
) -> None:
    one = f"{{vars: {{q: x}}, {test}assert: [{{type: contains, value: y}}]}}"
    found = imported(f"{before}prompts: ['{{{{q}}}}']\ntests: [{one}]")
    assert ("checks" in found.cases[0], [loss.what for loss in found.losses]) == (False, losses)


def test_a_set_of_assertions_is_opened_unless_some_of_it_may_fail() -> None:
    inner = "[{type: contains, value: a}, {type: contains, value: b}]"
    every = f"{{type: assert-set, assert: {inner}}}"
    some = f"{{type: assert-set, threshold: 0.5, assert: {inner}}}"
    found = imported(f"prompts: ['{{{{q}}}}']\ntests: [{{vars: {{q: x}}, assert: [{every}, {some}]}}]")
    assert [check["pattern"] for check in found.cases[0]["checks"]] == ["a", "b"]
    assert [loss.what for loss in found.losses] == ["assert-set"]


@pytest.mark.parametrize(
    ("config", "sentence"),
    [
        ("tests: [{vars: {prompt: x}}]\nscenarios: []", "yaml:2: scenarios is scenarios; must be absent"),
        ("prompts: ['{{q}}']\ntests:\n  - vars: {x: 1}", "yaml:1: prompts[0] is {{q}}; must be one of the"),
        ("prompts: ['{{q | upper}}']\ntests: [{vars: {q: x}}]", "is {{q | upper}}; must be a variable:"),
        ("prompts: ['{% if q %}x{% endif %}']\ntests: [{vars: {q: x}}]", "is {% if q %}; must be a variable"),
        ("prompts: [file://make.py]\ntests: [{}]", "is file://make.py; must be one file"),
        ("prompts: [x]\ntests: file://tests.py", "is file://tests.py; must be one file"),
        ("prompts: [x]\ntests: [{path: file://t.py}]", "tests[0].path is file://t.py; must be absent"),
        ("prompts: [x]\ntests: [{assert: [{value: y}]}]", "[0].assert[0].type is missing; must be a type of"),
        ("prompts: [x]\ntests: [{assert: [{$ref: '#/no'}]}]", "#/no; must be the path of an assertion"),
        ("prompts: [x]", "promptfooconfig.yaml is empty; must be a file with at least one case"),
        ("prompts: [&a x]\ntests: [{}]", "anchors and aliases are not allowed"),
        ("prompts: [x]\ntests: [3]", "tests[0] is 3; must be a mapping"),
    ],
)  # fmt: skip
def test_an_unreadable_part_is_named_by_file_line_and_field(config: str, sentence: str) -> None:
    [said] = wrong(config)
    assert sentence in said


def test_without_prompts_the_variable_prompt_is_the_prompt() -> None:
    [case] = imported("tests: [{vars: {prompt: 'Why?'}}]").cases
    assert case["prompt"] == "Why?"


def test_variables_use_variables_and_files() -> None:
    config = "prompts: ['{{text}}']\ntests: [{vars: {name: Ann, text: 'Hi {{name}}: {{body}}', body: file://body.txt}}]"
    assert imported(config, {"body.txt": "long\n"}).cases[0]["prompt"] == "Hi Ann: long"


def test_at_most_ten_errors_are_named() -> None:
    tests = "\n".join("  - vars: {x: 1}" for _ in range(40))
    assert len(wrong(f"prompts: ['{{{{q}}}}']\ntests:\n{tests}")) == 10
