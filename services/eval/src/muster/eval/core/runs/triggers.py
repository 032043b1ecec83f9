"""Versions that are evaluated by themselves. PURE.

A new commit of a branch, or a new branch or tag, starts a run of each config that names its model and ref:
by the config in force where the run starts on the log. A version gets at most one such run of a config,
however often it is reported and however many refs lead to it.

Of the versions of one ref one is evaluated at a time. The newest waits meanwhile; those between are passed
over. Tags are refs of their own, so each tag is evaluated. A version is also passed over where the limit of
the day holds its run back.

CommitMade, RefCreated -> EvalStarted         nothing of this ref is under way
                       -> VersionWaits        something is
                       -> VersionPassedOver   of a version that waited until now, or that may not start
EvalEnded              -> EvalStarted         of the version that waits
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts
from muster.deciding.work import WorkFact
from muster.eval.core.configs.reach import BRANCH, TAG, Trigger
from muster.eval.core.money import daily
from muster.eval.core.runs import lifecycle as runs
from muster.eval.core.runs import plans
from muster.eval.core.state import (
    LANES,
    REPOSITORIES,
    RUNS,
    TRIGGERED,
    TRIGGERING,
    VERSIONS,
    Lane,
    Outputs,
    Run,
    Triggering,
    lane_key,
    named_key,
    triggered_key,
    version_key,
)
from muster.events.eval_commands import StartEval
from muster.events.eval_events import EvalConfigActivated, EvalEnded, EvalStarted
from muster.events.eval_work import VersionGone, VersionPassedOver, VersionWaits
from muster.events.refusal import Refusal, in_words
from muster.events.registry_commands import RefKind
from muster.events.registry_events import CommitMade, RefCreated
from muster.golden.configs import REASON_MAX

ID_DIGITS: Final = 20


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A version that triggers a config by a ref."""

    tenant: str
    config: str
    repository: str
    ref: str
    commit: str

    @property
    def run(self) -> str:
        """Id of the run that it starts: the same for every ref."""
        parts = (self.tenant, self.config, self.repository, self.commit)
        digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()
        return f"{runs.AUTOMATIC}{digest[:ID_DIGITS]}"


def fired(state: Entities, fact: CommitMade | RefCreated, at_ms: int) -> Facts[Outputs | WorkFact]:
    """Start the runs of a new version, or queue it behind the run of its ref."""
    if isinstance(fact, CommitMade):
        ref = f"{BRANCH} {fact.branch}"
    else:
        ref = f"{TAG if fact.kind is RefKind.TAG else BRANCH} {fact.name}"
    model = state.get(REPOSITORIES, fact.repository)
    tenant = state.get(VERSIONS, version_key(fact.repository, fact.commit))
    if model is None or tenant is None:
        return
    for config in list(_configs(state, tenant, model, ref)):
        candidate = _Candidate(tenant, config, fact.repository, ref, fact.commit)
        if _is_known(state, candidate):
            continue
        lane = state.get(LANES, lane_key(tenant, config, fact.repository, ref))
        if lane is None:
            yield from _begun(state, candidate, at_ms)
            continue
        if lane.waiting:
            yield _passed_over(replace(candidate, commit=lane.waiting), f"{fact.commit} of {ref} is newer")
        yield _waits(candidate)


def followed(state: Entities, facts: Facts[Outputs | WorkFact], at_ms: int) -> Facts[Outputs | WorkFact]:
    """Yield facts, and behind each end of a run the start of the version that waits for it."""
    for fact in facts:
        payload = fact.payload
        run = state.get(RUNS, payload.run) if isinstance(payload, EvalEnded) else None
        yield fact
        if run is None or not run.trigger:
            continue
        lane = state.get(LANES, _lane_of(run))
        if lane is not None and lane.waiting:
            yield from _next(state, run, lane.waiting, at_ms)


def evolve_config(state: Changes, fact: EvalConfigActivated) -> None:
    """Keep the triggers of the config in force."""
    key = named_key(fact.tenant, fact.name)
    found = json.loads(fact.document).get("triggers", ())
    if found:
        state.put(TRIGGERING, key, Triggering(tuple(Trigger.model_validate(each) for each in found)))
    else:
        state.delete(TRIGGERING, key)


def evolve_started(state: Changes, fact: EvalStarted) -> None:
    """Record that the version has its run."""
    if fact.trigger:
        state.put(TRIGGERED, triggered_key(fact.repository, fact.commit, fact.config, fact.trigger), fact.run)
        state.put(
            LANES, lane_key(fact.tenant, fact.config, fact.repository, fact.trigger), Lane(run=fact.run)
        )


def evolve_waits(state: Changes, fact: VersionWaits) -> None:
    """Record the version that waits."""
    state.put(TRIGGERED, triggered_key(fact.repository, fact.commit, fact.config, fact.ref), "")
    key = lane_key(fact.tenant, fact.config, fact.repository, fact.ref)
    lane = state.get(LANES, key)
    if lane is None:
        raise LookupError(f"no run of {fact.ref} is under way")
    state.put(LANES, key, replace(lane, waiting=fact.commit))


