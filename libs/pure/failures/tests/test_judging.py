"""Laws of judging and scanning: order, totality, any bytes, bounded looking; and what the platform states."""

from __future__ import annotations

import pytest
from excerpts import judged
from hypothesis import given
from hypothesis import strategies as st
from muster.events.job_events import AttemptOutcome
from muster.failures.evidence import Evidence, Finding
from muster.failures.facts import conditions_of
from muster.failures.judging import judge
from muster.failures.rules import Condition, NodeEvent, RuleSet, Source
from muster.failures.scanning import LINE_PART_BYTES, Findings, Scanner, compiled
from muster.failures.shipped import shipped_rules
from muster.testkit.laws import examples

RULES = shipped_rules()
IDS = [rule.id for rule in RULES]
SCANNERS = {source: Scanner(RULES, source) for source in Source}
PIECES = st.sampled_from(
    ["torch.OutOfMemoryError: CUDA out of memory", "NET/IB", "vendor err 129", "DataLoader worker",
     "Bus error", "/dev/shm", "No space left on device", "loss: nan", "NVRM: Xid (PCI:0000:cb:00): 79,",
     "ncclRemoteError", "DistBackendError: ", "Broken pipe", "NCCL error in: x, ", "unhandled cuda error",
     "\r", "\x00", "é", " "]
)  # fmt: skip
LINES = st.one_of(st.binary(max_size=300), st.lists(PIECES, max_size=12).map(lambda p: "".join(p).encode()))
EVIDENCE = st.builds(
    Evidence,
    rank=st.none() | st.integers(0, 9),
    exit_code=st.none() | st.integers(-5, 300),
    signal=st.none() | st.integers(-5, 70),
    conditions=st.lists(st.sampled_from(list(Condition)), max_size=3).map(tuple),
    node_events=st.lists(st.sampled_from(list(NodeEvent)), max_size=2).map(tuple),
    findings=st.lists(
        st.builds(
            Finding,
            rule_id=st.sampled_from([*IDS, "of.another-version"]),
            source=st.sampled_from(list(Source)),
            line=st.just("x"),
            number=st.integers(1, 9),
        ),
        max_size=4,
    ).map(tuple),
)


@given(EVIDENCE)
@examples(300)
def test_the_first_rule_with_a_sign_wins(evidence: Evidence) -> None:
    """Cut off behind the winner, the rules judge alike; cut off before it, none of them has a sign."""
    verdict = judge(RULES, evidence)
    place = IDS.index(verdict.rule.id)
    before = RuleSet(1, (*RULES.rules[:place], RULES.rules[-1]))
    assert judge(before, evidence).rule.id == "unknown"
    upto = RuleSet(1, (*RULES.rules[: place + 1], RULES.rules[-1]))
    assert judge(upto, evidence).rule.id == verdict.rule.id
    assert (verdict.rules_version, verdict.rank) == (RULES.version, evidence.rank)


@given(LINES, st.sampled_from(list(Source)))
@examples(300)
def test_one_scan_finds_what_each_pattern_finds_alone(line: bytes, source: Source) -> None:
    expected = [
        rule.id
        for rule in RULES
        if any(compiled(p.encode()).search(line) for p in rule.signs.patterns(source))
        or (source is Source.KERNEL and 79 in rule.signs.xids and b"NVRM: Xid (PCI:0000:cb:00): 79," in line)
    ]
    assert list(SCANNERS[source].rules_in(line)) == expected


@given(st.binary(max_size=200), st.integers(0, 3), st.binary(max_size=200), st.sampled_from(list(Source)))
@examples(60)
def test_the_cost_of_a_line_is_bounded(middle: bytes, times: int, other: bytes, source: Source) -> None:
    """Only the two ends of a long line are searched, whatever lies between."""
    head, tail = b"h" * LINE_PART_BYTES, b" loss: nan".rjust(LINE_PART_BYTES, b"t")
    short = SCANNERS[source].rules_in(head + middle * times + b"-" + tail)
    assert short == SCANNERS[source].rules_in(head + other * 5000 + b"-" + tail)
    assert ("numerics.diverged" in short) == (source is Source.OUTPUT)


