"""Conversion of requests to commands. PURE: ids and the time are arguments."""

from __future__ import annotations

from muster.events.metering_commands import (
    ActivateRates,
    RecordTokenWork,
    RemoveBudget,
    RerateUsage,
    SetBudget,
)
from muster.events.wire.envelope import Envelope
from muster.events.wire.stamp import Asker, Stamp, stamped
from muster.jobs import (
    BudgetRequest,
    RatesRequest,
    ReratingRequest,
    TokenWorkRequest,
    to_budget,
    to_rates,
    to_rerating,
    to_token_work,
)
from muster.metering.core.state import RATES


def activate_rates(asker: Asker, request: RatesRequest, stamp: Stamp) -> Envelope[ActivateRates]:
    """Return the command that activates prices from a time on."""
    return stamped(to_rates(request, asker.user), RATES, stamp)


def rerate_usage(asker: Asker, request: ReratingRequest, stamp: Stamp) -> Envelope[RerateUsage]:
    """Return the command that re-rates past days."""
    return stamped(to_rerating(request, asker.user), RATES, stamp)


def set_budget(asker: Asker, request: BudgetRequest, stamp: Stamp) -> Envelope[SetBudget]:
    """Return the command that sets a budget, replacing one of the same name."""
    return stamped(to_budget(request, asker.tenant, asker.user), request.name, stamp)


def remove_budget(asker: Asker, name: str, stamp: Stamp) -> Envelope[RemoveBudget]:
    """Return the command that removes a budget."""
    command = RemoveBudget(budget=name, tenant=asker.tenant, requested_by=asker.user)
    return stamped(command, name, stamp)


def record_token_work(asker: Asker, request: TokenWorkRequest, stamp: Stamp) -> Envelope[RecordTokenWork]:
    """Return the command that records a shared replica's work for its consumers in an hour."""
    return stamped(to_token_work(request, asker.tenant, asker.user), request.job_id, stamp)
