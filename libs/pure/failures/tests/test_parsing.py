"""A rules file that is wrong is refused whole, and the error names rule, field, value and what is allowed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.failures.parsing import parse_rules
from muster.failures.rules import Action, Category, NodeAction
from muster.jobs import InvalidDocument
from muster.testkit.laws import examples

GOOD = """\
version: 7
rules:
  - id: memory.gpu
    category: resources
    subcategory: gpu-memory
    persistence: permanent
    signs:
      output: ['CUDA out of memory']
    means: A GPU had no memory left.
    hint: Smaller batches.
    action: fail
  - id: gpu.lost
    category: hardware
    subcategory: gpu
    persistence: transient
    signs: {xids: [79]}
    means: A GPU is gone.
    hint: Nothing to change.
    action: retry-elsewhere
    node_action: drain-reboot
    spares_budget: true
  - id: unknown
    category: unknown
    subcategory: unknown
    persistence: unknown
    means: Nobody knows.
    hint: Look at the output.
    action: retry
"""


def test_a_rules_file_is_read() -> None:
    rules = parse_rules(GOOD)
    assert (rules.version, [rule.id for rule in rules]) == (7, ["memory.gpu", "gpu.lost", "unknown"])
    lost = rules.rule("gpu.lost")
    assert (lost.category, lost.action, lost.node_action) == (
        Category.HARDWARE,
        Action.RETRY_ELSEWHERE,
        NodeAction.DRAIN_REBOOT,
    )
    assert (lost.retry_helps, rules.of_xid(79), rules.of_xid(80)) == (True, lost, None)


@pytest.mark.parametrize(
    ("good", "bad", "error"),
    [
        ("action: fail", "action: explode", "line 11: rules[memory.gpu].action is explode; must be fail | "),
        ("action: fail", "acton: fail", "line 11: rules[memory.gpu].acton is fail; must be absent: unknown"),
        ("'CUDA out of memory'", "'(?=CUDA)'", ".signs.output[0] is (?=CUDA); must be a pattern"),
        ("'CUDA out of memory'", "'(CUDA|)'", "it matches an empty line, and so every line"),
        ("'CUDA out of memory'", "'grün'", "a pattern in ASCII"),
        ("xids: [79]", "xids: [0]", "line 16: rules[gpu.lost].signs.xids[0] is 0; must be a list of whole"),
        ("xids: [79]", "exit_codes: [256]", "rules[gpu.lost].signs.exit_codes[0] is 256; must be a list of"),
        ("xids: [79]", "conditions: [hot]", ".signs.conditions[0] is hot; must be a list of out-"),
        ("signs: {xids: [79]}", "signs: {}", "rules[gpu.lost].signs is {}; must be one sign or more"),
        ("signs: {xids: [79]}", "signs: {output: [x]}", ".spares_budget is true; must be false where"),
        ("signs: {xids: [79]}", "signs: {output: [x]}", ".node_action is drain-reboot; must be none |"),
        ("action: fail", "action: fail\n    lines_min: 3", ".lines_min is 3; must be 1 unless"),
        ("id: gpu.lost", "id: memory.gpu", ".id is memory.gpu; must be an id that no other rule has"),
        ("action: fail", "action: more-memory", "rules[memory.gpu].memory_percent is null; must be a whole"),
        ("action: retry\n", "action: retry\n    signs: {signals: [9]}\n", "rules[unknown].signs"),
        ("version: 7", "version: soon", "line 1: version is soon; must be a whole number from 1 to 1000000"),
        ("version: 7", "versions: 7", "version is (absent); must be a whole number"),
        ("rules:", "rules: 3\nothers:", "rules is 3; must be a list of 1 to 500 rules"),
        ("version: 7", "version: [", "one YAML document"),
    ],
)  # fmt: skip
def test_invalid_fields_are_named(good: str, bad: str, error: str) -> None:
    with pytest.raises(InvalidDocument) as refused:
        parse_rules(GOOD.replace(good, bad, 1))
    assert error in str(refused.value)


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda t: f"version: 1\nrules: [{t}]".encode()))
@examples(100)
def test_any_other_bytes_are_refused_and_nothing_else_happens(text: bytes) -> None:
    with pytest.raises(InvalidDocument):
        parse_rules(text)
