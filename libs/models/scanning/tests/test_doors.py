"""Three evasions for each way a file is opened are caught; real readers accept those that they can be asked."""

from __future__ import annotations

import ast
import io
import pickle
import tarfile
import zipfile

import numpy as np
import pytest
from muster.scanning.findings import Verdict
from muster.scanning.scanner import scan
from muster.tensors.sources import Memory
from muster.testkit.hostile import doors
from muster.testkit.hostile.case import Case

ALL = {case.path: case for case in doors.doors()}
RULES = {
    "joblib-fields.joblib": "pickle.dangerous-import",
    "joblib-order.joblib": "pickle.broken",
    "joblib-old.pkl": "pickle.dangerous-import",
    "onnx-sparse.onnx": "archive.leaves-folder",
    "onnx-sparse-attribute.onnx": "archive.leaves-folder",
    "onnx-training.onnx": "archive.leaves-folder",
    "onnx-initialization.onnx": "onnx.custom-operator",
    "onnx-default.onnx": "archive.leaves-folder",
    "safetensors-target.safetensors": "document.target",
    "safetensors-remote.safetensors": "remote-code.auto-map",
    "safetensors-pickle.safetensors": "pickle.dangerous-import",
    "gguf-target.gguf": "document.target",
    "logging.json": "document.target",
    "logging-outside.json": "document.target",
    "logging.conf": "code.python",
    "config.toml": "document.target",
    "script-cell.ipynb": "code.python",
    "python-match.py": "code.python",
    "python-argument.py": "code.python",
    "python-returned.py": "code.python",
    "python-loader.py": "code.python",
    "tar-sparse.tar": "archive.leaves-folder",
    "zip-link.zip": "archive.link",
    "zip-renamed.zip": "archive.disagrees",
    "xml-comment.pmml": "document.entity",
    "xml-outside.pmml": "document.outside",
    "xml-include.pmml": "document.outside",
    "xml-decoder.pmml": "document.outside",
    "template-multiplied/tokenizer_config.json": "template.escape",
}
"""Kinds that no earlier rule found, and the finding that belongs to each."""


def _rules(case: Case) -> set[str]:
    return {each.rule for each in scan(Memory(case.content), case.path).findings}


def test_every_door_has_three_evasions_and_each_is_caught() -> None:
    assert min(len(list(door())) for door in doors.DOORS) >= 3
    verdicts = {path: scan(Memory(case.content), path).verdict for path, case in ALL.items()}
    caught = (Verdict.SUSPICIOUS, Verdict.MALICIOUS)
    assert {path: verdict for path, verdict in verdicts.items() if verdict not in caught} == {}


@pytest.mark.parametrize(("path", "rule"), RULES.items(), ids=RULES)
def test_each_evasion_is_reported_for_what_it_is(path: str, rule: str) -> None:
    assert rule in _rules(ALL[path])


@pytest.mark.parametrize("case", list(doors.harmless()), ids=lambda case: case.path)
def test_ordinary_twins_are_clean(case: Case) -> None:
    assert _rules(case) == set()


@pytest.mark.parametrize("path", ["numpy-nested.npy", "numpy-version-3.npy"])
def test_numpy_finds_objects_in_its_evasions(path: str) -> None:
    with pytest.raises(ValueError, match="Object arrays cannot be loaded"):
        np.load(io.BytesIO(ALL[path].content), allow_pickle=False)


def test_python_reads_the_archives_by_their_other_names() -> None:
    for path in ("tar-path.tar", "tar-global.tar", "tar-sparse.tar"):
        with tarfile.open(fileobj=io.BytesIO(ALL[path].content)) as archive:
            assert archive.getnames() == ["../../.bashrc"], path
    with zipfile.ZipFile(io.BytesIO(ALL["zip-link.zip"].content)) as archive:
        assert archive.infolist()[0].external_attr >> 28 == 0xA


@pytest.mark.parametrize("case", list(doors.programs()), ids=lambda case: case.path)
def test_python_parses_its_evasions(case: Case) -> None:
    ast.parse(case.content)


def test_python_imports_the_name_that_its_evasion_escapes() -> None:
    class Names(pickle.Unpickler):
        def find_class(self, module: str, name: str) -> object:
            raise LookupError(f"{module}.{name}")

    with pytest.raises(LookupError, match=r"os\.system"):
        Names(io.BytesIO(ALL["pickle-escaped.pkl"].content)).load()
