"""Promotion to production: every row of the table, and the page that shows it."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import pytest
from muster.events.eval_events import EvalEnded, EvalOutcome, EvalStarted, GateDecided, GateVerdict
from muster.events.registry_commands import (
    CreateRepository,
    DeleteRepository,
    PromoteVersion,
    RefKind,
    RepositoryType,
    Visibility,
)
from muster.events.registry_events import GatesAwaited, GatesUndecided, VersionGated, VersionPromoted
from muster.events.shared.command_answers import CommandRejected
from muster.registry.core.decisions import DECIDER
from muster.registry.core.state import REFS, ref_key
from muster.registry.core.versions import gates
from muster.registry.core.versions.promotable import EFFECTS, Effect, Mode, Outcome, Standing, outcome
from muster.testkit.cores.deciding import Decisions, given

PAGE: Final = Path(__file__).parents[4] / "docs/explanation/what-may-be-promoted.md"
REPO: Final = "repo-aaaa"
ANN: dict[str, Any] = {"tenant": "acme", "requested_by": "ann", "teams": (), "roles": ("submitter",)}

WORDS: Final = {
    Effect.HOLDS: "is held",
    Effect.CLEARS: "is cleared",
    Effect.ADVISES: "has advice",
    Effect.NOTHING: "is not affected",
}
STATES: Final = {
    Standing.INCONCLUSIVE_BLOCK: "inconclusive, policy block",
    Standing.INCONCLUSIVE_ADVISE: "inconclusive, policy advise",
}
VERDICTS: Final = {
    Standing.PASSED: GateVerdict.PASSED,
    Standing.FAILED: GateVerdict.FAILED,
    Standing.INCONCLUSIVE_BLOCK: GateVerdict.INCONCLUSIVE,
    Standing.INCONCLUSIVE_ADVISE: GateVerdict.INCONCLUSIVE,
}


def begun() -> Decisions:
    """Return a core with a repository that has one version."""
    created = CreateRepository(
        repository=REPO,
        repository_type=RepositoryType.MODEL,
        namespace="acme",
        name="aaaa",
        visibility=Visibility.INTERNAL,
        **ANN,
    )
    return given(DECIDER).when(created)


def version(core: Decisions) -> str:
    """Return the head of the branch."""
    found = core.state.get(REFS, ref_key(REPO, RefKind.BRANCH, "main"))
    assert found is not None
    return found


def start(core: Decisions, gate: str, run: str, mode: Mode = Mode.BLOCKING) -> Decisions:
    """Start an evaluation."""
    return core.when(
        EvalStarted(
            run=run,
            repository=REPO,
            commit=version(core),
            config=gate,
            config_digest="d",
            gates=(gate,),
            tenant="acme",
            advisory=(gate,) if mode is Mode.ADVISORY else (),
        )
    )


def decide(core: Decisions, gate: str, run: str, standing: Standing, mode: Mode = Mode.BLOCKING) -> Decisions:
    """Add a verdict as the eval service sends it."""
    holds = mode is Mode.BLOCKING and standing is not Standing.INCONCLUSIVE_ADVISE
    return core.when(
        GateDecided(
            run=run,
            repository=REPO,
            commit=version(core),
            gate=gate,
            verdict=VERDICTS[standing],
            blocking=holds,
            reason="as the thresholds say",
            config_digest="d",
            tenant="acme",
        )
    )


def end(core: Decisions, run: str, outcome_: EvalOutcome = EvalOutcome.FAILED, code: str = "") -> Decisions:
    """End the evaluation."""
    ended = EvalEnded(
        run=run, repository=REPO, commit=version(core), outcome=outcome_, tenant="acme", code=code
    )
    return core.when(ended)


def with_gate(core: Decisions, gate: str, mode: Mode, standing: Standing) -> Decisions:
    """Bring a gate into a state."""
    start(core, gate, f"run-{gate}", mode)
    match standing:
        case Standing.PENDING:
            return core
        case Standing.UNDECIDED:
            return end(core, f"run-{gate}", code="UNREACHABLE")
        case _:
            return decide(core, gate, f"run-{gate}", standing, mode)


def refusal(core: Decisions) -> str:
    """Return why the version was not promoted to production; empty: it was."""
    command = PromoteVersion(
        repository=REPO, commit=version(core), pointer="production", reason="time", **ANN
    )
    [answer] = core.when(command).decided
    if isinstance(answer, VersionPromoted):
        assert not answer.overridden
        return ""
    assert isinstance(answer, CommandRejected)
    assert answer.detail_code == "GATE_NOT_PASSED"
    return answer.message


def test_every_mode_and_standing_has_an_effect() -> None:
    assert set(EFFECTS) == {(mode, standing) for mode in Mode for standing in Standing}


def test_the_page_shows_the_table_of_the_code() -> None:
    page = PAGE.read_text()
    rows = [
        f"| {mode} | {STATES.get(standing, standing)} | {WORDS[effect]} |"
        for (mode, standing), effect in EFFECTS.items()
    ]
    assert "\n".join(["| gate | state | the version |", "|---|---|---|", *rows]) in page


def test_the_page_shows_the_outcome_of_every_combination() -> None:
    """Each combination matches exactly one row, with the answer of the code."""
    lines = PAGE.read_text().split("some gate holds it")[1].splitlines()[2:7]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    answers = {
        Outcome.ALLOWED: "yes",
        Outcome.HELD: "no: held",
        Outcome.NOT_CLEARED: "no: only advisory gates have judged it",
        Outcome.NOT_JUDGED: "no: no gate has passed it",
    }
    for effects in (chosen for n in range(len(Effect) + 1) for chosen in combinations(Effect, n)):
        for guarded in (False, True):
            facts = [*(each in effects for each in list(Effect)[:3]), guarded]
            told = ["yes" if fact else "no" for fact in facts]
            [matching] = [
                row
                for row in rows
                if all(cell in ("", fact) for cell, fact in zip(row[:4], told, strict=True))
            ]
            assert matching[4] == answers[outcome(effects, guarded=guarded)], (effects, guarded)


@pytest.mark.parametrize(("mode", "standing"), EFFECTS)
def test_a_version_with_one_gate_is_promoted_as_the_table_says(mode: Mode, standing: Standing) -> None:
    core = with_gate(begun(), "release", mode, standing)
    expected = outcome({EFFECTS[mode, standing]}, guarded=mode is Mode.BLOCKING)
    assert (refusal(core) == "") == (expected is Outcome.ALLOWED)


@pytest.mark.parametrize("first", EFFECTS)
def test_two_gates_are_combined_as_the_table_says(first: tuple[Mode, Standing]) -> None:
    for second in EFFECTS:
        core = with_gate(with_gate(begun(), "release", *first), "tone", *second)
        effects: Collection[Effect] = {EFFECTS[first], EFFECTS[second]}
        expected = outcome(effects, guarded=Mode.BLOCKING in (first[0], second[0]))
        assert (refusal(core) == "") == (expected is Outcome.ALLOWED), second


def test_a_pending_safety_gate_holds_a_version_that_another_gate_passed() -> None:
    core = start(begun(), "safety", "ci-2").when()
    decide(core, "release", "ci-1", Standing.PASSED)
    assert refusal(core).startswith(
        "gate safety is pending (run ci-2); must be a version that every blocking"
    )
    decide(core, "safety", "ci-2", Standing.PASSED)
    assert refusal(core) == ""


def test_a_run_records_its_gates_once_and_their_end() -> None:
    core = begun()
    at: dict[str, Any] = {"repository": REPO, "commit": version(core), "run": "ci-1", "tenant": "acme"}
    start(core, "release", "ci-1").then(GatesAwaited(gates=("release",), **at))
    end(core, "ci-1", code="QUOTA_GONE").then(GatesUndecided(gates=("release",), code="QUOTA_GONE", **at))
    end(core, "ci-1").then()
    assert refusal(core).startswith("gate release has no verdict (run ci-1 ended with QUOTA_GONE)")


def test_a_stopped_run_without_a_verdict_leaves_its_gate_undecided() -> None:
    core = end(start(begun(), "release", "ci-1"), "ci-1", EvalOutcome.STOPPED)
    assert "has no verdict (run ci-1 ended with STOPPED)" in refusal(core)


def test_a_run_that_decided_its_gate_ends_without_a_further_fact() -> None:
    core = decide(start(begun(), "release", "ci-1"), "release", "ci-1", Standing.PASSED)
    end(core, "ci-1", EvalOutcome.COMPLETED).then()


def test_an_earlier_verdict_stands_where_a_second_run_ends_without_one() -> None:
    core = with_gate(begun(), "release", Mode.BLOCKING, Standing.PASSED)
    start(core, "release", "ci-2")
    assert "is pending" in refusal(core)
    end(core, "ci-2")
    assert refusal(core) == ""


def test_a_verdict_ends_what_an_earlier_run_left_undecided() -> None:
    core = with_gate(begun(), "release", Mode.BLOCKING, Standing.UNDECIDED)
    decide(start(core, "release", "ci-2"), "release", "ci-2", Standing.PASSED)
    assert refusal(core) == ""


def test_two_runs_of_a_gate_hold_until_both_have_ended() -> None:
    core = start(start(begun(), "release", "ci-1"), "release", "ci-2")
    decide(core, "release", "ci-1", Standing.PASSED)
    assert "is pending (run ci-2)" in refusal(core)
    end(core, "ci-2")
    assert refusal(core) == ""


def test_advice_does_not_open_production_where_another_version_met_a_blocking_gate() -> None:
    """The release gate was never announced, as in older logs."""
    core = begun()
    decide(core, "release", "ci-1", Standing.FAILED)
    decide(start(core, "tone", "ci-2", Mode.ADVISORY), "tone", "ci-2", Standing.PASSED, Mode.ADVISORY)
    assert refusal(core).startswith("gate release says failed")
    decide(core, "release", "ci-3", Standing.INCONCLUSIVE_ADVISE)
    assert refusal(core) == "", "no announced gate blocks, and no verdict does any more"


def test_a_gate_that_only_advises_from_now_on_no_longer_guards_its_repository() -> None:
    core = with_gate(begun(), "release", Mode.BLOCKING, Standing.FAILED)
    start(core, "release", "ci-2", Mode.ADVISORY)
    decide(core, "release", "ci-2", Standing.FAILED, Mode.ADVISORY)
    assert refusal(core) == ""


def test_facts_of_older_logs_create_no_new_entities() -> None:
    core = decide(begun(), "release", "ci-1", Standing.PASSED)
    assert [type(fact) for fact in core.decided] == [VersionGated]
    new: list[Any] = [gates.PENDING, gates.UNDECIDED, gates.EXCUSED, gates.GUARDS]
    assert [kind.name for kind in new if list(core.state.scan(kind))] == []


def test_evaluations_of_deleted_versions_record_nothing() -> None:
    core = begun()
    gone = EvalStarted(
        run="ci-1",
        repository=REPO,
        commit="f" * 40,
        config="c",
        config_digest="d",
        gates=("c",),
        tenant="acme",
    )
    core.when(gone).then()


def test_gates_of_a_deleted_repository_are_forgotten() -> None:
    core = begun()
    for number, standing in enumerate(Standing):
        with_gate(core, f"g{number}", Mode.BLOCKING, standing)
    core.when(DeleteRepository(repository=REPO, **ANN))
    kinds: list[Any] = [gates.GATES, gates.PENDING, gates.UNDECIDED, gates.EXCUSED, gates.GUARDS]
    assert [kind.name for kind in kinds if list(core.state.scan(kind))] == []
