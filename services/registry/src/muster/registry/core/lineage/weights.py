"""From which model's weights a version's come, as their fingerprints say. PURE.

WeightsFingerprinted  -> WeightsRecorded   and, for each commit with these files, what follows for its lineage
CommitMade            -> the same for files whose fingerprint is known

A version that nobody names, and whose weights are kin, is suggested: the nearest of those that were here
before; of those as near as it, the first. A parent that is named, and whose weights are not kin, is flagged.
Candidates are found by bands (`muster.tensors.families`), so that few of many models are compared.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

import msgspec
from muster.deciding import Changes, Entities, Fact, Facts
from muster.events.registry_commands import LineageRelation, RefKind, Visibility
from muster.events.registry_events import (
    CommitMade,
    CommitReleased,
    ContentCheck,
    LineageEdge,
    LineageRecorded,
    LineageStanding,
    RegistryEvent,
    WeightsCheck,
    WeightsRecorded,
)
from muster.events.scan_events import WeightsFingerprinted
from muster.registry.core.lineage.artifacts import repository_of, version_of
from muster.registry.core.lineage.content import ancestors, ancestors_of
from muster.registry.core.lineage.entities import (
    BANDS,
    CLAIMS,
    OWNERS,
    PARENTAGE,
    ROOT_OF,
    WEIGHTS,
    WEIGHTS_OF,
    WITH_ROOT,
    WITH_WEIGHTS,
    Owner,
    Weights,
    WeightsMark,
    commit_root_key,
    root_key,
)
from muster.registry.core.quarantine import SCANNER
from muster.registry.core.repositories.refs import MAIN
from muster.registry.core.state import COMMITS, REFS, REPOSITORIES, Repository, commit_key, ref_key
from muster.tensors.families import Fingerprint, Mark, Nearness, bands_of, nearness

KIN_SHARE: Final = 0.5
"""Above it, two models are kin: so much of the numbers of one lies in tensors that the other has."""
AS_NEAR: Final = 0.001
"""Of the marks: what is farther by no more is as near, such as a copy in another data type."""

_BY_BAND_MAX: Final = 64
"""Weights with a band that are looked at, the first that came."""
_COMPARED_MAX: Final = 32
"""Weights that are compared, those with most bands in common."""
_OWNERS_MAX: Final = 64
"""Repositories with the same weights that are looked at, the first by id."""
_FOLLOWING_MAX: Final = 64
"""Other versions that are looked at again when the weights of one become known."""
_PPM: Final = 1_000_000


def fingerprinted(state: Entities, told: WeightsFingerprinted) -> Facts[RegistryEvent]:
    """The scanner says what the weights of a version are known by."""
    root = told.object.partition("/")[2]
    digest = _digest(told)
    if state.get(WEIGHTS_OF, root) == digest:
        return
    recorded = WeightsRecorded(
        object=told.object,
        weights=digest,
        version=told.version,
        marks=told.marks,
        as_numbers=told.as_numbers,
    )
    yield Fact(recorded, told.object)
    for key, _ in list(islice(state.scan(WITH_ROOT, prefix=f"{root}/"), _FOLLOWING_MAX)):
        _, repository, commit = key.split("/")
        yield from _about(state, repository, commit)
        yield from _following(state, repository, commit, digest)


def about_commit(state: Entities, made: CommitMade) -> Facts[RegistryEvent]:
    """What follows for a new version whose files are those of one whose fingerprint is known."""
    yield from _about(state, made.repository, made.commit)


def evolve_made(state: Changes, fact: CommitMade) -> None:
    """A commit has a root directory, and with it weights if they are known."""
    state.put(WITH_ROOT, root_key(fact.root, fact.repository, fact.commit), fact.at_ms)
    state.put(ROOT_OF, commit_root_key(fact.repository, fact.commit), fact.root)
    digest = state.get(WEIGHTS_OF, fact.root)
    if digest is not None:
        _own(state, digest, fact.repository, fact.commit, fact.at_ms)


def evolve_released(state: Changes, fact: CommitReleased) -> None:
    """A commit that is given up has none, and claims nothing."""
    key = commit_root_key(fact.repository, fact.commit)
    root = state.get(ROOT_OF, key)
    if not fact.ended or root is None:
        return
    state.delete(ROOT_OF, key)
    state.delete(WITH_ROOT, root_key(root, fact.repository, fact.commit))
    digest = state.get(WEIGHTS_OF, root)
    if digest is not None:
        _disown(state, digest, fact.repository)
    child = version_of(fact.repository, fact.commit)
    for edge in state.get(PARENTAGE, child) or ():
        state.delete(CLAIMS, f"{edge.parent}|{child}")


def evolve_recorded(state: Changes, fact: WeightsRecorded) -> None:
    """Each commit with this root directory has these weights."""
    root = fact.object.partition("/")[2]
    before = state.get(WEIGHTS_OF, root)
    holders = list(state.scan(WITH_ROOT, prefix=f"{root}/"))
    if state.get(WEIGHTS, fact.weights) is None:
        marks = tuple(WeightsMark(shape=each.shape, bits=each.bits.hex()) for each in fact.marks)
        known = Weights(version=fact.version, marks=marks, as_numbers=fact.as_numbers)
        state.put(WEIGHTS, fact.weights, known)
    state.put(WEIGHTS_OF, root, fact.weights)
    for key, at_ms in holders:
        _, repository, commit = key.split("/")
        if before is not None:
            _disown(state, before, repository)
        _own(state, fact.weights, repository, commit, at_ms)


def evolve_claims(state: Changes, fact: LineageRecorded) -> None:
    """What a version is said to come from is held against its weights when these become known."""
    child = version_of(fact.repository, fact.commit)
    for edge in fact.edges:
        if edge.child == child and edge.relation in WITH_WEIGHTS and repository_of(edge.parent):
            state.put(CLAIMS, f"{edge.parent}|{child}", True)


def unchecked(edge: LineageEdge) -> LineageEdge:
    """An edge whose weights were not compared: those of another commit are other weights."""
    return replace(edge, weights=WeightsCheck.NOT_COMPARED, likeness_ppm=0)


_NAMED: Final = frozenset({LineageStanding.DECLARED, LineageStanding.STATED})


# ---- what follows for a version --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Kin:
    """A repository whose weights a version's may come from."""

    differing: float
    since_ms: int
    repository: str
    commit: str
    share: float


