"""The role of a reactor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from muster.events.wire.datum import Record
from muster.events.wire.envelope import Topic
from muster.journal import Delivery, SystemClock, Unavailable
from muster.reactors import Effect, Ledger, Reactor, ReactorWorker
from muster.reactors.worker import LEASE_MS
from muster.service.roles import Context, Work
from muster.service.settings import PostgresSettings, WebhookSetting
from psycopg import OperationalError


@dataclass(frozen=True, slots=True)
class WebhookPosts:
    """Facts that are posted to one receiver, signed, as a service declares them.

    Attributes:
        topic: The facts.
        body: (fact) -> what is posted, as JSON; None: nothing. Pure.
        setting: Name of the service's setting that names the receiver, a WebhookSetting; absent: nothing is
            posted.
        name: The reactor's, unique among all.
    """

    topic: Topic
    body: Callable[[Any], Mapping[str, Any] | None]
    setting: str
    name: str


def react(
    context: Context[Any], reactor: Reactor, *, side_by_side: int = 4, lease_ms: int = LEASE_MS
) -> Work:
    """Follow facts and carry out their effects, with the ledger in Postgres.

    Args:
        context: Context of the role; its settings are PostgresSettings. Keeps what `reactor.perform` uses.
        reactor: The declaration.
        side_by_side: Maximum effects at once.
        lease_ms: Longest time of one attempt, milliseconds; then another may begin.

    Raises:
        Unavailable: Postgres or the registry does not answer.
    """
    settings: PostgresSettings = context.settings
    journal = context.journal(*reactor.topics)
    ledger = context.keep(Ledger(settings.postgres_dsn))
    try:
        ledger.prepare()
    except OperationalError as error:
        raise Unavailable(f"the ledger of {reactor.name}: {error}") from error
    worker = ReactorWorker(
        reactor,
        journal,
        ledger,
        clock=SystemClock(),
        stop=context.stop,
        side_by_side=side_by_side,
        lease_ms=lease_ms,
    )
    return Work(run=worker.run, missing=lambda: worker.problem)


def post(context: Context[Any], posts: WebhookPosts) -> Work:
    """Run a reactor that posts webhooks.

    Args:
        context: As for `react`.
        posts: The declaration.

    Raises:
        Unavailable: Postgres or the registry does not answer.
    """
    from muster.reactors.webhook import Webhook, WebhookTarget, webhook  # noqa: PLC0415  (an HTTP client)

    to: WebhookSetting = getattr(context.settings, posts.setting)
    targets = {to.url: WebhookTarget(secret=to.secret.encode(), private=to.private)} if to else {}

    def effects(delivery: Delivery[Record]) -> Iterable[Effect]:
        body = posts.body(delivery.envelope.payload) if to else None
        return [] if to is None or body is None else [webhook(to.url, body)]

    perform = context.keep(Webhook(targets, clock=SystemClock()))
    return react(context, Reactor(name=posts.name, topics=[posts.topic], effects=effects, perform=perform))
