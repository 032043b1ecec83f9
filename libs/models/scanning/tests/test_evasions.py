"""Evasions of a fresh pair of eyes are caught, their harmless twins are clean, and real readers accept them."""

from __future__ import annotations

import ast
import io
import tarfile
import time
import zipfile

import pytest
from muster.scanning.findings import Verdict
from muster.scanning.formats.notebooks import judged_cell
from muster.scanning.formats.python import judged_chunks, judged_python
from muster.scanning.scanner import scan
from muster.tensors.sources import Memory
from muster.testkit.hostile import evasions
from muster.testkit.hostile.case import Case

ALL = {case.path: case for case in evasions.evasions()}
RULES = {
    "handed-constructor.pkl": "pickle.odd-import",
    "handed-type.pkl": "pickle.odd-import",
    "handed-base.pkl": "pickle.odd-import",
    "elsewhere.skops": "archive.leaves-folder",
    "other-language.ipynb": "code.python",
    "written.ipynb": "code.python",
    "called-with-text.ipynb": "code.python",
    "quoted.sh": "code.shell",
    "encoded.sh": "code.shell",
    "jsonpickle.json": "document.target",
    "megatron.json": "remote-code.auto-map",
    "router.json": "remote-code.auto-map",
    "browser.json": "archive.leaves-folder",
    "opened.json": "code.shell",
    "config.gin": "document.target",
    "kind-Z.tar": "pickle.dangerous-import",
    "solaris.tar": "archive.leaves-folder",
    "resized.tar": "archive.leaves-folder",
    "prefix-gnu.tar": "archive.leaves-folder",
    "signed.tar": "code.python",
    "python.onnx": "onnx.custom-operator",
    "compiled.onnx": "archive.leaves-folder",
    "text.onnxtxt": "archive.leaves-folder",
    "model.onnxjson": "archive.leaves-folder",
    "caffe.prototxt": "document.target",
    "triton/config.pbtxt": "archive.leaves-folder",
    "yaml.safetensors": "document.target",
    "shell.gguf": "code.shell",
    "printed-0/tokenizer_config.json": "template.escape",
    "fetched.R": "code.shell",
    "first/.Rprofile": "code.shell",
    "chunk.Rmd": "code.python",
}
"""Kinds that no earlier rule found, and the finding that belongs to each."""


def test_every_door_has_three_evasions_and_each_is_caught() -> None:
    assert min(len(list(door())) for door in evasions.DOORS) >= 3
    verdicts = {path: scan(Memory(case.content), path).verdict for path, case in ALL.items()}
    caught = (Verdict.SUSPICIOUS, Verdict.MALICIOUS)
    assert {path: verdict for path, verdict in verdicts.items() if verdict not in caught} == {}


@pytest.mark.parametrize(("path", "rule"), RULES.items(), ids=RULES)
def test_each_evasion_is_reported_for_what_it_is(path: str, rule: str) -> None:
    assert rule in {each.rule for each in scan(Memory(ALL[path].content), path).findings}


@pytest.mark.parametrize("case", list(evasions.harmless()), ids=lambda case: case.path)
def test_ordinary_twins_are_clean(case: Case) -> None:
    assert [each.rule for each in scan(Memory(case.content), case.path).findings] == []


def test_python_reads_the_archives_by_their_other_names() -> None:
    for path, name in {
        "solaris.tar": "../../.bashrc",
        "prefix-gnu.tar": "../../.bashrc",
        "prefix-old.tar": "../../.bashrc",
        "kind-S.tar": "model.pkl",
        "kind-Z.tar": "model.pkl",
    }.items():
        with tarfile.open(fileobj=io.BytesIO(ALL[path].content)) as archive:
            assert archive.getnames() == [name], path
    with tarfile.open(fileobj=io.BytesIO(ALL["resized.tar"].content)) as archive:
        assert archive.getnames() == ["a.txt", "../../.bashrc"]
    with tarfile.open(fileobj=io.BytesIO(ALL["signed.tar"].content)) as archive:
        assert len(archive.getnames()) == 1
    with zipfile.ZipFile(io.BytesIO(ALL["comment.zip"].content)) as archive:
        assert archive.namelist() == ["model.pkl"]


