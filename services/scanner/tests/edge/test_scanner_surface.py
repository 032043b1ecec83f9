"""The HTTP surface and its reports, without any server."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from muster.cas import xorbs
from muster.cas.chunked_file import ChunkedFile
from muster.cas.chunking import chunks_of
from muster.cas.shards import Term
from muster.events.scan_events import FindingKind, FindingSeverity, ScanVerdict
from muster.scanner.config import Settings
from muster.scanner.core.orders import FINDINGS_MAX, Order, read_result, result_bytes
from muster.scanner.edge.http import API
from muster.scanner.edge.reading.executing import Means, judged
from muster.scanner.edge.reading.judging import kind_of, result_of, version
from muster.scanner.edge.reading.sources import WINDOW_BYTES, Windowed
from muster.scanner.edge.routes.installed import Installed
from muster.scanning.findings import Finding, Verdict
from muster.scanning.own_rules import own_rules_of
from muster.scanning.rules import rules, rules_version
from muster.store import NoSuchObject, StoreSettings, StoreUnavailable
from muster.tensors.sources import Memory
from muster.testkit.clamav import clamd
from muster.testkit.offline import offline
from pydantic import ValidationError


def test_all_routes_are_documented() -> None:
    document = API.build(offline(Settings)).openapi()
    assert set(document["paths"]) == {
        "/v1/scans",
        "/v1/scans/{kind}/{digest}",
        "/v1/scans/rescan",
        "/v1/scans/{kind}/{digest}/review",
        "/v1/scans/{kind}/{digest}/override",
        "/v1/scan-reviews",
        "/v1/scan-rules",
        "/v1/scan-rules/activate",
        "/v1/commands/{command_id}",
    }


def test_facts_have_a_kind_for_findings_by_every_rule() -> None:
    assert {kind_of(rule) for rule in rules().values()} <= set(FindingKind)


def test_the_worst_finding_is_told_first_and_all_are_counted() -> None:
    mild = [Finding("limit.reached", Verdict.INCONCLUSIVE, "", str(number)) for number in range(100)]
    bad = Finding("pickle.dangerous-import", Verdict.MALICIOUS, "data.pkl", "os.system", 7)
    result = result_of([*mild, bad, bad], 10, "")
    assert (result.verdict, result.count, len(result.findings)) == (ScanVerdict.MALICIOUS, 101, FINDINGS_MAX)
    first = result.findings[0]
    assert (first.severity, first.member, first.offset) == (FindingSeverity.CRITICAL, "data.pkl", 7)
    assert result.reason.endswith("in data.pkl: os.system; and 100 more findings")
    assert read_result(result_bytes(result)) == result


MEANS = Means(
    store=StoreSettings(endpoint="http://127.0.0.1", access_key="-", secret_key="-"),
    postgres_dsn="",
    view="",
    memory_bytes=1 << 30,
    time_s=60,
)


class Huge:
    """More than is read of one content."""

    size_bytes = 2 << 40

    def __init__(self) -> None:
        self.read_bytes = 0

    def read(self, begin: int, end: int) -> bytes:
        self.read_bytes += end - begin
        return bytes(end - begin)


def test_content_beyond_the_limit_is_inconclusive_with_its_reason_and_not_read() -> None:
    huge = Huge()
    order = Order(object="lfs/" + "0" * 64, scan="s", repository="r", commit="c", names=("model.bin",))
    result = judged(MEANS, order, Windowed(huge))
    assert result.verdict is ScanVerdict.INCONCLUSIVE
    assert "size_bytes: more than 1099511627776" in result.reason
    assert (result.size_bytes, huge.read_bytes) == (2 << 40, 0)


YARA = 'rule ours { meta: title = "Ours" strings: $a = "forbidden words" condition: $a }'
BROKEN = "rule ours {\n condition: nothing\n}"


def test_own_rules_judge_and_are_a_part_of_the_version(tmp_path: Path) -> None:
    before = offline(Settings)
    (tmp_path / "ours.yar").write_text(YARA)
    settings = before.model_copy(update={"scanner_rules_folder": tmp_path})
    means = replace(MEANS, rules=settings.own_rules())
    order = Order(object="tree/x", scan="s", repository="r", commit="c", names=("a.txt",))
    result = judged(means, order, Windowed(Memory(b"these are forbidden words")))
    assert (result.verdict, [each.rule for each in result.findings]) == (
        ScanVerdict.SUSPICIOUS,
        ["yara.suspicious"],
    )
    assert version(before.own_rules(), "off") == str(rules_version())
    assert version(means.rules, "off") == f"{rules_version()}+{means.rules.digest}"


@pytest.mark.stack
def test_a_real_clamd_judges_what_the_engine_finds_harmless(tmp_path: Path) -> None:
    order = Order(object="tree/x", scan="s", repository="r", commit="c", names=("a.txt",))
    content = Memory(b"harmless but for a signature of these tests")
    assert judged(MEANS, order, Windowed(content)).verdict is ScanVerdict.CLEAN
    with clamd(tmp_path, {"Muster.Test": b"signature of these tests"}) as place:
        means = replace(MEANS, antivirus=place)
        result = judged(means, order, Windowed(content))
        found = [(each.rule, "Muster.Test" in each.message) for each in result.findings]
        assert (result.verdict, found) == (
            ScanVerdict.MALICIOUS,
            [("antivirus.found", True)],
        )
        assert version(means.rules, place) == f"{rules_version()}+clamav"
        assert judged(means, order, Windowed(Memory(b"harmless"))).verdict is ScanVerdict.CLEAN
    with pytest.raises(StoreUnavailable, match="clamd does not answer"):  # it is tried again later
        judged(means, order, Windowed(content))


def test_own_rules_that_are_wrong_are_refused_with_their_place_and_the_old_ones_stay(tmp_path: Path) -> None:
    (tmp_path / "ours.yar").write_text(YARA)
    settings = offline(Settings).model_copy(update={"scanner_rules_folder": tmp_path})
    installed = Installed(settings)
    assert installed.confirmed() == installed.version
    (tmp_path / "ours.yar").write_text(BROKEN)
    with pytest.raises(ValueError, match=r"ours\.yar(.|\n)*:2:"):
        installed.confirmed()
    assert installed.version.endswith(own_rules_of({"ours.yar": YARA}).digest)
    with pytest.raises(ValidationError, match="unknown identifier"):
        Settings.model_validate({**offline(Settings).model_dump(), "scanner_rules_folder": tmp_path})
    (tmp_path / "ours.yar").write_text(YARA.replace("ours", "others"))
    with pytest.raises(ValueError, match="restart"):
        installed.confirmed()


CONTENT = bytes(range(256)) * 4_096 * 9 + b"the end"


class Stored:
    """Bytes as a store returns them, after a number of failures."""

    size_bytes = len(CONTENT)

    def __init__(self, *failures: Exception) -> None:
        self.failures = list(failures)

    def read(self, begin: int, end: int) -> bytes:
        if self.failures:
            raise self.failures.pop(0)
        return CONTENT[begin:end]


def test_windows_are_read_as_one_and_a_store_that_fails_once_is_asked_again() -> None:
    source = Windowed(Stored(StoreUnavailable("busy")))
    for begin, end in ((0, 10), (WINDOW_BYTES - 3, WINDOW_BYTES + 3), (0, len(CONTENT)), (5, 5)):
        assert source.read(begin, end) == CONTENT[begin:end]
    assert source.failed is None


def test_bytes_read_after_a_lasting_failure_mean_nothing() -> None:
    source = Windowed(Stored(NoSuchObject("gone")))
    for _ in range(2):
        with pytest.raises(NoSuchObject):
            source.read(0, 1)
    assert isinstance(source.failed, NoSuchObject)


def test_a_file_in_chunks_is_read_anywhere() -> None:
    data, held = xorbs.encode(list(chunks_of([CONTENT])))
    term = Term(held.xorb, 0, len(held), held.raw_bytes)
    file = ChunkedFile([term], {held.xorb: held}, lambda _xorb, first, last: [data[first : last + 1]])
    assert file.size_bytes == len(CONTENT)
    for begin in (0, 1, 200_000, len(CONTENT) - 5):
        for end in (begin, begin + 5, len(CONTENT)):
            assert file.read(begin, end) == CONTENT[begin:end]
