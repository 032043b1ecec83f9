"""SenderCheck: checks senders on command topics where these are read, before anything is decided.

Any program that reaches the log can write commands, so each carries the token that it would show over REST,
in the Kafka header `authorization`. The reader's edge judges it and records the verdict with its input:
replay and standby need neither keys nor a clock (ADR 55).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from muster.events.shared.command_answers import Violation
from muster.events.wire.sender import claims
from muster.identity.principal import Principal, roles_with
from muster.identity.tokens import InvalidToken, Verifier
from muster.journal.journal import Delivery

_SHOWN_MAX: Final = 128
_ALLOWED: Final = "the Kafka header authorization: Bearer TOKEN, with a token that REST accepts"


class Refusal(NamedTuple):
    """Why a command is turned away.

    Attributes:
        tenant: The tenant that its token proves; empty: none. Only that tenant is shown the refusal, so that
            nobody writes into the views of others.
        violations: Field by field.
    """

    tenant: str
    violations: tuple[Violation, ...]


class SenderCheck:
    """Checks the senders of commands.

    Args:
        verifier: Checks tokens.
        scopes: The scope that each command needs; records of other types are not judged.
    """

    def __init__(self, verifier: Verifier, scopes: Mapping[type[Any], str]) -> None:
        self._verifier = verifier
        self._scopes = scopes

    def refusal(self, delivery: Delivery[Any]) -> Refusal | None:
        """Why a command is turned away; None: its sender may send it.

        The token has to be good at the time when the broker appended the command: how long it waited for its
        reader does not matter.

        Raises:
            Unavailable: what was revoked is not known yet.
        """
        command: object = delivery.envelope.payload
        scope = self._scopes.get(type(command))
        if scope is None:
            return None
        try:
            sender = self._sender(delivery)
        except InvalidToken as error:
            value = str(error) if delivery.authorization else "(absent)"
            return Refusal("", (Violation(field="authorization", value=value, allowed=_ALLOWED),))
        violations = (
            *_not_entitled(sender, scope),
            *_not_theirs(sender, command),
            *_beyond(sender, command),
        )
        return Refusal(sender.tenant, violations) if violations else None

    def _sender(self, delivery: Delivery[Any]) -> Principal:
        """Return the principal of the command's token."""
        return self._verifier.verify(shown_token(delivery), delivery.appended_at_ms)


def shown_token(delivery: Delivery[Any]) -> str:
    """The token that a record carries.

    Raises:
        InvalidToken: it carries none.
    """
    scheme, _, token = delivery.authorization.partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise InvalidToken("not a bearer token")
    return token


def _not_entitled(sender: Principal, scope: str) -> Iterator[Violation]:
    if not sender.allows(scope):
        allowed = f"a token that allows {scope}; roles that do: {', '.join(roles_with(scope))}"
        value = f"roles {', '.join(sorted(sender.roles)) or '(none)'}"
        if sender.is_entitled_to(scope):
            value = f"scopes {' '.join(sorted(sender.scopes or ())) or '(none)'}"
        yield Violation(field="authorization", value=value, allowed=allowed)


def _not_theirs(sender: Principal, command: Any) -> Iterator[Violation]:
    """Yield claims about the sender in the command that the token does not confirm."""
    for field, said in claims(command):
        if field == "tenant" and sender.is_service:
            continue
        true = sender.tenant if field == "tenant" else sender.subject
        if said != true:
            yield Violation(field=field, value=said[:_SHOWN_MAX], allowed=f"{true}, as the token says")
    for field, true in (("teams", sender.teams), ("roles", sender.roles)):
        if wrong := sorted(set(getattr(command, field, ())) - true):
            allowed = f"of {', '.join(sorted(true)) or '(none)'}, as the token says"
            yield Violation(field=field, value=", ".join(wrong)[:_SHOWN_MAX], allowed=allowed)


def _beyond(sender: Principal, command: Any) -> Iterator[Violation]:
    """Yield a violation if a token for some repositories sends a command that does not name exactly these."""
    if sender.repositories is None:
        return
    said = getattr(command, "repositories", ())
    if frozenset(said) != sender.repositories:
        true = ", ".join(sorted(sender.repositories))
        value = ", ".join(sorted(said))[:_SHOWN_MAX] or "(all)"
        yield Violation(field="repositories", value=value, allowed=f"{true}: the token is for these only")