def _about(state: Entities, id_: str, commit: str) -> Facts[RegistryEvent]:
    """Edges of a version, held against its weights, and at most one more; none that changes: no fact."""
    mine, repository = _weights_of(state, id_, commit), state.get(REPOSITORIES, id_)
    if mine is None or repository is None:
        return
    child = version_of(id_, commit)
    edges = state.get(PARENTAGE, child) or ()
    held = [_held_against(state, edge, mine[1]) for edge in edges]
    told = [edge for edge, before in zip(held, edges, strict=True) if edge != before]
    kin = _origin(state, id_, repository, mine, held)
    if kin is not None:
        told.append(_suggestion(child, kin))
    if told:
        fact = LineageRecorded(
            repository=id_,
            commit=commit,
            edges=tuple({(each.parent, each.relation): each for each in told}.values()),
            tenant=repository.tenant,
            requested_by=SCANNER,
        )
        yield Fact(fact, id_, repository.tenant)


def _following(state: Entities, id_: str, commit: str, digest: str) -> Facts[RegistryEvent]:
    """Versions that came later and whose weights were known before, or that are said to come from it."""
    prefix = f"{version_of(id_, commit)}|"
    claimed = [key.removeprefix(prefix) for key, _ in state.scan(CLAIMS, prefix=prefix)]
    mine = state.get(OWNERS, f"{digest}/{id_}")
    weights = state.get(WEIGHTS, digest)
    later = [
        version_of(kin.repository, kin.commit)
        for kin in (() if mine is None or weights is None else _kin(state, digest, weights))
        if mine is not None and kin.repository != id_ and kin.since_ms > mine.since_ms
    ]
    for version in islice(dict.fromkeys((*claimed, *later)), _FOLLOWING_MAX):
        _, repository, its = version.split("/")
        yield from _about(state, repository, its)


def _held_against(state: Entities, edge: LineageEdge, mine: Weights) -> LineageEdge:
    """An edge with what the weights say to it; of a merge and what is suggested, only that they are kin."""
    if edge.relation not in WITH_WEIGHTS or edge.standing is LineageStanding.WITHDRAWN:
        return edge
    _, _, key = edge.parent.partition("/")
    parent = repository_of(edge.parent)
    theirs = _weights_of(state, parent, key.rpartition("/")[2]) if parent else None
    if theirs is None or theirs[1].version != mine.version:
        return edge
    near = nearness(_fingerprint(mine), _fingerprint(theirs[1]))
    if near.share > KIN_SHARE:
        return replace(edge, weights=WeightsCheck.KIN, likeness_ppm=_ppm(near))
    is_told = edge.relation is LineageRelation.FINE_TUNE and mine.as_numbers and theirs[1].as_numbers
    if not is_told:
        return unchecked(edge)
    return replace(edge, weights=WeightsCheck.NOT_KIN, likeness_ppm=_ppm(near))


def _origin(
    state: Entities,
    id_: str,
    repository: Repository,
    mine: tuple[str, Weights],
    edges: Sequence[LineageEdge],
) -> _Kin | None:
    """The nearest that was here before; None: there is none, or it is known that the version is from it."""
    digest, weights = mine
    own = state.get(OWNERS, f"{digest}/{id_}")
    if own is None:
        return None
    before = [kin for kin in _kin(state, digest, weights) if kin.since_ms < own.since_ms]
    known = {id_: None, **ancestors(state, edges)}
    seen = [
        kin
        for kin in before
        if kin.repository in known
        or (
            _is_known_to(state, repository, kin.repository) and id_ not in ancestors_of(state, kin.repository)
        )
    ]
    if not seen:
        return None
    least = min(kin.differing for kin in seen)
    near = [kin for kin in seen if kin.differing <= least + AS_NEAR]
    if any(kin.repository in known for kin in near):
        return None
    return min(near, key=lambda kin: (kin.since_ms, kin.repository))


