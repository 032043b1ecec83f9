"""Every shipped rule on a realistic excerpt, every pattern at least once, look-alikes, the table of Xids."""

from __future__ import annotations

import pytest
from excerpts import Excerpt, excerpts, judged, lookalikes
from muster.events.job_events import Watchdog
from muster.failures.evidence import Evidence
from muster.failures.facts import found_by
from muster.failures.judging import judge
from muster.failures.rules import Category, NodeAction, Persistence, Source
from muster.failures.scanning import Scanner, compiled
from muster.failures.shipped import shipped_rules

RULES = shipped_rules()
EXCERPTS = [*excerpts(Source.OUTPUT), *excerpts(Source.KERNEL)]

RESTART_APPLICATION = (
    8, 11, 13, 25, 31, 32, *range(39, 42), 60, 68, 69, *range(70, 73), *range(75, 78), 80, *range(82, 87),
    88, 89, 94, *range(96, 106), *range(126, 136), 139,
)  # fmt: skip
IGNORED = (
    37, 38, 43, 44, 45, 63, 66, 67, 92, 93, 106, 107, 121, 137, 141, 152, 153, 157, 160, 161,
)  # fmt: skip
RESET = (46, 48, 62, 64, 95, 109, 110, 119, 120, 136, 140, 143, 155, 156, 158)
BY_NODE_ACTION = {
    NodeAction.NONE: (*RESTART_APPLICATION, *IGNORED, 154),
    NodeAction.DRAIN_RESET_GPU: RESET,
    NodeAction.DRAIN_REBOOT: (79,),
    NodeAction.RESTART_VM: (151,),
    NodeAction.DRAIN: (54, 74, 142),
    NodeAction.CORDON: (78, *range(144, 151), 159),
    NodeAction.SUSPECT: tuple(range(162, 173)),
}
"""NVIDIA's immediate action for each Xid of the catalogue (Ampere and later), as an action for the node."""


@pytest.mark.parametrize("excerpt", EXCERPTS, ids=lambda e: f"{e.source}-{e.rule_id}")
def test_an_excerpt_is_judged_by_its_rule(excerpt: Excerpt) -> None:
    verdict = judged(RULES, excerpt.lines, excerpt.source)
    assert verdict.rule.id == excerpt.rule_id
    if verdict.finding is not None:
        assert verdict.finding.line.split()[0] in " ".join(excerpt.lines)


@pytest.mark.parametrize("source", [Source.OUTPUT, Source.KERNEL])
def test_every_pattern_finds_its_excerpt(source: Source) -> None:
    """A pattern that no excerpt shows may be misspelt, and nobody would know."""
    said = [line.encode() for excerpt in excerpts(source) for line in excerpt.lines]
    unseen = [
        (rule.id, pattern)
        for rule in RULES
        for pattern in rule.signs.patterns(source)
        if not any(compiled(pattern.encode()).search(line) for line in said)
    ]
    assert unseen == []


@pytest.mark.parametrize("source", list(Source))
def test_lookalikes_match_nothing(source: Source) -> None:
    scanner = Scanner(RULES, source)
    assert {line: found for line in lookalikes() if (found := scanner.rules_in(line.encode()))} == {}


def test_every_xid_of_the_catalogue_has_its_action() -> None:
    scanner = Scanner(RULES, Source.KERNEL)
    found: dict[NodeAction, list[int]] = {}
    for number in range(1, 200):
        line = f"[ 7.1] NVRM: Xid (PCI:0000:cb:00): {number}, pid=1797828, name=pt_main_thread, Ch 00000008"
        ids = scanner.rules_in(line.encode())
        assert len(ids) <= 1, number
        if ids:
            found.setdefault(RULES.rule(ids[0]).node_action, []).append(number)
    assert found == {action: sorted(numbers) for action, numbers in BY_NODE_ACTION.items()}


def test_an_xid_that_drains_a_node_is_never_on_the_user_s_account() -> None:
    for rule in RULES:
        if rule.signs.xids and rule.node_action not in (NodeAction.NONE, NodeAction.SUSPECT):
            assert rule.spares_budget, rule.id
            assert rule.persistence is Persistence.TRANSIENT, rule.id


def test_the_driver_s_own_verdict_goes_before_the_table() -> None:
    xid_79 = "NVRM: Xid (PCI:0000:01:00): 79, GPU has fallen off the bus."
    verdict = "NVRM: Xid (PCI:0000:01:00): 154, GPU recovery action changed from 0x0 (None) to 0x1 (PF FLR)"
    assert judged(RULES, [xid_79, verdict], Source.KERNEL).rule.node_action is NodeAction.DRAIN_RESET_GPU


@pytest.mark.parametrize("watchdog", list(Watchdog))
def test_every_watchdog_has_a_rule(watchdog: Watchdog) -> None:
    verdict = judge(RULES, Evidence(conditions=(found_by(watchdog),)))
    assert verdict.rule is not RULES.rules[-1]


def test_a_link_that_went_down_a_few_times_flaps_not_yet() -> None:
    lines = ["mlx5_core 0000:3b:00.0 ens2f0np0: Link down"] * (RULES.rule("network.link-flaps").lines_min - 1)
    assert judged(RULES, lines, Source.KERNEL).rule.id == "unknown"
    assert judged(RULES, [*lines, lines[0]], Source.KERNEL).rule.id == "network.link-flaps"


def test_an_error_behind_a_progress_bar_is_found() -> None:
    bar = "".join(f"\r{n:3}%|{'#' * 40}| {n}/100000 [00:39<1:20:00]" for n in range(2000))
    error = "[rank5]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB."
    verdict = judged(RULES, [bar + "\r" + error], Source.OUTPUT)
    assert verdict.rule.id == "memory.gpu"
    assert verdict.finding is not None
    assert verdict.finding.line == error


def test_only_what_has_many_causes_is_nobody_s_part_and_only_the_last_rule_knows_nothing() -> None:
    unknown = [rule.id for rule in RULES if rule.category is Category.UNKNOWN]
    assert unknown == ["hang.silent", "hang.start-up", "hang.straggler", "gpu.accompanying", "unknown"]
    assert judged(RULES, ["all is well"], Source.OUTPUT).rule.id == "unknown"
