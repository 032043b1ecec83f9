"""Gates of versions: pending, decided, or ended without a verdict. PURE.

EvalStarted   -> GatesAwaited      the gates of a live version are pending
GateDecided   -> VersionGated      the gate of a live version is decided
EvalEnded     -> GatesUndecided    for the gates that the evaluation did not decide

A gate that is evaluated again is pending again, and its last verdict stands beside that. Facts recorded
before this service read EvalStarted evolve to the same entities as then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, cast

from muster.deciding import Changes, Entities, Fact, Facts, Kind
from muster.events.eval_events import EvalEnded, EvalStarted, GateDecided, GateVerdict, ScoresMeasured
from muster.events.registry_events import GatesAwaited, GatesUndecided, RegistryEvent, VersionGated
from muster.registry.core.state import COMMITS, REPOSITORIES, Repository, commit_key
from muster.registry.core.versions.promotable import EFFECTS, Effect, Mode, Outcome, Standing, outcome

REASON_MAX: Final = 1_000
ALLOWED: Final = "a version that every blocking gate has passed, or an operator's override"


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """Last verdict of a gate about a version.

    Attributes:
        verdict: The verdict.
        blocking: Whether it holds the version unless it passed.
        run: Id of the evaluation.
    """

    verdict: GateVerdict
    blocking: bool
    run: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """Gates that an evaluation will decide.

    Attributes:
        gates: Those that block.
        advisory: Those that only advise.
    """

    gates: tuple[str, ...]
    advisory: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Undecided:
    """A blocking gate whose evaluation ended without a verdict.

    Attributes:
        run: Id of the evaluation.
        code: Why it ended.
    """

    run: str
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand:
    """A gate and its state for one version.

    Attributes:
        gate: Its name.
        run: The evaluation that the state comes from.
        mode: Whether it can hold the version.
        standing: The state.
        code: Why there is no verdict; empty: there is one, or it is pending.
    """

    gate: str
    run: str
    mode: Mode
    standing: Standing
    code: str = ""

    @property
    def effect(self) -> Effect:
        """Consequence for the version's promotion."""
        return EFFECTS[self.mode, self.standing]

    @property
    def sentence(self) -> str:
        """Why it holds the version."""
        match self.standing:
            case Standing.PENDING:
                return f"gate {self.gate} is pending (run {self.run})"
            case Standing.UNDECIDED:
                return f"gate {self.gate} has no verdict (run {self.run} ended with {self.code})"
            case _:
                return f"gate {self.gate} says {self.standing.partition('_')[0]} (run {self.run})"


GATES: Final = Kind("gate", Gate)
"""`gate_key` -> its last verdict."""

PENDING: Final = Kind("pending-gates", Pending)
"""`gate_key` of the run -> gates that it has not decided."""

UNDECIDED: Final = Kind("undecided-gate", Undecided)
"""`gate_key` -> a blocking gate without any verdict, whose last evaluation ended."""

EXCUSED: Final = Kind("excused-gate", str)
"""`gate_key` -> run of a blocking gate that was inconclusive, and whose policy then is to advise."""

GUARDS: Final = Kind("guard", bool)
"""REPOSITORY/GATE -> whether the gate blocks, as the newest evaluation says."""


_OF_VERSIONS: Final = cast("tuple[Kind[Any], ...]", (GATES, PENDING, UNDECIDED, EXCUSED))


def gate_key(repository: str, commit: str, gate: str) -> str:
    """Return the key of a version's gate or run."""
    return f"{repository}/{commit}/{gate}"


def record_pending(state: Entities, started: EvalStarted) -> Facts[RegistryEvent]:
    """Note the gates that an evaluation will decide, if its version is live."""
    repository = repository_of(state, started)
    if repository is not None and started.gates:
        fact = GatesAwaited(
            repository=started.repository,
            commit=started.commit,
            run=started.run,
            gates=tuple(gate for gate in started.gates if gate not in started.advisory),
            advisory=tuple(gate for gate in started.gates if gate in started.advisory),
            tenant=repository.tenant,
        )
        yield Fact(fact, started.repository, repository.tenant)


