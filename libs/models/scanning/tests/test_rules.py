"""Rules: what the code finds has a rule, and every rule is found by something."""

from __future__ import annotations

import re
from pathlib import Path

import muster.scanning
from muster.scanning.findings import Verdict
from muster.scanning.pickles import names as table
from muster.scanning.pickles.names import TABLE, Standing, callables, row_of, standing
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


def test_the_docstring_of_names_shows_the_rules_and_verdicts_of_its_table() -> None:
    shown = re.findall(r"  (pickle\.\S+) +(\w+)$", str(table.__doc__), re.MULTILINE)
    assert shown == [(row.pickle, rules()[row.pickle].verdict) for row in TABLE if row.pickle is not None]


def test_a_rule_of_names_has_one_verdict_wherever_it_is_found() -> None:
    shown = {
        Standing.ALLOWED: None,
        Standing.DANGEROUS: Verdict.MALICIOUS,
        Standing.REACHING: Verdict.MALICIOUS,
        Standing.ODD: Verdict.SUSPICIOUS,
        Standing.UNKNOWN: Verdict.INCONCLUSIVE,
    }
    for row in TABLE:
        for rule in (row.pickle, row.target):
            assert (None if rule is None else rules()[rule].verdict) is shown[row.standing], row


def test_the_first_row_of_the_table_that_holds_decides() -> None:
    decided = {
        ("collections", "OrderedDict"): None,
        ("__torch__.net", "Net"): None,
        ("os", "system"): "pickle.dangerous-import",
        ("torch", "load"): "pickle.dangerous-import",
        ("unknown", "f.__globals__"): "pickle.reaching-import",
        ("torch", "nn.Linear"): "pickle.reaching-import",
        ("torch", "no_such_name"): "pickle.odd-import",
        ("json", "JSONDecoder"): "pickle.odd-import",
        ("mine", "Model"): "pickle.unknown-import",
    }
    assert {name: row_of(*name).pickle for name in decided} == decided


def test_a_module_counts_whole_and_not_by_its_beginning() -> None:
    assert standing("collections", "OrderedDict") is Standing.ALLOWED
    assert standing("collections.OrderedDict", "x") is not Standing.ALLOWED
    assert standing("torch_evil", "FloatStorage") is Standing.UNKNOWN
    assert standing("torch", "FloatStorage.__init__") is Standing.REACHING