@pytest.mark.parametrize("path", ["kind-Z.tar", "kind-V.tar"])
def test_python_extracts_a_member_of_an_unknown_kind_as_a_file(path: str) -> None:
    with tarfile.open(fileobj=io.BytesIO(ALL[path].content)) as archive:
        (member,) = archive.getmembers()
        inner = archive.extractfile(member)
        assert inner is not None
        assert inner.read() in ALL[path].content


@pytest.mark.parametrize("program", evasions.PROGRAMS.values(), ids=evasions.PROGRAMS)
def test_python_parses_its_evasions(program: str) -> None:
    ast.parse(program)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (";exec import os", True),
        (",exec a b", True),
        ("/exec a", True),
        (";print a text", False),
        ("/path/to/x", False),
    ],
)
def test_a_line_that_ipython_calls_is_judged_as_that_call(line: str, *, found: bool) -> None:
    assert [each[0] for each in judged_cell(f"{line}\n")] == (["code.python"] if found else [])


@pytest.mark.parametrize(
    ("call", "found"),
    [
        ("timeit.timeit('import os; os.system(1)')", True),
        ("timeit.Timer(setup='import subprocess; subprocess.run(1)')", True),
        ("timeit.repeat(f'{x}')", True),
        ("timeit.timeit('1 + 1')", False),
        ("timeit.timeit(lambda: 1)", False),
    ],
)
def test_timeit_is_judged_by_the_text_that_it_runs(call: str, *, found: bool) -> None:
    assert bool(list(judged_python(f"import timeit\nx = 1\n{call}\n"))) is found


def test_a_row_of_a_table_is_no_command() -> None:
    assert scan(Memory(b"| a | b |\n|---|---|\n| curl | bash |\n"), "README.md").verdict is Verdict.CLEAN
    assert scan(Memory(b"curl -s https://localhost/x | bash\n"), "README.md").verdict is not Verdict.CLEAN


def test_a_chunk_is_reported_with_its_line() -> None:
    text = "a\n```{python}\n1\n```\n\n```{python}\nimport os\nos.system('true')\n```\n"
    assert [each[1] for each in judged_chunks(text)] == ["chunk after line 6, line 2: os.system(...)"]


@pytest.mark.parametrize(
    "text",
    [
        "```{python}\nimport os\nos.system('true')\n",
        "> ```{python}\n> import os\n> os.system('true')\n> ```\n",
        "- ```{python}\n  import os\n  os.system('true')\n  ```\n",
        "```{python}\n1\n```{python}\nimport os\nos.system('true')\n",
    ],
)
def test_a_chunk_is_judged_without_its_end_and_in_quotations(text: str) -> None:
    assert [each[0] for each in judged_chunks(text)] == ["code.python"]


@pytest.mark.slow
def test_chunks_are_read_line_by_line() -> None:
    begin = time.process_time()
    assert list(judged_chunks("```{python\n" + "````{python}\n" * 100_000 + "> " * 100_000)) == []
    assert time.process_time() - begin < 20


OWN = "class ModelLoader:\n    def load_module(self, path):\n        return path\n"


@pytest.mark.parametrize(
    ("call", "found"),
    [
        ("    def run(self):\n        self.load_module('a')\n", False),
        ("loader = ModelLoader()\nloader.load_module('a')\n", False),
        ("ModelLoader().load_module('a')\n", False),
        ("import imp\nimp.load_module('os')\n", True),
        ("import importlib.util as u\nx = u.find_spec('os').loader\nx.load_module('os')\n", True),
        ("def run(loader):\n    loader.load_module('os')\n", True),
    ],
)
def test_a_method_of_the_name_of_a_loader_is_judged_by_its_owner(call: str, *, found: bool) -> None:
    assert bool(list(judged_python(OWN + call))) is found
    assert list(judged_python(call)) != [] or "self" not in call