def record_gate(state: Entities, decided: GateDecided) -> Facts[RegistryEvent]:
    """Note the verdict of a gate, if its version is live."""
    repository = repository_of(state, decided)
    if repository is not None:
        fact = VersionGated(
            repository=decided.repository,
            commit=decided.commit,
            gate=decided.gate,
            run=decided.run,
            verdict=decided.verdict,
            blocking=decided.blocking,
            reason=decided.reason[:REASON_MAX],
            baseline=decided.baseline,
            tenant=repository.tenant,
        )
        yield Fact(fact, decided.repository, repository.tenant)


def record_undecided(state: Entities, ended: EvalEnded) -> Facts[RegistryEvent]:
    """Note the gates that an evaluation has not decided."""
    pending = state.get(PENDING, gate_key(ended.repository, ended.commit, ended.run))
    repository = repository_of(state, ended)
    if pending is not None and repository is not None:
        fact = GatesUndecided(
            repository=ended.repository,
            commit=ended.commit,
            run=ended.run,
            gates=(*pending.gates, *pending.advisory),
            code=ended.code or ended.outcome.value,
            reason=ended.reason[:REASON_MAX],
            tenant=repository.tenant,
        )
        yield Fact(fact, ended.repository, repository.tenant)


def repository_of(
    state: Entities, fact: EvalStarted | ScoresMeasured | GateDecided | EvalEnded
) -> Repository | None:
    """Return the repository of a version that is live."""
    is_live = state.get(COMMITS, commit_key(fact.repository, fact.commit)) is not None
    return state.get(REPOSITORIES, fact.repository) if is_live else None


def passed(state: Entities, repository: str, commit: str) -> list[str]:
    """Return the blocking gates that have passed a version, by name."""
    stands = _stands(state, repository, commit)
    return [each.gate for each in stands if (each.mode, each.standing) == (Mode.BLOCKING, Standing.PASSED)]


def why_not(state: Entities, repository: str, commit: str) -> str:
    """Return why a version may not go to production; empty: it may."""
    stands = list(_stands(state, repository, commit))
    guarded = _is_guarded(state, repository)
    match outcome([each.effect for each in stands], guarded=guarded):
        case Outcome.ALLOWED:
            return ""
        case Outcome.HELD:
            text = next(each.sentence for each in stands if each.effect is Effect.HOLDS)
        case Outcome.NOT_CLEARED:
            text = "only advisory gates have judged the version"
        case Outcome.NOT_JUDGED:
            text = "no gate has passed the version"
    return f"{text}; must be {ALLOWED}"


def evolve(state: Changes, fact: VersionGated | GatesAwaited | GatesUndecided) -> None:
    """Apply a fact about gates."""
    match fact:
        case VersionGated():
            _evolve_gated(state, fact)
        case GatesAwaited():
            _evolve_awaited(state, fact)
        case GatesUndecided():
            _evolve_undecided(state, fact)


def _evolve_awaited(state: Changes, fact: GatesAwaited) -> None:
    """Keep the gates as pending, and whether they block."""
    key = gate_key(fact.repository, fact.commit, fact.run)
    state.put(PENDING, key, Pending(gates=fact.gates, advisory=fact.advisory))
    for gate in (*fact.gates, *fact.advisory):
        state.put(GUARDS, f"{fact.repository}/{gate}", gate in fact.gates)


