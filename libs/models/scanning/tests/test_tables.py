"""Parquet and Arrow: what breaks off is never clean, nothing that is changed crashes, metadata are read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.scanning.findings import Verdict
from muster.scanning.formats import tables
from muster.scanning.scanner import scan
from muster.tensors.sources import Memory
from muster.testkit.hostile import adversarial, benign
from muster.testkit.hostile.case import Case
from muster.testkit.laws import examples

ENDINGS = (".parquet", ".arrow", ".feather")
ORDINARY = [case for case in benign() if case.path.endswith(ENDINGS)]
TABLES = [*ORDINARY, *(case for case in adversarial() if case.path.endswith(ENDINGS))]
WITH_FOOTER = [case for case in ORDINARY if case.content[:6] in (b"ARROW1", b"PAR1\x15\x04")]


@examples(200)
@given(st.sampled_from(WITH_FOOTER), st.data())
def test_a_table_that_is_cut_is_never_clean(case: Case, data: st.DataObject) -> None:
    cut = data.draw(st.integers(8, len(case.content) - 1))
    assert scan(Memory(case.content[:cut]), case.path).verdict is not Verdict.CLEAN


@examples(300)
@given(st.sampled_from(TABLES), st.data())
def test_a_changed_table_ends_in_a_verdict(case: Case, data: st.DataObject) -> None:
    content = bytearray(case.content)
    for _ in range(data.draw(st.integers(1, 8))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    report = scan(Memory(bytes(content)), case.path)
    assert (report.verdict is Verdict.CLEAN) == (not report.findings)


def test_metadata_of_files_and_of_columns_are_read() -> None:
    by_path = {case.path: Memory(case.content) for case in TABLES}
    keys = {key for key, _ in tables.parquet(by_path["zstd.parquet"]).metadata}
    assert keys == {"huggingface"}
    read = dict(tables.arrow(by_path["array2d.arrow"]).metadata)
    assert read["ARROW:extension:name"] == b"datasets.features.features.Array2DExtensionType"
    assert read["ARROW:extension:metadata"] == b'{"shape": [2, 2]}'


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("extension.parquet", "table.pickled-type"),
        ("extension.arrow", "table.pickled-type"),
        ("extension-stream.arrow", "table.pickled-type"),
        ("encoded-metadata.parquet", "pickle.dangerous-import"),
        ("outside.parquet", "table.bounds"),
        ("longer.parquet", "table.bounds"),
        ("negative.parquet", "table.bounds"),
        ("elsewhere.parquet", "archive.leaves-folder"),
    ],
)
def test_mistakes_are_reported(path: str, rule: str) -> None:
    (case,) = [case for case in TABLES if case.path == path]
    assert rule in {each.rule for each in scan(Memory(case.content), path).findings}


def test_a_footer_without_an_end_is_bounded() -> None:
    footer = b"\x19\xfc\xff\xff\xff\xff\x0f" + b"\x00" * 100_000
    content = b"PAR1" + footer + len(footer).to_bytes(4, "little") + b"PAR1"
    report = scan(Memory(content), "a.parquet")
    assert report.verdict is Verdict.INCONCLUSIVE
    deep = b"\x1c" * 100_000
    content = b"PAR1" + deep + len(deep).to_bytes(4, "little") + b"PAR1"
    report = scan(Memory(content), "a.parquet")
    assert [each.value for each in report.findings] == ["a footer that is too deep, or has too many values"]
