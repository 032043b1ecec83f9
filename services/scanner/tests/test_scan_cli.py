"""`muster scan`: results of the registry's content, and words that are paths."""

from __future__ import annotations

from typing import Any

import pytest
from muster.client.cli import registry
from muster.scanner.cli import FILES
from muster.testkit.api.canned_api import Api, paged
from muster.testkit.api.command import Muster

SCAN = {
    "object": "lfs/9f86d081",
    "repository": "acme/tiny",
    "path": "model.bin",
    "verdict": "malicious",
    "state": "completed",
    "reason": "calls os.system",
    "waits_for": "",
    "closed": True,
    "at": "2026-11-21T04:00:00.000Z",
    "size_bytes": 2048,
    "rules_version": "7",
}


def test_results_are_listed_with_verdict_and_reason(
    api: Api, muster: Muster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUSTER_SCANNER_URL", api.url)
    api.on("GET", "/v1/scans", paged([SCAN]))
    ended = muster("scan", "ls", "acme/tiny", "--verdict", "malicious")
    assert (ended.code, ended.out.splitlines()[1].split()[:3]) == (0, ["malicious", "acme/tiny", "model.bin"])
    assert "calls os.system" in ended.out


def test_a_word_that_is_no_subcommand_is_a_path(muster: Muster) -> None:
    ended = muster("scan", "absent.bin")
    assert (ended.code, "absent.bin" in ended.err) == (3, True)


def test_a_missing_package_for_local_files_is_named(muster: Muster, monkeypatch: pytest.MonkeyPatch) -> None:
    group: Any = registry.Lazy("scan", "muster.scanner.cli:app").loaded()
    monkeypatch.delitem(group.commands, FILES)
    ended = muster("scan", "model.bin")
    assert (ended.code, "needs the package muster-scanning" in ended.err) == (1, True)


def test_only_lists_of_subcommands_read_the_summary_of_the_file_scanner(
    muster: Muster, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def summary(target: str) -> str:
        read.append(target)
        return "Scan local files."

    monkeypatch.setattr(registry, "summary_of", summary)
    registry._loaded.cache_clear()  # pyright: ignore[reportPrivateUsage]
    muster("scan", "show")
    assert read == []
    assert "Scan local files." in muster("scan", "--help").out


def test_local_files_are_scanned_by_a_package_that_adds_the_subcommand() -> None:
    assert registry.declared("muster.commands.scan") == {"files": "muster.scanning.cli.scan:app"}