def evolve_passed_over(state: Changes, fact: VersionPassedOver) -> None:
    """Record that a version gets no run by this ref."""
    state.put(TRIGGERED, triggered_key(fact.repository, fact.commit, fact.config, fact.ref), "")
    key = lane_key(fact.tenant, fact.config, fact.repository, fact.ref)
    lane = state.get(LANES, key)
    if lane is None or lane.waiting != fact.commit:
        return
    if lane.run:
        state.put(LANES, key, replace(lane, waiting=""))
    else:
        state.delete(LANES, key)


def evolve_ended(state: Changes, fact: EvalEnded) -> None:
    """Open the way for the next version of the ref; a lane without a run and a version is gone."""
    run = state.get(RUNS, fact.run)
    if run is None or not run.trigger:
        return
    key = _lane_of(run)
    lane = state.get(LANES, key)
    if lane is None or lane.run != fact.run:
        return
    if lane.waiting:
        state.put(LANES, key, replace(lane, run=""))
    else:
        state.delete(LANES, key)


def evolve_gone(state: Changes, fact: VersionGone) -> None:
    """Forget what a version has triggered."""
    for key, _ in list(state.scan(TRIGGERED, prefix=f"{version_key(fact.repository, fact.commit)}/")):
        state.delete(TRIGGERED, key)


def _configs(state: Entities, tenant: str, model: str, ref: str) -> Iterator[str]:
    """Yield the configs that a new version triggers, by name."""
    prefix = named_key(tenant, "")
    for key, triggering in state.scan(TRIGGERING, prefix=prefix):
        if any(each.fires(model, ref) for each in triggering.triggers):
            yield key.removeprefix(prefix)


def _is_known(state: Entities, candidate: _Candidate) -> bool:
    """Whether a version has its run of a config, or came by this ref before."""
    key = triggered_key(candidate.repository, candidate.commit, candidate.config, candidate.ref)
    return state.get(TRIGGERED, key) is not None or _has_run(state, candidate)


def _has_run(state: Entities, candidate: _Candidate) -> bool:
    """Whether a version has its run of a config, by whatever ref."""
    prefix = triggered_key(candidate.repository, candidate.commit, candidate.config)
    return any(run for _, run in state.scan(TRIGGERED, prefix=prefix))


def _next(state: Entities, ended: Run, commit: str, at_ms: int) -> Facts[Outputs | WorkFact]:
    """Start the version that waits, if it still triggers the config in force and no other ref was first."""
    candidate = _Candidate(ended.tenant, ended.config, ended.repository, ended.trigger, commit)
    model = state.get(REPOSITORIES, ended.repository)
    if model is None or state.get(VERSIONS, version_key(ended.repository, commit)) != ended.tenant:
        yield _passed_over(candidate, "the version is deleted")
    elif ended.config not in _configs(state, ended.tenant, model, ended.trigger):
        yield _passed_over(candidate, f"{ended.config} does not name {ended.trigger} of {model} any more")
    elif _has_run(state, candidate):
        yield _passed_over(candidate, "another ref has started its evaluation")
    else:
        yield from _begun(state, candidate, at_ms)


def _begun(state: Entities, candidate: _Candidate, at_ms: int) -> Facts[Outputs | WorkFact]:
    """Start the run of a version: the only place where automatic runs start."""
    command = StartEval(
        run=candidate.run,
        repository=candidate.repository,
        commit=candidate.commit,
        config=candidate.config,
        tenant=candidate.tenant,
        requested_by="",
    )
    planned = plans.planned(state, command, at_ms, trigger=candidate.ref)
    if isinstance(planned, Refusal):
        yield _passed_over(candidate, (planned.message or in_words(planned.violations))[:REASON_MAX])
        return
    started, url = planned
    if refusal := daily.held_back(state, started, at_ms):
        yield from daily.pause(state, started, at_ms)
        yield _passed_over(candidate, refusal.message)
        return
    yield from runs.begin(state, started, url, at_ms)


def _waits(candidate: _Candidate) -> Fact[VersionWaits]:
    waits = VersionWaits(
        config=candidate.config,
        repository=candidate.repository,
        ref=candidate.ref,
        commit=candidate.commit,
        tenant=candidate.tenant,
    )
    return Fact(waits, candidate.repository, candidate.tenant)


def _passed_over(candidate: _Candidate, reason: str) -> Fact[VersionPassedOver]:
    passed = VersionPassedOver(
        config=candidate.config,
        repository=candidate.repository,
        ref=candidate.ref,
        commit=candidate.commit,
        reason=reason,
        tenant=candidate.tenant,
    )
    return Fact(passed, candidate.repository, candidate.tenant)


def _lane_of(run: Run) -> str:
    return lane_key(run.tenant, run.config, run.repository, run.trigger)
