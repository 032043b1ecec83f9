"""Memberships in tenants, and revoked tokens.

Generated from schemas/identity-events.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


class IdentityFact:
    """Base of the facts whose subject is 'identity'; as a pattern it matches all of them."""

    __slots__ = ()


@final
@record
class MembershipGranted(IdentityFact):
    """A user belongs to a tenant or one of its teams from now on; an earlier revocation is void.

    Attributes:
        tenant: Tenant: the organisation.
        subject: User.
        team: Team; null: the tenant as a whole.
        decided_by: Who decided it.
    """

    AVRO_NAME: ClassVar[str] = "muster.identity_events.MembershipGranted"

    tenant: str
    subject: str
    team: str | None = None
    decided_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "tenant": self.tenant,
            "subject": self.subject,
            "team": self.team,
            "decided_by": self.decided_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> MembershipGranted:
        """The inverse."""
        return cls(
            tenant=d["tenant"],
            subject=d["subject"],
            team=d.get("team"),
            decided_by=d["decided_by"],
        )


@final
@record
class MembershipRevoked(IdentityFact):
    """A user left a tenant or one of its teams; tokens issued until now are no longer valid for it.

    Attributes:
        tenant: Tenant: the organisation.
        subject: User.
        team: Team; null: the tenant as a whole.
        decided_by: Who decided it.
        reason: Why, for people.
    """

    AVRO_NAME: ClassVar[str] = "muster.identity_events.MembershipRevoked"

    tenant: str
    subject: str
    team: str | None = None
    decided_by: str
    reason: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "tenant": self.tenant,
            "subject": self.subject,
            "team": self.team,
            "decided_by": self.decided_by,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> MembershipRevoked:
        """The inverse."""
        return cls(
            tenant=d["tenant"],
            subject=d["subject"],
            team=d.get("team"),
            decided_by=d["decided_by"],
            reason=d.get("reason", ""),
        )


@final
@record
class TokenRevoked(IdentityFact):
    """A token is rejected from now on.

    Attributes:
        tenant: Tenant the token is for.
        token_id: Its claim jti.
        expires_at_ms: When it would have expired, milliseconds since 1970 UTC; after that it can be
            forgotten.
        decided_by: Who decided it.
        reason: Why, for people.
    """

    AVRO_NAME: ClassVar[str] = "muster.identity_events.TokenRevoked"

    tenant: str
    token_id: str
    expires_at_ms: int
    decided_by: str
    reason: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "tenant": self.tenant,
            "token_id": self.token_id,
            "expires_at_ms": self.expires_at_ms,
            "decided_by": self.decided_by,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> TokenRevoked:
        """The inverse."""
        return cls(
            tenant=d["tenant"],
            token_id=d["token_id"],
            expires_at_ms=d["expires_at_ms"],
            decided_by=d["decided_by"],
            reason=d.get("reason", ""),
        )


@final
@record
class EnrolmentShown(IdentityFact):
    """An agent presented an enrolment to the API and got tokens for it; a renewed one counts as another.

    Attributes:
        tenant: The cell's name.
        subject: The enrolment's name.
        nodes: Ids or patterns of the nodes that it covers.
        token_id: Its claim jti, which renewals keep.
        issued_at_ms: When an operator created it, milliseconds since 1970 UTC.
        expires_at_ms: When it expires, milliseconds since 1970 UTC.
    """

    AVRO_NAME: ClassVar[str] = "muster.identity_events.EnrolmentShown"

    tenant: str
    subject: str
    nodes: tuple[str, ...]
    token_id: str
    issued_at_ms: int
    expires_at_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "tenant": self.tenant,
            "subject": self.subject,
            "nodes": list(self.nodes),
            "token_id": self.token_id,
            "issued_at_ms": self.issued_at_ms,
            "expires_at_ms": self.expires_at_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> EnrolmentShown:
        """The inverse."""
        return cls(
            tenant=d["tenant"],
            subject=d["subject"],
            nodes=tuple(d["nodes"]),
            token_id=d["token_id"],
            issued_at_ms=d["issued_at_ms"],
            expires_at_ms=d["expires_at_ms"],
        )


IdentityPayload: TypeAlias = MembershipGranted | MembershipRevoked | TokenRevoked | EnrolmentShown

IdentityEvent: TypeAlias = MembershipGranted | MembershipRevoked | TokenRevoked | EnrolmentShown

Payload: TypeAlias = IdentityEvent

PAYLOADS: Final[Table] = table_of(MembershipGranted, MembershipRevoked, TokenRevoked, EnrolmentShown)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.identity_events","doc'
    '":"Memberships in tenants, and revoked tokens.","fields":[{"name":"event_id"'
    ',"type":"string","doc":"Unique for ever; the deduplication key."},{"name":"k'
    'ey","type":"string","doc":"Kafka key; records with the same key keep their o'
    'rder."},{"name":"occurred_at_ms","type":"long","doc":"Time of the event acco'
    'rding to the producer, milliseconds since 1970 UTC."},{"name":"producer","ty'
    'pe":"string","doc":"Service and instance that wrote the record."},{"name":"c'
    'orrelation_id","type":"string","doc":"Shared by everything that follows from'
    ' one request."},{"name":"causation_id","type":["null","string"],"doc":"event'
    '_id of the record this one follows from.","default":null},{"name":"seq","typ'
    'e":["null","long"],"doc":"seq of the input it follows from; facts of all par'
    'titions are ordered by seq, then index. Null: the writer assigns no order.",'
    '"default":null},{"name":"index","type":["null","int"],"doc":"Index among the'
    ' consequences of that input, from 0; orders count as well.","default":null},'
    '{"name":"tenant","type":["null","string"],"doc":"The tenant it belongs to; n'
    'ull: no tenant, as with nodes.","default":null},{"name":"payload","type":[{"'
    'type":"record","name":"MembershipGranted","subject":"identity","doc":"A user'
    " belongs to a tenant or one of its teams from now on; an earlier revocation "
    'is void.","fields":[{"name":"tenant","type":"string","doc":"Tenant: the orga'
    'nisation."},{"name":"subject","type":"string","doc":"User."},{"name":"team",'
    '"type":["null","string"],"doc":"Team; null: the tenant as a whole.","default'
    '":null},{"name":"decided_by","type":"string","doc":"Who decided it."}],"name'
    'space":"muster.identity_events"},{"type":"record","name":"MembershipRevoked"'
    ',"subject":"identity","doc":"A user left a tenant or one of its teams; token'
    's issued until now are no longer valid for it.","fields":[{"name":"tenant","'
    'type":"string","doc":"Tenant: the organisation."},{"name":"subject","type":"'
    'string","doc":"User."},{"name":"team","type":["null","string"],"doc":"Team; '
    'null: the tenant as a whole.","default":null},{"name":"decided_by","type":"s'
    'tring","doc":"Who decided it."},{"name":"reason","type":"string","doc":"Why,'
    ' for people.","default":""}],"namespace":"muster.identity_events"},{"type":"'
    'record","name":"TokenRevoked","subject":"identity","doc":"A token is rejecte'
    'd from now on.","fields":[{"name":"tenant","type":"string","doc":"Tenant the'
    ' token is for."},{"name":"token_id","type":"string","doc":"Its claim jti."},'
    '{"name":"expires_at_ms","type":"long","doc":"When it would have expired, mil'
    'liseconds since 1970 UTC; after that it can be forgotten."},{"name":"decided'
    '_by","type":"string","doc":"Who decided it."},{"name":"reason","type":"strin'
    'g","doc":"Why, for people.","default":""}],"namespace":"muster.identity_even'
    'ts"},{"type":"record","name":"EnrolmentShown","subject":"identity","doc":"An'
    " agent presented an enrolment to the API and got tokens for it; a renewed on"
    'e counts as another.","fields":[{"name":"tenant","type":"string","doc":"The '
    'cell\'s name."},{"name":"subject","type":"string","doc":"The enrolment\'s name'
    '."},{"name":"nodes","type":{"type":"array","items":"string"},"doc":"Ids or p'
    'atterns of the nodes that it covers."},{"name":"token_id","type":"string","d'
    'oc":"Its claim jti, which renewals keep."},{"name":"issued_at_ms","type":"lo'
    'ng","doc":"When an operator created it, milliseconds since 1970 UTC."},{"nam'
    'e":"expires_at_ms","type":"long","doc":"When it expires, milliseconds since '
    '1970 UTC."}],"namespace":"muster.identity_events"}],"doc":"What happened."}]'
    "}"
)