@given(st.lists(LINES, max_size=20))
@examples(60)
def test_findings_of_any_output_are_bounded_and_printable(lines: list[bytes]) -> None:
    findings = Findings(*SCANNERS.values())
    for number, line in enumerate([*lines, *lines], 1):
        findings.look(line, number)
    found = findings.found()
    assert len({(f.source, f.rule_id) for f in found}) == len(found)
    for finding in found:
        assert finding.line.isprintable()
        assert finding.count >= 2
        assert finding.number <= len(lines)


def test_no_pattern_is_slow_on_what_defeats_backtracking() -> None:
    """Linear in RE2; minutes where a pattern's repetitions are tried in turn."""
    nasty = [b"loss" * 2000, b"DataLoader worker" * 450, b"NET/IB" * 1300, b"A" * 8000, b"to 0x" * 1600]
    for scanner in SCANNERS.values():
        for line in nasty:
            assert scanner.rules_in(line) == ()


@pytest.mark.parametrize(
    ("outcome", "message", "rule_id"),
    [
        (
            "FAILED",
            "out of memory: its rank used more than the 64 MiB that resources.memory allows",
            "memory.host",
        ),
        ("FAILED", "CANNOT_START on n1: rank 0: nosuch: No such file or directory", "start.command"),
        ("FAILED", "CANNOT_START on n1: the order names no rank", "start.refused"),
        ("FAILED", "FILES_INVALID on n1: train.tgz is damaged", "start.files"),
        ("REFUSED", "FILES_UNAVAILABLE on n1: S3 is away", "start.files-away"),
        ("REFUSED", "CANNOT_START on n1: OSError: No space left on device", "start.disk"),
        ("REFUSED", "GPU_BUSY on n1: GPU 3 is not free", "node.refused"),
        ("LOST", "lost on n1: its lease ran out", "node.lost"),
        ("TIMED_OUT", "exceeded its wall-time limit", "limit.wall-time"),
        ("STOPPED", "stopped on order", "eviction.stopped"),
        ("FAILED", "rank 0 exited with code 3", "unknown"),
    ],
)
def test_statements_of_the_platform_are_judged(outcome: str, message: str, rule_id: str) -> None:
    stated = conditions_of(AttemptOutcome(outcome), message)
    assert judge(RULES, Evidence(conditions=stated, exit_code=3)).rule.id == rule_id


@pytest.mark.parametrize(
    ("evidence", "rule_id"),
    [
        (Evidence(exit_code=127), "start.command"),
        (Evidence(exit_code=126), "start.permission"),
        (Evidence(exit_code=137), "memory.killed"),
        (Evidence(signal=9), "memory.killed"),
        (Evidence(exit_code=139), "process.crashed"),
        (Evidence(signal=11), "process.crashed"),
        (Evidence(exit_code=143), "process.terminated"),
        (Evidence(exit_code=134), "process.aborted"),
        (Evidence(signal=7), "process.bus-error"),
        (Evidence(exit_code=1), "unknown"),
        (Evidence(node_events=(NodeEvent.RECLAIMED,), exit_code=143), "eviction.reclaimed"),
        (Evidence(node_events=(NodeEvent.DRAINING,), conditions=(Condition.STOPPED,)), "eviction.drained"),
        (Evidence(conditions=(Condition.IMAGE_REFUSED,)), "start.image"),
    ],
)
def test_codes_signals_and_events_are_judged(evidence: Evidence, rule_id: str) -> None:
    assert judge(RULES, evidence).rule.id == rule_id


def test_the_first_line_is_the_evidence_and_the_others_are_counted() -> None:
    verdict = judged(RULES, ["ok", "OSError: [Errno 28] No space left on device"] * 3, Source.OUTPUT)
    assert verdict.finding is not None
    assert (verdict.rule.id, verdict.finding.number, verdict.finding.count) == ("disk.full", 2, 3)
