"""Decisions after commits, reports of workers, and commands."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st
from muster.events.registry_commands import FileAdded, FileKind, QuarantineRepository, ReleaseRepository
from muster.events.registry_events import CommitMade, Downloaded, DownloadsRecorded, StoredBytes
from muster.events.scan_commands import (
    ActivateRules,
    GivenVerdict,
    OverrideVerdict,
    RescanContent,
    ReviewContent,
    ReviewDecision,
)
from muster.events.scan_events import (
    ContentReviewed,
    FindingKind,
    FindingRaised,
    FindingSeverity,
    RescanRequested,
    RulesActivated,
    ScanCompleted,
    ScanPostponed,
    ScanStarted,
    ScanVerdict,
    VerdictOverridden,
)
from muster.events.scan_work import ContentGone, ContentsMet, DownloadsMet, NamedContent, RescanAdvanced
from muster.events.shared.command_answers import CommandRejected, RejectionCode
from muster.events.shared.work_orders import (
    WorkEnded,
    WorkerReported,
    WorkLost,
    WorkOrdered,
    WorkParked,
    WorkQueued,
    WorkReported,
    WorkReturned,
)
from muster.scanner.core.contents import kind_of_name
from muster.scanner.core.decisions import DECIDER
from muster.scanner.core.orders import (
    Found,
    NoResult,
    Outcome,
    Result,
    read_order,
    read_result,
    result_bytes,
)
from muster.testkit.cores.deciding import Decisions, given
from muster.testkit.laws import examples

EVIL, FINE = "inline/" + "e" * 64, "inline/" + "f" * 64
ROOT = "tree/" + "0" * 64
ANN: Any = {"tenant": "acme", "requested_by": "ann", "reason": "because"}
READY = WorkerReported(worker_id="w", incarnation=1, slots=4)
BAD = Result(
    outcome=Outcome.READ,
    verdict=ScanVerdict.MALICIOUS,
    reason="os.system is called",
    findings=(
        Found(
            rule="pickle.call", kind=FindingKind.CODE, severity=FindingSeverity.CRITICAL, message="os.system"
        ),
    ),
    count=1,
    size_bytes=9,
    content_sha256="e" * 64,
    rules_version="1",
)
GOOD = Result(outcome=Outcome.READ, verdict=ScanVerdict.CLEAN, rules_version="1")


def commit(*files: tuple[str, str], number: int = 1, objects: Sequence[str] = ()) -> CommitMade:
    added = tuple(
        FileAdded(path=path, kind=FileKind.INLINE, hash=object_.partition("/")[2], size_bytes=9)
        for path, object_ in files
    )
    return CommitMade(
        repository=f"repo-{number}",
        branch="main",
        commit=f"commit-{number}",
        parent="",
        request_digest="",
        title="",
        description="",
        root="0" * 64,
        files=added,
        deleted=(),
        objects=tuple(objects),
        card=None,
        at_ms=0,
        tenant="acme",
        requested_by="acme/ann",
        stored=StoredBytes(unique_bytes=0, reserved_bytes=0),
    )


def orders(decisions: Decisions) -> list[WorkOrdered]:
    return [each for each in decisions.decided if isinstance(each, WorkOrdered)]


def ended(order: WorkOrdered, result: Result | bytes) -> WorkReported:
    body = result if isinstance(result, bytes) else result_bytes(result)
    return WorkReported(
        work_id=order.work_id,
        attempt=order.attempt,
        worker_id="w",
        incarnation=1,
        died=False,
        result=body,
        reason="",
    )


def died(order: WorkOrdered) -> WorkReported:
    return replace(ended(order, b""), died=True, reason="its process ended with -9")


def of(decisions: Decisions, *kinds: type[Any]) -> list[Any]:
    return [each for each in decisions.decided if isinstance(each, kinds)]


def judged(*files: tuple[str, str], result: Result = GOOD) -> Decisions:
    """Content that was scanned once."""
    story = given(DECIDER).when(READY, commit(*files))
    return story.when(*(ended(order, result) for order in orders(story)))


def test_content_is_read_once_whatever_it_is_called_and_again_as_python() -> None:
    story = given(DECIDER).when(READY, commit(("a.bin", EVIL), ("b.bin", EVIL), objects=[ROOT]))
    assert of(story, ContentsMet) == [
        ContentsMet(
            repository="repo-1",
            commit="commit-1",
            contents=(
                NamedContent(object=EVIL, path="a.bin"),
                NamedContent(object=EVIL, path="b.bin"),
                NamedContent(object=ROOT, path=""),
            ),
            tenant="acme",
        )
    ]
    evil, _ = orders(story)
    assert read_order(evil.body).names == ("a.bin",)
    scan = read_order(evil.body).scan
    assert [(each.object, each.attempt) for each in of(story, ScanStarted)] == [(EVIL, 1), (ROOT, 1)]
    about: Any = {
        "scan": scan,
        "object": EVIL,
        "content_sha256": "e" * 64,
        "repository": "repo-1",
        "commit": "commit-1",
        "path": "a.bin",
        "rules_version": "1",
        "tenant": "acme",
    }
    story.when(ended(evil, BAD)).then(
        WorkEnded(work_id=EVIL, attempt=1, worker_id="w", result=result_bytes(BAD)),
        FindingRaised(
            **about,
            rule="pickle.call",
            kind=FindingKind.CODE,
            severity=FindingSeverity.CRITICAL,
            message="os.system",
        ),
        ScanCompleted(
            **about,
            verdict=ScanVerdict.MALICIOUS,
            reason="os.system is called",
            findings=1,
            size_bytes=9,
            names=("a.bin",),
        ),
    )
    assert not of(story.when(commit(("c.bin", EVIL), number=2)), WorkQueued)
    [again] = orders(story.when(commit(("hub.py", EVIL), number=3)))
    assert read_order(again.body).names == ("a.bin", "hub.py")
    assert read_order(again.body).scan != scan


def test_a_name_that_comes_while_content_is_read_is_not_forgotten() -> None:
    story = given(DECIDER).when(READY, commit(("a.bin", EVIL)))
    [first] = orders(story)
    assert not orders(story.when(commit(("a.py", EVIL), number=2)))
    [second] = orders(story.when(ended(first, GOOD)))
    assert read_order(second.body).names == ("a.bin", "a.py")


def test_content_that_kills_its_process_is_tried_twice_then_inconclusive() -> None:
    story = given(DECIDER).when(READY, commit(("a.bin", EVIL)))
    [first] = orders(story)
    [second] = orders(story.when(died(first)))
    story.when(died(second))
    lost, parked, finding, completed = story.decided
    assert (type(lost), type(parked), type(finding)) == (WorkLost, WorkParked, FindingRaised)
    assert (completed.verdict, completed.findings) == (ScanVerdict.INCONCLUSIVE, 1)
    assert "ended twice without a result: its process ended with -9" in completed.reason
    story.when(RescanContent(repository="repo-1", objects=(EVIL,), **ANN))
    assert [type(each) for each in story.decided] == [RescanRequested, WorkReturned, WorkOrdered, ScanStarted]
    assert of(story.when(ended(orders(story)[0], GOOD)), ScanCompleted)[0].verdict is ScanVerdict.CLEAN


def test_invalid_results_are_inconclusive() -> None:
    story = given(DECIDER).when(READY, commit(("a.bin", EVIL)))
    [order] = orders(story)
    [completed] = of(story.when(ended(order, b'{"verdict": "CLEAN"}')), ScanCompleted)
    assert completed.verdict is ScanVerdict.INCONCLUSIVE


def test_a_store_that_does_not_answer_is_asked_again_later_and_says_nothing_about_the_content() -> None:
    story = given(DECIDER).when(READY, commit(("a.bin", EVIL)))
    pauses: list[int] = []
    for attempt in (1, 2, 3):
        [order] = orders(story)
        story.when(ended(order, Result(outcome=Outcome.LATER, reason="S3 does not answer")))
        [postponed] = of(story, ScanPostponed)
        assert postponed.attempt == attempt
        assert not of(story, ScanCompleted)
        pauses.append(postponed.until_ms - story.now_ms)
        story.when(READY, commit(("a.bin", EVIL), number=2))
        assert not orders(story), "it waits, no matter which commit has it"
        story.when(replace(READY), after_ms=postponed.until_ms - story.now_ms)
    assert pauses == [5_000, 10_000, 20_000]
    [order] = orders(story)
    story.when(ended(order, Result(outcome=Outcome.GONE)))
    assert of(story, ContentGone) == [ContentGone(object=EVIL, scan=read_order(order.body).scan)]
    assert orders(story.when(commit(("a.bin", EVIL), number=4))), "it is new when it is back"


def test_an_order_names_the_newest_commit_and_what_that_added_again_is_not_gone() -> None:
    story = given(DECIDER).when(READY, commit(("a.bin", EVIL)))
    [first] = orders(story)
    assert read_order(first.body).added_by == ("repo-1", "commit-1")
    story.when(commit(("a.bin", EVIL), number=2)).then(of(story, ContentsMet)[0])
    story.when(ended(first, Result(outcome=Outcome.GONE)))
    [postponed] = of(story, ScanPostponed)
    assert postponed.reason == "it was removed, and a commit has added it again since"
    assert not of(story, ContentGone)
    [second] = orders(story.when(READY, after_ms=postponed.until_ms - story.now_ms))
    assert read_order(second.body).added_by == ("repo-2", "commit-2")
    story.when(ended(second, Result(outcome=Outcome.GONE)))
    assert of(story, ContentGone), "no commit has added it since"


def test_an_order_of_an_earlier_version_means_the_commit_that_it_names() -> None:
    body = b'{"object": "lfs/a", "scan": "s", "repository": "repo-1", "commit": "commit-1", "names": ["a"]}'
    assert read_order(body).added_by == ("repo-1", "commit-1")


def test_other_rules_read_again_what_was_read_by_the_old_ones_the_most_used_first() -> None:
    story = judged(("a.bin", FINE), ("b.bin", EVIL))
    story.when(commit(("b.bin", EVIL), number=2))
    command = ActivateRules(rules_version="2", **ANN)
    story.when(command)
    assert of(story, RulesActivated, RescanAdvanced) == [
        RulesActivated(
            rules_version="2", former="", reason="because", tenant="acme", requested_by="acme/ann"
        ),
        RescanAdvanced(rules_version="2", last=FINE, ended=True),
    ]
    again = orders(story)
    assert [(each.work_id, each.priority) for each in again] == [(EVIL, 101), (FINE, 100)]
    story.when(*(ended(order, replace(GOOD, rules_version="2")) for order in again))
    story.when(command, event_ids=["twice"])
    [refused] = of(story, CommandRejected)
    assert refused.code is RejectionCode.WRONG_STATE
    assert len(orders(story.when(ActivateRules(rules_version="1", **ANN)))) == len(again)


def test_other_rules_read_first_what_is_downloaded_most_whatever_brought_it_how_often() -> None:
    story = judged(("a.bin", FINE))
    story.when(commit(("b.bin", EVIL), number=2))
    story.when(*(ended(order, GOOD) for order in orders(story)))
    story.when(*(commit(("a.bin", FINE), number=1) for _ in range(40)))
    for told, known in ((1, [1]), (2, [2]), (3, []), (4, [4]), (3, [3])):
        story.when(downloaded("repo-2", told))
        assert [each.month_downloads for each in of(story, DownloadsMet)] == known
    story.when(ActivateRules(rules_version="2", **ANN))
    assert [each.work_id for each in orders(story)] == [EVIL, FINE]


def downloaded(repository: str, month_downloads: int) -> DownloadsRecorded:
    told = Downloaded(
        repository=repository,
        downloads=1,
        read_bytes=9,
        day_downloads=1,
        month_downloads=month_downloads,
        total_downloads=99,
    )
    return DownloadsRecorded(
        organisation="globex",
        day=1,
        day_bytes=9,
        month_bytes=9,
        downloads=(told,),
        tenant="globex",
        requested_by="registry",
    )


def test_a_reviewer_s_word_reaches_the_registry_for_each_repository() -> None:
    story = judged(("a.bin", EVIL), result=BAD)
    review = ReviewContent(
        object=EVIL, decision=ReviewDecision.RELEASE, repositories=("repo-1", "repo-2"), **ANN
    )
    story.when(review)
    reviewed, *asked = story.decided
    assert isinstance(reviewed, ContentReviewed)
    assert (reviewed.verdict, reviewed.rules_version) == (ScanVerdict.MALICIOUS, "1")
    asker: Any = {"tenant": "acme", "requested_by": "scanner", "teams": (), "roles": ()}
    said: Any = {"object": EVIL, "reason": "acme/ann: because", **asker}
    assert asked == [ReleaseRepository(repository=each, **said) for each in ("repo-1", "repo-2")]
    story.when(replace(review, decision=ReviewDecision.CLOSE, repositories=("repo-1",)))
    assert story.decided[1:] == [QuarantineRepository(repository="repo-1", **said)]
    story.when(replace(review, object="inline/unknown"), replace(review, reason=""))
    assert [each.code for each in story.decided] == [RejectionCode.NOT_FOUND, RejectionCode.INVALID]


def test_an_operator_s_word_holds_against_the_same_rules() -> None:
    story = judged(("a.bin", EVIL), result=BAD)
    story.when(OverrideVerdict(object=EVIL, verdict=GivenVerdict.CLEAN, **ANN))
    overridden, completed = story.decided
    assert isinstance(overridden, VerdictOverridden)
    assert (overridden.former, completed.verdict) == (ScanVerdict.MALICIOUS, ScanVerdict.CLEAN)
    assert "acme/ann has overridden the scanner" in completed.reason
    for rules, verdict in (("1", ScanVerdict.CLEAN), ("2", ScanVerdict.MALICIOUS)):
        story.when(RescanContent(repository="repo-1", objects=(EVIL,), **ANN))
        [order] = orders(story)
        [completed] = of(story.when(ended(order, replace(BAD, rules_version=rules))), ScanCompleted)
        assert completed.verdict is verdict


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("x/Hub.PY", "py"),
        ("chat_template.jinja", "jinja:template"),
        ("model.bin", "bin"),
        ("LICENSE", ""),
        ("a.very-long-ending", ""),
    ],
)
def test_kinds_of_names(path: str, kind: str) -> None:
    assert kind_of_name(path) == kind


@examples(300)
@for_all(st.binary(max_size=200) | st.from_regex(rb'\{"outcome": "[a-z]{0,5}", .{0,60}\}'))
def test_whatever_a_worker_answers_is_a_result_or_refused(body: bytes) -> None:
    with suppress(NoResult):
        assert read_result(body).outcome in Outcome