def _evolve_gated(state: Changes, fact: VersionGated) -> None:
    """Keep the verdict in place of the former; the gate is pending no longer."""
    key = gate_key(fact.repository, fact.commit, fact.gate)
    state.put(GATES, key, Gate(verdict=fact.verdict, blocking=fact.blocking, run=fact.run))
    state.delete(UNDECIDED, key)
    state.delete(EXCUSED, key)
    run_key = gate_key(fact.repository, fact.commit, fact.run)
    pending = state.get(PENDING, run_key)
    if pending is None:
        return
    if fact.gate in pending.gates and not fact.blocking and fact.verdict is GateVerdict.INCONCLUSIVE:
        state.put(EXCUSED, key, fact.run)
    rest = replace(
        pending,
        gates=tuple(gate for gate in pending.gates if gate != fact.gate),
        advisory=tuple(gate for gate in pending.advisory if gate != fact.gate),
    )
    if rest.gates or rest.advisory:
        state.put(PENDING, run_key, rest)
    else:
        state.delete(PENDING, run_key)


def _evolve_undecided(state: Changes, fact: GatesUndecided) -> None:
    """Mark blocking gates without any verdict as undecided, so that they hold the version."""
    run_key = gate_key(fact.repository, fact.commit, fact.run)
    pending = state.get(PENDING, run_key)
    state.delete(PENDING, run_key)
    for gate in pending.gates if pending is not None else ():
        key = gate_key(fact.repository, fact.commit, gate)
        if state.get(GATES, key) is None:
            state.put(UNDECIDED, key, Undecided(run=fact.run, code=fact.code))


def forget_version(state: Changes, repository: str, commit: str) -> None:
    """Delete the verdicts and states of a version's gates."""
    _forget(state, gate_key(repository, commit, ""))


def forget_repository(state: Changes, repository: str) -> None:
    """Delete all entities of a repository's gates."""
    _forget(state, f"{repository}/")
    for key, _ in list(state.scan(GUARDS, prefix=f"{repository}/")):
        state.delete(GUARDS, key)


def _forget(state: Changes, prefix: str) -> None:
    for kind in _OF_VERSIONS:
        for key, _ in list(state.scan(kind, prefix=prefix)):
            state.delete(kind, key)


def _stands(state: Entities, repository: str, commit: str) -> Iterator[Stand]:
    """Yield the states of a version's gates: verdicts, then gates without one, then pending ones."""
    prefix = gate_key(repository, commit, "")
    for key, gate in state.scan(GATES, prefix=prefix):
        is_excused = state.get(EXCUSED, key) is not None
        yield Stand(
            gate=key.removeprefix(prefix),
            run=gate.run,
            mode=Mode.BLOCKING if gate.blocking or is_excused else Mode.ADVISORY,
            standing=_standing(gate),
        )
    for key, missing in state.scan(UNDECIDED, prefix=prefix):
        name = key.removeprefix(prefix)
        yield Stand(
            gate=name, run=missing.run, mode=Mode.BLOCKING, standing=Standing.UNDECIDED, code=missing.code
        )
    for key, pending in state.scan(PENDING, prefix=prefix):
        run = key.removeprefix(prefix)
        for mode, gates in ((Mode.BLOCKING, pending.gates), (Mode.ADVISORY, pending.advisory)):
            for gate in gates:
                yield Stand(gate=gate, run=run, mode=mode, standing=Standing.PENDING)


def _standing(gate: Gate) -> Standing:
    match gate.verdict:
        case GateVerdict.PASSED:
            return Standing.PASSED
        case GateVerdict.FAILED:
            return Standing.FAILED
        case GateVerdict.INCONCLUSIVE:
            return Standing.INCONCLUSIVE_BLOCK if gate.blocking else Standing.INCONCLUSIVE_ADVISE


def _is_guarded(state: Entities, repository: str) -> bool:
    """Return whether a blocking gate of the repository is known.

    The newest evaluation of a gate says whether it blocks; if none was announced, its verdicts do.
    """
    prefix = f"{repository}/"
    announced = {key.removeprefix(prefix): blocks for key, blocks in state.scan(GUARDS, prefix=prefix)}
    if any(announced.values()):
        return True
    return any(
        gate.blocking and key.removeprefix(prefix).partition("/")[2] not in announced
        for key, gate in state.scan(GATES, prefix=prefix)
    )
