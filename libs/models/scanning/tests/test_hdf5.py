"""HDF5 by its structure: what is not understood is never clean, and nothing in it is followed without end."""

from __future__ import annotations

from importlib.resources import files
from random import Random

import pytest
from muster.scanning.findings import Report, Verdict
from muster.scanning.formats.hdf5.objects import Attribute, walked
from muster.scanning.formats.hdf5.storage import StructureUnknown, TooMuch
from muster.scanning.scanner import scan
from muster.tensors.sources import Memory

HARMLESS = ("weights.h5", "latest.h5", "ordered.h5", "sequential.h5", "functional.h5")
ATTACKS = ("ordered-links.h5", "dense-attributes.h5", "virtual.h5", "external-values.h5", "committed-type.h5")


def _made(name: str) -> bytes:
    return files("muster.testkit.hostile").joinpath("made", name).read_bytes()


def _scanned(raw: bytes) -> Report:
    return scan(Memory(raw), "model.h5")


def _changed(raw: bytes, old: bytes, new: bytes) -> bytes:
    assert raw.count(old) >= 1
    assert len(old) == len(new)
    return raw.replace(old, new)


@pytest.mark.parametrize(
    ("name", "rule", "value"),
    [
        ("spaced.h5", "keras.lambda", "Lambda"),
        ("huge-attribute.h5", "keras.lambda", "Lambda"),
        ("dense-attributes.h5", "keras.lambda", "Lambda"),
        ("committed-type.h5", "keras.lambda", "Lambda"),
        ("surrogate.h5", "keras.lambda", "Lambda"),
        ("user-block.h5", "keras.lambda", "Lambda"),
        ("ordered-links.h5", "hdf5.external-link", r"/etc/\xe4.passwd"),
        ("external-values.h5", "hdf5.external-values", "/etc/passwd"),
        ("external-values-latest.h5", "hdf5.external-values", "/etc/passwd"),
        ("virtual.h5", "hdf5.external-values", "/etc/secrets.h5"),
    ],
)
def test_content_that_a_reader_meets_is_reported(name: str, rule: str, value: str) -> None:
    assert (rule, value) in {(each.rule, each.value) for each in _scanned(_made(name)).findings}


def test_a_filter_that_a_plugin_has_is_inconclusive() -> None:
    gzip = b"\x01\0\x08\0\x01\0\x01\0deflate\0"
    report = _scanned(_changed(_made("ordinary/weights.h5"), gzip, b"\xff\x7c" + gzip[2:]))
    assert [(each.rule, each.value) for each in report.findings] == [("hdf5.plugin", "filter 31999 deflate")]
    assert report.verdict is Verdict.INCONCLUSIVE


def test_a_heap_that_is_filtered_is_inconclusive() -> None:
    raw = _made("ordinary/latest.h5")
    at = raw.index(b"FRHP")
    report = _scanned(raw[: at + 7] + b"\x08" + raw[at + 8 :])
    assert [each.rule for each in report.findings] == ["hdf5.broken"]
    assert report.verdict is Verdict.INCONCLUSIVE


@pytest.mark.parametrize("name", HARMLESS)
def test_a_file_that_was_cut_is_never_clean(name: str) -> None:
    raw = _made(f"ordinary/{name}")
    for cut in range(9, len(raw), max(1, len(raw) // 40)):
        assert _scanned(raw[:cut]).verdict is not Verdict.CLEAN, cut


def test_an_object_of_two_names_is_walked_once() -> None:
    """`same` in this file is `layers` again: a group that holds itself is no more than that."""
    names = [
        each.name for each in walked(Memory(_made("ordinary/ordered.h5"))) if isinstance(each, Attribute)
    ]
    assert names.count("name") == 12


@pytest.mark.parametrize("name", [*(f"ordinary/{name}" for name in HARMLESS), *ATTACKS])
def test_changed_bytes_end_in_one_of_two_ways(name: str) -> None:
    raw, random = _made(name), Random(name)
    written = [at for at, byte in enumerate(raw) if byte]
    ended = 0
    for _ in range(60):
        changed = bytearray(raw)
        for at in random.sample(written, 8):
            changed[at] = random.choice((0, 1, 255, random.randrange(256)))
        try:
            list(walked(Memory(bytes(changed))))
        except (StructureUnknown, TooMuch):
            ended += 1
    assert ended
