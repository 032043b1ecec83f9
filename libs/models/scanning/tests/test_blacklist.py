"""A model on the blacklist is found by its weights, whatever was done to its files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from muster.scanning.additions import Additions
from muster.scanning.blacklist import (
    Blacklist,
    BlacklistInvalid,
    Entry,
    blacklist_of,
    fingerprint_of,
    line_of,
)
from muster.scanning.findings import Verdict
from muster.scanning.scanner import scan
from muster.tensors.sources import Memory
from muster.testkit.disguises import DISGUISES, SPREAD, Files, Weights, whole
from muster.testkit.model_files import bf16, model

MUSTER = Path(sys.executable).with_name("muster")


def _weights(seed: int) -> Weights:
    numbers = np.random.default_rng([3, seed])
    return {f"layers.{n}.weight": bf16(numbers.standard_normal((96, 128)) * SPREAD) for n in range(6)}


def _line(files: Files) -> str:
    found = fingerprint_of({key: Memory(content) for key, content in files.items()})
    assert found is not None
    return line_of(Entry("stolen/model", "It was taken from its owner.", found))


LISTED = blacklist_of(_line(whole(_weights(0))))


def _verdicts(files: Files, listed: Blacklist = LISTED) -> set[tuple[Verdict, str]]:
    reports = [
        scan(Memory(content), key, additions=Additions(blacklist=listed)) for key, content in files.items()
    ]
    return {(report.verdict, report.findings[0].rule if report.findings else "") for report in reports}


@pytest.mark.parametrize("how", DISGUISES)
def test_a_listed_model_is_malicious_in_every_disguise(how: str) -> None:
    assert _verdicts(DISGUISES[how](_weights(0))) == {(Verdict.MALICIOUS, "fingerprint.listed")}


def test_other_models_of_the_same_shape_are_clean() -> None:
    for seed in range(1, 20):
        assert _verdicts(whole(_weights(seed))) == {(Verdict.CLEAN, "")}


def test_the_finding_names_the_model_and_the_reason() -> None:
    found = scan(Memory(model(_weights(0))), "a.safetensors", additions=Additions(blacklist=LISTED)).findings
    assert [each.value for each in found] == ["stolen/model, 100% of it: It was taken from its owner."]


def test_models_of_too_few_weights_are_not_listed_and_never_match() -> None:
    small = {"a": Memory(model({"a": bf16(np.random.default_rng(1).standard_normal((8, 8)))}))}
    assert fingerprint_of(small) is None
    assert fingerprint_of({"a": Memory(b"no tensors")}) is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "line 1 is no JSON"),
        ('\n{"name": "a"}', "line 2: must be an object of the texts name, reason, fingerprint"),
        ('{"name": "a", "reason": "b", "fingerprint": "!"}', "line 1: fingerprint:"),
        (
            '{"name": "a", "reason": "b", "fingerprint": "kgGQ"}',
            "version 1, 0 tensors; must be version 1 with at",
        ),
    ],
)
def test_a_list_that_cannot_be_read_says_where(text: str, says: str) -> None:
    with pytest.raises(BlacklistInvalid) as error:
        blacklist_of(text)
    assert says in str(error.value)


@pytest.mark.slow  # processes
def test_a_model_is_listed_and_found_by_the_command(tmp_path: Path) -> None:
    for name, files in (
        ("first", DISGUISES["float32, renamed, in three files"]),
        ("second", DISGUISES["Q8_0"]),
    ):
        (tmp_path / name).mkdir()
        for key, content in files(_weights(0)).items():
            (tmp_path / name / key).write_bytes(content)

    def ran(*words: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run([MUSTER, "scan", *words], capture_output=True, text=True, check=False)

    lines = ran(tmp_path / "first", "--fingerprint", "first=It leaks what it was trained on")
    assert len(blacklist_of(lines.stdout).entries) == 4, "of the whole and of each file"
    (tmp_path / "list.jsonl").write_text(lines.stdout)
    found = ran(tmp_path / "second", "--blacklist", tmp_path / "list.jsonl")
    assert found.returncode == 10
    assert "first, 100% of it: It leaks what it was trained on" in found.stdout
    (tmp_path / "list.jsonl").write_text("{")
    assert ran(tmp_path / "second", "--blacklist", tmp_path / "list.jsonl").returncode == 2
