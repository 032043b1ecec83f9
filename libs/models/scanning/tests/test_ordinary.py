"""Ordinary work: what packages write beside and around models is clean, and only what it is makes it so."""

from __future__ import annotations

import pickle
import sqlite3
import struct
from collections import Counter
from pathlib import Path

import pytest
from muster.scanning.findings import Verdict
from muster.scanning.scanner import scan
from muster.tensors.sources import Memory
from muster.testkit.hostile.case import SYSTEM, blob
from muster.testkit.hostile.containers import zipped
from muster.testkit.hostile.ordinary import of_packages, versions_of_packages


def _verdicts(files: dict[str, bytes]) -> dict[str, list[str]]:
    """Findings of the files that are not clean."""
    found = {name: scan(Memory(content), name) for name, content in files.items()}
    return {
        name: [f"{each.rule}: {each.value}" for each in report.findings]
        for name, report in found.items()
        if report.verdict is not Verdict.CLEAN
    }


FILES = {case.path: case.content for case in of_packages()}


def test_the_corpus_has_files_of_many_packages_with_the_versions_that_wrote_them() -> None:
    versions = versions_of_packages()
    assert versions.keys() == FILES.keys()
    assert len(FILES) >= 250
    assert len({each.split()[0] for each in versions.values()}) >= 40
    forms = Counter(name.partition(".")[2] for name in FILES)
    assert min(forms["p2.pkl"], forms["p5.pkl"], forms["joblib"], forms["skops"]) >= 30


@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.slow), 36])
def test_files_of_packages_are_clean(every: int) -> None:
    assert _verdicts(dict(list(FILES.items())[::every])) == {}


@pytest.mark.parametrize("every", [pytest.param(1, marks=[pytest.mark.long, pytest.mark.slow]), 12])
def test_files_of_packages_are_clean_in_a_zip(every: int) -> None:
    some = list(FILES.items())[::every]
    assert _verdicts({f"{name}.zip": zipped({name: content}) for name, content in some}) == {}


def test_a_function_may_be_stored_and_not_called() -> None:
    stored = b"\x80\x04\x8c\x08builtins\x8c\x04hash\x93."
    called = b"\x80\x04\x8c\x08builtins\x8c\x04hash\x93\x8c\x01a\x85R."
    assert scan(Memory(stored), "a.pkl").verdict is Verdict.CLEAN
    assert [each.rule for each in scan(Memory(called), "a.pkl").findings] == ["pickle.odd-import"]


@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_name_within_a_class_is_judged_however_the_protocol_reaches_it(number: int) -> None:
    allowed = pickle.dumps(dict.fromkeys, number)
    assert b"getattr" in allowed
    assert "pickle.reaching-import" not in {each.rule for each in scan(Memory(allowed), "a.pkl").findings}
    zone = b"\x80\x02c__builtin__\ngetattr\nczoneinfo\nZoneInfo\nX\x09\0\0\0_unpickle\x86R(X\x03\0\0\0UTCK\x01tR."
    assert scan(Memory(zone), "a.pkl").verdict is Verdict.CLEAN
    system = b"\x80\x02c__builtin__\ngetattr\ncnumpy\nndarray\nX\x06\0\0\0tofile\x86R(X\x01\0\0\0atR."
    assert scan(Memory(system), "a.pkl").verdict is Verdict.MALICIOUS
    twice = zone[:-1] + b"0c__builtin__\ngetattr\n(NX\x01\0\0\0atR."
    assert scan(Memory(twice), "a.pkl").verdict is Verdict.MALICIOUS


MARKS = (
    b"CBM1", b"SQLite format 3\0", b"Obj\x01", b"CDF\x01", b"ORC", b"$FL2@(#)", b"%PDF-1.4", b"II*\0", b"BM",
    b"{L", b"\x84\xa4name", b"\0\0\0\0TFL3", b"IxF2", b"\xba\x16\x4f\x2f\x0c\0\0\0", b"\x01\xab\xff\xffversion:",
)  # fmt: skip


@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_without_its_structure_is_inconclusive(mark: bytes) -> None:
    content = mark + bytes(range(0x81, 0xFF)) + bytes(range(1, 9))
    report = scan(Memory(content), "model.bin")
    assert [each.rule for each in report.findings] == ["format.unknown"]


def test_a_file_that_is_cut_is_not_what_its_beginning_says() -> None:
    cut = {
        name: content[: len(content) - 7]
        for name, content in FILES.items()
        if len(content) > 16
        and name.endswith(
            (".mat", ".avro", ".msgpack", ".cbor", ".bson", ".ubj", ".tfrecord", ".index", ".sqlite")
        )
    }
    assert len(cut) >= 12
    assert cut.keys() == _verdicts(cut).keys()


def _messagepack(content: bytes) -> bytes:
    return b"\x81\xa1a\xc5" + struct.pack(">H", len(content)) + content


def _sqlite(content: bytes, folder: Path) -> bytes:
    path = folder / "a.db"
    base = sqlite3.connect(path)
    base.execute("create table a (b blob)")
    base.execute("insert into a values (?)", (content,))
    base.commit()
    base.close()
    return path.read_bytes()


def test_a_pickle_that_data_carry_is_found(tmp_path: Path) -> None:
    carriers = {
        "a.msgpack": _messagepack(SYSTEM),
        "a.cbor": b"\xa1aa\x59" + struct.pack(">H", len(SYSTEM)) + SYSTEM,
        "a.ubj": b"{U\x01a[$U#U" + bytes((len(SYSTEM),)) + SYSTEM + b"}",
        "a.bson": _bson(SYSTEM),
        "a.db": _sqlite(SYSTEM, tmp_path),
        "variables.data-00000-of-00001": struct.pack("<64f", *range(1, 65)) + SYSTEM,
        "old.msgpack": _messagepack(b"cos\nsystem\n(S'true'\ntR."),
    }
    found = {name: scan(Memory(content), name).verdict for name, content in carriers.items()}
    assert found == dict.fromkeys(carriers, Verdict.MALICIOUS)


def _bson(content: bytes) -> bytes:
    held = b"\x05a\0" + struct.pack("<i", len(content)) + b"\0" + content + b"\0"
    return struct.pack("<i", len(held) + 4) + held


def test_a_name_of_raw_numbers_does_not_excuse_a_program() -> None:
    for content in (b"\x7fELF\x02\x01\x01" + bytes(60), SYSTEM, blob(SYSTEM) + b"."):
        assert scan(Memory(content), "model.onnx_data").verdict is not Verdict.CLEAN


def test_python_in_an_older_encoding_is_judged() -> None:
    source = "# -*- coding: latin-1 -*-\n# Größe\nimport subprocess\nsubprocess.run('true')\n"
    report = scan(Memory(source.encode("latin-1")), "setup.py")
    assert {each.rule for each in report.findings} == {"code.python"}


def test_bytes_that_an_old_encoding_only_happens_to_read_are_no_text() -> None:
    content = bytes((0x80 + index * 37 % 127) for index in range(600))
    assert scan(Memory(content), "notes.txt").verdict is Verdict.INCONCLUSIVE


def test_bytes_that_import_as_a_pickle_are_no_text_of_an_older_encoding() -> None:
    content = "cgröße\nmaß\nWörter, die folgen\n".encode("latin-1")
    assert scan(Memory(content), "notes.txt").verdict is Verdict.CLEAN
    content = "cmodell\nNetz\nGröße\n".encode("latin-1")
    assert scan(Memory(content), "notes.txt").verdict is Verdict.INCONCLUSIVE
