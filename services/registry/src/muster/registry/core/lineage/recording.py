"""Record lineage from commits and from statements of users. PURE.

The commit's own fact already names its parent commit. Everything else is recorded here: origins that the card
names, the job that wrote the version, and origins that its content suggests.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse
from muster.events.refusal import must_be
from muster.events.registry_commands import (
    LineageRelation,
    MadeBy,
    MakeCommit,
    ModelCard,
    RefKind,
    RepositoryType,
    StateLineage,
)
from muster.events.registry_events import (
    CommitMade,
    ContentCheck,
    LineageEdge,
    LineageRecorded,
    LineageStanding,
    RegistryEvent,
)
from muster.events.shared.command_answers import CommandRejected, RejectionCode, Violation
from muster.registry.core.access import Level, Who, level_in, sender_of
from muster.registry.core.lineage import content, weights
from muster.registry.core.lineage.artifacts import (
    allowed_of,
    attempt_of,
    checkpoint_of,
    is_allowed,
    kind_of,
    named,
    version_of,
)
from muster.registry.core.lineage.entities import PARENTAGE
from muster.registry.core.repositories.refs import MAIN
from muster.registry.core.state import (
    COMMITS,
    NAMES,
    REFS,
    Repository,
    commit_key,
    name_key,
    ref_key,
)

PARENTS_MAX: Final = 1_000
"""Maximum number of a version's edges; further statements are rejected."""

_SHOWN_MAX: Final = 80
_NAME_PARTS: Final = 2
_FOR_DOWNSTREAM: Final = frozenset({LineageRelation.EVALUATES, LineageRelation.DEPLOYS})
_FOR_UPSTREAM: Final = frozenset(
    {
        LineageRelation.FINE_TUNE,
        LineageRelation.ADAPTER,
        LineageRelation.MERGE,
        LineageRelation.TRAINED_ON,
        LineageRelation.BUILT_FROM,
    }
)
_INHERITED: Final = frozenset({LineageStanding.DECLARED, LineageStanding.STATED, LineageStanding.WITHDRAWN})


def about_commit(state: Entities, command: MakeCommit, made: CommitMade) -> Facts[RegistryEvent]:
    """Record the origins of a new version besides its parent commit; no fact if there are none."""
    child, who = version_of(made.repository, made.commit), sender_of(command)
    before = state.get(PARENTAGE, version_of(made.repository, made.parent)) or ()
    parents = [
        weights.unchecked(replace(edge, child=child)) for edge in before if edge.standing in _INHERITED
    ]
    if command.card is not None:
        declared = _from_card(state, who, child, command.card)
        parents = _with(declared, [edge for edge in parents if edge.standing is not LineageStanding.DECLARED])
    parents = [_checked(state, edge, made) for edge in parents]
    live = [edge for edge in parents if edge.standing is not LineageStanding.WITHDRAWN]
    edges = (
        *parents,
        *(_from_job(child, command.made_by, live) if command.made_by is not None else ()),
        *content.suggest_origins(state, made, who, live),
    )
    if edges:
        fact = LineageRecorded(
            repository=made.repository,
            commit=made.commit,
            edges=edges,
            tenant=made.tenant,
            requested_by=made.requested_by,
        )
        yield Fact(fact, made.repository, made.tenant)


def state_lineage(
    state: Entities, given: Input[object], command: StateLineage, repository: Repository
) -> Facts[RegistryEvent]:
    """Record a statement about an origin of a version, or about an artifact derived from it."""
    refusal = _refusal(state, given, command)
    if refusal is not None:
        yield refusal
        return
    version = version_of(command.repository, command.commit)
    ends = (command.artifact, version) if command.downstream else (version, command.artifact)
    edge = _edge(*ends, command.relation, LineageStanding.STATED)
    if command.withdrawn:
        edge = replace(edge, standing=LineageStanding.WITHDRAWN)
    fact = LineageRecorded(
        repository=command.repository,
        commit=command.commit,
        edges=(edge,),
        tenant=repository.tenant,
        requested_by=sender_of(command).name,
    )
    yield Fact(fact, command.repository, repository.tenant)


def evolve_recorded(state: Changes, fact: LineageRecorded) -> None:
    """Remember a version's edges, which the next commit on its branch inherits."""
    version = version_of(fact.repository, fact.commit)
    own = [edge for edge in fact.edges if edge.child == version]
    if own:
        state.put(PARENTAGE, version, tuple(_with(state.get(PARENTAGE, version) or (), own)))


def _with(edges: Sequence[LineageEdge], new: Sequence[LineageEdge]) -> list[LineageEdge]:
    """Merge new edges into others; a new edge replaces one with the same parent and relation."""
    found = {(edge.parent, edge.relation): edge for edge in edges}
    return list((found | {(edge.parent, edge.relation): edge for edge in new}).values())


def _checked(state: Entities, edge: LineageEdge, made: CommitMade) -> LineageEdge:
    check, shared_bytes = content.check_claim(state, edge, made)
    return replace(edge, content=check, shared_bytes=shared_bytes)


