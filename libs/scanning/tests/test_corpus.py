"""The corpus: every attack is caught, nothing that is harmless is called anything but clean."""

from __future__ import annotations

from collections import Counter

from muster.scanning.findings import Verdict
from muster.scanning.scanner import scan
from muster.tensors.sources import Memory
from muster.testkit.hostile import adversarial, benign
from muster.testkit.hostile.case import Case
from muster.testkit.hostile.varied import varied

CAUGHT = (Verdict.SUSPICIOUS, Verdict.MALICIOUS)


def _missed(cases: list[Case]) -> list[str]:
    return [
        f"{case.group}/{case.path}"
        for case in cases
        if scan(Memory(case.content), case.path).verdict not in CAUGHT
    ]


def test_every_attack_is_caught() -> None:
    cases = list(adversarial())
    groups = Counter(case.group for case in cases)
    assert len(cases) >= 150
    assert len(groups) >= 12
    assert min(groups.values()) >= 9
    assert _missed(cases) == []


def test_attacks_are_caught_whatever_they_are_called() -> None:
    for case in adversarial():
        if case.group in ("calls", "hidden"):
            assert scan(Memory(case.content), "notes.txt").verdict in CAUGHT, case.path


def test_what_frameworks_write_is_clean() -> None:
    found = {case.path: scan(Memory(case.content), case.path) for case in benign()}
    assert len(found) >= 60
    assert {
        path: report.findings for path, report in found.items() if report.verdict is not Verdict.CLEAN
    } == {}


def test_attacks_by_other_functions_in_other_wraps_are_caught() -> None:
    assert _missed(list(varied(14, 200))) == []


def test_a_package_that_nobody_knows_is_inconclusive_and_never_clean() -> None:
    content = b"\x80\x04\x8c\x07mymodel\x8c\x03Net\x93)R."
    report = scan(Memory(content), "model.pkl")
    assert report.verdict is Verdict.INCONCLUSIVE
    assert [each.rule for each in report.findings] == ["pickle.unknown-import"]
