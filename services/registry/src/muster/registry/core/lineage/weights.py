"""Lineage of model weights, by comparing fingerprints. PURE.

WeightsFingerprinted  -> WeightsRecorded   and, for each commit with these files, updates of its lineage
CommitMade            -> the same for files whose fingerprint is known

A version with similar weights that no edge names is suggested as the origin: the nearest of those that
existed before; of equally near ones, the first. A named parent whose weights are not similar is flagged.
Candidates are found by bands (`muster.tensors.families`), so that only few models are compared.
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
"""Two models are similar (KIN) if more than this share of one's numbers lies in tensors that both have."""
AS_NEAR: Final = 0.001
"""Share of marks: candidates farther by at most this are equally near, such as copies in another type."""

_BY_BAND_MAX: Final = 64
"""Maximum number of weights looked at for each band, the earliest first."""
_COMPARED_MAX: Final = 32
"""Maximum number of weights compared, those with most bands in common first."""
_OWNERS_MAX: Final = 64
"""Maximum number of repositories looked at that have the same weights, ordered by id."""
_FOLLOWING_MAX: Final = 64
"""Maximum number of other versions re-examined when the weights of one become known."""
_PPM: Final = 1_000_000


def record_fingerprint(state: Entities, fingerprint: WeightsFingerprinted) -> Facts[RegistryEvent]:
    """Record the fingerprint of a version's weights, and the lineage that follows from it."""
    root = fingerprint.object.partition("/")[2]
    digest = _digest(fingerprint)
    if state.get(WEIGHTS_OF, root) == digest:
        return
    recorded = WeightsRecorded(
        object=fingerprint.object,
        weights=digest,
        version=fingerprint.version,
        marks=fingerprint.marks,
        as_numbers=fingerprint.as_numbers,
    )
    yield Fact(recorded, fingerprint.object)
    for key, _ in list(islice(state.scan(WITH_ROOT, prefix=f"{root}/"), _FOLLOWING_MAX)):
        _, repository, commit = key.split("/")
        yield from _about(state, repository, commit)
        yield from _following(state, repository, commit, digest)


def about_commit(state: Entities, made: CommitMade) -> Facts[RegistryEvent]:
    """Record the lineage of a new version whose files have a known fingerprint."""
    yield from _about(state, made.repository, made.commit)


def evolve_made(state: Changes, fact: CommitMade) -> None:
    """Index a commit by its root directory, and by its weights if they are known."""
    state.put(WITH_ROOT, root_key(fact.root, fact.repository, fact.commit), fact.at_ms)
    state.put(ROOT_OF, commit_root_key(fact.repository, fact.commit), fact.root)
    digest = state.get(WEIGHTS_OF, fact.root)
    if digest is not None:
        _own(state, digest, fact.repository, fact.commit, fact.at_ms)


def evolve_released(state: Changes, fact: CommitReleased) -> None:
    """Remove a released commit from the indexes of root directories, weights and claimed origins."""
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
    """Assign the weights to each commit with this root directory."""
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
    """Remember the stated origins of a version, to check them when their weights become known."""
    child = version_of(fact.repository, fact.commit)
    for edge in fact.edges:
        if edge.child == child and edge.relation in WITH_WEIGHTS and repository_of(edge.parent):
            state.put(CLAIMS, f"{edge.parent}|{child}", True)


def unchecked(edge: LineageEdge) -> LineageEdge:
    """Return the edge with its weights marked as not compared: another commit has other weights."""
    return replace(edge, weights=WeightsCheck.NOT_COMPARED, likeness_ppm=0)


_NAMED: Final = frozenset({LineageStanding.DECLARED, LineageStanding.STATED})


# ---- lineage of a version --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Kin:
    """A repository whose weights may be the origin of a version's weights."""

    differing: float
    since_ms: int
    repository: str
    commit: str
    share: float


def _about(state: Entities, id_: str, commit: str) -> Facts[RegistryEvent]:
    """Check a version's edges against its weights, suggest at most one origin; no change: no fact."""
    mine, repository = _weights_of(state, id_, commit), state.get(REPOSITORIES, id_)
    if mine is None or repository is None:
        return
    child = version_of(id_, commit)
    edges = state.get(PARENTAGE, child) or ()
    held = [_held_against(state, edge, mine[1]) for edge in edges]
    changed = [edge for edge, before in zip(held, edges, strict=True) if edge != before]
    kin = _origin(state, id_, repository, mine, held)
    if kin is not None:
        changed.append(_suggestion(child, kin))
    if changed:
        fact = LineageRecorded(
            repository=id_,
            commit=commit,
            edges=tuple({(each.parent, each.relation): each for each in changed}.values()),
            tenant=repository.tenant,
            requested_by=SCANNER,
        )
        yield Fact(fact, id_, repository.tenant)


def _following(state: Entities, id_: str, commit: str, digest: str) -> Facts[RegistryEvent]:
    """Re-examine later versions with similar weights, and versions that name this one as their origin."""
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
    """Annotate an edge with weight similarity; only edges of fine-tunes can be marked NOT_KIN."""
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
    is_comparable = edge.relation is LineageRelation.FINE_TUNE and mine.as_numbers and theirs[1].as_numbers
    if not is_comparable:
        return unchecked(edge)
    return replace(edge, weights=WeightsCheck.NOT_KIN, likeness_ppm=_ppm(near))


def _origin(
    state: Entities,
    id_: str,
    repository: Repository,
    mine: tuple[str, Weights],
    edges: Sequence[LineageEdge],
) -> _Kin | None:
    """Return the nearest earlier candidate; None: there is none, or it is already a known ancestor."""
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
    """Yield the repositories with weights similar to these, including those with the same weights."""
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
    """Whether all who can see a repository may learn of the other; if not, it is not even hinted at."""
    found = state.get(REPOSITORIES, other)
    if found is None:
        return False
    if found.visibility is Visibility.PUBLIC:
        return True
    is_ours = found.tenant == mine.tenant
    return is_ours and (found.visibility is Visibility.INTERNAL or found.created_by == mine.created_by)


def _live(state: Entities, repository: str, commit: str) -> str:
    """Return the commit if it is live, else the head of main; empty: neither exists."""
    if state.get(COMMITS, commit_key(repository, commit)) is not None:
        return commit
    return state.get(REFS, ref_key(repository, RefKind.BRANCH, MAIN)) or ""


# ---- weights and their owners ----------------------------------------------------------------------------


def _weights_of(state: Entities, repository: str, commit: str) -> tuple[str, Weights] | None:
    root = state.get(ROOT_OF, commit_root_key(repository, commit))
    digest = state.get(WEIGHTS_OF, root) if root is not None else None
    weights = state.get(WEIGHTS, digest) if digest is not None else None
    return None if digest is None or weights is None else (digest, weights)


def _fingerprint(weights: Weights) -> Fingerprint:
    marks = tuple(Mark(each.shape, bytes.fromhex(each.bits)) for each in weights.marks)
    return Fingerprint(weights.version, marks)


def _digest(fingerprint: WeightsFingerprinted) -> str:
    marks = [(list(each.shape), each.bits) for each in fingerprint.marks]
    return hashlib.sha256(
        msgspec.msgpack.encode([fingerprint.version, fingerprint.as_numbers, marks])
    ).hexdigest()


def _own(state: Changes, digest: str, repository: str, commit: str, at_ms: int) -> None:
    """Count one more commit of a repository with these weights; index their bands with the first commit."""
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
