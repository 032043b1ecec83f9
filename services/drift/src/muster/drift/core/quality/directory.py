"""A directory of what other services own: judges, prices, names of models, versions in production. PURE.

EvalConfigActivated                -> JudgeMet
TokenPriceSet                      -> PriceMet
RepositoryCreated, ...Moved, ...Deleted -> ModelMet     of models
VersionPromoted, VersionWithdrawn  -> PointerMet     of the pointer `production`
"""

from __future__ import annotations

from typing import Final, assert_never

from muster.deciding import Changes, Entities, Fact, Facts
from muster.drift.core.state import (
    JUDGES,
    MODEL_IDS,
    MODELS,
    PRICES,
    PRODUCTION,
    Judge,
    Noted,
    OfRegistry,
    Outputs,
    SeriesName,
    Watched,
    price_key,
)
from muster.events.drift_work import JudgeMet, ModelMet, PointerMet, PriceMet
from muster.events.eval_commands import TokenPrice
from muster.events.eval_events import EvalConfigActivated, TokenPriceSet
from muster.events.registry_commands import RepositoryType
from muster.events.registry_events import (
    RepositoryCreated,
    RepositoryDeleted,
    RepositoryMoved,
    VersionPromoted,
    VersionWithdrawn,
)
from muster.scoring.calling.endpoints import place_of

POINTER: Final = "production"


def met(state: Entities, fact: OfRegistry) -> Facts[Outputs]:
    """Note what the registry says."""
    match fact:
        case VersionPromoted() | VersionWithdrawn():
            if fact.pointer == POINTER:
                commit = fact.commit if isinstance(fact, VersionPromoted) else ""
                noted = PointerMet(repository=fact.repository, commit=commit, tenant=fact.tenant)
                yield Fact(noted, fact.repository, fact.tenant)
        case RepositoryCreated() | RepositoryMoved() | RepositoryDeleted():
            name = "" if isinstance(fact, RepositoryDeleted) else f"{fact.namespace}/{fact.name}"
            is_model = isinstance(fact, RepositoryCreated) and fact.repository_type is RepositoryType.MODEL
            known = state.get(MODELS, fact.repository)
            if (is_model or known is not None) and (known or "") != name:
                model = ModelMet(repository=fact.repository, full_name=name, tenant=fact.tenant)
                yield Fact(model, fact.repository, fact.tenant)
        case _:
            assert_never(fact)


def judge_met(fact: EvalConfigActivated) -> Fact[JudgeMet]:
    """Return the note of a config."""
    noted = JudgeMet(config=fact.name, document=fact.document, judge_hash=fact.judge_hash, tenant=fact.tenant)
    return Fact(noted, judge_key(fact.tenant, fact.name), fact.tenant)


def price_met(fact: TokenPriceSet) -> Fact[PriceMet]:
    """Return the note of a price."""
    noted = PriceMet(model=fact.model, endpoint=fact.endpoint, price=fact.price, tenant=fact.tenant)
    return Fact(noted, fact.model, fact.tenant)


def evolve(state: Changes, noted: Noted) -> None:
    """Keep a note."""
    match noted:
        case JudgeMet():
            judge = Judge(noted.document, noted.judge_hash)
            state.put(JUDGES, judge_key(noted.tenant, noted.config), judge)
        case PriceMet():
            key = price_key(noted.tenant, noted.endpoint, noted.model)
            if noted.price is None:
                state.delete(PRICES, key)
            else:
                state.put(PRICES, key, noted.price)
        case ModelMet():
            if (former := state.get(MODELS, noted.repository)) is not None:
                state.delete(MODEL_IDS, former)
            if noted.full_name:
                state.put(MODELS, noted.repository, noted.full_name)
                state.put(MODEL_IDS, noted.full_name, noted.repository)
            else:
                state.delete(MODELS, noted.repository)
        case PointerMet():
            if noted.commit:
                state.put(PRODUCTION, noted.repository, noted.commit)
            else:
                state.delete(PRODUCTION, noted.repository)
        case _:
            assert_never(noted)


def judge_of(state: Entities, watched: Watched) -> Judge | None:
    """Return the config in force that a monitor names; None: there is none, or it names none."""
    setting = watched.monitor.judge
    return None if setting is None else state.get(JUDGES, judge_key(watched.tenant, setting.config))


def price_of(state: Entities, tenant: str, url: str, model: str) -> TokenPrice | None:
    """Return the price of a model at an endpoint: its own, else the model's; None: there is none."""
    own = state.get(PRICES, price_key(tenant, place_of(url), model))
    return own if own is not None else state.get(PRICES, price_key(tenant, "", model))


def version_of(state: Entities, name: SeriesName) -> SeriesName:
    """Return the version of a series as a series of all its traffic.

    Where the server does not say which version answers, it is the one in production.
    """
    commit = name.commit
    if not commit and (model := state.get(MODEL_IDS, name.repository)) is not None:
        commit = state.get(PRODUCTION, model) or ""
    return SeriesName(name.repository, commit, "", "")


def judge_key(tenant: str, config: str) -> str:
    """Return the key of a config."""
    return f"{tenant}/{config}"
