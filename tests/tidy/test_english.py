"""Plain English: ruled-out phrases are counted by folder, and the counts may only fall."""

from __future__ import annotations

import json

import pytest
from english import BUDGETS, RULES, breaches, found


@pytest.mark.slow
def test_no_folder_has_more_breaches_than_its_budget_and_unused_budgets_are_removed() -> None:
    lines, budgets = found(), json.loads(BUDGETS.read_text())
    over = {folder: each for folder, each in lines.items() if len(each) > budgets.get(folder, 0)}
    assert over == {}, "rewrite the lines that this change added"
    counts = {folder: len(each) for folder, each in lines.items()}
    assert counts == budgets, "fewer than allowed: lower the budgets by `python tests/tidy/english.py`"


@pytest.mark.parametrize(
    ("path", "text", "rules"),
    [
        ("a.py", 'f"ranks is {n}; allowed is 1 to 8"', ["allowed"]),
        ("page.md", "Allowed are\nthree. They\nwere told. It is said to wait.", ["allowed", "told", "told"]),
        ("a.py", '    """What a job holds."""\n\n\n"""Where it runs."""', ["clause", "clause"]),
        ("a.py", "async def _kept(x):\ndef kept_answers():\ndef given(x):", ["participle"]),
        ("a/reading.py", "", ["participle"]),
        ("a.py", "def test_it_waits():\ndef test_what_waits():\ndef test_jobs():", ["subject", "subject"]),
        ("a.py", '"""Whether a job was allowed in, and to whom it is told."""', ["told"]),
        ("a.py", '"""Queues that are allowed to wait."""\ndef test_waiting_jobs_start():', []),
        ("page.md", '"""What a page quotes."""\n', []),
    ],
)  # fmt: skip
def test_each_rule_finds_its_phrases_and_spares_plain_ones(path: str, text: str, rules: list[str]) -> None:
    assert [rule for _, rule in breaches(path, text)] == rules
    assert set(rules) <= set(RULES)
