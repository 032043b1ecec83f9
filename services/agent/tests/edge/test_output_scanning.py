"""Signs of failures in output: found once despite restarts, by the rules that the order names."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from muster.agent.core.reports import Origin
from muster.agent.core.scanned import FINDINGS_PER_RANK_MAX, Scanned
from muster.agent.edge.credential.node_api import ApiUnavailable
from muster.agent.edge.disk.home import AgentHome
from muster.agent.edge.disk.memory import TaskNote
from muster.agent.edge.tasks.rules import FailureRules
from muster.agent.edge.tasks.scanning import BYTES_PER_LOOK, OutputScanner
from muster.events.node_commands import RankAssignment, StartTask
from muster.events.task_events import FindingSource, RuleFinding
from muster.failures.shipped import shipped_rules, shipped_text
from muster.journal import ManualClock

OOM = b"torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 22.78 GiB.\n"
VERSION = shipped_rules().version
OTHER = shipped_text().replace(f"version: {VERSION}\n", f"version: {VERSION + 1}\n", 1)


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


START = StartTask(
    node_id="n1",
    epoch=1,
    order_seq=1,
    job_id="job-a",
    attempt=1,
    tenant="acme",
    job_name="test",
    user="ada",
    ranks=tuple(RankAssignment(rank=rank, gpu_indices=(), gpu_milli=0) for rank in (0, 1)),
    world_size=2,
    master_address="127.0.0.1",
    master_port=29_499,
    command=("true",),
    grace_ms=500,
    checkpoint_enabled=False,
    failure_rules_sha256=digest(shipped_text()),
    failure_rules_version=VERSION,
)


class Api:
    """API that serves its rules while it is up."""

    def __init__(self) -> None:
        self.rules: dict[str, str] = {}
        self.asked = 0

    def failure_rules(self, sha256: str) -> str:
        self.asked += 1
        if sha256 not in self.rules:
            raise ApiUnavailable("the API does not answer")
        return self.rules[sha256]


class Rig:
    """A scanner that follows one task of two ranks."""

    def __init__(self, root: Path) -> None:
        self.home = AgentHome(root)
        self.api = Api()
        self.clock = ManualClock(1_000_000)
        self.scanner = self.restarted()

    def restarted(self) -> OutputScanner:
        self.scanner = OutputScanner(self.home, FailureRules(self.home.rules, self.api), self.clock)
        return self.scanner

    def follow(self, start: StartTask = START) -> None:
        self.note = TaskNote(start=start, origin=Origin("c", "e"), mark="m")
        self.scanner.follow(self.note)

    def write(self, text: bytes, rank: int = 0, stream: str = "stderr") -> None:
        file = self.home.task(self.note.key).output(rank, stream)
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("ab") as opened:
            opened.write(text)

    def end(self) -> Scanned:
        self.scanner.finish(self.note.key)
        while not self.scanner.finished(self.note.key):
            self.scanner.look()
        return self.scanner.take(self.note.key)


@pytest.fixture
def rig(tmp_path: Path) -> Generator[Rig]:
    rig = Rig(tmp_path)
    yield rig
    rig.home.close()


def found(rule: str, line: int, first_byte: int, *, count: int = 1, at_ms: int | None) -> RuleFinding:
    return RuleFinding(
        rule=rule,
        rank=0,
        source=FindingSource.OUTPUT,
        stream="stderr",
        line=line,
        first_byte=first_byte,
        count=count,
        at_ms=at_ms,
    )


def test_the_first_line_with_a_sign_is_reported_with_its_place_and_the_number_of_such_lines(rig: Rig) -> None:
    rig.follow()
    rig.write(b"step 1\nstep 2\n" + OOM[:20])
    rig.scanner.look()
    rig.write(OOM[20:] + b"again\n" + OOM.rstrip())
    at_ms = rig.clock.now_ms()
    # python.error also matches "...Error: "; the order of the rules decides which comes first.
    scanned = rig.end()
    assert scanned.findings[0] == found("memory.gpu", 3, 14, count=2, at_ms=at_ms)
    assert {each.rule for each in scanned.findings} == {"memory.gpu", "python.error"}
    assert (scanned.rules_version, scanned.unscanned) == (VERSION, "")


def test_a_restarted_agent_finds_the_same_signs_without_their_time(rig: Rig) -> None:
    rig.follow()
    rig.write(b"No space left on device\n")
    rig.scanner.look()
    rig.restarted()
    rig.follow()
    rig.write(b"No space left on device\n")
    assert rig.end().findings == (found("disk.full", 1, 0, count=2, at_ms=None),)


def test_a_task_without_rules_is_not_scanned(rig: Rig) -> None:
    rig.follow(replace(START, failure_rules_sha256=None, failure_rules_version=None))
    rig.write(OOM)
    assert rig.scanner.finished(rig.note.key)
    assert rig.end() == Scanned()


def test_new_rules_are_fetched_once_and_stored_on_disk(rig: Rig) -> None:
    rig.api.rules[digest(OTHER)] = OTHER
    start = replace(START, failure_rules_sha256=digest(OTHER), failure_rules_version=VERSION + 1)
    rig.follow(start)
    rig.write(OOM)
    assert rig.end().rules_version == VERSION + 1
    rig.api.rules.clear()
    rig.restarted()
    rig.follow(start)
    assert (rig.end().rules_version, rig.api.asked) == (VERSION + 1, 1)


@pytest.mark.parametrize("given", ["", "version: 1\n", "nothing: of the kind\n"])
def test_a_report_without_usable_rules_says_that_nothing_was_scanned(rig: Rig, given: str) -> None:
    """They cannot be fetched, have another hash, or this agent does not understand them."""
    start = replace(START, failure_rules_sha256=digest("nothing: of the kind\n"))
    if given:
        rig.api.rules[str(start.failure_rules_sha256)] = given
    rig.follow(start)
    rig.write(OOM)
    rig.scanner.look()
    scanned = rig.end()
    assert (scanned.findings, scanned.rules_version) == ((), None)
    assert str(start.failure_rules_sha256)[:12] in scanned.unscanned


def test_late_rules_are_applied_to_all_earlier_output(rig: Rig) -> None:
    start = replace(START, failure_rules_sha256=digest(OTHER), failure_rules_version=VERSION + 1)
    rig.follow(start)
    rig.write(OOM)
    rig.scanner.look()
    rig.api.rules[digest(OTHER)] = OTHER
    assert rig.end().findings[0].rule == "memory.gpu"


@pytest.mark.slow
def test_output_that_could_not_be_read_in_time_is_reported(rig: Rig) -> None:
    rig.follow()
    rig.write(b"x\n" * BYTES_PER_LOOK + OOM)
    rig.scanner.look()
    scanned = rig.scanner.take(rig.note.key)
    assert (scanned.findings, scanned.rules_version) == ((), VERSION)
    assert scanned.unscanned == "not all of it was read in time"


def test_only_the_first_rules_are_reported_of_many_signs(rig: Rig) -> None:
    rig.follow()
    rig.write(
        b"No space left on device\n[Errno 116] Stale file handle\nncclSystemError\nncclInternalError\n"
        b"KeyError: 1\nncclRemoteError\nuncorrectable ECC error encountered\nrank due to preemption\n"
        b"ImportError: x\nCUDA error: device-side assert triggered\n" + OOM
    )
    findings = rig.end().findings
    assert len(findings) == FINDINGS_PER_RANK_MAX
    assert findings[0].rule == "memory.gpu"
