"""Versions that are evaluated by themselves. PURE.

A new commit of a branch, or a new branch or tag, starts a run of each config that names its model and ref:
by the config in force where the run starts on the log. A version gets at most one such run of a config,
whatever is sent again, and however many refs lead to it.

Of the versions of one ref one is evaluated at a time. The newest waits meanwhile; those between are passed
over. Tags are refs of their own, so each tag is evaluated.

CommitMade, RefCreated -> EvalStarted         nothing of this ref is under way
                       -> VersionWaits        something is
                       -> VersionPassedOver   of a version that waited until now
EvalEnded              -> EvalStarted         of the version that waits
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts
from muster.deciding.work import WorkFact
from muster.eval.core import runs
from muster.eval.core.reach import BRANCH, TAG, Trigger
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

ID_DIGITS: Final = 20
REASON_MAX: Final = 300


def fired(state: Entities, fact: CommitMade | RefCreated, at_ms: int) -> Facts[Outputs | WorkFact]:
    """Start runs of a new version, or have it wait for its turn."""
    if isinstance(fact, CommitMade):
        ref = f"{BRANCH} {fact.branch}"
    else:
        ref = f"{TAG if fact.kind is RefKind.TAG else BRANCH} {fact.name}"
    model = state.get(REPOSITORIES, fact.repository)
    tenant = state.get(VERSIONS, version_key(fact.repository, fact.commit))
    if model is None or tenant is None:
        return
    for config in list(_configs(state, tenant, model, ref)):
        if _is_known(state, fact.repository, fact.commit, config, ref):
            continue
        lane = state.get(LANES, lane_key(tenant, config, fact.repository, ref))
        if lane is None:
            yield from _begun(state, tenant, config, fact.repository, ref, fact.commit, at_ms)
            continue
        if lane.waiting:
            reason = f"{fact.commit} of {ref} is newer"
            yield _passed_over(tenant, config, fact.repository, ref, lane.waiting, reason)
        waits = VersionWaits(
            config=config, repository=fact.repository, ref=ref, commit=fact.commit, tenant=tenant
        )
        yield Fact(waits, fact.repository, tenant)


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
    """Keep that the version has its run."""
    if fact.trigger:
        state.put(TRIGGERED, triggered_key(fact.repository, fact.commit, fact.config, fact.trigger), fact.run)
        state.put(
            LANES, lane_key(fact.tenant, fact.config, fact.repository, fact.trigger), Lane(run=fact.run)
        )


def evolve_waits(state: Changes, fact: VersionWaits) -> None:
    """Have a version wait."""
    state.put(TRIGGERED, triggered_key(fact.repository, fact.commit, fact.config, fact.ref), "")
    key = lane_key(fact.tenant, fact.config, fact.repository, fact.ref)
    lane = state.get(LANES, key)
    if lane is None:
        raise LookupError(f"no run of {fact.ref} is under way")
    state.put(LANES, key, replace(lane, waiting=fact.commit))


def evolve_passed_over(state: Changes, fact: VersionPassedOver) -> None:
    """Keep that a version gets no run by this ref."""
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


def run_id_of(tenant: str, config: str, repository: str, commit: str) -> str:
    """Return the id of the run that a version starts by itself."""
    digest = hashlib.sha256(f"{tenant}\n{config}\n{repository}\n{commit}".encode()).hexdigest()
    return f"{runs.AUTOMATIC}{digest[:ID_DIGITS]}"


def _configs(state: Entities, tenant: str, model: str, ref: str) -> Iterator[str]:
    """Yield the configs that a new version triggers, by name."""
    prefix = named_key(tenant, "")
    for key, triggering in state.scan(TRIGGERING, prefix=prefix):
        if any(each.fires(model, ref) for each in triggering.triggers):
            yield key.removeprefix(prefix)


def _is_known(state: Entities, repository: str, commit: str, config: str, ref: str) -> bool:
    """Whether a version has its run of a config, or came by this ref before."""
    if state.get(TRIGGERED, triggered_key(repository, commit, config, ref)) is not None:
        return True
    return any(run for _, run in state.scan(TRIGGERED, prefix=triggered_key(repository, commit, config)))


def _next(state: Entities, ended: Run, commit: str, at_ms: int) -> Facts[Outputs | WorkFact]:
    """Start the version that waits, if it still triggers the config in force and has no run by another ref."""
    tenant, config, repository, ref = ended.tenant, ended.config, ended.repository, ended.trigger
    model = state.get(REPOSITORIES, repository)
    reason = ""
    if model is None or state.get(VERSIONS, version_key(repository, commit)) != tenant:
        reason = "the version is deleted"
    elif config not in _configs(state, tenant, model, ref):
        reason = f"{config} does not name {ref} of {model} any more"
    elif any(run for _, run in state.scan(TRIGGERED, prefix=triggered_key(repository, commit, config))):
        reason = "another ref has started its evaluation"
    if reason:
        yield _passed_over(tenant, config, repository, ref, commit, reason)
    else:
        yield from _begun(state, tenant, config, repository, ref, commit, at_ms)


def _begun(
    state: Entities, tenant: str, config: str, repository: str, ref: str, commit: str, at_ms: int
) -> Facts[Outputs | WorkFact]:
    """Start the run of a version: the one place where runs start by themselves."""
    command = StartEval(
        run=run_id_of(tenant, config, repository, commit),
        repository=repository,
        commit=commit,
        config=config,
        tenant=tenant,
        requested_by="",
    )
    begun = runs.begun(state, command, at_ms, trigger=ref)
    if isinstance(begun, Refusal):
        reason = (begun.message or in_words(begun.violations))[:REASON_MAX]
        yield _passed_over(tenant, config, repository, ref, commit, reason)
    else:
        yield from begun


def _passed_over(
    tenant: str, config: str, repository: str, ref: str, commit: str, reason: str
) -> Fact[VersionPassedOver]:
    passed = VersionPassedOver(
        config=config, repository=repository, ref=ref, commit=commit, reason=reason, tenant=tenant
    )
    return Fact(passed, repository, tenant)


def _lane_of(run: Run) -> str:
    return lane_key(run.tenant, run.config, run.repository, run.trigger)
