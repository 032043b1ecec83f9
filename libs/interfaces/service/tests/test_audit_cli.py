"""`muster audit verify`: what it prints of an audit, and its exit code. The services test the audits."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from muster.journal import Diverged
from muster.service import S3Settings, audit
from muster.service.audit import Audit, Unrepeated
from muster.service.cli.audit import app
from typer.testing import CliRunner, Result

SETTINGS = {
    "MUSTER_KAFKA_BOOTSTRAP": "127.0.0.1:1",
    "MUSTER_SCHEMA_REGISTRY_URL": "http://127.0.0.1:1",
    "MUSTER_S3_ENDPOINT": "http://127.0.0.1:1",
    "MUSTER_S3_ACCESS_KEY": "key",
    "MUSTER_S3_SECRET_KEY": "secret",
}


@dataclass
class Log:
    """A log whose audit is known."""

    audit: Audit
    difference: str = ""

    def audited(self, settings: S3Settings, *, from_snapshot: bool) -> Iterator[Audit]:
        """See AuditedLog."""
        yield self.audit
        if self.difference:
            raise Diverged(self.difference)

    def batch_with(self, settings: S3Settings, seq: int) -> Mapping[str, Any] | None:
        """See AuditedLog."""


Verify = Callable[..., Result]


@pytest.fixture
def verify(monkeypatch: pytest.MonkeyPatch) -> Verify:
    """Runs `muster audit verify` over a log."""

    def run(log: Log, *words: str) -> Result:
        def audited_log(service: str) -> Log:
            assert service == "scheduler"
            return log

        monkeypatch.setattr(audit, "audited_log", audited_log)
        return CliRunner().invoke(app, ["verify", *words], env=SETTINGS)

    return run


def test_other_rules_in_the_middle_are_named_and_the_rest_is_verified(verify: Verify) -> None:
    ended = verify(Log(Audit(batches=3, state_hash="ab", unrepeated=[Unrepeated(4, 9, 1, 2)])))
    assert ended.stdout.splitlines() == [
        "not compared: offsets 4 to 8, decided by version 1 of the rules; this program has version 2, "
        "one of that version verifies them",
        "verified: 3 batches, 0 inputs, 0 decisions, 0 state hashes came out as recorded",
        "state hash ab",
    ]
    assert ended.exit_code == 0


def test_other_rules_at_the_end_are_named_and_nothing_is_called_verified(verify: Verify) -> None:
    log = Log(Audit(batches=1, unrepeated=[Unrepeated(4, None, 1, 2)]))
    ended = verify(log)
    assert ended.stdout.splitlines() == [
        "not compared: offsets 4 to the end, decided by version 1 of the rules; this program has version 2, "
        "one of that version verifies them",
        "not verified to the end: 1 batch, 0 inputs, 0 decisions, 0 state hashes came out as recorded",
    ]
    assert ended.exit_code == 3
    told = json.loads(verify(log, "-o", "json").stdout)
    assert (told["verified"], told["difference"]) == (False, None)
    assert told["not_compared"] == [
        {"first_offset": 4, "next_offset": None, "version": 1, "program_version": 2}
    ]


def test_a_difference_is_printed_and_a_log_without_a_batch_is_not_verified(verify: Verify) -> None:
    ended = verify(Log(Audit(batches=1), "batch 2: decision 0 of 1 differs"))
    assert ended.stdout.splitlines()[-1] == "batch 2: decision 0 of 1 differs"
    assert ended.stdout.startswith("DIVERGED after 1 batch")
    assert ended.exit_code == 1
    nothing = verify(Log(Audit()))
    assert nothing.stderr == "nothing to verify: the log of scheduler has no batch since its beginning\n"
    assert nothing.exit_code == 3
