"""Start of each role."""

from __future__ import annotations

from typing import Final

from muster.alerts.config import Settings, listed
from muster.alerts.core.decisions import CONCERNS, DECIDER
from muster.alerts.core.rules import followed
from muster.deciding import DecidingService
from muster.events.delivery_events import AlertNotDelivered, AlertSent
from muster.events.topics import ALERTS_COMMANDS, ALERTS_EVENTS, ALERTS_LOG, DELIVERY_EVENTS
from muster.events.wire.envelope import Envelope
from muster.identity.principal import CLUSTER_WRITE
from muster.journal import Outgoing, SystemClock
from muster.reactors.alerts.sender import Sender, alerts
from muster.reactors.alerts.targets import Secrets, Targets
from muster.service import Context, Work
from muster.service.starting.reactor import react

GATHER_MS: Final = 100
"""At most 10 transactions a second."""

_ANSWER_S: Final = 30.0

DECIDING: Final = DecidingService(
    name="alerts",
    decider=DECIDER,
    inputs=(ALERTS_COMMANDS, *followed()),
    log=ALERTS_LOG,
    outputs=(ALERTS_EVENTS,),
    scopes=dict.fromkeys(ALERTS_COMMANDS.payloads.values(), CLUSTER_WRITE),
    concerns=CONCERNS,
    gather_ms=GATHER_MS,
)


def sender(context: Context[Settings]) -> Work:
    """Return the work of the role `sender`."""
    settings = context.settings
    producer = context.keep(context.journal(DELIVERY_EVENTS).producer("sender"))

    def tell(envelope: Envelope[AlertSent | AlertNotDelivered]) -> None:
        producer.send(Outgoing(DELIVERY_EVENTS, envelope)).result(_ANSWER_S)

    made = Sender(
        targets=Targets(listed(settings.alerts_targets), listed(settings.alerts_private_targets)),
        secrets=Secrets(settings.alerts_secrets_dir),
        clock=SystemClock(),
        tell=tell,
        link_base=settings.alerts_link_base.rstrip("/"),
    )
    return react(context, alerts(made))
