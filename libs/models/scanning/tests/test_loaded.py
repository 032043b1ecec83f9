"""Files are judged by what their loaders make of them: several formats, memory, other files, graphs, R."""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
import zipfile

import pytest
from muster.scanning.paths import leaves
from muster.scanning.pickles import claims
from muster.scanning.scanner import scan
from muster.tensors.sources import Memory
from muster.testkit.hostile import loaded
from muster.testkit.hostile.case import Case
from muster.testkit.hostile.containers import tarred, zipped


def _rules(case: Case) -> set[str]:
    return {each.rule for each in scan(Memory(case.content), case.path).findings}


ZIPS = [each for each in loaded.two_in_one() if "zip" in each.path and "tar.gz" not in each.path]


@pytest.mark.parametrize("case", ZIPS, ids=lambda case: case.path)
def test_a_zip_at_the_end_of_another_archive_is_opened(case: Case) -> None:
    with zipfile.ZipFile(io.BytesIO(case.content)) as archive:
        assert archive.namelist() == ["a.pkl"]
    assert _rules(case) >= {"archive.hidden", "pickle.dangerous-import"}


TARS = [each for each in loaded.two_in_one() if each.path.endswith((".tar", ".gguf"))]


@pytest.mark.parametrize("case", TARS, ids=lambda case: case.path)
def test_bytes_behind_the_end_of_a_tar_are_judged(case: Case) -> None:
    with tarfile.open(fileobj=io.BytesIO(case.content)) as archive:
        assert archive.getmembers()
    assert _rules(case) & {"pickle.dangerous-import", "hdf5.broken"}


def test_a_member_of_an_archive_is_no_second_file() -> None:
    inner = zipped({"c.txt": b"text\n"})
    for content in (tarred({"b.zip": inner}), tarred({"a.txt": b"text\n", "b.zip": inner})):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            assert archive.namelist() == ["c.txt"]
        assert scan(Memory(content), "a.tar").findings == ()


@pytest.mark.parametrize(
    "case", [each for each in loaded.two_in_one() if "python" in each.path], ids=lambda case: case.path
)
def test_a_text_is_judged_as_python_whatever_letters_it_begins_with(case: Case) -> None:
    compile(case.content, "x", "exec")
    assert "code.python" in _rules(case)


@pytest.mark.parametrize("case", list(loaded.memory()), ids=lambda case: case.path)
def test_a_small_file_that_takes_all_memory_is_found(case: Case) -> None:
    assert len(case.content) < 4096
    assert "memory.claimed" in _rules(case)


_MEASURED = """
import pickle, re
def most() -> int:
    return int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) << 10
before = most()
pickle.loads(b"\\x80\\x04Nr" + (8_000_000).to_bytes(4, "little") + b".")
print(most() - before)
"""


def test_numbers_of_the_memo_cost_what_the_scanner_counts() -> None:
    """Python's own reader, in a process of its own, for a number below the limit."""
    told = subprocess.run([sys.executable, "-c", _MEASURED], capture_output=True, check=True, text=True)
    assert 0.8 < int(told.stdout) / claims.memo_bytes(8_000_000) < 1.3


@pytest.mark.parametrize("case", list(loaded.other_files()), ids=lambda case: case.path)
def test_a_file_that_an_allowed_class_loads_is_found(case: Case) -> None:
    is_outside = "computed" not in case.path
    assert ("archive.leaves-folder" if is_outside else "pickle.other-file") in _rules(case)


@pytest.mark.parametrize("case", list(loaded.doubled()), ids=lambda case: case.path)
def test_each_text_of_a_header_that_is_refused_is_judged(case: Case) -> None:
    assert _rules(case) >= {"tensors.header", "template.escape"}


@pytest.mark.parametrize("case", list(loaded.graphs()), ids=lambda case: case.path)
def test_operators_that_touch_files_are_found_in_every_form_of_a_graph(case: Case) -> None:
    assert _rules(case) == {"keras.lambda" if "keras" in case.path else "tensorflow.operator"}


@pytest.mark.parametrize("case", list(loaded.r_data()), ids=lambda case: case.path)
def test_data_of_r_is_found_in_each_of_its_forms(case: Case) -> None:
    assert "r-data.promise" in _rules(case)


@pytest.mark.parametrize(
    ("path", "is_outside"),
    [
        ("a.npy", False),
        ("a..b/c", False),
        ("/a", True),
        ("..\\a", True),
        ("\\\\h\\s", True),
        ("C:a", True),
        ("~", True),
    ],
)
def test_a_path_leaves_its_folder_on_any_system(path: str, is_outside: bool) -> None:
    assert leaves(path) is is_outside