def _suggestion(child: str, kin: _Kin) -> LineageEdge:
    return LineageEdge(
        child=child,
        parent=version_of(kin.repository, kin.commit),
        relation=LineageRelation.SHARES_WEIGHTS,
        standing=LineageStanding.SUGGESTED,
        content=ContentCheck.NOT_COMPARED,
        shared_bytes=0,
        weights=WeightsCheck.KIN,
        likeness_ppm=int(kin.share * _PPM),
    )


def _kin(state: Entities, digest: str, mine: Weights) -> Iterator[_Kin]:
    """Repositories with weights that are kin to these, with these among them."""
    one = _fingerprint(mine)
    alike: Counter[str] = Counter({digest: 0})
    for band in bands_of(one):
        for _, found in islice(state.scan(BANDS, prefix=f"{band}/"), _BY_BAND_MAX):
            alike[found] += 1
    nearest = sorted(alike, key=lambda found: (-alike[found], found))[:_COMPARED_MAX]
    for found in nearest:
        other = state.get(WEIGHTS, found)
        if other is None or other.version != mine.version:
            continue
        near = nearness(one, _fingerprint(other))
        if near.share > KIN_SHARE:
            for key, owner in islice(state.scan(OWNERS, prefix=f"{found}/"), _OWNERS_MAX):
                repository = key.partition("/")[2]
                commit = _live(state, repository, owner.commit)
                if commit:
                    yield _Kin(near.differing, owner.since_ms, repository, commit, near.share)


def _is_known_to(state: Entities, mine: Repository, other: str) -> bool:
    """Whether all who know of a repository may know of the other: others are not even hinted at."""
    found = state.get(REPOSITORIES, other)
    if found is None:
        return False
    if found.visibility is Visibility.PUBLIC:
        return True
    is_ours = found.tenant == mine.tenant
    return is_ours and (found.visibility is Visibility.INTERNAL or found.created_by == mine.created_by)


def _live(state: Entities, repository: str, commit: str) -> str:
    """The commit, or where main is when that is gone; empty: nowhere."""
    if state.get(COMMITS, commit_key(repository, commit)) is not None:
        return commit
    return state.get(REFS, ref_key(repository, RefKind.BRANCH, MAIN)) or ""


# ---- weights, and whose they are -------------------------------------------------------------------------


def _weights_of(state: Entities, repository: str, commit: str) -> tuple[str, Weights] | None:
    root = state.get(ROOT_OF, commit_root_key(repository, commit))
    digest = state.get(WEIGHTS_OF, root) if root is not None else None
    weights = state.get(WEIGHTS, digest) if digest is not None else None
    return None if digest is None or weights is None else (digest, weights)


def _fingerprint(weights: Weights) -> Fingerprint:
    marks = tuple(Mark(each.shape, bytes.fromhex(each.bits)) for each in weights.marks)
    return Fingerprint(weights.version, marks)


def _digest(told: WeightsFingerprinted) -> str:
    marks = [(list(each.shape), each.bits) for each in told.marks]
    return hashlib.sha256(msgspec.msgpack.encode([told.version, told.as_numbers, marks])).hexdigest()


def _own(state: Changes, digest: str, repository: str, commit: str, at_ms: int) -> None:
    """One more commit of a repository has these weights; they are found once somebody has them."""
    weights = state.get(WEIGHTS, digest)
    if weights is None:
        raise LookupError(f"weights {digest} have an owner and are not known")
    if weights.since_ms is None:
        weights = replace(weights, since_ms=at_ms)
        state.put(WEIGHTS, digest, weights)
        for key in _band_keys(digest, weights):
            state.put(BANDS, key, digest)
    key = f"{digest}/{repository}"
    before = state.get(OWNERS, key) or Owner(since_ms=at_ms, commit=commit, uses=0)
    since_ms = min(at_ms, before.since_ms)
    state.put(OWNERS, key, Owner(since_ms=since_ms, commit=commit, uses=before.uses + 1))


def _disown(state: Changes, digest: str, repository: str) -> None:
    key = f"{digest}/{repository}"
    owner, weights = state.get(OWNERS, key), state.get(WEIGHTS, digest)
    if owner is None or weights is None:
        return
    if owner.uses > 1:
        state.put(OWNERS, key, replace(owner, uses=owner.uses - 1))
        return
    state.delete(OWNERS, key)
    if next(state.scan(OWNERS, prefix=f"{digest}/"), None) is None:
        for band in _band_keys(digest, weights):
            state.delete(BANDS, band)
        state.put(WEIGHTS, digest, replace(weights, since_ms=None))


def _band_keys(digest: str, weights: Weights) -> Iterator[str]:
    for band in bands_of(_fingerprint(weights)):
        yield f"{band}/{weights.since_ms or 0:016d}/{digest}"


def _ppm(near: Nearness) -> int:
    return int(near.share * _PPM)
