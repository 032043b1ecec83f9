"""Rules: what the code finds has a rule, and every rule is found by something."""

from __future__ import annotations

import re
from pathlib import Path

import muster.scanning
from muster.scanning.findings import Verdict
from muster.scanning.pickles.names import Standing, callables, standing
from muster.scanning.rules import kinds, rules

SOURCE = Path(next(iter(muster.scanning.__path__)))


def test_rules_and_code_know_of_each_other() -> None:
    text = "\n".join(path.read_text() for path in SOURCE.rglob("*.py"))
    named = set(re.findall(r'"([a-z0-9]+(?:-[a-z0-9]+)*\.[a-z]+(?:-[a-z]+)*)"', text))
    families = {id.partition(".")[0] for id in rules()}
    assert set(rules()) - named == set()
    named = {each for each in named if each.partition(".")[0] in families}
    assert named - set(rules()) == set()


def test_no_rule_is_clean_and_each_says_why() -> None:
    for rule in rules().values():
        assert rule.verdict is not Verdict.CLEAN
        assert rule.kind in kinds()
        assert min(len(rule.title), len(rule.danger), len(rule.advice)) > 8, rule.id


def test_no_name_that_reaches_anything_is_allowed() -> None:
    for module, names in callables().items():
        for name in names:
            assert name not in {"eval", "exec", "getattr", "open", "system", "__import__", "load", "loads"}, (
                module
            )
            assert standing(module, name) is Standing.ALLOWED


def test_a_module_counts_whole_and_not_by_its_beginning() -> None:
    assert standing("collections", "OrderedDict") is Standing.ALLOWED
    assert standing("collections.OrderedDict", "x") is not Standing.ALLOWED
    assert standing("torch_evil", "FloatStorage") is Standing.UNKNOWN
    assert standing("torch", "FloatStorage.__init__") is Standing.REACHING