def _from_card(state: Entities, who: Who, child: str, card: ModelCard) -> list[LineageEdge]:
    """Return the edges of a card: library peft makes an adapter, several base models make a merge."""
    bases = dict.fromkeys(_resolved(state, who, RepositoryType.MODEL, name) for name in card.base_models)
    relation = LineageRelation.FINE_TUNE
    if card.library.lower() == "peft":
        relation = LineageRelation.ADAPTER
    elif len(bases) > 1:
        relation = LineageRelation.MERGE
    datasets = [_resolved(state, who, RepositoryType.DATASET, name) for name in card.datasets]
    edges = [_edge(child, parent, relation, LineageStanding.DECLARED) for parent in bases]
    edges += [
        _edge(child, parent, LineageRelation.TRAINED_ON, LineageStanding.DECLARED) for parent in datasets
    ]
    return _with((), [edge for edge in edges if edge.parent != child])


def _resolved(state: Entities, who: Who, type_: RepositoryType, name: str) -> str:
    """Resolve a name to the newest version of a repository that the author may see, else to itself."""
    parts = name.split("/")
    if len(parts) == _NAME_PARTS:
        repository = state.get(NAMES, name_key(type_, *parts)) or ""
        head = state.get(REFS, ref_key(repository, RefKind.BRANCH, MAIN))
        if head is not None and level_in(state, who, repository) >= Level.SEE:
            return version_of(repository, head)
    return named(type_.value.lower(), name)


def _from_job(child: str, made_by: MadeBy, parents: Sequence[LineageEdge]) -> Iterator[LineageEdge]:
    """Yield the edges of a job: dataset, attempt, checkpoint, version; each derives from the one before."""
    attempt = attempt_of(made_by.job_id, made_by.attempt)
    yield _edge(child, attempt, LineageRelation.MADE_BY, LineageStanding.SEEN)
    if made_by.checkpoint_step is not None:
        checkpoint = checkpoint_of(made_by.job_id, made_by.checkpoint_step)
        yield _edge(child, checkpoint, LineageRelation.MADE_BY, LineageStanding.SEEN)
        yield _edge(checkpoint, attempt, LineageRelation.SAVED_BY, LineageStanding.SEEN)
    for edge in parents:
        if edge.relation is LineageRelation.TRAINED_ON:
            yield _edge(attempt, edge.parent, LineageRelation.TRAINED_ON, edge.standing)


def _edge(child: str, parent: str, relation: LineageRelation, standing: LineageStanding) -> LineageEdge:
    return LineageEdge(
        child=child,
        parent=parent,
        relation=relation,
        standing=standing,
        content=ContentCheck.NOT_COMPARED,
        shared_bytes=0,
    )


def _refusal(state: Entities, given: Input[object], command: StateLineage) -> Fact[CommandRejected] | None:
    """Return the rejection of an invalid statement; None: it is valid."""
    if state.get(COMMITS, commit_key(command.repository, command.commit)) is None:
        text = must_be("commit", command.commit[:_SHOWN_MAX], "a live commit of the repository")
        return refuse(given, RejectionCode.NOT_FOUND, text)
    violations = _violations(state, command)
    if violations:
        return refuse(given, RejectionCode.INVALID, violations)
    known = state.get(PARENTAGE, version_of(command.repository, command.commit)) or ()
    if len(known) >= PARENTS_MAX:
        text = f"the version has {len(known)} edges; must be fewer than {PARENTS_MAX} to add another"
        return refuse(given, RejectionCode.INVALID, text)
    return None


def _violations(state: Entities, command: StateLineage) -> tuple[Violation, ...]:
    found: list[Violation] = []
    artifact, shown = command.artifact, command.artifact[:_SHOWN_MAX]
    if not is_allowed(artifact, command.tenant, downstream=command.downstream):
        allowed = allowed_of(command.tenant, downstream=command.downstream)
        found.append(Violation(field="artifact", value=shown, allowed=allowed))
    elif kind_of(artifact) == "version" and not _is_visible(state, command):
        allowed = "a version of a repository that exists, other than the version itself"
        found.append(Violation(field="artifact", value=shown, allowed=allowed))
    relations = _FOR_DOWNSTREAM if command.downstream else _FOR_UPSTREAM
    if command.relation not in relations:
        allowed = ", ".join(sorted(each.value for each in relations))
        found.append(Violation(field="relation", value=command.relation.value, allowed=allowed))
    return tuple(found)


def _is_visible(state: Entities, command: StateLineage) -> bool:
    """Whether the artifact is another version that is live, in a repository that the sender can see."""
    _, _, key = command.artifact.partition("/")
    repository, _, commit = key.partition("/")
    sees = level_in(state, sender_of(command), repository) >= Level.SEE
    is_itself = (repository, commit) == (command.repository, command.commit)
    return sees and not is_itself and state.get(COMMITS, commit_key(repository, commit)) is not None
